/** The settings for notifications: in this browser, by mail, and by webhook. */

import { KindChoices } from "./notifications/kinds.js";
import { currentSubscription, storeSubscription, subscribe, unsubscribe, whyNoPush } from "./notifications/push.js";
import { boot, get, post } from "./shared/api.js";
import { h, html, render, useEffect, useState } from "./shared/preact.js";
import { Button, Panel, toast } from "./shared/ui.js";
import { list } from "./shared/words.js";

/** @typedef {import("./shared/wire.js").NoticeChoices} NoticeChoices */
/** @typedef {import("./shared/wire.js").ChannelInfo} ChannelInfo */
/** @typedef {import("./notifications/kinds.js").NoticeKind} NoticeKind */
/** @typedef {(work: () => Promise<NoticeChoices | void>) => Promise<void>} Attempt does it, and shows the outcome */

/** @type {NoticeKind[]} What someone is told at first, who has not chosen. */
const USUAL = ["turn", "clock", "invitation", "rematch"];

const NO_KEY = "This server can't send notifications to browsers right now.";

/** For how many seconds a test is waited for. */
const PATIENCE = 15;

/**
 * @typedef {object} Parts
 * @property {NoticeChoices} choices
 * @property {boolean} busy
 * @property {Attempt} attempt
 */

