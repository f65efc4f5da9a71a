// What a person has chosen, and the game that was last on the page. Both stay in this browser.

import { preferredLanguage } from './words.js';

const SETTINGS = 'minmax.settings';
const RECORD = 'minmax.game';

const DEFAULTS = {
	/** @type {'en'|'zh'} */
	language: preferredLanguage(),
	/** @type {'auto'|'light'|'dark'} */
	theme: 'auto',
	/** Whether a tap needs a second one. @type {'auto'|'on'|'off'} */
	confirm: 'auto',
	numbers: false,
	coordinates: true,
	fouls: true,
	/** The bar and the graph. */
	evaluation: true,

	// The next game
	/** @type {'gomoku'|'tictactoe'|'4x4'} */
	kind: 'gomoku',
	rule: 'freestyle',
	size: 15,
	level: 5,
	/** @type {'first'|'second'|'two'|'watch'} */
	who: 'first',
};

export const settings = { ...DEFAULTS, ...read(SETTINGS) };

export function change(changes) {
	Object.assign(settings, changes);
	keep(SETTINGS, settings);
}

/** Small boards are easy to hit with a finger; on large ones a tap only proposes. */
export function confirms(columns) {
	if (settings.confirm !== 'auto') return settings.confirm === 'on';
	return columns >= 10 && matchMedia('(pointer: coarse)').matches;
}

/**
 * The last game: its id, and all that is needed to make it again.
 * @returns {{id?: string, own?: string, setup?: object, moves?: string, kept?: object, keptIn?: string}}
 */
export const record = () => read(RECORD);

export const remember = (changes) => keep(RECORD, { ...record(), ...changes });

function read(key) {
	try {
		return JSON.parse(localStorage.getItem(key)) ?? {};
	} catch {
		return {}; // Not readable, or a private window that has no store.
	}
}

function keep(key, value) {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Then it holds until the page is left.
	}
}
