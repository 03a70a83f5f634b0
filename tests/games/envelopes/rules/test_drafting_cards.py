"""V10 "Drafting Cards"; RULINGS A4, A5.6."""

from __future__ import annotations

import pytest

from tests.games.envelopes.positions import Table, month, new_game


def drafting(seats: int = 3, chain: int = 0) -> Table:
    """March; every hand 2 cards, the starting player's 3; one card in the pool, one in each stash."""
    t = month(seats, chain=chain).deal()
    for seat in range(seats):
        t.hand(seat, *range(10 * seat + 1, 10 * seat + (4 if seat == chain else 3)))
        t.stash(seat, 10 * seat + 5)
    return t.pool(100)


def cards(t: Table, kind: str) -> set[int]:
    return {form["card"] for form in t.forms(kind)}


def pool(t: Table) -> set[int]:
    return {card + 1 for card in t.view().pool}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_gets_two_cards_and_the_starting_player_a_third(seats: int) -> None:
    for chain in range(seats):
        t = month(seats, chain=chain).deal()
        assert [mat.hand for mat in t.view().players] == [3 if seat == chain else 2 for seat in range(seats)]
        assert t.due == [chain]


def test_a_player_can_draft_from_hand_pool_or_stash_or_discard_and_pass() -> None:
    t = drafting()
    assert cards(t, "draft") == {1, 2, 3} | {100} | {5}
    assert cards(t, "pass") == {1, 2, 3}


def test_drafting_from_the_hand_puts_the_rest_of_the_hand_into_the_pool() -> None:
    t = drafting().do("draft", card=2)
    assert t.mat(0).calendar[0] == 1
    assert pool(t) == {100, 1, 3}
    assert t.mat(0).hand == 0
    assert t.mat(0).stash == 1
    assert t.due == [1]


def test_drafting_from_the_pool_puts_the_whole_hand_into_the_pool() -> None:
    t = drafting().do("draft", card=100)
    assert t.mat(0).calendar[0] == 99
    assert pool(t) == {1, 2, 3}


def test_drafting_from_the_stash_puts_the_whole_hand_but_not_the_stash_into_the_pool() -> None:
    t = drafting().stash(0, 5, 6).do("draft", card=5)
    assert t.mat(0).calendar[0] == 4
    assert pool(t) == {1, 2, 3, 100}
    assert t.mat(0).stash == 1


def test_passing_discards_one_card_face_up_and_moves_the_choice_clockwise() -> None:
    t = drafting().do("pass", card=3)
    assert pool(t) == {100, 3}
    assert t.mat(0).hand == 2
    assert t.mat(0).calendar[0] == -1
    assert t.due == [1]
    t.do("pass", card=11)
    assert t.due == [2]
    t.do("draft", card=21)
    assert t.due == [0]


def test_a_discarded_card_can_be_taken_by_any_player_including_its_owner() -> None:
    t = drafting().do("pass", card=3)
    assert t.can("draft", card=3)
    t.do("pass", card=11).do("pass", card=21)
    assert t.due == [0]
    t.do("draft", card=3)
    assert t.mat(0).calendar[0] == 2


def test_a_player_with_one_card_cannot_pass() -> None:
    t = drafting(2).do("pass", card=3).do("pass", card=11)
    assert t.can("pass", card=1)
    t.do("pass", card=1)
    assert t.due == [1]
    assert cards(t, "pass") == set()
    assert cards(t, "draft") == {12, 15, 100, 3, 11, 1}
    assert "can't pass" in t.why("pass", card=12)


def test_the_draft_continues_until_all_have_a_card_for_the_month() -> None:
    t = drafting()
    t.do("pass", card=1).do("draft", card=11).do("pass", card=21).do("pass", card=2)
    assert t.due == [2]
    t.do("draft", card=22).do("draft", card=3)
    assert t.phase == "dice"
    assert [mat.calendar[0] for mat in t.view().players] == [2, 10, 21]
    assert [mat.hand for mat in t.view().players] == [0, 0, 0]


def test_the_starting_player_of_the_month_drafts_first_and_then_clockwise() -> None:
    t = drafting(3, chain=1)
    order = []
    while t.phase == "draft":
        order.append(t.due[0])
        t.do("draft", card=t.forms("draft")[0]["card"])
    assert order == [1, 2, 0]


def test_a_drafted_card_is_not_yet_in_play() -> None:
    """ "As long as it remains on your Calendar it is useless." """
    t = month(2).waiting(0, "Hundred-Dollar Handshake").give(0, red=1)
    assert not t.can("use", card=88)
    assert "You don't have" in t.why("use", card=88)


def test_cards_in_the_pool_stay_for_the_next_month() -> None:
    t = drafting(2).do("draft", card=1).do("draft", card=11)
    t.end_month()
    assert {2, 3, 12, 100} <= pool(t)


def test_a_short_deck_is_refilled_with_the_cards_that_left_the_game() -> None:
    """A5.6: deal what is left, shuffle all cards that left the game (not the pool), go on dealing."""
    t = month(3).deck(1, 2, 3).gone(4, 5, 6, 7, 8).pool(9, 10).deal()
    dealt = sorted(card + 1 for seat in range(3) for card in t.player(seat).hand)
    assert len(dealt) == 7
    assert {1, 2, 3} <= set(dealt) <= set(range(1, 9))
    assert pool(t) == {9, 10}
    assert t.view().gone == []
    assert t.view().deck == 1


def test_a_short_deck_deals_its_own_cards_first() -> None:
    for _ in range(5):
        t = month(2).deck(1, 2).gone(4, 5, 6, 7, 8).deal()
        assert sorted(t.player(0).hand[:2]) == [0, 1]


def test_a_player_without_cards_to_draft_gets_none() -> None:
    t = month(2).deck(1, 2).deal()
    assert [mat.hand for mat in t.view().players] == [2, 0]
    t.do("draft", card=1)
    assert t.due == [1]
    t.do("draft", card=2)
    t = month(2).deck(1).deal()
    t.do("draft", card=1)
    assert t.phase == "dice"
    assert t.mat(1).calendar[0] == -1


def test_a_game_of_four_with_a_stash_never_runs_out_of_cards() -> None:
    t = new_game(4, 5).play_on(lambda t: t.phase == "over")
    assert t.view().phase == "over"
