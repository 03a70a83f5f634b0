"""The server's own host names and addresses, to prevent DNS rebinding: another site cannot point its own name at this
server.

Passkeys work at the URL in the server's settings, over https or on this machine; without that setting, only on this
machine, at the port that the server listens on.
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
    """Explain why no passkey can be used at a request's URL, "" if one can. The host name has already been checked."""
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
        # The client chooses the name and port in a request: another program on this machine could relay a passkey's
        # signature for its own page.
        return f"Passkeys aren't set up: the operator must set CASHBOX_URL to this server's URL. {INSTEAD}"
    return ""


def place_of(request: Call) -> Place:
    """Return the site for a request's passkeys. Refusal ("no-passkeys")."""
    why = no_passkeys(request)
    if why:
        raise Refusal(409, "no-passkeys", why)
    ours = _services(request).settings.url
    origin = urlsplit(ours) if ours else urlsplit(_origin(request))
    return Place(origin.hostname or "", f"{origin.scheme}://{origin.netloc}")


def origin_of(request: Call) -> str:
    """Return the base URL of pages: the setting, otherwise the request's."""
    return _services(request).settings.url or _origin(request)


def shared_origin(request: Call) -> str:
    """Return the base URL of links for other people: the setting, otherwise the one that the page was opened with;
    instead of a local name, which others cannot open, the address on the network if the server listens there.
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
"""In the setting: every name is allowed."""

_HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::([0-9]{1,5}))?")


class Hosts:
    """The allowed hosts of requests. names: in addition to this machine's loopback names and addresses, and the address
    that a request arrived at."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {_canonical(name) for name in names}

    def refused(self, given: list[bytes], reached: str | None) -> Refusal | None:
        """Explain why a request is not for this server, "" if it is. `given` are its Host headers, `reached` the
        address that it arrived at."""
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
    """Collect the names that the settings give to a server. `url` is the base URL of invitation links."""
    return Hosts([urlsplit(url).hostname or "", settings.host, *settings.hosts])


def _canonical(name: str) -> str:
    """Normalize a name or an address."""
    plain = name.lower().removesuffix(".")
    try:
        address = ipaddress.ip_address(plain)
    except ValueError:
        return plain
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def is_local(given: list[bytes]) -> bool:
    """Return whether a request uses a name that is valid only on this machine. given: its Host headers."""
    found = _HOST.fullmatch(given[0].decode("latin-1")) if len(given) == 1 else None
    return found is not None and is_loopback(_canonical(found[1] or found[2]))


def is_loopback(name: str) -> bool:
    """Return whether a name or address refers to the local machine."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
