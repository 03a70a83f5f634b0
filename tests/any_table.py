"""Helpers that the tests of every game use to read a table."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.engine.game import SPECTATOR
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from typing import Self

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Event, Game

Form = dict[str, Any]


class AnyTable:
    """A game at some moment. Every `do` goes through the legal list, as a guest's would.

    log: what has happened since it was last emptied.
    """

    game: Game[Any]
    state: Any
    chance: Chance
    names: list[str]
    log: list[Event]

    @property
    def due(self) -> list[int]:
        """The seats that owe a decision."""
        return seats_of(self.game.due(self.state))

    def view_bytes(self, seat: int = SPECTATOR) -> bytes:
        return msgspec.json.encode(self.game.view(self.state, seat))

    def copy(self) -> Self:
        """The same table once more."""
        other = copy.copy(self)
        other.state = self.game.clone(self.state)
        other.log = other.game.watch(other.state)
        return other

    def said(self, seat: int = SPECTATOR) -> list[str]:
        """What a viewer has been told by the log."""
        lines = [self.game.narrate(event, seat, self.names) for event in self.log]
        return [line for line in lines if line is not None]

    def concerning(self, seat: int) -> list[str]:
        """What the log means for a seat that it concerns."""
        lines = [self.game.concerns(event, seat, self.names) for event in self.log]
        return [line for line in lines if line]

    def winners(self) -> list[int]:
        """The seats of a game that is over which won; none where no one at the table did."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        return list(outcome.winners)


class FormTable(AnyTable):
    """A game whose actions are named by their forms."""

    def form(self, kind: str, *about: Any, **fields: Any) -> Form:
        """The JSON form of an action. about: what a game says of it without naming the field."""
        assert not about
        return {"type": kind, **fields}

    def forms(self, seat: int | None = None) -> list[Form]:
        """The legal actions in their JSON form, of whoever is to act."""
        who = self.due[0] if seat is None else seat
        return [self.game.encode(action) for action in self.game.legal(self.state, who)]

    def types(self, seat: int | None = None) -> set[str]:
        """The types of the legal actions."""
        return {form["type"] for form in self.forms(seat)}

    def can(self, kind: str, *about: Any, by: Any = None, **fields: Any) -> bool:
        return self.form(kind, *about, **fields) in self.forms(by)

    def why(self, kind: str, *about: Any, by: Any = None, **fields: Any) -> str:
        """What a player is told of an action that is not legal."""
        who = self.due[0] if by is None else by
        return self.game.explain(self.state, who, self.game.decode(self.form(kind, *about, **fields)))

    def do(self, kind: str, *about: Any, by: Any = None, **fields: Any) -> Self:
        who = self.due[0] if by is None else by
        form = self.form(kind, *about, **fields)
        legal = self.forms(who)
        assert form in legal, f"not legal: {form}; {self.why(kind, *about, by=who, **fields)}; legal are {legal}"
        self.game.play(self.state, who, self.game.decode(form), self.chance)
        return self
