from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from cashbox import __version__, cli
from cashbox.engine import journal as journals
from cashbox.engine.chain import Chain
from cashbox.engine.chance import SeededChance
from cashbox.engine.going_on import continue_game, take_over
from cashbox.engine.live_chance import LiveChance, commit
from cashbox.engine.match import Match
from tests.engine.coins import Tiny
from tests.engine.live_journals import bound, live

SECRET = b"a secret of the tests, long enough"


def finished(file: Path, *, upto: int | None = None) -> Path:
    """Write the journal of a live game of Coins between Ann and Bob, or of its first entries."""
    nonces = ["one", "two"]
    match = live(Tiny(), SECRET, nonces, ["Ann", "Bob"])
    pick = SeededChance("players")
    while not match.over and (upto is None or match.number < upto):
        seat = next(seat for seat in range(2) if match.due() >> seat & 1)
        legal = match.legal(seat)
        match.act(seat, [legal[pick.draw(len(legal))]])
    if match.over:
        match.finish(SECRET.hex())
    file.write_bytes(journals.dumps(match.journal))
    return file


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = cli.main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one sentence of a fault."""
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert "Traceback" not in err
    lines = err.splitlines()
    assert len(lines) == 1, err
    assert lines[0].startswith("cashbox: ")
    return lines[0].removeprefix("cashbox: ")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "version") == (0, f"cashbox {__version__}, not compiled\n", "")
    assert run(capsys, "--version")[1].strip() == f"{__version__}, not compiled"


def test_games_lists_players_modes_and_options(capsys: pytest.CaptureFixture[str], coins: str) -> None:
    status, out, _ = run(capsys, "games")
    assert status == 0
    for text in (
        "coins: Coins",
        "players: 2 to 4",
        "bots: greedy, gentle, sharp, expert, random",
        "mode long: Long. Four rounds.",
        "option rounds=1..4 (default 3)",
        "option rich=true|false (default false)",
    ):
        assert text in out
    listed = {game["id"]: game for game in json.loads(run(capsys, "games", "--json")[1])}
    assert listed[coins]["most_players"] == 4


def test_simulate_prints_a_table_or_json(capsys: pytest.CaptureFixture[str], coins: str) -> None:
    arguments = ["simulate", coins, "--games", 12, "--bots", "greedy,random", "--seed", 4, "--workers", 1]
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "")
    assert "12 games of coins" in out
    status, out, err = run(capsys, *arguments, "--json", "--option", "rounds=1", "--option", "rich=yes")
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert result["games"] == 12
    assert [seat["bot"] for seat in result["seats"]] == ["greedy", "random"]


@pytest.mark.few(14, usual=15)
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("simulate nosuch --bots random", "There is no game 'nosuch'"),
        (
            "simulate coins --bots random,clever",
            "There is no bot 'clever' for coins. The bots are: greedy, gentle, sharp, expert, random.",
        ),
        ("simulate coins --bots random", "2"),
        ("simulate coins --bots random,random --games 0", "from 1 to"),
        ("simulate coins --bots random,random --games many", "many"),
        ("simulate coins --bots random,random --workers 0", "from 1 to"),
        ("simulate coins --bots random,random --option rounds=nine", "from 1 to 4"),
        ("simulate coins --bots random,random --option rounds=9", ""),
        ("simulate coins --bots random,random --option rich=perhaps", "true or false"),
        ("simulate coins --bots random,random --option rich", "name=value"),
        ("simulate coins --bots random,random --option rich=yes --option rich=no", "twice"),
        ("simulate coins --bots random,random --option colour=red", "colour"),
        ("simulate coins", "--bots"),
        ("simulate", ""),
        ("nosuch", "nosuch"),
        ("games --nosuch", "--nosuch"),
        ("conformance nosuch", "There is no game 'nosuch'"),
        ("conformance coins --games 0", "from 1 to"),
        ("conformance coins --seconds 0", "above 0"),
        ("fuzz nosuch", "There is no game 'nosuch'"),
        ("fuzz coins --seconds nan", "seconds"),
        ("serve --port 99999", "65535"),
        ("serve --port x", "x"),
        ("replay", ""),
        ("replay /nosuch/file", "can't be read"),
        ("replay /", "can't be read"),
        ("replay /dev/zero", "too big"),
        ("verify /nosuch/file", "can't be read"),
        ("play /nosuch/file", "can't be read"),
    ],
)
def test_errors_are_one_sentence(capsys: pytest.CaptureFixture[str], coins: str, arguments: str, sentence: str) -> None:
    assert sentence in refused(capsys, *arguments.split())


def test_replay_prints_a_finished_game_completely(
    capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path
) -> None:
    file = finished(tmp_path / "game.journal")
    status, everything, _ = run(capsys, "replay", file)
    assert status == 0
    lines = everything.splitlines()
    assert lines[0] == "Coins: Ann, Bob"
    assert lines[-1].endswith(")")
    public = Match.replay(Tiny(), journals.loads(file.read_bytes())).log(-1, ["Ann", "Bob"])
    for seat in (0, 1):
        seen = run(capsys, "replay", file, "--seat", seat)[1].splitlines()
        assert set(seen) <= set(lines) | {sentence for _, sentence in public}
    assert "no seat 2" in refused(capsys, "replay", file, "--seat", 2)


def test_replay_of_a_running_game_prints_what_a_spectator_sees(
    capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path
) -> None:
    file = finished(tmp_path / "game.journal", upto=6)
    status, out, _ = run(capsys, "replay", file)
    assert status == 0
    match = Match.replay(Tiny(), journals.loads(file.read_bytes()))
    assert out.splitlines()[1:-1] == [sentence for _, sentence in match.log(-1, ["Ann", "Bob"])]
    assert "The game isn't over yet." in out


def test_a_journal_opens_as_a_table(
    capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = finished(tmp_path / "game.journal", upto=2)
    answers = iter(["nonsense", "99", "u", "s 1", "l", *["1"] * 60])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    status, out, err = run(capsys, "play", file)
    assert (status, err) == (0, "")
    assert "Type a number to take that action" in out
    assert out.splitlines()[-1].endswith(")")


def test_a_terminal_game_can_be_quit(
    capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "q")
    assert run(capsys, "play", finished(tmp_path / "game.journal", upto=2))[0] == 0


def test_verify_accepts_an_honest_game(capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path) -> None:
    status, out, err = run(capsys, "verify", finished(tmp_path / "game.journal"))
    assert (status, err) == (0, "")
    assert commit(SECRET) in out


def test_verify_says_what_a_journal_proves_and_checks_recorded_heads(
    capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path
) -> None:
    file = finished(tmp_path / "game.journal")
    journal = journals.loads(file.read_bytes())
    kept = Chain(journal.header, SECRET).heads(journal.entries)[3]
    out = run(capsys, "verify", file, "--head", kept.upper(), "--head", kept)[1]
    assert "the nonces of seats 1 and 2." in out
    assert f"The head {kept} is on the chain." in out
    assert "not on the chain" in refused(capsys, "verify", file, "--head", "0" * 64)


def test_verify_says_which_draws_it_did_not_check(
    capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path
) -> None:
    old = finished(tmp_path / "old.journal")
    journal = journals.loads(old.read_bytes())
    prologue = take_over(Tiny(), journal, 4)
    names, nonces = ["Ann", "Bob"], ["one", "two"]
    chance, proof = LiveChance(SECRET, nonces), bound(SECRET, nonces)
    match = continue_game(Tiny(), journal.header.options, prologue, chance, players=names, proof=proof)
    while not match.over:
        seat = next(seat for seat in range(2) if match.due() >> seat & 1)
        match.act(seat, [match.legal(seat)[0]])
    match.finish(SECRET.hex())
    file = tmp_path / "game.journal"
    file.write_bytes(journals.dumps(match.journal))
    before = sum(len(entry.chance) for entry in journal.entries[:5])
    out = run(capsys, "verify", file)[1]
    assert f"Not checked: {before} draws before entry 5, from another game." in out
    assert "All" not in out.splitlines()[2]
    out = run(capsys, "verify", file, "--origin", old)[1]
    assert f"All {before + match.journal.drawn} draws were repeated, and they match." in out
    assert "Not checked" not in out
    assert "doesn't continue another one" in refused(capsys, "verify", old, "--origin", file)
    assert "can't be read" in refused(capsys, "verify", file, "--origin", tmp_path / "none")


def test_verify_refuses_a_changed_journal(capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path) -> None:
    file = finished(tmp_path / "game.journal")
    data = file.read_bytes()
    for damaged in (b"", b"\xff\n", data[:-7], data.replace(b"Ann", b"Eve"), data.replace(b'"n":2,', b'"n":3,')):
        file.write_bytes(damaged)
        assert refused(capsys, "verify", file)
    assert "isn't finished" in refused(capsys, "verify", finished(tmp_path / "other.journal", upto=4))


def test_control_characters_are_not_printed(capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path) -> None:
    match = Match.start(Tiny(), {}, 2, SeededChance(1), players=["A\x1b[31mnn", "Bob"])
    file = tmp_path / "game.journal"
    file.write_bytes(journals.dumps(match.journal))
    assert "\x1b" not in run(capsys, "replay", file)[1]


@pytest.mark.thorough
def test_conformance_and_fuzz_pass_a_sound_game(capsys: pytest.CaptureFixture[str], coins: str, tmp_path: Path) -> None:
    status, out, err = run(capsys, "conformance", coins, "--seconds", "0.3")
    assert (status, err) == (0, "")
    assert "coins satisfies the contract" in out
    assert run(capsys, "fuzz", coins, "--seconds", "0.3", "--out", tmp_path)[0] == 0
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_conformance_plays_the_requested_number_of_games(capsys: pytest.CaptureFixture[str], coins: str) -> None:
    status, out, _ = run(capsys, "conformance", coins, "--games", 2)
    assert status == 0
    assert "coins satisfies the contract: 6 games" in out


def test_a_taken_port_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Port {port} is already in use" in refused(capsys, "serve", "--port", port, "--home", tmp_path)


def test_several_processes_on_one_data_folder_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = refused(capsys, "serve", "--processes", 2, "--port", 0, "--home", tmp_path)
    assert "2 processes need a shared PostgreSQL database" in told
    assert "The number of processes must be from 1 to 256, not 0." in refused(
        capsys, "serve", "--processes", 0, "--home", tmp_path
    )


def test_an_invalid_data_folder_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder", "utf-8")
    assert "can't be used" in refused(capsys, "serve", "--port", 0, "--home", file)


@pytest.mark.thorough
def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m cashbox.cli games --json | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


_HEEDING_INTERRUPTS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from cashbox.cli import main
raise SystemExit(main())
"""
"""A job that a shell has put in the background is told to ignore them, and hands that on."""


