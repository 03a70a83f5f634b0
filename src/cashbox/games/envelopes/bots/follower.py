"""`steady` for one seat of a sample: the same moves, read straight from the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots import auction, draft, small
from cashbox.games.envelopes.bots.dice import Dice
from cashbox.games.envelopes.bots.glimpse import Glimpse
from cashbox.games.envelopes.bots.month import Turn, early_gift, what_it_has
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.tables import tables_of
from cashbox.games.envelopes.bots.vegas import final_campaign, shift

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.dice import Placing
    from cashbox.games.envelopes.bots.route import Step
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.eyes.view import View
    from cashbox.games.envelopes.state import State


class Plan(NamedTuple):
    """What a mind holds from one decision to the next, see `Dice` and `Turn`."""

    month: int = -1
    pair: tuple[Placing, ...] = ()
    steps: tuple[Step, ...] = ()
    seen: tuple[int, ...] = ()

    @staticmethod
    def of_dice(month: int, pair: list[Placing]) -> Plan:
        """To place these dice."""
        return Plan(month=month, pair=tuple(pair))

    @staticmethod
    def of_month(view: View, steps: list[Step]) -> Plan:
        """To take these steps."""
        return Plan(steps=tuple(steps), seen=what_it_has(view))


class Follower:
    """One seat's mind."""

    def __init__(self, tables: Tables, plan: Plan = Plan()) -> None:
        self.tables = tables
        self.dice = Dice(tables)
        self.turn = Turn(tables)
        self.dice.month = plan.month
        self.dice.pair = list(plan.pair)
        self.turn.steps = list(plan.steps)
        self.turn.seen = plan.seen

    def plan(self) -> Plan:
        """What it is going to do."""
        return Plan(self.dice.month, tuple(self.dice.pair), tuple(self.turn.steps), self.turn.seen)

    def plans_now(self, view: View, legal: list[int]) -> bool:
        """Whether a month is planned now."""
        turn = self.turn
        if turn.steps or what_it_has(view) == turn.seen:
            return False
        return early_gift(Sight(view, self.tables), legal) < 0

    def choose(self, s: State, seat: int, legal: list[int]) -> int:
        """What `steady` does in a sample; legal: at least two actions."""
        return self.answer(Glimpse(s, seat), legal)

    def answer(self, view: Any, legal: list[int]) -> int:
        """What `steady` does; legal: at least two actions."""
        action = self._answer(view, legal)
        return action if action in legal else next((a for a in legal if a > act.DONE), legal[0])

    def _answer(self, view: Any, legal: list[int]) -> int:
        phase = view.phase
        if phase == "month":
            if view.pending is not None:
                return small.choose(view, view.pending, legal, self.turn)
            return self.turn.choose(view, legal)
        if phase == "dice":
            return self._die(view, legal)
        if phase == "bookie":
            return shift(view)
        if phase == "final":
            return final_campaign(legal)
        if phase == "home":
            return legal[0]
        sight = Sight(view, self.tables)
        return auction.choose(sight, legal) if phase == "auction" else draft.choose(sight, legal)

    def _die(self, view: Any, legal: list[int]) -> int:
        """The first die of a pair that was chosen before is taken without choosing again."""
        if not view.mine.dice and self.dice.month == view.month and self.dice.pair:
            action = act.DIE + self.dice.pair[0][0]
            if action in legal:
                return action
        return self.dice.choose(view, legal)


def tables_for(s: State) -> Tables:
    """The tables of a state's content and tokens."""
    return tables_of(s.content).priced(s.value)
