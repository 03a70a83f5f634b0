"""What a card needs to take effect, which needs are not met, and the sentences about them.

Source: CASH "Drawing, playing, and discarding", "Trading License", "Investigation cards"; RULINGS B2.4, B2.5, B2.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import amount
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.rules.drawing import cash_of
from cashbox.games.cash.text.phrases import crime

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.cash.content import Content
    from cashbox.games.cash.state import Player, State

OF_THE_FIRM: Final = v.OPEN_LICENSE - 1
"""The needs that depend only on the firm."""


def standing(p: Player) -> int:
    """Return the needs that a firm meets."""
    found = v.LICENSE if p.license >= 0 else v.NO_LICENSE
    found |= v.NO_INVESTIGATION if p.probe < 0 else v.INVESTIGATION
    if p.cash:
        found |= v.OPEN_CASH
    return found | v.NO_TAXMAN if p.taxman < 0 else found


def lacking(s: State, seat: int, face: int) -> int:
    """Return the unmet needs of a card; if 0, it takes effect."""
    left = s.content.needs[face] & ~standing(s.players[seat])
    return left if left & OF_THE_FIRM else unmet(s, seat, face, left)


def unmet(s: State, seat: int, face: int, left: int) -> int:
    """Return the unmet needs of a card, among those that the firm does not already meet."""
    p = s.players[seat]
    if left & v.SAME_CRIME and p.probe >= 0 and s.content.crime[s.content.face[p.probe]] == s.content.crime[face]:
        left ^= v.SAME_CRIME
    if left & v.FEE and cash_of(s, p, s.content.fee[face]) >= 0:
        left ^= v.FEE
    if left & v.WITHIN_LIMIT and p.cash and s.worth(p.cash[0]) <= s.content.limit[face]:
        left ^= v.WITHIN_LIMIT
    if left & v.OPEN_LICENSE and suspects(s, seat):
        left ^= v.OPEN_LICENSE
    if left & v.VENTURES and doublers(s, seat):
        left ^= v.VENTURES
    return left


def playable(s: State, seat: int, face: int) -> bool:
    """Tell whether a card of the hand can be played now."""
    left = s.content.to_play[face] & ~standing(s.players[seat])
    return not left or not (left & OF_THE_FIRM or unmet(s, seat, face, left))


def suspects(s: State, seat: int) -> list[int]:
    """List the opponents whose license can be investigated: one on the table, without an investigation."""
    return [other for other, p in enumerate(s.players) if other != seat and p.license >= 0 and p.probe < 0]


def doublers(s: State, seat: int) -> list[int]:
    """List the opponents with Venture Capital on their firms."""
    return [other for other, p in enumerate(s.players) if other != seat and p.ventures]


# -- sentences --------------------------------------------------------------------------------------------------------

_REASONS: Final[dict[int, tuple[str | Callable[[Content, int], str], str | Callable[[Content, int], str]]]] = {
    v.NO_LICENSE: ("Your firm already has a Trading License. It can only have one.", "your firm already has a license"),
    v.LICENSE: ("You can't play anything else without a Trading License on your firm.", "you have no license"),
    v.NO_INVESTIGATION: (
        "You can't play cards on your firm or on other players' licenses while you are under investigation.",
        "you are under investigation",
    ),
    v.INVESTIGATION: ("You are not under investigation.", "you are not under investigation"),
    v.OPEN_CASH: ("You have no uninsured cash to pay with.", "you have no uninsured cash"),
    v.NO_TAXMAN: ("Your firm already has The Taxman. It can only have one.", "your firm already has The Taxman"),
    v.OPEN_LICENSE: ("No opponent has a license that you can investigate.", "you have no one to investigate"),
    v.SAME_CRIME: (
        lambda c, k: f"You are not under investigation for {crime(c, k)}.",
        lambda c, k: f"you are not under investigation for {crime(c, k)}",
    ),
    v.FEE: (
        lambda c, k: f"{c.names[k]} costs one uninsured cash card worth exactly {amount(c.fee[k])}, and you have none.",
        lambda c, k: f"you have no uninsured {amount(c.fee[k])}",
    ),
    v.WITHIN_LIMIT: (
        lambda c, k: f"You have no uninsured cash card worth {amount(c.limit[k])} or less.",
        lambda c, k: f"you have no uninsured cash card worth {amount(c.limit[k])} or less",
    ),
    v.VENTURES: ("No opponent has Venture Capital.", "no opponent has Venture Capital"),
}
"""By need: why a card cannot be played, as a sentence, and why it has no effect, as the end of one."""


def why_not_played(s: State, seat: int, face: int) -> str:
    """Explain why a card of the hand cannot be played."""
    left = lacking(s, seat, face)
    if s.content.when[face] == v.DISCARDED:
        left &= v.LICENSE
    if not left:
        return f"You can't play {s.content.names[face]}. It only works when you discard it."
    return _say(s, face, _REASONS[left & -left][0])


def why_spoilt(s: State, face: int, left: int) -> str:
    """Explain why a card would have no effect, as the end of a sentence. `left` are the unmet needs."""
    return _say(s, face, _REASONS[left & -left][1])


def _say(s: State, face: int, reason: str | Callable[[Content, int], str]) -> str:
    return reason if isinstance(reason, str) else reason(s.content, face)
