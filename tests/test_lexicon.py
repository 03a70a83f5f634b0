"""Test that no sentence of the product has forbidden words or patterns; docs/style.md says what to write instead."""

from __future__ import annotations

import io
import re
import subprocess
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import codespell_lib
import pytest

from cashbox import games
from tests import page_sentences as sentences
from tests.game_sentences import spoken_of, still
from tests.page_sentences import literals

if TYPE_CHECKING:
    from collections.abc import Iterable

GAMES: Final = ("cash", "consultants", "envelopes")
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
    r"\bbeside\b(?!:)": "next to",
    r"\bthere\w*(?:of|upon|with)\b|\bhereby\b|\bwhence\b": "plain words",
    r"\bmust not\b|\bshall\b": "can't",
    r"\bmay not\b": "can't, might not",
    r"\bon turn\b": "current turn, your turn",
    r"\be-mail": "email",
    r"\bBeing told\b|\bTell (?:it|me) (?:elsewhere|again)\b": "Notifications",
    r"\bof one use\b|\bone-use\b": "one-time",
    r"\bhave an account already\b": "Already have an account?",
    r"\bout of your bank\b": "your reserve time",
    r"\b(?:is|are|was|were) to be\b": "say who does it",
    r"\bso far as\b": "as far as",
    r"\b(?:towards|afterwards|whilst|amongst|learnt)\b": "toward, afterward, while, among, learned",
    r"\blook-ups?\b": "lookup",
    r"\btell(?:s|ing)? of\b|\btold of\b": "say, show",
    r"\b(?:comes?|came) of (?!age)": "result",
    r"\b(?:there|exists?|is|are|it) any more\b": "no longer, anymore",
    r"\bbut for\b|\bnothing but\b": "except, only",
    r"\bwithout end\b|\bmany a\b": "endless, many",
    r"\b(?:is not|isn't|are not|aren't) there\b": "does not exist, was not found",
    r"\bthe (?:hand|firm|cards) of \{": "{}'s hand",
    r"\bonto\b": "on",
    r"\bleft[- ]over\b(?! to)": "leftover",
    r"\bfurther (?:left|right)\b": "farther",
    r"\bby lot\b": "at random",
    r"\bas yet\b|\bere\b": "yet, before",
    r"\bset-up\b": "setup",
    r"\bcounter-(?:offer|clockwise)": "counteroffer, counterclockwise",
    r"\bin the hand\b(?! check)": "in hand, in your hand",
    r"\bin all\b(?= *[.,;:)]|$)": "in total",
    r"\b\d+ x [A-Z0-9]": "2 × 25,000",
    r"\b\d+ dollars? less\b|\bless debt\b": "minus",
    r"\bUndo\b[^.]*\bbehind\b|\bnever behind\b": "never past",
    r"\bthat cannot be\b": "that can't be",
    r"\bas does\b|\bso does any\b": "ties, too",
    r"\bstands? (?:in|on) \w+ table\b": "is",
    r"\bgo(?:es)? on\b(?! (?:your|a|one|this|the|any|under|his|their|top))": "continue",
    r"\b(?:of|in|on|to|with|for|from) one's\b|\bone's own\b": "your",
    r"(?<![\w=−–-])-\d": "−5 with a true minus",
    r"\brunning games?\b": "games in progress",
    r"\banswer(?:s|ed) [2-5]\d\d\b": "returns 404",
    r"\bchat lines?\b": "chat message",
    r"(?<!\{)\bhand cards?\b": "cards from your hand",
    r"\brule texts?\b": "rulebook, rules",
    r"\brandom texts?\b": "random string",
    r"\bStill to pay\b": "left to pay, you still owe",
    r"\blittle person\b": "person icon",
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
def test_sentences_of_games_contain_no_forbidden_word(game: str) -> None:
    assert wrong(quick(game)) == []


