// The strip at the bottom edge: what one can spend, what one can do, and above it the paper for the decision in hand.

import {
  BUBBA,
  Buck,
  COLOURS,
  Do,
  Envelope,
  Fragment,
  MONTHS,
  Note,
  POSITION_NAMES,
  Paper,
  Star,
  classes,
  count,
  h,
  html,
  recruitCost,
  regionText,
  signerOf,
  slotName,
  sum,
  usePaperFocus,
  useRef,
} from "./kit.js";
import { CardFace, Cost, kindName } from "./cards.js";
import { Hint } from "./hint.js";
import { SymbolMark } from "./marks.js";
import { Bundle, Purse } from "./player.js";
import { tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Form} Form */
/** @typedef {import("./types.js").Legal} Legal */
/** @typedef {import("./types.js").Price} Price */

/** @param {Form} form */
function colourOf(form) {
  return typeof form.paid === "string" ? form.paid : typeof form.colour === "string" ? form.colour : "";
}

/** One legal action as a large key with its envelope. @param {{play: Play, entry: Legal}} props */
function Choice({ play, entry }) {
  const colour = colourOf(entry.action);
  const { type } = entry.action;
  const mark =
    type === "buck"
      ? h(Buck, { quiet: true })
      : colour && type !== "bookie"
        ? h(Envelope, { colour: /** @type {"green"} */ (colour), quiet: true })
        : null;
  return html`<button
    type="button" class=${classes({ button: true, choice: true, primary: type === "done" })} data-action=${type}
    data-colour=${colour || undefined} ...${tip(`action.${type}`)} disabled=${play.busy}
    onClick=${() => void play.act(entry.action)}>
    ${mark}
    <span>${entry.label}</span>
  </button>`;
}

const PENDING_TITLES = {
  pay: "How to pay",
  give: "What to give",
  send: "The runner's bag",
  gain: "Take envelopes",
  cost: "What it costs",
  fare: "The fare",
  stake: "The stake",
  fly: "Go anywhere that glows",
  later: "Which month",
  save: "Keep for next month",
  bookie: "The bookie",
};

/** The small decision that is going on. @param {{play: Play}} props */
function PendingPanel({ play }) {
  const { view, model } = play;
  const pending = view.pending;
  if (!pending) return null;
  const title = PENDING_TITLES[/** @type {"pay"} */ (pending.kind)] ?? "Decide";
  const onMap = pending.kind === "fly";
  const entries = onMap ? play.legal.all.filter((e) => e.action.type !== "fly") : play.legal.all;
  const what =
    pending.what === "recruit" && pending.ref >= 0
      ? slotName(model, pending.ref)
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
      ? html`<p class="line"><span>Still to pay</span><${Bundle} counts=${pending.owed} none="nothing" /></p>`
      : null,
    play.me
      ? html`<p class="line">
          <span>You have</span>
          <${Bundle} counts=${play.me.envelopes} none="no envelopes" />
          <${Buck} count=${play.me.bucks} />
        </p>`
      : null,
    html`<div class="choices">${entries.map((entry) => h(Choice, { key: entry.text, play, entry }))}</div>`,
    onMap ? html`<p class="quiet small">Choose a glowing space on the map.</p>` : null,
    play.props.undo
      ? html`<button type="button" class="button small plain" onClick=${() => void play.props.undo?.(1)}>
          Take it back
        </button>`
      : null,
  );
}

/** The shortest way of one's bus to a space: the spaces to drive to, in order. @param {Play} play @param {number} to */
function way(play, to) {
  if (!play.me || play.me.space < 0) return [];
  /** @type {Map<number, number>} */
  const from = new Map([[play.me.space, -1]]);
  const queue = [play.me.space];
  for (const space of queue) {
    for (const next of play.model.roads[space]) {
      if (!from.has(next)) {
        from.set(next, space);
        queue.push(next);
      }
    }
  }
  const steps = [];
  for (let space = to; space !== play.me.space && from.has(space); space = /** @type {number} */ (from.get(space)))
    steps.unshift(space);
  return steps;
}

