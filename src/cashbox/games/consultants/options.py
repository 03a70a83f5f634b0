"""What may be set at a table of IT's all in the game: three switches of one set of rules.

Source: ITS "Basic Game", "The real game", "Deadlines", "Innovation Project"; RULINGS C3.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import Mode, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    """The rules of one table. given: the complete options it was made from."""

    __slots__ = ("deadlines", "given", "innovation")

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = dict(given)
        self.deadlines: bool = given["deadlines"]
        self.innovation: bool = given["innovation"]
