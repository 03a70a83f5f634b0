"""Test what each viewer knows about hidden cards against an enumeration of every possibility."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashbox.engine.chance import SeededChance
from cashbox.engine.hidden_cards.knowledge import CHUNK, EVERYBODY, OPEN, CardHistory
from cashbox.engine.hidden_cards.sampler import Sampler

DECK, PILE = 7, 8
SEATS = 2
EYES = (0, 1, 2)
"""Two seats and a spectator."""
KINDS = (0, 0, 1, 2, 3)
"""Of five cards; two look alike, and the last has another back."""
BACKS = (0, 0, 0, 1)
HOME = (DECK, DECK, DECK, DECK, PILE)

Arrangement = tuple[int, ...]
"""The holder of each card."""


def fresh(kinds: tuple[int, ...] = KINDS, home: tuple[int, ...] = HOME) -> CardHistory:
    return CardHistory(kinds, BACKS, home, SEATS)


class History:
    """Cards that go about at random; and for each eye every arrangement that it holds possible."""

    def __init__(self, kinds: tuple[int, ...] = KINDS, home: tuple[int, ...] = HOME) -> None:
        self.kinds = kinds
        self.unseen = fresh(kinds, home)
        self.true = list(home)
        self.beliefs: dict[int, set[Arrangement]] = {eye: {home} for eye in EYES}

    def move(self, *moves: tuple[int, int, int, int]) -> None:
        self._note(moves)
        for eye in EYES:
            self.beliefs[eye] = {
                after
                for before in self.beliefs[eye]
                for cards in permutations(range(len(self.kinds)), len(moves))
                if all(self._could(before, other, move, eye) for other, move in zip(cards, moves, strict=True))
                for after in [self._after(before, cards, moves)]
            }
        for card, _, taker, _ in moves:
            self.true[card] = taker

    def _note(self, moves: Any) -> None:
        """By the short name of what happens, where it has one."""
        card, giver, taker, eyes = moves[0]
        if len(moves) == 1 and giver >= SEATS > taker >= 0 and eyes == 1 << taker:
            self.unseen.deal(card, giver, taker)
        elif len(moves) == 1 and (taker, eyes) == (OPEN, EVERYBODY):
            self.unseen.lay_open(card, giver)
        elif eyes == EVERYBODY and giver == OPEN and taker >= SEATS:
            self.unseen.bury([move[0] for move in moves], taker)
        else:
            self.unseen.move(moves)

    def _could(self, before: Arrangement, other: int, move: tuple[int, int, int, int], eye: int) -> bool:
        card, giver, _, eyes = move
        kind, wanted = self.kinds[other], self.kinds[card]
        alike = kind == wanted if eyes >> eye & 1 else BACKS[kind] == BACKS[wanted]
        return alike and before[other] == giver

    def _after(self, before: Arrangement, cards: tuple[int, ...], moves: Any) -> Arrangement:
        after = list(before)
        for card, move in zip(cards, moves, strict=True):
            after[card] = move[2]
        return tuple(after)

    def show(self, cards: list[int], holder: int, eyes: int) -> None:
        self.unseen.show(cards, holder, eyes)
        seen = Counter(self.kinds[card] for card in cards)
        for eye in EYES:
            if eyes >> eye & 1:
                self.beliefs[eye] = {a for a in self.beliefs[eye] if seen <= self.count(a)[holder]}

    def look(self, holder: int, eyes: int) -> None:
        self.unseen.inspect(holder, eyes)
        seen = self.count(tuple(self.true))[holder]
        for eye in EYES:
            if eyes >> eye & 1:
                self.beliefs[eye] = {a for a in self.beliefs[eye] if seen == self.count(a)[holder]}

    def lacks(self, holder: int, kind: int) -> None:
        self.unseen.lacks(holder, kind)
        for eye in EYES:
            self.beliefs[eye] = {a for a in self.beliefs[eye] if not self.count(a)[holder][kind]}

    def count(self, arrangement: Arrangement) -> dict[int, Counter[int]]:
        """How many of each kind each holder has."""
        found: dict[int, Counter[int]] = {holder: Counter() for holder in (0, 1, DECK, PILE, OPEN)}
        for card, holder in enumerate(arrangement):
            found[holder][self.kinds[card]] += 1
        return found

    def plain(self, arrangement: Arrangement) -> tuple[tuple[int, int], ...]:
        """An arrangement as the eye would tell it, cards of a kind being alike."""
        return tuple(sorted(zip(self.kinds, arrangement, strict=True)))

    def possible(self, eye: int) -> set[tuple[tuple[int, int], ...]]:
        return {self.plain(arrangement) for arrangement in self.beliefs[eye]}

    def sampled(self, eye: int, seed: int) -> tuple[Arrangement, CardHistory]:
        unseen = self.unseen.clone()
        change = Sampler(self.unseen, 1 << eye).sample(unseen, SeededChance(seed))
        arrangement = list(self.true)
        for place, card in change.items():
            arrangement[card] = self.true[place]
        return tuple(arrangement), unseen


def _owner(holder: int) -> int:
    """Whoever gives, gets, or holds a card sees it."""
    return 1 << holder if 0 <= holder < SEATS else 0


@st.composite
def histories(draw: st.DrawFn, most: int = 7) -> History:
    """Up to so many things that happen."""
    h = History()
    for _ in range(draw(st.integers(1, most))):
        what = draw(st.integers(-1, 9))
        card = draw(st.integers(0, len(KINDS) - 1))
        holder, eyes = h.true[card], draw(st.integers(0, 7)) | _owner(h.true[card])
        if what == -1:
            h.look(draw(st.sampled_from((DECK, PILE))), eyes)
        elif what == 0:
            together = [c for c, other in enumerate(h.true) if other == holder and holder != OPEN]
            if together:
                h.show(together[: draw(st.integers(1, len(together)))], holder, eyes)
        elif what == 1:
            kind = draw(st.integers(0, len(BACKS) - 1))
            for place in (0, 1, DECK, PILE):
                if not h.count(tuple(h.true))[place][kind]:
                    h.lacks(place, kind)
                    break
        elif holder == OPEN or what == 2:
            taker = draw(st.sampled_from((0, 1, DECK))) if holder == OPEN else OPEN
            h.move((card, holder, taker, EVERYBODY))
        else:
            targets = st.sampled_from([place for place in (0, 1, DECK) if place != holder])
            taker = draw(targets)
            dealt = what == 3 and taker < SEATS <= holder
            moves = [(card, holder, taker, 1 << taker if dealt else eyes | _owner(taker))]
            more = [c for c, other in enumerate(h.true) if c != card and other in (0, 1, DECK)]
            if what >= 8 and more:
                second = draw(st.sampled_from(more))
                places = [place for place in (0, 1, DECK) if place != h.true[second]]
                to = draw(st.sampled_from(places))
                moves.append((second, h.true[second], to, eyes | _owner(h.true[second]) | _owner(to)))
            h.move(*moves)
    return h


def seen(past: list[Any], eye: int) -> list[list[tuple[int, ...]]]:
    """What an eye sees of the moves of each moment."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for moment, card, giver, taker, eyes in past:
        found.setdefault(moment, []).append((giver, taker, eyes, KINDS[card] if eyes >> eye & 1 else -1))
    return [sorted(moves) for moves in found.values()]


