"""What each client has used of its allowances: refusals that say how long to wait, and memory that is bounded."""

from __future__ import annotations

import ipaddress
import math
import re
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from cashbox.server.clock import Clock

KEPT: Final = 100_000
"""The most rates in memory; beyond that, those that were used longest ago are forgotten."""

LATER: Final = 60
"""Seconds after which one may ask again for what others must give up first."""


class Caller(NamedTuple):
    """Whom a request counts for. address: where it comes from (as `network` gives it), "" not to count by that; guest:
    an id, "" for none; shared: others may have used up what is counted for that id."""

    address: str = ""
    guest: str = ""
    shared: bool = False


class _Key(NamedTuple):
    kind: str
    by: str
    who: str


class Quotas:
    """Count by guest and by address. allowances: by class; a class that is not among them has no limit."""

    def __init__(self, allowances: Mapping[str, Allowance], clock: Clock) -> None:
        self._allowances = allowances
        self._clock = clock
        # When a bucket will be full again, if nothing more is taken from it: all that is to be known of it.
        self._full: OrderedDict[_Key, float] = OrderedDict()
        self._held: Counter[_Key] = Counter()
        self._holders: dict[tuple[str, Hashable], list[_Key]] = {}

    def take(self, kind: str, caller: Caller, many: int = 1, at_address: int = 0) -> None:
        """Count what a caller does now.

        Args:
            kind: A class of the allowances.
            caller: Whom it counts for.
            many: As how many things of the class it counts.
            at_address: The same for the caller's address, 0 for as many.

        Raises:
            Refusal: "too-fast" where that is more than is allowed, and then it does not count; "switched-off".
        """
        now = self._clock.ticks()
        after: dict[_Key, float] = {}
        for key, limit in self._limits(kind, caller):
            if not limit.many:
                raise self._switched_off(key)
            pace = limit.seconds / limit.many
            # Even what is more than a whole bucket may be done once the bucket is full.
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
        return Refusal(403, "switched-off", f"This server doesn't allow {self._allowances[key.kind].what} right now.")

    def _too_fast(self, key: _Key, seconds: int, *, shared: bool) -> Refusal:
        where = " from your network" if key.by == "address" else "" if shared else " from you"
        told = f"Too many {self._allowances[key.kind].what}{where}. Try again in {_spoken(seconds)}."
        return Refusal(429, "too-fast", told, seconds)

    def _too_many(self, key: _Key, limit: Limit) -> Refusal:
        what = self._allowances[key.kind].what
        where = "You have" if key.by == "guest" else "Your network has"
        told = f"{where} {limit.many} {what}, which is the limit. Close one, or wait until one ends."
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


PERIODS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
PREFIX: Final = "CASHBOX_QUOTA_"
_PART: Final = re.compile(r"(0|[1-9][0-9]{0,8})(?:/(second|minute|hour|day)(?::([1-9][0-9]{0,8}))?)?")


class Limit(NamedTuple):
    """So many in so many seconds. many: 0 to switch it off; seconds: 0 where it is so many at a time; burst: how many
    may come at once, 0 for all."""

    many: int
    seconds: int = 0
    burst: int = 0

    @property
    def at_once(self) -> int:
        """How many may come at once."""
        return min(self.burst, self.many) if self.burst else self.many


class Allowance(NamedTuple):
    """what: the things that are counted, in words; guest: what one guest may have of them; address: what all guests
    behind one address may have together; None: no limit."""

    what: str
    guest: Limit | None
    address: Limit | None

    @property
    def lasting(self) -> bool:
        """Whether what is counted is there for a while, so that it counts how many there are at a time."""
        return any(limit is not None and not limit.seconds for limit in (self.guest, self.address))


def _a(period: str, many: int, burst: int = 0) -> Limit:
    return Limit(many, PERIODS[period], burst)


