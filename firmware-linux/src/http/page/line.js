// A line of play as a button: pointing at it shows its stones on the board, a tap keeps them there.

import { attribute, byId, html } from './dom.js';
import { samePoint } from './notation.js';
import { say } from './words.js';

/** @typedef {import('./notation.js').Point} Point */

export class Line {
	constructor(button, game) {
		const name = html('span', { textContent: say('line') });
		name.dataset.text = 'line';
		button.append(name, html('span'));
		this.button = button;
		this.game = game;
		/** @type {Point[]} */
		this.points = [];
		this.#hold(false);
		// A finger has no hover: there the tap alone counts.
		button.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && this.#show());
		button.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && this.#hide());
		button.addEventListener('click', () => this.#toggle());
	}

	set(points) {
		const same = points.length === this.points.length && points.every((point, index) => samePoint(point, this.points[index]));
		this.points = points;
		this.button.hidden = points.length === 0;
		if (!same) this.button.lastElementChild.textContent = points.map((point) => this.game.name(point)).join(' ');
		// Whatever else took the stones off the board has let go of them.
		if (this.held && this.game.line.length === 0) this.#hold(false);
		else if (!same && this.held) this.#show();
	}

	#toggle() {
		this.#hold(!this.held);
		this.game.set({ line: this.held ? this.points : [] });
		if (this.held) byId('board').scrollIntoView({ block: 'nearest' });
	}

	#hold(held) {
		this.held = held;
		attribute(this.button, 'aria-pressed', held);
	}

	#show() {
		if (this.game.line !== this.points) this.game.set({ line: this.points });
	}

	#hide() {
		if (!this.held) this.game.set({ line: [] });
	}
}
