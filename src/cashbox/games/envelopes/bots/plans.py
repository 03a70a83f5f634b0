"""The best few candidates of `steady`: cards, pairs of dice, plans for a month. Its own choice comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots import draft
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.dice import Chooser, options_of
from cashbox.games.envelopes.bots.month import planner_of

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.dice import Placing
    from cashbox.games.envelopes.bots.route import Step
    from cashbox.games.envelopes.bots.sight import Sight


def cards(sight: Sight, legal: list[int], most: int) -> list[int]:
    """List cards to draft, to reject, or to take from a pack, or coaches."""
    first = draft.choose(sight, legal)
    rest = [action for action in legal if action != first and (action < act.PASS or legal[0] >= act.PASS)]
    if legal[0] < act.PASS:
        appraiser = Appraiser(sight)
        since = min(sight.months - 1, sight.month + 1)
        rest.sort(key=lambda action: -draft.price(appraiser, action - act.DRAFT, since))
    return [first, *rest[: most - 1]]


def pairs(sight: Sight, legal: list[int], most: int) -> list[list[Placing]]:
    """List pairs of dice with their places, in the order of taking them."""
    return Chooser(sight).best_few(options_of(sight, [], legal), most)


def routes(sight: Sight, legal: list[int], most: int) -> list[list[Step]]:
    """List plans for a month that sign and play different recruits and cards."""
    planner = planner_of(sight, legal)
    return planner.plans(most) if planner is not None else []
