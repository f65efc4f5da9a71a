// Draws the board as SVG and turns taps and keys into points.
//
// Layers from below: the grid, stones, marks, and on top one invisible cell for each point. The
// cells carry the names that screen readers say, take taps, and hold the keyboard's focus, one of
// them at a time (a "roving tabindex").

import { attribute, svg } from './dom.js';
import { columnName, pointName, samePoint } from './notation.js';

/** @typedef {import('./notation.js').Point} Point */

// From one line to the next, and a stone's radius, in the drawing's own units.
const PITCH = 20;
const STONE = 9.2;
const KINDS = { 'double-three': '33', 'double-four': '44', overline: '6' };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
// What makes another board of it.
const SHAPE = ['columns', 'rows', 'cells', 'coordinates'];

export class Board {
	/** @type {import('./view.js').Picture|null} */
	shown = null;

	/**
	 * @param {SVGSVGElement} root
	 * @param {(point: Point, byKey: boolean) => void} pick  a person has chosen this point
	 * @param {() => void} leave                             Escape
	 */
	constructor(root, pick, leave) {
		Object.assign(this, { root, pick, leave });
		root.addEventListener('click', ({ target }) => pointOf(target) && pick(pointOf(target), false));
		root.addEventListener('keydown', (event) => this.#key(event));
		// Not at the SVG itself: that would make it a stop of the Tab key.
		root.parentNode.addEventListener('focusin', ({ target }) => this.#rove(pointOf(target)));
		new ResizeObserver(() => this.#sizeEdges()).observe(root);
	}

	/** @param {(point: Point) => string} text  what a cell is called */
	draw(picture, text) {
		const same = SHAPE.every((key) => this.shown?.[key] === picture[key]);
		const named = same && this.shown.names === picture.names;
		this.shown = picture;
		if (!same) this.#build();
		attribute(this.root, 'data-turn', picture.turn);
		this.root.classList.toggle('playable', picture.playable);
		this.#drawStones();
		this.#drawMarks();
		if (!named) this.#nameCells(text);
	}

	// ---- the parts that stay

	#build() {
		const { columns, rows, cells, coordinates } = this.shown;
		const far = PITCH * 0.2;
		const edge = coordinates ? PITCH * (0.1 + 0.042 * Math.max(columns, rows)) : far;
		const box = { x: -edge, y: -far, width: columns * PITCH + edge + far, height: rows * PITCH + edge + far };
		this.root.replaceChildren();
		this.stones = new Map();
		attribute(this.root, 'viewBox', Object.values(box).join(' '));
		this.root.classList.toggle('crosses', cells);
		this.#light();
		svg('rect', { class: 'wood', ...box, rx: Math.max(columns, rows) / 4 }, this.root);
		this.#grid();
		if (coordinates) this.#edges(edge * 0.42);
		this.stoneLayer = this.#layer();
		this.markLayer = this.#layer();
		this.#makeCells();
		this.#sizeEdges();
	}

	#layer(name = '') {
		return svg('g', { class: name, 'aria-hidden': true }, this.root);
	}

	/** The light on the stones. */
	#light() {
		const defs = svg('defs', {}, this.root);
		for (const side of [1, 2]) {
			const light = svg('radialGradient', { id: `stone${side}`, cx: 0.36, cy: 0.3, r: 0.75 }, defs);
			svg('stop', { offset: 0, class: `light${side}` }, light);
			svg('stop', { offset: 1, class: `dark${side}` }, light);
		}
	}

