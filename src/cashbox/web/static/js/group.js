/** A group's page: members, tables, and invitation links; and the page behind such a link. */

import { saveTypedName, storedName, NameField } from "./account/my-name.js";
import { boot, get, post } from "./shared/api.js";
import { CopyLink } from "./shared/copy-link.js";
import { h, html, render, useEffect, useState } from "./shared/preact.js";
import { Button, Dialog, Kind, Panel, toastFault } from "./shared/ui.js";
import { makeTable } from "./verify/nonce.js";

/** @typedef {import("./shared/wire.js").Group} Circle */
/** @typedef {import("./shared/wire.js").TableAnswer} TableAnswer */

const { group, games } = boot();

/** Does something at the server, and says what is wrong. @param {() => Promise<void>} doing */
async function tried(doing) {
  try {
    await doing();
  } catch (fault) {
    toastFault(fault);
  }
}

/** @param {{circle: Circle, onChange: (circle: Circle) => void}} props */
function Members({ circle, onChange }) {
  const lead = circle.members.some(({ me, leads }) => me && leads);
  /** @param {number} number */
  const remove = (number) => tried(async () => onChange(await post(`/api/groups/${circle.id}/remove`, { number })));
  return h(
    Panel,
    { title: "Members", id: "members", class: "grouped" },
    html`<ul class="people">
      ${circle.members.map(
        ({ number, who, leads, me }) => html`<li key=${number}>
          <span class="name">
            ${who.handle ? html`<a href=${`/p/${who.handle}`}>${who.name}</a>` : who.name} ${h(Kind, { one: who })}
            <span class="quiet small"> ${me ? (leads ? "you, group leader" : "you") : leads ? "group leader" : ""}
            </span>
          </span>
          ${
            lead && !me
              ? h(Button, { size: "small", label: `Remove ${who.name}`, onPress: () => void remove(number) }, "Remove")
              : null
          }
        </li>`,
      )}
    </ul>`,
    lead ? h(Rename, { circle, onChange }) : null,
    h(Leave, { circle }),
  );
}

/** @param {{circle: Circle, onChange: (circle: Circle) => void}} props */
function Rename({ circle, onChange }) {
  const [name, setName] = useState(circle.name);
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    void tried(async () => onChange(await post(`/api/groups/${circle.id}/name`, { name: name.trim() })));
  };
  return html`<form class="inline-form" onSubmit=${send}>
    <label class="field">
      <span>Group name</span>
      <input
        type="text" name="name" maxlength="60" required value=${name}
        onInput=${(/** @type {any} */ e) => setName(e.target.value)} />
    </label>
    <button class="button">Rename</button>
  </form>`;
}

/** @param {{circle: Circle}} props */
function Leave({ circle }) {
  const [asking, setAsking] = useState(false);
  const last = circle.members.length === 1;
  const leave = () =>
    tried(async () => {
      await post(`/api/groups/${circle.id}/leave`, {});
      location.href = "/me";
    });
  return html`
    <p>${h(Button, { kind: "bad", onPress: () => setAsking(true) }, "Leave group")}</p>
    ${h(
      Dialog,
      { title: `Leave ${circle.name}?`, open: asking, onClose: () => setAsking(false) },
      html`
        <p>
          ${
            last
              ? "You are the last member, so the group will be deleted."
              : "To come back, you'll need a link from a member."
          }
        </p>
        <div class="buttons">
          ${h(Button, { onPress: () => setAsking(false) }, "Cancel")}
          ${h(Button, { kind: "bad", onPress: () => void leave() }, "Leave")}
        </div>
      `,
    )}
  `;
}

/** @param {{circle: Circle, onChange: (circle: Circle) => void}} props */
function Links({ circle, onChange }) {
  const [many, setMany] = useState(false);
  const [days, setDays] = useState(7);
  const [given, setGiven] = useState("");
  const make = () =>
    tried(async () => {
      const { link } = await post(`/api/groups/${circle.id}/link`, { days, uses: many ? null : 1 });
      setGiven(link);
      onChange(await get(`/api/groups/${circle.id}`));
    });
  const withdraw = () =>
    tried(async () => {
      onChange(await post(`/api/groups/${circle.id}/withdraw`, {}));
      setGiven("");
    });
  return h(
    Panel,
    { title: "Invite others", id: "links", class: "grouped" },
    html`
      <div class="inline-form">
        <label class="field">
          <span>Link expires after</span>
          <select value=${String(days)} onChange=${(/** @type {any} */ e) => setDays(Number(e.target.value))}>
            ${[1, 7, 30, 90].map((n) => html`<option value=${String(n)}>${n === 1 ? "one day" : `${n} days`}</option>`)}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked=${many} onChange=${(/** @type {any} */ e) => setMany(e.target.checked)} />
          <span>Anyone with the link can join</span>
        </label>
      </div>
      <p class="row">${h(Button, { kind: "primary", onPress: () => void make() }, "Create link")}</p>
      ${
        given
          ? html`
              ${h(CopyLink, {
                link: given,
                id: "group-link",
                label: `Send this link to the ${many ? "people" : "person"} you invite. You won't see it again.`,
                shown: true,
                copied: "Link copied.",
              })}
            `
          : null
      }
      ${
        circle.links
          ? html`<p class="row">
              <span>${circle.links === 1 ? "One active link" : `${circle.links} active links`}.</span>
              ${h(Button, { size: "small", onPress: () => void withdraw() }, "Revoke all")}
            </p>`
          : null
      }
    `,
  );
}

