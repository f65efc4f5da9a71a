// What a person has chosen, and the game that was last on the page. Both live in this browser only.

import { preferredLanguage } from './words.js';

const SETTINGS = 'minmax.settings';
const RECORD = 'minmax.game';

/**
 * @typedef {Object} Settings
 * @property {'en'|'zh'} language
 * @property {'auto'|'light'|'dark'} theme
 * @property {'auto'|'on'|'off'} confirm    whether a tap needs a second one
 * @property {boolean} numbers              move numbers on the stones
 * @property {boolean} coordinates
 * @property {boolean} fouls                forbidden points in renju
 * @property {boolean} evaluation           the bar and the graph
 * @property {'gomoku'|'tictactoe'|'4x4'} kind   of the next game, as are the rest
 * @property {string} rule
 * @property {number} size
 * @property {number} level
 * @property {'first'|'second'|'two'|'watch'} who
 */

/** @type {Settings} */
const DEFAULTS = {
  language: preferredLanguage(),
  theme: 'auto',
  confirm: 'auto',
  numbers: false,
  coordinates: true,
  fouls: true,
  evaluation: true,
  kind: 'gomoku',
  rule: 'freestyle',
  size: 15,
  level: 5,
  who: 'first',
};

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(SETTINGS) };

/** @param {Partial<Settings>} changes */
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
 * @returns {{id?: string, own?: string, setup?: object, moves?: string, offered?: object}}
 */
export const record = () => read(RECORD);

/** @param {object} changes */
export const remember = (changes) => keep(RECORD, { ...record(), ...changes });

/** Settings that cannot be read are no settings: private windows may refuse the store. */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then it holds until the page is left.
  }
}
