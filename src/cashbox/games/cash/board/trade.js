// Putting an offer together.

import {
  Button,
  Dialog,
  cardWords,
  classes,
  count,
  h,
  html,
  list,
  placesOf,
  tip,
  told,
  useEffect,
  useState,
  withNames,
  without,
} from "./kit.js";
import { Chip } from "./cards.js";
import { Answered, Deal } from "./offers.js";
import { draftOf, forgetDrafts, keepDraft } from "/static/js/shared/memory.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").Form} Form */
/**
 * What can be put in: of one's firm, of one's hand, of the other firm.
 * @typedef {{wares: number[], hand: number[], theirs: number[]}} Goods
 */

/** @param {Draft} draft */
const given = (draft) => draft.firm.length + draft.shown.length + draft.hidden.length;
/** @param {Draft} draft */
const asked = (draft) => draft.askFirm.length + draft.askNamed.length + draft.askHidden;
/** @param {number[]} all @param {number} one */
const flip = (all, one) => (all.includes(one) ? all.filter((k) => k !== one) : [...all, one]);

/** @type {Draft} */
const EMPTY = { firm: [], shown: [], hidden: [], askFirm: [], askNamed: [], askHidden: 0 };

/**
 * What an answer begins with: the offer with its sides changed, as far as one has what it asks for.
 * @param {import("./types.js").Offer} offer @param {Goods} from
 * @returns {Draft}
 */
const mirrored = (offer, { wares, hand, theirs }) => ({
  firm: placesOf(wares, offer.ask_firm),
  shown: placesOf(hand, offer.ask_named),
  hidden: [],
  askFirm: placesOf(theirs, offer.give_firm),
  askNamed: offer.give_named,
  askHidden: offer.give_hidden,
});

/**
 * What lies on a firm, each card to be put in or left out.
 * @param {{play: Play, wares: number[], chosen: number[], onFlip: (k: number) => void, none: string}} props
 */
function Wares({ play, wares, chosen, onFlip, none }) {
  if (!wares.length) return html`<p class="quiet small">${none}</p>`;
  return html`<ul class="wares">
    ${wares.map(
      (card, k) =>
        html`<li key=${k}>
          <button
            type="button" class=${classes({ ware: true, on: chosen.includes(k) })}
            aria-pressed=${chosen.includes(k) ? "true" : "false"} onClick=${() => onFlip(k)}>
            ${h(Chip, { face: play.faces[card] })}
          </button>
        </li>`,
    )}
  </ul>`;
}

/**
 * One's hand: each card stays, is shown, or goes face down.
 * @param {{play: Play, hand: number[], draft: Draft, onChange: (draft: Draft) => void}} props
 */
function FromHand({ play, hand, draft, onChange }) {
  /** @param {number} k @param {"shown" | "hidden"} how */
  const set = (k, how) => {
    const other = how === "shown" ? "hidden" : "shown";
    onChange({ ...draft, [how]: flip(draft[how], k), [other]: draft[other].filter((one) => one !== k) });
  };
  return html`<ul class="from-hand">
    ${hand.map((card, k) => {
      const { name } = play.faces[card];
      return html`<li key=${k}>
        ${h(Chip, { face: play.faces[card] })}
        <span class="how" role="group" aria-label=${name}>
          <button
            type="button" class=${classes({ way: true, on: draft.shown.includes(k) })}
            aria-pressed=${draft.shown.includes(k) ? "true" : "false"} aria-label=${`Give ${name} face up`}
            ...${tip("shown")} onClick=${() => set(k, "shown")}>
            face up
          </button>
          <button
            type="button" class=${classes({ way: true, on: draft.hidden.includes(k) })}
            aria-pressed=${draft.hidden.includes(k) ? "true" : "false"} aria-label=${`Give ${name} face down`}
            ...${tip("down")} onClick=${() => set(k, "hidden")}>
            face down
          </button>
        </span>
      </li>`;
    })}
  </ul>`;
}

/**
 * What one wants of the partner's hand.
 * @param {{play: Play, to: number, draft: Draft, onChange: (draft: Draft) => void}} props
 */
