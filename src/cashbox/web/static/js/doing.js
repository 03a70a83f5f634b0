/** How the table page does what its player wants: acting, taking back, asking why not. */

import { Fault } from "./api.js";
import { h, html, useCallback, useState } from "./preact.js";
import { Button, Dialog, toast } from "./ui.js";

/** @typedef {import("./board.js").BoardModule} BoardModule */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("./wire.js").Form} Form */
/** @typedef {{text: string, answer: (yes: boolean) => void}} Question */

/**
 * @param {{live: Live, module: BoardModule, seat: number, content: unknown, onTurnEnd: (lines: number) => void}} given
 *   onTurnEnd: is told how many lines there were when one's turn was over
 */
export function useDoing({ live, module, seat, content, onTurnEnd }) {
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
          const view = live.snapshot.state?.view;
          for (const action of actions) {
            const text = module.endTurnWarning?.(view, seat, action, content);
            if (!text) continue;
            const yes = await new Promise((answer) => setQuestion({ text, answer }));
            setQuestion(null);
            if (!yes) throw new Fault("declined", "Not done.");
          }
          const { mark, lines } = await live.act(actions);
          const { state } = live.snapshot;
          // the others may have been so quick that it is one's turn again, and no state in between has been seen
          if (state && (state.mark !== mark || !state.due.includes(seat))) onTurnEnd(lines);
          keepFocus();
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
  const explain = useCallback(
    async (/** @type {Form} */ action) => {
      try {
        return await live.explain(action);
      } catch (fault) {
        return /** @type {Fault} */ (fault).message;
      }
    },
    [live],
  );
  return { busy, question, act, undo, explain };
}

/** What one pressed may be gone afterwards; then the keyboard stays at the board, not at the page's beginning. */
function keepFocus() {
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    document.getElementById("board")?.focus({ preventScroll: true });
  });
}

/** A question before something is done. @param {{question: Question | null}} props */
export function Asking({ question }) {
  return h(
    Dialog,
    { title: "Before you do", open: !!question, onClose: () => question?.answer(false) },
    html`
      <p>${question?.text}</p>
      <div class="buttons">
        ${h(Button, { onPress: () => question?.answer(false) }, "Go back")}
        ${h(Button, { onPress: () => question?.answer(true), kind: "primary" }, "Do it")}
      </div>
    `,
  );
}