	/** Stones lie on the lines, crosses stand between them. */
	#grid() {
		const { columns, rows, cells } = this.shown;
		const [from, shift] = cells ? [1, 0] : [0, PITCH / 2];
		const layer = this.#layer('grid');
		const [right, bottom] = [columns * PITCH - shift, rows * PITCH - shift];
		for (let y = from; y < columns; y++) svg('path', { d: `M${y * PITCH + shift} ${shift}V${bottom}` }, layer);
		for (let x = from; x < rows; x++) svg('path', { d: `M${shift} ${x * PITCH + shift}H${right}` }, layer);
		if (!cells) for (const star of stars(columns, rows)) svg('circle', { ...centre(star), r: 1.8 }, layer);
	}

	#edges(off) {
		const { columns, rows } = this.shown;
		const layer = this.#layer('edges');
		const write = (x, y, text) => { svg('text', { x, y }, layer).textContent = text; };
		for (let y = 0; y < columns; y++) write((y + 0.5) * PITCH, rows * PITCH + off, columnName(y));
		for (let x = 0; x < rows; x++) write(-off, (x + 0.5) * PITCH, rows - x);
	}

	/** The letters at the edges have the same size on every board. */
	#sizeEdges() {
		const { clientWidth, clientHeight, viewBox } = this.root;
		const { width, height } = viewBox.baseVal ?? {};
		const scale = Math.min(clientWidth / width, clientHeight / height);
		if (scale > 0) this.root.style.setProperty('--edge-size', `${(clientWidth < 500 ? 11 : 14) / scale}px`);
	}

	#makeCells() {
		const { columns, rows } = this.shown;
		this.cells = Array.from({ length: rows }, (_, x) => {
			const row = svg('g', { role: 'row' }, this.root);
			return Array.from({ length: columns }, (_, y) => svg('rect', {
				class: 'cell', role: 'gridcell', tabindex: -1,
				x: y * PITCH, y: x * PITCH, width: PITCH, height: PITCH, rx: this.shown.cells ? 2 : PITCH / 2,
				'data-x': x, 'data-y': y, 'data-point': pointName({ x, y }, rows),
			}, row));
		});
		this.#rove({ x: rows >> 1, y: columns >> 1 });
	}

	// ---- the parts that change

	/** Stones that stay are not touched, so that only a new one is seen to be placed. */
	#drawStones() {
		const wanted = new Map(this.shown.stones.map((stone) => [`${stone.x},${stone.y},${stone.value}`, stone]));
		for (const [key, node] of this.stones) {
			if (wanted.has(key)) continue;
			node.remove();
			this.stones.delete(key);
		}
		for (const [key, stone] of wanted) {
			if (!this.stones.has(key)) this.stones.set(key, this.#stone('stone', stone, this.stoneLayer));
			const text = this.shown.numbers && !this.shown.cells ? stone.number : null;
			number(this.stones.get(key), text);
		}
	}

	#stone(kind, stone, layer = this.markLayer) {
		const { x, y } = place(stone);
		const node = svg('g', { class: `${kind} side${stone.value}`, transform: `translate(${x} ${y})` }, layer);
		if (!this.shown.cells) {
			svg('circle', { class: 'shadow', cx: 0.6, cy: 1, r: STONE }, node);
			svg('circle', { class: 'body', r: STONE, fill: `url(#stone${stone.value})` }, node);
		} else if (stone.value === 1) {
			svg('path', { class: 'body', d: 'M-5-5L5 5M5-5L-5 5' }, node);
		} else {
			svg('circle', { class: 'body', r: 5.8 }, node);
		}
		return node;
	}

	#drawMarks() {
		const { last, winning, forbidden, hint, ghosts, candidate, turn } = this.shown;
		this.markLayer.replaceChildren();
		if (last) this.#lastMark(last);
		for (const foul of forbidden) this.#foul(foul);
		if (winning.length) this.#win(winning);
		if (hint) this.#ring('hint', hint, 6.8);
		for (const ghost of ghosts) number(this.#stone('ghost', ghost), ghost.number);
		if (candidate) this.#candidate(candidate, turn);
	}

	#ring(name, point, radius) {
		svg('circle', { class: name, ...centre(point), r: radius }, this.markLayer);
	}

	#lastMark(last) {
		const { cells, numbers } = this.shown;
		const name = `last side${last.value}`;
		if (cells) svg('rect', { class: name, x: last.y * PITCH + 1.5, y: last.x * PITCH + 1.5, width: 17, height: 17, rx: 2 }, this.markLayer);
		else if (numbers) this.#ring(`${name} ring`, last, STONE);
		else this.#ring(name, last, 2.6);
	}

	#foul(foul) {
		const { x, y } = place(foul);
		const node = svg('g', { class: 'foul', transform: `translate(${x} ${y})` }, this.markLayer);
		svg('circle', { r: 8 }, node);
		svg('text', {}, node).textContent = KINDS[foul.kind] ?? '!';
	}

	#win(points) {
		const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
		const [from, to] = [place(sorted[0]), place(sorted[sorted.length - 1])];
		if (inLine(sorted)) svg('path', { class: 'win', d: `M${from.x} ${from.y}L${to.x} ${to.y}` }, this.markLayer);
		if (!this.shown.cells) for (const point of points) this.#ring('win', point, STONE);
	}

	/** The stone to be confirmed, with lines to the edges, since a finger hides it. */
	#candidate(point, turn) {
		const { columns, rows } = this.shown;
		const { x, y } = place(point);
		svg('path', { class: 'aim', d: `M0 ${y}H${columns * PITCH}M${x} 0V${rows * PITCH}` }, this.markLayer);
		this.#stone('candidate', { ...point, value: turn });
		this.#ring('aim', point, 9.8);
	}

	#nameCells(text) {
		const taken = new Set(this.shown.stones.map((stone) => `${stone.x},${stone.y}`));
		this.cells.forEach((row, x) => row.forEach((cell, y) => {
			attribute(cell, 'aria-label', text({ x, y }));
			cell.classList.toggle('free', !taken.has(`${x},${y}`));
		}));
	}

	// ---- keys

	#key(event) {
		const at = pointOf(event.target);
		if (event.key === 'Escape') this.leave();
		if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
		const to = this.#target(event.key, at);
		if (to) this.cells[to.x][to.y].focus({ preventScroll: true });
		else if (event.key === 'Enter' || event.key === ' ') this.pick(at, true);
		else return;
		event.preventDefault();
	}

	/** Where a key leads from here. @returns {Point|undefined} */
	#target(key, { x, y }) {
		const { columns, rows } = this.shown;
		const [down, right] = ARROWS[key] ?? [];
		if (right !== undefined) return { x: clamp(x + down, rows), y: clamp(y + right, columns) };
		return { Home: { x, y: 0 }, End: { x, y: columns - 1 }, PageUp: { x: 0, y }, PageDown: { x: rows - 1, y } }[key];
	}

	/** The cell that the Tab key comes back to. */
	#rove(at) {
		if (!at) return;
		for (const cell of this.root.querySelectorAll('[tabindex="0"]')) attribute(cell, 'tabindex', -1);
		attribute(this.cells[at.x][at.y], 'tabindex', 0);
	}
}

