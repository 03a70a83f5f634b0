"""Test `cashbox ladder`: ratings of bots, and the goals they are measured against."""

from __future__ import annotations

import contextlib
import math
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox import cli
from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.engine.measure import Line
from cashbox.lab import simulate as lab
from cashbox.lab.balance import stats
from cashbox.lab.balance.stats import Interval
from cashbox.lab.ladder import book as books
from cashbox.lab.ladder import field, lines, play
from cashbox.lab.ladder.rating import Cell, rate
from cashbox.lab.ladder.run import Run
from cashbox.lab.simulate import table
from cashbox.lab.simulate.sameness import make_of

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parent.parent.parent
EXTRA = ROOT / "tests" / "extra_games"
BOTS = "greedy,random,expert:n=6"


def asked(out: Path, *more: object, bots: str = BOTS, games: int = 6) -> list[str]:
    everything = ["ladder", "coins", "--bots", bots, "--games", games, "--seed", 3, "--out", out, *more]
    return [str(one) for one in everything]


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


# -- Rating ------------------------------------------------------------------------------------------------------------


def elo(ratio: float) -> float:
    return 400 * math.log10(ratio)


def width(found: Interval) -> float:
    return found.high - found.low


def test_two_bots_are_rated_by_the_odds() -> None:
    found = rate([Cell(("a", "b"), (1, 1), (30.0, 90.0))], "a")
    assert found["a"] == Interval(0.0, 0.0, 0.0)
    assert found["b"].value == pytest.approx(elo(90.5 / 30.5))
    half = 1.96 * 400 / math.log(10) / math.sqrt(121 * (90.5 / 121) * (30.5 / 121))
    assert found["b"].high - found["b"].value == pytest.approx(half, rel=1e-3)


def test_fewer_seats_mean_fewer_wins_but_not_a_lower_rating() -> None:
    fair = rate([Cell(("one", "three"), (1, 3), (25.0, 75.0))], "three")
    assert fair["one"].value == pytest.approx(0.0, abs=1e-6)
    better = rate([Cell(("one", "three"), (1, 3), (60.0, 60.0))], "three")
    assert better["one"].value == pytest.approx(elo(3 * 60.25 / 60.75))


def test_ratings_use_all_games() -> None:
    cells = [
        Cell(("a", "b"), (1, 1), (200.0, 400.0)),
        Cell(("b", "c"), (2, 2), (200.0, 400.0)),
        Cell(("x", "y"), (1, 1), (5.0, 5.0)),
    ]
    found = rate(cells, "a")
    assert found["c"].value == pytest.approx(2 * elo(2), abs=5)
    alone = rate(cells[1:2], "b")["c"]
    assert width(found["c"]) == pytest.approx(math.hypot(width(found["b"]), width(alone)))
    assert width(found["b"]) == pytest.approx(width(rate(cells[:1], "a")["b"]))
    assert set(found) == {"a", "b", "c"}


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    found = rate([Cell(("a", "b"), (1, 1), (120.0, 0.0)), Cell(("a", "c"), (1, 1), (60.0, 0.0))], "b")
    assert 500 < found["a"].value < 2000
    assert 0 < found["a"].low < found["a"].high < 3000


def test_intervals_contain_the_truth_in_about_19_of_20_cases() -> None:
    """Four bots of known strength at tables of two and of three seats."""
    strong = {"a": 1.0, "b": 1.5, "c": 3.0, "d": 0.5}
    rand, held, told = random.Random(5), 0, 0
    for _ in range(100):
        cells = []
        for one, other in [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]:
            for seats in ((1, 1), (2, 1)):
                share = seats[0] * strong[one] / (seats[0] * strong[one] + seats[1] * strong[other])
                won = sum(rand.random() < share for _ in range(60))
                cells.append(Cell((one, other), seats, (won, 60 - won)))
        for name, found in rate(cells, "a").items():
            told += name != "a"
            held += name != "a" and found.low <= elo(strong[name]) <= found.high
    assert 0.90 < held / told < 0.99