@pytest.mark.slow
@given(histories(12), st.sampled_from(EYES), st.integers(0, 10**6))
def test_a_sampled_arrangement_is_possible_for_its_viewer(h: History, eye: int, seed: int) -> None:
    arrangement, unseen = h.sampled(eye, seed)
    assert h.plain(arrangement) in h.possible(eye)
    known = [e for e in h.unseen.past if e[2] != e[3] or e[4] >> eye & 1]
    assert seen(unseen.past, eye) == seen(known, eye)


@pytest.mark.thorough
@settings(max_examples=600)
@given(histories(), st.sampled_from(EYES))
def test_every_possible_arrangement_is_sampled(h: History, eye: int) -> None:
    wanted = h.possible(eye)
    for seed in range(4000):
        wanted.discard(h.plain(h.sampled(eye, seed)[0]))
        if not wanted:
            return
    pytest.fail(f"never sampled: {wanted}; past {h.unseen.plain()}")


@pytest.mark.slow
@given(histories(12), st.sampled_from(EYES), st.integers(0, 10**6))
def test_a_sampled_past_leads_to_its_arrangement(h: History, eye: int, seed: int) -> None:
    arrangement, unseen = h.sampled(eye, seed)
    place = list(HOME)
    moments: dict[int, list[Any]] = {}
    for event in unseen.past:
        moments.setdefault(event[0], []).append(event)
    for _, events in sorted(moments.items()):
        for _, card, giver, _, _ in events:
            assert place[card] == giver
        for _, card, _, taker, _ in events:
            place[card] = taker
    assert tuple(place) == arrangement


