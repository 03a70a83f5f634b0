"""Test printing cards and boards: their content, the layout of the page, and the output of the command."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from cashbox import cli, games
from cashbox.engine.pieces import Board, Circle, Path, Words, svg

if TYPE_CHECKING:
    import pathlib

    from cashbox.engine.pieces import Pieces

GAMES = {"cash": (216, 0), "consultants": (117, 0), "envelopes": (156, 2)}
"""Cards and boards."""


def pieces(game: str) -> Pieces:
    return games.pieces(games.load(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_pdf_contains_all_content(game: str) -> None:
    found = pieces(game)
    assert (sum(card.copies for card in found.cards), len(found.boards)) == GAMES[game]
    content = games.load(game).content
    written = {card.name for card in found.cards}
    for part in ("cards", "coaches", "events", "projects"):
        for entries in content.get(part, {}).values():
            if isinstance(entries, list) and isinstance(entries[0], dict):
                assert {entry["name"] for entry in entries} <= written
    assert all(card.text or card.row for card in found.cards)


def test_a_card_shows_its_cost_its_stars_and_what_it_does() -> None:
    card = next(card for card in pieces("envelopes").cards if card.name == "Extra Envelopes")
    assert [spot.label for spot in card.cost] == ["G", "M"]
    assert (card.stars, card.number, card.kind) == (3, "002", "Culture, upgrade")
    assert card.text == "Culture cards cost you 1 envelope less (your choice of color)."
    project = next(card for card in pieces("consultants").cards if card.number == "payroll")
    assert [(spot.label, spot.star) for spot in project.row] == [("R", False), ("Y", False), ("G", False), ("B", True)]
    assert "$6, $4, $2, $1" in project.text


def test_a_board_is_valid_svg() -> None:
    board = pieces("envelopes").boards[0]
    tree = ET.fromstring(svg(board))
    words = {element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Montana", "Louisiana", "5"} <= words
    strange = Board("A & B", 10, 10, (Words(1, 1, "<b>", 3, halo="#ffffff"), Circle(1, 1, 1), Path("M0 0L1 1Z")))
    tree = ET.fromstring(svg(strange))
    assert [element.text for element in tree] == ["A & B", "<b>", None, None]


def pages(file: pathlib.Path) -> list[Any]:
    """The sizes of the pages, in points."""
    return re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", file.read_bytes())


@pytest.mark.slow
def test_nine_cards_are_on_a_page(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("reportlab")
    file = tmp_path / "out" / "envelopes.pdf"
    assert cli.main(["print", "envelopes", "--to", str(file)]) == 0
    assert "156 cards and 2 boards" in capsys.readouterr().out
    faces = -(-120 // 9) + -(-12 // 9) + -(-24 // 9)
    sizes = pages(file)
    assert len(sizes) == 2 * faces + 2
    assert [round(float(x)) for x in sizes[0]] == [595, 842]
    assert [round(float(x)) for x in sizes[-1]] == [842, 595]
    assert cli.main(["print", "envelopes", "--to", str(file), "--paper", "letter", "--no-backs"]) == 0
    assert len(pages(file)) == faces + 2
    assert [round(float(x)) for x in pages(file)[0]] == [612, 792]


@pytest.mark.slow
def test_letters_that_the_font_lacks_are_named(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("reportlab")
    file = tmp_path / "polish.toml"
    file.write_text('[[card]]\nid = "bankruptcy"\nname = "Upadłość mąki"\n', "utf-8")
    assert cli.main(["print", "cash", "--to", str(tmp_path / "x.pdf"), "--content", str(file)]) == 0
    assert "The font has no ą ś, so" in capsys.readouterr().out


@pytest.mark.slow
def test_a_long_text_stays_on_its_card() -> None:
    pytest.importorskip("reportlab")
    from cashbox.lab import printing

    class Canvas:
        """Notes what is written where."""

        def __init__(self) -> None:
            self.written: list[tuple[float, float, str]] = []
            self.at = (0.0, 0.0)

        def translate(self, x: float, y: float) -> None:
            self.at = (x, y)

        def drawCentredString(self, x: float, y: float, text: str) -> None:  # noqa: N802 (reportlab's name)
            self.written.append((*self.at, text))

        def __getattr__(self, name: str) -> Any:
            return lambda *_: None

    printing.register_fonts()
    canvas = Canvas()
    text = "The quick brown fox takes two envelopes from the lazy dog. " * 12
    printing.block(canvas, text, 4, 28, 55, 52)
    assert " ".join(words for _, _, words in canvas.written).split() == text.split()
    assert all(28 < y < 80 for _, y, _ in canvas.written)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["coins", "--to", "x.pdf"], "can't be printed"),
        (["cash", "--to", "x.pdf", "--paper", "a5"], "Use a4 or letter"),
        (["nosuch", "--to", "x.pdf"], "There is no game"),
        (["cash"], "--to"),
        (["cash", "--to", "x.pdf", "--content", "none.toml"], "none.toml"),
        (["cash", "--to", "/dev/null/x.pdf"], "can't be written"),
    ],
)
def test_invalid_arguments_are_refused_with_one_sentence(
    coins: str, given: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("reportlab")
    assert cli.main(["print", *given]) == cli.FAULT
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
