"""Test that a sampled state looks the same to its seat, agrees with all it was shown, and reveals nothing more.

Source: CASH "Trading, negotiation, and public information"; RULINGS B2.14, B2.16, B3; docs/architecture.md "Chance,
decks, and secrets".
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.chance import ScriptedChance, SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.engine.seats import viewer_mask
from tests.games.cash.positions import Table, Top, Which, names, turn
from tests.games.cash.random_players import play

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = 120


def samples(t: Table, viewer: int, count: int = MANY) -> Iterator[Table]:
    deal, chance = t.game.sampler(t.state, viewer_mask(viewer)), SeededChance(f"samples for {viewer}")
    for _ in range(count):
        yield t.at(deal(chance))


def moments(seats: int, seed: int, every: int = 9) -> Iterator[Table]:
    """Tables at many moments of a game."""
    for k, (t, _, _) in enumerate(play(seats, seed)):
        if k % every == 0:
            yield t


def sizes(t: Table) -> object:
    """What everyone knows of the places where cards are."""
    return [(firm.hand, firm.cash, firm.policies, firm.license, firm.probe) for firm in t.view().players], t.view().deck


# -- the same to its seat ----------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (8, 5)])
def test_a_sample_looks_the_same_to_its_seat_and_has_every_card_once(seats: int, seed: int) -> None:
    for t in moments(seats, seed):
        for viewer in (*range(seats), SPECTATOR):
            (drawn,) = samples(t, viewer, 1)
            assert drawn.view_bytes(viewer) == t.view_bytes(viewer)
            assert drawn.game.legal(drawn.state, viewer) == t.game.legal(t.state, viewer)
            assert sorted(drawn.cards()) == list(range(t.tables.size))
            assert sizes(drawn) == sizes(t)
            assert drawn.dumped() == t.dumped()


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("seats", "seed"), [(3, 7), (4, 8)])
def test_cards_shown_to_a_seat_stay_true_in_every_sample(seats: int, seed: int) -> None:
    for t in moments(seats, seed):
        for viewer in range(seats):
            for drawn in samples(t, viewer, 3):
                for shown in t.mine(viewer).shown:
                    missing = Counter(shown.cards) - Counter(drawn.mine(shown.seat).hand)
                    assert not missing


def test_unseen_hands_and_deck_are_resampled() -> None:
    t = turn(3)
    hands = {tuple(drawn.mine(1).hand) for drawn in samples(t, 0, 30)}
    assert len(hands) == 30
    assert {tuple(drawn.mine(0).hand) for drawn in samples(t, 0, 30)} == {tuple(t.mine(0).hand)}
    assert len({tuple(drawn.mine(0).hand) for drawn in samples(t, SPECTATOR, 30)}) == 30


@pytest.mark.slow
def test_the_true_hand_is_no_more_likely_than_chance() -> None:
    t = turn(2).hand(1, "taxman", "premium", "bankruptcy")
    held = [set(drawn.held(1)) & {"taxman", "premium", "bankruptcy"} for drawn in samples(t, 0, 300)]
    assert sum(map(bool, held)) < 100


# -- a card that was shown and may have gone since ---------------------------------------------------------------------


def shown_then(card: Which) -> Table:
    """Seat 1 has been shown the Taxman of seat 0, which then gives one card face down to seat 2."""
    t = turn(3).hand(0, "taxman", "broker").hand(1, 10_000)
    t.offer(1, ("taxman",), any_=1).do("decline")
    return t.offer(2, (), any_=1, hidden=(card,)).do("accept").do("choose", t.held(2)[0])


@pytest.mark.slow
@pytest.mark.parametrize("card", ["taxman", "broker"])
def test_a_traded_card_appears_in_each_possible_hand_and_nowhere_else(card: Which) -> None:
    t = shown_then(card)
    where = Counter(seat for drawn in samples(t, 1, 400) for seat in (0, 2) if "taxman" in drawn.held(seat))
    assert sum(where.values()) == 400
    assert 25 < where[2] < 100, "one card of eight went"


def test_players_in_the_trade_know_where_the_card_is() -> None:
    for drawn in samples(shown_then("taxman"), 2, 40):
        assert "taxman" in drawn.held(2)
    for drawn in samples(shown_then("broker"), 2, 40):
        assert "broker" in drawn.held(2)
        assert "taxman" not in drawn.held(2)


@pytest.mark.slow
def test_for_others_an_unseen_card_can_be_anywhere() -> None:
    t = shown_then("taxman")
    where = Counter("taxman" in drawn.held(0) + drawn.held(2) for drawn in samples(t, SPECTATOR, 200))
    assert where[False] > 100


@pytest.mark.slow
def test_a_card_passed_twice_can_be_in_three_hands() -> None:
    t = shown_then("taxman")
    t.idle().idle()
    assert t.active == 2
    t.offer(0, (), any_=2, hidden=("taxman", t.held(2)[0])).do("accept")
    while t.phase == "choose":
        t.do("choose", next(which for which in t.held(0) if which != "taxman"))
    where = Counter(seat for drawn in samples(t, 1, 600) for seat in range(3) if "taxman" in drawn.held(seat))
    assert sum(where.values()) == 600
    assert where[0] > 20
    assert where[2] > 20


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("card", ["taxman", "broker"])
def test_a_card_passed_by_a_bear_card_can_be_in_either_hand(card: Which) -> None:
    t = (
        turn(4)
        .hand(0, "crash", "taxman", "broker")
        .hand(1, "not insider")
        .hand(2, "not insider")
        .hand(3, "not insider")
    )
    t.offer(2, ("taxman",), any_=1).do("decline").discard("crash").do("pass", card, by=0)
    for seat in (1, 2, 3):
        t.do("pass", "not insider", by=seat)
    where = Counter(seat for drawn in samples(t, 2, 400) for seat in range(4) if "taxman" in drawn.held(seat))
    assert set(where) == {0, 3}
    assert 20 < where[3] < 120


def test_a_card_that_arrived_later_cannot_have_been_given_away() -> None:
    """Seat 2 gives a card, then picks up a 150,000 before all eyes: it is where it is."""
    t = shown_then("broker").hand(2, size=5).cash(0, 150_000)
    t.offer(2, any_=1, firm=(150_000,)).do("accept").do("choose", t.held(2)[0])
    for drawn in samples(t, 1, 60):
        assert 150_000 in drawn.held(2)


# -- offers ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("card", ["taxman", "broker"])
def test_a_face_down_card_can_be_any_unnamed_card(card: Which) -> None:
    """Also one that the partner has been shown before."""
    t = turn(3).hand(0, "taxman", "broker").hand(1, 10_000).offer(1, ("taxman",), any_=1).do("decline")
    t.offer(1, (), (10_000,), hidden=(card,))
    hidden = Counter(29 in drawn.offered(0).hidden for drawn in samples(t, 1, 400))
    assert 20 < hidden[True] < 100, "one card of eight"
    assert {len(drawn.offered(0).hidden) for drawn in samples(t, 1, 20)} == {1}


def test_a_card_offered_by_name_is_never_the_face_down_card() -> None:
    t = turn(2).hand(0, "taxman", "broker").hand(1, 10_000, 5_000).offer(1, ("taxman",), any_=2, hidden=("broker",))
    for drawn in samples(t, 1, 60):
        assert drawn.offered(0).hidden != [29]
        assert drawn.offered(0).give_named == [29]


@pytest.mark.slow
def test_the_first_offers_face_down_cards_stay_hidden_behind_a_counter_offer() -> None:
    t = turn(2).hand(0, "taxman", "broker").hand(1, 10_000).offer(1, ("taxman",), any_=1).do("decline")
    t.offer(1, (), (10_000,), hidden=("taxman",)).do("counter")
    hidden: Counter[int] = Counter()
    for drawn in samples(t, 1, 200):
        first = drawn.state.countered
        assert first is not None
        hidden[t.tables.face[first.give_hidden[0]]] += 1
    assert hidden[29] < 80


@pytest.mark.few(1)
@pytest.mark.parametrize("viewer", [2, SPECTATOR])
def test_an_offer_between_opponents_is_sampled(viewer: int) -> None:
    t = turn(3).hand(0, "taxman", 5_000).hand(1, "broker", "banker")
    t.offer(1, ("taxman", 5_000), ("broker", "banker"))
    offers: Counter[tuple[int, int]] = Counter()
    for drawn in samples(t, viewer):
        offer = drawn.offered(1)
        offers[len(offer.give_named) + offer.give_hidden, len(offer.ask_named) + offer.ask_hidden] += 1
        assert drawn.game.legal(drawn.state, 1)
    assert len(offers) > 3
    assert max(offers.values()) < MANY / 2


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [2, SPECTATOR])
def test_third_parties_learn_nothing_about_an_offer_from_samples(viewer: int) -> None:
    """Whether one, two or no card was shown by name, they get the same samples, also of what the partner knows."""

    def known(t: Table) -> Counter[int]:
        return Counter(sum(len(shown.cards) for shown in drawn.mine(1).shown) for drawn in samples(t, viewer, 40))

    tables = []
    for give, hidden in (((), ("taxman", 5_000)), (("taxman",), (5_000,)), (("taxman", 5_000), ())):
        t = turn(3).hand(0, "taxman", 5_000).hand(1, 10_000)
        tables.append(t.offer(1, give, any_=2, hidden=hidden))
    assert known(tables[0]) == known(tables[1]) == known(tables[2])
    for t in tables:
        t.do("decline")
    assert known(tables[0]) == known(tables[1]) == known(tables[2])


@pytest.mark.few(1)
@pytest.mark.parametrize("viewer", [2, SPECTATOR])
def test_third_parties_learn_nothing_about_a_countered_offer(viewer: int) -> None:
    t = turn(3).hand(0, "taxman", 5_000).hand(1, 10_000, "broker", size=6)
    t.offer(1, ("taxman", 5_000), any_=1).counter((10_000,), ("premium", "premium"))
    found = set()
    for drawn in samples(t, viewer):
        first, second = drawn.state.countered, drawn.state.offer
        assert first is not None
        assert second is not None
        found.add((first.given(), first.asked_of_hand(), second.given(), second.asked_of_hand()))
        assert 29 not in second.ask_named
        assert 21 not in second.ask_named
    assert len(found) > 10


@pytest.mark.thorough
def test_a_sampled_offer_respects_hand_sizes() -> None:
    seen = 0
    for seed in range(4):
        for t, _, _ in play(3, seed):
            if t.view().phase == "answer":
                (drawn,) = samples(t, SPECTATOR, 1)
                _keeps_to_hands(drawn)
                seen += 1
    assert seen > 200


def _keeps_to_hands(t: Table) -> None:
    offer = t.state.offer
    assert offer is not None
    other = offer.maker if offer.counter else offer.partner
    if offer.counter:
        after = t.count(other) - len(offer.give_named + offer.give_hidden) + len(offer.ask_firm) + offer.asked_of_hand()
    else:
        after = t.count(other) - offer.asked_of_hand() + offer.given()
    assert after <= 7
    assert offer.given() > 0
    assert len(offer.ask_firm) + offer.asked_of_hand() > 0
    assert offer.asked_of_hand() <= t.count(offer.partner)


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_an_unfinished_offer_is_hidden_from_others(viewer: int) -> None:
    t = turn(3).hand(0, "taxman").do("offer", seat=1).do("give-named", "taxman")
    for drawn in samples(t, viewer, 5):
        assert drawn.state.offer is None
        assert drawn.phase == "act"
        drawn.idle()


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_cards_being_chosen_are_hidden_from_others(viewer: int) -> None:
    t = turn(3).hand(0, "taxman").hand(1, 5_000, "broker").offer(1, ("taxman",), any_=2).do("accept")
    t.do("choose", 5_000)
    for drawn in samples(t, viewer, 5):
        assert drawn.phase == "answer"
        drawn.do("decline")


# -- passing -----------------------------------------------------------------------------------------------------------


def test_other_players_choices_to_pass_are_resampled() -> None:
    t = turn(3).hand(0, "recession").hand(1, 5_000, "broker").discard("recession")
    t.do("pass", 5_000, by=1).do("pass", "broker", by=1).do("pass", t.held(2)[0], by=2)
    found = set()
    for drawn in samples(t, 0):
        chosen = drawn.mine(1).chosen
        assert len(chosen) == 2
        assert drawn.mine(2).chosen == []
        assert drawn.due == [0, 2]
        found.add(tuple(chosen))
    assert len(found) > MANY / 2
    for drawn in samples(t, 1, 5):
        assert drawn.mine(1).chosen == [2, 27]


# -- the deck after a reshuffle; RULINGS B2.14 -------------------------------------------------------------------------


def reshuffled() -> Table:
    """The deck is the dumped deals of before, whose faces all have seen, less the card that seat 1 drew of it."""
    t = turn(3).hand(0, "license").deck().dump(5_000, 5_000, 10_000, "taxman", "premium")
    t.discard("license").finish()
    assert (t.active, t.view().deck) == (1, 5)
    return t


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_reshuffled_deck_has_the_dumped_cards(viewer: int) -> None:
    t = reshuffled()
    old: Counter[Which] = Counter(["license", 5_000, 5_000, 10_000, "taxman", "premium"])
    for drawn in samples(t, viewer, 60):
        new: Counter[Which] = Counter(_names(drawn, drawn.state.deck))
        assert sum((old - new).values()) == 1
        assert not new - old
        assert (old - new).keys() <= set(drawn.held(1))


def _names(t: Table, cards: list[int]) -> list[Which]:
    return names([t.tables.face[card] for card in cards])


@pytest.mark.few(1)
@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_any_reshuffled_card_can_have_been_drawn_by_any_player(viewer: int) -> None:
    """Seat 0 held the license that is among them; that tells it nothing anymore."""
    t = reshuffled()
    old: Counter[Which] = Counter(["license", 5_000, 5_000, 10_000, "taxman", "premium"])
    drawn = Counter(next(iter(old - Counter(_names(one, one.state.deck)))) for one in samples(t, viewer, 200))
    assert drawn.keys() == old.keys()
    assert min(drawn.values()) > 10


def test_a_hand_without_new_cards_has_no_card_of_the_new_deck() -> None:
    t = reshuffled()
    for drawn in samples(t, 0, 60):
        assert "taxman" not in drawn.held(2)
        assert "premium" not in drawn.held(2)


def test_the_player_who_drew_the_card_knows_the_rest_of_the_deck() -> None:
    t = reshuffled()
    left = Counter(_names(t, t.state.deck))
    for drawn in samples(t, 1, 20):
        assert Counter(_names(drawn, drawn.state.deck)) == left


REFILLED = ("stop", "broker", "banker", "taxman", "premium", "takeover")


def test_a_hand_keeps_its_number_of_old_and_new_cards() -> None:
    """How many cards of a hand were dealt before and since the reshuffle all know, where no face is in both decks."""
    t = turn(3).hand(0, "stop").deck().dump(*REFILLED[1:]).discard("stop").finish().idle().idle()

    def since(one: Table) -> list[int]:
        return [sum(which in REFILLED for which in one.held(seat)) for seat in range(3)]

    assert (t.active, t.view().deck, since(t)) == (0, 3, [1, 1, 1])
    for viewer in (0, 1, 2, SPECTATOR):
        for drawn in samples(t, viewer, 40):
            assert since(drawn) == [1, 1, 1]
            assert Counter(_names(drawn, drawn.state.deck)) <= Counter(REFILLED)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_a_discarded_card_can_come_from_the_old_or_the_new_deck(viewer: int) -> None:
    """Seat 1 draws of the new deck, in which there is a license, and discards one. Whether it is the same others cannot
    see, be it so or not: it may hold another card of the new deck, or none. Samples have both, whichever is true."""

    def discarded(held: Which, drawn: int) -> Table:
        t = turn(3).hand(0, "license").hand(1, held, *["not insider"] * 3, *["not organised"] * 3)
        t.deck().dump("taxman", 5_000, 10_000).chance = ScriptedChance([drawn])
        t.discard("license").finish().chance = Top()
        return t.discard("license").finish()

    for t in (discarded("license", 0), discarded("not insider", 3)):
        assert t.active == 2
        drawn = Counter(bool({"taxman", 5_000, 10_000} & set(one.held(1))) for one in samples(t, viewer, 300))
        assert min(drawn[True], drawn[False]) > 75


def test_a_sample_plays_on_like_the_true_game() -> None:
    for k, t in enumerate(moments(3, 11, every=25)):
        for viewer in (k % 3, SPECTATOR):
            (drawn,) = samples(t, viewer, 1)
            chance = SeededChance(k)
            for _ in range(60):
                if not drawn.due:
                    break
                seat = drawn.due[0]
                legal = drawn.game.legal(drawn.state, seat)
                drawn.game.play(drawn.state, seat, legal[chance.draw(len(legal))], chance)
            assert sorted(drawn.cards()) == list(range(t.tables.size))
