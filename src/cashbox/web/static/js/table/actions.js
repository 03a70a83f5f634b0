/** What a player does at the table: acting, undo, and asking why an action isn't legal. */

import { keyOf } from "../board/play.js";
import { Fault, post } from "../shared/api.js";
import { h, html, useCallback, useRef, useState } from "../shared/preact.js";
import { Button, Dialog, toast } from "../shared/ui.js";
import { withNames } from "../shared/words.js";

/** @typedef {import("../board/props.js").BoardModule} BoardModule */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("../shared/wire.js").Form} Form */
/** @typedef {{text: string, answer: (yes: boolean) => void}} Question */

/**
 * @param {{live: Live, module: BoardModule, seat: number, content: unknown, asks: import("./preferences.js").Asks,
 *   onActed: (lines: number) => void}} given
 *   asks: what is asked about; onActed: what the log said (its length) before one acted has been seen
 */
export function useActions({ live, module, seat, content, asks, onActed }) {
  const asking = useRef(asks);
  asking.current = asks;
  const acted = useRef(onActed);
  acted.current = onActed;
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null));

  /** Runs something that the table may refuse; shows why, and passes it on. @param {() => Promise<void>} go */
  const tell = async (go) => {
    setBusy(true);
    try {
      await go();
    } catch (fault) {
      const { code, message } = /** @type {Fault} */ (fault);
      if (code !== "declined") toast(message, code === "stale" ? "" : "bad");
      throw fault;
    } finally {
      setBusy(false);
    }
  };

  /** @param {Promise<void>} promise */
  const handled = (promise) => {
    promise.catch(() => {}); // the reader has been told already
    return promise;
  };

  const act = useCallback(
    (/** @type {Form[]} */ actions) =>
      handled(
        tell(async () => {
          const text =
            asking.current !== "never" && (await doubt({ live, module, seat, content }, actions, asking.current));
          if (text) {
            const yes = await new Promise((answer) => setQuestion({ text, answer }));
            setQuestion(null);
            if (!yes) throw new Fault("declined", "Canceled.");
          }
          const before = live.snapshot.log.length;
          await live.act(actions);
          acted.current(before);
        }),
      ),
    [live, module, seat, content],
  );
  const undo = useCallback(
    (/** @type {number | null} */ steps) => {
      void handled(tell(async () => void (await live.undo(steps))));
    },
    [live],
  );
  const explain = useCallback((/** @type {Form} */ action) => live.explain(action), [live]);
  return { busy, question, act, undo, explain };
}

/**
 * The question before some actions, "" for none: what the board warns of, or that the server says they are final.
 * @param {{live: Live, module: BoardModule, seat: number, content: unknown}} given
 * @param {Form[]} actions @param {import("./preferences.js").Asks} asks
 */
async function doubt({ live, module, seat, content }, actions, asks) {
  const { state, table } = live.snapshot;
  for (const action of actions) {
    const text = module.endTurnWarning?.(state?.view, seat, action, content);
    if (text) return text;
  }
  if (asks !== "final") return "";
  const { final } = await post(`/api/tables/${table.id}/finality`, { actions });
  if (!final) return "";
  const one = state?.legal.find(({ action }) => keyOf(action) === keyOf(actions[0]));
  const names = table.seats.map(({ name }) => name);
  return one ? `${withNames(one.label, names)}: this can't be undone.` : "This can't be undone.";
}

/** A question before something is done. @param {{question: Question | null}} props */
export function Confirmation({ question }) {
  return h(
    Dialog,
    { title: "Are you sure?", open: !!question, onClose: () => question?.answer(false) },
    html`
      <p>${question?.text}</p>
      <div class="buttons">
        ${h(Button, { onPress: () => question?.answer(false) }, "Cancel")}
        ${h(Button, { onPress: () => question?.answer(true), kind: "primary" }, "Do it")}
      </div>
    `,
  );
}
