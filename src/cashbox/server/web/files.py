"""Serve the files of pages, which are the same for everyone: cached by the browser, and compressed on the way.

Pages use plain modules and style sheets, or the packed ones from `tools/page/bundle.js`. Packed files are used only if
they were built from exactly the current files; otherwise, pages use the plain ones. A response for a single caller is
not compressed: its size could reveal secrets that also occur in the caller's input.
"""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
import logging
import mimetypes
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from litestar import Request, Response
from markupsafe import Markup

import cashbox
from cashbox import __version__, games
from cashbox.server.errors import Refusal
from cashbox.server.web.link_previews import PICTURE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

Call = Request[Any, Any, Any]
Bytes = Response[bytes]

FOREVER: Final = "public, max-age=31536000, immutable"

_PACKED: Final = (("br", ".br"), ("gzip", ".gz"))
"""The encodings of files, best first, and the suffixes of files that are already compressed."""

_TEXT: Final = (".js", ".mjs", ".css", ".json", ".svg", ".html", ".txt", ".map")
_SMALL: Final = 512
"""Bytes below which compression gains nothing."""

_MOST: Final = 2 << 20
"""Bytes of the largest file to cache in memory."""

_log = logging.getLogger("cashbox.server")


class _Sent(NamedTuple):
    """A file to send. how: "br", "gzip", or "" for none; tag: changes with the content."""

    body: bytes
    how: str
    tag: str


async def file_of(request: Call, folder: Path, name: str, *, forever: bool = False) -> Bytes:
    """Respond with a file, or from the browser's cache. `forever`: whether the file at this URL never changes. Refusal
    ("no-such-page")."""
    parts = PurePosixPath(name.lstrip("/")).parts
    path = folder.joinpath(*parts)
    takes = _takes(request)
    found = await asyncio.to_thread(_read, path, takes) if ".." not in parts else None
    if found is None:
        raise Refusal(404, "no-such-page", "Page not found.")
    kept = FOREVER if forever or request.query_params.get("v") else "no-cache"
    return _answer(request, found, _type(path), {"cache-control": kept, **_vary(path)})


async def answer_packed(request: Call, body: bytes, media: str, headers: dict[str, str]) -> Bytes:
    """Respond with a body that is the same for everyone, compressed if the browser accepts that."""
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
    """Return the encoding that a browser accepts."""
    said = request.headers.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return frozenset(one.split(";")[0] for one in said if not one.endswith((";q=0", ";q=0.0")))


def _vary(path: Path) -> dict[str, str]:
    return {"vary": "accept-encoding"} if path.suffix in _TEXT else {}


def _read(path: Path, takes: Collection[str]) -> _Sent | None:
    """Read a file, None if there is none or the name is invalid."""
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
    """Recompress a file with another encoding."""
    body = path.read_bytes()
    if was == how or not _SMALL <= len(body) <= _MOST:
        return _Sent(body, was, _tag(body, was))
    return _compressed(body, how)


def _compressed(body: bytes, how: str) -> _Sent:
    """Return a body as it is, or compressed by gzip."""
    return _Sent(gzip.compress(body, 9, mtime=0) if how else body, how, _tag(body, how))


_made_once = functools.lru_cache(64)(_compressed)
"""For bodies other than files, which `_cached` has."""


def _tag(body: bytes, how: str) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}{how and "-"}{how}"'


def _type(path: Path) -> str:
    """Return the media type of a file. Text gets its charset from the framework."""
    if path.suffix in (".js", ".mjs"):
        return "text/javascript"
    if path.suffix == ".avif":  # Python 3.11 to 3.13 don't know it
        return "image/avif"
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


# -- packed pages ----------------------------------------------------------------------------------------------------

SOURCE: Final = Path(cashbox.__file__).parent
BUNDLE: Final = "web/bundle"
"""The folder of the bundle, below SOURCE."""

_BUNDLE_MANIFEST: Final = "manifest.json"
_FOLDERS: Final = ("web/static/js", "web/static/vendor", "web/static/css", "web/templates")
_KINDS: Final = (".js", ".mjs", ".css", ".html", ".json")

_LOOSE: Final = ("css/analysis.css", "css/ending.css", "css/rules.css")
"""Style sheets that packed pages fetch later, unpacked."""


class Packed(msgspec.Struct, frozen=True):
    """The packed files of one page. sheet: its style sheet; first: the script that runs before the first paint; script:
    its module."""

    sheet: str
    first: str
    script: str


class Bundle(msgspec.Struct, frozen=True):
    """The bundle. sources: SHA-256 of all source files, by name below SOURCE; games: those whose boards are in it;
    pages: by the files that their templates name, and by game if they show a board."""

    sources: dict[str, str]
    games: list[str]
    pages: dict[str, Packed]


