"""BGA, the online rules: what differs from the standard game; RULINGS A1, A4, A5.4."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import Table, month, new_game
from tests.games.envelopes.random_players import play

SPECTATOR = -1


def online(seats: int = 2, name: str = "March", **options: Any) -> Table:
    return month(seats, name, mode="online", **options)


# -- Recruiting Boards: 15 for all five positions, else 5 for the first three ----------------------------------------


def boards(t: Table) -> list[list[str]]:
    return [entry["positions"] for entry in t.game.content["boards"]["board"]]


def test_there_are_at_least_24_different_boards_of_five_positions() -> None:
    found = boards(online())
    assert len(found) >= 24
    assert len({(frozenset(board[:3]), frozenset(board[3:])) for board in found}) == len(found)
    assert all(len(set(board)) == 5 and set(board) <= set(v.POSITIONS) for board in found)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_two_players_have_the_same_board(seats: int) -> None:
    seen = set()
    for seed in range(40):
        t = new_game(seats, seed, mode="online")
        held = [p.board for p in t.state.players]
        assert len(set(held)) == seats
        seen |= set(held)
    assert len(seen) > 20


def signed_positions(filled: list[int]) -> Table:
    """The end of a game in which seat 0 has recruits of these places of his board, all from different regions."""
    t = online(2, "February")
    wanted = boards(t)[t.player(0).board]
    for slot, k in zip((0, 4, 8, 16, 20), filled, strict=False):
        t.position(slot, wanted[k])
    t.signed(0, *(0, 4, 8, 16, 20)[: len(filled)])
    return t.bucks(0, 0).bucks(1, 0).end_game()


@pytest.mark.parametrize(
    ("filled", "stars"),
    [
        ([0, 1, 2, 3, 4], 15),
        ([0, 1, 2], 5),
        ([0, 1, 2, 3], 5),
        ([0, 1, 2, 4], 5),
        ([1, 2, 3, 4], 0),
        ([0, 2, 3, 4], 0),
        ([0, 1, 3, 4], 0),
        ([0, 1], 0),
        ([], 0),
    ],
)
def test_a_board_scores_fifteen_or_five_stars(filled: list[int], stars: int) -> None:
    t = signed_positions(filled)
    assert t.sheet(0, "board") == ([(t.mat(0).board, stars)] if stars else [])
    mine = t.view(0).mine
    assert mine is not None
    assert (mine.board_stars, t.mat(0).board_stars) == (stars, stars)
    t.sheets_add_up()


def test_boards_are_scored_after_the_tables() -> None:
    t = signed_positions([0, 1, 2, 3, 4])
    sources = [entry.source for entry in t.mat(0).sheet]
    assert sources[-3:] == ["positions", "region", "board"]


def test_boards_can_decide_the_game() -> None:
    t = online(2, "February")
    wanted = boards(t)[t.player(0).board][:3]
    for slot, position in zip((0, 4, 8), wanted, strict=True):
        t.position(slot, position)
    # Three positions are 4 stars, the best region 1: nine besides the board's 5.
    t.signed(0, 0, 4, 8).bucks(0, 0).bucks(1, 0).stars(1, 9).end_game()
    assert (t.mat(0).stars, t.winner()) == (10, 0)


def test_a_card_that_adds_a_position_fills_no_space_on_a_board() -> None:
    t = online(2, "February").play_card(0, "extra position")
    wanted = boards(t)[t.player(0).board]
    t.position(0, wanted[0]).position(4, wanted[1]).signed(0, 0, 4).bucks(0, 0).bucks(1, 0).end_game()
    assert t.sheet(0, "board") == []


@pytest.mark.slow
def test_boards_are_hidden_until_the_end() -> None:
    """In no view, no line of the log, no prompt and no label; and what it is changes nothing for another."""
    for t, _, _ in play(3, 4, options={"mode": "online"}):
        if t.phase == "over":
            break
        assert [(mat.board, mat.board_stars) for mat in t.view().players] == [(-1, 0)] * 3
        mine = [t.view(seat).mine for seat in range(3)]
        assert [one.board for one in mine if one] == [p.board for p in t.state.players]
    assert [mat.board for mat in t.view().players] == [p.board for p in t.state.players]


@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_an_opponents_board_changes_no_byte(viewer: int) -> None:
    """At every kind of decision: view, log, legal actions, prompt and labels of a viewer are the same."""
    seen = set()
    for k, (t, _, _) in enumerate(play(3, 2, options={"mode": "online"})):
        if (k % 25 and t.phase in seen) or t.phase == "over":
            continue
        seen.add(t.phase)
        before, told = known(t, viewer), t.said(viewer)
        held = [p.board for p in t.state.players]
        spare = [board for board in range(len(boards(t))) if board not in held]
        for seat, p in enumerate(t.state.players):
            if seat != viewer:
                p.board = spare.pop()
        assert known(t, viewer) == before
        assert t.said(viewer) == told
        for p, board in zip(t.state.players, held, strict=True):
            p.board = board
    assert {"stash", "draft", "dice", "month"} <= seen


def known(t: Table, viewer: int) -> tuple[Any, ...]:
    legal = t.game.legal(t.state, viewer)
    return (
        t.view_bytes(viewer),
        legal,
        t.game.prompt(t.state, viewer, t.names),
        [t.game.describe(t.state, viewer, action).label for action in legal],
    )


def test_before_the_end_the_log_shows_a_board_only_to_its_owner() -> None:
    t = new_game(3, 5, mode="online")
    assert [line for line in t.said(SPECTATOR) if "Recruiting Board" in line] == []
    for seat in range(3):
        (line,) = [line for line in t.said(seat) if "Recruiting Board" in line]
        assert line == f"Your Recruiting Board: {', '.join(boards(t)[t.player(seat).board])}."


def test_samples_keep_the_players_own_board_and_redraw_the_others() -> None:
    t = new_game(3, 6, mode="online")
    own = t.player(0).board
    found = set()
    for k in range(60):
        drawn = t.game.sample(t.state, 0, SeededChance(k))
        held = [p.board for p in drawn.players]
        assert held[0] == own
        assert len(set(held)) == 3
        found.add(held[1])
    assert own not in found
    assert len(found) > 15
    everybody = {t.game.sample(t.state, SPECTATOR, SeededChance(k)).players[0].board for k in range(60)}
    assert len(everybody) > 15


def test_boards_are_public_after_the_end() -> None:
    t = online(2, "February").end_game()
    assert all(mat.board >= 0 for mat in t.view().players)
    drawn = t.game.sample(t.state, 0, SeededChance(1))
    assert [p.board for p in drawn.players] == [p.board for p in t.state.players]


# -- 8) Run a marketing campaign -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bucks", "stars"), [(1, 1), (2, 1), (3, 2), (5, 3), (8, 4), (9, 4), (11, 4), (12, 5)])
def test_a_campaign_costs_up_to_twelve_bucks(bucks: int, stars: int) -> None:
    t = online().bucks(0, 20)
    assert t.gained(lambda: t.do("campaign", bucks=bucks)) == {"bucks": -bucks, "stars": stars}
    assert not online().bucks(0, 20).can("campaign", bucks=13)


def test_twelve_small_campaigns_score_twelve_and_one_large_scores_five() -> None:
    t = online().bucks(0, 12)
    for name in v.MONTHS:
        t.state.month = v.MONTHS.index(name)
        t.do("campaign", bucks=1)
        assert not t.forms("campaign")
        t.player(0).campaign = 0
    assert t.tally(0) == {"stars": 12}
    t = online().bucks(0, 12).do("campaign", bucks=12)
    assert t.tally(0) == {"stars": 5}


def test_the_final_campaign_costs_up_to_twelve_bucks() -> None:
    t = online(2, "February").bucks(0, 12).end_game(campaigns={0: 12})
    assert t.sheet(0, "final_campaign") == [(12, 5)]


def test_the_card_for_twelve_bucks_has_no_effect() -> None:
    assert [form["bucks"] for form in online().play_card(0, "campaign 12").bucks(0, 20).forms("campaign")][-1] == 12


# -- Value Modifier Die as an option ---------------------------------------------------------------------------------


def test_the_die_is_an_option() -> None:
    t = online(die=False).at(0, "iowa").give(0, blue=3)
    assert t.gained(lambda: t.do("sign", recruit="iowa", chance=[])) == {"blue": -3, "stars": 4}
    assert not any("from the die" in line for line in t.said())


# -- Ties: leftover bucks, recruits, a die --------------------------------------------------------------------------


def level(*stars: int) -> Table:
    t = online(len(stars), "February")
    for seat, n in enumerate(stars):
        t.stars(seat, n).bucks(seat, 0)
        t.player(seat).board = seat
    return t


def test_a_tie_goes_to_the_most_leftover_bucks() -> None:
    assert level(10, 10, 10).bucks(0, 2).bucks(1, 3).end_game().winners() == [1]


def test_bucks_come_before_recruits() -> None:
    t = level(12, 10)
    # Two recruits of one position from two regions are 2 stars.
    t.position(0, "QB").position(8, "QB").signed(1, 0, 8).bucks(0, 1).end_game()
    assert [mat.stars for mat in t.view().players] == [12, 12]
    assert t.winners() == [0]


def test_equal_bucks_are_decided_by_the_number_of_recruits() -> None:
    """Two recruits of one position against one: the tables pay both the same, positions are level."""
    t = level(10, 10)
    t.position(0, "QB").position(8, "QB").position(20, "QB").signed(0, 20).signed(1, 0, 8).end_game()
    assert [mat.stars for mat in t.view().players] == [12, 12]
    assert t.winners() == [1]
    outcome = t.game.outcome(t.state)
    assert outcome is not None
    assert outcome.text.format(*t.names) == "P1 wins with 12 stars, with the same leftover bucks and more recruits."


def test_remaining_ties_are_decided_by_the_highest_die() -> None:
    assert level(10, 10, 9).end_game(chance=[5, 4]).winners() == [0]
    t = level(10, 10, 10).end_game(chance=[5, 5, 4, 2, 2, 0, 3])
    assert t.winners() == [1]
    rolls = [line for line in t.said() if "to break the tie" in line]
    assert rolls[0] == "P0 rolls a 6 to break the tie."
    assert len(rolls) == 7
    outcome = t.game.outcome(t.state)
    assert outcome is not None
    assert outcome.text.format(*t.names) == "P1 wins with 10 stars. Everything else was tied, so a die roll decided."
