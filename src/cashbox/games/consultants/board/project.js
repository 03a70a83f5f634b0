// A place on the table: the project's name, its desks with who sits there and what they are paid, the deadline.

import {
  COLOURS,
  KINDS,
  RANKS,
  classes,
  clauses,
  count,
  deskName,
  dollars,
  h,
  html,
  kindName,
  list,
  seats,
  signedDollars,
  tip,
  told,
  whyNot,
  worth,
  worthWords,
} from "./kit.js";
import { Consultant, Flag, Pawn, Shape, Star } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */
/** @typedef {import("./kit.js").Place} Place */

/**
 * What pressing a desk does: what it aims at, else move the consultant there, else pick one of the hand that fits; else
 * it says why not.
 * @param {Play} play
 * @param {number} number
 * @param {number} at
 */
function press(play, number, at) {
  const aim = play.aims.get(`${number} ${at}`);
  const lift = play.legal.get({ type: "lift", place: number, desk: at });
  if (aim ?? lift) {
    play.setPick(null);
    return void play.act((aim ?? lift)?.action ?? {});
  }
  const fitting = fits(play, number, at);
  if (fitting !== undefined) return play.setPick({ kind: "card", consultant: fitting });
  return void play.why(wish(play, number, at));
}

/** A consultant of the hand that can sit at a desk. @param {Play} play @param {number} number @param {number} at */
function fits({ legal, view }, number, at) {
  return view.mine?.hand.find((one) =>
    legal.of("assign").some((entry) => entry.action.place === number && entry.action.desk === at && seats(entry, one)),
  );
}

/**
 * What a press on a desk asks for that may not be possible now.
 * @param {Play} play @param {number} number @param {number} at
 */
function wish({ view, pick, seat }, number, at) {
  if (view.phase === "move") return { type: "seat", place: number, desk: at };
  if (view.places[number].desks[at].owner === seat) return { type: "lift", place: number, desk: at };
  const rank = pick?.kind === "card" ? pick.consultant & 1 : 0;
  return { type: "assign", rank: RANKS[rank], place: number, desk: at };
}

/** What a desk is, in words. @param {Play} play @param {Place} place @param {number} at */
function deskWords(play, place, at) {
  const { names, seat } = play;
  const { colour, principal, consultant, owner } = place.desks[at];
  const who =
    consultant < 0
      ? `free${principal ? ", needs a principal" : ""}`
      : `${owner === seat ? "your" : `${names[owner]}'s`} ${kindName(consultant)}`;
  return `${deskName(at)}, ${COLOURS[colour].name}: ${who}, ${worthWords(play, place, at)}`;
}

/**
 * One desk.
 * @param {{play: Play, number: number, at: number, stop: boolean}} props stop: the keyboard stops here first
 */
function Spot({ play, number, at, stop }) {
  const { view, names, seat } = play;
  const place = view.places[number];
  const { colour, principal, consultant, owner } = place.desks[at];
  const aim = play.aims.get(`${number} ${at}`);
  const movable = !play.aims.size && play.legal.get({ type: "lift", place: number, desk: at });
  const lifted = view.lifted[0] === number && view.lifted[1] === at;
  const rank = play.pick?.kind === "card" ? play.pick.consultant & 1 : 0;
  const { now, done } = worth(place, at, rank);
  const words = deskWords(play, place, at);
  const facts = {
    what: words,
    wants: principal,
    taken: consultant >= 0,
    comes_back: place.kind === "innovation",
  };
  const attributes = {
    class: classes({ spot: true, taken: consultant >= 0, mine: owner === seat && seat >= 0, aim, movable, lifted }),
    "data-place": `desk ${number} ${at}`,
    "data-from": owner < 0 ? undefined : `hand ${owner}`,
    "data-colour": COLOURS[colour].tone,
    "data-desk": at,
    ...tip("desk", facts, stop),
    ...(aim || fits(play, number, at) !== undefined ? {} : whyNot(play, wish(play, number, at))),
  };
  const said = aim ? aim.label : movable ? `${words}. ${movable.label}` : words;
  const inside = html`
    <span class="card-room" aria-hidden="true">
      ${
        consultant < 0
          ? html`<span class="free-desk">${h(Shape, { colour, hollow: true })}${principal ? h(Star, {}) : null}</span>`
          : html`
              ${h(Consultant, { key: consultant, kind: consultant, label: "" })}
              ${h(Pawn, { seat: owner, quiet: true })}
            `
      }
    </span>
    <span class="who" aria-hidden="true">${owner < 0 ? null : names[owner]}</span>
    <span class="worth" aria-hidden="true">
      ${now < 0 ? null : html`<b class="now">${dollars(now)}</b>`}
      ${done < 0 ? null : html`<span class="done">${h(Flag, {})}${done}</span>`}
    </span>
  `;
  return seat < 0 || view.phase === "over"
    ? h("span", { ...attributes, role: "img", "aria-label": said }, inside)
    : h(
        "button",
        { type: "button", ...attributes, onClick: () => press(play, number, at) },
        html`<span class="visually-hidden">${said}</span>`,
        inside,
      );
}