function NotificationSettings() {
  const [choices, setChoices] = useState(/** @type {NoticeChoices | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  /** @type {Attempt} */
  const attempt = async (work) => {
    setBusy(true);
    setFault("");
    try {
      const found = await work();
      if (found) setChoices(found);
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
      // What is ticked is what is so.
      await get("/api/me/notices").then(setChoices, () => {});
    }
    setBusy(false);
  };
  useEffect(() => {
    const load = () => void attempt(() => get("/api/me/notices"));
    load();
    addEventListener("named", load);
    addEventListener("account", load);
    return () => {
      removeEventListener("named", load);
      removeEventListener("account", load);
    };
  }, []);
  const parts = choices ? { choices, busy, attempt } : null;
  return h(
    Panel,
    { title: "Notifications", id: "notification-settings" },
    html`
      <p>
        Get notified when something happens at one of your tables that you don't have open. Turns at several tables are
        combined into one notification.
      </p>
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
      ${parts ? html`<div class="ways-in">${h(Here, parts)}${h(Mail, parts)}${h(Webhook, parts)}</div>` : null}
    `,
  );
}

/** This browser. @param {Parts} props */
function Here({ choices, busy, attempt }) {
  const [reason, setReason] = useState(/** @type {string | null} */ (null));
  const [subscribed, setSubscribed] = useState(false);
  const mine = choices.channels.find((one) => one.kind === "push" && one.here && one.kinds.length);
  const others = choices.channels.filter((one) => one.kind === "push" && !one.here && one.kinds.length);
  useEffect(() => {
    void (choices.key ? whyNoPush() : Promise.resolve(NO_KEY)).then(setReason);
    void currentSubscription().then((found) => setSubscribed(Boolean(found)));
  }, [choices]);
  /** @param {NoticeKind[]} kinds */
  const tell = (kinds) =>
    void attempt(async () => {
      const answer = await post("/api/me/notices/push", { ...(await subscribe(choices.key)), kinds });
      storeSubscription(kinds);
      return answer;
    });
  const stop = () =>
    void attempt(async () => {
      const endpoint = await unsubscribe();
      storeSubscription([]);
      return endpoint ? post("/api/me/notices/push/off", { endpoint }) : undefined;
    });
  const on = mine && subscribed;
  return html`<div class="way">
    <h3>Browser</h3>
    ${reason ? html`<p class="quiet">${reason}</p>` : null}
    ${
      reason === "" && !on
        ? h(Button, { kind: "primary", onPress: () => tell(USUAL), disabled: busy, why: "One moment." }, "Turn on here")
        : null
    }
    ${
      on
        ? html`
            ${h(KindChoices, {
              name: "push",
              chosen: mine.kinds,
              onChoose: (kinds) => (kinds.length ? tell(kinds) : stop()),
            })}
            <p class="row">
              ${h(Try, { channel: mine, busy, attempt })}
              ${h(Button, { size: "small", onPress: stop, disabled: busy, why: "One moment." }, "Turn off here")}
            </p>
          `
        : null
    }
    ${
      others.length
        ? html`<p class="small quiet">
            You also get notifications on ${list(others.map((one) => one.device))}. To stop them, turn them off or sign
            out on that device.
          </p>`
        : null
    }
  </div>`;
}

/** The account's address. @param {Parts} props */
function Mail({ choices, busy, attempt }) {
  const mine = choices.channels.find((one) => one.kind === "mail" && one.kinds.length);
  /** @param {NoticeKind[]} kinds */
  const tell = (kinds) => void attempt(() => post("/api/me/notices/mail", { kinds }));
  return html`<div class="way">
    <h3>Email</h3>
    ${
      choices.no_mail
        ? html`<p class="quiet">${choices.no_mail}</p>`
        : html`<p>To <b class="address">${choices.email}</b>. Each email has an unsubscribe link.</p>`
    }
    ${
      mine
        ? html`
            ${h(KindChoices, { name: "mail", chosen: mine.kinds, onChoose: tell })}
            <p class="row">
              ${h(Try, { channel: mine, busy, attempt })}
              ${h(
                Button,
                { size: "small", onPress: () => tell([]), disabled: busy, why: "One moment." },
                "Turn off email",
              )}
            </p>
          `
        : null
    }
    ${
      !mine && !choices.no_mail
        ? h(Button, { onPress: () => tell(USUAL), disabled: busy, why: "One moment." }, "Turn on email")
        : null
    }
  </div>`;
}

/** An address of one's own. @param {Parts} props */
function Webhook({ choices, busy, attempt }) {
  const mine = choices.channels.find((one) => one.kind === "webhook");
  const [url, setUrl] = useState(mine?.address ?? "");
  /** @param {string} address @param {NoticeKind[]} kinds */
  const tell = (address, kinds) => void attempt(() => post("/api/me/notices/webhook", { url: address.trim(), kinds }));
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    tell(url, mine?.kinds.length ? mine.kinds : USUAL);
  };
  const forget = () => {
    setUrl("");
    tell("", []);
  };
  if (choices.no_webhook) {
    return html`<div class="way"><h3>Webhook</h3><p class="quiet">${choices.no_webhook}</p></div>`;
  }
  return html`<div class="way">
    <h3>Webhook</h3>
    <form class="inline-form" onSubmit=${save}>
      <label class="field">
        <span class="hint">Your own URL: Discord, Slack, or any service that accepts JSON</span>
        <input
          type="url" name="webhook" aria-label="Webhook URL" required maxlength="2000" autocomplete="off"
          placeholder="https://" value=${url} onInput=${(/** @type {any} */ e) => setUrl(e.target.value)} />
      </label>
      <button class="button" aria-disabled=${busy ? "true" : undefined}>Save webhook</button>
    </form>
    ${
      mine?.said ? html`<p class="small delivery-error">The last notification wasn't delivered. ${mine.said}</p>` : null
    }
    ${
      mine
        ? html`
            ${h(KindChoices, { name: "webhook", chosen: mine.kinds, onChoose: (kinds) => tell(mine.address, kinds) })}
            <p class="row">
              ${h(Try, { channel: mine, busy, attempt })}
              ${h(Button, { size: "small", onPress: forget, disabled: busy, why: "One moment." }, "Remove webhook")}
            </p>
          `
        : null
    }
  </div>`;
}

/** Sends a test, and says what came of it. @param {{channel: ChannelInfo, busy: boolean, attempt: Attempt}} props */
function Try({ channel, busy, attempt }) {
  const test = () =>
    attempt(async () => {
      /** @type {NoticeChoices} */
      let found = await post("/api/me/notices/test", { channel: channel.id });
      for (let second = 0; second < PATIENCE; second++) {
        const now = found.channels.find((one) => one.id === channel.id);
        if (!now) throw new Error("Not delivered. That browser or URL no longer accepts notifications.");
        if (!now.sending) {
          if (now.said) throw new Error(`Not delivered. ${now.said}`);
          toast("Test sent.");
          return found;
        }
        await new Promise((done) => setTimeout(done, 1000));
        found = await get("/api/me/notices");
      }
      throw new Error("The test hasn't been delivered yet. The server will keep trying for a day.");
    });
  return h(Button, { size: "small", onPress: () => void test(), disabled: busy, why: "One moment." }, "Send test");
}

const place = document.getElementById("notifications");
if (place && boot().me) render(h(NotificationSettings, {}), place);
