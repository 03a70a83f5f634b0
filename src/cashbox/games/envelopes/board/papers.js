// The papers for cards, for a trade, and before a turn ends.

import { Buck, COLOURS, Do, Envelope, Fragment, MONTHS, Paper, Reasons, Star, classes, count, h, html } from "./kit.js";
import { CardFace, Cost, kindName } from "./cards.js";
import { said, tip } from "./tips.js";
import { Bundle, Paying } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Form} Form */

/** What can be done with a card in this phase, by the place where it lies. @param {Play} play @param {Card} card */
export function offersOf(play, card) {
  const { view, me } = play;
  const { mine } = view;
  const { index, number } = card;
  /** @type {any[]} */
  const does = [];
  /** @param {Form} form @param {string} otherwise @param {string} [kind] @param {unknown} [about] */
  const offer = (form, otherwise, kind = "", about = form.type) => {
    const props = {
      key: form.type,
      play,
      form,
      kind,
      about: tip(`action.${about}`),
      also: () => play.setPick(null),
      why: true,
    };
    does.push(h(Do, props, play.legal.get(form)?.label ?? otherwise));
  };
  const held = !!mine?.hand.includes(index);
  const stashed = !!mine?.stash.includes(index);
  if (view.phase === "coach" && card.kind === "coach") {
    offer({ type: "coach", coach: card.id }, "Choose this coach", "primary");
  }
  if (view.phase === "stash" && stashed && !me?.open_stash.length) {
    offer({ type: "reject", card: number }, "Reject this card");
  }
  if (view.phase === "stash" && held) {
    offer({ type: "draft", card: number }, "Take it for your stash", "primary", "stash");
  }
  if (view.phase === "draft" && mine && (held || stashed || view.pool.includes(index))) {
    offer({ type: "draft", card: number }, `Draft it for ${MONTHS[view.month]}`, "primary");
    if (view.rules.pool && held) {
      offer({ type: "pass", card: number }, view.rules.alone ? "Discard it and choose again" : "Discard it and pass");
    }
  }
  if (me?.calendar.includes(index)) offer({ type: "put", card: number }, "Put it into play", "primary");
  if (me?.in_play.some((c) => c.card === index) && card.use === "monthly") {
    offer({ type: "use", card: number }, "Use it", "primary");
  }
  return does;
}

/** @param {{play: Play, pick: {card: number, owner: number, month?: number}}} props */
export function CardPanel({ play, pick }) {
  const { model, view, me, seat } = play;
  const card = model.cards[pick.card];
  const waits = !!me?.calendar.includes(pick.card);
  const does = offersOf(play, card);
  const price = view.mine?.prices.find((p) => p.what === "card" && p.ref === pick.card);
  const paying = waits && !!me;
  return h(
    Paper,
    { title: card.name, onClose: () => play.setPick(null), name: "card" },
    html`<div class="study">
      ${h(CardFace, { card, model, size: "l" })}
      <div class="beside">
        <p class="facts">
          <span>${kindName(card, model)}</span>
          ${
            pick.month !== undefined
              ? html`<span>
                  ${MONTHS[pick.month]} on ${pick.owner === seat ? "your" : `${play.names[pick.owner]}'s`} calendar
                </span>`
              : null
          }
        </p>
        ${
          paying
            ? html`
                <p class="line"><span>Costs</span><${Bundle} counts=${card.cost} /></p>
                <p class="line"><span>You have</span><${Bundle} counts=${me.envelopes} none="no envelopes" /></p>
                <${Paying} price=${price} />
              `
            : null
        }
        <div class="choices">${does}</div>
      </div>
    </div>`,
  );
}

/** What a trade costs now, in words; nothing where there is none. @param {Play} play */
function tradePrice({ legal }) {
  const price = legal.of("trade")[0]?.facts.known;
  if (!price) return "";
  const given = count(price.envelopes, "envelope") + (price.bucks ? ` and ${count(price.bucks, "buck")}` : "");
  return `Trade ${given} for one of the color you choose.`;
}

/** @param {{play: Play}} props */
export function TradePanel({ play }) {
  const { me } = play;
  return h(
    Paper,
    { title: "Trade envelopes", onClose: () => play.setPick(null), name: "trade" },
    html`<p class="line">
      <span>You have</span>
      ${me ? html`<${Bundle} counts=${me.envelopes} none="no envelopes" /><${Buck} count=${me.bucks} />` : null}
    </p>`,
    html`<p class="asked">Which envelope do you want?</p>`,
    html`<div class="colours">
      ${COLOURS.map((colour) => {
        const form = { type: "trade", colour };
        return h(
          Do,
          {
            key: colour,
            play,
            form,
            label: play.legal.get(form)?.label ?? `Trade for 1 ${colour} (not available now)`,
          },
          html`<${Envelope} colour=${/** @type {"green"} */ (colour)} quiet /> ${colour}`,
        );
      })}
    </div>`,
    html`<p class="quiet small">${tradePrice(play)}</p>`,
    h(Reasons, { play, ways: COLOURS.map((colour) => ({ form: { type: "trade", colour }, name: colour })) }),
  );
}

