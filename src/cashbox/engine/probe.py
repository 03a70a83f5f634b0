"""One game under test: what the checks of the conformance suite look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Forms, Frames, marks_key
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.match import Match
from cashbox.engine.repetition import Trail
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Journal

S = TypeVar("S")
T = TypeVar("T")


class ConformanceError(AssertionError):
    """A game breaks the contract; the message says how, in which game and after how many entries.

    check: the name of the check that found it. sentence: the fault alone. seed, step: of the game ("" where none was
    played), and the number of its last entry. journal: the game up to there, None where it did not even start.
    """

    def __init__(self, check: str, sentence: str, seed: int | str, step: int, journal: Journal | None) -> None:
        played = "" if seed == "" else f" (seed {seed!r}, entry {step})"
        super().__init__(f"{check}: {sentence}{played}")
        self.check = check
        self.sentence = sentence
        self.seed = seed
        self.step = step
        self.journal = journal


class Look(msgspec.Struct, frozen=True):
    """All that can be seen of a state. views and legal: by seat, and last the spectators' view."""

    fingerprint: bytes
    views: tuple[bytes, ...]
    legal: tuple[tuple[int, ...], ...]


class Past(Generic[S]):
    """A moment that is over: the fingerprint it had, the match's state, and a clone of the twin."""

    __slots__ = ("copy", "fingerprint", "state")

    def __init__(self, fingerprint: bytes, state: S, copy: S) -> None:
        self.fingerprint = fingerprint
        self.state = state
        self.copy = copy


class Probe(Generic[S]):
    """One game that is being played under checks.

    mode: the id of its mode. match: the game itself. twin: the same game played by the bare rules, in place, from a
    stream with the same seed. copy: the same game once more, following the journal. past: what was at each entry,
    by its number. standing: the entry after which just these decisions stood, by the window (number of the entry
    that opened it) and their numbers. frames: what goes out of the match. played: how many decisions stand. pick:
    the stream by which the game is played; other: that of the checks, so that the game is the same whatever is
    looked at. known: actions worth trying; every one that was ever legal, and what `Game.all_actions` gives. doing:
    what goes on, for the message when it crashes.
    samples, differing: how many were compared with the true state, how many were not the state itself.
    trail: the last decisions.
    """

    def __init__(self, game: Game[S], options: Mapping[str, object], seats: int, seed: int | str) -> None:
        self.game = game
        self.seed = seed
        first = game.about.modes[0].id if game.about.modes else ""
        self.mode = options.get("mode", first)
        self.seats = range(seats)
        self.names: Sequence[str] = [f"Player {seat}" for seat in self.seats]
        self.pick = SeededChance(f"{seed} tester")
        self.other = SeededChance(f"{seed} worlds")
        self.match = Match.start(game, options, seats, SeededChance(seed), players=self.names)
        self.frames = Frames(self.match, Forms(game), self.names, marks_key(b"of a test"))
        self.twin_chance = SeededChance(seed)
        self.twin = game.start(game.check_options(options, seats), seats, self.twin_chance)
        self.copy = Match.replay(game, self.match.journal)
        self.past: list[Past[S]] = []
        self.standing: dict[tuple[int, tuple[int, ...]], int] = {}
        self.played = 0
        self.doing = ""
        self.known: set[int] = set()
        self.samples = 0
        self.differing = 0
        self.trail = Trail(game)
        self._sampled: dict[int, S] = {}
        self._sampled_at = -1

        for action in game.all_actions():
            try:
                game.encode(action)
            except GameError:
                continue
            self.known.add(action)
        self.keep()

    def keep(self) -> None:
        """Note what is now, to be compared later."""
        state = self.match.state
        self.past.append(Past(self.game.fingerprint(state), state, self.game.clone(self.twin)))
        window = self.match.window
        self.standing.setdefault((window.opened, tuple(step.n for step in window.steps)), self.step)

    @property
    def step(self) -> int:
        """The number of the last entry."""
        return self.match.number

    @property
    def viewers(self) -> Sequence[int]:
        """Every seat, and SPECTATOR."""
        return (*self.seats, SPECTATOR)

    def look(self, state: S) -> Look:
        """All that can be seen of a state."""
        game = self.game
        views = game.views(state)
        return Look(
            game.fingerprint(state),
            tuple(msgspec.json.encode(views(viewer)) for viewer in self.viewers),
            tuple(tuple(game.legal(state, seat)) for seat in self.seats),
        )

    def sampled(self, viewer: int) -> S:
        """A state sampled for a viewer at this entry. Sampling takes long where much has happened, so it is one for all
        the checks that only look at it."""
        if self._sampled_at != self.step:
            self._sampled, self._sampled_at = {}, self.step
        if viewer not in self._sampled:
            self._sampled[viewer] = self.game.sample(self.match.state, viewer, self.other)
        return self._sampled[viewer]

    def owing(self) -> list[int]:
        """The seats that owe a decision."""
        return seats_of(self.match.due())

    def acting(self) -> list[int]:
        """List the seats that may act: those that owe a decision, and those that need not."""
        return seats_of(self.match.due() | self.game.optional(self.match.state))

    def picked(self, items: Sequence[T]) -> T:
        """Any of them, for the game that is played."""
        return items[self.pick.draw(len(items))]

    def one_of(self, items: Sequence[T]) -> T:
        """Any of them, for a check."""
        return items[self.other.draw(len(items))]

    def some_of(self, items: Sequence[T], most: int) -> list[T]:
        """All of them in order, or that many picked at random where there are more."""
        if len(items) <= most:
            return list(items)
        return [self.one_of(items) for _ in range(most)]

    def fail(self, check: str, sentence: str) -> NoReturn:
        """Report a breach of the contract."""
        raise ConformanceError(check, sentence, self.seed, self.step, self.match.journal)
