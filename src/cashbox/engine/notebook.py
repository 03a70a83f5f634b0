"""HTML for games, views, matches, and journals in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.seats import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Journal
    from cashbox.engine.match import Match

_LATEST: Final = 12
"""The number of log lines to show."""
_SHORT: Final = 60
"""Longer values are folded, in characters."""


class View(msgspec.Struct):
    """A seat's view, shown as a table of its fields."""

    def _repr_html_(self) -> str:
        """Show the view in a notebook."""
        return _fields(self)


def of_game(game: Game[Any]) -> str:
    """Describe a game, its modes, and its options."""
    about = game.about
    modes = [(mode.id, mode.text) for mode in about.modes]
    options = [(option.name, str(option.default), option.text) for option in about.options]
    players = f"{about.least_players} to {about.most_players} players"
    return "".join(
        [
            f"<h3>{escape(about.name)}</h3><p>{escape(about.tagline)} {players}, {escape(about.minutes)}. ",
            f"Content <code>{game.content_hash[:12]}</code>.</p>",
            _table(("mode", "what it is"), modes) if modes else "",
            _folded("Options", _table(("option", "default", "what it does"), options)) if options else "",
        ]
    )


def of_match(match: Match[Any]) -> str:
    """Describe a match: its players, the end of its log as spectators see it, and its scores."""
    names = match.journal.header.players
    title = f"{match.game.about.name}: {', '.join(names)}"
    lines = match.log(SPECTATOR, names)
    items = "".join(f"<li>{escape(line)}</li>" for _, line in lines[-_LATEST:])
    state = "The game is over." if match.over else "The game is in progress."
    return f"<h3>{escape(title)}</h3><p>{state}</p><ul>{items}</ul>{scores(names, match.game.outcome(match.state))}"


def of_journal(journal: Journal) -> str:
    """Describe a journal: its game, and how it ended."""
    header = journal.header
    given = ", ".join(f"{name}={value}" for name, value in header.options.items())
    rows = [
        ("game", f"{header.game}, edition {header.edition}"),
        ("players", ", ".join(header.players) or str(header.seats)),
        ("options", given),
        ("content", header.content_hash[:12]),
        ("entries", f"{len(journal.entries):,}"),
    ]
    return f"<h3>Journal</h3>{_table((), rows)}{scores(header.players, journal.end)}"


def scores(names: Sequence[str], end: Any) -> str:
    """Format the scores, if the game is over."""
    if end is None or not hasattr(end, "scores"):
        return ""
    rows = [
        (names[seat] if seat < len(names) else str(seat), f"{score:,}".replace("-", "−"), "★" * (seat in end.winners))
        for seat, score in enumerate(end.scores)
    ]
    return _table(("player", "score", "won"), rows)


def _fields(view: msgspec.Struct) -> str:
    rows = (
        f"<tr><th>{escape(name)}</th><td>{_value(getattr(view, name))}</td></tr>" for name in view.__struct_fields__
    )
    return f"<table>{''.join(rows)}</table>"


def _value(value: Any) -> str:
    """Format a value, folded if it is long."""
    if isinstance(value, msgspec.Struct):
        return _folded(type(value).__name__, _fields(value))
    if isinstance(value, (list, tuple)) and any(isinstance(one, msgspec.Struct) for one in value):
        return _folded(f"{len(value)}", "".join(_value(one) for one in value))
    text = escape(str(value))
    return text if len(text) <= _SHORT else _folded(f"{text[:_SHORT]}…", text)


def _folded(summary: str, inside: str) -> str:
    return f"<details><summary>{summary}</summary>{inside}</details>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return f"<table>{''.join(_rows(head, rows))}</table>"


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    if head:
        yield "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
