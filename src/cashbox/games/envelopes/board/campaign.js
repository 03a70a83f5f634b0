// Marketing campaigns: bucks into stars.

import { Buck, Do, Fragment, Paper, Reasons, Star, count, h, html } from "./kit.js";
import { EnvelopeChoice } from "./envelope-button.js";
import { said, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/** Bucks into stars: the steps large, what lies between small. @param {{play: Play}} props */
export function CampaignChoices({ play }) {
  const { me, view } = play;
  const all = view.mine?.campaigns ?? [];
  const steps = all.filter((one) => one.step);
  const other = all
    .filter((one) => !one.step)
    .map((one) => play.legal.get({ type: "campaign", bucks: one.bucks }))
    .filter((e) => e !== undefined);
  const none = play.legal.get({ type: "campaign", bucks: 0 });
  return html`<${Fragment}>
    <p class="line"><span>You have</span><${Buck} count=${me?.bucks ?? 0} /></p>
    <div class="steps">
      ${steps.map(({ bucks, price, stars, left, next = 0, more = 0 }) => {
        const form = { type: "campaign", bucks };
        const legal = play.legal.get(form);
        const about = tip("step", { bucks: price, stars, next, more });
        return h(
          Do,
          {
            key: bucks,
            play,
            form,
            about,
            label: legal?.label ?? `${count(price, "buck")} for ${count(stars, "star")} (not available now)`,
          },
          html`
            <b><${Star} count=${stars} quiet /></b>
            <span><${Buck} count=${price} quiet /></span>
            <small>${legal ? `${left} left` : "–"}</small>
          `,
        );
      })}
    </div>
    ${h(Reasons, {
      play,
      ways: steps
        .map(({ bucks, price }) => ({ form: { type: "campaign", bucks }, name: count(price, "buck") }))
        .filter(({ form }) => !play.legal.get(form))
        .slice(0, 1),
    })}
    ${
      other.length
        ? html`<details class="between">
            <summary>Other amounts</summary>
            <div class="choices">${other.map((e) => h(EnvelopeChoice, { key: e.text, play, entry: e }))}</div>
            <p class="quiet small">${said(play, "between")}</p>
          </details>`
        : null
    }
    ${none ? h(Do, { play, form: none.action }, none.label) : null}
  <//>`;
}

/** @param {{play: Play}} props */
export function MarketingPanel({ play }) {
  const ran = play.me?.campaign ?? 0;
  return h(
    Paper,
    { title: "Marketing campaign", onClose: () => play.setPick(null), name: "marketing" },
    ran
      ? html`<p>You already ran a campaign for ${count(ran, "buck")} this month.</p>`
      : html`<p class="asked">How many bucks do you want to spend?</p>`,
    h(CampaignChoices, { play }),
  );
}
