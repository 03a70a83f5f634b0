// The paper for Vegas.

import { COLOURS, Envelope, Paper, Reasons, classes, h, html } from "./kit.js";
import { SymbolMark } from "./player-symbols.js";
import { said, tip } from "./tips.js";
import { Bundle } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */

/** The table of 36 bets. @param {{play: Play}} props */
export function VegasPanel({ play }) {
  const { view, me } = play;
  const numbers = Array.from({ length: view.rules.pips }, (_, k) => k + 1);
  return h(
    Paper,
    { title: "Vegas", onClose: () => play.setPick(null), name: "vegas", wide: true },
    html`<p class="line"><span>${said(play, "vegas", { last: view.last })}</span></p>`,
    me ? html`<p class="line"><span>You have</span><${Bundle} counts=${me.envelopes} none="no envelopes" /></p>` : null,
    play.legal.has("bet")
      ? null
      : h(Reasons, { play, ways: [{ form: { type: "bet", colour: COLOURS[0], number: 1 }, name: "Bet" }] }),
    html`<table class="vegas" data-tips=${numbers.length}>
      <caption class="visually-hidden">Bets by color and number</caption>
      <tbody>
        ${COLOURS.map(
          (colour, c) =>
            html`<tr key=${colour} data-colour=${colour}>
              <th scope="row">
                <${Envelope} colour=${/** @type {"green"} */ (colour)} quiet />
                <span class="visually-hidden">${colour}</span>
              </th>
              ${numbers.map((number) => {
                const form = { type: "bet", colour, number };
                const tokens = view.players
                  .map((p, s) => ({
                    s,
                    symbol: p.symbol,
                    n: p.bets.find((b) => b.colour === c && b.number === number)?.count ?? 0,
                  }))
                  .filter((t) => t.n);
                const whose = tokens.map(
                  ({ s, n }) => `${s === play.seat ? "you" : play.names[s]}${n > 1 ? ` ${n} times` : ""}`,
                );
                const words = [`${colour} ${number}`, ...whose].join(", ");
                return html`<td key=${number}>
                  <button
                    type="button" data-action="bet"
                    ...${tip("cell", { colour, number, last: view.last }, !c && number === 1)}
                    class=${classes({ cell: true, can: play.legal.get(form) })} aria-label=${words}
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
