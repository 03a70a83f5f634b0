// What lies over the map while cards or dice are chosen.

import {
  COLOURS,
  Die,
  Do,
  Envelope,
  MONTHS,
  SYMBOLS,
  classes,
  h,
  html,
  list,
  sum,
  useEffect,
  useState,
} from "./kit.js";
import { AuctionSheet } from "./auction.js";
import { BubbaNext } from "./bubba.js";
import { CardFace } from "./cards.js";
import { CampaignChoices } from "./desk.js";
import { SymbolMark } from "./marks.js";
import { Bundle } from "./player.js";
import { dieTip, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/** A row of cards to choose from. @param {{play: Play, cards: number[], act: string, title: string, none?: string, aside?: string, about?: string}} props about: the key of its explanation */
function Row({ play, cards, act, title, none, aside, about }) {
  const { model, pick } = play;
  return html`<section class="row-of-cards" aria-label=${title}>
    <h3 ...${about ? tip(about, undefined, true) : {}}>${title}${aside ? html` <small>${aside}</small>` : null}</h3>
    ${
      cards.length
        ? html`<ul class="spread" data-place=${title}>
            ${cards.map((card) => {
              /** @type {import("./types.js").Form} */
              const form = card >= 120 ? { type: "coach", coach: model.cards[card].id } : { type: act, card: card + 1 };
              return html`<li key=${card}>
                ${h(CardFace, {
                  card: model.cards[card],
                  model,
                  size: "m",
                  glow: !!play.legal.get(form),
                  picked: pick?.kind === "card" && pick.card === card,
                  onPress: () => play.setPick({ kind: "card", card, owner: play.seat }),
                })}
              </li>`;
            })}
          </ul>`
        : html`<p class="quiet">${none}</p>`
    }
  </section>`;
}

/** Where everybody stands in something that goes round, starting player first. @param {{play: Play, label: string, stands: (seat: number) => string}} props */
function Order({ play, label, stands }) {
  const { view, names } = play;
  if (view.players.length < 2) return null;
  const seats = view.players.map((_, k) => (view.chain + k) % view.players.length);
  return html`<ol class="order" aria-label=${label}>
    ${seats.map(
      (s) =>
        html`<li key=${s} class=${classes({ now: view.acting.includes(s) })}>
          ${s === play.seat ? "you" : names[s]}: ${stands(s)}
        </li>`,
    )}
  </ol>`;
}

/** @param {{play: Play}} props */
function DraftSheet({ play }) {
  const { view } = play;
  const { mine, bubba } = view;
  return html`<div class="draft">
    <h2 ...${tip("phase.draft", undefined, true)}>Draft for ${MONTHS[view.month]}</h2>
    ${h(Order, {
      play,
      label: "Who has drafted",
      stands: (s) =>
        view.players[s].drafted ? "drafted" : view.acting.includes(s) ? "choosing" : `${view.players[s].hand} in hand`,
    })}
    ${
      mine
        ? h(Row, {
            play,
            cards: mine.hand,
            act: "draft",
            title: "Your hand",
            about: "hand",
            none: "Your hand is empty.",
          })
        : null
    }
    ${
      view.rules.pool
        ? h(Row, {
            play,
            cards: view.pool,
            act: "draft",
            title: "The pool",
            about: "pool",
            none: "No cards in the pool.",
            aside: view.rules.alone ? "" : "open to everybody",
          })
        : null
    }
    ${
      mine && play.me?.stash
        ? h(Row, {
            play,
            cards: mine.stash,
            act: "draft",
            title: play.me.open_stash.length ? "Your open stash" : "Your Secret Stash",
            about: play.me.open_stash.length ? "stash.open" : "stash",
            none: "",
          })
        : null
    }
    ${bubba ? h(BubbaNext, { play, bubba }) : null}
  </div>`;
}

/** @param {{play: Play}} props */
function StashSheet({ play }) {
  const { mine, players, seat } = { ...play.view, seat: play.seat };
  if (players.some((p) => p.hand)) return h(OpenDraft, { play });
  if (!mine) return html`<p class="quiet pad">${play.props.prompt}</p>`;
  const left = mine.stash.length - players[seat].stash;
  return html`<div class="draft">
    <h2 ...${tip("phase.stash", undefined, true)}>Your Secret Stash</h2>
    ${h(Row, {
      play,
      cards: mine.stash,
      act: "reject",
      title: play.legal.has("reject") ? `Keep the best; reject ${left}` : "Kept",
      none: "",
    })}
    ${
      mine.rejected.length
        ? h(Row, {
            play,
            cards: mine.rejected,
            act: "",
            title: play.view.rules.pool ? "Rejected, into the pool" : "Rejected",
          })
        : null
    }
    ${!play.legal.all.length ? html`<p class="quiet">${play.props.prompt}</p>` : null}
  </div>`;
}

/** Stashes drafted openly: the pack in hand, and what everybody has taken. @param {{play: Play}} props */
function OpenDraft({ play }) {
  const { view, names, seat } = play;
  const { mine, players } = view;
  const next = (seat + players.length - 1) % players.length;
  return html`<div class="draft">
    <h2 ...${tip("phase.stash.open", undefined, true)}>The open stash draft</h2>
    ${
      mine
        ? h(Row, {
            play,
            cards: mine.hand,
            act: "draft",
            title: "The pack in your hand",
            aside: mine.hand.length > 3 ? `what you leave goes to ${names[next]}` : "the two you leave go to the pool",
            none: "",
          })
        : null
    }
    ${
      mine && !play.legal.all.length
        ? html`<p class="quiet">You have chosen. The packs go on when everybody has.</p>`
        : null
    }
    ${players.map((player, s) =>
      player.open_stash.length
        ? h(Row, {
            key: s,
            play,
            cards: player.open_stash,
            act: "",
            title: s === seat ? "Your open stash" : `Open stash of ${names[s]}`,
            none: "",
          })
        : null,
    )}
  </div>`;
}

/** @param {{play: Play}} props */
function CoachSheet({ play }) {
  const cards = play.view.coaches.map((c) => (c < 120 ? c + 120 : c));
  return html`<div class="draft">
    <h2 ...${tip("phase.coach", undefined, true)}>Head coaches</h2>
    ${h(Row, { play, cards, act: "coach", title: "Choose one", none: "" })}
  </div>`;
}

/** Homes: a symbol, a start and a colour each, those that are taken with their owner. @param {{play: Play}} props */
function HomeSheet({ play }) {
  const { view, model, names, seat } = play;
  const homes = model.spaces.filter((space) => space.kind === "start");
  return html`<div class="draft">
    <h2 ...${tip("phase.home", undefined, true)}>Homes</h2>
    ${h(Order, {
      play,
      label: "Who has chosen",
      stands: (s) =>
        view.players[s].symbol >= 0
          ? homes[view.players[s].symbol].name
          : view.acting.includes(s)
            ? "choosing"
            : "to choose",
    })}
    <ul class="homes">
      ${homes.map((space, symbol) => {
        const owner = view.players.findIndex((p) => p.symbol === symbol);
        const form = { type: "home", symbol: SYMBOLS[symbol] };
        return html`<li key=${space.id} data-colour=${COLOURS[space.regions[0]]}>
          <${SymbolMark} symbol=${symbol} quiet />
          <b>${space.name}</b>
          <span><${Envelope} colour=${space.regions[0]} quiet /> ${model.regions[space.regions[0]]}</span>
          ${
            play.legal.get(form)
              ? h(Do, { play, form, kind: "primary", label: play.legal.get(form)?.label }, "Take it")
              : html`<small>${owner < 0 ? "free" : owner === seat ? "yours" : names[owner]}</small>`
          }
        </li>`;
      })}
    </ul>
  </div>`;
}

/** The roll that was shown last: dice roll once, and not when the page is opened on them. */
let shownRoll = "";

/** Six dice; they roll once, when they are new. @param {{play: Play, onPress?: (colour: string) => void}} props */
export function DiceRow({ play, onPress }) {
  const { view } = play;
  const key = `${view.month}:${view.dice.join("")}`;
  const [rolling, setRolling] = useState("");
  useEffect(() => {
    const before = shownRoll;
    shownRoll = key;
    if (!before || before === key || !sum(view.dice)) return undefined;
    setRolling(key);
    const timer = setTimeout(() => setRolling(""), 1100);
    return () => clearTimeout(timer);
  }, [key]);
  const taken = view.mine?.dice ?? [];
  return html`<div class="dice" role="group" aria-label="The dice" data-point="dice">
    ${COLOURS.map((colour, c) => {
      const placed = taken.find((d) => d.colour === c);
      const can = !!play.legal.get({ type: "die", colour });
      const takers = view.players.map((_, s) => s).filter((s) => view.players[s].dice.some((d) => d.colour === c));
      const gone = view.rules.exclusive > 0 && takers.length >= view.rules.exclusive;
      const others = takers.filter((s) => s !== play.seat).map((s) => play.names[s]);
      const whose = `${placed ? ", yours" : ""}${others.length ? `, taken by ${list(others)}` : ""}`;
      return html`<button
        type="button" key=${colour} data-action="die" ...${dieTip(view, c)} style=${`--turn: ${c}`}
        class=${classes({ pick: true, can, taken: !!placed, gone, rolling: rolling === key })}
        aria-disabled=${can ? undefined : "true"} aria-pressed=${placed ? "true" : undefined}
        onClick=${() => onPress?.(colour)}>
        <${Die}
          value=${view.dice[c]} colour=${/** @type {"green"} */ (colour)}
          label=${`${colour} die, ${view.dice[c] || "not rolled"}${whose}`} />
        <b aria-hidden="true">${view.dice[c] || "–"} ${colour}</b>
        ${
          view.rules.exclusive
            ? html`<span class="takers" aria-hidden="true">
                ${takers.map((s) => html`<${SymbolMark} key=${s} symbol=${view.players[s].symbol} quiet />`)}
              </span>`
            : null
        }
      </button>`;
    })}
  </div>`;
}

/** How far a player is in the draft of dice. @param {Play} play @param {number} seat */
function diceTaken({ view }, seat) {
  const { dice } = view.players[seat];
  const done = `${dice.filter((d) => d.month >= 0).length} of 2 taken`;
  return view.acting.includes(seat) ? `${done}, choosing` : done;
}

/** What is said while others choose dice. @param {Play} play */
function waiting({ view, me, legal, names }) {
  const who = list(view.acting.map((s) => names[s]));
  if (legal.all.length) return null;
  if (view.rules.exclusive)
    return html`<p class="quiet">${who} ${view.acting.length === 1 ? "takes" : "take"} a die.</p>`;
  if (view.rules.alone) return html`<p class="quiet">${who} chooses two dice.</p>`;
  return html`<p class="quiet">
    ${
      me
        ? "You have chosen. The others are still choosing; their dice stay hidden until all have chosen."
        : "The players choose two dice each, hidden until all have chosen."
    }
  </p>`;
}

/** @param {{play: Play}} props */
function DiceSheet({ play }) {
  const { view, me } = play;
  const taken = view.mine?.dice ?? [];
  const open = taken.find((d) => d.month < 0);
  const months = MONTHS.map((_, m) => m).filter(
    (m) => m >= view.month && m < Math.min(view.month + 6, view.rules.months),
  );
  return html`<div class="draft dicing">
    <h2 ...${tip("phase.dice", undefined, true)}>${MONTHS[view.month]}: two dice</h2>
    ${
      view.rules.exclusive
        ? html`
            ${h(Order, { play, label: "Who takes a die when", stands: (s) => diceTaken(play, s) })}
            <p class="quiet small">
              One die each, clockwise, twice. ${
                view.rules.exclusive > 1 ? "Each die may be taken at most twice in all." : "Each die may be taken once."
              }
            </p>
          `
        : null
    }
    ${h(DiceRow, { play, onPress: (colour) => void play.dare({ type: "die", colour }) })}
    ${
      me
        ? html`<ol class="places" aria-label="Your calendar">
            ${months.map((m) => {
              const now = m === view.month ? me.later[m].map((n, c) => n + me.envelopes[c]) : me.later[m];
              const mine = taken.filter((d) => d.month === m);
              return html`<li key=${m} class=${classes({ place: true })}>
                <h3>${MONTHS[m]}${m === view.month ? html` <small>now</small>` : null}</h3>
                <span class="there">${h(Bundle, { counts: now, none: mine.length ? "" : "none yet" })}</span>
                ${mine.map(
                  (d) =>
                    html`<span class="new" key=${d.colour}>
                      + <${Envelope} colour=${d.colour} count=${d.count} />
                    </span>`,
                )}
                ${
                  open
                    ? [false, true].map((half) => {
                        const form = { type: "place", month: MONTHS[m], half };
                        const legal = play.legal.get(form);
                        const spot = view.mine?.spots.find((one) => one.month === m && one.half === half);
                        if (!legal || !spot) return null;
                        return h(
                          Do,
                          { key: String(half), play, form, kind: half ? "" : "primary", label: legal.label },
                          html`
                            <span class="amount">+${spot.count} <${Envelope} colour=${open.colour} quiet /></span>
                            <small>${half ? "half" : "full value"}</small>
                          `,
                        );
                      })
                    : null
                }
              </li>`;
            })}
          </ol>`
        : null
    }
    ${waiting(play)}
  </div>`;
}

/** @param {{play: Play}} props */
function BookieSheet({ play }) {
  const { view, me } = play;
  const { owed: dice = view.dice, shifts = [] } = view.pending ?? {};
  return html`<div class="draft dicing">
    <h2 ...${tip("phase.bookie", undefined, true)}>The bookie</h2>
    ${me && play.legal.all.length ? null : h(DiceRow, { play })}
    ${
      me && play.legal.all.length
        ? html`
            <p>
              Your bets: ${me.bets
                .map((b) => `${COLOURS[b.colour]} ${b.number}${b.count > 1 ? ` (${b.count})` : ""}`)
                .join(", ")}
              . For your check only, one die may count one more or one less; 1 and 6 are neighbours.
            </p>
            <ul class="shifts">
              ${COLOURS.map(
                (colour, c) =>
                  html`<li key=${colour} data-colour=${colour}>
                    ${h(Die, { value: dice[c], colour: c })}
                    ${shifts
                      .filter((one) => one.colour === c)
                      .map(({ up, to, tokens }) => {
                        const form = { type: "bookie", colour, up };
                        const legal = play.legal.get(form);
                        return legal
                          ? h(
                              Do,
                              { key: String(up), play, form, kind: tokens ? "primary" : "", label: legal.label },
                              `${up ? "▲" : "▼"} ${to}${tokens ? " wins" : ""}`,
                            )
                          : null;
                      })}
                  </li>`,
              )}
            </ul>
            ${h(Do, { play, form: { type: "done" } })}
          `
        : html`<p class="quiet">${view.acting.map((s) => play.names[s]).join(", ")} may ask the bookie.</p>`
    }
  </div>`;
}

/** @param {{play: Play}} props */
function FinalSheet({ play }) {
  return html`<div class="draft">
    <h2 ...${tip("phase.final", undefined, true)}>The final campaign</h2>
    <p>
      Bucks that are left buy stars one last time
      ${
        ["cards", "die"].includes(play.view.rules.ties)
          ? ", or stay and break ties"
          : "; those you keep are worth nothing"
      }
      .
    </p>
    ${play.legal.all.length ? h(CampaignChoices, { play }) : html`<p class="quiet">${play.props.prompt}</p>`}
  </div>`;
}

const SHEETS = {
  draft: DraftSheet,
  stash: StashSheet,
  coach: CoachSheet,
  home: HomeSheet,
  dice: DiceSheet,
  bookie: BookieSheet,
  auction: AuctionSheet,
  final: FinalSheet,
};

/** Remembers the dice as they lie, so that only new ones roll. @param {import("./types.js").View} view */
export function noteDice(view) {
  if (!shownRoll) shownRoll = `${view.month}:${view.dice.join("")}`;
}

/** Whether something lies over the map in this phase. @param {string} phase */
export function hasSheet(phase) {
  return phase in SHEETS;
}

/** @param {{play: Play}} props */
export function Sheet({ play }) {
  return h(SHEETS[/** @type {"draft"} */ (play.view.phase)], { play });
}

/** What a phase is called on the button that leads back to it. @param {string} phase */
export function sheetName(phase) {
  return (
    {
      draft: "the draft",
      stash: "the stash",
      coach: "the coaches",
      home: "the homes",
      dice: "the dice",
      bookie: "the bookie",
      auction: "the auction",
      final: "the campaign",
    }[phase] ?? "the table"
  );
}
