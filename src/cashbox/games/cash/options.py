"""The options of a table of CASH, and the numbers that follow from them.

Source: CASH "Setup", "Advanced variant", "Round breakdown", RULINGS B2. The rules read the fields of `Rules` and never
ask for the mode.
"""

from __future__ import annotations

from typing import Final

from cashbox.engine.game import Mode, Then
from cashbox.engine.table_rules import TableRules, choice, number, switch
from cashbox.games.cash.length import minutes

EDITION: Final = 1
"""The newest edition of the rules; see docs/editions.md."""

HAND: Final = 7
"""The size of a hand after the hand check."""
OFFERS: Final = 3
"""The most offers that a player may make to each opponent in a turn."""

FULL: Final = ("standard", "advanced", "quick")
"""Modes of a full game. In a lesson, everything is fixed except the options that make tables without people end."""
LESSONS: Final = ("lesson-1", "lesson-2")

MODES: Final = (
    Mode(
        id="standard",
        name="Standard",
        text="Every firm starts with a license. Play cash, insure it, trade, and take what others leave uninsured.",
        minutes=minutes("standard"),
    ),
    Mode(
        id="advanced",
        name="Advanced",
        text="No firm starts with a license. You have to be dealt one, draw one, or talk someone out of one.",
        options={"license": False},
        minutes=minutes("advanced"),
    ),
    Mode(
        id="quick",
        name="Quick",
        text="A shorter game without trading. You only need 500,000 to win.",
        options={"target": 500_000, "trading": False},
        minutes=minutes("quick"),
    ),
    Mode(
        id="lesson-1",
        name="First lesson",
        text="New to the game? Play one round with hints about licenses, cash, and scoring. About ten minutes.",
        options={"license": False, "trading": False, "max_rounds": 1, "max_turns": 24},
        least=2,
        most=2,
        guided=True,
        then=Then("Second lesson: investigations and trades", "lesson-2", 2),
    ),
    Mode(
        id="lesson-2",
        name="Second lesson",
        text="Play another round with hints about insurance, investigations, and trading. About ten minutes.",
        options={"max_rounds": 1, "max_turns": 36},
        least=2,
        most=2,
        guided=True,
        then=Then("A quick game against two bots", "quick", 3),
    ),
)


class Rules(TableRules):
    """The rules of one table. recession: in dollars."""

    license: bool = switch(
        default=True,
        text="Each firm starts every trading round with a Trading License.",
        heading="Setup",
        modes=("standard", "quick"),
    )
    trading: bool = switch(
        default=True,
        text="Players can offer trades on their turns.",
        heading="Trading, negotiation, and public information",
        modes=FULL,
    )
    target: int = number(
        1_000_000,
        least=50_000,
        most=5_000_000,
        text="The game ends when a player has this much capital at the end of a trading round.",
        heading="Round breakdown",
        modes=FULL,
    )
    recession: int = choice(
        "50000",
        ("50000", "75000"),
        text="The penalty for holding a Global Recession at the end of a trading round.",
        heading="Global Recession",
        modes=FULL,
        group="More",
        read=int,
    )
    max_rounds: int = number(
        0,
        least=0,
        most=200,
        text="After this many trading rounds, the player with the most capital wins. 0 means no limit.",
        heading="Round breakdown",
        group="More",
    )
    max_turns: int = number(
        0,
        least=0,
        most=2_000,
        text="A trading round ends after this many turns, counting every player's turns. 0 means no limit.",
        heading="Round breakdown",
        group="More",
    )


OPTIONS: Final = Rules.options()
SINCE: Final = Rules.editions()
BEFORE: Final = Rules.before()

ROWS: Final = (
    ("Licenses at the start of a round", "Setup", "[license:one on each firm][!license:none]"),
    (
        "Trades",
        "Trading, negotiation, and public information",
        "[trading:{offers offer} per opponent per turn][!trading:none]",
    ),
    ("Capital needed to win", "Round breakdown", "{target}"),
    ("Penalty for a Global Recession in hand", "Global Recession", "{recession}"),
    ("Maximum number of rounds", "Round breakdown", "[max_rounds:{max_rounds}][!max_rounds:no limit]"),
    ("Maximum turns per round", "Round breakdown", "[max_turns:{max_turns}][!max_turns:no limit]"),
    ("Hand limit", "Turn breakdown", "{hand}"),
)
"""The rows of the table of rules, for what modes can change and for the game's numbers: a name, the rule's heading, and
a template."""

UNATTENDED: Final[dict[str, bool | int | str]] = {"max_rounds": 60, "max_turns": 400}
"""The options of tables without people: far more than a game between reasonable bots takes."""
BRIEF: Final = {"max_rounds": 2, "max_turns": 8}
"""The limits for random play, which loses money forever."""
