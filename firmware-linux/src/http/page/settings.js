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
 * @returns {{id?: string, own?: string, setup?: object|null, moves?: string, resigned?: boolean, kept?: object, keptIn?: string}}
 */
export function record() {
	const own = read(RECORD, 'sessionStorage');
	return own.id ? own : read(RECORD);
}

/** Each tab has its own; a new one begins with the last of all. */
export function remember(changes) {
	const value = { ...record(), ...changes };
	keep(RECORD, value, 'sessionStorage');
	keep(RECORD, value);
}

function read(key, store = 'localStorage') {
	try {
		return JSON.parse(window[store].getItem(key)) ?? {};
	} catch {
		return {}; // There is no store.
	}
}

function keep(key, value, store = 'localStorage') {
	try {
		window[store].setItem(key, JSON.stringify(value));
	} catch {}
}
