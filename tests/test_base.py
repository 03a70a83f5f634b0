"""Test what works with only the packages of `pip install cashbox`, and on systems other than Linux."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from tests.wheels import WHEELS, built, closure

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

MOST_PACKAGES = 9
MOST_BYTES = 3_000_000

WINDOWS = """
import builtins, os, signal, sys
ABSENT = {"fcntl", "resource", "termios", "pwd", "grp", "pty", "tty", "syslog"}
for name in ("fork", "getuid", "geteuid", "sched_getaffinity", "uname", "killpg", "setsid"):
    if hasattr(os, name): delattr(os, name)
for name in ("SIGKILL", "SIGALRM", "SIGHUP", "SIGUSR1", "SIGCHLD", "alarm", "pthread_sigmask", "setitimer"):
    if hasattr(signal, name): delattr(signal, name)
"""
"""Takes away from Python what it has on Linux and not on Windows."""

ALONE = """
import importlib.abc
class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
import sys
sys.meta_path.insert(0, Absent())
"""
"""Hides the modules in ABSENT."""

IMPORT_ALL = """
import importlib, json, pkgutil, cashbox
LEFT_OUT = ("cashbox.server", "cashbox.rl", "cashbox.web", "cashbox.cli.__main__", "cashbox.compiled")
failed = {}
def walk(package):
    for found in pkgutil.walk_packages(package.__path__, "cashbox.", onerror=lambda name: None):
        if not found.name.startswith(LEFT_OUT):
            try:
                importlib.import_module(found.name)
            except BaseException as error:
                failed[found.name] = repr(error)
walk(cashbox)
print(json.dumps(failed))
"""

FROM_EXTRAS = {
    "cashbox.cli.admin": "cashbox[server]",
    "cashbox.cli.data": "No module named",
    "cashbox.cli.show_file": "No module named",
    "cashbox.lab.balance.plots": "matplotlib",
    "cashbox.games.cash.learn": "numpy",
    "cashbox.games.cash.schooling": "numpy",
}
"""Modules that belong to an extra, and what importing them says without it."""


def absent() -> set[str]:
    """Return the top-level modules of every package that is here and that the base doesn't bring."""
    base = {one.name.lower() for one in closure(Requirement(line) for line in PROJECT["dependencies"])} | {"cashbox"}
    return {name for name, owners in packages_distributions().items() if not {one.lower() for one in owners} & base}


def run(program: str, *arguments: str, hidden: str = "ABSENT = set()") -> subprocess.CompletedProcess[str]:
    """Run a program in which only the base's packages can be imported."""
    parts = [hidden, f"ABSENT.update({sorted(absent())!r})", ALONE, program]
    environment = {**os.environ, "CASHBOX_COMPILED": "off"}
    command = [sys.executable, "-c", "\n".join(parts), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_base_has_few_packages() -> None:
    found = sorted(one.name for one in closure(Requirement(line) for line in PROJECT["dependencies"]))
    assert len(found) <= MOST_PACKAGES, found


@WHEELS
@pytest.mark.slow
def test_the_wheel_for_every_machine_is_small(tmp_path: Path) -> None:
    wheel, _ = built(tmp_path, HATCH_BUILD_HOOK_ENABLE_CUSTOM="false")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert wheel.stat().st_size < MOST_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("hidden", ["ABSENT = set()", WINDOWS], ids=["linux", "windows"])
def test_engine_games_bots_lab_and_commands_import_without_extras(hidden: str) -> None:
    ran = run(IMPORT_ALL, hidden=hidden)
    assert ran.returncode == 0, ran.stderr
    failed = json.loads(ran.stdout.splitlines()[-1])
    unexpected = {name: said for name, said in failed.items() if FROM_EXTRAS.get(name, "\0") not in said}
    assert unexpected == {}


COMMAND = "import sys; from cashbox.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.slow
@pytest.mark.parametrize("hidden", ["ABSENT = set()", WINDOWS], ids=["linux", "windows"])
def test_a_game_can_be_simulated_without_extras(hidden: str) -> None:
    asked = "simulate consultants --bots steady,random --games 2 --workers 1 --json"
    ran = run(COMMAND, *asked.split(), hidden=hidden)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["games"] == 2


@pytest.mark.thorough
@pytest.mark.parametrize("asked", ["serve", "admin tables", "backup kept.db"])
def test_a_command_for_servers_says_what_to_install(asked: str) -> None:
    ran = run(COMMAND, *asked.split())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert "pip install 'cashbox[server]'" in ran.stderr
