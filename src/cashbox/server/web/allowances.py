"""How much one client may do before it is asked to wait, and how the operator's environment changes that.

A setting is CASHBOX_QUOTA_ and the name below in capitals. It has two parts with a comma between them, for one guest
and for everybody behind one address: "60/hour,240/hour" is a rate, "20,400" how many there may be at a time, and "-"
stands for no limit. Of a rate "60/hour:10", only 10 may come at once; without that, all may. "0" switches something
off: for guests or addresses as a part, for all as the whole setting. CASHBOX_QUOTAS=off lifts them all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    behind one address may have together; None: no limit. anybody: what is counted as a guest's may be others' doing."""

    what: str
    guest: Limit | None
    address: Limit | None
    anybody: bool = False

    @property
    def lasting(self) -> bool:
        """Whether what is counted is there for a while, so that it counts how many there are at a time."""
        return any(limit is not None and not limit.seconds for limit in (self.guest, self.address))


def _a(period: str, many: int, burst: int = 0) -> Limit:
    return Limit(many, PERIODS[period], burst)


ALLOWANCES: Final[Mapping[str, Allowance]] = {
    "requests": Allowance("requests", None, _a("minute", 12_000, 3000)),
    "handshakes": Allowance("new live channels", None, _a("minute", 600)),
    "lists": Allowance("lists of tables", _a("minute", 120), _a("minute", 1200)),
    "loads": Allowance("tables looked up on disk", None, _a("minute", 600)),
    "replays": Allowance("steps looked back at", _a("minute", 3000), _a("minute", 30000)),
    "cards": Allowance("pictures of links", None, _a("minute", 240)),
    "files": Allowance("journals opened or continued", _a("hour", 60), _a("hour", 120)),
    "guests": Allowance("new guests", None, _a("hour", 120)),
    "tables": Allowance("new tables", _a("hour", 60), _a("hour", 480)),
    "bot_tables": Allowance("running tables where only bots play", Limit(10), Limit(100)),
    "seats": Allowance("changes of seats", _a("minute", 60), _a("minute", 600)),
    "acts": Allowance("actions", _a("minute", 600), _a("minute", 6000)),
    "undos": Allowance("undos", _a("minute", 60), _a("minute", 1200)),
    "explains": Allowance("questions why", _a("minute", 600), _a("minute", 6000)),
    "hints": Allowance("hints", _a("hour", 240), _a("hour", 1200)),
    "names": Allowance("changes of names, mutes and sign-outs", _a("minute", 30), _a("minute", 300)),
    "ties": Allowance("changes of whom you follow, block and meet", _a("minute", 30), _a("minute", 300)),
    "sign_ins": Allowance("tries to sign in", _a("hour", 1000), _a("hour", 240)),
    "recoveries": Allowance("tries with recovery codes for that name", _a("hour", 1000), _a("hour", 60), anybody=True),
    "mails": Allowance("mails", _a("hour", 6), _a("hour", 60)),
    "letters": Allowance("letters to that address", _a("hour", 30), _a("hour", 6), anybody=True),
    "nudges": Allowance("nudges", _a("hour", 30), _a("hour", 300)),
    "notices": Allowance("changes of what you are told", _a("hour", 120), _a("hour", 600)),
    "notice_tests": Allowance("test notices", _a("hour", 20), _a("hour", 60)),
    "codes": Allowance("codes asked for or tried", _a("hour", 60), _a("hour", 120)),
    "reports": Allowance("reports", _a("hour", 20), _a("hour", 120)),
    "exports": Allowance("downloads of what is kept of you", Limit(1), Limit(10)),
    "sockets": Allowance("open connections", Limit(20), Limit(400)),
}
"""What is allowed by default: more than 40 people behind one address do who play fast at several tables each, and far
less than a program could do."""


def from_env(env: Mapping[str, str]) -> Mapping[str, Allowance]:
    """The allowances that an environment asks for, none where it switches them off. ValueError in one sentence where
    it cannot be understood."""
    switch = env.get("CASHBOX_QUOTAS", "") or "on"
    if switch not in ("on", "off"):
        raise ValueError(f"CASHBOX_QUOTAS must be on or off, not {switch[:40]!r}.")
    unknown = {name for name in env if name.startswith(PREFIX)} - {_setting(name) for name in ALLOWANCES}
    if unknown:
        raise ValueError(f"There is no setting {min(unknown)[:60]}; docs/settings.md lists the quotas.")
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
        must = f"{setting} must be like {sample} (for a guest, for an address; - for no limit, 0 to switch it off)"
        raise ValueError(f"{must}, not {text[:40]!r}.") from None
    return usual._replace(guest=guest, address=address)


def _limit(part: str, *, lasting: bool) -> Limit | None:
    if part == "-":
        return None
    found = _PART.fullmatch(part)
    if found is None or ((found[2] is None) is not lasting and part != "0"):
        raise ValueError(part)
    return Limit(int(found[1]), PERIODS[found[2]] if found[2] else 0, int(found[3] or 0))
