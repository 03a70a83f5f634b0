"""The end of a game of CASH: the bell, the sheets of all trading rounds with the gap to the target, and awards.

Source: CASH "The score", "Objective"; everything here was public, or became public when its round was scored.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cashbox.engine.help import read_tips
from cashbox.engine.phrases import amount, listed, plural, with_names
from cashbox.engine.tale import Award, Tale, TaleItem, TaleLine, award, most, sheet
from cashbox.games.cash.rules import answering, investigation, taking
from cashbox.games.cash.rules.round import SCORED, end_reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.tale import Past, TaleSheet
    from cashbox.games.cash.state import Sheet, State

STEPS: Final = ("tabled", "doubled", "held", "bears", "taxed")
"""The steps of the score, as fields of a sheet's line."""
MILLION: Final = 1_000_000


def tale(past: Past) -> Tale:
    """See `Game.tale`."""
    s: State = past.state
    last = with_names(end_reason(s.sheets[-1]), past.names)
    return Tale(
        title="The closing bell",
        opening=f"The closing bell of round {s.round}: {last}.",
        unit="dollar",
        measure="Capital and cash over time",
        sheets=tuple(_sheet(s, seat, past.names) for seat in range(s.seats)),
        awards=tuple(found for give in AWARDS if (found := give(past)) is not None),
        settled={SCORED: _settled},
    )


def _settled(scored: tuple[int, ...], name: str, before: int) -> str:
    """Compare a player's cash as counted until the round was scored with the round's result.

    Args:
        scored: A `SCORED` event.
        name: The player's name.
        before: The player's capital and cash before the step, as `score.known_wealth` counts them.
    """
    made, capital = scored[2:]
    counted = before - capital + made
    firm = f"{name} had {amount(counted)} in cash on the firm" if counted else f"{name} had no cash on the firm"
    result = "made nothing" if not made else f"made {amount(made)}" if made > 0 else f"lost {amount(-made)}"
    return f"{firm} and {result} in the round."


# -- the sheets ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _steps() -> dict[str, str]:
    """Return the names of the steps, by the field of the line."""
    tips = read_tips("cashbox.games.cash")
    return {step: tips[f"score.{step}"].name for step in STEPS}


def _sheet(s: State, seat: int, names: Sequence[str]) -> TaleSheet:
    lines = [_round(number, found, seat, names) for number, found in enumerate(s.sheets, 1)]
    return sheet(seat, names[seat], lines, gap(s.players[seat].capital, s.rules.target))


def _round(number: int, found: Sheet, seat: int, names: Sequence[str]) -> TaleLine:
    """Write the line of a trading round, without steps that gave nothing."""
    own = found.lines[seat]
    steps = [(called, getattr(own, step)) for step, called in _steps().items()]
    items = tuple(TaleItem(called, by) for called, by in steps if by)
    return TaleLine(f"Round {number}: {with_names(end_reason(found), names)}", own.total, items)


def gap(capital: int, target: int) -> str:
    """Describe how far a capital is from the target."""
    goal = "a million" if target == MILLION else amount(target)
    if capital == target:
        return f"Exactly {goal}."
    return f"{amount(abs(capital - target))} {'over' if capital > target else 'short of'} {goal}."


# -- awards ----------------------------------------------------------------------------------------------------------


def best_round(past: Past) -> Award | None:
    """Award the most dollars in one trading round."""
    s: State = past.state
    rounds = [[found.lines[seat].total for found in s.sheets] for seat in range(s.seats)]
    best = [max(totals) for totals in rounds]
    seats = most(best)
    if not seats:
        return None
    dollars = amount(best[seats[0]])
    made = [f"{past.names[seat]} made {dollars} in round {rounds[seat].index(best[seat]) + 1}" for seat in seats]
    return Award("Best round", seats, f"{listed(made)}.")


def raider(past: Past) -> Award | None:
    """Award the most dollars taken from other firms by cards."""
    taken = [0] * past.state.seats
    for one in past.events_of(taking.TOOK):
        if one.event[3] >= 0:
            taken[one.event[1]] += past.state.content.value[one.event[3]]
    return award("Raider", past.names, taken, lambda who, n, each: f"{who} took {amount(n)}{each} from other firms.")


def prosecutor(past: Past) -> Award | None:
    """Award the most investigations of others."""
    counts = past.counted(investigation.INVESTIGATED)
    return award(
        "Prosecutor", past.names, counts,
        lambda who, n, each: f"{who} started {plural(n, 'investigation')}{each}.",
    )  # fmt: skip


def dealer(past: Past) -> Award | None:
    """Award the most trades, regardless of who made the offer."""
    counts = [0] * past.state.seats
    for one in past.events_of(answering.SWAPPED):
        counts[one.event[1]] += 1
        counts[one.event[2]] += 1
    return award("Dealmaker", past.names, counts, lambda who, n, each: f"{who} made {plural(n, 'trade')}{each}.")


def caught(past: Past) -> Award | None:
    """Award the most dollars of cash in hand when rounds ended."""
    s: State = past.state
    lost = [-sum(found.lines[seat].held for found in s.sheets) for seat in range(s.seats)]
    return award(
        "Caught red-handed", past.names, lost,
        lambda who, n, each: f"Cash still in hand cost {who} {amount(n)}{each}.",
    )  # fmt: skip


AWARDS: Final = (best_round, raider, prosecutor, dealer, caught)
