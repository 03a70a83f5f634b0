"""Expand classes with declared fields to plain ones, for a compiler that does not run the code that reads the
declarations. mypyc does not support metaclasses. `write_out` gives a state class its `__init__`, `clone` and `plain`,
the same that `cashbox.engine.fields` creates when the module is imported; and it gives the rules of a table typed
fields in addition to the rows that `cashbox.engine.table_rules` reads. It works on the syntax tree.

A class without subclasses is closed: the compiler then knows that all its fields always exist, so an access needs no
check. Its `__init__` also makes copies, because an object created without it would lack the fields.
"""

from __future__ import annotations

import ast
from typing import Final, TypeGuard

from cashbox.engine.fields import COPIES, UNTOLD

SURELY: Final = "self.{0}.clone()"
"""How a copy gets its own object that is never None: a possible None would not match the type."""
IMPORTS: Final = """from typing import Any, ClassVar
from cashbox.engine.fields import Field, declare, reduce_of, plain
from cashbox.engine.native import mypyc_attr"""
OPEN: Final = "mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)"
CLOSED: Final = "mypyc_attr(acyclic=True, free_list_len=1)"
"""A state contains no cycles, otherwise it could not be copied, so the garbage collector need not track it."""
RULES_OPEN: Final = "mypyc_attr(allow_interpreted_subclasses=True)"
ROWS: Final = """from typing import ClassVar
from cashbox.engine.native import mypyc_attr
from cashbox.engine.table_rules import Row, named"""
TABLE: Final = "_FIELDS_OF_{}"
DERIVE: Final = """@classmethod
def __init_subclass__(cls) -> None:
    declare(cls)"""
"""The methods of the topmost class for interpreted subclasses."""
PICKLED: Final = """def __reduce__(self) -> tuple[Any, ...]:
    return reduce_of(self)"""
"""How the topmost class and all its subclasses are pickled."""
ROOT: Final = "Fields"
RULES: Final = "TableRules"
LISTS: Final = ("copied", "lists", "each")


class Declared:
    """One declared field, read from the source. kind: its annotation; way, default, given: see `engine.fields`."""

    def __init__(self, line: ast.AnnAssign) -> None:
        assert isinstance(line.target, ast.Name)
        assert isinstance(line.value, ast.Call)
        assert isinstance(line.value.func, ast.Name)
        self.name = line.target.id
        self.source = ast.unparse(line.value)
        self.kind = ast.unparse(line.annotation)
        way = line.value.func.id
        self.given = way == "given"
        if self.given:
            way = ast.literal_eval(line.value.args[0]) if line.value.args else "whole"
        self.way: str = way
        words = {word.arg: word.value for word in line.value.keywords}
        self.default = self._default(words)

    def _default(self, words: dict[str | None, ast.expr]) -> str:
        factory = words.get("factory")
        if isinstance(factory, ast.Lambda):
            return ast.unparse(factory.body)
        if factory is not None:
            name = ast.unparse(factory)
            return "[]" if name == "list" else f"{name}()"
        if "default" in words:
            return ast.unparse(words["default"])
        return "[]" if self.way in LISTS else "0" if self.way == "whole" else "None"

    def typed(self, new: list[Declared]) -> str:
        """Return its annotation if it is declared here and not inherited."""
        return f": {self.kind}" if self in new else ""

    @property
    def copy(self) -> str:
        """Return how a copy gets the field, as source."""
        if self.way == "dropped":
            return self.default
        surely = self.way == "own" and "None" not in self.kind
        return (SURELY if surely else COPIES[self.way]).format(self.name)


def write_out(source: str, known: dict[str, list[Declared]], *, closed: bool = False) -> str:
    """Expand the state classes and table rules in the source of a module. Returns the same source if it has none.

    Args:
        source: The source.
        known: The fields of state classes by name, including those that this module derives from. This module's are
            added.
        closed: Whether the state classes have no interpreted subclasses.
    """
    tree = ast.parse(source)
    imported = {node.module for node in tree.body if isinstance(node, ast.ImportFrom)}
    if "cashbox.engine.fields" in imported:
        _write_fields(tree, known, closed)
    elif "cashbox.engine.table_rules" in imported:
        _write_rules(tree)
    else:
        return source
    return ast.unparse(tree) + "\n"


def _write_fields(tree: ast.Module, known: dict[str, list[Declared]], closed: bool) -> None:
    for node in tree.body[:]:
        if isinstance(node, ast.ClassDef) and node.bases and ast.unparse(node.bases[0]) in (ROOT, *known):
            tree.body.insert(tree.body.index(node), _write_out(node, known, closed))
    at = _after_future(tree)
    tree.body[at:at] = ast.parse(IMPORTS).body


