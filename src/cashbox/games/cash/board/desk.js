// The desk: the hand, and beside or above it the paper for the decision in hand.

import {
  Choice,
  Do,
  Note,
  PLACED,
  Paper,
  Reasons,
  TakeBack,
  Unplaced,
  count,
  h,
  html,
  list,
  placesOf,
  sum,
  tip,
  useBefore,
  useEffect,
  usePaperFocus,
  useRef,
  useState,
  withNames,
} from "./kit.js";
import { ArrowList } from "/static/js/shared/arrow-keys.js";
import { oneAtATime, useInSight } from "/static/js/board/layout.js";
import { CardFace, cardTip, faceLabel } from "./cards.js";
import { Turns } from "./market.js";
import { Told } from "./marks.js";
import { Answered, Deal, Waiting } from "./offers.js";
import { OwnStrip } from "./ownstrip.js";
import { Undoable, isUndoable, labeled } from "./undoable.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./kit.js").Face} Face */
/** @typedef {import("./types.js").Form} Form */

const TITLES = {
  insure: "Insurance",
  target: "Which opponent?",
  take: "Take it?",
  clear: "End the investigation?",
  again: "Take another turn?",
};
const SAID = ["take", "target"]; // the buttons say it all
const YES = ["take", "clear", "again", "insure", "target"];

/** A small decision as buttons that say what they do. @param {{play: Play}} props */
function Decision({ play }) {
  const { view, props } = play;
  const card = play.faces[view.pending?.card ?? -1];
  const { undo } = props;
  const aims = view.phase === "target"; // the card is still in the hand
  return h(
    Paper,
    {
      title:
        card && view.phase !== "clear"
          ? `${card.name}: ${TITLES[/** @type {"take"} */ (view.phase)].toLowerCase()}`
          : TITLES[/** @type {"take"} */ (view.phase)],
      name: view.phase,
      onClose: aims && undo ? () => void undo(1) : undefined,
    },
    html`
      ${SAID.includes(view.phase) ? null : html`<p class="asked">${props.prompt}</p>`}
      <div class="choices">
        ${play.legal.all.map((entry) => {
          const { type, value, seat } = entry.action;
          const undoable = isUndoable(entry);
          const label = labeled(play, withNames(entry.label, play.names), undoable);
          const more = { "data-value": value, "data-seat": seat, "aria-label": label };
          const words = [
            h(Told, { key: "told", play, text: entry.label }),
            h(Undoable, { key: "undoable", play, undoable }),
          ];
          return h(Choice, { key: entry.text, play, entry, primary: YES.includes(String(type)), more }, words);
        })}
      </div>
      ${h(TakeBack, { props, say: aims ? "Take card back" : undefined })}
    `,
  );
}

/**
 * A button that says what it does, and whether that can be undone.
 * @param {{play: Play, form: Form, kind?: string, children?: import("/static/js/shared/preact.js").Child}} props
 *   children: other words than the label
 */
function Key({ play, form, kind, children }) {
  const entry = play.legal.get(form);
  const undoable = isUndoable(entry);
  const said = entry ? withNames(entry.label, play.names) : "";
  const label = labeled(play, said, undoable);
  return h(Do, { play, form, kind, label }, children ?? said, h(Undoable, { play, undoable }));
}

/** An offer to oneself. @param {{play: Play}} props */
function Answer({ play }) {
  const { offer } = play.view;
  if (!offer) return null;
  return h(
    Paper,
    {
      title: `${play.names[offer.maker]} ${offer.counter ? "sends a counteroffer" : "offers you a trade"}`,
      name: "answer",
      wide: true,
    },
    h(Deal, { play, offer }),
    html`<div class="answers">
      ${h(Do, { play, form: { type: "accept" }, kind: "primary" }, play.legal.has("accept") ? null : "Accept")}
      ${h(Do, { play, form: { type: "decline" } })}
      ${
        offer.counter
          ? null
          : html`<button
              type="button" class="button" data-action="counter"
              aria-disabled=${play.legal.has("counter") ? undefined : "true"} ...${tip("action.counter")}
              onClick=${() =>
                play.legal.has("counter")
                  ? play.setPick({ kind: "offer", to: offer.maker, counter: true })
                  : void play.why({ type: "counter" })}>
              Counter…
            </button>`
      }
    </div>`,
    h(Reasons, {
      play,
      ways: [
        { form: { type: "accept" }, name: "Accept" },
        ...(offer.counter ? [] : [{ form: { type: "counter" }, name: "Counter" }]),
      ],
    }),
    h(Answered, { play, offer: play.view.answered }),
  );
}

