"""Run all tests with all cases, one part after another: `make everything`.

A part is a few test files of one folder. Parts that passed are recorded for this state of the sources, and the next run
continues with the others. A test that fails next to others is retried with the machine to itself, so that the report
can tell a fault from a test that depends on speed; both fail the run. The report is in the folder `build`.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from tests import tiers

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "build"
PIECE: Final = 12
"""Test files of one part."""
WORKERS: Final = (os.cpu_count() or 1) + 1


class Part(msgspec.Struct):
    """What came of some test files. again: failed tests that passed when they were alone."""

    files: list[str]
    passed: bool
    seconds: float
    summary: str
    failed: list[str] = []
    again: list[str] = []


class Record(msgspec.Struct):
    """A run over one state of the sources. seed: of random play in its tests."""

    state: str
    seed: int
    parts: list[Part] = []


def state() -> str:
    """Return a hash of all files that git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    seen = hashlib.sha256()
    for name in sorted(set(listed.stdout.decode().split("\0")) - {""}):
        path = ROOT / name
        if path.is_file():
            seen.update(f"{name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()[:20]


def pieces() -> list[list[str]]:
    """Return the test files of each part."""
    folders: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        folders.setdefault("/".join(name.split("/")[:2]) if name.count("/") > 1 else "tests", []).append(name)
    return [files[k : k + PIECE] for files in folders.values() for k in range(0, len(files), PIECE)]


def pytest(seed: int, *arguments: str) -> tuple[int, str]:
    """Run tests and show what they say. Returns the exit code and the output."""
    environment = {**os.environ, tiers.SETTING: tiers.EVERYTHING, tiers.SEED: str(seed), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "-p", "no:cacheprovider", *arguments]
    said = []
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as run:
        assert run.stdout
        for line in run.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            said.append(line)
    return run.returncode, "".join(said)


def failures(said: str) -> list[str]:
    """Return the ids of tests that a run names as failed."""
    return list(dict.fromkeys(re.findall(r"^(?:FAILED|ERROR) (\S+?\.py(?:::.+?)?)(?: - .*)?$", said, re.MULTILINE)))


def run(files: list[str], seed: int) -> Part:
    """Run a part: its tests beside each other, those that measure time alone, and once more what failed."""
    begun = time.monotonic()
    failed, crashed, summary = [], False, []
    spread = ["-n", str(WORKERS), "--dist", "load", "--maxschedchunk", "1"]
    for which in ([*spread, "-m", "not alone"], ["-m", "alone"]):
        code, said = pytest(seed, *which, *files)
        found = failures(said)
        failed += found
        crashed |= code not in (0, 5) and not found  # 5: no such tests
        summary += said.strip().splitlines()[-1:] if code != 5 else []
    again = [test for test in failed if pytest(seed, test)[0] == 0]
    seconds = time.monotonic() - begun
    return Part(files, not failed and not crashed, seconds, "; ".join(summary), failed, again)


def report(record: Record, parts: int) -> str:
    """Return what came of a run, in Markdown."""
    lines = [f"# All tests, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "", f"Seed of random play: {record.seed}", ""]
    lines += ["| files | seconds | result |", "| --- | --- | --- |"]
    for part in record.parts:
        name = part.files[0] if len(part.files) == 1 else f"{part.files[0]} to {Path(part.files[-1]).name}"
        lines.append(f"| {name} | {part.seconds:.0f} | {part.summary} |")
    lines += ["", f"{len(record.parts)} of {parts} parts have run."]
    for title, chosen in (("Failed", False), ("Failed beside others, passed alone", True)):
        found = [test for part in record.parts for test in part.failed if (test in part.again) is chosen]
        if found:
            lines += ["", f"## {title}", "", *(f"- `{test}`" for test in found)]
    return "\n".join(lines) + "\n"


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / "report.json"
    now, seed = state(), int(os.environ.get(tiers.SEED) or time.time())
    record = msgspec.json.decode(file.read_bytes(), type=Record) if file.exists() else Record("", 0)
    if record.state != now:
        record = Record(now, seed)
    record.parts = [part for part in record.parts if part.passed]
    done = {tuple(part.files) for part in record.parts}
    wanted = pieces()
    for files in wanted:
        if tuple(files) not in done:
            record.parts.append(run(files, record.seed))
            file.write_bytes(msgspec.json.encode(record))
            (FOLDER / "report.md").write_text(report(record, len(wanted)), "utf-8")
    print(report(record, len(wanted)))
    return int(not all(part.passed for part in record.parts))


if __name__ == "__main__":
    sys.exit(main())
