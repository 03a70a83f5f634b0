"""The packed pages: what `tools/page/bundle.js` makes of the modules and style sheets, where it has been run.

It is used only if it was made of the very files that are here; otherwise pages go with the plain ones, as they do
where nothing was packed.
"""

from __future__ import annotations

import functools
import hashlib
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from markupsafe import Markup

import cashbox
from cashbox import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SOURCE: Final = Path(cashbox.__file__).parent
FOLDER: Final = "web/bundle"
"""Where it lies, below SOURCE."""

_MANIFEST: Final = "manifest.json"
_FOLDERS: Final = ("web/static/js", "web/static/vendor", "web/static/css", "web/templates")
_KINDS: Final = (".js", ".mjs", ".css", ".html", ".json")

_LOOSE: Final = ("css/ending.css", "css/rules.css")
"""Style sheets that packed pages fetch later, as they are."""

_log = logging.getLogger("cashbox.server")


class Packed(msgspec.Struct, frozen=True):
    """What one page fetches at once. sheet: its style sheet; first: the script that runs before it is painted; script:
    its module."""

    sheet: str
    first: str
    script: str


class Bundle(msgspec.Struct, frozen=True):
    """What was made. sources: SHA-256 of all that went in, by name below SOURCE; games: those whose boards are in it;
    pages: by what their templates name, and by game where they show a board."""

    sources: dict[str, str]
    games: list[str]
    pages: dict[str, Packed]


def read_bundle(source: Path = SOURCE) -> Bundle | None:
    """What fits the files below a folder; None where there is nothing that does."""
    try:
        found = msgspec.json.decode((source / FOLDER / _MANIFEST).read_bytes(), type=Bundle)
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
    """This server's. It is read once: a server does not change its own files."""
    return read_bundle()


def is_packed(name: str) -> bool:
    """Whether a file below `static` is one that packed pages do not fetch."""
    return name.startswith(("js/", "vendor/", "css/")) and name not in _LOOSE


def packed_files() -> Iterator[Path]:
    """All files that packed pages may fetch, at once or later."""
    for path in sorted((SOURCE / FOLDER).iterdir()):
        if path.suffix in (".js", ".css"):
            yield path


class PageFiles:
    """The scripts and style sheets of one page, as its template calls for them. game: whose board it shows, "" for
    none; packed: whether those that are packed may be used."""

    def __init__(self, game: str = "", *, packed: bool = True) -> None:
        self._bundle = bundle() if packed else None
        # A board from elsewhere imports the plain modules, and there is one Preact on a page.
        if game and self._bundle is not None and game not in self._bundle.games:
            self._bundle = None
        self._game = game

    def of(self, sheets: str, scripts: str, first: str = "") -> Markup:
        """What a page needs besides what every page does, by names with spaces between: style sheets, modules, and
        scripts that run before it is painted."""
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
        """The addresses of what a table of a game will fetch, where it is packed, with spaces between."""
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
