"""Test the ending of a finished game over HTTP: the same for everyone who can watch the replay, only after the end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.ending import GameEnding
from cashbox.server.errors import Refusal
from cashbox.server.tables.settings import DELAY
from tests.server.replayed_tables import Game, found
from tests.server.replays.test_replays import BRIEF, finished
from tests.server.server_in_process import SetClock, seated, serving
from tests.server.watching.test_who_may_watch import NO_TABLE, normalized, pair
from tests.server.web.test_bad_input import problem
from tests.server.web.test_link_previews import play_out

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server


async def ending(services: Services, table: LiveTable, guest: Any) -> bytes:
    """Return the ending as a guest gets it."""
    game = await found(services, table.record.id, guest)
    return await services.replays.ending(game, guest, "me")


async def refused(services: Services, table: LiveTable, guest: Any) -> tuple[int, str]:
    with pytest.raises(Refusal) as error:
        await ending(services, table, guest)
    return error.value.status, error.value.code


@pytest.mark.slow
@pytest.mark.parametrize("game", ["cash", "consultants"])
def test_everyone_gets_the_same_ending_from_any_server(home: Home, game: str) -> None:
    async def run() -> None:
        more = BRIEF if game == "cash" else {}
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, game, "Ann", "Bob", lapse=0, **more)
            assert await refused(services, table, ann) == (409, "not-over")
            played, chance = Game(table), SeededChance(1)
            await played.play(chance, 2)
            for guest in (ann, bob, None):
                assert await refused(services, table, guest) == (409, "not-over")
            await played.play(chance)
            assert table.record.outcome is not None
        async with serving(home, SetClock()) as services:
            bodies = {await ending(services, table, guest) for guest in (ann, bob, None)}
            assert len(bodies) == 1
            shown = msgspec.json.decode(bodies.pop(), type=GameEnding)
            assert shown.curve[-1].scores == table.record.outcome.scores
            assert shown.curve[-1].n == table.number
            assert {sheet.name for sheet in shown.sheets} == {"Ann", "Bob"}
            assert not services.registry.in_memory

    asyncio.run(run())


@pytest.mark.thorough
def test_hidden_hands_do_not_hide_the_ending_but_private_tables_do(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            stranger = (await services.guests.add("Cleo"))[0]
            hands, (ann, _) = await finished(services, "Ann", "Bob", open_hands=False)
            assert await ending(services, hands, stranger) == await ending(services, hands, ann)
            private, (ann, _) = await finished(services, "Ann", "Bob", watching="nobody")
            for guest in (stranger, None):
                assert await refused(services, private, guest) == (404, "no-such-table")
            assert (await ending(services, private, ann)).startswith(b'{"title":"The closing bell"')

    asyncio.run(run())


@pytest.mark.thorough
def test_delayed_spectators_get_the_ending_after_the_delay(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, _) = await finished(services, "Ann", "Bob", watching="delayed")
            assert await refused(services, table, None) == (409, "not-over")
            mine = await ending(services, table, ann)
            clock.forward(DELAY + 2)
            assert await ending(services, table, None) == mine

    asyncio.run(run())


@pytest.mark.slow
def test_a_game_that_was_called_off_has_no_ending(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, "cash", "Ann", "Bob", lapse=0)
            await Game(table).play(SeededChance(1), 20)
            for guest in (ann, bob):
                await services.departures.call_off(table, guest, on=True)
            assert table.record.status == "closed"
            assert await refused(services, table, ann) == (409, "not-over")

    asyncio.run(run())


@pytest.mark.thorough
def test_the_ending_of_a_game_without_details_is_null_over_http(server: Server) -> None:
    """A private table's response is the same as that of a missing table."""
    ann, bob, table = pair(server)
    path = f"/api/tables/{table}/ending"
    problem(ann.http.get(path), 409, "not-over")
    play_out(server, table, ann, bob)
    answers = [ann.http.get(path), httpx.get(f"{server.url}{path}")]
    assert [(one.status_code, one.content) for one in answers] == [(200, b"null")] * 2
    ann, bob, private = pair(server, watching="nobody")
    play_out(server, private, ann, bob)
    asked = [normalized(httpx.get(f"{server.url}/api/tables/{one}/ending"), one) for one in (private, NO_TABLE)]
    assert asked[0] == asked[1]
    assert asked[0][0] == 404


@pytest.mark.thorough
def test_an_uploaded_journal_has_the_same_ending_as_its_table(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.table("me", "random", game="consultants", mode="basic")
    with ann.live(table) as live:
        state = live.state()
        while not state["outcome"]:
            if state["legal"]:
                live.act(state, -1)
            state = live.state()
    journal = ann.http.get(f"/api/tables/{table}/journal").content
    headers = {"content-type": "application/octet-stream"}
    opened = ann.http.post("/api/replays", content=journal, headers=headers).json()["id"]
    of_file = httpx.get(f"{server.url}/api/replays/{opened}/ending")
    assert of_file.content == ann.http.get(f"/api/tables/{table}/ending").content
    msgspec.json.decode(of_file.content, type=GameEnding)