/** Several free moves at once; the rules judge each of them. @param {{play: Play, steps: number[]}} props */
function DriveFar({ play, steps }) {
  const { me, model } = play;
  const forms = steps.map((space) => ({ type: "move", space: model.spaces[space].id }));
  if (!me || steps.length < 2 || steps.length > me.moves || !play.legal.get(forms[0])) return null;
  return html`<button
    type="button" class="button primary" data-action="drive" ...${tip("action.move")} disabled=${play.busy}
    onClick=${() => {
      play.setPick(null);
      void play.act(...forms);
    }}>
    Drive there: ${steps.length} spaces, free, ${me.moves - steps.length} free left
  </button>`;
}

/** @param {{play: Play, space: number}} props */
function SpacePanel({ play, space: index }) {
  const { model, view } = play;
  const space = model.spaces[index];
  const slots = model.slots.filter((s) => s.space === index);
  const steps = way(play, index);
  const far = steps.length;
  const form = play.legal.has("fly") ? { type: "fly", space: space.id } : { type: "move", space: space.id };
  const buses = view.players.map((p, seat) => (p.space === index ? seat : -1)).filter((s) => s >= 0);
  return h(
    Paper,
    { title: space.name, onClose: () => play.setPick(null), name: "space" },
    html`<p class="facts">
      ${space.regions.length ? html`<span>${regionText(model, space)}</span>` : html`<span>a stop on the road</span>`}
      ${far > 0 ? html`<span>${count(far, "space")} from your bus</span>` : null}
      ${buses.map(
        (s) =>
          html`<span>
            <${SymbolMark} symbol=${view.players[s].symbol} quiet /> ${
              s === play.seat ? "your bus" : `${play.names[s]}'s bus`
            }
          </span>`,
      )}
    </p>`,
    slots.length
      ? html`<div class="choices">
          ${slots.map(
            ({ slot }) =>
              html`<button
                type="button" key=${slot} class="button choice" onClick=${() => play.setPick({ kind: "recruit", slot })}>
                ${recruitLine(play, slot)}
              </button>`,
          )}
        </div>`
      : null,
    h(DriveFar, { play, steps }),
    play.me && far !== 0 && (play.legal.get(form) || far > play.me.moves || far < 2)
      ? h(
          Do,
          { play, form, kind: "primary", also: () => play.setPick(null) },
          play.legal.get(form)?.label ?? "Drive here",
        )
      : null,
  );
}

/** @param {Play} play @param {number} slot */
function recruitLine(play, slot) {
  const { view, model } = play;
  const owner = signerOf(play, slot);
  return html`<${Fragment}>
    <b>${POSITION_NAMES[view.recruits[slot]]}</b> <${Star} count=${view.values[slot]} /> ${
      owner
        ? html`<span class="quiet">signed by ${owner.name}</span>`
        : h(Cost, { cost: recruitCost(model, view, slot) })
    }
  <//>`;
}

/** What the viewer has to pay, where it is not what is printed, and what is left then. @param {{price: Price | undefined}} props */
function Paying({ price }) {
  if (!price) return null;
  return html`<${Fragment}>
    ${
      price.less
        ? html`<p class="line"><span>Less by your cards</span><span>${count(price.less, "envelope")}</span></p>`
        : null
    }
    ${
      price.payable
        ? html`<p class="line">
            <span>Left after paying</span>
            ${
              price.left.length
                ? html`<${Bundle} counts=${price.left} none="no envelopes" /><${Buck} count=${price.bucks} />`
                : html`<span class="quiet">as you choose to pay</span>`
            }
          </p>`
        : null
    }
  <//>`;
}

