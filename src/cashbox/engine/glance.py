"""The introduction to a game: pictures, and what a turn is like."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "glance.toml"
PICTURES: Final = "pictures"
"""The folder of a game's pictures, each in two themes: NAME-light.avif, NAME-dark.avif."""
PREVIEW: Final = "preview.jpg"
"""The picture that messaging apps show with a link, 1200 by 630 pixels."""


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of a part of the board. name: of its files; alt: what it shows; size: width and height. For the tool
    that takes the pictures, of: a CSS selector of the part; window: the size of the browser window; after: the least
    number of actions taken before; can: the type of an action that must be legal then, "" for any; mode: the mode to
    play, "" for the game's first; press: a selector of what to click before. headings: the headings of the help page
    under which it is a figure."""

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
    """Something that a player does in a turn."""

    title: str
    text: str


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The default table for a quick start. mode: "" for the first one; players: including bots."""

    mode: str = ""
    players: int = 0


class Glance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """text: the player's role and goal, in a sentence or two; steps: of a turn, in order; pictures: the first one
    represents the game; figures: pictures for the help page only."""

    text: str = ""
    steps: tuple[Step, ...] = ()
    pictures: tuple[Picture, ...] = ()
    figures: tuple[Picture, ...] = ()
    start: Start = Start()


def read_glance(folder: Path) -> Glance:
    """Read the introduction in a game's folder, empty if there is none. ValueError if it cannot be read."""
    file = folder / FILE
    if not file.is_file():
        return Glance()
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Glance)
