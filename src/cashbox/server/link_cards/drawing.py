"""Draws a scene as a PNG: the house's colours and typeface, and a picture of the game. Only one thread may draw."""

from __future__ import annotations

import functools
import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

import cashbox
from cashbox import games
from cashbox.engine.glance import PICTURES
from cashbox.server.link_cards.scene import Row

if TYPE_CHECKING:
    from cashbox.server.link_cards.scene import Scene

WIDTH: Final = 1200
HEIGHT: Final = 630

_FONT: Final = Path(cashbox.__file__).parent / "web" / "static" / "fonts" / "bitter.woff2"
_REGULAR: Final = 450
_BOLD: Final = 700
_LEAST: Final = 24
"""The smallest letters, in pixels: a card is often shown at a third of its size."""

_TABLE: Final = "#ddd5c3"
_PAPER: Final = "#f8f3e6"
_INK: Final = "#231d17"
_SOFT: Final = "#5a4f43"
_LINE: Final = "#cdc0a6"
_ACT: Final = "#1c5a3e"
_ACT_STRONG: Final = "#12432d"
_RAISED: Final = "#fffcf4"
_GOLD: Final = "#f5c04a"

_EDGE: Final = 56
_TEXT: Final = 690
"""Where the text ends and the pictures begin."""

_ROWS: Final = 5
"""The most rows in one column."""

_LETTERS: Final = 300
"""More of a text can have no room."""

_MOST: Final = 10
"""The most rows; of more, the last one says how many."""


def draw(scene: Scene) -> bytes:
    """A scene as PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    pen = ImageDraw.Draw(image)
    _pictures(image, pen, scene.games)
    pen.rectangle((0, 0, 14, HEIGHT), fill=_ACT)
    _brand(pen)
    wide = _TEXT - 2 * _EDGE + 20
    down = _paragraph(pen, (_EDGE, 128), scene.title, wide, Style(64, _BOLD, 2))
    if scene.under:
        down = _paragraph(pen, (_EDGE, down + 4), scene.under, wide, Style(30, _REGULAR, 1, _SOFT))
    _paragraph(pen, (_EDGE, down + 14), scene.status, wide, Style(32, _REGULAR, 2 if scene.rows else 4))
    _rows(pen, scene.rows, wide)
    out = io.BytesIO()
    # Colours of paper and ink: a palette is enough, and a third of the size.
    image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", optimize=False)
    return out.getvalue()


class Style:
    """How a piece of text is set. size: of its letters, where it fits; lines: the most that it may take."""

    def __init__(self, size: int, weight: int, lines: int, ink: str = _INK) -> None:
        self.size, self.weight, self.lines, self.ink = size, weight, lines, ink


def _brand(pen: ImageDraw.ImageDraw) -> None:
    """The icon of the house as in web/static/img/icon.svg, and its name."""
    left, top, unit = _EDGE, 40, 1.6

    def box(x: float, y: float, w: float, h: float) -> tuple[float, float, float, float]:
        return left + x * unit, top + y * unit, left + (x + w) * unit, top + (y + h) * unit

    pen.rounded_rectangle(box(2, 11, 28, 18), 5, _ACT)
    pen.rounded_rectangle(box(6, 4, 20, 11), 3, _RAISED, _ACT, 3)
    pen.rectangle(box(2, 13, 28, 5), _ACT_STRONG)
    pen.ellipse(box(12, 17, 8, 8), _GOLD)
    pen.text((left + 64, top + 30), "cashbox", _SOFT, _font(34, _BOLD), "lm")


def _pictures(image: Image.Image, pen: ImageDraw.ImageDraw, ids: tuple[str, ...]) -> None:
    """The games' boards on the table to the right."""
    left = _TEXT
    pen.rectangle((left, 0, WIDTH, HEIGHT), fill=_TABLE)
    found = [picture for game in ids if (picture := _board(game)) is not None]
    if not found:
        return
    gap = 28
    tall = (HEIGHT - gap * (len(found) + 1)) // len(found)
    wide = WIDTH - left - 2 * gap
    for place, picture in enumerate(found):
        top = gap + place * (tall + gap)
        scale = max(wide / picture.width, tall / picture.height)
        whole = picture.resize((round(picture.width * scale), round(picture.height * scale)), Image.Resampling.LANCZOS)
        right, below = (whole.width - wide) // 2, (whole.height - tall) // 2
        mask = Image.new("L", (wide, tall), 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide - 1, tall - 1), 14, 255)
        image.paste(whole.crop((right, below, right + wide, below + tall)), (left + gap, top), mask)
        pen.rounded_rectangle((left + gap, top, left + gap + wide - 1, top + tall - 1), 14, None, _LINE, 2)


