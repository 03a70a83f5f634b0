/**
 * Finds out which legal actions a player can take with the controls of a board, without knowing the game: it uses every
 * control, and every control that these bring forward, until the board has asked for each action.
 */

import { controls, isField, isPressable, use, valuesOf, write } from "./controls.js";

/** @typedef {import("./controls.js").Way} Way */
/** @typedef {import("/static/js/board/props.js").Form} Form */

/**
 * What the board shows after some controls were used.
 * @typedef {object} Place
 * @property {string} key its controls
 * @property {string[]} path the controls that lead here from the beginning
 * @property {string[]} names its controls
 * @property {Set<string>} come the controls that the place before did not have
 * @property {Set<string>} used the controls that were used here
 * @property {Map<string, Place>} leads the place that each control leads to
 */

/**
 * What is known about a control in all places.
 * @typedef {{used: number, asked: boolean, leads: boolean}} Known
 */

/**
 * What the explorer needs of the page.
 * @typedef {object} Page
 * @property {() => Promise<void>} begin shows the position as a player finds it
 * @property {() => Promise<unknown>} drawn waits until the page is drawn
 * @property {() => Form[][]} asked what the board asked for since the last call
 */

/** The most uses of controls in a position, and how many more for each action. */
const MOST = 300;
const EACH = 8;
/** The longest path. */
const DEEP = 5;
/** The most recipes to remember. */
const MOST_RECIPES = 3;
/** A place at most this many controls away is near. */
const NEAR = 3;
/** The cost of going to a place that is not near. */
const AWAY = 1.5;
/** Attributes whose changes do not make another place. */
const PASSING = new Set(["data-pressed", "aria-describedby", "tabindex", "data-asked", "style"]);

/** A control that has not been tried. @type {Known} */
const NEW = { used: 0, asked: false, leads: false };

/** The name of a control whatever state it is in; a field's has the value. @param {string} name */
const baseOf = (name) => name.replace(/\t[^\n]*/, "");

/** Whether the page shows another place, not just a tip. @param {MutationRecord} change */
function isChange({ type, attributeName, target }) {
  const place = target instanceof Element ? target : target.parentElement;
  return type === "attributes" ? !PASSING.has(attributeName ?? "") : !place?.closest("[role=tooltip]");
}

/** What fields contain. */
function fieldsNow() {
  return [...document.querySelectorAll("#board :is(input, select), dialog :is(input, select)")].map(
    (e) => /** @type {HTMLInputElement} */ (e).value,
  );
}

