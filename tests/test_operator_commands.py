"""Test that the commands on the pages for operators work as written."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cashbox.cli.commands import app
from tests.cli.data_folder import house

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PAGES = ("operating", "settings", "mail", "postgresql", "moderation", "monitoring")
TEXT = "\n".join((ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in PAGES)
SCRIPT = (ROOT / "packaging" / "cashbox").read_text("utf-8")

STARTS = ("cashbox ", "PROGRAM=", "install --directory ")
"""How the lines begin that a test can run."""

PLACEHOLDERS = {"TABLE": "t", "GUEST": "g", "PERSON": "g", "LINE": "1", "REPORT": "1"}


def lines() -> Iterator[str]:
    """Yield each line of the pages that stands in a block, and that a shell or cron reads, without its comment."""
    for line in re.findall(r"^    (\S.*)$", TEXT, re.MULTILINE):
        found = re.sub(r"\s+# .*", "", line)
        if cron := re.fullmatch(r"[\d*]+ [\d*]+ [\d*]+ [\d*]+ [\d*]+ root /usr/local/bin/(.*)", found):
            found = cron[1].replace(r"\%", "%")
        yield found


def test_every_command_on_the_pages_exists() -> None:
    found = [line for line in lines() if line.startswith(("cashbox ", "PROGRAM="))]
    assert len(found) > 20
    for line in found:
        typed = re.sub(r"\$\(.*?\)", "x", re.split(r"(?:^|\s)cashbox ", line)[1])
        words = [PLACEHOLDERS.get(word, word) for word in shlex.split(typed)]
        app.parse_args(words, exit_on_error=False, print_error=False)


@pytest.mark.thorough
def test_commands_on_the_pages_find_and_can_write_their_files(tmp_path: Path) -> None:
    """They run in a folder in place of `/`. What belongs to root there cannot be written by the server's user."""

    def moved(text: str) -> str:
        text = re.sub(r"(?<![\w.])/(?=(?:etc|opt|usr/local|var)/)", f"{tmp_path}/", text)
        return re.sub(r"--(?:owner|group)=\w+ ", "", text)

    def program(path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}")
        path.chmod(0o755)

    house(tmp_path / "var/lib/cashbox")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/cashbox.conf").write_text("CASHBOX_URL=https://games.example.org\n")
    for version in ("opt/cashbox", "opt/cashbox-new"):
        program(tmp_path / version / "bin/cashbox", f'exec {sys.executable} -m cashbox.cli "$@"\n')
    programs = tmp_path / "usr/local/bin"
    program(programs / "cashbox", moved(SCRIPT))
    # Root without its privileges stands for the server's user, since the folders that are root's cannot be written.
    as_user = "setpriv --bounding-set=-all -- " if os.geteuid() == 0 else ""
    program(programs / "runuser", f'test "$1 $2 $3" = "-u cashbox --" && shift 3 && exec {as_user}"$@"\n')
    (tmp_path / "var/backups").mkdir()
    # Most lines for operators name a table or a guest; the one for PostgreSQL needs one.
    run = [line for line in lines() if line.startswith(STARTS) and not re.search("cashbox (admin|move) ", line)]
    assert len(run) > 6
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CASHBOX_")}
    environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    for line in run:
        mode = 0o755 if line.startswith("install") else 0o555
        (tmp_path / "var/backups").chmod(mode)
        done = subprocess.run(
            ["bash", "-c", moved(line)], cwd="/", env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
    (tmp_path / "var/backups").chmod(0o755)
    assert len(list((tmp_path / "var/backups/cashbox").glob("*.db"))) == 3
