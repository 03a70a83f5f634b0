"""One game under test, with the data for the checks of the conformance suite."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeVar

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Forms, Frames, marks_key
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.match import Match
from cashbox.engine.phrases import listed
from cashbox.engine.repetition import Trail
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Journal

S = TypeVar("S")
T = TypeVar("T")

LONG: Final = 60
"""The most characters of a value to quote in a message."""

FEW: Final = 3
"""The most fields to name in a message."""


class ConformanceError(AssertionError):
    """A game breaks the contract; the message says how, and at which entry of which game.

    check: the name of the check that found it. sentence: the fault alone. seed, step: the game's seed ("" if none was
    played) and the number of its last entry. journal: the game up to there, None if it did not start.
    """

    def __init__(self, check: str, sentence: str, seed: int | str, step: int, journal: Journal | None) -> None:
        played = "" if seed == "" else f" ({_table(journal)}seed {seed!r}, entry {step})"
        super().__init__(f"{check}: {sentence}{played}")
        self.check = check
        self.sentence = sentence
        self.seed = seed
        self.step = step
        self.journal = journal


def _table(journal: Journal | None) -> str:
    """Describe a journal's table, as the start of a list."""
    if journal is None:
        return ""
    header = journal.header
    mode = f"mode {header.options['mode']}, " if "mode" in header.options else ""
    return f"{header.game}, {mode}{header.seats} seats, "


class Look(msgspec.Struct, frozen=True):
    """Everything visible of a state. views and legal: by seat; the last view is the spectators'."""

    fingerprint: bytes
    views: tuple[bytes, ...]
    legal: tuple[tuple[int, ...], ...]


NUMBER: Final = re.compile(r"(?<![\w.{])\d+(?:,\d{3})*(?![\w}])")


def numbers(text: str) -> set[int]:
    """Return the numbers in a text, without seat numbers in braces, which stand for names."""
    return {int(found.replace(",", "")) for found in NUMBER.findall(text)}


def _quote(content: Any, into: dict[str, frozenset[int]]) -> None:
    """Collect, by name, the numbers in the content's sentences about each named thing."""
    if isinstance(content, dict):
        name = content.get("name")
        if isinstance(name, str) and name:
            texts = [value for value in content.values() if isinstance(value, str)]
            into[name] = into.get(name, frozenset()).union(*(numbers(text) for text in texts))
    for part in content.values() if isinstance(content, dict) else content if isinstance(content, list) else ():
        _quote(part, into)


def difference(one: Any, other: Any, path: str = "") -> str:
    """Describe where two plain values first differ, as `path is 1, not 2`; empty if they are equal."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        parts = [(f"{path}.{key}" if path else str(key), one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        parts = [(f"{path}[{k}]", *pair) for k, pair in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other else f"`{path}` is {_short(one)}, not {_short(other)}"
    return next((found for at, a, b in parts if (found := difference(a, b, at))), "")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONG else f"{text[:LONG]}..."


def _same(one: Any, other: Any, path: str, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """Find mutable objects that two objects share, with their paths."""
    if id(one) in seen or isinstance(one, (str, bytes, int, type(None))):
        return
    seen.add(id(one))
    if one is other and not isinstance(one, tuple):
        yield path, one
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        for k, (a, b) in enumerate(zip(one, other, strict=False)):
            yield from _same(a, b, f"{path}[{k}]", seen)
        return
    for name in _fields(one):
        if hasattr(other, name):
            yield from _same(getattr(one, name), getattr(other, name), f"{path}.{name}" if path else name, seen)


def _fields(one: Any) -> list[str]:
    slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
    return [name for name in (*getattr(one, "__dict__", ()), *slots) if hasattr(one, name)]


def _held(one: Any) -> str:
    """Return an object's own field values."""
    return repr(one if isinstance(one, (list, dict, set)) else [getattr(one, name) for name in _fields(one)])


class Past(Generic[S]):
    """An earlier moment: its fingerprint, the match's state, and a clone of the twin."""

    __slots__ = ("copy", "fingerprint", "state")

    def __init__(self, fingerprint: bytes, state: S, copy: S) -> None:
        self.fingerprint = fingerprint
        self.state = state
        self.copy = copy


