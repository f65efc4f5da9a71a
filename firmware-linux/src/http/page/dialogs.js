// The windows that open on top: a new game, share and load, settings, a question, the token.

import { filePath } from './api.js';
import { byId, html, write } from './dom.js';
import { remark } from './notices.js';
import { isPlain, moveString, positionFragment, recognise } from './notation.js';
import { change, settings } from './settings.js';
import { say } from './words.js';

// The server takes bodies of up to 64 KiB; the rest is for what stands around the text.
const LARGEST_FILE = 60 * 1024;

/**
 * @param start    a new game, as the settings now say
 * @param load     a game that was pasted, `load(body, refuse)`: whether the server has taken it
 * @param changed  the settings are others
 */
export function prepareDialogs(start, load, changed) {
	for (const dialog of document.querySelectorAll('dialog')) prepare(dialog);
	const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
	byId('new-size').append(...numbers(5, 20).map((size) => new Option(`${size}×${size}`, size)));
	byId('level').append(...numbers(1, 10).map((level) => new Option(level)));
	byId('new-form').addEventListener('input', writeNewGame);
	onSubmit('new-form', () => {
		change(newGameChosen());
		byId('new-dialog').close();
		start();
	});
	onSubmit('share-form', () => loadText(byId('load-text').value, load));
	byId('file').addEventListener('change', ({ target }) => loadFile(target, load));
	onSubmit('settings-form', () => {});
	byId('settings-form').addEventListener('change', ({ target }) => {
		change({ [target.name]: target.type === 'checkbox' ? target.checked : target.value });
		changed();
	});
}

/** Every window has a title, and closes by button, Escape and a tap beside it. */
function prepare(dialog) {
	const title = html('h2', { id: `${dialog.id}-title` });
	title.dataset.text = dialog.dataset.title;
	dialog.setAttribute('aria-labelledby', title.id);
	const close = html('button', { className: 'icon close', textContent: '✕' });
	close.dataset.label = 'close';
	dialog.prepend(html('header', {}, title, close));
	dialog.addEventListener('click', ({ target }) => {
		if (target === dialog || target.closest('.close')) dialog.close('');
	});
}

function onSubmit(form, action) {
	byId(form).addEventListener('submit', (event) => {
		event.preventDefault();
		action();
	});
}

// ---- a new game

export function openNewGame() {
	for (const name of ['kind', 'rule', 'size', 'level', 'who']) byId('new-form').elements[name].value = settings[name];
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
	for (const field of document.querySelectorAll('[data-if]')) field.hidden = field.dataset.if !== kind;
	byId('new-level').hidden = who === 'two';
	const word = level <= 2 ? 'easy' : level <= 5 ? 'medium' : level <= 9 ? 'hard' : 'full';
	write(byId('new-level-text'), `${level} · ${say(word)}`);
}

// ---- share and load

export function openShare({ state, movesShown }) {
	byId('link-field').hidden = !isPlain(state);
	byId('link').value = location.origin + location.pathname + positionFragment(state, movesShown);
	byId('move-string').value = moveString(state.moves);
	for (const format of ['sgf', 'psq']) byId(format).href = filePath(state.id, format);
	write(byId('load-error'), '');
	byId('share-dialog').showModal();
}

/** Without https there is only the older way. */
export async function copy(field) {
	field.select();
	try {
		await navigator.clipboard.writeText(field.value);
	} catch {
		if (!document.execCommand('copy')) return remark(say('copyFailed'));
	}
	remark(say('copied'));
}

async function loadFile(input, load) {
	const [file] = input.files;
	if (file?.size > LARGEST_FILE) write(byId('load-error'), say('fileTooLarge', LARGEST_FILE / 1024));
	else if (file) await loadText(await file.text(), load);
	input.value = '';
}

async function loadText(text, load) {
	const body = recognise(text);
	const refuse = ({ message }) => write(byId('load-error'), message);
	if (!body) return refuse({ message: say('nothingToLoad') });
	if (!(await load(body, refuse))) return;
	byId('load-text').value = '';
	byId('share-dialog').close();
}

// ---- settings and questions

export function openSettings() {
	for (const field of byId('settings-form').elements) {
		if (field.type === 'checkbox') field.checked = settings[field.name];
		else field.value = settings[field.name];
	}
	byId('settings-dialog').showModal();
}

/** @returns {Promise<boolean>} whether the person wants to give the game up */
export async function askResign() {
	return await answer('resign', () => 'yes') === 'yes';
}

/** @param {boolean} again  the last one was wrong @returns {Promise<string|null>} null: given up */
export async function askToken(again) {
	write(byId('token-error'), again ? say('tokenWrong') : '');
	return await answer('token', () => byId('token').value.trim()) || null;
}

/** Opens a question; what its form says when it is sent, or nothing. */
function answer(name, read) {
	const dialog = byId(`${name}-dialog`);
	dialog.returnValue = '';
	byId(`${name}-form`).onsubmit = (event) => {
		event.preventDefault();
		dialog.close(read());
	};
	dialog.showModal();
	return new Promise((resolve) => {
		dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true });
	});
}
