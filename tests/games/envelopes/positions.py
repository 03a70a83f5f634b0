"""Set up positions of Envelopes of Cash in a few words, so that a test of a rule reads like the rule.

    t = month(2, "June")                    two players, June, seat 0 on turn; each player has only 7 bucks
    t.give(0, yellow=2, red=1).at(0, "iowa")
    t.do("trade", color="blue")            an action by its JSON form; illegal ones are refused
    t.gained(lambda: t.do("end"))           what seat 0 gained

Cards have their printed numbers; months, colors, and spaces have names. Only this file depends on the layout of states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.chance import Chance, ScriptedChance, SeededChance
from cashbox.engine.state import with_value as replaced
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.options import EDITION
from cashbox.games.envelopes.rules import flow, score_sheet, sign
from cashbox.games.envelopes.rules.mats import bring_into_play
from cashbox.games.envelopes.view import look
from tests.any_table import AnyTable
from tests.games.envelopes.decks import Form, card, game, number_of, own_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cashbox.games.envelopes.game import Envelopes
    from cashbox.games.envelopes.state import Player, State
    from cashbox.games.envelopes.view.view import Bubba, Seat, SeatView

Tally = dict[str, int]

NO_ONE_HAS_A_STASH: dict[str, Any] = {"stash": False, "first": "seat 1", "symbols": "by seat"}


class Table(AnyTable):
    """A game of Envelopes of Cash at some moment."""

    def __init__(self, rules: Envelopes, seats: int, options: Mapping[str, Any] | None = None, seed: int = 1) -> None:
        self.game = rules
        self.tables = rules.tables
        self.chance: Chance = SeededChance(seed)
        self.state: State = rules.start(rules.check_options(options or {}, seats), seats, self.chance)
        self.log = rules.watch(self.state)
        self.names = [f"P{seat}" for seat in range(seats)]

    # -- who and where -------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    @property
    def phase(self) -> str:
        return self.view().phase

    @property
    def month(self) -> str:
        return v.MONTHS[self.state.month]

    def view(self, seat: int = -1) -> SeatView:
        return look.look(self.state, seat)

    def mat(self, seat: int) -> Seat:
        """What everyone sees of a player."""
        return self.view().players[seat]

    def space(self, name: str) -> int:
        return self.tables.space_ids.index(name)

    def slot(self, name: str, which: int = 0) -> int:
        """A recruit by his space; `which` of the two in a border state."""
        return self.tables.here[self.space(name)][which]

    # -- setting the table ---------------------------------------------------------------------------------------

    def give(self, seat: int = 0, **amounts: int) -> Table:
        """Envelopes by color, bucks, moves, on top of what is there."""
        p = self.player(seat)
        for name, n in amounts.items():
            if name in v.COLOURS:
                p.env[v.COLOURS.index(name)] += n
            else:
                setattr(p, name, getattr(p, name) + n)
        return self

    def bucks(self, seat: int, n: int) -> Table:
        self.player(seat).bucks = n
        return self

    def at(self, seat: int, space: str) -> Table:
        self.player(seat).space = self.space(space)
        return self

    def stars(self, seat: int, n: int) -> Table:
        """So many stars, entered on the sheet as a campaign, so that it still adds up."""
        score_sheet.add(self.state, self.player(seat), score_sheet.CAMPAIGN, 0, n - self.player(seat).stars)
        return self

    def play_card(self, seat: int, *cards: int | str) -> Table:
        """Cards in play, as if paid long ago: no stars, no triggers."""
        for number in map(number_of, cards):
            self._take_out(number)
            bring_into_play(self.state, self.player(seat), number - 1)
        return self

    def show_card(self, seat: int, *cards: int) -> Table:
        """Cards that lie on the mat for being counted only: they do nothing."""
        for number in cards:
            self._take_out(number)
            self.player(seat).play = [*self.player(seat).play, number - 1]
        return self

    def coach(self, seat: int, name: str) -> Table:
        """This head coach and no other."""
        bring_into_play(self.state, self.player(seat), 120 + self.tables.coach_ids.index(name))
        return self

    def waiting(self, seat: int, card: int | str, month: str | None = None) -> Table:
        """A card drafted in a month (by default this one) and not in play yet."""
        card = number_of(card)
        self._take_out(card)
        at = self.state.month if month is None else v.MONTHS.index(month)
        p = self.player(seat)
        p.calendar = replaced(p.calendar, at, card - 1)
        return self

    def hand(self, seat: int, *cards: int) -> Table:
        for number in cards:
            self._take_out(number)
        self.player(seat).hand = [number - 1 for number in cards]
        return self

    def stash(self, seat: int, *cards: int) -> Table:
        for number in cards:
            self._take_out(number)
        self.player(seat).stash = [number - 1 for number in cards]
        return self

    def pool(self, *cards: int) -> Table:
        for number in cards:
            self._take_out(number)
        self.state.pool = [number - 1 for number in cards]
        return self

    def deck(self, *cards: int) -> Table:
        """These are all that is left to deal; the others leave the table without trace."""
        self.state.deck = [number - 1 for number in cards]
        self.state.under = []
        return self

    def gone(self, *cards: int) -> Table:
        self.state.gone = [number - 1 for number in cards]
        return self

    def _take_out(self, card: int) -> None:
        if card - 1 in self.state.deck:
            self.state.deck.remove(card - 1)

    def later(self, seat: int, month: str, **amounts: int) -> Table:
        """Envelopes on a month of the calendar."""
        for name, n in amounts.items():
            self.player(seat).later[st.on_month(v.MONTHS.index(month), v.COLOURS.index(name))] += n
        return self

    def position(self, slot: int, position: str) -> Table:
        """What a recruit plays."""
        changed = self.state.position[:]
        changed[slot] = v.POSITIONS.index(position)
        self.state.position = changed
        return self

    def signed(self, seat: int, *slots: int) -> Table:
        """Recruits signed in an earlier month, at the stars of their tokens, without any bonus."""
        p = self.player(seat)
        for slot in slots:
            self.state.free &= ~(1 << slot)
            self.state.signed_by = replaced(self.state.signed_by, slot, seat)
            p.pos_mask |= 1 << self.state.position[slot]
            p.slots = [*p.slots, st.signed(slot, self.state.value[slot])]
        return self

    def prepaid(self, seat: int, slot: int, **amounts: int) -> Table:
        """Envelopes of a player beside a recruit."""
        p = self.player(seat)
        for name, n in amounts.items():
            st.send(p, slot, v.COLOURS.index(name), n)
        return self

    def left(self, *slots: int) -> Table:
        """These are the only recruits whom no one has signed yet; the others are with no one at the table."""
        self.state.free = sum(1 << slot for slot in slots)
        return self

    @property
    def bubba(self) -> Bubba:
        """What everyone sees of Bubba."""
        opponent = self.view().bubba
        assert opponent is not None
        return opponent

    def bubba_has(self, *slots: int) -> Table:
        """Recruits whom Bubba took in earlier months, without stars for them."""
        opponent = self.state.bubba
        assert opponent is not None
        for slot in slots:
            self.state.free &= ~(1 << slot)
            self.state.signed_by = replaced(self.state.signed_by, slot, self.state.seats)
            opponent.pos_mask |= 1 << self.state.position[slot]
            opponent.slots = [*opponent.slots, st.signed(slot, self.state.value[slot])]
        return self

    def bet(self, seat: int, colour: str, number: int, tokens: int = 1) -> Table:
        """Tokens in Vegas."""
        p = self.player(seat)
        field = st.bet_on(v.COLOURS.index(colour), number)
        p.bets = replaced(p.bets, field, p.bets[field] + tokens)
        p.nbets += tokens
        return self

    # -- playing -------------------------------------------------------------------------------------------------

    def forms(self, kind: str = "", seat: int | None = None) -> list[Form]:
        """The legal actions (of one type) in their JSON form, without the type where one is asked for."""
        who = self.due[0] if seat is None and self.due else (seat or 0)
        found = [self.game.encode(action) for action in self.game.legal(self.state, who)]
        if not kind:
            return found
        return [{key: value for key, value in form.items() if key != "type"} for form in found if form["type"] == kind]

    def form(self, kind: str, **fields: Any) -> Form:
        """The JSON form of an action; a card may go by its name, a recruit of a state by his space."""
        if isinstance(fields.get("card"), str):
            fields["card"] = card(fields["card"])
        if isinstance(fields.get("recruit"), str):
            fields["recruit"] = self.slot(fields["recruit"])
        return {"type": kind, **fields}

    def can(self, kind: str, seat: int | None = None, **fields: Any) -> bool:
        return self.form(kind, **fields) in self.forms(seat=seat)

    def why(self, kind: str, seat: int | None = None, **fields: Any) -> str:
        """What a player is told of an action that is not legal."""
        who = self.due[0] if seat is None else seat
        return self.game.explain(self.state, who, self.game.decode(self.form(kind, **fields)))

    def do(
        self, kind: str, seat: int | None = None, die: int | None = None, chance: list[int] | None = None, **fields: Any
    ) -> Table:
        """Take an action. die: what the Value Modifier Die shows; chance: any other answers, all of which are used."""
        who = self.due[0] if seat is None else seat
        form = self.form(kind, **fields)
        legal = self.forms(seat=who)
        assert form in legal, f"not legal: {form}; {self.why(kind, who, **fields)}; legal are {legal}"
        if die is not None:
            chance = [sign.FACES.index(die)]
        script = ScriptedChance(chance) if chance is not None else self.chance
        self.game.play(self.state, who, self.game.decode(form), script)
        if isinstance(script, ScriptedChance):
            assert script.left == 0, "not all of the chance was used"
        return self

    def settle(self) -> Table:
        """Answer the small decisions going on with whatever comes first on the list."""
        while self.phase == "month" and self.view().pending is not None:
            self.game.play(self.state, self.due[0], self.game.legal(self.state, self.due[0])[0], self.chance)
        return self

    def take(self, *colours: str) -> Table:
        """Name the colors of envelopes, one after the other: taken, given, paid or kept, as the step asks."""
        for colour in colours:
            self.do("colour", colour=colour)
        return self

    def roll(self, *pips: int, chance: list[int] | None = None) -> Table:
        """A month's dice are rolled, in the order of the colors; then Vegas, up to the next decision."""
        self.state.phase = ph.ROLL
        self.state.due = 0
        self.state.step = None
        flow.advance(self.state, ScriptedChance([n - 1 for n in pips] + (chance or [])))
        return self

    def deal(self) -> Table:
        """The cards of the month are dealt."""
        self.state.phase = ph.DEAL
        self.state.due = 0
        flow.advance(self.state, self.chance)
        return self

    def end_month(self) -> Table:
        """No one does anything more; the month ends, and what runs by itself runs."""
        self.state.phase = ph.MONTH_END
        self.state.due = 0
        self.state.step = None
        flow.advance(self.state, self.chance)
        return self

    def end_game(self, *, campaigns: Mapping[int, int] | None = None, chance: list[int] | None = None) -> Table:
        """National Signing Day: end cards, final campaigns (bucks by seat, else none), tables, winner."""
        self.state.month = 11
        script = ScriptedChance(chance or [])
        if chance is not None:
            self.chance = script
        self.end_month()
        while self.due:
            self.do("campaign", self.due[0], bucks=(campaigns or {}).get(self.due[0], 0))
        assert self.phase == "over"
        assert script.left == 0, "not all of the chance was used"
        return self

    def finish_turn(self) -> Table:
        """End the turn, keeping whatever the step offers first."""
        turn = self.state.current
        self.do("end")
        while self.state.phase == ph.MONTH and self.state.current == turn and self.state.step:
            self.game.play(self.state, turn, self.game.legal(self.state, turn)[0], self.chance)
        return self

    def play_on(self, until: Callable[[Table], bool], *, most: int = 4000) -> Table:
        """Everyone drafts, chooses and passes on as simply as can be, until something holds."""
        for _ in range(most):
            if until(self):
                return self
            assert self.due, "the game is over"
            seat = self.due[0]
            self.game.play(self.state, seat, self.game.legal(self.state, seat)[0], self.chance)
        raise AssertionError("it did not come to that")

    # -- looking -------------------------------------------------------------------------------------------------

    def tally(self, seat: int = 0) -> Tally:
        """Everything a player holds, by name; what is zero is left out."""
        p = self.player(seat)
        held = {"stars": p.stars, "bucks": p.bucks, "moves": p.moves}
        held |= {colour: p.env[c] for c, colour in enumerate(v.COLOURS)}
        return {name: n for name, n in held.items() if n}

    def gained(self, action: Callable[[], object], seat: int = 0) -> Tally:
        """What an action changes of what a player holds."""
        before = self.tally(seat)
        action()
        after = self.tally(seat)
        change = {name: after.get(name, 0) - before.get(name, 0) for name in {**before, **after}}
        return {name: n for name, n in change.items() if n}

    def envelopes(self, seat: int = 0) -> int:
        return sum(self.player(seat).env)

    def calendar(self, seat: int, month: str) -> Tally:
        """Envelopes that lie on a month of a calendar."""
        later = self.mat(seat).later[v.MONTHS.index(month)]
        return {v.COLOURS[c]: n for c, n in enumerate(later) if n}

    def sheet(self, seat: int, source: str) -> list[tuple[int, int]]:
        """The entries of a source on a score sheet: (what it refers to, stars)."""
        return [(entry.ref, entry.stars) for entry in self.mat(seat).sheet if entry.source == source]

    def best_region(self, seat: int) -> tuple[str, int, int]:
        """What a score sheet says of the best region: its color, the recruits that count, their stars."""
        (entry,) = [entry for entry in self.mat(seat).sheet if entry.source == "region"]
        return v.COLOURS[entry.region], entry.ref, entry.stars

    def winner(self) -> int:
        (seat,) = self.winners()
        return seat

    def sheets_add_up(self) -> None:
        for seat in range(self.state.seats):
            mat = self.mat(seat)
            assert sum(entry.stars for entry in mat.sheet) == mat.stars


