"""What a card would do right now, said before it is played: for buttons, from the same rules that run it.

Firms go by their colours here, since a label is the same whoever sits there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.cash import faces as f
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules import investigation, taking, turn
from cashbox.games.cash.rules.drawing import cash_of
from cashbox.games.cash.words.phrases import dollars, each

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def playing(s: State, seat: int, face: int) -> str:
    """What playing a card of this face would do, as the end of a sentence."""
    p = s.players[seat]
    value = s.content.value[face]
    if face == f.LICENSE:
        return "from now on your other cards can take effect"
    if face == f.STOP:
        return "the trading round ends"
    if f.is_cash(face):
        return f"{dollars(value)} on your firm, uninsured"
    if f.INSURANCE <= face < f.INSURANCE_END:
        return f"covers cash up to {dollars(value)} together"
    if f.INVESTIGATION <= face < f.INVESTIGATION_END:
        return f"onto the license of {_any([f.FIRMS[other] for other in investigation.targets(s, seat)])}"
    if face == f.SETTLEMENT:
        return f"costs your {_name(s, p.cash[0])} and ends the investigation"
    if face == f.VENTURE:
        fee = dollars(s.content.fee[face])
        if p.ventures:
            return f"costs {fee}; your tabled cash counts double already{_relief(s, p)}"
        return f"costs {fee}, then your tabled cash counts double"
    return f"moves {s.content.percent}% of each opponent's result of the round to you, of a loss as well"


def discarding(s: State, seat: int, face: int) -> str:
    """What discarding a card of this face would do, as the end of a sentence."""
    p = s.players[seat]
    if not turn.effective(s, seat, face):
        return "no effect" if face not in _SPOILT else f"no effect: {_why(s, p, face)}"
    if f.ACQUITTAL <= face < f.ACQUITTAL_END:
        return "may end the investigation"
    if face in (f.BROKER, f.BANKER):
        return f"may {spoils(s, seat, face)}"
    if face == f.TAKEOVER:
        owners = [f.FIRMS[other] for other in taking.takeover_targets(s, seat)]
        second = "; your own cash counts double already" if p.ventures else ""
        return f"may take Venture Capital from {_any(owners)} for {dollars(s.content.fee[face])}{second}"
    if face in (f.DIVIDEND, f.PREMIUM):
        found = spoils(s, seat, face)
        parts = [f"may {found}"] if found else []
        parts += ["may end the investigation"] if p.probe >= 0 else []
        return ", ".join([*parts, _gained(s, p)])
    return _bear(s, p, face)


def _relief(s: State, p: Player) -> str:
    """What is gained besides when the last Venture Capital leaves a hand with bear cards."""
    faces = [s.content.face[card] for card in p.hand]
    bears = any(s.content.held[face] for face in faces)
    return ", and bear cards in your hand no longer cost double" if bears and faces.count(f.VENTURE) == 1 else ""


def _gained(s: State, p: Player) -> str:
    """What another turn is good for, if it is gained now."""
    if p.lost > p.extra:
        return "then one turn less to lose"
    return "but no turn is left in this round" if turn.is_last(s) else "then you may take another turn"


_SPOILT = frozenset(
    (
        *range(f.ACQUITTAL, f.ACQUITTAL_END),
        f.BROKER,
        f.BANKER,
        f.TAKEOVER,
        f.DIVIDEND,
        f.PREMIUM,
        *range(f.CRASH, f.BROKER),
    )
)
"""Cards that would do something in other circumstances."""


def _why(s: State, p: Player, face: int) -> str:
    if p.license < 0:
        return "you have no license"
    if face in (f.BROKER, f.BANKER) or (face == f.TAKEOVER and p.probe >= 0):
        return "you are under investigation"
    if face == f.TAKEOVER:
        fee = s.content.fee[face]
        return "no opponent has Venture Capital" if cash_of(s, p, fee) >= 0 else f"you have no uninsured {dollars(fee)}"
    return "there is no such investigation against you"


def spoils(s: State, seat: int, face: int) -> str:
    """What a card would do to the opponents: "take 25,000 from Blue, and make Green lose 1 turn"; empty for nothing."""
    taken, lost = [], []
    for other in taking.round_of(s, seat):
        card = taking.prey(s, s.players[other], face)
        if card >= 0:
            taken.append(f"{_name(s, card)} from {f.FIRMS[other]}")
        else:
            lost.append(f.FIRMS[other])
    turns = s.content.lose[face]
    parts = [f"take {listed(taken)}"] if taken else []
    if turns and lost:
        parts.append(f"make {listed(lost)} lose {plural(turns, 'turn')}{' each' if len(lost) > 1 else ''}")
    return ", and ".join(parts)


def _bear(s: State, p: Player, face: int) -> str:
    lose = f"you lose {plural(s.content.lose[face], 'turn')}"
    if face == f.BANKRUPTCY:
        return f"{_ruin(s, p)}; you draw {plural(HAND, 'card')} and {lose.removeprefix('you ')}"
    gone = f"your {_name(s, p.cash[0] if face == f.CRASH else p.cash[-1])} is gone, " if p.cash else ""
    passed = s.content.passes[face]
    few = any(len(one.hand) - (one is p) < passed for one in s.players)
    return f"{gone}{lose}, everybody passes {plural(passed, 'card')} to the right{', or all there are' if few else ''}"


def _ruin(s: State, p: Player) -> str:
    """What Bankruptcy takes of a player, and what it leaves."""
    of = s.content.face
    assets = [of[card] for card in ([p.taxman] if p.taxman >= 0 else []) + p.ventures + p.cash]
    gone = ["your license", *(["the investigation"] if p.probe >= 0 else []), *each(s.content, assets)]
    gone += ["the rest of your hand"] if len(p.hand) > 1 else []
    stays = ", insured cash stays" if p.policies else ""
    return f"{listed(gone)} {'are' if len(gone) > 1 else 'is'} gone{stays}"


def _name(s: State, card: int) -> str:
    return s.content.names[s.content.face[card]]


def _any(firms: list[str]) -> str:
    return listed(firms, "or")
