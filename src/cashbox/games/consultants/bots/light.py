"""A fast version of `steady` for playouts, which reads states instead of views.

It uses the prices of `worth.py` and the choices of `choice.py`, so it decides in the same way except for ties; the
tests compare them. A decision creates no lists and no objects, because one real decision needs hundreds of thousands of
these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.consultants import actions as act
from cashbox.games.consultants import state as st
from cashbox.games.consultants.bots import choice, worth
from cashbox.games.consultants.content import (
    COLOURS,
    COMPLETING,
    DO_GIVE,
    GOLD,
    MOST_DESKS,
    PRINCIPALS,
    RANKS,
    SENIOR,
    SILVER,
    TOP,
    TRAINING,
)
from cashbox.games.consultants.rules.complete import BONUS, IN_TIME
from cashbox.games.consultants.rules.rewards import PENALTY

if TYPE_CHECKING:
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import Place, State

KINDS: Final = len(COLOURS) * len(RANKS)
NOTHING: Final = -1000.0
"""Less than any value."""


class Prices:
    """The parameters of `steady`; see `worth.py` and `choice.py`. felt: the weight of a penalty, by the field of the
    marker."""

    def __init__(self, seats: int) -> None:
        self.rivals = worth.RIVALS[seats] / (seats - 1)
        self.staying = worth.STAYING
        self.principal = worth.PRINCIPAL_WORTH
        self.senior = worth.SENIOR_WORTH
        self.later = choice.LATER
        self.moving = choice.MOVING
        self.now = choice.NOW
        self.nearly = 0.5 * BONUS
        self.most_rounds = 2.6
        self.felt = [0.0] * (st.FIELDS + 1)
        for field in range(1, st.FIELDS + 1):
            self.felt[field] = float(PENALTY.get(field, 0)) or worth.COMING.get(field, 0.0) * PENALTY[4]


class Light:
    """The table as one seat sees it at one decision. hand: the most that a consultant of each kind would bring at a
    desk if it came from the hand, where it is then missing; desk: that desk, -1 for none. best: the most for one that
    moves; place: its place; second: the most at any other place. level: the worth of a place as it is."""

    def __init__(self, content: Content, prices: Prices) -> None:
        self.content = content
        self.prices = prices
        self.seat = 0
        self.rounds = 1.0
        self.last = False
        self.heed = False
        self.hand = [NOTHING] * KINDS
        self.desk = [-1] * KINDS
        self.best = [NOTHING] * KINDS
        self.place = [-1] * KINDS
        self.second = [NOTHING] * KINDS
        self.level = [0.0] * act.PLACES

    # -- choosing ----------------------------------------------------------------------------------------------------

    def choose(self, s: State, seat: int) -> int:
        """Choose for a seat that owes a decision."""
        if s.phase == st.START:
            return act.STARTER + (seat + 1) % s.seats
        self.rate_desks(s, seat)
        if s.phase == st.WORK:
            return self._work(s)
        if s.phase == st.MOVE:
            return self._target(s)
        if s.phase == st.TAKE:
            return self._from_deck(s)
        return self._event(s)

    def rate_desks(self, s: State, seat: int) -> None:
        """Rate every desk."""
        self.seat = seat
        self.last = s.last or not s.events_left
        self.rounds = 1.0 if self.last else min(self.prices.most_rounds, 1.0 + len(s.stock) / (0.45 * s.seats + 0.4))
        self.heed = s.rules.deadlines
        for kind in range(KINDS):
            self.hand[kind] = self.best[kind] = self.second[kind] = NOTHING
            self.desk[kind] = self.place[kind] = -1
        for number, place in enumerate(s.places):
            if place.project >= 0:
                self.level[number] = self._stream(s, place, -1, -1, 0)
            self._desks(s, number, place)

    def _desks(self, s: State, number: int, place: Place) -> None:
        owners = place.owners
        last = len(owners) - 1
        right = last
        while right >= 0 and owners[right] < 0:
            right -= 1
        desk = right + 1 if right < last else last
        innovation = place.project == st.INNOVATION
        colours = s.content.innovation if innovation else s.content.projects[place.project].desks
        while desk >= 0:
            if owners[desk] < 0:
                senior = 2 * colours[desk]
                value = self._sitting(s, number, place, desk, 1)
                self._offer(senior + 1, value, number, desk, innovation)
                if innovation or not s.content.projects[place.project].wants[desk]:
                    if s.costs[PRINCIPALS] and not innovation:
                        value = self._sitting(s, number, place, desk, SENIOR)
                    self._offer(senior, value, number, desk, innovation)
            desk -= 1

    def _offer(self, kind: int, value: float, number: int, desk: int, innovation: bool) -> None:
        kept = value if innovation else value - self.used_up(kind)  # the Innovation Project returns consultants
        if kept > self.hand[kind]:
            self.hand[kind] = kept
            self.desk[kind] = MOST_DESKS * number + desk
        if value > self.best[kind]:
            if number != self.place[kind]:
                self.second[kind] = self.best[kind]
            self.best[kind] = value
            self.place[kind] = number
        elif number != self.place[kind] and value > self.second[kind]:
            self.second[kind] = value

    def _work(self, s: State) -> int:
        p = s.players[self.seat]
        kind_of = s.content.kind
        held = 0
        twice = 0
        for card in p.hand:
            bit = 1 << kind_of[card]
            twice |= held & bit
            held |= bit
        chosen = act.PASS
        most = 0.0
        for kind in range(KINDS):
            if held >> kind & 1 and self.desk[kind] >= 0:
                value = self.hand[kind] + self.prices.now
                if value > most:
                    most = value
                    chosen = act.ASSIGN + (act.DESKS if kind & 1 else 0) + self.desk[kind]
        if p.moves:
            for number, place in enumerate(s.places):
                for desk, owner in enumerate(place.owners):
                    if owner == self.seat:
                        value = self._lift(s, number, place, desk)
                        if value > most:
                            most = value
                            chosen = act.LIFT + MOST_DESKS * number + desk
        return self._exchange(s, held, twice, chosen, most)

    def _lift(self, s: State, number: int, place: Place, desk: int) -> float:
        kind = s.content.kind[place.cards[desk]]
        gain = self.second[kind] if self.place[kind] == number else self.best[kind]
        if gain == NOTHING:
            return NOTHING
        return self.without(s, number, place, desk) + gain - self.prices.moving

    def _exchange(self, s: State, held: int, twice: int, chosen: int, most: float) -> int:
        money = s.players[self.seat].money
        costs = s.costs
        for what in range(3):
            cost = costs[TRAINING + what]
            if not 0 <= cost <= money:
                continue
            rank = 1 if what else 0
            pile = s.principals if what else s.seniors
            for kind in range(KINDS):
                if not held >> kind & 1 or (what == 1 and (kind & 1 or s.shown_none >> (kind >> 1) & 1)):
                    continue
                if what != 1 and not pile and kind & 1 != rank:
                    continue
                old = self.of_hand(kind)
                if twice >> kind & 1:
                    old *= 0.3
                value = self.prices.later * self._new(kind, rank, what == 1) - max(old, self.used_up(kind)) - cost
                if value > most:
                    most = value
                    chosen = (act.TRAIN if what == 0 else act.PROMOTE if what == 1 else act.RECRUIT) + kind
        return chosen

    def _new(self, given: int, rank: int, promoted: bool) -> float:
        """Return the most that a consultant received in exchange can earn."""
        if promoted:
            return self.of_hand(given + 1)
        most = NOTHING
        for kind in range(rank, KINDS, 2):
            if kind != given:
                most = max(most, self.of_hand(kind))
        return most

    def _target(self, s: State) -> int:
        """Choose where the consultant that was picked up earns the most."""
        source = s.lifted // MOST_DESKS
        kind = s.content.kind[s.places[source].cards[s.lifted % MOST_DESKS]]
        used, self.last = self.last, True  # so that it counts as one of the hand that stays available
        self.hand[kind] = NOTHING
        for number, place in enumerate(s.places):
            if number != source:
                self._desks(s, number, place)
        self.last = used
        return act.SEAT + self.desk[kind]

    def _from_deck(self, s: State) -> int:
        kind_of = s.content.kind
        there = 0
        for card in s.seniors if s.taking == SENIOR else s.principals:
            there |= 1 << kind_of[card]
        chosen = -1
        most = NOTHING
        for kind in range(KINDS):
            if there >> kind & 1:
                value = self.of_hand(kind)
                if value > most or (value == most and self._asked(s, kind >> 1) > self._asked(s, chosen)):
                    most = value
                    chosen = kind >> 1
        return act.TAKE + chosen

    def _asked(self, s: State, colour: int) -> int:
        """Count the free desks that require a color."""
        count = 0
        for place in s.places:
            if place.project >= 0:
                colours = s.content.projects[place.project].desks
                for desk, owner in enumerate(place.owners):
                    if owner < 0 and colours[desk] == colour:
                        count += 1
        return count

    def _event(self, s: State) -> int:
        """Answer an event: give what is worth less than it brings; recall no one who earns money."""
        chosen = act.STAY
        most = 0.0
        event = s.content.events[s.event]
        if event.do == DO_GIVE:
            for card in s.players[self.seat].hand:
                kind = s.content.kind[card]
                value = event.n - max(self.of_hand(kind), self.prices.principal if kind & 1 else self.prices.senior)
                if value > most or (value == most and act.GIVE + kind < chosen < act.STAY):
                    most = value
                    chosen = act.GIVE + kind
            return chosen
        for number, place in enumerate(s.places):
            for desk, owner in enumerate(place.owners):
                if owner == self.seat:
                    kind = s.content.kind[place.cards[desk]]
                    value = self.without(s, number, place, desk) + max(self.of_hand(kind), 0.0) - 0.5
                    if value > most:
                        most = value
                        chosen = act.RECALL + MOST_DESKS * number + desk
        return chosen

    # -- values ---------------------------------------------------------------------------------------

    def used_up(self, kind: int) -> float:
        """Return what a used consultant would have been worth elsewhere, nothing in the last round."""
        if self.last:
            return 0.0
        return self.prices.principal if kind & 1 else self.prices.senior

    def of_hand(self, kind: int) -> float:
        """Return what a consultant in the hand earns at its best desk, 0 if there is none."""
        return self.hand[kind] if self.desk[kind] >= 0 else 0.0

    def without(self, s: State, number: int, place: Place, desk: int) -> float:
        """Return the change if the seat's consultant leaves a desk."""
        if place.project == st.INNOVATION:
            return -self.rounds
        return (self._stream(s, place, desk, -1, 0) - self.level[number]) * self.rounds

    def _sitting(self, s: State, number: int, place: Place, desk: int, rank: int) -> float:
        """Return the change if one of the seat's consultants takes a desk."""
        if place.project == st.INNOVATION:
            return 1.0
        before = self.level[number]
        if desk == len(place.owners) - 1:
            return self._completed(s, place, desk, rank) - self.prices.staying * before * (self.rounds - 1.0)
        near = 0.0
        if self.heed and place.deadline <= IN_TIME:
            taken = 1
            for owner in place.owners:
                if owner >= 0:
                    taken += 1
            near = self.prices.nearly * taken / len(place.owners)
        return (self._stream(s, place, desk, self.seat, rank) - before) * self.rounds + near

    def _stream(self, s: State, place: Place, at: int, whose: int, rank: int) -> float:
        """Return the worth of one round's rewards, including penalties, if the desk `at` has a consultant of that seat
        (-1 for none) and rank."""
        project = s.content.projects[place.project]
        more = s.costs[SILVER] if project.regular else s.costs[GOLD]
        top = s.costs[TOP]
        principals = s.costs[PRINCIPALS]
        events = more != 0 or top != 0 or principals != 0
        owners = place.owners
        position = 0
        present = 0
        leftmost = -1
        mine = 0.0
        others = 0.0
        for desk in range(len(owners) - 1, -1, -1):
            owner = whose if desk == at else owners[desk]
            if owner < 0:
                continue
            dollars = float(project.pay[position])
            if events:
                extra = more + (0 if position else top)
                if principals and (rank if desk == at else s.content.rank[place.cards[desk]]):
                    extra += principals
                dollars = max(0.0, dollars + extra / self.rounds)
            position += 1
            leftmost = owner
            present |= 1 << owner
            if owner == self.seat:
                mine += dollars
            else:
                others += dollars
        value = mine - self.prices.rivals * others
        if self.heed and place.deadline > 0:
            value += self._late(s.seats, place.deadline, present, leftmost)
        return value

    def _late(self, seats: int, field: int, present: int, leftmost: int) -> float:
        """Return how much more the deadline costs this seat than the others."""
        felt = self.prices.felt[field]
        if felt == 0.0:
            return 0.0
        absent = ~present & ((1 << seats) - 1)
        if not absent:
            absent = 1 << leftmost
        value = 0.0
        for seat in range(seats):
            if absent >> seat & 1:
                value += -felt if seat == self.seat else self.prices.rivals * felt
        return value

    def _completed(self, s: State, place: Place, at: int, rank: int) -> float:
        """Return what completing a project pays right away."""
        project = s.content.projects[place.project]
        bonus = BONUS if self.heed and 0 < place.deadline <= IN_TIME else 0
        more = s.costs[SILVER] if project.regular else s.costs[GOLD]
        owners = place.owners
        position = 0
        value = float(s.costs[COMPLETING])
        for desk in range(at, -1, -1):
            owner = self.seat if desk == at else owners[desk]
            if owner < 0:
                continue
            dollars = project.pay[position] + more + (0 if position else s.costs[TOP])
            if rank if desk == at else s.content.rank[place.cards[desk]]:
                dollars += s.costs[PRINCIPALS]
            dollars = max(0, dollars) + bonus
            position += 1
            value += dollars if owner == self.seat else -self.prices.rivals * dollars
        return value
