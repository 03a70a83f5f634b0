/**
 * What every board needs to let a person act: finding legal actions by form, sending each only once, explaining
 * refusals, and the classes of its markup.
 */

import { h, html, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../shared/preact.js";
import { withNames } from "../shared/words.js";
import { useCardAnimations } from "./animations.js";
import { sendToTable, useClickFeedback } from "./feedback.js";
import { tip, useTips } from "./tips.js";

/** @typedef {import("../shared/wire.js").Form} Form */
/** @typedef {import("../shared/wire.js").Legal} Legal */
/** @typedef {import("./props.js").BoardProps} BoardProps */
/** @typedef {import("../shared/preact.js").Child} Child */

/** Classes that are on. @param {Record<string, unknown>} which */
export function classes(which) {
  return Object.keys(which)
    .filter((name) => which[name])
    .join(" ");
}

/** One key for each action: its type and its fields. @param {Form} form */
export function keyOf(form) {
  const { type, ...fields } = form;
  return [
    type,
    ...Object.keys(fields)
      .sort()
      .map((name) => String(fields[name])),
  ].join(":");
}

/** The legal list, asked by form. */
export class LegalList {
  /** @param {Legal[]} legal */
  constructor(legal) {
    this.all = legal;
    /** @type {Map<string, Legal>} */
    this.byKey = new Map(legal.map((entry) => [keyOf(entry.action), entry]));
    /** @type {Map<string, Legal[]>} */
    this.byType = new Map();
    for (const entry of legal) {
      const type = String(entry.action.type);
      const same = this.byType.get(type);
      if (same) same.push(entry);
      else this.byType.set(type, [entry]);
    }
  }

  /** @param {Form} form @returns {Legal | undefined} */
  get(form) {
    return this.byKey.get(keyOf(form));
  }

  /** @param {string} type @returns {Legal[]} */
  of(type) {
    return this.byType.get(type) ?? [];
  }

  /** @param {string} type */
  has(type) {
    return this.byType.has(type);
  }
}

/**
 * @typedef {object} Acting
 * @property {LegalList} legal
 * @property {string[]} names of the players, by seat
 * @property {boolean} busy from a press till the view that shows what it did
 * @property {number} acted how often that has come to an end, for tests
 * @property {(...forms: Form[]) => Promise<boolean>} act takes these actions, all or none; whether the table took them
 * @property {(form: Form) => Promise<void>} why says why this cannot be done
 * @property {(form: Form) => Promise<string>} reason why this cannot be done, in the words of the rules; "" if it can
 * @property {(form: Form) => Promise<unknown>} dare does it where it is legal, else says why not
 * @property {string} note what was said last
 * @property {(text: string) => void} say "" takes the note away
 */

/** What a button needs. @typedef {Pick<Acting, "legal" | "names" | "busy" | "act" | "dare" | "reason">} Hands */

/**
 * How a board acts: nothing can be pressed twice, and what is not legal is explained.
 * @param {BoardProps} props
 * @returns {Acting}
 */
export function useActing(props) {
  const { view } = props;
  // The answer to what was sent comes before the view that shows it: till then nothing can be pressed twice.
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(/** @type {any} */ (null));
  const busy = props.busy || sending || sent === view;
  // a table that answers at once has done so before it was drawn that one waits
  const acted = useRef({ busy, count: 0 });
  if (acted.current.busy && !busy) acted.current.count += 1;
  acted.current.busy = busy;
  useClickFeedback(busy);
  const [note, setNote] = useState("");
  const legal = useMemo(() => new LegalList(props.legal), [props.legal]);
  const latest = useRef(props);
  latest.current = props;
  const say = useCallback((/** @type {string} */ text) => {
    setNote(text);
    if (text) latest.current.announce(text);
  }, []);
  useEffect(() => {
    if (!note) return undefined;
    const timer = setTimeout(() => say(""), 4000 + 60 * note.length);
    return () => clearTimeout(timer);
  }, [note]);

  const last = useRef(/** @type {any} */ (null));
  const act = useCallback(async (/** @type {Form[]} */ ...forms) => {
    const before = latest.current.view;
    if (last.current === before) return false; // pressed twice
    last.current = before;
    sendToTable();
    acted.current.busy = true; // the answer may be there before anything is drawn
    say("");
    setSending(true);
    setSent(before);
    try {
      await latest.current.act(forms);
      setTimeout(() => {
        setSent((/** @type {any} */ now) => (now === before ? null : now));
        if (last.current === before) last.current = null;
      }, 2000);
      return true;
    } catch {
      last.current = null;
      setSent(null); // the page around has said why
      return false;
    } finally {
      setSending(false);
    }
  }, []);
  const reason = useCallback((/** @type {Form} */ form) => latest.current.explain(form), []);
  const why = useCallback(async (/** @type {Form} */ form) => {
    const told = reason(form).catch((/** @type {Error} */ fault) => fault.message);
    say((await told) || "You can do that now.");
  }, []);
  const dare = (/** @type {Form} */ form) => (legal.get(form) ? act(form) : why(form));
  return { legal, names: props.names, busy, acted: acted.current.count, act, why, reason, dare, note, say };
}

/**
 * What every board begins with: how one acts, what one has picked, and a root in which cards fly and things explain
 * themselves.
 * @template {{players: any[], rules: unknown}} View
 * @template Picked
 * @param {import("./props.js").BoardProps<View>} props
 * @param {Picked | null} begin what is picked at first
 * @param {(form: Form) => string} placeOf the selector of the thing that an action is done to, "" for none
 */
export function useBoard(props, begin, placeOf) {
  const { view, seat } = props;
  const acting = useActing(props);
  const [pick, pickNow] = useState(begin);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useAsked(root, /** @type {any} */ (view).hint?.does ?? null, placeOf, props.suggested ?? null);
  useCardAnimations(root, view);
  useTips(props.tips, view.rules, acting.reason);
  /** @param {Picked | null} next */
  const setPick = (next) => {
    acting.say("");
    pickNow(next);
  };
  /** @type {View["players"][number] | null} */
  const me = seat < 0 ? null : view.players[seat];
  return { root, pickNow, play: { ...acting, view, seat, me, pick, setPick } };
}

/**
 * Marks what a lesson asks for, or a hint suggests, wherever the board has it: the thing, or the button once there is
 * one; and the tab of a region that is not shown. What a hint suggests comes into sight.
 * @param {{current: HTMLElement | null}} root
 * @param {Form | null} does the action that the lesson asks for
 * @param {(form: Form) => string} placeOf the selector of the thing that such an action is done to, "" for none
 * @param {Form | null} suggested the action that the hint suggests
 */
function useAsked(root, does, placeOf, suggested) {
  const form = suggested ?? does;
  useLayoutEffect(() => {
    for (const one of root.current?.querySelectorAll("[data-asked]") ?? []) one.removeAttribute("data-asked");
    if (form) for (const one of placesOf(root.current, form, placeOf(form))) one.setAttribute("data-asked", "");
  });
  useEffect(() => {
    if (suggested) root.current?.querySelector("[data-asked]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [suggested]);
}

/**
 * Where an action is done on a board, and the tabs that lead there.
 * @param {HTMLElement | null} root @param {Form} form
 * @param {string} thing the selector of the thing that the action is done to, "" for none
 */
function placesOf(root, form, thing) {
  const all = (/** @type {string} */ place) => [...(place ? (root?.querySelectorAll(place) ?? []) : [])];
  const one = (/** @type {string} */ place) => {
    const found = all(place);
    return found.length === 1 ? found[0] : null;
  };
  const exact = `[data-does=${CSS.escape(keyOf(form))}]`;
  const button = one(exact) ?? one(`[data-action="${form.type}"]:not([aria-disabled])`);
  // Of equal things any will do.
  const things = all(thing);
  const found = [things.find((place) => place.checkVisibility()) ?? things[0] ?? null, button].filter(
    (place) => place !== null,
  );
  const hidden = found.map((place) => /** @type {HTMLElement | null} */ (place.closest("[data-region][hidden]")));
  const tabs = hidden.map((region) => one(region ? `[data-tab="${region.dataset.region}"]` : ""));
  return [...found, ...tabs.filter((tab) => tab !== null)];
}

/**
 * Why actions that are in sight cannot be taken now, known before anything is pressed: by form, "" where one can be
 * taken, where the reason has not come yet, and where the player has nothing to decide.
 * @param {Pick<Acting, "legal" | "reason">} play @param {Form[]} forms
 * @returns {string[]}
 */
function useReasons({ legal, reason }, forms) {
  const [found, setFound] = useState(/** @type {Record<string, string>} */ ({}));
  const not = legal.all.length ? forms.filter((form) => !legal.get(form)) : [];
  useEffect(() => {
    let wanted = true;
    // without an answer a button says nothing until it is pressed
    const asked = not.map(async (form) => [keyOf(form), await reason(form).catch(() => "")]);
    void Promise.all(asked).then((all) => {
      if (wanted && all.length) setFound(Object.fromEntries(all));
    });
    return () => void (wanted = false);
  }, [not.map(keyOf).join(), legal]);
  return forms.map((form) => (not.includes(form) ? (found[keyOf(form)] ?? "") : ""));
}

/**
 * Why some of several small buttons cannot be used now: one line for each reason.
 * @param {{play: Hands, ways: {form: Form, name: string}[]}} props name: what a button is called
 */
export function Reasons({ play, ways }) {
  const reasons = useReasons(
    play,
    ways.map(({ form }) => form),
  );
  const each = [...new Set(reasons)].filter((text) => text);
  if (!each.length) return null;
  const all = reasons.every((text) => text === each[0]);
  return html`<ul class="reasons quiet small">
    ${each.map((text) => {
      const names = ways.filter((_, k) => reasons[k] === text).map(({ name }) => name);
      return html`<li key=${text}>${all ? null : html`<b>${names.join(", ")}:</b> `}${text}</li>`;
    })}
  </ul>`;
}

/**
 * The attribute with which a thing that explains itself also says why it cannot be used now, before it is pressed.
 * @param {Pick<Acting, "legal">} play @param {Form} form what a press would do
 */
export function refusalAttributes({ legal }, form) {
  return { "data-why": legal.all.length && !legal.get(form) ? JSON.stringify(form) : undefined };
}

/**
 * A button for an action: glows where it is legal; where not, it is quiet and says why.
 * @param {{play: Hands, form: Form, children?: Child, kind?: string, label?: string,
 *   also?: () => void, about?: object, why?: boolean}} props
 *   about: the attributes of its explanation, where it is not that of the kind of action; why: it says why it cannot be
 *   used before it is pressed
 */
export function Do({ play, form, children, kind = "", label, also, about, why = false }) {
  const legal = play.legal.get(form);
  const [reason] = useReasons(play, why ? [form] : []);
  return h(
    "button",
    {
      type: "button",
      class: `button ${kind}`,
      "aria-disabled": legal ? undefined : "true",
      disabled: play.busy && !!legal,
      "data-action": form.type,
      "data-does": keyOf(form),
      ...(about ?? tip(`action.${form.type}`)),
      ...(why ? {} : refusalAttributes(play, form)),
      onClick: () => {
        if (legal) also?.();
        void play.dare(form);
      },
    },
    label
      ? [
          html`<span class="visually-hidden">${label}</span>`,
          h("span", { class: "seen", "aria-hidden": "true" }, children),
        ]
      : (children ?? (legal && withNames(legal.label, play.names))),
    reason ? html` <small class="reason">${reason}</small>` : null,
  );
}

/**
 * A legal action as a large key that says what it does.
 * @param {{play: Hands, entry: Legal, primary?: boolean, mark?: Child, children?: Child,
 *   more?: object}} props mark: what stands before the words; children: other words than its label; more: attributes
 */
export function Choice({ play, entry: { action, label }, primary, mark, children, more }) {
  const attributes = {
    "data-action": action.type,
    "data-does": keyOf(action),
    ...tip(`action.${action.type}`),
    ...more,
  };
  return h(
    "button",
    {
      type: "button",
      class: classes({ button: true, choice: true, primary }),
      ...attributes,
      disabled: play.busy,
      onClick: () => void play.act(action),
    },
    mark,
    h("span", null, children ?? withNames(label, play.names)),
  );
}

/**
 * A plain button for every legal action of a type that the board has no place for, so that a verb which is new to the
 * game can be used before anyone has drawn it.
 * @param {{play: Hands, placed: readonly string[]}} props placed: the types that the
 *   board has a place for
 */
export function OtherActions({ play, placed }) {
  const others = play.legal.all.filter(({ action }) => !placed.includes(String(action.type)));
  if (!others.length) return null;
  const keys = others.map((entry) => h(Choice, { key: entry.text, play, entry }));
  return h(Paper, { title: "You can also", name: "unplaced", slim: true }, html`<div class="choices">${keys}</div>`);
}

/** Takes the last step back, where there is one. @param {{props: Pick<BoardProps, "undo">, say?: string}} props */
export function UndoButton({ props: { undo }, say = "Undo" }) {
  if (!undo) return null;
  return html`<button type="button" class="button small plain" onClick=${() => void undo(1)}>${say}</button>`;
}

/**
 * Everyone in the order of turns; what is said of a seat is its explanation, too.
 * @param {{turns: {seat: number, is: Record<string, unknown>, colour: string, said: string, mark: Child}[]}} props
 *   is: classes
 */
export function TurnTrack({ turns }) {
  return html`<ol class="track" aria-label="Turn order" data-tips="">
    ${turns.map(
      ({ seat, is, colour, said, mark }, k) =>
        html`<li key=${seat} class=${classes(is)} data-colour=${colour} ...${tip("track", { who: said }, !k)}>
          <span class="visually-hidden">${said}</span>
          ${mark}
        </li>`,
    )}
  </ol>`;
}

/** What was said last, on a slip above the desk. @param {{play: Pick<Acting, "note" | "say">}} props */
export function Note({ play }) {
  if (!play.note) return null;
  return html`<div class="note" data-layer="over">
    <p>${play.note}</p>
    <button type="button" aria-label="Close this notice" onClick=${() => play.say("")}>✕</button>
  </div>`;
}

/**
 * A sheet of paper above the desk. Without onClose it stays until what it asks is decided.
 * @param {{title: Child, name: string, wide?: boolean, slim?: boolean, onClose?: () => void, children?: Child}} props
 */
export function Paper({ title, name, wide, slim, onClose, children }) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    // Wherever the focus is; a dialog over the page, or what else is on top, has the key first.
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      close.current?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return html`<section
    class=${classes({ float: true, wide, slim })} data-panel=${name} data-layer="over"
    aria-label=${typeof title === "string" ? title : undefined}
    onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
      if (e.key === "Escape" && onClose) {
        e.stopPropagation();
        onClose();
      }
    }}>
    <header>
      <h3 tabindex="-1">${title}</h3>
      ${onClose ? html`<button type="button" class="close" aria-label="Close" onClick=${onClose}>✕</button>` : null}
    </header>
    <div class="inside">${children}</div>
  </section>`;
}

/**
 * A paper that comes up takes the focus, so that keyboard and screen reader are where the decision is; when it goes,
 * focus goes back.
 * @param {{current: HTMLElement | null}} desk @param {string} name of the paper that is up, "" for none
 */
export function usePaperFocus(desk, name) {
  const shown = useRef("");
  const came = useRef(/** @type {Element | null} */ (null));
  useEffect(() => {
    if (!name && shown.current && document.activeElement === document.body && came.current?.isConnected) {
      /** @type {HTMLElement} */ (came.current).focus({ preventScroll: true });
    }
    if (name && name !== shown.current) {
      if (!shown.current) came.current = document.activeElement;
      const to = /** @type {HTMLElement | null | undefined} */ (
        desk.current?.querySelector(".float .button:not([aria-disabled=true]):not(:disabled), .float h3")
      );
      to?.focus({ preventScroll: true });
    }
    shown.current = name;
  }, [name]);
}

/**
 * When what one pressed is gone, the keyboard goes on at the desk, not at the beginning of the board.
 * @param {{current: HTMLElement | null}} root @param {number} acted
 */
export function useKeptFocus(root, acted) {
  useEffect(() => {
    if (!acted) return undefined;
    const timer = setTimeout(() => {
      const at = document.activeElement;
      if (at && at !== document.body && at.id !== "board") return;
      /** @type {HTMLElement | null | undefined} */ (root.current?.querySelector(".desk"))?.focus({
        preventScroll: true,
      });
    }, 80);
    return () => clearTimeout(timer);
  }, [acted]);
}
