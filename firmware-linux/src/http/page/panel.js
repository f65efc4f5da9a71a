// What stands beside the board: actions, the engine's thought, the list of moves and the players.

import { attribute, byId, html, write } from './dom.js';
import { Line } from './line.js';
import { hintText, moveThought, progressText } from './thought.js';
import { gameTitle, sideName } from './view.js';
import { say } from './words.js';

export class Panel {
	/** @param {(changes: {players: string[], level: number}) => void} adjust  somebody else plays */
	constructor(game, adjust) {
		this.game = game;
		this.line = new Line(byId('thought-line'), game);
		byId('moves').addEventListener('click', ({ target }) => {
			const button = target.closest('button');
			if (button) game.look(Number(button.firstChild.textContent));
		});
		byId('players').addEventListener('change', () => adjust(chosen()));
	}

	draw() {
		const { state } = this.game;
		const [name, rule] = gameTitle(state);
		write(byId('title'), name);
		write(byId('rule'), rule);
		this.#actions();
		this.#thought();
		this.#moves();
		this.#players();
		byId('fouls').hidden = state.rule !== 'renju';
	}

	#actions() {
		const { state, view, shown, sent, humanToMove } = this.game;
		enable(state.can_undo && !sent, 'undo');
		enable(state.can_redo && !sent, 'redo');
		enable(humanToMove && !state.thinking, 'hint');
		enable(state.players.includes('human') && !state.ending && !sent, 'resign');
		enable(shown > 0, 'first', 'previous');
		enable(view !== null, 'next', 'last');
	}

	/** In words: what the server has to say or the hint, and the thought behind the move. */
	#thought() {
		const { game } = this;
		const { state, view, shown, sent } = game;
		const live = view === null;
		const thinking = live && !sent && state.thinking;
		if (thinking?.depth != null) return this.#progress(thinking);
		const number = lastJudged(state, shown);
		const hint = state.hint && hintText(state, game.name(state.hint));
		const thought = moveThought(state, number);
		// Of the move itself the server says less than is said here.
		const told = thought && state.message?.includes(state.moves[number - 1].name);
		const said = live && hint ? [hint] : [live && !told && state.message, thought];
		write(byId('thought-text'), said.filter(Boolean).join('\n') || say('noThought'));
		// A line can only be shown on the position that it was thought in.
		const reply = number === shown ? state.moves[number - 1]?.pv.slice(1) ?? [] : [];
		this.line.set((live && state.hint?.pv) || reply);
	}

	/** While it thinks, what it has come to so far. */
	#progress(thinking) {
		write(byId('thought-text'), progressText(thinking, this.game));
		this.line.set(thinking.pv ?? []);
	}

	/** Adds what is new and takes away what is gone, so that the place read stays where it is. */
	#moves() {
		const { state, shown } = this.game;
		const list = byId('moves');
		byId('no-moves').hidden = state.moves.length > 0;
		while (list.children.length > state.moves.length) list.lastChild.remove();
		state.moves.forEach((move, index) => {
			const button = (list.children[index] ?? list.appendChild(moveItem(index + 1))).firstChild;
			write(button.lastChild, move.name);
			attribute(button, 'aria-label', say('stone', move.name, sideName(state, move.value), index + 1));
			attribute(button, 'aria-current', index + 1 === shown ? 'step' : null);
		});
		const current = list.children[shown - 1];
		if (shown !== this.scrolledTo && current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
		this.scrolledTo = shown;
	}

	#players() {
		const { state } = this.game;
		for (const side of [1, 2]) {
			byId(`player${side}`).value = state.players[side - 1];
			write(byId(`player${side}-name`), sideName(state, side));
		}
		byId('level').value = state.level;
	}
}

/** The latest of the moves shown, or the one before, that an engine has thought about. */
function lastJudged(state, shown) {
	const thought = (number) => number > 0 && state.moves[number - 1].depth != null;
	return [shown, shown - 1].find(thought) ?? 0;
}

function moveItem(number) {
	return html('li', {}, html('button', {}, html('small', { textContent: number }), html('span')));
}

/** What the selects of the players say. */
function chosen() {
	return { players: [byId('player1').value, byId('player2').value], level: Number(byId('level').value) };
}

function enable(enabled, ...names) {
	for (const name of names) document.querySelector(`[data-act="${name}"]`).disabled = !enabled;
}
