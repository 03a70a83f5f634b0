"""Find text and controls that can't be seen, read, or pressed: the checks of the board suite, on any page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.lab.boards.covering import FAULTS
from cashbox.lab.boards.suite import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["SIZES", "faults", "resize"]

STILL: Final = ".firm, .plot, .market, .prompt-bar"
"""What a wide window shows without scrolling."""

AT_REST: Final = """
() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))
  .then(() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished)))
"""


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the page a window of this size, and wait until nothing moves."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=list(size))
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(AT_REST)


def faults(page: Page) -> list[str]:
    """Return what is covered, cut off or broken on a page, a line each."""
    wide = page.evaluate("document.documentElement.dataset.shape === 'wide'")
    found: list[str] = page.evaluate(f"(options) => ({FAULTS})(options)", {"still": STILL} if wide else {})
    return found
