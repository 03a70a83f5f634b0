"""2) Use a card that is already in play, once in each month.

Source: V10 "Use a card that is already in play"; RULINGS A3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import COST, FIRST_STEP, FLY_TO, LATER
from cashbox.games.envelopes.rules import counting
from cashbox.games.envelopes.rules.mats import step_on, tell
from cashbox.games.envelopes.rules.turn import AnyHeld, Envelope, OnMat, Small
from cashbox.games.envelopes.state import Player, State, Step, forced, later_by, no_envelopes
from cashbox.games.envelopes.text.events import event_kind
from cashbox.games.envelopes.text.phrases import amounts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.content import Content

USED: Final = event_kind(lambda e: f"{e.name} uses {e.content.names[e[0]]}{_at_cost(e)}.", headline=True)
PAID_ANY: Final = event_kind(lambda e: f"{e.name} pays {amounts(e.what[1:])} to use {e.content.names[e[0]]}.")


def _at_cost(e: LogEvent[Content]) -> str:
    """Describe what is paid for a card right away, as in " for 1 buck". Envelopes of any color are chosen later, and
    logged when paid."""
    effect = e.content.effect[e[0]]
    bucks = [plural(effect.pay_bucks, "buck")] if effect.pay_bucks else []
    fixed = [amounts(effect.pay_env)] if any(effect.pay_env) else []
    return f" for {listed(bucks + fixed)}" if bucks or fixed else ""


FLEW: Final = event_kind(lambda e: f"{e.name}'s bus jumps to {e.content.space_names[e[0]]}.")
PUT_LATER: Final = event_kind(lambda e: f"{e.name} puts {e[1]} {v.COLOURS[e[0]]} in {v.MONTHS[e[2]]}.")


def may_use_now(p: Player, card: int) -> bool:
    """Check whether a card can still be used this month, including a double use."""
    if not p.used >> card & 1:
        return True
    return not p.reused >> card & 1 and p.doubles < p.mods[v.MOD_DOUBLE_USE]


def mark_used(p: Player, card: int) -> None:
    """Mark the card as used; a second use spends the double use."""
    if p.used >> card & 1:
        p.reused |= 1 << card
        p.doubles += 1
    else:
        p.used |= 1 << card


def legal(s: State, p: Player, out: list[int]) -> None:
    """List the actions for monthly cards that can still be used, can be paid, and would do something."""
    for card in p.monthly:
        if may_use_now(p, card) and works(s, p, s.content.effect[card]):
            out.append(act.USE + card)


def can_pay(p: Player, effect: Effect) -> bool:
    """Check whether a player has the cost of using the card."""
    if p.bucks < effect.pay_bucks:
        return False
    over = 0
    for c in range(6):
        rest = p.env[c] - effect.pay_env[c]
        if rest < 0:
            return False
        over += rest
    return over >= effect.pay_any


def works(s: State, p: Player, effect: Effect) -> bool:
    """Check whether using an effect now is possible and would do something."""
    if effect.pays and not can_pay(p, effect):
        return False
    if effect.cond >= 0 and not counting.met(s, p, effect):
        return False
    if effect.do == v.DO_GET:
        return effect.per == 0 or counting.times(s, p, effect) > 0
    if effect.do == v.DO_LATER:
        return s.month < s.rules.last
    return effect.do == v.DO_FLY


class Use(OnMat):
    """Use a card: pay, then receive, fly, or put envelopes on a later month."""

    kind = "use"
    heading = "Use a card that is already in play"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        effect = s.content.effect[k]
        mark_used(p, k)
        tell(s, USED, p, k)
        p.bucks -= effect.pay_bucks
        for c in range(6):
            p.env[c] -= effect.pay_env[c]
        step = Step(COST, k, effect.pay_any)
        step.counts = no_envelopes()
        return _go_on(s, p, step)

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Use {s.content.names[k]}"

    def explain(self, s: State, seat: int, k: int) -> str:
        c, p = s.content, s.players[seat]
        name = c.names[k] if k < len(c.names) else "That card"
        if k not in p.play:
            return f"You don't have {name} in play."
        if k not in p.monthly:
            return f"You don't have to use {name}. It works by itself" + (
                " at the end of the game." if c.use[k] == v.END else "."
            )
        if not may_use_now(p, k):
            return f"You have already used {name} this month."
        effect = c.effect[k]
        if effect.do == v.DO_BOOKIE:
            return f"You can only use {name} between the roll and the Vegas payout."
        if effect.pays and not can_pay(p, effect):
            return f"You can't pay the cost of using {name}."
        if effect.cond >= 0 and not counting.met(s, p, effect):
            return f"You don't meet the condition on {name} right now."
        return f"{name} would give you nothing right now."


def _go_on(s: State, p: Player, step: Step) -> Step | None:
    """Pay the forced envelopes; then apply the card's effect."""
    while step.left:
        colour = forced(p, step.left)
        if colour < 0:
            return step
        _pay_any(p, step, colour)
    card = step.of
    effect = s.content.effect[card]
    if effect.pay_any:
        tell(s, PAID_ANY, p, card, *step.counts)
    if effect.do == v.DO_GET:
        counting.receive(s, p, card, effect, counting.times(s, p, effect))
        return None
    if effect.do == v.DO_FLY:
        spaces = _spaces(s, p, card)
        return Step(FLY_TO, card, 0) if len(spaces) != 1 else _fly(s, p, spaces[0])
    months = _months(s, card)
    return Step(LATER, card, 0) if len(months) != 1 else _put_later(s, p, card, months[0])


