"""Test continuing from a step of a finished game at a new table: permissions, and kept and redealt cards."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine.chain import seal
from cashbox.engine.game import GameError
from cashbox.engine.going_on import comes_from
from cashbox.engine.journal import Journal, loads
from cashbox.engine.match import Match
from cashbox.engine.verify import verify
from cashbox.server.continuing import service as continuing_starts
from cashbox.server.continuing import store as continuing_store
from cashbox.server.continuing.wire import GoOn
from cashbox.server.db import queries
from cashbox.server.db.schema import TABLES
from cashbox.server.errors import Refusal
from cashbox.server.ops import checking
from cashbox.server.ops.socket import DeleteTable
from cashbox.server.social import results_store
from cashbox.server.tables.settings import DELAY
from cashbox.server.watching import service as watching_service
from cashbox.server.watching.wire import ChangeWatching
from cashbox.server.wire import ChangeSeat, SeatWish, Sit
from tests.server.rematch.test_rematch import again, play_out
from tests.server.server_in_process import SetClock, seated, serving, votes

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server

    Work = Callable[[Services], Coroutine[None, None, None]]

__all__ = ["votes"]

OPEN, ME, BOT = SeatWish("open"), SeatWish("me"), SeatWish("bot", "random")


def run_with_services(
    home: Home, work: Callable[[Services], Coroutine[None, None, None]], clock: SetClock | None = None
) -> None:
    async def run() -> None:
        async with serving(home, clock or SetClock()) as services:
            await work(services)

    asyncio.run(run())


async def continue_game(services: Services, table: LiveTable | str, guest: Guest, n: int = 5, **wish: Any) -> LiveTable:
    seats = wish.pop("seats", [ME, OPEN])
    named = table if isinstance(table, str) else table.record.id
    body = GoOn(n, wish.pop("hidden", "kept"), seats, **wish)
    now = services.store.clock.now()
    return await continuing_starts.create_from_step(
        services.replays, services.registry, services.catalog, named, guest, body, now
    )


async def finished(services: Services, game: str, *names: str, **more: Any) -> tuple[LiveTable, list[Guest]]:
    table, guests = await seated(services, game, *(names or ("Ann", "Bob")), **more)
    await play_out(table)
    return table, guests


async def together(services: Services, table: LiveTable, guest: Guest, other: Guest, **wish: Any) -> LiveTable:
    """Continue with another guest on the second seat, and play to the end."""
    here = await continue_game(services, table, guest, **wish)
    await services.registry.sit(here, other, Sit())
    await play_out(here)
    return here


def journal_of(table: LiveTable, guest: Guest) -> Journal:
    return loads(table.journal(guest))


async def refused(doing: Coroutine[Any, Any, Any], code: str, words: str) -> None:
    with pytest.raises((Refusal, GameError), match=words) as found:
        await doing
    assert isinstance(found.value, (Refusal, GameError))
    assert found.value.code == code


@pytest.mark.slow
def test_a_game_continued_against_a_bot_ends_and_verifies(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        old, (ann, _) = await finished(services, votes, options={"rounds": 2})
        for hidden in ("kept", "anew"):
            await against_a_bot(services, old, ann, hidden)
        # At a table of bots, options and cards stay the same.
        here = await continue_game(services, old, ann, 3, hidden="anew", seats=[BOT, OPEN])
        await services.registry.change_seat(here, ann, ChangeSeat(1, "bot", "random"))
        await play_out(here)
        assert here.record.settings.options == old.record.settings.options
        assert not any(entry.anew for entry in journal_of(here, ann).entries)

    async def against_a_bot(services: Services, old: LiveTable, ann: Guest, hidden: str) -> None:
        there = journal_of(old, ann)
        here = await continue_game(services, old, ann, 6, hidden=hidden, seats=[BOT, SeatWish("me")])
        record, match = here.record, here.running()
        assert record.status == "playing"
        assert (record.game, record.settings.options) == (old.record.game, old.record.settings.options)
        assert record.settings.mode == old.record.settings.mode
        assert match.journal.entries[:7] == there.entries[:7]
        assert [entry.anew for entry in match.journal.entries[7:8]] == ([0b10] if hidden == "anew" else [])
        assert match.can_undo(1) == 0
        shown = here.as_table()
        assert shown.came_from is not None
        assert (shown.came_from.n, shown.came_from.hidden, shown.rated) == (6, hidden, False)
        assert [seat.since for seat in record.seats] == [7, 7]
        await play_out(here)
        journal = journal_of(here, ann)
        assert comes_from(journal, there)
        assert verify(journal, lambda _: here.game).faults == ()

    run_with_services(home, work)


@pytest.mark.slow
def test_a_guest_who_can_watch_the_replay_can_continue_the_game(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        old, (ann, _) = await finished(services, votes)
        eve, _ = await services.guests.add("Eve")
        here = await continue_game(services, old, eve, 4, hidden="anew")
        await services.registry.sit(here, ann, Sit())
        assert here.record.seats[0].guest == eve.id
        origin = await continuing_starts.origin(services.replays, services.files, here.record, None)
        assert origin.page == f"/t/{old.record.id}/replay?n=4"
        state = msgspec.json.decode(here.state(0, ""))
        there = Match.replay(old.game, journal_of(old, eve), 4)
        assert state["view"] == msgspec.to_builtins(old.game.view(there.state, 0))
        assert any("are redealt" in line["text"] for line in state["log"])

    run_with_services(home, work)


@pytest.mark.thorough
def test_a_continued_game_starts_even_if_the_old_table_was_deleted(home: Home, votes: str) -> None:
    """Meanwhile, the old table is deleted and the server restarts."""
    clock = SetClock()
    kept: dict[str, Any] = {}

    async def made(services: Services) -> None:
        old, (ann, *_) = await finished(services, votes, "Ann", "Bob", "Cat")
        kept["old"], kept["ann"], kept["journal"] = old.record.id, ann, journal_of(old, ann)
        here = await continue_game(services, old, ann, 7, hidden="anew", seats=[ME, OPEN, OPEN], seal=seal("mine"))
        kept["id"] = here.record.id
        assert (here.record.status, here.match) == ("waiting", None)
        assert home.rows("SELECT count(*) FROM prologues") == [(1,)]
        assert home.rows("SELECT count(*) FROM entries WHERE table_id = $1", here.record.id) == [(0,)]

    async def joined(services: Services) -> None:
        await services.registry.table(kept["old"])
        await services.admin_commands.obey(DeleteTable("tester", kept["old"]))
        gone = continue_game(services, kept["old"], kept["ann"], seats=[ME, OPEN, OPEN])
        await refused(gone, "no-such-table", "This table doesn't exist")
        here = await services.registry.table(kept["id"])
        bob, _ = await services.guests.add("Bob")
        cat, _ = await services.guests.add("Cat")
        await services.registry.sit(here, bob, Sit())
        await services.registry.sit(here, cat, Sit())
        assert here.as_table().withheld == [0]
        await services.registry.reveal(here, kept["ann"], "mine")
        assert here.record.status == "playing"
        match = here.running()
        assert match.journal.entries[:8] == kept["journal"].entries[:8]
        assert match.journal.entries[8].anew == 0b111
        assert home.rows("SELECT count(*) FROM prologues") == [(0,)]
        origin = await continuing_starts.origin(services.replays, services.files, here.record, kept["ann"])
        assert (origin.n, origin.page) == (7, None)
        kept["mark"] = here.frames.mark(0)

    async def ended(services: Services) -> None:
        here = await services.registry.table(kept["id"])
        assert here.frames.mark(0) == kept["mark"]
        await play_out(here)
        journal = journal_of(here, kept["ann"])
        assert verify(journal, lambda _: here.game).faults == ()
        assert comes_from(journal, kept["journal"])

    for part in (made, joined, ended):
        run_with_services(home, part, clock)
    assert not home.faults()


@pytest.mark.thorough
def test_a_continued_game_does_not_count_in_results_or_series(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        old, (ann, bob) = await finished(services, votes, "Ann", "Bob")
        while await services.counting.once():
            pass
        before = home.rows("SELECT count(*) FROM results")
        here = await together(services, old, ann, bob, n=3)
        assert await services.store.read(results_store.uncounted, int(services.store.clock.now()) + 9, 9) == []
        assert home.rows("SELECT count(*) FROM results") == before
        # A rematch is a regular game, and the continued game is not part of its series.
        then = await again(services, here, ann)
        assert (then.record.goes_on, then.record.series, then.record.nth) == (None, "", 1)
        assert here.as_table().then == then.record.id

    run_with_services(home, work)


@pytest.mark.slow
@pytest.mark.logs_errors("a journal in the database is damaged")
def test_continuing_a_game_is_refused_with_a_reason(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        eve, _ = await services.guests.add("Eve")
        running, (ann, _) = await seated(services, votes, "Ann", "Bob")
        await refused(continue_game(services, running, ann), "not-over", "The game at this table isn't over")
        await refused(continue_game(services, "nothing", ann), "no-such-table", "This table doesn't exist")
        old, (cat, _) = await finished(services, votes, "Cat", "Dan")
        last = old.running().number
        for n in (-1, last + 1, 10**12):
            await refused(continue_game(services, old, cat, n), "no-such-step", f"This replay has steps 0 to {last}")
        await refused(continue_game(services, old, cat, last), "game-over", "The game is over at this step")
        await refused(continue_game(services, old, cat, seats=[ME]), "bad-seats", "That game has 2 seats, .* not 1")
        await refused(continue_game(services, old, cat, seats=[ME, ME]), "bad-seats", "only have one seat")
        home.rows("DELETE FROM entries WHERE table_id = $1 AND number = 2", old.record.id)
        await refused(
            continue_game(services, old, cat), "damaged-table", "This game can't be continued: Entry 3 is where"
        )
        hidden, (fay, _) = await finished(services, votes, "Fay", "Gus", watching="nobody")
        await refused(continue_game(services, hidden, eve), "no-such-table", "This table doesn't exist")
        shy, _ = await finished(services, votes, "Hal", "Ida", open_hands=False)
        await refused(continue_game(services, shy, eve), "players-only", "Only the players")
        await refused(
            continue_game(services, hidden, fay, watching="link"), "only-closer", "That game had no spectators"
        )
        here = await continue_game(services, hidden, fay)
        assert here.record.settings.watching == "nobody"
        wider = ChangeWatching(watching="public")
        with pytest.raises(Refusal, match="you can't open it to more spectators"):
            await services.registry.change(here, lambda record: watching_service.set_watching(record, fay, wider))

    run_with_services(home, work)


@pytest.mark.slow
def test_hidden_hands_stay_hidden_in_a_continued_game(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        shy, (ann, bob) = await finished(services, votes, open_hands=False)
        await refused(continue_game(services, shy, ann, open_hands=True), "only-closer", "stay hidden")
        here = await together(services, shy, ann, bob)
        assert not here.record.settings.open_hands
        eve, _ = await services.guests.add("Eve")
        with pytest.raises(Refusal, match="Only the players"):
            here.journal(eve)

    run_with_services(home, work)


@pytest.mark.slow
def test_a_delayed_game_can_be_continued_only_after_its_delay(home: Home, votes: str) -> None:
    """Its players must wait too: spectators of the new table would learn what they can't know yet."""
    clock = SetClock()

    async def work(services: Services) -> None:
        old, (ann, _) = await finished(services, votes, watching="delayed")
        eve, _ = await services.guests.add("Eve")
        await refused(continue_game(services, old, eve, 3), "not-over", "isn't over")
        await refused(continue_game(services, old, ann, 3), "not-over", "haven't seen the end")
        clock.forward(DELAY + 3)
        for guest in (ann, eve):
            here = await continue_game(services, old, guest, 3)
            assert (here.record.status, here.record.settings.watching) == ("waiting", "delayed")
            assert (await continuing_starts.origin(services.replays, services.files, here.record, eve)).page is not None

    run_with_services(home, work, clock)


