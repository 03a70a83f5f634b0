"""The printable projects, events, and consultants of IT's all in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.pieces import Card, Pieces, Spot
from cashbox.games.consultants.content import COLOURS, PRINCIPAL, RANKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.game import Game
    from cashbox.games.consultants.content import Content, Project

_COLORS: Final = {
    "red": "#c5392c", "yellow": "#f0bd2a", "green": "#2f7d46", "blue": "#2c62ad", "violet": "#6d4bb0",
}  # fmt: skip
_SILVER: Final = "#686d75"
_GOLD: Final = "#b98605"
_EVENT: Final = "#1f6f8b"


def pieces(game: Game[Any]) -> Pieces:
    """Return the project boards, the event cards, and the deck of consultants."""
    tables: Content = game.tables  # type: ignore[attr-defined]
    return Pieces((*_projects(tables), *_events(tables), *_consultants(tables)))


def _spot(colour: int, note: str = "", *, star: bool = False) -> Spot:
    name = COLOURS[colour]
    return Spot(_COLORS[name], name[0].upper(), note, star)


def _projects(tables: Content) -> Iterator[Card]:
    for project in tables.projects:
        kind, color = ("Regular project", _SILVER) if project.regular else ("International project", _GOLD)
        yield Card(project.name, _pay(project), kind, color, row=_desks(project), number=project.id)
    desks = tuple(_spot(colour) for colour in tables.innovation)
    numbers = ", ".join(f"{n} for {players} players" for players, n in sorted(tables.innovation_desks.items()))
    yield Card("Innovation Project", f"Desks from the left: {numbers}.", "Innovation", _EVENT, row=desks)


def _desks(project: Project) -> tuple[Spot, ...]:
    both = zip(project.desks, project.wants, strict=True)
    return tuple(_spot(colour, star=wants) for colour, wants in both)


def _pay(project: Project) -> str:
    pay = ", ".join(f"${n}" for n in project.pay)
    return f"Pays {pay}, the rightmost consultant first. A desk with a star needs a principal."


def _events(tables: Content) -> Iterator[Card]:
    for event in tables.events:
        yield Card(event.name, event.text_for(innovation=True), "Event", _EVENT, number=event.id, back="Event")


def _consultants(tables: Content) -> Iterator[Card]:
    both = list(zip(tables.colour, tables.rank, strict=True))
    for colour, rank in dict.fromkeys(both):
        name = COLOURS[colour]
        yield Card(
            name=f"{name.capitalize()} {RANKS[rank]}",
            text="",
            kind=RANKS[rank].capitalize(),
            color=_COLORS[name],
            row=(_spot(colour, star=rank == PRINCIPAL),),
            back="Consultant",
            copies=both.count((colour, rank)),
        )
