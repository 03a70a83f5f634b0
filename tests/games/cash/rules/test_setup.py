"""CASH "Objective", "Components", "Setup"; RULINGS B1, B2.15."""

from __future__ import annotations

import pytest

from cashbox.engine.chance import ScriptedChance, SeededChance
from cashbox.engine.game import SPECTATOR
from tests.games.cash.positions import Table, face, game, new_game, turn

SEATS = range(2, 9)


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_player_is_random_and_has_the_marker(seats: int) -> None:
    found = set()
    for seed in range(80):
        view = new_game(seats, seed).view()
        assert view.active == view.first
        found.add(view.first)
    assert found == set(range(seats))


def test_the_first_random_draw_decides_who_plays_first() -> None:
    options = game().check_options({}, 3)
    for first in range(3):
        cards = game().tables.size - 3
        script = ScriptedChance([(3, first), *((cards - k, 0) for k in range(22))])
        state = game().start(options, 3, script)
        assert (state.first, state.active, script.left) == (first, first, 0)


@pytest.mark.parametrize("seats", SEATS)
def test_each_firm_gets_a_license_and_the_others_stay_in_the_deck(seats: int) -> None:
    t = new_game(seats)
    assert all(firm.license for firm in t.view().players)
    licenses = [card for card in t.cards() if t.tables.face[card] == face("license")]
    assert len(licenses) == 20
    hidden = t.state.deck + [card for p in t.state.players for card in p.hand]
    assert sum(t.tables.face[card] == face("license") for card in hidden) == 20 - seats


@pytest.mark.parametrize("seats", SEATS)
def test_each_player_has_seven_cards_and_the_first_has_drawn_an_eighth(seats: int) -> None:
    t = new_game(seats)
    first = t.view().first
    assert [t.count(seat) for seat in range(seats)] == [8 if seat == first else 7 for seat in range(seats)]
    assert t.view().deck == t.tables.size - seats - 7 * seats - 1
    assert sorted(t.cards()) == list(range(t.tables.size))


def test_all_the_remaining_cards_are_shuffled() -> None:
    hands = {tuple(new_game(2, seed).mine(0).hand) for seed in range(20)}
    assert len(hands) == 20


def test_every_card_of_the_deck_is_dealt_about_equally_often() -> None:
    chance = SeededChance("fair")
    options = game().check_options({}, 8)
    seen = [0] * game().tables.size
    for _ in range(600):
        for p in game().start(options, 8, chance).players:
            for card in p.hand:
                seen[card] += 1
    assert seen[:8] == [0] * 8
    expected = 600 * 57 / 208
    assert max(seen) < 1.35 * expected
    assert min(seen[8:]) > 0.65 * expected


def test_no_player_starts_with_capital_or_tabled_cards() -> None:
    for firm in new_game(5).view().players:
        assert (firm.capital, firm.cash, firm.policies, firm.ventures, firm.taxman) == (0, [], [], 0, False)
        assert (firm.probe, firm.lost, firm.extra) == (-1, 0, 0)


def test_the_dumped_deals_are_empty_at_the_start() -> None:
    assert new_game(4).view().dump == []


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_players_can_play(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 players"):
        game().check_options({}, seats)


def test_a_new_round_is_set_up_like_the_first() -> None:
    """RULINGS B2.15: all cards back and shuffled, licenses as at set-up, hands and firms anew."""
    t = turn(3).cash(0, 5_000).insured(1, "economy", 25_000).venture(2).taxman(0).investigated(1).loses(2, 2)
    t.dump(10_000, "crash").play_stop()
    assert t.view().round == 2
    assert sorted(t.cards()) == list(range(t.tables.size))
    for seat, firm in enumerate(t.view().players):
        assert firm.license
        assert (firm.cash, firm.policies, firm.ventures, firm.taxman, firm.probe) == ([], [], 0, False, -1)
        assert (firm.lost, firm.extra) == (0, 0)
        assert firm.hand == (8 if seat == t.active else 7)
    assert t.view(SPECTATOR).dump == []
    assert t.view().turn == 1


def test_the_objective_is_the_most_capital_at_a_million() -> None:
    t = turn(2).capital(0, 995_000).cash(0, 5_000).capital(1, 990_000).cash(1, 5_000)
    t.play_stop()
    assert t.winners() == [0]
    assert Table.winners(t) == [0]
