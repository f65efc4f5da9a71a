// The line below the board: whose turn it is, what the engine does, and a move to be confirmed.

import { attribute, byId, write } from './dom.js';
import { Line } from './line.js';
import { scoreText } from './score.js';
import { endingText, progressText } from './thought.js';
import { sideName } from './view.js';
import { say } from './words.js';

/** @typedef {import('./game.js').Game} Game */

export class Status {
  /**
   * @param {Game} game
   * @param {{place: () => void, cancel: () => void, live: () => void, branch: () => void, moveNow: () => void}} actions
   */
  constructor(game, actions) {
    this.game = game;
    this.line = new Line(byId('thinking-line'), game);
    byId('place').addEventListener('click', actions.place);
    byId('cancel').addEventListener('click', actions.cancel);
    byId('live').addEventListener('click', actions.live);
    byId('branch').addEventListener('click', actions.branch);
    byId('move-now').addEventListener('click', actions.moveNow);
  }

  draw() {
    const { game } = this;
    const { state, view, sent } = game;
    const point = game.candidate ?? game.kept;
    const thinking = view === null && !sent ? state.thinking : null;
    write(byId('status-text'), statusText(game));
    byId('confirm').hidden = !point;
    if (point) write(byId('place'), say('place', game.name(point)));
    byId('past').hidden = view === null;
    byId('branch').hidden = state.size === null;
    byId('move-now').hidden = thinking?.purpose !== 'move';
    byId('spinner').hidden = !busy(game);
    this.#progress(thinking);
    attribute(byId('turn'), 'data-side', view === null && state.ending ? state.ending.winner : game.turnShown);
  }

  #progress(thinking) {
    const known = thinking?.depth != null;
    byId('progress').hidden = !known;
    if (!known) return this.line.set([]);
    const best = say('likes', this.game.name(thinking), scoreText(thinking));
    write(byId('progress-text'), `${best} · ${progressText(thinking)}`);
    this.line.set(thinking.pv ?? []);
  }
}

/** Whether somebody waits for the server. */
function busy({ state, sent, view }) {
  return view === null && Boolean(sent || state.thinking);
}

/** One sentence. @param {Game} game */
export function statusText({ state, view, sent }) {
  if (view !== null) return say('position', view, state.moves.length);
  if (state.ending) return endingText(state);
  if (state.thinking?.purpose === 'hint') return say('looks');
  // A stone on its way counts as played: it is before everybody's eyes.
  const turn = sent ? 3 - state.to_move : state.to_move;
  const side = sideName(state, turn);
  if (state.players[turn - 1] === 'engine') return say('thinks', side);
  return say(state.players[2 - turn] === 'engine' ? 'yourMove' : 'toMove', side);
}
