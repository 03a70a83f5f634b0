"""5) Pay a runner: send envelopes to a recruit whom you cannot sign yet.

Source: V10 "Pay a Runner"; RULINGS A5.16-17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import FIRST_STEP, SEND
from cashbox.games.envelopes.rules import counting
from cashbox.games.envelopes.rules.bits import expand
from cashbox.games.envelopes.rules.mats import step_on, tell
from cashbox.games.envelopes.rules.turn import Enough, Envelope, OnMat, Small
from cashbox.games.envelopes.state import (
    Player,
    State,
    Step,
    no_envelopes,
    send,
    sent,
    sent_in_all,
)
from cashbox.games.envelopes.text.events import event_kind, the_recruit
from cashbox.games.envelopes.text.phrases import amounts, recruit, twin_stars

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cashbox.engine.chance import Chance

PRICE: Final = 1
"""The bucks for a runner."""

SENT: Final = event_kind(
    lambda e: f"{e.name} sends a runner with {amounts(e.what[1:7])} to {the_recruit(e, e[0], e[7], e[8])}.",
    headline=True,
)


def open_colours(s: State, p: Player, slot: int) -> list[int]:
    """Return the colors in supply that the recruit still wants from this player."""
    cost = s.cost[slot]
    return [c for c in range(6) if cost[c] and p.env[c] and cost[c] > sent(p, slot, c)]


def price(p: Player) -> int:
    """Return the cost of a player's next runner, in bucks."""
    return 0 if p.runners < p.mods[v.MOD_RUNNER_FREE] else PRICE


def affordable(p: Player) -> bool:
    """Check whether the player can pay for the runner."""
    return p.bucks >= PRICE or not price(p)


def legal(s: State, p: Player, out: list[int]) -> None:
    """List the actions for unsigned recruits who want something that this player has."""
    wants = s.content.wants
    env = p.env
    mask = 0
    for c in range(6):
        if env[c]:
            mask |= wants[c]
    mask &= s.free
    begun = mask & p.prepaid
    while begun:
        low = begun & -begun
        if not open_colours(s, p, low.bit_length() - 1):
            mask ^= low
        begun ^= low
    expand(mask, act.RUNNER, out)


class Runner(OnMat):
    """Pay the runner and start sending; at least one envelope must follow."""

    kind = "runner"
    heading = "Pay a Runner"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        p.bucks -= price(p)
        p.runners += 1
        step = Step(SEND, k, 0)
        step.counts = no_envelopes()
        colours = open_colours(s, p, k)
        return step if len(colours) > 1 else _hand_over(s, p, step, colours[0])

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Return known numbers. price: of the runner, in bucks; stars: of a recruit whom the label distinguishes from
        another."""
        stars = twin_stars(s, k)
        return {"price": price(p), "stars": stars} if stars else {"price": price(p)}

    def key(self, s: State, p: Player, k: int) -> Hashable | None:
        """Return the key of a runner. If there is a choice, nothing is sent right away; what cards give when he leaves
        depends on everything."""
        if any(s.content.effect[card].on == v.ON_RUNNER for card in p.play):
            return None
        colour, *others = open_colours(s, p, k)
        return p.bucks, price(p), twin_stars(s, k), () if others else (colour, p.env[colour], sent_in_all(p))

    def cache_keys(self, s: State, seat: int, ks: Sequence[int]) -> Sequence[Hashable | None]:
        """See `Verb.cache_keys`. The facts are the same for many recruits, the labels are not."""
        p = s.players[seat]
        keys = [(k, self.key(s, p, k)) for k in ks]
        return [None if key is None else (recruit(s, k), key) for k, key in keys]

    def label(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        cost = price(p)
        return f"Send a runner to the {recruit(s, k)} ({f'{cost} buck, {p.bucks - cost} left' if cost else 'free'})"

    def explain(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        if not s.free >> k & 1:
            return "That recruit has already signed."
        if not sum(p.env):
            return "You have no envelopes to send."
        if not affordable(p):
            return "A runner costs 1 buck."
        return "You have no envelopes that this recruit still wants."


class SentAlong(Envelope):
    """Send one more envelope of this color."""

    says = "Send"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        return _hand_over(s, p, step_on(s, p), k)

    def explain(self, s: State, seat: int, k: int) -> str:
        return f"The recruit doesn't want any more {v.COLOURS[k]}, or you have none."


class SendOff(Enough):
    """Finish: the runner leaves."""

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        return _leave(s, p, step_on(s, p))

    def label(self, s: State, seat: int, k: int) -> str:
        return "Send the runner"


class Send(Small):
    """Choose the envelopes that the runner takes along."""

    number = FIRST_STEP + SEND
    heading = "Pay a Runner"
    verbs = (SentAlong(), SendOff())

    def legal(self, s: State, seat: int) -> list[int]:
        p = s.players[seat]
        step = step_on(s, p)
        out = [act.COLOUR + c for c in open_colours(s, p, step.of)]
        if any(step.counts):
            out.append(act.DONE)
        return out

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        step = step_on(s, s.players[seat])
        more = ". The runner leaves when you say so or when there is nothing more to send." if any(step.counts) else "."
        return f"Send envelopes to the {recruit(s, step.of)}{more}"


def _hand_over(s: State, p: Player, step: Step, colour: int) -> Step | None:
    p.env[colour] -= 1
    send(p, step.of, colour)
    step.counts[colour] += 1
    return step if open_colours(s, p, step.of) else _leave(s, p, step)


def _leave(s: State, p: Player, step: Step) -> Step | None:
    tell(s, SENT, p, step.of, *step.counts, s.position[step.of], twin_stars(s, step.of))
    counting.trigger(s, p, v.ON_RUNNER)
    return None