# -- Who plays whom ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats"), [("cash", [2, 3, 4, 6, 8]), ("consultants", [2, 3, 4]), ("envelopes", [2, 3, 4])]
)
def test_all_bots_meet_at_every_number_of_players(game: str, seats: list[int]) -> None:
    matches = field.ladder(Run(games=60, bots="steady,random,expert:n=400"), game)
    assert sorted({len(match.bots) for match in matches}) == seats
    for count in seats:
        at = [match for match in matches if len(match.bots) == count]
        assert {frozenset(match.bots) for match in at} == {
            frozenset(pair) for pair in (("steady", "random"), ("steady", "expert:n=400"), ("random", "expert:n=400"))
        }
        assert sum(match.games for match in at) == 3 * 60
        for name in ("steady", "random", "expert:n=400"):
            assert sum(match.bots.count(name) * match.games for match in at) == count * 60


def test_a_ladder_has_all_levels_and_plays_the_same_anywhere() -> None:
    for game in ("cash", "consultants", "envelopes"):
        names = field.bots_of(Run(), game)
        assert names[0] == "steady"
        assert {"random", "gentle", "casual", "sharp", "expert"} <= set(names)
        assert not any(books.uses_time(name) for name in names)
    assert books.uses_time("expert:0.3")
    assert not books.uses_time("expert:n=400")


@pytest.mark.parametrize(
    ("bots", "different"),
    [("ab", 2), ("abab", 2), ("abb", 3), ("abbb", 4), ("aaa", 1), ("a", 1), ("abcabc", 3)],
)
def test_luck_repeats_until_all_have_sat_in_every_seat(bots: str, different: int) -> None:
    assert table.sittings(tuple(bots)) == different


def test_seats_rotate_with_the_same_luck(coins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lucks: list[int] = []

    def luck(run_seed: int, number: int, what: str) -> int:
        if what == "table":
            lucks.append(number)
        return 100 * number + len(what)

    monkeypatch.setattr(table, "seed_of", luck)
    run = lab.plan(coins, 6, ["greedy", "random", "random"])
    games = list(lab.stream(msgspec.structs.replace(run, paired=True)))
    assert lucks == [0, 0, 0, 1, 1, 1]
    assert [played.bots.index(0) for played in games] == [0, 1, 2, 0, 1, 2]
    lucks.clear()
    list(lab.stream(run))
    assert lucks == [0, 1, 2, 3, 4, 5]


# -- Going on ----------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_one_process_and_several_play_and_write_the_same(
    coins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for workers in (1, 2):
        out = tmp_path / str(workers)
        assert cli.main(asked(out, "--workers", workers, "--report", tmp_path / f"{workers}.md")) == 0
        told.append(capsys.readouterr().out.replace(f"{workers}.md", "PAGE"))
    pages = [(tmp_path / f"{k}.md").read_text("utf-8").replace(f"{k}.md", "PAGE") for k in (1, 2)]
    assert bytes_of(tmp_path / "1") == bytes_of(tmp_path / "2")
    assert pages[0] == pages[1]
    assert told[0] == told[1]
    assert "`greedy`" in pages[0]
    assert "plays the same games on any machine" in pages[0]


@pytest.mark.slow
def test_the_order_in_which_bots_are_asked_for_makes_no_difference(coins: str, tmp_path: Path) -> None:
    for name, bots in (("one", BOTS), ("other", ",".join(reversed(BOTS.split(","))))):
        assert cli.main(asked(tmp_path / name, bots=bots, games=2)) == 0
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "other")


def test_finished_games_are_not_repeated(coins: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(coins, games=8, bots="greedy,random", workers=1, out=tmp_path / "once")
    matches = field.ladder(run, coins)
    play.play(play.open_books(run, matches, "").values())
    short = replace(run, games=4, out=tmp_path / "twice")
    play.play(play.open_books(short, field.ladder(short, coins), "").values())
    before = sum(map(len, (file.read_bytes().splitlines() for file in short.out.iterdir())))
    longer = replace(run, out=short.out)
    heard: list[str] = []
    play.play(play.open_books(longer, matches, "").values(), lambda book: heard.append(book.path.name))
    assert bytes_of(run.out) == bytes_of(longer.out)
    after = sum(map(len, (file.read_bytes().splitlines() for file in short.out.iterdir())))
    assert len(heard) == after - before > 0
    monkeypatch.setattr(table.Table, "play", lambda *_: pytest.fail("a game was played again"))
    play.play(play.open_books(longer, matches, "").values())


def started(arguments: list[str]) -> subprocess.Popen[bytes]:
    """The program, which knows the tiny game, in a session of its own."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from cashbox.cli import main; main()"
    environment = {**os.environ, "CASHBOX_GAMES": str(EXTRA)}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)


def sessions_of(number: int) -> set[int]:
    """The processes of a session that live."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, session, *_ = file.read_text().rpartition(")")[2].split()
            if int(session) == number and state != "Z":
                found.add(int(file.parent.name))
    return found


