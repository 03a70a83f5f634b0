"""What goes over the wire about the analysis of a finished game."""

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
    """How far the analysis of a game has come.

    done, total: How many steps are done, of how many; both 0 unless it is running.
    may: Whether you can start one.
    reason: Why you can't, or why it failed; empty for none.
    analysis: What has been found. While it is running, moments have no decisions, and there are no seats.
    """

    status: Literal["none", "running", "done", "failed"]
    done: int = 0
    total: int = 0
    may: bool = False
    reason: str = ""
    analysis: Analysis | None = None
