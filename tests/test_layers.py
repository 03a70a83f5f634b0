"""Test the layers of the code: what may import what, where chance may come from, and what no file may name."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
MODULES = sorted((SOURCE / "cashbox").rglob("*.py"))

BELOW: dict[str, set[str]] = {
    "compiled": {"compiled", "engine"},
    "engine": {"engine"},
    "games": {"engine", "games"},
    "bots": {"engine", "games", "bots"},
    "analysis": {"engine", "games", "bots", "analysis"},
    "lab": {"engine", "games", "bots", "lab"},
    "rl": {"engine", "games", "bots", "rl"},
    "web": {"engine", "games", "web"},
    "server": {"compiled", "engine", "games", "bots", "analysis", "web", "server"},
    "cli": {"compiled", "engine", "games", "bots", "analysis", "lab", "server", "cli"},
}
"""What each folder may import."""

STORES = re.compile(
    r"db/|\w+/(\w+_)?store$|notifications/(channels|enqueue|outbox|relevance)$|ops/upkeep$|archive/search$"
)
"""The modules of the server that read and write the database."""

BELOW_STORES = re.compile(r"(?!wire$)\w+$|social/rating$|tables/settings$")
"""What those may import besides each other: what goes over the wire does not define what is stored."""

HANDLERS = re.compile(r"app$|web/|\w+/(\w+_)?api$|ops/health$")
"""The modules of the server that know the web framework."""

RANDOM_IN = {"engine/chance.py"}
"""Where the module `random` may be used: behind an interface that is handed in."""

SECRETS_IN = {"server"}
"""The folders that may ask the system for what no one can guess."""

CLOCK_IN = {"engine/conformance.py", "engine/fuzz.py"}
"""Where the engine measures its own tests."""

OTHER_CHANCE = {"random", "secrets", "uuid", "numpy.random"}


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE / "cashbox").as_posix()


def folder_of(path: Path) -> str:
    parts = path.relative_to(SOURCE / "cashbox").parts
    return parts[0] if len(parts) > 1 else ""


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement within a piece of a program, without going into expressions, where there is none."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from statements(child)


@cache
def imports_of(path: Path) -> list[tuple[str, str]]:
    """Where and full name of everything that a module imports, also within functions and for types."""
    return imports_in(ast.parse(path.read_text("utf-8")), name_of(path))


def imports_in(tree: ast.Module, name: str) -> list[tuple[str, str]]:
    """Where and full name of everything that is imported in the module of this name."""
    found: list[tuple[str, str]] = []
    for node in statements(tree):
        where = f"{name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Import):
            found += [(where, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{where} imports by a relative name"
            assert node.module is not None
            found += [(where, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def below(imported: str, module: str) -> bool:
    return imported == module or imported.startswith(f"{module}.")


@pytest.mark.slow
def test_imports_only_point_down() -> None:
    for path in MODULES:
        folder = folder_of(path)
        assert not folder or folder in BELOW, f"{folder} has no place among the layers"
        for where, imported in imports_of(path) if folder else ():
            parts = imported.split(".")
            if parts[0] == "cashbox" and len(parts) > 1 and parts[1] != "__version__":
                assert parts[1] in BELOW[folder], f"{where}: {folder} imports {imported}"


@pytest.mark.slow
def test_games_do_not_import_each_other() -> None:
    for path in MODULES:
        parts = path.relative_to(SOURCE / "cashbox").parts
        if parts[0] == "games" and len(parts) > 2:
            for where, imported in imports_of(path):
                if below(imported, "cashbox.games"):
                    assert imported.split(".")[2:3] == [parts[1]], f"{where}: {parts[1]} imports {imported}"


@pytest.mark.thorough
def test_only_a_game_itself_uses_its_name() -> None:
    """Adding a game touches no file outside its folder, so nothing outside imports one by name."""
    games = {entry.name for entry in (SOURCE / "cashbox" / "games").iterdir() if (entry / "about.py").exists()}
    for path in MODULES:
        if folder_of(path) != "games" or len(path.relative_to(SOURCE / "cashbox").parts) == 2:
            for where, imported in imports_of(path):
                named = imported.split(".")[2:3] if below(imported, "cashbox.games") else []
                assert not games & set(named), f"{where}: imports {imported}"


@pytest.mark.thorough
def test_chance_is_injected() -> None:
    for path in MODULES:
        for where, imported in imports_of(path):
            if any(below(imported, module) for module in OTHER_CHANCE):
                allowed = name_of(path) in RANDOM_IN
                allowed |= folder_of(path) in SECRETS_IN and not below(imported, "random")
                assert allowed, f"{where}: imports {imported}"


def test_nothing_private_is_imported() -> None:
    for path in MODULES:
        for where, imported in imports_of(path):
            parts = imported.split(".")
            if parts[0] == "cashbox":
                private = [part for part in parts[1:] if part.startswith("_") and not part.endswith("__")]
                assert not private, f"{where}: imports {imported}"


def test_games_use_no_clock_files_or_network() -> None:
    """A state follows from its journal alone."""
    for path in MODULES:
        if folder_of(path) in {"engine", "games"} and name_of(path) not in CLOCK_IN:
            for where, imported in imports_of(path):
                for module in ("time", "datetime", "socket", "subprocess", "threading", "asyncio"):
                    assert not below(imported, module), f"{where}: imports {imported}"


REGISTRIES = re.compile(
    r"(?:pypi|npmjs|yarnpkg|pythonhosted|jsdelivr|unpkg|esm)\.(?:org|com|net|sh)\b|index-url\b|extra-index\b"
    r"|find-links\b|trusted-host\b|(?:^|[:_-])registry\s*=",
    re.MULTILINE,
)
"""Of a text in small letters."""


def tracked_text_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout.split("\0")  # fmt: skip
    paths = (ROOT / name for name in names if name)
    return [path for path in paths if path.is_file() and path != Path(__file__) and b"\0" not in path.read_bytes()]


def server_imports() -> Iterator[tuple[str, str, str]]:
    """Yield each module of the server, as "folder/module", with where and what it imports."""
    for path in MODULES:
        if folder_of(path) == "server" and "versions" not in path.parts:
            name = name_of(path).removeprefix("server/").removesuffix(".py")
            for where, imported in imports_of(path):
                yield name, where, imported


def server_module(imported: str) -> str:
    """Return the module that an import names or takes a name from, as "folder/module", "" for none of the server."""
    parts = imported.split(".")
    if parts[:2] != ["cashbox", "server"]:
        return ""
    whole = "/".join(parts[2:])
    return whole if (SOURCE / "cashbox/server" / f"{whole}.py").exists() else "/".join(parts[2:-1])


@pytest.mark.slow
def test_stores_import_nothing_above_them() -> None:
    for name, where, imported in server_imports():
        if STORES.match(name) and (module := server_module(imported)):
            assert STORES.match(module) or BELOW_STORES.match(module), f"{where}: imports {imported}"


@pytest.mark.slow
def test_only_handlers_import_the_web_framework_and_each_other() -> None:
    typed = {f"{where}: {imported}" for where, imported in _types_only()}
    for name, where, imported in server_imports():
        if not HANDLERS.match(name) and f"{where}: {imported}" not in typed:
            assert not below(imported, "litestar"), f"{where}: imports {imported}"
            assert not re.search(r"(^|[/_])api$", server_module(imported)), f"{where}: imports {imported}"


def _types_only() -> Iterator[tuple[str, str]]:
    """Yield where and what is imported for type checking alone."""
    for path in MODULES:
        if folder_of(path) == "server":
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                    yield from imports_in(ast.Module(node.body, []), name_of(path))


@pytest.mark.thorough
def test_the_server_gets_the_time_only_from_its_clock() -> None:
    for path in MODULES:
        if folder_of(path) != "server" or path.name in {"clock.py", "worker.py"}:
            continue  # A helper process has no clock of the server, and counts only how long it works.
        tree = ast.parse(path.read_text("utf-8"))
        asks = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        assert not asks & {"asyncio.sleep", "time.time", "time.monotonic", "loop.time"}, name_of(path)
        assert not any(ask.endswith((".call_later", ".call_at")) for ask in asks), name_of(path)


@pytest.mark.thorough
def test_no_file_names_where_packages_come_from() -> None:
    for path in tracked_text_files():
        found = REGISTRIES.search(path.read_text("utf-8").lower())
        assert found is None, f"{path.relative_to(ROOT)} names {found.group()}"


def test_there_are_no_lock_files_that_name_hosts() -> None:
    names = {path.name for path in tracked_text_files()}
    assert not names & {"yarn.lock", "pnpm-lock.yaml", "uv.lock", "poetry.lock"}
