"""Test sentences that were once false in some situation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox import games
from cashbox.engine.tale import Past
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import help as helping
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.modes import MODES
from cashbox.games.envelopes.rules import game_end, score_sheet
from cashbox.games.envelopes.rules.stash import STASH_DEALT
from cashbox.games.envelopes.state import signed
from cashbox.games.envelopes.text import ending
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import Table, month, new_game

if TYPE_CHECKING:
    from typing import Any

QB = 0
TWINS = (v.FIRST_BORDER, v.FIRST_BORDER + 1)


def with_twins(seats: int = 2, **options: Any) -> Table:
    """A month in which two quarterbacks stand in one border state, with 2 and 4 stars."""
    t = month(seats, **options)
    t.state.position, t.state.value = t.state.position[:], t.state.value[:]  # states share them
    for slot, stars in zip(TWINS, (2, 4), strict=True):
        t.state.position[slot] = QB
        t.state.value[slot] = stars
    return t


def tale_of(t: Table) -> dict[str, Any]:
    """Seat 0's lines on the score sheet, by their names."""
    sheet = ending.tale(Past(t.state, t.names, [], [], [])).sheets[0]
    return {line.text: line for line in sheet.lines}


def test_the_first_prompt_describes_dice_and_cards_correctly() -> None:
    step = games.glance("envelopes").steps[0]
    assert step.title.index("card") < step.title.index("dice")
    assert step.text.index("card") < step.text.index("dice")
    assert "chooses two" in step.text
    assert "Several players can choose the same die" in step.text
    assert "in turn" not in step.text


def test_labels_and_log_tell_two_equal_recruits_apart() -> None:
    t = with_twins().give(0, **{v.COLOURS[c]: 2 for c in range(6)})
    labels = {t.game.describe(t.state, 0, act.RUNNER + slot).label for slot in TWINS}
    assert len(labels) == 2
    assert any("4-star QB from" in label for label in labels)
    t.log.clear()
    t.do("runner", recruit=TWINS[1])
    while t.state.step is not None:
        t.game.play(t.state, 0, t.game.legal(t.state, 0)[-1], t.chance)
    assert any("to the 4-star QB from" in line for line in t.said())


def test_a_unique_recruit_is_named_by_position_and_state() -> None:
    t = with_twins().give(0, **{v.COLOURS[c]: 2 for c in range(6)})
    t.state.position[TWINS[1]] = 1
    assert "star" not in t.game.describe(t.state, 0, act.RUNNER + TWINS[0]).label


def test_lists_separate_cards_with_commas_in_their_names() -> None:
    t = new_game(2)
    said = t.game.narrate((STASH_DEALT, 0, 41, 75, 102), 0, t.names)
    assert said == (
        "You are dealt Team Photographer, Good Side Only; Wall of Fame, Mostly Empty Frames; "
        "and New Tradition, Since Tuesday."
    )


@pytest.mark.parametrize("twins", [(2, 4), (3, 3)])
def test_the_score_sheet_lists_every_campaign_and_recruit(twins: tuple[int, int]) -> None:
    t = with_twins()
    p = t.player(0)
    for at in (0, 1):
        score_sheet.add(t.state, p, score_sheet.CAMPAIGN, 3, 2, at)
    for slot, stars in zip(TWINS, twins, strict=True):
        t.state.value[slot] = stars
        score_sheet.add(t.state, p, score_sheet.RECRUIT, slot, stars)
        p.slots = [*p.slots, signed(slot, stars)]
    lines = tale_of(t)
    assert [(item.text, item.by) for item in lines["Campaigns"].items] == [
        ("for 3 bucks in March", 2), ("for 3 bucks in April", 2),
    ]  # fmt: skip
    assert sorted(item.by for item in lines["Recruits"].items) == [*twins]


def test_the_score_curve_counts_end_cards() -> None:
    t = month(2).play_card(0, 120)
    p = t.player(0)
    before = game_end.so_far(t.state, p)
    p.calendar[0] = 3
    p.calendar[2] = 4
    assert game_end.so_far(t.state, p) == before + 6


@pytest.mark.parametrize(("bubbas", "given"), [(0, True), (2, False), (5, False)])
def test_awards_include_bubba(bubbas: int, given: bool) -> None:
    t = month(1, mode="solitaire")
    t.player(0).slots = [signed(0, 5), signed(1, 3)]
    assert t.state.bubba
    t.state.bubba.slots = [signed(slot, 1) for slot in range(2, 2 + bubbas)]
    past = Past(t.state, t.names, [], [], [])
    assert (ending.scout(past) is not None) == given
    assert ending.catch(past) is not None


def test_the_log_says_why_a_turn_ends_and_a_trade_is_made() -> None:
    t = month(2).give(0, green=4, red=2, moves=3)
    assert t.game.effect_text(t.state, 0, act.END) == "This ends your turn: you discard 6 envelopes."
    blue = v.COLOURS.index("blue")
    assert t.game.effect_text(t.state, 0, act.TRADE + blue) == "You give 3 envelopes and 1 buck for 1 blue envelope."


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.id)
def test_help_mentions_only_months_that_are_played(mode: Any) -> None:
    known = helping.facts(helping.rules_of(mode))
    assert known["seeded"] <= known["months"]


def test_the_log_says_what_using_a_card_costs() -> None:
    t = month(2, rules=game()).play_card(0, 41, 29).bucks(0, 3).give(0, green=2)
    t.log.clear()
    t.do("use", card=29)
    assert t.said() == [
        "P0 uses Trophy Polisher.",
        "P0 pays 2 green to use Trophy Polisher.",
        "P0 scores 2 stars from Trophy Polisher.",
    ]
    t.log.clear()
    t.do("use", card=41)
    assert t.said()[0] == "P0 uses Concession Stand with a Back Room for 1 buck."


@pytest.mark.parametrize(("options", "where"), [({}, "start the pool"), ({"mode": "solitaire"}, "leave the game")])
def test_the_first_prompt_explains_the_stash(options: dict[str, Any], where: str) -> None:
    t = new_game(1 if options else 2, **options)
    seat = t.due[0]
    prompt = t.game.prompt(t.state, seat, t.names)
    assert where in prompt
    assert "In any month, you can draft one of them" in prompt
