// The dice: choosing them, placing them, and the bookie.

import {
  COLOURS,
  Die,
  Do,
  Envelope,
  MONTHS,
  classes,
  h,
  html,
  list,
  sum,
  useEffect,
  useRef,
  useState,
  whyNot,
} from "./kit.js";
import { useInSight } from "/static/js/board/layout.js";
import { SymbolMark } from "./player-symbols.js";
import { Order } from "./order.js";
import { dieTip, said, tip } from "./tips.js";
import { Bundle } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */

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
      const gone = view.used_up.includes(c);
      const others = takers.filter((s) => s !== play.seat).map((s) => play.names[s]);
      const whose = `${placed ? ", yours" : ""}${others.length ? `, taken by ${list(others)}` : ""}`;
      return html`<button
        type="button" key=${colour} data-action="die" data-die=${colour} ...${dieTip(view, c)} style=${`--turn: ${c}`}
        class=${classes({ pick: true, can, taken: !!placed, gone, rolling: rolling === key })}
        aria-disabled=${can ? undefined : "true"} aria-pressed=${placed ? "true" : undefined}
        ...${onPress ? whyNot(play, { type: "die", colour }) : {}} onClick=${() => onPress?.(colour)}>
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
  const done = `${dice.filter((d) => d.month >= 0).length} of ${view.rules.each} taken`;
  return view.acting.includes(seat) ? `${done}, choosing` : done;
}

/** @param {{play: Play}} props */
export function DiceSheet({ play }) {
  const { view, me } = play;
  const taken = view.mine?.dice ?? [];
  const open = taken.find((d) => d.month < 0);
  const months = view.mine?.months ?? [];
  const turns = view.rules.exclusive > 0;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useInSight(root, play.legal.all.length ? `${view.month} ${taken.length} ${open?.colour ?? ""}` : "");
  return html`<div class="draft dicing" ref=${root}>
    <h2 ...${tip("phase.dice", undefined, true)}>Dice for ${MONTHS[view.month]}</h2>
    ${turns ? h(Order, { play, label: "Turn order for dice", stands: (s) => diceTaken(play, s) }) : null}
    ${turns || !play.legal.all.length ? html`<p class="quiet small">${said(play, "phase.dice")}</p>` : null}
    ${h(DiceRow, { play, onPress: (colour) => void play.dare({ type: "die", colour }) })}
    ${
      me
        ? html`<ol class="places" aria-label="Your calendar">
            ${months.map(({ month: m, there }) => {
              const mine = taken.filter((d) => d.month === m);
              return html`<li key=${m} class=${classes({ place: true })}>
                <h3>${MONTHS[m]}${m === view.month ? html` <small>now</small>` : null}</h3>
                <span class="there">${h(Bundle, { counts: there, none: mine.length ? "" : "none yet" })}</span>
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
    ${play.legal.all.length ? null : html`<p class="quiet">${play.props.prompt}</p>`}
  </div>`;
}

/** @param {{play: Play}} props */
export function BookieSheet({ play }) {
  const { view, me } = play;
  const { owed: dice = view.dice, shifts = [] } = view.pending ?? {};
  return html`<div class="draft dicing">
    <h2 ...${tip("phase.bookie", undefined, true)}>The bookie</h2>
    ${me && play.legal.all.length ? null : h(DiceRow, { play })}
    ${
      me && play.legal.all.length
        ? html`
            <p>
              Your bets:
              ${list(me.bets.map((b) => `${COLOURS[b.colour]} ${b.number}${b.count > 1 ? ` (${b.count})` : ""}`))}.
            </p>
            <p class="quiet small">${said(play, "action.bookie")}</p>
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
        : html`<p class="quiet">${play.props.prompt}</p>`
    }
  </div>`;
}

/** Remembers the dice as they lie, so that only new ones roll. @param {import("./types.js").SeatView} view */
export function noteDice(view) {
  if (!shownRoll) shownRoll = `${view.month}:${view.dice.join("")}`;
}
