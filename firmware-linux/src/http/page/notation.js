// Points in words (`h8`), games as move strings (`h8g7i9`), and links that carry a position.
//
// The server counts rows from the top and columns from the left, both from 0; people write the
// column as a letter and the row as a number from the bottom.

/** @typedef {{x: number, y: number}} Point  x: row from the top, y: column from the left */

export const columnName = (y) => String.fromCharCode(97 + y);

export const pointName = (point, rows) => columnName(point.y) + (rows - point.x);

export const samePoint = (a, b) => Boolean(a && b) && a.x === b.x && a.y === b.y;

/** The game as one word. */
export const moveString = (moves) => moves.map((move) => move.name).join('');

/**
 * What a pasted text or a file is, as the body of a request for a game; null for nothing at all.
 * Anything that is neither SGF nor PSQ is taken for moves, and the server says what is wrong with it.
 */
export function recognise(text) {
	const trimmed = text.replace(/^\uFEFF/, '').trim();
	if (!trimmed) return null;
	if (/^\(\s*;/.test(trimmed)) return { sgf: trimmed };
	if (/^piskvorky/i.test(trimmed)) return { psq: trimmed };
	return { moves: plainMoves(trimmed) };
}

/** Leaves away what people write around moves: `1. h8 2. g7`, commas, capitals. */
function plainMoves(text) {
	return text.toLowerCase().replace(/(^|\s)\d+[.)]/g, ' ').replace(/[\s,;-]+/g, '');
}

/** The fragment of a link that carries a position. */
export function positionFragment(state, moves) {
	const parts = { size: state.size ?? '', rule: state.rule, moves: moveString(moves) };
	return '#' + new URLSearchParams(parts).toString();
}

export const gameFragment = (id) => '#' + new URLSearchParams({ game: id }).toString();

/**
 * What a fragment asks for: a game of the server's, a position, or nothing.
 * @returns {{game: string}|{position: {size?: number, rule?: string, moves: string}}|null}
 */
export function readFragment(fragment) {
	const fields = new URLSearchParams(fragment.replace(/^#/, ''));
	if (fields.get('game')) return { game: fields.get('game') };
	if (!fields.has('moves')) return null;
	const position = { moves: plainMoves(fields.get('moves')) };
	if (fields.get('size')) position.size = Number(fields.get('size'));
	if (fields.get('rule')) position.rule = fields.get('rule');
	return { position };
}

/** Whether size, rule and moves tell the whole game. */
export const isPlain = ({ size, setup }) => size !== null && !setup.length;

/** How many moves a move string holds. */
export const movesIn = (moves) => (moves.match(/[a-z]+\d+/g) ?? []).length;
