"""A game's printable components: its cards and boards, as drawings that any program can show or print.

A game's folder may have `pieces.py` with `pieces(game)`. Lengths are in a drawing's own unit; y points downward.
"""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

INK: Final = "#22303c"
PAPER: Final = "#ffffff"


class Spot(msgspec.Struct, frozen=True):
    """A colored mark: an envelope of a cost, a desk of a project. label: a letter or two, for people who cannot tell
    the colors apart. note: the text below it. star: whether it has a star."""

    color: str
    label: str
    note: str = ""
    star: bool = False


class Card(msgspec.Struct, frozen=True):
    """One face of a card.

    name: its title. text: its effect. kind: the kind of card. color: of its header. cost: marks below the header. row:
    marks in the middle. stars: the number of printed stars. big: a word or number in the middle. number: its number in
    the data. back: the text on its back, "" for a card without one. copies: the number of copies.
    """

    name: str
    text: str
    kind: str
    color: str
    cost: tuple[Spot, ...] = ()
    row: tuple[Spot, ...] = ()
    stars: int = 0
    big: str = ""
    number: str = ""
    back: str = ""
    copies: int = 1


class Path(msgspec.Struct, frozen=True):
    """An outline. d: an SVG path with only the commands M, L, H, V, Q, C, and Z (uppercase)."""

    d: str
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dashed: bool = False


class Circle(msgspec.Struct, frozen=True):
    """A circle."""

    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    width: float = 1.0


class Words(msgspec.Struct, frozen=True):
    """A line of text around x, with its baseline at y. halo: the color of an outline around its letters, "" for
    none."""

    x: float
    y: float
    text: str
    size: float
    color: str = INK
    bold: bool = False
    halo: str = ""


class Board(msgspec.Struct, frozen=True):
    """A drawing of a board."""

    name: str
    width: float
    height: float
    shapes: tuple[Path | Circle | Words, ...]

    def _repr_svg_(self) -> str:
        """Draw the board in a notebook."""
        return svg(self)


class Pieces(msgspec.Struct, frozen=True):
    """All printable components of a game."""

    cards: tuple[Card, ...] = ()
    boards: tuple[Board, ...] = ()


def svg(board: Board) -> str:
    """Return a board as SVG."""
    size = f'viewBox="0 0 {board.width:g} {board.height:g}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif" style="max-width:60rem">'
    )
    return "".join([head, f"<title>{escape(board.name)}</title>", *map(_element, board.shapes), "</svg>"])


def _element(shape: Path | Circle | Words) -> str:
    if isinstance(shape, Words):
        weight = ' font-weight="bold"' * shape.bold
        where = f'x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size:g}" fill="{shape.color}"'
        edge = f' stroke="{shape.halo}" stroke-width="{shape.size / 5:g}" paint-order="stroke"' if shape.halo else ""
        return f'<text {where} text-anchor="middle"{weight}{edge}>{escape(shape.text)}</text>'
    paint = f'fill="{shape.fill or "none"}" stroke="{shape.stroke or "none"}" stroke-width="{shape.width:g}"'
    if isinstance(shape, Circle):
        return f'<circle cx="{shape.x:g}" cy="{shape.y:g}" r="{shape.r:g}" {paint}/>'
    dashes = ' stroke-dasharray="8 6"' * shape.dashed
    return f'<path d="{escape(shape.d)}" {paint}{dashes}/>'


def polygon(points: Sequence[tuple[float, float]]) -> str:
    """Return a closed path through points."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def star(x: float, y: float, r: float) -> str:
    """Return a five-pointed star around a center. r: the distance from the center to a point."""
    radii = [r if k % 2 == 0 else r * 0.45 for k in range(10)]
    points = [(x + one * math.sin(k * math.pi / 5), y - one * math.cos(k * math.pi / 5)) for k, one in enumerate(radii)]
    return polygon([(round(px, 2), round(py, 2)) for px, py in points])
