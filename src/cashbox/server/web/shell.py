"""What browsers and crawlers ask for by fixed addresses: the manifest and the service worker of the installed app,
robots.txt and security.txt."""
# Litestar reads the annotations when it starts.

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from litestar import Response, get

import cashbox
from cashbox import games
from cashbox.server.errors import Refusal
from cashbox.server.web.bundle import bundle, is_packed, packed_files
from cashbox.server.web.callers import Bytes, Call, services

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cashbox.server.web.bundle import Bundle

_STATIC: Final = Path(cashbox.__file__).parent / "web" / "static"

MARK: Final = "x-cashbox-shell"
"""The header of every page that says with which files it goes."""

_WORKER: Final = "js/worker/worker.js"
"""The service worker, in the folder of the files. It is served from the top, for all pages are its business."""

_POLICY: Final = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

_MANIFEST: Final = {
    "id": "/",
    "name": "cashbox: board games about money",
    "short_name": "cashbox",
    "description": "Play board games about money, with friends or against bots.",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#f8f3e6",
    "theme_color": "#ddd5c3",
    "categories": ["games"],
    "icons": [
        {"src": "/static/img/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
        {"src": "/static/img/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
        {"src": "/static/img/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": "/static/img/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    ],
}


_ROBOTS: Final = b"User-agent: *\nDisallow: /api/\n"
_FOR_A_DAY: Final = {"cache-control": "public, max-age=86400"}
_SECURITY_HOLDS: Final = timedelta(days=90)
"""How long a reader may rely on security.txt: each response computes it."""


class Shell(NamedTuple):
    """The files that pages are made of. mark: changes with any of them; files: SHA-256 by address."""

    mark: str
    files: dict[str, str]


def _read(known: Sequence[str], packed: Bundle | None) -> Shell:
    files = {address: hashlib.sha256(path.read_bytes()).hexdigest() for address, path in _files(known, packed)}
    whole = hashlib.sha256(msgspec.json.encode(sorted(files.items())))
    return Shell(whole.hexdigest()[:16], files)


def _files(known: Sequence[str], packed: Bundle | None) -> Iterator[tuple[str, Path]]:
    """All that pages are made of; of the plain modules and sheets those that a page uses, with what is packed."""
    boards = {game: games.folder(game) / "board" for game in known}
    plain = {game: root for game, root in boards.items() if packed is None or game not in packed.games}
    roots = {"/static": _STATIC, **{f"/games/{game}/board": root for game, root in plain.items()}}
    alone = packed is not None and not plain
    for address, root in roots.items():
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root).as_posix()
            left_out = name == _WORKER or (alone and is_packed(name))
            if path.is_file() and not path.name.startswith(".") and not left_out:
                yield f"{address}/{name}", path
    if packed is not None:
        for path in packed_files():
            yield f"/bundle/{path.name}", path


_READ: Final[dict[tuple[tuple[str, ...], bool], Shell]] = {}
"""The shells of servers by their games and whether they are packed. They are read once: a server does not change its
own files."""


async def shell_of(request: Call) -> Shell:
    """The shell of the server that a request came to."""
    found = services(request)
    known, packed = tuple(found.catalog.infos), found.settings.packed
    if (known, packed) not in _READ:
        _READ[known, packed] = await asyncio.to_thread(_read, known, bundle() if packed else None)
    return _READ[known, packed]


@get("/sw.js", include_in_schema=False)
async def worker(request: Call) -> Bytes:
    """The service worker, which knows the files by their hashes: it changes whenever one of them does."""
    found = await shell_of(request)
    code = await asyncio.to_thread((_STATIC / _WORKER).read_bytes)
    body = b"globalThis.SHELL = %b;\n%b" % (msgspec.json.encode(found._asdict()), code)
    headers = {"cache-control": "no-cache", "content-security-policy": _POLICY}
    return Response(body, media_type="text/javascript", headers=headers)


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest() -> Bytes:
    """What a browser needs to know to install the pages as an app."""
    return Response(
        msgspec.json.encode(_MANIFEST), media_type="application/manifest+json", headers={"cache-control": "no-cache"}
    )


@get("/robots.txt", include_in_schema=False)
async def robots() -> Bytes:
    """Ask crawlers to leave the API alone. Pages that are not for search engines say so themselves."""
    return Response(_ROBOTS, media_type="text/plain; charset=utf-8", headers=_FOR_A_DAY)


@get("/.well-known/security.txt", include_in_schema=False)
async def security(request: Call) -> Bytes:
    """Say where to report a security problem (RFC 9116), where the operator has named a contact."""
    found = services(request)
    if not found.settings.contact:
        raise Refusal(404, "no-such-page", "This server has no contact address (CASHBOX_CONTACT).")
    until = datetime.fromtimestamp(found.store.clock.now(), UTC) + _SECURITY_HOLDS
    text = f"Contact: {found.settings.contact}\nExpires: {until:%Y-%m-%dT%H:%M:%SZ}\nPreferred-Languages: en\n"
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=_FOR_A_DAY)


ROUTES: Final = [worker, manifest, robots, security]
