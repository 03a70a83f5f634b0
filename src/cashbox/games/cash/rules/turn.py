"""A turn: draw, play or discard one card, the hand check, and who is next.

Source: CASH "Turn breakdown", "Round breakdown", "Dividend Yield", "Premium Earnings"; RULINGS B2.10, B2.11, B2.13,
B2.14. Whoever has lost a turn loses the next one, be it an extra one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import actions as act
from cashbox.games.cash import events as ev
from cashbox.games.cash import faces as f
from cashbox.games.cash.events import note
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules import bear, firm, investigation, passing, taking, trading
from cashbox.games.cash.rules import round as trading_round
from cashbox.games.cash.rules.drawing import clear_probe, draw, from_hand
from cashbox.games.cash.state import (
    ACT,
    AGAIN,
    CHECK,
    CLEAR,
    CLOSE,
    NO_CARDS,
    PASS,
    STOPPED,
    TAKE,
    TARGET,
    TURNS,
)

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import State


def next_turn(s: State, chance: Chance) -> None:
    """The next player clockwise who has no turn to lose begins; or the round has had all its turns."""
    while not is_last(s):
        s.active = (s.active + 1) % s.seats
        p = s.players[s.active]
        if not p.lost:
            begin(s, chance)
            return
        s.turns += 1
        p.lost -= 1
        note(s, ev.LOST_TURN, s.active, p.lost)
    trading_round.end(s, TURNS, chance)


def is_last(s: State) -> bool:
    """Whether the round has had as many turns as it may."""
    return bool(s.rules.max_turns) and s.turns >= s.rules.max_turns


def begin(s: State, chance: Chance, extra: int = 0) -> None:
    """Draw a card and be asked to act."""
    s.turns += 1
    s.window += 1
    p = s.players[s.active]
    p.offers = [0] * s.seats
    note(s, ev.TURN, s.active, extra)
    if not draw(s, s.active, 1, chance):
        trading_round.end(s, NO_CARDS, chance)
        return
    s.after = s.phase = ACT
    s.due = 1 << s.active


def legal(s: State) -> list[int]:
    """Play or discard a card; offers."""
    p = s.players[s.active]
    of = s.content.face
    found = []
    for face in dict.fromkeys([of[card] for card in p.hand]):
        if playable(s, s.active, face):
            found.append(act.PLAY + face)
        found.append(act.DISCARD + face)
    return found + [act.OFFER + other for other in trading.partners(s)]


def playable(s: State, seat: int, face: int) -> bool:
    """Whether a card of this face can be played now, somewhere."""
    p = s.players[seat]
    if face == f.SETTLEMENT:
        return investigation.can_settle(p)
    if f.INVESTIGATION <= face < f.INVESTIGATION_END:
        return investigation.playable(s, seat)
    return firm.playable(s, p, face)


def legal_close(s: State) -> list[int]:
    """After the card: finish, or more offers."""
    return [act.FINISH] + [act.OFFER + other for other in trading.partners(s)]


def legal_check(s: State) -> list[int]:
    """Which cards the hand check may discard."""
    return list(dict.fromkeys(act.DISCARD + s.content.face[card] for card in s.players[s.active].hand))


def play(s: State, face: int, chance: Chance) -> None:
    """Play a card; what it asks for comes next."""
    s.after = CLOSE
    s.phase = CLOSE
    if face == f.STOP:
        s.dump.append(from_hand(s, s.active, face))
        note(s, ev.PLAYED, s.active, face)
        trading_round.end(s, STOPPED, chance)
        return
    if f.INVESTIGATION <= face < f.INVESTIGATION_END:
        investigation.begin(s, s.active, face)
    elif face == f.SETTLEMENT:
        investigation.settle(s, s.active)
    else:
        firm.play(s, s.active, face)
    go_on(s, chance)


def discard(s: State, face: int, chance: Chance) -> None:
    """Discard a card, in the turn or at the hand check; with a license on the table it does what it does."""
    if s.after == ACT:
        s.after = CLOSE
    s.phase = s.after
    s.dump.append(from_hand(s, s.active, face))
    works = effective(s, s.active, face)
    note(s, ev.DISCARDED, s.active, face, int(works))
    if works and not _effect(s, face, chance):
        trading_round.end(s, NO_CARDS, chance)
        return
    go_on(s, chance)


def effective(s: State, seat: int, face: int) -> bool:
    """Whether a card does anything when this seat discards it now."""
    p = s.players[seat]
    if p.license < 0:
        return False
    if f.ACQUITTAL <= face < f.ACQUITTAL_END:
        return investigation.acquits(s, p, face)
    if face in (f.BROKER, f.BANKER):
        return p.probe < 0
    if face == f.TAKEOVER:
        return bool(taking.takeover_targets(s, seat))
    return face in (f.DIVIDEND, f.PREMIUM, f.CRASH, f.RECESSION, f.BANKRUPTCY)


def _effect(s: State, face: int, chance: Chance) -> bool:
    """Do at once what is not asked, and note what is. False where no cards are left to draw."""
    p = s.players[s.active]
    s.card = face
    if face in (f.CRASH, f.RECESSION, f.BANKRUPTCY):
        return bear.strike(s, s.active, face, chance)
    if face == f.TAKEOVER:
        s.steps.append(TARGET)
        return True
    if face in (f.DIVIDEND, f.PREMIUM) and not is_last(s):
        p.extra += 1
        note(s, ev.EXTRA, s.active)
    if p.probe >= 0:
        s.steps.append(CLEAR)
    if f.ACQUITTAL <= face < f.ACQUITTAL_END:
        return True
    if face in (f.BROKER, f.BANKER) or any(other.cash for other in s.players if other is not p):
        s.steps.append(TAKE)
    return True


def legal_step(s: State) -> list[int]:
    """What the card just discarded asks."""
    if s.phase == TAKE:
        return [act.TAKE, act.LEAVE]
    if s.phase == CLEAR:
        return [act.CLEAR, act.KEEP]
    if s.phase == AGAIN:
        return [act.AGAIN, act.REST]
    if s.card == f.TAKEOVER:
        return [*[act.TARGET + other for other in taking.takeover_targets(s, s.active)], act.LEAVE]
    return [act.TARGET + other for other in investigation.targets(s, s.active)]


def step(s: State, action: int, chance: Chance) -> None:
    """Answer what the card asked."""
    if s.phase == AGAIN:
        _again(s, action, chance)
        return
    if action == act.TAKE:
        taking.take_all(s, s.active, s.card)
    elif action == act.CLEAR:
        clear_probe(s, s.active)
    elif action == act.KEEP:
        note(s, ev.KEPT, s.active, s.content.face[s.players[s.active].probe])
    elif action == act.LEAVE:
        note(s, ev.LEFT, s.active, s.card)
    elif s.card == f.TAKEOVER:
        taking.take_over(s, s.active, action - act.TARGET)
    else:
        investigation.aim(s, s.active, action - act.TARGET)
    s.phase = s.after
    go_on(s, chance)


def go_on(s: State, chance: Chance) -> None:
    """What is asked next: steps of a card, passing, offers, the hand check; then the turn is over."""
    s.due = 1 << s.active
    if s.phase not in (ACT, CLOSE, CHECK, PASS):
        return
    if s.steps:
        s.phase = s.steps.pop()
        return
    if s.to_pass:
        passing.begin(s)
        if s.due:
            return
        s.due = 1 << s.active
    s.phase = s.after
    if s.phase == CLOSE and not trading.partners(s):
        s.phase = s.after = CHECK
    if s.phase == CHECK:
        check(s, chance)


def check(s: State, chance: Chance) -> None:
    """The hand check: discard down or draw up to seven; then the turn ends."""
    s.phase = s.after = CHECK
    hand = s.players[s.active].hand
    if len(hand) > HAND:
        return
    if len(hand) < HAND and not draw(s, s.active, HAND - len(hand), chance):
        trading_round.end(s, NO_CARDS, chance)
        return
    _end_turn(s, chance)


def _end_turn(s: State, chance: Chance) -> None:
    """Another turn, where one is to be had and not lost; else the next player."""
    p = s.players[s.active]
    while p.extra and p.lost:
        p.extra -= 1
        p.lost -= 1
        note(s, ev.EXTRA_LOST, s.active)
    if p.extra and not is_last(s):
        s.phase = AGAIN
        return
    s.due = 0
    next_turn(s, chance)


def _again(s: State, action: int, chance: Chance) -> None:
    p = s.players[s.active]
    p.extra -= 1
    if action == act.AGAIN:
        begin(s, chance, extra=1)
        return
    note(s, ev.REST, s.active)
    _end_turn(s, chance)
