/** Signing in on this device, with whatever one has at hand; and the button behind a link in a letter. */

import { boot, get, post } from "./api.js";
import { useAttempt } from "./attempt.js";
import { shortEnough } from "./myname.js";
import { h, html, render, useEffect, useState } from "./preact.js";
import { TakeAlong, seats, takes } from "./takealong.js";
import { Button, Panel } from "./ui.js";
import { NOT_HERE, passkeysHere, signWithPasskey } from "./webauthn.js";

/** @typedef {import("./wire.js").SignedIn} SignedIn */
/** @typedef {import("./wire.js").LinkInfo} LinkInfo */
/** @typedef {import("./wire.js").Joined} Joined */
/** @typedef {(work: () => Promise<SignedIn | void>) => Promise<void>} Enter tries something that may sign one in */

const place = document.getElementById("sign-in");
const noPasskeys = place?.dataset["noPasskeys"] || (passkeysHere() ? "" : NOT_HERE);
const mail = Boolean(place?.dataset["mail"]);

/** What a link carries behind the #, which is taken out of the address, so that the history does not keep it. */
function codeInAddress() {
  const found = /^#(?:link|confirm)=([\w-]+)$/.exec(location.hash);
  if (found) history.replaceState(null, "", location.pathname);
  return found?.[1] ?? "";
}

function App() {
  const [code, setCode] = useState(codeInAddress);
  const { busy, fault, attempt } = useAttempt();
  const [done, setDone] = useState(/** @type {SignedIn | null} */ (null));
  useEffect(() => {
    const again = () => setCode((before) => codeInAddress() || before);
    addEventListener("hashchange", again);
    return () => removeEventListener("hashchange", again);
  }, []);
  /** @type {Enter} */
  const enter = async (work) => {
    const entered = await attempt(work);
    if (entered?.beside && !entered.beside.account) setDone(entered);
    else if (entered) location.href = "/";
  };
  if (done) return h(Entered, { done, byLink: Boolean(code) });
  return html`
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
    ${
      code
        ? h(Link, { key: code, code, busy, enter, onLeave: () => setCode("") })
        : html`<div class="stack">
            ${h(Before, {})} ${h(WithPasskey, { busy, enter })} ${mail ? h(WithMail, { busy, enter }) : null}
            ${h(WithRecovery, { busy, enter })}
            <p class="small"><a href="/device">Have a code from another device?</a></p>
          </div>`
    }
  `;
}

/** What becomes of the guest that this browser is already. */
function Before() {
  const [account, setAccount] = useState(/** @type {boolean | null} */ (null));
  const { me } = boot();
  useEffect(() => {
    if (me) {
      get("/api/me/account").then(
        (info) => setAccount(info.account),
        () => setAccount(null),
      );
    }
  }, []);
  if (!me || account === null) return null;
  return account
    ? html`<p>
        You are signed in to the account <b>${me.name}</b> in this browser. If you sign in to another one, ${me.name}
        keeps its seats.
      </p>`
    : html`<p>
        You are the guest <b>${me.name}</b> in this browser. Signing in doesn't change that guest's seats. Afterward,
        you can move them to your account.
      </p>`;
}

/** @param {{busy: boolean, enter: Enter}} props */
function WithPasskey({ busy, enter }) {
  const signIn = () =>
    enter(async () => {
      const { options } = await post("/api/sign-in/passkey/begin", {});
      return post("/api/sign-in/passkey", { credential: await signWithPasskey(options) });
    });
  return h(
    Panel,
    { title: "Passkey" },
    noPasskeys
      ? html`<p>${noPasskeys}</p>`
      : html`
          <p>Your device lists its passkeys for this server. You don't need to enter a name.</p>
          <p>
            ${h(
              Button,
              { kind: "primary", onPress: () => void signIn(), disabled: busy, why: "One moment." },
              "Sign in with a passkey",
            )}
          </p>
        `,
  );
}

/** @param {{busy: boolean, enter: Enter}} props */
function WithRecovery({ busy, enter }) {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (!busy) void enter(() => post("/api/sign-in/recovery", { name, code }));
  };
  return h(
    Panel,
    { title: "Recovery code" },
    html`<form class="stack" onSubmit=${send}>
      <label class="field">
        <span>Your name</span>
        <input
          type="text" name="name" required autocomplete="username" value=${name}
          onInput=${(/** @type {any} */ e) => setName(shortEnough(e.target))} />
      </label>
      <label class="field">
        <span>One of your recovery codes</span>
        <input
          type="text" name="code" class="mono" required maxlength="40" autocomplete="off" autocapitalize="characters"
          spellcheck="false" value=${code} onInput=${(/** @type {any} */ e) => setCode(e.target.value)} />
      </label>
      <p><button class="button" aria-disabled=${busy ? "true" : undefined}>Sign in with code</button></p>
    </form>`,
  );
}

