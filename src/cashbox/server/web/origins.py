"""Know the names and addresses of a server, so that no other site can pass for it.

A page of another site cannot point its own name at this server. Passkeys work at the address in the server's settings,
over https or on this machine; without that setting only on this machine, at the port that the server listens on.
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from cashbox.server.accounts.passkeys import Place
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cashbox.server.services import Services
    from cashbox.server.settings import Settings
    from cashbox.server.web.callers import Call

INSTEAD: Final = "Use a code from another device, a recovery code, or your email address instead."


def no_passkeys(request: Call) -> str:
    """Say why no passkey can be used through the address of a request, "" if one can. The host's name has been checked
    by then."""
    found = _services(request)
    ours = found.settings.url
    here = urlsplit(_origin(request))
    there = urlsplit(ours) if ours else here
    name = there.hostname or ""
    if name != here.hostname:
        return f"Passkeys only work at {ours}. {INSTEAD}"
    if _is_address(name):
        return f"Passkeys need a domain name, but you connected to this server by IP address. {INSTEAD}"
    local = name == "localhost" or name.endswith(".localhost")
    if there.scheme != "https" and not local:
        return f"Passkeys need https, but you opened this page over http. {INSTEAD}"
    if not ours and (not local or here.scheme != "http" or _port(here) != _port(urlsplit(found.url))):
        # Whoever sends a request chooses the name and port in it: another program on this machine could pass on what a
        # passkey has signed for a page of its own.
        return f"Passkeys aren't set up: the operator must set CASHBOX_URL to this server's URL. {INSTEAD}"
    return ""


def place_of(request: Call) -> Place:
    """Return where a request wants to use a passkey. Refusal ("no-passkeys")."""
    why = no_passkeys(request)
    if why:
        raise Refusal(409, "no-passkeys", why)
    ours = _services(request).settings.url
    origin = urlsplit(ours) if ours else urlsplit(_origin(request))
    return Place(origin.hostname or "", f"{origin.scheme}://{origin.netloc}")


def origin_of(request: Call) -> str:
    """Return what the addresses of pages begin with: the setting, otherwise how the request came."""
    return _services(request).settings.url or _origin(request)


def shared_origin(request: Call) -> str:
    """Return what links for other people begin with.

    That is what the settings say, else the address that the page was opened by; from this machine's own name, which
    others cannot open, the one on the network where the server listens there.
    """
    found = _services(request)
    here = _origin(request)
    local = is_loopback(urlsplit(here).hostname or "") and not is_loopback(urlsplit(found.url).hostname or "")
    return found.settings.url or (found.url if local else here)


def _services(request: Call) -> Services:
    found: Services = request.app.state["services"]
    return found


def _origin(request: Call) -> str:
    scheme = "https" if _services(request).guests.https(request) else "http"
    return f"{scheme}://{request.headers.get('host', '').lower()}"


def _port(url: SplitResult) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


ANY: Final = "*"
"""In the setting: every name is admitted."""

_HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::([0-9]{1,5}))?")


class Hosts:
    """names: those that requests may be meant for, besides this machine's loopback names and addresses, and the address
    that a request has come to."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {_canonical(name) for name in names}

    def refused(self, given: list[bytes], reached: str | None) -> Refusal | None:
        """Say why a request is not for this server. `given` are its Host headers, `reached` the address that it came
        to."""
        found = _HOST.fullmatch(given[0].decode("latin-1")) if len(given) == 1 else None
        if found is None or int(found[3] or 0) > 65535:
            return Refusal(
                400,
                "malformed",
                "The request must have exactly one Host header: a name or IP address and an optional port.",
            )
        name = _canonical(found[1] or found[2])
        if ANY in self._names or name in self._names or is_loopback(name):
            return None
        if reached is not None and name == _canonical(reached):
            return None
        admits = f"The operator can allow it with CASHBOX_HOSTS={name}"
        return Refusal(421, "unknown-host", f"This server isn't set up for the name {name}. {admits}.")


def known_as(settings: Settings, url: str) -> Hosts:
    """Collect the names that the settings give to a server. `url` is what invitation links begin with."""
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
