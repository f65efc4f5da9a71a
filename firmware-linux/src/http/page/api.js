// Requests to the server: one function each, errors as `ApiError` in words for people.

import { languageTag, say } from './words.js';
import { readEvents } from './sse.js';

/** @typedef {import('./notation.js').Point} Point */

/**
 * What a search has come to. `score` and `win_in` are for the side that moves; `win_in` counts
 * plies, below 0 if that side loses, and is null where nothing is proven.
 * @typedef {Point & {score: number, win_in: number|null, depth: number, nodes: number, nps: number,
 *     time_ms: number, pv: Point[]}} Thought
 */

/** @typedef {Point & {value: 1|2, name: string} & Partial<Thought>} Move */

/**
 * A game as the server tells it. `rev` grows with every change, `win` is how many in a row,
 * `size` null where no size makes such a game, `players` has Black first.
 * @typedef {{id: string, rev: number, game: 'gomoku'|'tictactoe'|'4x4'|'renju'|'mnk',
 * columns: number, rows: number, win: number, size: number|null, rule: string,
 * players: ('human'|'engine')[], level: number, setup: (Point & {value: 1|2})[], moves: Move[],
 * to_move: 1|2, can_undo: boolean, can_redo: boolean,
 * ending: null|{kind: 'win'|'draw'|'resigned'|'foul'|'stuck', winner: 1|2|null},
 * winning: Point[], forbidden: (Point & {kind: string})[], hint: Thought|null,
 * thinking: (Thought & {purpose: 'move'|'hint'})|null, message: string|null}} State
 */

/** An answer that is no success. `status` 0: there was no answer. */
export class ApiError extends Error {
	constructor(status, message) {
		super(message);
		this.status = status;
	}
}

const TOKEN = 'minmax.token';
const REQUEST_MS = 30000;

/** @type {(again: boolean) => Promise<string|null>} asks the person for the token */
let askToken = async () => null;

export const onTokenWanted = (ask) => { askToken = ask; };

/** What the server is. */
export const info = () => request('GET', '/api/info');

export const create = (setup) => request('POST', '/api/games', setup);

/** `moves`, `undo`, `redo`, `hint`, `resign`, `move-now` or `new`. */
export const act = (id, action, body = {}) => request('POST', gamePath(id, '/' + action), body);

export const adjust = (id, changes) => request('PATCH', gamePath(id), changes);

/** Points forbidden to Black. */
export const forbidden = (position) => request('POST', '/api/forbidden', position);

/** The address of a game's file. */
export const filePath = (id, format) => gamePath(id, '.' + format);

/** A game's events. */
export async function* events(id, signal) {
	yield* readEvents(await send('GET', gamePath(id, '/events'), undefined, signal));
}

/** What the engine thinks of a position, depth by depth. */
export async function* analyze(position, signal) {
	yield* readEvents(await send('POST', '/api/analyze', position, signal));
}

const gamePath = (id, rest = '') => `/api/games/${encodeURIComponent(id)}${rest}`;

async function request(method, path, body) {
	const response = await send(method, path, body);
	try {
		return await response.json();
	} catch {
		throw new ApiError(0, say('unreachable'));
	}
}

/** Sends; where the server wants a token, asks for it and sends again. */
async function send(method, path, body, signal) {
	for (let asked = false; ; asked = true) {
		const response = await attempt(method, path, body, signal);
		if (response.ok) return response;
		if (response.status !== 401) throw await failure(response);
		const token = await askToken(asked);
		if (token === null) throw new ApiError(401, say('token'));
		sessionStorage.setItem(TOKEN, token);
	}
}

async function attempt(method, path, body, signal) {
	signal ??= AbortSignal.timeout(REQUEST_MS);
	const headers = { 'Accept-Language': languageTag() };
	const token = sessionStorage.getItem(TOKEN);
	if (token && method !== 'GET') headers.Authorization = `Bearer ${token}`;
	if (body !== undefined) headers['Content-Type'] = 'application/json';
	try {
		return await fetch(path, { method, headers, signal, cache: 'no-store', body: body && JSON.stringify(body) });
	} catch (error) {
		if (error.name === 'AbortError') throw error;
		throw new ApiError(0, say('unreachable'));
	}
}

async function failure(response) {
	const answer = await response.json().catch(() => null);
	const message = answer?.error ?? say('odd', response.status);
	const pause = response.headers.get('Retry-After');
	return new ApiError(response.status, pause ? say('busyThen', message, pause) : message);
}
