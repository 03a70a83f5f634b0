"""Play finished games through the API for replays, with one undo and one chat message."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Browser, Page

    from tests.web.conftest import Guests, Server

GAMES: Final[dict[str, dict[str, Any]]] = {
    "envelopes": {"game": "envelopes", "mode": "lesson-1", "seats": ["me"]},
    "cash": {"game": "cash", "mode": "quick", "seats": ["me", "bot"], "options": {"max_rounds": 1}},
    "consultants": {"game": "consultants", "mode": "basic", "seats": ["me", "bot"]},
    "coins": {"game": "coins", "seats": ["me", "bot"], "options": {"rounds": 2, "rich": True}},
}
"""The quickest way to play each of them."""

SAID: Final = "That was a mistake."
SEED: Final = 2
HURRY: Final = 24
"""Decisions after which the player passes where that can be done."""
PATIENCE: Final = 60.0


class Played:
    """A finished game. cookies: of its player's browser."""

    def __init__(self, server: Server, browser: Browser, game: str) -> None:
        context = browser.new_context(base_url=server.url)
        self._server, self._request = server, context.request
        self.table = self._play(GAMES[game])
        self.cookies: Any = context.storage_state()
        self.steps: list[dict[str, Any]] = self.replay()["steps"]
        self.last = len(self.steps) - 1

    def replay(self, eyes: str = "") -> dict[str, Any]:
        """All steps through someone's eyes."""
        found: dict[str, Any] = self._call("GET", f"/api/tables/{self.table}/replay?eyes={eyes}")
        return found

    def moment(self, n: int, eyes: str) -> dict[str, Any]:
        """One step of them."""
        found: dict[str, Any] = self._call("GET", f"/api/tables/{self.table}/replay/{n}?eyes={eyes}")
        return found

    def address(self, query: str) -> str:
        """Of its replay."""
        return f"{self._server.url}/t/{self.table}/replay{query}"

    def open(self, guest: Guests, query: str = "", **options: Any) -> Page:
        """The player's page of it."""
        page = guest(storage_state=self.cookies, **options)
        page.goto(self.address(query))
        return page

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        return call(self._request, method, path, body)

    def _play(self, wish: dict[str, Any]) -> str:
        self._call("POST", "/api/guests", {"name": "Ann"})
        seats = [{"kind": kind} for kind in wish["seats"]]
        made = self._call("POST", "/api/tables", {**wish, "seats": seats, "nonce": "0"})
        table = str(made["table"]["id"])
        chance, decided, undone = random.Random(SEED), 0, False
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            state = self._call("GET", f"/api/tables/{table}/state")
            if state["outcome"]:
                return table
            if not undone and decided > 2 and state["can_undo"]:
                self._call("POST", f"/api/tables/{table}/undo", {"steps": 1})
                self._call("POST", f"/api/tables/{table}/chat", {"text": SAID})
                undone = True
            elif state["legal"]:
                self._call("POST", f"/api/tables/{table}/act", {"actions": [choice(chance, state["legal"], decided)]})
                decided += 1
        raise AssertionError("the game does not end")


def choice(chance: random.Random, legal: list[dict[str, Any]], decided: int) -> Any:
    """Take any action, but pass as soon as that ends the game."""
    actions = [one["action"] for one in legal if one["action"]["type"] != "stop"] or [legal[0]["action"]]
    if decided > HURRY:
        actions = [one for one in actions if one["type"] == "pass"] or actions
    return chance.choice(actions)


def call(request: APIRequestContext, method: str, path: str, body: Any = None) -> Any:
    """A call of the API as the guest of a browser."""
    answer = request.fetch(
        path,
        method=method,
        headers={"Content-Type": "application/json"} if body is not None else {},
        data=msgspec.json.encode(body) if body is not None else None,
    )
    assert answer.ok, answer.text()
    return answer.json()
