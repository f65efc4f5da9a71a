// What the engine thought of its moves, in sentences, for people who want to learn from it.

import { chance, ownMoves, percent, scoreText } from './score.js';
import { sideName } from './view.js';
import { count, say, seconds, sentences } from './words.js';

/**
 * The thought behind a move; empty where it was a person's.
 * @param {number} number  of the move, from 1
 */
export function moveThought(state, number) {
	const move = state.moves[number - 1];
	if (!move || (move.depth == null && move.score == null && move.win_in == null)) return '';
	return sentences(say('played', sideName(state, move.value), move.name), effort(move), worth(state, move));
}

/** How far the search went. */
function effort({ depth, nodes, time_ms }) {
	if (!depth || !nodes) return say('atOnce');
	return say('looked', depth, count(nodes), seconds(time_ms ?? 0));
}

/** What it came to. */
function worth(state, move) {
	if (move.win_in != null) {
		const winner = move.win_in > 0 ? move.value : 3 - move.value;
		return say('winsIn', sideName(state, winner), ownMoves(move.win_in));
	}
	return move.score == null ? '' : say('chance', sideName(state, move.value), percent(chance(move)));
}

/** The hint, if there is one. */
export const hintText = ({ hint }, name) => say('hintIs', name, scoreText(hint));

/** What a search has come to so far, as one line. */
export function progressText(thought, game) {
	const { depth, nodes, time_ms } = thought;
	return say('progress', game.name(thought), scoreText(thought), depth, count(nodes), seconds(time_ms));
}

/** How the game ended, for those who played it. */
export function endingText(state) {
	const { kind, winner } = state.ending;
	if (kind === 'draw') return say('draw');
	const reason = { resigned: say('resigned', sideName(state, 3 - winner)), foul: say('foul'), stuck: say('stuck') }[kind];
	return sentences(reason, winnerText(state, winner));
}

function winnerText(state, winner) {
	const [mine, other] = [state.players[winner - 1], state.players[2 - winner]];
	if (mine === other) return say('sideWins', sideName(state, winner));
	return say(mine === 'human' ? 'youWin' : 'engineWins');
}
