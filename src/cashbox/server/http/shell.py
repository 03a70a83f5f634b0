"""The pages as an app that can be installed: its manifest, its service worker, and what is shown without a
connection."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from litestar import Response, get

import cashbox
from cashbox import games
from cashbox.server.http.api import Bytes, Call
from cashbox.server.services import services

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_STATIC: Final = Path(cashbox.__file__).parent / "web" / "static"

MARK: Final = "x-cashbox-shell"
"""The header of every page that says with which files it goes."""

_WORKER: Final = "js/worker/worker.js"
"""The service worker, in the folder of the files. It is served from the top, for all pages are its business."""

_POLICY: Final = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

_MANIFEST: Final = {
    "id": "/",
    "name": "cashbox: games about money",
    "short_name": "cashbox",
    "description": "Tabletop games about money, at one table: with friends and with bots.",
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


class Shell(NamedTuple):
    """The files that pages are made of. mark: changes with any of them; files: SHA-256 by address."""

    mark: str
    files: dict[str, str]


def _read(known: Sequence[str]) -> Shell:
    files = {address: hashlib.sha256(path.read_bytes()).hexdigest() for address, path in _files(known)}
    whole = hashlib.sha256(msgspec.json.encode(sorted(files.items())))
    return Shell(whole.hexdigest()[:16], files)


def _files(known: Sequence[str]) -> Iterator[tuple[str, Path]]:
    roots = {"/static": _STATIC, **{f"/games/{game}/board": games.folder(game) / "board" for game in known}}
    for address, root in roots.items():
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and not path.name.startswith(".") and name != _WORKER:
                yield f"{address}/{name}", path


_READ: Final[dict[tuple[str, ...], Shell]] = {}
"""The shells of servers by their games. They are read once: a server does not change its own files."""


async def shell_of(request: Call) -> Shell:
    """The shell of the server that a request came to."""
    known = tuple(services(request).catalog.infos)
    if known not in _READ:
        _READ[known] = await asyncio.to_thread(_read, known)
    return _READ[known]


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


ROUTES: Final = [worker, manifest]
