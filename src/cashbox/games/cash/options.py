"""What may be set at a table of CASH, and the numbers that follow from it.

Source: CASH "Setup", "Advanced variant", "Round breakdown", RULINGS B2. The rules read the fields of `Rules` and never
ask for the mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import Mode, Option
from cashbox.games.cash.length import minutes

if TYPE_CHECKING:
    from collections.abc import Mapping

EDITION: Final = 2
"""The newest edition of the rules. It plays as the first did: docs/editions.md."""
SINCE: Final[dict[str, int]] = {}
"""Each difference between editions and the edition it came with: none yet."""
BEFORE: Final[dict[str, str]] = {}
"""How it was played before each of them, for people."""

HAND: Final = 7
"""Cards of a hand after the hand check."""
OFFERS: Final = 3
"""Offers that the player on turn may make to each opponent in a turn."""

MODES: Final = (
    Mode(
        id="standard",
        name="Standard",
        text="Everybody starts with a license. Table cash, insure it, take what others left open, and talk.",
        minutes=minutes("standard"),
    ),
    Mode(
        id="advanced",
        name="Advanced",
        text="No firm begins with a license: hold one, find one, or talk somebody out of one.",
        options={"license": False},
        minutes=minutes("advanced"),
    ),
    Mode(
        id="quick",
        name="Quick",
        text="A shorter game: half a million wins, and nobody trades cards.",
        options={"target": 500_000, "trading": False},
        minutes=minutes("quick"),
    ),
)

OPTIONS: Final = (
    Option(
        name="license",
        kind="switch",
        default=True,
        text="Each firm starts a trading round with a Trading License.",
        heading="Setup",
        modes=("standard", "quick"),
    ),
    Option(
        name="trading",
        kind="switch",
        default=True,
        text="The player on turn may offer the others swaps of cards.",
        heading="Trading, negotiation, and public information",
    ),
    Option(
        name="target",
        kind="number",
        default=1_000_000,
        least=50_000,
        most=5_000_000,
        text="Capital that ends the game when somebody has it at the end of a trading round.",
        heading="Round breakdown",
    ),
    Option(
        name="recession",
        kind="choice",
        default="50000",
        choices=("50000", "75000"),
        text="What a Global Recession costs that is in a hand at the end of a trading round.",
        heading="Global Recession",
        group="More",
    ),
    Option(
        name="max_rounds",
        kind="number",
        default=0,
        least=0,
        most=200,
        text="After so many trading rounds the highest capital wins; 0 for no such end.",
        heading="Round breakdown",
        group="More",
    ),
    Option(
        name="max_turns",
        kind="number",
        default=0,
        least=0,
        most=2_000,
        text="A trading round ends after so many turns of all players together as if trading were stopped; 0: never.",
        heading="Round breakdown",
        group="More",
    ),
)

UNATTENDED: Final[dict[str, bool | int | str]] = {"max_rounds": 60, "max_turns": 400}
"""What tables set where nobody sits: far more than a game between sensible bots takes."""
BRIEF: Final = {"max_rounds": 2, "max_turns": 8}
"""For play at random, which loses money for ever."""


class Rules:
    """The rules of one table. given: the complete options it was made from. recession: dollars."""

    __slots__ = ("given", "license", "max_rounds", "max_turns", "recession", "target", "trading")

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = dict(given)
        self.license: bool = given["license"]
        self.trading: bool = given["trading"]
        self.target: int = given["target"]
        self.recession = int(given["recession"])
        self.max_rounds: int = given["max_rounds"]
        self.max_turns: int = given["max_turns"]

    def plain(self) -> dict[str, Any]:
        """The options given."""
        return self.given
