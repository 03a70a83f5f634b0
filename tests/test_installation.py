"""Test that every command works where only the wheel and its extra are installed, and names a missing extra."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from cashbox import games
from cashbox.cli.commands import app
from cashbox.engine import journal as journals
from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.server.db.data_folder import FILE
from tests.cli.data_folder import ask, change, full_house
from tests.postgres.databases import fresh
from tests.wheels import INSTALLS, WHEELS, bare, built, installed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cyclopts import App

TESTS = Path(__file__).parent
ENDED = TESTS / "fixtures" / "journals" / "consultants-sealed.jsonl"

COMPARE = "compare consultants mode=basic mode=real --games 2 --seats 2 --workers 1 --counts counts"
TUNE = "tune consultants --mode basic --goal seats<=0 --games 2 --seats 2 --workers 1 --counts counts --number"
MEASURE = "balance consultants --games 2 --mode basic --seats 2 --bot steady --workers 1 --counts counts"

ALONE = [
    "version",
    "games",
    "simulate consultants --bots steady,random --games 2 --workers 2",
    f"{MEASURE} --report balance.md --no-plots",
    f"{COMPARE} --report compared.html --no-plots",
    f"{TUNE} start.money=7..9 --to tuned.toml",
    "ladder consultants --games 1 --bots gentle,random --seats 2 --workers 1 --out ladder",
    f"replay {ENDED}",
    f"report {ENDED}",
    f"verify {ENDED}",
    f"analyze {TESTS}/fixtures/journals/cash-last-round-shared.jsonl",
    "play begun.jsonl --against gentle",
    "conformance tulips --games 1",
    "fuzz tulips --seconds 0.1",
    "new-game roses --to more",
    "cards consultants",
]
"""Commands that need no house."""

IN_A_HOUSE = [
    "check --workers 1",
    "backup kept.db --force",
    "export games",
    "restore kept.db --force",
    "admin tables",
    "admin guests",
    "admin reports",
    "admin resolve 3",
    "admin unban bob",
    "admin ban bob --days 7",
    "admin rename bob Robert",
    "admin delete-line TABLE 1",
    "admin close TABLE",
    "admin delete TABLE",
    "admin delete-guest bob",
    "admin retention --finished 1",
    "admin ratings",
    "admin ratings --check",
    "admin audit",
]
"""Commands for the house of tests/cli/data_folder.py, in an order in which each of them has something to do."""

WITHOUT_EXTRA = {
    "dataset consultants --bots steady,random --games 2 --to set": "pip install 'cashbox[dataset]'",
    **dict.fromkeys(("serve", "backup kept.db", "restore kept.db", "check"), "pip install 'cashbox[server]'"),
    "export games": "pip install 'cashbox[server]'",
    "move --to moved": "pip install 'cashbox[server]'",
    "admin tables": "pip install 'cashbox[server]'",
    f"replay {ENDED} --serve": "pip install 'cashbox[server]'",
    "compile": "pip install 'cashbox[compile]'",
    "simulate consultants --bots steady,random --cluster local": "pip install 'cashbox[cluster]'",
    f"{MEASURE} --report balance.md": "pip install 'cashbox[plots]'",
    f"{COMPARE} --report compared.html": "pip install 'cashbox[plots]'",
    "print cash --to cash.pdf": "pip install 'cashbox[print]'",
    f"{TUNE} start.money=0..99": "pip install 'cashbox[tune]'",
}
"""Commands that need an extra, and what they say without it."""

IN_ONE_PROCESS = """
import contextlib, io, json, sys
from cashbox.cli import main
said = []
for line in json.loads(sys.argv[1]):
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        try:
            status = main(line)
        except BaseException as error:
            status = repr(error)
    said.append((status, text.getvalue()))
print(json.dumps(said))
"""
"""Runs a list of commands. Starting Python takes longer than most of them."""


def commands(of: App, above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield every command, as the words that call it."""
    for name in of:
        if not name.startswith("-"):
            yield from list(commands(of[name], (*above, name))) or [" ".join((*above, name))]


def test_each_command_is_run_at_least_once() -> None:
    runs = [*ALONE, *IN_A_HOUSE, *WITHOUT_EXTRA, "move", "serve"]
    assert len(set(commands(app))) > 25
    assert [one for one in commands(app) if not any(f"{run} ".startswith(f"{one} ") for run in runs)] == []


