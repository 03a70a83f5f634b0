"""Playing out the month: nine actions in any order, any number of times; one campaign.

Source: V10 "Playing Out the Month"; RULINGS A5.10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import (
    counting,
    end_turn,
    marketing,
    payment,
    put_card,
    runner,
    sign,
    trade,
    travel,
    use_card,
    wager,
)
from cashbox.games.envelopes.state import (
    COST,
    FARE,
    FLY_TO,
    GAIN,
    GIVE,
    LATER,
    MONTH,
    NO_STEP,
    PAY,
    SAVE,
    SEND,
    STAKE,
    State,
    held,
)

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance

_GAINS = [act.COLOUR + c for c in range(6)]


def begin_turn(s: State) -> None:
    """The next player's turn: free movement, and upgrades that give something each month."""
    seat = s.current
    p = s.players[seat]
    s.phase = MONTH
    s.due = 1 << seat
    s.window += 1
    s.step = NO_STEP
    p.moves = travel.allowance(s, p)
    ev.note(s, ev.TURN_BEGINS, seat, s.month)
    counting.trigger(s, seat, v.ON_MONTH)
    _collect(s, seat)


def legal(s: State, seat: int) -> list[int]:
    """What the player on turn may do now."""
    if s.step:
        return _legal_step(s, seat)
    p = s.players[seat]
    out = [act.END]
    put_card.legal(s, p, out)
    if p.monthly:
        use_card.legal(s, p, out)
    if p.bucks and not p.campaign:
        out += marketing.legal(s, p)
    sign.legal(s, p, out)
    envelopes = sum(p.env)
    if envelopes:
        if trade.possible(s, p, envelopes):
            out += trade.TRADES
        if runner.affordable(p):
            runner.legal(s, p, out)
        out += wager.BETS
    if envelopes or p.moves > 0:
        out += s.content.moves[p.space]
    return out


def _legal_step(s: State, seat: int) -> list[int]:
    p = s.players[seat]
    step = s.step
    if step == GAIN:
        return _GAINS[:]
    if step == PAY:
        return payment.legal(s, p)
    if step == SEND:
        return runner.legal_send(s, p)
    if step == FLY_TO:
        return use_card.legal_fly(s, p)
    if step == LATER:
        return use_card.legal_later(s)
    if step == SAVE:
        return end_turn.legal_save(p)
    return [act.COLOUR + c for c in held(p)]


def play(s: State, seat: int, action: int, chance: Chance) -> None:
    """Take one action, or answer the small decision going on."""
    if s.step:
        _play_step(s, seat, action, chance)
    elif action >= act.MOVE:
        travel.play(s, seat, action - act.MOVE)
    elif action >= act.SIGN:
        sign.play(s, seat, action - act.SIGN, chance)
    elif action >= act.RUNNER:
        runner.play(s, seat, action - act.RUNNER)
    elif action >= act.USE:
        use_card.play(s, seat, action - act.USE)
    elif action >= act.PUT:
        put_card.play(s, seat, action - act.PUT)
    elif action >= act.CAMPAIGN:
        marketing.play(s, seat, action - act.CAMPAIGN)
    elif action >= act.BET:
        wager.play(s, seat, action - act.BET)
    elif action >= act.TRADE:
        trade.play(s, seat, action - act.TRADE)
    else:
        end_turn.play(s, seat)
    if s.step == NO_STEP and s.players[seat].gain_due and s.due:
        _collect(s, seat)


def _play_step(s: State, seat: int, action: int, chance: Chance) -> None:
    step = s.step
    if step == GAIN:
        _gain(s, seat, action)
    elif step == PAY:
        if payment.play(s, s.players[seat], action):
            if s.b:
                sign.paid(s, seat, s.a, chance)
            else:
                put_card.paid(s, seat, s.a)
    elif step == GIVE:
        trade.give(s, seat, action)
    elif step == SEND:
        runner.send(s, seat, action)
    elif step == COST:
        use_card.play_cost(s, seat, action)
    elif step == FARE:
        travel.pay(s, seat, action)
    elif step == STAKE:
        wager.pay(s, seat, action)
    elif step == FLY_TO:
        use_card.play_fly(s, seat, action)
    elif step == LATER:
        use_card.play_later(s, seat, action)
    elif step == SAVE:
        end_turn.play_save(s, seat, action)


def _collect(s: State, seat: int) -> None:
    """Envelopes of any colour are owed to the player: ask for their colours."""
    p = s.players[seat]
    if p.gain_due:
        s.step = GAIN
        s.n = p.gain_due
        p.gain_due = 0


def _gain(s: State, seat: int, action: int) -> None:
    colour = action - act.COLOUR
    s.players[seat].env[colour] += 1
    ev.note(s, ev.GAINED_ENVELOPES, seat, colour, 1, -1)
    s.n -= 1
    if not s.n:
        s.step = NO_STEP
