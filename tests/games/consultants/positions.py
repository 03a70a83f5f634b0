"""Set up positions of IT's all in the game in a few words, so that a test of a rule reads like the rule.

    t = work(3)                            phase 3, seat 0 on turn; no hands, 10 dollars each, empty projects
    t.hand(0, "red", "blue*")              consultants; a star is a principal
    t.sit(0, 1, "yellow", by=2)            a consultant of seat 2 on the second desk of the first project
    t.assign("red", 0, 0).train("blue", "green")   actions by name; illegal ones are refused

Every regular project has the desks red, yellow, green, blue*, and every international one red, yellow*, green, blue,
violet* (five desks), so that no test depends on a board. Draws come from the end of a deck. Only this file depends on
the layout of a state.
"""

from __future__ import annotations

import copy
from functools import cache
from typing import TYPE_CHECKING, Any

from cashbox.engine.chance import Chance, SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.engine.hidden_cards.knowledge import EVERYBODY, OPEN, CardHistory
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import COLOURS, USUAL, Content, read_data
from cashbox.games.consultants.game import Consultants
from cashbox.games.consultants.options import EDITION
from cashbox.games.consultants.rules import desks
from tests.any_table import FormTable

if TYPE_CHECKING:
    from cashbox.games.consultants.state import Player, State
    from cashbox.games.consultants.view.view import Boss, Costs, Mine, Place, SeatView

REGULAR = ["red", "yellow", "green", "blue*"]
INTERNATIONAL = ["red", "yellow*", "green", "blue", "violet*"]
GOLD = [10, 7, 5, 3, 2]
KINDS = [colour + star for colour in COLOURS for star in ("", "*")]
"""Consultants by name, in the order of 2 * color + rank."""


@cache
def _data() -> dict[str, Any]:
    return read_data()


def data() -> dict[str, Any]:
    """The packaged data, to be altered freely."""
    return copy.deepcopy(_data())


def plain_data() -> dict[str, Any]:
    """The packaged data with projects that are all alike."""
    found = data()
    for project in found["projects"]["regular"]:
        project["desks"] = REGULAR
    for project in found["projects"]["international"]:
        project["desks"] = INTERNATIONAL
    found["projects"]["silver"] = {"4": [6, 4, 2, 1]}
    found["projects"]["gold"] = {"5": GOLD}
    return found


@cache
def game(edition: int = EDITION) -> Consultants:
    """The game with projects that are all alike."""
    return Consultants(Content(plain_data()), edition)


@cache
def real_game() -> Consultants:
    """The game with the packaged data."""
    return Consultants(Content(data()))


def kind(name: str) -> int:
    return KINDS.index(name)


def consultant(name: str) -> dict[str, str]:
    """A consultant in the JSON form of an action."""
    return {"colour": name.rstrip("*"), "rank": "principal" if name.endswith("*") else "senior"}


class Last(Chance):
    """Draws what was put at the end of a deck."""

    def draw(self, n: int) -> int:
        return n - 1


