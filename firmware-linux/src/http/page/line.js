// A line of play as a button: pointing at it shows its stones on the board, a tap keeps them there.

import { attribute } from './dom.js';
import { samePoint } from './notation.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./notation.js').Point} Point */

export class Line {
  /**
   * @param {HTMLElement} button
   * @param {Game} game
   */
  constructor(button, game) {
    this.button = button;
    this.game = game;
    /** @type {Point[]} */
    this.points = [];
    this.held = false;
    // A finger has no hover: there the tap alone counts.
    button.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && this.#show());
    button.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && this.#hide());
    button.addEventListener('click', () => this.#toggle());
  }

  /** @param {Point[]} points */
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
    this.game.showLine(this.held ? this.points : []);
  }

  #hold(held) {
    this.held = held;
    attribute(this.button, 'aria-pressed', held);
  }

  #show() {
    if (this.game.line !== this.points) this.game.showLine(this.points);
  }

  #hide() {
    if (!this.held) this.game.showLine([]);
  }
}