def read_bundle(source: Path = SOURCE) -> Bundle | None:
    """Read the bundle that fits the files below a folder, None if there is none."""
    try:
        found = msgspec.json.decode((source / BUNDLE / _BUNDLE_MANIFEST).read_bytes(), type=Bundle)
        fits = found.sources == dict(_hashes(source, found.games))
    except (OSError, msgspec.DecodeError):
        return None
    if not fits:
        _log.info("the packed files are from another version, so the server sends the plain ones")
    return found if fits else None


def _hashes(source: Path, games: Iterable[str]) -> Iterator[tuple[str, str]]:
    for folder in (*_FOLDERS, *(f"games/{game}/board" for game in games)):
        for path in (source / folder).rglob("*"):
            if path.suffix in _KINDS and path.is_file():
                yield path.relative_to(source).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest()


@functools.cache
def bundle() -> Bundle | None:
    """Return this server's bundle. It is read once, because a server does not change its own files."""
    return read_bundle()


def is_packed(name: str) -> bool:
    """Check whether a file below `static` is one that bundled pages do not fetch."""
    return name.startswith(("js/", "vendor/", "css/")) and name not in _LOOSE


def packed_files() -> Iterator[Path]:
    """Yield all files that bundled pages may fetch, immediately or later."""
    for path in sorted((SOURCE / BUNDLE).iterdir()):
        if path.suffix in (".js", ".css"):
            yield path


class PageFiles:
    """The scripts and style sheets of one page, for its template. game: the game whose board it shows, "" for none;
    packed: whether packed ones may be used."""

    def __init__(self, game: str = "", *, packed: bool = True) -> None:
        self._bundle = bundle() if packed else None
        # A board from elsewhere imports the plain modules, and there is one Preact on a page.
        if game and self._bundle is not None and game not in self._bundle.games:
            self._bundle = None
        self._game = game

    def tags(self, sheets: str, scripts: str, first: str = "") -> Markup:
        """Return the tags that a page needs in addition to those of every page: style sheets, modules, and scripts that
        run before the first paint, by names separated by spaces."""
        found = self._bundle.pages.get(f"{sheets}/{scripts}/{first}@{self._game}") if self._bundle else None
        if found is not None:
            return _markup(
                [f"/bundle/{found.first}"],
                [f"/bundle/{found.sheet}"],
                [f"/bundle/{found.script}"],
            )
        return _markup(
            [f"/static/js/{name}.js?v={__version__}" for name in ("theme", *first.split())],
            [f"/static/css/{name}.css" for name in ("tokens", "base", *sheets.split())],
            [f"/static/js/{name}.js" for name in ("frame", *scripts.split())],
        )

    def at_table(self, game: str) -> str:
        """Return the URLs that a table of a game will fetch from the bundle, separated by spaces."""
        pages = self._bundle.pages.items() if self._bundle else ()
        found = next((one for key, one in pages if "/table/" in key and key.endswith(f"@{game}")), None)
        names = [found.first, found.sheet, found.script] if found else []
        return " ".join(f"/bundle/{name}" for name in names)


def _markup(first: Iterable[str], sheets: Iterable[str], modules: Iterable[str]) -> Markup:
    return Markup("\n  ").join(
        Markup(element).format(address)
        for element, addresses in (
            ('<script src="{}"></script>', first),
            ('<link rel="stylesheet" href="{}">', sheets),
            ('<script type="module" src="{}"></script>', modules),
        )
        for address in addresses
    )


# -- the files of all pages --------------------------------------------------------------------------------------------

STATIC: Final = SOURCE / "web" / "static"

WORKER: Final = "js/worker/worker.js"
"""The service worker, in the folder of the files. It is served from the root, because it handles all pages."""


class Shell(NamedTuple):
    """The files of pages. mark: changes with any of them; files: SHA-256 by URL."""

    mark: str
    files: dict[str, str]


def read_shell(known: Sequence[str], packed: Bundle | None) -> Shell:
    """Hash the files of pages. known: the games; packed: the packed files, if the server uses them."""
    files = {address: hashlib.sha256(path.read_bytes()).hexdigest() for address, path in _shell_files(known, packed)}
    whole = hashlib.sha256(msgspec.json.encode(sorted(files.items())))
    return Shell(whole.hexdigest()[:16], files)


def _shell_files(known: Sequence[str], packed: Bundle | None) -> Iterator[tuple[str, Path]]:
    """Yield the files of pages: the plain modules and style sheets that pages use, and the packed files."""
    boards = {game: games.folder(game) / "board" for game in known}
    plain = {game: root for game, root in boards.items() if packed is None or game not in packed.games}
    roots = {"/static": STATIC, **{f"/games/{game}/board": root for game, root in plain.items()}}
    alone = packed is not None and not plain
    for address, root in roots.items():
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root).as_posix()
            left_out = name in (WORKER, PICTURE) or (alone and is_packed(name))
            if path.is_file() and not path.name.startswith(".") and not left_out:
                yield f"{address}/{name}", path
    if packed is not None:
        for path in packed_files():
            yield f"/bundle/{path.name}", path
