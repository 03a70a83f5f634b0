"""Apply each example change of docs/changing.md to a copy of the sources and check it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "changing.md").read_text("utf-8")
SECTIONS = {part.split("\n", 1)[0]: part for part in PAGE.split("\n## ")[1:]}
CHANGES = {title: part for title, part in SECTIONS.items() if "```diff" in part}
WANTED = {
    "Add a verb": 3,
    "Add an option": 2,
    "Add a card with a known effect": 1,
    "Add a card with a new effect": 3,
    "Add an event to the log": 2,
    "Change a number from the rulebook": 1,
    "Change a rule in a new edition": 2,
    "Add a bot": 2,
    "Add a table setting": 3,
    "Add a state of a table": 10,
    "Add a column": 3,
    "Add a game": 1,
}
"""How many places each kind of change may touch at most."""

BEFORE = """
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of
from cashbox.games.consultants.rules.event import happen
from cashbox.games.consultants.rules.money import charge

def with_event(game, name):
    state = game.start(game.check_options({}, 2), 2, SeededChance(1))
    state.event = [event.id for event in game.tables.events].index(name)
    return state
"""
"""What the checks on the page use without importing it."""


def diffs(part: str) -> list[str]:
    return re.findall(r"```diff\n(.*?)\n```", part, re.S)


def places(part: str) -> set[str]:
    return set(re.findall(r"^diff --git a/(\S+)", "\n".join(diffs(part)), re.M))


def test_the_table_has_the_number_of_places_of_each_change() -> None:
    rows = re.findall(r"^\| \[([^\]]+)\]\(#([\w-]+)\) \| (\d+) \|", PAGE, re.M)
    assert {title[0].upper() + title[1:] for title, _, _ in rows} == set(SECTIONS) == set(WANTED)
    for title, anchor, count in rows:
        heading = title[0].upper() + title[1:]
        assert anchor == title.lower().replace(" ", "-")
        assert int(count) <= WANTED[heading]
        if heading in CHANGES:
            assert len(places(CHANGES[heading])) == int(count), heading


def test_the_steps_for_a_state_of_a_table_name_existing_code() -> None:
    rows = re.findall(r"^\| (?!step|---)[^|]+ \| ([^|]+) \|$", SECTIONS["Add a state of a table"], re.M)
    assert len(rows) == WANTED["Add a state of a table"]
    for where in rows:
        text = ""
        # A name stands before its file.
        for quoted in reversed(re.findall(r"`([^`]+)`", where)):
            if quoted.endswith(".py"):
                text = (ROOT / "src" / "cashbox" / "server" / quoted).read_text("utf-8")
            elif text:
                assert re.search(rf"\b{quoted}\b", text), f"{quoted} is not in {where}"


def test_every_diff_fits_the_sources() -> None:
    command = ["git", "apply", "--check", "--unidiff-zero", "-"]
    for title, part in CHANGES.items():
        for diff in diffs(part):
            done = subprocess.run(command, cwd=ROOT, input=diff + "\n", text=True, capture_output=True, check=False)
            assert done.returncode == 0, f"{title}: {done.stderr}"


def environment(sources: Path) -> dict[str, str]:
    """Of a program that runs these sources, and has no games but theirs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CASHBOX_")}
    return {**kept, "CASHBOX_COMPILED": "off", "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources without what only a browser reads."""
    folder = tmp_path_factory.mktemp("changing") / "as-it-is"
    left_out = shutil.ignore_patterns("__pycache__", "vendor", "fonts")
    shutil.copytree(ROOT / "src", folder / "src", ignore=left_out)
    return folder


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("title", CHANGES)
def test_each_change_is_complete(title: str, sources: Path, tmp_path: Path) -> None:
    shutil.copytree(sources, tmp_path / "copy")
    for diff in diffs(CHANGES[title]):
        command = ["git", "apply", "--unidiff-zero", "-"]
        done = subprocess.run(
            command, cwd=tmp_path / "copy", input=diff + "\n", text=True, capture_output=True, check=False
        )
        assert done.returncode == 0, f"the difference on the page does not fit the sources: {done.stderr}"
    for check in re.findall(r"```python\n(.*?)```", CHANGES[title], re.S):
        run = subprocess.run(
            [sys.executable, "-c", BEFORE + check],
            env=environment(tmp_path / "copy" / "src"),
            cwd=tmp_path,
            text=True,
            capture_output=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr


@pytest.mark.thorough
def test_the_checks_fail_without_the_change(sources: Path, tmp_path: Path) -> None:
    for title, part in CHANGES.items():
        for check in re.findall(r"```python\n(.*?)```", part, re.S):
            run = subprocess.run(
                [sys.executable, "-c", BEFORE + check],
                env=environment(sources / "src"),
                cwd=tmp_path,
                capture_output=True,
                check=False,
            )
            assert run.returncode != 0, f"{title}: what is checked holds without the change"
