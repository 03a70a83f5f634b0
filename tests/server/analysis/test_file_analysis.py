"""Test the analysis of an uploaded journal: the same as for a table, and deleted with the file."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.engine import journal as journals
from cashbox.server.analysis.store import analysis_of
from cashbox.server.errors import Refusal
from cashbox.server.replays import service as files
from tests.server.analysis.test_analysis import PATIENCE, claimed, tiny
from tests.server.replays.test_uploaded_journals import JOURNALS, opened, sent
from tests.server.server_in_process import SetClock, serving, until
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from tests.data_folders import Home
    from tests.server.conftest import Server

__all__ = ["tiny"]

SHORT = (JOURNALS / "cash-last-round-shared.jsonl").read_bytes()
"""A journal with only the last steps of a game."""


def unfinished_journal() -> bytes:
    """Return a journal that ends before the end of the game."""
    journal = journals.loads(SHORT)
    return journals.dumps(msgspec.structs.replace(journal, entries=journal.entries[:-1], end=None))


@pytest.fixture
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use few playouts, so that an analysis takes about a second."""
    from cashbox.analysis import analyze

    monkeypatch.setitem(analyze.EFFORTS, "quick", analyze.Effort(1, 2, 4))


@pytest.mark.databases
def test_the_analysis_of_a_file_is_deleted_with_the_file(
    home: Home, tiny: None, few_playouts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            game = await services.files.open(SHORT, "ann")
            file, clock = game.record.id, services.store.clock
            assert isinstance(clock, SetClock)
            analyses = services.analyses
            assert (await analyses.progress(game, ann)).status == "none"
            assert (await analyses.start(game, ann, "quick")).may_cancel
            # The same person can't start another analysis anywhere, and others see this one.
            assert not await claimed(services, ann, "another", "job")
            assert (await analyses.start(game, bob, "quick")).may_cancel is False
            await until(lambda: not analyses.running)
            done = await analyses.progress(game, None)
            assert done.status == "done", done.reason
            assert done.analysis is not None
            assert done.analysis.players == tuple(seat.name for seat in game.record.seats)
            assert len(done.errors) == len(done.analysis.seats)
            for one in done.analysis.seats:
                assert one.start + one.luck + one.own + one.others == pytest.approx(one.result, abs=1e-9)
            # The database has no trace of it.
            assert await services.store.read(analysis_of, file) is None
            assert await asyncio.to_thread(home.rows, "SELECT count(*) FROM analysis_claims") == [(0,)]
            assert await services.files.game(file, "ann") is game
            clock.forward(files.HOUR + 1)
            services.files.sweep()
            with pytest.raises(Refusal) as refused:
                await services.files.game(file, "ann")
            assert refused.value.code == "no-such-file"

    asyncio.run(run())


def test_an_analysis_of_a_file_can_be_canceled(home: Home, tiny: None, few_playouts: None) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann = (await services.guests.add("Ann"))[0]
            game = await services.files.open(SHORT, "ann")
            await services.analyses.start(game, ann, "quick")
            assert (await services.analyses.cancel(game, ann)).status == "none"
            await until(lambda: not services.analyses.running)
            assert game.analysis is None
            assert await claimed(services, ann, "another", "job")

    asyncio.run(run())


def test_invalid_and_unfinished_files_are_refused_with_a_reason(server: Server) -> None:
    unfinished = opened(server, unfinished_journal())["id"]
    path = f"{server.url}/api/replays/{unfinished}/analysis"
    for answer in (httpx.get(path), httpx.post(path, json={"effort": "quick"})):
        problem(answer, 409, "not-over")
        assert answer.json()["message"] == "This game isn't over. Only finished games can be analyzed."
    problem(httpx.get(f"{server.url}/api/replays/{'A' * 24}/analysis"), 404, "no-such-file")
    cut = sent(server, SHORT[: len(SHORT) // 2])
    assert cut.status_code == 400
    assert cut.json()["message"].endswith(".")
    problem(sent(server, SHORT.replace(b'"game":"cash"', b'"game":"chess"', 1)), 400, "bad-sum")


@pytest.mark.thorough
def test_an_anonymous_reader_can_analyze_a_file(server: Server) -> None:
    """The analysis runs in a process that the server starts for it."""
    path = f"/api/replays/{opened(server, SHORT)['id']}/analysis"
    with httpx.Client(base_url=server.url, timeout=60) as reader:
        assert reader.post(path, json={"effort": "quick"}).json()["status"] in ("running", "done")
        end = time.monotonic() + PATIENCE
        found: dict[str, Any] = {}
        while (found := reader.get(path).json())["status"] == "running":
            assert time.monotonic() < end
            time.sleep(0.2)
        assert found["status"] == "done", found["reason"]
        assert reader.get("/api/me/export").status_code == 200
