"""Test the shape of the code: no long functions, no large files, no import cycles at run time."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

import pytest

from tests.test_layers import MODULES, SOURCE, folder_of, imports_in, name_of, statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

FOLDERS = {"bots", "cli", "compiled", "engine", "games", "lab", "rl", "server", "web"}
"""The folders that keep to it."""

FUNCTION = 60
FILE = 800
"""Lines that one may have."""

KEPT = [path for path in MODULES if folder_of(path) in FOLDERS]


def long_functions(name: str, source: str) -> list[str]:
    """Those of a module, with their lines, decorators included."""
    found = []
    for node in statements(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            lines = (node.end_lineno or first) - first + 1
            if lines > FUNCTION:
                found.append(f"{name}: {node.name} has {lines} lines")
    return found


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def circle(imports: Mapping[str, Iterable[str]]) -> list[str]:
    """The modules of one circle, where there is one. imports: by module, everything that it imports."""
    graph = {}
    for module, names in imports.items():
        found = {name if name in imports else name.rpartition(".")[0] for name in names}
        graph[module] = found & set(imports) - {module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.slow
def run_time_imports(path: Path) -> list[str]:
    """Return what a module imports while it runs; imports for type checking alone may go in a circle."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return [name for _, name in imports_in(tree, name_of(path))]


@pytest.mark.thorough
def test_no_function_is_long() -> None:
    found = [fault for path in KEPT for fault in long_functions(name_of(path), path.read_text("utf-8"))]
    assert found == []


def test_no_file_is_large() -> None:
    sizes = {name_of(path): path.read_text("utf-8").count("\n") for path in KEPT}
    assert {name: lines for name, lines in sizes.items() if lines > FILE} == {}


@pytest.mark.thorough
def test_there_are_no_import_cycles() -> None:
    assert circle({module_of(path): run_time_imports(path) for path in KEPT}) == []


def test_a_long_function_is_found() -> None:
    body = "    pass\n" * (FUNCTION - 1)
    assert long_functions("a.py", f"def short():\n{body}") == []
    nested = "class A:\n    @cache\n    def long(self):\n" + f"    {body}".replace("\n", "\n    ").rstrip(" ")
    assert long_functions("a.py", nested) == [f"a.py: long has {FUNCTION + 1} lines"]


@pytest.mark.parametrize("third", ["house.a", "house.a.name"])
def test_an_import_cycle_is_found(third: str) -> None:
    around = {"house.a": ["house.b.name"], "house.b": ["house.c"], "house.c": [third]}
    assert set(circle(around)) == {"house.a", "house.b", "house.c"}
    assert circle({**around, "house.c": ["house.d", "os.path"]}) == []
