"""9) Declare your turn over: leftovers are discarded, cards are turned face up again, and the next player follows.

Source: V10 "Declare your turn over", "Use a card that is already in play".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import FIRST_STEP, MONTH_END, SAVE, TURN
from cashbox.games.envelopes.rules.mats import step_on, tell
from cashbox.games.envelopes.rules.turn import Enough, Envelope, OnMat, Small, any_held
from cashbox.games.envelopes.state import Player, State, Step, clockwise, forced, later_by, no_envelopes
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance

SAVED: Final = event_kind(lambda e: f"{e.name} keeps 1 {v.COLOURS[e[0]]} for next month.")
DISCARDED: Final = event_kind(lambda e: f"{e.name} discards {plural(e[0], 'leftover envelope')}.")
LEFTOVER_BUCKS: Final = event_kind(
    lambda e: f"{e.name} turns {plural(e[1], 'leftover envelope')} into {plural(e[0], 'buck')}."
)
TURN_OVER: Final = event_kind(lambda e: f"{e.name}'s turn is over.")


def _saves(s: State, p: Player) -> int:
    """Return the most envelopes that a player's cards save; none if there is no next month."""
    return p.mods[v.MOD_SAVE] if s.month < s.rules.last else 0


def can_keep(s: State, p: Player) -> int:
    """Return how many envelopes in supply could be kept for next month if the turn ended now."""
    left = s.step.left if s.step is not None and s.step.kind == SAVE else _saves(s, p)
    return min(left, sum(p.env))


def not_kept(p: Player, left: int) -> tuple[int, int]:
    """Return what happens to envelopes that are not kept: the bucks that they become, and the number discarded."""
    bucks = min(left // 2, p.mods[v.MOD_LEFTOVER_BUCKS])
    return bucks, left - 2 * bucks


def may_keep_fewer(p: Player) -> bool:
    """Check whether a player may keep fewer envelopes than cards save, because leftovers bring bucks."""
    return p.mods[v.MOD_LEFTOVER_BUCKS] > 0


def ending(p: Player, keep: int) -> str:
    """Describe what happens to the envelopes in supply: "you keep 2 envelopes for next month and discard 1
    envelope"."""
    left = sum(p.env) - keep
    bucks, lost = not_kept(p, left)
    parts = [f"keep {plural(keep, 'envelope')} for next month"] if keep else []
    if bucks:
        parts.append(f"turn {plural(left - lost, 'envelope')} into {plural(bucks, 'buck')}")
    if lost or not parts:
        parts.append(f"discard {plural(lost, 'envelope') if lost else 'nothing'}")
    return f"you {listed(parts)}"


def turn_end(s: State, p: Player) -> str:
    """Describe what would happen to the envelopes in supply if the turn ended now, "" if there are none."""
    if not any(p.env):
        return ""
    keep = can_keep(s, p)
    if keep and may_keep_fewer(p):
        return f"you can keep up to {plural(keep, 'envelope')} for next month; if you keep none, {ending(p, 0)}"
    return ending(p, keep)


class End(OnMat):
    """End the turn, after the owner of a card that saves envelopes has chosen which."""

    kind = "end"
    heading = "Declare your turn over"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        saves = _saves(s, p)
        return _go_on(s, p, Step(SAVE, -1, saves)) if saves else _over(s, p)

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        keep = can_keep(s, p)
        if not keep:
            return {}
        bucks, lost = not_kept(p, sum(p.env) - (0 if may_keep_fewer(p) else keep))
        return {"kept": keep, "turned": 2 * bucks, "bucks": bucks, "discarded": lost}

    def label(self, s: State, seat: int, k: int) -> str:
        what = turn_end(s, s.players[seat])
        return f"End turn ({what})" if what else "End turn"


class Keep(Envelope):
    """Keep one envelope of this color for next month."""

    says = "Keep"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        step = step_on(s, p)
        _keep(s, p, step, k)
        return _go_on(s, p, step)


class KeepNoMore(Enough):
    """Stop keeping envelopes."""

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        return _over(s, p)

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Keep no more ({ending(s.players[seat], 0)})"


class Save(Small):
    """Choose the envelopes to keep for next month."""

    number = FIRST_STEP + SAVE
    heading = "Declare your turn over"
    verbs = (Keep(), KeepNoMore())

    def legal(self, s: State, seat: int) -> list[int]:
        p = s.players[seat]
        return [*any_held(p), act.DONE] if may_keep_fewer(p) else any_held(p)

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        p = s.players[seat]
        keep = can_keep(s, p)
        if may_keep_fewer(p):
            may = f"You can keep up to {plural(keep, 'more envelope')} for next month"
            return f"{may}. If you don't, {ending(p, 0)}."
        rest = sum(p.env) - keep
        others = f"the other {rest}" if rest > 1 else "the other one"
        return f"Choose {plural(keep, 'envelope')} to keep for next month. You discard {others}."


def _go_on(s: State, p: Player, step: Step) -> Step | None:
    while step.left and any(p.env):
        colour = -1 if may_keep_fewer(p) else forced(p, step.left)
        if colour < 0:
            return step
        _keep(s, p, step, colour)
    return _over(s, p)


def _keep(s: State, p: Player, step: Step, colour: int) -> None:
    p.env[colour] -= 1
    later_by(p, s.month + 1, colour, 1)
    step.left -= 1
    tell(s, SAVED, p, colour)


def _over(s: State, p: Player) -> Step | None:
    gained, lost = not_kept(p, sum(p.env))
    p.env = no_envelopes()
    if gained:
        p.bucks += gained
        tell(s, LEFTOVER_BUCKS, p, gained, 2 * gained)
    if lost:
        tell(s, DISCARDED, p, lost)
    p.used = p.reused = 0
    p.doubles = p.runners = p.signed = p.put = 0
    p.campaign = p.bought = 0
    p.moves = 0
    tell(s, TURN_OVER, p)
    if not p.tried:
        _pass_on(s)
    return None


def _pass_on(s: State) -> None:
    s.window += 1
    s.due = 0
    s.current = clockwise(s, s.current)
    s.phase = MONTH_END if s.current == s.chain else TURN
