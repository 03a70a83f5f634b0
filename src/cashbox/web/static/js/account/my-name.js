/** Your name: where it is stored, and fields that contain it before it is saved. */

import { boot, meet, NAMELESS, patch } from "../shared/api.js";
import { useDraft } from "../shared/drafts.js";
import { draftOf, keepDraft } from "../shared/memory.js";
import { h, html, useState } from "../shared/preact.js";
import { Panel, toast, toastFault } from "../shared/ui.js";

/** A name that has been typed and not kept yet. @type {string} */
let typed = draftOf("my-name") ?? "";

/** The name that this page's reader has given, "" for none. */
export function storedName() {
  const { me } = boot();
  return me && me.name !== NAMELESS ? me.name : "";
}

/**
 * What stands in a field for a name. Where that is too long, the browser says so, and the form is not sent.
 * @param {HTMLInputElement} field @param {number} [longest] in characters; the server has the last word
 */
export function shortEnough(field, longest = 40) {
  const { length } = [...field.value.trim()];
  field.setCustomValidity(length > longest ? `That name is too long. Use up to ${longest} characters.` : "");
  if (length > longest) field.reportValidity();
  return field.value;
}

/** @param {string} name @returns {Promise<string>} the name as it is kept */
export async function saveName(name) {
  const answer = await patch("/api/me", { name: name.trim() });
  typed = "";
  meet(answer);
  dispatchEvent(new CustomEvent("named"));
  return answer.name;
}

/** A name that stands in its field and was not kept yet goes with the table. */
export async function saveTypedName() {
  if (typed.trim()) await saveName(typed);
}

/**
 * A field for one's name, and what else there is to do about oneself once there is one.
 * @param {{more: import("../shared/preact.js").Child}} props more: shown to anyone who has a name here
 */
export function NameField({ more }) {
  const known = storedName();
  const [name, setName] = useDraft("my-name", known);
  const [saved, setSaved] = useState(known);
  /** @param {Event} event */
  const save = async (event) => {
    event.preventDefault();
    try {
      const kept = await saveName(name);
      setSaved(kept);
      setName(kept);
      keepDraft("my-name", null);
      toast(`Name saved: “${kept}”.`);
    } catch (fault) {
      toastFault(fault);
    }
  };
  /** @param {any} event */
  const type = (event) => {
    setName(shortEnough(event.target));
    typed = event.target.value.trim() === saved ? "" : event.target.value;
  };
  return h(
    Panel,
    { title: known ? "My name" : "What's your name?" },
    html`<form class="inline-form" onSubmit=${save}>
      <label class="field">
        <span class="hint">Shown to others at the table</span>
        <input
          type="text" name="my-name" aria-label="My name" required autocomplete="nickname" value=${name}
          onInput=${type} />
      </label>
      <button class="button" disabled=${!name.trim() || name.trim() === saved}>Save name</button>
    </form>`,
    boot().me || saved ? more : html`<p class="small"><a href="/sign-in">Have an account? Sign in.</a></p>`,
  );
}
