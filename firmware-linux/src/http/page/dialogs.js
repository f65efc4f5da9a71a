// The windows that open on top: a new game, share and load, settings, a question, the token.

import { filePath } from './api.js';
import { byId, write } from './dom.js';
import { remark } from './notices.js';
import { moveString, positionFragment, recognise } from './notation.js';
import { change, settings } from './settings.js';
import { say } from './words.js';

/** @typedef {import('./game.js').Game} Game */

// The server takes bodies of up to 64 KiB; the rest is for what stands around the text.
const LARGEST_FILE = 60 * 1024;

/** Every window closes by its cross, by Escape and by a tap beside it. */
export function prepareDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('.close')?.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  }
  const sizes = Array.from({ length: 16 }, (_, index) => 5 + index);
  byId('new-size').replaceChildren(...sizes.map((size) => new Option(`${size}×${size}`, size)));
  byId('level').replaceChildren(...Array.from({ length: 10 }, (_, index) => new Option(index + 1)));
}

// ---- a new game

/** @param {() => void} start  called when the settings hold what was chosen */
export function prepareNewGame(start) {
  byId('new').addEventListener('click', openNewGame);
  byId('new-form').addEventListener('input', writeNewGame);
  byId('new-form').addEventListener('submit', (event) => {
    event.preventDefault();
    change(newGameChosen());
    byId('new-dialog').close();
    start();
  });
}

function openNewGame() {
  for (const name of ['kind', 'rule', 'size', 'level', 'who']) byId('new-form').elements[name].value = String(settings[name]);
  writeNewGame();
  byId('new-dialog').showModal();
}

function newGameChosen() {
  const { kind, rule, size, level, who } = byId('new-form').elements;
  return { kind: kind.value, rule: rule.value, size: Number(size.value), level: Number(level.value), who: who.value };
}

/** Rule and size are for gomoku; the level is for an engine. */
function writeNewGame() {
  const { kind, level, who } = newGameChosen();
  byId('new-gomoku').hidden = kind !== 'gomoku';
  byId('new-level-field').hidden = who === 'two';
  write(byId('new-level-text'), `${level} · ${say(levelWord(level))}`);
}

const levelWord = (level) => (level <= 2 ? 'easy' : level <= 5 ? 'medium' : level <= 9 ? 'hard' : 'full');

// ---- share and load

/**
 * @param {Game} game
 * @param {(body: object) => Promise<boolean>} load  whether the server has taken it
 */
export function prepareShare(game, load) {
  byId('share').addEventListener('click', () => openShare(game));
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.addEventListener('click', () => copy(byId(button.dataset.copy)));
  }
  byId('load-file').addEventListener('click', () => byId('file').click());
  byId('file').addEventListener('change', (event) => readFile(event.target, load));
  byId('share-form').addEventListener('submit', (event) => {
    event.preventDefault();
    loadText(byId('load-text').value, load);
  });
}

function openShare(game) {
  if (!game.state) return;
  const { state, movesShown } = game;
  byId('link-field').hidden = state.size === null;
  byId('link').value = location.origin + location.pathname + positionFragment(state, movesShown);
  byId('move-string').value = moveString(state.moves);
  for (const format of ['sgf', 'psq']) byId(format).href = filePath(state.id, format);
  byId('share-dialog').showModal();
}

/** Without https the browser has no clipboard for pages, but an older way still works. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand('copy')) return remark(say('copyFailed'));
  }
  remark(say('copied'));
}

async function readFile(input, load) {
  const [file] = input.files;
  input.value = '';
  if (!file) return;
  if (file.size > LARGEST_FILE) return write(byId('load-error'), say('fileTooLarge', LARGEST_FILE / 1024));
  await loadText(await file.text(), load);
}

async function loadText(text, load) {
  const body = recognise(text);
  write(byId('load-error'), body ? '' : say('nothingToLoad'));
  if (!body || !(await load(body))) return;
  byId('load-text').value = '';
  byId('share-dialog').close();
}

// ---- settings

/** @param {() => void} changed */
export function prepareSettings(changed) {
  const { elements } = byId('settings-form');
  byId('settings').addEventListener('click', () => {
    for (const field of elements) readSetting(field);
    byId('settings-dialog').showModal();
  });
  byId('settings-form').addEventListener('change', ({ target }) => {
    change({ [target.name]: target.type === 'checkbox' ? target.checked : target.value });
    changed();
  });
  byId('settings-form').addEventListener('submit', (event) => event.preventDefault());
}

function readSetting(field) {
  if (!(field.name in settings)) return;
  if (field.type === 'checkbox') field.checked = settings[field.name];
  else field.value = settings[field.name];
}

// ---- questions

/** @returns {Promise<boolean>} whether the person wants to give the game up */
export function askResign() {
  const dialog = byId('resign-dialog');
  dialog.returnValue = '';
  dialog.showModal();
  byId('resign-yes').onclick = () => dialog.close('yes');
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/** @param {boolean} again  the last one was wrong @returns {Promise<string|null>} null: given up */
export function askToken(again) {
  const dialog = byId('token-dialog');
  dialog.returnValue = '';
  write(byId('token-error'), again ? say('tokenWrong') : '');
  byId('token-form').onsubmit = (event) => {
    event.preventDefault();
    dialog.close(byId('token').value.trim());
  };
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue || null), { once: true });
  });
}
