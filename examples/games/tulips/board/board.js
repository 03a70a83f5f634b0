// The board of Tulips: the bulb being auctioned, what you can do, and what each player has.

import { useActing } from "/static/js/board/play.js";
import { h, html, useState } from "/static/js/shared/preact.js";
import { Button, Panel } from "/static/js/shared/ui.js";
import { plural } from "/static/js/shared/words.js";

/** Style sheets, loaded with the board. */
export const css = ["board.css"];

/** @param {import("/static/js/board/props.js").BoardProps} props */
export default function Board(props) {
  const { content, view } = props;
  const acting = useActing(props);
  const bulbs = content.tulips.bulb.map((bulb) => bulb.name);
  return html`<div
    class="tulips" data-phase=${view.phase} data-acted=${acting.acted} aria-busy=${acting.busy ? "true" : "false"}>
    ${h(
      Panel,
      {
        title: view.phase === "over" ? "The auction is over" : `${bulbs[view.bulb]}, ${plural(view.lots, "lot")} to go`,
      },
      view.favorite >= 0
        ? html`<p>Your favorite is the <b>${bulbs[view.favorite]}</b>; its bulbs count double.</p>`
        : null,
      acting.legal.has("bid") ? h(Bid, { key: view.lots, acting, most: view.purses[view.seat] }) : null,
      h(Choice, { acting }),
      view.bid >= 0 && view.phase === "bid" ? html`<p>Your sealed bid: ${plural(view.bid, "florin")}.</p>` : null,
    )}
    ${h(Panel, { title: "All players' bulbs" }, h(Holdings, { ...props, bulbs }))}
  </div>`;
}

/** A form for a bid. @param {{acting: import("/static/js/board/play.js").Acting, most: number}} props */
function Bid({ acting, most }) {
  const [florins, setFlorins] = useState(0);
  const read = (event) => setFlorins(Math.max(0, Math.min(most, Math.trunc(event.target.value) || 0)));
  const wanted = acting.legal.get({ type: "bid", florins });
  return html`<div class="bid">
    <label>
      Your bid (at most ${most})<input type="number" min="0" max=${most} value=${florins} onInput=${read} />
    </label>
    ${h(
      Button,
      { kind: "primary", disabled: acting.busy, onPress: () => void acting.act({ type: "bid", florins }) },
      wanted?.label,
    )}
  </div>`;
}

/** Buttons for the buyer. @param {{acting: import("/static/js/board/play.js").Acting}} props */
function Choice({ acting }) {
  const found = [...acting.legal.of("keep"), ...acting.legal.of("sell")];
  return found.length
    ? html`<div class="row">
        ${found.map(({ action, label }) =>
          h(Button, { key: label, disabled: acting.busy, onPress: () => void acting.act(action) }, label),
        )}
      </div>`
    : null;
}

/**
 * What each player has, with favorites and scores once the game is over.
 * @param {import("/static/js/board/props.js").BoardProps & {bulbs: string[]}} props
 */
function Holdings({ view, names, bulbs }) {
  const over = view.phase === "over";
  const bid = (seat) => (view.bids.length ? view.bids[seat] : view.sealed[seat] ? "sealed" : "–");
  return html`<div class="holdings" tabindex="0" role="group" aria-label="What each player has">
    <table>
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th scope="col">Florins</th>
          <th scope="col">Bid</th>
          ${bulbs.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}
          ${over ? html`<th scope="col">Favorite</th><th scope="col">Score</th>` : null}
        </tr>
      </thead>
      <tbody>
        ${names.map(
          (name, seat) => html`<tr key=${seat} data-seat=${seat}>
            <th scope="row">${name}${seat === view.first && !over ? ", first" : ""}</th>
            <td>${view.purses[seat]}</td>
            <td>${bid(seat)}</td>
            ${view.kept[seat].map((count, sort) => html`<td key=${sort}>${count || "–"}</td>`)}
            ${over ? html`<td>${bulbs[view.favorites[seat]]}</td><td>${view.scores[seat]}</td>` : null}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
