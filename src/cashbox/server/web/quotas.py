"""What each client has used of its allowances: refusals that say how long to wait, and memory that is bounded."""

from __future__ import annotations

import ipaddress
import math
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from cashbox.server.clock import Clock
    from cashbox.server.web.allowances import Allowance, Limit

KEPT: Final = 100_000
"""The most rates in memory; beyond that, those that were used longest ago are forgotten."""

LATER: Final = 60
"""Seconds after which one may ask again for what others must give up first."""


class Caller(NamedTuple):
    """Where a request comes from (as `network` gives it), and whose it is: a guest's id, "" for nobody."""

    address: str
    guest: str = ""


class _Key(NamedTuple):
    kind: str
    by: str
    who: str


class Quotas:
    """Counts by guest and by address. allowances: by kind; a kind that is not among them has no limit."""

    def __init__(self, allowances: Mapping[str, Allowance], clock: Clock) -> None:
        self._allowances = allowances
        self._clock = clock
        # When a bucket will be full again, if nothing more is taken from it: all that is to be known of it.
        self._full: OrderedDict[_Key, float] = OrderedDict()
        self._held: Counter[_Key] = Counter()
        self._holders: dict[tuple[str, Hashable], list[_Key]] = {}

    def take(self, kind: str, caller: Caller, many: int = 1) -> None:
        """Count so many things that a caller does now. Refusal ("too-fast") where that is more than it may,
        ("switched-off") where nobody may do it."""
        now = self._clock.ticks()
        after: dict[_Key, float] = {}
        for key, limit in self._limits(kind, caller):
            if not limit.many:
                raise self._switched_off(key)
            pace = limit.seconds / limit.many
            # Even what is more than a whole bucket may be done once the bucket is full.
            after[key] = max(self._full.get(key, now), now) + min(many, limit.at_once) * pace
            wait = after[key] - now - limit.at_once * pace
            if wait > 1e-6:
                raise self._too_fast(key, math.ceil(wait))
        for key, full in after.items():
            self._full[key] = full
            self._full.move_to_end(key)
        while len(self._full) > KEPT:
            self._full.popitem(last=False)

    def hold(self, kind: str, caller: Caller, holder: Hashable) -> None:
        """Count something that lasts until `release`. Refusal ("too-many") where there are as many as there may be,
        ("switched-off") where there may be none."""
        for key, limit in self._limits(kind, caller):
            if not limit.many:
                raise self._switched_off(key)
            if self._held[key] >= limit.many:
                raise self._too_many(key, limit)
        self.note(kind, caller, holder)

    def note(self, kind: str, caller: Caller, holder: Hashable) -> None:
        """Count something that lasts and is there already."""
        self.release(kind, holder)
        keys = [key for key, _ in self._limits(kind, caller)]
        self._holders[kind, holder] = keys
        self._held.update(keys)

    def holds(self, kind: str, holder: Hashable) -> bool:
        """Whether something that lasts is counted."""
        return (kind, holder) in self._holders

    def release(self, kind: str, holder: Hashable) -> None:
        """It is gone, if it was there."""
        for key in self._holders.pop((kind, holder), ()):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    def sweep(self) -> None:
        """Forget whoever has used nothing for so long that it does not matter any more."""
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
        return Refusal(403, "switched-off", f"This server allows no {self._allowances[key.kind].what} right now.")

    def _too_fast(self, key: _Key, seconds: int) -> Refusal:
        allowance = self._allowances[key.kind]
        where = " from your network" if key.by == "address" else "" if allowance.anybody else " from you"
        told = f"There were too many {allowance.what}{where} in a short time; wait {_spoken(seconds)}."
        return Refusal(429, "too-fast", told, seconds)

    def _too_many(self, key: _Key, limit: Limit) -> Refusal:
        what = self._allowances[key.kind].what
        where = "You have" if key.by == "guest" else "Your network has"
        told = f"{where} {limit.many} {what}, and there may be no more; end one of them, or wait until one has ended."
        return Refusal(429, "too-many", told, LATER)


def network(host: str) -> str:
    """What an address counts as: itself, or with IPv6 the network (/64) of which one client has every address."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def _spoken(seconds: int) -> str:
    if seconds < 120:
        return f"{seconds} second{'s' if seconds > 1 else ''}"
    return f"{math.ceil(seconds / 60)} minutes"
