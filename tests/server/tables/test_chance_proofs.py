"""Test the proofs of fair draws: sealed nonces, the committed secret, and proof heads that reveal no hidden steps."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import games
from cashbox.engine import journal as journals
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.verify import verify
from cashbox.server.errors import Refusal
from cashbox.server.tables.starting import header_of
from cashbox.server.tables.wire import State
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.conftest import Server
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


def sealed(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()


async def starting(services: Services, game: str, **more: Any) -> tuple[LiveTable, list[Guest]]:
    """Create a table that is starting: Ann and Bob have sealed the nonces "a" and "b", and Cleo has none."""
    guests = [(await services.guests.add(name))[0] for name in ("Ann", "Bob", "Cleo")]
    seats = [SeatWish("me"), SeatWish("open"), SeatWish("open")]
    table = await services.registry.make(guests[0], NewTable(game, seats, seal=sealed("a"), **more))
    await services.registry.sit(table, guests[1], Sit(seal=sealed("b")))
    assert table.as_table().status == "waiting"
    await services.registry.sit(table, guests[2], Sit())
    assert table.as_table().status == "starting"
    return table, guests


def state(table: LiveTable, viewer: int) -> State:
    return msgspec.json.decode(table.state(viewer, ""), type=State)


async def play_out(table: LiveTable) -> None:
    match = table.running()
    while not match.over:
        seat = (match.due() & -match.due()).bit_length() - 1
        await table.act(seat, [table.game.encode(match.legal(seat)[-1])])


def in_process(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


async def refused(what: Awaitable[object], code: str) -> str:
    with pytest.raises((Refusal, GameError)) as caught:
        await what
    error = caught.value
    assert isinstance(error, (Refusal, GameError))
    assert error.code == code
    return str(error)


@pytest.mark.slow
def test_play_starts_when_the_last_nonce_is_revealed(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob, _) = await starting(services, votes)
            shown = table.as_table()
            assert (shown.seals, shown.nonces, shown.withheld) == ([sealed("a"), sealed("b"), ""], [], [0, 1])
            await services.registry.reveal(table, bob, "b")
            assert (table.as_table().nonces, table.as_table().withheld) == ([], [0])
            await services.registry.reveal(table, bob, "b")
            await services.registry.reveal(table, ann, "a")
            shown = table.as_table()
            assert (shown.status, shown.nonces, shown.withheld) == ("playing", ["a", "b", ""], [])
            await play_out(table)
            report = verify(journals.loads(table.journal()), games.load_for)
            assert report.faults == ()
            assert "the nonces of seats 1 and 2." in report.guarantees[0]
            assert "gave no nonce: seat 3." in report.guarantees[1]

    in_process(run)


@pytest.mark.slow
def test_only_the_sealed_nonce_can_be_revealed_and_only_while_starting(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            reveal = services.registry.reveal
            table, (ann, bob, cleo) = await starting(services, votes)
            stranger, _ = await services.guests.add("Dora")
            await refused(reveal(table, ann, "b"), "wrong-nonce")
            await refused(reveal(table, cleo, "c"), "no-seal")
            await refused(reveal(table, stranger, "a"), "not-your-seat")
            await refused(services.departures.leave(table, bob, last=False), "already-playing")
            clock.forward(11)
            await until(lambda: table.record.status == "playing")
            await refused(reveal(table, ann, "a"), "too-late")
            early = await services.registry.make(
                ann, NewTable(votes, [SeatWish("me"), SeatWish("open")], seal=sealed("a"))
            )
            await refused(reveal(early, ann, "a"), "too-early")

    in_process(run)


@pytest.mark.slow
def test_a_nonce_that_is_not_revealed_in_time_is_left_out_of_the_key(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, *_) = await starting(services, votes)
            await services.registry.reveal(table, ann, "a")
            clock.forward(9)
            await settled()
            assert table.record.status == "starting"
            clock.forward(1)
            await until(lambda: table.record.status == "playing")
            assert table.as_table().nonces == ["a", "", ""]
            await play_out(table)
            report = verify(journals.loads(table.journal()), games.load_for)
            assert report.faults == ()
            assert "didn't reveal their nonce in time: seat 2." in report.guarantees[1]

    in_process(run)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("down", [3, 1000])
def test_a_restart_while_a_table_is_starting_loses_nothing(home: Home, votes: str, down: int) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob, _) = await starting(services, votes)
            await services.registry.reveal(table, ann, "a")
        clock.forward(down)
        async with serving(home, clock) as services:
            if down > 3:
                # No one opens the table: it starts by itself.
                await until(lambda: table.record.id in services.registry._tables)
            again = await services.registry.table(table.record.id)
            if down == 3:
                assert again.as_table().withheld == [1]
                await services.registry.reveal(again, bob, "b")
            await until(lambda: again.record.status == "playing")
            assert again.as_table().nonces == ["a", "b" if down == 3 else "", ""]
            match = again.match
            assert match is not None
            assert match.journal.header == header_of(again.record)
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            assert again.match is not None
            assert again.match.journal == match.journal
            await play_out(again)
            assert verify(journals.loads(again.journal()), games.load_for).faults == ()

    in_process(run)


@pytest.mark.thorough
def test_a_nonce_without_a_seal_is_revealed_when_play_starts(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, _ = await services.guests.add("Ann")
            bob, _ = await services.guests.add("Bob")
            make, seats = services.registry.make, [SeatWish("me"), SeatWish("open")]
            table = await make(ann, NewTable(votes, seats, nonce="mine"))
            assert (table.as_table().seals, table.as_table().nonces) == ([sealed("mine"), ""], [])
            await refused(services.registry.sit(table, bob, Sit(nonce="x", seal=sealed("x"))), "bad-nonce")
            await services.registry.sit(table, bob, Sit())
            assert (table.record.status, table.as_table().nonces) == ("playing", ["mine", ""])

    in_process(run)


@pytest.mark.slow
def test_a_person_without_a_nonce_gets_none(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", "bot")
            assert table.as_table().nonces == ["", "", ""]
            assert table.record.status == "playing"

    in_process(run)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("statement", "values", "sentence"),
    [
        (
            "UPDATE tables SET secret = $1",
            [bytes(32)],
            "The stored secret doesn't match",
        ),
        ("UPDATE seats SET nonce = 'other' WHERE seat = 0", [], "The stored nonce for seat 1"),
        ("UPDATE seats SET name = 'Eve' WHERE seat = 1", [], "The stored name for seat 2"),
    ],
)
@pytest.mark.logs_errors("the secret of a table is another one")
def test_a_secret_nonce_or_name_changed_in_the_database_is_detected(
    home: Home, votes: str, statement: str, values: list[bytes], sentence: str
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob, _) = await starting(services, votes)
            await services.registry.reveal(table, ann, "a")
            await services.registry.reveal(table, bob, "b")
        home.rows(statement, *values)
        async with serving(home, clock) as services:
            assert sentence in await refused(services.registry.table(table.record.id), "damaged-table")
            # The list still shows the original commitment.
            (listed,) = await services.registry.tables_of(ann)
            assert listed.table.commitment == table.record.commitment

    in_process(run)


@pytest.mark.slow
@pytest.mark.logs_errors("the secret of a table is another one")
def test_a_secret_changed_in_the_database_before_play_is_detected(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann, _ = await services.guests.add("Ann")
            table = await services.registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
        home.rows("UPDATE tables SET secret = $1", bytes(32))
        async with serving(home, clock) as services:
            assert "commitment" in await refused(services.registry.table(table.record.id), "damaged-table")

    in_process(run)


@pytest.mark.slow
def test_a_journal_with_a_withdrawn_name_still_verifies(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob")
        home.rows("UPDATE seats SET name = 'Seat 2', salt = '' WHERE seat = 1")
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            await play_out(again)
            assert b"Bob" not in again.journal()
            report = verify(journals.loads(again.journal()), games.load_for)
            assert report.faults == ()
            assert "Seat 2: name withdrawn." in report.guarantees

    in_process(run)


@pytest.mark.slow
def test_proof_heads_reveal_no_hidden_steps(home: Home, votes: str) -> None:
    """Bids are hidden until the last one. A viewer's head changes only with what they see, and verifies in the end."""

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", "Cleo")
            viewers = (SPECTATOR, 0, 1, 2)
            first = {viewer: state(table, viewer).proof for viewer in viewers}
            await table.act(1, [{"type": "bid", "high": True}])
            await table.undo(1, 1)
            await table.act(1, [{"type": "bid", "high": False}])
            assert [viewer for viewer in viewers if state(table, viewer).proof != first[viewer]] == [1]
            heads = set(first.values())
            match = table.running()
            while not match.over:
                seat = (match.due() & -match.due()).bit_length() - 1
                await table.act(seat, [table.game.encode(match.legal(seat)[-1])])
                heads |= {state(table, viewer).proof for viewer in viewers}
            assert len(heads) > 5
            assert {len(head) for head in heads} == {64}
            assert verify(journals.loads(table.journal()), games.load_for, sorted(heads)).faults == ()

    in_process(run)


@pytest.mark.slow
def test_a_starting_table_survives_a_killed_server(home: Home) -> None:
    server = Server(home, CASHBOX_REVEAL="3600")
    server.start()
    try:
        kill_while_starting(server)
    finally:
        server.end()


def kill_while_starting(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", seal=sealed("a"))
    bob.post(f"/api/tables/{table}/sit", {"seal": sealed("b")})
    address = f"/api/tables/{table}"
    assert ann.get(address)["table"]["status"] == "starting"
    assert ann.get(f"{address}/state", 409)["code"] == "not-started"
    assert bob.post(f"{address}/reveal", {"nonce": "b"})["table"]["withheld"] == [0]
    server.kill()
    server.start()
    assert ann.post(f"{address}/reveal", {"nonce": "a"})["table"]["nonces"] == ["a", "b"]
    server.kill()
    server.start()
    assert ann.get(f"{address}/state")["proof"]
    assert ann.post(f"{address}/reveal", {"nonce": ""}, 400)["code"] == "malformed"
    assert (
        ann.post("/api/tables", {"game": "coins", "seats": [{"kind": "me"}], "seal": "x"}, 400)["code"] == "malformed"
    )
