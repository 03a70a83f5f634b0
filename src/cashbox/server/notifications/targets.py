"""Requests to other servers at URLs that users have chosen, which cannot reach the operator's own network.

A name is resolved once, every address is checked, and connections go only to these addresses, so neither DNS rebinding
nor a redirect leads inside.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiohttp import ClientSession

    from cashbox.server.clock import Clock

    Address = ipaddress.IPv4Address | ipaddress.IPv6Address
    Network = ipaddress.IPv4Network | ipaddress.IPv6Network


LONGEST: Final = 2000
"""The most characters in a URL."""

SECONDS: Final = 10.0
"""Seconds for another server, from resolving its name to the end of its response."""

ANSWER: Final = 4096
"""The most bytes of a response's body to read."""

RECEIVED: Final = 16 * 1024
"""The most bytes to receive for one response, including its headers and all interim responses (1xx) before it."""

TOGETHER: Final = 128
"""The most connections: several times the number of simultaneous requests to servers that may hang, see
`worker.WARY`."""

RESOLVERS: Final = 128
"""The most threads for resolving names: an unresolvable name occupies its thread for some `SECONDS`, which leaves
enough for the others."""

_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_NEVER: Final = tuple(
    ipaddress.ip_network(one)
    for one in (
        "0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4",
        "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10",
    )
)  # fmt: skip
"""Networks that are not public, or lead into other networks, regardless of how a version of Python classifies them."""

_BAD_PORTS: Final = frozenset(
    [1719, 1720, 1723, 2049, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
     6679, 6697, 10080, 11211, 27017]
)  # fmt: skip
"""Ports above 1023 of services other than web servers."""


class ForbiddenError(OSError):
    """A forbidden address."""


class Answer(NamedTuple):
    """A response. status: of HTTP; text: the beginning of the body; wait: the Retry-After seconds, None for none."""

    status: int
    text: str
    wait: float | None


def network_of(text: str) -> Network:
    """Parse a network or a single address. ValueError."""
    return ipaddress.ip_network(text)


def is_allowed(text: str, also: Sequence[Network] = ()) -> bool:
    """Check whether something may be sent to an IP address. `also` are networks that the operator allows."""
    if "%" in text:
        return False
    try:
        found = _meant(ipaddress.ip_address(text))
    except ValueError:
        return False
    if any(found in network for network in also):
        return True
    odd = found.is_multicast or found.is_reserved or found.is_unspecified or found.is_link_local or found.is_private
    return found.is_global and not odd and not any(found in network for network in _NEVER)


def _meant(found: Address) -> Address:
    """Return the IPv4 address embedded in an IPv6 one."""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return found.ipv4_mapped
        if found in _NAT64:
            return ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if int(found) >> 32 == 0 and int(found) > 1:
            return ipaddress.IPv4Address(int(found))
    return found


