"""Using a card: whether it takes effect, what it does then, and the sentences about it.

Source: CASH "Drawing, playing, and discarding", "The cards"; RULINGS B1.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import TABLE
from cashbox.engine.phrases import listed
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.rules import bear, firm, investigation, taking
from cashbox.games.cash.rules.needs import lacking, why_spoilt
from cashbox.games.cash.state import TARGET

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.rules.counting import Tally
    from cashbox.games.cash.rules.effect import Effect
    from cashbox.games.cash.state import State

_KNOWN: Final = {
    effect.word: effect for effect in (*firm.EFFECTS, *investigation.EFFECTS, *taking.EFFECTS, *bear.EFFECTS)
}
EFFECTS: Final[list[Effect]] = [_KNOWN[word] for word in range(len(v.DOES))]
"""The rule of each word of `vocabulary.DOES`."""
_BEGINNINGS: Final = ("you may ", "you lose ")
"""Beginnings that several effects of a card share: "you may take 5,000 from {1} and take another turn"."""


def effective(s: State, seat: int, face: int) -> bool:
    """Check whether a card does anything if this seat discards it now."""
    return s.content.when[face] == v.DISCARDED and not lacking(s, seat, face)


def names_itself(s: State, face: int) -> bool:
    """Check whether the event of an effect names the card that is played."""
    return any(EFFECTS[word].names_card for word in s.content.does[face])


def sign(s: State, face: int) -> str:
    """Return the sign of a card that changes the worth of a firm's cash."""
    return "".join([EFFECTS[word].sign(s, face) for word in s.content.does[face]])


def only_asks_target(s: State, seat: int, face: int) -> bool:
    """Tell whether a card that takes effect only asks for a target. It stays in the hand until its owner has chosen
    one, so that using it can be undone."""
    does = s.content.does[face]
    return does == [v.TAKEOVER] or (does == [v.INVESTIGATE] and len(EFFECTS[v.INVESTIGATE].targets(s, seat)) > 1)


def hold_back(s: State) -> bool:
    """Tell whether the card that is being aimed is still in the hand, where the others do not see it."""
    return s.phase == TARGET and s.steps[0].card in s.players[s.active].hand


def apply(s: State, seat: int, face: int, card: int, chance: Chance) -> None:
    """Apply all effects of the card, or queue their questions."""
    for word in s.content.does[face]:
        EFFECTS[word].do(s, seat, face, card, chance)


def count(s: State, seat: int, face: int, tally: Tally, *, works: bool) -> None:
    """Count the immediate changes from using a card of the hand."""
    tally.add("hand", -1)
    if s.content.when[face] == v.DISCARDED or not works or not s.content.stays[face]:
        tally.add("dumped", 1, TABLE)
    if works:
        for word in s.content.does[face]:
            EFFECTS[word].count(s, seat, face, tally)


def tell(s: State, seat: int, face: int) -> str:
    """Describe what a card that takes effect would do right now, as the end of a sentence."""
    found = [EFFECTS[word].describe(s, seat, face) for word in sorted(s.content.does[face])]
    clauses = []
    for begins, said in groupby(filter(None, found), key=_beginning):
        rest = [one.removeprefix(begins) for one in said]
        clauses.append(begins + listed(rest) if begins else ", and ".join(rest))
    return ", and ".join(clauses) or "no effect"


def _beginning(said: str) -> str:
    return next((begins for begins in _BEGINNINGS if said.startswith(begins)), "")


def tell_discard(s: State, seat: int, face: int) -> str:
    """Describe what discarding a card would do, as the end of a sentence."""
    if s.content.when[face] == v.PLAYED:
        return "no effect"
    left = lacking(s, seat, face)
    return f"no effect ({why_spoilt(s, face, left)})" if left else tell(s, seat, face)
