"""Test tips and help pages: they are complete, and all their numbers come from the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import games
from cashbox.games.cash import help as helping
from cashbox.games.cash.content import Content, read_data
from cashbox.games.cash.options import EDITION, MODES, ROWS, SINCE, Rules
from cashbox.games.cash.text.phrases import RULES
from cashbox.games.cash.vocabulary import TYPES

if TYPE_CHECKING:
    from cashbox.engine.game import Mode

TIPS = helping.tips()
CONTENT = Content(read_data())
UNNAMED = {"offer", "propose"} | {name for name in CONTENT.forms.types if name.startswith(("give-", "ask-"))}
"""Types of action that the trading dialog explains as a whole."""


def page_of(mode: Mode) -> str:
    page = games.help_page("cash", mode.id)
    assert page is not None
    return page.everything


def page_with(mode: Mode, **changed: Any) -> str:
    """The page of a mode whose options have been changed."""
    rules = Rules({**helping.rules_of(mode).given, **changed}, EDITION)
    return helping.page_of(mode, rules, CONTENT).everything


# -- sentences of the board --------------------------------------------------------------------------------------------


def test_every_part_of_the_table_has_a_help_sentence() -> None:
    wanted = {f"action.{name}" for name in CONTENT.forms.types} - {f"action.{name}" for name in UNNAMED}
    wanted |= {f"score.{step}" for step in ("tabled", "doubled", "held", "bears", "taxed", "total", "before")}
    wanted |= {
        "card",
        "bill",
        "policy",
        "license",
        "license.none",
        "stamp",
        "capital",
        "tabled",
        "first",
        "turn",
        "due",
    }
    wanted |= {"chosen", "lost", "extra", "hand", "seen", "deck", "dump", "dump.none", "round", "goal", "stopped"}
    wanted |= {"offer", "waiting", "shown", "down", "askdown", "seven"}
    assert wanted <= set(TIPS)


def test_every_row_and_card_names_a_heading() -> None:
    assert {heading for _, heading, _ in ROWS} <= set(helping.HEADINGS)
    rules = {
        RULES.get(kind, name) for kind, name in zip([TYPES[one] for one in CONTENT.types], CONTENT.names, strict=True)
    }
    assert rules <= set(helping.HEADINGS)


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.id)
def test_the_page_of_each_mode_is_complete(mode: Mode) -> None:
    page = games.help_page("cash", mode.id)
    assert page is not None
    lists = {"in-this-mode", "options", "list-of-cards", "editions"}
    titles = [section.title for section in page.sections if section.id not in lists]
    only_here = {"Advanced variant"} if helping.rules_of(mode).license else set()
    assert set(titles) == set(helping.HEADINGS) - only_here


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.id)
def test_every_card_is_listed_with_its_text_and_count(mode: Mode) -> None:
    page = games.help_page("cash", mode.id)
    assert page is not None
    (cards,) = [section.entries for section in page.sections if section.id == "list-of-cards"]
    assert [card.title for card in cards] == CONTENT.names
    assert [card.text for card in cards] == CONTENT.texts
    copies = [int(found[1]) for card in cards if (found := re.search(r"· (\d+) in the deck", card.aside))]
    assert copies == CONTENT.copies


def test_the_page_has_the_numbers_in_the_rule_text() -> None:
    """Of "The score", "Turn breakdown", "Venture Capital", "The Broker", "Bankruptcy" and other headings."""
    text = page_of(MODES[0])
    for said in (
        "1,000,000 in **capital**",
        "25,000 for each Market Crash, 50,000 for each Global Recession, 150,000 for each Bankruptcy",
        "10% of every other firm's result up to this point",
        "draw up to 7 cards, or discard down to 7",
        "**Draw** a card. You now have 8",
        "Play it for a fee of 25,000",
        "one uninsured 25,000 from each opponent. An opponent without one loses 1 turn",
        "one uninsured 50,000 from each opponent. An opponent without one loses 2 turns",
        "You draw 7 new cards and lose 2 turns",
        "make up to 3 offers to each opponent",
        "| Economy Cover | 25,000 |\n| Basic Cover | 50,000 |\n| Total Cover | 75,000 |",
    ):
        assert said in text


@pytest.mark.slow
def test_the_page_follows_the_options() -> None:
    standard = MODES[0]
    assert "75,000 for each Global Recession" in page_with(standard, recession="75000")
    assert "250,000 in **capital**" in page_with(standard, target=250_000)
    assert "After round 4, the player with the most capital wins" in page_with(standard, max_rounds=4)
    assert "or 30 turns have been played" in page_with(standard, max_turns=30)
    for changed in ({"trading": False}, {"license": False}):
        assert page_with(standard, **changed) != page_with(standard)


def test_help_without_trading_does_not_explain_trading() -> None:
    quick = page_of(next(mode for mode in MODES if mode.id == "quick"))
    told = quick[: quick.index("Options")]
    assert "There is no\ntrading at this table." in told
    assert not re.search(r"make each|counteroffer|can offer trades|Pending offer", told)


def test_help_says_that_no_license_is_dealt_in_advanced_mode() -> None:
    advanced = page_of(next(mode for mode in MODES if mode.id == "advanced"))
    assert "| Licenses at the start of a round | one on each firm | none | Setup |" in advanced
    assert "Each firm gets a Trading License" not in advanced
    assert "Each firm gets a Trading License" in page_of(MODES[0])


@pytest.mark.parametrize("name", sorted(set(Rules.ROWS) - {"given", *SINCE}))
def test_help_covers_every_option(name: str) -> None:
    assert name in set(re.findall(r"[{\[]!?(\w+)", " ".join(say for _, _, say in ROWS)))
