"""The facts for a lesson's hints, computed by the rules from what the player sees.

`lessons.TERMS` lists the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.phrases import player
from cashbox.engine.seats import has
from cashbox.games.cash import state as st
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.lessons import TERMS, WAIT
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules import cards, counting, score, taking
from cashbox.games.cash.rules.needs import lacking, suspects
from cashbox.games.cash.rules.offers import asked_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.facts import Description
    from cashbox.games.cash.state import Player, State

_PHASES: Final = {word: k for k, word in enumerate(TERMS.phases)}
_BY_CARD: Final = ("play", "discard", "pass", "choose", "give-named", "give-firm", "ask-firm", "give-hidden")
_KEPT: Final = (
    (v.CASH, 9), (v.STOP, 8), (v.EXTRA, 8), (v.TAKE, 7), (v.INSURE, 6), (v.DOUBLE, 6), (v.TAX, 6), (v.INVESTIGATE, 4),
    (v.SETTLE, 3), (v.TAKEOVER, 2), (v.ACQUIT, 1),
)  # fmt: skip
"""How much a card is worth keeping, by effect; one that would hurt is kept longest, until the end is near."""
_HURTS: Final = 20


class CashSight:
    """Reads states of CASH for a lesson; see `lessons.Sight`. The opponent is the next seat."""

    def __init__(self, describe: Callable[[Any, int, int], Description]) -> None:
        self.describe = describe

    def phase(self, s: State, seat: int) -> int:
        """Return the phase, or `WAIT` while others decide."""
        return _PHASES[st.PHASES[s.phase] if has(s.due, seat) or s.phase == st.OVER else WAIT]

    def count(self, s: State, seat: int, word: str) -> int:
        """See `TERMS.counts`. asked: offers made to the opponent in this turn; helps: whether the hand has a card that
        ends the opponent's investigation after a trade for the best cash of that firm; given, wanted: cards in the
        offer being built; freed: whether the offer brings a card that then ends one's own investigation."""
        p, other = _both(s, seat)
        if word in ("license", "rival_license"):
            return int((p if word == "license" else other).license >= 0)
        if word in ("probe", "rival_probe"):
            return int((p if word == "probe" else other).probe >= 0)
        if word in ("given", "wanted"):
            return 0 if s.offer is None else s.offer.given() if word == "given" else asked_count(s.offer)
        if word == "freed":
            return int(s.offer is not None and any(_frees(s, p, card, _sold(s)) for card in s.offer.give_named))
        if word == "helps":
            return int(_help(s, seat) >= 0)
        if word == "asked":
            return s.players[s.active].offers[1 - seat]
        if word == "turn":
            return s.turns
        return _dollars(s, p, other)[word]

    def about(self, s: State, seat: int, action: int, word: str) -> int:
        """See `TERMS.of`. works: whether a card takes effect when discarded; prey: dollars that it would take; covers:
        dollars of the highest cash that it could insure; frees: whether it ends one's own investigation; helps: whether
        it would end the opponent's after the trade; hunts: whether it investigates."""
        kind, face = s.content.forms.kind_of(action)
        if kind not in _BY_CARD:
            return 0
        p, other = _both(s, seat)
        if word == "cash":
            return int(s.content.is_cash[face])
        if word == "works":
            return int(cards.effective(s, seat, face))
        if word == "prey":
            return _prey(s, other, face)
        if word == "covers":
            limit = s.content.limit[face] if v.INSURE in s.content.does[face] else 0
            return max([s.worth(card) for card in p.cash if s.worth(card) <= limit], default=0)
        if word == "frees":
            used = s.content.when[face] == (v.DISCARDED if kind == "discard" else v.PLAYED)
            return int(used and not lacking(s, seat, face) and _ends(s, p, face))
        if word == "helps":
            return int(_ends(s, other, face, _sold(s)))
        return int(v.INVESTIGATE in s.content.does[face] and bool(suspects(s, seat)))

    def worth(self, s: State, seat: int, action: int) -> int:
        """Rate cards to play, insure, or request by dollars, and cards to give away by how useless they are."""
        kind, k = s.content.forms.kind_of(action)
        if kind == "insure":
            return k
        if kind in ("play", "ask-firm"):
            return s.content.value[k] + s.content.limit[k]
        return -_keep(s, seat, k) if kind in _BY_CARD else 0

    def facts(self, s: State, seat: int, kind: str, action: int) -> dict[str, Any]:
        """See `TERMS.facts`."""
        p, other = _both(s, seat)
        known: dict[str, Any] = _dollars(s, p, other) | {
            "rival": player(1 - seat),
            "capital": p.capital,
            "rival_capital": other.capital,
            "probe": _name(s, p.probe),
            "rival_probe": _name(s, other.probe),
            "limit": HAND,
            "cards": len(p.hand),
            "rival_cards": len(other.hand),
            "help": _name(s, _help(s, seat)),
            "best": _name(s, other.cash[-1] if other.cash else st.NONE),
            "button": "",
        }
        if action < 0:
            return known
        known["button"] = self.describe(s, seat, action).label
        face = action - s.content.forms.types[kind][0]
        if kind in _BY_CARD:
            known |= {"card": s.content.names[face], "value": s.content.value[face] or s.content.limit[face]}
        if kind in ("play", "discard"):
            known["does"] = cards.tell_discard(s, seat, face) if kind == "discard" else cards.tell(s, seat, face)
        if kind == "insure":
            known |= {"value": s.content.values[face], "cover": s.content.names[s.steps[0].face]}
        if kind == "take":
            known |= {"fine": s.content.fine[s.steps[0].face], "value": s.content.value[s.steps[0].face]}
        return known


