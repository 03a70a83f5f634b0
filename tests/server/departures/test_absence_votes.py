"""Test how the host or a majority lets a bot play for an absent player, and how the player takes the seat back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, get_args

import pytest

from cashbox.engine.game import GameError
from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.server.errors import Refusal
from cashbox.server.tables.seating import BALLOTS
from cashbox.server.tables.settings import Question
from cashbox.server.wire import NewTable, SeatWish
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes
from tests.server.tables_with_absent_players import AWAY, connect_player, play_to_end, refused, take_action

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


def test_every_question_declares_how_players_vote_on_it() -> None:
    assert set(BALLOTS) == set(get_args(Question))


def has_stand_in(table: LiveTable, seat: int) -> bool:
    return bool(table.record.seats[seat].stand_in)


async def without_dan(services: Services, game: str, clock: SetClock) -> tuple[LiveTable, list[Guest]]:
    """Seat four players, and let the last one be away for long."""
    table, guests = await seated(services, game, "Ann", "Bob", "Cleo", "Dan", lapse=0)
    for seat in (0, 1, 2):
        connect_player(table, seat)
    clock.forward(AWAY)
    return table, guests


@pytest.mark.thorough
def test_the_host_can_let_a_bot_play_until_the_player_takes_the_seat_back(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            connect_player(table, 0)
            clock.forward(AWAY)
            await departures.stand_in(table, ann, 1, on=True)
            shown = table.as_table().seats[1]
            assert (shown.kind, shown.name, shown.why) == ("guest", "Bob", "host")
            assert shown.stand_in
            await take_action(table, 0)
            await until(lambda: not table.due & 2)
            connect_player(table, 1)
            assert has_stand_in(table, 1), "a player who reconnects does not take the seat back yet"
            await departures.take_back(table, bob)
            await departures.take_back(table, bob)
            assert not has_stand_in(table, 1)
            await play_to_end(table)
            told = [one.text for one in table.as_table().stood_in]
            assert len(told) == 1
            assert told[0].startswith("A bot made ")
            assert told[0].endswith(" decisions for Bob.")
            assert Match.replay(table.game, loads(table.journal())).over

    asyncio.run(run())


@pytest.mark.thorough
def test_a_majority_of_the_other_players_can_let_a_bot_play(home: Home, votes: str) -> None:
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
            assert [one.by for one in table.as_table().votes] == [[1]], "voting twice counts once"
            await departures.stand_in(table, bob, 3, on=False)
            assert table.as_table().votes == []
            await departures.stand_in(table, bob, 3, on=True)
            assert not has_stand_in(table, 3)
            await departures.stand_in(table, cleo, 3, on=True)
            assert has_stand_in(table, 3)
            assert table.as_table().seats[3].why == "vote"
            assert table.as_table().votes == []
            await departures.take_back(table, dan)
            assert not has_stand_in(table, 3)

    asyncio.run(run())


@pytest.mark.slow
def test_absent_players_do_not_count_in_a_vote(home: Home, votes: str) -> None:
    """Otherwise the last of three players would be stuck when the host is away, too."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (_ann, bob, _cleo) = await seated(services, votes, "Ann", "Bob", "Cleo", lapse=0)
            connect_player(table, 1)
            clock.forward(AWAY)
            await services.departures.stand_in(table, bob, 2, on=True)
            await services.departures.stand_in(table, bob, 0, on=True)
            assert has_stand_in(table, 0)
            assert has_stand_in(table, 2)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_vote_for_a_stand_in_is_refused_with_a_reason(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob, _) = await seated(services, votes, "Ann", "Bob", "Cleo", "bot", lapse=0)
            stranger, _ = await services.guests.add("Stranger")
            watcher = connect_player(table, 2)
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
            await refused(departures.take_back(table, stranger), "not-your-seat")
            clock.forward(AWAY)
            await take_action(table, 2)
            table.visit(None)
            clock.forward(AWAY)
            await refused(departures.stand_in(table, ann, 2, on=True), "not-awaited", "isn't waiting for Cleo")

    asyncio.run(run())


@pytest.mark.slow
def test_no_stand_in_is_possible_without_absence_limits_or_outside_the_game(home: Home, votes: str) -> None:
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
            await refused(departures.take_back(early, ann), "not-playing")
            await play_to_end(table)
            await refused(departures.stand_in(table, ann, 1, on=True), "not-playing", "over")
            await refused(departures.call_off(table, ann, on=True), "not-playing", "over")
            await refused(departures.leave(table, ann, last=True), "not-playing", "over")
            for seconds in (1, 29, 31 * 86400):
                wish = NewTable(votes, [SeatWish("me"), SeatWish("open")], absence=seconds)
                with pytest.raises(GameError, match="30 seconds to 30 days, or 0 for never"):
                    await services.registry.make(ann, wish)

    asyncio.run(run())


