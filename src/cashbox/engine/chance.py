"""Where chance comes from: always passed in, never reached for.

A game asks `draw(n)` for one of n equally likely answers and nothing else; shuffles and deals are draws too.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from cashbox.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


@mypyc_attr(allow_interpreted_subclasses=True)
class ChanceError(ValueError):
    """A script of outcomes does not fit what the game asked for."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A source of draws."""

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
        """Return what `choose` draws together. A journal stores this answer in place of the draws, so how `choose`
        draws is no format.

        Args:
            count: how many ints the answer has.
            choose: makes the answer.
            fault: says what is wrong with an answer that was stored; empty if it is possible.
        """
        return choose(self)

    def mark(self) -> object:
        """Return where this source stands, for `reset`. A source without memory returns nothing."""
        return None

    def reset(self, mark: object) -> None:
        """Back to where `mark` was taken, so that a draw that no one heard of gives the same answer again."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SeededChance(Chance):
    """A fast stream for simulation: the same seed gives the same draws. Not for games against people."""

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
        """Back to that state."""
        assert isinstance(mark, tuple)
        self._generator.setstate(mark)


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptedChance(Chance):
    """Answers from a list of (n, answer) pairs or bare answers, in order: for tests and for replaying journals."""

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
        """Use the answers since then again."""
        assert isinstance(mark, int)
        self._at = mark

    @property
    def left(self) -> int:
        """How many answers have not been used."""
        return len(self._script) - self._at


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordingChance(Chance):
    """Passes draws on from another source and keeps them as (n, answer) pairs for the journal."""

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
        """Return where the source stands and how much has been recorded."""
        return self.source.mark(), len(self.drawn)

    def reset(self, mark: object) -> None:
        """Back there, with what was kept since forgotten."""
        assert isinstance(mark, tuple)
        self.source.reset(mark[0])
        del self.drawn[mark[1] :]


@mypyc_attr(allow_interpreted_subclasses=True)
class RecordedDeal(RecordingChance):
    """Records what a sampler dealt: answers to `decide`, and answers to draws outside of it, in order."""

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
    """Repeats what `RecordedDeal` recorded; ChanceError where that is impossible."""

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
        """How many answers have not been used."""
        return len(self._dealt) - self._at


@mypyc_attr(allow_interpreted_subclasses=True)
class TentativeChance(RecordingChance):
    """Keeps what is drawn, and can put the source back to where it was."""

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
        """Undo every draw in the source."""
        if self.drawn:
            self.source.reset(self._before)


@mypyc_attr(allow_interpreted_subclasses=True)
class NoChance(Chance):
    """For places where nothing may be drawn; any draw is an error."""

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
