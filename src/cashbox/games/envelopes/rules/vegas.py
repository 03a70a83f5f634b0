"""What happens in Vegas: bets are checked against the dice, after the Bookie may have shifted them.

Source: V10 "Drafting Dice", "What happens in Vegas"; RULINGS A1, A5.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts
from cashbox.engine.phrases import plural
from cashbox.engine.state import with_value
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import BOOKIE
from cashbox.games.envelopes.rules import counting, dice
from cashbox.games.envelopes.rules.mats import copy_of, differences, tell
from cashbox.games.envelopes.rules.turn import InTurn
from cashbox.games.envelopes.rules.use_card import mark_used, may_use_now
from cashbox.games.envelopes.rules.wager import PRIZE, PRIZE_BUCKS
from cashbox.games.envelopes.state import State, bet_on
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.envelopes.state import Player


def _won(e: LogEvent[Content]) -> str:
    colour = v.COLOURS[e[0]]
    return f"{e.name}'s bet on {colour} {e[1]} wins {PRIZE * e[2]} {colour} and {plural(PRIZE_BUCKS * e[2], 'buck')}."


SHIFTED: Final = event_kind(
    lambda e: f"{e.name}'s bookie turns the {v.COLOURS[e[0]]} die to {e[1]} for {e.name}'s bets."
)
NOT_SHIFTED: Final = event_kind(lambda e: f"{e.name}'s bookie leaves the dice as they are.")
WON: Final = event_kind(_won, headline=True)
CRAPPED_OUT: Final = event_kind(lambda e: f"{e.name} craps out in Vegas.", headline=True)


def check_seats(s: State, chance: Chance) -> None:
    """Check the seats in order from the chain's holder; stop if the Bookie's owner must be asked."""
    while s.checked < s.seats:
        seat = (s.chain + s.checked) % s.seats
        p = s.players[seat]
        if bookie(s, p) >= 0:
            s.current = seat
            s.due = 1 << seat
            s.window += 1
            return
        _pay_out(s, p, s.check)
        _checked(s)
    dice.open_choice(s)


def bookie(s: State, p: Player) -> int:
    """Return the card that can shift a die for this player now, -1 if there is none or no bet to help."""
    if p.nbets:
        for card in p.monthly:
            if s.content.effect[card].do == v.DO_BOOKIE and may_use_now(p, card):
                return card
    return -1


def after_shift(s: State, colour: int, up: int) -> int:
    """Return a die's value for this check after a shift; 1 and 6 are adjacent."""
    return (s.check[colour] - 1 + (1 if up else -1)) % v.NUMBERS + 1


class Shift(Verb[State, Content]):
    """Shift a die up or down, for this check only."""

    kind = "bookie"
    otherwise = "The bookie can only shift a die between the roll and the Vegas payout, and only if you have bets."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.check = self._happens(s, s.players[seat], k)
        s.due = 0
        if s.players[seat].nbets == 0:
            _checked(s)

    def _happens(self, s: State, p: Player, k: int) -> list[int]:
        """Shift, and pay out unless the bookie can be used again. Returns the dice for the check."""
        colour, up = act.shift_of(k)
        check = with_value(s.check, colour, after_shift(s, colour, up))
        mark_used(p, bookie(s, p))
        tell(s, SHIFTED, p, colour, check[colour])
        if bookie(s, p) < 0:
            _pay_out(s, p, check)
        return check

    def describe(self, s: State, seat: int, k: int) -> Description:
        """Describe a shift. Known: "to", the die's value then; "tokens", the bets on it."""
        p = s.players[seat]
        mat = copy_of(p)
        self._happens(s, mat, k)
        colour, up = act.shift_of(k)
        to = after_shift(s, colour, up)
        tokens = p.bets[bet_on(colour, to)]
        wins = f" ({plural(tokens, 'bet')} there)" if tokens else ""
        way = "up" if up else "down"
        label = f"Shift the {v.COLOURS[colour]} die {way} from {s.check[colour]} to {to}{wins}"
        return Description(label, Facts(differences(p, [mat]), {"to": to, "tokens": tokens}))


class LeaveDice(InTurn):
    """Leave the dice as they are."""

    kind = "done"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        p = s.players[seat]
        self._happens(s, p)
        s.due = 0
        _checked(s)

    def _happens(self, s: State, p: Player) -> None:
        tell(s, NOT_SHIFTED, p)
        _pay_out(s, p, s.check)

    def describe(self, s: State, seat: int, k: int) -> Description:
        p = s.players[seat]
        mat = copy_of(p)
        self._happens(s, mat)
        return Description("Leave the dice as they are", Facts(differences(p, [mat])))


class Bookie(Phase[State, Content]):
    """Shift one die up or down for one's own bets, or leave the dice as they are."""

    number = BOOKIE
    heading = "What Happens in Vegas"
    verbs = (LeaveDice(), Shift())
    task = "to ask the bookie or leave the dice"

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.DONE, *range(act.BOOKIE, act.BOOKIE + 12)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        again = " once more" if s.check != s.dice else ""
        return f"Your bookie can shift one die by 1{again} for your bets or leave the dice as they are."


def _pay_out(s: State, p: Player, check: list[int]) -> None:
    """Pay 2 envelopes of the bet's color and 1 buck for each matching token, and return all tokens."""
    p.wins = 0
    if p.nbets:
        for colour in range(6):
            number = check[colour]
            tokens = p.bets[bet_on(colour, number)]
            if tokens:
                p.wins += tokens
                p.env[colour] += PRIZE * tokens
                p.bucks += PRIZE_BUCKS * tokens
                tell(s, WON, p, colour, number, tokens)
    p.crapped = int(p.nbets > 0 and p.wins == 0)
    if p.crapped:
        tell(s, CRAPPED_OUT, p)
        counting.trigger(s, p, v.ON_CRAP)
    for _ in range(p.wins):
        counting.trigger(s, p, v.ON_WIN)
    if p.nbets:
        p.bets = [0] * v.BETS
        p.nbets = 0


def _checked(s: State) -> None:
    s.check = s.dice
    s.checked += 1
