/**
 * Loads the moments of a replay: asks for several ahead and caches as many as there is room for.
 *
 * @typedef {import("../shared/wire.js").Replay} Replay
 * @typedef {import("../shared/wire.js").Moment} Moment
 * @typedef {import("../shared/api.js").Fault} Fault
 */

import { get } from "../shared/api.js";

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

export class ReplayPosition {
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

// The cache of moments: each is requested once, several ahead, and stays while there is room.

/** The most moments that are kept: a few screens' worth of memory, and more than anyone steps through at once. */
const MOST = 200;
/** How many are fetched ahead in one question. */
const MANY = 16;

export class Moments {
  /** The one that was looked at last is the last. @type {Map<string, Moment>} */
  #kept = new Map();
  #fetching = false;

  /** @param {string} address where the moments are asked for */
  constructor(address) {
    this.address = address;
  }

  /** One that is here already. @param {string} eyes @param {number} n */
  at(eyes, n) {
    const key = `${eyes}:${n}`;
    const moment = this.#kept.get(key);
    if (moment) {
      this.#kept.delete(key);
      this.#kept.set(key, moment);
    }
    return moment;
  }

  /** @param {string} eyes @param {number} n @returns {Promise<Moment>} */
  async bring(eyes, n) {
    const here = this.at(eyes, n);
    if (here) return here;
    const moment = await get(`${this.address}/${n}?eyes=${eyes}`);
    this.#keep(eyes, moment);
    return moment;
  }

  /**
   * Fetches those that are not here yet, once half of them are missing. One question at a time: whoever steps on
   * asks again.
   * @param {string} eyes @param {readonly number[]} numbers nearest first
   */
  async ahead(eyes, numbers) {
    const missing = numbers.filter((n) => !this.#kept.has(`${eyes}:${n}`));
    if (this.#fetching || missing.length * 2 <= numbers.length) return;
    this.#fetching = true;
    try {
      const onwards = numbers[numbers.length - 1] > numbers[0];
      const from = onwards ? missing[0] : Math.max(0, missing[0] - MANY + 1);
      const { moments } = await get(`${this.address}/${from}?eyes=${eyes}&many=${MANY}`);
      for (const moment of moments) this.#keep(eyes, moment);
    } catch {
      // each is asked for by itself when one comes to it
    } finally {
      this.#fetching = false;
    }
  }

  /** @param {string} eyes @param {Moment} moment */
  #keep(eyes, moment) {
    this.#kept.set(`${eyes}:${moment.n}`, moment);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST) this.#kept.delete(oldest);
  }
}