/** What the group plays, and a new table for it. @param {{circle: Circle}} props */
function Tables({ circle }) {
  const [tables, setTables] = useState(/** @type {TableAnswer[]} */ ([]));
  const [game, setGame] = useState(games[0]?.id ?? "");
  const [seats, setSeats] = useState(0);
  useEffect(() => {
    void tried(async () => setTables((await get(`/api/groups/${circle.id}/tables`)).tables));
  }, [circle.id]);
  const chosen = games.find(({ id }) => id === game);
  const counts = chosen?.players.filter((n) => n > 1) ?? [];
  const many = counts.includes(seats) ? seats : (counts.find((n) => n >= 3) ?? counts[0] ?? 2);
  const make = () =>
    tried(async () => {
      const wishes = Array.from({ length: many }, (_, n) => ({ kind: n ? "open" : "me" }));
      const answer = await makeTable({ game, seats: wishes, circle: circle.id, listed: false });
      location.href = answer.table.links.page;
    });
  return h(
    Panel,
    { title: "Group tables", id: "tables", class: "grouped" },
    tables.length
      ? html`<ul class="people">
          ${tables.map(
            ({ table }) => html`<li key=${table.id}>
              <span class="name"><a href=${table.links.page}>${table.name || table.game_name}</a></span>
              <span class="quiet small">${standing(table)}</span>
            </li>`,
          )}
        </ul>`
      : html`<p class="quiet">No tables yet.</p>`,
    html`<div class="inline-form">
      <label class="field">
        <span>Game</span>
        <select value=${game} onChange=${(/** @type {any} */ e) => setGame(e.target.value)}>
          ${games.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
        </select>
      </label>
      <label class="field">
        <span>Players</span>
        <select value=${String(many)} onChange=${(/** @type {any} */ e) => setSeats(Number(e.target.value))}>
          ${counts.map((n) => html`<option value=${String(n)}>${n}</option>`)}
        </select>
      </label>
      ${h(Button, { kind: "primary", onPress: () => void make() }, "Create group table")}
    </div>`,
    html`<p class="quiet small">Only members can see and join group tables.</p>`,
  );
}

/** @param {import("./shared/wire.js").Table} table */
function standing(table) {
  const open = table.seats.filter(({ taken }) => !taken).length;
  if (table.status === "playing") return `${table.game_name}, playing`;
  return `${table.game_name}, ${open === 1 ? "one open seat" : `${open} open seats`}`;
}

/** @param {{first: Circle}} props */
function Group({ first }) {
  const [circle, setCircle] = useState(first);
  return html`
    <h1>${circle.name}</h1>
    <p class="quiet">Only members can see this group.</p>
    <div class="columns">
      <div class="stack">${h(Tables, { circle })}</div>
      <div class="stack">
        ${h(Members, { circle, onChange: setCircle })} ${h(Links, { circle, onChange: setCircle })}
      </div>
    </div>
  `;
}

/** Behind a link. @param {{code: string}} props */
function Join({ code }) {
  const [found, setFound] = useState(/** @type {import("./shared/wire.js").GroupLook | null} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    post("/api/groups/look", { code }).then(setFound, (/** @type {Error} */ error) => setFault(error.message));
  }, [code]);
  const join = () =>
    tried(async () => {
      await saveTypedName();
      const circle = await post("/api/groups/join", { code });
      location.href = circle.page;
    });
  if (fault) return html`<p class="panel" role="alert">${fault}</p>`;
  if (!found) return html`<p class="quiet">One moment…</p>`;
  return h(
    Panel,
    { title: found.name },
    html`
      <p>${found.members === 1 ? "One member" : `${found.members} members`}.</p>
      ${
        found.member
          ? html`<p>You're already a member. <a href=${found.page}>Go to group</a></p>`
          : html`
              <p>Members can see each other's names and play at the group's tables.</p>
              <p>${h(Button, { kind: "primary", onPress: () => void join() }, "Join group")}</p>
            `
      }
    `,
  );
}

const place = document.getElementById("group");
if (place && group) render(h(Group, { first: group }), place);
const door = document.getElementById("join-group");
if (door) {
  // members see one another's names, so who has none yet is asked for it
  const name = storedName() ? null : h(NameField, { more: null });
  door.textContent = "";
  render(html`<div class="stack">${name} ${h(Join, { code: location.hash.slice(1) })}</div>`, door);
}
