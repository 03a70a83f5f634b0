/**
 * How quickly this viewer sees what bots do. The server waits for no viewer: the states that come are shown here one
 * after another, and each that shows what a bot did stays for a moment. What oneself did is always shown at once.
 *
 * @typedef {import("../shared/wire.js").State} State
 * @typedef {import("./live.js").Snapshot} Snapshot
 */

/** @typedef {"calm" | "quick" | "once"} Speed */

/**
 * What is shown together. now: without waiting, with all that came before it.
 * @typedef {{state: State | null, table: Pick<Snapshot, "table" | "you"> | null, now: boolean}} Step
 */

/** For how many milliseconds a bot's step stays before the next one. @type {Readonly<Record<Speed, number>>} */
const BEATS = { calm: 1500, quick: 600, once: 0 };

/** The most steps that wait; where more come, the newest is shown. */
const MOST = 60;

/** The seats that bots play, for themselves or for someone. @param {import("../shared/wire.js").Table} table */
export function botSeats(table) {
  return new Set(table.seats.filter(({ kind, stand_in: bot }) => kind === "bot" || bot).map(({ seat }) => seat));
}

/**
 * What is shown after some steps. Lines of the log after the first `log_from` that were there are gone: what they told
 * was taken back.
 * @param {Snapshot} before @param {Step[]} steps @returns {Snapshot}
 */
export function after(before, steps) {
  const now = { ...before };
  for (const { state, table } of steps) {
    Object.assign(now, table);
    if (state) Object.assign(now, { state, log: [...now.log.slice(0, state.log_from), ...state.log] });
  }
  return now;
}

/**
 * Whether a table tells of the end before the state has come that ended the game.
 * @param {Step} step @param {{state: State | null}} before what came before it
 */
function isEnd({ table }, { state }) {
  return table?.table.status === "over" && !!state && !state.outcome;
}

export class BotSpeed {
  /** @type {(steps: Step[]) => void} */
  #show;
  /** @type {() => Snapshot} */
  #look;
  /** @type {Step[]} */
  #waiting = [];
  /** @type {Speed} */
  #speed = "once";
  #skipping = false;
  #shownAt = -Infinity;
  #timer = 0;

  /**
   * @param {(steps: Step[]) => void} show shows these, the last one in the end; none: only the pace has changed
   * @param {() => Snapshot} look what is shown now
   */
  constructor(show, look) {
    this.#show = show;
    this.#look = look;
    document.addEventListener("visibilitychange", this.#hidden);
  }

  close() {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#hidden);
  }

  /** @param {Speed} speed */
  set speed(speed) {
    this.#speed = speed;
    if (BEATS[speed]) this.#show([]);
    else this.catchUp();
  }

  /** How many steps have come that are not shown yet. */
  get behind() {
    return this.#waiting.filter(({ state }) => state).length;
  }

  /** Whether the viewer is shown what bots do, one step after another. */
  get playing() {
    const { state } = this.#look();
    if (this.behind) return true;
    return !!state && !this.#hurries && !state.outcome && state.due.length > 0 && this.#onlyBots(state);
  }

  /** Shows these after what waits. @param {Step[]} steps */
  take(steps) {
    for (const step of steps) {
      const last = this.#waiting.at(-1);
      if (step.state || isEnd(step, last ?? this.#look())) {
        if (last && !last.state) {
          this.#waiting.pop();
          step.table ??= last.table;
        }
        this.#waiting.push(step);
      } else if (last) last.table = step.table;
      else this.#show([step]);
      if (step.now) this.catchUp();
    }
    this.#go();
  }

  /** A newer table is shown already than those that wait. */
  dropTables() {
    this.#waiting = this.#waiting.filter(({ state }) => state);
    for (const step of this.#waiting) step.table = null;
  }

  /** Shows all that has come, but that the game is over: that is shown with the state that ended it. */
  catchUp() {
    clearTimeout(this.#timer);
    this.#shownAt = performance.now();
    this.#show(this.#waiting.splice(0, this.behind));
    const { state } = this.#look();
    if (!state || state.outcome || !this.#onlyBots(state)) this.#skipping = false;
  }

  /** Shows all that has come; a player sees no more steps of bots until others may act. */
  skip() {
    this.#skipping = this.#look().you.seat !== null;
    this.catchUp();
  }

  #hidden = () => {
    if (document.visibilityState === "hidden") this.catchUp();
  };

  /** Whether nothing is shown for its own sake just now. */
  get #hurries() {
    return !BEATS[this.#speed] || this.#skipping || document.visibilityState === "hidden";
  }

  /** @param {State} state */
  #onlyBots({ due }) {
    const bots = botSeats(this.#look().table);
    return due.every((seat) => bots.has(seat));
  }

  /** Shows what is to be shown by now, and comes back for the rest. */
  #go() {
    clearTimeout(this.#timer);
    while (this.behind) {
      const { state, you, table } = this.#look();
      const mine = !!state && you.seat !== null && state.due.includes(you.seat);
      // who is just deciding decides on the newest state
      if (!state || mine || this.#hurries || this.behind > MOST) {
        this.catchUp();
        return;
      }
      const bots = botSeats(table);
      const beat = state.due.some((seat) => bots.has(seat)) ? BEATS[this.#speed] : 0;
      const left = this.#shownAt + beat - performance.now();
      if (left > 0) {
        this.#timer = setTimeout(() => this.#go(), left);
        this.#show([]);
        return;
      }
      this.#shownAt = performance.now();
      this.#show(this.#waiting.splice(0, 1));
    }
  }
}
