"""A round: set-up, phase 1, and how the phases follow each other.

Source: ITS "What is a game round?", "Phase 1: Start of game round", "When does the game end?", "Deadlines: Setup",
"Innovation Project: Setup"; RULINGS C1, C3.2, C3.5, C3.8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.chance import shuffled
from cashbox.games.consultants import actions as act
from cashbox.games.consultants import events as ev
from cashbox.games.consultants.content import PRINCIPAL, REGULARS, SENIOR, USUAL, WHAT
from cashbox.games.consultants.events import note
from cashbox.games.consultants.rules import decks, event, rewards, work
from cashbox.games.consultants.state import EVENT, INNOVATION, NO_TRACK, OVER, START, WORK, Place, State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.options import Rules

NEW_SENIORS = 2
MOVES = WHAT.index("moves")


def start(content: Content, rules: Rules, seats: int, chance: Chance) -> State:
    """A new game: projects laid out, hands dealt, the first round begun."""
    s = State(content, rules, seats)
    s.events = s.opening
    s.seniors = [card for card, rank in enumerate(content.rank) if rank == SENIOR]
    s.principals = [card for card, rank in enumerate(content.rank) if rank == PRINCIPAL]
    regular = shuffled(list(range(REGULARS)), chance)
    # with four players and the Innovation Project, it takes the place of the sixth regular project
    count = min(seats + 2, REGULARS - (1 if rules.innovation else 0))
    for number, project in enumerate(regular[:count]):
        field = min(number // 2 + 1, 3) if rules.deadlines else NO_TRACK
        s.places.append(Place(project, len(content.projects[project].desks), field))
    if rules.innovation:
        s.places.append(Place(INNOVATION, content.innovation_desks[seats], NO_TRACK))
    international = shuffled(list(range(REGULARS, len(content.projects))), chance)
    s.stock, s.box = international[: content.internationals[seats]], international[content.internationals[seats] :]
    s.events_left = list(range(len(content.events)))
    for seat in range(seats):
        dealt = decks.deal(s, seat, SENIOR, content.start_seniors, chance)
        dealt += decks.deal(s, seat, PRINCIPAL, content.start_principals, chance)
        note(s, ev.DEALT, seat, *dealt)
    begin(s, chance)
    return s


def begin(s: State, chance: Chance) -> None:
    """Phase 1: two new seniors each, counters turned, and the poorest chooses who starts; by lot in the first round."""
    s.round += 1
    s.window += 1
    s.event = -1
    s.costs = list(USUAL)
    note(s, ev.ROUND, -1, s.round)
    for k in range(s.seats):
        seat = (s.starter + k) % s.seats
        note(s, ev.DEALT, seat, *decks.deal(s, seat, SENIOR, NEW_SENIORS, chance))
        s.players[seat].passed = False
        s.players[seat].moves = s.costs[MOVES]
    if s.round == 1:
        s.starter = chance.draw(s.seats)
        note(s, ev.STARTS, s.starter, -1)
        turn_up(s, chance)
        return
    s.phase = START
    s.due = 1 << poorest(s)


def poorest(s: State) -> int:
    """Who has least money less debt; of several the next in turn order after the old start player."""
    order = [(s.starter + k) % s.seats for k in range(1, s.seats + 1)]
    return min(order, key=lambda seat: s.players[seat].worth())


def choose_starter(s: State, seat: int, starter: int, chance: Chance) -> None:
    """The poorest names the start player; the event follows."""
    s.starter = starter
    note(s, ev.STARTS, starter, seat)
    s.window += 1
    turn_up(s, chance)


def legal_start(s: State) -> list[int]:
    """Any player may be named."""
    return [act.STARTER + seat for seat in range(s.seats)]


def turn_up(s: State, chance: Chance) -> None:
    """Phase 2: an event card by lot; what it asks is asked in turn order, then work begins."""
    s.due = 0
    s.event = s.events_left.pop(chance.draw(len(s.events_left)))
    note(s, ev.EVENT, -1, s.event)
    event.happen(s, chance)
    for p in s.players:
        p.moves = s.costs[MOVES]
    s.active = (s.starter - 1) % s.seats
    s.phase = EVENT
    go_on(s, chance)


def go_on(s: State, chance: Chance) -> None:
    """Ask the next player, or, when nobody is left to be asked, let the next phase begin."""
    if s.phase == EVENT:
        event.next_player(s)
        if s.due:
            return
        s.active = (s.starter - 1) % s.seats
        s.phase = WORK
        work.next_player(s)
    if s.phase == WORK and not s.due:
        _end(s, chance)


def is_last(s: State) -> bool:
    """Whether the game ends with this round: the last international project is laid out, or the last event is up."""
    return s.last or not s.events_left


def _end(s: State, chance: Chance) -> None:
    """Phases 4 and 5, and the end of the game."""
    rewards.run(s)
    if is_last(s):
        s.phase = OVER
        best = max(p.worth() for p in s.players)
        for seat, p in enumerate(s.players):
            if p.worth() == best:
                note(s, ev.WINS, seat, best)
        return
    if s.rules.deadlines:
        rewards.move_markers(s)
    begin(s, chance)
