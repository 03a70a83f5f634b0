/** Asks what should happen to a guest's seats when this browser signs in to an account. */

import { Fault } from "../shared/api.js";
import { useAttempt } from "../shared/attempt.js";
import { h, html, useState } from "../shared/preact.js";
import { Button, Dialog } from "../shared/ui.js";

/** @typedef {import("../shared/wire.js").NewDevice["seats"]} Seats */
/** @typedef {(seats: Seats) => Promise<unknown>} Work signs in */
/** @typedef {(work: Work) => Promise<boolean>} Enter whether it went well, or the server asked */

/** The server's question. moves: the seats can move; work: signs in once that is answered.
 * @typedef {{message: string, moves: boolean, work: Work}} Question */

/** As `useAttempt`. enter: signs in, and goes to the first page; question: the dialog that asks about seats. */
export function useSignIn() {
  const { busy, fault, attempt } = useAttempt();
  const [asked, setAsked] = useState(/** @type {Question | null} */ (null));
  /** @param {Work} work @param {Seats} [seats] */
  const enter = async (work, seats = "ask") => {
    setAsked(null);
    const done = await attempt(async () => {
      try {
        await work(seats);
        location.href = "/";
      } catch (error) {
        if (!(error instanceof Fault) || !["move-seats", "leave-seats"].includes(error.code)) throw error;
        setAsked({ message: error.message, moves: error.code === "move-seats", work });
      }
      return true;
    });
    return Boolean(done);
  };
  const close = () => setAsked(null);
  /** @param {Seats} seats @param {string} text @param {"primary"} [kind] */
  const press = (seats, text, kind) =>
    h(
      Button,
      { kind, onPress: () => asked && void enter(asked.work, seats), disabled: busy, why: "One moment." },
      text,
    );
  const question = h(
    Dialog,
    { title: "What about your seats?", open: asked !== null, onClose: close },
    html`
      ${asked?.message.split("\n").map((line) => html`<p key=${line}>${line}</p>`)}
      <div class="buttons">
        ${h(Button, { onPress: close }, "Cancel")} ${press("leave", "Leave seats")}
        ${asked?.moves ? press("move", "Move seats", "primary") : null}
      </div>
    `,
  );
  return { busy, fault, attempt, enter, question };
}
