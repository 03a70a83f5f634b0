"""V10 "Determining the Winner (and Breaking Ties)"; RULINGS A4, A5.20."""

from __future__ import annotations

from tests.games.envelopes.positions import Table, month

ACE, KING, QUEEN, TWO = 12, 11, 10, 0


def level(*stars: int) -> Table:
    """The end of a game, before which these stars were scored and all bucks were spent."""
    t = month(len(stars), "February")
    for seat, n in enumerate(stars):
        t.stars(seat, n).bucks(seat, 0)
    return t


def text(t: Table) -> str:
    outcome = t.game.outcome(t.state)
    assert outcome is not None
    return outcome.text.format(*t.names)


def test_the_most_stars_win() -> None:
    t = level(10, 12, 11).end_game()
    assert t.winner() == 1
    assert text(t) == "P1 wins with 12 stars."


def test_stars_come_before_everything_else() -> None:
    t = level(10, 11).bucks(0, 50).end_game(campaigns={})
    assert t.winner() == 1


def test_a_tie_goes_to_the_most_left_over_bucks() -> None:
    t = level(10, 10, 10).bucks(0, 2).bucks(1, 3).end_game()
    assert t.winner() == 1
    assert "leftover bucks" in text(t)


def test_bucks_spent_on_the_final_campaign_do_not_break_ties() -> None:
    t = level(10, 10).bucks(0, 2).bucks(1, 3).end_game(campaigns={1: 2})
    assert t.winner() == 1
    assert t.mat(1).stars == 11
    t = level(10, 9).bucks(0, 2).bucks(1, 3).end_game(campaigns={1: 2})
    assert [mat.stars for mat in t.view().players] == [10, 10]
    assert t.winner() == 0


def test_equal_bucks_are_decided_by_the_most_different_positions() -> None:
    t = level(10, 10)
    a, b, c = t.slot("iowa"), t.slot("georgia"), t.slot("montana")
    t.position(a, "QB").position(b, "QB").position(c, "LB").signed(0, a).signed(1, b, c)
    # Tables: 1 position and 1 recruit are 2 stars, 2 positions and 1 recruit of the best region are 3.
    t.stars(0, 11)
    t.end_game()
    assert [mat.stars for mat in t.view().players] == [13, 13]
    assert t.winner() == 1
    assert "positions" in text(t)


def test_bucks_come_before_positions() -> None:
    t = level(10, 10)
    a, b, c = t.slot("iowa"), t.slot("georgia"), t.slot("montana")
    t.position(a, "QB").position(b, "QB").position(c, "LB").signed(0, a).signed(1, b, c)
    t.stars(0, 11).bucks(0, 1).end_game()
    assert t.winner() == 0


def test_the_number_of_recruits_breaks_no_tie() -> None:
    """The online rules ask for recruits, the standard rules for different positions."""
    t = level(10, 10)
    a, b, c = t.slot("iowa"), t.slot("georgia"), t.slot("montana")
    t.position(a, "QB").position(b, "QB").position(c, "QB").signed(0, a).signed(1, b, c)
    t.end_game(chance=[ACE, TWO])
    assert t.winner() == 0


def test_players_who_are_still_tied_cut_a_deck_and_the_highest_card_wins() -> None:
    t = level(10, 10, 10).end_game(chance=[TWO, ACE, KING])
    assert t.winner() == 1
    assert "cutting the deck" in text(t)
    assert "P1 cuts the Ace." in t.said()


def test_only_tied_players_cut_the_deck() -> None:
    t = level(10, 9, 10).end_game(chance=[TWO, KING])
    assert t.winner() == 2
    assert not any(line.startswith("P1 cuts") for line in t.said())


def test_cutting_repeats_until_there_is_a_winner() -> None:
    t = level(10, 10, 10).end_game(chance=[ACE, ACE, KING, QUEEN, QUEEN, TWO, KING])
    assert t.winner() == 1


def test_there_is_always_one_winner() -> None:
    t = level(0, 0, 0, 0).end_game(chance=[5, 5, 5, 5, 5, 5, 5, 5, 1, 2, 3, 4])
    assert t.winner() == 3
