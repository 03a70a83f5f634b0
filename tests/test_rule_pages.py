"""Test the rules pages: readable chapters, a heading for every decision, and working links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.options import complete, open_in
from cashbox.engine.seats import seats_of
from cashbox.engine.verbs import Phase

if TYPE_CHECKING:
    from cashbox.engine.game import About, Mode
    from cashbox.engine.help import Page

LONGEST = 1200
"""Words of a chapter."""

OLD = {
    "cash": "objective setup round-breakdown turn-breakdown the-score trading-license insurance-cards options "
    "list-of-cards in-this-mode the-taxman",
    "consultants": "setup assign train rewards complete-project deadlines innovation-project a-first-game options "
    "events projects in-this-mode",
    "envelopes": "object-of-the-game understanding-a-card drafting-dice sign-recruits place-wagers-in-vegas "
    "regional-scoring a-first-game options cards coaches in-this-mode",
}
"""Anchors that people have linked to, of the first mode."""

MODES = [(about, mode) for about in games.about() if about.id in OLD for mode in about.modes]
by_mode = pytest.mark.parametrize(("about", "mode"), MODES, ids=lambda one: one.id)


def page_of(about: About, mode: Mode) -> Page:
    page = games.help_page(about.id, mode.id)
    assert page is not None
    return page


@by_mode
def test_rule_chapters_have_at_most_1200_words(about: About, mode: Mode) -> None:
    page = page_of(about, mode)
    assert len(page.chapters) > 5
    for chapter in page.chapters:
        assert chapter.title
        assert chapter.sections
        assert sum(one.words for one in chapter.sections) <= LONGEST, chapter.title
    ids = [chapter.id for chapter in page.chapters] + [one.id for one in page.sections]
    assert len(ids) == len(set(ids))
    assert sum(len(chapter.sections) for chapter in page.chapters) == len(page.sections)


@pytest.mark.parametrize("game", OLD)
def test_old_links_still_lead_to_their_headings(game: str) -> None:
    page = games.help_page(game, "")
    assert page is not None
    assert set(OLD[game].split()) <= {one.id for one in page.sections}


@pytest.mark.few(6, usual=14)
@by_mode
def test_every_decision_has_its_heading_on_the_page(about: About, mode: Mode) -> None:
    """In games that are played at random, for everyone who looks on."""
    headings = page_of(about, mode).anchors
    game = games.load(about.id)
    least = mode.least or about.least_players
    brief = {one.name: about.brief[one.name] for one in about.options if one.name in about.brief}
    brief = brief if all(open_in(one, mode.id) for one in about.options if one.name in brief) else {}
    for seats in {least, mode.most or about.most_players}:
        chance = SeededChance(f"{mode.id} {seats}")
        given = complete(about, {"mode": mode.id}, seats) | brief
        state = game.start(game.check_options(given, seats), seats, chance)
        for _ in range(1500):
            for viewer in range(-1, seats):
                assert game.rule(state, viewer) in headings, game.prompt(state, viewer, [str(n) for n in range(seats)])
            if not game.due(state):
                break
            seat = seats_of(game.due(state))[0]
            legal = game.legal(state, seat)
            assert {game.topic(state, seat, action) for action in legal} <= {*headings}
            game.play(state, seat, legal[chance.draw(len(legal))], chance)


@pytest.mark.parametrize("game", OLD)
def test_every_phase_has_a_heading(game: str) -> None:
    """A phase names its heading, or works it out of what is asked."""
    phases: dict[int, Phase[Any, Any]] = games.load(game).flow.phases  # type: ignore[attr-defined]
    for phase in phases.values():
        assert phase.heading or type(phase).rule is not Phase.rule, type(phase).__name__
    every = {title for about, mode in MODES if about.id == game for title in page_of(about, mode).anchors}
    assert {phase.heading for phase in phases.values() if phase.heading} <= every


@by_mode
def test_each_example_is_under_its_heading_and_can_be_stepped_through(about: About, mode: Mode) -> None:
    page = page_of(about, mode)
    shown = [one for section in page.sections for one in section.examples]
    assert shown or mode.guided
    for section in page.sections:
        for one in section.examples:
            assert one.heading == section.title
            assert len(one.steps) > 1
            for step in one.steps:
                assert re.match(r"[A-Z].*[.]$", step.text), step.text
