"""Test that the suite passes sound help pages and sentences and finds each fault in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine.help import Entry, Page, Section, Tip
from cashbox.engine.help_checks import check_help
from cashbox.engine.probe import ConformanceError
from tests.engine.coins import ABOUT, State, Tiny, TinyView

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIONS = tuple(Entry(option.name, option.text) for option in ABOUT.options)
PAGE = Page(
    "Coins",
    "",
    (
        Section("bids", "Bids", "Bid low or high. There are 12 coins, see [options](#options)."),
        Section("options", "Options", "What can be set.", OPTIONS),
    ),
)
TIPS = {
    "deck": Tip("Deck", "There are {coins coin}.", "Bids"),
    "purse": Tip("Purse of {player}", "It holds {points point}.", "Bids", ("player", "points")),
    "card": Tip("{card}", "{text}", "Bids", ("card", "text")),
    "rich": Tip("Rich", "Everybody is rich.", "Bids", on="rich"),
}
SAYING = msgspec.structs.replace(
    PAGE,
    sections=(
        *PAGE.sections,
        Section("tips", "Tips", "", (Entry("Deck", "There are 12 coins."), Entry("Rich", "Everybody is rich."))),
    ),
)


class WithRules(TinyView):
    rules: dict[str, Any]


class Coins(Tiny):
    """Its view tells the rules of the table."""

    def view(self, state: State, seat: int) -> WithRules:
        plain = msgspec.structs.asdict(super().view(state, seat))
        return WithRules(**plain, rules={"coins": 12, "rich": False})


class TellsNothingOfAnOption(Coins):
    def __init__(self) -> None:
        super().__init__()
        first, *others = self.about.options
        self.about = msgspec.structs.replace(
            self.about, options=(msgspec.structs.replace(first, text="rounds"), *others)
        )


def fault(page: Page | None = SAYING, tips: Mapping[str, Tip] = TIPS, game: Tiny | None = None) -> str:
    """What the suite says of them."""
    with pytest.raises(ConformanceError) as found:
        check_help(game or Coins(), lambda _: page, tips)
    assert found.value.check == "help"
    assert str(found.value) == f"help: {found.value.sentence}"
    return found.value.sentence


def with_text(text: str) -> Page:
    return msgspec.structs.replace(SAYING, text=text)


def test_sound_pages_and_sentences_pass() -> None:
    check_help(Coins(), lambda _: SAYING, TIPS)
    check_help(Coins(), lambda _: None, TIPS)
    check_help(Tiny(), lambda _: None, {})


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (with_text("There are {{ r.coins }} coins."), "the page of mode 'long' shows part of its template"),
        (with_text("{% if r.rich %}"), "shows part of its template"),
        (
            msgspec.structs.replace(SAYING, sections=(*SAYING.sections, PAGE.sections[0])),
            "two sections with the anchor",
        ),
        (msgspec.structs.replace(SAYING, sections=SAYING.sections[::2]), "does not mention the option 'rounds'"),
        (PAGE, "the page of mode 'long' does not have the sentence 'deck' of the board"),
        (
            msgspec.structs.replace(SAYING, sections=(*SAYING.sections, Section("x", "X", "See [Y](#why)."))),
            "links to 'why', which it does not have",
        ),
    ],
)
def test_a_fault_of_a_page_is_found(page: Page, words: str) -> None:
    assert words in fault(page)


@pytest.mark.parametrize(
    ("tip", "words"),
    [
        (Tip("Deck", "There are {coins.", "Bids"), "cannot be read: there is no fact at"),
        (Tip("Deck", "There are {stars}.", "Bids"), "asks for 'stars', which neither the rules nor the board know"),
        (Tip("Deck", "It is full.", "Bids", ("left",)), "gets 'left' but never uses it"),
        (Tip("Deck", "It is full.", "Bets"), "names the heading 'Bets', which no page has"),
        (Tip("", "There are {coins coin}.", "Bids"), "does not read well: ''"),
        (Tip("Deck", "It has[left: {left} left] .", "Bids", ("left",)), "does not read well: 'It has .'"),
        (Tip("Deck", "It is worth 12000.", "Bids"), "does not read well"),
        (Tip("Deck", "there are {coins coin}.", "Bids"), "begins with a lowercase letter"),
        (Tip("Deck", "There are {coins coin}", "Bids"), "has no period: 'There are 12 coins'"),
        (Tip("Deck", "Nobody is rich.", "Bids", on="rich"), "no page has the sentence 'deck' of the board"),
    ],
)
def test_a_fault_of_a_sentence_is_found(tip: Tip, words: str) -> None:
    assert words in fault(tips={**TIPS, "deck": tip})


def test_an_option_without_a_sentence_is_found() -> None:
    assert fault(game=TellsNothingOfAnOption()) == "the text of the option 'rounds' is not a sentence: 'rounds'"
