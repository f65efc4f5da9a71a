// From the game to what the board shall show. Pure: the same game gives the same picture.

import { samePoint } from './notation.js';
import { settings } from './settings.js';
import { languageTag, say } from './words.js';

/** @typedef {ReturnType<typeof picture>} Picture */

export function picture(game) {
	const { state, stones } = game;
	const live = game.view === null;
	const hint = live && !game.sent ? state.hint : null;
	const fouls = settings.fouls ? forbidden(game) : [];
	return {
		columns: state.columns,
		rows: state.rows,
		cells: inCells(state), // crosses and noughts; else stones on crossings
		turn: game.turnShown,
		playable: game.humanToMove,
		stones,
		last: stones.findLast((stone) => stone.number) ?? null,
		candidate: game.candidate ?? game.kept,
		ghosts: ghosts(game),
		forbidden: fouls,
		winning: live ? state.winning : [],
		hint,
		numbers: settings.numbers,
		coordinates: settings.coordinates,
		// Another one whenever a cell is called otherwise.
		names: [languageTag(), game.key, stones.length, fouls.length, hint?.x, hint?.y].join(),
	};
}

/** Short rows are the games of crosses and noughts. */
export const inCells = (state) => state.win < 5;

/** What a side is called on this board. */
export function sideName(state, side) {
	const names = inCells(state) ? ['cross', 'nought'] : ['black', 'white'];
	return say(names[side - 1]);
}

/** The game's name, and its rule where it has a choice of rules. @returns {[string, string]} */
export function gameTitle(state) {
	if (state.game === 'mnk') return [say('mnk', state.columns, state.rows, state.win), ''];
	if (state.game === 'tictactoe' || state.game === '4x4') return [say(state.game), ''];
	// The rule's name stands before what it means.
	return [`${say('gomoku')} ${state.columns}×${state.rows}`, say(state.rule).split(/[:：]/)[0]];
}

/** The line shown as stones to come, numbered from 1. */
function ghosts(game) {
	const turn = game.turnShown;
	return game.line
		.map((point, index) => ({ ...point, value: index % 2 ? 3 - turn : turn, number: index + 1 }))
		.filter((ghost) => game.free(ghost));
}

function forbidden(game) {
	if (game.sent) return [];
	if (game.view === null) return game.state.forbidden ?? [];
	return game.pastForbidden?.key === game.key ? game.pastForbidden.points : [];
}

/** A cell in words, for those who do not see the board. */
export function cellText(shown, state, name, point) {
	const stone = shown.stones.find((other) => samePoint(other, point));
	if (!stone) return emptyText(shown, name, point);
	const side = sideName(state, stone.value);
	const text = stone.number ? say('stone', name, side, stone.number) : say('setUp', name, side);
	return samePoint(shown.last, point) ? say('lastMove', text) : text;
}

function emptyText(shown, name, point) {
	const foul = shown.forbidden.find((other) => samePoint(other, point));
	if (foul) return say('forbidden', name, say(foul.kind));
	const text = say('empty', name);
	return samePoint(shown.hint, point) ? say('suggested', text) : text;
}
