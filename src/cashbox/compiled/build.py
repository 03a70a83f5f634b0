"""Compile: the sources are copied, their declared classes expanded, and mypyc compiles them to Python modules.

It needs a C compiler, Python's headers, mypy, and setuptools (`pip install cashbox[compile]`). The result is moved into
place in one step, so it is never incomplete, and every error is one sentence.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import IO, TYPE_CHECKING, Final

from cashbox import compiled
from cashbox.compiled.written_out import Declared, write_out

if TYPE_CHECKING:
    from collections.abc import Iterator

COPIED: Final = ("__init__.py", "py.typed", "compiled", "engine", "games")
"""The sources for the compiler: the modules to compile, and those that they import."""

CLOSED: Final = "cashbox/games/"
"""Folders whose classes have no interpreted subclasses."""

LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "board", "pictures")

OPTIONS: Final = [
    "--ignore-missing-imports",
    "--follow-imports=silent",
    "--explicit-package-bases",
    "--namespace-packages",
]
"""The options of mypy for compiling."""

LEVEL: Final = "1"
"""The optimization level of the C compiler. Level 3 takes half as long again, for at most a tenth of speed; see
docs/speed.md."""

KEPT_FOR: Final = 30 * 24 * 3600
"""Seconds after which unused compiled folders are removed."""


LOG: Final = "compiler.log"
"""The file next to the compiled folders with the compiler's output of the last failure."""

LONGEST: Final = 300
"""The most characters of that output to show."""


class CompileError(Exception):
    """Compiling failed; the message is one sentence."""


def hot_files() -> list[str]:
    """List the files to compile, as paths relative to the package's folder."""
    found = []
    for folder in compiled.folders():
        for pattern in (folder / compiled.HOT).read_text("utf-8").split():
            found += [path for path in sorted(folder.glob(pattern)) if path.name != "__init__.py"]
    return [path.relative_to(compiled.PACKAGE.parent).as_posix() for path in dict.fromkeys(found)]


def module_of(file: str) -> str:
    """Return the name of the module in a file."""
    return file.removesuffix(".py").replace("/", ".")


def missing() -> str:
    """Explain what is missing for compiling, "" if nothing is."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"There is no C compiler ({compiler})."
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        return "Python's headers are not installed (on Debian: python3-dev)."
    if any(importlib.util.find_spec(name) is None for name in ("mypyc", "setuptools")):
        return "mypy and setuptools are not installed (pip install 'cashbox[compile]')."
    return ""


def write(folder: Path) -> None:
    """Copy the sources, and expand the classes of those to compile."""
    package = folder / "cashbox"
    package.mkdir()
    for name in COPIED:
        path = compiled.PACKAGE / name
        if path.is_dir():
            shutil.copytree(path, package / name, ignore=LEFT_OUT)
        else:
            shutil.copy(path, package / name)
    known: dict[str, list[Declared]] = {}
    for name in hot_files():
        path = folder / name
        closed = name.startswith(CLOSED)
        path.write_text(write_out(path.read_text("utf-8"), known, closed=closed), "utf-8")


def make(folder: Path, level: str = LEVEL) -> int:
    """Compile into an empty folder. Returns the number of modules. CompileError. level: the optimization level."""
    files = hot_files()
    with tempfile.TemporaryDirectory(prefix="cashbox-compile-") as made:
        copy = Path(made)
        write(copy)
        environment = {**os.environ, compiled.SETTING: compiled.OFF, "PYTHONSAFEPATH": "1", "LC_ALL": "C"}
        command = [sys.executable, str(compiled.PACKAGE / "compiled" / "modules.py"), level, *OPTIONS, *files]
        run = subprocess.run(command, cwd=copy, env=environment, stdout=PIPE, stderr=STDOUT, check=False)
        found = {path.relative_to(copy): path for path in _modules(copy)}
        if run.returncode or len(found) <= len(files):
            raise CompileError(_failure(run.stdout))
        for name, path in found.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / name)
    names = sorted(".".join(name.parts).removesuffix(compiled.SUFFIX) for name in found)
    lines = [f"{name} {compiled.file_of(folder, name).stat().st_size}\n" for name in names]
    (folder / compiled.MODULES).write_text("".join(lines), "utf-8")
    return len(files)


def _failure(output: bytes) -> str:
    """Describe the compiler's first error, and which file has the whole output."""
    lines = [line for line in output.decode("utf-8", "replace").split("\n") if line.strip()] or ["It printed nothing."]
    said = next((line for line in lines if "error:" in line), lines[-1])
    sentence = f"The compiler failed: {' '.join(said.split())[:LONGEST]}"
    cache = compiled.cache()
    if cache is None:
        return sentence
    try:
        cache.mkdir(parents=True, exist_ok=True)
        (cache / LOG).write_bytes(output)
    except OSError as error:
        return f"{sentence} (its output can't be saved: {error})"
    return f"{sentence} (its output is in {cache / LOG})"


def fill(folder: Path) -> None:
    """Fill an empty folder with modules: those already compiled from these sources, otherwise new ones.
    CompileError."""
    there = compiled.found()
    if there is not None:
        shutil.copytree(there, folder, dirs_exist_ok=True)
    elif lack := missing():
        raise CompileError(lack)
    else:
        make(folder)


def _modules(folder: Path) -> Iterator[Path]:
    """Yield the compiled modules in a folder, without setuptools' own."""
    for path in sorted(folder.rglob(f"*{compiled.SUFFIX}")):
        if path.relative_to(folder).parts[0] != "build":
            yield path


def build() -> str:
    """Compile for this user, if it has not been done. Returns the result as a sentence. CompileError."""
    there = compiled.found()
    if there is not None:
        _used(there)
        return "Rules and bots are already compiled."
    cache = compiled.cache()
    if lack := missing():
        raise CompileError(lack)
    if cache is None:
        raise CompileError("There is no folder for compiled modules. Set CASHBOX_COMPILED.")
    cache.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with (cache / "lock").open("w") as lock:
        if not _is_ours(lock):
            return "Rules and bots are already being compiled."
        count = _put(cache / compiled.key(), cache)
        (cache / LOG).unlink(missing_ok=True)
        _tidy(cache)
    return (
        f"Compiled {count} modules in {time.monotonic() - begun:.0f} s; cashbox will use them the next time it starts."
    )


def _is_ours(lock: IO[str]) -> bool:
    """Lock a file as long as it is open, if the system supports that. Returns whether the lock was free."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows: simultaneous builds use separate folders
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _put(place: Path, cache: Path) -> int:
    """Compile into a new folder, and rename it when it is complete."""
    with tempfile.TemporaryDirectory(prefix="new-", dir=cache) as new:
        folder = Path(new) / "made"
        folder.mkdir(mode=0o755)
        count = make(folder)
        shutil.rmtree(place, ignore_errors=True)
        folder.rename(place)
    return count


def _used(folder: Path) -> None:
    """Record that a folder is still in use, if this user may; a wheel's belongs to the user who installed it."""
    with suppress(OSError):
        os.utime(folder)


def _tidy(cache: Path) -> None:
    """Remove folders from other sources that have not been used for long, if this user may."""
    with suppress(OSError):
        for path in cache.iterdir():
            if path.is_dir() and path.stat().st_mtime < time.time() - KEPT_FOR:
                shutil.rmtree(path, ignore_errors=True)
