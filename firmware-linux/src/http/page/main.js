// Puts the parts together: what a person does goes to the session, what the game says is drawn.

import { info, onTokenWanted } from './api.js';
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { askResign, askToken, copy, openNewGame, openSettings, openShare, prepareDialogs } from './dialogs.js';
import { attribute, byId, write } from './dom.js';
import { watchFouls } from './fouls.js';
import { Game } from './game.js';
import { Graph } from './graph.js';
import { announce, complain, remark } from './notices.js';
import { moveString, readFragment } from './notation.js';
import { Panel } from './panel.js';
import { Session, newGameSetup, setupOf } from './session.js';
import { confirms, record, settings } from './settings.js';
import { Status, statusText } from './status.js';
import { cellText, gameTitle, picture, sideName } from './view.js';
import { say, sentences, setLanguage } from './words.js';

const game = new Game();
const session = new Session(game, { trouble: complain, remark, connection: showConnection });
const board = new Board(document.querySelector('#board'), pick, () => game.propose(null));
const analysis = new Analysis(game, complain);
const parts = [new Status(game), new Graph(game), new Panel(game, (changes) => session.adjust(changes)), analysis];

// ---- what people do

/** What the buttons do, by the names in the markup; all other names are the server's. */
const ACTIONS = {
	place: () => session.play(game.candidate ?? game.kept),
	cancel: () => game.propose(null),
	first: () => game.look(0),
	previous: () => game.look(game.shown - 1),
	next: () => game.look(game.shown + 1),
	last: () => game.look(Infinity),
	live: () => game.look(Infinity),
	branch,
	resign: async () => await askResign() && session.act('resign'),
	analyze: () => analysis.toggle(),
	retry: () => session.retry(),
	box: toggleBox,
	new: openNewGame,
	share: () => game.state && openShare(game),
	settings: openSettings,
	copy: ({ copy: field }) => copy(byId(field)),
	'load-file': () => byId('file').click(),
};

document.addEventListener('click', ({ target }) => {
	const { act, ...data } = target.closest('[data-act]')?.dataset ?? {};
	if (ACTIONS[act]) return ACTIONS[act](data);
	if (!act) return;
	game.look(Infinity);
	session.act(act);
});

/** A point was chosen; by a finger on a large board it is only proposed. */
function pick(point, byKey) {
	if (!game.humanToMove || !game.free(point)) return;
	if (byKey || !confirms(game.state.columns)) session.play(point);
	else game.propose(point);
}

/** The position shown as a game of its own; the other one stays where it is. */
function branch() {
	session.create({ ...setupOf(game.state), moves: moveString(game.movesShown) });
}

function toggleBox() {
	const { own } = record();
	if (game.state?.id !== 'box') session.open('box');
	else if (own) session.open(own);
	else session.create(newGameSetup());
}

function followAddress() {
	const wanted = readFragment(location.hash);
	if (wanted?.position) session.fromPosition(wanted.position);
	else if (wanted && wanted.game !== game.state?.id) session.open(wanted.game);
}

// ---- what is drawn

/** Draws once, however much has changed since the last picture. */
let drawing = 0;
function draw() {
	drawing ||= requestAnimationFrame(drawNow);
}

function drawNow() {
	const { state } = game;
	drawing = 0;
	document.body.classList.toggle('loading', !state);
	if (!state) return;
	const shown = picture(game);
	board.draw(shown, (point) => cellText(shown, state, game.name(point), point));
	for (const part of parts) part.draw();
	document.title = `${gameTitle(state)[0]} – minmax-h3`;
	attribute(board.root, 'data-moves', state.moves.length);
	attribute(board.root, 'data-rev', state.rev);
	attribute(document.body, 'data-over', Boolean(state.ending));
	const name = say(state.id === 'box' ? 'ownGame' : 'boxGame');
	write(byId('box-text'), name);
	attribute(byId('box'), 'aria-label', name);
}

/** Says what has happened since the state before. */
function tell(before) {
	const { state } = game;
	const { moves } = state;
	const move = moves[moves.length - 1];
	const news = before?.id === state.id ? moves.length - before.moves.length : 0;
	const words = news > 0 ? say('plays', sideName(state, move.value), move.name) : news < 0 && say('takenBack', moves.length);
	announce(sentences(words, statusText(game)));
}

function showConnection(pause) {
	byId('offline').hidden = pause === null;
	if (pause === null) return;
	write(byId('offline-text'), pause < 1500 ? say('offline') : say('offlineIn', Math.round(pause / 1000)));
}

const darkDevice = matchMedia('(prefers-color-scheme: dark)');

function applySettings() {
	const { theme, language, evaluation } = settings;
	document.documentElement.dataset.theme = theme === 'auto' ? (darkDevice.matches ? 'dark' : 'light') : theme;
	const other = document.documentElement.lang.slice(0, 2) !== language;
	setLanguage(language);
	document.body.classList.toggle('blind', !evaluation);
	if (other) session.reopen();
	draw();
}

// ---- the beginning

async function begin() {
	const about = await info().catch(() => null);
	analysis.longest = about?.max_time_ms ?? Infinity;
	byId('box').hidden = !about?.box;
	write(byId('version'), about ? `minmax-h3 ${about.version}` : '');
	await session.start(Boolean(about?.box));
}

prepareDialogs(() => session.renew(newGameSetup()), (body, refuse) => session.renew(body, refuse), applySettings);
onTokenWanted(askToken);
watchFouls(game);
applySettings();
game.addEventListener('change', draw);
game.addEventListener('state', (event) => tell(event.detail));
addEventListener('hashchange', followAddress);
darkDevice.addEventListener('change', applySettings);
begin();
