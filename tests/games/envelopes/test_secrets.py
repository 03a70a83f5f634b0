"""Test that hidden information changes nothing for a seat, and that samples agree with what the seat has seen.

Source: RULINGS A5.4, A5.7; docs/architecture.md "What we promise".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.games.envelopes import phases as ph
from tests.games.envelopes.positions import Table, month, new_game
from tests.games.envelopes.random_players import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.envelopes.state import State

SPECTATOR = -1


def moments(seats: int, seed: int, every: int = 9) -> list[Table]:
    """Tables at many moments of a game, each with a state of its own."""
    found = []
    for k, (t, _, _) in enumerate(play(seats, seed)):
        if k % every == 0:
            copy = Table.__new__(Table)
            copy.game, copy.tables, copy.names = t.game, t.tables, t.names
            copy.state, copy.log, copy.chance = t.game.clone(t.state), [], SeededChance(k)
            found.append(copy)
    return found


# -- the view ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_opponents_hands_are_face_down(viewer: int) -> None:
    t = month(3).deal()
    before = t.view_bytes(viewer)
    for seat in range(3):
        if seat != viewer:
            t.state.deck[:2], t.player(seat).hand[:2] = t.player(seat).hand[:2], t.state.deck[:2]
    assert t.view_bytes(viewer) == before


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_opponents_stashes_are_secret(viewer: int) -> None:
    t = new_game(3).play_on(lambda t: t.phase == "month")
    before = t.view_bytes(viewer)
    for seat in range(3):
        if seat != viewer:
            t.state.deck[:3], t.player(seat).stash[:3] = t.player(seat).stash[:3], t.state.deck[:3]
    assert t.view_bytes(viewer) == before


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_cards_in_the_deck_and_their_order_are_secret(viewer: int) -> None:
    t = month(2).deal()
    before = t.view_bytes(viewer)
    t.state.deck.reverse()
    assert t.view_bytes(viewer) == before
    other = 1 - max(viewer, 0)
    t.state.deck[0], t.player(other).hand[0] = t.player(other).hand[0], t.state.deck[0]
    assert t.view_bytes(viewer) == before


def test_only_its_player_sees_a_hand_and_stash() -> None:
    t = month(3).hand(0, 1, 2, 3).stash(0, 4, 5)
    mine = t.view(0).mine
    assert mine is not None
    assert (mine.hand, mine.stash) == ([0, 1, 2], [3, 4])
    assert t.view(SPECTATOR).mine is None
    assert (t.mat(0).hand, t.mat(0).stash) == (3, 2)


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_dice_choices_are_secret_until_all_have_chosen(viewer: int) -> None:
    views = []
    for first, second in (("green", "gray"), ("blue", "red")):
        t = month(3).roll(2, 2, 2, 2, 2, 2)
        before = t.view_bytes(viewer)
        t.do("die", 0, colour=first)
        assert t.view_bytes(viewer) == before
        t.do("place", 0, month="May", half=True)
        assert t.view_bytes(viewer) == before
        t.do("die", 0, colour=second).do("place", 0, month="March", half=True)
        views.append(t.view_bytes(viewer))
    assert views[0] == views[1]


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_cards_rejected_from_a_stash_are_secret_until_all_have_chosen(viewer: int) -> None:
    views = []
    for which in (0, 3):
        t = new_game(3)
        for _ in range(2):
            t.do("reject", 0, **t.forms("reject", 0)[which])
        views.append(t.view_bytes(viewer))
        assert t.view(viewer).pool == []
    assert views[0] == views[1]


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_a_final_campaign_is_secret_until_all_have_chosen(viewer: int) -> None:
    views = []
    for bucks in (0, 5):
        t = month(3, "February").end_month()
        views.append(t.do("campaign", 0, bucks=bucks).view_bytes(viewer))
    assert views[0] == views[1]


def test_everything_else_is_public() -> None:
    """Bucks, envelopes, calendars, cards in play, prepayments, bets, pool, cards that left the game."""
    changes: tuple[Callable[[Table], object], ...] = (
        lambda t: t.give(1, bucks=1),
        lambda t: t.give(1, red=1),
        lambda t: t.later(1, "May", red=1),
        lambda t: t.waiting(1, 5),
        lambda t: t.play_card(1, 5),
        lambda t: t.prepaid(1, 3, green=1),
        lambda t: t.bet(1, "red", 3),
        lambda t: t.pool(7),
        lambda t: t.gone(8),
        lambda t: t.signed(1, 3),
        lambda t: t.at(1, "iowa"),
    )
    for change in changes:
        for viewer in (0, SPECTATOR):
            t = month(3)
            before = t.view_bytes(viewer)
            change(t)
            assert t.view_bytes(viewer) != before


def test_the_log_shows_a_secret_only_to_its_owner() -> None:
    t = new_game(3, 4, coaches="picked")
    while t.phase != "month":
        t.do(**{("kind" if k == "type" else k): x for k, x in t.forms(seat=t.due[0])[0].items()}, seat=t.due[0])
    for viewer in (0, 1, 2, SPECTATOR):
        told = t.said(viewer)
        dealt = [line for line in told if line.startswith("You are dealt")]
        assert len(dealt) == (0 if viewer == SPECTATOR else 2)
        assert sum(line.startswith("You reject") for line in told) == (0 if viewer == SPECTATOR else 2)
    public = t.said(SPECTATOR)
    stashed = [t.tables.names[card] for p in t.state.players for card in p.stash]
    assert not [card for card in stashed if any(card in line for line in public)]


# -- the sample --------------------------------------------------------------------------------------------------------


def hidden(s: State, seat: int) -> list[list[int]]:
    """The places that a seat cannot look into."""
    places = [s.deck, s.under]
    for other, p in enumerate(s.players):
        if other != seat:
            places += [p.hand, p.stash + (p.choice if s.phase == ph.STASH else [])]
    return places


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_sample_looks_the_same_to_its_seat_and_keeps_every_card_once(seats: int, seed: int) -> None:
    for t in moments(seats, seed):
        for seat in (*range(seats), SPECTATOR):
            drawn = t.game.sample(t.state, seat, t.chance)
            copy = Table.__new__(Table)
            copy.game, copy.state = t.game, drawn
            assert copy.view_bytes(seat) == t.view_bytes(seat)
            if seat >= 0:
                assert t.game.legal(drawn, seat) == t.game.legal(t.state, seat)
            assert sorted(every_card(drawn)) == sorted(every_card(t.state)) == list(range(120))
            assert [len(place) for place in hidden(drawn, seat)] == [len(place) for place in hidden(t.state, seat)]


def every_card(s: State) -> list[int]:
    cards = s.deck + s.under + s.pool + s.gone
    for p in s.players:
        cards = cards + p.hand + p.stash + [card for card in p.calendar if card >= 0]
        cards = cards + [card for card in p.play if card < 120]
        if s.phase == ph.STASH:
            cards = cards + p.choice
    return cards


def test_samples_differ_in_hidden_cards() -> None:
    t = new_game(3)
    drawn = {tuple(t.game.sample(t.state, 0, t.chance).players[1].stash) for _ in range(20)}
    assert len(drawn) > 15


def test_a_sample_never_deals_cards_the_seat_has_seen_elsewhere() -> None:
    """Cards in the pool, on calendars, in play, gone, in the seat's own hand are where they are."""
    for t in moments(3, 5):
        known = set(t.state.pool) | set(t.state.gone) | set(t.player(0).hand) | set(t.player(0).stash)
        for p in t.state.players:
            known |= {card for card in (*p.calendar, *p.play) if card >= 0}
        drawn = t.game.sample(t.state, 0, t.chance)
        assert not known & {card for place in hidden(drawn, 0) for card in place}


