"""8) Place wagers in Vegas: pay an envelope of any color for a token on a color and number.

Source: V10 "Place Wagers in Vegas"; RULINGS A1, A5.16.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.state import with_value
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import FIRST_STEP, STAKE
from cashbox.games.envelopes.rules.mats import step_on, tell
from cashbox.games.envelopes.rules.turn import AnyHeld, Envelope, OnMat
from cashbox.games.envelopes.state import Step, bet_of, forced
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import Player, State

PRIZE: Final = 2
"""Envelopes of the bet's color for each matching token."""
PRIZE_BUCKS: Final = 1
"""Bucks in addition to the envelopes, for each matching token."""
BETS: Final = [act.BET + k for k in range(v.BETS)]


def _on(bet: int) -> str:
    """Name a bet, as in green 3."""
    colour, number = bet_of(bet)
    return f"{v.COLOURS[colour]} {number}"


def _in_vain(s: State) -> str:
    """Return a warning about a bet in the last month."""
    return " (can't win in the last month)" if s.month == s.rules.last else ""


BET: Final = event_kind(lambda e: f"{e.name} bets 1 {v.COLOURS[e[1]]} on {_on(e[0])}.")


class Bet(OnMat):
    """Bet a token on a color and number."""

    kind = "bet"
    heading = "Place Wagers in Vegas"
    alike = True

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        colour = forced(p, 1)
        return Step(STAKE, k, 0) if colour < 0 else _stake(s, p, k, colour)

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Return known numbers. envelopes, bucks: the token's prize if it wins."""
        return {"envelopes": PRIZE, "bucks": PRIZE_BUCKS}

    def key(self, s: State, p: Player, k: int) -> Hashable | None:
        """Return the key of a bet. If there is a choice of what to stake, nothing changes yet."""
        colour = forced(p, 1)
        return (_in_vain(s), colour, p.env[colour], p.nbets) if colour >= 0 else _in_vain(s)

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Bet on {_on(k)}{_in_vain(s)}"

    def explain(self, s: State, seat: int, k: int) -> str:
        return "A bet costs an envelope, and you have none."


class Staked(Envelope):
    """Pay for the token with an envelope of this color."""

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        return _stake(s, p, step_on(s, p).of, k)


class Stake(AnyHeld):
    """Choose the envelope to stake."""

    number = FIRST_STEP + STAKE
    heading = "Place Wagers in Vegas"
    verbs = (Staked(),)

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return f"Choose an envelope to bet on {_on(step_on(s, s.players[seat]).of)}{_in_vain(s)}."


def _stake(s: State, p: Player, bet: int, colour: int) -> Step | None:
    p.env[colour] -= 1
    p.bets = with_value(p.bets, bet, p.bets[bet] + 1)
    p.nbets += 1
    tell(s, BET, p, bet, colour)
    return None