@pytest.mark.slow
def test_only_players_of_a_private_game_see_where_its_continuation_came_from(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        old, (ann, _) = await finished(services, votes, watching="nobody")
        eve, _ = await services.guests.add("Eve")
        here = await continue_game(services, old, ann, 3)
        await services.registry.sit(here, eve, Sit())
        assert old.record.id.encode() not in here.answer(eve) + here.answer(ann)
        assert (await continuing_starts.origin(services.replays, services.files, here.record, eve)).page is None
        assert (
            await continuing_starts.origin(services.replays, services.files, here.record, ann)
        ).page == f"/t/{old.record.id}/replay?n=3"

    run_with_services(home, work)


def test_a_regular_table_has_no_origin(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        table, _ = await seated(services, votes, "Ann", "Bob")
        assert table.as_table().came_from is None
        await refused(
            continuing_starts.origin(services.replays, services.files, table.record, None),
            "no-origin",
            "doesn't continue another",
        )

    run_with_services(home, work)


@pytest.mark.slow
def test_a_continued_game_can_be_continued_again(home: Home, votes: str) -> None:
    async def work(services: Services) -> None:
        old, (ann, bob) = await finished(services, votes)
        here = await together(services, old, ann, bob, n=3, hidden="anew")
        there = await together(services, here, bob, ann, n=6, hidden="anew")
        journal = journal_of(there, ann)
        assert [entry.n for entry in journal.entries if entry.anew] == [4, 7]
        assert verify(journal, lambda _: here.game).faults == ()
        assert comes_from(journal, journal_of(here, bob))

    run_with_services(home, work)


@pytest.mark.slow
def test_the_database_check_finds_missing_entries_of_a_waiting_table(home: Home, votes: str) -> None:
    made = {}

    async def work(services: Services) -> None:
        old, (ann, _) = await finished(services, votes)
        here = await continue_game(services, old, ann)
        made["id"] = here.record.id
        assert [entry.n for entry in await services.store.read(continuing_store.of, here.record.id)] == [*range(6)]
        found = await services.store.read(queries.records, TABLES.c.id == here.record.id)
        assert found[0].goes_on == here.record.goes_on

    run_with_services(home, work)
    source = home.database or home.folder / "cashbox.db"
    assert checking.look(source, [made["id"]]).faults == ()
    home.rows("DELETE FROM prologues")
    (fault,) = checking.look(source, [made["id"]]).faults
    assert "from the original game can't be read" in fault


def test_invalid_requests_to_continue_a_game_are_refused_with_a_reason(server: Server) -> None:
    ann = server.guest()
    wish = {"game": "coins", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}], "options": {"rounds": 1}}
    table = ann.post("/api/tables", wish, 201)["table"]["id"]
    with ann.live(table) as live:
        state = live.owing()
        while not state["outcome"]:
            live.act(state, -1)
            state = live.owing()
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = ann.post(f"/api/tables/{table}/go-on", {"n": 1, "hidden": "kept", "seats": seats}, 201)
    assert made["table"]["came_from"] == {"n": 1, "hidden": "kept"}
    origin = ann.get(f"/api/tables/{made['table']['id']}/origin")
    assert origin == {"n": 1, "hidden": "kept", "page": f"/t/{table}/replay?n=1"}
    assert ann.get(f"/api/tables/{table}/origin", 404)["code"] == "no-origin"
    for change, status, code in (
        ({"n": "first"}, 400, "malformed"),
        ({"hidden": "open"}, 400, "malformed"),
        ({"seats": []}, 400, "malformed"),
        ({"seats": [{"kind": "me"}] * 33}, 400, "malformed"),
        ({"rated": True}, 400, "malformed"),
        ({"n": 9999}, 404, "no-such-step"),
        ({"n": 2**70}, 404, "no-such-step"),
        ({"seats": seats[:1]}, 400, "bad-seats"),
        ({"seats": [seats[0], {"kind": "bot", "bot": "nobody"}]}, 400, "unknown-bot"),
        ({"watching": "anybody"}, 400, "malformed"),
        ({"circle": "none"}, 403, "not-a-member"),
    ):
        problem = ann.post(f"/api/tables/{table}/go-on", {"n": 1, "hidden": "kept", "seats": seats} | change, status)
        assert problem["code"] == code
        assert problem["message"].endswith(".")