@pytest.mark.few(0, usual=1)
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes where Linux shows them")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_processes_end_with_their_run(coins: str, tmp_path: Path, how: signal.Signals) -> None:
    process = started(asked(tmp_path, "--workers", 3, bots="greedy,random", games=100_000))
    until = time.monotonic() + 60
    while time.monotonic() < until and len(sessions_of(process.pid)) < 4:
        time.sleep(0.05)
    assert len(sessions_of(process.pid)) >= 4
    process.send_signal(how)
    process.wait()
    until = time.monotonic() + 30
    while time.monotonic() < until and sessions_of(process.pid):
        time.sleep(0.05)
    left = sessions_of(process.pid)
    for number in left:
        os.kill(number, signal.SIGKILL)
    assert not left


@pytest.mark.thorough
def test_a_killed_run_can_be_resumed(coins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    killed, alone = (asked(tmp_path / k, "--workers", 1, bots="greedy,random", games=150) for k in ("killed", "alone"))
    process = started(killed)
    until = time.monotonic() + 60
    while time.monotonic() < until and sum(len(p.read_bytes()) for p in (tmp_path / "killed").glob("*")) < 10_000:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert cli.main(killed) == 0
    assert cli.main(alone) == 0
    assert bytes_of(tmp_path / "killed") == bytes_of(tmp_path / "alone")


@pytest.mark.parametrize("left", [3, 120, -1, -40])
def test_a_half_written_line_is_replayed(coins: str, tmp_path: Path, left: int) -> None:
    run = Run(coins, games=5, bots="greedy,random", seats=(2,), workers=1, out=tmp_path)
    (match,) = field.ladder(run, coins)
    play.play(play.open_books(run, [match], "").values())
    file = tmp_path / match.file()
    whole = file.read_bytes()
    file.write_bytes(whole[:left])
    play.play(play.open_books(run, [match], "").values())
    assert file.read_bytes() == whole


@pytest.mark.slow
def test_games_of_other_code_or_content_are_not_mixed(
    coins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(asked(tmp_path, "--workers", 1)) == 0
    make = make_of(coins)
    monkeypatch.setattr("cashbox.lab.ladder.play.make_of", lambda _: msgspec.structs.replace(make, code="f" * 64))
    capsys.readouterr()
    assert cli.main(asked(tmp_path, "--workers", 1)) == cli.FAULT
    err = capsys.readouterr().err
    assert "has games from other code" in err
    assert "--older" in err
    assert cli.main(asked(tmp_path, "--workers", 1, "--older", games=8)) == 0
    for file in tmp_path.iterdir():
        file.write_bytes(file.read_bytes().replace(b'"content":"', b'"content":"0', 1))
    assert cli.main(asked(tmp_path, "--workers", 1, "--older")) == cli.FAULT
    assert "different content" in capsys.readouterr().err


def test_compiled_and_uncompiled_time_budgets_are_not_mixed(coins: str, tmp_path: Path) -> None:
    for bot, timed in (("expert:0.001", True), ("expert:n=2", False)):
        match = books.Match(coins, "", (bot, "random"), 2)
        run = Run(out=tmp_path, workers=1)
        play.play(play.open_books(run, [match], "compiled").values())
        if timed:
            with pytest.raises(GameError, match="bots that were compiled"):
                play.open_books(run, [match], "not compiled")
        else:
            assert play.open_books(run, [match], "not compiled")[match.file()].games == 2


def test_two_runs_do_not_write_the_same_file(coins: str, tmp_path: Path) -> None:
    run = Run(coins, games=4, bots="greedy,random", seats=(2,), workers=1, out=tmp_path)
    one, other = (play.open_books(run, field.ladder(run, coins), "").values() for _ in range(2))
    play.play(one)
    with pytest.raises(GameError, match="Another run is writing to"):
        play.play(other)


@pytest.mark.parametrize("spoilt", [b"[]\n", b"\xff\n", b"{}\n"])
def test_a_file_that_is_not_a_ladder_is_reported(coins: str, tmp_path: Path, spoilt: bytes) -> None:
    match = books.Match(coins, "", ("greedy", "random"), 2)
    (tmp_path / match.file()).write_bytes(spoilt)
    with pytest.raises(GameError, match="can't be read"):
        play.open_books(Run(out=tmp_path), [match], "")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('"winners":[', '"winners":[7,'),
        ('"bots":[0', '"bots":[5'),
        ('"scores":[', '"scores":[1,'),
        ('"decisions":', '"decisions":-'),
    ],
)
def test_a_damaged_game_is_reported(coins: str, tmp_path: Path, one: str, other: str) -> None:
    run = Run(coins, games=4, bots="greedy,random", seats=(2,), workers=1, out=tmp_path)
    match = field.ladder(run, coins)[0]
    play.play(play.open_books(run, [match], "").values())
    file = tmp_path / match.file()
    text = file.read_text("utf-8")
    assert one in text
    file.write_text(text.replace(one, other), "utf-8")
    with pytest.raises(GameError, match=r"game 0 doesn't belong to this match\. Delete it to start over"):
        play.open_books(run, [match], "")


