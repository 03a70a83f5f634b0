"""Decks that were kept with journals before cards said what they need and do play as the packaged deck does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cashbox.engine.data import ContentError
from cashbox.engine.journal import loads
from cashbox.games.cash.content import Content
from tests.cash.helpers import data, game

JOURNALS = Path(__file__).parent.parent / "fixtures" / "journals"
KEPT = sorted(file for file in JOURNALS.glob("cash-*.jsonl") if b'"does"' not in file.read_bytes())
"""Journals with decks from before cards said what they do."""
TABLES = (
    "ids", "types", "when", "needs", "does", "crime", "value", "limit", "fee", "held", "lose", "fine", "passes",
    "extra", "percent", "take", "dump", "by_option", "is_cash", "doubles", "values", "crimes",
)  # fmt: skip


def kept(file: Path) -> dict[str, Any]:
    return loads(file.read_bytes()).content


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_deck_is_completed_to_what_its_cards_always_did(file: Path) -> None:
    now, then = game().tables, Content(kept(file))
    for table in TABLES:
        assert getattr(then, table) == getattr(now, table), table


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_its_hash_is_that_of_the_deck_as_it_was_kept(file: Path) -> None:
    content = kept(file)
    assert not any("does" in entry.get("effect", {}) for entry in content["cards"]["card"])
    assert Content(content).data == content
    assert Content(content).hash != game().content_hash


@pytest.mark.parametrize(
    ("card", "effect"),
    [
        (2, {}), (2, {"value": 5_000, "luck": 1}), (24, {"lose": 1}), (26, {"lose": 2, "held": 1, "dump": "lowest"}),
        (27, {"value": 25_000, "clear": True}),
    ],
)  # fmt: skip
def test_a_fault_in_a_kept_deck_is_found_all_the_same(card: int, effect: dict[str, Any]) -> None:
    content = kept(KEPT[0])
    content["cards"]["card"][card]["effect"] = effect
    with pytest.raises(ContentError, match=rf"cards\.toml card {card + 1}\.effect"):
        Content(content)


def test_the_deck_of_today_needs_no_completing() -> None:
    assert all("does" in entry["effect"] for entry in data()["cards"]["card"])
