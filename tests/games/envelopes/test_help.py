"""Test tips and help pages: they are complete, and all their numbers come from the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import games
from cashbox.engine.game import GameError
from cashbox.engine.sentences import fill
from cashbox.games.envelopes import help as helping
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content, read_data
from cashbox.games.envelopes.modes import LESSONS, MODES
from cashbox.games.envelopes.options import ROWS, SINCE, Rules
from cashbox.games.envelopes.rules import game_end, marketing, score_sheet, sign, trade, wager
from tests.games.envelopes.positions import new_game

if TYPE_CHECKING:
    from cashbox.engine.game import Mode

TIPS = helping.tips()
CONTENT = Content(read_data())
INSIDE = {"deal", "roll", "turn", "month_end", "last_cards", "score", "refresh"}
"""Phases that pass without anyone being asked."""


def page_with(mode: Mode, **changed: Any) -> str:
    """The page of a mode whose rules have been changed."""
    rules = helping.rules_of(mode)
    for name, value in changed.items():
        setattr(rules, name, value)
    return helping.page_of(mode, rules, CONTENT).everything


# -- sentences of the board --------------------------------------------------------------------------------------------


def test_every_part_of_the_table_has_a_help_sentence() -> None:
    wanted = {f"action.{name}" for name in CONTENT.forms.types}
    wanted |= {f"kind.{kind}" for kind in v.KINDS}
    wanted |= {f"use.{use}" for use in v.USES}
    wanted |= {f"phase.{phase}" for phase in ph.PHASES if phase not in INSIDE}
    wanted |= {f"score.{source}" for source in score_sheet.SOURCES}
    wanted |= {"colour", "position", "envelope", "buck", "star", "moves", "chain", "die", "vmd", "cell", "step"}
    wanted |= {"state", "border", "start", "circle", "recruit", "card", "board", "bubba"}
    assert wanted <= set(TIPS)


def test_the_sentences_have_the_numbers_of_the_rules() -> None:
    known = helping.facts(helping.rules_of(MODES[0])) | {"last": False}
    for key in ("board", "score.board"):
        assert re.findall(r"\d+", fill(TIPS[key].say, known)) == [str(game_end.BOARD_ALL), str(game_end.BOARD_MARKED)]
    for key in ("key.trade", "action.trade"):
        assert re.findall(r"\b\d+\b", fill(TIPS[key].say, known))[0] == str(trade.RATE)
    for key in ("vegas", "cell", "action.bet"):
        assert re.findall(r"\b\d+\b", fill(TIPS[key].say, known)) == [str(wager.PRIZE), str(wager.PRIZE_BUCKS)]
    for key in ("board", "score.board", "key.trade", "action.trade", "vegas", "cell", "action.bet"):
        assert not re.search(r"\b\d+\b", re.sub(r"{.*?}", "", TIPS[key].say)), "a number that the rules do not send"
    assert re.findall(r"\d+", TIPS["vmd"].say)[0] == str(max(sign.FACES)) == str(-min(sign.FACES))


def test_every_row_names_a_heading() -> None:
    assert {heading for _, heading, _ in ROWS} <= set(helping.HEADINGS)


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.few(2)
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.id)
def test_the_page_of_each_mode_is_complete(mode: Mode) -> None:
    page = games.help_page("envelopes", mode.id)
    assert page is not None
    text = page.everything
    for name, effect in zip(CONTENT.names, CONTENT.texts, strict=True):
        assert name in text
        assert effect in text
    for stars in (game_end.POSITIONS, game_end.REGION):
        assert " | ".join(map(str, ["stars", *stars[1:]])) in text


@pytest.mark.thorough
def test_the_page_follows_the_rules() -> None:
    mode = MODES[0]
    assert "Trade any 3 envelopes and 1 buck for" in page_with(mode)
    assert "Trade any 3 envelopes and 2 bucks for" in page_with(mode, trade_bucks=2)
    assert "Trade any 3 envelopes for" in page_with(mode, trade_bucks=0)
    assert "| bucks | 1 | 3 | 5 | 8 |\n" in page_with(mode, marketing=8)
    assert "| bucks | 1 | 3 | 5 | 8 | 12 |\n" in page_with(mode, marketing=12)
    assert "dealt 5 cards, and the starting player gets 6" in page_with(mode, dealt=5)
    assert "Each of the first 3 months" in page_with(mode, seeded=3)
    assert "You have 5 free moves a month until May, 4 until August" in page_with(mode, moves=(5, 4, 3, 2))
    assert "Before March, everyone is dealt 7 cards. You keep 2" in page_with(mode, dealt_stash=7, kept=2)
    assert "or from your stash" not in page_with(mode, dealt_stash=0, kept=0)
    assert "they come back to you" in page_with(mode, runner_back=True)
    assert "they are lost" in page_with(mode, runner_back=False)
    assert "Board 24" in page_with(mode, boards=True)
    assert "| faces | 1 | 3 | 4 | 3 | 1 |" in page_with(mode)
    assert sign.FACES.count(-1) == 3
    assert marketing.STARS[12] == 5


@pytest.mark.parametrize("name", sorted(Rules.ROWS))
def test_help_covers_every_option(name: str) -> None:
    """It stands in the table of differences, or is one of the options listed, or the mode itself."""
    wire = {"last": "months", "ties": "ties_text", "stash": "dealt_stash"}
    listed = {"first", "start", "symbol", "symbols", "coaches_picked", "lesson", *SINCE}
    rows = set(re.findall(r"[{\[]!?(\w+)", " ".join(say for _, _, say in ROWS)))
    assert name in listed or wire.get(name, name) in rows


def test_a_random_option_is_called_random() -> None:
    page = games.help_page("envelopes", "standard")
    assert page is not None
    asides = [entry.aside for section in page.sections for entry in section.entries]
    assert "Random by default (other choices: seat 1, seat 2, seat 3, and seat 4)" in asides
    assert not [aside for aside in asides if re.search(r"\blot\b", aside)]


@pytest.mark.parametrize("mode", MODES[1:], ids=lambda mode: mode.id)
def test_differences_are_shown_next_to_standard(mode: Mode) -> None:
    here, there = helping.facts(helping.rules_of(mode)), helping.facts(helping.rules_of(MODES[0]))
    page = games.help_page("envelopes", mode.id)
    assert page is not None
    table = page.sections[0].text
    for name, rule, say in ROWS:
        row = f"| {name} | {fill(say, there)} | {fill(say, here)} | {rule} |"
        assert (row in table) == (fill(say, there) != fill(say, here))


def test_an_unknown_mode_is_refused_in_a_sentence_that_lists_them() -> None:
    with pytest.raises(GameError, match="no mode 'chess'; the modes are standard, "):
        games.help_page("envelopes", "chess")


# -- lessons -----------------------------------------------------------------------------------------------------------

ALWAYS_SO = (
    "12 bucks for 5 stars",
    r"tokens? that shows? his stars, from 2 to 5", r"counting this month as 1\b", r"but at least 1\b",
    r"never scores less than 1\b", r"adds or takes away up to 2 stars", r"[Ss]hifts? one die by 1\b",
    r"\b6 wraps around to 1\b", r"Ten of them score 32 stars",
    r"worth 8 more stars", r"chain for one buck less",
)  # fmt: skip
"""What the pages of all modes say; other tests compare it."""


@pytest.mark.parametrize("mode", LESSONS)
def test_the_page_of_a_lesson_has_the_lessons_numbers(mode: str) -> None:
    t = new_game(1, mode=mode)
    bucks, hand, months = t.mat(0).bucks, len(t.view(0).mine.hand), t.view().rules.months  # type: ignore[union-attr]
    assert t.tables.names[t.mat(0).coach] in lesson_page(mode)
    for one in t.mat(0).in_play:
        assert t.tables.names[one.card] in lesson_page(mode)
    assert f"Your bus starts at {t.tables.space_names[t.mat(0).space]}," in lesson_page(mode)
    t.play_on(lambda t: t.phase == "month")
    moves = t.mat(0).moves
    t.give(0, yellow=5).give(0, bucks=10)
    traded = t.gained(lambda: t.do("trade", colour="green").settle())
    campaign = max(form["bucks"] for form in t.forms("campaign"))
    t.give(0, blue=3)
    sent = t.gained(lambda: t.do("runner", recruit="iowa").settle())
    t.do("bet", colour="green", number=t.view().dice[0]).settle()
    before = t.mat(0).bucks
    t.roll()  # the lesson's own dice
    won = t.state.players[0].env[0], t.mat(0).bucks - before
    said = [
        f"For {months} months, starting in March",
        f"| Number of months | 12 | {months} |",
        f"| Months with a starting envelope | 12 | {months} |",
        f"start with {bucks} bucks",
        f"| Starting bucks | 7 | {bucks} |",
        f"You are dealt {hand} cards.",
        f"You have {moves} free moves every month",
        f"Trade any 3 envelopes and {-traded['bucks']} buck",
        rf"or 1 buck{'' if sent['bucks'] == -1 else 's'}( \(free with some cards\))?, send",
        f"pays {won[0]} envelopes of the die's color and {won[1]} buck",
        f"pays {won[1]} buck and {won[0]} envelopes of its color",
        f"up to {campaign} bucks at a time",
        "6 dealt, 4 kept",
        *ALWAYS_SO,
    ]
    text = "\n".join(
        line for line in lesson_page(mode).split("\n") if not re.match(r"\| (stars|faces|bucks|rec|diff)", line)
    )
    for pattern in said:
        text, found = re.subn(pattern.replace("|", r"\|") if pattern.startswith("|") else pattern, "", text)
        assert found or pattern in ALWAYS_SO, pattern
    assert [line for line in text.split("\n") if re.search(r"\d", line)] == []


def lesson_page(mode: str) -> str:
    """What is to be read on the page of a lesson, without the lists."""
    page = games.help_page("envelopes", mode)
    assert page is not None
    lists = ("options", "cards", "cards-31", "cards-61", "cards-91", "coaches", "editions")
    parts = [page.text]
    for section in page.sections:
        if section.id not in lists:
            parts += [section.title, section.text, *(f"{one.title}: {one.text}" for one in section.entries)]
    return "\n".join(parts)
