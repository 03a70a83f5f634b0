"""Everything that people read about a game going on: prompts, labels of actions, the log, the result.

One word for one thing, the rule text's: firm, hand, license, tabled, dumped deals, offer, trading round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.cash import actions as act
from cashbox.games.cash import effects
from cashbox.games.cash import faces as f
from cashbox.games.cash import state as st
from cashbox.games.cash.options import HAND
from cashbox.games.cash.phrases import dollars
from cashbox.games.cash.rules import trading, turn
from cashbox.games.cash.seen import phase_for
from cashbox.games.cash.telling import TELLERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Event
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.state import State

# -- prompts -----------------------------------------------------------------------------------------------------


def prompt(s: State, seat: int, names: Sequence[str]) -> str:
    """What this seat is to do now, or for whom and what it waits."""
    phase = phase_for(s, seat)
    if phase == st.OVER:
        return "The game is over."
    if seat < 0 or not s.due >> seat & 1:
        who = listed([names[k] for k in range(s.seats) if s.due >> k & 1])
        return f"Waiting for {who} {_waiting(s, phase, names)}."
    return _PROMPTS[phase](s, seat, names)


def _waiting(s: State, phase: int, names: Sequence[str]) -> str:
    if phase == st.ANSWER and s.offer is not None:
        return "to answer an offer"
    return {
        st.ACT: "to play or discard a card",
        st.CLOSE: "to end the turn",
        st.CHECK: "to discard down to seven cards",
        st.PASS: f"to choose {plural(s.to_pass, 'card')} to pass",
        st.AGAIN: "to decide on another turn",
    }.get(phase, "to decide")


def _prompt_act(s: State, seat: int, names: Sequence[str]) -> str:
    if any(action < act.DISCARD for action in turn.legal(s)):
        return "Your turn: play a card or discard one."
    return "Your turn: discard a card; you can play none now."


def _prompt_check(s: State, seat: int, names: Sequence[str]) -> str:
    effect = "a card that takes effect when it is discarded does so here, too"
    if s.players[seat].license < 0:
        effect = "without a license none of them takes effect"
    return f"Hand check: discard down to {HAND} cards; {effect}."


def _prompt_step(s: State, seat: int, names: Sequence[str]) -> str:
    name = s.content.names[s.card]
    if s.phase == st.TAKE:
        return f"{name}: {effects.spoils(s, seat, s.card)}?"
    if s.card == f.TAKEOVER:
        return f"{name}: choose whose Venture Capital to take, or leave it."
    return f"{name}: choose whom."


def _prompt_pass(s: State, seat: int, names: Sequence[str]) -> str:
    left = s.to_pass - len(s.players[seat].chosen)
    return f"Choose {plural(left, 'card')} to pass face down to {names[(seat - 1) % s.seats]}, on your right."


def _prompt_build(s: State, seat: int, names: Sequence[str]) -> str:
    assert s.offer is not None
    what = "counter-offer" if s.offer.counter else "offer"
    return f"Your {what} to {names[s.offer.partner]}: say what you give and what you want, then make it."


def _prompt_answer(s: State, seat: int, names: Sequence[str]) -> str:
    assert s.offer is not None
    legal, maker = trading.legal_answer(s), names[s.offer.maker]
    counter = act.COUNTER in legal
    if act.ACCEPT not in legal:
        only = "decline, or answer once with an offer of your own" if counter else "you can only decline"
        return f"{maker} asks for what you do not hold: {only}."
    answers = "accept, decline, or answer once with an offer of your own" if counter else "accept or decline"
    return f"{maker} offers you a swap: {answers}."


def _prompt_choose(s: State, seat: int, names: Sequence[str]) -> str:
    assert s.offer is not None
    left = s.offer.ask_hidden - len(s.offer.chosen)
    return f"Choose {plural(left, 'card')} to give {names[s.offer.maker]} face down."


_PROMPTS: dict[int, Callable[[State, int, Sequence[str]], str]] = {
    st.ACT: _prompt_act,
    st.CLOSE: lambda s, seat, names: "Make an offer, or end your turn.",
    st.CHECK: _prompt_check,
    st.INSURE: lambda s, seat, names: f"Choose cash to insure, {dollars(s.room)} at most.",
    st.TARGET: _prompt_step,
    st.TAKE: _prompt_step,
    st.CLEAR: lambda s, seat, names: "You may end the investigation against you.",
    st.AGAIN: lambda s, seat, names: "You may take another turn.",
    st.PASS: _prompt_pass,
    st.BUILD: _prompt_build,
    st.ANSWER: _prompt_answer,
    st.CHOOSE: _prompt_choose,
}

# -- labels ------------------------------------------------------------------------------------------------------


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

# -- the log and the result --------------------------------------------------------------------------------------


def narrate(content: Content, event: Event, viewer: int, names: Sequence[str]) -> str | None:
    """One sentence for one event; None where this viewer is not told."""
    return TELLERS[event[0]](content, event, viewer, names)


def outcome(s: State, winners: tuple[int, ...]) -> str:
    """Who won, and with how much."""
    capital = dollars(s.players[winners[0]].capital)
    if len(winners) > 1:
        return (
            f"{listed([f'{{{seat}}}' for seat in winners])} share the win with {capital} after the last trading round."
        )
    reached = s.players[winners[0]].capital >= s.rules.target
    when = "" if reached else " after the last trading round"
    return f"{{{winners[0]}}} wins with {capital}{when}."
