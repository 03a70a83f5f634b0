"""Test tips and help pages: they are complete, and all their numbers come from the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox import games
from cashbox.games.consultants import help as helping
from cashbox.games.consultants.content import Content, read_data
from cashbox.games.consultants.options import EDITION, MODES, Rules

if TYPE_CHECKING:
    from cashbox.engine.game import Mode

TIPS = helping.tips()
CONTENT = Content(read_data())
ACTIONS = ("assign", "lift", "seat", "train", "promote", "recruit", "take", "pass", "starter", "recall", "give", "stay")


def page_of(mode: Mode) -> str:
    page = games.help_page("consultants", mode.id)
    assert page is not None
    return page.everything


# -- sentences of the board --------------------------------------------------------------------------------------------


def test_every_part_of_the_table_has_a_help_sentence() -> None:
    wanted = {f"action.{kind}" for kind in ACTIONS}
    wanted |= {f"kind.{kind}" for kind in ("silver", "gold", "innovation")}
    wanted |= {f"price.{what}" for what in ("train", "promote", "recruit", "moves")}
    wanted |= {"consultant", "desk", "pay", "deadline", "late", "event", "event.hidden", "events", "last", "stock"}
    wanted |= {"money", "debt", "hand", "known", "moves", "completed", "start", "due", "passed", "track"}
    wanted |= {"deck.seniors", "deck.principals", "worth", "kind.none", "back", "pass"}
    assert set(TIPS) == wanted


def test_every_row_names_a_heading() -> None:
    assert {heading for _, heading, _ in helping.ROWS} <= set(helping.HEADINGS)


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.id)
def test_the_page_of_each_mode_is_complete(mode: Mode) -> None:
    page = games.help_page("consultants", mode.id)
    assert page is not None
    text = page.everything
    for event in CONTENT.events:
        assert event.name in text
        assert event.text_for(innovation=helping.rules_of(mode).innovation) in text
    for project in CONTENT.projects:
        assert project.name in text


def test_the_page_has_the_numbers_of_the_rules() -> None:
    text = page_of(MODES[0])
    for said in (
        "Pay $2 and give back a consultant from your hand, face down. Look through the senior deck",
        "Pay $2, show a consultant from your hand, give it back",
        "Pay $6 and give back a consultant from your hand, face down. Look through the principal deck",
        "You can make 2 moves per\nround",
        "dealt 2 seniors",
        "| silver, 4 desks | 6, 4, 2, 1 |",
        "| dollars | +3 | +3 | 0 | −6 | −10 |",
        "costs $6 or $10",
        "is paid $3 more",
    ):
        assert said in text


def test_help_for_the_basic_game_omits_deadlines_and_innovation() -> None:
    text = page_of(MODES[1])
    told = text[: text.index("Options")]
    assert "## " not in told
    assert "| Innovation Project | yes | no | Innovation Project |" in told
    assert (
        "| Penalty for a late project | $6 or $10, on the last two spaces | none | Deadline Phase 4: Rewards |" in told
    )
    page = games.help_page("consultants", "basic")
    assert page is not None
    assert not [one.title for one in page.sections if "Deadline" in one.title or "Innovation" in one.title]


def test_the_page_follows_the_options() -> None:
    mode = MODES[0]
    rules = Rules({**helping.rules_of(mode).given, "deadlines": False}, EDITION)
    text = helping.page_of(mode, rules, CONTENT).everything
    assert "Deadline in sight" not in text
    assert "Innovation Project Phase 4" in text