/**
 * What is to be chosen of the hand, several cards at once: to pass, or to give face down.
 * @param {Play} play
 * @returns {{type: "pass" | "choose", need: number, fixed: number[], say: string, undoable: boolean,
 *   offer?: import("./types.js").Offer | null} | null} fixed: cards that are settled; offer: what they are given for
 */
function choosing({ view, legal, names }) {
  const { mine, offer } = view;
  const [one] = [...legal.of("pass"), ...legal.of("choose")];
  if (!one) return null;
  const { more = 0, to = 0, closes = 0 } = one.facts.known ?? {};
  const undoable = closes !== 1;
  return one.action.type === "pass"
    ? { type: "pass", need: more, fixed: mine?.chosen ?? [], say: `Pass to ${names[to]}`, undoable }
    : {
        type: "choose",
        need: more,
        fixed: [...(offer?.ask_named ?? []), ...(offer?.chosen ?? [])],
        say: `Give ${names[to]}`,
        undoable,
        offer,
      };
}

/** @param {{play: Play, what: NonNullable<ReturnType<typeof choosing>>, chosen: number[], onDone: () => void}} props */
function Choosing({ play, what, chosen, onDone }) {
  const left = what.need - chosen.length;
  const names = list(chosen.map((card) => play.faces[card].name));
  return h(
    Paper,
    { title: what.type === "pass" ? "Cards to pass" : "Cards to give face down", name: what.type },
    html`
      <p class="asked">${play.props.prompt}</p>
      ${what.offer ? h(Deal, { play, offer: what.offer }) : null}
      <p class="quiet small">${chosen.length ? `Chosen: ${names}.` : "Choose cards from your hand."}</p>
      <div class="choices">
        <button
          type="button" class="button primary" data-action=${what.type} aria-disabled=${left ? "true" : undefined}
          disabled=${play.busy} ...${tip(`action.${what.type}`)}
          onClick=${() => {
            if (left) return play.say(`Choose ${count(left, "more card")}.`);
            onDone();
            return void play.act(...chosen.map((card) => ({ type: what.type, card: play.faces[card].id })));
          }}>
          ${left ? `${count(left, "more card")} to choose` : `${what.say}: ${names}`}
          ${h(Undoable, { play, undoable: what.undoable })}
        </button>
        ${play.legal.has("decline") ? h(Do, { play, form: { type: "decline" } }, "Decline the offer") : null}
      </div>
    `,
  );
}

/**
 * What a card does now, by what is legal. quiet: nothing, whatever one does with it.
 * @param {Play} play
 * @param {Face} face
 */
function nowOf({ legal }, face) {
  const play = legal.get({ type: "play", card: face.id });
  const discard = legal.get({ type: "discard", card: face.id });
  return {
    play: play?.does ?? "",
    discard: discard?.does ?? "",
    quiet: !play && discard?.facts.known?.works === 0,
  };
}

/** The card chosen from the hand: play it or discard it. @param {{play: Play, face: Face}} props */
function CardPaper({ play, face }) {
  const turn = play.legal.has("discard");
  const now = nowOf(play, face);
  const name = `${face.name}`;
  /** @param {"play" | "discard"} type @param {string} word */
  const way = (type, word) => {
    const entry = play.legal.get({ type, card: face.id });
    const undoable = isUndoable(entry);
    const not = play.view.mine?.blocked.find(({ card }) => card === face.face)?.why ?? "not now";
    return h(
      Do,
      {
        key: type,
        play,
        form: { type, card: face.id },
        kind: `choice ${type === (now.play ? "play" : "discard") ? "primary" : ""}`,
        label:
          labeled(play, withNames(entry?.label ?? `${word} ${name}`, play.names), undoable) + (entry ? "" : `: ${not}`),
        also: () => play.setPick(null),
      },
      html`
        <b>${word}</b> <span>${entry ? h(Told, { play, text: now[type] }) : not}</span> ${h(Undoable, {
          play,
          undoable,
        })}
      `,
    );
  };
  return h(
    Paper,
    { title: name, name: "card", onClose: () => play.setPick(null) },
    html`<div class="study">
      ${h(CardFace, { face, large: true })}
      <div class="beside">
        ${
          turn
            ? html`<div class="choices">
                ${play.view.phase === "act" ? way("play", "Play") : null} ${way("discard", "Discard")}
              </div>`
            : html`<p class="quiet">${play.props.prompt}</p>`
        }
      </div>
    </div>`,
  );
}

/**
 * The paper that is up, and its name.
 * @param {Play} play
 * @param {number[]} chosen
 * @param {() => void} onDone
 * @returns {[string, any]}
 */
