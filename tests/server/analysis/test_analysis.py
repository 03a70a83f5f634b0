"""Test the analysis of a finished game: start, progress, storage, cancellation, and continuing after a restart."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.analysis.results import Analysis, AnalyzedMoment, Judged, SeatSummary
from cashbox.engine.game import GameError
from cashbox.engine.journal import Header
from cashbox.server.analysis import service, worker
from cashbox.server.analysis.service import TRIES, Analyses, analyzed_game, reasons
from cashbox.server.analysis.store import LEASE, StoredAnalysis, analysis_of, claim, claim_of, keep_analysis, renew
from cashbox.server.analysis.worker import Analyst, Answer, Question
from cashbox.server.continuing.service import past_game
from cashbox.server.db.records import Guest, SeatRecord, TableRecord
from cashbox.server.errors import Refusal
from cashbox.server.ops.upkeep import drop_tables
from cashbox.server.tables.settings import TableSettings
from cashbox.server.tables.starting import header_of
from cashbox.server.workers import WorkerError
from tests.extra_game_folders import among_the_games
from tests.server.server_in_process import SetClock, seated, serving, until
from tests.server.tables_with_absent_players import play_to_end
from tests.server.watching.test_who_may_watch import NO_TABLE, normalized, pair
from tests.server.web.test_bad_input import problem
from tests.server.web.test_link_previews import play_out

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from cashbox.server.db.records import Guest as Person
    from cashbox.server.replays.games import PastGame
    from cashbox.server.services import Services
    from tests.data_folders import Home
    from tests.server.conftest import Server

PIECE = Analyses._piece
"""The original method, which some tests restore."""
PATIENCE = 300.0
"""Seconds for an analysis on a busy machine, where its process has the lowest priority."""


@pytest.mark.thorough
def test_a_player_can_analyze_a_finished_game(server: Server) -> None:
    ann, bob, table = pair(server)
    path = f"/api/tables/{table}/analysis"
    play_out(server, table, ann, bob)
    ann.http.post(path, json={"effort": "quick"})
    end = time.monotonic() + PATIENCE
    while (done := ann.http.get(path).json())["status"] == "running":
        assert time.monotonic() < end
        time.sleep(0.2)
    assert done["status"] == "done"
    analysis = done["analysis"]
    assert analysis["players"] == ["Ann", "Bob"]
    for one in analysis["seats"]:
        total = one["start"] + one["luck"] + one["own"] + one["others"]
        assert total == pytest.approx(one["result"], abs=1e-9)
    again = bob.http.post(path, json={"effort": "quick"}).json()
    assert (again["status"], again["analysis"]) == ("done", analysis)
    stranger = httpx.get(f"{server.url}{path}").json()
    assert (stranger["status"], stranger["may_cancel"]) == ("done", False)
    (skill,) = ann.get(f"/api/people/{ann.get('/api/me/page')['who']['handle']}/skill")["skills"]
    assert [one["decisions"] for one in skill["games"]] == [analysis["seats"][0]["decisions"]]
    page = ann.http.get(f"/p/{ann.get('/api/me/page')['who']['handle']}").text
    assert skill["text"].replace("'", "&#39;") in page
    for puzzle in ann.get("/api/me/practice")["puzzles"]:
        moment = ann.get(f"/api/tables/{table}/replay/{puzzle['n'] - 1}?eyes={puzzle['seat']}")
        assert {*puzzle["choices"]} <= {one["label"] for one in moment["legal"]}
        solved = [
            ann.post(f"/api/me/practice/{table}/{puzzle['n']}", {"choice": choice})
            for choice in range(len(puzzle["choices"]))
        ]
        assert [one["verdict"] for one in solved].count("best") == 1


def test_an_analysis_can_be_started_and_canceled_after_the_game(server: Server) -> None:
    ann, bob, table = pair(server)
    path = f"/api/tables/{table}/analysis"
    assert "You can analyze it when it is." in ann.http.get(path).text
    problem(ann.http.post(path, json={"effort": "quick"}), 409, "not-over")
    play_out(server, table, ann, bob)
    none = ann.http.get(path).json()
    assert (none["status"], none["may_cancel"], none["analysis"]) == ("none", False, None)
    problem(ann.http.post(path, json={"effort": "endless"}), 400, "malformed")
    started: dict[str, Any] = ann.http.post(path, json={"effort": "deep"}).json()
    assert started["status"] in ("running", "done")
    assert started["may_cancel"] == (started["status"] == "running")
    problem(httpx.post(f"{server.url}{path}", json={"effort": "quick"}), 401, "no-guest")
    assert ann.http.delete(path).json()["status"] in ("none", "done")


def test_an_analysis_is_only_for_viewers_who_can_see_every_hand(server: Server) -> None:
    ann, bob, table = pair(server, open_hands=False)
    play_out(server, table, ann, bob)
    problem(httpx.get(f"{server.url}/api/tables/{table}/analysis"), 403, "players-only")
    ann, bob, table = pair(server, watching="nobody")
    play_out(server, table, ann, bob)
    asked = [normalized(httpx.get(f"{server.url}/api/tables/{one}/analysis"), one) for one in (table, NO_TABLE)]
    assert asked[0] == asked[1]
    assert asked[0][0] == 404


def test_a_table_can_forbid_analysis(server: Server) -> None:
    ann, bob, table = pair(server, analysis=False)
    assert not ann.get(f"/api/tables/{table}")["table"]["analysis"]
    path = f"/api/tables/{table}/analysis"
    play_out(server, table, ann, bob)
    for answer in (ann.http.get(path), ann.http.post(path, json={"effort": "quick"}), ann.http.delete(path)):
        problem(answer, 403, "no-analysis")
        assert answer.json()["message"] == "The host turned off analysis for this table."
    seats = [{"kind": "me"}, {"kind": "bot"}]
    more = ann.post(f"/api/tables/{table}/go-on", {"n": 0, "hidden": "kept", "seats": seats}, 201)
    assert not more["table"]["analysis"]


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the tiny games, and run analyses in this process: their own has the lowest priority on a busy machine."""

    async def piece(_: Analyses, question: Question, *, is_file: bool) -> Answer:
        # A short pause, so that readers get a turn in between.
        await asyncio.sleep(0.05)
        try:
            return await asyncio.to_thread(Analyst().answer, question)
        except GameError as error:
            raise WorkerError(str(error), again=False) from error

    monkeypatch.setattr(worker, "PIECE", PATIENCE)
    monkeypatch.setattr(Analyses, "_piece", piece)
    with among_the_games(Path(__file__).parents[1] / "games"):
        yield


