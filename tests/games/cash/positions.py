"""Set up positions of CASH in a few words, so that a test of a rule reads like the rule.

    t = turn(3)                            three players with licenses; seat 0 has drawn
    t.cash(1, 5_000, 25_000)               uninsured cash on a firm
    t.hand(0, "broker")                    this card, and harmless cards up to the hand size
    t.discard("broker").do("take")         actions by name; illegal ones are refused

Cards have short names (see CARDS); cash is named by its value. Only this file depends on the layout of a state.
"""

from __future__ import annotations

import copy
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from cashbox.engine.chance import Chance, SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.engine.hidden_cards.knowledge import EVERYBODY, OPEN
from cashbox.engine.match import Match
from cashbox.games.cash import state as st
from cashbox.games.cash.content import Content, read_data
from cashbox.games.cash.game import Cash
from cashbox.games.cash.rules.cards import hold_back
from cashbox.games.cash.view import look
from tests.any_table import Form, FormTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.cash.state import Player, State
    from cashbox.games.cash.view.view import Firm, Line, Mine, Offer, SeatView

Which = str | int
"""A card by its short name, cash by its value."""

CARDS: dict[Which, str] = {
    "license": "trading-license", "stop": "stop-trading",
    **{value: f"cash-{value}" for value in (5_000, 10_000, 25_000, 50_000, 75_000, 150_000)},
    "economy": "economy-cover", "basic": "basic-cover", "total": "total-cover",
    **{crime: f"investigation-{crime}" for crime in ("corruption", "insider", "laundering", "organised")},
    **{f"not {crime}": f"acquittal-{crime}" for crime in ("corruption", "insider", "laundering", "organised")},
    "settlement": "settlement",
    "dividend": "dividend-yield", "premium": "premium-earnings", "venture": "venture-capital", "takeover": "takeover",
    "crash": "market-crash", "recession": "global-recession", "bankruptcy": "bankruptcy",
    "broker": "broker", "banker": "banker", "taxman": "taxman",
}  # fmt: skip
IDS = list(CARDS.values())
CASH = (5_000, 10_000, 25_000, 50_000, 75_000, 150_000)
CRIMES = ("corruption", "insider", "laundering", "organised")
FILLERS = ("license", "not corruption", "not insider", "not laundering", "not organised", "settlement")
"""Cards that do nothing in a hand, neither discarded nor at the end of a round."""


@cache
def _data() -> dict[str, Any]:
    return read_data()


def data() -> dict[str, Any]:
    """The packaged data, to be altered freely."""
    return copy.deepcopy(_data())


@cache
def game() -> Cash:
    """The game with the packaged data."""
    return Cash(Content(data()))


@cache
def face(which: Which) -> int:
    return IDS.index(CARDS[which])


def names(faces: list[int]) -> list[Which]:
    """Faces of a view by their short names."""
    return [list(CARDS)[one] for one in faces]


class Top(Chance):
    """Draws what was put on top of the deck."""

    def draw(self, n: int) -> int:
        return n - 1


