/** The people you follow and block, and your groups. */

import { get, post } from "../shared/api.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, Kind, Panel, toastFault } from "../shared/ui.js";

/** @typedef {import("../shared/wire.js").Known} Known */
/** @typedef {import("../shared/wire.js").Person} Person */
/** @typedef {import("../shared/wire.js").GroupInfo} GroupInfo */
/** @typedef {import("../shared/wire.js").PersonInfo} PersonInfo */

/** One's own page, and who sees it. */
export function OwnProfile() {
  const [page, setPage] = useState(/** @type {Person | null} */ (null));
  useEffect(() => {
    get("/api/me/page").then(setPage, toastFault);
  }, []);
  if (!page) return null;
  /** @param {any} event */
  const change = ({ target }) => post("/api/me/page", { [target.name]: target.checked }).then(setPage, toastFault);
  return h(
    Panel,
    { title: "Your profile", id: "own-page" },
    html`
      <p><a class="button" href=${`/p/${page.who.handle}`}>View profile</a></p>
      <label class="check">
        <input type="checkbox" name="hidden" checked=${page.hidden} onChange=${change} />
        <span><b>Private profile</b>Other people can't see your profile, and you aren't on any leaderboard.</span>
      </label>
      <label class="check">
        <input type="checkbox" name="skill" checked=${page.shows_skill} onChange=${change} />
        <span><b>Show skill</b>Other people can see your errors and grades in analyzed public games.</span>
      </label>
      <p class="small quiet">Your profile shows games at private tables only to people who played in them.</p>
    `,
  );
}

/** @param {{who: PersonInfo}} props */
function Who({ who }) {
  return html`<span class="name">
    ${who.handle ? html`<a href=${`/p/${who.handle}`}>${who.name}</a>` : who.name} ${h(Kind, { one: who })}
  </span>`;
}

/** At which tables someone is. @param {{plays: Known["follows"][number]["plays"]}} props */
function Whereabouts({ plays }) {
  const some = [
    { does: "playing", tables: plays.filter(({ status }) => status === "playing") },
    { does: "waiting", tables: plays.filter(({ status }) => status !== "playing") },
  ].filter(({ tables }) => tables.length);
  return html`<span class="small where">
    ${some.map(
      ({ does, tables }) => html`<span key=${does}>
        ${does} at${tables.map(({ page, name }, n) => [n ? ", " : " ", html`<a href=${page}>${name}</a>`])}${" "}
      </span>`,
    )}
  </span>`;
}

/** Whom one follows and blocks. */
export function People() {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  useEffect(() => {
    get("/api/me/people").then(setKnown, toastFault);
  }, []);
  if (!known || (!known.follows.length && !known.blocks.length)) return null;
  /** @param {number} number @param {string} name */
  const unblock = (number, name) => post("/api/me/unblock", { number, name }).then(setKnown, toastFault);
  return h(
    Panel,
    { title: "People", id: "people" },
    known.follows.length
      ? html`
          <h3>Following</h3>
          <ul class="people">
            ${known.follows.map(({ who, plays }) => html`<li>${h(Who, { who })}${h(Whereabouts, { plays })}</li>`)}
          </ul>
        `
      : null,
    known.blocks.length
      ? html`
          <h3>Blocked</h3>
          <ul class="people">
            ${known.blocks.map(
              (who, number) => html`<li>
                ${h(Who, { who })}
                ${h(
                  Button,
                  {
                    size: "small",
                    label: `Unblock ${who.name}`,
                    onPress: () => void unblock(number, who.name),
                  },
                  "Unblock",
                )}
              </li>`,
            )}
          </ul>
        `
      : null,
  );
}

/** One's groups, and a new one. */
export function Groups() {
  const [groups, setGroups] = useState(/** @type {GroupInfo[]} */ ([]));
  const [name, setName] = useState("");
  useEffect(() => {
    get("/api/me/groups").then(({ groups: found }) => setGroups(found), toastFault);
  }, []);
  /** @param {Event} event */
  const make = (event) => {
    event.preventDefault();
    post("/api/groups", { name: name.trim() }).then(({ page }) => {
      location.href = page;
    }, toastFault);
  };
  return h(
    Panel,
    { title: "Groups", id: "groups" },
    html`
      <p>Only members can play at a group's tables. They join with a link, and no one else can see the group.</p>
      ${
        groups.length
          ? html`<ul class="people">
              ${groups.map((one) => html`<li key=${one.id}><a class="name" href=${one.page}>${one.name}</a></li>`)}
            </ul>`
          : null
      }
      <form class="inline-form" onSubmit=${make}>
        <label class="field">
          <span>New group name</span>
          <input
            type="text" name="group" maxlength="60" required value=${name}
            onInput=${(/** @type {any} */ e) => setName(e.target.value)} />
        </label>
        <button class="button">Create group</button>
      </form>
    `,
  );
}
