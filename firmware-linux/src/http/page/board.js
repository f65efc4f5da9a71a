// Draws the board as SVG and turns taps and keys into points.
//
// Layers from below: the grid, stones, marks, and on top one invisible cell for each point. The
// cells carry the names that screen readers say, take taps, and hold the keyboard's focus, one of
// them at a time (a "roving tabindex").

import { attribute, svg } from './dom.js';
import { columnName, pointName, samePoint } from './notation.js';

/** @typedef {import('./view.js').Picture} Picture */
/** @typedef {import('./notation.js').Point} Point */

// From one line to the next, in the drawing's own units.
const PITCH = 20;
const KINDS = { 'double-three': '33', 'double-four': '44', overline: '6' };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  /**
   * @param {SVGSVGElement} root
   * @param {(point: Point, byKey: boolean) => void} pick  a person has chosen this point
   * @param {() => void} leave                             Escape
   */
  constructor(root, pick, leave) {
    this.root = root;
    this.pick = pick;
    this.leave = leave;
    /** @type {Picture|null} */
    this.shown = null;
    this.stones = new Map();
    this.cells = [];
    root.addEventListener('click', (event) => this.#clicked(event));
    root.addEventListener('keydown', (event) => this.#key(event));
    root.addEventListener('focusin', (event) => this.#focused(event));
    new ResizeObserver(() => this.#sizeEdges()).observe(root);
  }

  /**
   * @param {Picture} picture
   * @param {(point: Point) => string} text  what a cell is called
   */
  draw(picture, text) {
    let before = this.shown;
    this.shown = picture;
    if (SHAPE.some((key) => before?.[key] !== picture[key])) before = null;
    if (!before) this.#build();
    attribute(this.root, 'data-turn', picture.turn);
    this.root.classList.toggle('playable', picture.playable);
    this.root.classList.toggle('numbered', picture.numbers);
    this.#drawStones();
    this.#drawMarks();
    if (before?.names !== picture.names) this.#nameCells(text);
  }

  // ---- the parts that stay

  #build() {
    const { columns, rows, cells, coordinates } = this.shown;
    const edge = coordinates ? PITCH * (0.1 + 0.042 * Math.max(columns, rows)) : PITCH * 0.2;
    const far = PITCH * 0.2;
    this.root.replaceChildren();
    this.stones.clear();
    attribute(this.root, 'viewBox', `${-edge} ${-far} ${columns * PITCH + edge + far} ${rows * PITCH + edge + far}`);
    attribute(this.root, 'aria-rowcount', rows);
    attribute(this.root, 'aria-colcount', columns);
    this.root.classList.toggle('crosses', cells);
    this.#gradients();
    svg('rect', { class: 'wood', x: -edge, y: -far, width: columns * PITCH + edge + far, height: rows * PITCH + edge + far, rx: 4 }, this.root);
    this.#grid(svg('g', { class: 'grid', 'aria-hidden': true }, this.root));
    if (coordinates) this.#edges(edge);
    this.stoneLayer = svg('g', { 'aria-hidden': true }, this.root);
    this.markLayer = svg('g', { 'aria-hidden': true }, this.root);
    this.#makeCells();
    this.#sizeEdges();
  }

  /** The light on the stones. */
  #gradients() {
    const defs = svg('defs', {}, this.root);
    for (const side of [1, 2]) {
      const light = svg('radialGradient', { id: `stone${side}`, cx: 0.36, cy: 0.3, r: 0.75 }, defs);
      svg('stop', { offset: 0, class: `light${side}` }, light);
      svg('stop', { offset: 1, class: `dark${side}` }, light);
    }
  }

  #grid(layer) {
    const { columns, rows, cells } = this.shown;
    // Crosses stand between the lines, stones on them.
    const [from, shift] = cells ? [1, 0] : [0, PITCH / 2];
    const end = cells ? 0 : PITCH / 2;
    for (let y = from; y < columns; y++) {
      const at = y * PITCH + shift;
      svg('line', { x1: at, x2: at, y1: end, y2: rows * PITCH - end }, layer);
    }
    for (let x = from; x < rows; x++) {
      const at = x * PITCH + shift;
      svg('line', { y1: at, y2: at, x1: end, x2: columns * PITCH - end }, layer);
    }
    if (!cells) for (const star of stars(columns, rows)) svg('circle', { ...centre(star), r: PITCH * 0.09 }, layer);
  }

  #edges(edge) {
    const { columns, rows } = this.shown;
    const layer = svg('g', { class: 'edges', 'aria-hidden': true }, this.root);
    for (let y = 0; y < columns; y++) {
      const place = { x: (y + 0.5) * PITCH, y: rows * PITCH + edge * 0.42 };
      svg('text', place, layer).textContent = columnName(y);
    }
    for (let x = 0; x < rows; x++) {
      svg('text', { x: -edge * 0.42, y: (x + 0.5) * PITCH }, layer).textContent = rows - x;
    }
  }

  /** The letters at the edges have the same size on every board. */
  #sizeEdges() {
    const { clientWidth, clientHeight } = this.root;
    const { width, height } = this.root.viewBox.baseVal ?? {};
    const scale = Math.min(clientWidth / width, clientHeight / height);
    if (scale > 0) this.root.style.setProperty('--edge-size', `${(clientWidth < 500 ? 11 : 14) / scale}px`);
  }

  #makeCells() {
    const { columns, rows } = this.shown;
    this.cells = [];
    const middle = { x: rows >> 1, y: columns >> 1 };
    for (let x = 0; x < rows; x++) {
      const row = svg('g', { role: 'row' }, this.root);
      this.cells.push(Array.from({ length: columns }, (_, y) => this.#makeCell(row, { x, y })));
    }
    attribute(this.#cell(middle), 'tabindex', 0);
  }

  #makeCell(row, { x, y }) {
    return svg('rect', {
      class: 'cell', role: 'gridcell', tabindex: -1,
      x: y * PITCH, y: x * PITCH, width: PITCH, height: PITCH, rx: PITCH / 2,
      'data-x': x, 'data-y': y, 'data-point': pointName({ x, y }, this.shown.rows),
    }, row);
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
      if (!this.stones.has(key)) this.stones.set(key, this.#stone(stone, this.stoneLayer, 'stone'));
      this.#number(this.stones.get(key), stone);
    }
  }

  #stone(stone, layer, kind) {
    const { x, y } = corner(stone);
    const node = svg('g', { class: `${kind} side${stone.value}`, transform: `translate(${x} ${y})` }, layer);
    if (this.shown.cells) this.#cross(node, stone.value);
    else this.#round(node, stone.value);
    return node;
  }

  #round(node, value) {
    svg('circle', { class: 'shadow', cx: 0.6, cy: 1, r: PITCH * 0.46 }, node);
    svg('circle', { class: 'body', r: PITCH * 0.46, fill: `url(#stone${value})` }, node);
  }

  #cross(node, value) {
    const reach = PITCH * 0.26;
    if (value === 1) svg('path', { class: 'body', d: `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}` }, node);
    else svg('circle', { class: 'body', r: PITCH * 0.29 }, node);
  }

  /** Numbers are for stones; crosses have none, for they would be crossed out. */
  #number(node, stone) {
    const text = this.shown.numbers && !this.shown.cells ? stone.number : null;
    node.querySelector('text')?.remove();
    if (text) svg('text', { class: text > 99 ? 'number long' : 'number' }, node).textContent = text;
  }

  #drawMarks() {
    const layer = this.markLayer;
    const { last, winning, forbidden, hint, ghosts, candidate, turn } = this.shown;
    layer.replaceChildren();
    if (last) this.#lastMark(last);
    for (const foul of forbidden) this.#foul(foul);
    if (winning.length) this.#win(winning);
    if (hint) svg('circle', { class: 'hint', ...centre(hint), r: PITCH * 0.34 }, layer);
    for (const ghost of ghosts) {
      const node = this.#stone(ghost, layer, 'ghost');
      svg('text', { class: 'number' }, node).textContent = ghost.number;
    }
    if (candidate) this.#candidate(candidate, turn);
  }

  #lastMark(last) {
    const { cells, numbers } = this.shown;
    const side = `last side${last.value}`;
    if (cells) svg('rect', { class: side, ...box(last, 0.42), rx: 2 }, this.markLayer);
    else if (numbers) svg('circle', { class: `${side} ring`, ...centre(last), r: PITCH * 0.46 }, this.markLayer);
    else svg('circle', { class: side, ...centre(last), r: PITCH * 0.13 }, this.markLayer);
  }

  #foul(foul) {
    const { x, y } = corner(foul);
    const node = svg('g', { class: 'foul', transform: `translate(${x} ${y})` }, this.markLayer);
    svg('circle', { r: PITCH * 0.4 }, node);
    svg('text', {}, node).textContent = KINDS[foul.kind] ?? '!';
  }

  #win(points) {
    const ends = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
    const [a, b] = [corner(ends[0]), corner(ends[ends.length - 1])];
    if (inLine(ends)) svg('line', { class: 'win', x1: a.x, y1: a.y, x2: b.x, y2: b.y }, this.markLayer);
    if (!this.shown.cells) for (const point of points) svg('circle', { class: 'win', ...centre(point), r: PITCH * 0.47 }, this.markLayer);
  }

  /** The stone to be confirmed, with lines to the edges, since a finger hides it. */
  #candidate(point, turn) {
    const { columns, rows } = this.shown;
    const { x, y } = corner(point);
    svg('path', { class: 'aim', d: `M0 ${y}H${columns * PITCH}M${x} 0V${rows * PITCH}` }, this.markLayer);
    this.#stone({ ...point, value: turn }, this.markLayer, 'candidate');
    svg('circle', { class: 'aim', cx: x, cy: y, r: PITCH * 0.49 }, this.markLayer);
  }

  #nameCells(text) {
    const taken = new Set(this.shown.stones.map((stone) => `${stone.x},${stone.y}`));
    this.cells.forEach((row, x) => row.forEach((cell, y) => {
      attribute(cell, 'aria-label', text({ x, y }));
      cell.classList.toggle('free', !taken.has(`${x},${y}`));
    }));
  }

  // ---- taps and keys

  #clicked(event) {
    const point = pointOf(event.target);
    if (point) this.pick(point, false);
  }

  #key(event) {
    const at = pointOf(event.target);
    if (event.key === 'Escape') this.leave();
    if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = this.#target(event.key, at);
    if (to) this.focus(to);
    else if (event.key === 'Enter' || event.key === ' ') this.pick(at, true);
    else return;
    event.preventDefault();
  }

  /** Where a key leads from here. @returns {Point|null} */
  #target(key, { x, y }) {
    const { columns, rows } = this.shown;
    if (key === 'Home') return { x, y: 0 };
    if (key === 'End') return { x, y: columns - 1 };
    if (key === 'PageUp') return { x: 0, y };
    if (key === 'PageDown') return { x: rows - 1, y };
    const step = ARROWS[key];
    if (!step) return null;
    return { x: clamp(x + step[0], rows), y: clamp(y + step[1], columns) };
  }

  /** Moves the keyboard's place. @param {Point} point */
  focus(point) {
    this.#cell(point).focus({ preventScroll: true });
  }

  #focused(event) {
    const at = pointOf(event.target);
    if (!at) return;
    for (const cell of this.root.querySelectorAll('[tabindex="0"]')) attribute(cell, 'tabindex', -1);
    attribute(this.#cell(at), 'tabindex', 0);
  }

  #cell({ x, y }) {
    return this.cells[x][y];
  }
}

