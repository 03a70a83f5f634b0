"""What a button says: what its action would do right now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import actions as act
from cashbox.games.cash import faces as f
from cashbox.games.cash import state as st
from cashbox.games.cash.options import HAND
from cashbox.games.cash.words import effects
from cashbox.games.cash.words.phrases import dollars

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.cash.state import State


def label(s: State, seat: int, action: int) -> str:
    """What a button says: what the action would do right now."""
    name, k = act.FORMS.kind_of(action)
    return _LABELS[name](s, seat, k)


def _target(s: State, seat: int, k: int) -> str:
    if s.card == f.TAKEOVER:
        return f"Take Venture Capital from {f.FIRMS[k]} for {dollars(s.content.fee[s.card])}"
    return f"Investigate {f.FIRMS[k]}"


def _leave(s: State, seat: int, k: int) -> str:
    return "Take nothing, pay nothing" if s.phase == st.TARGET else "Take nothing"


def _clear(s: State, seat: int, k: int) -> str:
    return f"End the {s.content.names[s.content.face[s.players[seat].probe]]}"


def _finish(s: State, seat: int, k: int) -> str:
    over = len(s.players[seat].hand) - HAND
    if over > 0:
        return f"End your turn: discard {over} more"
    left = len(s.deck) + len(s.dump)
    if left < -over:
        return f"End your turn: draw {left}, and the round ends for want of cards"
    return f"End your turn: draw {-over}" if over else "End your turn"


def _take(s: State, seat: int, k: int) -> str:
    found = effects.spoils(s, seat, s.card)
    return found[0].upper() + found[1:]


def _rest(s: State, seat: int, k: int) -> str:
    left = s.players[seat].extra - 1
    return f"Let this turn go, {left} more to decide on" if left else "No other turn"


_LABELS: dict[str, Callable[[State, int, int], str]] = {
    "play": lambda s, seat, k: f"Play {s.content.names[k]}: {effects.playing(s, seat, k)}",
    "discard": lambda s, seat, k: f"Discard {s.content.names[k]}: {effects.discarding(s, seat, k)}",
    "insure": lambda s, seat, k: f"Insure {s.content.names[f.CASH + k]}",
    "done": lambda s, seat, k: f"Insure no more: {dollars(s.room)} of the limit is lost",
    "target": _target,
    "take": _take,
    "leave": _leave,
    "clear": _clear,
    "keep": lambda s, seat, k: "Keep the investigation",
    "again": lambda s, seat, k: "Take another turn",
    "rest": _rest,
    "finish": _finish,
    "pass": lambda s, seat, k: f"Pass {s.content.names[k]}",
    "offer": lambda s, seat, k: f"Make {f.FIRMS[k]} an offer",
    "give-firm": lambda s, seat, k: f"Give {s.content.names[k]} from your firm",
    "give-named": lambda s, seat, k: f"Give {s.content.names[k]} from your hand, shown to your partner",
    "give-hidden": lambda s, seat, k: f"Give {s.content.names[k]} from your hand, face down",
    "ask-firm": lambda s, seat, k: f"Ask for {s.content.names[k]} of the firm",
    "ask-named": lambda s, seat, k: f"Ask for {s.content.names[k]} from the hand",
    "ask-hidden": lambda s, seat, k: "Ask for a card of their choice, face down",
    "propose": lambda s, seat, k: "Make the offer",
    "accept": lambda s, seat, k: "Accept",
    "decline": lambda s, seat, k: "Decline",
    "counter": lambda s, seat, k: "Answer with an offer of your own",
    "choose": lambda s, seat, k: f"Give {s.content.names[k]} face down",
}
