"""The printable cards, coaches, Recruiting Boards, recruits, and map of Envelopes of Cash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.pieces import INK, Board, Card, Circle, Path, Pieces, Spot, Words, polygon, star
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.drawing import Drawing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.game import Game
    from cashbox.games.envelopes.content import Content

_COLORS: Final = ("#2f7d46", "#686d75", "#f0bd2a", "#c5392c", "#a9317f", "#2c62ad")
_SOFT: Final = ("#cfe3cc", "#dadada", "#f8e6ae", "#f4d2c8", "#eed0e3", "#cddcf0")
_LETTERS: Final = "GSYRMB"
_HEADS: Final = ("#6d4bb0", "#9c4f05", "", "#22303c")
"""The header colors by kind; a fundraising card has its region's color."""
_KINDS: Final = ("Culture", "Personnel & Facilities", "Fundraising", "Head coach")
_USES: Final = ("monthly", "upgrade", "end of the game")
_BOARD: Final = "#1f6f8b"
_SEA: Final = "#eaf1f2"
_LAND: Final = "#e3e0d5"
_BORDER: Final = "#faf7ee"
_ROAD: Final = "#5c6770"
_TOKEN: Final = 15.0
_CORNERS: Final[dict[str, list[tuple[float, float]]]] = {
    "triangle": [(0, -8), (8, 6), (-8, 6)],
    "square": [(-6, -6), (6, -6), (6, 6), (-6, 6)],
    "cross": [
        (-2.5, -8), (2.5, -8), (2.5, -2.5), (8, -2.5), (8, 2.5), (2.5, 2.5),
        (2.5, 8), (-2.5, 8), (-2.5, 2.5), (-8, 2.5), (-8, -2.5), (-2.5, -2.5),
    ],
}  # fmt: skip
"""The number of corners of each symbol."""


def pieces(game: Game[Any]) -> Pieces:
    """Return the deck, the head coaches, the Recruiting Boards, and the map."""
    tables: Content = game.tables  # type: ignore[attr-defined]
    boards = (map_of(tables), _recruits()) if "drawing" in tables.data else (_recruits(),)
    return Pieces((*_cards(tables), *_recruiting(tables)), boards)


def _cards(tables: Content) -> Iterator[Card]:
    for card, name in enumerate(tables.names):
        kind = tables.kind[card]
        region = tables.fund_region[card]
        cost = [Spot(_COLORS[c], _LETTERS[c]) for c, n in enumerate(tables.cost[card]) for _ in range(n)]
        where = f" {tables.region_names[region]}" if region >= 0 else ""
        yield Card(
            name=name,
            text=tables.texts[card],
            kind=f"{_KINDS[kind]}{where}, {_USES[tables.use[card]]}",
            color=_COLORS[region] if region >= 0 else _HEADS[kind],
            cost=tuple(cost),
            stars=tables.stars[card],
            number=f"{card + 1:03d}" if card < tables.cards else tables.coach_ids[card - tables.cards],
            back="Head coach" if kind == v.COACH else "Envelopes of Cash",
        )


def _recruiting(tables: Content) -> Iterator[Card]:
    for k, board in enumerate(tables.boards, 1):
        row = tuple(Spot(_BOARD, v.POSITIONS[p], star=place < 3) for place, p in enumerate(board))
        text = "The first three positions are marked."
        yield Card(
            f"Recruiting Board {k}", text, "Online rules", _BOARD, row=row, number=str(k), back="Recruiting Board"
        )


def _recruits() -> Board:
    """Draw the recruits' positions, to shuffle and put on the map."""
    shapes: list[Path | Circle | Words] = []
    for slot in range(v.RECRUITS):
        x, y = 70 + 100 * (slot % 8), 70 + 100 * (slot // 8)
        shapes.append(Circle(x, y, 42, "#ffffff", INK, 2))
        shapes.append(Words(x, y + 9, v.POSITIONS[slot % len(v.POSITIONS)], 26, bold=True))
    return Board("Recruits' positions", 840, 540, tuple(shapes))


def map_of(tables: Content) -> Board:
    """Draw the map: regions, roads, spaces, and the stars of each recruit."""
    drawing = msgspec.convert(tables.data["drawing"], Drawing)
    colors = {name: k for k, name in enumerate(v.COLOURS)}
    borders: list[str] = tables.space_ids[v.FIRST_BORDER : v.FIRST_START]
    shapes: list[Path | Circle | Words] = [
        Path(polygon([(0, 0), (drawing.width, 0), (drawing.width, drawing.height), (0, drawing.height)]), _SEA),
        Path(drawing.land, _LAND),
        *(Path(inset.path, _SEA, _ROAD, 1) for inset in drawing.insets),
        *(Path(region.path, _SOFT[colors[region.id]]) for region in drawing.regions),
        *(Path(shape.path, _BORDER if shape.id in borders else "", "#b9b3a0", 1.2) for shape in drawing.shapes),
        *(Path(region.path, "", _COLORS[colors[region.id]], 2.5) for region in drawing.regions),
        *(Path(leader, "", _ROAD, 1) for leader in drawing.leaders),
        *(Path(road.path, "", _ROAD, 3.5, road.lane) for road in drawing.roads),
    ]
    for space, name in enumerate(tables.space_ids):
        shapes += _space(tables, drawing, space, name)
    return Board("Map of Envelopes of Cash", drawing.width, drawing.height, tuple(shapes))


def _space(tables: Content, drawing: Drawing, space: int, name: str) -> Iterator[Path | Circle | Words]:
    at = drawing.spaces[name]
    if space in tables.start_space:
        seat = tables.start_space.index(space)
        yield Circle(at.x, at.y, 15, _COLORS[tables.home_colour[seat]], INK, 2)
        yield _symbol(seat, at.x, at.y)
    else:
        yield Circle(at.x, at.y, 9 if tables.here[space] else 7, "#ffffff", INK, 2)
    for slot, token in zip(tables.here[space], drawing.tokens.get(name, ()), strict=False):
        yield Circle(token.x, token.y, _TOKEN, "#ffffff", INK, 1.5)
        yield Path(star(token.x - 5, token.y, 6), INK)
        yield Words(token.x + 6, token.y + 5, str(tables.value[slot]), 15, bold=True)
    if name in drawing.labels:
        label = drawing.labels[name]
        for row, line in enumerate(label.lines):
            yield Words(label.x, label.y + row * label.size * 1.1, line, label.size, halo=_BORDER)


def _symbol(seat: int, x: float, y: float) -> Path | Circle:
    symbol = v.SYMBOLS[seat]
    if symbol == "circle":
        return Circle(x, y, 7, "#ffffff", INK, 1)
    return Path(polygon([(x + dx, y + dy) for dx, dy in _CORNERS[symbol]]), "#ffffff", INK, 1)
