// A trading firm: license, cash, insurance and what else lies on it, and what everyone may know of its player.

import {
  Button,
  FIRMS,
  cardWords,
  classes,
  count,
  counted,
  dollars,
  h,
  html,
  licenseOf,
  list,
  printedTitle,
  tip,
  whyNot,
  withNames,
} from "./kit.js";
import { Back, Bill, CardFace, cardTip } from "./cards.js";
import { FirmMark, FirstMark, Seal } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./kit.js").Firm} Firm */

/** The license, and over it the stamp of the investigation. @param {{play: Play, firm: Firm}} props */
function License({ play, firm }) {
  if (!firm.license) {
    return html`<span class="license none" ...${tip("license.none", undefined, false)}>no license</span>`;
  }
  const probe = play.faces[firm.probe];
  const face = licenseOf(play.faces);
  return html`<span class=${classes({ license: true, probed: probe })}>
    ${h(CardFace, {
      face,
      about: probe ? tip("stamp", { card: probe.title }, false) : tip("license", undefined, false),
      label: probe ? `License under investigation: ${probe.title}` : face.name,
    })}
    ${
      probe
        ? html`<span class="stamp" data-layer="over" aria-hidden="true" data-place="stamp">
            <small>${h(Seal, { type: probe.type })}Investigation</small>
            <b data-card=${probe.id}>${printedTitle(probe.title)}</b>
          </span>`
        : null
    }
  </span>`;
}

/**
 * Uninsured cash in piles, the lowest first; what may be insured now can be pressed.
 * @param {{play: Play, seat: number, firm: Firm}} props
 */
function Cash({ play, seat, firm }) {
  const piles = counted(firm.cash);
  const mine = seat === play.seat;
  const words = list(cardWords(play.faces, firm.cash));
  return html`<span
    class="cash-piles" data-tips="" role="group"
    aria-label=${piles.length ? `Uninsured cash: ${words}` : "No uninsured cash"}>
    ${piles.map(([card, n], k) => {
      const face = play.faces[card];
      const insure = mine && play.legal.get({ type: "insure", value: face.amount });
      return html`<span class="pile" key=${card} style=${`--n: ${n}`}>
        ${Array.from({ length: n }, (_, i) =>
          h(Bill, {
            key: i,
            face,
            aim: !!insure,
            about: tip(
              "bill",
              { amount: dollars(face.amount) },
              !k && i === n - 1 ? true : i === n - 1 ? false : undefined,
            ),
            ...(insure && i === n - 1 ? { label: insure.label, onPress: () => void play.act(insure.action) } : {}),
          }),
        )}
        ${n > 1 ? html`<small class="times" aria-hidden="true">×${n}</small>` : null}
      </span>`;
    })}
    ${piles.length || firm.policies.length ? null : html`<span class="empty quiet">no cash yet</span>`}
  </span>`;
}

/** A placed insurance over its cash. @param {{play: Play, policy: import("./types.js").Policy}} props */
function Covered({ play, policy }) {
  const cover = play.faces[policy.card];
  const words = list(cardWords(play.faces, policy.cash));
  return html`<span
    class="policy" role="img" aria-label=${`${cover.name} insures ${words || "nothing yet"}`}
    ...${tip("policy", { card: cover.name, cash: words || "nothing yet" }, false)}>
    <span class="under">${policy.cash.map((card, k) => h(Bill, { key: k, face: play.faces[card], about: {} }))}</span>
    <span class="over" data-card=${cover.id}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 2v2M2 14C3 6 8 4 12 4s9 2 10 10zM12 14v6c0 2.500-3.500 2.500-3.500 0" />
      </svg>
      <span class="word">insured</span>
    </span>
  </span>`;
}

/** Venture Capital and The Taxman. @param {{play: Play, firm: Firm}} props */
function Assets({ play, firm }) {
  return html`<span class="assets">
    ${firm.assets.map(({ card, sign }, k) => {
      const face = play.faces[card];
      return html`<span
        class="asset" key=${k} data-card=${face.id} data-type=${face.type} ...${cardTip(face, undefined, false)}>
        <b>${sign}</b>
        <small>${face.title}</small>
      </span>`;
    })}
  </span>`;
}

/** @param {number} turns */
const plural = (turns) => (turns === 1 ? "turn" : "turns");

/** What is so about the player just now. @param {{play: Play, seat: number, firm: Firm}} props */
function Signs({ play, seat, firm }) {
  const { view } = play;
  const over = view.phase === "over";
  const prey = view.pending?.prey.find((one) => one.seat === seat);
  const due = view.acting.includes(seat) && !over;
  return html`<ul class="signs">
    ${
      view.active === seat && !over
        ? html`<li class="tag turn" ...${tip("turn", undefined, false)}>current turn</li>`
        : null
    }
    ${
      due && view.active !== seat
        ? html`<li class="tag turn" ...${tip("due", undefined, false)}>
            ${view.phase === "pass" ? "choosing" : "deciding"}
          </li>`
        : null
    }
    ${firm.chosen ? html`<li class="tag good" ...${tip("chosen", undefined, false)}>✓ ready</li>` : null}
    ${
      firm.lost
        ? html`<li class="tag lost" ...${tip("lost", { count: firm.lost }, false)}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4.500 4.500l11 11" />
            </svg>
            <span class="wide">loses</span> ${firm.lost} <span class="wide">${plural(firm.lost)}</span>
          </li>`
        : null
    }
    ${
      firm.extra
        ? html`<li class="tag extra" ...${tip("extra", { count: firm.extra }, false)}>
            <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M16 10a6 6 0 1 1-2-4.500M16 2v4.500h-4.500" /></svg>
            ${firm.extra} <span class="wide">more ${plural(firm.extra)}</span>
          </li>`
        : null
    }
    ${
      prey
        ? html`<li class="tag prey">
            ${prey.card >= 0 ? `gives ${play.faces[prey.card].name}` : `would lose ${count(prey.turns, "turn")}`}
          </li>`
        : null
    }
  </ul>`;
}

