"""When the players of a table were last there, as far as this process knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cashbox.server.clock import Clock
    from cashbox.server.db.records import Visit

KEEP: Final = 60
"""Seconds after which it is kept again that a player was there who only asks now and then."""


class Attendance:
    """Players by the ids of their guests. Of one who was never there nothing more is known than that it is not there
    since this was made. heard: called with what is worth keeping: who was there, and whether that one is connected
    now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = int(clock.now())
        self._touched = 0
        self._here: frozenset[str] = frozenset()
        self._last: dict[str, int] = {}
        # Since when at least those are away whose process was killed, which is no use of the table.
        self._gone: dict[str, int] = {}
        self._kept: dict[str, int] = {}
        self.heard: Callable[[str, bool], None] = lambda *_: None

    def learn(self, visits: Mapping[str, Visit]) -> None:
        """Other processes have seen somebody, too."""
        for guest, visit in visits.items():
            self._touched = max(visit.seen, self._touched)
            if visit.gone:
                self._gone[guest] = visit.gone
            elif not visit.here:
                self._last[guest] = max(visit.seen, self._last.get(guest, 0))

    def connected(self, guests: frozenset[str], *, here: bool) -> None:
        """These are connected now, through this process or others. here: those who have come or gone since the last
        time have done so through this one, which keeps it."""
        now = int(self._clock.now())
        changed = dict.fromkeys(guests - self._here, True) | dict.fromkeys(self._here - guests, False)
        self._here = guests
        self._last.update(dict.fromkeys(changed, now))
        for guest, come in changed.items() if here else ():
            self.heard(guest, come)

    def saw(self, guest: str) -> None:
        """A player asks for something."""
        now = int(self._clock.now())
        self._last[guest] = now
        if guest not in self._here and now >= self._kept.get(guest, -KEEP) + KEEP:
            self._kept[guest] = now
            self.heard(guest, False)

    def here(self, guest: str) -> bool:
        """Whether a player is connected."""
        return guest in self._here

    def back(self, guest: str, since: int) -> bool:
        """Whether a player is known to have been there after a moment."""
        return guest in self._here or self._last.get(guest, -1) >= since

    def last(self, guest: str) -> int:
        """When a player was last there."""
        if guest in self._here:
            return int(self._clock.now())
        return max(self._last.get(guest, 0), self._gone.get(guest, 0)) or self._began

    @property
    def touched(self) -> int:
        """When any player was last there, 0: not that anybody knows."""
        return int(self._clock.now()) if self._here else max(self._touched, 0, *self._last.values())
