"""The names that a server goes by. A page of another site cannot pass for ours by pointing its own name at us."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cashbox.server.settings import Settings

ANY: Final = "*"
"""In the setting: every name is admitted."""

_HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::([0-9]{1,5}))?")


class Hosts:
    """names: those that requests may be meant for, besides this machine's loopback names and addresses, and the address
    that a request has come to."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {_canonical(name) for name in names}

    def refused(self, given: list[bytes], reached: str | None) -> Refusal | None:
        """Why a request is not for this server. given: its Host headers; reached: the address that it has come to."""
        found = _HOST.fullmatch(given[0].decode("latin-1")) if len(given) == 1 else None
        if found is None or int(found[3] or 0) > 65535:
            return Refusal(
                400,
                "malformed",
                "The request must have exactly one Host header: a name or address and an optional port.",
            )
        name = _canonical(found[1] or found[2])
        if ANY in self._names or name in self._names or is_loopback(name):
            return None
        if reached is not None and name == _canonical(reached):
            return None
        admits = f"The operator can allow it with CASHBOX_HOSTS={name}"
        return Refusal(421, "unknown-host", f"This server isn't set up for the name {name}. {admits}.")


def known_as(settings: Settings, url: str) -> Hosts:
    """The names that the settings give to a server. url: what invitation links begin with."""
    return Hosts([urlsplit(url).hostname or "", settings.host, *settings.hosts])


def _canonical(name: str) -> str:
    """One way to write each name and address."""
    plain = name.lower().removesuffix(".")
    try:
        address = ipaddress.ip_address(plain)
    except ValueError:
        return plain
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def is_local(given: list[bytes]) -> bool:
    """Return whether a request is for this machine by a name that only it goes by. given: its Host headers."""
    found = _HOST.fullmatch(given[0].decode("latin-1")) if len(given) == 1 else None
    return found is not None and is_loopback(_canonical(found[1] or found[2]))


def is_loopback(name: str) -> bool:
    """Return whether only this machine goes by a name or address."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
