"""Wire types for the analysis of a finished game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cashbox.analysis.results import Analysis  # noqa: TC001 (read by msgspec)

Effort = Literal["quick", "deep"]


class StartAnalysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start an analysis."""

    effort: Annotated[Effort, Meta(description="`deep` takes about five times as long as `quick`")] = "quick"


class GameAnalysis(msgspec.Struct, frozen=True):
    """The progress and result of a game's analysis.

    done, total: The number of finished steps and of all steps; both 0 unless it is running. may_cancel: Whether you
    can cancel it. reason: Why it failed; empty unless it did. analysis: The results. While it is running, moments have
    no decisions, and there are no seats.
    why: For each player's costliest decisions, by step, why the better choice is better.
    errors: By seat, what the player's decisions cost, as sentences; empty while it is running.
    grading: How grades work in this game, as sentences; empty if there are no grades.
    """

    status: Literal["none", "running", "done", "failed"]
    done: int = 0
    total: int = 0
    may_cancel: bool = False
    reason: str = ""
    analysis: Analysis | None = None
    why: dict[int, str] = {}
    errors: list[str] = []
    grading: list[str] = []