class Table(FormTable):
    """A game of CASH at some moment."""

    def __init__(self, seats: int, options: dict[str, Any] | None = None, seed: int | str = 1) -> None:
        self.game: Cash = game()
        self.tables = self.game.tables
        self.chance: Chance = SeededChance(seed)
        options = self.game.check_options(options or {}, seats)
        self.state: State = self.game.start(options, seats, self.chance)
        self.log = self.game.watch(self.state)
        self.names = [f"P{seat}" for seat in range(seats)]
        self.box: list[int] | None = None
        """Cards that are out of the game, where a test wants a small deck."""

    # -- setting the table ---------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def clear(self, seat: int, license_: bool) -> None:
        """An empty hand and firm, in the deck what was there."""
        s, p = self.state, self.player(seat)
        fixed = [card for card in (p.license, p.probe, p.taxman) if card >= 0]
        s.deck += p.hand + fixed + p.cash + p.ventures + [card for policy in p.policies for card in policy]
        p.new_round()
        if license_:
            p.license = self.draw_out("license")

    def draw_out(self, which: Which) -> int:
        """A card of this face out of the deck."""
        wanted = face(which)
        for pile in (self.state.deck, self.box or []):
            for card in pile:
                if self.tables.face[card] == wanted:
                    pile.remove(card)
                    return card
        raise AssertionError(f"no {which} is left")

    def hand(self, seat: int, *cards: Which, size: int | None = None) -> Table:
        """These cards and fillers up to the size: 7, on turn 8. With size=0 these and no more."""
        s, p = self.state, self.player(seat)
        spare = s.deck if self.box is None else self.box
        spare += p.hand
        p.hand = [self.draw_out(which) for which in cards]
        want = (8 if seat == s.active else 7) if size is None else size
        while len(p.hand) < want:
            p.hand.append(self.draw_out(self._filler()))
        return self.dealt()

    def dealt(self) -> Table:
        """What was put about is noted: in hands as dealt from the deck, unseen by the others, else for all to see."""
        s, seen_ = self.state, self.state.unseen
        if all(giver in (st.DECK, OPEN) or taker == st.DECK for _, _, giver, taker, _ in seen_.past):
            seen_.replace([], [], [])  # no one has played yet
            seen_.start = [st.DECK] * self.tables.size
        now = dict.fromkeys(s.deck, st.DECK) | {card: seat for seat, p in enumerate(s.players) for card in p.hand}
        last = {event[1]: event[3] for event in seen_.past}
        here = [now.get(card, OPEN) for card in range(self.tables.size)]
        free = [card not in last and here[card] in (OPEN, st.DECK) for card in range(self.tables.size)]
        seen_.start = [here[card] if free[card] else home for card, home in enumerate(seen_.start)]
        before = [last.get(card, home) for card, home in enumerate(seen_.start)]
        moved = [card for card, place in enumerate(before) if place != here[card]]
        for card in moved:
            if before[card] != st.DECK:
                seen_.move([(card, before[card], st.DECK, EVERYBODY)])
        for card in sorted(moved, key=here.__getitem__):
            if here[card] == OPEN:
                seen_.lay_open(card, st.DECK)
            elif here[card] != st.DECK:
                seen_.deal(card, st.DECK, here[card])
        return self

    def reveal(self, seat: int, to: int) -> None:
        """Another seat sees all cards of a hand."""
        self.state.unseen.show(self.player(seat).hand, seat, 1 << seat | 1 << to)

    def _filler(self) -> str:
        left = Counter(self.tables.face[card] for card in self.state.deck + (self.box or []))
        return max(FILLERS, key=lambda which: left[face(which)] / self.tables.copies[face(which)])

    def cash(self, seat: int, *values: int) -> Table:
        """Uninsured cash on a firm, besides what is there."""
        p = self.player(seat)
        p.cash = sorted(p.cash + [self.draw_out(value) for value in values])
        return self.dealt()

    def insured(self, seat: int, cover: str, *values: int) -> Table:
        self.player(seat).policies.append([self.draw_out(cover), *[self.draw_out(value) for value in values]])
        return self.dealt()

    def unlicensed(self, *seats: int) -> Table:
        for seat in seats:
            self.state.deck.append(self.player(seat).license)
            self.player(seat).license = -1
        return self.dealt()

    def investigated(self, seat: int, crime: str = "corruption") -> Table:
        self.player(seat).probe = self.draw_out(crime)
        return self.dealt()

    def venture(self, seat: int, count: int = 1) -> Table:
        self.player(seat).ventures += [self.draw_out("venture") for _ in range(count)]
        return self.dealt()

    def taxman(self, seat: int) -> Table:
        self.player(seat).taxman = self.draw_out("taxman")
        return self.dealt()

    def capital(self, seat: int, dollars: int) -> Table:
        self.player(seat).capital = dollars
        return self

    def loses(self, seat: int, turns: int) -> Table:
        self.player(seat).lost = turns
        return self

    def deck(self, *cards: Which) -> Table:
        """These are all that is left to draw, the first on top; the others are put into the box, for all to see: who
        is to have cards that no one has seen is dealt them before."""
        deck = [self.draw_out(which) for which in cards]
        self.box = (self.box or []) + self.state.deck
        self.state.deck = deck[::-1]
        return self.dealt()

    def top(self, *cards: Which) -> Table:
        """These are drawn next, the first one first."""
        self.state.deck += [self.draw_out(which) for which in cards][::-1]
        return self.dealt()

    def dump(self, *cards: Which) -> Table:
        """The dumped deals."""
        self.state.dump = [self.draw_out(which) for which in cards]
        return self.dealt()

    # -- playing -------------------------------------------------------------------------------------------------

    def form(self, kind: str, card: Which | None = None, **fields: Any) -> Form:
        return {"type": kind, **({} if card is None else {"card": CARDS.get(card, card)}), **fields}

    def play(self, card: Which) -> Table:
        return self.do("play", card)

    def discard(self, card: Which) -> Table:
        return self.do("discard", card)

    def finish(self) -> Table:
        """No more offers, on to the hand check; nothing where none could be made."""
        return self.do("finish") if self.phase == "close" else self

    def pass_any(self) -> Table:
        """Everyone passes something."""
        while self.phase == "pass":
            self.do(**{"kind" if key == "type" else key: value for key, value in self.forms()[0].items()})
        return self

    def idle(self) -> Table:
        """A turn in which nothing happens."""
        dumb = FILLERS[:1] if self.firm(self.active).probe >= 0 else FILLERS
        if not set(dumb) & set(self.held(self.active)):
            self.hand(self.active, dumb[0])
        return self.discard(next(which for which in self.held(self.active) if which in dumb)).finish()

    def blank(self) -> Table:
        """Hands that do nothing."""
        for seat in range(self.state.seats):
            self.hand(seat)
        return self

    def offer(
        self,
        to: int,
        give: tuple[Which, ...] = (),
        ask: tuple[Which, ...] = (),
        *,
        hidden: tuple[Which, ...] = (),
        any_: int = 0,
        firm: tuple[Which, ...] = (),
        ask_firm: tuple[Which, ...] = (),
        begin: bool = True,
    ) -> Table:
        """Make an offer. give, ask: of the hands, by name; hidden, any_: face down; firm, ask_firm: of the firms."""
        if begin:
            self.do("offer", seat=to)
        return self._build(give, ask, hidden, any_, firm, ask_firm).do("propose")

    def counter(self, give: tuple[Which, ...] = (), ask: tuple[Which, ...] = (), **more: Any) -> Table:
        """Answer with an offer of one's own, as `offer`."""
        return self.do("counter").offer(-1, give, ask, begin=False, **more)

    def _build(
        self,
        give: tuple[Which, ...],
        ask: tuple[Which, ...],
        hidden: tuple[Which, ...],
        any_: int,
        firm: tuple[Which, ...],
        ask_firm: tuple[Which, ...],
    ) -> Table:
        kinds = (("give-named", give), ("ask-named", ask), ("give-hidden", hidden), ("give-firm", firm))
        for kind, cards in (*kinds, ("ask-firm", ask_firm)):
            for card in cards:
                self.do(kind, card)
        for _ in range(any_):
            self.do("ask-hidden")
        return self

    def play_stop(self) -> Table:
        """Who is on turn finds Stop Trading among the fillers, and plays it."""
        p = self.player(self.active)
        held = [list(CARDS)[self.tables.face[card]] for card in p.hand]
        self.hand(self.active, "stop", *[which for which in held if which not in (*FILLERS, "stop")][:7])
        return self.play("stop")

    def stop(self, seat: int = 0) -> Line:
        """Trading stops; the line of a seat in the score sheet of the round."""
        return self.play_stop().view().rounds[-1].lines[seat]

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def active(self) -> int:
        """Who is on turn."""
        return self.view().active

    @property
    def phase(self) -> str:
        """What is asked, as the one who is asked sees it."""
        return self.view(self.due[0] if self.due else SPECTATOR).phase

    def view(self, seat: int = SPECTATOR) -> SeatView:
        return look.look(self.state, seat)

    def firm(self, seat: int) -> Firm:
        """What everyone sees of a player."""
        return self.view().players[seat]

    def mine(self, seat: int) -> Mine:
        mine = self.view(seat).mine
        assert mine is not None
        return mine

    def offered(self, seat: int) -> Offer:
        """An offer as a seat sees it."""
        offer = self.view(seat).offer
        assert offer is not None
        return offer

    def tabled(self, seat: int) -> list[Which]:
        """Uninsured cash of a firm, lowest first."""
        return names(self.firm(seat).cash)

    def covered(self, seat: int) -> list[tuple[Which, list[Which]]]:
        """Placed insurance and what lies under it."""
        return [(names([policy.card])[0], names(policy.cash)) for policy in self.firm(seat).policies]

    def held(self, seat: int) -> list[Which]:
        """The cards of a hand by name."""
        return names(self.mine(seat).hand)

    def count(self, seat: int) -> int:
        """How many cards a hand has."""
        return self.firm(seat).hand

    def dumped(self) -> list[Which]:
        """The dumped deals, the last on top."""
        return names(self.view().dump)

    def shown(self, viewer: int, seat: int) -> list[Which]:
        """The cards that a viewer knows to be in a hand."""
        return [which for shown in self.mine(viewer).shown if shown.seat == seat for which in names(shown.cards)]

    def capitals(self) -> list[int]:
        return [firm.capital for firm in self.view().players]

    def totals(self) -> list[int]:
        """What each firm made in the last trading round."""
        return [line.total for line in self.view().rounds[-1].lines]

    def scores(self) -> list[int]:
        """The scores of a game that is over."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        return list(outcome.scores)

    def cards(self) -> list[int]:
        """Every card of the table, wherever it is."""
        return every_card(self.state)

    def gained(self, action: Callable[[], object], seat: int = 0) -> int:
        """What an action changes of the tabled cash of a firm, in dollars."""
        before = self.firm(seat).tabled
        action()
        return self.firm(seat).tabled - before

    def at(self, state: State) -> Table:
        """The same table in another state."""
        other = self.copy()
        other.state = state
        return other


def every_card(s: State) -> list[int]:
    """All cards, each as often as it lies somewhere. A card that is being aimed may still be in the hand."""
    asking = [step.card for step in s.steps if step.card >= 0 and not hold_back(s)]
    cards = [*s.deck, *s.dump, *asking]
    for p in s.players:
        cards += [card for card in (p.license, p.probe, p.taxman) if card >= 0]
        cards += [*p.hand, *p.cash, *p.ventures, *[card for policy in p.policies for card in policy]]
    return cards


def turn(seats: int = 3, *, seat: int = 0, first: int = 0, **options: Any) -> Table:
    """`seat` is on turn after the draw, in a trading round begun by `first`; everyone has a license and a hand that
    does nothing. Draws come from the top of the deck. options: the mode and what else is set at the table."""
    t = Table(seats, options)
    s = t.state
    t.chance = Top()
    s.active, s.first, s.due = seat, first, 1 << seat
    s.phase = s.stage = st.ACT
    for each in range(seats):
        t.clear(each, s.rules.license)
    s.unseen = st.all_in_deck(t.tables, seats)
    for each in range(seats):
        t.hand(each)
    t.log.clear()
    return t


def new_game(seats: int, seed: int = 1, **options: Any) -> Table:
    """A game as it starts."""
    return Table(seats, options, seed)


def match_of(t: Table) -> Match[State]:
    """A match that goes on from a table, where what was done can be undone."""
    match = Match.start(t.game, {}, t.state.seats, SeededChance(0), players=t.names)
    return match.fork(t.chance, t.state)
