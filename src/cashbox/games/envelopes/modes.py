"""The modes: presets of the options, and sets of options that go together.

Source: V10 with its side-bars on the cut-throat mode, BGA, FAM; RULINGS A4. `options.Rules` has what each mode changes
in addition to its options.
"""

from __future__ import annotations

from typing import Final

from cashbox.engine.game import Mode, Then

TABLE: Final = ("standard", "online", "family")
"""Modes with several players."""
FULL: Final = (*TABLE, "solitaire")
"""Modes of a full game; in a lesson, everything is fixed."""

LESSONS: Final = ("lesson-1", "lesson-2")
LESSON_MONTHS: Final = 3

MINUTES: Final = {1: 60, 2: 90, 3: 120, 4: 150}
"""How long a game takes, by number of players. Source: V10, 60 minutes alone, plus 30 for each other player."""
_TOGETHER: Final = {players: MINUTES[players] for players in (2, 3, 4)}

MODES: Final = (
    Mode(
        id="standard",
        name="Standard",
        text="The full game: twelve months of tough choices between money now and more money later.",
        minutes=_TOGETHER,
        least=2,
        most=4,
    ),
    Mode(
        id="online",
        name="Online",
        text="The full game with private Recruiting Boards, bigger campaigns, and its own tiebreakers.",
        minutes=_TOGETHER,
        least=2,
        most=4,
    ),
    Mode(
        id="family",
        name="Family",
        text="Easier: more cards, full-value dice in any of six months, cheap trades, and three free moves a month.",
        options={"die": False, "movement": "three", "trade_bucks": 0},
        minutes=_TOGETHER,
        least=2,
        most=4,
    ),
    Mode(
        id="solitaire",
        name="Solitaire",
        text="You against Bubba, who owns the South, leaves nothing to chance, and never stops recruiting.",
        options={"movement": "none"},
        minutes={1: MINUTES[1]},
        least=1,
        most=1,
    ),
    Mode(
        id="lesson-1",
        name="First lesson",
        text="New to the game? Play three months solo with hints on the calendar, dice, and cards (about ten minutes).",
        options={"stash": False},
        least=1,
        most=1,
        guided=True,
        then=Then("Second lesson: on the road", "lesson-2", 1),
    ),
    Mode(
        id="lesson-2",
        name="Second lesson",
        text="Play three months solo with hints about the bus, recruits, runners, and Vegas (about ten minutes).",
        options={"stash": False},
        least=1,
        most=1,
        guided=True,
        then=Then("A full game against two bots", "standard", 3, {"stash": False}),
    ),
)

CUT_THROAT: Final = "Cut-throat"

_HARDEST: Final[dict[str, bool | int | str]] = {"seeded": 0, "trade_bucks": 2, "movement": "none"}

SETS: Final = (
    Mode(
        id="cut-throat",
        name=CUT_THROAT,
        text="No starting envelopes, each die taken only once, 2 bucks for each trade, and free moves only from cards "
        "and coaches.",
        options={**_HARDEST, "dice": "exclusive"},
        least=2,
        most=3,
    ),
    Mode(
        id="cut-throat",
        name=CUT_THROAT,
        text="No starting envelopes, each die taken up to twice, 2 bucks for each trade, and free moves only from "
        "cards and coaches.",
        options={**_HARDEST, "dice": "exclusive, one repeat"},
        least=4,
        most=4,
    ),
)
"""The side-bars "Cut-Throat Mode" of V10, all at once."""
