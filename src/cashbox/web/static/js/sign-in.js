/** Signing in on this device, and the button behind the link in an e-mail. */

import { useSignIn } from "./account/guest-seats.js";
import { shortEnough } from "./account/my-name.js";
import { NOT_SUPPORTED, passkeysSupported, signInWithPasskey } from "./account/passkeys.js";
import { boot, get, post } from "./shared/api.js";
import { h, html, render, useEffect, useState } from "./shared/preact.js";
import { Button, Panel } from "./shared/ui.js";

/** @typedef {import("./shared/wire.js").LinkInfo} LinkInfo */
/** @typedef {import("./shared/attempt.js").Attempt} Attempt */
/** @typedef {import("./account/guest-seats.js").Enter} Enter */

const place = document.getElementById("sign-in");
const noPasskeys = place?.dataset["noPasskeys"] || (passkeysSupported() ? "" : NOT_SUPPORTED);
const mail = Boolean(place?.dataset["mail"]);

/** What a link carries behind the #, which is taken out of the address, so that the history does not keep it. */
function codeInAddress() {
  const found = /^#(?:link|confirm)=([\w-]+)$/.exec(location.hash);
  if (found) history.replaceState(null, "", location.pathname);
  return found?.[1] ?? "";
}

function App() {
  const [code, setCode] = useState(codeInAddress);
  const { busy, fault, attempt, enter, question } = useSignIn();
  useEffect(() => {
    const again = () => setCode((before) => codeInAddress() || before);
    addEventListener("hashchange", again);
    return () => removeEventListener("hashchange", again);
  }, []);
  return html`
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
    ${
      code
        ? h(Link, { key: code, code, busy, attempt, enter, onLeave: () => setCode("") })
        : html`<div class="stack">
            ${h(Before, {})} ${h(WithPasskey, { busy, enter })} ${mail ? h(WithMail, { busy, attempt }) : null}
            ${h(WithRecovery, { busy, enter })}
            <p class="small"><a href="/device">Have a code from another device?</a></p>
          </div>`
    }
    ${question}
  `;
}

/** What happens to the guest or account that this browser is already. */
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
        keeps their seats.
      </p>`
    : html`<p>
        You are the guest <b>${me.name}</b> in this browser. If that guest has seats, you choose what happens to them
        before you are signed in.
      </p>`;
}

/** @param {{busy: boolean, enter: Enter}} props */
function WithPasskey({ busy, enter }) {
  const signIn = () => {
    /** @type {Promise<object> | undefined} signed once, also where the server has a question */
    let credential;
    const sign = async () => signInWithPasskey((await post("/api/sign-in/passkey/begin", {})).options);
    return enter(async (seats) => {
      credential ??= sign();
      return post("/api/sign-in/passkey", { credential: await credential, seats });
    });
  };
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
    if (!busy) void enter((seats) => post("/api/sign-in/recovery", { name, code, seats }));
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

/** @param {{busy: boolean, attempt: Attempt}} props */
function WithMail({ busy, attempt }) {
  const [email, setEmail] = useState("");
  const [said, setSaid] = useState("");
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    setSaid("");
    if (!busy) void attempt(async () => setSaid((await post("/api/sign-in/email", { email })).message));
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
 * @param {{code: string, busy: boolean, attempt: Attempt, enter: Enter, onLeave: () => void}} props
 */
function Link({ code, busy, attempt, enter, onLeave }) {
  const [link, setLink] = useState(/** @type {LinkInfo | null} */ (null));
  const [done, setDone] = useState("");
  useEffect(() => void attempt(async () => setLink(await post("/api/links", { code }))), [code]);
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
    const confirm = () => attempt(async () => setDone((await post("/api/me/email/confirm", { code })).message));
    return h(
      Panel,
      { title: `Is this the address of ${name}?` },
      html`
        <p>You got this link by email. If you confirm, sign-in links for <b>${name}</b> will go to that address.</p>
        <p>Only confirm if you are ${name}.</p>
        <p>${press("Confirm address", () => void confirm())}</p>
      `,
    );
  }
  const signIn = () => enter((seats) => post("/api/sign-in/link", { code, seats }));
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

if (place) render(h(App, {}), place);
