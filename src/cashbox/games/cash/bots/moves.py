"""How using a card changes what a seat knows, up to the end of its turn. Random effects are separate: see `unknown` and
`guess`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.options import HAND

if TYPE_CHECKING:
    from cashbox.games.cash.bots.known import Known, Side

NOBODY: Final = -1


def meets(known: Known, face: int) -> bool:
    """Check whether a card takes effect when the seat discards it."""
    content, own = known.content, known.own
    needs = content.needs[face]
    if content.when[face] == v.PLAYED or not own.license:
        return False
    if needs & v.NO_INVESTIGATION and own.probe >= 0:
        return False
    if needs & v.SAME_CRIME and (own.probe < 0 or content.crime[own.probe] != content.crime[face]):
        return False
    if needs & v.VENTURES and not owners(known):
        return False
    return not needs & v.FEE or own.cash[content.values.index(content.fee[face])] > 0


def suspects(known: Known) -> list[int]:
    """Return the indexes of the rivals who can be investigated."""
    return [k for k, rival in enumerate(known.rivals) if rival.license and rival.probe < 0]


def owners(known: Known) -> list[int]:
    """Return the indexes of the rivals who have Venture Capital."""
    return [k for k, rival in enumerate(known.rivals) if rival.ventures]


def use(known: Known, face: int, target: int = NOBODY) -> None:
    """Apply the effect of a card that has left the hand. `target` is a rival's index for an aimed card."""
    for word in known.content.does[face]:
        _do(known, word, face, target)


def finish(known: Known) -> None:
    """End the turn; extra turns and lost turns cancel out."""
    own = known.own
    while own.extra and own.lost:
        own.extra -= 1
        own.lost -= 1


def _do(known: Known, word: int, face: int, target: int) -> None:
    own, content = known.own, known.content
    if word == v.CASH:
        own.cash[content.values.index(content.value[face])] += 1
    elif word == v.TAKE:
        _take(known, face)
    elif word == v.LIE:
        own.license = True
    elif word == v.INSURE:
        cover(own, content.values, content.limit[face])
    elif word == v.INVESTIGATE:
        if target >= 0:
            known.rivals[target].probe = face
    elif word in (v.ACQUIT, v.CLEAR):
        own.probe = -1
    elif word == v.EXTRA:
        own.extra += content.extra[face]
    elif word == v.LOSE:
        own.lost += content.lose[face]
    elif word == v.DUMP:
        _dump(own, content.dump[face] == v.LOWEST)
    else:
        _do_rare(known, word, face, target)


def _do_rare(known: Known, word: int, face: int, target: int) -> None:
    own, content = known.own, known.content
    if word == v.SETTLE:
        _dump(own, lowest=True)
        own.probe = -1
    elif word == v.DOUBLE:
        own.cash[content.values.index(content.fee[face])] -= 1
        own.ventures += 1
    elif word == v.TAX:
        own.taxman = True
    elif word == v.TAKEOVER:
        if target >= 0:
            own.cash[content.values.index(content.fee[face])] -= 1
            own.ventures += 1
            known.rivals[target].ventures -= 1
    elif word == v.RUIN:
        own.license = own.taxman = False
        own.probe = -1
        own.ventures = own.size = 0
        own.cash, own.hand = [0] * len(own.cash), [0] * len(own.hand)


def cover(own: Side, values: list[int], room: int) -> None:
    """Insure what fits under a limit, the highest first."""
    for k in range(len(values) - 1, -1, -1):
        while own.cash[k] and values[k] <= room:
            room -= values[k]
            insure(own, k, values[k])


def insure(own: Side, place: int, value: int) -> None:
    """Insure one cash card."""
    own.cash[place] -= 1
    own.insured += value


def _take(known: Known, face: int) -> None:
    own, content = known.own, known.content
    which = content.take[face]
    for rival in known.rivals:
        if which == v.EXACTLY:
            prey = content.values.index(content.value[face])
            if not rival.cash[prey]:
                prey = -1
        else:
            prey = rival.lowest() if which == v.LOWEST else rival.highest()
        if prey >= 0:
            rival.cash[prey] -= 1
            own.cash[prey] += 1
        else:
            rival.lost += content.fine[face]


def _dump(own: Side, lowest: bool) -> None:
    prey = own.lowest() if lowest else own.highest()
    if prey >= 0:
        own.cash[prey] -= 1


# -- random effects ---------------------------------------------------------------------------------------------


def unknown(known: Known, face: int) -> bool:
    """Check whether a card's effect brings unpredictable cards."""
    does = known.content.does[face]
    return v.PASS in does or v.RUIN in does


class Lot:
    """A stream of pseudo-random numbers that depends only on its seed."""

    def __init__(self, seed: int) -> None:
        self.at = (seed * 2654435761 + 12345) % 2147483647 or 1

    def draw(self, n: int) -> int:
        """Draw one of 0..n-1."""
        self.at = self.at * 48271 % 2147483647
        return self.at % n


def fill(known: Known, lot: Lot) -> None:
    """Fill the hand with random cards that the seat has not seen."""
    left = known.unseen[:]
    total = sum(left)
    while known.own.size < HAND and total > 0:
        face = any_of(left, lot.draw(total))
        left[face] -= 1
        total -= 1
        known.own.hand[face] += 1
        known.own.size += 1


def receive_passed_cards(known: Known, count: int, junk: list[float], lot: Lot) -> None:
    """Receive cards from the neighbor: the least valuable of some that might be in that hand."""
    giver = known.rivals[0]
    left = known.unseen[:]
    total = sum(left)
    faces = [face for face, many in enumerate(giver.hand) for _ in range(many)]
    while len(faces) < giver.size and total > 0:
        face = any_of(left, lot.draw(total))
        left[face] -= 1
        total -= 1
        faces.append(face)
    faces.sort(key=junk.__getitem__)
    for face in faces[:count]:
        known.own.hand[face] += 1
        known.own.size += 1


def any_of(left: list[int], at: int) -> int:
    """Return the face at a position among counted cards."""
    for face, count in enumerate(left):
        if at < count:
            return face
        at -= count
    return 0