class Installation:
    """A new environment with the wheel in it, and a folder to run its program in. home, database: what CASHBOX_HOME and
    CASHBOX_DATABASE say; failed: what went wrong, by command."""

    def __init__(self, wheel: Path, folder: Path, home: Path, *extras: str) -> None:
        installed(wheel, folder / "env", extras)
        self.programs = folder / "env" / "bin"
        self.folder = folder
        self.home = home
        self.database = ""
        self.failed: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        return bare() | {
            "HOME": str(self.folder),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "CASHBOX_GAMES": str(TESTS.parent / "examples" / "games"),
            "CASHBOX_HOME": str(self.home),
            "CASHBOX_DATABASE": self.database,
        }

    def run(self, lines: Mapping[str, str], status: int = 0) -> None:
        """Run commands, and note those that do not end with the status or do not say their words."""
        arguments = json.dumps([line.split() for line in lines])
        ran = subprocess.run(
            [self.programs / "python", "-c", IN_ONE_PROCESS, arguments],
            env=self.environment, cwd=self.folder, input="q\n", capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        for (line, words), (ended, said) in zip(lines.items(), json.loads(ran.stdout.splitlines()[-1]), strict=True):
            if ended != status or words not in said:
                self.failed[f"{line} in {self.database or self.home}"] = f"{ended}: {said}"

    def serve(self) -> None:
        """Start a server, have it asked by an operator, and end it."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        with (self.folder / "serve.log").open("w+b") as log:
            server = subprocess.Popen(
                [self.programs / "cashbox", "serve", "--port", str(port)],
                env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
            try:
                until = time.monotonic() + 60
                while not answers(f"http://127.0.0.1:{port}/ready") and server.poll() is None:
                    assert time.monotonic() < until, "the server does not start"
                    time.sleep(0.05)
                self.run({"admin tables": ""})
                server.send_signal(signal.SIGTERM)
                status: Any = server.wait(60)
            finally:
                server.kill()
                server.wait()
            log.seek(0)
            said = log.read().decode()
        if status or "Traceback" in said:
            self.failed["serve"] = f"{status}: {said}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for every machine."""
    return built(tmp_path_factory.mktemp("wheel"), HATCH_BUILD_HOOK_ENABLE_CUSTOM="false")[0]


def answers(url: str) -> bool:
    with contextlib.suppress(OSError), urlopen(url, timeout=5) as answer:
        return bool(answer.status == 200)
    return False


@pytest.mark.thorough
@WHEELS
@INSTALLS
def test_every_command_runs_with_its_extra(wheel: Path, tmp_path: Path, cluster: str) -> None:
    """All in one test, since they share what takes longest: the environment."""
    home = full_house(tmp_path / "home")
    # That house has a rating, a rated game and a key that nothing could have made.
    for made_up in ("ratings", "rated", "vapid"):
        change(home / FILE, f"DELETE FROM {made_up}")
    ((table,),) = ask(home / FILE, "SELECT id FROM tables WHERE status = 'playing' ORDER BY id LIMIT 1")
    program = Installation(wheel, tmp_path, home, "server")
    program.run({f"{words} --help": f"Usage: cashbox {words}" for words in commands(app)})
    with fresh(cluster, empty=True) as database:
        program.run({f"move --to {database}": "every row", f"move --to {tmp_path / 'moved'}": "every row"})
        for program.database in ("", database):
            program.run({line.replace("TABLE", table): "" for line in IN_A_HOUSE})
            program.serve()
    assert not program.failed, report(program)


@pytest.mark.thorough
@WHEELS
@INSTALLS
def test_commands_without_a_server_need_no_extra(wheel: Path, tmp_path: Path) -> None:
    begun = Match.start(games.load("consultants"), {"mode": "basic"}, 2, SeededChance(3), players=["Ann", "Bob"])
    (tmp_path / "begun.jsonl").write_bytes(journals.dumps(begun.journal))
    program = Installation(wheel, tmp_path, tmp_path / "home")
    mine = [words for words in commands(app) if not words.startswith("admin ")]
    program.run(
        {"--help": "Manage a server's tables"} | {f"{words} --help": f"Usage: cashbox {words}" for words in mine}
    )
    program.run(dict.fromkeys(ALONE, ""))
    program.run(WITHOUT_EXTRA, 2)
    assert not program.failed, report(program)


def report(program: Installation) -> str:
    return "\n\n".join(f"cashbox {line}: {said}" for line, said in program.failed.items())
