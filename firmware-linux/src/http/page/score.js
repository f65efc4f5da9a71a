// Scores in words and as chances.

import { say } from './words.js';

/** @typedef {{score: number|null, win_in?: number|null}} Scored */

/** The chance to win of the side that the score is from, 0 to 1. */
export function chance({ score, win_in }) {
	if (win_in != null) return win_in > 0 ? 1 : 0;
	return 1 / (1 + Math.exp(-score / 200));
}

/** Black's chance where the score is that of `side`; null without a score. */
export function blackChance(scored, side) {
	if (scored.score == null && scored.win_in == null) return null;
	return side === 1 ? chance(scored) : 1 - chance(scored);
}

/** `+41`, or `win in 3`, which counts the winner's own moves. */
export function scoreText({ score, win_in }) {
	if (win_in != null) return say(win_in > 0 ? 'winIn' : 'lossIn', ownMoves(win_in));
	return (score > 0 ? '+' : score < 0 ? '−' : '') + Math.abs(score);
}

/** Plies to the end as moves of the side that wins. */
export const ownMoves = (plies) => Math.ceil(Math.abs(plies) / 2);

/** A chance in whole per cent; only what is proven is 0 or 100. */
export function percent(chance) {
	if (chance === 0 || chance === 1) return chance * 100;
	return Math.min(99, Math.max(1, Math.round(chance * 100)));
}
