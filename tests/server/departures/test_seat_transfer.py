"""Test the transfer of a seat to another guest by a one-time link, with everything the seat can see."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.json import decode
from msgspec.structs import replace

from cashbox import games
from cashbox.engine import verify as verification
from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import loads
from cashbox.server.accounts import store as accounts_store
from cashbox.server.clock import DAY
from cashbox.server.errors import Refusal
from cashbox.server.social import groups_store
from cashbox.server.tables.channel import Channel
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes
from tests.server.tables_with_absent_players import AWAY, connect_player, first_due, play_to_end, refused, take_action

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


class RecordingConnection:
    """A connection that collects sent messages."""

    congested = False

    def __init__(self) -> None:
        self.texts: list[bytes] = []

    def attach(self, speaker: object) -> None:
        pass

    def send_texts(self, messages: Sequence[bytes]) -> None:
        self.texts += messages

    def hold(self) -> None:
        pass

    def go_on(self) -> None:
        pass

    def part(self, code: int, why: str) -> None:
        raise AssertionError(why)


def record_channel(table: Any, guest: Any) -> RecordingConnection:
    line = RecordingConnection()
    Channel(table, guest, "", lambda *_: None, line, lambda: None).open()
    return line


@pytest.mark.slow
def test_a_transferred_seat_belongs_to_the_new_guest_at_once(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            departures = services.departures
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            cleo, _ = await services.guests.add("Cleo")
            old, new = record_channel(table, ann), record_channel(table, cleo)
            await until(lambda: any(b'"seat":0' in text for text in old.texts))
            code, _ = await departures.offer(table, ann)
            offer = await departures.look_up(code)
            assert (offer.by, offer.game, offer.page) == ("Ann", "Votes", f"/t/{table.record.id}")
            await departures.look_up(code)
            assert table.you(cleo).seat is None, "looking at it does not use it"
            old.texts.clear()
            await departures.take(code, cleo, "")
            assert (table.you(cleo).seat, table.you(ann).seat) == (0, None)
            assert [seat.name for seat in table.as_table().seats] == ["Cleo", "Bob"]
            assert table.record.host == bob.id or table.record.host == cleo.id
            await settled()
            await take_action(table, 0)
            await settled()
            states = [text for text in old.texts if b'"type":"state"' in text]
            assert states
            assert all(b'"seat":null' in text and b'"legal":[]' in text for text in states)
            assert b'"seat":0' in new.texts[-1]
            await refused(departures.take(code, ann, ""), "used-code", "works once")
            await refused(departures.look_up(code), "used-code")

    asyncio.run(run())


@pytest.mark.thorough
def test_a_transfer_withdraws_the_first_players_name_from_a_valid_journal(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            cleo, _ = await services.guests.add("Cleo")
            await table.chat.say(table.record, ann, "Bye")
            await table.chat.mute(table.record, cleo, 0, on=True)
            code, _ = await services.departures.offer(table, ann)
            await services.departures.leave(table, ann, last=False)
            await services.departures.take(code, cleo, "Cleopatra")
            assert table.as_table().seats[0].name == "Cleopatra"
            assert table.as_table().seats[0].stand_in == ""
            assert table.chat.messages_for(table.record, None).lines[0].name == "Ann"
            assert table.chat.muted_seats(table.record, cleo) == []
            await refused(table.chat.say(table.record, ann, "Still here"), "not-your-seat")
            await play_to_end(table)
            data = table.journal()
            assert b"Cleo" not in data
            journal = loads(data)
            assert journal.header.players == ("Seat 1", "Bob")
            report = verification.verify(journal, games.load_for)
            assert report.ok, report.faults
            assert "Seat 1: name withdrawn." in report.guarantees
        async with serving(home, SetClock()) as services:
            again = await services.registry.table(table.record.id)
            assert again.journal() == data

    asyncio.run(run())


@pytest.mark.slow
def test_an_invalid_seat_transfer_is_refused_with_a_reason(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            connect_player(table, 1)
            cleo, _ = await services.guests.add("Cleo")
            await refused(departures.offer(table, cleo), "not-your-seat")
            await refused(departures.look_up("nothing"), "unknown-code")
            old, _ = await departures.offer(table, ann)
            code, _ = await departures.offer(table, ann)
            await refused(departures.take(old, cleo, ""), "unknown-code", "newer one")
            await refused(departures.take(code, bob, ""), "already-seated")
            await refused(departures.take(code, ann, ""), "own-link", "your own link")
            assert table.you(ann).seat == 0
            clock.forward(86_400)
            await refused(departures.take(code, cleo, ""), "old-code", "has expired")
            code, _ = await departures.offer(table, ann)
            given, _ = await departures.offer(table, bob)
            await departures.take(code, cleo, "")
            dan, _ = await services.guests.add("Dan")
            again, _ = await departures.offer(table, cleo)
            await departures.take(again, dan, "")
            await play_to_end(table)
            await refused(departures.take(given, cleo, ""), "not-playing", "over")
            await refused(departures.look_up(given), "not-playing")
            await refused(departures.offer(table, bob), "not-playing")
            assert not home.holds(given), "only hashes are stored"

    asyncio.run(run())


@pytest.mark.slow
def test_only_one_of_two_guests_can_take_a_seat_at_the_same_time(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            takers = [(await services.guests.add(name))[0] for name in ("Cleo", "Dan")]
            code, _ = await services.departures.offer(table, ann)
            taking = [services.departures.take(code, guest, "") for guest in takers]
            done = await asyncio.gather(*taking, return_exceptions=True)
            (late,) = [one for one in done if isinstance(one, Refusal)]
            assert late.code in ("used-code", "seat-gone")
            assert table.record.seats[0].guest in [guest.id for guest in takers]

    asyncio.run(run())


async def without_dan(services: Services, game: str, clock: SetClock, **more: object) -> tuple[LiveTable, list[Guest]]:
    """Seat four players, let Dan be away for long, and add a guest who watches."""
    table, guests = await seated(services, game, "Ann", "Bob", "Cleo", "Dan", lapse=0, **more)
    for seat in (0, 1, 2):
        connect_player(table, seat)
    clock.forward(AWAY)
    eve, _ = await services.guests.add("Eve")
    return table, [*guests, eve]


@pytest.mark.slow
@pytest.mark.databases
def test_the_host_can_give_away_an_absent_players_seat(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, _bob, _cleo, dan, eve) = await without_dan(services, votes, clock)
            await take_action(table, 0)
            code, _ = await departures.offer(table, ann, 3)
            offer = await departures.look_up(code)
            assert (offer.by, offer.away) == ("Dan", True)
            await departures.take(code, eve, "")
            assert (table.you(eve).seat, table.you(dan).seat) == (3, None)
            assert table.as_table().seats[3].name == "Eve"
            assert table.record.host == ann.id
            lines = len(decode(table.log(0, ""))["log"])
            assert decode(table.state(0, ""))["handed"] == [{"seat": 3, "lines": lines}]
            told = len(decode(table.log(SPECTATOR, ""))["log"])
            assert decode(table.state(SPECTATOR, ""))["handed"] == [{"seat": 3, "lines": told}]
            await refused(departures.take(code, eve, ""), "used-code")
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            assert decode(again.state(0, ""))["handed"] == [{"seat": 3, "lines": lines}]

    asyncio.run(run())


@pytest.mark.slow
def test_a_majority_can_give_an_absent_players_seat_away(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (_ann, bob, cleo, _dan, eve) = await without_dan(services, votes, clock)
            await refused(departures.offer(table, bob, 3), "not-agreed", "more than half")
            await departures.vote_hand_on(table, bob, 3, on=True)
            (vote,) = table.as_table().votes
            assert (vote.text, vote.agreed) == ("1 of 3 (Bob) wants to replace Dan.", False)
            await refused(departures.offer(table, bob, 3), "not-agreed")
            await departures.vote_hand_on(table, cleo, 3, on=True)
            assert table.as_table().votes[0].agreed
            assert table.record.seats[3].name == "Dan", "the agreement alone does not give the seat away"
            code, _ = await departures.offer(table, bob, 3)
            await departures.take(code, eve, "")
            assert table.as_table().votes == []
            assert table.you(eve).seat == 3

    asyncio.run(run())


@pytest.mark.slow
def test_a_player_who_is_present_or_just_left_keeps_the_seat(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob, cleo, _dan, eve) = await without_dan(services, votes, clock)
            await refused(departures.offer(table, ann, 1), "not-away", "Bob is at the table")
            await refused(departures.vote_hand_on(table, bob, 2, on=True), "not-away", "Cleo is at the table")
            await refused(departures.vote_hand_on(table, bob, 1, on=True), "own-seat")
            await refused(departures.vote_hand_on(table, eve, 3, on=True), "not-your-seat")
            await refused(departures.offer(table, eve, 3), "not-a-player")
            await refused(departures.offer(table, ann, 9), "no-such-seat")
            code, _ = await departures.offer(table, ann, 3)
            for guest in (bob, cleo):
                await departures.vote_hand_on(table, guest, 3, on=True)
            back = connect_player(table, 3)
            await settled()
            assert table.as_table().votes == [], "the vote ends when the player is back"
            for one in (departures.look_up(code), departures.take(code, eve, "")):
                await refused(one, "not-away", "Dan is at the table")
            table.part(back)
            again: list[Awaitable[object]] = [
                departures.offer(table, ann, 3),
                departures.look_up(code),
                departures.take(code, eve, ""),
            ]
            for doing in again:
                await refused(doing, "too-early", "after being away for 5 minutes")
            clock.forward(AWAY)
            await departures.take(code, eve, "")
            assert table.you(eve).seat == 3

    asyncio.run(run())


@pytest.mark.slow
def test_a_seat_without_absence_limits_can_be_given_away_after_a_day(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, *_, eve) = await without_dan(services, votes, clock, absence=0)
            await refused(services.departures.offer(table, ann, 3), "too-early", "after being away for 1 day")
            clock.forward(DAY)
            code, _ = await services.departures.offer(table, ann, 3)
            await services.departures.take(code, eve, "")
            assert table.you(eve).seat == 3

    asyncio.run(run())


@pytest.mark.slow
def test_a_guest_who_is_not_allowed_at_the_table_cannot_take_a_seat(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob, *_, eve) = await without_dan(services, votes, clock)
            code, _ = await departures.offer(table, ann, 3)
            await refused(departures.take(code, bob, ""), "already-seated")
            removed = {eve.id: int(clock.now()) + 600}
            await services.registry.change(table, lambda record: replace(record, removed=removed))
            await refused(departures.take(code, eve, ""), "removed", "can't take a seat")
            clock.forward(600)
            await services.store.writer.do(lambda c: groups_store.tie(c, ann.id, eve.id, "block", 1, on=True))
            await refused(departures.take(code, eve, ""), "not-welcome")

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.databases
def test_a_player_can_take_back_only_their_first_seat(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob, _cleo, _dan, eve) = await without_dan(services, votes, clock)
            code, _ = await departures.offer(table, bob)
            await departures.take(code, eve, "")
        async with serving(home, clock) as services:
            departures, table = services.departures, await services.registry.table(table.record.id)
            clock.forward(AWAY)
            for seat in (3, 0):
                code, _ = await departures.offer(table, ann, seat)
                await refused(departures.take(code, bob, ""), "had-a-seat", "know its hidden cards")
            code, _ = await departures.offer(table, eve)
            await departures.take(code, bob, "")
            assert table.you(bob).seat == 1

    asyncio.run(run())


@pytest.mark.slow
def test_a_player_whose_seat_was_given_away_gets_a_notification(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, _bob, _cleo, dan, eve) = await without_dan(services, votes, clock)
            for guest in (dan, eve):
                await services.store.writer.do(partial(accounts_store.make, guest_id=guest.id, key=guest.name, now=1))
                await services.notices.choices.webhook(guest, "https://8.8.8.8/hook", ["turn"])
            code, _ = await services.departures.offer(table, ann, 3)
            await services.departures.take(code, eve, "")
            found = home.rows("SELECT kind, who, table_id, seat FROM notices WHERE kind = 'handed'")
            assert found == [("handed", "Eve", table.record.id, 3)]

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("turns", [0, 12], ids=["early", "late"])
def test_a_result_counts_for_the_player_who_made_most_decisions(home: Home, votes: str, turns: int) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0, options={"rounds": 4})
            cleo, _ = await services.guests.add("Cleo")
            for _ in range(turns):
                await take_action(table, first_due(table))
            code, _ = await services.departures.offer(table, ann)
            await services.departures.take(code, cleo, "")
            await play_to_end(table)
            while await services.counting.once():
                pass
            found = {row[0] for row in home.rows("SELECT guest FROM results")}
            assert found == ({bob.id} if turns else {bob.id, cleo.id})

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.databases
def test_a_former_players_late_action_is_refused(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both requests arrive at the same time, and the transfer is stored first."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, _bob, _cleo, dan, eve) = await without_dan(services, votes, clock)
            code, _ = await services.departures.offer(table, ann, 3)
            match = table.running()
            legal = [match.game.encode(match.legal(3)[0])]
            changing, may, change = asyncio.Event(), asyncio.Event(), services.store.change_table

            async def change_late(*given: Any, **more: Any) -> None:
                changing.set()
                await may.wait()
                await change(*given, **more)

            monkeypatch.setattr(services.store, "change_table", change_late)
            taking = asyncio.create_task(services.departures.take(code, eve, ""))
            await changing.wait()
            acting = asyncio.create_task(table.act(3, legal, by=dan))
            undoing = asyncio.create_task(table.undo(3, None, by=dan))
            await settled()
            assert not acting.done()
            assert not undoing.done()
            may.set()
            await taking
            for doing in (acting, undoing):
                await refused(doing, "not-your-seat", "Someone else has it now")
            assert table.number == 0, "no action was recorded for that seat"
            await table.act(3, legal, by=eve)

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("ends", ["withdrawn", "left", "back and gone again", "handed on"])
def test_a_majoritys_link_ends_when_the_players_no_longer_agree(home: Home, votes: str, ends: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (_ann, bob, cleo, _dan, eve) = await without_dan(services, votes, clock)
            for guest in (bob, cleo):
                await departures.vote_hand_on(table, guest, 3, on=True)
            code, _ = await departures.offer(table, bob, 3)
            await departures.look_up(code)
            if ends == "withdrawn":
                await departures.vote_hand_on(table, cleo, 3, on=False)
            elif ends == "left":
                await departures.leave(table, cleo, last=False)
            elif ends == "back and gone again":
                dan = connect_player(table, 3)
                await settled()
                table.part(dan)
                clock.forward(AWAY)
            else:
                fay, _ = await services.guests.add("Fay")
                own, _ = await departures.offer(table, cleo)
                await departures.take(own, fay, "")
            for one in (departures.look_up(code), departures.take(code, eve, "")):
                await refused(one, "not-agreed", "no longer")
            assert table.record.seats[3].name == "Dan"

    asyncio.run(run())


@pytest.mark.slow
def test_a_hosts_link_works_only_while_that_player_is_host(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, _bob, _cleo, _dan, eve) = await without_dan(services, votes, clock)
            code, _ = await departures.offer(table, ann, 3)
            await departures.hand_host(table, ann, 1)
            await refused(departures.take(code, eve, ""), "not-agreed", "no longer")
            await services.registry.change(table, lambda record: replace(record, host=ann.id))
            await departures.take(code, eve, "")
            assert table.you(eve).seat == 3

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.databases
def test_a_link_to_a_deleted_players_seat_does_not_work(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, bob, _cleo, dan, eve) = await without_dan(services, votes, clock)
            code, _ = await departures.offer(table, ann, 3)
            other, _ = await departures.offer(table, bob)
            await services.erasing.guest(dan.id)
            await refused(departures.take(code, eve, ""), "seat-gone")
            await services.erasing.guest(bob.id)
            await refused(departures.take(other, eve, ""), "unknown-code")
            assert table.you(eve).seat is None

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.databases
def test_each_seat_gets_one_player_when_many_take_seats_at_once(home: Home, votes: str) -> None:
    """Two links to two seats, used by three guests at once, while the players act."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures = services.departures
            table, (ann, _bob, cleo, dan, _eve) = await without_dan(services, votes, clock)
            first, _ = await departures.offer(table, ann, 3)
            second, _ = await departures.offer(table, cleo)
            takers = [(await services.guests.add(f"Taker {n}"))[0] for n in range(3)]
            doing = [departures.take(code, guest, "") for guest in takers for code in (first, second)]
            done = await asyncio.gather(*doing, take_action(table, 0), take_action(table, 1), return_exceptions=True)
            assert all(isinstance(one, Refusal) for one in done if isinstance(one, BaseException)), done
            had = [guest for guest in takers if table.record.seat_of(guest) is not None]
            assert len(had) == 2
            assert [table.record.seat_of(guest) for guest in (cleo, dan)] == [None, None]
            used = home.rows("SELECT count(*) FROM codes WHERE used IS NOT NULL")
            assert used == [(2,)]

    asyncio.run(run())
