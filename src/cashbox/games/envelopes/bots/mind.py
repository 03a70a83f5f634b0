"""How `steady` decides, and what it remembers between decisions: for its bot, and for everyone in playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.fields import Fields, given
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots import auction, draft, small
from cashbox.games.envelopes.bots.dice import Dice
from cashbox.games.envelopes.bots.month import Turn, early_gift, what_it_has
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.vegas import final_campaign, shift

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.dice import Placing
    from cashbox.games.envelopes.bots.route import Step
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.view.glimpse import Glimpse


class Plan(Fields):
    """The plan of a mind. month, pair: the dice to take, and in which month. steps: of a turn; seen: what the turn's
    plan was based on."""

    month: int = given()
    pair: list[Placing] = given("shared")
    steps: list[Step] = given("shared")
    seen: tuple[int, ...] = given("shared")


NOTHING: Final = Plan(-1, [], [], ())
"""The empty plan."""


class Mind:
    """One seat's. border: as in `Sight`."""

    def __init__(self, tables: Tables, border: float = 0.0, plan: Plan = NOTHING) -> None:
        self.tables = tables
        self.border = border
        self.dice = Dice(tables, border)
        self.turn = Turn(tables, border)
        self.dice.month = plan.month
        self.dice.pair = plan.pair
        self.turn.steps = plan.steps[:]
        self.turn.seen = plan.seen

    def plan(self) -> Plan:
        """Return its current plan."""
        return Plan(self.dice.month, self.dice.pair, self.turn.steps[:], self.turn.seen)

    def plans_now(self, view: Glimpse, legal: list[int]) -> bool:
        """Check whether its next step in the turn is to make a plan."""
        turn = self.turn
        if turn.steps or what_it_has(view) == turn.seen:
            return False
        return early_gift(turn.read(view), legal) < 0

    def choose(self, view: Glimpse, legal: list[int]) -> int:
        """Choose one of at least two legal actions."""
        action = self._choose(view, legal)
        return action if action in legal else next((a for a in legal if a > act.DONE), legal[0])

    def _choose(self, view: Glimpse, legal: list[int]) -> int:
        phase = view.phase
        if phase == "month":
            return small.choose(view, legal, self.turn) if view.open else self.turn.choose(view, legal)
        if phase == "dice":
            return self._die(view, legal)
        if phase == "bookie":
            return shift(view)
        if phase == "final":
            return final_campaign(legal)
        if phase == "home":
            return legal[0]
        sight = Sight(view, self.tables, self.border)
        return auction.choose(sight, legal) if phase == "auction" else draft.choose(sight, legal)

    def _die(self, view: Glimpse, legal: list[int]) -> int:
        """Take the first die of a pair that has already been chosen."""
        if not view.me.dice and self.dice.month == view.month and self.dice.pair:
            action = act.DIE + self.dice.pair[0][0]
            if action in legal:
                return action
        return self.dice.choose(view, legal)
