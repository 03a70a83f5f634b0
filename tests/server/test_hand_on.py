"""A seat is handed on by a link that works once: from then on it is another guest's, with all that it sees."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import games
from cashbox.engine import verify as verification
from cashbox.engine.journal import loads
from cashbox.server.live.channel import Channel
from cashbox.server.problems import Refusal
from tests.server.away import comes, plays, refused, to_the_end
from tests.server.inside import SetClock, seated, serving, settled, until, votes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.homes import Home

__all__ = ["votes"]


class Heard:
    """A line on which somebody hears what is sent."""

    congested = False

    def __init__(self) -> None:
        self.texts: list[bytes] = []

    def take(self, speaker: object) -> None:
        pass

    def send_texts(self, messages: Sequence[bytes]) -> None:
        self.texts += messages

    def hold(self) -> None:
        pass

    def go_on(self) -> None:
        pass

    def part(self, code: int, why: str) -> None:
        raise AssertionError(why)


def listening(table: Any, guest: Any) -> Heard:
    line = Heard()
    Channel(table, guest, "", lambda *_: None, line, lambda: None).open()
    return line


@pytest.mark.slow
def test_the_seat_is_another_guests_from_then_on(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            staying = services.staying
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            cleo, _ = await services.guests.add("Cleo")
            old, new = listening(table, ann), listening(table, cleo)
            await until(lambda: any(b'"seat":0' in text for text in old.texts))
            code, _ = await staying.offer(table, ann)
            offer = await staying.look(code)
            assert (offer.by, offer.game, offer.page) == ("Ann", "Votes", f"/t/{table.record.id}")
            await staying.look(code)
            assert table.you(cleo).seat is None, "looking at it does not use it"
            old.texts.clear()
            await staying.take(code, cleo, "")
            assert (table.you(cleo).seat, table.you(ann).seat) == (0, None)
            assert [seat.name for seat in table.shown().seats] == ["Cleo", "Bob"]
            assert table.record.host == bob.id or table.record.host == cleo.id
            await settled()
            await plays(table, 0)
            await settled()
            states = [text for text in old.texts if b'"type":"state"' in text]
            assert states
            assert all(b'"seat":null' in text and b'"legal":[]' in text for text in states)
            assert b'"seat":0' in new.texts[-1]
            await refused(staying.take(code, ann, ""), "used-code", "works once")
            await refused(staying.look(code), "used-code")

    asyncio.run(run())


@pytest.mark.thorough
def test_the_first_players_name_is_withdrawn_and_the_journal_still_verifies(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            cleo, _ = await services.guests.add("Cleo")
            await table.chat.say(table.record, ann, "Bye")
            await table.chat.mute(table.record, cleo, 0, on=True)
            code, _ = await services.staying.offer(table, ann)
            await services.staying.leave(table, ann, last=False)
            await services.staying.take(code, cleo, "Cleopatra")
            assert table.shown().seats[0].name == "Cleopatra"
            assert table.shown().seats[0].stand_in == ""
            assert table.chat.shown(table.record, None).lines[0].name == "Ann"
            assert table.chat.muted_seats(table.record, cleo) == []
            await refused(table.chat.say(table.record, ann, "Still here"), "not-your-seat")
            await to_the_end(table)
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
def test_each_reason_against_it_has_a_sentence(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            staying = services.staying
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            comes(table, 1)
            cleo, _ = await services.guests.add("Cleo")
            await refused(staying.offer(table, cleo), "not-your-seat")
            await refused(staying.look("nothing"), "unknown-code")
            old, _ = await staying.offer(table, ann)
            code, _ = await staying.offer(table, ann)
            await refused(staying.take(old, cleo, ""), "unknown-code", "newer one")
            await refused(staying.take(code, bob, ""), "already-seated")
            await refused(staying.take(code, ann, ""), "own-link", "your own link")
            assert table.you(ann).seat == 0
            clock.forward(86_400)
            await refused(staying.take(code, cleo, ""), "old-code", "too old")
            code, _ = await staying.offer(table, ann)
            given, _ = await staying.offer(table, bob)
            await staying.take(code, cleo, "")
            dan, _ = await services.guests.add("Dan")
            again, _ = await staying.offer(table, cleo)
            await staying.take(again, dan, "")
            await to_the_end(table)
            await refused(staying.take(given, cleo, ""), "not-playing", "over")
            await refused(staying.look(given), "not-playing")
            await refused(staying.offer(table, bob), "not-playing")
            assert not home.holds(given), "only hashes are kept"

    asyncio.run(run())


@pytest.mark.slow
def test_of_two_who_take_it_at_once_one_has_it(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            takers = [(await services.guests.add(name))[0] for name in ("Cleo", "Dan")]
            code, _ = await services.staying.offer(table, ann)
            taking = [services.staying.take(code, guest, "") for guest in takers]
            done = await asyncio.gather(*taking, return_exceptions=True)
            (late,) = [one for one in done if isinstance(one, Refusal)]
            assert late.code in ("used-code", "seat-gone")
            assert table.record.seats[0].guest in [guest.id for guest in takers]

    asyncio.run(run())
