"""Test that players who leave a game to a bot get no result: no win, no statistics, no rating gain."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import games
from cashbox.engine.game import Outcome
from cashbox.server.archive.service import Asked
from cashbox.server.ops import checking
from cashbox.server.social import results_store
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.social.test_profiles import counted
from tests.server.social.test_ratings import account, admin
from tests.server.tables_with_absent_players import play_to_end

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


@pytest.fixture
def ann_wins(votes: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the first seat win every game."""
    rules = games.load(votes)

    def first_wins(self: Any, state: Any) -> Outcome | None:
        found = outcome(self, state)
        return found and Outcome((9, *(0 for _ in found.scores[1:])), (0,), "{0} wins.")

    outcome = type(rules).outcome
    monkeypatch.setattr(type(rules), "outcome", first_wins)
    checking._rated_game.cache_clear()
    return votes


async def finished_after_leaving(
    services: Services, game: str, guests: list[Guest], *, rated: bool = False
) -> LiveTable:
    """Play a game to its end after the first player leaves before the first decision."""
    wishes = [SeatWish("me"), *(SeatWish("open") for _ in guests[1:])]
    table = await services.registry.make(guests[0], NewTable(game, wishes, rated=rated, watching="public", lapse=0))
    for guest in guests[1:]:
        await services.registry.sit(table, guest, Sit())
    await services.departures.leave(table, guests[0], last=False)
    await play_to_end(table)
    return table


@pytest.mark.slow
@pytest.mark.databases
def test_no_player_gets_the_win_of_a_stand_in(home: Home, ann_wins: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            people = [await account(services, name) for name in ("Ann", "Bob", "Cleo")]
            table = await finished_after_leaving(services, ann_wins, people, rated=True)
            await counted(services)
            shown = table.as_table()
            assert shown.outcome is not None
            assert (shown.outcome.winners, shown.outcome.abandoned) == ((), (0,))
            assert shown.outcome.text == "A bot played for {0}, so no one wins this game."
            assert not any(one.won for one in shown.ranking)
            assert shown.stood_in[0].text.endswith("so this game has no result for Ann.")
            assert b'"winners":[],' in table.state(1, "")
            (lately,) = (await services.lobby.overview(None)).played
            assert (lately.winners, lately.abandoned) == ([], ["Ann"])
            (found,) = (await services.archive.search(Asked(mine=True), people[0])).games
            assert (found.result, found.winners, found.seats[0].abandoned) == ("off", [], True)
            page = await services.persons.page(await services.persons.me(people[0]), people[0])
            assert {(one.played, one.won, one.abandoned) for one in page.standings} == {(0, 0, 1)}
            (played,) = (await services.persons.played(await services.persons.me(people[0]), people[0])).games
            assert (played.abandoned, played.won) == (True, False)
            page = await services.persons.page(await services.persons.me(people[1]), people[1])
            assert {(one.played, one.won, one.abandoned) for one in page.standings} == {(1, 0, 0)}
            met = (await services.persons.opponents(await services.persons.me(people[1]), people[1])).opponents
            assert {one.who.name: (one.played, one.ahead, one.behind) for one in met} == {
                "Ann": (1, 0, 0),
                "Cleo": (1, 0, 0),
            }
            assert home.rows("SELECT seat, rank FROM rated ORDER BY seat") == [(0, 3), (1, 1), (2, 1)]
            assert home.rows("SELECT count(*) FROM tallies WHERE what = 'seat' AND key = 0") == [(0,)]
            record = table.record
            assert record.outcome is not None
            none = msgspec.structs.replace(record.outcome, abandoned=(0, 1, 2))
            alone = msgspec.structs.replace(record, outcome=none)
            await services.store.writer.do(lambda c: results_store.rate(c, alone))
            assert home.rows("SELECT count(*) FROM rated") == [(3,)], "no one is rated when everyone left"
        assert home.faults() == []

    asyncio.run(run())
    assert admin(home, "ratings", "--check") == 0
