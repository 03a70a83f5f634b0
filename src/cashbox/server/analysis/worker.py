"""Analyze games in a process of low priority, a piece at a time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.analysis.analyze import Analyzer
from cashbox.analysis.results import Analysis, AnalyzedMoment  # noqa: TC001 (read by msgspec)
from cashbox.engine.game import GameError
from cashbox.engine.journal import Entry, Header, Journal
from cashbox.server.workers import Program, WorkerError

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE: Final = 1.5
"""Seconds after which a piece of an analysis ends."""
SECONDS: Final = 600.0
"""Seconds after which the process counts as stuck: one moment takes a while on a busy machine."""


class Question(msgspec.Struct, frozen=True):
    """Requests the next moments of an analysis.

    table: The table's id. header, content, entries: The journal; content and entries as JSON. effort: See
    `cashbox.analysis.analyze.EFFORTS`. done: The results so far.
    """

    table: str
    header: Header
    content: bytes
    entries: list[bytes]
    effort: str
    done: list[AnalyzedMoment]


class Answer(msgspec.Struct, frozen=True):
    """moments: the next ones; total: the number of all moments; analysis: the complete one, with the last moment."""

    moments: list[AnalyzedMoment]
    total: int
    analysis: Analysis | None = None


class Analyst:
    """Analyzes games, and remembers the last one."""

    def __init__(self) -> None:
        self._of = ("", "")
        self._known: list[AnalyzedMoment] = []
        self._analyzer: Analyzer | None = None
        self._steps: Iterator[AnalyzedMoment] = iter(())

    def answer(self, question: Question) -> Answer:
        """Analyze the next moments, for a second or two."""
        try:
            analyzer = self._continued(question)
            ends = time.monotonic() + PIECE
            found: list[AnalyzedMoment] = []
            for moment in self._steps:
                found.append(moment)
                self._known.append(moment)
                if time.monotonic() >= ends:
                    break
        except GameError as error:
            raise WorkerError(str(error), again=False) from error
        whole = len(self._known) == analyzer.total
        return Answer(found, analyzer.total, analyzer.whole(self._known) if whole else None)

    def _continued(self, question: Question) -> Analyzer:
        asked = question.table, question.effort
        if self._analyzer is None or self._of != asked or len(self._known) != len(question.done):
            entries = [msgspec.json.decode(body, type=Entry) for body in question.entries]
            journal = Journal(question.header, msgspec.json.decode(question.content), entries)
            self._analyzer = Analyzer(journal, question.effort, question.table)
            self._known = list(question.done)
            self._steps = self._analyzer.steps(question.done)
            self._of = asked
        return self._analyzer


ANALYST: Final = Program(
    f"{__name__}:ANALYST", Question, Answer, lambda: Analyst().answer, memory=1_000_000_000, nice=15
)
"""The helper process for analyses: its priority is lower than everything else on its machine, but it does not run only
when that is idle, because a machine that is always busy would never finish."""