NO_NODE: Final = pytest.mark.skipif(
    not sentences.NODE_MODULES.exists(), reason="run `make check` once: it installs acorn"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "source", [pytest.param(source, marks=NO_NODE) if source == "pages" else source for source in sentences.SOURCES]
)
def test_sentences_of_the_product_contain_no_forbidden_word(source: str, tmp_path: Path) -> None:
    texts = list(dict.fromkeys(sentences.SOURCES[source]()))
    assert len(texts) > 200
    assert wrong(texts) == []
    assert misspelled(texts, tmp_path) == []


@NO_NODE
@pytest.mark.slow
def test_page_and_command_line_describe_a_journal_equally() -> None:
    def bare(text: str) -> str:
        return re.sub(r"^Line [^:]*: |[.']", "", re.sub(r"\{[^{}]*\}|\d+", "{}", text))

    files = [file for part in ("journal*.py", "verify.py") for file in (sentences.PACKAGE / "engine").glob(part)]
    python = {bare(text) for file in files for text in literals(file)}
    twins = tuple(f"/js/verify/{name}.js" for name in ("verify", "hash", "journal", "json", "records"))
    rows = [row for file, found in sentences.scripts().items() if file.endswith(twins) for row in found]
    page = {bare(text) for _, text in rows if " " in text}
    assert len(page) > 40
    assert page - python == set()


def test_games_use_american_spelling(tmp_path: Path) -> None:
    assert misspelled((text for game in GAMES for text in quick(game)), tmp_path) == []


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_sentences_during_games_contain_no_forbidden_word(game: str, tmp_path: Path) -> None:
    said = [line.partition(": ")[2] for line in spoken_of(game)]
    assert wrong(said) == []
    assert misspelled(said, tmp_path) == []


def test_a_forbidden_word_and_a_british_spelling_are_found(tmp_path: Path) -> None:
    bad = "Whoever has a colour takes 2 x 25,000."
    assert len(wrong([bad])) == 2
    assert misspelled([bad], tmp_path) == ["colour ==> color"]


def test_the_messages_in_the_page_about_monitoring_are_in_the_log() -> None:
    page = (sentences.ROOT / "docs" / "monitoring.md").read_text("utf-8").partition("## Log")[2].partition("\n## ")[0]
    messages = re.findall(r"^\| `(.*?)` \|", page, re.MULTILINE)
    written = {re.sub(r"%\w", "", text) for text in sentences.server()}
    assert len(messages) > 4
    for message in messages:
        plain = re.sub(r"\b(?:NUMBER|GAME)\b", "", message).replace("the expert bot", "the  bot")
        assert any(text.startswith(plain.rstrip()) for text in written), message


@NO_NODE
@pytest.mark.slow
def test_the_texts_of_a_script_are_found(tmp_path: Path) -> None:
    script = tmp_path / "script.js"
    script.write_text(
        """import { a } from "left out";
        const said = a === "left out" ? "A string." : `A template of ${a}.`;
        const more = html`<p title="A label">Some <b>words</b> of ${a ? "a text" : html`<i>another</i>`}<br />
          in one line.</p><${Part} label="Its label" class="left out">Its words<//>`;
        """
    )
    done = subprocess.run(["node", sentences.READER, script], capture_output=True, text=True, check=True)
    found = re.findall(r'\[(\d+),"(.*?)"\]', done.stdout)
    assert [text for _, text in found] == [
        "A string.", "A template of {}.", "A label", "Some words of {}", "in one line.", "Its label", "Its words",
        "a text", "another",
    ]  # fmt: skip
    assert [int(line) for line, _ in found[:3]] == [2, 2, 3]


def test_the_texts_of_a_page_are_found() -> None:
    template = '<h1>Two {{ many }}\n<b>words</b></h1>{% if a %}<input placeholder="A label">{% endif %}<p>End'
    assert sentences.markup(template) == ["Two {} words", "A label", "End"]
    page = (
        "# A heading\n\nTwo `pieces` of\n[text](address).\n\n```sh\nleft out\n```\n- an item\n- another\n\n| a row |\n"
    )
    assert sentences.prose(page) == ["# A heading", "Two {} of [text].", "- an item", "- another", "| a row |"]
