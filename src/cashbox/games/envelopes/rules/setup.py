"""How to set up a game: turn order, homes, coaches, recruits, state tokens, bucks, seeded calendars, Recruiting Boards.

Source: V10 "How to set up a game of Envelopes of Cash", BGA, FAM; RULINGS A4, A5.1-4, A5.21, D2, D3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import shuffled
from cashbox.engine.facts import Description, Facts
from cashbox.engine.state import note, with_value
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import COACHES, HOMES
from cashbox.games.envelopes.rules import bubba, idle, stash
from cashbox.games.envelopes.rules.mats import bring_into_play, copy_of, differences
from cashbox.games.envelopes.state import Player, State, on_month
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.options import Rules

START_BUCKS: Final = 7
NO_HOME: Final = -1
"""The symbol and the space of a player who has not chosen a home yet."""

STARTED: Final = event_kind(lambda e: f"{e.name} is the starting player.")
COACH_TAKEN: Final = event_kind(lambda e: f"{e.name} chooses {e.content.names[e[0]]} as head coach.", headline=True)
COACH_DEALT: Final = event_kind(lambda e: f"{e.name}'s head coach is {e.content.names[e[0]]}.")
BOARD_DEALT: Final = event_kind(
    lambda e: f"Your Recruiting Board: {', '.join(v.POSITIONS[k] for k in e.content.boards[e[0]])}." if e.own else None
)
HOME_TAKEN: Final = event_kind(
    lambda e: (
        f"{e.name} takes the {v.SYMBOLS[e[0]]} and starts at {e.content.space_names[e.content.start_space[e[0]]]}."
    )
)


def start(content: Content, rules: Rules, seats: int, chance: Chance) -> State:
    """Set up a new game, up to the first decision."""
    s = State(seats, content, rules)
    s.lesson = content.lessons[rules.lesson] if rules.lesson else None
    s.value, s.cost = content.value, content.recruit_cost
    s.bids = [0] * seats
    s.events = s.opening
    s.chain = rules.first if rules.first >= 0 else chance.draw(seats)
    symbols = [NO_HOME] * seats if rules.homes_chosen else _symbols(s, chance)
    s.position = (
        s.lesson.position if s.lesson else shuffled([slot % len(v.POSITIONS) for slot in range(v.RECRUITS)], chance)
    )
    if rules.shuffled_values:
        _shuffle_values(s, chance)
    s.deck = list(range(content.cards))
    if seats > 1:
        note(s, STARTED, s.chain)
    for seat in range(seats):
        p = Player(seat)
        p.bucks = s.lesson.bucks if s.lesson is not None else START_BUCKS
        _settle(s, p, symbols[seat])
        s.players.append(p)
    bubba.sits_down(s)
    if rules.boards:
        _boards(s, chance)
    _deal_coaches(s, chance)
    return s


def _symbols(s: State, chance: Chance) -> list[int]:
    if s.lesson is not None:
        return [s.lesson.symbol]
    if s.rules.symbol >= 0:
        return [s.rules.symbol]
    return [0, 1, 2, 3] if s.rules.symbols_by_seat else shuffled([0, 1, 2, 3], chance)


def _shuffle_values(s: State, chance: Chance) -> None:
    """Shuffle the four tokens of each region: stars and cost go together."""
    s.value, s.cost = s.value[:], s.cost[:]
    for colour in range(6):
        slots = [slot for slot in range(v.STATES) if s.content.regions_of[slot] == 1 << colour]
        for slot, token in zip(slots, shuffled(slots, chance), strict=True):
            s.value[slot] = s.content.value[token]
            s.cost[slot] = s.content.recruit_cost[token]


def _boards(s: State, chance: Chance) -> None:
    """Deal a different Recruiting Board to each player."""
    dealt = shuffled(list(range(len(s.content.boards))), chance)
    for seat, p in enumerate(s.players):
        p.board = dealt[seat]
        note(s, BOARD_DEALT, seat, p.board)


def _settle(s: State, p: Player, symbol: int) -> None:
    """Set a player's symbol, and with it the start on the map and the home-color envelopes on the calendar."""
    p.symbol = symbol
    if symbol == NO_HOME:
        p.space = NO_HOME
        return
    p.space = s.content.start_space[symbol]
    home = s.content.home_colour[symbol]
    for month in range(min(s.rules.seeded, s.rules.last + 1)):
        p.later = with_value(p.later, on_month(month, home), 1)


