/** The page of a device link: whose seats it opens, and one button that moves them to this device. */

import { useSignIn } from "./account/guest-seats.js";
import { storedName } from "./account/my-name.js";
import { boot, post } from "./shared/api.js";
import { h, html, render, useEffect, useState } from "./shared/preact.js";
import { Button, Panel } from "./shared/ui.js";

/** @typedef {import("./shared/wire.js").CodeOwner} CodeOwner */

const { me } = boot();

/** The code behind the #, which is taken out of the address, so that the browser's history does not keep it. */
function codeInAddress() {
  const code = location.hash.slice(1);
  if (code) history.replaceState(null, "", location.pathname);
  return code;
}

const first = codeInAddress();

function App() {
  const [code, setCode] = useState(first);
  const [owner, setOwner] = useState(/** @type {CodeOwner | null} */ (null));
  const { busy, fault, attempt, enter, question } = useSignIn();
  /** @param {string} tried */
  const look = async (tried) => setOwner((await attempt(() => post("/api/devices/look", { code: tried }))) ?? null);
  const become = async () => {
    if (!(await enter((seats) => post("/api/devices", { code, seats })))) setOwner(null);
  };
  useEffect(() => {
    if (first) void look(first);
    const again = () => {
      const next = codeInAddress();
      setCode(next);
      if (next) void look(next);
    };
    addEventListener("hashchange", again);
    return () => removeEventListener("hashchange", again);
  }, []);
  return html`
    <div role="status">${busy && !owner ? html`<p>One moment…</p>` : null}</div>
    ${fault ? html`<p class="panel" role="alert">${fault}</p>` : null}
    ${question}
    ${
      owner
        ? h(owner.same ? Same : Choice, { owner, busy, onBecome: () => void become() })
        : h(Typing, { code, busy, onType: setCode, onSend: () => void look(code) })
    }
  `;
}

/**
 * The code, typed by hand.
 * @param {{code: string, busy: boolean, onType: (code: string) => void, onSend: () => void}} props
 */
function Typing({ code, busy, onType, onSend }) {
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (!busy && code.trim()) onSend();
  };
  return h(
    Panel,
    { title: "Enter the code" },
    html`
      <p>
        On the device where you already play, open cashbox and choose “Add a device”. It shows a twelve-letter code.
      </p>
      <form class="inline-form" onSubmit=${send}>
        <label class="field">
          <span>Code</span>
          <input
            type="text" name="code" class="mono" maxlength="40" required autocomplete="off" autocapitalize="characters"
            spellcheck=${false} value=${code} onInput=${(/** @type {any} */ e) => onType(e.target.value)} />
        </label>
        <button class="button primary" aria-disabled=${busy ? "true" : undefined}>Continue</button>
      </form>
    `,
  );
}

/** The code is one's own. @param {{owner: CodeOwner}} props */
function Same({ owner }) {
  return h(
    Panel,
    { title: `You are already ${owner.name} on this device` },
    html`
      <p>Nothing has changed, and the link still works. Open it on the device that you want to add.</p>
      <p><a class="button primary" href="/">Go to tables</a></p>
    `,
  );
}

/**
 * One press makes this device the owner's. Someone who is another guest here is asked which to be.
 * @param {{owner: CodeOwner, busy: boolean, onBecome: () => void}} props
 */
function Choice({ owner, busy, onBecome }) {
  const { name } = owner;
  const mine = storedName() || "a guest without a name";
  const left = `If ${mine} has seats, you first choose what happens to them.`;
  const press = (/** @type {string} */ text) =>
    h(Button, { kind: "primary", disabled: busy, why: "One moment.", onPress: onBecome }, text);
  if (!me) {
    return h(
      Panel,
      { title: `Play as ${name} on this device?` },
      html`
        <p>This device will then have ${name}'s name, tables, and seats, just like the other one.</p>
        <p>Only do this on your own device, with your own link.</p>
        <p class="row">${press(`Play as ${name}`)}</p>
      `,
    );
  }
  return h(
    Panel,
    { title: `Become ${name} on this device?` },
    html`
      <p>The link belongs to <b>${name}</b>. So far, you have been <b>${mine}</b> on this device.</p>
      <p>${`If you become ${name}, this device gets ${name}'s name, tables, and seats. ${left}`}</p>
      <p class="row">${press(`Become ${name}`)} <a class="button" href="/">Stay ${mine}</a></p>
    `,
  );
}

const place = document.getElementById("device");
if (place) render(h(App, {}), place);
