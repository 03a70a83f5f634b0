"""Analyze finished games in a helper process, and store the results.

An analysis runs in pieces of a second or two and is stored every few seconds, so a restart loses little: the next
reader of the game's analysis continues it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.analysis.results import Analysis, AnalyzedMoment
from cashbox.analysis.sentences import errors, grading
from cashbox.bots.reasons import gain_explained
from cashbox.server.analysis.store import StoredAnalysis, analysis_of, drop_analysis, keep_analysis
from cashbox.server.analysis.wire import GameAnalysis
from cashbox.server.analysis.worker import ANALYST, SECONDS, Answer, Question
from cashbox.server.continuing.service import past_game
from cashbox.server.errors import Refusal
from cashbox.server.tables.starting import header_of
from cashbox.server.tasks import Tasks
from cashbox.server.workers import WorkerError, WorkerPool

if TYPE_CHECKING:
    import asyncio

    from cashbox.server.analysis.wire import Effort
    from cashbox.server.clock import Clock
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.replays.games import PastGame
    from cashbox.server.replays.service import Replays
    from cashbox.server.tables.catalog import Catalog

STORE_EVERY: Final = 10
"""The number of pieces after which partial results are stored."""
ABANDONED: Final = 120
"""Seconds after which another process's analysis counts as interrupted."""
TRIES: Final = 3
"""How many times to retry a piece in a new process."""
FAILURES: Final = 100
"""How many failed analyses to remember, so that readers learn the reason."""

_json = msgspec.json.Encoder().encode
_whole = msgspec.json.Decoder(Analysis).decode
_part = msgspec.json.Decoder(list[AnalyzedMoment]).decode


async def analyzed_game(replays: Replays, table: str, guest: Guest | None) -> PastGame:
    """Find a game that can be analyzed, for a guest who can see every hand of it.

    Raises:
        Refusal: "no-analysis" if the host has turned it off; and as `past_game`.
    """
    past = await past_game(replays, table, guest, "analyze")
    if not past.record.settings.analysis:
        raise Refusal(403, "no-analysis", "The host turned off analysis for this table.")
    return past


class Job:
    """A running analysis. guest: the id of the guest who started it, or continued it after a restart; "" for a reader
    without one."""

    def __init__(self, record: TableRecord, effort: Effort, guest: str, moments: list[AnalyzedMoment]) -> None:
        self.record = record
        self.effort = effort
        self.guest = guest
        self.moments = moments
        self.total = 0
        self.task: asyncio.Task[None] | None = None


