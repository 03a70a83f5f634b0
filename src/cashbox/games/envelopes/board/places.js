// The papers for a space and for a recruit: what he costs, and how to get there.

import { Do, Fragment, POSITION_NAMES, Paper, Star, count, h, html, regionText, signerOf, sum } from "./kit.js";
import { Cost } from "./cards.js";
import { SymbolMark } from "./player-symbols.js";
import { said, tip } from "./tips.js";
import { Bundle, Paying } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */

/** How far the viewer's bus is from a space; 0 without one. @param {Play} play @param {number} to */
function farTo({ view }, to) {
  return view.mine?.away[to] ?? 0;
}

/** The free moves that lead to a space together. @param {Play} play @param {number} to */
function driveTo({ view }, to) {
  return view.mine?.drives.find(({ way }) => way[way.length - 1] === to);
}

/** Several free moves at once; the rules judge each of them. @param {{play: Play, to: number}} props */
function DriveFar({ play, to }) {
  const drive = driveTo(play, to);
  if (!drive) return null;
  const forms = drive.way.map((space) => ({ type: "move", space: play.model.spaces[space].id }));
  if (!play.legal.get(forms[0])) return null;
  return html`<button
    type="button" class="button primary" data-action="drive" ...${tip("action.move")} disabled=${play.busy}
    onClick=${() => {
      play.setPick(null);
      void play.act(...forms);
    }}>
    Drive there (${count(forms.length, "free move")}, ${drive.left} left after that)
  </button>`;
}

/** @param {{play: Play, space: number}} props */
export function SpacePanel({ play, space: index }) {
  const { model, view } = play;
  const space = model.spaces[index];
  const slots = model.slots.filter((s) => s.space === index);
  const far = farTo(play, index);
  const form = play.legal.has("fly") ? { type: "fly", space: space.id } : { type: "move", space: space.id };
  const buses = view.players.map((p, seat) => (p.space === index ? seat : -1)).filter((s) => s >= 0);
  return h(
    Paper,
    { title: space.name, onClose: () => play.setPick(null), name: "space" },
    html`<p class="facts">
      ${space.regions.length ? html`<span>${regionText(model, space)}</span>` : html`<span>stop on the road</span>`}
      ${far > 0 ? html`<span>${count(far, "space")} from your bus</span>` : null}
      ${buses.map(
        (s) =>
          html`<span>
            <${SymbolMark} symbol=${view.players[s].symbol} quiet /> ${
              s === play.seat ? "your bus" : `${play.names[s]}'s bus`
            }
          </span>`,
      )}
    </p>`,
    slots.length
      ? html`<div class="choices">
          ${slots.map(
            ({ slot }) =>
              html`<button
                type="button" key=${slot} class="button choice"
                onClick=${() => play.setPick({ kind: "recruit", slot })}>
                ${recruitLine(play, slot)}
              </button>`,
          )}
        </div>`
      : null,
    h(DriveFar, { play, to: index }),
    play.me && far !== 0 && (play.legal.get(form) || !driveTo(play, index))
      ? h(
          Do,
          { play, form, kind: "primary", also: () => play.setPick(null), why: true },
          play.legal.get(form)?.label ?? "Drive here",
        )
      : null,
  );
}

/** @param {Play} play @param {number} slot */
function recruitLine(play, slot) {
  const { view } = play;
  const owner = signerOf(play, slot);
  return html`<${Fragment}>
    <b>${POSITION_NAMES[view.recruits[slot]]}</b> <${Star} count=${view.values[slot]} /> ${
      owner ? html`<span class="quiet">signed by ${owner.name}</span>` : h(Cost, { cost: view.costs[slot] })
    }
  <//>`;
}

/**
 * What a recruit costs, who has prepaid something, and what the viewer has.
 * @param {{play: Play, slot: number}} props
 */
function RecruitCost({ play, slot }) {
  const { view, me } = play;
  const mine = me?.prepaid.find((p) => p.slot === slot)?.envelopes ?? [];
  const price = view.mine?.prices.find((p) => p.what === "recruit" && p.ref === slot);
  return html`
    <p class="line"><span>Costs</span><${Bundle} counts=${view.costs[slot]} none="nothing" /></p>
    ${view.players.map((player, s) => {
      const sent = player.prepaid.find((p) => p.slot === slot);
      return sent
        ? html`<p class="line" key=${s}>
            <span>${s === play.seat ? "You prepaid" : `${play.names[s]} prepaid`}</span>
            <${Bundle} counts=${sent.envelopes} />
          </p>`
        : null;
    })}
    ${
      price && sum(mine)
        ? html`<p class="line"><span>Left to pay</span><${Bundle} counts=${price.owed} none="nothing" /></p>`
        : null
    }
    ${
      me
        ? html`<p class="line"><span>You have</span><${Bundle} counts=${me.envelopes} none="no envelopes" /></p>`
        : null
    }
    <${Paying} price=${price} />
  `;
}

/** Signing a recruit, and what leads there. @param {{play: Play, slot: number}} props */
function RecruitKeys({ play, slot }) {
  const { view, legal } = play;
  const sign = { type: "sign", recruit: slot };
  const runner = { type: "runner", recruit: slot };
  return html`
    <div class="choices">
      ${h(
        Do,
        { play, form: sign, kind: "primary", also: () => play.setPick(null), why: true },
        legal.get(sign)?.label ?? "Sign him",
      )}
      ${h(Do, { play, form: runner, why: true }, legal.get(runner)?.label ?? "Send a runner")}
    </div>
    ${h(DriveFar, { play, to: play.model.slots[slot].space })}
    ${
      view.rules.die && legal.get(sign)
        ? html`<p class="quiet small" ...${tip("vmd")}>${said(play, "action.sign")}</p>`
        : null
    }
  `;
}

/** How far the viewer's bus is. @param {{play: Play, far: number}} props */
function Distance({ play, far }) {
  if (far > 0) return html`<span>${count(far, "space")} from your bus</span>`;
  return play.me ? html`<span>your bus is here</span>` : null;
}

/** @param {{play: Play, slot: number}} props */
export function RecruitPanel({ play, slot }) {
  const { view, model, me } = play;
  const space = model.spaces[model.slots[slot].space];
  const owner = signerOf(play, slot);
  const title = `${model.slots[slot].name}: ${POSITION_NAMES[view.recruits[slot]]}`;
  const facts = html`<p class="facts">
    <span><${Star} count=${view.values[slot]} /></span>
    <span>${regionText(model, space)}</span>
    ${h(Distance, { play, far: farTo(play, space.index) })}
  </p>`;
  const signed = owner
    ? html`<p>Signed by <${SymbolMark} symbol=${owner.symbol} quiet /> <b>${owner.name}</b>.</p>`
    : null;
  const next =
    view.bubba?.next === slot
      ? html`<p class="bubba-next" data-symbol=${view.bubba.symbol}>
          <${SymbolMark} symbol=${view.bubba.symbol} quiet />
          <span>${view.bubba.why}</span>
        </p>`
      : null;
  return h(
    Paper,
    { title, onClose: () => play.setPick(null), name: "recruit" },
    facts,
    signed ?? [
      next,
      h(RecruitCost, { key: "cost", play, slot }),
      me ? h(RecruitKeys, { key: "keys", play, slot }) : null,
    ],
  );
}
