/** A player's profile: follow, block, and invite; on your own, who can see it. */

import { boot, post } from "./shared/api.js";
import { h, html, render, useState } from "./shared/preact.js";
import { Button, toastFault } from "./shared/ui.js";
import { InviteAgain } from "./social/people.js";

/** @typedef {import("./shared/wire.js").Person} Person */

const { me, person } = boot();

/** What a visitor can do. @param {{first: Person}} props */
function Doing({ first }) {
  const [who, setWho] = useState(first);
  const [busy, setBusy] = useState(false);
  /** @param {string} path @param {object} body */
  const send = async (path, body) => {
    setBusy(true);
    try {
      setWho(await post(path, body));
    } catch (fault) {
      toastFault(fault);
    }
    setBusy(false);
  };
  const { handle, name } = who.who;
  if (who.me) return who.standings.length ? h(InviteAgain, { handle, name, mine: true }) : null;
  /** @param {"follow" | "block"} kind @param {boolean} on */
  const tie = (kind, on) => void send(`/api/people/${handle}/tie`, { kind, on });
  return html`<div class="row">
    ${who.met && !who.blocks ? h(InviteAgain, { handle, name, mine: false }) : null}
    ${
      who.blocks
        ? null
        : h(
            Button,
            { onPress: () => tie("follow", !who.follows), kind: who.follows ? "" : "primary", disabled: busy },
            who.follows ? "Unfollow" : "Follow",
          )
    }
    ${h(
      Button,
      { onPress: () => tie("block", !who.blocks), kind: "plain", disabled: busy },
      who.blocks ? "Unblock" : "Block",
    )}
  </div>`;
}

const place = document.getElementById("doing");
if (place && me && person) render(h(Doing, { first: person }), place);