class Analyses:
    """The analyses of one server process: one per person. running: by table."""

    def __init__(self, store: Store, catalog: Catalog, clock: Clock) -> None:
        self._store = store
        self._catalog = catalog
        self._clock = clock
        self._pool = WorkerPool(ANALYST, 1, clock, keep=0)
        self.running: dict[str, Job] = {}
        self._failed: dict[str, str] = {}
        self.tasks = Tasks()

    async def of(self, past: PastGame, guest: Guest | None) -> GameAnalysis:
        """Return the progress of a game's analysis, and continue an interrupted one."""
        table = past.record.id
        job = self.running.get(table)
        if job is not None:
            return self._so_far(job, guest)
        reason = self._failed.get(table, "")
        stored = await self._store.read(analysis_of, table)
        if stored is None:
            return GameAnalysis("failed" if reason else "none", reason=reason)
        if stored.whole:
            return whole_analysis(_whole(stored.body), past.record, guest, reason)
        moments = _part(stored.body)
        if stored.made > self._clock.now() - ABANDONED or self._has_one(guest):
            # Another process may be running it; or it waits until the reader's other one is done.
            return GameAnalysis("running", len(moments), max(len(moments), past.last + 2))
        return self._so_far(self._begin(past, _effort(stored.effort), guest, moments), guest)

    async def start(self, past: PastGame, guest: Guest, effort: Effort) -> GameAnalysis:
        """Start an analysis, unless there is one of at least this effort.

        Raises:
            Refusal: "analysis-running" if the guest's analysis of another game is running.
        """
        table = past.record.id
        if table in self.running:
            return self._so_far(self.running[table], guest)
        stored = await self._store.read(analysis_of, table)
        if stored is not None and stored.whole and effort in ("quick", stored.effort):
            return await self.of(past, guest)
        if self._has_one(guest):
            raise Refusal(
                409, "analysis-running", "Your analysis of another game is still running. Wait for it, or cancel it."
            )
        known = _part(stored.body) if stored is not None and not stored.whole and stored.effort == effort else []
        return self._so_far(self._begin(past, effort, guest, known), guest)

    async def cancel(self, past: PastGame, guest: Guest) -> GameAnalysis:
        """Cancel an analysis.

        Raises:
            Refusal: "not-yours" if another person started it.
        """
        job = self.running.get(past.record.id)
        if job is not None:
            if not _may_cancel(job, guest):
                raise Refusal(403, "not-yours", "Another person started this analysis, so only they can cancel it.")
            self._end(job)
            await self._store.writer.do(partial(drop_analysis, table=past.record.id))
        return await self.of(past, guest)

    def sweep(self) -> None:
        """End the process if nothing has been analyzed for a while."""
        self._pool.sweep()

    async def close(self) -> None:
        """Stop, and store partial results."""
        jobs = list(self.running.values())
        await self.tasks.close()
        await self._pool.close()
        for job in jobs:
            if job.moments:
                await self._keep(job, _json(job.moments), whole=False)

    def _has_one(self, guest: Guest | None) -> bool:
        holder = _id(guest)
        return any(job.guest == holder for job in self.running.values())

    def _begin(self, past: PastGame, effort: Effort, guest: Guest | None, known: list[AnalyzedMoment]) -> Job:
        if past.record.id in self.running:
            # Another request started it while this one was reading.
            return self.running[past.record.id]
        job = self.running[past.record.id] = Job(past.record, effort, _id(guest), known)
        self._failed.pop(past.record.id, None)
        job.task = self.tasks.run(self._run(job, past))
        return job

    def _end(self, job: Job) -> None:
        self.running.pop(job.record.id, None)
        if job.task is not None:
            job.task.cancel()

    async def _run(self, job: Job, past: PastGame) -> None:
        record = job.record
        try:
            content = await self._catalog.content(record.game, record.content_hash)
            entries = await past.entries(-1, past.last + 1)
            question = Question(record.id, header_of(record), content, entries, job.effort, [])
            pieces = 0
            while True:
                answer = await self._piece(msgspec.structs.replace(question, done=job.moments))
                job.moments = [*job.moments, *answer.moments]
                job.total = answer.total
                pieces += 1
                if answer.analysis is not None:
                    await self._keep(job, _json(_without_names(answer.analysis)), whole=True)
                    return
                if pieces % STORE_EVERY == 0 and not await self._keep(job, _json(job.moments), whole=False):
                    return  # the table has been deleted
        except (Refusal, WorkerError) as error:
            self._fail(record.id, str(error))
        finally:
            if self.running.get(record.id) is job:
                del self.running[record.id]

    async def _piece(self, question: Question) -> Answer:
        """Request the next moments; a process that died is replaced."""
        for tried in range(TRIES):
            try:
                async with self._pool.worker() as worker:
                    return await worker.ask(question, SECONDS)
            except WorkerError as error:
                if not error.again or tried == TRIES - 1:
                    raise
        raise AssertionError

    async def _keep(self, job: Job, body: bytes, *, whole: bool) -> bool:
        stored = StoredAnalysis(job.effort, whole, body, int(self._clock.now()))
        return await self._store.writer.do(partial(keep_analysis, table=job.record.id, one=stored))

    def _fail(self, table: str, why: str) -> None:
        self._failed[table] = f"The analysis failed: {why}"
        while len(self._failed) > FAILURES:
            del self._failed[next(iter(self._failed))]

    def _so_far(self, job: Job, guest: Guest | None) -> GameAnalysis:
        """Show partial results: the chances, without the decisions, which readers get when it is complete."""
        shown = [msgspec.structs.replace(one, judged=None) for one in job.moments[1:]]
        record = job.record
        analysis = None
        if job.moments:
            analysis = Analysis(
                game=record.game,
                edition=record.edition,
                content_hash=record.content_hash,
                players=tuple(seat.name for seat in record.seats),
                effort=job.effort,
                seed=record.id,
                unit="",
                start=job.moments[0].chances,
                moments=shown,
                seats=[],
            )
        return GameAnalysis("running", len(job.moments), job.total, _may_cancel(job, guest), analysis=analysis)


def _id(guest: Guest | None) -> str:
    return guest.id if guest is not None else ""


def _may_cancel(job: Job, guest: Guest | None) -> bool:
    """Return whether a guest may cancel this analysis; one without an owner belongs to all guests."""
    return guest is not None and job.guest in ("", guest.id)


def _effort(stored: str) -> Effort:
    return "deep" if stored == "deep" else "quick"


def whole_analysis(analysis: Analysis, record: TableRecord, guest: Guest | None, reason: str = "") -> GameAnalysis:
    """Show a whole analysis to a reader, with the players' names as the table has them now.

    Args:
        analysis: As it is stored.
        record: The table.
        guest: The reader.
        reason: Why a later one failed.
    """
    analysis = msgspec.structs.replace(analysis, players=tuple(seat.name for seat in record.seats))
    said = [errors(one, analysis.grade_unit) for one in analysis.seats]
    why = reasons(analysis, record, guest)
    return GameAnalysis("done", reason=reason, analysis=analysis, why=why, errors=said, grading=grading(analysis))


def _without_names(analysis: Analysis) -> Analysis:
    return msgspec.structs.replace(analysis, players=())


def reasons(analysis: Analysis, record: TableRecord, guest: Guest | None) -> dict[int, str]:
    """Explain why the better choices are better in each player's costliest decisions, by step."""
    own = record.seat_of(guest)
    costliest = {n for seat in analysis.seats for n in seat.costliest}
    found = {}
    for moment in analysis.moments:
        judged = moment.judged
        if moment.n in costliest and judged is not None:
            whose = "your" if moment.seat == own else "their"
            found[moment.n] = gain_explained(judged.sources, judged.margin, analysis.unit, whose)
    return {n: why for n, why in found.items() if why}
