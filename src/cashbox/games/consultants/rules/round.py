"""A round: setup, phase 1, and the order of the phases.

Source: ITS "What is a game round?", "Phase 1: Start of game round", "When does the game end?", "Deadlines: Setup",
"Innovation Project: Setup"; RULINGS C1, C3.2, C3.5, C3.8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import shuffled
from cashbox.engine.facts import TABLE, Description, Facts, change
from cashbox.engine.game import Outcome
from cashbox.engine.lessons import PUPIL
from cashbox.engine.phrases import listed, player
from cashbox.engine.state import note, without
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.consultants import actions as act
from cashbox.games.consultants.content import PRINCIPAL, REGULARS, SENIOR, USUAL, WHAT, Content
from cashbox.games.consultants.rules import decks, event, rewards
from cashbox.games.consultants.state import (
    EVENT,
    INNOVATION,
    NO_TRACK,
    OVER,
    START,
    State,
    event_kind,
    new_place,
    new_state,
)
from cashbox.games.consultants.text.phrases import in_dollars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.consultants.lessons import Lesson
    from cashbox.games.consultants.options import Rules

NEW_SENIORS: Final = 2
MOVES: Final = WHAT.index("moves")


def _starts(e: LogEvent[Content]) -> str:
    if e[0] < 0:
        return f"{e.name} is the starting player."
    poor = e.names[e[0]]
    return f"With the least money, {poor} {'starts' if e[0] == e.seat else f'chooses {e.name} to start'}."


ROUND: Final = event_kind(lambda e: f"Round {e[0]}.")
"""Number of the round."""
STARTS: Final = event_kind(_starts)
"""The seat that chose the starting player, -1 if it was random."""
WINS: Final = event_kind(lambda e: f"{e.name} wins with {in_dollars(e[0])}.")
"""Dollars."""


def start(content: Content, rules: Rules, seats: int, chance: Chance, lesson: Lesson | None = None) -> State:
    """Set up a new game: lay out projects, deal hands, and begin the first round. In a lesson, none of this is
    random."""
    s = new_state(content, rules, seats)
    s.lesson = lesson
    s.events = s.opening
    s.seniors = [card for card, rank in enumerate(content.rank) if rank == SENIOR]
    s.principals = [card for card, rank in enumerate(content.rank) if rank == PRINCIPAL]
    regular = _in_order(s, range(content.regulars), chance)
    # with four players and the Innovation Project, it takes the place of the sixth regular project
    count = min(seats + 2, REGULARS - (1 if rules.innovation else 0))
    for number, project in enumerate(regular[:count]):
        field = min(number // 2 + 1, 3) if rules.deadlines else NO_TRACK
        s.places.append(new_place(project, len(content.projects[project].desks), field))
    if rules.innovation:
        s.places.append(new_place(INNOVATION, content.innovation_desks[seats], NO_TRACK))
    international = _in_order(s, range(content.regulars, len(content.projects)), chance)
    s.stock, s.box = international[: content.internationals[seats]], international[content.internationals[seats] :]
    s.events_left = list(range(len(content.events)))
    if lesson is not None:
        s.stock.reverse()
        s.events_left = lesson.events[:]
    for seat in range(seats):
        dealt = decks.deal(s, seat, SENIOR, content.start_seniors, chance)
        dealt += decks.deal(s, seat, PRINCIPAL, content.start_principals, chance)
        note(s, decks.DEALT, seat, *dealt)
    begin(s, chance)
    return s


def _in_order(s: State, projects: range, chance: Chance) -> list[int]:
    """Shuffle these projects, or lay them out as the lesson does."""
    if s.lesson is not None:
        return [project for project in s.lesson.projects if project in projects]
    return shuffled(list(projects), chance)


def begin(s: State, chance: Chance) -> None:
    """Begin phase 1: two new seniors each, counters turned, and the poorest player chooses the starting player, who is
    random in the first round."""
    s.round += 1
    s.window += 1
    s.event = -1
    s.costs = list(USUAL)
    s.phase = START
    note(s, ROUND, -1, s.round)
    for k in range(s.seats):
        seat = (s.starter + k) % s.seats
        note(s, decks.DEALT, seat, *decks.deal(s, seat, SENIOR, NEW_SENIORS, chance))
        s.players[seat].passed = False
        s.players[seat].moves = s.costs[MOVES]
    if s.round == 1:
        s.starter = PUPIL if s.lesson is not None else chance.draw(s.seats)
        note(s, STARTS, s.starter, -1)
        return
    s.due = 1 << poorest(s)


def poorest(s: State) -> int:
    """Return the seat with the least money minus debt. Ties go to the next in turn order after the old
    starting player."""
    order = [(s.starter + k) % s.seats for k in range(1, s.seats + 1)]
    return min(order, key=lambda seat: s.players[seat].worth())


class Starter(Verb[State, Content]):
    """Name the starting player of the round."""

    kind = "starter"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.starter = k
        note(s, STARTS, k, seat)
        s.window += 1
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(
            "You start" if k == seat else f"{player(k)} starts",
            Facts(change("starter", s.starter, k - s.starter, TABLE)),
        )

    def explain(self, s: State, seat: int, k: int) -> str:
        return f"There is no player {k + 1} at this table."


class Start(Phase[State, Content]):
    """The poorest player chooses any player as the starting player."""

    number = START
    heading = "Phase 1: Start of game round"
    verbs = (Starter(),)
    task = "to choose the starting player"
    otherwise = "The player with the least money chooses the starting player at the start of a round."

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.STARTER + player for player in range(s.seats)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "You have the least money. Choose this round's starting player."


def turn_up(s: State, chance: Chance) -> None:
    """Run phase 2: turn up a random event card and ask its questions in turn order; then work begins."""
    s.due = 0
    s.event = s.events_left[0 if s.lesson is not None else chance.draw(len(s.events_left))]
    s.events_left = without(s.events_left, s.event)
    note(s, event.EVENT_CARD, -1, s.event, int(s.rules.innovation))
    event.happen(s, chance)
    for p in s.players:
        p.moves = s.costs[MOVES]
    s.active = (s.starter - 1) % s.seats
    s.phase = EVENT


def is_last(s: State) -> bool:
    """Check whether the game ends with this round: the last international project is laid out, or the last
    event is up."""
    return s.last or not s.events_left


def end(s: State, chance: Chance) -> None:
    """Run phases 4 and 5, and end the game if this is the last round."""
    rewards.run(s)
    if is_last(s):
        s.phase = OVER
        best = max(p.worth() for p in s.players)
        for seat, p in enumerate(s.players):
            if p.worth() == best:
                note(s, WINS, seat, best)
        return
    if s.rules.deadlines:
        rewards.move_markers(s)
    begin(s, chance)


def order(s: State) -> list[int]:
    """Return the seats by money minus debt, richest first, with ties by seat."""
    return sorted(range(s.seats), key=lambda seat: -s.players[seat].worth())


def outcome(s: State) -> Outcome:
    """Return money minus debt by seat, and the seats with the most."""
    scores = tuple(p.worth() for p in s.players)
    winners = tuple(seat for seat, worth in enumerate(scores) if worth == max(scores))
    dollars = in_dollars(max(scores))
    if len(winners) > 1:
        return Outcome(scores, winners, f"{listed([player(seat) for seat in winners])} share the win with {dollars}.")
    return Outcome(scores, winners, f"{player(winners[0])} wins with {dollars}.")