def month(
    seats: int = 2,
    name: str = "March",
    *,
    rules: Envelopes | None = None,
    chain: int = 0,
    seat: int = 0,
    edition: int = EDITION,
    **options: Any,
) -> Table:
    """A month in which `seat` is on turn, with 7 bucks, no envelopes, no coach, no card anywhere but in the deck, and
    no free movement. Symbols and starts in the order of the seats: Texas, South, Northwest, Midwest. options: the mode
    and what else is set at the table."""
    at_a_table = {} if options.get("mode") == "solitaire" else NO_ONE_HAS_A_STASH
    t = Table(rules or own_game(edition), seats, {**at_a_table, "stash": False, **options})
    s = t.state
    s.month = v.MONTHS.index(name)
    s.deck = list(range(120))
    s.pool = []
    s.chain = chain
    for p in s.players:
        p.hand = []
        p.play = []
        p.monthly = []
        p.mods = [0] * v.MODS
        p.env = [0] * 6
        p.later = [0] * 72
        p.moves = 0
    s.dice = [1] * 6
    s.check = [1] * 6
    s.phase = ph.MONTH
    s.step = None
    s.current = seat
    s.due = 1 << seat
    return t


def turn_begins(t: Table, seat: int = 0) -> Table:
    """The turn of a seat begins anew, with the free movement of the month."""
    t.state.phase = ph.TURN
    t.state.current = seat
    t.state.due = 0
    flow.advance(t.state, t.chance)
    return t


def after_roll(pips: tuple[int, ...], name: str = "March", seats: int = 2, rules: Envelopes | None = None) -> Table:
    """The dice of a month lie on the table and everyone is to choose two."""
    return month(seats, name, rules=rules).roll(*pips)


def new_game(seats: int, seed: int = 1, **options: Any) -> Table:
    """A game as it starts."""
    return Table(game(), seats, options, seed)
