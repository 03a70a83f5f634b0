"""Test balance reports with a small game: counts, stopping, flags, and resumed runs."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import cli, games
from cashbox.engine.game import GameError
from cashbox.engine.measure import ODDS, SHARES, Facts, Setting
from cashbox.lab.balance import judge, measure, report
from cashbox.lab.balance.counts import WHOLE, Counts
from cashbox.lab.balance.judge import TOO_RARE, Verdict
from cashbox.lab.balance.run import Run
from cashbox.lab.balance.stats import FAILS, HOLDS, OPEN
from cashbox.lab.balance.words import title
from cashbox.lab.simulate import Played

if TYPE_CHECKING:
    from pathlib import Path

THREE = Setting("", 3, "random")


def played(number: int, winners: tuple[int, ...], scores: tuple[int, ...] = (5, 4, 3)) -> Played:
    return Played(number, (0, 1, 2), scores, winners, 10, 9)


def answers(verdicts: list[Verdict]) -> dict[str, str]:
    return {v.name: v.answer for v in verdicts}


def run_in(folder: Path, games: int = 20_000, workers: int = 1, game: str = "coins") -> Run:
    return Run(game, games=games, workers=workers, counts=folder)


def test_wins_are_counted_in_parts_and_by_group() -> None:
    counts = Counts()
    counts.add(played(0, (0,)), Facts(groups={"start": ("north", "south", "west")}, numbers={"coins": (1, 1, 7)}))
    counts.add(played(1, (0, 2), (4, 3, 4)), Facts(groups={"start": ("south", "north", "west")}))
    assert counts.shares["seat"] == {"1": [2, WHOLE + WHOLE // 2], "2": [2, 0], "3": [2, WHOLE // 2]}
    assert counts.shares["start"] == {"north": [2, WHOLE], "south": [2, WHOLE // 2], "west": [2, WHOLE // 2]}
    assert counts.numbers == {"score": {5: 1, 4: 3, 3: 2}, "coins": {1: 2, 7: 1}}
    assert counts.happened == {"level in front": 1, "shared wins": 1}
    assert (counts.games, counts.won, counts.decisions) == (2, 2, 18)


def test_items_are_counted_only_for_players_who_could_take_them() -> None:
    counts = Counts()
    counts.add(played(0, (0,)), Facts(offered=((1, 2), (2,), ()), taken=((1,), (2,), ())))
    assert counts.items == {1: {0: [1, WHOLE, 0, 0]}, 2: {0: [0, 0, 1, WHOLE], 1: [1, 0, 0, 0]}}


def test_a_seat_that_wins_too_often_is_flagged() -> None:
    counts = Counts()
    for k in range(3000):
        counts.add(played(k, (k % 3 if k % 5 else 0,)), Facts())
    found = answers(judge.judge(counts, THREE))
    assert found == {"1": FAILS, "2": FAILS, "3": FAILS}
    fair = Counts()
    for k in range(3000):
        fair.add(played(k, (k % 3,)), Facts())
    assert set(answers(judge.judge(fair, THREE)).values()) == {HOLDS}


def test_an_item_that_wins_too_often_is_flagged_and_a_rare_one_is_not() -> None:
    counts = Counts(items={1: {0: [900, 600 * WHOLE, 900, 300 * WHOLE]}, 2: {0: [900, 310 * WHOLE, 900, 290 * WHOLE]}})
    counts.items[3] = {0: [20, 19 * WHOLE, 900, 300 * WHOLE]}
    counts.items[4] = {0: [150, 75 * WHOLE, 900, 300 * WHOLE]}
    setting = msgspec.structs.replace(THREE, judged=(ODDS,))
    assert answers(judge.judge(counts, setting)) == {"1": FAILS, "2": HOLDS, "3": TOO_RARE, "4": OPEN}


def test_a_mean_out_of_bounds_is_flagged() -> None:
    setting = Setting("", 1, "random", bounds={"score": (150, 200), "never counted": (1, 2)})
    high = Counts(numbers={"score": {210: 50, 205: 50}})
    assert answers(judge.judge(high, setting)) == {"score": FAILS}
    assert answers(judge.judge(Counts(numbers={"score": {170: 50, 180: 50}}), setting)) == {"score": HOLDS}


def test_an_event_that_is_too_frequent_is_flagged() -> None:
    setting = Setting("", 3, "random", rare={"no end": 0.01}, judged=())
    counts = Counts(games=5_000, happened={"no end": 5, "something else": 4_000})
    assert answers(judge.judge(counts, setting)) == {"no end": HOLDS}
    assert answers(judge.judge(Counts(games=5_000, happened={"no end": 90}), setting)) == {"no end": FAILS}
    assert answers(judge.judge(Counts(games=100), setting)) == {"no end": OPEN}
    never = msgspec.structs.replace(setting, rare={"no end": 0.001})
    assert answers(judge.judge(Counts(games=10_000), never)) == {"no end": HOLDS}


def test_interim_checks_become_rarer_and_end_with_the_last_game() -> None:
    assert judge.looks(THREE, 20_000) == [2000, 3000, 4500, 6800, 10200, 15300, 20000]
    assert judge.looks(THREE, 400) == [400]
    assert judge.looks(THREE, 2100) == [2000, 2100]


def test_playing_stops_when_the_intervals_decide(coins: str, tmp_path: Path) -> None:
    easy = Setting("", 2, "random", least=20, most=400, judged=(), bounds={"score": (0, 100)})
    assert measure.measure(run_in(tmp_path / "easy"), easy).counts.games == 20
    on_the_line = msgspec.structs.replace(easy, judged=(SHARES,), most=60)
    assert measure.measure(run_in(tmp_path / "open"), on_the_line).counts.games == 60


def test_a_resumed_run_has_the_same_result(coins: str, tmp_path: Path) -> None:
    setting = Setting("", 2, "random", least=60)
    measure.measure(run_in(tmp_path / "a", 30, workers=2), setting)
    heard: list[int] = []
    resumed = measure.measure(run_in(tmp_path / "a", 60), setting, lambda _, n: heard.append(n))
    assert heard == list(range(31, 61))
    assert resumed.counts == measure.measure(run_in(tmp_path / "b", 60), setting).counts


@pytest.mark.parametrize("change", ["seed", "proof", "content"])
def test_counts_of_other_games_are_not_continued(coins: str, tmp_path: Path, change: str) -> None:
    setting = Setting("", 2, "random", least=20)
    kept = measure.measure(run_in(tmp_path, 20), setting)
    setattr(kept, change, 7 if change == "seed" else "something else")
    file = next(tmp_path.glob("*.json"))
    file.write_bytes(msgspec.json.encode(kept))
    assert measure.measure(run_in(tmp_path, 0), setting).counts.games == 0


def test_a_damaged_file_is_named(coins: str, tmp_path: Path) -> None:
    setting = Setting("", 2, "random", least=20)
    measure.measure(run_in(tmp_path, 20), setting)
    file = next(tmp_path.glob("*.json"))
    file.write_text("{")
    with pytest.raises(GameError, match=file.name) as caught:
        measure.measure(run_in(tmp_path), setting)
    assert caught.value.code == "unreadable"


@pytest.mark.slow
def test_the_command_counts_what_the_report_calls_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["balance", "consultants", "--mode", "basic", "--seats", "2", "--games", "4", "--workers", "1"]
    page = tmp_path / "page.md"
    assert cli.main([*given, "--counts", str(tmp_path), "--report", str(page), "--no-plots"]) == 0
    said = capsys.readouterr().out
    text = page.read_text("utf-8")
    opened = sum(": open, " in line for line in text.splitlines())
    assert " noted |" in text
    assert opened > 1
    assert f"still open: {opened}, too rare to tell: 0" in said


def test_a_game_without_settings_is_measured_in_every_mode_and_size(coins: str) -> None:
    assert [measure.name(s) for s in measure.choose(Run(coins))] == [
        "long-2-greedy",
        "long-3-greedy",
        "long-4-greedy",
    ]
    assert [s.seats for s in measure.choose(Run(coins, seats=(3,)))] == [3]


@pytest.mark.slow
def test_the_command_writes_a_page(coins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "docs" / "balance.md"
    given = ["balance", coins, "--games", "40", "--seats", "2", "--workers", "1", "--counts", str(tmp_path / "counts")]
    assert cli.main([*given, "--report", str(page), "--no-plots"]) == 0
    text = page.read_text("utf-8")
    assert "# Balance of Coins" in text
    assert "| long, 2 × greedy | 40 |" in text
    assert "Content" in text or "content" in text
    again = ["balance", coins, "--games", "0", "--seats", "2", "--counts", str(tmp_path / "counts")]
    page.unlink()
    assert cli.main([*again, "--report", str(page), "--no-plots"]) == 0
    assert page.read_text("utf-8") == text
    assert "40 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["coins", "--games", "-1"], "from 0 to"),
        (["coins", "--mode", "short"], "Use one of these: long"),
        (["coins", "--bot", "nobody"], "Use one of these: greedy"),
        (["coins", "--seats", "9"], "Use one of these: long-2-greedy"),
        (["nosuch"], "There is no game"),
        (["coins", "--workers", "0"], "workers"),
        (["coins", "--seats", "many"], "many"),
        (["coins", "--games", "0", "--report", "x.md"], "There are no games"),
    ],
)
def test_invalid_arguments_are_refused_with_one_sentence(
    coins: str,
    given: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["balance", *given]) == cli.FAULT
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_neither_the_command_nor_the_report_loads_matplotlib() -> None:
    code = "import sys, cashbox.cli.balance, cashbox.lab.balance.plots; print('matplotlib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


# -- Envelopes of Cash ---------------------------------------------------------------------------------------------


def test_envelopes_measures_every_mode_of_a_full_game() -> None:
    about = games.about_game("envelopes")
    found = measure.choose(Run("envelopes"))
    assert {s.mode for s in found} == {mode.id for mode in about.modes if not mode.guided}
    alone = [s for s in found if s.mode == "solitaire"]
    assert {s.bot for s in alone} == {*about.bots, "random"}
    for setting in found:
        if setting.mode != "solitaire":
            assert 2 <= setting.seats <= 4
            assert setting.bot == "steady"


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("name", ["standard-2-steady", "standard-3-steady-by-lot", "solitaire-1-random"])
def test_a_few_games_of_envelopes_are_counted(name: str, tmp_path: Path) -> None:
    setting = next(s for s in measure.choose(Run("envelopes")) if measure.name(s) == name)
    kept = measure.measure(run_in(tmp_path, 8, game="envelopes"), setting)
    counts = kept.counts
    seats = 8 * setting.seats
    assert sum(counts.numbers["score"].values()) == seats
    drafted = sum(cell[0] for strata in counts.items.values() for cell in strata.values())
    could = drafted + sum(cell[2] for strata in counts.items.values() for cell in strata.values())
    assert seats * 11 <= drafted <= seats * 12
    assert could > 3 * drafted
    if setting.seats > 1:
        assert sum(trials for trials, _ in counts.shares["start"].values()) == seats
        assert [trials for trials, _ in counts.shares["order in March"].values()] == [8] * setting.seats
    else:
        assert "start" not in counts.shares
        assert sum(counts.numbers["Bubba's stars"].values()) == 8
    assert title(kept) in report.report("envelopes", [kept], {}, "a command")


@pytest.mark.thorough
def test_observing_a_game_does_not_change_it() -> None:
    from cashbox.lab import simulate

    run = simulate.plan("envelopes", 2, ["steady", "steady"], seed=4)
    plain = list(simulate.stream(run))
    watched = list(simulate.stream(msgspec.structs.replace(run, observed=True)))

    def ends(found: list[Played]) -> list[Any]:
        return [(p.scores, p.winners, p.actions) for p in found]

    assert ends(plain) == ends(watched)
    assert ends(plain) != ends(list(simulate.stream(msgspec.structs.replace(run, observed=True, by_lot=7))))


# -- CASH ----------------------------------------------------------------------------------------------------------


def test_cash_is_measured_at_small_and_large_tables() -> None:
    every = measure.choose(Run("cash"))
    assert {s.bot for s in every} == {"steady"}
    found = [s for s in every if s.judged]
    assert [(s.mode, s.seats) for s in found] == [("standard", n) for n in (2, 3, 4, 6, 8)]
    assert all(s.rare == {"passes 40 rounds": 0.001} for s in found)


def test_the_length_of_cash_is_measured_in_each_mode_at_each_number_of_players() -> None:
    tables = {(s.mode, s.seats) for s in measure.choose(Run("cash"))}
    assert tables == {(mode, n) for mode in ("standard", "advanced", "quick") for n in range(2, 9)}


@pytest.mark.slow
def test_a_few_games_of_cash_are_counted(tmp_path: Path) -> None:
    (setting,) = measure.choose(Run("cash", mode=("standard",), seats=(2,)))
    setting = msgspec.structs.replace(setting, least=4)
    kept = measure.measure(run_in(tmp_path, 4, game="cash"), setting)
    counts = kept.counts
    rounds = sum(n * times for n, times in counts.numbers["rounds of a game"].items())
    assert sum(counts.numbers["rounds of a game"].values()) == 4
    assert sum(counts.numbers["turns of a round"].values()) == rounds
    ends = [name for name in counts.numbers if name.startswith("rounds that")]
    assert len(ends) == 3
    assert sum(n * times for name in ends for n, times in counts.numbers[name].items()) == rounds
    assert [trials for trials, _ in counts.shares["order"].values()] == [4, 4]
    played = sum(cell[0] for strata in counts.items.values() for cell in strata.values())
    held = played + sum(cell[2] for strata in counts.items.values() for cell in strata.values())
    assert 4 * 2 * 5 < played < held <= 4 * 2 * 30
    page = report.report("cash", [kept], {}, "a command")
    for words in ("passes 40 rounds", "## Distributions", "### rounds of a game", "Two targets", "0 of 4"):
        assert words in page
    assert "odds" not in page.lower()
