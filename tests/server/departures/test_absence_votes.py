"""A bot plays for someone who is away when the host says so, or more than half of the others; whoever is back ends
that, and plays on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.game import GameError
from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.server.errors import Refusal
from cashbox.server.wire import NewTable, SeatWish
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes
from tests.server.tables_with_absent_players import AWAY, comes, plays, refused, to_the_end

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


def stood_in(table: LiveTable, seat: int) -> bool:
    return bool(table.record.seats[seat].stand_in)


async def without_dan(services: Services, game: str, clock: SetClock) -> tuple[LiveTable, list[Guest]]:
    """A table of four, of whom the last has been away for long."""
    table, guests = await seated(services, game, "Ann", "Bob", "Cleo", "Dan", lapse=0)
    for seat in (0, 1, 2):
        comes(table, seat)
    clock.forward(AWAY)
    return table, guests


@pytest.mark.thorough
def test_the_host_lets_a_bot_play_and_the_player_takes_the_seat_back(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            comes(table, 0)
            clock.forward(AWAY)
            await departures.stand_in(table, ann, 1, on=True)
            shown = table.as_table().seats[1]
            assert (shown.kind, shown.name, shown.why) == ("guest", "Bob", "host")
            assert shown.stand_in
            await plays(table, 0)
            await until(lambda: not table.due & 2)
            comes(table, 1)
            assert stood_in(table, 1), "coming back alone gives nothing back: what the bot thinks of is still its own"
            await departures.back(table, bob)
            await departures.back(table, bob)
            assert not stood_in(table, 1)
            await to_the_end(table)
            told = [one.text for one in table.as_table().stood_in]
            assert len(told) == 1
            assert told[0].startswith("A bot made ")
            assert told[0].endswith(" decisions for Bob.")
            assert Match.replay(table.game, loads(table.journal())).over

    asyncio.run(run())


@pytest.mark.thorough
def test_more_than_half_of_the_others_decide_together(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (_ann, bob, cleo, dan) = await without_dan(services, votes, clock)
            await departures.stand_in(table, bob, 3, on=True)
            (vote,) = table.as_table().votes
            assert (vote.what, vote.seat, vote.by, vote.asked) == ("stand-in", 3, [1], [0, 1, 2])
            assert vote.text == "1 of 3 (Bob) wants a bot to play for Dan."
            await departures.stand_in(table, bob, 3, on=True)
            assert [one.by for one in table.as_table().votes] == [[1]], "saying it twice counts once"
            await departures.stand_in(table, bob, 3, on=False)
            assert table.as_table().votes == []
            await departures.stand_in(table, bob, 3, on=True)
            assert not stood_in(table, 3)
            await departures.stand_in(table, cleo, 3, on=True)
            assert stood_in(table, 3)
            assert table.as_table().seats[3].why == "vote"
            assert table.as_table().votes == []
            await departures.back(table, dan)
            assert not stood_in(table, 3)

    asyncio.run(run())


@pytest.mark.slow
def test_others_who_are_away_themselves_are_not_asked(home: Home, votes: str) -> None:
    """Or the last one of three whose host is away too would be stuck."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (_ann, bob, _cleo) = await seated(services, votes, "Ann", "Bob", "Cleo", lapse=0)
            comes(table, 1)
            clock.forward(AWAY)
            await services.departures.stand_in(table, bob, 2, on=True)
            await services.departures.stand_in(table, bob, 0, on=True)
            assert stood_in(table, 0)
            assert stood_in(table, 2)

    asyncio.run(run())


@pytest.mark.thorough
def test_each_reason_against_it_has_a_sentence(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob, _) = await seated(services, votes, "Ann", "Bob", "Cleo", "bot", lapse=0)
            stranger, _ = await services.guests.add("Stranger")
            watcher = comes(table, 2)
            await refused(departures.stand_in(table, stranger, 1, on=True), "not-a-player", "host and the players")
            await refused(departures.stand_in(table, bob, 1, on=True), "own-seat", "your own seat")
            await refused(departures.stand_in(table, ann, 3, on=True), "no-player")
            await refused(departures.stand_in(table, ann, 7, on=True), "no-such-seat")
            await refused(departures.stand_in(table, ann, 2, on=True), "not-away", "Cleo is at the table")
            await refused(departures.stand_in(table, ann, 1, on=True), "too-early", "Bob", "5 minutes")
            clock.forward(AWAY - 60)
            await refused(departures.stand_in(table, ann, 1, on=True), "too-early", "in 59 seconds")
            table.part(watcher)
            clock.forward(60)
            await refused(departures.stand_in(table, ann, 2, on=True), "too-early", "Cleo")
            await departures.stand_in(table, ann, 1, on=True)
            await refused(departures.stand_in(table, ann, 1, on=True), "already", "already playing for Bob")
            await refused(departures.stand_in(table, bob, 2, on=True), "stand-in", "Take your seat back")
            await refused(departures.back(table, stranger), "not-your-seat")
            clock.forward(AWAY)
            await plays(table, 2)
            table.visit(None)
            clock.forward(AWAY)
            await refused(departures.stand_in(table, ann, 2, on=True), "not-awaited", "isn't waiting for Cleo")

    asyncio.run(run())


