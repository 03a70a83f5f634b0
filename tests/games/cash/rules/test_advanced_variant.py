"""CASH "Advanced variant"; RULINGS B2.17."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import face, new_game, turn


@pytest.mark.parametrize("seats", range(2, 9))
def test_no_player_is_dealt_a_license_and_all_licenses_are_in_the_deck(seats: int) -> None:
    t = new_game(seats, mode="advanced")
    assert not any(firm.license for firm in t.view().players)
    assert t.view().deck == t.tables.size - 7 * seats - 1
    assert sorted(t.cards()) == list(range(t.tables.size))
    hidden = t.state.deck + [card for p in t.state.players for card in p.hand]
    assert sum(t.tables.face[card] == face("license") for card in hidden) == 20


def test_hands_are_dealt_as_usual() -> None:
    t = new_game(3, mode="advanced")
    assert sorted(firm.hand for firm in t.view().players) == [7, 7, 8]


def test_every_round_starts_without_licenses() -> None:
    t = turn(2, mode="advanced").hand(0, "license").play("license").finish().idle()
    t.play_stop()
    assert t.view().round == 2
    assert not any(firm.license for firm in t.view().players)


def test_a_license_in_hand_can_be_traded() -> None:
    t = turn(2, mode="advanced").hand(0, 5_000).hand(1, "license")
    t.offer(1, (5_000,), ("license",)).do("accept").play("license")
    assert t.firm(0).license


def test_dealing_licenses_is_an_option_in_standard_mode() -> None:
    assert not any(firm.license for firm in new_game(2, license=False).view().players)
    with pytest.raises(ValueError, match="license"):
        new_game(2, mode="advanced", license=True)