/**
 * A card that waits: put into play by its key where it can be paid, else it says what it costs.
 * @param {{play: Play, card: number, month: number}} props
 */
function Waiting({ play, card: index, month }) {
  const card = play.model.cards[index];
  const entry = play.legal.get({ type: "put", card: card.number });
  const face = html`<${Fragment}>
    <b>${card.name}</b>
    <${Star} count=${card.stars} />
    <${Cost} cost=${card.cost} />
    <small>${card.text}</small>
    ${card.idle ? html`<small>no effect at this table</small>` : null}
    <small class="now">${entry ? "Put it into play" : "You can't pay for it now"}</small>
  <//>`;
  const pressed = () => {
    play.setPick(entry ? null : { kind: "card", card: index, owner: play.seat, month });
    if (entry) void play.act(entry.action);
  };
  return html`<button
    type="button" data-card=${card.number} data-action=${entry ? "put" : undefined}
    class=${classes({ button: true, choice: true, can: entry, primary: entry })} disabled=${play.busy && !!entry}
    onClick=${pressed}>
    ${face}
  </button>`;
}

/** What can be done with cards now. @param {{play: Play}} props */
export function CardsPanel({ play }) {
  const { model, me } = play;
  const put = play.legal.of("put");
  const use = play.legal.of("use");
  const waiting = me ? me.calendar.map((card, m) => ({ card, m })).filter(({ card }) => card >= 0) : [];
  return h(
    Paper,
    { title: "Cards", onClose: () => play.setPick(null), name: "cards" },
    html`<h4>Ready to play</h4>`,
    waiting.length
      ? html`<div class="choices">
          ${waiting.map(({ card, m }) => h(Waiting, { key: card, play, card, month: m }))}
        </div>`
      : html`<p class="quiet">No cards are waiting on your calendar.</p>`,
    html`<h4>Ready to use</h4>`,
    use.length
      ? html`<div class="choices">
          ${use.map(
            (e) =>
              html`<button
                type="button" key=${e.text} class="button choice can"
                onClick=${() => play.setPick({ kind: "card", card: Number(e.action.card) - 1, owner: play.seat })}>
                <b>${model.cards[Number(e.action.card) - 1].name}</b>
                <small>${model.cards[Number(e.action.card) - 1].text}</small>
              </button>`,
          )}
        </div>`
      : html`<p class="quiet">${put.length ? "Nothing to do right now." : "You can't use any cards right now."}</p>`,
  );
}

/** Before a turn ends with envelopes left. @param {{play: Play}} props */
export function EndPanel({ play }) {
  const { me, view, legal } = play;
  /** @type {[boolean, string, () => void][]} */
  const ways = [
    [
      legal.has("sign"),
      "Sign a recruit here",
      () => play.setPick({ kind: "recruit", slot: Number(legal.of("sign")[0].action.recruit) }),
    ],
    [legal.has("put") || legal.has("use"), "Put cards into play or use them", () => play.setPick({ kind: "cards" })],
    [legal.has("runner"), "Send a runner to a recruit with a dashed outline", () => play.setPick(null)],
    [legal.has("bet"), "Bet in Vegas", () => play.setPick({ kind: "vegas" })],
    [legal.has("trade"), "Trade", () => play.setPick({ kind: "trade" })],
    [legal.has("move"), "Keep driving", () => play.setPick(null)],
  ];
  return h(
    Paper,
    { title: "End your turn?", onClose: () => play.setPick(null), name: "end" },
    html`
      <p class="asked">${view.mine?.ending}</p>
      <p class="line"><span>You have</span><${Bundle} counts=${me?.envelopes ?? []} /></p>
    `,
    html`
      <p>You could still:</p>
      <div class="choices">
        ${ways
          .filter(([can]) => can)
          .map(
            ([, text, go]) =>
              html`<button type="button" key=${text} class="button choice" onClick=${go}>${text}</button>`,
          )}
      </div>
      ${
        view.last && legal.has("bet")
          ? html`<p class="quiet small">${said(play, "vegas", { last: view.last })}</p>`
          : null
      }
    `,
    h(Do, { play, form: { type: "end" }, kind: "bad", also: () => play.setPick(null) }, "End the turn"),
  );
}
