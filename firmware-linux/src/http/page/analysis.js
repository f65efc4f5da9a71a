// The switch "what the engine thinks": analyses the position shown, depth by depth.

import { analyze } from './api.js';
import { attribute, byId, write } from './dom.js';
import { Line } from './line.js';
import { progressText } from './thought.js';
import { inCells } from './view.js';
import { say } from './words.js';

/** @typedef {import('./api.js').Thought} Thought */

const TIME_MS = 10000;
// Somebody who leafs through a game does not want every position searched.
const SETTLE_MS = 250;

export class Analysis {
	constructor(game, report) {
		this.game = game;
		this.report = report;
		this.on = false;
		this.longest = TIME_MS;
		/** @type {Thought|null} */
		this.thought = null;
		this.key = '';
		this.line = new Line(byId('analysis-line'), game);
	}

	/** Begins anew where another position is shown, and draws what is known. */
	draw() {
		const task = this.#task();
		if (task !== this.key) this.#begin(task);
		this.#write();
	}

	/** The position to analyse as a word; empty for none. */
	#task() {
		const { game } = this;
		if (!this.on || this.#excuse()) return '';
		return [game.state.id, game.state.rule, game.state.columns, game.key].join('|');
	}

	/** Why there is nothing to analyse just now. */
	#excuse() {
		const { state, view, sent } = this.game;
		if (view !== null) return '';
		if (state.ending) return 'analysisOver';
		return sent || state.thinking || state.players[state.to_move - 1] === 'engine' ? 'analysisWaits' : '';
	}

	toggle() {
		this.on = !this.on;
		this.game.set();
	}

	#begin(key) {
		this.abort?.abort();
		clearTimeout(this.timer);
		this.key = key;
		this.thought = null;
		this.line.set([]);
		if (key) this.timer = setTimeout(() => this.#run(), SETTLE_MS);
	}

	async #run() {
		const abort = this.abort = new AbortController();
		try {
			for await (const { name, data } of analyze(this.#position(), abort.signal)) {
				if (abort.signal.aborted) return;
				if (name === 'error') throw new Error(data.error);
				if (name === 'depth' || name === 'done') this.#take(data);
			}
		} catch (error) {
			if (!abort.signal.aborted) this.#fail(error);
		}
	}

	#take(thought) {
		this.thought = thought;
		this.game.judge(thought);
		this.game.set();
	}

	#fail(error) {
		this.on = false;
		this.report(error);
		this.game.set();
	}

	/** The position shown as the API wants it. */
	#position() {
		const { game } = this;
		const { columns, rule } = game.state;
		const board = game.stones.map(({ x, y, value }) => ({ x, y, value }));
		const position = { board, player: game.turnShown, size: columns, time_ms: Math.min(TIME_MS, this.longest) };
		return inCells(game.state) ? position : { ...position, rule };
	}

	#write() {
		const { on, thought, game } = this;
		byId('analysis').hidden = game.state.size === null;
		attribute(byId('analysis-switch'), 'aria-checked', on);
		const idle = on ? this.#excuse() || (thought ? '' : 'analysisRuns') : 'analysisOff';
		byId('analysis-text').classList.toggle('quiet', Boolean(idle));
		write(byId('analysis-text'), idle ? say(idle) : progressText(thought, game));
		this.line.set(idle ? [] : thought.pv ?? []);
	}
}
