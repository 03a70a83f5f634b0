"""Choose the card of a turn by what each play and each discard would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots import stopping
from cashbox.games.cash.bots.holding import Holding, holding

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.cash.bots.sight import Sight

_GIVEN: Final = -7_000.0
"""The worth of a card that the neighbor passes."""
_FRESH: Final = -30_000.0
"""The worth of seven fresh cards to a player without a license and with two turns to lose."""


def choose(sight: Sight, legal: list[int]) -> int:
    """Choose to stop trading, or the play or discard that leaves the most."""
    stops = [act.PLAY + face for face in sight.content.doing(v.STOP)]
    for stop in stops:
        if stop in legal and stopping.wants_to_stop(sight):
            return stop
    now = holding(sight, sight.hand)
    best, most = -1, 0.0
    for action in legal:
        if action >= act.INSURE or action in stops:
            continue
        found = (
            value_if_played(now, action - act.PLAY)
            if action < act.DISCARD
            else value_if_discarded(now, action - act.DISCARD)
        )
        if best < 0 or found > most:
            best, most = action, found
    return best


def value_if_played(now: Holding, face: int) -> float:
    """Return the holding's worth after playing a card of this face."""
    after = now.clone()
    after.hand.remove(face)
    harm = _use(after, face)
    return after.worth() + harm


def value_if_discarded(now: Holding, face: int) -> float:
    """Return the holding's worth after discarding a card of this face."""
    content = now.sight.content
    after = now.clone()
    after.hand.remove(face)
    if content.when[face] == v.PLAYED or not _works(now, face):
        return after.worth()
    harm = _use(after, face)
    if v.RUIN in content.does[face]:
        return after.firm() + _FRESH
    if v.TAKEOVER in content.does[face]:
        return max(after.worth(), takeover(after, face)) + harm
    return harm + after.worth()


def _works(now: Holding, face: int) -> bool:
    """Return whether a card takes effect when it is discarded. For a Takeover, true even if no one has Venture
    Capital."""
    content = now.sight.content
    needs = content.needs[face]
    if not now.license:
        return False
    if needs & v.NO_INVESTIGATION and now.probe >= 0:
        return False
    if needs & v.SAME_CRIME and (now.probe < 0 or content.crime[now.probe] != content.crime[face]):
        return False
    return not needs & v.FEE or now.open_to(content.fee[face])


def _use(after: Holding, face: int) -> float:
    """Apply a card to the firm that uses it, and return the harm to others."""
    content = after.sight.content
    harm = 0.0
    for word in content.does[face]:
        if word in _EFFECTS:
            harm += _EFFECTS[word](after, face)
    return harm


def _license(after: Holding, face: int) -> float:
    after.license = True
    return 0.0


def _cash(after: Holding, face: int) -> float:
    after.table(face)
    return 0.0


def _insure(after: Holding, face: int) -> float:
    after.cover(after.sight.content.limit[face])
    return 0.0


def _investigate(after: Holding, face: int) -> float:
    return max([after.sight.hinder(seat) for seat in open_licenses(after.sight)])


def _settle(after: Holding, face: int) -> float:
    del after.cash[0]
    after.probe = -1
    return 0.0


def _double(after: Holding, face: int) -> float:
    after.pay(after.sight.content.fee[face])
    after.ventures += 1
    return 0.0


def _tax(after: Holding, face: int) -> float:
    after.taxman = True
    return 0.0


def _clear(after: Holding, face: int) -> float:
    after.probe = -1
    return 0.0


def _extra(after: Holding, face: int) -> float:
    after.lost -= after.sight.content.extra[face]
    return 0.0


def _lose(after: Holding, face: int) -> float:
    after.lost += after.sight.content.lose[face]
    return 0.0


def _dump(after: Holding, face: int) -> float:
    if after.cash:
        del after.cash[0 if after.sight.content.dump[face] == v.LOWEST else -1]
    return 0.0


def _ruin(after: Holding, face: int) -> float:
    after.license = after.taxman = False
    after.probe = -1
    after.ventures = 0
    after.cash, after.hand, after.blanks = [], [], 0
    return 0.0


def _pass(after: Holding, face: int) -> float:
    """Pass the worst cards."""
    given = 0.0
    for _ in range(min(after.sight.content.passes[face], len(after.hand))):
        after.hand.remove(least(after, after.hand))
        given += _GIVEN
    return given


def _take(after: Holding, face: int) -> float:
    """Take cash from each opponent. Returns the harm to them."""
    sight = after.sight
    harm = 0.0
    for seat, firm in enumerate(sight.view.players):
        if seat == sight.seat:
            continue
        prey = prey_of(sight, firm.cash, face)
        if prey >= 0:
            after.table(prey)
            harm += sight.weight[seat] * sight.content.value[prey]
        else:
            harm += sight.delay(seat, sight.content.fine[face])
    return harm


_EFFECTS: Final[dict[int, Callable[[Holding, int], float]]] = {
    v.LIE: _license, v.CASH: _cash, v.INSURE: _insure, v.INVESTIGATE: _investigate, v.SETTLE: _settle,
    v.DOUBLE: _double, v.TAX: _tax, v.ACQUIT: _clear, v.TAKE: _take, v.CLEAR: _clear, v.EXTRA: _extra, v.LOSE: _lose,
    v.DUMP: _dump, v.RUIN: _ruin, v.PASS: _pass,
}  # fmt: skip
"""By word: the change from using a card. Other words are random effects."""


def open_licenses(sight: Sight) -> list[int]:
    """List the opponents who can be investigated."""
    players = enumerate(sight.view.players)
    return [seat for seat, firm in players if seat != sight.seat and firm.license and firm.probe < 0]


def prey_of(sight: Sight, cash: list[int], face: int) -> int:
    """Return the uninsured cash that a card takes, -1 for none."""
    which = sight.content.take[face]
    if which != v.EXACTLY:
        return -1 if not cash else cash[0] if which == v.LOWEST else cash[-1]
    for one in cash:
        if sight.content.value[one] == sight.content.value[face]:
            return one
    return -1


def takeover(after: Holding, face: int) -> float:
    """Take Venture Capital from the opponent whom it hurts most, with a card of this face; do nothing if no one has
    any."""
    sight = after.sight
    target = victim(sight)
    if target < 0:
        return after.worth()
    taker = after.clone()
    taker.pay(sight.content.fee[face])
    taker.ventures += 1
    return taker.worth() + sight.weight[target] * sight.view.players[target].tabled


def victim(sight: Sight) -> int:
    """Return the opponent whose Venture Capital is most worth destroying, -1 if there is none."""
    best, most = -1, -1.0
    for seat, firm in enumerate(sight.view.players):
        if seat != sight.seat and firm.ventures:
            harm = sight.weight[seat] * firm.tabled
            if harm > most:
                best, most = seat, harm
    return best


def least(holding: Holding, faces: list[int]) -> int:
    """Return the least valuable face in the hand."""
    best, most = -1, 0.0
    for face in dict.fromkeys(faces):
        after = holding.clone()
        after.hand.remove(face)
        left = after.worth()
        if best < 0 or left > most:
            best, most = face, left
    return best
