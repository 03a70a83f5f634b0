"""Test what all games explain, on the board and on their help pages."""

from __future__ import annotations

import importlib
import re
from functools import partial

import pytest

from cashbox import games
from cashbox.engine.help_checks import check_help

GAMES = [about.id for about in games.about()]
MODES = [(about.id, mode.id) for about in games.about() for mode in about.modes]
LISTS = {
    "in-this-mode",
    "a-first-game",
    "options",
    "list-of-cards",
    "events",
    "projects",
    "coaches",
    "boards",
    "editions",
}
"""The sections of lists, and of our own, whose titles are no headings of the rules."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_boards_and_help_pages_keep_the_contract(game: str) -> None:
    rules = games.load(game)
    check_help(rules, partial(games.help_page, game), games.tips_of(rules))


@pytest.mark.few(6)
@pytest.mark.parametrize(("game", "mode"), MODES)
def test_the_sections_of_a_page_have_the_headings_of_the_rules(game: str, mode: str) -> None:
    page = games.help_page(game, mode)
    assert page is not None
    own = {section.title for section in page.sections if section.id in LISTS or section.id.startswith("cards")}
    assert {section.title for section in page.sections} - own <= headings(game)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_names_headings_of_the_rules(game: str) -> None:
    assert {tip.rule for tip in games.tips(game).values()} - {"{rule}"} <= headings(game)
    assert {option.heading for option in games.about_game(game).options} <= headings(game)


@pytest.mark.parametrize("game", ["cash", "consultants", "envelopes"])
def test_a_tip_of_the_board_has_at_most_three_sentences(game: str) -> None:
    for key, tip in games.tips(game).items():
        said = re.sub(r"\[\w+\.?\d*=\w+:.*?\]", "", tip.say)  # one of several, by the mode
        assert said.count(". ") <= 2, key


def headings(game: str) -> set[str]:
    """Return the headings of the rule text of a game."""
    found: tuple[str, ...] = importlib.import_module(f"cashbox.games.{game}.help").HEADINGS
    return set(found)


def test_the_page_of_a_mode_lists_the_rules_it_shares_within_a_sentence() -> None:
    page = games.help_page("envelopes", "family")
    assert page is not None
    assert "in both modes: starting bucks, head coach," in page.everything
    assert "Starting Player Chain, automatic opponent, and number of months." in page.everything
