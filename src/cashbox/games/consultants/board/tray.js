// The tray at the bottom edge: the order of turns, the hand, and beside it what the chosen consultant may do, or the
// paper for a decision.

import {
  COLOURS,
  Choice,
  Do,
  Note,
  PAWNS,
  PLACED,
  Paper,
  RANKS,
  Reasons,
  TurnTrack,
  Unplaced,
  classes,
  clauses,
  consultantWords,
  count,
  counted,
  deskName,
  dollars,
  h,
  html,
  kindName,
  named,
  oneAtATime,
  seatsFrom,
  signedDollars,
  tip,
  told,
  whyNot,
  useEffect,
  useInSight,
  usePaperFocus,
  useRef,
  useState,
  working,
  useShape,
} from "./kit.js";
import { ArrowList } from "/static/js/shared/arrow-keys.js";
import { Consultant, Flag, Pawn, Shape } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./kit.js").Legal} Legal */

// -- papers -----------------------------------------------------------------------------------------------------------

/** Who starts this round. @param {{play: Play}} props */
function Starter({ play }) {
  return h(
    Paper,
    { title: "Who starts?", name: "start" },
    html`
      <p class="asked">${play.props.prompt}</p>
      <div class="choices">
        ${play.legal.of("starter").map((entry) => {
          const seat = entry.action.player;
          const mark = h(Pawn, { seat, quiet: true });
          return h(Choice, { key: seat, play, entry, mark, more: { "data-player": seat } });
        })}
      </div>
    `,
  );
}

/** What an event asks. Desks that glow answer it, too. @param {{play: Play}} props */
function EventPaper({ play }) {
  const key = (/** @type {Legal} */ entry) => {
    const { type, colour, rank } = entry.action;
    if (type !== "give") return h(Choice, { key: entry.text, play, entry });
    // short, so that a hand of many kinds has room: the question above says for how much
    const words = html`
      <span class="visually-hidden">${entry.label}</span>
      <span aria-hidden="true">${colour} ${rank}</span>
    `;
    const mark = h(Shape, { colour: COLOURS.findIndex(({ name }) => name === colour) });
    return h(Choice, { key: entry.text, play, entry, mark, children: words });
  };
  const others = play.legal.all.filter(({ action }) => action.type !== "recall");
  return h(
    Paper,
    { title: "Event choice", name: "event" },
    html`
      <p class="asked">${play.props.prompt}</p>
      <div class="choices desk-keys">${play.legal.of("recall").map(key)}</div>
      <div class="choices">${others.map(key)}</div>
    `,
  );
}

/** The deck that is looked through, with how many there are of each color. @param {{play: Play}} props */
function DeckPaper({ play }) {
  const { view } = play;
  const deck = view.mine?.deck ?? [];
  const rank = view.taking;
  const given = view.mine?.given ?? -1;
  return h(
    Paper,
    { title: `The ${RANKS[rank]} deck`, name: "take", wide: true },
    html`
      <p class="asked">${play.props.prompt}</p>
      <p class="quiet small">${count(deck.length, "card")}${given >= 0 ? `; you gave a ${kindName(given)}` : ""}.</p>
      <div class="deck" data-tips="">
        ${COLOURS.map(({ name }, colour) => {
          const form = { type: "take", colour: name };
          const legal = play.legal.get(form);
          const n = legal?.facts.known?.there ?? 0;
          return html`<button
            type="button" key=${name} class="taking" data-action="take" data-colour=${COLOURS[colour].tone}
            aria-disabled=${legal ? undefined : "true"} disabled=${play.busy} ...${tip("action.take")}
            ...${whyNot(play, form)} onClick=${() => void play.dare(form)}>
            <span class="visually-hidden">${legal?.label ?? `No ${name} ${RANKS[rank]}`}, ${n} in the deck</span>
            ${h(Consultant, { kind: 2 * colour + rank, label: "", loose: true })}
            <b aria-hidden="true">× ${n}</b>
            <span aria-hidden="true">${name}</span>
          </button>`;
        })}
      </div>
    `,
  );
}

