// The line below the board: whose turn it is, what the engine does, and a move to be confirmed.

import { attribute, byId, write } from './dom.js';
import { isPlain } from './notation.js';
import { endingText } from './thought.js';
import { sideName } from './view.js';
import { say } from './words.js';

export class Status {
	constructor(game) {
		this.game = game;
	}

	draw() {
		const { game } = this;
		const { state, view, sent } = game;
		const point = game.candidate ?? game.kept;
		const thinking = view === null && !sent ? state.thinking : null;
		write(byId('status-text'), statusText(game));
		byId('confirm').hidden = !point;
		if (point) write(byId('place'), say('place', game.name(point)));
		byId('past').hidden = view === null;
		byId('branch').hidden = !isPlain(state);
		byId('move-now').hidden = thinking?.purpose !== 'move';
		byId('spinner').hidden = view !== null || !(sent || state.thinking);
		attribute(byId('turn'), 'data-side', view === null && state.ending ? state.ending.winner : game.turnShown);
	}
}

/** One sentence. */
export function statusText({ state, view, sent }) {
	if (view !== null) return say('position', view, state.moves.length);
	if (state.ending) return endingText(state);
	if (state.thinking?.purpose === 'hint') return say('looks');
	// A stone on its way counts as played: it is before everybody's eyes.
	const turn = sent ? 3 - state.to_move : state.to_move;
	const side = sideName(state, turn);
	if (state.players[turn - 1] === 'engine') return say('thinks', side);
	return say(state.players[2 - turn] === 'engine' ? 'yourMove' : 'toMove', side);
}
