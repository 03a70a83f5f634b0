"""Test that a request through one of two servers sees a change by the other one before its news arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.db.listening import Listener
from tests.server.accounts.test_tokens import Browser, opened, run_async
from tests.server.cluster.test_two_processes import homes
from tests.server.server_in_process import votes

if TYPE_CHECKING:
    import httpx

    from tests.data_folders import Home
    from tests.server.raw_clients import LocalServer

__all__ = ["homes", "votes"]

pytestmark = pytest.mark.slow


class AlternatingBrowser:
    """One browser that alternates between the two servers."""

    def __init__(self, *houses: LocalServer) -> None:
        self.browsers = [Browser(server) for server in houses]
        for browser in self.browsers:
            # The browser sees one address, as behind a proxy, since cookies depend on it.
            browser.http.headers["Host"] = f"127.0.0.1:{houses[0].port}"
        self.turn = 0

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        self.turn += 1
        one, other = self.browsers[self.turn % 2], self.browsers[1 - self.turn % 2]
        one.cookies.update(other.cookies)
        return await one.ask(method, path, body)


@pytest.fixture
def _no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop all news from other processes."""
    monkeypatch.setattr(Listener, "_hear", lambda *_: None)


@pytest.mark.thorough
@pytest.mark.usefixtures("_no_news")
def test_a_whole_game_works_through_two_servers_in_turn_without_news(homes: tuple[Home, Home], votes: str) -> None:
    async def work() -> None:
        async with opened(homes[0], None) as first, opened(homes[1], None) as second:
            ann, bob = AlternatingBrowser(first, second), AlternatingBrowser(first, second)
            wish = {"game": votes, "seats": [{"kind": "me"}, {"kind": "open"}]}
            made = (await ann.ask("POST", "/api/tables", wish)).json()
            path = f"/api/tables/{made['table']['id']}"
            for one in (ann, bob):  # both servers know the table as it is now
                for _ in range(2):
                    assert (await one.ask("GET", path)).json()["table"]["status"] == "waiting"
            assert (await bob.ask("POST", f"{path}/sit", {"name": "Bob"})).status_code == 200
            turns = 0
            while (seen := (await ann.ask("GET", f"{path}/state")).json())["due"]:
                who = (ann, bob)[seen["due"][0]]
                state = (await who.ask("GET", f"{path}/state")).json()
                assert state["due"] == seen["due"]
                actions = [state["legal"][0]["action"]]
                asked = await who.ask("POST", f"{path}/finality", {"actions": actions})
                assert asked.status_code == 200, asked.text
                done = await who.ask("POST", f"{path}/act", {"at": state["mark"], "actions": actions})
                assert done.status_code == 200, done.text
                turns += 1
            assert turns > 2
            for _ in range(2):
                assert (await bob.ask("GET", f"{path}/journal")).status_code == 200

    run_async(work)