def _rows(pen: ImageDraw.ImageDraw, rows: tuple[Row, ...], wide: int) -> None:
    """Who is there, from the bottom up, in one column or two."""
    if len(rows) > _MOST:
        left_out = len(rows) - _MOST + 1
        rows = (*rows[: _MOST - 1], Row(0, f"and {left_out} more"))
    columns = 1 if len(rows) <= _ROWS else 2
    tall = -(-len(rows) // columns)
    broad = (wide - 24 * (columns - 1)) // columns
    for place, row in enumerate(rows):
        left = _EDGE + place // tall * (broad + 24)
        middle = HEIGHT - 58 - (tall - 1 - place % tall) * 46
        _row(pen, row, left, middle, broad)


def _row(pen: ImageDraw.ImageDraw, row: Row, left: int, middle: int, broad: int) -> None:
    round_ = (left, middle - 17, left + 34, middle + 17)
    if row.number:
        pen.ellipse(round_, _GOLD if row.won else _ACT if row.name else None, None if row.name else _LINE, 2)
        ink = _INK if row.won else _RAISED if row.name else _SOFT
        pen.text((left + 17, middle), str(row.number), ink, _font(22, _BOLD), "mm")
    font = _font(28, _BOLD if row.won else _REGULAR)
    note = _shortened(pen, drawable(row.note, ""), font, broad // 2)
    taken = pen.textlength(note, font) + 16 if note else 0
    name = row.name and drawable(row.name, f"Player {row.number}" if row.number else "somebody")
    line = _shortened(pen, name or "free", font, broad - 48 - taken)
    pen.text((left + 48, middle), line, _INK if row.name else _SOFT, font, "lm")
    if note:
        pen.text((left + broad, middle), note, _INK, font, "rm")


def _paragraph(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, wide: int, style: Style) -> int:
    """Sets a text below a point; where it ends. It gets smaller until it fits, and is cut off where that helps not."""
    text, size = drawable(text, ""), style.size
    lines = _wrapped(pen, text, _font(size, style.weight), wide)
    while len(lines) > style.lines and size > max(_LEAST, style.size // 2):
        size -= 4
        lines = _wrapped(pen, text, _font(size, style.weight), wide)
    font = _font(size, style.weight)
    if len(lines) > style.lines:
        lines = [*lines[: style.lines - 1], " ".join(lines[style.lines - 1 :])]
    left, down = at
    for line in lines:
        pen.text((left, down), _shortened(pen, line, font, wide), style.ink, font)
        down += round(size * 1.25)
    return down


def _wrapped(pen: ImageDraw.ImageDraw, text: str, font: ImageFont.FreeTypeFont, wide: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and pen.textlength(joined, font) <= wide:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def _shortened(pen: ImageDraw.ImageDraw, line: str, font: ImageFont.FreeTypeFont, wide: float) -> str:
    """A line, cut off where it is too long."""
    if pen.textlength(line, font) <= wide:
        return line
    while line and pen.textlength(f"{line}…", font) > wide:
        line = line[:-1].rstrip()
    return f"{line}…"


def drawable(text: str, instead: str) -> str:
    """A text as the typeface can show it, so much of it as could have room: a word with another script's letters in it
    is left out. instead: where nothing is left."""
    return " ".join(word for word in text[:_LETTERS].split() if all(map(_has, word))) or instead


@functools.lru_cache(4096)
def _has(character: str) -> bool:
    """Whether the typeface has a character."""
    font = _font(32, _REGULAR)
    missing, found = font.getmask("\U0010fffd"), font.getmask(character)
    return (found.size, bytes(found)) != (missing.size, bytes(missing))


@functools.lru_cache(64)
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    try:
        font = ImageFont.truetype(io.BytesIO(_FONT.read_bytes()), size)
        font.set_variation_by_axes([weight])
    except OSError:
        # The system's own build of the library may not read such files.
        font = ImageFont.load_default(size)  # type: ignore[assignment]
    return font


@functools.lru_cache(16)
def _board(game: str) -> Image.Image | None:
    """A game's own picture, None where it has none."""
    try:
        pictures = games.glance(game).pictures
        if not pictures:
            return None
        with Image.open(games.folder(game) / PICTURES / f"{pictures[0].name}-light.webp") as opened:
            return opened.convert("RGB")
    except (OSError, ValueError):
        return None
