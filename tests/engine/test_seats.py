"""Test sets of seats as bit masks."""

from __future__ import annotations

from cashbox.engine.game import SPECTATOR
from cashbox.engine.seats import has, mask_of, only, seats_of


def test_a_mask_and_its_seats_are_the_same_set() -> None:
    for mask in range(1 << 6):
        assert mask_of(seats_of(mask)) == mask
        assert [seat for seat in range(8) if has(mask, seat)] == seats_of(mask)
    assert mask_of([2, 0, 2]) == 0b101


def test_an_empty_mask_and_a_single_seat() -> None:
    assert (seats_of(0), seats_of(only(3))) == ([], [3])


def test_a_spectator_is_in_no_mask() -> None:
    assert not has(0xFF, SPECTATOR)