def _deal_coaches(s: State, chance: Chance) -> None:
    """Deal the coaches, or lay them out to choose from."""
    idle_ones = idle.idle(s.content, s.rules, s.seats)
    coaches = range(s.content.cards, len(s.content.names))
    every = [coach for coach in coaches if coach not in idle_ones]
    if len(every) < s.seats:  # a variant may have only these
        every = list(coaches)
    s.phase = COACHES
    if s.rules.coaches_picked:
        s.coach_row = every
        _ask_last(s)
        return
    dealt = [s.lesson.coach] if s.lesson is not None else shuffled(every, chance)[: s.seats]
    s.coach_row = dealt
    for seat, p in enumerate(s.players):
        bring_into_play(s, p, dealt[seat])
        note(s, COACH_DEALT, seat, dealt[seat])
    _given_cards(s)


def _ask_last(s: State) -> None:
    """Ask the player who is last in turn order, to begin in reverse turn order."""
    s.current = (s.chain - 1) % s.seats
    s.due = 1 << s.current


def _ask_next(s: State, seat: int) -> None:
    """Ask the next player in reverse turn order; no one after the chain's holder."""
    s.window += 1
    s.current = (seat - 1) % s.seats
    s.due = 0 if seat == s.chain else 1 << s.current


def _given_cards(s: State) -> None:
    """Put a lesson's initial cards on the mat; they score nothing."""
    for card in s.lesson.in_play if s.lesson is not None else []:
        s.deck.remove(card)
        bring_into_play(s, s.players[0], card)


# -- head coaches, picked face up in reverse turn order ------------------------------------------------------------


class TakeCoach(Verb[State, Content]):
    """Take a head coach."""

    kind = "coach"
    otherwise = "You choose head coaches during setup."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        coach = s.content.cards + k
        bring_into_play(s, s.players[seat], coach)
        note(s, COACH_TAKEN, seat, coach)
        _ask_next(s, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        p, coach = s.players[seat], s.content.cards + k
        mat = copy_of(p)
        bring_into_play(s, mat, coach)
        return Description(f"Choose {s.content.names[coach]}", Facts(differences(p, [mat])))

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return "" if s.rules.coaches_picked else "This table deals head coaches at random."

    def explain(self, s: State, seat: int, k: int) -> str:
        taken = s.content.cards + k in s.coach_row
        return "That head coach is taken." if taken else "That head coach has no effect at this table."


class Coaches(Phase[State, Content]):
    """Choose among the remaining coaches."""

    number = COACHES
    heading = "How to set up a game"
    verbs = (TakeCoach(),)
    task = "to choose a head coach"

    def legal(self, s: State, seat: int) -> list[int]:
        taken = {p.play[0] for p in s.players if p.play}
        return [act.COACH + card - s.content.cards for card in s.coach_row if card not in taken]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "Choose your head coach."


# -- homes, chosen in reverse turn order -----------------------------------------------------------------------------


def open_homes(s: State, chance: Chance) -> None:
    """Start choosing homes, if players choose them, after the coaches are known; then comes the stash."""
    if s.rules.homes_chosen:
        s.phase = HOMES
        _ask_last(s)
    else:
        stash.begin(s, chance)


class TakeHome(Verb[State, Content]):
    """Take a symbol, and with it a home."""

    kind = "home"
    otherwise = "You choose homes during setup, if the table allows it."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        _move_in(s, seat, k)
        _ask_next(s, seat)
        homeless = s.players[s.current].symbol == NO_HOME
        if homeless and len(_homes_left(s)) == 1:
            s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        p = s.players[seat]
        mat = copy_of(p)
        _settle(s, mat, k)
        facts = Facts(differences(p, [mat]))
        c = s.content
        colour = v.COLOURS[c.home_colour[k]]
        first = f"with {colour} envelopes" if s.rules.seeded else f"next to the {colour} region"
        return Description(f"Take the {v.SYMBOLS[k]} (start at {c.space_names[c.start_space[k]]} {first})", facts)

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return "" if s.rules.homes_chosen else "This table assigns homes to players."

    def explain(self, s: State, seat: int, k: int) -> str:
        return "That home is taken."


class Homes(Phase[State, Content]):
    """Choose among the remaining homes."""

    number = HOMES
    heading = "How to set up a game"
    verbs = (TakeHome(),)
    task = "to choose a home"

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.HOME + symbol for symbol in _homes_left(s)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        colour_of = "first envelopes" if s.rules.seeded else "region"
        return f"Choose your home. It sets where your bus starts and the color of your {colour_of}."


def homes_chosen(s: State, chance: Chance) -> None:
    """Assign the last home without asking, then start the stash."""
    for seat, p in enumerate(s.players):
        if p.symbol == NO_HOME:
            _move_in(s, seat, _homes_left(s)[0])
    stash.begin(s, chance)


def _homes_left(s: State) -> list[int]:
    taken = {p.symbol for p in s.players}
    return [symbol for symbol in range(len(s.content.start_space)) if symbol not in taken]


def _move_in(s: State, seat: int, symbol: int) -> None:
    _settle(s, s.players[seat], symbol)
    note(s, HOME_TAKEN, seat, symbol)