def _write_rules(tree: ast.Module) -> None:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == [RULES]:
            _write_rows(node)
            node.decorator_list = [_decorator(RULES_OPEN)]
    at = _after_future(tree)
    tree.body[at:at] = ast.parse(ROWS).body


def _write_rows(node: ast.ClassDef) -> None:
    """Write each row both into `ROWS` and as a typed field."""
    rows = [one for one in node.body if _declares(one)]
    calls = ", ".join(f"{ast.unparse(one.target)!r}: {ast.unparse(one.value)}" for one in rows)
    kinds = ", ".join(f"{ast.unparse(one.target)!r}: {ast.unparse(one.annotation)!r}" for one in rows)
    lines = [f"ROWS: ClassVar[dict[str, Row]] = named({{{calls}}}, {{{kinds}}})"]
    lines += [f"{ast.unparse(one.target)}: {ast.unparse(one.annotation)}" for one in rows]
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    node.body = [*ast.parse("\n".join(lines)).body, *methods]


def _after_future(tree: ast.Module) -> int:
    froms = [(k, one.module) for k, one in enumerate(tree.body) if isinstance(one, ast.ImportFrom)]
    return 1 + max(k for k, module in froms if module == "__future__")


def _write_out(node: ast.ClassDef, known: dict[str, list[Declared]], closed: bool) -> ast.stmt:
    """Expand a class. Returns the table of its fields, which interpreted subclasses read."""
    base = ast.unparse(node.bases[0])
    declared = [Declared(one) for one in node.body if isinstance(one, ast.AnnAssign) and _declares(one)]
    fields = [*known.get(base, []), *declared]
    known[node.name] = fields
    if base == ROOT:
        node.bases = []
    node.keywords = []
    node.decorator_list = [_decorator(CLOSED if closed else OPEN)]
    methods = [one for one in node.body if not _declares(one) and isinstance(one, ast.FunctionDef)]
    lines = [f"FIELDS: ClassVar[dict[str, Field]] = {TABLE.format(node.name)}"]
    lines.append((_closed if closed else _methods)(node.name, fields, declared))
    lines += [_told(fields)] + [DERIVE] * (base == ROOT and not closed) + [PICKLED] * (base == ROOT)
    node.body = [*ast.parse("\n".join(lines)).body, *methods]
    rows = [f"**{base}.FIELDS"] * (base != ROOT) + [f"{one.name!r}: {one.source}" for one in declared]
    return ast.parse(f"{TABLE.format(node.name)}: dict[str, Field] = {{{', '.join(rows)}}}").body[0]


def _decorator(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


class _Row(ast.AnnAssign):
    value: ast.Call


def _declares(line: ast.stmt) -> TypeGuard[_Row]:
    return (
        isinstance(line, ast.AnnAssign) and isinstance(line.value, ast.Call) and isinstance(line.value.func, ast.Name)
    )


def _methods(name: str, fields: list[Declared], new: list[Declared]) -> str:
    """Write the source of `__init__` and `clone`. `new` are the fields that the class declares itself."""
    lines = [f"def __init__({', '.join(_parameters(fields))}) -> None:"]
    lines += [f"    self.{one.name}{one.typed(new)} = {one.name if one.given else one.default}" for one in fields]
    lines += [f"def clone(self) -> {name}:", f"    new: {name} = {name}.__new__({name})"]
    lines += [f"    new.{one.name} = {one.copy}" for one in fields]
    return "\n".join([*lines, "    return new"])


def _closed(name: str, fields: list[Declared], new: list[Declared]) -> str:
    """Write the same for a closed class, whose `__init__` also takes what it copies."""
    lines = [f"def __init__({', '.join(_parameters(fields))}, original: {name} | None = None) -> None:"]
    lines += ["    if original is not None:"]
    lines += [f"        self.{one.name}{one.typed(new)} = {one.copy.replace('self.', 'original.')}" for one in fields]
    lines += ["    else:"]
    lines += [f"        self.{one.name} = {one.name if one.given else one.default}" for one in fields]
    first = [f"self.{one.name}" for one in fields if one.given]
    return "\n".join(
        [*lines, f"def clone(self) -> {name}:", f"    return {name}({', '.join([*first, 'original=self'])})"]
    )


def _parameters(fields: list[Declared]) -> list[str]:
    return ["self", *(f"{one.name}: {one.kind}" for one in fields if one.given)]


def _told(fields: list[Declared]) -> str:
    """Write the source of `plain`."""
    told = ", ".join(f"{one.name!r}: plain(self.{one.name})" for one in fields if one.way not in UNTOLD)
    return f"def plain(self) -> object:\n    return {{{told}}}"
