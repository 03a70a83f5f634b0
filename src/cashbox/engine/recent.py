"""A cache of recent results, by everything that they depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

V = TypeVar("V")


class Recent(Generic[V]):
    """A cache of immutable values. most: it keeps at least this many of the latest, and at most twice as many."""

    __slots__ = ("_before", "_most", "_now")

    def __init__(self, most: int) -> None:
        self._most = most
        self._now: dict[Hashable, V] = {}
        self._before: dict[Hashable, V] = {}

    def find(self, key: Hashable) -> V | None:
        """Find the value under a key, if it is still cached."""
        found = self._now.get(key)
        if found is None:
            found = self._before.get(key)
            if found is not None:
                self.store(key, found)
        return found

    def store(self, key: Hashable, value: V) -> V:
        """Cache a value under a key that contains everything that it depends on."""
        if len(self._now) >= self._most:
            self._before, self._now = self._now, {}
        self._now[key] = value
        return value
