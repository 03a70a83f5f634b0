"""Compiling: the sources are copied, their declared classes written out, and mypyc makes modules for Python of them.

It wants a C compiler, Python's headers, mypy and setuptools (`pip install cashbox[compile]`). What is made is put in
its place in one step, so no one ever finds half of it, and all that goes wrong is one sentence.
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
"""What the compiler reads: the modules to compile, and those that they import."""

CLOSED: Final = "cashbox/games/"
"""Where no class is that others, not compiled, derive from."""

LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "board", "pictures")

OPTIONS: Final = [
    "--ignore-missing-imports",
    "--follow-imports=silent",
    "--explicit-package-bases",
    "--namespace-packages",
]
"""Of mypy, when it compiles."""

LEVEL: Final = "1"
"""How hard the C compiler tries. At 3 it takes half as long again, for a tenth of speed at most; see docs/speed.md."""

KEPT_FOR: Final = 30 * 24 * 3600
"""Seconds for which what no one has started from is kept."""


LOG: Final = "compiler.log"
"""The file beside the compiled folders with all that the compiler said when it failed last."""

LONGEST: Final = 300
"""Characters that are told of what it said."""


class CompileError(Exception):
    """It cannot be compiled, in a sentence."""


def hot_files() -> list[str]:
    """List the files to compile, as paths beside the package."""
    found = []
    for folder in compiled.folders():
        for pattern in (folder / compiled.HOT).read_text("utf-8").split():
            found += [path for path in sorted(folder.glob(pattern)) if path.name != "__init__.py"]
    return [path.relative_to(compiled.PACKAGE.parent).as_posix() for path in dict.fromkeys(found)]


def module_of(file: str) -> str:
    """Return the name of the module in a file."""
    return file.removesuffix(".py").replace("/", ".")


def missing() -> str:
    """Say what is missing to compile, "" if nothing is."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"There is no C compiler ({compiler})."
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        return "Python's headers are not installed (on Debian: python3-dev)."
    if any(importlib.util.find_spec(name) is None for name in ("mypyc", "setuptools")):
        return "mypy and setuptools are not installed (pip install 'cashbox[compile]')."
    return ""


def write(folder: Path) -> None:
    """Copy the sources, with the classes of those to compile written out."""
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
    """Compile into a folder that is empty; how many modules. CompileError. level: how hard the C compiler tries."""
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
    """Say what the compiler found wrong first, and which file has everything that it said."""
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
    """Fill an empty folder with modules: those that were compiled from these sources before, otherwise new ones.
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
    """Compile for this user, where it has not been done; what came of it, a sentence. CompileError."""
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
    """Lock a file as long as it is open, where the system can; return whether no one else has it."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows: two that compile at once do so in folders of their own
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _put(place: Path, cache: Path) -> int:
    """Compile into a new folder, and give it its name when all is there."""
    with tempfile.TemporaryDirectory(prefix="new-", dir=cache) as new:
        folder = Path(new) / "made"
        folder.mkdir(mode=0o755)
        count = make(folder)
        shutil.rmtree(place, ignore_errors=True)
        folder.rename(place)
    return count


def _used(folder: Path) -> None:
    """Note that a folder is in use still, where this user may; a wheel's belongs to whoever installed it."""
    with suppress(OSError):
        os.utime(folder)


def _tidy(cache: Path) -> None:
    """Remove what was made from other sources and has not been started from for long, where this user may."""
    with suppress(OSError):
        for path in cache.iterdir():
            if path.is_dir() and path.stat().st_mtime < time.time() - KEPT_FOR:
                shutil.rmtree(path, ignore_errors=True)