def _both(s: State, seat: int) -> tuple[Player, Player]:
    return s.players[seat], s.players[1 - seat]


def _dollars(s: State, p: Player, other: Player) -> dict[str, int]:
    """Return amounts for texts. lead: how much more the round would bring than the opponent's firm is worth."""
    own, theirs = score.line(s, p), score.tabled_cash(s, other) * (2 if other.ventures else 1)
    return {
        "open": counting.uninsured(s, p),
        "insured": counting.insured(s, p),
        "tabled": own.tabled,
        "held": -own.held,
        "bears": -own.bears,
        "total": own.total,
        "lead": own.total - theirs,
        "rival_tabled": theirs,
        "rival_open": counting.uninsured(s, other),
    }


def _prey(s: State, other: Player, face: int) -> int:
    card = taking.prey(s, other, face) if v.TAKE in s.content.does[face] else st.NONE
    return s.worth(card) if card >= 0 else 0


def _ends(s: State, p: Player, face: int, sold: int = 0) -> bool:
    """Return whether a card of this face ends a firm's investigation. sold: cards of its uninsured cash that a trade
    removes first; a settlement needs a remaining one."""
    if p.probe < 0:
        return False
    does = s.content.does[face]
    same = s.content.crime[s.content.face[p.probe]] == s.content.crime[face]
    return v.CLEAR in does or (v.SETTLE in does and len(p.cash) > sold) or (v.ACQUIT in does and same)


def _frees(s: State, p: Player, card: int, sold: int) -> bool:
    return _ends(s, p, s.content.face[card], sold)


def _sold(s: State) -> int:
    """Count the uninsured cash cards that the partner gives in the current trade: at least the one that hints ask
    for."""
    wanted = s.offer.ask_firm if s.offer is not None else []
    return max(1, sum([s.content.is_cash[s.content.face[card]] for card in wanted]))


def _help(s: State, seat: int) -> int:
    """Find the least valuable card of the hand that ends the opponent's investigation after a trade; -1 if there is
    none."""
    p, other = _both(s, seat)
    found = [card for card in p.hand if _frees(s, other, card, _sold(s))]
    return min(found, key=lambda card: (_keep(s, seat, s.content.face[card]), s.content.face[card]), default=st.NONE)


def _keep(s: State, seat: int, face: int) -> int:
    """Rate how much a card is worth keeping; the highest is one that hurts when discarded."""
    does = s.content.does[face]
    if v.LOSE in does:
        return _HURTS
    if v.LIE in does:
        return 0 if s.players[seat].license >= 0 else _HURTS
    return max([worth for word, worth in _KEPT if word in does], default=0)


def _name(s: State, card: int) -> str:
    return s.content.names[s.content.face[card]] if card >= 0 else ""
