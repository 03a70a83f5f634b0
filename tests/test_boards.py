"""Test that a board draws only what it is given: the content, the view, and no file that a later version may change."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BOARDS = sorted([*ROOT.glob("src/cashbox/games/*/board"), *ROOT.glob("examples/games/*/board")])

FETCHES = re.compile(r"\bfetch\(|\bXMLHttpRequest\b|\bimport\(|import\.meta|\bEventSource\b|with \{ type: ")

FROZEN = {
    "envelopes/board/first-map.json": "b27dd5c2745d3da39b49a3f49e1e602855cc724470aa8af8de7722d314287b11",
}
"""SHA-256 of the drawings of tables that began before content had a drawing. They never change: those tables have no
other drawing. Nothing may be added here."""

FETCHES_FROZEN = {"envelopes/board/board.js": 'FIRST_MAP = "/games/envelopes/board/first-map.json"'}
"""The modules that fetch one of them, and the line that names it."""


def modules() -> list[Path]:
    return [path for board in BOARDS for path in sorted(board.rglob("*.js"))]


def name(path: Path) -> str:
    return "/".join(path.parts[-3:])


def test_every_game_has_a_board() -> None:
    assert {board.parent.name for board in BOARDS} >= {"envelopes", "cash", "consultants", "tulips"}


@pytest.mark.parametrize("path", modules(), ids=name)
def test_a_board_fetches_nothing(path: Path) -> None:
    text = "\n".join(line for line in path.read_text("utf-8").splitlines() if "@typedef" not in line)
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL)
    found = FETCHES.findall(text)
    if name(path) in FETCHES_FROZEN:
        assert found == ["fetch("]
        assert FETCHES_FROZEN[name(path)] in text
        assert "fetch(FIRST_MAP)" in text
    else:
        assert found == []


def test_boards_have_no_data_except_sentences_and_frozen_drawings() -> None:
    data = {name(path): path for board in BOARDS for path in board.rglob("*.json") if path.name != "help.json"}
    assert {key: hashlib.sha256(path.read_bytes()).hexdigest() for key, path in data.items()} == FROZEN


@pytest.mark.parametrize("sheet", sorted(path for board in BOARDS for path in board.glob("*.css")), ids=name)
def test_hover_styles_apply_only_to_devices_that_hover(sheet: Path) -> None:
    """After a tap a phone would leave a thing as it looks under a mouse, and a card without its glow."""
    rules = sheet.read_text()
    rest = re.sub(r"@media \(hover: hover\) \{ [^{}]+\{[^{}]*\} \}", "", rules)
    assert ":hover" not in rest
    for selector, body in re.findall(r"([^{}\n]+:hover[^{}]*)\{([^{}]*)\}", rules):
        if "card" in selector and ("box-shadow" in body or "border" in body):
            assert ":not(" in selector, f"{selector} takes the glow of a card away"
