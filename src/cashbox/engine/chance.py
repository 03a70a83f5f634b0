"""Sources of random numbers, which callers always pass in.

A game only calls `draw(n)`, for one of n equally likely answers; shuffles and deals consist of draws too.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from cashbox.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


@mypyc_attr(allow_interpreted_subclasses=True)
class ChanceError(ValueError):
    """A scripted answer does not fit the draw that the game asked for."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A source of random draws."""

    __slots__ = ()

    def draw(self, n: int) -> int:
        """Draw one of 0..n-1, each equally likely. `n` is at least 1."""
        raise NotImplementedError

    def decide(
        self,
        count: int,  # noqa: ARG002 (only a stored answer needs it)
        choose: Callable[[Chance], list[int]],
        fault: Callable[[Sequence[int]], str],  # noqa: ARG002
    ) -> list[int]:
        """Return several values that `choose` draws together. A journal stores this answer instead of the draws, so
        `choose` may change how it draws without changing the format.

        Args:
            count: The number of ints in the answer.
            choose: Draws the answer.
            fault: Describes what is wrong with a stored answer; empty if it is possible.
        """
        return choose(self)

    def mark(self) -> object:
        """Return the current position, for `reset`. A source without memory returns None."""
        return None

    def reset(self, mark: object) -> None:
        """Return to a mark, so that a draw that no one has learned of gives the same answer again."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SeededChance(Chance):
    """A fast stream for simulations: the same seed gives the same draws. Not for games between people."""

    __slots__ = ("_generator", "_random")

    def __init__(self, seed: int | str) -> None:
        self._generator = random.Random(seed)
        self._random: Callable[[], float] = self._generator.random

    def draw(self, n: int) -> int:
        """Draw one of 0..n-1."""
        return int(self._random() * n)

    def mark(self) -> object:
        """Return the state of the generator."""
        return self._generator.getstate()

    def reset(self, mark: object) -> None:
        """Restore that state."""
        assert isinstance(mark, tuple)
        self._generator.setstate(mark)


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptedChance(Chance):
    """Draws from a list of answers or (n, answer) pairs, in order, for tests and for replaying journals."""

    __slots__ = ("_at", "_script")

    def __init__(self, script: Iterable[tuple[int, int] | int]) -> None:
        self._script = list(script)
        self._at = 0

    def draw(self, n: int) -> int:
        """Return the next answer of the script. ChanceError if the script has run out or the answer does not fit."""
        if self._at >= len(self._script):
            raise ChanceError(f"only {self._at} draws are recorded, but the game asks for one more, of {n}")
        entry = self._script[self._at]
        self._at += 1
        if isinstance(entry, tuple):
            asked, answer = entry
            if asked != n:
                raise ChanceError(
                    f"draw {self._at} was of {asked} when it was recorded, but the game now asks for one of {n}"
                )
        else:
            answer = entry
        if not 0 <= answer < n:
            raise ChanceError(f"draw {self._at} is {answer}, which is impossible in a draw of {n}")
        return answer

    def mark(self) -> object:
        """Return how many answers have been used."""
        return self._at

    def reset(self, mark: object) -> None:
        """Give the answers since the mark again."""
        assert isinstance(mark, int)
        self._at = mark

    @property
    def left(self) -> int:
        """The number of unused answers."""
        return len(self._script) - self._at


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordingChance(Chance):
    """Passes on another source's draws and records them as (n, answer) pairs for the journal."""

    __slots__ = ("drawn", "source")

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.drawn: list[tuple[int, int]] = []

    def draw(self, n: int) -> int:
        """Draw from the source and record the answer."""
        answer = self.source.draw(n)
        self.drawn.append((n, answer))
        return answer

    def mark(self) -> object:
        """Return the source's position and the number of recorded draws."""
        return self.source.mark(), len(self.drawn)

    def reset(self, mark: object) -> None:
        """Return to a mark and forget the draws recorded since."""
        assert isinstance(mark, tuple)
        self.source.reset(mark[0])
        del self.drawn[mark[1] :]


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordedDeal(RecordingChance):
    """Records a sampler's deal: the answers to `decide` and to single draws, in order."""

    __slots__ = ("_deciding", "dealt")

    def __init__(self, source: Chance) -> None:
        super().__init__(source)
        self.dealt: list[int] = []
        self._deciding = False

    def draw(self, n: int) -> int:
        """Draw from the source and record the answer."""
        answer = super().draw(n)
        if not self._deciding:
            self.dealt.append(answer)
        return answer

    def decide(
        self, count: int, choose: Callable[[Chance], list[int]], fault: Callable[[Sequence[int]], str]
    ) -> list[int]:
        """Let `choose` draw from the source, and record what it returns."""
        self._deciding = True
        found = super().decide(count, choose, fault)
        self._deciding = False
        self.dealt.extend(found)
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class StoredDeal(Chance):
    """Repeats a deal that `RecordedDeal` recorded; ChanceError where that is impossible."""

    __slots__ = ("_at", "_dealt")

    def __init__(self, dealt: Sequence[int]) -> None:
        self._dealt = dealt
        self._at = 0

    def draw(self, n: int) -> int:
        """Return the next stored answer."""
        (answer,) = self._next(1)
        if not 0 <= answer < n:
            raise ChanceError(f"impossible deal: {answer} is not one of {n} possible results")
        return answer

    def decide(
        self,
        count: int,
        choose: Callable[[Chance], list[int]],  # noqa: ARG002 (the answer is stored)
        fault: Callable[[Sequence[int]], str],
    ) -> list[int]:
        """Return the next stored answers."""
        found = self._next(count)
        if wrong := fault(found):
            raise ChanceError(f"impossible deal: {wrong}")
        return found

    def _next(self, count: int) -> list[int]:
        found = list(self._dealt[self._at : self._at + count])
        if len(found) < count:
            raise ChanceError("the entry doesn't say how all cards were dealt")
        self._at += count
        return found

    @property
    def left(self) -> int:
        """The number of unused answers."""
        return len(self._dealt) - self._at


@mypyc_attr(allow_interpreted_subclasses=True)
class TentativeChance(RecordingChance):
    """Draws from a source that can be reset to where it was."""

    __slots__ = ("_before",)

    def __init__(self, source: Chance) -> None:
        super().__init__(source)
        self._before: object = None

    def draw(self, n: int) -> int:
        """Draw from the source."""
        if not self.drawn:
            self._before = self.source.mark()
        return super().draw(n)

    def back(self) -> None:
        """Reset the source, which undoes every draw."""
        if self.drawn:
            self.source.reset(self._before)


@mypyc_attr(allow_interpreted_subclasses=True)
class NoChance(Chance):
    """A source for code that must not draw: any draw is an error."""

    __slots__ = ()

    def draw(self, n: int) -> int:
        """Raise ChanceError."""
        raise ChanceError(f"a draw of {n} where no draw is allowed")


def shuffled(items: list[int], chance: Chance) -> list[int]:
    """Return the items in random order. Each draw picks one of those left."""
    rest = list(items)
    order = []
    while rest:
        k = chance.draw(len(rest))
        order.append(rest[k])
        rest[k] = rest[-1]
        rest.pop()
    return order
