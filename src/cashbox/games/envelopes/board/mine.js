// The area of the person who plays here: calendar, cards in play, class, stash.

import { count, h, html } from "./kit.js";
import { Bets, Class } from "./class.js";
import { Hint } from "./hint.js";
import { Calendar, InPlay, Nameplate, Stack } from "./player.js";
import { RecruitingBoard } from "./recruiting-board.js";
import { tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/** Everything of the person who plays here. @param {{play: Play}} props */
export function MyArea({ play }) {
  const { seat, me } = play;
  if (!me) return null;
  /** @param {string} place */
  const hint = (place) => h(Hint, { play, place });
  return html`<div class="mine" data-seat=${seat}>
    <h2 class="visually-hidden">Your area</h2>
    <header class="bar"><${Nameplate} play=${play} seat=${seat} /></header>
    <div class="parts">
      <section class="part wide" data-point="calendar">
        ${hint("calendar")}
        <h3>Calendar</h3>
        <${Calendar} play=${play} seat=${seat} />
      </section>
      <section class="part cards" data-point="inplay">
        ${hint("inplay")}
        <h3>Coach and cards in play</h3>
        <${InPlay} play=${play} seat=${seat} size=${play.shape === "narrow" ? "m" : "s"} />
      </section>
      <section class="part" data-point="class">
        ${hint("class")}
        <h3>Recruiting class</h3>
        <${RecruitingBoard} play=${play} seat=${seat} />
        <${Class} play=${play} of=${me} />
        <${Bets} player=${me} />
      </section>
      <${Stash} play=${play} />
    </div>
  </div>`;
}

/** The Secret Stash, out of the way until it is wanted. @param {{play: Play}} props */
function Stash({ play }) {
  const mine = play.view.mine;
  if (!mine?.stash.length || play.view.phase === "stash" || play.view.phase === "draft") return null;
  const open = !!play.me?.open_stash.length;
  return html`<details class="part stash">
    <summary ...${tip(open ? "stash.open" : "stash")}>
      ${open ? "Open stash" : "Secret Stash"}: ${count(mine.stash.length, "card")}
    </summary>
    ${h(Stack, { play, cards: mine.stash, owner: play.seat })}
  </details>`;
}
