// The traffic of one game: opens it, sends moves, follows its events, and makes it again where the
// server has forgotten it.

import * as api from './api.js';
import { follow } from './events.js';
import { gameFragment, isPlain, moveString, movesIn, readFragment } from './notation.js';
import { record, remember, settings } from './settings.js';
import { say } from './words.js';

const RETRY_MS = 3000;
const [H, E] = ['human', 'engine'];
const SIDES = { first: [H, E], second: [E, H], two: [H, H], watch: [E, E] };

export class Session {
	/**
	 * @param {object} tell  what to tell the person: `trouble(error)`, `remark(text)`, and
	 *     `connection(pause)`, null while it holds, else the ms until it is tried again
	 */
	constructor(game, tell) {
		this.game = game;
		this.tell = tell;
		game.addEventListener('state', () => this.#keep());
	}

	/** Opens what the address asks for, else the last game, else the box's, else a new one. */
	start(box) {
		const wanted = readFragment(location.hash);
		if (wanted?.position) return this.fromPosition(wanted.position);
		const id = wanted?.game ?? record().id ?? (box ? 'box' : null);
		return id ? this.open(id) : this.create(newGameSetup());
	}

	/** A position that came with a link; whoever opens it has the next move. */
	async fromPosition(position) {
		const players = SIDES[movesIn(position.moves) % 2 ? 'second' : 'first'];
		if (await this.create({ ...position, level: settings.level, players })) return;
		if (!this.game.state) await this.create(newGameSetup());
	}

	/** Follows a game of the server's; its first event is the whole state. */
	open(id) {
		this.line?.close();
		if (this.game.state?.id !== id) this.game.clear();
		this.id = id;
		this.line = follow(id, {
			event: (name, data, first) => this.#event(name, data, first),
			online: () => this.tell.connection(null),
			offline: (pause) => this.tell.connection(pause),
			gone: () => this.#remake(id),
		});
	}

	/** Makes a game and follows it. @returns {Promise<boolean>} whether the server has made it */
	async create(setup) {
		const state = await this.#try(() => api.create(setup));
		if (!state) return false;
		this.game.clear();
		this.game.receive(state, true);
		this.open(state.id);
		return true;
	}

	/** Another game in place of this one. */
	renew(setup, refuse) {
		return this.game.state ? this.#change(() => api.act(this.id, 'new', setup), refuse) : this.create(setup);
	}

	/** `undo`, `redo`, `hint`, `resign` or `move-now`. */
	act(action) {
		return this.#change(() => api.act(this.id, action));
	}

	/** @param {{level?: number, players?: string[]}} changes */
	adjust(changes) {
		return this.#change(() => api.adjust(this.id, changes));
	}

	/** A person's move. One that did not reach its game is kept, to be offered again. */
	async play(point) {
		const { game } = this;
		if (game.sent) return;
		game.send(point);
		const { x, y, number } = game.sent;
		// The server counts all stones.
		const stones = number + game.state.setup.length;
		try {
			game.receive(await api.act(this.id, 'moves', { x, y, number: stones }));
		} catch (error) {
			const lost = error.status === 0 || error.status === 404;
			game.unsend(lost);
			this.#keepMove();
			this.tell.trouble(lost ? say('kept', game.name(point)) : error);
		}
	}

	/** Tries the connection now. */
	retry() {
		this.line?.retry();
	}

	/** Follows anew, for what the server says in words is in the language of the request. */
	reopen() {
		if (this.id) this.open(this.id);
	}

	async #change(request, refuse) {
		const state = await this.#try(request, refuse);
		if (state) this.game.receive(state);
		return Boolean(state);
	}

	async #try(request, refuse = this.tell.trouble) {
		try {
			return await request();
		} catch (error) {
			refuse(error);
			return null;
		}
	}

	#event(name, data, first) {
		if (name === 'thinking') this.game.think(data);
		if (name !== 'state') return;
		const { kept, keptIn } = record();
		const offer = !this.game.state && keptIn === data.id && kept;
		this.game.receive(data, first);
		if (offer) this.game.offer(kept);
	}

	/** The server has no such game: makes it again where its moves are known here. */
	async #remake(id) {
		const { own, setup, moves, resigned, kept } = record();
		const known = own === id && setup;
		try {
			const state = await api.create(known ? { ...setup, moves } : newGameSetup());
			if (known) remember({ kept, keptIn: state.id });
			if (known && resigned) await api.act(state.id, 'resign');
			this.tell.remark(say(known ? 'remade' : 'lost'));
			this.open(state.id);
		} catch (error) {
			if (error.status !== 0) return this.tell.trouble(error);
			this.tell.connection(RETRY_MS);
			setTimeout(() => this.id === id && this.#remake(id), RETRY_MS);
		}
	}

	/** Keeps what is needed to find the game after a reload, or to make it again. */
	#keep() {
		const { state } = this.game;
		const { id, ending, moves } = state;
		const setup = isPlain(state) ? setupOf(state) : null;
		const again = { own: id, setup, moves: moveString(moves), resigned: ending?.kind === 'resigned' };
		remember(id === 'box' ? { id } : { id, ...again });
		this.#keepMove();
		if (location.hash !== gameFragment(id)) history.replaceState(null, '', gameFragment(id));
	}

	#keepMove() {
		remember({ kept: this.game.kept, keptIn: this.id });
	}
}

/** What makes a game like this one. */
export function setupOf({ size, rule, level, players }) {
	return size > 4 ? { size, rule, level, players } : { size, level, players };
}

/** The game that the settings describe, as the body of a request. */
export function newGameSetup() {
	const { kind, size, rule, level, who } = settings;
	const board = { tictactoe: { size: 3 }, '4x4': { size: 4 } }[kind] ?? { size, rule };
	return { ...board, level, players: SIDES[who] };
}
