"""What the tests of every game ask of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.game import SPECTATOR

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Event, Game


class AnyTable:
    """A game at some moment. log: what has happened since it was last emptied."""

    game: Game[Any]
    state: Any
    chance: Chance
    names: list[str]
    log: list[Event]

    def said(self, seat: int = SPECTATOR) -> list[str]:
        """What a viewer has been told by the log."""
        lines = [self.game.narrate(event, seat, self.names) for event in self.log]
        return [line for line in lines if line is not None]

    def concerning(self, seat: int) -> list[str]:
        """What the log means for a seat that it concerns."""
        lines = [self.game.concerns(event, seat, self.names) for event in self.log]
        return [line for line in lines if line]

    def winners(self) -> list[int]:
        """The seats of a game that is over which won; none where nobody at the table did."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        return list(outcome.winners)
