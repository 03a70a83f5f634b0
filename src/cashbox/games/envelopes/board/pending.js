// The paper for the small decision that is going on.

import { Buck, Paper, TakeBack, h, html } from "./kit.js";
import { EnvelopeChoice } from "./envelope-button.js";
import { Bundle } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */

const PENDING_TITLES = {
  pay: "How to pay",
  give: "What to give",
  send: "Envelopes to send",
  gain: "Take envelopes",
  cost: "Pay for the card",
  fare: "Pay for the drive",
  stake: "Pay for the bet",
  fly: "Choose a space",
  later: "Choose a month",
  save: "Keep for next month",
  bookie: "The bookie",
};

/** The small decision that is going on. @param {{play: Play}} props */
export function PendingPanel({ play }) {
  const { view, model } = play;
  const pending = view.pending;
  if (!pending) return null;
  const title = PENDING_TITLES[/** @type {"pay"} */ (pending.kind)] ?? "Decide";
  const onMap = pending.kind === "fly";
  const entries = onMap ? play.legal.all.filter((e) => e.action.type !== "fly") : play.legal.all;
  const what =
    pending.what === "recruit" && pending.ref >= 0
      ? model.slots[pending.ref].name
      : pending.what === "space" && pending.ref >= 0
        ? model.spaces[pending.ref].name
        : pending.ref >= 0 && model.cards[pending.ref] && pending.what !== "space"
          ? model.cards[pending.ref].name
          : "";
  return h(
    Paper,
    { title: `${title}${what ? `: ${what}` : ""}`, name: "pending" },
    html`<p class="asked">${play.props.prompt}</p>`,
    pending.kind === "pay"
      ? html`<p class="line"><span>Left to pay</span><${Bundle} counts=${pending.owed} none="nothing" /></p>`
      : null,
    play.me
      ? html`<p class="line">
          <span>You have</span>
          <${Bundle} counts=${play.me.envelopes} none="no envelopes" />
          <${Buck} count=${play.me.bucks} />
        </p>`
      : null,
    html`<div class="choices">${entries.map((entry) => h(EnvelopeChoice, { key: entry.text, play, entry }))}</div>`,
    onMap ? html`<p class="quiet small">Choose a glowing space on the map.</p>` : null,
    h(TakeBack, { props: play.props }),
  );
}