ALLOWANCES: Final[Mapping[str, Allowance]] = {
    "look": Allowance("requests", _a("minute", 2400), _a("minute", 20_000, 4000)),
    "play": Allowance("actions", _a("minute", 600), _a("minute", 9000)),
    "create": Allowance("new tables", _a("hour", 60), _a("hour", 480)),
    "guests": Allowance("new guests", None, _a("hour", 120)),
    "chat": Allowance("changes to names, settings, or groups", _a("minute", 30), _a("minute", 300)),
    "mail": Allowance("emails or other messages", _a("hour", 30), _a("hour", 300)),
    "sign_in": Allowance("sign-in attempts", _a("hour", 1000), _a("hour", 240)),
    "heavy": Allowance("hints, journal files, or downloads", _a("hour", 240), _a("hour", 1200)),
    "bots": Allowance("running tables with only bots", Limit(10), Limit(100)),
    "sockets": Allowance("open connections", Limit(20), Limit(400)),
}
"""What is allowed by default: more than 40 people behind one address do who play fast at several tables each, and far
less than a program could do. Most things count as one of their class, and the following as more."""

LIST: Final = 10
"""A list or a page about people; of "look", as are all requests, and the steps of replays."""

CHANNEL: Final = 5
"""A new live channel; of "look"."""

LOAD: Final = 5
"""A table that is read from disk; of "look"."""

PREVIEW: Final = 80
"""A picture of a link; of "look"."""

UNDO: Final = 3
"""Taking back actions; of "play", as are actions and explanations."""

SEAT: Final = 10
"""Sitting down, leaving, votes, what hosts do, nudges, and mutes; of "play", as are sign-outs of other devices and the
deletion of one's data, which no setting for something else may switch off."""

REPORT: Final = 60
"""A report to the operator; of "play"."""

EMAIL: Final = 5
"""An email that a guest asks for; of "mail", as are test notifications."""

TO_ONE: Final = 50
"""An email from one network to one recipient, apart from all others; of "mail"."""

CODE: Final = 2
"""A one-time code that is requested, looked up, or used; of "sign_in"."""

RECOVERY: Final = 4
"""An attempt with a recovery code, counted by network apart from other attempts; of "sign_in"."""

JOURNAL: Final = 5
"""A journal file that is opened or continued; of "heavy", as are hints."""

EXPORT: Final = 24
"""A download of personal data; of "heavy"."""


def from_env(env: Mapping[str, str]) -> Mapping[str, Allowance]:
    """The allowances that an environment asks for, none where it switches them off. ValueError in one sentence where
    it cannot be understood."""
    switch = env.get("CASHBOX_QUOTAS", "") or "on"
    if switch not in ("on", "off"):
        raise ValueError(f"CASHBOX_QUOTAS must be on or off, not {switch[:40]!r}.")
    unknown = {name for name in env if name.startswith(PREFIX)} - {_setting(name) for name in ALLOWANCES}
    if unknown:
        raise ValueError(f"There is no setting {min(unknown)[:60]}. docs/settings.md lists the quotas.")
    found = {name: _changed(usual, _setting(name), env.get(_setting(name), "")) for name, usual in ALLOWANCES.items()}
    return found if switch == "on" else {}


def _setting(name: str) -> str:
    return PREFIX + name.upper()


def _changed(usual: Allowance, setting: str, text: str) -> Allowance:
    if not text:
        return usual
    try:
        limits = [_limit(part.strip(), lasting=usual.lasting) for part in text.split(",")]
        if len(limits) == 1 and limits[0] is not None and not limits[0].many:
            limits *= 2
        guest, address = limits
    except ValueError:
        sample = "20,400" if usual.lasting else "60/hour,240/hour"
        must = (
            f"{setting} must be like {sample} (per guest, then per address, with - for no limit and 0 to turn it off)"
        )
        raise ValueError(f"{must}, not {text[:40]!r}.") from None
    return usual._replace(guest=guest, address=address)


def _limit(part: str, *, lasting: bool) -> Limit | None:
    if part == "-":
        return None
    found = _PART.fullmatch(part)
    if found is None or ((found[2] is None) is not lasting and part != "0"):
        raise ValueError(part)
    return Limit(int(found[1]), PERIODS[found[2]] if found[2] else 0, int(found[3] or 0))
