"""Why an action is not legal now, in the words of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import actions as act
from cashbox.games.cash import faces as f
from cashbox.games.cash import state as st
from cashbox.games.cash.eyes.look import phase_for
from cashbox.games.cash.options import HAND, OFFERS
from cashbox.games.cash.rules import drawing, flow, trading
from cashbox.games.cash.words.phrases import dollars

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.cash.state import Player, State

_NO_OFFER: Final = "You are not putting an offer together."
_PHASES: Final = {
    "play": ((st.ACT,), "A card is played once in your turn, after the draw."),
    "discard": ((st.ACT, st.CHECK), "A card is discarded in your turn in place of playing one, or at the hand check."),
    "insure": ((st.INSURE,), "Cash is insured when an insurance is played."),
    "done": ((st.INSURE,), "No insurance is being placed."),
    "target": ((st.TARGET,), "Nobody is to be aimed at now."),
    "take": ((st.TAKE,), "There is nothing to take now."),
    "leave": ((st.TAKE, st.TARGET), "There is nothing to take or to leave now."),
    "clear": ((st.CLEAR,), "An investigation ends by a card that you play or discard for it."),
    "keep": ((st.CLEAR,), "Nobody asks about an investigation now."),
    "again": ((st.AGAIN,), "Another turn is to be had by Dividend Yield or Premium Earnings, when this one ends."),
    "rest": ((st.AGAIN,), "There is no other turn to be had now."),
    "finish": ((st.CLOSE,), "A turn ends after you have played or discarded a card."),
    "pass": ((st.PASS,), "Cards are passed when a Market Crash or Global Recession takes effect."),
    "offer": ((st.ACT, st.CLOSE), "Offers are made in your turn, between the draw and the hand check."),
    "give-firm": ((st.BUILD,), _NO_OFFER),
    "give-named": ((st.BUILD,), _NO_OFFER),
    "give-hidden": ((st.BUILD,), _NO_OFFER),
    "ask-firm": ((st.BUILD,), _NO_OFFER),
    "ask-named": ((st.BUILD,), _NO_OFFER),
    "ask-hidden": ((st.BUILD,), _NO_OFFER),
    "propose": ((st.BUILD,), _NO_OFFER),
    "accept": ((st.ANSWER,), "There is no offer to answer."),
    "decline": ((st.ANSWER,), "There is no offer to answer."),
    "counter": ((st.ANSWER,), "There is no offer to answer."),
    "choose": ((st.CHOOSE,), "No cards are asked of you face down."),
}
"""When each type of action is possible, and what to say at any other time."""


def explain(s: State, seat: int, action: int) -> str:
    """One sentence; empty for a legal action."""
    if action in flow.legal(s, seat):
        return ""
    name, k = act.FORMS.kind_of(action)
    phase = phase_for(s, seat)
    if phase == st.OVER:
        return "The game is over."
    if seat < 0:
        return "Only those who play may act."
    if name in (*_BUILDING, *_ANSWERING, "offer") and not s.rules.trading:
        return "Nobody trades at this table."
    phases, otherwise = _PHASES[name]
    due = bool(s.due >> seat & 1)
    if phase not in phases:
        return _not_now(s, seat, name, phase, due=due) or otherwise
    if not due:
        return _not_asked(s, s.players[seat], phase)
    if name in ("target", "offer") and k >= s.seats:
        return f"There is no seat {k + 1} at this table."
    return _REASONS[name](s, s.players[seat], k)


_BUILDING: Final = ("give-firm", "give-named", "give-hidden", "ask-firm", "ask-named", "ask-hidden", "propose")
_ANSWERING: Final = ("accept", "decline", "counter", "choose")
_TURN: Final = ("play", "discard", "finish", "offer")
_STAGES: Final = (st.ACT, st.CLOSE, st.CHECK)


def _not_now(s: State, seat: int, name: str, phase: int, *, due: bool) -> str:
    """What stands in the way of an action in another phase than its own; empty where its own rule says it all."""
    if name in _ANSWERING:
        return _no_answer(s, name, phase, due=due)
    if name in _BUILDING:
        return f"{_NO_OFFER[:-1]}; begin one." if due and phase in (st.ACT, st.CLOSE) and trading.partners(s) else ""
    if name == "take" and due and phase == st.TARGET and s.card == f.TAKEOVER:
        return "Choose whose Venture Capital to take."
    if name not in _TURN or seat != s.active:
        return ""
    if phase in _STAGES:
        return "The hand check comes first; then the turn ends." if name == "finish" and phase == st.CHECK else ""
    if not due:
        return "The others decide first."
    return "Make the offer first, or take it back." if phase == st.BUILD else "Decide first what you are asked."


def _no_answer(s: State, name: str, phase: int, *, due: bool) -> str:
    o = s.offer
    if not due:
        return "There is no offer for you to answer."
    if o is None:
        return ""
    if phase == st.CHOOSE and name != "choose":
        return "You have accepted already; choose what to give face down."
    if phase == st.BUILD and o.counter:
        return "You are answering with an offer of your own; make it, or decline."
    if phase == st.ANSWER and name == "choose" and o.ask_hidden:
        return "Cards to give face down are chosen once you have accepted."
    return ""


def _not_asked(s: State, p: Player, phase: int) -> str:
    """What is said to a player who is not asked in a phase in which others are."""
    if phase == st.ANSWER:
        return "The offer is for somebody else to answer."
    if phase != st.PASS:
        return "It is another player's turn."
    if not p.hand:
        return "You have no cards to pass."
    return "You have chosen already." if len(p.hand) > s.to_pass else "You pass all your cards; there is no choice."


def _holds(s: State, p: Player, face: int) -> bool:
    return drawing.find(s, p.hand, face) >= 0


def _missing(s: State, face: int) -> str:
    return f"You have no {s.content.names[face]} in your hand."


def _play(s: State, p: Player, k: int) -> str:
    if not _holds(s, p, k):
        return _missing(s, k)
    if k == f.LICENSE:
        return "Your firm has a Trading License; it holds one only."
    if p.license < 0:
        return "Without a Trading License on your firm nothing else can be played."
    if k == f.SETTLEMENT:
        return "You have no uninsured cash to settle with." if p.probe >= 0 else "There is no investigation to settle."
    if p.probe >= 0 and k not in _DISCARDED:
        return "While your license is under investigation, nothing can be played onto your firm or onto other licenses."
    if k == f.VENTURE:
        return f"Venture Capital costs one uninsured cash card of exactly {dollars(s.content.fee[k])}; you have none."
    if f.INSURANCE <= k < f.INSURANCE_END:
        return f"You have no uninsured cash of {dollars(s.content.value[k])} or less."
    if f.INVESTIGATION <= k < f.INVESTIGATION_END:
        return "No opponent has a license without an investigation."
    return f"{s.content.names[k]} takes effect when it is discarded; it is not played."


_DISCARDED: Final = frozenset(
    (*range(f.ACQUITTAL, f.ACQUITTAL_END), f.DIVIDEND, f.PREMIUM, f.TAKEOVER, *range(f.CRASH, f.TAXMAN))
)


def _insure(s: State, p: Player, k: int) -> str:
    face = f.CASH + k
    if drawing.cash_of(s, p, s.content.value[face]) < 0:
        return f"You have no uninsured {s.content.names[face]}."
    return f"Only {dollars(s.room)} of the limit is left, and limits cannot be put together."


def _target(s: State, p: Player, k: int) -> str:
    other = s.players[k]
    if other is p:
        return "You cannot aim at yourself."
    if s.card == f.TAKEOVER:
        return "That firm has no Venture Capital."
    if other.license < 0:
        return "That firm has no license to investigate."
    return "That license is under investigation already."


def _offer(s: State, p: Player, k: int) -> str:
    if s.players[k] is p:
        return "You cannot trade with yourself."
    if p.offers[k] >= OFFERS:
        return f"You have made that player {OFFERS} offers this turn, which is all."
    return "One of you has nothing to trade."


def _give(s: State, p: Player, k: int, firm: bool) -> str:
    o = s.offer
    assert o is not None
    if not o.counter and o.given() >= trading.MOST:
        return f"An offer gives {trading.MOST} cards at most."
    if not firm:
        return _missing(s, k) if not _holds(s, p, k) else "All of those are in the offer."
    return _not_ware(s, p, k)


def _ask_firm(s: State, p: Player, k: int) -> str:
    o = s.offer
    assert o is not None
    if o.counter and trading.asked(o) >= trading.MOST:
        return f"A counter-offer asks for {trading.MOST} cards at most."
    return _not_ware(s, s.players[o.partner], k)


def _not_ware(s: State, owner: Player, face: int) -> str:
    if drawing.find(s, trading.wares(owner), face) >= 0:
        return "All of those are in the offer."
    insured = [s.content.face[card] for policy in owner.policies for card in policy]
    if face == f.LICENSE or f.INVESTIGATION <= face < f.INVESTIGATION_END:
        return "A license on a firm, and an investigation on it, cannot be traded."
    if face in insured:
        return "Insured cash and placed insurance cannot be traded."
    return f"There is no {s.content.names[face]} on that firm to be traded."


def _ask_hand(s: State, p: Player, k: int) -> str:
    o = s.offer
    assert o is not None
    if o.counter and trading.asked(o) >= trading.MOST:
        return f"A counter-offer asks for {trading.MOST} cards at most."
    return "That player does not have so many cards in hand."


def _propose(s: State, p: Player, k: int) -> str:
    o = s.offer
    assert o is not None
    if not o.given() or not trading.asked(o):
        return "Each side of a swap gives at least one card."
    return f"The player who is not on turn would hold more than {HAND} cards."


_REASONS: Final[dict[str, Callable[[State, Player, int], str]]] = {
    "play": _play,
    "discard": lambda s, p, k: _missing(s, k),
    "insure": _insure,
    "done": lambda s, p, k: "The insurance covers at least one cash card.",
    "target": _target,
    "leave": lambda s, p, k: "An investigation that is played is aimed at somebody.",
    "pass": lambda s, p, k: _missing(s, k) if not _holds(s, p, k) else "You have chosen that card already.",
    "offer": _offer,
    "give-firm": lambda s, p, k: _give(s, p, k, firm=True),
    "give-named": lambda s, p, k: _give(s, p, k, firm=False),
    "give-hidden": lambda s, p, k: _give(s, p, k, firm=False),
    "ask-firm": _ask_firm,
    "ask-named": _ask_hand,
    "ask-hidden": _ask_hand,
    "propose": _propose,
    "accept": lambda s, p, k: "You do not hold what is asked for.",
    "counter": lambda s, p, k: "A counter-offer can only be accepted or declined.",
    "choose": lambda s, p, k: _missing(s, k) if not _holds(s, p, k) else "That card is in the deal already.",
}
