// Forbidden points of positions looked back at; the server tells those of the game by itself.

import { forbidden } from './api.js';

export function watchFouls(game) {
	let asked = '';
	game.addEventListener('change', async () => {
		const key = wanted(game);
		if (key === null || key === asked) return;
		asked = key;
		const board = game.stones.map(({ x, y, value }) => ({ x, y, value }));
		// Without an answer the board is shown without the marks.
		const answer = await forbidden({ board, player: 1, size: game.state.columns }).catch(() => null);
		if (!answer || wanted(game) !== key) return;
		game.set({ pastForbidden: { key, points: answer.points } });
	});
}

/** The position that needs an answer, or null. */
function wanted(game) {
	const { state } = game;
	const past = state?.rule === 'renju' && game.view !== null && game.turnShown === 1;
	return past && game.pastForbidden?.key !== game.key ? game.key : null;
}