def _kill_all(process: subprocess.Popen[str]) -> None:
    """The program and all it started, whatever went wrong."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.few(1, usual=1)
@pytest.mark.skipif(sys.platform != "linux", reason="looks for the program's processes where Linux shows them")
@pytest.mark.parametrize("bots", ["random,random", pytest.param("expert:n=200000,steady", marks=pytest.mark.slow)])
def test_an_interrupt_is_quiet_and_immediate(bots: str) -> None:
    game = "envelopes"
    command = [sys.executable, "-c", _HEEDING_INTERRUPTS, "simulate", game, "--bots", bots]
    command += ["--games", "1000000"]
    command += ["--workers", "2"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        until = time.monotonic() + 60
        while time.monotonic() < until and not children.read_text("utf-8"):
            time.sleep(0.05)
        # The games of slow bots have begun, and take more than any test.
        time.sleep(0 if bots == "random,random" else 5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        _kill_all(process)
    assert (process.returncode, out, err) == (130, "", "")


def test_report_describes_a_match_and_how_to_check_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, coins: str
) -> None:
    file = finished(tmp_path / "coins.journal")
    status, out, err = run(capsys, "report", file)
    assert (status, err) == (0, "")
    assert out.startswith("Coins\n=====\n")
    assert hashlib.sha256(file.read_bytes()).hexdigest() in out
    for flags in (["--watcher"], ["--seat", "1"]):
        _, seen, _ = run(capsys, "report", file, *flags)
        assert "SHA-256" not in seen
    assert "no seat 2" in refused(capsys, "report", file, "--seat", "2")
    running = finished(tmp_path / "running.journal", upto=2)
    _, told, _ = run(capsys, "report", running)
    assert "The game isn't over yet." in told
    assert "shows all hands" not in told


@pytest.mark.thorough
def test_replay_serve_refuses_other_files_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary,\n")
    home = tmp_path / "temporary"
    home.mkdir()
    environment = {**os.environ, "TMPDIR": str(home)}
    for arguments, words in (
        (["--serve"], "Line 1"),
        (["--serve", "--port", "70000"], "The port must be from 0 to 65535"),
    ):
        run = [sys.executable, "-m", "cashbox.cli", "replay", str(file), *arguments]
        ended = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=60, check=False)
        assert ended.returncode == 2
        assert words in ended.stderr
        assert ended.stderr.count("\n") == 1
        assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "argument"),
    [
        *((command, "table") for command in ("close", "delete", "delete-line")),
        *((command, "guest") for command in ("delete-guest", "ban", "unban", "rename")),
    ],
)
def test_an_empty_id_is_refused(capsys: pytest.CaptureFixture[str], command: str, argument: str) -> None:
    more = ["1"] if command == "delete-line" else []
    assert refused(capsys, "admin", command, "", *more) == f"The argument `{argument}` can't be empty."