/** What is paid, from left to right as the desks lie. @param {{place: Place}} props */
function Pay({ place }) {
  const words = place.pay.join(", ");
  return html`<span
    class="pay" role="img" aria-label=${`Pays ${words} dollars, starting with the rightmost consultant`}
    ...${tip("pay", { pay: words }, true)}>
    ${[...place.pay].reverse().map((n, k) => html`<i key=${k}>${n}</i>`)}
  </span>`;
}

/** The deadline track: where the marker lies, and what each field brings. @param {{play: Play, place: Place}} props */
function Track({ play, place }) {
  const { track, stakes } = play.view.rules;
  if (!place.field) return null;
  const now = stakes[place.field - 1];
  const next = stakes[place.next - 1] ?? "";
  const said = `Deadline marker on space ${place.field}: ${now}${next ? `; next round: ${next}` : ""}`;
  return html`<span
    class="deadline" role="img" aria-label=${said}
    ...${tip("deadline", { field: place.field, now, next, stays: place.next === place.field }, false)}>
    ${track.map(
      (n, k) =>
        html`<i
          key=${k}
          class=${classes({ good: n > 0, bad: n < 0, here: k + 1 === place.field, gone: k + 1 < place.field })}>
          ${n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0"}
          ${
            k + 1 === place.field
              ? html`<svg viewBox="0 0 24 24">
                  <path d="M5 2h14M5 22h14M7 2c0 6 10 8 10 14v6M17 2c0 6-10 8-10 14v6" />
                </svg>`
              : null
          }
        </i>`,
    )}
  </span>`;
}

/** Who would pay the penalty as things stand. @param {{play: Play, place: Place}} props */
function Late({ play, place }) {
  if (!place.late.length || play.view.phase === "over") return null;
  const names = place.late.map((seat) => (seat === play.seat ? "you" : play.names[seat]));
  const said = `Late: ${dollars(-place.penalty)} this round for ${list(names)}`;
  return html`<span
    class="late" role="img" aria-label=${said} ...${tip("late", { who: list(names), penalty: place.penalty }, false)}>
    late <b>${dollars(-place.penalty)}</b>${place.late.map((seat) => h(Pawn, { key: seat, seat, quiet: true }))}
  </span>`;
}

/** @param {{play: Play, number: number}} props */
export function ProjectBoard({ play, number }) {
  const place = play.view.places[number];
  if (place.kind === "none") {
    return html`<li class="place none">
      <p class="quiet" ...${tip("kind.none", undefined, true)}>${told(play.props.tips, "kind.none").name}.</p>
    </li>`;
  }
  const aimed = place.desks.findIndex((_, at) => play.aims.has(`${number} ${at}`));
  const bonus = play.view.rules.track[place.field - 1] ?? 0;
  const { more } = place;
  const { name } = told(play.props.tips, `kind.${place.kind}`);
  const kind = KINDS[/** @type {"silver"} */ (place.kind)];
  return html`<li class="place" data-place=${`project ${number}`} data-from="stock">
    <section
      class=${classes({ project: true, aimed: aimed >= 0, overdue: bonus < 0 })} data-kind=${place.kind}
      data-number=${number} data-card=${`project ${place.project}`} key=${place.project}
      aria-label=${clauses(place.name, name !== place.name && name)}>
      <header data-tips="">
        <h3 title=${place.name}>${place.name}</h3>
        ${h(Late, { play, place })}
        <span class="kind" ...${tip(`kind.${place.kind}`, undefined, true)}>${kind}</span>
      </header>
      <div
        class="desks" data-tips="" role="group"
        aria-label=${`Desks, ${count(place.desks.filter(({ consultant }) => consultant < 0).length, "free desk")}`}
        style=${`--desks: ${place.desks.length}`}>
        ${place.desks.map((_, at) => h(Spot, { key: at, play, number, at, stop: at === Math.max(aimed, 0) }))}
      </div>
      <footer data-tips="">
        ${
          place.kind === "innovation"
            ? html`<span class="back-note" ...${tip("back", { pay: place.pay[0] }, true)}>
                ${told(play.props.tips, "back", { pay: place.pay[0] }).name}
              </span>`
            : h(Pay, { place })
        }
        ${more ? html`<b class="more">${signedDollars(more)} each</b>` : null}
        ${h(Track, { play, place })}
      </footer>
    </section>
  </li>`;
}
