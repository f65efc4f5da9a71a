// Requests to the server: one function each, errors as `ApiError` in words for people.

import { languageTag, say } from './words.js';
import { readEvents } from './sse.js';

/** @typedef {import('./notation.js').Point} Point */

/**
 * @typedef {Object} Thought  what a search has come to
 * @property {number} x
 * @property {number} y
 * @property {number} score        for the side that moves
 * @property {number|null} win_in  plies; below 0 if the side that moves loses
 * @property {number} depth
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time_ms
 * @property {Point[]} pv
 */

/** @typedef {Point & {value: 1|2, name: string} & Partial<Thought>} Move */

/**
 * @typedef {Object} State  a game as the server tells it
 * @property {string} id
 * @property {number} rev                 grows with every change
 * @property {'gomoku'|'tictactoe'|'4x4'|'renju'|'mnk'} game
 * @property {number} columns
 * @property {number} rows
 * @property {number} win                 how many in a row
 * @property {number|null} size           null where a game cannot be made again by a size
 * @property {string} rule
 * @property {('human'|'engine')[]} players  Black first
 * @property {number} level
 * @property {Move[]} moves
 * @property {(Point & {value: 1|2})[]} [setup]  stones that lay there at the start
 * @property {1|2} to_move
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {null|{kind: 'win'|'draw'|'resigned'|'foul'|'stuck', winner: 1|2|null}} ending
 * @property {Point[]} winning
 * @property {(Point & {kind: string})[]} forbidden
 * @property {Thought|null} hint
 * @property {(Thought & {purpose: 'move'|'hint'})|null} thinking
 * @property {string|null} message
 */

/** An answer that is no success. `status` 0: there was no answer. */
export class ApiError extends Error {
	constructor(status, message) {
		super(message);
		this.status = status;
	}
}

const TOKEN = 'minmax.token';

/** @type {(again: boolean) => Promise<string|null>} asks the person for the token */
let askToken = async () => null;

export const onTokenWanted = (ask) => { askToken = ask; };

/** What the server is. */
export const info = () => request('GET', '/api/info');

export const create = (setup) => request('POST', '/api/games', setup);

export const state = (id) => request('GET', gamePath(id));

/** `moves`, `undo`, `redo`, `hint`, `resign`, `move-now` or `new`. */
export const act = (id, action, body = {}) => request('POST', gamePath(id, '/' + action), body);

export const adjust = (id, changes) => request('PATCH', gamePath(id), changes);

/** Points forbidden to Black. @param {object} position @returns {Promise<{points: (Point & {kind: string})[]}>} */
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
		if (token === null) throw await failure(response);
		sessionStorage.setItem(TOKEN, token);
	}
}

async function attempt(method, path, body, signal) {
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
