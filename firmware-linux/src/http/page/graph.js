// The evaluation: a bar for the position shown, and its course over the game.

import { attribute, byId, svg, write } from './dom.js';
import { percent } from './score.js';
import { sideName } from './view.js';
import { say } from './words.js';

export class Graph {
	constructor(game) {
		this.game = game;
		this.root = byId('graph');
		this.root.addEventListener('click', (event) => this.#clicked(event));
		this.root.addEventListener('keydown', (event) => this.#key(event));
	}

	draw() {
		this.#drawBar();
		this.#drawCourse();
		this.#describe();
	}

	#drawBar() {
		const { state, chanceShown } = this.game;
		const black = percent(chanceShown ?? 0.5);
		byId('bar-black').style.width = `${black}%`;
		const text = (side, value) => (chanceShown === null ? sideName(state, side) : say('evaluationIs', sideName(state, side), value));
		write(byId('bar-left'), text(1, black));
		write(byId('bar-right'), text(2, 100 - black));
		attribute(byId('bar'), 'aria-valuenow', black);
		attribute(byId('bar'), 'aria-valuetext', text(1, black));
	}

	/** Known chances joined by lines; black rises from below, as it gains. */
	#drawCourse() {
		const { chances, shown } = this.game;
		const known = chances.map((chance, number) => ({ chance, number })).filter(({ chance }) => chance !== null);
		const width = Math.max(chances.length - 1, 1);
		this.root.replaceChildren();
		attribute(this.root, 'viewBox', `0 0 ${width} 100`);
		byId('course').hidden = !known.length;
		if (known.length) this.#course(known, width);
		if (chances.length > 1) svg('path', { class: 'here', d: `M${shown} 0V100` }, this.root);
	}

	#course(known, width) {
		const heights = known.map(({ chance }) => 100 - 100 * chance);
		// Before the first and after the last known value the curve is level.
		const curve = `0 ${heights[0]}${known.map(({ number }, index) => `L${number} ${heights[index]}`).join('')}H${width}`;
		svg('path', { class: 'area', d: `M0 100L${curve}V100Z` }, this.root);
		svg('path', { class: 'half', d: `M0 50H${width}` }, this.root);
		svg('path', { class: 'curve', d: `M${curve}` }, this.root);
	}

	/** For screen readers the graph is a slider over the moves. */
	#describe() {
		const { state, chances, shown } = this.game;
		const chance = chances[shown];
		const at = shown ? `${say('graphAt', shown)}, ${state.moves[shown - 1].name}` : say('first');
		const worth = chance === null ? '' : `, ${say('evaluationIs', sideName(state, 1), percent(chance))}`;
		attribute(this.root, 'aria-valuemax', state.moves.length);
		attribute(this.root, 'aria-valuenow', shown);
		attribute(this.root, 'aria-valuetext', at + worth);
	}

	#clicked(event) {
		const { left, width } = this.root.getBoundingClientRect();
		this.game.look(Math.round(((event.clientX - left) / width) * this.game.state.moves.length));
	}

	#key(event) {
		const { shown, state } = this.game;
		const to = { ArrowLeft: shown - 1, ArrowDown: shown - 1, ArrowRight: shown + 1, ArrowUp: shown + 1, Home: 0, End: state.moves.length }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		this.game.look(to);
	}
}
