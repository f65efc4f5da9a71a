// What stands beside the board: actions, the engine's thought, the list of moves and the players.

import { attribute, byId, html, write } from './dom.js';
import { Line } from './line.js';
import { hintText, moveThought } from './thought.js';
import { gameTitle, sideName } from './view.js';
import { say } from './words.js';

/** @typedef {import('./game.js').Game} Game */

export class Panel {
  /**
   * @param {Game} game
   * @param {{act: (name: string) => void, adjust: (changes: object) => void}} actions
   */
  constructor(game, actions) {
    this.game = game;
    this.line = new Line(byId('thought-line'), game);
    for (const button of document.querySelectorAll('[data-act]')) {
      button.addEventListener('click', () => actions.act(button.dataset.act));
    }
    for (const button of document.querySelectorAll('[data-go]')) {
      button.addEventListener('click', () => this.#go(button.dataset.go));
    }
    byId('moves').addEventListener('click', (event) => this.#picked(event));
    byId('players').addEventListener('change', () => actions.adjust(chosen()));
  }

  draw() {
    const { state } = this.game;
    write(byId('title'), gameTitle(state));
    this.#actions();
    this.#thought();
    this.#moves();
    this.#players();
    byId('fouls').hidden = state.rule !== 'renju';
  }

  #actions() {
    const { state, view, shown, sent } = this.game;
    const over = Boolean(state.ending) || Boolean(sent);
    const human = state.players.includes('human');
    enable('undo', state.can_undo && !sent);
    enable('redo', state.can_redo && !sent);
    enable('hint', this.game.humanToMove && !state.thinking);
    enable('resign', human && !over);
    enableGo('first', shown > 0);
    enableGo('previous', shown > 0);
    enableGo('next', view !== null);
    enableGo('last', view !== null);
  }

  /** In words: the hint, what the server has to say, else the thought behind the move shown. */
  #thought() {
    const { game } = this;
    const { state, view, shown } = game;
    const live = view === null;
    const number = lastJudged(state, shown);
    const said = live && state.message ? state.message : moveThought(state, number);
    const hint = live && state.hint ? hintText(state, game.name(state.hint)) : '';
    write(byId('thought-text'), [hint, said].filter(Boolean).join('\n') || say('noThought'));
    // A line can only be shown on the position that it was thought in.
    this.line.set(live && state.hint?.pv ? state.hint.pv : number === shown ? game.lineOf(number).slice(1) : []);
  }

  /** Adds what is new and takes away what is gone, so that the place read stays where it is. */
  #moves() {
    const { state, shown } = this.game;
    const list = byId('moves');
    byId('no-moves').hidden = state.moves.length > 0;
    while (list.children.length > state.moves.length) list.lastChild.remove();
    state.moves.forEach((move, index) => {
      const item = list.children[index] ?? list.appendChild(moveItem(index + 1));
      const button = item.firstChild;
      write(button.lastChild, move.name);
      attribute(button, 'data-side', move.value);
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
    byId('level').value = String(state.level);
  }

  #go(where) {
    const { shown, state } = this.game;
    this.game.look({ first: 0, previous: shown - 1, next: shown + 1, last: state.moves.length }[where]);
  }

  #picked(event) {
    const button = event.target.closest('[data-number]');
    if (button) this.game.look(Number(button.dataset.number));
  }
}

/** The latest of the moves shown, or the one before, that an engine has thought about. */
function lastJudged(state, shown) {
  const thought = (number) => number > 0 && state.moves[number - 1].depth != null;
  return [shown, shown - 1].find(thought) ?? 0;
}

function moveItem(number) {
  const button = html('button', { type: 'button' }, html('small', { textContent: number }), html('span'));
  button.dataset.number = number;
  return html('li', {}, button);
}

/** What the selects of the players say. */
function chosen() {
  return { players: [byId('player1').value, byId('player2').value], level: Number(byId('level').value) };
}

const enable = (name, enabled) => { document.querySelector(`[data-act="${name}"]`).disabled = !enabled; };
const enableGo = (name, enabled) => { document.querySelector(`[data-go="${name}"]`).disabled = !enabled; };
