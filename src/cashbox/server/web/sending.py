"""Files that are the same for everybody: kept by the browser, and packed for the way.

What is made for one caller is not packed: its size would tell of what it has in common with what the caller sent.
"""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
import mimetypes
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from litestar import Request, Response

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Collection

Call = Request[Any, Any, Any]
Bytes = Response[bytes]

FOREVER: Final = "public, max-age=31536000, immutable"

_PACKED: Final = (("br", ".br"), ("gzip", ".gz"))
"""How a file may be sent, the best first, and the name of one beside it that is packed so already."""

_TEXT: Final = (".js", ".mjs", ".css", ".json", ".svg", ".html", ".txt", ".map")
_SMALL: Final = 512
"""Bytes below which packing gains nothing."""

_MOST: Final = 2 << 20
"""Bytes of the largest file that is kept in memory."""


class _Sent(NamedTuple):
    """A file on its way. how: "br", "gzip", or "" as it is; tag: changes with what is in it."""

    body: bytes
    how: str
    tag: str


async def file_of(request: Call, folder: Path, name: str, *, forever: bool = False) -> Bytes:
    """A file of a folder, from the browser's cache if it is there; Refusal ("no-such-page"). forever: what is at its
    address never changes."""
    parts = PurePosixPath(name.lstrip("/")).parts
    path = folder.joinpath(*parts)
    takes = _takes(request)
    found = await asyncio.to_thread(_read, path, takes) if ".." not in parts else None
    if found is None:
        raise Refusal(404, "no-such-page", "Page not found.")
    kept = FOREVER if forever or request.query_params.get("v") else "no-cache"
    return _answer(request, found, _type(path), {"cache-control": kept, **_vary(path)})


async def packed(request: Call, body: bytes, media: str, headers: dict[str, str]) -> Bytes:
    """A body that is made once and is the same for everybody, packed if the browser takes that."""
    how = "gzip" if "gzip" in _takes(request) else ""
    return _answer(
        request, await asyncio.to_thread(_made_once, body, how), media, {**headers, "vary": "accept-encoding"}
    )


def _answer(request: Call, found: _Sent, media: str, headers: dict[str, str]) -> Bytes:
    headers = {**headers, "etag": found.tag}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers)
    if found.how:
        headers["content-encoding"] = found.how
    return Response(found.body, media_type=media, headers=headers)


def _takes(request: Call) -> frozenset[str]:
    """How a browser says that it takes files."""
    said = request.headers.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return frozenset(one.split(";")[0] for one in said if not one.endswith((";q=0", ";q=0.0")))


def _vary(path: Path) -> dict[str, str]:
    return {"vary": "accept-encoding"} if path.suffix in _TEXT else {}


def _read(path: Path, takes: Collection[str]) -> _Sent | None:
    """What is in a file; None if there is none, or it is not a possible name."""
    try:
        if not path.is_file():
            return None
        if path.suffix not in _TEXT:
            return _of(path, "", "")
        for how, suffix in _PACKED:
            if how in takes and (beside := path.with_name(path.name + suffix)).is_file():
                return _cached(beside, how, how, beside.stat().st_mtime_ns)
        return _cached(path, "", "gzip" if "gzip" in takes else "", path.stat().st_mtime_ns)
    except (OSError, ValueError):
        return None


@functools.lru_cache(1024)
def _cached(path: Path, was: str, how: str, _changed: int) -> _Sent:
    return _of(path, was, how)


def _of(path: Path, was: str, how: str) -> _Sent:
    """A file that is packed in one way and shall be in another."""
    body = path.read_bytes()
    if was == how or not _SMALL <= len(body) <= _MOST:
        return _Sent(body, was, _tag(body, was))
    return _made(body, how)


def _made(body: bytes, how: str) -> _Sent:
    """A body as it is, or packed by gzip."""
    return _Sent(gzip.compress(body, 9, mtime=0) if how else body, how, _tag(body, how))


_made_once = functools.lru_cache(64)(_made)
"""For bodies that are no files, which `_kept` keeps."""


def _tag(body: bytes, how: str) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}{how and "-"}{how}"'


def _type(path: Path) -> str:
    """The media type of a file; whatever is text gets its charset from the framework."""
    if path.suffix in (".js", ".mjs"):
        return "text/javascript"
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"
