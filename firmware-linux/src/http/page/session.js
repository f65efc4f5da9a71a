// The traffic of one game: opens it, sends moves, follows its events, and makes it again where the
// server has forgotten it.

import * as api from './api.js';
import { follow } from './events.js';
import { gameFragment, moveString, movesIn, readFragment } from './notation.js';
import { record, remember, settings } from './settings.js';
import { say } from './words.js';

/** @typedef {import('./game.js').Game} Game */

const RETRY_MS = 3000;
const SIDES = { first: ['human', 'engine'], second: ['engine', 'human'], two: ['human', 'human'], watch: ['engine', 'engine'] };

export class Session {
  /**
   * @param {Game} game
   * @param {{trouble: (error: Error|string) => void, remark: (text: string) => void, connection: (pause: number|null) => void}} tell
   *     connection: null while it holds, else the ms until it is tried again
   */
  constructor(game, tell) {
    this.game = game;
    this.tell = tell;
    this.online = true;
    this.line = null;
    game.addEventListener('state', () => this.#keep());
  }

  /** Opens what the address asks for, else the last game, else the box's, else a new one. @param {boolean} box */
  async start(box) {
    const wanted = readFragment(location.hash);
    if (wanted?.position) return this.fromPosition(wanted.position);
    const id = wanted?.game ?? record().id ?? (box ? 'box' : null);
    return id ? this.open(id) : this.create(newGameSetup());
  }

  /** A position that came with a link; whoever opens it has the next move. */
  async fromPosition(position) {
    const players = SIDES[movesIn(position.moves) % 2 ? 'second' : 'first'];
    const made = await this.create({ ...position, level: settings.level, players });
    if (made) return;
    this.tell.trouble(say('badLink'));
    await this.#fallBack();
  }

  /** Follows a game of the server's; its first event is the whole state. @param {string} id */
  open(id) {
    this.line?.close();
    if (this.game.state?.id !== id) this.game.clear();
    this.id = id;
    this.line = follow(id, {
      event: (name, data, first) => this.#event(name, data, first),
      online: () => this.#connection(null),
      offline: (pause) => this.#connection(pause),
      gone: () => this.#remake(id),
    });
  }

  /** Makes a game and follows it. @param {object} setup @returns {Promise<boolean>} */
  async create(setup) {
    const state = await this.#try(() => api.create(setup));
    if (!state) return false;
    this.game.clear();
    this.game.receive(state, true);
    this.open(state.id);
    return true;
  }

  /** Another game in place of this one. @param {object} setup */
  async renew(setup) {
    if (!this.game.state) return this.create(setup);
    return this.act('new', setup);
  }

  /** `undo`, `redo`, `hint`, `resign`, `move-now` or `new`. @returns {Promise<boolean>} */
  act(action, body) {
    return this.#change(() => api.act(this.id, action, body));
  }

  /** @param {{level?: number, players?: string[]}} changes */
  adjust(changes) {
    return this.#change(() => api.adjust(this.id, changes));
  }

  /** A person's move. One that nobody could take is kept, to be offered again. */
  async play(point) {
    const { game } = this;
    if (game.sent) return;
    game.send(point);
    const { x, y, number } = game.sent;
    try {
      game.receive(await api.act(this.id, 'moves', { x, y, number }));
    } catch (error) {
      const lost = error.status === 0;
      game.unsend(lost);
      this.#keepMove();
      this.tell.trouble(lost ? say('kept', game.name(point)) : error);
    }
  }

  /** Tries the connection now. */
  retry() {
    this.line?.retry();
  }

  /** Follows anew, for what the server says in words is in the language of the request. */
  reopen() {
    if (this.id) this.open(this.id);
  }

  async #change(request) {
    const state = await this.#try(request);
    if (state) this.game.receive(state);
    return Boolean(state);
  }

  /** @template T @param {() => Promise<T>} request @returns {Promise<T|null>} */
  async #try(request) {
    try {
      return await request();
    } catch (error) {
      this.tell.trouble(error);
      return null;
    }
  }

  #event(name, data, first) {
    const fresh = first || this.game.state?.id !== data.id;
    if (name === 'state') this.#state(data, fresh);
    if (name === 'thinking') this.game.think(data);
  }

  #state(state, fresh) {
    const known = this.game.state !== null;
    this.game.receive(state, fresh);
    const { kept, keptIn } = record();
    if (!known && kept && keptIn === state.id) this.game.offer(kept);
  }

  #connection(pause) {
    this.online = pause === null;
    this.tell.connection(pause);
  }

  /** The server has no such game: makes it again where its moves are known here. */
  async #remake(id) {
    const { own, setup, moves } = record();
    const { kept } = this.game;
    const known = own === id && setup;
    const state = await this.#insist(() => api.create(known ? { ...setup, moves } : newGameSetup()));
    if (!state) return this.#fallBack();
    if (known) remember({ kept, keptIn: state.id });
    this.tell.remark(say(known ? 'remade' : 'lost'));
    this.game.clear();
    this.open(state.id);
  }

  /** Repeats a request until there is an answer of any kind. */
  async #insist(request) {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        if (error.status !== 0) {
          this.tell.trouble(error);
          return null;
        }
        this.#connection(RETRY_MS);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** What was asked for cannot be: the game that is there, or a new one. */
  async #fallBack() {
    if (this.game.state) return;
    await this.create(newGameSetup());
  }

  /** Keeps what is needed to find the game after a reload, or to make it again. */
  #keep() {
    const { state } = this.game;
    const { id, size, rule, level, players } = state;
    this.id = id;
    const setup = size > 4 ? { size, rule, level, players } : { size, level, players };
    const again = size === null || id === 'box' ? {} : { own: id, setup, moves: moveString(state.moves) };
    remember({ id, ...again });
    this.#keepMove();
    if (location.hash !== gameFragment(id)) history.replaceState(null, '', gameFragment(id));
  }

  #keepMove() {
    remember({ kept: this.game.kept, keptIn: this.id });
  }
}

/** The game that the settings describe, as the body of a request. */
export function newGameSetup() {
  const { kind, size, rule, level, who } = settings;
  const board = { tictactoe: { size: 3 }, '4x4': { size: 4 } }[kind] ?? { size, rule };
  return { ...board, level, players: SIDES[who] };
}
