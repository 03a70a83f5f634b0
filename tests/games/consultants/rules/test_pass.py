"""ITS "Pass", "End of Phase"."""

from __future__ import annotations

from tests.games.consultants.positions import work


def test_a_player_who_passed_does_nothing_more_this_round() -> None:
    t = work(3).hand(0, "red").pass_()
    assert t.boss(0).passed
    t.hand(1, "red").assign("red", 0, 0).pass_()
    assert t.due == [1]
    assert t.forms(0) == []
    assert t.why("assign", by=0, rank="senior", place=1, desk=0) == "You have already passed this round."


def test_the_phase_ends_when_all_players_have_passed() -> None:
    t = work(3).pass_().pass_()
    assert t.view().round == 2
    t.pass_()
    assert (t.view().round, t.phase) == (3, "start")