/** @param {{busy: boolean, enter: Enter}} props */
function WithMail({ busy, enter }) {
  const [email, setEmail] = useState("");
  const [said, setSaid] = useState("");
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    setSaid("");
    if (!busy) void enter(async () => setSaid((await post("/api/sign-in/email", { email })).message));
  };
  return h(
    Panel,
    { title: "Email" },
    html`
      <form class="inline-form" onSubmit=${send}>
        <label class="field">
          <span>Your account's email address</span>
          <input
            type="email" name="email" required maxlength="254" autocomplete="email" value=${email}
            onInput=${(/** @type {any} */ e) => setEmail(e.target.value)} />
        </label>
        <button class="button" aria-disabled=${busy ? "true" : undefined}>Send sign-in link</button>
      </form>
      <p role="status" class="small">${said}</p>
    `,
  );
}

/**
 * The button behind a link in a letter: looking at the page uses nothing.
 * @param {{code: string, busy: boolean, enter: Enter, onLeave: () => void}} props
 */
function Link({ code, busy, enter, onLeave }) {
  const [link, setLink] = useState(/** @type {LinkInfo | null} */ (null));
  const [done, setDone] = useState("");
  useEffect(() => void enter(async () => setLink(await post("/api/links", { code }))), [code]);
  const away = html`<p>${h(Button, { onPress: onLeave }, "Sign in another way")}</p>`;
  if (done) {
    return h(
      Panel,
      { title: "Confirmed" },
      html`<p role="status">${done}</p><p><a class="button" href="/me">Go to account</a></p>`,
    );
  }
  if (!link) return busy ? html`<p role="status">One moment…</p>` : away;
  const { kind, name } = link;
  /** @param {string} text @param {() => void} onPress */
  const press = (text, onPress) => h(Button, { kind: "primary", onPress, disabled: busy, why: "One moment." }, text);
  if (kind === "confirm") {
    const confirm = () => enter(async () => setDone((await post("/api/me/email/confirm", { code })).message));
    return h(
      Panel,
      { title: `Is this the address of ${name}?` },
      html`
        <p>
          The email with this link was sent to you. If you confirm, sign-in links for <b>${name}</b> go to that address.
        </p>
        <p>Only confirm if you are ${name}.</p>
        <p>${press("Confirm address", () => void confirm())}</p>
      `,
    );
  }
  const signIn = () => enter(() => post("/api/sign-in/link", { code }));
  return h(
    Panel,
    { title: `Sign in as ${name}?` },
    html`
      ${h(Before, {})}
      <p>This device will then have <b>${name}</b>'s name, tables, and seats.</p>
      <p>${press(`Sign in as ${name}`, () => void signIn())}</p>
    `,
  );
}

/**
 * Who has signed in where this browser was a guest with something of its own.
 * @param {{done: SignedIn, byLink: boolean}} props byLink: by a link, which somebody else may have sent
 */
function Entered({ done, byLink }) {
  const [joined, setJoined] = useState(/** @type {Joined | null} */ (null));
  const { name, beside } = done;
  if (!beside) return null;
  const shared = joined?.shared ?? beside.tables;
  const asks = !joined && takes(beside);
  const both = html`
    <p>You and the guest ${beside.name} both have seats at these tables, and they stay separate:</p>
    <ul>${shared.map((one) => html`<li key=${one.id}><a href=${`/t/${one.id}`}>${one.name}</a></li>`)}</ul>
    <p>
      To play ${beside.name}'s seat there, choose “Switch to ${beside.name}” on the “You” page. You can switch back the
      same way.
    </p>
  `;
  return h(
    Panel,
    { title: `You are now ${name}` },
    html`
      ${
        joined
          ? html`<p role="status">${beside.name}'s seats are now yours.</p>`
          : html`
              <p role="status">
                Until now, you were the guest <b>${beside.name}</b>${seats(beside)} in this browser. That guest's seats
                haven't changed.
              </p>
              ${
                asks && byLink
                  ? html`<p>If ${name} isn't your account, don't move the seats: someone else sent you that link.</p>`
                  : null
              }
              ${asks ? h(TakeAlong, { name, beside, kind: byLink ? "" : "primary", onJoined: setJoined }) : null}
            `
      }
      ${shared.length ? both : null}
      <p class="row">
        <a class=${byLink || !asks ? "button primary" : "button"} href="/">${asks ? "Not now" : "Go to tables"}</a>
        <a class="button" href="/me">Go to account</a>
      </p>
    `,
  );
}

if (place) render(h(App, {}), place);