# -- The lines ---------------------------------------------------------------------------------------------------------

ISSUE = {
    ("consultants", "real", "expert", 2): 0.90,
    ("consultants", "real", "expert", 4): 0.60,
    ("envelopes", "standard", "expert", 2): 0.80,
    ("envelopes", "standard", "expert", 3): 0.55,
    ("cash", "quick", "expert", 2): 0.65,
    ("cash", "quick", "expert", 4): 0.40,
    ("envelopes", "solitaire", "expert", 1): 117 / 120,
    ("consultants", "real", "sharp", 2): 0.65,
    ("envelopes", "standard", "sharp", 2): 0.65,
    ("cash", "quick", "sharp", 2): 0.65,
}
"""By game, mode, bot and number of players, the share that issue 18 asks for."""


def test_the_goals_are_as_declared() -> None:
    every = field.lines(Run())
    assert {(game, line.mode, line.bots[0], len(line.bots)): line.wanted for game, line in every} == ISSUE
    assert len({line.name for _, line in every}) == len(every)
    for _, line in every:
        assert set(line.bots[1:]) <= {"steady"}
        assert (line.ahead, line.of) == ((30.0, "steady") if line.mode == "solitaire" else (0.0, ""))


def test_a_goal_has_120_games_and_20_with_five_times_the_time() -> None:
    every = {line.name: (game, line) for game, line in field.lines(Run())}
    (match,) = field.of_line(Run(), *every["cash-4"])
    assert (match.bots, match.games) == (("expert:0.3", "steady", "steady", "steady"), 120)
    (match,) = field.of_line(Run(), *every["cash-4"], longer=True)
    assert (match.bots, match.games) == (("expert:1.5", "steady", "steady", "steady"), 20)
    (match,) = field.of_line(Run(budget="n=40"), *every["sharp-cash"], longer=True)
    assert match.bots == ("expert:n=200", "steady")
    both = field.of_line(Run(), *every["solitaire"])
    assert [match.bots for match in both] == [("expert:0.3",), ("steady",)]


class Asks:
    """What a game asks of its bots."""

    ladder = ""
    lines = (
        Line("good", ("greedy", "random", "random"), 0.3),
        Line("perfect", ("greedy", "random"), 1.0),
        Line("points", ("greedy", "random"), 0.1, ahead=1.0, of="random"),
        Line("more-points", ("greedy", "random"), 0.1, ahead=1e6, of="random"),
        Line("thinks", ("expert", "random"), 0.0),
    )


