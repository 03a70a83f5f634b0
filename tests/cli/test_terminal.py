"""Test that every command prints in a terminal that lacks characters, and that JSON keeps all of them."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox import cli, games
from cashbox.cli.terminal import plain
from cashbox.engine import journal as journals
from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.engine.phrases import isolate
from cashbox.server.db.data_folder import FILE
from tests.cli.data_folder import ask, change, full_house
from tests.test_installation import IN_A_HOUSE

if TYPE_CHECKING:
    from collections.abc import Sequence

FIXTURES = Path(__file__).parents[1] / "fixtures" / "journals"
ENDED = sorted(FIXTURES.glob("*-sealed.jsonl"))
ENCODINGS = ("ascii", "latin-1")
NAMES = ["Zoë “Z” 🎲", "Søren – Ω"]


class Printed:
    """What a command printed where the terminal has an encoding, and how it ended."""

    def __init__(self, encoding: str, monkeypatch: pytest.MonkeyPatch, *arguments: object, typed: bytes = b"") -> None:
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding))
            self.status = cli.main([str(argument) for argument in arguments])
            sys.stdout.flush()
            sys.stderr.flush()
            self.out, self.err = out.getvalue().decode(encoding), err.getvalue().decode(encoding)


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game that has just begun, of people with names that a terminal may not be able to show."""
    match = Match.start(games.load("consultants"), {"mode": "basic"}, 2, SeededChance(3), players=NAMES)
    file = tmp_path / "begun.jsonl"
    file.write_bytes(journals.dumps(match.journal))
    return file


MIXED = "דוד Ann (2)"
"""A name that begins in one direction and goes on in the other."""


@pytest.mark.parametrize("command", ["play", "report", "replay"])
def test_right_to_left_names_keep_their_place(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.start(games.load("consultants"), {"mode": "basic"}, 2, SeededChance(3), players=[MIXED, "سارة"])
    file = tmp_path / "begun.jsonl"
    file.write_bytes(journals.dumps(match.journal))
    printed = Printed("utf-8", monkeypatch, command, file, typed=b"q\n")
    assert (printed.status, printed.err) == (0, "")
    assert "\u2068דוד\u2069 Ann (2)" in printed.out
    assert printed.out.count("דוד") == printed.out.count("\u2068דוד\u2069")
    assert printed.out.count("سارة") == printed.out.count("\u2068سارة\u2069") > 0
    assert Printed("latin-1", monkeypatch, command, file, typed=b"q\n").out.count("??? Ann (2)")


@pytest.mark.few(8, usual=8)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("words", ["games", "version", "--help", "serve --help", "balance --help", "admin ban --help"])
def test_commands_print_in_a_limited_terminal(encoding: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = Printed(encoding, monkeypatch, *words.split())
    assert (printed.status, printed.err) == (0, "")
    assert printed.out


@pytest.mark.few(1, usual=2)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("journal", ENDED, ids=lambda path: path.name.partition("-")[0])
def test_commands_about_a_journal_print_in_a_limited_terminal(
    encoding: str, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in ("report", "replay", "verify"):
        printed = Printed(encoding, monkeypatch, command, journal)
        assert (printed.status, printed.err) == (0, "")
        assert len(printed.out.splitlines()) > 3


@pytest.mark.parametrize(
    ("encoding", "names"), [("ascii", 'Zoe "Z" ?, Soren - ?'), ("latin-1", 'Zoë "Z" ?, Søren - ?')]
)
def test_names_are_printed_as_well_as_the_terminal_allows(
    encoding: str, names: str, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Printed(encoding, monkeypatch, "replay", begun).out.splitlines()[0].endswith(names)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_unreadable_input_is_accepted(encoding: str, begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = Printed(encoding, monkeypatch, "play", begun, typed="é\n1\nq\n".encode())
    assert (printed.status, printed.err) == (0, "")
    assert "Zo" in printed.out


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_commands_about_a_data_folder_print_in_a_limited_terminal(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = full_house(tmp_path / "høme – 🎲")
    commands: list[Sequence[str]] = [
        ["check", "--workers", "1"],
        ["backup", str(tmp_path / "kept – Ω.db")],
        ["restore", str(tmp_path / "kept – Ω.db"), "--force"],
        *(["admin", name] for name in ("tables", "guests", "reports", "audit", "ratings")),
        ["admin", "rename", "bob", "Ünal “Ω”"],
    ]
    for command in commands:
        printed = Printed(encoding, monkeypatch, *command, "--home", home)
        assert (printed.status, printed.err) == (0, ""), command
        assert printed.out, command
    rows = json.loads(Printed(encoding, monkeypatch, "admin", "guests", "--json", "--home", home).out)
    assert "Ünal “Ω”" in {row["name"] for row in rows}, "JSON has every character"
    assert ask(home / FILE, "SELECT name FROM guests WHERE id = 'bob'") == [("Ünal “Ω”",)]


@pytest.mark.slow
def test_right_to_left_names_keep_their_place_in_admin_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = full_house(tmp_path / "house")
    said = Printed("utf-8", monkeypatch, "admin", "rename", "bob", MIXED, "--home", home).out
    listed = Printed("utf-8", monkeypatch, "admin", "guests", "--home", home).out
    for text in (said, listed):
        assert "\u2068דוד\u2069 Ann (2)" in text
    assert "דוד Ann" in Printed("utf-8", monkeypatch, "admin", "guests", "--json", "--home", home).out.encode().decode(
        "unicode_escape"
    ), "data stays as it is"


@pytest.mark.slow
def test_every_admin_command_isolates_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = full_house(tmp_path / "house")
    for table in ("guests", "seats", "tables", "chat", "remarks", "reports", "circles"):
        change(home / FILE, f"UPDATE {table} SET name = ? WHERE name <> ''", MIXED)
    change(home / FILE, "UPDATE reports SET text = ?, reason = ?", MIXED, MIXED)
    change(home / FILE, "UPDATE bans SET reason = ?", MIXED)
    monkeypatch.chdir(tmp_path)
    ((table,),) = ask(home / FILE, "SELECT id FROM tables WHERE status = 'playing' ORDER BY id LIMIT 1")
    named = 0
    for line in IN_A_HOUSE:
        words = line.replace("TABLE", table).replace("Robert", MIXED.split()[0]).split()
        printed = Printed("utf-8", monkeypatch, *words, "--home", home)
        assert printed.out, line
        rest = re.sub("\u2068[^\u2069]*\u2069", "", printed.out + printed.err)
        assert isolate(rest) == rest, line
        named += rest != printed.out + printed.err
    assert named >= 5


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_errors_are_printed_in_a_limited_terminal(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = Printed(encoding, monkeypatch, "verify", "/nosuch/Ω – 🎲")
    assert (printed.status, printed.out) == (2, "")
    assert "/nosuch/? - ? can't be read" in printed.err


def test_json_lists_keep_every_character(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = json.loads(Printed("ascii", monkeypatch, "games", "--json").out)
    assert listed == json.loads(msgspec.json.encode(games.about()))
    assert not str(listed).isascii()


def test_text_is_written_in_ascii() -> None:
    assert plain("“3 × ½” – −5 … Übung, Ærø, Straße → ✓ \udcff") == '"3 x 1/2" - -5 ... Ubung, AEro, Strasse -> ? ?'


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_program_prints_in_a_terminal_that_lacks_characters(encoding: str) -> None:
    command = [sys.executable, "-m", "cashbox.cli", "report", str(ENDED[0])]
    done = subprocess.run(command, env=os.environ | {"PYTHONIOENCODING": encoding}, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding)
