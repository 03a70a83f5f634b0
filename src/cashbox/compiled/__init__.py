"""Compiled rules and bots: the same modules, two to four times as fast, used instead of their sources if exactly these
were compiled (`cashbox compile`; a wheel for Linux contains them).

Compiled modules are in a folder named after the hash of everything that they were built from, so outdated ones are
never used. There is one folder next to the package, from a wheel, and one in the user's cache, because the package's
folder may be read-only. CASHBOX_COMPILED=off turns this off; any other value is a folder to use instead of the cache.
Importing `cashbox` calls `install`, which looks for the two folders and does nothing else if there are none.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

SETTING: Final = "CASHBOX_COMPILED"
OFF: Final = "off"
PACKAGE: Final = Path(__file__).parent.parent
SHIPPED: Final = PACKAGE / "_compiled"
"""The folder in a wheel."""
SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""The suffix of compiled modules for this interpreter and machine."""
HOT: Final = "hot.txt"
"""The file in a folder of modules that lists which of them are compiled, one pattern per line."""
NUMERIC: Final = (".observation.", ".view.observer")
"""A part of the names of modules that use the compiler's own library for arrays; without it, their sources run."""
MODULES: Final = "modules.txt"
"""The file that lists the compiled modules of a folder, with a name and the size in bytes per line; written last."""


def cache() -> Path | None:
    """Return the folder for this user's compiled modules on this machine, None if there is none."""
    set_to = os.environ.get(SETTING, "")
    if set_to and set_to != OFF:
        return Path(set_to)
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(base) / "cashbox" / "compiled"


def folders() -> list[Path]:
    """List the folders with modules to compile."""
    found = sorted(path.parent for path in (PACKAGE / "games").glob(f"*/{HOT}"))
    return [PACKAGE / "engine", *found]


def key() -> str:
    """Compute a name for exactly these sources, this interpreter, and this kind of machine.

    Compiled modules contain constants and types of others, so all modules count in a folder that has any.
    """
    machine = os.uname().machine if hasattr(os, "uname") else ""
    seen = hashlib.sha256(f"{sys.implementation.cache_tag} {SUFFIX} {sys.platform} {machine}".encode())
    for folder in (PACKAGE / "compiled", *folders()):
        for path in sorted([*folder.rglob("*.py"), folder / HOT]):
            if path.exists():
                data = path.read_bytes()
                seen.update(f"\n{path.relative_to(PACKAGE).as_posix()} {len(data)}\n".encode() + data)
    return seen.hexdigest()[:40]


def ours(folder: Path) -> bool:
    """Check that only this user and the administrator can write to a folder."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid in (0, os.getuid()) and not status.st_mode & 0o022


class Finder:
    """An import finder for the compiled modules of a folder, before Python looks for the sources."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.folder = folder
        self.names = frozenset(names)

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a compiled module, as `importlib.abc.MetaPathFinder` describes."""
        if fullname not in self.names:
            return None
        file = str(file_of(self.folder, fullname))
        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, file))


def modules(folder: Path) -> list[str]:
    """List the modules in a folder of compiled ones, none if a file's size differs from when it was built."""
    try:
        listed = [line.split() for line in (folder / MODULES).read_text("utf-8").splitlines()]
        whole = all(file_of(folder, name).stat().st_size == int(size) for name, size in listed)
    except (OSError, ValueError):
        return []
    numeric = find_spec("librt") is not None
    return [name for name, _ in listed if numeric or not any(part in name for part in NUMERIC)] if whole else []


def file_of(folder: Path, name: str) -> Path:
    """Return the file of a compiled module."""
    return folder / (name.replace(".", "/") + SUFFIX)


def in_use() -> Path | None:
    """Return the folder of compiled modules that this process uses, None if it runs the sources."""
    found = [one.folder for one in sys.meta_path if isinstance(one, Finder)]
    return found[0] if found else None


def how() -> str:
    """Describe whether this process runs compiled modules."""
    return "not compiled" if in_use() is None else "compiled"


def found() -> Path | None:
    """Find a readable and trusted folder with these sources compiled."""
    finder = _finder()
    return None if finder is None else finder.folder


def _finder() -> Finder | None:
    """Create the finder for the folder of compiled modules."""
    places = [place for place in (SHIPPED, cache()) if place is not None and os.access(place, os.X_OK)]
    if not places:
        return None
    named = key()
    for place in places:
        folder = place / named
        with suppress(OSError):
            if (place == SHIPPED or ours(folder)) and (names := modules(folder)):
                return Finder(folder, names)
    return None


def install() -> None:
    """Use the compiled modules from now on, if there are any; called by `cashbox` itself before it imports any other
    module."""
    if os.environ.get(SETTING) == OFF or in_use() is not None:
        return
    try:
        finder = _finder()
    except OSError:
        return
    if finder is not None:
        sys.meta_path.insert(0, finder)
