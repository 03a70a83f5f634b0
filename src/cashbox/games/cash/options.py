"""What can be set at a table of CASH, and the numbers that follow from it.

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
"""Cards of a hand after the hand check."""
OFFERS: Final = 3
"""Offers that a player may make to each opponent in a turn."""

FULL: Final = ("standard", "advanced", "quick")
"""Modes of a full game; in a lesson all is given but what makes tables end where nobody sits."""
LESSONS: Final = ("lesson-1", "lesson-2")

MODES: Final = (
    Mode(
        id="standard",
        name="Standard",
        text="Every firm starts with a license. Table cash, insure it, take what others leave uninsured, and talk.",
        minutes=minutes("standard"),
    ),
    Mode(
        id="advanced",
        name="Advanced",
        text="No firm starts with a license. Hold one, find one, or talk someone out of one.",
        options={"license": False},
        minutes=minutes("advanced"),
    ),
    Mode(
        id="quick",
        name="Quick",
        text="A shorter game. Half a million wins, and there is no trading.",
        options={"target": 500_000, "trading": False},
        minutes=minutes("quick"),
    ),
    Mode(
        id="lesson-1",
        name="First lesson",
        text="New to the game? One trading round with hints: licenses, cash, and the score. About ten minutes.",
        options={"license": False, "trading": False, "max_rounds": 1, "max_turns": 24},
        least=2,
        most=2,
        guided=True,
        then=Then("Second lesson: investigations and trades", "lesson-2", 2),
    ),
    Mode(
        id="lesson-2",
        name="Second lesson",
        text="With hints: insurance, investigations, acquittals, and a trade. About ten minutes.",
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
        text="Each firm starts a trading round with a Trading License.",
        heading="Setup",
        modes=("standard", "quick"),
    )
    trading: bool = switch(
        default=True,
        text="Players may offer trades on their turn.",
        heading="Trading, negotiation, and public information",
        modes=FULL,
    )
    target: int = number(
        1_000_000,
        least=50_000,
        most=5_000_000,
        text="The capital that ends the game once a player has it at the end of a trading round.",
        heading="Round breakdown",
        modes=FULL,
    )
    recession: int = choice(
        "50000",
        ("50000", "75000"),
        text="What a Global Recession in hand costs at the end of a trading round.",
        heading="Global Recession",
        modes=FULL,
        group="More",
        read=int,
    )
    max_rounds: int = number(
        0,
        least=0,
        most=200,
        text="The number of trading rounds after which the highest capital wins; 0 means no limit.",
        heading="Round breakdown",
        group="More",
    )
    max_turns: int = number(
        0,
        least=0,
        most=2_000,
        text="The number of turns, all players together, after which a trading round ends; 0 means no limit.",
        heading="Round breakdown",
        group="More",
    )


OPTIONS: Final = Rules.options()
SINCE: Final = Rules.editions()
BEFORE: Final = Rules.before()

ROWS: Final = (
    ("A firm starts a trading round with", "Setup", "[license:a Trading License][!license:nothing]"),
    (
        "Trades",
        "Trading, negotiation, and public information",
        "[trading:{offers offer} per opponent and turn][!trading:none]",
    ),
    ("Capital that wins the game", "Round breakdown", "{target}"),
    ("Global Recession in hand", "Global Recession", "costs {recession}"),
    ("Trading rounds, at most", "Round breakdown", "[max_rounds:{max_rounds}][!max_rounds:no limit]"),
    ("Turns in a round, at most", "Round breakdown", "[max_turns:{max_turns}][!max_turns:no limit]"),
    ("Hand limit", "Turn breakdown", "{hand}"),
)
"""Where modes may differ, and the numbers of the game: a name, the rule's heading, and a template."""

UNATTENDED: Final[dict[str, bool | int | str]] = {"max_rounds": 60, "max_turns": 400}
"""What tables without people set: far more than a game between sensible bots takes."""
BRIEF: Final = {"max_rounds": 2, "max_turns": 8}
"""For random play, which loses money forever."""
