"""What explains itself on the table, and the help page of each mode: complete, with no numbers but the rules'."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox import games
from cashbox.engine.sentences import fill
from cashbox.games.consultants import help as helping
from cashbox.games.consultants.content import Content, read_data
from cashbox.games.consultants.eyes import view
from cashbox.games.consultants.options import EDITION, MODES, OPTIONS, Rules
from tests.each import for_each
from tests.help_pages import everything

if TYPE_CHECKING:
    from cashbox.engine.game import Mode

TIPS = helping.tips()
CONTENT = Content(read_data())
TABLE = {field.name for field in msgspec.structs.fields(view.Table)}
ACTIONS = ("assign", "lift", "seat", "train", "promote", "recruit", "take", "pass", "starter", "recall", "give", "stay")


def page_of(mode: Mode) -> str:
    page = games.help_page("consultants", mode.id)
    assert page is not None
    return everything(page)


# -- sentences of the board --------------------------------------------------------------------------------------------


def test_every_thing_on_the_table_has_a_sentence() -> None:
    wanted = {f"action.{kind}" for kind in ACTIONS}
    wanted |= {f"kind.{kind}" for kind in ("silver", "gold", "innovation")}
    wanted |= {f"price.{what}" for what in ("train", "promote", "recruit", "moves")}
    wanted |= {"consultant", "desk", "pay", "deadline", "late", "event", "event.hidden", "events", "last", "stock"}
    wanted |= {"money", "debt", "hand", "known", "moves", "completed", "start", "due", "passed", "track"}
    wanted |= {"deck.seniors", "deck.principals", "worth", "kind.none", "back", "pass"}
    assert set(TIPS) == wanted


@for_each("key", TIPS)
def test_a_sentence_names_a_heading_and_asks_for_what_the_board_knows(key: str) -> None:
    tip = TIPS[key]
    assert tip.rule in helping.HEADINGS
    asked = set(re.findall(r"[{\[]!?(\w+)", tip.name + tip.say))
    assert asked <= TABLE | set(tip.given)
    assert set(tip.given) <= asked


@pytest.mark.parametrize("known", [0, 1, -1, 5])
@for_each("key", TIPS)
def test_a_sentence_is_one_sentence_whatever_it_tells_of(key: str, known: int) -> None:
    tip = TIPS[key]
    facts = dict.fromkeys(tip.given, known)
    for text in (fill(tip.name, facts), fill(tip.say, facts)):
        assert text
        assert not re.search(r"[\[\]{}]|\s[.,;]|  ", text), text
    if key != "event":  # says the card's own text
        said = fill(tip.say, facts)
        assert re.match(r"[A-Z0-9−-]", said)
        assert said.endswith(".")
        assert ". " not in said


def test_every_option_and_row_names_a_heading() -> None:
    assert {option.heading for option in OPTIONS} <= set(helping.HEADINGS)
    assert {heading for _, heading, _ in helping.ROWS} <= set(helping.HEADINGS)


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.id)
def test_the_page_of_each_mode_is_complete(mode: Mode) -> None:
    page = games.help_page("consultants", mode.id)
    assert page is not None
    text = everything(page)
    assert "{{" not in text
    assert "{%" not in text
    for option in OPTIONS:
        assert option.text in text
    for event in CONTENT.events:
        assert event.name in text
        assert event.says(innovation=helping.rules_of(mode).innovation) in text
    for project in CONTENT.projects:
        assert project.name in text
    ids = [section.id for section in page.sections]
    assert len(ids) == len(set(ids))
    lists = {"in-this-mode", "a-first-game", "options", "events", "projects", "editions"}
    assert {section.title for section in page.sections if section.id not in lists} <= set(helping.HEADINGS)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.id)
def test_no_sentence_for_the_table_is_lost_on_the_page(mode: Mode) -> None:
    known = helping.facts(helping.rules_of(mode), CONTENT)
    text = page_of(mode)
    for tip in TIPS.values():
        if not tip.given and (not tip.on or fill(f"[{tip.on}:yes]", known)):
            assert fill(tip.say, known) in text


def test_the_page_has_the_numbers_of_the_rules() -> None:
    text = page_of(MODES[0])
    for said in (
        "Pay 2 dollars and give back a consultant from your hand, face down. Look through the seniors",
        "Pay 2 dollars, show and give",
        "Pay 6 dollars and give back a consultant from your hand, face down. Look through the principals",
        "2 moves in a round",
        "dealt 2 seniors",
        "| silver, 4 desks | 6, 4, 2, 1 |",
        "| dollars | +3 | +3 | 0 | −6 | −10 |",
        "costs 6 or 10 dollars",
        "is paid 3 dollars more",
    ):
        assert said in text


def test_the_basic_game_has_neither_deadlines_nor_innovation() -> None:
    text = page_of(MODES[1])
    told = text[: text.index("Options")]
    assert "## " not in told
    assert "| Innovation Project | yes | no | Innovation Project |" in told
    assert "| Penalty for being late | 6 or 10 dollars, on the last fields | none | Deadline Phase 4: Rewards |" in told
    page = games.help_page("consultants", "basic")
    assert page is not None
    assert not [one.title for one in page.sections if "Deadline" in one.title or "Innovation" in one.title]


def test_the_page_follows_the_options() -> None:
    mode = MODES[0]
    rules = Rules({**helping.rules_of(mode).given, "deadlines": False}, EDITION)
    text = everything(helping.page_of(mode, rules, CONTENT))
    assert "Deadline in sight" not in text
    assert "Innovation Project Phase 4" in text