function paperOf(play, chosen, onDone) {
  const { view, legal, pick } = play;
  const what = choosing(play);
  if (what) return [`${what.type}:${view.turn}`, h(Choosing, { play, what, chosen, onDone })];
  if (legal.has("accept") || (legal.has("decline") && view.phase === "answer")) {
    return [`answer:${view.turn}:${view.offer?.counter}`, h(Answer, { play })];
  }
  if (legal.all.length && view.phase in TITLES) return [`${view.phase}:${view.turn}`, h(Decision, { play })];
  const card = pick?.kind === "card" ? view.mine?.hand[pick.at] : undefined;
  return card === undefined
    ? ["", null]
    : [`card:${pick?.kind === "card" ? pick.at : ""}:${view.phase}`, h(CardPaper, { play, face: play.faces[card] })];
}

/** Where cards come from that are new in the hand. @param {import("./kit.js").SeatView} before @param {number} seat */
function sourceOf({ phase, mine, offer }, seat) {
  if (phase === "pass") return `hand ${mine?.giver}`;
  return offer?.made ? `hand ${offer.maker === seat ? offer.partner : offer.maker}` : "deck";
}

/** How many cards lie side by side; many lie in two rows. @param {number} held @param {number} usual */
const columns = (held, usual) => Math.max(held > usual + 1 ? Math.ceil(held / 2) : held, usual);

/** @param {{play: Play, chosen: number[], onChoose: (at: number) => void}} props */
function Hand({ play, chosen, onChoose }) {
  const { view, faces, pick } = play;
  const hand = view.mine?.hand ?? [];
  const what = choosing(play);
  const fixed = placesOf(hand, what?.fixed ?? view.mine?.chosen ?? []);
  const before = useBefore(view);
  return html`<${ArrowList}
    of=".card" class="hand" label=${`Your hand, ${count(hand.length, "card")}`} data-place=${`hand ${play.seat}`}
    data-slide="" data-from=${sourceOf(before, play.seat)}
    style=${`--cards: ${columns(hand.length, view.rules.hand + 1)}; --half: ${Math.ceil(hand.length / 2)}`}>
    ${hand.map((card, k) => {
      const face = faces[card];
      const now = nowOf(play, face);
      const set = fixed.includes(k);
      const state = set
        ? ", chosen"
        : (now.play && `, play: ${withNames(now.play, play.names)}`) +
          (now.discard && `, discard: ${withNames(now.discard, play.names)}`);
      return html`<li role="none" key=${`${card}.${sum(hand.slice(0, k).map((c) => Number(c === card)))}`}>
        ${h(CardFace, {
          face,
          picked: chosen.includes(k) || (!what && pick?.kind === "card" && pick.at === k),
          set,
          quiet: now.quiet,
          about: cardTip(face, {
            play: withNames(now.play, play.names),
            discard: withNames(now.discard, play.names),
          }),
          label: `${faceLabel(face)}${state}`,
          onPress: () => (set ? play.say("That card is already chosen.") : onChoose(k)),
        })}
      </li>`;
    })}
  <//>`;
}

/** The hand and what lies beside or above it: papers, notes, the order of turns. @param {{play: Play}} props */
export function Desk({ play }) {
  const { view, me, pick, legal } = play;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {number[]} */ ([]));
  const hand = view.mine?.hand ?? [];
  const what = choosing(play);
  useEffect(() => setChosen([]), [what?.type, what?.need, hand.join()]);
  /** @param {number} at */
  const choose = (at) => {
    if (!what) return play.setPick(pick?.kind === "card" && pick.at === at ? null : { kind: "card", at });
    const rest = chosen.filter((k) => k !== at);
    return setChosen(rest.length < chosen.length ? rest : [...rest, at].slice(-what.need));
  };
  const [name, paper] = paperOf(
    play,
    chosen.map((k) => hand[k]),
    () => setChosen([]),
  );
  usePaperFocus(root, name.startsWith("pass") || name.startsWith("choose") ? "" : name);
  useInSight(root, legal.all.length ? `${view.phase}:${view.turn}:${name}` : "");
  const unplaced = view.phase in TITLES ? null : h(Unplaced, { play, placed: PLACED });
  return html`<div
    class="desk" ref=${root} tabindex="-1" data-decide="" aria-label="Your hand and what you can do" role="region"
    data-up=${name.split(":")[0]}>
    ${me && oneAtATime(play.props.shape) ? h(OwnStrip, { play, firm: me }) : null}
    <div class="papers">
      ${paper} ${unplaced} ${h(Waiting, { play })} ${h(Note, { play })}
      <div class="strip">
        ${h(Turns, { play })}
        ${legal.has("finish") ? h(Key, { play, form: { type: "finish" }, kind: "primary end" }) : null}
      </div>
    </div>
    ${me ? html`<div class="tray">${h(Hand, { play, chosen, onChoose: choose })}</div>` : null}
  </div>`;
}