const clamp = (value, length) => Math.min(Math.max(value, 0), length - 1);

/** The middle of a point in the drawing: there x runs to the right, y down. */
const place = ({ x, y }) => ({ x: (y + 0.5) * PITCH, y: (x + 0.5) * PITCH });

const centre = (point) => ({ cx: place(point).x, cy: place(point).y });

/** @returns {Point|null} the point of a cell */
function pointOf({ dataset }) {
	return dataset.x ? { x: Number(dataset.x), y: Number(dataset.y) } : null;
}

/** Writes a number on a stone, or takes it away. */
function number(node, text) {
	node.querySelector('text')?.remove();
	if (text) svg('text', { class: text > 99 ? 'number long' : 'number' }, node).textContent = text;
}

/** Whether points, sorted, stand in one row. */
function inLine([first, ...others]) {
	const [down, right] = [Math.sign(others[0]?.x - first.x), Math.sign(others[0]?.y - first.y)];
	return others.every((point, index) => samePoint(point, { x: first.x + down * (index + 1), y: first.y + right * (index + 1) }));
}

/** The points that boards are marked at: the centre, and four or more where there is room. */
function stars(columns, rows) {
	const places = (length) => {
		const edge = length >= 13 ? 3 : 2;
		const middle = length % 2 ? [(length - 1) / 2] : [];
		return length < 9 ? middle : [edge, ...middle, length - 1 - edge];
	};
	const middle = (value, length) => 2 * value === length - 1;
	const all = places(rows).flatMap((x) => places(columns).map((y) => ({ x, y })));
	// As on a go board, only the large ones have stars at the sides.
	return all.filter(({ x, y }) => Math.min(columns, rows) >= 19 || middle(x, rows) === middle(y, columns));
}
