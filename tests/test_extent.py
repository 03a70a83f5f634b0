"""What `make check` and `make test` leave out."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from tests import extent

if TYPE_CHECKING:
    from collections.abc import Iterable


class Case:
    """As much of a collected test as is asked for here."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator, on_postgres: bool = False) -> None:
        self.nodeid = nodeid
        self.on_postgres = on_postgres
        self.path = Path(nodeid.partition("::")[0])
        self.marks = list(marks)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next((mark.mark for mark in self.marks if mark.name == name), None)

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark)


def rest(cases: Iterable[Case]) -> set[str]:
    """The ids of what a short run leaves out."""
    left = extent.rest(cast("list[pytest.Item]", cases), lambda item: cast("Case", item).on_postgres)
    return {case.nodeid.partition("::test_")[2] for case in left}


def test_few_cases_are_from_all_over_the_list_and_each_test_has_its_own() -> None:
    cases = [Case(f"a.py::test_games[{k}]", pytest.mark.few(3)) for k in range(10)]
    cases += [Case(f"a.py::test_more[{k}]", pytest.mark.few(1)) for k in range(4)]
    cases += [Case(f"a.py::test_rule[{k}]") for k in range(2)]
    assert rest(cases) == set()
    quick = [case.nodeid.removeprefix("a.py::test_") for case in cases if case.get_closest_marker("slow") is None]
    assert quick == ["games[0]", "games[3]", "games[6]", "more[0]", "rule[0]", "rule[1]"]


def test_a_short_run_has_so_many_cases_and_those_that_are_quick_are_among_them() -> None:
    cases = [Case(f"a.py::test_games[{k}]", pytest.mark.few(3, usual=4)) for k in range(10)]
    left = rest(cases)
    assert left == {f"games[{k}]" for k in (1, 3, 4, 6, 8, 9)}
    quick = {case.nodeid.partition("::test_")[2] for case in cases if not case.get_closest_marker("slow")}
    assert len(quick) == 3
    assert not quick & left
    assert rest([Case("a.py::test_whole", pytest.mark.few(0, usual=0))]) == {"whole"}


def test_some_of_each_file_is_tried_on_postgresql_and_all_that_are_about_databases() -> None:
    cases = [Case(f"a.py::test_a{k}", on_postgres=True) for k in range(9)]
    cases += [Case("b.py::test_b", on_postgres=True)]
    cases += [Case(f"c.py::test_c{k}", pytest.mark.databases, on_postgres=True) for k in range(6)]
    cases += [Case(f"d.py::test_d{k}") for k in range(6)]
    assert rest(cases) == {f"a{k}" for k in (1, 2, 3, 5, 6, 7, 8)}


@pytest.mark.parametrize(
    ("asked", "short"),
    [
        (["tests"], True),
        ([], True),
        (["tests/server", "tests/cash"], True),
        (["tests/test_extent.py"], False),
        (["tests", "tests/cash/test_modes.py::test_pairs[a.b]"], False),
    ],
)
def test_a_run_that_names_a_file_has_all_of_it(monkeypatch: pytest.MonkeyPatch, asked: list[str], short: bool) -> None:
    monkeypatch.setenv(extent.NAME, "")  # so that it is as it was, afterwards
    monkeypatch.delenv(extent.NAME)
    extent.settle(cast("pytest.Config", SimpleNamespace(args=asked)))
    assert extent.short() == short
    assert list(extent.some([1, 2, 3, 4, 5])) == ([2, 4] if short else [1, 2, 3, 4, 5])


def test_everything_is_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(extent.NAME, extent.ALL)
    assert not extent.short()
