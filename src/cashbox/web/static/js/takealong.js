/** The guest whom a browser is besides becomes part of the account: a press of its own, which signing in never does. */

import { post } from "./api.js";
import { useAttempt } from "./attempt.js";
import { h, html } from "./preact.js";
import { Button } from "./ui.js";
import { plural } from "./words.js";

/** @typedef {import("./wire.js").Beside} Beside */
/** @typedef {import("./wire.js").Joined} Joined */

/** Where a guest sits, as the end of a clause. @param {Beside} beside */
export function seats(beside) {
  const many = beside.apart + beside.tables.length;
  return many ? `, with seats at ${plural(many, "table")},` : "";
}

/** Whether a guest has anything that an account could take along. @param {Beside} beside */
export const takes = ({ apart, tables }) => apart > 0 || !tables.length;

/**
 * @param {object} props
 * @param {string} props.name of the account
 * @param {Beside} props.beside
 * @param {"" | "primary"} props.kind
 * @param {(joined: Joined) => void} props.onJoined
 */
export function TakeAlong({ name, beside, kind, onJoined }) {
  const { busy, fault, attempt } = useAttempt();
  const take = async () => {
    const joined = await attempt(() => post("/api/me/join", {}));
    if (joined) onJoined(joined);
  };
  return html`
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
    <p>
      ${h(
        Button,
        { kind, onPress: () => void take(), disabled: busy, why: "One moment." },
        `Move ${beside.name}'s seats here`,
      )}
    </p>
    <p class="small">
      ${
        beside.tables.length
          ? html`<b>${name}</b> gets the seats and messages at all other tables.`
          : html`<b>${name}</b> gets ${beside.name}'s seats and messages, and the guest is deleted.`
      }
      ${" "}This can't be undone.
    </p>
  `;
}
