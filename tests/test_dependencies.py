"""Test that an installation without extras has everything that the package imports."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.wheels import closure

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

EXTRAS = {
    "compile": {"cashbox/compiled/modules.py"},
    "cluster": {"cashbox/lab/simulate/cluster.py"},
    "dev": {"cashbox/cli/contract.py"},
    "print": {"cashbox/lab/printing.py"},
    "dataset": {"cashbox/lab/dataset/table.py"},
    "tune": {"cashbox/lab/tune/search.py"},
    "server": {"cashbox/engine/help.py"},
    "rl": {path.relative_to(SOURCE).as_posix() for path in SOURCE.glob("cashbox/rl/*.py")},
    "plots": {"cashbox/lab/balance/plots.py", "cashbox/games/cash/schooling.py"},
}
"""The modules that belong to an optional feature, by the extra that brings what they import; all of the server's belong
to its own."""

SERVER = "cashbox/server/"

IMPORTED_LATER = {"sqlalchemy.ext.asyncio": "greenlet", "sqlalchemy.util.greenlet_spawn": "greenlet"}
"""Modules that a library imports only once it needs them, by what our code imports of the library."""


def imports(node: ast.AST) -> Iterator[str]:
    """Yield the full name of everything that runs as an import, at the top of a module or in a function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            yield from imports(ast.Module(child.orelse, []))
        elif not isinstance(child, ast.expr):
            yield from imports(child)


def third_party(text: str) -> set[str]:
    """Return the top-level names that a module's text imports and that neither Python nor this project has."""
    names = list(imports(ast.parse(text)))
    names += [later for name in names for start, later in IMPORTED_LATER.items() if f"{name}.".startswith(f"{start}.")]
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"cashbox"}


@cache
def owners_of_names() -> dict[str, set[str]]:
    """Return the distributions that install a top-level name, by name."""
    return {name: {canonicalize_name(one) for one in owners} for name, owners in packages_distributions().items()}


@cache
def installed_by(*lines: str) -> set[str]:
    """Return the top-level names that requirements install."""
    brought = {canonicalize_name(one.name) for one in closure(Requirement(line) for line in lines)}
    return {name for name, owners in owners_of_names().items() if owners & brought}


def undeclared(imported: dict[str, set[str]], project: dict[str, Any]) -> dict[str, set[str]]:
    """Return what modules import and the project's requirements do not install, by module."""
    usual = installed_by(*project["dependencies"])
    server = installed_by(*project["dependencies"], *project["optional-dependencies"]["server"])
    optional = {
        module: installed_by(*project["dependencies"], *project["optional-dependencies"][extra])
        for extra, modules in EXTRAS.items()
        for module in modules
    }
    found = {
        name: names - (server if name.startswith(SERVER) else optional.get(name, usual))
        for name, names in imported.items()
    }
    return {name: lacking for name, lacking in found.items() if lacking}


@pytest.fixture(scope="module")
def imported() -> dict[str, set[str]]:
    """What each module of the package imports."""
    paths = sorted((SOURCE / "cashbox").rglob("*.py"))
    return {path.relative_to(SOURCE).as_posix(): third_party(path.read_text("utf-8")) for path in paths}


@pytest.mark.thorough
def test_dependencies_include_every_imported_package(imported: dict[str, set[str]]) -> None:
    assert undeclared(imported, PROJECT) == {}


@pytest.mark.thorough
def test_every_optional_module_needs_its_extra(imported: dict[str, set[str]]) -> None:
    """Otherwise the list of exceptions hides what the dependencies lack."""
    without = installed_by(*PROJECT["dependencies"])
    for module in {module for modules in EXTRAS.values() for module in modules}:
        assert imported[module] - without, f"{module} needs no extra"


def required() -> Iterator[Requirement]:
    """Yield every requirement in pyproject.toml: of the package, its extras, and what builds it."""
    document = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hooks = document["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["dependencies"]
    extras = document["project"]["optional-dependencies"].values()
    for lines in (document["project"]["dependencies"], *extras, document["build-system"]["requires"], hooks):
        yield from map(Requirement, lines)


def test_new_major_versions_of_dependencies_are_excluded() -> None:
    unbounded = {one.name for one in required() if not any(part.operator.startswith("<") for part in one.specifier)}
    # Its version is the year of its data.
    assert unbounded == {"tzdata"}


def pins(name: str) -> dict[str, tuple[Requirement, int]]:
    """Return what a requirements file pins, and how many hashes each pin has, by normalized name."""
    found: dict[str, tuple[Requirement, int]] = {}
    for text in (ROOT / name).read_text("utf-8").replace("\\\n", "").splitlines():
        requirement, *hashes = text.split(" --hash=")
        assert all(re.fullmatch("sha256:[0-9a-f]{64} *", one) for one in hashes), text
        one = Requirement(requirement)
        found[canonicalize_name(one.name)] = one, len(hashes)
    return found


FILES = ["requirements-build.txt", "requirements.txt", "requirements-dev.txt"]
EXAMPLE = "examples/learn/requirements.txt"


@pytest.mark.parametrize("name", [*FILES, EXAMPLE])
def test_each_pin_is_one_exact_version_with_hashes(name: str) -> None:
    for one, hashes in pins(name).values():
        assert re.fullmatch("==[0-9][0-9a-z.]*", str(one.specifier)), one
        assert hashes > 0, f"{one} has no hash"


def test_requirements_are_pinned_to_allowed_versions() -> None:
    """`make lock` pins them."""
    build, server, everything = map(pins, FILES)
    for one in required():
        pinned, _ = everything[canonicalize_name(one.name)]
        assert one.specifier.contains(str(pinned.specifier).removeprefix("==")), f"{pinned} is not {one}: run make lock"
    lines = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["server"]
    assert {canonicalize_name(Requirement(line).name) for line in lines} <= set(server)
    assert {"hatchling", "editables", "mypy", "setuptools"} <= set(build)
    for part in (build, server):
        assert {name: str(one) for name, (one, _) in part.items()}.items() <= {
            name: str(one) for name, (one, _) in everything.items()
        }.items(), "developers have the versions that servers have"


@pytest.mark.parametrize("folder", [".", "bench/boardgame", "tools/map"])
def test_each_node_package_has_a_hash_and_names_no_host(folder: str) -> None:
    wanted = json.loads((ROOT / folder / "package.json").read_text("utf-8"))
    text = (ROOT / folder / "package-lock.json").read_text("utf-8")
    assert "://" not in text
    packages = json.loads(text)["packages"]
    locked = packages.pop("")
    for kind in ("dependencies", "devDependencies"):
        assert locked.get(kind) == wanted.get(kind), "run make lock"
    assert packages
    assert [path for path, one in packages.items() if not one.get("integrity", "").startswith("sha512-")] == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("requirement", "left", "missing"),
    [
        ("SQLAlchemy[asyncio]", "SQLAlchemy", "greenlet"),
        ("segno", "jinja2", "segno"),
    ],
)
def test_a_missing_dependency_is_found(
    imported: dict[str, set[str]], requirement: str, left: str, missing: str
) -> None:
    extras = PROJECT["optional-dependencies"]
    lines = [f"{left}>=1" if line.startswith(requirement) else line for line in extras["server"]]
    found = undeclared(imported, PROJECT | {"optional-dependencies": extras | {"server": lines}})
    assert set().union(*found.values()) == {missing}


def test_type_only_imports_do_not_count() -> None:
    assert third_party("if TYPE_CHECKING:\n    import a\nelse:\n    def b():\n        from c.d import e\n") == {"c"}