/** @param {{play: Play, slot: number}} props */
function RecruitPanel({ play, slot }) {
  const { view, model, me } = play;
  const space = model.spaces[model.slots[slot].space];
  const owner = signerOf(play, slot);
  const cost = recruitCost(model, view, slot);
  const mine = me?.prepaid.find((p) => p.slot === slot)?.envelopes ?? [0, 0, 0, 0, 0, 0];
  const price = view.mine?.prices.find((p) => p.what === "recruit" && p.ref === slot);
  const steps = way(play, space.index);
  const far = steps.length;
  const sign = { type: "sign", recruit: slot };
  return h(
    Paper,
    {
      title: `${slotName(model, slot)}: ${POSITION_NAMES[view.recruits[slot]]}`,
      onClose: () => play.setPick(null),
      name: "recruit",
    },
    html`<p class="facts">
      <span><${Star} count=${view.values[slot]} /></span>
      <span>${regionText(model, space)}</span>
      ${
        far > 0
          ? html`<span>${count(far, "space")} from your bus</span>`
          : me
            ? html`<span>your bus is here</span>`
            : null
      }
    </p>`,
    owner
      ? html`<p>Signed by <${SymbolMark} symbol=${owner.symbol} quiet /> <b>${owner.name}</b>.</p>`
      : html`<${Fragment}>
          ${
            view.bubba?.next === slot
              ? html`<p class="bubba-next" data-symbol=${BUBBA.symbol}>
                  <${SymbolMark} symbol=${BUBBA.symbol} quiet />
                  <span>${view.bubba.why}</span>
                </p>`
              : null
          }
          <p class="line"><span>Costs</span><${Bundle} counts=${cost} none="nothing" /></p>
          ${view.players.map((player, s) => {
            const sent = player.prepaid.find((p) => p.slot === slot);
            return sent
              ? html`<p class="line" key=${s}>
                  <span>${s === play.seat ? "You have prepaid" : `${play.names[s]} has prepaid`}</span>
                  <${Bundle} counts=${sent.envelopes} />
                </p>`
              : null;
          })}
          ${
            price && sum(mine)
              ? html`<p class="line"><span>Still to pay</span><${Bundle} counts=${price.owed} none="nothing" /></p>`
              : null
          }
          ${
            me
              ? html`<p class="line"><span>You have</span><${Bundle} counts=${me.envelopes} none="no envelopes" /></p>`
              : null
          }
          <${Paying} price=${price} />
          ${
            me
              ? html`
                  <div class="choices">
                    ${h(
                      Do,
                      { play, form: sign, kind: "primary", also: () => play.setPick(null) },
                      play.legal.get(sign)?.label ?? "Sign him",
                    )}
                    ${h(
                      Do,
                      { play, form: { type: "runner", recruit: slot } },
                      play.legal.get({ type: "runner", recruit: slot })?.label ?? "Send a runner",
                    )}
                  </div>
                  ${far > 1 ? h(DriveFar, { play, steps }) : null}
                  ${
                    view.rules.die && play.legal.get(sign)
                      ? html`<p class="quiet small" ...${tip("vmd")}>
                          The Value Modifier Die is rolled then: signing cannot be taken back.
                        </p>`
                      : null
                  }
                `
              : null
          }
        <//>`,
  );
}

