"""Words and patterns that no sentence of the product may have: docs/style.md says what to write instead."""

from __future__ import annotations

import ast
import io
import re
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import codespell_lib
import pytest

import cashbox
from cashbox import games
from tests.spoken import spoken_of, still

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GAMES: Final = ("cash", "consultants", "envelopes")
PACKAGE: Final = Path(str(cashbox.__file__)).parent
GOLDEN: Final = Path(__file__).parent / "golden"

FORBIDDEN: Final = {
    r"\bwho(?:so)?ever\b": "anyone who, the player who",
    r"\bwhom\b": "who, or another sentence",
    r"\b(?:some|any|every)body\b": "someone, anyone, everyone",
    r"\bnobody\b": "no one",
    r"\banew\b": "again",
    r"\bfor nothing\b": "for free",
    r"\b(?:is|are) to be (?:had|seen|found)\b": "say who has it",
    r"\bso many as\b": "as many as",
    r"\bso as to\b": "to",
    r"\b(?:be|get|is) rid of\b": "end, discard",
    r"\bbeside\b": "next to, on",
    r"\bthere\w*(?:of|upon|with)\b|\bhereby\b|\bwhence\b": "plain words",
    r"\bmust not\b|\bshall\b": "can't",
    r"\bmay not\b": "can't",
    r"\bonto\b": "on",
    r"\bleft[- ]over\b(?! to)": "leftover",
    r"\bfurther (?:left|right)\b": "farther",
    r"\bby lot\b": "at random",
    r"\bas yet\b|\bere\b": "yet, before",
    r"\bset-up\b": "setup",
    r"\bcounter-(?:offer|clockwise)": "counteroffer, counterclockwise",
    r"\bin the hand\b": "in hand, in your hand",
    r"\bin all\b(?= *[.,;:)]|$)": "in total",
    r"\b\d+ x [A-Z0-9]": "2 × 25,000",
    r"\b\d+ dollars? less\b|\bless debt\b": "minus",
    r"\bUndo\b[^.]*\bbehind\b|\bnever behind\b": "never past",
    r"\bthat cannot be\b": "that can't be",
    r"\bas does\b|\bso does any\b": "ties, too",
    r"\bstands? (?:in|on) \w+ table\b": "is",
    r"\bgo(?:es)? on\b(?! (?:your|a|one|this|the|any|under|his|their|top))": "continue",
    r"\bone's\b": "your",
    r"(?<![\w=−–-])-\d": "−5 with a true minus",
}
"""Patterns, and what to write instead."""

ALLOWED: Final = ("Nobody Believes in Us", "How do I get rid of an Investigation card?", "Cut-Throat Mode for Set-up")
"""A saying, and headings of the rulebooks."""

WORDS: Final = Path(__file__).parent / "lexicon.txt"
"""The product's own words, which the spell checker takes for mistakes."""


def wrong(sentences: Iterable[str]) -> list[str]:
    """Return each sentence with a pattern that is forbidden, and what to write instead."""
    found = []
    patterns = {re.compile(pattern, re.IGNORECASE): better for pattern, better in FORBIDDEN.items()}
    anything = re.compile("|".join(f"(?:{pattern})" for pattern in FORBIDDEN), re.IGNORECASE)
    for sentence in dict.fromkeys(sentences):
        text = sentence
        for name in ALLOWED:
            text = text.replace(name, "")
        if anything.search(text):
            found += [f"{sentence!r}: write {better}" for one, better in patterns.items() if one.search(text)]
    return found


def misspelled(sentences: Iterable[str], folder: Path) -> list[str]:
    """Return what the spell checker says of words, British spellings included."""
    file = folder / "sentences.txt"
    # What is filled in has names of the code, and a word alone may be such a name.
    plain = {re.sub(r"\{[^{}]*\}|\[!?\w+|\w+\.toml [\w.]+", "", text) for text in sentences if " " in text}
    file.write_text("\n".join(sorted(plain)), "utf-8")
    said = io.StringIO()
    with redirect_stdout(said):
        codespell_lib.main(
            "--builtin", "clear,rare,en-GB_to_en-US", "--ignore-words", str(WORDS), "--quiet-level", "35", str(file)
        )
    return [line.partition(": ")[2] for line in said.getvalue().splitlines() if line.startswith(str(file))]


# -- what people see ---------------------------------------------------------------------------------------------------


def literals(file: Path) -> Iterator[str]:
    """Return the texts of a Python file that have a space, with {} for what is filled in, but no docstrings."""
    tree = ast.parse(file.read_text("utf-8"))
    docs, inner = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docs.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            inner |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (docs | inner):
            text = node.value
        if " " in text.strip() and not re.search(r"[\\^]|\(\?", text):
            yield text


@cache
def quick(game: str) -> tuple[str, ...]:
    """Return what people read of a game: texts in its files, and games that were played once and kept."""
    folder = games.folder(game)
    code = [text for file in sorted(folder.rglob("*.py")) if "bots" not in file.parts for text in literals(file)]
    told = re.compile(r"^(?:  > (.*)|\[\d+\] (.*)|    .*?  \((.*)\))$")
    played = [
        re.sub(r"\S*\.\.\.$", "", "".join(filter(None, found.groups())))
        for file in GOLDEN.glob(f"{game}-*.txt")
        for line in file.read_text("utf-8").splitlines()
        if (found := told.match(line))
    ]
    return (*(text for _, text in still(game)), *code, *played)


@pytest.mark.parametrize("game", GAMES)
def test_what_people_read_of_a_game_has_no_word_that_is_forbidden(game: str) -> None:
    assert wrong(quick(game)) == []


def test_the_engine_and_the_bots_say_no_word_that_is_forbidden() -> None:
    inside = {"checks.py", "conformance.py", "counterfactual.py", "worlds.py", "help_checks.py", "fuzz.py", "fields.py"}
    files = [file for part in ("engine", "bots") for file in (PACKAGE / part).glob("*.py") if file.name not in inside]
    assert wrong(text for file in sorted(files) for text in literals(file)) == []


def test_the_words_of_games_are_spelled_as_americans_do(tmp_path: Path) -> None:
    assert misspelled((text for game in GAMES for text in quick(game)), tmp_path) == []


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_what_games_say_while_they_are_played_has_no_word_that_is_forbidden(game: str, tmp_path: Path) -> None:
    said = [line.partition(": ")[2] for line in spoken_of(game)]
    assert wrong(said) == []
    assert misspelled(said, tmp_path) == []


def test_a_forbidden_word_and_a_british_spelling_are_found(tmp_path: Path) -> None:
    bad = "Whoever has a colour takes 2 x 25,000."
    assert len(wrong([bad])) == 2
    assert misspelled([bad], tmp_path) == ["colour ==> color"]
