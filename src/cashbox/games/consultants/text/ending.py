"""The end of the game: where each dollar of every boss came from, project by project, and awards.

Source: ITS "Phase 4: Rewards", "When does the game end?"; money and its sources are always public.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed, plural
from cashbox.engine.tale import Award, Tale, TaleItem, TaleLine, award, line, most, sheet, sum_lines
from cashbox.games.consultants.rules import complete, money, rewards, train
from cashbox.games.consultants.rules.round import WINS
from cashbox.games.consultants.text.phrases import in_dollars, project

if TYPE_CHECKING:
    from cashbox.engine.tale import Past, TaleSheet
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import State

START: Final = "Starting money"
BESIDES: Final = "Events and passing first"
PEOPLE: Final = "Training, promoting, and recruiting"


def tale(past: Past) -> Tale:
    """See `Game.tale`."""
    s: State = past.state
    why = "the last international project was on the table" if s.last else "the last event card was up"
    return Tale(
        title="The books are closed",
        opening=f"The game ended after round {s.round} because {why}.",
        unit="dollar",
        measure="Money minus debt over time",
        sheets=tuple(_sheet(past, seat) for seat in range(s.seats)),
        awards=tuple(found for give in AWARDS if (found := give(past)) is not None),
        given={**_MONEY, WINS: (2, 0)},
    )


# -- the sheets -------------------------------------------------------------------------------------------------------


def _sheet(past: Past, seat: int) -> TaleSheet:
    """Build a seat's score sheet: what it had, earned, and paid, with projects sorted by their total, highest first."""
    projects, besides = _events(past, seat)
    lines = [line(_named(past.state.content, number), sum_lines(items)) for number, items in projects.items()]
    lines.sort(key=lambda one: -one.by)
    start = TaleLine(START, past.state.content.money)
    people = _people(past, seat, start.by)
    return sheet(seat, past.names[seat], [start, *lines, line(BESIDES, sum_lines(besides)), line(PEOPLE, people)])


def _named(content: Content, number: int) -> str:
    name = project(content, number)
    return name[0].upper() + name[1:]


def _events(past: Past, seat: int) -> tuple[dict[int, list[TaleItem]], list[TaleItem]]:
    """Return a seat's money according to its events: by project, and other."""
    projects: dict[int, list[TaleItem]] = defaultdict(list)
    besides: list[TaleItem] = []
    for n, found in past.events:
        if found[1] != seat or found[0] not in _MONEY:
            continue
        when, by = past.during(n), dollars(found)
        if found[0] == complete.REWARD:
            projects[found[3]].append(TaleItem(when, by - found[5]))
            if found[5]:
                projects[found[3]].append(TaleItem(f"{when}, on-time bonus", found[5]))
        elif found[0] == rewards.LATE:
            projects[found[3]].append(TaleItem(f"{when}, penalty", by))
        else:
            besides.append(TaleItem(when, by))
    return projects, besides


def dollars(found: tuple[int, ...]) -> int:
    """Return the dollars that an event gives its seat, negative for what it takes."""
    return _MONEY[found[0]][1] * found[_MONEY[found[0]][0]]


_MONEY: Final = {complete.REWARD: (4, 1), rewards.LATE: (4, -1), money.GAINED: (2, 1), money.PAID: (2, -1)}
"""The events about money: the index of the dollars in them, and the sign."""


def _people(past: Past, seat: int, start: int) -> list[TaleItem]:
    """List the cost of consultants by round: all money spent without its own event. `start` is the money before
    everything, because the first event card is turned up at once."""
    told: dict[int, int] = defaultdict(int)
    for n, found in past.events:
        if found[1] == seat and found[0] in _MONEY:
            told[n] += dollars(found)
    rounds: dict[str, int] = defaultdict(int)
    before = start
    for n in past.stood:
        now = past.standings[n].scores[seat]
        if now - before != told[n]:
            rounds[past.during(n)] += now - before - told[n]
        before = now
    return [TaleItem(when, by) for when, by in rounds.items()]


# -- awards ----------------------------------------------------------------------------------------------------------


def closer(past: Past) -> Award | None:
    """Award the most projects completed."""
    counts = past.state.completed
    return award("Closer", past.names, counts, lambda who, n, each: f"{who} completed {plural(n, 'project')}{each}.")


def payday(past: Past) -> Award | None:
    """Award the most dollars from projects in one round."""
    earned: list[dict[str, int]] = [defaultdict(int) for _ in past.names]
    for n, found in past.events_of(complete.REWARD):
        earned[found[1]][past.during(n)] += found[4]
    best = [max(rounds.values(), default=0) for rounds in earned]
    seats = most(best)
    if not seats:
        return None
    when = [next(part for part, by in earned[seat].items() if by == best[seat]) for seat in seats]
    dollars = f"{in_dollars(best[seats[0]])} from projects"
    made = [f"{past.names[seat]} earned {dollars} in {part.lower()}" for seat, part in zip(seats, when, strict=True)]
    return Award("Best payday", seats, f"{listed(made)}.")


def punctual(past: Past) -> Award | None:
    """Award the most dollars for being on time."""
    counts = _summed(past, complete.REWARD, 5)
    return award(
        "Always on time", past.names, counts,
        lambda who, n, each: f"{who} earned {in_dollars(n)}{each} for being on time.",
    )  # fmt: skip


def late(past: Past) -> Award | None:
    """Award the most dollars of penalties."""
    counts = _summed(past, rewards.LATE, 4)
    return award("Late again", past.names, counts, lambda who, n, each: f"Penalties cost {who} {in_dollars(n)}{each}.")


def school(past: Past) -> Award | None:
    """Award the most consultants trained, promoted, and recruited."""
    counts = past.counted(train.TRAINED, train.PROMOTED, train.RECRUITED)
    return award(
        "Best school", past.names, counts,
        lambda who, n, each: f"{who} trained, promoted, or recruited {plural(n, 'consultant')}{each}.",
    )  # fmt: skip


AWARDS: Final = (closer, payday, punctual, late, school)


def _summed(past: Past, kind: int, k: int) -> list[int]:
    """Sum one of the numbers of a kind of event by seat."""
    counts = [0] * len(past.names)
    for one in past.events_of(kind):
        counts[one.event[1]] += one.event[k]
    return counts
