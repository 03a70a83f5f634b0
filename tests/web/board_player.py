"""A player who uses a board's controls: presses one and waits for the table's answer."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, ClassVar

from tests.web.conftest import api

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    Choose = Callable[[list[dict[str, Any]], random.Random], dict[str, Any]]
    """Of the entries of a legal list, the one to take."""

ANSWERED = """
([board, before]) => {
  const { dataset, ariaBusy } = document.querySelector(board) ?? { dataset: {} };
  return ariaBusy === "false" && dataset.acted !== before && document.querySelector(".prompt-bar.my-turn, #final");
}
"""


def played_on(
    page: Page,
    base: str,
    table: str,
    until: Callable[[dict[str, Any]], bool],
    choose: Choose,
    seed: int = 1,
    patience: int = 90,
) -> dict[str, Any]:
    """Plays someone's seat through the API of the server at base, wherever the page is, until something holds for the
    state. patience: seconds."""
    chance = random.Random(seed)
    end = time.monotonic() + patience
    while time.monotonic() < end:
        state: dict[str, Any] = api(page, "GET", f"/api/tables/{table}/state", base=base)
        if state["outcome"] or until(state):
            return state
        if state["legal"]:
            action = choose(state["legal"], chance)["action"]
            page.request.post(f"{base}/api/tables/{table}/act", data={"at": state["mark"], "actions": [action]})
        else:
            time.sleep(0.02)
    raise AssertionError("it took too long")


class Somebody:
    """board: the selector of the game's board. patience: milliseconds to wait for a turn. pressed: how often each
    control was, by a name that the test gives."""

    board: ClassVar[str]
    patience: ClassVar[int] = 60_000

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.pressed: dict[str, int] = {}

    # -- what there is ------------------------------------------------------------------------------------------------

    def phase(self) -> str:
        return self.page.locator(self.board).get_attribute("data-phase") or ""

    def acted(self) -> str | None:
        """What the board says of the position that it shows; another one for each."""
        return self.page.locator(self.board).get_attribute("data-acted")

    def over(self) -> bool:
        return self.page.locator("#final").count() > 0

    def some(self, selector: str) -> Locator | None:
        found = self.page.locator(selector)
        count = found.count()
        return found.nth(self.random.randrange(count)) if count else None

    # -- what one does ------------------------------------------------------------------------------------------------

    def wait(self, before: str | None = None) -> None:
        """Until it is this person's turn again, or the game is over. before: that position is no answer."""
        self.page.wait_for_function(ANSWERED, arg=[self.board, before], timeout=self.patience)

    def press(self, control: Locator, name: str) -> None:
        """A control that acts: the table answers with a new position."""
        before = self.acted()
        control.click()
        self.pressed[name] = self.pressed.get(name, 0) + 1
        self.wait(before)
