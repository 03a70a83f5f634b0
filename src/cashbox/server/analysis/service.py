"""Analyze finished games in a helper process, and store the results.

An analysis runs in pieces of a second or two and is stored every few seconds, so a restart loses little: the next
reader of the game's analysis continues it.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.analysis.results import Analysis, AnalyzedMoment
from cashbox.analysis.sentences import errors, grading
from cashbox.bots.reasons import gain_explained
from cashbox.server.analysis.store import (
    AnalysisClaim,
    StoredAnalysis,
    analysis_of,
    cancel_analysis,
    claim,
    claim_of,
    keep_claimed,
    release,
    renew,
)
from cashbox.server.analysis.wire import GameAnalysis
from cashbox.server.analysis.worker import ANALYST, SECONDS, Answer, Question
from cashbox.server.continuing.service import past_game
from cashbox.server.errors import Refusal
from cashbox.server.replays.games import PastGame
from cashbox.server.replays.service import FileGame
from cashbox.server.tables.starting import header_of
from cashbox.server.tasks import Tasks
from cashbox.server.workers import WorkerError, WorkerPool

if TYPE_CHECKING:
    import asyncio

    from sqlalchemy import Connection

    from cashbox.engine.journal import Header
    from cashbox.server.analysis.wire import Effort
    from cashbox.server.clock import Clock
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.replays.service import Replays
    from cashbox.server.tables.catalog import Catalog

STORE_EVERY: Final = 10
"""The number of pieces after which partial results are stored."""
TRIES: Final = 3
"""How many times to retry a piece in a new process."""
FAILURES: Final = 100
"""How many failed analyses to remember, so that readers learn the reason."""

_json = msgspec.json.Encoder().encode
_whole = msgspec.json.Decoder(Analysis).decode
_part = msgspec.json.Decoder(list[AnalyzedMoment]).decode


Game = PastGame | FileGame
"""A game that can be analyzed: of a table, or from a file."""


async def analyzed_game(replays: Replays, table: str, guest: Guest | None) -> PastGame:
    """Find a game that can be analyzed, for a guest who can see every hand of it.

    Raises:
        Refusal: "no-analysis" if the host has turned it off; and as `past_game`.
    """
    past = await past_game(replays, table, guest, "analyze")
    if not past.record.settings.analysis:
        raise Refusal(403, "no-analysis", "The host turned off analysis for this table.")
    return past


def check_analyzable(game: FileGame) -> None:
    """Refuse ("not-over") to analyze a game from a file that is not over."""
    if game.record.outcome is None:
        raise Refusal(409, "not-over", "This game isn't over. Only finished games can be analyzed.")


class Job:
    """A running analysis. guest: the id of the guest who started it, or continued it after a restart."""

    def __init__(self, game: Game, effort: Effort, guest: str, moments: list[AnalyzedMoment]) -> None:
        self.id = secrets.token_hex(8)
        self.game = game
        self.effort = effort
        self.guest = guest
        self.moments = moments
        self.total = 0
        self.task: asyncio.Task[None] | None = None


class Analyses:
    """The analyses of one server process. A claim in the database limits each person to one in all processes. Results
    for a file stay in memory, with the file. running: by id of the table or file."""

    def __init__(self, store: Store, catalog: Catalog, clock: Clock) -> None:
        self._store = store
        self._catalog = catalog
        self._clock = clock
        self._pool = WorkerPool(ANALYST, 1, clock, keep=0)
        # A file may be malicious, so tables don't wait for files.
        self._file_pool = WorkerPool(ANALYST, 1, clock, keep=0)
        self.running: dict[str, Job] = {}
        self._failed: dict[str, str] = {}
        self.tasks = Tasks()

    async def progress(self, game: Game, guest: Guest | None) -> GameAnalysis:
        """Return the progress of a game's analysis, and continue an interrupted one."""
        subject = game.record.id
        job = self.running.get(subject)
        if job is not None:
            return _so_far(job, guest)
        reason = self._failed.get(subject, "")
        stored, held = await self._known(game)
        moments = _part(stored.body) if stored is not None and not stored.whole else []
        if held is not None:
            own = guest is not None and held.guest == guest.id
            return GameAnalysis("running", len(moments), max(len(moments), game.last + 2), own)
        if stored is not None and stored.whole:
            return whole_analysis(_whole(stored.body), game.record, guest, reason)
        if stored is None or guest is None:
            return GameAnalysis("failed" if reason else "none", reason=reason)
        begun = await self._begin(game, _effort(stored.effort), guest, moments)
        if isinstance(begun, Job):
            return _so_far(begun, guest)
        # It waits until the reader's other one is done.
        return GameAnalysis("running", len(moments), max(len(moments), game.last + 2))

    async def start(self, game: Game, guest: Guest, effort: Effort) -> GameAnalysis:
        """Start an analysis, unless there is one of at least this effort.

        Raises:
            Refusal: "analysis-running" if the guest's analysis of another game is running.
        """
        subject = game.record.id
        if subject in self.running:
            return _so_far(self.running[subject], guest)
        stored, _ = await self._known(game)
        if stored is not None and stored.whole and effort in ("quick", stored.effort):
            return await self.progress(game, guest)
        known = _part(stored.body) if stored is not None and not stored.whole and stored.effort == effort else []
        begun = await self._begin(game, effort, guest, known)
        if isinstance(begun, Job):
            return _so_far(begun, guest)
        if begun.subject == subject:
            return await self.progress(game, guest)
        raise Refusal(
            409, "analysis-running", "Your analysis of another game is still running. Wait for it, or cancel it."
        )

    async def cancel(self, game: Game, guest: Guest) -> GameAnalysis:
        """Cancel an analysis, whatever process runs it.

        Raises:
            Refusal: "not-yours" if another person started it.
        """
        subject = game.record.id
        _, held = await self._known(game)
        if held is not None:
            if held.guest != guest.id:
                raise Refusal(403, "not-yours", "Another person started this analysis, so only they can cancel it.")
            job = self.running.pop(subject, None)
            if job is not None and job.task is not None:
                job.task.cancel()
            # Another process notices that its claim is gone.
            await self._store.writer.do(partial(cancel_analysis, job=held.job, table=subject))
        return await self.progress(game, guest)

    def sweep(self) -> None:
        """End the processes if nothing has been analyzed for a while."""
        self._pool.sweep()
        self._file_pool.sweep()

    async def close(self) -> None:
        """Stop, and store partial results."""
        for job in list(self.running.values()):
            if job.moments:
                await self._keep(job, _json(job.moments), whole=False)
        await self.tasks.close()
        await self._pool.close()
        await self._file_pool.close()

    async def _known(self, game: Game) -> tuple[StoredAnalysis | None, AnalysisClaim | None]:
        """Return the stored analysis and the claim of the running one."""
        subject, now = game.record.id, self._now()
        if isinstance(game, FileGame):
            return game.analysis, await self._store.read(claim_of, subject, now)
        return await self._store.read(lambda connection: _read(connection, subject, now))

    async def _begin(
        self, game: Game, effort: Effort, guest: Guest, known: list[AnalyzedMoment]
    ) -> Job | AnalysisClaim:
        """Start an analysis, or return the claim that prevents it."""
        subject = game.record.id
        job = Job(game, effort, guest.id, known)
        held = await self._store.writer.do(partial(claim, guest=guest.id, subject=subject, job=job.id, now=self._now()))
        if held is not None:
            return held
        self.running[subject] = job
        self._failed.pop(subject, None)
        job.task = self.tasks.run(self._run(job))
        return job

    async def _run(self, job: Job) -> None:
        game, record = job.game, job.game.record
        is_file = isinstance(game, FileGame)
        try:
            question = Question(record.id, *await self._journal(game), job.effort, [])
            pieces = 0
            while True:
                answer = await self._piece(msgspec.structs.replace(question, done=job.moments), is_file=is_file)
                job.moments = [*job.moments, *answer.moments]
                job.total = answer.total
                pieces += 1
                if answer.analysis is not None:
                    await self._keep(job, _json(_without_names(answer.analysis)), whole=True)
                    return
                if pieces % STORE_EVERY == 0:
                    there = await self._keep(job, _json(job.moments), whole=False)
                else:
                    there = await self._store.writer.do(partial(renew, job=job.id, now=self._now()))
                if not there:
                    return  # another process canceled it, or the table or the person has been deleted
        except (Refusal, WorkerError) as error:
            self._fail(record.id, str(error))
        finally:
            try:
                # Until then, readers see it run.
                await self._store.writer.do(partial(release, job=job.id))
            except Refusal:
                pass  # it lapses
            finally:
                if self.running.get(record.id) is job:
                    del self.running[record.id]

    async def _journal(self, game: Game) -> tuple[Header, bytes, list[bytes]]:
        """Return the header, the content, and the entries of a game's journal."""
        entries = await game.entries(-1, game.last + 1)
        if isinstance(game, FileGame):
            return game.opened.header, game.content, entries
        record = game.record
        return header_of(record), await self._catalog.content(record.game, record.content_hash), entries

    async def _piece(self, question: Question, *, is_file: bool) -> Answer:
        """Request the next moments; a process that died is replaced."""
        pool = self._file_pool if is_file else self._pool
        for tried in range(TRIES):
            try:
                async with pool.worker() as worker:
                    return await worker.ask(question, SECONDS)
            except WorkerError as error:
                if not error.again or tried == TRIES - 1:
                    raise
        raise AssertionError

    async def _keep(self, job: Job, body: bytes, *, whole: bool) -> bool:
        """Store results, and return whether the analysis may continue."""
        stored = StoredAnalysis(job.effort, whole, body, int(self._clock.now()))
        if not isinstance(job.game, FileGame):
            keep = partial(keep_claimed, job=job.id, table=job.game.record.id, one=stored)
            return await self._store.writer.do(keep)
        renewed = await self._store.writer.do(partial(renew, job=job.id, now=self._now()))
        if renewed:
            job.game.analysis = stored
        return renewed

    def _now(self) -> int:
        return int(self._clock.now())

    def _fail(self, table: str, why: str) -> None:
        self._failed[table] = f"The analysis failed: {why}"
        while len(self._failed) > FAILURES:
            del self._failed[next(iter(self._failed))]


def _so_far(job: Job, guest: Guest | None) -> GameAnalysis:
    """Show partial results: the chances, without the decisions, which readers get when it is complete."""
    own = guest is not None and guest.id == job.guest
    shown = [msgspec.structs.replace(one, judged=None) for one in job.moments[1:]]
    record = job.game.record
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
    return GameAnalysis("running", len(job.moments), job.total, own, analysis=analysis)


def _read(connection: Connection, table: str, now: int) -> tuple[StoredAnalysis | None, AnalysisClaim | None]:
    return analysis_of(connection, table), claim_of(connection, table, now)


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
