/** The way through a game: which step comes after which, and where chapters begin. */

/** @typedef {import("../shared/wire.js").Replay} Replay */

/** The last of some ascending numbers that is not above another one, by its place; 0 where all are.
 * @param {readonly number[]} numbers @param {number} n */
function lastPlace(numbers, n) {
  let [from, to] = [0, numbers.length - 1];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (numbers[middle] <= n) from = middle;
    else to = middle - 1;
  }
  return from;
}

export class Course {
  /** @param {Replay} replay @param {boolean} leaveOut whether steps that were taken back are passed over */
  constructor({ steps, chapters }, leaveOut) {
    this.steps = steps;
    this.chapters = chapters;
    /** The steps that one comes to. @type {readonly number[]} */
    this.numbers = steps.filter(({ gone, back }) => !leaveOut || (gone === null && !back)).map(({ n }) => n);
    /** Whether anything was taken back at all. */
    this.turnsBack = steps.some(({ back }) => back);
    this.starts = chapters.map(({ n }) => n);
  }

  /** The place of a step among those that one comes to, or of the last one before it. @param {number} n */
  place(n) {
    return lastPlace(this.numbers, n);
  }

  /** @param {number} n @returns {number | null} */
  next(n) {
    return this.numbers[this.place(n) + 1] ?? null;
  }

  /** @param {number} n @returns {number | null} */
  previous(n) {
    const place = this.place(n);
    return this.numbers[place] < n ? this.numbers[place] : (this.numbers[place - 1] ?? null);
  }

  get first() {
    return this.numbers[0];
  }

  get last() {
    return this.numbers[this.numbers.length - 1];
  }

  /** The chapter in which a step was played, by its place. @param {number} n */
  chapter(n) {
    return this.steps[n]?.chapter ?? 0;
  }

  /** The first step of a chapter that one comes to. @param {number} chapter @returns {number | null} */
  start(chapter) {
    const from = this.starts[chapter];
    return from === undefined ? null : (this.numbers.find((n) => n >= from) ?? null);
  }

  /** @param {number} n @returns {number | null} */
  nextChapter(n) {
    for (let one = this.chapter(n) + 1; one < this.starts.length; one += 1) {
      const start = this.start(one);
      if (start !== null && start > n) return start;
    }
    return n < this.last ? this.last : null;
  }

  /** Where this chapter begins, or the one before it. @param {number} n @returns {number | null} */
  previousChapter(n) {
    for (let one = this.chapter(n); one >= 0; one -= 1) {
      const start = this.start(one);
      if (start !== null && start < n) return start;
    }
    return null;
  }

  /** The steps that are to come next, nearest first. @param {number} n @param {number} way 1: onwards, -1: back */
  ahead(n, way) {
    const place = this.place(n);
    const some = [];
    for (let k = 1; k <= AHEAD; k += 1) {
      const one = this.numbers[place + way * k];
      if (one !== undefined) some.push(one);
    }
    return some;
  }
}

/** How many steps are fetched before one comes to them. */
const AHEAD = 8;