function OfHand({ play, to, draft, onChange }) {
  const seen = play.view.mine?.shown.find(({ seat }) => seat === to)?.cards ?? [];
  const { askNamed, askHidden } = draft;
  /** @param {number} card */
  const add = (card) => onChange({ ...draft, askNamed: [...askNamed, card] });
  return html`
    <label class="field small">
      <span>By name</span>
      <select
        data-ask="named"
        onChange=${(/** @type {any} */ e) => {
          if (e.target.value) add(Number(e.target.value));
          e.target.value = "";
        }}>
        <option value="">choose a card…</option>
        ${play.faces.map(({ face, name }) => html`<option key=${face} value=${face}>${name}</option>`)}
      </select>
    </label>
    ${
      without(seen, askNamed).length
        ? html`<p class="hints small">
            Known cards: ${without(seen, askNamed).map(
              (card, k) =>
                html`<button type="button" key=${k} class="button small" onClick=${() => add(card)}>
                  ${play.faces[card].name}
                </button>`,
            )}
          </p>`
        : null
    }
    ${
      askNamed.length
        ? html`<ul class="wares">
            ${askNamed.map(
              (card, k) =>
                html`<li key=${k}>
                  <button
                    type="button" class="ware on" aria-label=${`Don't ask for ${play.faces[card].name}`}
                    onClick=${() => onChange({ ...draft, askNamed: askNamed.filter((_, i) => i !== k) })}>
                    ${h(Chip, { face: play.faces[card] })}
                    <span aria-hidden="true">✕</span>
                  </button>
                </li>`,
            )}
          </ul>`
        : null
    }
    <div class="counter" role="group" aria-label="Cards of their choice, face down" ...${tip("askdown")}>
      <span>Any, face down</span>
      ${h(
        Button,
        { onPress: () => onChange({ ...draft, askHidden: askHidden - 1 }), label: "One fewer", disabled: !askHidden },
        "−",
      )}
      <output aria-live="off">${askHidden}</output>
      ${h(Button, { onPress: () => onChange({ ...draft, askHidden: askHidden + 1 }), label: "One more" }, "+")}
    </div>
  `;
}

/**
 * The actions that make an offer.
 * @param {Play} play
 * @param {Draft} draft
 * @param {Form[]} start
 * @param {Goods} from
 * @returns {Form[]}
 */
function formsOf(play, draft, start, { wares, hand, theirs }) {
  /** @param {string} type @param {number[]} cards */
  const each = (type, cards) => cards.map((card) => ({ type, card: play.faces[card].id }));
  return [
    ...start,
    ...each(
      "give-firm",
      draft.firm.map((k) => wares[k]),
    ),
    ...each(
      "give-named",
      draft.shown.map((k) => hand[k]),
    ),
    ...each(
      "give-hidden",
      draft.hidden.map((k) => hand[k]),
    ),
    ...each(
      "ask-firm",
      draft.askFirm.map((k) => theirs[k]),
    ),
    ...each("ask-named", draft.askNamed),
    ...Array.from({ length: draft.askHidden }, () => ({ type: "ask-hidden" })),
    { type: "propose" },
  ];
}

/**
 * The offer in a sentence, and how many cards who is not on turn would hold.
 * @param {{play: Play, draft: Draft, to: number, from: Goods}} props
 */
function Summary({ play, draft, to, from }) {
  const { faces, view } = play;
  const give = [
    ...cardWords(
      faces,
      draft.firm.map((k) => from.wares[k]),
    ).map((w) => `${w} from your firm`),
    ...cardWords(
      faces,
      draft.shown.map((k) => from.hand[k]),
    ),
    draft.hidden.length ? `${count(draft.hidden.length, "card")} face down` : "",
  ].filter(Boolean);
  const want = [
    ...cardWords(
      faces,
      draft.askFirm.map((k) => from.theirs[k]),
    ).map((w) => `${w} from their firm`),
    ...cardWords(faces, draft.askNamed),
    draft.askHidden ? `${count(draft.askHidden, "card")} face down` : "",
  ].filter(Boolean);
  const turn = view.active === play.seat;
  const other = turn ? to : play.seat;
  const after = turn
    ? view.players[to].hand - draft.askNamed.length - draft.askHidden + given(draft)
    : view.players[other].hand - draft.shown.length - draft.hidden.length + asked(draft);
  return html`<div class="summary" role="status">
    <p>
      You give <b>${give.length ? list(give) : "nothing yet"}</b> and get <b>
        ${want.length ? list(want) : "nothing yet"}
      </b>
      .
    </p>
    <p class=${classes({ small: true, bad: after > view.rules.hand })} ...${tip("seven", undefined, true)}>
      ${other === play.seat ? "You" : play.names[other]} would have ${count(after, "card")} in hand (limit: ${
        view.rules.hand
      }
      ).
    </p>
  </div>`;
}

/**
 * What an offer is made on: the part of it that is already made, the offer it answers, and what can be put in.
 * @param {Play} play @param {number} to @param {boolean} counter
 */
function groundOf({ view, me, seat }, to, counter) {
  const begun = view.offer && !view.offer.made && view.offer.maker === seat ? view.offer : null;
  const from = {
    wares: without(me?.wares ?? [], begun?.give_firm ?? []),
    hand: without(view.mine?.hand ?? [], [...(begun?.give_named ?? []), ...(begun?.hidden ?? [])]),
    theirs: without(view.players[to].wares, begun?.ask_firm ?? []),
  };
  return { begun, answered: begun ? view.answered : counter ? view.offer : null, from };
}

/**
 * An offer that is put together; a reload gives it back where the cards are the same, for they are chosen by their
 * places.
 * @param {string} what @param {unknown} ground the cards, and what is offered already @param {() => Draft} start
 * @returns {[Draft, (draft: Draft) => void]}
 */
function useOffer(what, ground, start) {
  const on = JSON.stringify(ground);
  const first = () => {
    const kept = draftOf(what);
    return kept?.on === on ? kept.draft : start();
  };
  const [draft, setDraft] = useState(first);
  useEffect(() => setDraft(first()), [what, !(/** @type {unknown[]} */ (ground)[0])]);
  /** @param {Draft} next */
  const change = (next) => {
    keepDraft(what, { on, draft: next });
    setDraft(next);
  };
  return [draft, change];
}

/**
 * Putting an offer together, sent as one: all of it or nothing.
 * @param {{play: Play, to: number, counter: boolean, onClose: () => void}} props
 */
export function Composer({ play, to, counter, onClose }) {
  const { begun, answered, from } = groundOf(play, to, counter);
  const start = begun ? [] : counter ? [{ type: "counter" }] : [{ type: "offer", seat: to }];
  const { tips } = play.props;
  const left = play.view.players[to].offers;
  const [draft, setDraft] = useOffer(`offer:${to}:${counter}`, [begun, answered, from], () =>
    answered && !begun ? mirrored(answered, from) : EMPTY,
  );
  const leave = () => {
    forgetDrafts("offer:");
    onClose();
  };
  const send = async () => {
    if (await play.act(...formsOf(play, draft, start, from))) leave();
  };
  const { hint } = play.view;
  return html`<div class="composer">
    ${
      hint
        ? html`<div class="lesson in-sight"><p class="lesson-note">${withNames(hint.say, play.names)}</p></div>`
        : null
    }
    ${h(Answered, { play, offer: answered })}
    ${begun ? html`<div class="begun"><h3>Already offered</h3>${h(Deal, { play, offer: begun })}</div>` : null}
    <div class="sides">
      <fieldset>
        <legend>You give</legend>
        <h3>From your firm</h3>
        ${h(Wares, {
          play,
          wares: from.wares,
          chosen: draft.firm,
          none: "Nothing on your firm can be traded.",
          onFlip: (k) => setDraft({ ...draft, firm: flip(draft.firm, k) }),
        })}
        <h3>From your hand</h3>
        ${h(FromHand, { play, hand: from.hand, draft, onChange: setDraft })}
      </fieldset>
      <fieldset>
        <legend>You want</legend>
        <h3>From ${play.names[to]}'s firm</h3>
        ${h(Wares, {
          play,
          wares: from.theirs,
          chosen: draft.askFirm,
          none: "Nothing on that firm can be traded.",
          onFlip: (k) => setDraft({ ...draft, askFirm: flip(draft.askFirm, k) }),
        })}
        <h3>From ${play.names[to]}'s hand (${count(play.view.players[to].hand, "card")})</h3>
        ${h(OfHand, { play, to, draft, onChange: setDraft })}
      </fieldset>
    </div>
    <div class="foot">
      ${begun ? null : h(Summary, { play, draft, to, from })}
      <div class="buttons">
        <span class="quiet small">
          ${
            counter
              ? told(tips, "counter").say
              : `You have ${count(left, "offer")} left to ${play.names[to]} this turn.`
          }
          ${" "}
          ${told(tips, "swap").say}
        </span>
        ${h(Button, { onPress: leave }, "Cancel")}
        ${h(
          Button,
          {
            onPress: () => void send(),
            kind: "primary",
            disabled: play.busy || (!begun && !(given(draft) && asked(draft))),
            why: told(tips, "sides").say,
            ...{ "data-action": "propose" },
          },
          counter ? "Send counteroffer" : "Send offer",
        )}
      </div>
    </div>
  </div>`;
}

/** The composer where it is wanted. @param {{play: Play}} props */
export function ComposerDialog({ play }) {
  const { view, pick, legal, props } = play;
  const begun = view.phase === "build" && view.offer?.maker === play.seat ? view.offer : null;
  const to = begun ? begun.partner : pick?.kind === "offer" ? pick.to : -1;
  const counter = begun ? begun.counter : pick?.kind === "offer" && pick.counter;
  const can =
    !!begun || (to >= 0 && !!legal.get(counter ? { type: "counter" } : { type: "offer", seat: to })) || play.busy;
  const close = () => {
    play.setPick(null);
    if (begun) void props.undo?.(null);
  };
  const open = to >= 0 && can;
  return h(
    Dialog,
    {
      title: `${counter ? "Your counteroffer" : "An offer"} to ${play.names[to] ?? ""}`,
      wide: true,
      open,
      onClose: close,
    },
    open ? h(Composer, { play, to, counter, onClose: () => play.setPick(null) }) : null,
  );
}
