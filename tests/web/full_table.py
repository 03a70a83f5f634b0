"""A full table with everything that takes space: clocks, chat, spectators, and unread messages."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.web.board.test_envelopes_modes import sensible
from tests.web.conftest import NONCE, PATIENCE, SILENCE
from tests.web.finished_games import call

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.web.conftest import Server

NAMES: Final = [
    f"{name} of the very long Name"[:24].ljust(24, "e")
    for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fred", "Gus", "Hal")
]
"""As long as a name can be."""

MOST: Final = {"envelopes": 4, "cash": 8, "consultants": 4}
"""Seats of each game's largest table."""

CLOCK: Final = {"kind": "days", "step": 86_400, "bank": 86_400, "nights": False, "weekends": False}


class Moment(NamedTuple):
    """A position of a game. here: whether the first player's state is it."""

    name: str
    here: Callable[[dict[str, Any]], bool]


def _phase(name: str, kind: str = "", month: int = 0) -> Callable[[dict[str, Any]], bool]:
    def here(state: dict[str, Any]) -> bool:
        view = state["view"]
        kinds = {one["action"]["type"] for one in state["legal"]}
        return bool(kinds) and view["phase"] == name and (not kind or kind in kinds) and view.get("month", 0) >= month

    return here


MOMENTS: Final[dict[str, list[Moment]]] = {
    "envelopes": [
        Moment("stash", lambda state: bool(state["legal"])),
        Moment("draft", _phase("draft")),
        Moment("dice", _phase("dice", "die")),
        Moment("month", _phase("month")),
        Moment("draft2", _phase("draft", month=1)),
        Moment("month2", _phase("month", month=2)),
    ],
    "cash": [Moment("first", lambda state: bool(state["legal"]))],
    "consultants": [
        Moment("first", lambda state: bool(state["legal"])),
        Moment(
            "work",
            lambda state: bool(state["legal"]) and state["view"]["phase"] == "work" and state["view"]["round"] >= 3,
        ),
    ],
}


class Party:
    """A running table and those at it. The first player made it."""

    def __init__(self, browser: Browser, server: Server, game: str, seats: int | None = None, **wish: Any) -> None:
        self.browser, self.server, self.game = browser, server, game
        many = seats or MOST[game]
        self.people = [self._guest(name) for name in NAMES[:many]]
        self.watchers = [self._guest(name) for name in ("Wanda who only watches", "Will")]
        self.pages: dict[str, Page] = {}
        kinds = [{"kind": "me"}, *[{"kind": "open"}] * (many - 1)]
        table = {"game": game, "seats": kinds, "nonce": "0", "clock": CLOCK, "name": "The table", **wish}
        self.table = str(self._call(self.people[0], "POST", "/api/tables", table)["table"]["id"])
        for one in self.people[1:]:
            self._call(one, "POST", f"/api/tables/{self.table}/sit", {})
        self.chance, self.gone = random.Random(3), 0
        for one in self.people[1:]:
            self._call(one, "POST", f"/api/tables/{self.table}/chat", {"text": "Well, well!"})
        for one in self.watchers:
            self._call(one, "POST", f"/api/tables/{self.table}/remarks", {"text": "Oh no."})

    def go(self, moment: Moment, patience: float = 120) -> dict[str, Any]:
        """Play for everyone until the first player is at this moment."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            for one in self.people:
                state = self._state(one)
                if state["outcome"] or (one is self.people[0] and moment.here(state)):
                    self.gone += 1
                    writer = self.people[1 + self.gone % (len(self.people) - 1)]
                    self._call(writer, "POST", f"/api/tables/{self.table}/chat", {"text": "Oh, well."})
                    return state
                if state["legal"]:
                    self._decide(one, state)
        raise AssertionError(f"no {moment.name}")

    def page(self, role: str) -> Page:
        """Return the page of a player, a spectator or a reader of the replay."""
        if role not in self.pages:
            self.pages[role] = (self.people[0] if role != "spectator" else self.watchers[0]).new_page()
        page = self.pages[role]
        page.goto(f"{self.server.url}/t/{self.table}" + ("/replay" if role == "replay" else ""))
        page.wait_for_selector("#board [data-acted]", timeout=60_000)
        return page

    def close(self) -> None:
        """Close every page."""
        for one in [*self.people, *self.watchers]:
            one.close()

    def _guest(self, name: str) -> BrowserContext:
        context = self.browser.new_context(
            base_url=self.server.url,
            reduced_motion="reduce",
            service_workers="block",
            viewport={"width": 360, "height": 640},
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NONCE)
        context.add_init_script(SILENCE)
        self._call(context, "POST", "/api/guests", {"name": name})
        return context

    def _call(self, one: BrowserContext, method: str, path: str, body: Any = None) -> Any:
        return call(one.request, method, path, body)

    def _state(self, one: BrowserContext) -> dict[str, Any]:
        state: dict[str, Any] = self._call(one, "GET", f"/api/tables/{self.table}/state")
        return state

    def _decide(self, one: BrowserContext, state: dict[str, Any]) -> None:
        entry = sensible(state["legal"], self.chance)
        self._call(one, "POST", f"/api/tables/{self.table}/act", {"actions": [entry["action"]]})
