"""A user without a mouse, who presses keys and checks that the focus is visible.

The path to a control is the one a practiced user would take: Tab or Shift+Tab, arrow keys within a group, and the
page's shortcuts. This module presses and focuses controls only by keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FAR: Final = 40
"""So many presses to a control are too many."""
GOES: Final = """
(wanted) => {
  const at = document.activeElement;
  if (at === wanted) return ["there", 0];
  const after = !!(at.compareDocumentPosition(wanted) & 4);
  const group = wanted.closest("[data-tips]");
  if (wanted.type === "radio" && at.type === "radio" && at.name === wanted.name) {
    return [after ? "ArrowDown" : "ArrowUp", 1];
  }
  if (wanted.ownerSVGElement && at.ownerSVGElement === wanted.ownerSVGElement) {
    const [from, to] = [at, wanted].map((one) => one.getBoundingClientRect());
    const x = to.x + to.width / 2 - from.x - from.width / 2, y = to.y + to.height / 2 - from.y - from.height / 2;
    const keys = [x > 0 ? "ArrowRight" : "ArrowLeft", y > 0 ? "ArrowDown" : "ArrowUp"];
    return [(Math.abs(x) > Math.abs(y) ? keys : keys.reverse()).join(), 1];
  }
  if (wanted.tabIndex < 0 && group && group.contains(at) && at.matches("[data-tip][tabindex]")) {
    const all = [...group.querySelectorAll("[data-tip][tabindex]")], across = Number(group.dataset.tips) || 1;
    const row = (one) => Math.floor(all.indexOf(one) / across);
    const down = Math.abs(row(at) - row(wanted));
    if (across > 1 && down) return [after ? "ArrowDown" : "ArrowUp", down];
    return [after ? "ArrowRight" : "ArrowLeft", Math.abs(all.indexOf(at) - all.indexOf(wanted))];
  }
  const home = document.querySelector("dialog[open]") ?? document;
  const reached = [...home.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(
    (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true })
      && !one.closest("[inert]") && (one.type !== "radio" || one.checked));
  const forward = at === document.body || (after && !wanted.contains(at));
  const from = at === document.body ? -1 : reached.findLastIndex((one) => one === at
    || at.compareDocumentPosition(one) & 2);
  const to = wanted.tabIndex < 0 && group ? reached.findIndex((one) => group.contains(one)) : reached.indexOf(wanted);
  return [forward ? "Tab" : "Shift+Tab", Math.max(1, Math.min(60, Math.abs(to - from)))];
}
"""
"""The key that leads to a control from where the focus is, and how often; several keys, the best first, where a sheet
has two dimensions."""
STANDS: Final = """
() => {
  const at = document.activeElement;
  if (!at || at === document.body) return { lost: true };
  const style = getComputedStyle(at);
  const drawn = at.querySelector(":scope > .ring");
  const beside = at.matches("input") && at.nextElementSibling ? getComputedStyle(at.nextElementSibling) : null;
  const ringed = (one) => one && one.outlineStyle !== "none" && parseFloat(one.outlineWidth) >= 2;
  const { left, top, right, bottom } = at.getBoundingClientRect();
  const over = document.elementFromPoint((Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
  const near = (one) => !!one && (at.contains(one) || one.contains(at) || !!one.closest("label, li")?.contains(at)
    || (!!at.ownerSVGElement && at.ownerSVGElement.contains(one)));
  const visible = at.checkVisibility();
  return {
    lost: false,
    what: `${at.tagName.toLowerCase()}#${at.id}.${at.getAttribute("class") ?? ""} ` +
      (at.getAttribute("aria-label") ?? at.textContent).trim().replace(/\\s+/g, " ").slice(0, 60),
    ring: ringed(style) || ringed(beside) || (!!drawn && getComputedStyle(drawn).stroke !== "none")
      || at.matches("#board[tabindex='-1'], #final"),
    seen: visible && near(over) && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
  };
}
"""
"""Where the focus is, and whether one can see that; the whole board and the whole result need no frame."""


class Keyboard:
    """A page by keys. presses: how many there were. far: the longest ways that were gone, by where they led.
    unseen: where the focus was not to be seen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0
        self.far: dict[str, int] = {}
        self.unseen: list[str] = []

    def press(self, key: str) -> None:
        self.presses += 1
        self.page.keyboard.press(key)

    def stands(self) -> dict[str, Any]:
        """Where the focus is. It must be somewhere, and one must see it there."""
        found: dict[str, Any] = self.page.evaluate(STANDS)
        return found

    def to(self, wanted: Locator, most: int = FAR) -> None:
        """Lead the focus to a control."""
        ways: list[str] = []
        presses = 0
        while presses <= most:
            way, times = wanted.evaluate(GOES)
            if way == "there":
                self.look(presses)
                return
            # Where no key of a sheet leads on in the best direction, the other one does.
            key = way.split(",")[-1 if ways[-2:] == [way, way] else 0]
            ways.append(way)
            for _ in range(times):
                self.press(key)
            presses += times
        raise AssertionError(f"{presses} presses do not lead to {wanted.inner_text()!r}: {self.stands()}, {ways}")

    def look(self, presses: int = 0) -> None:
        """Notes where the focus is, if it cannot be seen there, and how far that was."""
        stands = self.stands()
        assert not stands["lost"], "the focus is nowhere"
        if not (stands["ring"] and stands["seen"]):
            self.unseen.append(f"{stands['what']}: ring {stands['ring']}, seen {stands['seen']}")
        self.far[stands["what"]] = max(presses, self.far.get(stands["what"], 0))

    def use(self, wanted: Locator, key: str = "Enter", most: int = FAR) -> None:
        """Lead the focus there and press it."""
        self.to(wanted, most)
        self.press(key)
