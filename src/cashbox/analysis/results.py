"""The results of the analysis of a finished game: the wire and file format of `cashbox analyze --json`.

Chances are shares of a win, from 0 to 1, by seat; margins are points ahead of the best other player.
"""

from __future__ import annotations

from typing import Final

import msgspec

FORMAT: Final = 2
"""The format of a stored analysis."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the actions compared in a decision.

    action: As an int.
    label: Its label. loss: The chance of winning that the best one gains over it; 0 for the best one.
    sources: The sources of the points that the best one gains, the biggest first.
    """

    action: int
    label: str
    loss: float = 0.0
    sources: dict[str, float] = {}


class Judged(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision, judged by what its seat knew.

    options: How many actions were legal.
    played, best: Labels of the action played, and of the best one found; the same if none is better.
    action: The best action, as an int.
    error: The chance of winning that the best one gains over the one played; noise can make it negative. 0 if the
        action played is the best.
    noise: The standard error of `error`.
    margin: The points that the best one gains; None where the game counts no points in playouts.
    sources: Where these points come from, the biggest first (see `Guide.sources`).
    effect: By seat, the chance that the action played gains over what `steady` would have done.
    playouts: How many playouts stand behind `error`.
    kind: The heading of the rules for the action played (see `Game.topic`); empty in analyses of format 1.
    choices: Where an error is large, some of the choices, in the order of the legal list: the best, the one played, and
        others that look good.
    """

    options: int
    played: str
    best: str
    action: int
    error: float = 0.0
    noise: float = 0.0
    margin: float | None = None
    sources: dict[str, float] = {}
    effect: tuple[float, ...] = ()
    playouts: int = 0
    kind: str = ""
    choices: tuple[Choice, ...] = ()


class AnalyzedMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the journal that stands, and what it changed.

    n: The number of the entry.
    seat: Who acted; -1 for the deal and for redeals.
    by: Who decided at the seat, as in `Entry.by`.
    chances: By seat, after the entry.
    margins: By seat, after the entry; empty where the game counts no points in playouts.
    drawn: By seat, the chance gained by what was drawn.
    hidden: By seat, the chance gained because the hidden cards were not what the acting seat had to expect.
    judged: The decision, where there was a choice.
    """

    n: int
    seat: int
    chances: tuple[float, ...]
    by: str = ""
    margins: tuple[float, ...] = ()
    drawn: tuple[float, ...] = ()
    hidden: tuple[float, ...] = ()
    judged: Judged | None = None


class SeatSummary(msgspec.Struct, frozen=True):
    """A seat's game. result = start + luck + own + others, exactly.

    start: The chance of winning before the deal.
    luck: The chance gained by draws and hidden cards.
    own, others: The chance gained by one's own decisions and by those of the others, compared with `steady`.
    result: The share of the win: 1 for the only winner.
    without_luck: The chance of winning without luck, from 0 to 1.
    decisions: How many decisions the player made, with an alternative.
    mattered: How many of them cost a chance, for certain.
    error: The mean chance lost in a decision.
    costliest: Numbers of the entries with the costliest decisions, the costliest first.
    luckiest, unluckiest: Numbers of the entries with the luckiest and unluckiest draws.
    lost: The mean loss in a decision by which the grade goes (see `Guide.grades`).
    grade: Of this game; empty where no thresholds are known, or after few decisions.
    """

    start: float
    luck: float
    own: float
    others: float
    result: float
    without_luck: float
    decisions: int
    mattered: int
    error: float
    costliest: tuple[int, ...] = ()
    luckiest: tuple[int, ...] = ()
    unluckiest: tuple[int, ...] = ()
    lost: float = 0.0
    grade: str = ""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game, analyzed.

    game, edition, content_hash: What was played.
    players: Names by seat.
    effort: "quick" or "deep".
    seed: Of the playouts; the same seed gives the same analysis.
    unit: What points are, one of it.
    start: By seat, the chance of winning before the deal.
    moments: In the order of the game.
    seats: By seat.
    grades: The thresholds of grades, see `Guide.grades`.
    grade_unit: What they count, one of it.
    """

    format: int = FORMAT
    game: str
    edition: int
    content_hash: str
    players: tuple[str, ...]
    effort: str
    seed: str
    unit: str
    start: tuple[float, ...]
    moments: list[AnalyzedMoment]
    seats: list[SeatSummary]
    grades: dict[str, float] = {}
    grade_unit: str = ""
