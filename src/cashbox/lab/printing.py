"""Print the cards and boards of a game as a PDF, nine cards to a page. Needs reportlab, from the extra `print`."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.engine.pieces import INK, Circle, Words, star
from cashbox.engine.pieces import Path as Outline

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cashbox.engine.game import Game
    from cashbox.engine.pieces import Board, Card, Spot

MM: Final = 72 / 25.4
PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Millimeters."""
CARD: Final = (63.0, 88.0)
COLUMNS: Final = 3
ROWS: Final = 3
PAGE: Final = COLUMNS * ROWS
_MARGIN: Final = 10.0
"""Millimeters around a board."""
_HEAD: Final = 11.0
_EDGE: Final = 4.0
_FONT: Final = ("Vera", "VeraBd")
_QUIET: Final = "#5c6770"
_DARK: Final = 0.6
"""Text on a color lighter than this is dark."""
_STEP: Final = re.compile(r"([MLHVQCZ])([^MLHVQCZ]*)")
_NUMBER: Final = re.compile(r"-?[\d.]+")


def printed(game: Game[Any], path: Path, paper: str = "a4", *, backs: bool = True) -> tuple[int, int, str]:
    """Write all cards and boards of a game into a PDF file.

    Args:
        game: its content may be a variant's.
        path: the file.
        paper: one of PAPERS.
        backs: after each page of cards, print a page with their backs, for printing on both sides.

    Returns:
        How many cards and boards there are, and the letters that the font lacks, which are blank.

    Raises:
        GameError: `bad-paper`, `no-pieces`, `no-reportlab`, or `unwritable`.
    """
    if paper not in PAPERS:
        raise GameError("bad-paper", f"There is no paper size {paper!r}. Use {' or '.join(PAPERS)}.")
    pieces = all_games.pieces(game)
    canvas = _canvas(path, paper)
    canvas.setTitle(game.about.name)
    cards = [card for card in pieces.cards for _ in range(card.copies)]
    for back in dict.fromkeys(card.back for card in cards):  # a page of backs has one kind
        those = [card for card in cards if card.back == back]
        for first in range(0, len(those), PAGE):
            _page(canvas, PAPERS[paper], those[first : first + PAGE], backs=backs)
    for board in pieces.boards:
        _board(canvas, PAPERS[paper], board)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        canvas.save()
    except OSError as error:
        raise GameError("unwritable", f"{path} can't be written: {error.strerror or error}.") from None
    return len(cards), len(pieces.boards), _missing(cards)


def register_fonts() -> None:
    """Load the fonts of reportlab that have more than Latin-1.

    Raises:
        GameError: `no-reportlab`, where it is not installed.
    """
    try:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont
    except ImportError:
        sentence = "Printing needs reportlab. Install it: pip install 'cashbox[print]'."
        raise GameError("no-reportlab", sentence) from None
    for name in _FONT:
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))


def _missing(cards: Sequence[Card]) -> str:
    from reportlab.pdfbase.pdfmetrics import getFont

    known = getFont(_FONT[0]).face.charWidths
    used = {letter for card in cards for text in (card.name, card.kind, card.text, card.number) for letter in text}
    return "".join(sorted(letter for letter in used if ord(letter) not in known))


def _canvas(path: Path, paper: str) -> Any:
    register_fonts()
    from reportlab.pdfgen.canvas import Canvas

    width, height = PAPERS[paper]
    return Canvas(str(path), pagesize=(width * MM, height * MM), invariant=True, pageCompression=True)


# -- cards -------------------------------------------------------------------------------------------------------------


