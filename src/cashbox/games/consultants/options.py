"""What may be set at a table of IT's all in the game: three switches of one set of rules.

Source: ITS "Basic Game", "The real game", "Deadlines", "Innovation Project"; RULINGS C3.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import Mode, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

EDITION: Final = 2
"""The newest edition of the rules."""
SINCE: Final = {"events_at_completion": 2, "innovation_is_regular": 2}
"""Each difference between editions, a switch of `Rules`, and the edition that it came with; see docs/editions.md."""

BEFORE: Final = {
    "events_at_completion": "Events change what consultants are paid at the end of a round, but not at completion.",
    "innovation_is_regular": "Events about regular projects leave the Innovation Project out.",
}
"""How it was played before each of them, for people."""

MODES: Final = (
    Mode(
        id="real",
        name="The real game",
        text="Everything: deadlines that pay or punish, and the Innovation Project that gives consultants back.",
    ),
    Mode(
        id="basic",
        name="Basic",
        text="For a first game: staff projects and be paid. No deadlines, no Innovation Project.",
        options={"deadlines": False, "innovation": False},
    ),
)

OPTIONS: Final = (
    Option(
        name="deadlines",
        kind="switch",
        default=True,
        text="Projects finished early pay a bonus; late ones cost whoever works on them least.",
        heading="Deadlines",
        modes=("real",),
    ),
    Option(
        name="innovation",
        kind="switch",
        default=True,
        text="The Innovation Project pays little but gives consultants back at the end of the round.",
        heading="Innovation Project",
        modes=("real",),
    ),
)


class Rules:
    """The rules of one table. given: the complete options it was made from.

    What depends on the edition (`SINCE`): events_at_completion: an event that changes what consultants are paid does so
    when a project is completed, too (RULINGS D4). innovation_is_regular: such events take the Innovation Project for a
    regular project (D4).
    """

    __slots__ = ("deadlines", "events_at_completion", "given", "innovation", "innovation_is_regular")

    def __init__(self, given: Mapping[str, Any], edition: int = EDITION) -> None:
        self.events_at_completion = edition >= SINCE["events_at_completion"]
        self.innovation_is_regular = edition >= SINCE["innovation_is_regular"]
        self.given = dict(given)
        self.deadlines: bool = given["deadlines"]
        self.innovation: bool = given["innovation"]
