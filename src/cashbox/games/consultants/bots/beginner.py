"""A bot that knows the rules but has no strategy, for comparison in simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.consultants import actions as act
from cashbox.games.consultants.bots.steady import SteadyBot
from cashbox.games.consultants.content import MOST_DESKS, PRINCIPAL, rank_of
from cashbox.games.consultants.state import INNOVATION
from cashbox.games.consultants.view.glimpse import Glimpse

if TYPE_CHECKING:
    from typing import Any


class BeginnerBot(SteadyBot):
    """Completes what it can, takes the best-paid desk, promotes a senior, and never trains, recruits, or moves."""

    name = "beginner"

    def pick(self, view: Any, legal: list[int]) -> int:
        """See `Bot.pick`."""
        assert isinstance(view, Glimpse)
        if view.phase == "work":
            return self._work(view, legal)
        # It declines an event if possible, and the other questions hardly matter.
        return act.STAY if act.STAY in legal else legal[0]

    def _work(self, view: Glimpse, legal: list[int]) -> int:
        desks = [action for action in legal if action < act.LIFT]
        best = max(desks, key=lambda action: self._pay(view, action), default=act.PASS)
        if best != act.PASS and self._pay(view, best)[1] > 0:
            return best
        promotions = [action for action in legal if act.PROMOTE <= action < act.RECRUIT]
        seniors = [action for action in promotions if rank_of(action - act.PROMOTE) != PRINCIPAL]
        return seniors[0] if seniors else act.PASS

    def _pay(self, view: Glimpse, action: int) -> tuple[bool, int, bool]:
        """Rate a desk: whether it completes a project, what it pays according to the board, and whether a senior is
        enough."""
        rank, at = divmod(action, act.DESKS)
        number, desk = divmod(at, MOST_DESKS)
        place = view.places[number]
        if place.project == INNOVATION:
            return False, 1, rank != PRINCIPAL
        to_the_right = sum(owner >= 0 for _, owner in place.people[desk + 1 :])
        pay = self.content.projects[place.project].pay[to_the_right]
        return desk == len(place.people) - 1, pay, rank != PRINCIPAL
