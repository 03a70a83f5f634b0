/** The moments of a game: asked for once, several of them ahead, and kept as long as there is room. */

import { get } from "../shared/api.js";

/** @typedef {import("../shared/wire.js").Moment} Moment */

/** The most moments that are kept: a few screens' worth of memory, and more than anybody steps through at once. */
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
