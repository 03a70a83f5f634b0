"""Run the tests that a change can affect, the nearest first: `make near`, or `python -m tests.near [FILE ...]`.

A test is near a changed Python module if it imports the module, directly or through others, and near any other changed
file if it mentions that file by name. Without arguments, the changed files are those that differ from the last commit
or, if there are none, those of the last commit.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
MOST: Final = 40
"""Test files of one run. What is further away is left to `make test`."""
PAGES: Final = (
    "tests/web/shared/test_types.py",
    "tests/web/shared/test_page_style.py",
    "tests/web/table/test_table.py",
)
"""Tests for a change of any page."""


def git(*arguments: str) -> list[str]:
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.split()


def changed() -> list[str]:
    """Return the changed files, as paths from the root."""
    here = git("diff", "--name-only", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    return here or git("diff", "--name-only", "HEAD~1", "HEAD")


def module_of(path: str) -> str:
    """Return the name by which a Python file is imported."""
    parts = Path(path).with_suffix("").parts
    return ".".join(parts[1:] if parts[0] == "src" else parts).removesuffix(".__init__")


IMPORT: Final = re.compile(r"^ *(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE)


def imports_of(path: Path) -> Iterator[str]:
    """Return the full names that a Python file imports; of `from a import b`, both `a` and `a.b`."""
    for module, names, plain in IMPORT.findall(path.read_text("utf-8")):
        yield plain or module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names))


def importers(files: Iterable[str]) -> dict[str, set[str]]:
    """Return, by file, the files that import it. A conftest is imported by all tests of its folder."""
    files = list(files)
    by_module = {module_of(file): file for file in files}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in files:
        for name in imports_of(ROOT / file):
            if name in by_module:
                found[by_module[name]].add(file)
        if Path(file).name == "conftest.py":
            found[file] |= {other for other in files if other.startswith(f"{Path(file).parent}/test_")}
    return found


def near(change: Iterable[str]) -> list[str]:
    """Return the test files near some changed files, the nearest first."""
    known = git("ls-files", "--cached", "--others", "--exclude-standard", "src", "tests", "examples")
    sources = [file for file in known if file.endswith(".py") and (ROOT / file).exists()]
    imported_by = importers(sources)
    tests = [file for file in sources if Path(file).name.startswith("test_")]
    texts = {file: (ROOT / file).read_text("utf-8") for file in tests}
    distance: dict[str, int] = {}
    edge = []
    for file in change:
        if file.endswith(".py"):
            edge.append(file)
        else:
            name = Path(file).name
            edge += [test for test, text in texts.items() if name in text or Path(file).stem in Path(test).stem]
            edge += PAGES if "/web/" in file or "/board/" in file else []
    steps = 0
    while edge:
        distance |= {file: steps for file in edge if file not in distance}
        edge = [other for file in edge for other in imported_by[file] if other not in distance]
        steps += 1
    return sorted((test for test in tests if test in distance), key=lambda test: (distance[test], test))


def main() -> int:
    change = sys.argv[1:] or changed()
    found = near(change)
    print(f"{len(change)} changed files, {len(found)} test files near them", end="")
    print(f"; running the nearest {MOST}." if len(found) > MOST else ".")
    if not found:
        return 0
    environment = {**os.environ, "CASHBOX_TESTS": "test"}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "logical", "--dist", "worksteal", *found[:MOST]]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