class Probe(Generic[S]):
    """One game played under checks.

    mode: the id of its mode. match: the game itself. twin: the same game played by the rules alone, in place, from a
    stream with the same seed. copy: the same game again, following the journal. past: the earlier moments, by number of
    the entry. standing: the entry after which exactly these decisions stood, by the window (number of the entry that
    opened it) and their numbers. frames: the messages of the match. played: the number of decisions that stand. pick:
    the stream that plays the game; other: the stream of the checks, so that the checks do not affect the game. known:
    actions worth trying: every one that was ever legal, and `Game.all_actions`. doing: the current step, for the
    message of a crash. samples, differing: the number of samples compared with the true state, and the number that
    differ from it. trail: the last decisions. fresh: one legal action of each type that was never legal before in this
    game.
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
        self.fresh: list[int] = []
        self._types: dict[int, object] = {}
        self._types_met: set[object] = set()
        self._quotable: dict[str, frozenset[int]] | None = None
        self._sampled: dict[int, S] = {}
        self._sampled_at = -1

        for action in game.all_actions():
            try:
                game.encode(action)
            except GameError:
                continue
            self.known.add(action)
        self.save_moment()

    def save_moment(self) -> None:
        """Save the current moment for later comparison."""
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

    def observe(self, state: S) -> Look:
        """Collect everything visible of a state."""
        game = self.game
        views = game.views(state)
        return Look(
            game.fingerprint(state),
            tuple(msgspec.json.encode(views(viewer)) for viewer in self.viewers),
            tuple(tuple(game.legal(state, seat)) for seat in self.seats),
        )

    def sampled(self, viewer: int) -> S:
        """Return a state sampled for a viewer at this entry. All checks that only read it get the same one, because
        sampling a long game is slow."""
        if self._sampled_at != self.step:
            self._sampled, self._sampled_at = {}, self.step
        if viewer not in self._sampled:
            self._sampled[viewer] = self.game.sample(self.match.state, viewer, self.other)
        return self._sampled[viewer]

    def name_of(self, viewer: int) -> str:
        """Name a viewer, or the table as the owner of a number."""
        return f"seat {viewer}" if viewer >= 0 else "a spectator"

    def legal(self, state: S, seat: int) -> list[int]:
        """List the legal actions of a seat that owes a decision. A game without any is stuck."""
        legal = self.game.legal(state, seat)
        if not legal:
            when = "" if state is self.match.state else "some decisions later, "
            asked = self.game.prompt(state, seat, self.names)
            self.fail(
                "owing",
                f"{when}seat {seat} has a decision to make ({asked!r}), but `legal` gives it no action, so the game is "
                f"stuck: give it an action, or leave it out of `due`",
            )
        return legal

    def meet(self, legal: Sequence[int]) -> None:
        """Record legal actions, and which of them have a type that was never legal before."""
        self.known.update(legal)
        for action in legal:
            if action not in self._types:
                self._types[action] = self.game.encode(action).get("type")
            if self._types[action] not in self._types_met:
                self._types_met.add(self._types[action])
                self.fresh.append(action)

    def tried(self, legal: Sequence[int], most: int) -> list[int]:
        """Choose legal actions to check: those of new types, and some others."""
        fresh = [action for action in self.fresh if action in legal]
        return [*fresh, *(action for action in self.some_of(legal, most) if action not in fresh)]

    def quotable(self, label: str) -> set[int]:
        """Return the numbers in the content's sentences about what a label names, such as a card's text."""
        if self._quotable is None:
            self._quotable = {}
            _quote(self.game.content, self._quotable)
        return {number for name, found in self._quotable.items() if name in label for number in found}

    def owing(self) -> list[int]:
        """List the seats that owe a decision."""
        return seats_of(self.match.due())

    def acting(self) -> list[int]:
        """List the seats that may act: those that owe a decision, and those that have an option."""
        return seats_of(self.match.due() | self.game.optional(self.match.state))

    def picked(self, items: Sequence[T]) -> T:
        """Pick an item for the game itself."""
        return items[self.pick.draw(len(items))]

    def choice(self, seat: int, legal: Sequence[int]) -> int:  # noqa: ARG002 (players of other kinds ask who it is)
        """Choose an action of a seat for the game itself. Half of the time the type is chosen first, so that a type
        with many actions does not crowd out the others."""
        if self.pick.draw(2):
            return self.picked(legal)
        types = list(dict.fromkeys(self._types[action] for action in legal))
        chosen = self.picked(types)
        return self.picked([action for action in legal if self._types[action] == chosen])

    def one_of(self, items: Sequence[T]) -> T:
        """Pick an item for a check."""
        return items[self.other.draw(len(items))]

    def some_of(self, items: Sequence[T], most: int) -> list[T]:
        """Return all items in order, or `most` picked at random if there are more."""
        if len(items) <= most:
            return list(items)
        return [self.one_of(items) for _ in range(most)]

    def shared(self, act: Callable[[S], object]) -> str:
        """Name what a clone shares with its state although `act` changes it."""
        state = self.past[-1].copy  # The true state has changed.
        clone = self.game.clone(state)
        found = dict(_same(state, clone, "", set()))
        before = {path: _held(value) for path, value in found.items()}
        act(clone)
        names = [path for path, value in found.items() if _held(value) != before[path]]
        return listed([f"`{name}`" for name in names[:FEW]]) or "something"

    def fail(self, check: str, sentence: str) -> NoReturn:
        """Report a breach of the contract."""
        raise ConformanceError(check, sentence, self.seed, self.step, self.match.journal)
