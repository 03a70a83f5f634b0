"""Test Make targets whose faults would otherwise go unnoticed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKES = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")

SERVER = """#!{python}
import sys, time
from pathlib import Path
assert sys.argv[1:] == ["serve"]
Path("serving").touch()
until = time.monotonic() + {patience}
while not Path("compiled").exists() and time.monotonic() < until:
    time.sleep(0.01)
Path("served").touch()
"""
COMPILER = """#!{python}
import sys, time
from pathlib import Path
if sys.argv[1:] == ["-m", "cashbox.compiled"]:
    until = time.monotonic() + {patience}
    while not Path("serving").exists() and time.monotonic() < until:
        time.sleep(0.01)
    aside = Path("serving").exists() and not Path("served").exists()
    Path("new").write_text("aside" if aside else "alone")
    Path("new").rename("compiled")
"""


def make(folder: Path, *asked: str, **more: str) -> str:
    """What make says, which knows nothing of the make that may run the tests. more: of the environment."""
    run = run_make(folder, *asked, **more)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def run_make(folder: Path, *asked: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run make, whether it succeeds or not. The arguments are those of `make`."""
    own = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "TOGETHER")
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return subprocess.run(["make", *asked], cwd=folder, env=kept | more, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a developer has who has all installed, with nothing in it that takes time."""
    for path in (ROOT / "Makefile", ROOT / "pyproject.toml", *ROOT.glob("requirements*.txt")):
        shutil.copy(path, tmp_path / path.name)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name, program in (("python", COMPILER), ("cashbox", SERVER)):
        path = tmp_path / ".venv" / "bin" / name
        path.write_text(program.format(python=sys.executable, patience=300), "utf-8")
        path.chmod(0o755)
    for name in (".ready-to-play", ".ready-to-work"):
        (tmp_path / ".venv" / name).touch()
    return tmp_path


@MAKES
@pytest.mark.slow
def test_play_serves_while_it_compiles(folder: Path) -> None:
    """The compiler waits for the server here, and the server for what is compiled: neither may wait for the other one
    to end."""
    make(folder, "play")
    assert (folder / "compiled").read_text("utf-8") == "aside"


@MAKES
def test_one_command_runs_all_measurements(folder: Path) -> None:
    """With random games from the sources and compiled."""
    told = (ROOT / "docs" / "speed.md").read_text("utf-8")
    programs = re.findall(r"^\| `python ([-\w./ ]+?)(?: \[[^`]*)?` \|", told, re.MULTILINE)
    assert len(programs) >= 10
    done = ("install", "bundle", ".venv/.system", ".node/peer/.ready")
    said = make(folder, "-n", *(f"--old-file={name}" for name in done), "bench").splitlines()
    assert [name for name in programs if f".venv/bin/python {name}" not in said] == []
    assert "CASHBOX_COMPILED=off .venv/bin/python bench/versus_catanatron.py" in said


@MAKES
def test_check_prints_what_failed_last(folder: Path) -> None:
    for name in ("package.json", "package-lock.json", ".node/.ready"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    said = {"ruff": "E501 line too long", "mypy": "Success", "python": "........", "node": "pages are fine"}
    for name, text in said.items():
        program = folder / ".venv" / "bin" / name
        program.write_text(f"#!/bin/sh\necho {text}\nexit {int(name == 'ruff')}\n", "utf-8")
        program.chmod(0o755)
    npm = folder / ".venv" / "bin" / "npm"
    npm.symlink_to(folder / ".venv" / "bin" / "node")
    path = f"{folder / '.venv' / 'bin'}:{os.environ['PATH']}"
    run = run_make(folder, "check", PATH=path)
    assert run.returncode != 0
    assert "Failed: lint\n" in run.stdout
    *_, dots, lint, why, failed = (line for line in run.stdout.splitlines() if line)
    assert (dots, lint, why, failed) == ("........", "lint:", "E501 line too long", "Failed: lint")
    assert run_make(folder, "lint", PATH=path).stdout.splitlines()[-1] == "E501 line too long"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with all the programs that make needs to install packages, so without uv."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("expr", "getconf", "id", "make", "sh", "touch"):
        (folder / name).symlink_to(str(shutil.which(name)))
    return folder


@MAKES
@pytest.mark.parametrize("comes", [True, False])
def test_packages_are_installed_with_uv_or_else_with_pip(folder: Path, programs: Path, comes: bool) -> None:
    """It does not come along where it cannot be fetched, and fails where it finds no index that pip was told of."""
    for name, fails in (("python", 0), ("uv", 0 if comes else 2)):
        path = folder / ".venv" / "bin" / name
        path.write_text(f"#!{programs}/sh\necho {name} $* >>asked\nexit {fails}\n", "utf-8")
        path.chmod(0o755)
    (folder / ".venv" / ".ready-to-play").unlink()
    make(folder, ".venv/.ready-to-play", PATH=str(programs))
    asked = (folder / "asked").read_text("utf-8").splitlines()
    by_uv, by_pip = "uv pip install --python .venv/bin/python --quiet", "python -m pip install --quiet"
    tried = [f"{by_uv} --require-hashes --requirement requirements-build.txt", "python -m ensurepip"]
    assert asked == ([] if comes else tried) + [
        f"{by_uv if comes else by_pip} {arguments}"
        for arguments in (
            "--require-hashes --requirement requirements-build.txt",
            "--require-hashes --no-build-isolation --requirement requirements.txt",
            "--no-deps --no-build-isolation --editable .",
        )
    ], "what is fetched has a hash, and what is built here fetches nothing"
    assert (folder / ".venv" / ".ready-to-play").exists()
