"""Requests to the helper processes for bots, and their responses."""

from __future__ import annotations

import pickle
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.contents import RulesKey
from cashbox.engine.guide import Choice, Try  # noqa: TC001 (read by msgspec)
from cashbox.server.workers import Program

if TYPE_CHECKING:
    from cashbox.engine.game import Game


class Asked(msgspec.Struct):
    """A request with the rules that it is about. edition: of the rules; content: JSON, empty if the process already has
    the game."""

    game: str
    content_hash: str
    edition: int
    content: bytes = b""

    @property
    def rules(self) -> RulesKey:
        """Return the key of the rules."""
        return RulesKey(self.game, self.content_hash, self.edition)


class Deal(Asked, kw_only=True):
    """Requests a sample: a state that a seat cannot tell from the true one. state: the true one, packed; seed: of the
    sampler's chance."""

    state: bytes
    seat: int
    seed: str


class Dealt(msgspec.Struct, frozen=True):
    """The response to `Deal`. sample: such a state, packed."""

    sample: bytes


class Shown(msgspec.Struct, frozen=True):
    """A seat's view. game, content_hash: those of the view; view: packed."""

    game: str
    content_hash: str
    view: bytes


class Question(Asked, kw_only=True):
    """Requests a bot's choice. place: the same for each choice at one seat, so that the bot can remember its plan.
    shown: the seat's view; legal: its legal actions; seed: of the bot's own chance. sample: a packed state
    that
    the seat cannot tell from the true one, budget: seconds to think, and processes: how many to use at once, all three
    for a search bot. by: when a waiting person should have the answer, by the clock that processes share; 0 if no one
    waits. ranked: the number of actions to return, best first, with the chance of winning; 0 for one to take. among:
    the only tries to rank, empty for all."""

    bot: str
    place: str
    seat: int
    seed: str
    shown: Shown
    legal: list[int]
    sample: bytes = b""
    budget: float = 0.0
    processes: int = 1
    by: float = 0.0
    ranked: int = 0
    among: list[Try] = []


class Answer(msgspec.Struct, frozen=True):
    """action: the bot's choice, -1 for none; ranked: the best actions, compared, if requested."""

    action: int = -1
    ranked: list[Choice] = []


class Shelf:
    """A helper process's games, loaded once for each content and edition."""

    def __init__(self) -> None:
        self._games: dict[RulesKey, Game[Any]] = {}

    def game(self, asked: Asked) -> Game[Any]:
        """Return the game of a request."""
        found = self._games.get(asked.rules)
        if found is None:
            found = games.load(asked.game, msgspec.json.decode(asked.content), asked.edition)
            self._games[asked.rules] = found
        return found


def pack_view(game: Game[Any], view: msgspec.Struct) -> Shown:
    """Pickle a view of a game."""
    return Shown(game.about.id, game.content_hash, pickle.dumps(view))


def unpack(packed: bytes) -> Any:
    """Unpickle a view or a state that another process of this program pickled."""
    return pickle.loads(packed)  # noqa: S301 (no one else can have packed it)


def deal(shelf: Shelf, asked: Deal) -> Dealt:
    """Deal the requested sample."""
    game = shelf.game(asked)
    return Dealt(pickle.dumps(game.sample(unpack(asked.state), asked.seat, SeededChance(asked.seed))))


# No bot runs in this process: it gets a true state and returns one that a seat cannot tell from it. Its priority is
# below the server's, which answers people first, and below that of bots that people wait for.
DEALER: Final = Program(f"{__name__}:DEALER", Deal, Dealt, lambda: partial(deal, Shelf()), memory=300_000_000, nice=10)
