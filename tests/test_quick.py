"""What `make check` leaves out of a test that has many cases."""

from __future__ import annotations

from typing import cast

import pytest

from tests.conftest import leave_out_all_but_few


class Case:
    """As much of a collected test as is asked for here."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator) -> None:
        self.nodeid = nodeid
        self.marks = list(marks)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next((mark.mark for mark in self.marks if mark.name == name), None)

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark)


def test_few_cases_are_from_all_over_the_list_and_each_test_has_its_own() -> None:
    cases = [Case(f"a.py::test_games[{k}]", pytest.mark.few(3)) for k in range(10)]
    cases += [Case(f"a.py::test_more[{k}]", pytest.mark.few(1)) for k in range(4)]
    cases += [Case(f"a.py::test_rule[{k}]") for k in range(2)]
    leave_out_all_but_few(cast("list[pytest.Item]", cases))
    quick = [case.nodeid.removeprefix("a.py::test_") for case in cases if case.get_closest_marker("slow") is None]
    assert quick == ["games[0]", "games[3]", "games[6]", "more[0]", "rule[0]", "rule[1]"]
