"""A help page as a game returns it: sections to read, and lists to look things up in.

A game's folder may have `help.py` with `page(mode)`, which returns a `Page`; a game without it is described by its
`help.md` alone.
"""

from __future__ import annotations

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One thing to look up: its name, a sentence, facts beside it in a few words, the heading of its rule."""

    title: str
    text: str
    aside: str = ""
    rule: str = ""


class Section(msgspec.Struct, frozen=True):
    """A part of the page. id: its anchor; text: Markdown; entries: what can be looked up under this heading."""

    id: str
    title: str
    text: str
    entries: tuple[Entry, ...] = ()


class Page(msgspec.Struct, frozen=True):
    """How a game is played in one mode. text: Markdown before the first section."""

    title: str
    text: str
    sections: tuple[Section, ...]
