"""Playing out the month: nine actions in any order, any number of times, except for one campaign.

Source: V10 "Playing Out the Month"; RULINGS A5.10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.engine.verbs import Phase
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import FIRST_STEP, GAIN, MONTH
from cashbox.games.envelopes.rules import (
    counting,
    end_turn,
    marketing,
    put_card,
    runner,
    sign,
    trade,
    travel,
    use_card,
    wager,
)
from cashbox.games.envelopes.rules.mats import step_on, tell
from cashbox.games.envelopes.rules.turn import WAITING, Envelope, Small
from cashbox.games.envelopes.state import State, Step
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import Player

TURN_BEGINS: Final = event_kind(lambda e: f"{v.MONTHS[e[0]]}: {e.name}'s turn.")


def begin_turn(s: State, chance: Chance) -> None:
    """Start the next player's turn: free movement, and upgrades that give something each month."""
    seat = s.current
    p = s.players[seat]
    s.phase = MONTH
    s.due = 1 << seat
    s.window += 1
    s.step = None
    p.moves = travel.allowance(s, p)
    tell(s, TURN_BEGINS, p, s.month)
    counting.trigger(s, p, v.ON_MONTH)
    collect(s)


class Month(Phase[State, Content]):
    """Take a turn: nine actions in any order."""

    number = MONTH
    heading = "Playing Out the Month"
    task = WAITING
    verbs = (
        end_turn.End(), put_card.Put(), use_card.Use(), trade.Trade(), travel.Drive(), runner.Runner(), sign.Sign(),
        marketing.Campaign(), wager.Bet(),
    )  # fmt: skip

    def legal(self, s: State, seat: int) -> list[int]:
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

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return f"Play out {v.MONTHS[s.month]}. Take any actions in any order, then end your turn."


# -- envelopes of any color -------------------------------------------------------------------------------------------


def collect(s: State) -> None:
    """Ask for the colors of the envelopes of any color that the active player is owed."""
    p = s.players[s.current]
    if p.gain_due:
        s.step = Step(GAIN, -1, p.gain_due)
        p.gain_due = 0


class Take(Envelope):
    """Take an envelope of this color."""

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        step = step_on(s, p)
        p.env[k] += 1
        tell(s, counting.GAINED_ENVELOPES, p, k, 1, -1)
        step.left -= 1
        return step if step.left else None

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Take 1 {v.COLOURS[k]} (you will have {s.players[seat].env[k] + 1})"


class Gain(Small):
    """Choose the envelopes to take."""

    number = FIRST_STEP + GAIN
    heading = "Playing Out the Month"
    verbs = (Take(),)

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.COLOUR + c for c in range(6)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return f"Take {plural(step_on(s, s.players[seat]).left, 'envelope')} of any color."