/** The question before one passes although there is something to do for nothing. @param {{play: Play}} props */
function PassPaper({ play }) {
  const asked = told(play.props.tips, "pass", play.legal.get({ type: "pass" })?.facts.known);
  return h(
    Paper,
    { title: asked.name, name: "pass", onClose: () => play.setPick(null) },
    html`
      <p class="asked">${asked.say}</p>
      <div class="choices">
        ${h(Do, { play, form: { type: "pass" }, kind: "primary", also: () => play.setPick(null) }, "Pass")}
        <button type="button" class="button" onClick=${() => play.setPick(null)}>Keep working</button>
      </div>
    `,
  );
}

/** The paper that is up, and its name. @param {Play} play @returns {[string, any]} */
function paperOf(play) {
  const { legal, view, pick } = play;
  if (legal.has("starter")) return [`start:${view.round}`, h(Starter, { play })];
  if (legal.has("take")) return [`take:${view.taking}`, h(DeckPaper, { play })];
  if (legal.has("stay")) return [`event:${view.round}`, h(EventPaper, { play })];
  return pick?.kind === "pass" && legal.has("pass") ? ["pass", h(PassPaper, { play })] : ["", null];
}

// -- what one can do --------------------------------------------------------------------------------------------------

/** A desk that the consultant in question may take. @param {{play: Play, entry: Legal}} props */
function DeskKey({ play, entry }) {
  const { place: number, desk } = entry.action;
  const place = play.view.places[number];
  const { round_end: later, completing } = entry.facts.known ?? {};
  return html`<button
    type="button" class="button choice to-desk" data-action=${entry.action.type} disabled=${play.busy}
    ...${tip(`action.${entry.action.type}`)}
    onClick=${() => {
      play.setPick(null);
      void play.act(entry.action);
    }}>
    <span class="visually-hidden">${entry.label}</span>
    <span class="where" aria-hidden="true"><b>${place.name}</b><small>${deskName(desk)}</small></span>
    <b class="gets" aria-hidden="true">
      ${completing === undefined ? dollars(later) : html`${h(Flag, {})}${completing}`}
    </b>
  </button>`;
}

/** What costs money. */
const PAID = /** @type {const} */ (["train", "promote", "recruit"]);

/** @param {(typeof PAID)[number]} type @param {number} consultant */
const paidForm = (type, consultant) => ({ type, colour: COLOURS[consultant >> 1].name, rank: RANKS[consultant & 1] });

/**
 * Something that costs money: its name, what it costs and what is left.
 * @param {{play: Play, type: (typeof PAID)[number], consultant: number}} props
 */
function PaidKey({ play, type, consultant }) {
  const form = paidForm(type, consultant);
  const legal = play.legal.get(form);
  const { price, rest, same = 0 } = legal?.facts.known ?? {};
  const cost = !legal ? "not now" : price ? `${dollars(price)}, ${dollars(rest)} left` : "free";
  const about = tip(`action.${type}`, type === "promote" ? { same } : undefined);
  return h(
    Do,
    {
      play,
      form,
      kind: "paid",
      label: legal?.label ?? `${type}: not available now`,
      also: () => play.setPick(null),
      about,
    },
    html`<b>${type}</b><small>${same ? `no change, ${cost}` : cost}</small>`,
  );
}

