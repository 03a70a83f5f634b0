"""V10 "The Secret Stash", "Secrets about the Stash"; RULINGS A4, A5.3, A5.7."""

from __future__ import annotations

import pytest

from tests.games.envelopes.positions import Table, month, new_game


def reject_two(t: Table, seat: int) -> list[int]:
    rejected = []
    for left in (2, 1):
        mine = t.view(seat).mine
        assert mine is not None
        assert mine.to_reject == left
        card = t.forms("reject", seat)[0]["card"]
        t.do("reject", seat, card=card)
        rejected.append(card)
    return rejected


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_keep_four_of_six_cards_and_put_two_face_up_into_the_pool(seats: int) -> None:
    t = new_game(seats)
    assert t.phase == "stash"
    assert t.due == list(range(seats))
    assert [len(t.forms("reject", seat)) for seat in range(seats)] == [6] * seats
    rejected = [card for seat in range(seats) for card in reject_two(t, seat)]
    assert t.phase == "draft"
    assert sorted(card + 1 for card in t.view().pool) == sorted(rejected)
    assert [mat.stash for mat in t.view().players] == [4] * seats
    assert 120 - 6 * seats - (2 * seats + 1) == t.view().deck


def test_players_choose_simultaneously_and_secretly() -> None:
    t = new_game(3)
    before = t.view_bytes(1)
    t.do("reject", 0, card=t.forms("reject", 0)[0]["card"])
    assert t.view_bytes(1) == before
    t.do("reject", 0, card=t.forms("reject", 0)[0]["card"])
    assert t.view(1).pool == []
    assert [mat.chosen for mat in t.view(1).players] == [True, False, False]
    assert [mat.stash for mat in t.view(1).players] == [4, 4, 4]
    assert t.due == [1, 2]


def test_without_a_stash_the_first_pool_is_empty() -> None:
    t = new_game(3, stash=False)
    assert t.phase == "draft"
    assert t.view().pool == []
    assert [mat.stash for mat in t.view().players] == [0, 0, 0]


def test_the_stash_can_be_used_in_four_drafts() -> None:
    t = month(2).stash(0, 1, 2, 3, 4).deal()
    for card in (1, 2, 3, 4):
        t.play_on(lambda t: t.phase == "draft" and t.due == [0])
        t.do("draft", 0, card=card)
        assert t.mat(0).stash == 4 - card
        t.play_on(lambda t: t.phase == "month").end_month()
    t.play_on(lambda t: t.phase == "draft" and t.due == [0])
    open_to_him = {card + 1 for card in t.view().pool + t.player(0).hand}
    assert {form["card"] for form in t.forms("draft")} == open_to_him
