/** Adds what Safari 16.4 lacks and these pages use: popovers and checkVisibility. */

/** Matches a popover that is shown, in old browsers and new ones. */
export const SHOWN = ":is(:popover-open, [data-popover-open])";

const OPEN = "data-popover-open";

/** @param {Element | null} menu an element with the attribute popover, which a press outside closes */
const close = (menu) => menu?.removeAttribute(OPEN);

/** A button shows its menu, or hides it; a press anywhere else hides what is shown. @param {MouseEvent} event */
function press({ target }) {
  const pressed = /** @type {Element} */ (target);
  const opener = pressed.closest("[popovertarget]");
  const menu = opener && document.getElementById(opener.getAttribute("popovertarget") ?? "");
  for (const one of document.querySelectorAll(`[popover=""][${OPEN}]`)) {
    if (one !== menu && !one.contains(pressed)) close(one);
  }
  menu?.toggleAttribute(OPEN);
}

if (!("popover" in HTMLElement.prototype)) {
  Object.defineProperties(HTMLElement.prototype, {
    popover: {
      /** @this {HTMLElement} */
      get() {
        return this.getAttribute("popover");
      },
      /** @this {HTMLElement} @param {string | null} kind */
      set(kind) {
        if (kind === null) this.removeAttribute("popover");
        else this.setAttribute("popover", kind);
      },
    },
    showPopover: {
      /** @this {HTMLElement} */
      value() {
        this.setAttribute(OPEN, "");
      },
    },
    hidePopover: {
      /** @this {HTMLElement} */
      value() {
        close(this);
      },
    },
  });
  document.addEventListener("click", press);
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(document.querySelector(`[popover=""][${OPEN}]`));
  });
}

Element.prototype.checkVisibility ??= function seen() {
  return this.getClientRects().length > 0;
};