@pytest.mark.slow
@given(histories(12), st.sampled_from(EYES))
def test_known_cards_are_exactly_the_certain_ones(h: History, eye: int) -> None:
    for holder in range(SEATS):
        shown = Counter(h.unseen.shown(eye, holder))
        if eye == holder:
            assert not shown
        else:
            assert all(shown <= h.count(arrangement)[holder] for arrangement in h.beliefs[eye])


@pytest.mark.slow
@given(histories(12), st.sampled_from(EYES), st.integers(0, 10**6))
def test_in_a_sampled_past_others_know_what_is_true_there(h: History, eye: int, seed: int) -> None:
    arrangement, unseen = h.sampled(eye, seed)
    for holder in range(SEATS):
        assert unseen.shown(eye, holder) == h.unseen.shown(eye, holder)
        for other in EYES:
            assert Counter(unseen.shown(other, holder)) <= h.count(arrangement)[holder]


def test_the_history_keeps_its_order_and_copies_are_independent() -> None:
    unseen = fresh()
    wanted: list[tuple[int, int, int, int, int]] = []
    for moment in range(1, 5 * CHUNK, 2):
        copy, before = unseen.clone(), wanted[:]
        unseen.deal(moment % 4, DECK, 0)
        unseen.lay_open(moment % 4, 0)
        wanted += [(moment, moment % 4, DECK, 0, 1), (moment + 1, moment % 4, 0, OPEN, EVERYBODY)]
        copy.bury([1, 0], DECK)
        assert copy.past == [*before, (moment, 1, OPEN, DECK, EVERYBODY), (moment, 0, OPEN, DECK, EVERYBODY)]
        assert unseen.past == wanted


def test_a_copy_knows_what_was_known_when_it_was_made() -> None:
    unseen = fresh()
    unseen.move([(0, DECK, 0, 1)])
    unseen.show([0], 0, 1 << 1)
    copy = unseen.clone()
    unseen.lay_open(0, 0)
    assert (copy.shown(1, 0), unseen.shown(1, 0)) == ([0], [])


def test_cards_shown_secretly_to_others_change_no_sample() -> None:
    def sampled(shown: bool, seed: int) -> tuple[dict[int, int], list[int]]:
        unseen = fresh()
        unseen.move([(0, DECK, 0, 1), (2, DECK, 0, 1)])
        if shown:
            unseen.show([0], 0, 1 << 1)
        unseen.move([(1, DECK, 1, 2)])
        change = Sampler(unseen.clone(), 1 << 2).sample(unseen, SeededChance(seed))
        return change, unseen.shown(1, 0)

    for seed in range(50):
        assert sampled(True, seed) == sampled(False, seed)


def test_a_copy_knows_only_its_own_events() -> None:
    unseen = fresh()
    unseen.move([(0, DECK, 0, 1)])
    unseen.show([0], 0, 1 << 1)
    assert unseen.shown(1, 0) == [0]
    copy = unseen.clone()
    copy.move([(0, 0, DECK, 1)])
    assert copy.shown(1, 0) == []
    assert unseen.shown(1, 0) == [0]


def test_a_viewer_of_two_equal_cards_knows_two_and_one_after_one_leaves() -> None:
    unseen = fresh()
    unseen.move([(0, DECK, 0, 1), (1, DECK, 0, 1), (2, DECK, 0, 1)])
    unseen.show([0, 1], 0, 1 << 1)
    assert unseen.shown(1, 0) == [0, 0]
    unseen.show([0], 0, 1 << 1)
    assert unseen.shown(1, 0) == [0, 0]
    unseen.move([(2, 0, DECK, 1)])
    assert (unseen.shown(1, 0), unseen.shown(2, 0)) == ([0], [])
    unseen.lay_open(1, 0)
    assert unseen.shown(1, 0) == []


def test_a_card_that_replaces_another_is_known() -> None:
    unseen = fresh()
    unseen.move([(0, DECK, 0, 1), (2, DECK, 1, 2)])
    unseen.move([(2, 1, 0, 3), (0, 0, DECK, 1)])
    assert unseen.shown(1, 0) == [1]
