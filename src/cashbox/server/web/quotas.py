"""Count each client's use of its quotas, with refusals that say how long to wait, in bounded memory."""

from __future__ import annotations

import ipaddress
import math
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from cashbox.server.clock import Clock
    from cashbox.server.settings import Allowance, Limit

KEPT: Final = 100_000
"""The most rates in memory; beyond that, the least recently used are dropped."""

LATER: Final = 60
"""The Retry-After seconds for what others must release first."""

LIST: Final = 10
"""A list or a page about people; of "look", as are all requests, and the steps of replays."""

CHANNEL: Final = 5
"""A new live channel; of "look"."""

LOAD: Final = 5
"""Loading a table from disk; of "look"."""

UNDO: Final = 3
"""Undoing actions; of "play", as are actions and explanations."""

SEAT: Final = 10
"""Taking and leaving seats, votes, hosts' actions, nudges, and mutes; of "play", as are signing out other devices and
deleting one's data, which no setting for another class may switch off."""

REPORT: Final = 60
"""A report to the operator; of "play"."""

EMAIL: Final = 5
"""An email that a guest requests; of "mail", as are test notifications."""

TO_ONE: Final = 50
"""An email from one network to one recipient, counted separately; of "mail"."""

CODE: Final = 2
"""A one-time code that is requested, looked up, or used; of "sign_in"."""

RECOVERY: Final = 4
"""An attempt with a recovery code, counted by network separately from other attempts; of "sign_in"."""

JOURNAL: Final = 5
"""A journal file that is opened or continued; of "heavy", as are hints."""

ANALYSIS: Final = 12
"""An analysis of a finished game; of "heavy"."""

EXPORT: Final = 24
"""A download of personal data; of "heavy"."""


class Caller(NamedTuple):
    """The caller for whom a request counts. address: its network (see `network`), "" to not count by network; guest: an
    id, "" for none; shared: whether others may have used up the quota of that id."""

    address: str = ""
    guest: str = ""
    shared: bool = False

    @property
    def key(self) -> str:
        """The guest, or the network address of a caller who is not a guest yet."""
        return self.guest or self.address


class _Key(NamedTuple):
    kind: str
    by: str
    who: str


class Quotas:
    """Counts by guest and by address. allowances: by class; other classes have no limit."""

    def __init__(self, allowances: Mapping[str, Allowance], clock: Clock) -> None:
        self._allowances = allowances
        self._clock = clock
        # When a bucket will be full again without further use, which is its complete state.
        self._full: OrderedDict[_Key, float] = OrderedDict()
        self._held: Counter[_Key] = Counter()
        self._holders: dict[tuple[str, Hashable], list[_Key]] = {}

    def count(self, kind: str, caller: Caller, many: int = 1, at_address: int = 0) -> None:
        """Count a caller's request.

        Args:
            kind: A class of the allowances.
            caller: The caller.
            many: The cost.
            at_address: The cost for the caller's address, 0 for the same.

        Raises:
            Refusal: "too-fast" if that exceeds the limit, and then it does not count; "switched-off".
        """
        now = self._clock.ticks()
        after: dict[_Key, float] = {}
        for key, limit in self._limits(kind, caller):
            if not limit.many:
                raise self._switched_off(key)
            pace = limit.seconds / limit.many
            # Even a request that costs more than a full bucket is allowed once the bucket is full.
            count = min((at_address or many) if key.by == "address" else many, limit.at_once)
            after[key] = max(self._full.get(key, now), now) + count * pace
            wait = after[key] - now - limit.at_once * pace
            if wait > 1e-6:
                raise self._too_fast(key, math.ceil(wait), shared=caller.shared)
        for key, full in after.items():
            self._full[key] = full
            self._full.move_to_end(key)
        while len(self._full) > KEPT:
            self._full.popitem(last=False)

    def hold(self, kind: str, caller: Caller, holder: Hashable) -> None:
        """Count something that lasts until `release`. Refusal ("too-many") at the limit, ("switched-off") if there may
        be none."""
        for key, limit in self._limits(kind, caller):
            if not limit.many:
                raise self._switched_off(key)
            if self._held[key] >= limit.many:
                raise self._too_many(key, limit)
        self.add_existing(kind, caller, holder)

    def add_existing(self, kind: str, caller: Caller, holder: Hashable) -> None:
        """Count something lasting that already exists."""
        self.release(kind, holder)
        keys = [key for key, _ in self._limits(kind, caller)]
        self._holders[kind, holder] = keys
        self._held.update(keys)

    def is_counted(self, kind: str, holder: Hashable) -> bool:
        """Check whether something lasting is counted."""
        return (kind, holder) in self._holders

    def release(self, kind: str, holder: Hashable) -> None:
        """Stop counting something that lasts."""
        for key in self._holders.pop((kind, holder), ()):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    def sweep(self) -> None:
        """Drop callers whose buckets are full again."""
        now = self._clock.ticks()
        for key in [key for key, full in self._full.items() if full <= now]:
            del self._full[key]

    def __len__(self) -> int:
        return len(self._full) + len(self._held)

    def _limits(self, kind: str, caller: Caller) -> Iterator[tuple[_Key, Limit]]:
        allowance = self._allowances.get(kind)
        if allowance is None:
            return
        if allowance.guest is not None and caller.guest:
            yield _Key(kind, "guest", caller.guest), allowance.guest
        if allowance.address is not None and caller.address:
            yield _Key(kind, "address", caller.address), allowance.address

    def _switched_off(self, key: _Key) -> Refusal:
        return Refusal(403, "switched-off", f"This server doesn't allow {self._allowances[key.kind].what} right now.")

    def _too_fast(self, key: _Key, seconds: int, *, shared: bool) -> Refusal:
        where = " from your network" if key.by == "address" else "" if shared else " from you"
        message = f"Too many {self._allowances[key.kind].what}{where}. Try again in {_in_words(seconds)}."
        return Refusal(429, "too-fast", message, seconds)

    def _too_many(self, key: _Key, limit: Limit) -> Refusal:
        what = self._allowances[key.kind].what
        where = "You have" if key.by == "guest" else "Your network has"
        message = f"{where} {limit.many} {what}, which is the limit. Close one, or wait until one ends."
        return Refusal(429, "too-many", message, LATER)


def network(host: str) -> str:
    """Return the address to count: itself, or with IPv6 its /64 network, because a client has every address of one."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def _in_words(seconds: int) -> str:
    if seconds < 120:
        return f"{seconds} second{'s' if seconds > 1 else ''}"
    return f"{math.ceil(seconds / 60)} minutes"
