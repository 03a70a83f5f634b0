"""Test forked programs: copies of one process behave like separate processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import forked_programs as programs

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_a_forked_command_has_the_same_output_and_exit_code() -> None:
    done = programs.run("cashbox.cli", "games", "--json", env=os.environ, timeout=60)
    plain = subprocess.run(
        [sys.executable, "-m", "cashbox.cli", "games", "--json"], capture_output=True, text=True, check=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, plain.stdout, "")
    done = programs.run("cashbox.cli", "games", "--jsno", env=os.environ, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cashbox: ")


def test_each_forked_program_has_its_own_environment_and_games() -> None:
    extra = str(Path(__file__).parent / "extra_games")
    with_coins = programs.run("cashbox.cli", "games", env={**os.environ, "CASHBOX_GAMES": extra}, timeout=60)
    without = programs.run("cashbox.cli", "games", env={**os.environ, "CASHBOX_GAMES": ""}, timeout=60)
    assert "Coins" in with_coins.stdout
    assert without.stdout
    assert "Coins" not in without.stdout


def test_a_running_program_can_be_polled_killed_and_awaited(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        asked = ["serve", "--port", "0", "--home", str(tmp_path / "data")]
        program = programs.start("cashbox.cli", *asked, env=os.environ, out=log.fileno())
    assert program.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        program.wait(0.01)
    program.kill()
    assert program.wait(60) == program.poll() == -signal.SIGKILL
    program.send_signal(signal.SIGTERM)  # no one is there anymore


def test_all_programs_end_when_the_run_is_killed(tmp_path: Path) -> None:
    start = (
        "import os, sys; from tests import forked_programs as programs; log = open(sys.argv[1] + '/log', 'wb'); "
        "asked = ['serve', '--port', '0', '--home', sys.argv[1] + '/data']; "
        "print(programs.start('cashbox.cli', *asked, env=os.environ, out=log.fileno()).pid, flush=True); input()"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", start, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    there = Path("/proc") / run.stdout.readline().strip()
    assert there.exists() == Path("/proc").exists()
    run.kill()
    run.wait()
    until = time.monotonic() + 20
    while there.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not there.exists()
