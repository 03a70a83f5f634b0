"""Build and install wheels of this project with packages that are already there: no index is used."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT = Path(__file__).parents[1]
UV = shutil.which("uv") or shutil.which("uv", path=Path(sys.executable).parent)
PIP = importlib.util.find_spec("pip") is not None
WHEELS = pytest.mark.skipif(importlib.util.find_spec("hatchling") is None, reason="hatchling is not installed")
INSTALLS = pytest.mark.skipif(not PIP and UV is None, reason="neither pip nor uv is installed")


def bare() -> dict[str, str]:
    """The environment without what says where this project's sources are and how they run."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("CASHBOX_", "PYTHON"))}


def built(out: Path, **more: str) -> tuple[Path, str]:
    """A wheel of these sources, built as `make server-wheel` does it, and what was said. more: of the environment."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(out)]
    switched_on = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true"}
    run = subprocess.run(
        command, cwd=ROOT, env={**bare(), **switched_on, **more}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    (wheel,) = out.glob("*.whl")
    return wheel, run.stdout + run.stderr


def installed(wheel: Path, folder: Path, extras: Sequence[str] = ()) -> Path:
    """Install a wheel into a new environment that has nothing else but what the wheel says it needs, with some extras;
    return the folder of the environment's packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    (packages,) = folder.glob("lib/python*/site-packages")
    for one in needed(wheel, extras):
        for name in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            if not (packages / name).exists():
                (packages / name).symlink_to(str(one.locate_file(name)))
    if PIP:
        command = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-compile"]
    else:
        command = [str(UV), "pip", "install", "--python", python, "--offline"]
    subprocess.run([*command, "--quiet", "--no-deps", str(wheel)], cwd=folder, env=bare(), check=True)
    return packages


def needed(wheel: Path, extras: Sequence[str] = ()) -> list[Distribution]:
    """What a wheel needs with some extras, and what that needs, as it is installed where the tests run."""
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        told = Parser().parsestr(opened.read(name).decode())
    lines = told.get_all("Requires-Dist") or []
    return closure(one for extra in ("", *extras) for one in _applying(lines, extra))


def closure(requirements: Iterable[Requirement]) -> list[Distribution]:
    """Return the installed distributions that meet the requirements, and those that these need in turn."""
    found: dict[tuple[str, str], Distribution] = {}
    wanted = list(requirements)
    while wanted:
        one = wanted.pop()
        there = distribution(one.name)
        assert one.specifier.contains(there.version, prereleases=True), f"{one}, and there is {there.version}"
        for extra in ("", *one.extras):
            if (one.name.lower(), extra) not in found:
                found[one.name.lower(), extra] = there
                wanted += _applying(there.requires or [], extra)
    return list({there.name: there for there in found.values()}.values())


def _applying(lines: Iterable[str], extra: str) -> list[Requirement]:
    """The requirements that hold here, of those that a package names. extra: which of its extras is wanted."""
    read = [Requirement(line) for line in lines]
    return [one for one in read if one.marker is None or one.marker.evaluate({"extra": extra})]