export class Explorer {
  /**
   * @param {Page} page @param {Way} way
   * @param {Iterable<string>} wanted the actions to find, by `keyOf`
   * @param {(form: Form) => string} keyOf
   */
  constructor(page, way, wanted, keyOf) {
    this.page = page;
    this.way = way;
    this.keyOf = keyOf;
    this.left = new Set(wanted);
    this.most = MOST + EACH * this.left.size;
    this.uses = 0;
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Map<string, Known>} */
    this.known = new Map();
    /** Paths that led to an action, without their first control. */
    this.recipes = /** @type {string[][]} */ ([]);
    /** Whether a form was filled in. */
    this.forms = false;
    /** The controls as they were last looked for. @type {Map<string, HTMLElement>} */
    this.now = new Map();
    /** Elements that take the focus but cannot be pressed. @type {Set<string>} */
    this.quiet = new Set();
    /** Controls that name an action. @type {Set<string>} */
    this.likely = new Set();
    this.changes = new MutationObserver(() => {});
    /** @type {string[]} */
    this.path = [];
    /** @type {Place} */
    this.here = /** @type {any} */ (null);
  }

  /** Explore until each action is found or nothing is left to try. */
  async explore() {
    const about = { attributes: true, childList: true, characterData: true, subtree: true };
    this.changes.observe(document.body, about);
    await this.restart();
    while (this.left.size && this.uses < this.most) {
      const next = this.next();
      if (!next) break;
      const [place, name] = next;
      if (place !== this.here && !(await this.goTo(place))) {
        place.used.add(name);
        continue;
      }
      const count = this.places.size;
      await this.try(name);
      if (this.places.size > count) {
        await this.repeat();
        await this.fill();
      }
    }
    this.changes.disconnect();
  }

  /** Return the place and the control to try next, preferring short paths and unused controls. */
  next() {
    let best = /** @type {[Place, string] | null} */ (null);
    let least = Infinity;
    const near = this.around();
    for (const place of this.places.values()) {
      const away = place === this.here ? 0 : near.has(place) ? 0.5 : AWAY;
      for (const name of place.names) {
        if (place.used.has(name)) continue;
        const effort = place.path.length + away + this.effortOf(name, place);
        if (effort < least) [best, least] = [[place, name], effort];
      }
    }
    return best;
  }

  /** How late to try a control, besides the way there. @param {string} name @param {Place} place */
  effortOf(name, place) {
    const own = baseOf(name);
    const { used, asked, leads } = this.known.get(own) ?? NEW;
    const quiet = this.quiet.has(own) ? 2 : 0;
    if (asked) return -0.6;
    if (!used && this.likely.has(own)) return -2;
    if (place.come.has(own)) return quiet - 0.5;
    if (place.path.length && baseOf(place.path.at(-1) ?? "") === own) return -0.3; // it may lead back
    return quiet + (!used ? 0 : leads || used === 1 ? 2 : 4);
  }

  /** The controls of now; a field counts once for each value. @returns {string[]} */
  names() {
    this.now = controls();
    return [...this.now].flatMap(([name, e]) => {
      if (!isPressable(e)) this.quiet.add(baseOf(name));
      else if (e.hasAttribute("data-action")) this.likely.add(baseOf(name));
      return isField(e) ? valuesOf(e).map((value) => `${name}\n${value}`) : [name];
    });
  }

  /** Do at a new place what an action took elsewhere, such as putting together an offer to another player. */
  async repeat() {
    const begun = this.here;
    for (const recipe of this.recipes.filter((one) => one.length + begun.path.length <= DEEP + 1)) {
      if (this.here !== begun && !(await this.goTo(begun))) return;
      for (const own of recipe) {
        const name = this.here.names.find((/** @type {string} */ one) => baseOf(one) === own);
        if (!name || !(await this.try(name))) break;
      }
    }
  }

  /** Fill in a form that has just come up, with one thing in each of its parts, and use what that brings. */
  async fill() {
    const parts = () => [...document.querySelectorAll("#board fieldset")];
    if (this.forms || this.here.path.length > 2 || parts().length < 2) return;
    this.forms = true;
    const before = new Set(this.here.names.map(baseOf));
    for (let k = 0; k < parts().length; k += 1) {
      const inside = this.here.names.filter((/** @type {string} */ name) => {
        const e = this.now.get(name.split("\n")[0] ?? "");
        return e && isPressable(e) && !name.endsWith("\n") && parts()[k]?.contains(e);
      });
      if (inside[0]) await this.try(inside[0]);
    }
    for (const name of this.here.names) {
      const e = this.now.get(name.split("\n")[0] ?? "");
      if (!before.has(baseOf(name)) && !e?.closest("fieldset")) await this.try(name);
    }
  }

  /** Show the position again. */
  async restart() {
    await this.page.begin();
    this.page.asked();
    this.changes.takeRecords();
    this.path = [];
    this.arrive(this.names());
  }

  /** Go to a place: on from here, or from the beginning. @param {Place} place */
  async goTo(place) {
    const on = this.around().get(place);
    if (on && (await this.follow(on)) && this.here === place) return true;
    await this.restart();
    return (await this.follow(place.path)) && this.here === place;
  }

  /** The places that a few controls lead to from here, with these controls. @returns {Map<Place, string[]>} */
  around() {
    const found = new Map([[this.here, /** @type {string[]} */ ([])]]);
    for (const [place, path] of found) {
      if (path.length >= NEAR) continue;
      for (const [name, to] of place.leads) if (!found.has(to)) found.set(to, [...path, name]);
    }
    return found;
  }

  /** @param {string[]} path */
  async follow(path) {
    for (const name of path) if (!(await this.try(name))) return false;
    return true;
  }

  /** Use a control where it is, and note what comes of it. @param {string} name @returns {Promise<boolean>} */
  async try(name) {
    const from = this.here;
    from.used.add(name);
    const [own, value] = name.split("\n");
    const e = this.now.get(own ?? "");
    if (!e?.isConnected) {
      this.arrive(this.names());
      return false;
    }
    this.uses += 1;
    const known = this.known.get(baseOf(name)) ?? { ...NEW };
    this.known.set(baseOf(name), known);
    known.used += 1;
    const focus = document.activeElement;
    if (value === undefined) await use(e, this.way, this.page.drawn);
    else {
      write(e, value);
      await this.page.drawn();
    }
    if (this.note([...this.path, name])) known.asked = true;
    const other = this.changes.takeRecords().some(isChange);
    if (!other && value === undefined && focus === document.activeElement) return true;
    this.path = [...this.path, name];
    this.arrive(this.names());
    if (this.here !== from) {
      known.leads = true;
      from.leads.set(name, this.here);
    }
    return true;
  }

  /** Note what the board asked for. @param {string[]} path @returns {boolean} whether it asked for anything */
  note(path) {
    const asked = this.page.asked();
    for (const [form] of asked) {
      const key = form ? this.keyOf(form) : "";
      if (!this.left.delete(key)) continue;
      const recipe = path.slice(1).map(baseOf);
      const same = this.recipes.some((one) => one.join() === recipe.join());
      if (recipe.length > 1 && !same && this.recipes.length < MOST_RECIPES) this.recipes.push(recipe);
    }
    return asked.length > 0;
  }

  /** Be at the place with these controls. @param {string[]} names */
  arrive(names) {
    const key = [...names, ...fieldsNow()].join("\0");
    const before = this.here;
    let place = this.places.get(key);
    if (!place) {
      const old = new Set(before?.names.map(baseOf));
      const come = new Set(names.map(baseOf).filter((name) => !old.has(name)));
      const deep = this.path.length > DEEP;
      place = { key, path: this.path, names, come, used: new Set(deep ? names : []), leads: new Map() };
      this.places.set(key, place);
    }
    this.here = place;
    this.path = place.path;
  }
}
