// Puts the parts together: what a person does goes to the session, what the game says is drawn.

import { info, onTokenWanted } from './api.js';
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { askResign, askToken, prepareDialogs, prepareNewGame, prepareSettings, prepareShare } from './dialogs.js';
import { attribute, byId, write } from './dom.js';
import { watchFouls } from './fouls.js';
import { Game } from './game.js';
import { Graph } from './graph.js';
import { announce, complain, remark } from './notices.js';
import { readFragment, moveString } from './notation.js';
import { Panel } from './panel.js';
import { Session, newGameSetup } from './session.js';
import { confirms, record, settings } from './settings.js';
import { Status, statusText } from './status.js';
import { cellText, gameTitle, picture, sideName } from './view.js';
import { say, sentences, setLanguage } from './words.js';

const game = new Game();
const session = new Session(game, { trouble: complain, remark, connection: showConnection });
const board = new Board(document.querySelector('#board'), pick, () => game.propose(null));
const graph = new Graph(game);
const analysis = new Analysis(game, complain);
const panel = new Panel(game, { act, adjust: (changes) => session.adjust(changes) });
const status = new Status(game, {
  place: () => session.play(game.candidate ?? game.kept),
  cancel: () => game.propose(null),
  live: () => game.look(Infinity),
  branch: () => branch(),
  moveNow: () => session.act('move-now'),
});

// ---- what people do

/** A point was chosen; by a finger on a large board it is only proposed. */
function pick(point, byKey) {
  if (!game.humanToMove || !game.free(point)) return;
  if (byKey || !confirms(game.state.columns)) session.play(point);
  else game.propose(point);
}

async function act(name) {
  if (name === 'resign' && !(await askResign())) return;
  game.look(Infinity);
  session.act(name);
}

/** The position shown as a game of its own; the other one stays where it is. */
function branch() {
  const { size, rule, level, players } = game.state;
  const setup = { size, level, players, moves: moveString(game.movesShown) };
  session.create(size > 4 ? { ...setup, rule } : setup);
}

// ---- what is drawn

/** Draws once, however much has changed since the last picture. */
let drawing = 0;
function draw() {
  drawing ||= requestAnimationFrame(() => {
    drawing = 0;
    drawAll();
  });
}

function drawAll() {
  const { state } = game;
  document.body.classList.toggle('loading', !state);
  if (!state) return;
  const shown = picture(game);
  board.draw(shown, (point) => cellText(shown, state, game.name(point)));
  for (const part of [status, graph, analysis, panel]) part.draw();
  document.title = `${gameTitle(state)} – minmax-h3`;
  attribute(board.root, 'data-moves', state.moves.length);
  attribute(document.body, 'data-over', Boolean(state.ending));
  drawBoxSwitch(state);
}

function drawBoxSwitch(state) {
  const here = state.id === 'box';
  const name = say(here ? 'ownGame' : 'boxGame');
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

/** @param {number|null} pause */
function showConnection(pause) {
  byId('offline').hidden = pause === null;
  if (pause === null) return;
  write(byId('offline-text'), pause < 1500 ? say('offline') : say('offlineIn', Math.round(pause / 1000)));
}

function applySettings() {
  const { theme, language, evaluation } = settings;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
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
  byId('box').addEventListener('click', () => toggleBox());
  write(byId('version'), about ? `minmax-h3 ${about.version}` : '');
  await session.start(Boolean(about?.box));
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

prepareDialogs();
prepareNewGame(() => session.renew(newGameSetup()));
prepareShare(game, (body) => session.renew(body));
prepareSettings(applySettings);
onTokenWanted(askToken);
watchFouls(game);
applySettings();
game.addEventListener('change', draw);
game.addEventListener('state', (event) => tell(event.detail));
byId('retry').addEventListener('click', () => session.retry());
addEventListener('hashchange', followAddress);
begin();
