"""What a player is to do now, or for whom and what it waits.

One word for one thing, the rule text's: firm, hand, license, tabled, dumped deals, offer, trading round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.cash import actions as act
from cashbox.games.cash import faces as f
from cashbox.games.cash import state as st
from cashbox.games.cash.eyes.look import phase_for
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules import trading, turn
from cashbox.games.cash.words import effects
from cashbox.games.cash.words.phrases import dollars

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.games.cash.state import State


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