@pytest.mark.slow
def test_where_nobody_counts_as_away_and_before_and_after_the_game(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0, absence=0)
            clock.forward(1_000_000)
            await refused(departures.stand_in(table, ann, 1, on=True), "never-away", "players wait for each other")
            early = await services.registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
            assert early.record.settings.absence == 300
            await refused(departures.stand_in(early, ann, 1, on=True), "not-playing", "hasn't started")
            await refused(departures.back(early, ann), "not-playing")
            await to_the_end(table)
            await refused(departures.stand_in(table, ann, 1, on=True), "not-playing", "over")
            await refused(departures.call_off(table, ann, on=True), "not-playing", "over")
            await refused(departures.leave(table, ann, last=True), "not-playing", "over")
            for seconds in (1, 29, 31 * 86400):
                wish = NewTable(votes, [SeatWish("me"), SeatWish("open")], absence=seconds)
                with pytest.raises(GameError, match="30 seconds to 30 days, or 0 for never"):
                    await services.registry.make(ann, wish)

    asyncio.run(run())


@pytest.mark.slow
def test_a_vote_ends_as_the_absent_one_returns(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (_ann, bob, cleo, dan) = await without_dan(services, votes, clock)
            await departures.stand_in(table, bob, 3, on=True)
            comes(table, 3)
            await until(lambda: not table.record.votes)
            await refused(departures.stand_in(table, cleo, 3, on=True), "not-away")
            for listener in list(table.listeners):
                if listener.seat == 3:
                    table.part(listener)
            clock.forward(AWAY)
            await departures.stand_in(table, bob, 3, on=True)
            # One who only asks over HTTP is back as well.
            table.visit(dan)
            await until(lambda: not table.record.votes)
            await refused(departures.stand_in(table, cleo, 3, on=True), "too-early")

    asyncio.run(run())


async def returns(table: LiveTable, guest: Guest, pause: int) -> None:
    """A player asks for something, and acts, a few milliseconds later."""
    await asyncio.sleep(0.005 * pause)
    table.visit(guest)
    await table.act(1, [{"type": "bid", "high": True}])


@pytest.mark.thorough
def test_in_the_same_instant_one_of_both_holds_and_nothing_is_stuck(home: Home, votes: str) -> None:
    """The last voice and the player's own action: where the bot was quicker, the player is told, and takes the seat
    back."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            seen: set[str] = set()
            # Longer pauses are for a machine that is busy with other things.
            for pause in (*range(8), 20, 40, 80, 160):
                if pause > 8 and len(seen) == 2:
                    break
                table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
                comes(table, 0)
                clock.forward(AWAY)
                both = returns(table, bob, pause), services.departures.stand_in(table, ann, 1, on=True)
                held = await asyncio.gather(*both, return_exceptions=True)
                (failed,) = [one for one in held if isinstance(one, Refusal)]
                seen.add(failed.code)
                await services.departures.back(table, bob)
                await to_the_end(table)
                assert table.record.status == "over"
            assert seen == {"stand-in", "too-early"}

    asyncio.run(run())


@pytest.mark.thorough
def test_who_comes_back_may_take_back_what_the_bot_did_in_the_turn(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            clock.forward(AWAY)
            table.visit(ann)
            await services.departures.stand_in(table, ann, 1, on=True)
            # Its bid is in, and Ann's is not: so it may be taken back.
            await until(lambda: not table.due & 2)
            await refused(table.undo(1, 1), "stand-in")
            await services.departures.back(table, bob)
            assert table.running().can_undo(1) == 1
            await table.undo(1, 1)
            assert table.due & 2
            await to_the_end(table)
            assert table.as_table().stood_in == [], "what was taken back does not count"

    asyncio.run(run())


@pytest.mark.thorough
def test_when_a_player_was_last_there_survives_a_restart(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            watcher = comes(table, 1)
            clock.forward(1000)
            table.part(watcher)
        clock.forward(AWAY - 100)
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            comes(again, 0)
            await refused(services.departures.stand_in(again, ann, 1, on=True), "too-early", "in 99 seconds")
            clock.forward(100)
            await services.departures.stand_in(again, ann, 1, on=True)
            assert stood_in(again, 1)
            await services.departures.back(again, bob)

    asyncio.run(run())


@pytest.mark.thorough
def test_whose_process_was_killed_is_not_away_at_once(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            comes(table, 1)
            await settled()
            clock.forward(5000)
        # No one has parted: as where the process is killed.
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            await refused(services.departures.stand_in(again, ann, 1, on=True), "too-early")
            clock.forward(AWAY)
            await services.departures.stand_in(again, ann, 1, on=True)

    asyncio.run(run())


@pytest.mark.slow
def test_answers_lapse_only_for_those_who_play_in_person(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=100_000)
            clock.forward(AWAY)
            table.visit(ann)
            await plays(table, 0)
            before = table.timeout_at
            assert before is not None
            await services.departures.leave(table, bob, last=False)
            await until(lambda: not table.due & 2 or table.timeout_at is None)
            await services.departures.back(table, bob)
            while not table.due & 2 and table.record.status == "playing":
                await plays(table, 0)
            mine = table.timeout_at
            stored = await services.store.table(table.record.id)
            assert stored is not None
            assert stored.timeout == mine

    asyncio.run(run())
