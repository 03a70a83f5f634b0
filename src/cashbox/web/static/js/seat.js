/**
 * The page of a link that hands over a seat: what the seat is, and a button that takes it. Opening the page does not
 * use up the link.
 */

import { shortEnough } from "./account/my-name.js";
import { boot, NAMELESS, post } from "./shared/api.js";
import { useAttempt } from "./shared/attempt.js";
import { useDraft } from "./shared/drafts.js";
import { h, html, render, useEffect, useState } from "./shared/preact.js";
import { Button, Panel } from "./shared/ui.js";

/** @typedef {import("./shared/wire.js").SeatOffer} SeatOffer */

const { me } = boot();

/** What the link is for: it stands behind the #, so it reaches no log on its way, and the browser's history neither. */
const code = location.hash.slice(1);
if (code) history.replaceState(null, "", location.pathname);

function Seat() {
  const [offer, setOffer] = useState(/** @type {SeatOffer | null} */ (null));
  const [name, setName] = useDraft("name", me && me.name !== NAMELESS ? me.name : "");
  const { busy, fault, attempt, setFault } = useAttempt();
  useEffect(() => {
    if (code) post("/api/seats/look", { code }).then(setOffer, (error) => setFault(error.message));
    else setFault("This link is incomplete because the part after the # is missing. Copy the whole link.");
  }, []);
  /** @param {Event} event */
  const take = async (event) => {
    event.preventDefault();
    const answer = await attempt(() => post("/api/seats/take", { code, name: name.trim() }));
    if (answer) location.replace(answer.table.links.page);
  };
  if (!offer) {
    return h(
      Panel,
      { title: "Take over a seat" },
      fault ? html`<p role="alert">${fault}</p>` : html`<p class="quiet">Looking up the seat…</p>`,
    );
  }
  const where = offer.table === offer.game ? `in a game of ${offer.game}` : `at “${offer.table}” (${offer.game})`;
  const [title, given] = offer.away
    ? [`Replace ${offer.by}?`, `${offer.by} is away, and the other players are offering you the seat ${where}.`]
    : [`${offer.by} is offering you a seat`, `${offer.by} is offering you the seat ${where}.`];
  return h(
    Panel,
    { title },
    html`
      <p>
        ${given} If you take it, you continue from the current position and see everything that the seat sees, including
        hidden cards. ${
          offer.away
            ? `Everyone at the table sees that the seat changed hands, and ${offer.by} gets a notification.`
            : ""
        }
      </p>
      <form class="inline-form" onSubmit=${take}>
        <label class="field">
          <span>Your name</span>
          <input
            type="text" autocomplete="nickname" value=${name}
            onInput=${(/** @type {any} */ e) => setName(shortEnough(e.target))} />
        </label>
        <button class="button primary" disabled=${busy}>Take seat</button>
      </form>
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
      <p>${h(Button, { onPress: () => location.assign(offer.page), kind: "plain" }, "Watch instead")}</p>
    `,
  );
}

const place = document.getElementById("seat");
if (place) {
  place.textContent = "";
  render(h(Seat, {}), place);
}
