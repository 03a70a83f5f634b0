"""Test which tests each command runs, and which tests are near a change."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from tests import everything, near, tiers

if TYPE_CHECKING:
    from collections.abc import Iterable

SLOW, THOROUGH, JOURNEY = pytest.mark.slow, pytest.mark.thorough, pytest.mark.journey


class Case:
    """A collected test, as far as it matters here."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator, fixtures: Iterable[str] = ()) -> None:
        self.nodeid = nodeid
        self.path = Path(nodeid.partition("::")[0])
        self.marks = list(marks)
        self.fixturenames = list(fixtures)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next((mark.mark for mark in self.marks if mark.name == name), None)


def left_out(monkeypatch: pytest.MonkeyPatch, command: str, cases: Iterable[Case]) -> set[str]:
    """Return the names of the tests that a command leaves out."""
    monkeypatch.setenv(tiers.SETTING, command)
    found = tiers.left_out(cast("list[pytest.Item]", list(cases)), lambda item: "postgres" in item.nodeid)
    return {case.nodeid.partition("::test_")[2] for case in found}


def test_each_command_includes_the_shorter_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [
        Case("a.py::test_quick"),
        Case("a.py::test_slow", SLOW),
        Case("a.py::test_program", fixtures=["own_server"]),
        Case("a.py::test_alone", pytest.mark.alone),
        Case("a.py::test_thorough", THOROUGH),
        Case("a.py::test_page", fixtures=["page", "browser"]),
        Case("a.py::test_journey", JOURNEY, fixtures=["page", "browser"]),
    ]
    assert left_out(monkeypatch, tiers.EVERYTHING, cases) == set()
    assert left_out(monkeypatch, tiers.TEST, cases) == {"alone", "thorough", "page"}
    rest = {"slow", "program", "alone", "thorough", "page", "journey"}
    assert left_out(monkeypatch, tiers.CHECK, cases) == rest


def test_few_cases_are_spread_over_the_list_and_nested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = [Case(f"a.py::test_games[{k}]", pytest.mark.few(3, usual=4)) for k in range(10)]
    cases += [Case(f"a.py::test_more[{k}]", pytest.mark.few(1)) for k in range(4)]
    assert left_out(monkeypatch, tiers.TEST, cases) == {f"games[{k}]" for k in (1, 3, 4, 6, 8, 9)}
    quick = {f"games[{k}]" for k in (0, 2, 5)} | {"more[0]"}
    left = left_out(monkeypatch, tiers.CHECK, cases)
    assert left == {case.nodeid.partition("::test_")[2] for case in cases} - quick
    assert left_out(monkeypatch, tiers.TEST, [Case("a.py::test_whole", pytest.mark.few(0, usual=0))]) == {"whole"}


def test_make_test_runs_some_stored_data_tests_and_all_database_tests_on_postgresql(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = [Case(f"a.py::test_a{k}[postgres]") for k in range(tiers.ON_POSTGRES + 1)]
    cases += [Case(f"b.py::test_b{k}[postgres]", pytest.mark.databases) for k in range(6)]
    cases += [Case(f"c.py::test_c{k}[sqlite]") for k in range(6)]
    left = left_out(monkeypatch, tiers.TEST, cases)
    assert left == {f"a{k}[postgres]" for k in range(1, tiers.ON_POSTGRES)}


@pytest.mark.parametrize(
    ("named", "tier"),
    [
        (["tests"], tiers.TEST),
        ([], tiers.TEST),
        (["tests/server", "tests/games/cash"], tiers.TEST),
        (["tests/test_tiers.py"], tiers.EVERYTHING),
        (["tests", "tests/games/cash/test_modes.py::test_pairs[a.b]"], tiers.EVERYTHING),
    ],
)
def test_naming_a_file_runs_all_of_it(monkeypatch: pytest.MonkeyPatch, named: list[str], tier: str) -> None:
    monkeypatch.setenv(tiers.SETTING, "")  # so that it is as it was, afterwards
    monkeypatch.delenv(tiers.SETTING)
    tiers.settle(cast("pytest.Config", SimpleNamespace(args=named)))
    assert tiers.tier() == tier
    sizes = [(1920, 1080), (1440, 900), (1024, 768), (390, 844)]
    assert tiers.looks(sizes) == (sizes if tier == tiers.EVERYTHING else [(1440, 900), (390, 844)])


def test_every_test_file_belongs_to_one_part_of_make_everything() -> None:
    parts = everything.pieces()
    files = [file for part in parts for file in part]
    there = {path.relative_to(everything.ROOT).as_posix() for path in (everything.ROOT / "tests").rglob("test_*.py")}
    assert len(files) == len(set(files))
    assert set(files) == there


def test_failures_are_parsed_from_pytests_output() -> None:
    said = (
        "FAILED tests/a.py::test_one[a b-1] - assert 1 == 2\nERROR tests/b.py - ImportError: no\n"
        "FAILED tests/a.py::test_two\n2 failed, 1 error in 3.0s\n"
    )
    assert everything.failures(said) == ["tests/a.py::test_one[a b-1]", "tests/b.py", "tests/a.py::test_two"]


def test_tests_near_a_module_come_nearest_first() -> None:
    found = near.near(["src/cashbox/engine/chance.py"])
    assert "tests/engine/test_match.py" in found
    assert found.index("tests/engine/test_live.py") < found.index("tests/lab/test_ladder_page.py")
    assert near.near(["tests/test_tiers.py"]) == ["tests/test_tiers.py"]


@pytest.mark.slow
def test_tests_near_a_page_have_its_name() -> None:
    found = near.near(["src/cashbox/web/static/js/archive.js"])
    assert {"tests/web/archive/test_archive.py", *near.PAGES} <= set(found)
    assert not {"tests/engine/test_match.py", "tests/games/envelopes/rules/test_drafting_dice.py"} & set(found)
