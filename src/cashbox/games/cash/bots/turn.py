"""The card of a turn: what each play and each discard would change, and the best of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import actions as act
from cashbox.games.cash import faces as f
from cashbox.games.cash.bots import stopping
from cashbox.games.cash.bots.holding import Holding

if TYPE_CHECKING:
    from cashbox.games.cash.bots.sight import Sight

_GIVEN: Final = -7_000.0
"""What a card is worth that the neighbour passes on."""
_FRESH: Final = -30_000.0
"""What seven fresh cards are worth to who has no license and two turns to lose."""


def choose(sight: Sight, legal: list[int]) -> int:
    """Stop trading, or the play or discard that leaves the most."""
    if act.PLAY + f.STOP in legal and stopping.wanted(sight):
        return act.PLAY + f.STOP
    now = Holding(sight, sight.hand)
    best, most = -1, 0.0
    for action in legal:
        if action >= act.INSURE or action == act.PLAY + f.STOP:
            continue
        found = played(now, action - act.PLAY) if action < act.DISCARD else discarded(now, action - act.DISCARD)
        if best < 0 or found > most:
            best, most = action, found
    return best


def played(now: Holding, face: int) -> float:
    """What there would be after playing a card of this face."""
    sight = now.sight
    after = now.copy()
    after.hand.remove(face)
    harm = 0.0
    if face == f.LICENSE:
        after.license = True
    elif f.is_cash(face):
        after.table(face)
    elif f.INSURANCE <= face < f.INSURANCE_END:
        after.cover(sight.content.value[face])
    elif f.INVESTIGATION <= face < f.INVESTIGATION_END:
        harm = max(sight.hinder(seat) for seat in open_licenses(sight))
    elif face == f.SETTLEMENT:
        del after.cash[0]
        after.probe = -1
    elif face == f.VENTURE:
        _pay(after, sight.content.fee[face])
        after.ventures += 1
    else:
        after.taxman = True
    return after.worth() + harm


def open_licenses(sight: Sight) -> list[int]:
    """Opponents who can be investigated."""
    players = enumerate(sight.view.players)
    return [seat for seat, firm in players if seat != sight.seat and firm.license and firm.probe < 0]


def discarded(now: Holding, face: int) -> float:
    """What there would be after discarding a card of this face."""
    after = now.copy()
    after.hand.remove(face)
    if not now.license:
        return after.worth()
    if f.ACQUITTAL <= face < f.ACQUITTAL_END:
        if now.probe - f.INVESTIGATION == face - f.ACQUITTAL:
            after.probe = -1
        return after.worth()
    if face in (f.DIVIDEND, f.PREMIUM):
        after.probe = -1
        after.lost -= 1
        return _take(after, face) + after.worth()
    if face in (f.BROKER, f.BANKER) and now.probe < 0:
        return _take(after, face) + after.worth()
    if face == f.TAKEOVER and now.probe < 0 and f.CASH_25 in now.cash:
        return max(after.worth(), takeover(after))
    if f.CRASH <= face <= f.BANKRUPTCY:
        return _strike(after, face)
    return after.worth()


def _take(after: Holding, face: int) -> float:
    """Take from each opponent; what that does to them."""
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
            harm += sight.delay(seat, sight.content.lose[face])
    return harm


def prey_of(sight: Sight, cash: list[int], face: int) -> int:
    """The face that a card takes of uninsured cash, -1 none."""
    if face in (f.DIVIDEND, f.PREMIUM):
        return -1 if not cash else cash[0] if face == f.DIVIDEND else cash[-1]
    for one in cash:
        if sight.content.value[one] == sight.content.value[face]:
            return one
    return -1


def takeover(after: Holding) -> float:
    """Venture Capital of whom it hurts most; nothing where nobody has any."""
    sight = after.sight
    target = victim(sight)
    if target < 0:
        return after.worth()
    taker = after.copy()
    _pay(taker, sight.content.fee[f.TAKEOVER])
    taker.ventures += 1
    return taker.worth() + sight.weight[target] * sight.view.players[target].tabled


def victim(sight: Sight) -> int:
    """The opponent whose Venture Capital is worth most to be gone, -1 without one."""
    best, most = -1, -1.0
    for seat, firm in enumerate(sight.view.players):
        if seat != sight.seat and firm.ventures:
            harm = sight.weight[seat] * firm.tabled
            if harm > most:
                best, most = seat, harm
    return best


def _pay(after: Holding, fee: int) -> None:
    for face in after.cash:
        if after.sight.content.value[face] == fee:
            after.cash.remove(face)
            return


def _strike(after: Holding, face: int) -> float:
    """A bear card discarded: what goes, turns lost, and the worst cards passed on."""
    content = after.sight.content
    after.lost += content.lose[face]
    if face == f.BANKRUPTCY:
        after.license = after.taxman = False
        after.probe = -1
        after.ventures = 0
        after.cash, after.hand, after.blanks = [], [], 0
        return after.firm() + _FRESH
    if after.cash:
        del after.cash[0 if face == f.CRASH else -1]
    given = 0.0
    for _ in range(min(content.passes[face], len(after.hand))):
        after.hand.remove(least(after, after.hand))
        given += _GIVEN
    return after.worth() + given


def least(holding: Holding, faces: list[int]) -> int:
    """Of these faces in its hand, the one that the holding misses least."""
    best, most = -1, 0.0
    for face in dict.fromkeys(faces):
        after = holding.copy()
        after.hand.remove(face)
        left = after.worth()
        if best < 0 or left > most:
            best, most = face, left
    return best
