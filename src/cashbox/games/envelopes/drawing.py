"""The drawing of the map, which is part of the content: the board shows it, and the rules never read it.

`docs/notes/map.md` describes its keys. A journal that a user opens brings its own content, so everything that the board
relies on is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.data import ContentError

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE: Final = "drawing.json"


class Point(msgspec.Struct, frozen=True):
    """A point in the drawing."""

    x: float
    y: float


class Shape(msgspec.Struct, frozen=True):
    """The outline of a space or a region, as an SVG path."""

    id: str
    path: str


class Road(msgspec.Struct, frozen=True):
    """A road between two spaces, as an SVG path. lane: whether it goes by sea or air."""

    between: tuple[str, str]
    path: str
    lane: bool = False


class Label(msgspec.Struct, frozen=True):
    """The name of a space. x: its center; y: its first baseline; size: of its font."""

    x: float
    y: float
    size: float
    lines: list[str]


class Drawing(msgspec.Struct, frozen=True):
    """The complete drawing of the map. spaces, labels, tokens: by the id of a space."""

    width: float
    height: float
    land: str
    shapes: list[Shape]
    regions: list[Shape]
    insets: list[Shape]
    leaders: list[str]
    spaces: dict[str, Point]
    labels: dict[str, Label]
    tokens: dict[str, list[Point]]
    roads: list[Road]


def check_drawing(data: Any, spaces: Mapping[str, int]) -> None:
    """Check that a drawing has what the board needs. ContentError otherwise.

    spaces: by id, the number of recruits.
    """
    try:
        drawing = msgspec.convert(data, Drawing)
    except msgspec.ValidationError as error:
        raise ContentError(f"{FILE}: {error}") from None
    for space, recruits in spaces.items():
        if space not in drawing.spaces:
            raise ContentError(f"{FILE} spaces: {space} is missing")
        if len(drawing.tokens.get(space, ())) < recruits:
            raise ContentError(f"{FILE} tokens: {space} should have more")
    outlined = [shape.id for shape in drawing.shapes]
    ends = [end for road in drawing.roads for end in road.between]
    for space in (*outlined, *drawing.labels, *drawing.tokens, *ends):
        if space not in spaces:
            raise ContentError(f"{FILE}: {space} is not a space on the map")
