"""3) Trade envelopes: give three of any colors and a buck for one.

Source: V10 "Trade Envelopes of Cash"; RULINGS A4, A5.15.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import FIRST_STEP, GIVE
from cashbox.games.envelopes.rules import counting
from cashbox.games.envelopes.rules.mats import step_on, tell
from cashbox.games.envelopes.rules.turn import AnyHeld, Envelope, OnMat
from cashbox.games.envelopes.state import Player, State, Step, forced, no_envelopes
from cashbox.games.envelopes.text.events import event_kind
from cashbox.games.envelopes.text.phrases import amounts, with_bucks

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cashbox.engine.chance import Chance

RATE: Final = 3
LEAST_RATE: Final = 2
TRADES: Final = [act.TRADE + c for c in range(6)]

TRADED: Final = event_kind(lambda e: f"{e.name} trades {amounts(e.what[1:])} for 1 {v.COLOURS[e[0]]}.")


def rate(p: Player) -> int:
    """Return the number of envelopes for one; never fewer than two, so that no trade is free."""
    return max(LEAST_RATE, RATE - p.mods[v.MOD_TRADE_RATE])


def bucks(s: State, p: Player) -> int:
    """Return the additional bucks of a trade."""
    return 0 if p.mods[v.MOD_TRADE_FREE] else s.rules.trade_bucks


def possible(s: State, p: Player, envelopes: int) -> bool:
    """Check whether a player with this many envelopes can trade."""
    return envelopes >= rate(p) and p.bucks >= bucks(s, p)


class Trade(OnMat):
    """Trade envelopes for one of this color. If there is a choice of which to give, it comes next."""

    kind = "trade"
    heading = "Trade Envelopes of Cash"
    alike = True

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        p.bucks -= bucks(s, p)
        step = Step(GIVE, k, rate(p))
        step.counts = no_envelopes()
        return _go_on(s, p, step)

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Return known numbers. envelopes, bucks: the price."""
        return {"envelopes": rate(p), "bucks": bucks(s, p)}

    def key(self, s: State, p: Player, k: int) -> Hashable | None:
        """Return the key of a trade. If there is a choice of what to give, only the bucks are paid right away."""
        return (rate(p), bucks(s, p), p.bucks) if forced(p, rate(p)) < 0 else None

    def label(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        return f"Trade {with_bucks(rate(p), bucks(s, p))} for 1 {v.COLOURS[k]}"

    def explain(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        return f"A trade costs {with_bucks(rate(p), bucks(s, p))}."


class Given(Envelope):
    """Give an envelope of this color."""

    says = "Give"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        step = step_on(s, p)
        _give(p, step, k)
        return _go_on(s, p, step)


class Give(AnyHeld):
    """Choose the envelopes to give in a trade."""

    number = FIRST_STEP + GIVE
    heading = "Trade Envelopes of Cash"
    verbs = (Given(),)

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        step = step_on(s, s.players[seat])
        return f"Give {plural(step.left, 'more envelope')} for 1 {v.COLOURS[step.of]}."


def _give(p: Player, step: Step, colour: int) -> None:
    p.env[colour] -= 1
    step.counts[colour] += 1
    step.left -= 1


def _go_on(s: State, p: Player, step: Step) -> Step | None:
    """Give the forced envelopes; then complete the trade."""
    while step.left:
        colour = forced(p, step.left)
        if colour < 0:
            return step
        _give(p, step, colour)
    p.env[step.of] += 1
    tell(s, TRADED, p, step.of, *step.counts)
    if s.rules.trade_bucks == 0 and p.mods[v.MOD_TRADE_FREE]:
        _buck_instead(s, p)
    counting.trigger(s, p, v.ON_TRADE)
    return None


def _buck_instead(s: State, p: Player) -> None:
    """If trades cost no buck, the card that waives it gives one on one trade per month."""
    for card in p.play:
        if s.content.effect[card].mod == v.MOD_TRADE_FREE and not p.used >> card & 1:
            p.used |= 1 << card
            p.bucks += 1
            tell(s, counting.GAINED_BUCKS, p, card, 1)