@pytest.mark.slow
def test_a_vote_ends_when_the_absent_player_returns(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (_ann, bob, cleo, dan) = await without_dan(services, votes, clock)
            await departures.stand_in(table, bob, 3, on=True)
            connect_player(table, 3)
            await until(lambda: not table.record.votes)
            await refused(departures.stand_in(table, cleo, 3, on=True), "not-away")
            for listener in list(table.listeners):
                if listener.seat == 3:
                    table.part(listener)
            clock.forward(AWAY)
            await departures.stand_in(table, bob, 3, on=True)
            # A request over HTTP also counts as a return.
            table.visit(dan)
            await until(lambda: not table.record.votes)
            await refused(departures.stand_in(table, cleo, 3, on=True), "too-early")

    asyncio.run(run())


async def return_and_act(table: LiveTable, guest: Guest, pause: int) -> None:
    """Let a player make a request and act after a few milliseconds."""
    await asyncio.sleep(0.005 * pause)
    table.visit(guest)
    await table.act(1, [{"type": "bid", "high": True}])


@pytest.mark.thorough
def test_a_vote_and_a_players_return_at_the_same_time_never_block_the_game(home: Home, votes: str) -> None:
    """The last vote races the player's action. If the vote wins, the player gets an error and takes the seat back."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            seen: set[str] = set()
            # Longer pauses are for a busy machine.
            for pause in (*range(8), 20, 40, 80, 160):
                if pause > 8 and len(seen) == 2:
                    break
                table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
                connect_player(table, 0)
                clock.forward(AWAY)
                both = return_and_act(table, bob, pause), services.departures.stand_in(table, ann, 1, on=True)
                held = await asyncio.gather(*both, return_exceptions=True)
                (failed,) = [one for one in held if isinstance(one, Refusal)]
                seen.add(failed.code)
                await services.departures.take_back(table, bob)
                await play_to_end(table)
                assert table.record.status == "over"
            assert seen == {"stand-in", "too-early"}

    asyncio.run(run())


@pytest.mark.thorough
def test_a_returning_player_can_undo_the_stand_ins_actions_of_this_turn(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            clock.forward(AWAY)
            table.visit(ann)
            await services.departures.stand_in(table, ann, 1, on=True)
            # The bot has bid and Ann has not, so the bid can be undone.
            await until(lambda: not table.due & 2)
            await refused(table.undo(1, 1), "stand-in")
            await services.departures.take_back(table, bob)
            assert table.running().can_undo(1) == 1
            await table.undo(1, 1)
            assert table.due & 2
            await play_to_end(table)
            assert table.as_table().stood_in == [], "undone actions do not count"

    asyncio.run(run())


@pytest.mark.thorough
def test_the_time_of_a_players_absence_survives_a_restart(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            watcher = connect_player(table, 1)
            clock.forward(1000)
            table.part(watcher)
        clock.forward(AWAY - 100)
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            connect_player(again, 0)
            await refused(services.departures.stand_in(again, ann, 1, on=True), "too-early", "in 99 seconds")
            clock.forward(100)
            await services.departures.stand_in(again, ann, 1, on=True)
            assert has_stand_in(again, 1)
            await services.departures.take_back(again, bob)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_player_stays_present_for_a_while_after_their_process_is_killed(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            connect_player(table, 1)
            await settled()
            clock.forward(5000)
        # No connection was closed, as after a kill.
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            await refused(services.departures.stand_in(again, ann, 1, on=True), "too-early")
            clock.forward(AWAY)
            await services.departures.stand_in(again, ann, 1, on=True)

    asyncio.run(run())


@pytest.mark.slow
def test_answers_time_out_only_for_players_without_a_stand_in(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=100_000)
            clock.forward(AWAY)
            table.visit(ann)
            await take_action(table, 0)
            before = table.timeout_at
            assert before is not None
            await services.departures.leave(table, bob, last=False)
            await until(lambda: not table.due & 2 or table.timeout_at is None)
            await services.departures.take_back(table, bob)
            while not table.due & 2 and table.record.status == "playing":
                await take_action(table, 0)
            mine = table.timeout_at
            stored = await services.store.table(table.record.id)
            assert stored is not None
            assert stored.timeout == mine

    asyncio.run(run())
