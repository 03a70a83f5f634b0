/** The buttons in the header of the page, and the dialogs that they open. */

import { SHOWN } from "../shared/older.js";
import { h, html } from "../shared/preact.js";
import { Button, dotsIcon } from "../shared/ui.js";
import { SoundSwitch } from "./sounds.js";

/** The way to what is past, in words. @param {{past: string}} props */
export function PastLinks({ past }) {
  return past ? html`<p><a href=${past}>Replay from the start</a></p>` : null;
}

/** How many lines are new, on a button. @param {{count: number, title: string}} props */
function Fresh({ count, title }) {
  if (!count) return null;
  return html` <span class="tag turn" title=${title}>
      ${count > 99 ? "99+" : count}
      <span class="visually-hidden"> new</span>
    </span>
  `;
}

/** A dialog of the page. @typedef {"log" | "chat" | "remarks" | "behaviour" | "ways" | "help"} Lid */

/**
 * The buttons that open the page's dialogs.
 * @param {{talk: boolean, plays: boolean, past: string, unread: number, fresh: number, remarks: number | null,
 *   onOpen: (lid: Lid) => void, onRules: () => void, expert: import("../shared/preact.js").VNode | null}} props
 *   past: the address where one looks back, "" for none; remarks: how much of what watchers say is unread, null where
 *   none of it can be read; onRules: opens or closes the rules; expert: the button that asks what to do
 */
export function HeaderTools({ talk, plays, past, unread, fresh, remarks, onOpen, onRules, expert }) {
  /** @type {{size: "small", kind: "plain"}} */
  const plain = { size: "small", kind: "plain" };
  return html`
    ${
      talk
        ? h(
            Button,
            { ...plain, onPress: () => onOpen("chat"), class: "chat-button" },
            "Chat",
            h(Fresh, { count: unread, title: "unread" }),
          )
        : null
    }
    ${
      remarks === null
        ? null
        : h(
            Button,
            { ...plain, onPress: () => onOpen("remarks"), class: "chat-button remarks-button" },
            html`${eyeIcon}<span class="word">Spectators</span>`,
            h(Fresh, { count: remarks, title: "unread" }),
          )
    }
    ${h(
      Button,
      { ...plain, onPress: () => onOpen("log"), class: "log-button" },
      "Log",
      h(Fresh, { count: fresh, title: "since your last move" }),
    )}
    ${expert}
    ${h(Button, { ...plain, onPress: onRules, class: "rules-button", label: "Rules", title: "Rules (r)" }, bookIcon)}
    <${Rest}>
      ${
        past
          ? html`<a class="button small plain past-link" href=${past} aria-label="Replay" title="Replay">
              ${backIcon}
            </a>`
          : null
      }
      ${h(SoundSwitch, {})}
      ${h(Button, { ...plain, onPress: () => onOpen("behaviour"), label: "Preferences" }, gear)}
      ${
        plays
          ? h(
              Button,
              { ...plain, onPress: () => onOpen("ways"), label: "Leave or end game", class: "ways-button" },
              doorIcon,
            )
          : null
      }
      ${h(
        Button,
        { ...plain, onPress: () => onOpen("help"), label: "Help and shortcuts" },
        html`<b aria-hidden="true">?</b>`,
      )}
    <//>
  `;
}

/**
 * The buttons that are pressed less often: on a phone they lie in a menu, with their names. Closing it before the press
 * is answered gives the focus back to the button that opened it, where a dialog leaves it.
 * @param {{children?: import("../shared/preact.js").Child}} props
 */
function Rest({ children }) {
  const close = (/** @type {MouseEvent} */ event) => {
    const menu = /** @type {HTMLElement} */ (event.currentTarget);
    if (menu.matches(SHOWN)) menu.hidePopover();
  };
  return html`
    <button type="button" class="button small plain rest-button" popovertarget="rest-of-tools" aria-label="More">
      ${dotsIcon}
    </button>
    <div id="rest-of-tools" class="rest" popover onClickCapture=${close}>${children}</div>
  `;
}

const gear = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M3 5h7m4 0h3M3 10h2m4 0h8M3 15h8m4 0h2" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linecap="round" />
  <circle cx="12" cy="5" r="2" />
  <circle cx="7" cy="10" r="2" />
  <circle cx="13" cy="15" r="2" />
</svg>`;

const bookIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M10 6C8 4 5 4 2.500 4v12c2.500 0 5.500 0 7.500 2 2-2 5-2 7.500-2V4C15 4 12 4 10 6zv12" fill="none"
    stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
</svg>`;

const backIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M3.5 10a6.5 6.5 0 1 0 2-4.7L3 7.500M3 3v4.500h4.500M10 6.500V10l2.500 2" fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;

const eyeIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M1.500 10C5 4 15 4 18.500 10 15 16 5 16 1.500 10z" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linejoin="round" />
  <circle cx="10" cy="10" r="2.500" fill="currentColor" />
</svg>`;

const doorIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M11 3H4v14h7M8 10h9M14 6.5l3.5 3.5-3.5 3.5" fill="none" stroke="currentColor" stroke-width="2"
    stroke-linecap="round" stroke-linejoin="round" />
</svg>`;
