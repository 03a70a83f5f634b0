/** Your account: creating one, the ways to sign in, and signing out of this browser. */

import { createPasskey, NOT_SUPPORTED, passkeysSupported } from "./account/passkeys.js";
import { boot, call, get, post } from "./shared/api.js";
import { useAttempt } from "./shared/attempt.js";
import { h, html, render, useEffect, useRef, useState } from "./shared/preact.js";
import { Button, Dialog, Panel, toast } from "./shared/ui.js";
import { plural } from "./shared/words.js";

/** @typedef {import("./shared/wire.js").AccountInfo} AccountInfo */
/** @typedef {import("./shared/wire.js").PasskeyInfo} PasskeyInfo */
/** @typedef {import("./shared/attempt.js").Attempt} Attempt */

/** @param {number} seconds since 1970 */
const day = (seconds) => new Date(seconds * 1000).toLocaleDateString([], { dateStyle: "long" });

function Account() {
  const [info, setInfo] = useState(/** @type {AccountInfo | null} */ (null));
  const [codes, setCodes] = useState(/** @type {string[]} */ ([]));
  const { busy, fault, attempt } = useAttempt();
  const load = async () => setInfo(await get("/api/me/account"));
  useEffect(() => {
    const again = () => void attempt(load);
    again();
    addEventListener("named", again);
    return () => removeEventListener("named", again);
  }, []);
  const account = info?.account;
  // Other parts of the page say what only an account may do: they ask again after a change.
  useEffect(() => () => void (account !== undefined && dispatchEvent(new CustomEvent("account"))), [account]);
  if (!info) return h(Panel, { title: "Your account" }, h(Wrong, { fault }));
  const recover = () =>
    attempt(async () => {
      setCodes((await post("/api/me/recovery", {})).codes);
      await load();
    });
  const more = { info, busy, attempt, setInfo, onRecover: () => void recover() };
  return h(
    Panel,
    { title: info.account ? "Your account" : "Create an account" },
    h(Wrong, { fault }),
    codes.length
      ? h(RecoverySheet, { name: info.name, codes, onDone: () => setCodes([]) })
      : h(info.account ? Ways : Making, more),
  );
}

/** @param {{fault: string}} props */
function Wrong({ fault }) {
  return fault ? html`<p class="fault" role="alert">${fault}</p>` : null;
}

/**
 * @typedef {object} Parts
 * @property {AccountInfo} info
 * @property {boolean} busy
 * @property {Attempt} attempt
 * @property {(info: AccountInfo) => void} setInfo
 * @property {() => void} onRecover
 */

/** What a guest reads. @param {Parts} props */
function Making(props) {
  const { info, busy, onRecover } = props;
  return html`
    <p>
      You're playing as a guest, so only your own devices know you. With an account, the name ${info.name} is yours
      alone, and you can sign in on any device to play all your games. There's no password.
    </p>
    <div class="ways-in">
      ${h(NewPasskey, { ...props, kind: "primary" })}
      <div class="way">
        <h3>Recovery codes</h3>
        <p>Print ten recovery codes. Each one signs you in once.</p>
        ${h(Button, { onPress: onRecover, disabled: busy, why: "One moment." }, "Create recovery codes")}
      </div>
      ${info.mail ? h(Address, props) : null}
    </div>
    <p class="small"><a href="/sign-in">Already have an account? Sign in.</a></p>
  `;
}

/** What the owner of an account reads. @param {Parts} props */
function Ways(props) {
  const { info, busy, attempt, setInfo, onRecover } = props;
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const renew = () => {
    close();
    onRecover();
  };
  const signOut = () =>
    attempt(async () => {
      await post("/api/sign-out", {});
      location.href = "/sign-in";
    });
  return html`
    <p>The name <b>${info.name}</b> is yours alone on this server. Your sign-in methods:</p>
    <div class="ways-in">
      <div class="way">
        <h3>Passkeys</h3>
        ${
          info.passkeys.length
            ? html`<ul class="passkeys">
                ${info.passkeys.map((one) => h(Passkey, { key: one.id, one, busy, attempt, setInfo }))}
              </ul>`
            : null
        }
        ${h(NewPasskey, { ...props, kind: "" })}
      </div>
      <div class="way">
        <h3>Recovery codes</h3>
        <p>${info.recovery ? `${plural(info.recovery, "code")} left.` : "No codes."}</p>
        ${h(
          Button,
          {
            onPress: info.recovery ? () => setAsking(true) : onRecover,
            disabled: busy,
            why: "One moment.",
          },
          info.recovery ? "Replace codes" : "Create recovery codes",
        )}
      </div>
      ${info.mail || info.email ? h(Address, props) : null}
    </div>
    <p class="row sign-out-here">
      ${h(Button, { onPress: () => void signOut(), disabled: busy, why: "One moment." }, "Sign out here")}
    </p>
    ${h(
      Dialog,
      { title: "Replace your recovery codes?", open: asking, onClose: close },
      html`
        <p>Your old codes stop working, and you get ten new ones.</p>
        <div class="buttons">
          ${h(Button, { onPress: close }, "Cancel")}
          ${h(Button, { kind: "primary", onPress: renew }, "Replace codes")}
        </div>
      `,
    )}
  `;
}