class Table(FormTable):
    """A game of IT's all in the game at some moment."""

    def __init__(
        self, seats: int, options: dict[str, Any] | None = None, seed: int = 1, rules: Consultants | None = None
    ) -> None:
        self.game: Consultants = rules or game()
        self.tables = self.game.tables
        self.chance: Chance = SeededChance(seed)
        options = self.game.check_options(options or {}, seats)
        self.state: State = self.game.start(options, seats, self.chance)
        self.log = self.game.watch(self.state)
        self.names = [f"P{seat}" for seat in range(seats)]

    # -- setting the table ---------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def clear(self) -> Table:
        """No hands, no one on a project, $10 each; every consultant in its deck."""
        s, rank = self.state, self.tables.rank
        s.seniors = [card for card in range(len(rank)) if rank[card] == 0]
        s.principals = [card for card in range(len(rank)) if rank[card] == 1]
        s.unseen = CardHistory(self.tables.kind, st.BACKS, [st.SENIORS + r for r in rank], s.seats)
        for p in s.players:
            p.hand, p.money, p.debt, p.passed, p.moves = [], 10, 0, False, 2
        for place in s.places:
            for desk in range(len(place.cards)):
                desks.leave(s, place, desk)
        return self

    def _draw_out(self, name: str) -> int:
        deck = self.state.principals if name.endswith("*") else self.state.seniors
        card = next(card for card in deck if self.tables.kind[card] == kind(name))
        deck.remove(card)
        return card

    def hand(self, seat: int, *names: str) -> Table:
        """These consultants more in a hand, dealt unseen by the others."""
        for name in names:
            card = self._draw_out(name)
            self.player(seat).hand.append(card)
            self.state.unseen.move([(card, st.SENIORS + kind(name) % 2, seat, 1 << seat)])
        return self

    def empty(self, *seats: int) -> Table:
        """No one is left in these hands; all saw the cards go back to their decks."""
        s = self.state
        for seat in seats:
            for card in self.player(seat).hand:
                (s.principals if self.tables.rank[card] else s.seniors).append(card)
                s.unseen.lay_open(card, seat)
                s.unseen.turn_face_down(card, st.SENIORS + self.tables.rank[card])
            self.player(seat).hand.clear()
        return self

    def sit(self, place: int, desk: int, name: str, *, by: int) -> Table:
        """A consultant of a player at a desk."""
        card = self._draw_out(name)
        desks.sit_down(self.state, self.state.places[place], desk, card, by)
        self.state.unseen.move([(card, st.SENIORS + kind(name) % 2, OPEN, EVERYBODY)])
        return self

    def row(self, place: int, *owners: int | None) -> Table:
        """Consultants that fit on the desks of a project, from the left; None leaves one free."""
        colours = self.desk_names(place)
        for desk, owner in enumerate(owners):
            if owner is not None:
                self.sit(place, desk, colours[desk], by=owner)
        return self

    def desk_names(self, place: int) -> list[str]:
        """What each desk of a project wants: its color, with a star where only a principal will do."""
        return [COLOURS[desk.colour] + "*" * desk.principal for desk in self.place(place).desks]

    def abroad(self, place: int) -> Table:
        """An international project in a place on the table, with no one on it."""
        field = self.state.places[place].deadline
        desks.replace(self.state, place, st.new_place(len(REGULAR) + 2, len(INTERNATIONAL), field))
        return self

    def nothing(self, place: int) -> Table:
        """A place that stays empty."""
        desks.replace(self.state, place, st.new_place(st.NO_PROJECT, 0, st.NO_TRACK))
        return self

    def field(self, place: int, field: int) -> Table:
        """The deadline marker of a project."""
        self.state.places[place].deadline = field
        return self

    def money(self, *dollars: int) -> Table:
        """Of each player from seat 0 on."""
        for seat, n in enumerate(dollars):
            self.player(seat).money = n
        return self

    def debt(self, seat: int, dollars: int) -> Table:
        self.player(seat).debt = dollars
        return self

    def passed(self, *seats: int) -> Table:
        for seat in seats:
            self.player(seat).passed = True
        return self

    def moved(self, seat: int, times: int) -> Table:
        """Move counters of a player that are face down."""
        self.player(seat).moves = 2 - times
        return self

    def stock(self, count: int) -> Table:
        """So many international projects are left to lay out."""
        s = self.state
        s.box = s.box + s.stock[: len(s.stock) - count]
        s.stock = s.stock[len(s.stock) - count :]
        return self

    def next_event(self, *events: str) -> Table:
        """The event cards to come, and no others, the next one first."""
        s = self.state
        ids = [e.id for e in self.tables.events]
        s.events_left = [ids.index(name) for name in events][::-1]
        return self

    def top(self, *names: str) -> Table:
        """These are dealt next, the first one first."""
        for name in reversed(names):
            card = self._draw_out(name)
            (self.state.principals if name.endswith("*") else self.state.seniors).append(card)
        return self

    def keep(self, deck: str, count: int) -> Table:
        """Only so many consultants are left in the deck "seniors" or "principals"; the others are out of the game."""
        cards = getattr(self.state, deck)
        gone = cards[count:]
        del cards[count:]
        self.state.unseen.move([(card, st.SENIORS + (deck == "principals"), OPEN, EVERYBODY) for card in gone])
        return self

    def without(self, name: str) -> Table:
        """No consultant of this kind is left in its deck."""
        cards = self.state.principals if name.endswith("*") else self.state.seniors
        gone = [card for card in cards if self.tables.kind[card] == kind(name)]
        for card in gone:
            cards.remove(card)
        self.state.unseen.move([(card, st.SENIORS + kind(name) % 2, OPEN, EVERYBODY) for card in gone])
        return self

    def quiet(self) -> Table:
        """Nothing that was told so far is told again."""
        self.log.clear()
        return self

    # -- playing -------------------------------------------------------------------------------------------------

    def assign(self, name: str, place: int, desk: int) -> Table:
        assert self.desk_names(place)[desk].rstrip("*") == name.rstrip("*")
        return self.do("assign", rank=consultant(name)["rank"], place=place, desk=desk)

    def move(self, place: int, desk: int, to: int, at: int) -> Table:
        return self.do("lift", place=place, desk=desk).do("seat", place=to, desk=at)

    def train(self, given: str, taken: str) -> Table:
        return self.do("train", **consultant(given)).do("take", colour=taken.rstrip("*"))

    def promote(self, given: str) -> Table:
        return self.do("promote", **consultant(given))

    def recruit(self, given: str, taken: str) -> Table:
        return self.do("recruit", **consultant(given)).do("take", colour=taken.rstrip("*"))

    def pass_(self) -> Table:
        return self.do("pass")

    def end_round(self) -> Table:
        """All who are asked pass, up to the start of the next round or the end of the game."""
        number = self.state.round
        while self.phase == "work" and self.state.round == number:
            self.pass_()
        return self

    def next_round(self, starter: int = 0) -> Table:
        """The round ends, the next one begins, and its event happens."""
        if self.phase != "start":
            self.end_round()
        return self.do("starter", player=starter)

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return self.view().phase

    def view(self, seat: int = SPECTATOR) -> SeatView:
        found: SeatView = self.game.view(self.state, seat)
        return found

    def place(self, number: int) -> Place:
        return self.view().places[number]

    def boss(self, seat: int) -> Boss:
        return self.view().players[seat]

    @property
    def costs(self) -> Costs:
        return self.view().costs

    def mine(self, seat: int) -> Mine:
        mine = self.view(seat).mine
        assert mine is not None
        return mine

    def held(self, seat: int) -> list[str]:
        """The consultants in a hand."""
        return [KINDS[one] for one in self.mine(seat).hand]

    def deck(self, name: str) -> list[str]:
        """What is in the deck "seniors" or "principals"."""
        return sorted(KINDS[self.tables.kind[card]] for card in getattr(self.state, name))

    def shown(self, viewer: int, seat: int) -> list[str]:
        """The consultants that a viewer knows to be in a hand."""
        return [KINDS[one] for shown in self.mine(viewer).shown if shown.seat == seat for one in shown.consultants]

    def there(self, place: int) -> list[str | None]:
        """Who sits at the desks of a project, from the left: the owner's seat and the consultant."""
        return [
            f"{desk.owner} {KINDS[desk.consultant]}" if desk.owner >= 0 else None for desk in self.place(place).desks
        ]

    def worths(self) -> list[int]:
        """Money less debt of each player."""
        return [boss.money - boss.debt for boss in self.view().players]

    def cards(self) -> list[int]:
        """Every consultant, wherever it is."""
        s = self.state
        seated = [card for place in s.places for card in place.cards if card >= 0]
        return sorted([*s.seniors, *s.principals, *seated, *[card for p in s.players for card in p.hand]])

    def sampled(self, seat: int, chance: Chance) -> Table:
        """A table that a seat cannot tell from this one."""
        other = self.copy()
        other.state = self.game.sample(self.state, seat, chance)
        return other


def work(
    seats: int = 3,
    *,
    starter: int = 0,
    deadlines: bool = False,
    innovation: bool = False,
    rules: Consultants | None = None,
    edition: int = EDITION,
) -> Table:
    """Phase 3 of the second round, the starting player on turn; a quiet event now and in the rounds to come. Everyone
    has a consultant that fits no desk of a regular project, so that no one passes unasked."""
    t = Table(
        seats, {"mode": "real", "deadlines": deadlines, "innovation": innovation}, rules=rules or game(edition)
    ).clear()
    s = t.state
    t.chance = Last()
    s.round, s.phase, s.starter, s.active, s.due = 2, st.WORK, starter, starter, 1 << starter
    t.next_event("quiet-quarter", *[event.id for event in t.tables.events if event.id != "quiet-quarter"])
    s.event, s.costs = s.events_left[-1], list(USUAL)
    for seat in range(seats):
        t.hand(seat, "violet")
    return t.quiet()