def check_url(url: str, *, secure: bool = False, also: Sequence[Network] = ()) -> str:
    """Check a webhook's URL, and return it as stored. `secure` allows https only. Refusal ("bad-target") with a
    message."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").encode("idna").decode().lower(), parts.port
    except (ValueError, UnicodeError):
        raise _bad("That isn't a valid URL.") from None
    odd = any(not "!" <= letter <= "~" for letter in url) or "\\" in url
    if not host or odd or len(url) > LONGEST or parts.username is not None or parts.password is not None:
        raise _bad("Enter a URL that starts with https:// and a server name, without a user name or spaces.")
    if parts.scheme != "https" and (secure or parts.scheme != "http"):
        raise _bad("The URL must start with https://.")
    if port is not None and port not in (80, 443) and (port < 1024 or port in _BAD_PORTS):
        raise _bad(f"Port {port} isn't allowed. Use port 443 or a port above 1023.")
    if _looks_like_address(host) and not is_allowed(host, also):
        raise _bad("That URL leads to a private network, so this server can't send anything to it.")
    if not also and (host == "localhost" or host.endswith((".localhost", ".local", ".internal"))):
        raise _bad("That URL leads to a private network, so this server can't send anything to it.")
    return host


def _looks_like_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _bad(message: str) -> Refusal:
    return Refusal(400, "bad-target", message)


class Outside:
    """An HTTP client for other servers. also: networks that the operator allows in addition to the internet."""

    def __init__(self, clock: Clock, also: Sequence[Network] = ()) -> None:
        self._clock = clock
        self.also = tuple(also)
        self._session: ClientSession | None = None

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send a request, and read the beginning of the response. Redirects are not followed. OSError,
        aiohttp.ClientError, TimeoutError if there is none."""
        async with asyncio.timeout(SECONDS):
            async with self._opened().post(url, data=body, headers=headers, allow_redirects=False) as response:
                text = await response.content.read(ANSWER)
                return Answer(response.status, text.decode("utf-8", "replace"), self._wait(response.headers))

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _opened(self) -> ClientSession:
        if self._session is None:
            from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector

            connector = TCPConnector(
                limit=TOGETHER, limit_per_host=8, resolver=_resolver(self.also), use_dns_cache=False,
                socket_factory=self._socket, keepalive_timeout=10, ssl=ssl.create_default_context(),
            )  # fmt: skip
            # This is the only way to limit what comes before a body.
            connector._factory = partial(_bounded(), asyncio.get_running_loop())  # noqa: SLF001
            self._session = ClientSession(
                connector=connector, cookie_jar=DummyCookieJar(), timeout=ClientTimeout(total=SECONDS),
                auto_decompress=False, trust_env=False, headers={"User-Agent": "cashbox"},
            )  # fmt: skip
        return self._session

    def _socket(self, info: Any) -> socket.socket:
        """Create a socket for an address, after a final check of it."""
        family, kind, protocol, _, place = info
        if family not in (socket.AF_INET, socket.AF_INET6) or not is_allowed(place[0], self.also):
            raise ForbiddenError("this IP address is not allowed")
        return socket.socket(family, kind, protocol)

    def _wait(self, headers: Mapping[str, str]) -> float | None:
        given = headers.get("Retry-After", "").strip()
        if given.isascii() and given.isdigit() and len(given) < 10:
            return float(given)
        try:
            return max(0.0, parsedate_to_datetime(given).timestamp() - self._clock.date())
        except (ValueError, TypeError, OverflowError):
            return None


def _bounded() -> Any:
    """Return a connection that receives at most `RECEIVED` bytes of each response."""
    from aiohttp import ClientPayloadError
    from aiohttp.client_proto import ResponseHandler
    from aiohttp.streams import EMPTY_PAYLOAD

    class Bounded(ResponseHandler):
        _room = RECEIVED

        def set_response_params(self, **params: Any) -> None:
            self._room = RECEIVED
            super().set_response_params(**params)

        def data_received(self, data: bytes) -> None:
            room, self._room = self._room, self._room - len(data)
            if room > 0:
                super().data_received(data[:room])
            if self._room > 0:
                return
            self.force_close()
            if self._payload is None or self._payload is EMPTY_PAYLOAD:
                # The body has not begun.
                self.set_exception(ClientPayloadError("the response is too long"))
                if self.transport is not None:
                    self.transport.abort()
            else:
                self.pause_reading()

    return Bounded


def _resolver(also: Sequence[Network]) -> Any:
    """Create a resolver that works like the system's but returns no address for a name with a forbidden one."""
    from aiohttp.abc import AbstractResolver, ResolveResult

    # Unresolvable names occupy only these threads.
    threads = ThreadPoolExecutor(RESOLVERS, "cashbox-names")

    class Guarded(AbstractResolver):
        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
        ) -> list[ResolveResult]:
            ask = partial(socket.getaddrinfo, host, port, family, socket.SOCK_STREAM)
            places = await asyncio.get_running_loop().run_in_executor(threads, ask)
            found = {(one[0], str(one[4][0])) for one in places}
            if not found or not all(is_allowed(address, also) for _, address in found):
                raise ForbiddenError("this IP address is not allowed")
            numeric = int(socket.AI_NUMERICHOST | socket.AI_NUMERICSERV)
            return [
                ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=numeric)
                for kind, address in sorted(found)
            ]

        async def close(self) -> None:
            threads.shutdown(wait=False, cancel_futures=True)

    return Guarded()


class Outcome(NamedTuple):
    """The result of sending one notification.

    Args:
        why: Why it was not delivered; "" if it was.
        wait: Seconds to wait, as requested by the other server; None if not requested.
        ended: Whether the other server will never accept anything.
        only_this: Whether the other server refused only this notification; others may be delivered.
        answered: Whether the other server responded at all, so others sent there may be delivered.
    """

    why: str = ""
    wait: float | None = None
    ended: bool = False
    only_this: bool = False
    answered: bool = True
