"""What was worked out lately, by all that it follows from, so that it need not be worked out again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

V = TypeVar("V")


class Recent(Generic[V]):
    """Values that no one changes. most: so many of the latest are kept at least, and twice as many at most."""

    __slots__ = ("_before", "_most", "_now")

    def __init__(self, most: int) -> None:
        self._most = most
        self._now: dict[Hashable, V] = {}
        self._before: dict[Hashable, V] = {}

    def find(self, key: Hashable) -> V | None:
        """Find the value that was cached under a key, if it still is."""
        found = self._now.get(key)
        if found is None:
            found = self._before.get(key)
            if found is not None:
                self.keep(key, found)
        return found

    def keep(self, key: Hashable, value: V) -> V:
        """Keep it under a key, which is made of all that it follows from."""
        if len(self._now) >= self._most:
            self._before, self._now = self._now, {}
        self._now[key] = value
        return value
