"""What someone sees of a game before playing it: pictures, and what a turn is like."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "glance.toml"
PICTURES: Final = "pictures"
"""The folder of a game that has them, each in two themes: NAME-light.avif, NAME-dark.avif."""
PREVIEW: Final = "preview.jpg"
"""The picture among them that messengers show with a link, 1200 by 630 pixels."""


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the board. name: of its files; alt: what is to be seen there; size: width and height. For
    the tool that draws them, of: a CSS selector of what is drawn; window: size of the browser's window; after: how many
    actions have been taken by then, at least; can: the type of an action that is legal then, "" for any; mode: that is
    played, "" for the one that the game begins with; press: a selector of what is pressed before. headings: of the help
    page, where it stands as a figure."""

    name: str
    alt: str
    size: tuple[int, int]
    of: str
    window: tuple[int, int]
    after: int
    can: str = ""
    mode: str = ""
    press: str = ""
    headings: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that one does in a turn."""

    title: str
    text: str


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to begin where nothing else was chosen. mode: "" for the first one; players: bots included."""

    mode: str = ""
    players: int = 0


class Glance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """text: what one is and wants, in a sentence or two; steps: of a turn, in order; pictures: the first one stands for
    the game; figures: pictures for the help page alone."""

    text: str = ""
    steps: tuple[Step, ...] = ()
    pictures: tuple[Picture, ...] = ()
    figures: tuple[Picture, ...] = ()
    start: Start = Start()


def read_glance(folder: Path) -> Glance:
    """Read the glance in a game's folder, empty if there is none. ValueError if it cannot be read."""
    file = folder / FILE
    if not file.is_file():
        return Glance()
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Glance)
