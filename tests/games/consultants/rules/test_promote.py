"""ITS "Promote"; RULINGS C1, C3.7: $2, shown, for a principal of the same color, shown."""

from __future__ import annotations

import pytest

from cashbox.engine.chance import SeededChance
from tests.games.consultants.positions import work


def test_promoting_costs_two_dollars_and_gives_a_principal_of_the_same_color() -> None:
    t = work(2).hand(0, "red").promote("red")
    assert t.worths() == [8, 10]
    assert t.held(0) == ["red*", "violet"]
    assert t.deck("seniors").count("red") == 10
    assert t.due == [1]


def test_both_consultants_are_shown_to_all() -> None:
    t = work(3).hand(0, "red").promote("red")
    for viewer in (1, 2):
        assert t.shown(viewer, 0) == ["red*"]
        assert "P0 promotes a red senior." in t.said(viewer)


def test_a_principal_may_be_promoted_to_itself() -> None:
    t = work(2).hand(0, "red*").without("red*").promote("red*")
    assert t.held(0) == ["red*", "violet"]
    assert t.worths() == [8, 10]


def test_the_label_of_promoting_a_principal_mentions_only_the_money() -> None:
    """ITS "Promote": the consultant may be a principal; what it changes is compared with what it says."""
    t = work(2).hand(0, "red*")
    action = t.game.decode({"type": "promote", "colour": "red", "rank": "principal"})
    assert t.game.describe(t.state, 0, action).label == (
        "Promote: show a red principal and get it back ($2, $8 left, no other change)"
    )
    before = [t.game.measures(t.state, seat) for seat in (-1, 0, 1)]
    facts = t.game.describe(t.state, 0, action).facts
    assert (facts.known["same"], [one.what for one in facts.changes]) == (1, ["dollars"])
    t.promote("red*")
    after = [t.game.measures(t.state, seat) for seat in (-1, 0, 1)]
    assert {name for was, now in zip(before, after, strict=True) for name in was if was[name] != now[name]} == {
        "dollars"
    }
    assert "P0 promotes a red principal, getting the same one back." in t.said(1)
    senior = t.game.decode({"type": "promote", "colour": "violet", "rank": "senior"})
    assert "same" not in t.game.describe(work(2).state, 0, senior).facts.known


def test_only_a_consultant_in_hand_can_be_promoted() -> None:
    t = work(2).sit(0, 0, "red", by=0)
    assert t.why("promote", colour="red", rank="senior") == "You have no red senior in hand."


def test_promoting_requires_two_dollars() -> None:
    t = work(2).money(1)
    assert "promote" not in t.types()
    assert t.why("promote", colour="violet", rank="senior") == "That costs $2, and you only have $1."


def test_promoting_is_legal_even_if_no_principal_is_left() -> None:
    """No one may know."""
    t = work(2)
    assert t.can("promote", colour="violet", rank="senior")
    assert t.without("violet*").can("promote", colour="violet", rank="senior")


def test_card_and_money_come_back_if_no_principal_is_left() -> None:
    t = work(3).hand(0, "red").without("violet*")
    window = t.game.window(t.state)
    t.promote("violet")
    assert t.worths() == [10, 10, 10]
    assert t.held(0) == ["red", "violet"]
    assert t.due == [0]
    assert t.shown(1, 0) == t.shown(2, 0) == ["violet"]
    assert t.said(1) == ["P0 shows a violet senior, but no principal of that color is left."]
    assert t.game.window(t.state) > window


def test_a_failed_promotion_is_legal_again_only_in_the_next_turn() -> None:
    t = work(2).hand(0, "red").without("violet*").promote("violet")
    assert not t.can("promote", colour="violet", rank="senior")
    assert t.why("promote", colour="violet", rank="senior") == "No principal of that color is left."
    assert t.can("promote", colour="red", rank="senior")
    t.assign("red", 0, 0).pass_()
    assert t.can("promote", colour="violet", rank="senior")


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_a_failed_promotion_shows_that_the_deck_has_no_such_principal(viewer: int) -> None:
    """All four violet principals are with seat 1, who got them unseen."""
    t = work(3).hand(1, "violet*", "violet*", "violet*", "violet*", "red*").promote("violet")
    for seed in range(40):
        drawn = t.sampled(viewer, SeededChance(seed))
        assert "violet*" not in drawn.deck("principals")
