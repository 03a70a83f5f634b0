"""Test that the page on card effects is the one generated from the code."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def tool() -> Any:
    spec = importlib.util.spec_from_file_location("card_effects", ROOT / "tools" / "card_effects.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_current() -> None:
    """If this fails, run `python tools/card_effects.py`."""
    made = tool()
    assert made.PAGE.read_text("utf-8") == made.page()


def test_each_word_has_a_row() -> None:
    made = tool()
    for words in (made.envelopes.DO, made.envelopes.ON[1:], made.envelopes.MOD, made.envelopes.COUNT, made.cash.DOES,
                  made.cash.NEEDS, made.consultants.DO, made.consultants.WHAT):  # fmt: skip
        for word in words:
            assert f"| `{word}` | " in made.page(), word


def test_other_pages_link_to_it() -> None:
    assert "(card-effects.md)" in (ROOT / "docs" / "cards.md").read_text("utf-8")
    assert "(card-effects.md)" in (ROOT / "docs" / "changing.md").read_text("utf-8")
