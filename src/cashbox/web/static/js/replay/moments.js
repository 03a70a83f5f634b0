/**
 * Where one is in a game, with whose eyes, and going from there. What is shown changes when the moment one goes to is
 * here; of many that were wished for meanwhile, only the last one is.
 *
 * @typedef {import("../shared/wire.js").Replay} Replay
 * @typedef {import("../shared/wire.js").Moment} Moment
 * @typedef {import("../shared/api.js").Fault} Fault
 */

import { get } from "../shared/api.js";
import { Moments } from "./moment-cache.js";

/**
 * @typedef {object} Sight
 * @property {Replay} replay of these eyes
 * @property {Moment} moment
 * @property {number} n of the moment
 * @property {string} eyes
 * @property {number | null} aim the step one goes to, while it is not here
 * @property {Fault | null} fault why one did not get there
 */

/** What the server says where it has no time just now. */
const BUSY = ["no-replay", "too-many-replays"];
/** How often a question is asked again then, and after how many milliseconds. */
const AGAIN = [600, 1500];

export class Looking {
  /** @type {Sight} */
  now;
  /** @type {Map<string, Replay>} */
  #replays = new Map();
  /** @type {Set<(now: Sight) => void>} */
  #listeners = new Set();
  /** @type {{eyes: string, n: number} | null} */
  #aim = null;
  #fetching = false;

  /** @param {string} address of the table's replay @param {Replay} replay @param {Moment} moment */
  constructor(address, replay, moment) {
    this.address = address;
    this.moments = new Moments(address);
    this.#replays.set(replay.eyes, replay);
    this.now = { replay, moment, n: moment.n, eyes: replay.eyes, aim: null, fault: null };
  }

  /** @param {(now: Sight) => void} listener @returns {() => void} stops it */
  subscribe(listener) {
    this.#listeners.add(listener);
    listener(this.now);
    return () => this.#listeners.delete(listener);
  }

  /** @param {number} n @param {string} [eyes] */
  go(n, eyes = this.now.eyes) {
    const replay = this.#replays.get(eyes);
    const moment = this.moments.at(eyes, n);
    if (replay && moment) {
      this.#aim = null;
      this.#show(replay, moment);
      return;
    }
    this.#aim = { eyes, n };
    this.#change({ aim: n, fault: null });
    if (!this.#fetching) void this.#fetch();
  }

  /** Fetches what comes next. @param {readonly number[]} numbers nearest first */
  ahead(numbers) {
    if (numbers.length) void this.moments.ahead(this.now.eyes, numbers);
  }

  /** Asks whether a game that goes on has more steps by now; and goes to the next one. */
  async more() {
    const { eyes, n, replay } = this.now;
    try {
      const newer = await asked(() => get(`${this.address}?eyes=${eyes}`));
      // of a game that is over the steps are counted in another way
      if (newer.table.status !== replay.table.status) location.assign(location.pathname);
      this.#replays.set(eyes, newer);
      this.#change({ replay: newer, fault: null });
      if (newer.last > replay.last) this.go(n + 1);
    } catch (fault) {
      this.#change({ fault: /** @type {Fault} */ (fault) });
    }
  }

  /** The fault has been read. */
  forget() {
    this.#change({ fault: null });
  }

  async #fetch() {
    this.#fetching = true;
    while (this.#aim) {
      const aim = this.#aim;
      try {
        const [replay, moment] = await Promise.all([
          this.#replayOf(aim.eyes),
          asked(() => this.moments.bring(aim.eyes, aim.n)),
        ]);
        if (this.#aim !== aim) continue;
        this.#aim = null;
        this.#show(replay, moment);
      } catch (fault) {
        if (this.#aim !== aim) continue;
        this.#aim = null;
        this.#change({ aim: null, fault: /** @type {Fault} */ (fault) });
      }
    }
    this.#fetching = false;
  }

  /** @param {string} eyes @returns {Promise<Replay>} */
  async #replayOf(eyes) {
    const here = this.#replays.get(eyes);
    if (here) return here;
    const replay = await asked(() => get(`${this.address}?eyes=${eyes}`));
    this.#replays.set(eyes, replay);
    return replay;
  }

  /** @param {Replay} replay @param {Moment} moment */
  #show(replay, moment) {
    this.#change({ replay, moment, n: moment.n, eyes: replay.eyes, aim: null, fault: null });
  }

  /** @param {Partial<Sight>} change */
  #change(change) {
    this.now = { ...this.now, ...change };
    for (const listener of this.#listeners) listener(this.now);
  }
}

/**
 * What a question is answered; asked again where the server was busy.
 * @template T
 * @param {() => Promise<T>} ask @returns {Promise<T>}
 */
export async function asked(ask) {
  for (const wait of AGAIN) {
    try {
      return await ask();
    } catch (fault) {
      if (!BUSY.includes(/** @type {Fault} */ (fault).code)) throw fault;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return ask();
}
