/** The page about you: name, devices, and personal data. */

import { DeviceLink } from "./account/device-link.js";
import { DeviceList } from "./account/devices.js";
import { NameField } from "./account/my-name.js";
import { OwnData } from "./account/own-data.js";
import { boot } from "./shared/api.js";
import { h, html, render, useState } from "./shared/preact.js";
import { Panel } from "./shared/ui.js";
import { Groups, OwnProfile, People } from "./social/relations.js";

const { me } = boot();

/** Devices, and one more: the list is read anew when one was added. */
function Devices() {
  const [looks, setLooks] = useState(0);
  return html`
    ${h(
      Panel,
      { title: "Other devices", id: "another" },
      html`
        <p>
          Use a one-time link to play with the same name, tables, and seats on a phone, a tablet, or another browser.
        </p>
        <p class="row">${h(DeviceLink, { onClose: () => setLooks(looks + 1) })}</p>
        <p class="small"><a href="/device">Have a code from another device?</a></p>
      `,
    )}
    ${h(DeviceList, { key: looks })}
  `;
}

/** Who has done nothing yet. */
function Nobody() {
  return h(
    Panel,
    { title: "Not a guest yet" },
    html`
      <p>
        This server doesn't know your browser yet. As soon as you do something here, you become a guest and can take a
        seat.
      </p>
      <p><a class="button" href="/device">Have a code from another device?</a></p>
    `,
  );
}

/** @param {string} id @param {any} node */
function place(id, node) {
  const element = document.getElementById(id);
  if (element) render(node, element);
}

place("name", h(NameField, { more: null }));
if (me) {
  place("devices", h(Devices, {}));
  place("mine", h(OwnData, { name: me.name }));
  place("circle", html`${h(OwnProfile, {})} ${h(People, {})} ${h(Groups, {})}`);
} else place("devices", h(Nobody, {}));
