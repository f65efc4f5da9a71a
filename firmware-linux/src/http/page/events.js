// Follows a game on the server, and comes back after every lost connection.

import { events } from './api.js';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15000;
// The server says something every 15 s; silence of two and a half times that is a dead line.
const SILENCE = 40000;

/**
 * @param {object} followers  who is told: `event(name, data, first)`, first of this connection;
 *     `online()`; `offline(pause)`, which is tried again after so many ms; `gone()`, for the
 *     server does not know the game (any more)
 */
export function follow(id, followers) {
	const line = { id, followers, closed: false, abort: null, wake: null };
	run(line);
	return {
		close() {
			line.closed = true;
			line.abort?.abort();
			line.wake?.();
		},
		retry: () => line.wake?.(),
	};
}

async function run(line) {
	let pause = FIRST_PAUSE;
	while (!line.closed) {
		await seen();
		const outcome = await listen(line);
		if (line.closed) return;
		if (document.hidden) continue;
		if (outcome === 'gone') return line.followers.gone();
		// A connection that had worked may come back at once; one that never did is given time.
		pause = outcome === 'lost' ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
		line.followers.offline(pause);
		await rest(line, pause);
	}
}

const seen = () => new Promise((resolve) => document.hidden
	? document.addEventListener('visibilitychange', resolve, { once: true }) : resolve());

/** One connection. */
async function listen(line) {
	const abort = line.abort = new AbortController();
	// A browser has few connections for one server: hidden pages leave theirs to others.
	document.addEventListener('visibilitychange', () => document.hidden && abort.abort(), { signal: abort.signal });
	let heard = false;
	let last = Date.now();
	// By the clock, and looked at often: timers stand still while a phone sleeps.
	const timer = setInterval(() => Date.now() - last > SILENCE && abort.abort(), 2000);
	try {
		for await (const { name, data } of events(line.id, abort.signal)) {
			last = Date.now();
			if (line.closed) return 'lost';
			if (name === 'gone') return 'gone';
			if (!heard) line.followers.online();
			if (name !== 'comment') line.followers.event(name, data, !heard);
			heard = true;
		}
	} catch (error) {
		if (error.status === 404) return 'gone';
	} finally {
		clearInterval(timer);
		abort.abort();
	}
	return heard ? 'lost' : 'failed';
}

/** Waits; a device that comes back online, or a person, cuts it short. */
function rest(line, pause) {
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			removeEventListener('online', done);
			resolve();
		};
		const timer = setTimeout(done, pause);
		addEventListener('online', done);
		line.wake = done;
	});
}