// What makes another board of it.
const SHAPE = ['columns', 'rows', 'cells', 'coordinates'];

const clamp = (value, length) => Math.min(Math.max(value, 0), length - 1);

/** The middle of a point in the drawing: there x runs to the right, y down. */
const corner = ({ x, y }) => ({ x: (y + 0.5) * PITCH, y: (x + 0.5) * PITCH });

const centre = (point) => ({ cx: corner(point).x, cy: corner(point).y });

function box(point, reach) {
  const { x, y } = corner(point);
  return { x: x - reach * PITCH, y: y - reach * PITCH, width: 2 * reach * PITCH, height: 2 * reach * PITCH };
}

/** @returns {Point|null} */
function pointOf(node) {
  const { x, y } = node.dataset ?? {};
  return x === undefined ? null : { x: Number(x), y: Number(y) };
}

/** Whether points, sorted, stand in one row. */
function inLine(points) {
  const [first, second] = points;
  if (!second) return false;
  const step = [Math.sign(second.x - first.x), Math.sign(second.y - first.y)];
  return points.every((point, index) => samePoint(point, { x: first.x + step[0] * index, y: first.y + step[1] * index }));
}

/** The points that boards are marked at: the centre, and four where there is room. */
function stars(columns, rows) {
  const places = (length) => {
    const edge = length >= 13 ? 3 : 2;
    const middle = length % 2 ? [(length - 1) / 2] : [];
    return length < 9 ? middle : [edge, ...middle, length - 1 - edge];
  };
  const all = places(rows).flatMap((x) => places(columns).map((y) => ({ x, y })));
  const isCentre = ({ x, y }) => 2 * x === rows - 1 && 2 * y === columns - 1;
  const isCorner = ({ x, y }) => 2 * x !== rows - 1 && 2 * y !== columns - 1;
  // As on a go board, only the large ones have stars at the sides.
  return all.filter((point) => Math.min(columns, rows) >= 19 || isCentre(point) || isCorner(point));
}