# -- the card's cost -----------------------------------------------------------------------------------------------


class PaidCost(Envelope):
    """Pay one more envelope for using the card."""

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        step = step_on(s, p)
        _pay_any(p, step, k)
        return _go_on(s, p, step)


class Cost(AnyHeld):
    """Choose the envelopes of any color to pay for using a card."""

    number = FIRST_STEP + COST
    heading = "Use a card that is already in play"
    verbs = (PaidCost(),)

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        step = step_on(s, s.players[seat])
        return f"Pay {plural(step.left, 'envelope')} of any color to use {s.content.names[step.of]}."


def _pay_any(p: Player, step: Step, colour: int) -> None:
    """Pay one envelope of the payer's choice."""
    p.env[colour] -= 1
    step.counts[colour] += 1
    step.left -= 1


# -- the bus's destination
# ------------------------------------------------------------------------------------------------


class Fly(OnMat):
    """Go directly to this space."""

    kind = "fly"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        return _fly(s, p, k)

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Go to {s.content.space_names[k]}"

    def explain(self, s: State, seat: int, k: int) -> str:
        return "The card doesn't go there."


class FlyTo(Small):
    """Choose where a card takes the bus."""

    number = FIRST_STEP + FLY_TO
    heading = "Use a card that is already in play"
    verbs = (Fly(),)

    def legal(self, s: State, seat: int) -> list[int]:
        p = s.players[seat]
        return [act.FLY + space for space in _spaces(s, p, step_on(s, p).of)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "Choose where your bus goes."


def _spaces(s: State, p: Player, card: int) -> list[int]:
    """Return the possible destinations of the card, except where the bus is."""
    c = s.content
    to = c.effect[card].to
    if to < v.FLY_START:
        spaces = [space for space in range(v.FIRST_START) if c.space_regions[space] >> to & 1]
    elif to == v.FLY_START:
        spaces = c.start_space
    elif to == v.FLY_BORDER:
        spaces = list(range(v.FIRST_BORDER, v.FIRST_START))
    else:
        spaces = list(range(c.spaces))
    return [space for space in spaces if space != p.space]


def _fly(s: State, p: Player, space: int) -> Step | None:
    p.space = space
    tell(s, FLEW, p, space)
    return None


# -- the month for its envelopes -----------------------------------------------------------------------------------


class OnMonth(OnMat):
    """Put the card's envelopes on this month of the calendar."""

    kind = "month"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        return _put_later(s, p, step_on(s, p).of, k)

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Put them in {v.MONTHS[k]}"

    def explain(self, s: State, seat: int, k: int) -> str:
        return "The card doesn't reach that month."


class Later(Small):
    """Choose the later month on which to put a card's envelopes."""

    number = FIRST_STEP + LATER
    heading = "Use a card that is already in play"
    verbs = (OnMonth(),)

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.MONTH + month for month in _months(s, step_on(s, s.players[seat]).of)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        card = step_on(s, s.players[seat]).of
        return f"Choose a month for {amounts(s.content.effect[card].env)}."


def _months(s: State, card: int) -> list[int]:
    """Return the possible months for the envelopes."""
    last = min(s.rules.last, s.month + s.content.effect[card].n)
    return list(range(s.month + 1, last + 1))


def _put_later(s: State, p: Player, card: int, month: int) -> Step | None:
    for c, n in enumerate(s.content.effect[card].env):
        if n:
            later_by(p, month, c, n)
            tell(s, PUT_LATER, p, c, n, month)
    return None