/** @param {{one: PasskeyInfo, busy: boolean, attempt: Attempt, setInfo: (info: AccountInfo) => void}} props */
function Passkey({ one, busy, attempt, setInfo }) {
  const remove = () =>
    attempt(async () => {
      setInfo(await call("DELETE", `/api/me/passkeys/${encodeURIComponent(one.id)}`));
      toast(`Passkey “${one.label}” removed.`);
    });
  return html`<li>
    <span class="label">${one.label}</span>
    <span class="when">Added on ${day(one.made)}${one.used ? `, last used on ${day(one.used)}` : ""}</span>
    ${h(
      Button,
      {
        size: "small",
        onPress: () => void remove(),
        disabled: busy,
        why: "One moment.",
        label: `Remove passkey ${one.label}`,
      },
      "Remove",
    )}
  </li>`;
}

/** @param {Parts & {kind: "" | "primary"}} props */
function NewPasskey({ info, busy, attempt, setInfo, kind }) {
  const why = info.no_passkeys || (passkeysSupported() ? "" : NOT_SUPPORTED);
  const add = () =>
    attempt(async () => {
      const { options } = await post("/api/me/passkeys/begin", {});
      setInfo(await post("/api/me/passkeys", { credential: await createPasskey(options) }));
      toast("Passkey saved. You can sign in with it from now on.");
    });
  const button = h(
    Button,
    { kind, onPress: () => void add(), disabled: busy, why: "One moment." },
    info.account ? "Add passkey" : "Create passkey",
  );
  if (info.account) return why ? html`<p class="quiet">${why}</p>` : button;
  return html`<div class="way">
    <h3>Passkey</h3>
    ${
      why
        ? html`<p class="quiet">${why}</p>`
        : html`
            <p>Sign in with your fingerprint, face, or PIN on this device, your phone, or a security key.</p>
            ${button}
          `
    }
  </div>`;
}

/** The e-mail address that links to sign in go to. @param {Parts} props */
function Address({ info, busy, attempt, setInfo }) {
  const [email, setEmail] = useState("");
  const [said, setSaid] = useState("");
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    setSaid("");
    void attempt(async () => setSaid((await post("/api/me/email", { email })).message));
  };
  const forget = () =>
    attempt(async () => {
      setInfo(await call("DELETE", "/api/me/email"));
      setSaid("Email address removed.");
    });
  return html`<div class="way">
    <h3>Email</h3>
    ${
      info.email
        ? html`
            <p>One-time sign-in links go to <b class="address">${info.email}</b>.</p>
            ${h(Button, { size: "small", onPress: () => void forget(), disabled: busy }, "Remove address")}
          `
        : html`<form class="inline-form" onSubmit=${send}>
            <label class="field">
              <span class="hint">Get a one-time link whenever you want to sign in</span>
              <input
                type="email" name="email" aria-label="Email address" required maxlength="254" autocomplete="email"
                value=${email} onInput=${(/** @type {any} */ e) => setEmail(e.target.value)} />
            </label>
            <button class="button" aria-disabled=${busy ? "true" : undefined}>Send confirmation link</button>
          </form>`
    }
    <p role="status" class="small">${said}</p>
  </div>`;
}

/** Who has done nothing yet. */
function Nobody() {
  return h(
    Panel,
    { title: "Your account" },
    html`
      <p>You don't need an account to play. To create one, choose a name first.</p>
      <p><a class="button" href="/sign-in">Sign in</a></p>
    `,
  );
}

/** The account of whoever this browser is, from the moment on in which it is someone. */
function Yours() {
  const [known, setKnown] = useState(Boolean(boot().me));
  useEffect(() => {
    const named = () => setKnown(true);
    addEventListener("named", named);
    return () => removeEventListener("named", named);
  }, []);
  return h(known ? Account : Nobody, {});
}

const place = document.getElementById("account");
if (place) render(h(Yours, {}), place);

// Recovery codes, shown once to print, save, or write down.

/**
 * @param {{name: string, codes: string[], onDone: () => void}} props name: the account's, which is asked for as well
 */
export function RecoverySheet({ name, codes, onDone }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), [codes]);
  const download = () => {
    const lines = [`Recovery codes for cashbox at ${location.host}`, `Name: ${name}`, "", ...codes, ""];
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n")], { type: "text/plain" }));
    link.download = "cashbox-recovery-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return html`<div class="recovery-sheet">
    <h3 ref=${heading} tabindex="-1">Your recovery codes</h3>
    <p>
      For <b>${name}</b> at <b>${location.host}</b>. Each one signs you in once, on any device, with your name. Older
      codes no longer work. Keep them where only you can find them. <b>You won't see them again.</b>
    </p>
    <ol class="recovery-codes">${codes.map((code) => html`<li key=${code}><span class="mono">${code}</span></li>`)}</ol>
    <p class="row no-print">
      ${h(Button, { kind: "primary", onPress: () => print() }, "Print")}
      ${h(Button, { onPress: download }, "Download")}
      ${h(Button, { onPress: onDone }, "I've saved them")}
    </p>
  </div>`;
}