def with_finished_game(home: Home, test: Callable[[Services, PastGame, list[Person]], Awaitable[None]]) -> None:
    """Play Coins to its end inside this process, then run a test."""

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, guests = await seated(services, "coins", "Ann", "Bob")
            await play_to_end(table)
            await test(services, await past_game(services.replays, table.record.id, guests[0]), guests)

    asyncio.run(run())


async def claimed(services: Services, guest: Person, subject: str, job: str) -> bool:
    """Claim an analysis as another process would, and return whether nothing is in the way."""
    now = int(services.store.clock.now())
    write = partial(claim, guest=guest.id, subject=subject, job=job, now=now)
    return await services.store.writer.do(write) is None


async def question_of(services: Services, past: PastGame, done: list[AnalyzedMoment]) -> Question:
    record = past.record
    content = await services.catalog.content(record.game, record.content_hash)
    entries = await past.entries(-1, past.last + 1)
    return Question(record.id, header_of(record), content, entries, "quick", done)


def test_pieces_add_up_to_the_same_analysis_in_any_process(
    home: Home, tiny: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(services: Services, past: PastGame, _: list[Person]) -> None:
        whole = Analyst().answer(await question_of(services, past, []))
        assert whole.analysis is not None
        monkeypatch.setattr(worker, "PIECE", 0)
        done: list[AnalyzedMoment] = []
        analyst = Analyst()
        for number in range(whole.total):
            # Every second piece goes to a new process.
            analyst = analyst if number % 2 else Analyst()
            answer = analyst.answer(await question_of(services, past, done))
            assert len(answer.moments) == 1
            done += answer.moments
        assert done == whole.moments
        assert answer.analysis == whole.analysis

    with_finished_game(home, test)


def test_an_interrupted_analysis_continues_when_a_player_opens_it(home: Home, tiny: None) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        table, clock = past.record.id, services.store.clock
        assert isinstance(clock, SetClock)
        whole = Analyst().answer(await question_of(services, past, []))
        part = msgspec.json.encode(whole.moments[:3])
        row = StoredAnalysis("quick", False, part, int(clock.now()))
        await services.store.writer.do(partial(keep_analysis, table=table, one=row))
        # Another process is working on it.
        assert await claimed(services, guests[0], table, "elsewhere")
        for guest, own in ((guests[0], True), (guests[1], False), (None, False)):
            elsewhere = await services.analyses.progress(past, guest)
            assert (elsewhere.status, elsewhere.done, elsewhere.may_cancel) == ("running", 3, own)
        assert (await services.analyses.start(past, guests[1], "quick")).status == "running"
        assert not services.analyses.running
        clock.forward(LEASE)
        assert (await services.analyses.progress(past, None)).status == "none"
        both = await asyncio.gather(*(services.analyses.progress(past, guest) for guest in guests))
        assert [one.done for one in both] == [3, 3]
        assert len(services.analyses.tasks) == 1
        await until(lambda: not services.analyses.running)
        found = await services.analyses.progress(past, guests[0])
        assert found.status == "done"
        assert whole.analysis is not None
        assert found.analysis == msgspec.structs.replace(whole.analysis, players=("Ann", "Bob"))
        stored = await services.store.read(analysis_of, table)
        assert stored is not None
        # Names can be withdrawn later.
        assert b"Ann" not in stored.body
        # An interrupted deep analysis does not replace the quick one.
        row = StoredAnalysis("deep", False, part, int(clock.now()))
        await services.store.writer.do(partial(keep_analysis, table=table, one=row))
        assert await services.store.read(analysis_of, table) == stored

    with_finished_game(home, test)


@pytest.mark.databases
def test_each_player_runs_one_analysis_in_all_processes(home: Home, tiny: None) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        ann, bob = guests
        table = past.record.id
        # Of several requests at once, one gets the claim.
        jobs = [f"job {n}" for n in range(8)]
        got = await asyncio.gather(*(claimed(services, ann, f"table {n % 4}", job) for n, job in enumerate(jobs)))
        assert sum(got) == 1
        with pytest.raises(Refusal) as refused:
            await services.analyses.start(past, ann, "quick")
        assert refused.value.code == "analysis-running"
        clock = services.store.clock
        assert isinstance(clock, SetClock)
        clock.forward(LEASE)
        # The claim of a process that died has lapsed; one of another player doesn't matter.
        assert await claimed(services, bob, "table 9", "other")
        assert (await services.analyses.start(past, ann, "quick")).status == "running"
        assert not await claimed(services, ann, "table 9", "more")
        assert not await claimed(services, ann, table, "more")
        await until(lambda: not services.analyses.running)
        assert (await services.analyses.progress(past, ann)).status == "done"
        assert await services.store.read(claim_of, table, int(clock.now())) is None
        assert await claimed(services, ann, "table 9", "more") is False
        assert await claimed(services, ann, "table 8", "more")

    with_finished_game(home, test)


def test_an_analysis_canceled_through_another_process_ends(
    home: Home, tiny: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        monkeypatch.setattr(worker, "PIECE", 0)
        elsewhere = Analyses(services.store, services.catalog, services.store.clock)
        await services.analyses.start(past, guests[0], "quick")
        with pytest.raises(Refusal) as refused:
            await elsewhere.cancel(past, guests[1])
        assert refused.value.code == "not-yours"
        assert (await elsewhere.cancel(past, guests[0])).status == "none"
        await until(lambda: not services.analyses.running)
        assert await services.store.read(analysis_of, past.record.id) is None
        assert (await services.analyses.progress(past, guests[0])).status == "none"

    with_finished_game(home, test)


def test_an_analysis_ends_when_its_player_is_deleted(home: Home, tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        monkeypatch.setattr(worker, "PIECE", 0)
        await services.analyses.start(past, guests[0], "quick")
        (job,) = services.analyses.running.values()
        await services.erasing.guest(guests[0].id)
        assert not await services.store.writer.do(partial(renew, job=job.id, now=0))
        await until(lambda: not services.analyses.running)
        assert (await services.analyses.progress(past, None)).status == "none"

    with_finished_game(home, test)


def test_only_the_player_who_started_an_analysis_can_cancel_it(home: Home, tiny: None) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        ann, bob = guests
        assert (await services.analyses.start(past, ann, "quick")).may_cancel
        for other_person in (bob, None):
            assert not (await services.analyses.progress(past, other_person)).may_cancel
        with pytest.raises(Refusal) as refused:
            await services.analyses.cancel(past, bob)
        assert refused.value.code == "not-yours"
        table, _ = await seated(services, "coins", "Cleo", "Dan")
        await play_to_end(table)
        other = await past_game(services.replays, table.record.id, ann)
        with pytest.raises(Refusal) as refused:
            await services.analyses.start(other, ann, "quick")
        assert refused.value.code == "analysis-running"
        assert (await services.analyses.cancel(past, ann)).status == "none"
        assert (await services.analyses.start(other, ann, "quick")).status == "running"
        await until(lambda: not services.analyses.running)

    with_finished_game(home, test)


def test_opening_an_interrupted_analysis_waits_for_the_players_running_one(home: Home, tiny: None) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        ann, bob = guests
        table, _ = await seated(services, "coins", "Cleo", "Dan")
        await play_to_end(table)
        other = await past_game(services.replays, table.record.id, ann)
        part = msgspec.json.encode(Analyst().answer(await question_of(services, other, [])).moments[:3])
        await services.store.writer.do(
            partial(keep_analysis, table=other.record.id, one=StoredAnalysis("quick", False, part, 0))
        )
        await services.analyses.start(past, ann, "quick")
        waiting = await services.analyses.progress(other, ann)
        assert (waiting.status, waiting.done, waiting.may_cancel) == ("running", 3, False)
        assert list(services.analyses.running) == [past.record.id]
        assert (await services.analyses.progress(other, bob)).may_cancel
        assert len(services.analyses.running) == 2
        await until(lambda: not services.analyses.running)

    with_finished_game(home, test)


def test_reasons_address_the_player_who_decided() -> None:
    record = TableRecord("t", "coins", "", TableSettings(), "over", "a", "Ann", b"", 0, 0, (SeatRecord("guest", "a"),))
    judged = Judged(4, "pass", "buy", 1, 0.2, 0.01, 5.0, {"for your cards": 4.0, "on taxes": 2.0})
    seat = SeatSummary(0.5, 0, 0, 0, 0, 0.5, 1, 1, 0.2, costliest=(3,))
    analysis = Analysis(
        game="coins", edition=1, content_hash="", players=(), effort="quick", seed="", unit="star", start=(0.5,),
        moments=[AnalyzedMoment(n, 0, (0.5,), judged=judged) for n in (3, 4)], seats=[seat],
    )  # fmt: skip
    own = reasons(analysis, record, Guest("a", "Ann"))
    assert own == {3: "About 4 more stars for your cards and 2 fewer on taxes."}
    assert reasons(analysis, record, None) == {3: "About 4 more stars for their cards and 2 fewer on taxes."}


@pytest.mark.skipif(not hasattr(os, "sched_getscheduler"), reason="Linux only")
def test_an_analysis_process_has_low_priority_but_is_not_idle(home: Home) -> None:
    """The process yields to others, but still gets a share of a processor that is never idle."""

    async def run() -> None:
        async with serving(home, SetClock()) as services, services.analyses._pool.worker() as worker:
            process = worker.process.pid
            assert os.getpriority(os.PRIO_PROCESS, process) > os.getpriority(os.PRIO_PROCESS, 0)
            with pytest.raises(WorkerError):
                # The process has set its priority once it answers.
                await worker.ask(
                    Question(
                        "t", Header(format=1, game="none", options={}, seats=1, content_hash=""), b"{}", [], "quick", []
                    ),
                    PATIENCE,
                )
            assert os.sched_getscheduler(process) == os.SCHED_OTHER

    asyncio.run(run())


def test_a_failed_analysis_says_why_and_can_be_started_again(
    home: Home, tiny: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        async def nothing(*_: object) -> bytes:
            return b"{}"

        with monkeypatch.context() as broken:
            broken.setattr(services.catalog, "content", nothing)
            await services.analyses.start(past, guests[0], "quick")
            await until(lambda: not services.analyses.running)
        failed = await services.analyses.progress(past, guests[0])
        assert failed.status == "failed"
        assert failed.reason.startswith("The analysis failed: ")
        await services.analyses.start(past, guests[0], "quick")
        await until(lambda: not services.analyses.running)
        assert (await services.analyses.progress(past, guests[0])).status == "done"

    with_finished_game(home, test)


def test_a_game_of_unknown_content_cannot_be_analyzed(home: Home, tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        async def missing(*_: object) -> bytes:
            raise Refusal(404, "no-such-content", "This server doesn't have these cards.")

        monkeypatch.setattr(services.catalog, "content", missing)
        await services.analyses.start(past, guests[0], "quick")
        await until(lambda: not services.analyses.running)
        failed = await services.analyses.progress(past, guests[0])
        assert (failed.status, failed.reason) == (
            "failed",
            "The analysis failed: This server doesn't have these cards.",
        )

    with_finished_game(home, test)


def test_a_game_can_be_analyzed_if_a_bot_finished_it_but_not_if_everyone_left(home: Home, tiny: None) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, "coins", "Ann", "Bob")
            await services.departures.leave(table, ann, last=False)
            await services.departures.leave(table, bob, last=True)
            with pytest.raises(Refusal) as refused:
                await analyzed_game(services.replays, table.record.id, ann)
            assert refused.value.code == "not-over"
            table, (ann, bob) = await seated(services, "coins", "Ann", "Bob")
            await services.departures.leave(table, ann, last=False)
            await play_to_end(table)
            past = await analyzed_game(services.replays, table.record.id, bob)
            await services.analyses.start(past, bob, "quick")
            await until(lambda: not services.analyses.running)
            found = (await services.analyses.progress(past, bob)).analysis
            assert found is not None
            # A stand-in's decisions are not judged as the player's.
            assert [one.by for one in found.moments if one.seat == 0] != [""] * len(found.moments)
            assert found.seats[0].decisions < found.seats[1].decisions

    asyncio.run(run())


def test_an_analysis_ends_when_its_table_is_deleted(home: Home, tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        monkeypatch.setattr(service, "STORE_EVERY", 1)
        monkeypatch.setattr(worker, "PIECE", 0)
        asked = []

        async def piece(_: Analyses, question: Question, *, is_file: bool) -> Answer:
            asked.append(len(question.done))
            if len(asked) == 2:
                await services.store.writer.do(partial(drop_tables, tables=[past.record.id]))
            return await asyncio.to_thread(Analyst().answer, question)

        monkeypatch.setattr(Analyses, "_piece", piece)
        await services.analyses.start(past, guests[0], "quick")
        await until(lambda: not services.analyses.running)
        assert asked == [0, 1]
        assert await services.store.read(analysis_of, past.record.id) is None

    with_finished_game(home, test)


class DyingPool:
    """A pool whose process dies a number of times before it answers."""

    def __init__(self, deaths: int) -> None:
        self.deaths = deaths
        self.asked = 0

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[DyingPool]:
        yield self

    async def ask(self, question: Question, _: float) -> Answer:
        self.asked += 1
        if self.asked <= self.deaths:
            raise WorkerError("its process ended")
        return await asyncio.to_thread(Analyst().answer, question)

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(("deaths", "status"), [(TRIES - 1, "done"), (TRIES, "failed")])
def test_a_dead_analysis_process_is_replaced_a_few_times(
    home: Home, tiny: None, monkeypatch: pytest.MonkeyPatch, deaths: int, status: str
) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        monkeypatch.setattr(Analyses, "_piece", PIECE)
        await services.analyses._pool.close()
        monkeypatch.setattr(services.analyses, "_pool", DyingPool(deaths))
        await services.analyses.start(past, guests[0], "quick")
        await until(lambda: not services.analyses.running)
        found = await services.analyses.progress(past, guests[0])
        assert found.status == status
        assert found.reason == ("" if status == "done" else "The analysis failed: its process ended")

    with_finished_game(home, test)


def test_a_restart_stores_a_partial_analysis(home: Home, tiny: None) -> None:
    async def test(services: Services, past: PastGame, guests: list[Person]) -> None:
        moments = Analyst().answer(await question_of(services, past, [])).moments[:2]
        await services.analyses.start(past, guests[0], "deep")
        job = services.analyses.running[past.record.id]
        job.moments = list(moments)
        await services.analyses.close()
        stored = await services.store.read(analysis_of, past.record.id)
        assert stored is not None
        assert (stored.effort, stored.whole) == ("deep", False)

    with_finished_game(home, test)


@pytest.mark.databases
def test_an_analysis_is_deleted_with_its_table(home: Home, tiny: None) -> None:
    async def test(services: Services, past: PastGame, _: list[Person]) -> None:
        row = StoredAnalysis("quick", True, b"{}", 0)
        table = past.record.id
        await services.store.writer.do(partial(keep_analysis, table=table, one=row))
        await services.store.writer.do(partial(drop_tables, tables=[table]))
        assert await services.store.read(analysis_of, table) is None
        # An analysis that ends after the deletion is not stored.
        await services.store.writer.do(partial(keep_analysis, table=table, one=row))
        assert await services.store.read(analysis_of, table) is None

    with_finished_game(home, test)