/** What the consultant chosen in hand, or the one that is being moved, may do. @param {{play: Play}} props */
function Doing({ play }) {
  const { view, legal, pick, props } = play;
  const desks = [...play.aims.values()];
  if (legal.has("seat")) {
    const [place, desk] = view.lifted;
    const moved = view.places[place].desks[desk].consultant;
    return html`<div class="doing" role="group" aria-label=${`Move the ${kindName(moved)}`}>
      <p class="asked">Where does your ${kindName(moved)} go? Choose a glowing desk.</p>
      <div class="keys desk-keys">${desks.map((entry) => h(DeskKey, { key: entry.text, play, entry }))}</div>
      ${
        props.undo
          ? html`<div class="keys">
              <button type="button" class="button" data-action="back" onClick=${() => void props.undo?.(1)}>
                Put it back
              </button>
            </div>`
          : null
      }
    </div>`;
  }
  if (!legal.has("pass") || !play.me) return null;
  if (pick?.kind !== "card") {
    const lift = `${view.mine?.hand.length ? ", or one of yours" : ": choose a consultant"} on a project to move it`;
    return html`<p class="doing quiet">
      ${view.mine?.hand.length ? "Choose a consultant from your hand" : "Your hand is empty"}
      ${legal.has("lift") ? lift : ""}.
    </p>`;
  }
  const { consultant } = pick;
  return html`<div class="doing" role="group" aria-label=${`What your ${kindName(consultant)} can do`}>
    <p class="asked">
      ${kindName(consultant)}: ${desks.length ? "choose a glowing desk, or" : "no desk is available, but you can"}
    </p>
    <div class="keys desk-keys">${desks.map((entry) => h(DeskKey, { key: entry.text, play, entry }))}</div>
    <div class="keys paid-keys">${PAID.map((type) => h(PaidKey, { key: type, play, type, consultant }))}</div>
    ${h(Reasons, { play, ways: PAID.map((type) => ({ form: paidForm(type, consultant), name: type })) })}
  </div>`;
}

// -- payday -----------------------------------------------------------------------------------------------------------

/** A window so low leaves the projects no room beside the payday's rows. */
const LOW = "(max-height: 50rem)";

/**
 * What the projects paid when the last round ended: open from then on until the player picks a consultant; where there
 * is little room for the board, only when pressed.
 * @param {{play: Play}} props
 */
