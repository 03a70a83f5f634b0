"""How to set up a game: lots, homes, coaches, recruits, state tokens, bucks, seeded calendars, Recruiting Boards.

Source: V10 "How to set up a game of Envelopes of Cash", BGA, FAM; RULINGS A4, A5.1-4, A5.21, D2, D3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import shuffled
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes.content import STATES
from cashbox.games.envelopes.rules import bubba, idle, stash
from cashbox.games.envelopes.rules.mats import bring_into_play
from cashbox.games.envelopes.state import COACHES, HOMES, Player, State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.options import Rules

START_BUCKS: Final = 7
NO_HOME: Final = -1
"""The symbol, and the space, of a player who has not chosen a home yet."""


def start(content: Content, rules: Rules, seats: int, chance: Chance) -> State:
    """A new game up to the first decision."""
    s = State(content, rules, seats)
    s.chain = rules.first if rules.first >= 0 else chance.draw(seats)
    symbols = [NO_HOME] * seats if rules.homes_chosen else _symbols(s, chance)
    s.position = s.lesson.position if s.lesson else shuffled([slot % 8 for slot in range(40)], chance)
    if rules.shuffled_values:
        _shuffle_values(s, chance)
    s.deck = list(range(120))
    if seats > 1:
        ev.note(s, ev.STARTED, s.chain)
    for seat in range(seats):
        p = Player()
        p.bucks = s.lesson.bucks if s.lesson is not None else START_BUCKS
        _settle(s, p, symbols[seat])
        s.players.append(p)
    bubba.sits_down(s)
    if rules.boards:
        _boards(s, chance)
    _coaches(s, chance)
    return s


def _symbols(s: State, chance: Chance) -> list[int]:
    if s.lesson is not None:
        return [s.lesson.symbol]
    if s.rules.symbol >= 0:
        return [s.rules.symbol]
    return [0, 1, 2, 3] if s.rules.symbols_by_seat else shuffled([0, 1, 2, 3], chance)


def _shuffle_values(s: State, chance: Chance) -> None:
    """The four tokens of each region in random order: stars and cost go together."""
    s.value, s.cost = s.value[:], s.cost[:]
    for colour in range(6):
        slots = [slot for slot in range(STATES) if s.content.regions_of[slot] == 1 << colour]
        for slot, token in zip(slots, shuffled(slots, chance), strict=True):
            s.value[slot] = s.content.value[token]
            s.cost[slot] = s.content.recruit_cost[token]


def _boards(s: State, chance: Chance) -> None:
    """A Recruiting Board for each player, no two the same."""
    dealt = shuffled(list(range(len(s.content.boards))), chance)
    for seat, p in enumerate(s.players):
        p.board = dealt[seat]
        ev.note(s, ev.BOARD_DEALT, seat, p.board)


def _settle(s: State, p: Player, symbol: int) -> None:
    """A player's symbol, and with it the start on the map and the home-colour envelopes on the calendar."""
    p.symbol = symbol
    if symbol == NO_HOME:
        p.space = NO_HOME
        return
    p.space = s.content.start_space[symbol]
    home = s.content.home_colour[symbol]
    for month in range(min(s.rules.seeded, s.rules.last + 1)):
        p.later[6 * month + home] = 1


def _coaches(s: State, chance: Chance) -> None:
    every = list(range(120, 120 + s.content.coaches))
    if s.rules.idle_coaches_out:
        idle_ones = idle.idle(s.content, s.rules, s.seats)
        every = [coach for coach in every if coach not in idle_ones]
    if s.rules.coaches_picked:
        s.coach_row = every
        s.phase = COACHES
        _ask_last(s)
        return
    dealt = [s.lesson.coach] if s.lesson is not None else shuffled(every, chance)[: s.seats]
    s.coach_row = dealt
    for seat in range(s.seats):
        bring_into_play(s, seat, dealt[seat])
        ev.note(s, ev.COACH_DEALT, seat, dealt[seat])
    _given_cards(s)
    _homes(s, chance)


def _ask_last(s: State) -> None:
    """Reverse turn order begins with the player who is last in turn order."""
    s.current = (s.chain - 1) % s.seats
    s.due = 1 << s.current


def _given_cards(s: State) -> None:
    """Cards that a lesson lays on the mat before it begins; they score nothing."""
    for card in s.lesson.in_play if s.lesson is not None else []:
        s.deck.remove(card)
        bring_into_play(s, 0, card)


# -- head coaches, picked face up in reverse turn order ------------------------------------------------------------


def legal_coach(s: State) -> list[int]:
    """The coaches nobody has taken."""
    taken = {p.play[0] for p in s.players if p.play}
    return [act.COACH + card - 120 for card in s.coach_row if card not in taken]


def pick_coach(s: State, seat: int, action: int, chance: Chance) -> None:
    """Take a coach; the next in reverse turn order follows."""
    bring_into_play(s, seat, 120 + action - act.COACH)
    ev.note(s, ev.COACH_TAKEN, seat, 120 + action - act.COACH)
    s.window += 1
    s.current = (seat - 1) % s.seats
    if s.players[s.current].play:
        _homes(s, chance)
    else:
        s.due = 1 << s.current


# -- homes, chosen in reverse turn order -----------------------------------------------------------------------------


def _homes(s: State, chance: Chance) -> None:
    """Homes are chosen once the coaches are known, where they are chosen; then comes the stash."""
    if s.rules.homes_chosen:
        s.phase = HOMES
        _ask_last(s)
    else:
        stash.begin(s, chance)


def legal_home(s: State) -> list[int]:
    """The homes nobody has taken."""
    taken = {p.symbol for p in s.players}
    return [act.HOME + symbol for symbol in range(len(s.content.start_space)) if symbol not in taken]


def take_home(s: State, seat: int, action: int, chance: Chance) -> None:
    """Take a home; the next in reverse turn order follows, and the last one left needs no asking."""
    _move_in(s, seat, action - act.HOME)
    s.window += 1
    s.current = (seat - 1) % s.seats
    homeless = s.players[s.current].symbol == NO_HOME
    left = legal_home(s)
    if homeless and len(left) > 1:
        s.due = 1 << s.current
        return
    if homeless:
        _move_in(s, s.current, left[0] - act.HOME)
    stash.begin(s, chance)


def _move_in(s: State, seat: int, symbol: int) -> None:
    _settle(s, s.players[seat], symbol)
    ev.note(s, ev.HOME_TAKEN, seat, symbol)