@pytest.fixture
def asking(coins: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The tiny game with lines."""
    monkeypatch.setattr(all_games, "own_measures", lambda game: Asks() if game == coins else None)
    return coins


def row(page: str, name: str) -> list[str]:
    (found,) = [line for line in page.splitlines() if line.startswith(f"| {name} |")]
    return [part.strip() for part in found.strip("|").split("|")]


@pytest.mark.slow
def test_goals_show_shares_intervals_and_whether_they_are_met(
    asking: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["ladder", "--lines", "--out", str(tmp_path), "--workers", "1", "--budget", "n=2", "--games", "30"]
    assert cli.main(given) == 0
    page = capsys.readouterr().out
    match = books.Match(asking, "", ("greedy", "random", "random"), 30)
    (only,) = play.open_books(Run(out=tmp_path), [match], "").values()
    wins = only.tally.result(1.0).seats[0].wins
    low, high = wilson(wins, 30)
    assert row(page, "good")[2:6] == ["30", f"{wins / 30:.1%} ({low:.1%} to {high:.1%})", "30.0%", "met"]
    assert row(page, "perfect")[5] == "not met"
    assert row(page, "points")[5] == "met"
    assert row(page, "more-points")[5] == "not met"
    assert "points ahead" in row(page, "points")[3]
    assert row(page, "more-points")[4] == "10.0%, 1e+06 points more than `random`"
    assert row(page, "thinks")[6].startswith("20: ")
    assert row(page, "thinks")[6].endswith("no worse")
    assert "plays the same games on any machine" in page
    assert cli.main([*given[:-1], "0"]) == 0
    shown = capsys.readouterr().out
    assert row(shown, "good")[2:6] == [*row(page, "good")[2:5], "open"]


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The ends of the interval: where the share lies 1.96 standard errors from a true one."""
    ends = []
    for sign in (-1, 1):
        low, high = (0.0, wins / games) if sign < 0 else (wins / games, 1.0)
        for _ in range(60):
            middle = (low + high) / 2
            outside = abs(wins / games - middle) > 1.959964 * math.sqrt(middle * (1 - middle) / games)
            if outside == (sign < 0):
                low = middle
            else:
                high = middle
        ends.append(low)
    return ends[0], ends[1]


def test_one_goal_is_played_and_the_others_are_shown(
    asking: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["ladder", "--line", "thinks", "--out", str(tmp_path), "--workers", "1", "--budget", "0.0005"]
    assert cli.main([*given, "--games", "2"]) == 0
    page = capsys.readouterr().out
    assert row(page, "thinks")[2] == "2"
    assert "| good |" not in page
    missing = next(text for text in page.splitlines() if text.startswith("Nothing to show yet: "))
    assert "`good`" in missing
    assert "`thinks`" not in missing
    assert "these exact games can't be repeated" in page
    assert cli.main([*given, "--games", "0"]) == 0


def test_goals_played_by_other_code_do_not_interfere(
    asking: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = ["ladder", "--out", str(tmp_path), "--workers", "1", "--budget", "n=2", "--games", "2", "--line"]
    assert cli.main([*given, "good"]) == 0
    old, make = row(capsys.readouterr().out, "good"), make_of(asking)
    monkeypatch.setattr("cashbox.lab.ladder.play.make_of", lambda _: msgspec.structs.replace(make, code="f" * 64))
    assert cli.main([*given, "thinks"]) == 0
    page = capsys.readouterr().out
    assert row(page, "good") == old
    assert f"code `{make.code[:8]}`, `ffffffff`" in page or f"code `ffffffff`, `{make.code[:8]}`" in page
    assert cli.main([*given, "good"]) == cli.FAULT


def test_more_time_is_called_worse_only_if_the_interval_says_so() -> None:
    line = Line("a", ("expert",), 0.5)
    match = books.Match("coins", "", ("expert:0.3",), 120)

    def found(share: float, games: int, of: int) -> lines.Found:
        return lines.Found(line, match, games, of, stats.share(share * games, games))

    short = found(0.9, 120, 120)
    assert lines.against(short, found(0.8, 20, 20)) == lines.NO_WORSE
    assert lines.against(short, found(0.5, 20, 20)) == lines.WORSE
    assert lines.against(short, found(0.5, 19, 20)) == lines.OPEN
    assert found(0.5, 120, 120).verdict() == lines.REACHED
    assert found(0.49, 120, 120).verdict() == lines.MISSED
    assert found(0.9, 119, 120).verdict() == lines.OPEN


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["nosuch"], "There is no game 'nosuch'"),
        (["coins", "--bots", "greedy,clever"], "There is no bot 'clever' for coins"),
        (["coins", "--bots", "greedy"], "at least two bots"),
        (["coins", "--bots", "greedy,expert:much"], "is not a valid budget for a bot"),
        (["coins", "--seats", "9"], "not 9"),
        (["coins", "--games", "-1"], "from 0 to"),
        (["coins", "--workers", "0"], "from 1 to"),
        (["--line", "nosuch"], "There is no line 'nosuch'. The lines are: "),
        (["--lines", "--budget", "long"], "is not a valid budget for a bot"),
        (["--lines", "--bots", "steady,random"], "can't be used with --lines"),
        (["coins", "--cluster", "there:1", "--workers", "2"], "--workers only works with --cluster local"),
    ],
)
def test_invalid_arguments_are_refused(
    coins: str, tmp_path: Path, given: Sequence[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["ladder", *given, "--out", str(tmp_path / "none")]) == cli.FAULT
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1
    assert not (tmp_path / "none").exists()
