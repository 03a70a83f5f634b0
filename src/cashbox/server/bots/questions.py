"""What the processes beside the server are asked for its bots, and what they answer."""

from __future__ import annotations

import pickle
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.contents import RulesKey
from cashbox.engine.guide import Choice  # noqa: TC001 (read by msgspec)
from cashbox.server.workers import Program

if TYPE_CHECKING:
    from cashbox.engine.game import Game


class Asked(msgspec.Struct):
    """Which rules it is about. edition: of the rules; content: JSON, empty where the process has the game already."""

    game: str
    content_hash: str
    edition: int
    content: bytes = b""

    @property
    def rules(self) -> RulesKey:
        """Which they are."""
        return RulesKey(self.game, self.content_hash, self.edition)


class Deal(Asked, kw_only=True):
    """A state is to be dealt that a seat cannot tell from the true one. state: the true one, packed; seed: of the
    chance by which it is dealt."""

    state: bytes
    seat: int
    seed: str


class Dealt(msgspec.Struct, frozen=True):
    """sample: such a state, packed."""

    sample: bytes


class Shown(msgspec.Struct, frozen=True):
    """What a seat may see. game, content_hash: of which it was made; view: packed."""

    game: str
    content_hash: str
    view: bytes


class Question(Asked, kw_only=True):
    """A bot is to choose. place: the same for each choice at one seat; a bot may remember there what it planned. shown:
    what its seat may see; legal: what the seat may do; seed: of the bot's own chance. sample: a packed state that
    the seat cannot tell from the true one, budget: seconds to think, and processes: in how many at once, all for a bot
    that searches. by: when a person who asks should have the answer, by the clock that processes share;
    0 if no one asks. ranked: so many actions are wanted, the best first, with the chance of winning; 0: one, to be
    taken. among: the only actions to rank, empty for all."""

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
    among: list[int] = []


class Answer(msgspec.Struct, frozen=True):
    """action: what the bot chose, -1 for none; ranked: the best actions, compared, where they were asked for."""

    action: int = -1
    ranked: list[Choice] = []


class Shelf:
    """The games of such a process, loaded once for each content and edition."""

    def __init__(self) -> None:
        self._games: dict[RulesKey, Game[Any]] = {}

    def game(self, asked: Asked) -> Game[Any]:
        """Return the game that a question is about."""
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
    """Deal the sample that was asked for."""
    game = shelf.game(asked)
    return Dealt(pickle.dumps(game.sample(unpack(asked.state), asked.seat, SeededChance(asked.seed))))


# No bot runs in this process: it gets a true state, and answers with one that a seat cannot tell from it. It comes
# after the server, whose people are answered first, and after the bots that they wait for.
DEALER: Final = Program(f"{__name__}:DEALER", Deal, Dealt, lambda: partial(deal, Shelf()), memory=300_000_000, nice=10)
