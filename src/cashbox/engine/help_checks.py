"""Check a game's explanations: its board's tips, its options, and the help page of each mode.

    check_help(game, page, tips)

`cashbox conformance` calls this before it plays. An error raises ConformanceError("help"), in one sentence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.checks import is_sentence
from cashbox.engine.game import SPECTATOR
from cashbox.engine.probe import ConformanceError
from cashbox.engine.sentences import facts_in, fill, fill_sentence, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from cashbox.engine.game import Game
    from cashbox.engine.help import Page, Tip
    from cashbox.engine.sentences import Part

LATER: Final = (0, 1, 5, "Some")
"""Values to try for the facts that only the board knows."""

TEMPLATE: Final = re.compile(r"\{\{|\}\}|\{%|%\}")
"""What an incompletely filled template leaves behind."""

UNTIDY: Final = re.compile(r"[\[\]{}]|\s[.,;]|\d{5}")
"""What no finished sentence contains: a template's brackets, a space before a period or comma, 12000 for 12,000."""


class _Later(str):
    """A stand-in for a fact that only the board knows: a value, or a list of such values."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> _Later:
        return self


def check_help(game: Game[Any], page: Callable[[str], Page | None], tips: Mapping[str, Tip]) -> None:
    """Check the help page of each mode and the board's tips. ConformanceError("help").

    page: returns a mode's page by the mode's id, None if the game has no pages of its own. tips: those of the board and
    those about the content.
    """
    pages = {mode.id: found for mode in game.about.modes if (found := page(mode.id)) is not None}
    headings = {section.title for one in pages.values() for section in one.sections}
    for option in game.about.options:
        if not is_sentence(option.text):
            _fail(f"the text of the option {option.name!r} is not a sentence: {option.text!r}")
    for mode, one in pages.items():
        _check_page(game, mode, one)
    for key, tip in tips.items():
        _check_facts(key, tip)
        if pages and tip.rule and not facts_in(read(tip.rule)) and tip.rule not in headings:
            _fail(f"the sentence {key!r} names the heading {tip.rule!r}, which no page has")
    if tips:
        _check_sentences(game, pages, tips)


def _check_page(game: Game[Any], mode: str, page: Page) -> None:
    """Check one page by itself."""
    text = page.everything
    if TEMPLATE.search(text):
        _fail(f"the page of mode {mode!r} shows part of its template")
    ids = [section.id for section in page.sections]
    for double in (one for one in ids if ids.count(one) > 1):
        _fail(f"the page of mode {mode!r} has two sections with the anchor {double!r}")
    for option in game.about.options:
        if option.text not in text or option.heading not in text:
            _fail(f"the page of mode {mode!r} does not mention the option {option.name!r} and its rule")
    for section in page.sections:
        for anchor in re.findall(r"\]\(#([\w-]+)\)", section.text):
            if anchor not in ids:
                _fail(f"the page of mode {mode!r} links to {anchor!r}, which it does not have")


def _check_facts(key: str, tip: Tip) -> None:
    """Check that a tip asks the board only for facts that its sentence uses."""
    try:
        wanted = facts_in(read(tip.name)) | facts_in(read(tip.say)) | facts_in(read(tip.rule))
    except ValueError as error:
        _fail(f"the sentence {key!r} cannot be read: {error}")
    if surplus := sorted({*tip.given} - wanted):
        _fail(f"the sentence {key!r} gets {surplus[0]!r} but never uses it")


def _check_sentences(game: Game[Any], pages: Mapping[str, Page], tips: Mapping[str, Tip]) -> None:
    """Check the board's tips in each mode, and that the pages contain them too."""
    unseen = {key for key, tip in tips.items() if tip.on and tip.rule and not tip.given}
    for mode, rules in _rules(game):
        for key, tip in tips.items():
            if missing := sorted((facts_in(read(tip.name)) | facts_in(read(tip.say))) - {*rules, *tip.given}):
                _fail(f"the sentence {key!r} asks for {missing[0]!r}, which neither the rules nor the board know")
            for value in LATER:
                _check_words(key, tip, rules | dict.fromkeys(tip.given, value if value == 0 else _Later(value)))
            if tip.given or not tip.rule or mode not in pages:
                continue
            if fill(tip.say, rules) in pages[mode].everything:
                unseen.discard(key)
            elif not tip.on:
                _fail(f"the page of mode {mode!r} does not have the sentence {key!r} of the board")
    if pages and unseen:
        _fail(f"no page has the sentence {min(unseen)!r} of the board")


def _rules(game: Game[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return, for each mode, the rules that its view contains."""
    for mode in game.about.modes:
        seats = mode.least or game.about.least_players
        state = game.start(game.check_options({"mode": mode.id}, seats), seats, SeededChance(mode.id))
        yield mode.id, msgspec.to_builtins(getattr(game.view(state, SPECTATOR), "rules", {}))


def _check_words(key: str, tip: Tip, known: Mapping[str, Any]) -> None:
    """Check that a name and a sentence read well for any facts."""
    name, say = fill_sentence(read(tip.name), known), fill_sentence(read(tip.say), known)
    for text in (name, say):
        if not text or UNTIDY.search(text):
            _fail(f"the sentence {key!r} does not read well: {text!r}")
    if say[0].islower():
        _fail(f"the sentence {key!r} begins with a lowercase letter: {say!r}")
    if not say.endswith(".") and not _whole(read(tip.say), tip):
        _fail(f"the sentence {key!r} has no period: {say!r}")


def _whole(sentence: tuple[Part, ...], tip: Tip) -> bool:
    """Return whether a text begins with a fact that may be a complete sentence, such as a card's text."""
    return bool(sentence) and getattr(sentence[0], "name", "") in tip.given


def _fail(sentence: str) -> NoReturn:
    raise ConformanceError("help", sentence, "", -1, None)
