// The game as the page knows it: the server's state, and what only this page adds to it. It draws
// nothing and sends nothing.

import { samePoint, moveString, pointName } from './notation.js';
import { blackChance } from './score.js';

/** @typedef {import('./api.js').State} State */
/** @typedef {import('./notation.js').Point} Point */

// A person needs a moment to see their own stone before the answer comes.
const PACE = 400;

export class Game extends EventTarget {
	/** @type {State|null} */
	state = null;
	/** How many moves are shown; null: all, whatever comes. @type {number|null} */
	view = null;
	/** A point tapped that waits for its confirmation. @type {Point|null} */
	candidate = null;
	/** A move on its way to the server. @type {(Point & {number: number})|null} */
	sent = null;
	/** A move that could not be sent. @type {(Point & {number: number})|null} */
	kept = null;
	/** Stones to show on top of the position. @type {Point[]} */
	line = [];
	/** Forbidden points of a position looked back at. @type {{key: string, points: object[]}|null} */
	pastForbidden = null;

	#waiting = null;
	#timer = 0;
	#notBefore = 0;
	#chances = new Map();

	/** Takes over what is new, and tells everybody who draws. */
	set(changes = {}) {
		Object.assign(this, changes);
		this.dispatchEvent(new Event('change'));
	}

	/**
	 * Takes what the server says. A stone of the engine's waits until the last one has been seen;
	 * everything else holds at once.
	 * @param {boolean} [fresh]  it counts whatever came before: a new connection
	 */
	receive(state, fresh = false) {
		const newest = this.#waiting ?? this.state;
		if (!fresh && newest?.id === state.id && state.rev < newest.rev) return;
		const pause = this.#notBefore - performance.now();
		if (!fresh && pause > 0 && state.moves.length > this.#stonesSeen) {
			this.#waiting = state;
			this.#timer ||= setTimeout(() => this.#show(this.#waiting), pause);
		} else {
			this.#show(state);
		}
	}

	/** A finished depth of the thinking that goes on. */
	think(thinking) {
		if (!this.state || this.#waiting) return;
		this.state.thinking = thinking;
		this.set();
	}

	/** Another game comes: nothing that was known holds. */
	clear() {
		this.#drop();
		this.#chances.clear();
		this.set({ state: null, view: null, candidate: null, sent: null, kept: null, line: [] });
	}

	/** A person's move leaves for the server. */
	send({ x, y }) {
		this.#notBefore = performance.now() + PACE;
		const sent = { x, y, number: this.state.moves.length };
		this.set({ sent, candidate: null, kept: null, line: [], view: null });
	}

	/** The move did not arrive. @param {boolean} keep  for the time when there is a connection */
	unsend(keep) {
		this.set({ kept: keep ? this.sent : null, sent: null });
	}

	/** A move kept from before, if it still fits. */
	offer(kept) {
		this.kept = kept;
		this.#tidy(this.state);
		this.set();
	}

	propose(candidate) {
		this.set({ candidate, kept: null });
	}

	/** Looks at the position after so many moves. */
	look(number) {
		const view = number >= this.state.moves.length ? null : Math.max(0, number);
		this.set({ view, line: [], candidate: null });
	}

	get shown() {
		return this.view ?? this.state.moves.length;
	}

	get movesShown() {
		return this.state.moves.slice(0, this.shown);
	}

	/** Whose turn it is in the position shown. */
	get turnShown() {
		return this.view === null ? this.state.to_move : this.state.moves[this.view].value;
	}

	get humanToMove() {
		const { state } = this;
		return Boolean(state) && !state.ending && !this.sent && this.view === null
			&& state.players[state.to_move - 1] === 'human' && state.thinking?.purpose !== 'move';
	}

	/** @returns {(Point & {value: 1|2, number?: number})[]} */
	get stones() {
		const { state, sent } = this;
		const moves = this.movesShown.map((move, index) => ({ ...move, number: index + 1 }));
		const own = sent ? [{ ...sent, value: state.to_move, number: moves.length + 1 }] : [];
		return [...state.setup, ...moves, ...own];
	}

	free(point) {
		return !this.stones.some((stone) => samePoint(stone, point));
	}

	/** The position shown as a word, the same whenever it is the same. */
	get key() {
		return moveString(this.movesShown);
	}

	/** An analysis has judged the position shown. */
	judge(thought) {
		this.#chances.set(this.key, blackChance(thought, this.turnShown));
	}

	/** Black's chance after each number of moves, null where nobody knows. @returns {(number|null)[]} */
	get chances() {
		const { moves, ending } = this.state;
		let key = '';
		const chances = [this.#chances.get('') ?? null];
		for (const move of moves) {
			key += move.name;
			chances.push(this.#chances.get(key) ?? blackChance(move, move.value));
		}
		if (ending) chances[moves.length] = { 1: 1, 2: 0 }[ending.winner] ?? 0.5;
		return chances;
	}

	/** Black's chance in the position shown: the newest that is known. */
	get chanceShown() {
		const { state } = this;
		const thinking = this.view === null && !this.sent ? state.thinking : null;
		if (thinking?.depth != null) return blackChance(thinking, state.to_move);
		return this.chances.slice(0, this.shown + 1).findLast((chance) => chance !== null) ?? null;
	}

	name(point) {
		return pointName(point, this.state.rows);
	}

	/** Stones that a person has before their eyes: those of the state and the one sent. */
	get #stonesSeen() {
		return (this.state?.moves.length ?? 0) + (this.sent ? 1 : 0);
	}

	#show(state) {
		this.#drop();
		const before = this.state;
		if (!before || state.moves.length > this.#stonesSeen) this.#notBefore = performance.now() + PACE;
		Object.assign(this, { state, sent: null });
		this.#tidy(before);
		this.dispatchEvent(new CustomEvent('state', { detail: before }));
		this.set();
	}

	/** What does not fit the new state goes. */
	#tidy(before) {
		const { state, candidate, kept } = this;
		const count = state.moves.length;
		if (!before || moveString(before.moves) !== moveString(state.moves)) this.line = [];
		if (this.view >= count) this.view = null;
		if (candidate && !(this.humanToMove && this.free(candidate))) this.candidate = null;
		if (kept && (kept.number !== count || !this.free(kept))) this.kept = null;
	}

	#drop() {
		clearTimeout(this.#timer);
		this.#timer = 0;
		this.#waiting = null;
	}
}
