"""The options of a table of IT's all in the game: three switches of one set of rules.

Source: ITS "Basic Game", "The real game", "Deadlines", "Innovation Project"; RULINGS C3.2.
"""

from __future__ import annotations

from typing import Final

from cashbox.engine.game import Mode, Then
from cashbox.engine.table_rules import TableRules, switch

EDITION: Final = 1
"""The newest edition of the rules; see docs/editions.md."""

MINUTES: Final = {2: 45, 3: 50, 4: 60}
"""How long a game takes, by number of players. Source: ITS, 45 to 60 minutes."""

MODES: Final = (
    Mode(
        id="real",
        name="The real game",
        text="The full game: deadlines with bonuses and penalties, plus a project that returns its consultants.",
        minutes=MINUTES,
    ),
    Mode(
        id="basic",
        name="Basic",
        text="Best for your first game. Staff projects and get paid, with no deadlines and no Innovation Project.",
        options={"deadlines": False, "innovation": False},
        minutes=MINUTES,
    ),
    Mode(
        id="lesson-1",
        name="First lesson",
        text="New to the game? Play two rounds with hints about desks, projects, and pay. About ten minutes.",
        options={"deadlines": False, "innovation": False},
        least=2,
        most=2,
        guided=True,
        then=Then("Second lesson: principals, events, and moves", "lesson-2", 2),
    ),
    Mode(
        id="lesson-2",
        name="Second lesson",
        text="Play two more rounds with hints about promoting, training, moves, and deadlines. About ten minutes.",
        least=2,
        most=2,
        guided=True,
        then=Then("A basic game against two bots", "basic", 3),
    ),
)


class Rules(TableRules):
    """The rules of one table."""

    deadlines: bool = switch(
        default=True,
        text="Projects that are completed early pay a bonus. Late ones cost the least involved players money.",
        heading="Deadlines",
        modes=("real",),
    )
    innovation: bool = switch(
        default=True,
        text="The Innovation Project pays little but returns your consultants at the end of the round.",
        heading="Innovation Project",
        modes=("real",),
    )


OPTIONS: Final = Rules.options()
SINCE: Final = Rules.editions()
BEFORE: Final = Rules.before()