/** What one knows of a hand that others hold. @param {{play: Play, seat: number, firm: Firm}} props */
function Hand({ play, seat, firm }) {
  const seen = play.view.mine?.shown.find((one) => one.seat === seat);
  return html`
    <span
      class="hand-count" data-place=${`hand ${seat}`} role="img" aria-label=${`${count(firm.hand, "card")} in hand`}
      ...${tip("hand", { count: firm.hand }, false)}>
      ${h(Back, { count: firm.hand })}
    </span>
    ${
      seen
        ? html`<span class="seen-cards" ...${tip("seen", { cards: list(cardWords(play.faces, seen.cards)) }, false)}>
            you know ${list(cardWords(play.faces, seen.cards))}
          </span>`
        : null
    }
  `;
}

/** Capital, on the way to the end of the game. @param {{play: Play, firm: Firm}} props */
function Capital({ play, firm }) {
  const { target } = play.view.rules;
  const part = Math.max(0, Math.min(1, firm.capital / target));
  return html`<span
    class="capital" role="img" aria-label=${`Capital ${dollars(firm.capital)} of ${dollars(target)}`}
    ...${tip("capital", undefined, true)}>
    <b data-capital=${firm.capital}>${dollars(firm.capital)}</b>
    <i style=${`--part: ${part}`}></i>
  </span>`;
}

/** What lies on the firm. @param {{firm: Firm}} props */
function Tabled({ firm }) {
  return html`<span class="tabled" ...${tip("tabled", undefined, true)}>
    <span class="wide">on firm </span>
    <b data-tabled=${firm.tabled}>${dollars(firm.tabled)}</b>
  </span>`;
}

/**
 * What can be done to this firm now: aim at it, or make it an offer.
 * @param {{play: Play, seat: number, firm: Firm}} props
 */
function Doing({ play, seat, firm }) {
  const aim = play.legal.get({ type: "target", seat });
  if (aim) {
    return h(
      Button,
      {
        kind: "primary",
        class: "aim",
        onPress: () => void play.act(aim.action),
        disabled: play.busy,
        ...{ "data-action": "target" },
      },
      withNames(aim.label, play.names),
    );
  }
  const offer = play.legal.get({ type: "offer", seat });
  if (!play.view.mine?.trades) return null;
  return html`<button
    type="button" class="button small trade" data-action="offer" aria-disabled=${offer ? undefined : "true"}
    ...${tip("offer", { count: firm.offers })} ...${whyNot(play, { type: "offer", seat })}
    onClick=${() =>
      offer ? play.setPick({ kind: "offer", to: seat, counter: false }) : void play.why({ type: "offer", seat })}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 8h15l-4-4M20 16H5l4 4" /></svg>
    <span class="wide">Offer</span>
    <span class="visually-hidden"> ${play.names[seat]} a trade,</span> <small>${firm.offers}</small>
    <span class="visually-hidden"> left</span>
  </button>`;
}

/** @param {{play: Play, seat: number, children?: any}} props */
export function FirmMat({ play, seat, children }) {
  const { view } = play;
  const firm = view.players[seat];
  const mine = seat === play.seat;
  const aim = play.legal.get({ type: "target", seat });
  const prey = view.pending?.prey.some((one) => one.seat === seat);
  return html`<section
    class=${classes({
      firm: true,
      mine,
      now: view.active === seat && view.phase !== "over",
      aimed: aim,
      prey,
      away: firm.lost,
    })}
    data-seat=${seat} data-colour=${FIRMS[seat].colour} aria-label=${mine ? "Your firm" : `${play.names[seat]}'s firm`}
    onClick=${
      aim
        ? (/** @type {MouseEvent} */ e) => {
            if (!(/** @type {Element} */ (e.target).closest("button"))) void play.act(aim.action);
          }
        : undefined
    }>
    <header data-tips="">
      <${FirmMark} seat=${seat} quiet />
      <h2>
        <span class="name">${play.names[seat]}</span> ${mine ? html`<small>(you)</small> ` : null}
        <small class="colour">${FIRMS[seat].name}</small>
      </h2>
      ${view.first === seat ? h(FirstMark, {}) : null}
      ${mine ? h(Tabled, { firm }) : null}
      ${h(Capital, { play, firm })}
      ${h(Signs, { play, seat, firm })}
    </header>
    <div class="plot" data-tips="" data-place=${`firm ${seat}`} data-from=${`hand ${seat}`}>
      ${h(License, { play, firm })}
      <span class="wealth">
        ${h(Cash, { play, seat, firm })}
        ${firm.policies.map((policy, k) => h(Covered, { key: k, play, policy }))}
        ${h(Assets, { play, firm })}
      </span>
    </div>
    ${
      mine
        ? null
        : html`<footer data-tips="">
            ${h(Hand, { play, seat, firm })} ${h(Tabled, { firm })} ${h(Doing, { play, seat, firm })}
          </footer>`
    }
    ${children}
  </section>`;
}
