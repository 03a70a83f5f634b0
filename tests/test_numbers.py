"""Test that numbers have one format everywhere: 175,000; −175,000. The conformance suite checks sentences of games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.checks import ODD_NUMBER
from cashbox.engine.game import SPECTATOR
from cashbox.engine.match import Match
from cashbox.engine.phrases import amount, plural, with_names
from cashbox.engine.seats import seats_of
from tests.endings import NAMES, ending_of

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = ("cash", "consultants", "envelopes")
GOLDEN = Path(__file__).parent / "golden"


def test_numbers_have_commas_and_a_true_minus() -> None:
    assert [amount(n) for n in (0, 999, 1000, 175_000, -5, -175_000)] == [
        "0", "999", "1,000", "175,000", "−5", "−175,000"
    ]  # fmt: skip
    assert [plural(n, "dollar") for n in (1, 1132, -1132)] == ["1 dollar", "1,132 dollars", "−1,132 dollars"]


def odd(texts: Iterator[str] | list[str]) -> list[str]:
    return [text for text in texts if ODD_NUMBER.search(text)]


def told(match: Match[Any]) -> Iterator[str]:
    """All that a game tells of its last action and of what is next."""
    names = NAMES[: match.journal.header.seats]
    for viewer in (*range(len(names)), SPECTATOR):
        yield match.game.prompt(match.state, viewer, names)
        yield from (text for _, text in match.log(viewer, names, match.number - 1))
    for seat in seats_of(match.due()):
        yield from (match.game.describe(match.state, seat, action).label for action in match.legal(seat))


def test_thousands_of_dollars_in_its_have_the_same_format() -> None:
    rand = random.Random(35)
    match = Match.start(games.load("consultants"), {}, 3, SeededChance(35), players=NAMES[:3])
    wrong: list[str] = []
    while not match.over:
        for player in match.state.players:
            # All are rich, and one owes more than that.
            player.money, player.debt = 2345, 0
        match.state.players[0].debt = 6789
        seat = seats_of(match.due())[0]
        match.act(seat, [rand.choice(match.legal(seat))])
        wrong += odd(told(match))
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    assert max(outcome.scores) > 999
    assert odd([*wrong, with_names(outcome.text, NAMES)]) == []


def texts(found: Any) -> Iterator[str]:
    """All texts in plain values but keys."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        yield from (text for key, value in found.items() if key not in ("id", "key") for text in texts(value))
    elif isinstance(found, (list, tuple)):
        yield from (text for value in found for text in texts(value))


@pytest.mark.parametrize("game", GAMES)
def test_endings_have_one_number_format(game: str) -> None:
    assert odd(texts(msgspec.to_builtins(ending_of(f"{game}-sealed")))) == []


@pytest.mark.parametrize("game", GAMES)
def test_help_pages_have_one_number_format(game: str) -> None:
    for mode in games.about_game(game).modes:
        page = games.help_page(game, mode.id)
        assert odd(texts(msgspec.to_builtins(page))) == []


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("report-*.txt")), ids=lambda file: file.stem)
def test_reports_have_one_number_format(file: Path) -> None:
    words = file.read_text().split("How to verify this game")[0]
    years = words.replace(" 2026", "")
    assert odd(years.splitlines()) == []