def _page(canvas: Any, paper: tuple[float, float], cards: Sequence[Card], *, backs: bool) -> None:
    left, top = (paper[0] - COLUMNS * CARD[0]) / 2, (paper[1] - ROWS * CARD[1]) / 2
    _marks(canvas, paper, left, top)
    for k, card in enumerate(cards):
        _at(canvas, paper, left + k % COLUMNS * CARD[0], top + k // COLUMNS * CARD[1])
        _face(canvas, card)
        canvas.restoreState()
    canvas.showPage()
    if not backs or not cards[0].back:
        return
    for k, card in enumerate(cards):
        # On the other side of the paper, left is right.
        _at(canvas, paper, left + (COLUMNS - 1 - k % COLUMNS) * CARD[0], top + k // COLUMNS * CARD[1])
        _back(canvas, card)
        canvas.restoreState()
    canvas.showPage()


def _at(canvas: Any, paper: tuple[float, float], x: float, y: float, scale: float = 1.0) -> None:
    """Begin a drawing at a place in millimeters from the top left, in a unit of `times` millimeters, with y
    downward."""
    canvas.saveState()
    canvas.translate(x * MM, (paper[1] - y) * MM)
    canvas.scale(MM * scale, -MM * scale)


def _marks(canvas: Any, paper: tuple[float, float], left: float, top: float) -> None:
    """Draw short lines in the margin where to cut."""
    _at(canvas, paper, 0, 0)
    canvas.setLineWidth(0.15)
    canvas.setStrokeColor(INK)
    right, bottom = left + COLUMNS * CARD[0], top + ROWS * CARD[1]
    for column in range(COLUMNS + 1):
        x = left + column * CARD[0]
        canvas.line(x, max(2.0, top - 7), x, top - 1.5)
        canvas.line(x, bottom + 1.5, x, min(paper[1] - 2, bottom + 7))
    for row in range(ROWS + 1):
        y = top + row * CARD[1]
        canvas.line(max(2.0, left - 7), y, left - 1.5, y)
        canvas.line(right + 1.5, y, min(paper[0] - 2, right + 7), y)
    canvas.restoreState()


def _face(canvas: Any, card: Card) -> None:
    width, height = CARD
    inner = width - 2 * _EDGE
    canvas.setStrokeColor("#b8bfc3")
    canvas.setLineWidth(0.15)
    canvas.rect(0, 0, width, height)
    canvas.setFillColor(card.color)
    canvas.rect(1.5, 1.5, width - 3, _HEAD, stroke=0, fill=1)
    ink = _ink_on(card.color)
    lines = _wrapped(card.name, 3.8, inner, bold=True)[:3]
    size = 3.8 if len(lines) < 3 else 3.0
    for k, line in enumerate(lines):
        y = 1.5 + _HEAD / 2 + size * (0.35 + 1.15 * (k - (len(lines) - 1) / 2))
        _line(canvas, width / 2, y, line, size, inner, ink, bold=True)
    _line(canvas, width / 2, 17.5, card.kind, 2.6, inner, _QUIET)
    for k, spot in enumerate(card.cost):
        _spot(canvas, spot, _EDGE + 3 + 6.6 * k, 23, 2.9)
    _stars(canvas, width - _EDGE - 2.5, 23, card.stars)
    _middle(canvas, card)
    top = 44.0 if card.row or card.big else 28.0 if card.cost or card.stars else 20.0
    block(canvas, card.text, _EDGE, top, inner, height - top - 8)
    _line(canvas, width / 2, height - 3, card.number, 2.1, inner, _QUIET)


def _middle(canvas: Any, card: Card) -> None:
    """Draw the row of marks, or the big word."""
    width = CARD[0]
    y = 33 if card.text else 46
    if card.row:
        step = min(12.0, (width - 2 * _EDGE) / len(card.row))
        for k, spot in enumerate(card.row):
            x = width / 2 + (k - (len(card.row) - 1) / 2) * step
            _spot(canvas, spot, x, y, step * 0.44 if len(card.row) > 1 else 13.0)
    elif card.big:
        _line(canvas, width / 2, y + 3, card.big, 11.0, width - 2 * _EDGE, card.color, bold=True)


def _back(canvas: Any, card: Card) -> None:
    width, height = CARD
    canvas.setFillColor("#33454f")
    canvas.rect(0, 0, width, height, stroke=0, fill=1)
    canvas.setStrokeColor("#ffffff")
    canvas.setLineWidth(0.5)
    canvas.roundRect(4, 4, width - 8, height - 8, 3)
    canvas.setFillColor("#ffffff")
    for y in (24.0, height - 24):
        _path(canvas, star(width / 2, y, 5), fill=True)
    _line(canvas, width / 2, height / 2 + 2, card.back, 6.0, width - 14, "#ffffff", bold=True)


def _spot(canvas: Any, spot: Spot, x: float, y: float, r: float) -> None:
    canvas.setFillColor(spot.color)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.2)
    canvas.circle(x, y, r, fill=1)
    _line(canvas, x, y + r * 0.33, spot.label, r * 0.95, r * 1.6, _ink_on(spot.color), bold=True)
    if spot.star:
        canvas.setFillColor(INK)
        _path(canvas, star(x, y + r + 3, 2), fill=True)
    if spot.note:
        _line(canvas, x, y + r + 4, spot.note, 3.0, 3 * r, INK)


def _stars(canvas: Any, right: float, y: float, stars: int) -> None:
    canvas.setFillColor(INK)
    for k in range(stars):
        _path(canvas, star(right - 4.6 * k, y, 2.3), fill=True)


def _ink_on(color: str) -> str:
    red, green, blue = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > _DARK else "#ffffff"


# -- text --------------------------------------------------------------------------------------------------------------


def _width(text: str, size: float, *, bold: bool = False) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    found: float = stringWidth(text, _FONT[bold], size)
    return found


def _line(
    canvas: Any, x: float, y: float, text: str, size: float, most: float, color: str, *, bold: bool = False
) -> None:
    """Write a line centered on x, smaller if it would be too wide."""
    if not text:
        return
    size *= min(1.0, most / _width(text, size, bold=bold))
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(1, -1)
    canvas.setFillColor(color)
    canvas.setFont(_FONT[bold], size)
    canvas.drawCentredString(0, 0, text)
    canvas.restoreState()


def block(canvas: Any, text: str, x: float, y: float, width: float, height: float) -> None:
    """Write a paragraph in the middle of a box, as large as it fits, at most 3.8 mm."""
    size = 3.8
    lines = _wrapped(text, size, width)
    while len(lines) * size * 1.3 > height and size > 1.6:
        size -= 0.1
        lines = _wrapped(text, size, width)
    top = y + (height - len(lines) * size * 1.3) / 2
    for k, line in enumerate(lines, 1):
        _line(canvas, x + width / 2, top + k * size * 1.3 - size * 0.4, line, size, width, INK)


def _wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer, size, bold=bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# -- boards ------------------------------------------------------------------------------------------------------------


def _board(canvas: Any, paper: tuple[float, float], board: Board) -> None:
    """Draw a board on its own page, rotated if it is wide."""
    wide = board.width > board.height
    page = (max(paper), min(paper)) if wide else (min(paper), max(paper))
    canvas.setPageSize((page[0] * MM, page[1] * MM))
    scale = min((page[0] - 2 * _MARGIN) / board.width, (page[1] - 2 * _MARGIN) / board.height)
    left, top = (page[0] - scale * board.width) / 2, (page[1] - scale * board.height) / 2
    _at(canvas, page, left, top, scale)
    frame = canvas.beginPath()
    frame.rect(0, 0, board.width, board.height)
    canvas.clipPath(frame, stroke=0)
    for shape in board.shapes:
        _shape(canvas, shape)
    canvas.restoreState()
    canvas.showPage()
    canvas.setPageSize((paper[0] * MM, paper[1] * MM))


def _shape(canvas: Any, shape: Outline | Circle | Words) -> None:
    if isinstance(shape, Words):
        _words(canvas, shape)
        return
    canvas.setDash([8, 6] if isinstance(shape, Outline) and shape.dashed else [])
    canvas.setLineWidth(shape.width)
    if shape.fill:
        canvas.setFillColor(shape.fill)
    if shape.stroke:
        canvas.setStrokeColor(shape.stroke)
    fill, stroke = bool(shape.fill), bool(shape.stroke)
    if isinstance(shape, Circle):
        canvas.circle(shape.x, shape.y, shape.r, fill=fill, stroke=stroke)
    else:
        _path(canvas, shape.d, fill=fill, stroke=stroke)


def _words(canvas: Any, words: Words) -> None:
    if words.halo:
        font = _FONT[words.bold]
        canvas.saveState()
        canvas.translate(words.x - _width(words.text, words.size, bold=words.bold) / 2, words.y)
        canvas.scale(1, -1)
        canvas.setStrokeColor(words.halo)
        canvas.setLineWidth(words.size / 5)
        canvas.setDash([])
        canvas.setLineJoin(1)
        outline = canvas.beginText(0, 0)
        outline.setFont(font, words.size)
        outline.setTextRenderMode(1)
        outline.textOut(words.text)
        canvas.drawText(outline)
        canvas.restoreState()
    _line(canvas, words.x, words.y, words.text, words.size, math.inf, words.color, bold=words.bold)


def _path(canvas: Any, d: str, *, fill: bool = False, stroke: bool = False) -> None:
    """Draw an SVG path, see `pieces.Path`."""
    path = canvas.beginPath()
    x = y = 0.0
    for command, rest in _STEP.findall(d):
        numbers = [float(number) for number in _NUMBER.findall(rest)]
        if command == "Z":
            path.close()
        elif command in "HV":
            x, y = (numbers[-1], y) if command == "H" else (x, numbers[-1])
            path.lineTo(x, y)
        elif command == "Q":
            for k in range(0, len(numbers), 4):
                a, b, to_x, to_y = numbers[k : k + 4]
                path.curveTo(
                    x + 2 / 3 * (a - x), y + 2 / 3 * (b - y), to_x + 2 / 3 * (a - to_x), to_y + 2 / 3 * (b - to_y),
                    to_x, to_y,
                )  # fmt: skip
                x, y = to_x, to_y
        elif command == "C":
            for k in range(0, len(numbers), 6):
                path.curveTo(*numbers[k : k + 6])
                x, y = numbers[k + 4 : k + 6]
        else:
            for k in range(0, len(numbers), 2):
                x, y = numbers[k : k + 2]
                (path.moveTo if command == "M" and k == 0 else path.lineTo)(x, y)
    canvas.drawPath(path, fill=fill, stroke=stroke, fillMode=0)
