"""Choose among the legal actions by their gain minus their cost.

Training, promoting, and recruiting are worth the best desk that the new consultant could take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.consultants import actions as act
from cashbox.games.consultants.content import COLOURS, MOST_DESKS, PRINCIPAL, PROMOTING, RECRUITING, TRAINING, rank_of
from cashbox.games.consultants.state import INNOVATION

if TYPE_CHECKING:
    from cashbox.games.consultants.bots.worth import Worth

LATER: Final = 0.75
"""The factor for gains that another player can still spoil."""
MOVING: Final = 0.8
"""The least gain for a move, because moves are limited."""
NOW: Final = 0.3


def choose(worth: Worth, legal: list[int]) -> int:
    """Choose the action that earns the most. Passing earns nothing."""
    best, most = act.PASS, 0.0
    for action in legal:
        value = value_of(worth, action)
        if value > most:
            best, most = action, value
    return best if best in legal else legal[-1]


def value_of(worth: Worth, action: int) -> float:
    """Return the gain from an action of phase 3."""
    if action < act.LIFT:
        rank, at = divmod(action, act.DESKS)
        number, desk = divmod(at, MOST_DESKS)
        kind = 2 * worth.view.places[number].colours[desk] + rank
        return worth.sitting(number, desk, kind, of_hand=True) + NOW
    if action < act.SEAT:
        return _lift(worth, *divmod(action - act.LIFT, MOST_DESKS))
    if act.TRAIN <= action < act.PROMOTE:
        return _new(worth, action - act.TRAIN, 0, worth.view.costs[TRAINING], None)
    if act.PROMOTE <= action < act.RECRUIT:
        kind = action - act.PROMOTE
        return -1.0 if changes_nothing(action) else _new(worth, kind, PRINCIPAL, worth.view.costs[PROMOTING], kind // 2)
    if act.RECRUIT <= action < act.TAKE:
        return _new(worth, action - act.RECRUIT, PRINCIPAL, worth.view.costs[RECRUITING], None)
    return 0.0


def changes_nothing(action: int) -> bool:
    """Check whether an action only costs money: promoting a principal gets a principal of the same color."""
    return act.PROMOTE <= action < act.RECRUIT and rank_of(action - act.PROMOTE) == PRINCIPAL


def _lift(worth: Worth, number: int, desk: int) -> float:
    loss = worth.without(number, desk)
    kind = worth.view.places[number].people[desk][0]
    gains = [worth.sitting(there, free, kind, of_hand=False) for there, free in desks_for(worth, kind, but=number)]
    return loss + max(gains, default=-9.0) - MOVING


def target(worth: Worth, legal: list[int]) -> int:
    """Choose where the consultant that was picked up earns the most."""
    number, desk = worth.view.lifted
    kind = worth.view.places[number].people[desk][0]
    return max(legal, key=lambda a: _seated(worth, a - act.SEAT, kind))


def _seated(worth: Worth, at: int, kind: int) -> float:
    number, desk = divmod(at, MOST_DESKS)
    return worth.sitting(number, desk, kind, of_hand=False)


def _new(worth: Worth, given: int, rank: int, cost: int, colour: int | None) -> float:
    """Return what exchanging a consultant is worth: the best use of the new one minus the best use of the old one."""
    if worth.view.hand.count(given) > 1:
        old = 0.3 * best_desk(worth, given)
    else:
        old = best_desk(worth, given)
    old = max(old, worth.used_up(given))
    colours = range(len(COLOURS)) if colour is None else (colour,)
    new = max(best_desk(worth, 2 * c + rank) for c in colours if 2 * c + rank != given or colour is not None)
    return LATER * new - old - cost


def best_desk(worth: Worth, kind: int) -> float:
    """Return the most that a consultant in the hand could earn at a desk that it may take now."""
    if kind not in worth.best:
        worth.best[kind] = max(
            [worth.sitting(n, desk, kind, of_hand=True) for n, desk in desks_for(worth, kind)], default=0.0
        )
    return worth.best[kind]


def desks_for(worth: Worth, kind: int, but: int = -1) -> list[tuple[int, int]]:
    """List the place and desk of every desk that such a consultant may take now, according to the view."""
    if not worth.desks:
        _find_desks(worth)
    found = worth.desks[kind]
    return found if but < 0 else [one for one in found if one[0] != but]


def _find_desks(worth: Worth) -> None:
    """Find the open desks by the kinds of consultants that may take them."""
    worth.desks = {kind: [] for kind in range(2 * len(COLOURS))}
    for number, place in enumerate(worth.view.places):
        right = -1
        for k, (_, owner) in enumerate(place.people):
            if owner >= 0:
                right = k
        for k, (_, owner) in enumerate(place.people[: right + 2]):
            if owner < 0:
                kind = 2 * place.colours[k]
                worth.desks[kind + PRINCIPAL].append((number, k))
                if not place.principal[k]:
                    worth.desks[kind].append((number, k))


def from_deck(worth: Worth, legal: list[int]) -> int:
    """Choose the consultant in the deck that earns the most. If none earns anything, choose one of the color that the
    most desks require."""
    rank = worth.view.taking
    return max(legal, key=lambda a: (best_desk(worth, 2 * (a - act.TAKE) + rank), _asked(worth, a - act.TAKE)))


def _asked(worth: Worth, colour: int) -> int:
    return sum(
        1
        for place in worth.view.places
        if place.project != INNOVATION
        for desk, (_, owner) in enumerate(place.people)
        if place.colours[desk] == colour and owner < 0
    )
