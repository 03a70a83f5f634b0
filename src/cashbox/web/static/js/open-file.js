/** Opens a journal from a file as a replay, chosen with the button or dropped anywhere on the page. */

import { Fault } from "./shared/api.js";
import { toast } from "./shared/ui.js";

/** The most bytes of a file that the server takes. */
const MOST = 8 * 2 ** 20;

const root = document.documentElement;
let busy = false;

/** Sends a file to the server, which checks it. @param {File} file @returns {Promise<string>} where it is looked at */
async function sent(file) {
  if (file.size > MOST) throw new Fault("too-large", "That file is too big. Journals can be up to 8 MB.");
  let answer;
  try {
    answer = await fetch("/api/replays", {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    });
  } catch {
    throw new Fault("offline", "The file didn't reach the server. Check your connection, then try again.");
  }
  const told = await answer.json().catch(() => null);
  if (!answer.ok) {
    const message = told?.message ?? `The server answered with error ${answer.status}. Try again later.`;
    throw new Fault(told?.code ?? "internal", message);
  }
  return told.page;
}

/** @param {string} text "" for nothing */
function say(text) {
  for (const place of document.querySelectorAll("[data-file-says]")) place.textContent = text;
}

/** @param {File | undefined} file */
async function open(file) {
  if (!file || busy) return;
  busy = true;
  say(`Checking ${file.name}…`);
  try {
    location.href = `${await sent(file)}?eyes=all`;
  } catch (fault) {
    const { message } = /** @type {Error} */ (fault);
    say(message);
    toast(message, "bad");
  } finally {
    busy = false;
  }
}

/** Whether something that is dragged here is a file. @param {DragEvent} event */
const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

for (const input of document.querySelectorAll("[data-open-file]")) {
  if (!(input instanceof HTMLInputElement)) continue;
  input.addEventListener("change", () => {
    void open(input.files?.[0]);
    // the same file can be chosen again
    input.value = "";
  });
}

document.addEventListener("dragover", (event) => {
  if (!isFile(event)) return;
  event.preventDefault();
  root.dataset.dropping = "";
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) delete root.dataset.dropping;
});
document.addEventListener("drop", (event) => {
  delete root.dataset.dropping;
  if (!isFile(event)) return;
  event.preventDefault();
  void open(event.dataTransfer?.files[0]);
});