/** @param {{play: Play, pick: {card: number, owner: number, month?: number}}} props */
function CardPanel({ play, pick }) {
  const { model, view, me, seat } = play;
  const card = model.cards[pick.card];
  const n = card.number;
  const waits = me ? me.calendar.indexOf(pick.card) : -1;
  const inPlay = !!me?.in_play.some((c) => c.card === pick.card);
  const mine = view.mine;
  /** @type {any[]} */
  const does = [];
  /** @param {Form} form @param {string} otherwise @param {string} [kind] @param {unknown} [about] */
  const offer = (form, otherwise, kind = "", about = form.type) =>
    does.push(
      h(
        Do,
        { key: form.type, play, form, kind, about: tip(`action.${about}`), also: () => play.setPick(null) },
        play.legal.get(form)?.label ?? otherwise,
      ),
    );
  if (view.phase === "coach" && card.kind === "coach")
    offer({ type: "coach", coach: card.id }, "Choose this coach", "primary");
  if (view.phase === "stash" && mine?.stash.includes(pick.card) && !me?.open_stash.length)
    offer({ type: "reject", card: n }, "Reject this card");
  if (view.phase === "stash" && mine?.hand.includes(pick.card))
    offer({ type: "draft", card: n }, "Take it for your stash", "primary", "stash");
  if (
    view.phase === "draft" &&
    mine &&
    (mine.hand.includes(pick.card) || mine.stash.includes(pick.card) || view.pool.includes(pick.card))
  ) {
    offer({ type: "draft", card: n }, `Draft it for ${MONTHS[view.month]}`, "primary");
    if (view.rules.pool && mine.hand.includes(pick.card))
      offer({ type: "pass", card: n }, view.rules.alone ? "Discard it and choose again" : "Discard it and pass");
  }
  if (waits >= 0) offer({ type: "put", card: n }, "Put it into play", "primary");
  if (inPlay && card.use === "monthly") offer({ type: "use", card: n }, "Use it", "primary");
  const price = view.mine?.prices.find((p) => p.what === "card" && p.ref === pick.card);
  const paying = waits >= 0 && !!me;
  return h(
    Paper,
    {
      title: card.name,
      onClose: () => play.setPick(null),
      name: "card",
      slim: ["stash", "draft", "coach"].includes(view.phase) && does.length > 0,
    },
    html`<div class="study">
      ${h(CardFace, { card, model, size: "l" })}
      <div class="beside">
        <p class="facts">
          <span>${kindName(card, model)}</span>
          ${
            pick.month !== undefined
              ? html`<span>
                  ${pick.owner === seat ? "waits" : `${play.names[pick.owner]}: waits`} on ${MONTHS[pick.month]}
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

/** @param {{play: Play}} props */
function TradePanel({ play }) {
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
          { key: colour, play, form, label: play.legal.get(form)?.label ?? `Trade for 1 ${colour}: not now` },
          html`<${Envelope} colour=${/** @type {"green"} */ (colour)} quiet /> ${colour}`,
        );
      })}
    </div>`,
    html`<p class="quiet small">
      ${play.legal.of("trade")[0]?.label.replace(/ for 1 .*/, " for one of the colour you choose.") ?? ""}
    </p>`,
  );
}

/** The table of 36 bets. @param {{play: Play}} props */
function VegasPanel({ play }) {
  const { view, me } = play;
  return h(
    Paper,
    { title: "Vegas", onClose: () => play.setPick(null), name: "vegas", wide: true },
    html`<p class="line">
      <span>
        One envelope of any colour a bet. ${
          view.last
            ? "No dice are rolled any more, so a bet now can win nothing."
            : "A match next month pays 2 of the colour and 1 buck."
        }
      </span>
    </p>`,
    me ? html`<p class="line"><span>You have</span><${Bundle} counts=${me.envelopes} none="no envelopes" /></p>` : null,
    html`<table class="vegas">
      <caption class="visually-hidden">Bets by colour and number</caption>
      <tbody>
        ${COLOURS.map(
          (colour, c) =>
            html`<tr key=${colour} data-colour=${colour}>
              <th scope="row">
                <${Envelope} colour=${/** @type {"green"} */ (colour)} quiet />
                <span class="visually-hidden">${colour}</span>
              </th>
              ${[1, 2, 3, 4, 5, 6].map((number) => {
                const form = { type: "bet", colour, number };
                const tokens = view.players
                  .map((p, s) => ({
                    s,
                    symbol: p.symbol,
                    n: p.bets.find((b) => b.colour === c && b.number === number)?.count ?? 0,
                  }))
                  .filter((t) => t.n);
                const said = `${colour} ${number}${tokens.map((t) => `, ${t.s === play.seat ? "you" : play.names[t.s]}${t.n > 1 ? ` ${t.n} times` : ""}`).join("")}`;
                return html`<td key=${number}>
                  <button
                    type="button" data-action="bet" ...${tip("cell", { colour, number, last: view.last })}
                    class=${classes({ cell: true, can: play.legal.get(form) })} aria-label=${said}
                    aria-disabled=${play.legal.get(form) ? undefined : "true"} onClick=${() => void play.dare(form)}>
                    <i>${number}</i>
                    ${tokens.map(
                      (t) =>
                        html`<span class="chip"><${SymbolMark} symbol=${t.symbol} quiet />${t.n > 1 ? t.n : ""}</span>`,
                    )}
                  </button>
                </td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

/** Bucks into stars: the steps large, what lies between small. @param {{play: Play}} props */
export function CampaignChoices({ play }) {
  const { me, view } = play;
  const all = view.mine?.campaigns ?? [];
  const steps = all.filter((one) => one.step);
  const other = all
    .filter((one) => !one.step)
    .map((one) => play.legal.get({ type: "campaign", bucks: one.bucks }))
    .filter((e) => e !== undefined);
  const none = play.legal.get({ type: "campaign", bucks: 0 });
  return html`<${Fragment}>
    <p class="line"><span>You have</span><${Buck} count=${me?.bucks ?? 0} /></p>
    <div class="steps">
      ${steps.map(({ bucks, price, stars, left }, k) => {
        const form = { type: "campaign", bucks };
        const legal = play.legal.get(form);
        const next = steps[k + 1];
        const about = tip("step", { bucks: price, stars, next: next?.price ?? 0, more: next?.stars ?? 0 });
        return h(
          Do,
          {
            key: bucks,
            play,
            form,
            about,
            label: legal?.label ?? `${count(price, "buck")} for ${count(stars, "star")}: not now`,
          },
          html`
            <b><${Star} count=${stars} quiet /></b>
            <span><${Buck} count=${price} quiet /></span>
            <small>${legal ? `${left} left` : "–"}</small>
          `,
        );
      })}
    </div>
    ${
      other.length
        ? html`<details class="between">
            <summary>Other amounts</summary>
            <div class="choices">${other.map((e) => h(Choice, { key: e.text, play, entry: e }))}</div>
            <p class="quiet small">They buy no more than the step below.</p>
          </details>`
        : null
    }
    ${none ? h(Do, { play, form: none.action }, none.label) : null}
  <//>`;
}

/** @param {{play: Play}} props */
function MarketingPanel({ play }) {
  const ran = play.me?.campaign ?? 0;
  return h(
    Paper,
    { title: "Marketing campaign", onClose: () => play.setPick(null), name: "marketing" },
    ran
      ? html`<p>This month's campaign has been run, for ${count(ran, "buck")}.</p>`
      : html`<p class="asked">Once a month: how many bucks?</p>`,
    h(CampaignChoices, { play }),
  );
}

/** What can be done with cards now. @param {{play: Play}} props */
function CardsPanel({ play }) {
  const { model, me } = play;
  const put = play.legal.of("put");
  const use = play.legal.of("use");
  const waiting = me ? me.calendar.map((card, m) => ({ card, m })).filter(({ card }) => card >= 0) : [];
  return h(
    Paper,
    { title: "Cards", onClose: () => play.setPick(null), name: "cards" },
    html`<h4>To put into play</h4>`,
    waiting.length
      ? html`<div class="choices">
          ${waiting.map(
            ({ card, m }) =>
              html`<button
                type="button" key=${card} data-card=${card + 1}
                class=${classes({ button: true, choice: true, can: play.legal.get({ type: "put", card: card + 1 }) })}
                onClick=${() => play.setPick({ kind: "card", card, owner: play.seat, month: m })}>
                <b>${model.cards[card].name}</b>
                <${Star} count=${model.cards[card].stars} />
                <${Cost} cost=${model.cards[card].cost} />
                ${model.cards[card].idle ? html`<small>no effect at this table</small>` : null}
                ${play.legal.get({ type: "put", card: card + 1 }) ? null : html`<small>cannot be paid now</small>`}
              </button>`,
          )}
        </div>`
      : html`<p class="quiet">No card waits on your calendar.</p>`,
    html`<h4>To use this month</h4>`,
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
      : html`<p class="quiet">${put.length ? "Nothing just now." : "No card can be used just now."}</p>`,
  );
}

/** Before a turn ends with envelopes left. @param {{play: Play}} props */
function EndPanel({ play }) {
  const { me, view, legal } = play;
  /** @type {[boolean, string, () => void][]} */
  const ways = [
    [
      legal.has("sign"),
      "Sign a recruit here",
      () => play.setPick({ kind: "recruit", slot: Number(legal.of("sign")[0].action.recruit) }),
    ],
    [legal.has("put") || legal.has("use"), "Put cards into play, use cards", () => play.setPick({ kind: "cards" })],
    [legal.has("runner"), "Send a runner: choose a recruit with a dashed frame", () => play.setPick(null)],
    [
      legal.has("bet"),
      view.last ? "Bet in Vegas (nothing will be rolled any more)" : "Bet in Vegas",
      () => play.setPick({ kind: "vegas" }),
    ],
    [legal.has("trade"), "Trade", () => play.setPick({ kind: "trade" })],
    [legal.has("move"), "Drive on", () => play.setPick(null)],
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
    `,
    h(Do, { play, form: { type: "end" }, kind: "bad", also: () => play.setPick(null) }, "End the turn"),
  );
}

/** The strip and what lies above it. @param {{play: Play, tab: string, onTab: (tab: string) => void, left: boolean}} props */
export function Desk({ play, tab, onTab, left }) {
  const { view, me, pick, legal } = play;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const turn = !!me && view.phase === "month" && play.legal.all.length > 0 && !view.pending;
  const cards = legal.of("put").length + legal.of("use").length;
  const kind = view.pending && view.pending.kind !== "bookie" && play.legal.all.length ? "pending" : (pick?.kind ?? "");
  const name = kind === "pending" ? `pending:${view.pending?.kind}` : pick ? JSON.stringify(pick) : "";
  usePaperFocus(root, kind === "score" ? "" : name);
  const paper =
    kind === "pending"
      ? h(PendingPanel, { play })
      : pick?.kind === "space"
        ? h(SpacePanel, { play, space: pick.space })
        : pick?.kind === "recruit"
          ? h(RecruitPanel, { play, slot: pick.slot })
          : pick?.kind === "card"
            ? h(CardPanel, { play, pick })
            : pick?.kind === "trade"
              ? h(TradePanel, { play })
              : pick?.kind === "vegas"
                ? h(VegasPanel, { play })
                : pick?.kind === "marketing"
                  ? h(MarketingPanel, { play })
                  : pick?.kind === "cards"
                    ? h(CardsPanel, { play })
                    : pick?.kind === "end"
                      ? h(EndPanel, { play })
                      : null;
  /** @param {"trade" | "vegas" | "marketing" | "cards"} what */
  const toggle = (what) => play.setPick(pick?.kind === what ? null : { kind: what });
  /** @param {"trade" | "vegas" | "marketing" | "cards"} what @param {boolean} can @param {any} face @param {string} text */
  const key = (what, can, face, text) =>
    html`<button
      type="button" class=${classes({ button: true, key: true, can })}
      aria-expanded=${pick?.kind === what ? "true" : "false"} data-open=${what}
      data-point=${what === "marketing" ? "campaign" : what} ...${tip(`key.${what}`)} onClick=${() => toggle(what)}>
      ${face}
      <span>${text}</span>
    </button>`;
  return html`<div class=${classes({ desk: true, left })} ref=${root} data-point="desk">
    ${paper}
    ${h(Note, { play })}
    ${h(Hint, { play, place: "desk" })}
    <div class=${classes({ tray: true, bare: !me || view.phase === "over" })}>
      ${me && view.phase !== "over" ? h(Purse, { play, player: me }) : null}
      ${
        turn
          ? html`<div class="keys" role="group" aria-label="What you can do">
              ${key(
                "cards",
                cards > 0,
                html`<svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M4 5h10v15H4zM16 6l5 1.5-4 12.5" fill="none" stroke="currentColor" stroke-width="2" />
                </svg>`,
                cards ? `Cards (${cards})` : "Cards",
              )}
              ${key(
                "trade",
                legal.has("trade"),
                html`<svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M4 8h15l-4-4M20 16H5l4 4" fill="none" stroke="currentColor" stroke-width="2.2" />
                </svg>`,
                "Trade",
              )}
              ${key(
                "vegas",
                legal.has("bet"),
                html`<svg viewBox="0 0 24 24" aria-hidden="true">
                  <rect x="4" y="4" width="16" height="16" rx="3" fill="none" stroke="currentColor" stroke-width="2" />
                  <circle cx="8.5" cy="8.5" r="1.8" />
                  <circle cx="15.5" cy="15.5" r="1.8" />
                  <circle cx="12" cy="12" r="1.8" />
                </svg>`,
                "Vegas",
              )}
              ${key(
                "marketing",
                legal.has("campaign"),
                html`<svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="M3 10v4h3l9 5V5L6 10zM18 9c2 2 2 4 0 6" fill="none" stroke="currentColor" stroke-width="2" />
                </svg>`,
                "Marketing",
              )}
              <button
                type="button" class="button key end primary" data-action="end" data-point="end" ...${tip("action.end")}
                disabled=${play.busy}
                onClick=${() => {
                  const left = sum(me?.envelopes ?? []) > 0;
                  play.setPick(left ? { kind: "end" } : null);
                  if (!left) void play.dare({ type: "end" });
                }}>
                End turn
              </button>
            </div>`
          : null
      }
      <div class="tabs" role="tablist" aria-label="What to look at">
        ${[
          ["map", "Map"],
          ["mine", "Mine"],
          ["others", view.bubba && me ? BUBBA.name : me ? "Others" : "Players"],
        ]
          .filter(([id]) => (id !== "mine" || me) && (id !== "others" || !me || view.bubba || view.players.length > 1))
          .map(
            ([id, text]) =>
              html`<button
                type="button" role="tab" key=${id} aria-selected=${tab === id ? "true" : "false"}
                onClick=${() => onTab(id)}>
                ${text}
              </button>`,
          )}
      </div>
    </div>
  </div>`;
}