def test_samples_keep_reshuffled_cards_below_the_deck() -> None:
    """All saw which cards were shuffled under the deck in November: no sample has them above it, nor others below."""
    t = month(4, "November").gone(*range(1, 31)).deck(*range(50, 65)).end_month()
    under = set(range(30))
    for seat in (0, 1, SPECTATOR):
        for _ in range(20):
            drawn = t.game.sample(t.state, seat, t.chance)
            assert set(drawn.under) == under
            assert not under & set(drawn.deck)
            assert not under & {card for p in drawn.players for card in p.hand}


def test_a_hand_dealt_partly_from_reshuffled_cards_stays_that_way() -> None:
    t = month(4, "November").gone(*range(1, 31)).deck(*range(50, 65)).end_month()
    t.play_on(lambda t: t.phase == "month").end_month()
    old = [sum(card >= 30 for card in p.hand) for p in t.state.players]
    assert 0 < sum(old) < 9
    for _ in range(20):
        drawn = t.game.sample(t.state, 1, t.chance)
        assert [sum(card >= 30 for card in p.hand) for p in drawn.players] == old


def test_the_stash_is_never_a_reshuffled_card() -> None:
    """Stashes were dealt before anything was reshuffled."""
    t = month(4, "November").stash(1, 100, 101).gone(*range(1, 31)).deck(*range(50, 65)).end_month()
    for _ in range(20):
        assert not set(t.game.sample(t.state, 0, t.chance).players[1].stash) & set(range(30))


def test_hidden_choices_are_resampled_and_possible() -> None:
    t = month(3).roll(1, 2, 3, 4, 5, 6)
    t.do("die", 1, colour="blue").do("place", 1, month="August", half=False)
    t.do("die", 1, colour="red").do("place", 1, month="March", half=True)
    t.do("die", 2, colour="green")
    found = set()
    for _ in range(40):
        drawn = t.game.sample(t.state, 0, t.chance)
        assert drawn.players[2].choice == []
        choice = drawn.players[1].choice
        assert len(choice) == 6
        assert choice[0] != choice[3]
        found.add(tuple(choice))
    assert len(found) > 20
    assert t.game.sample(t.state, 1, t.chance).players[1].choice == t.player(1).choice


def test_a_spectator_can_do_nothing_and_is_told_so() -> None:
    t = month(3)
    assert t.game.legal(t.state, SPECTATOR) == []
    assert t.game.explain(t.state, SPECTATOR, 0) == "Only players can act."
