// The middle of the table: deck, dumped deals, the trading round; and the order of turns, which stays in sight.

import { FIRMS, TurnTrack, clauses, count, h, html, tip, told, useBefore } from "./kit.js";
import { Back, CardFace, Chip, faceLabel } from "./cards.js";
import { FirmMark } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */

/** @param {{play: Play}} props */
export function Market({ play }) {
  const { view, faces } = play;
  const { active } = useBefore(view); // whose cards have come to lie here since
  const top = faces[view.dump[view.dump.length - 1]];
  const { max_rounds: most } = view.rules;
  return html`<div class="market">
    <div class="heaps" data-tips="">
      <span
        class="heap" role="img" aria-label=${`Market Opportunities deck: ${count(view.deck, "card")}`} data-place="deck"
        ...${tip("deck", { count: view.deck }, true)}>
        ${h(Back, { count: undefined })}
        <small>deck <b>${view.deck}</b></small>
      </span>
      <span class="heap" data-place="dump" data-from=${`hand ${active}`}>
        ${
          top
            ? h(CardFace, {
                face: top,
                label: `Dumped deals: ${count(view.dump.length, "card")}, with ${faceLabel(top)} on top`,
                about: tip("dump", { card: top.name, count: view.dump.length }, false),
                onPress: () => play.setPick({ kind: "dump" }),
              })
            : html`<span class="slot" ...${tip("dump.none", undefined, false)}>dumped deals</span>`
        }
        <small>dumped <b>${view.dump.length}</b></small>
      </span>
    </div>
    <div class="round">
      <p class="which" ...${tip("round", undefined, true)}>
        Trading round <b>${view.round}</b>${most ? html` <small>of ${most}</small>` : null}
      </p>
      <p class="quiet small" ...${tip("goal", undefined, true)}>${told(play.props.tips, "goal").name}</p>
      ${
        view.rounds.length
          ? html`<button
              type="button" class="button small" data-action="sheet"
              onClick=${() => play.setPick({ kind: "score", round: view.rounds.length })}>
              Score sheets
            </button>`
          : null
      }
    </div>
  </div>`;
}

/** What the order of turns says of a firm. @param {Play} play @param {number} seat */
function standing({ view, names }, seat) {
  const { lost, extra } = view.players[seat];
  return clauses(
    names[seat],
    view.active === seat && "current turn",
    view.first === seat && "first player",
    lost && `loses ${count(lost, "turn")}`,
    extra && count(extra, "extra turn"),
  );
}

/** Everyone in the order of play: who is on turn, who loses turns, who has more. @param {{play: Play}} props */
export function Turns({ play }) {
  const { view } = play;
  const turns = view.players.map(({ lost, extra }, seat) => ({
    seat,
    is: { now: view.active === seat, due: view.acting.includes(seat), away: lost, own: seat === play.seat },
    colour: FIRMS[seat].colour,
    said: standing(play, seat),
    mark: [
      h(FirmMark, { key: "mark", seat, quiet: true }),
      lost ? html`<b key="lost" class="lost" aria-hidden="true">−${lost}</b>` : null,
      extra ? html`<b key="extra" class="extra" aria-hidden="true">+${extra}</b>` : null,
    ],
  }));
  return h(TurnTrack, { turns });
}

/** All dumped deals, the last first. @param {{play: Play}} props */
export function DumpList({ play }) {
  const { view, faces } = play;
  return html`<ol class="dump-list">
    ${view.dump.map((card, k) => html`<li key=${k}>${h(Chip, { face: faces[card] })}</li>`).reverse()}
  </ol>`;
}
