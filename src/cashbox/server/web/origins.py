"""The address by which a server is reached; and where passkeys can be used: at the address in the server's settings,
over https or on this machine; without that setting on this machine alone, at the port that the server itself listens
at."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from cashbox.server.accounts.passkeys import Place
from cashbox.server.errors import Refusal
from cashbox.server.web.callers import services
from cashbox.server.web.hosts import is_loopback

if TYPE_CHECKING:
    from cashbox.server.web.callers import Call

INSTEAD: Final = "Use a code from another device, a recovery code, or your email address instead."


def no_passkeys(request: Call) -> str:
    """Why no passkey can be used through the address that a request came to, "" where one can. What the name of the
    host is has been checked by then."""
    found = services(request)
    ours = found.settings.url
    here = urlsplit(_origin(request))
    there = urlsplit(ours) if ours else here
    name = there.hostname or ""
    if name != here.hostname:
        return f"Passkeys only work at {ours}. {INSTEAD}"
    if _is_address(name):
        return f"Passkeys need a domain name, but you opened this server by its IP address. {INSTEAD}"
    local = name == "localhost" or name.endswith(".localhost")
    if there.scheme != "https" and not local:
        return f"Passkeys need https, but you opened this page over http. {INSTEAD}"
    if not ours and (not local or here.scheme != "http" or _port(here) != _port(urlsplit(found.url))):
        # Whoever sends a request chooses the name and port in it: another program on this machine could pass on what a
        # passkey has signed for a page of its own.
        return f"Passkeys aren't set up: the operator must set CASHBOX_URL to this server's address. {INSTEAD}"
    return ""


def place_of(request: Call) -> Place:
    """Where a request wants to use a passkey. Refusal ("no-passkeys")."""
    why = no_passkeys(request)
    if why:
        raise Refusal(409, "no-passkeys", why)
    ours = services(request).settings.url
    origin = urlsplit(ours) if ours else urlsplit(_origin(request))
    return Place(origin.hostname or "", f"{origin.scheme}://{origin.netloc}")


def origin_of(request: Call) -> str:
    """What the addresses of pages begin with: what the settings say, else how the request came."""
    return services(request).settings.url or _origin(request)


def shared_origin(request: Call) -> str:
    """Return what links for other people begin with.

    That is what the settings say, else the address that the page was opened by; from this machine's own name, which
    others cannot open, the one on the network where the server listens there.
    """
    found = services(request)
    here = _origin(request)
    local = is_loopback(urlsplit(here).hostname or "") and not is_loopback(urlsplit(found.url).hostname or "")
    return found.settings.url or (found.url if local else here)


def _origin(request: Call) -> str:
    scheme = "https" if services(request).guests.https(request) else "http"
    return f"{scheme}://{request.headers.get('host', '').lower()}"


def _port(url: SplitResult) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