function Payday({ play }) {
  const { view, names, seat, pick } = play;
  const { payday } = view;
  const [done, setDone] = useState(payday?.round);
  const roomy = !oneAtATime(useShape()) && !matchMedia(LOW).matches;
  const rows = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (!pick) return;
    setDone(payday?.round);
    if (rows.current) rows.current.open = false; // also where the player has opened it
  }, [pick]);
  if (!payday || view.phase === "over") return null;
  const seats = seatsFrom(Math.max(seat, 0), view.seats);
  return html`<details ref=${rows} class="payday" key=${payday.round} open=${roomy && done !== payday.round}>
    <summary>
      <b>Payday: round ${payday.round}</b>
      ${seats.map(
        (one) =>
          html`<span key=${one} class=${classes({ own: one === seat })}>
            ${h(Pawn, { seat: one, quiet: true })}
            <span class="visually-hidden">${named(names[one], one === seat)}</span>
            ${signedDollars(payday.totals[one])}
          </span>`,
      )}
    </summary>
    <div class="sheet" tabindex="0" role="region" aria-label=${`Payday for round ${payday.round}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Project</th>
            ${seats.map(
              (one) =>
                html`<th scope="col" key=${one}>
                  ${h(Pawn, { seat: one, quiet: true })}
                  <span class="visually-hidden">${named(names[one], one === seat)}</span>
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${payday.rows.map(
            ({ name, late, dollars: each }) =>
              html`<tr key=${`${name} ${late}`}>
                <th scope="row">${name}${late ? " (late)" : ""}</th>
                ${seats.map(
                  (one) =>
                    html`<td key=${one} class=${classes({ minus: each[one] < 0 })}>${signedDollars(each[one])}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

// -- the strip --------------------------------------------------------------------------------------------------------

/** What the order of turns says of a boss. @param {Play} play @param {number} seat */
function standing({ view, names }, seat) {
  const { passed } = view.players[seat];
  return clauses(
    names[seat],
    view.acting.includes(seat) && "current turn",
    view.starter === seat && "starting player",
    passed && "has passed",
  );
}

/** Everyone in turn order from the starting player: who is on turn, who has passed. @param {{play: Play}} props */
function Turns({ play }) {
  const { view } = play;
  const turns = seatsFrom(view.starter, view.seats).map((seat) => ({
    seat,
    is: { now: view.acting.includes(seat), passed: view.players[seat].passed, own: seat === play.seat },
    colour: PAWNS[seat].tone,
    said: standing(play, seat),
    mark: h(Pawn, { seat, quiet: true }),
  }));
  return h(TurnTrack, { turns });
}

/** The hand, equal consultants in one pile. @param {{play: Play}} props */
function Hand({ play }) {
  const { view, pick, legal } = play;
  const hand = view.mine?.hand ?? [];
  const piles = counted(hand);
  return html`<${ArrowList}
    of=".pile" class="hand" label=${`Your hand: ${consultantWords(hand) || "no consultants"}`}
    data-place=${`hand ${play.seat}`} style=${`--piles: ${piles.length}`} data-piles=${piles.length}>
    ${piles.map(([consultant, n]) => {
      const picked = pick?.kind === "card" && pick.consultant === consultant;
      return html`<li role="none" key=${consultant}>
        <button
          type="button" class=${classes({ pile: true, picked, ready: legal.has("pass") })} data-consultant=${consultant}
          data-from=${`deck ${consultant & 1}`} style=${`--n: ${n}`} aria-pressed=${picked ? "true" : "false"}
          ...${tip("consultant", { name: kindName(consultant), principal: consultant & 1 })}
          onClick=${() =>
            legal.has("pass")
              ? play.setPick(picked ? null : { kind: "card", consultant })
              : view.acting.includes(play.seat)
                ? play.say(play.props.prompt)
                : void play.why({ type: "pass" })}>
          <span class="visually-hidden">${count(n, kindName(consultant))}</span>
          ${Array.from({ length: n }, (_, k) =>
            h(Consultant, { key: k, kind: consultant, label: "", under: k < n - 1 }),
          )}
          ${n > 1 ? html`<b class="times" aria-hidden="true">×${n}</b>` : null}
          <span class="caption" aria-hidden="true">
            <span>${COLOURS[consultant >> 1].name}</span> <span>${RANKS[consultant & 1]}</span>
          </span>
        </button>
      </li>`;
    })}
  <//>`;
}

/** What one has, where one's mat is not in sight. @param {{play: Play}} props */
function Purse({ play: { me, view } }) {
  if (!me) return null;
  return html`<span class="purse">
    <b>${dollars(me.money)}</b>
    ${me.debt ? html` <b class="debt">${dollars(-me.debt)}</b>` : null}
    ${working(view) ? html`<small>${count(me.moves, "move")} left</small>` : null}
  </span>`;
}

/** Passing; it asks first where there is something left to do for nothing. @param {{play: Play}} props */
function PassKey({ play }) {
  const { view, legal } = play;
  if (!legal.has("pass")) return null;
  return html`<button
    type="button" class="button end" data-action="pass" disabled=${play.busy} ...${tip("action.pass")}
    onClick=${() => {
      play.setPick(legal.has("assign") ? { kind: "pass" } : null);
      if (!legal.has("assign")) void play.act({ type: "pass" });
    }}>
    Pass${view.passing ? html` <small>+${dollars(view.passing)}</small>` : null}
  </button>`;
}

/** What is to be decided now, in a word that changes with it. @param {Play} play @param {string} paper */
function decision({ view, legal }, paper) {
  return legal.all.length ? `${view.round} ${view.phase} ${paper}` : "";
}

/**
 * The hand, what it can do, and the paper for a decision beside it: nothing lies over the table.
 * @param {{play: Play}} props
 */
export function Tray({ play }) {
  const { me, props } = play;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [name, paper] = paperOf(play);
  usePaperFocus(root, name);
  useInSight(root, props.past ? "" : decision(play, name));
  return html`<div
    class="desk" ref=${root} tabindex="-1" data-decide="" aria-label="Your hand and what you can do" role="region">
    <div class=${classes({ tray: true, watching: !me, papered: paper })}>
      <div class="strip">${h(Turns, { play })}${h(Purse, { play })}${h(PassKey, { play })}</div>
      ${me ? h(Hand, { play }) : null}
      <div class="room">
        ${h(Note, { play })}
        ${paper}
        ${name.startsWith("event") ? null : h(Unplaced, { play, placed: PLACED })}
        ${me && !paper ? h(Doing, { play }) : null}
        ${h(Payday, { play })}
      </div>
    </div>
  </div>`;
}
