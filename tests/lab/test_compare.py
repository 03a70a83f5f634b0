"""Test comparing two versions of a game: counts, intervals, resumed runs, and the report."""

from __future__ import annotations

import math
import random
import re
import statistics
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import cli
from cashbox.engine.game import GameError
from cashbox.engine.measure import Facts
from cashbox.lab import html
from cashbox.lab.balance.counts import WHOLE, Counts
from cashbox.lab.balance.judge import TOO_RARE
from cashbox.lab.balance.stats import OPEN
from cashbox.lab.compare import measure, report, versions
from cashbox.lab.compare.differences import (
    BATCHES,
    CARDS,
    CHANGED,
    FORCED,
    FOREGONE,
    LENGTH,
    SAME,
    Change,
    changes,
    dominated,
)
from cashbox.lab.compare.run import Run
from cashbox.lab.simulate import Played

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

NO_NAMES: tuple[dict[int, str], dict[int, str]] = ({}, {})


def batches(scores: Sequence[int], facts: Callable[[int], Facts] = lambda _: Facts()) -> list[Counts]:
    """Games of two seats that score alike; the first wins every other one."""
    found = [Counts() for _ in range(BATCHES)]
    for k, score in enumerate(scores):
        found[k % BATCHES].add(Played(k, (0, 1), (score, score), (k % 2,), 10, 9), facts(k))
    return found


def by_name(found: Sequence[Change]) -> dict[str, Change]:
    return {change.name: change for change in found}


def run_of(folder: Path, a: str = "current", b: str = "rich=yes", **asked: Any) -> Run:
    return Run("coins", a, b, **{"workers": 1, "counts": folder, "seats": (2,), **asked})


def played(run: Run) -> measure.Pair:
    a, b = versions.read(run, run.a), versions.read(run, run.b)
    return measure.measure(run, (versions.plan(run, a, 2), versions.plan(run, b, 2)), None)


# -- differences -------------------------------------------------------------------------------------------------------


def test_the_interval_of_a_mean_is_that_of_paired_differences() -> None:
    luck = random.Random(5)
    a = [luck.randrange(100) for _ in range(BATCHES)]
    b = [score + luck.randrange(7) for score in a]
    change = by_name(changes(batches(a), batches(b), NO_NAMES, 2.0))["score"]
    those = [y - x for x, y in zip(a, b, strict=True)]
    assert change.difference.value == pytest.approx(statistics.mean(those))
    error = statistics.stdev(those) / math.sqrt(BATCHES)
    assert change.half() == pytest.approx(2.0096 * error, rel=1e-3)  # t of 49 degrees of freedom
    assert change.answer == CHANGED
    alone = math.hypot(statistics.stdev(a), statistics.stdev(b)) / math.sqrt(BATCHES)
    assert change.half() < 2 * alone / 5


def test_identical_versions_do_not_differ() -> None:
    a = batches([k % 13 for k in range(400)])
    found = changes(a, a, NO_NAMES, 2.0)
    assert {change.answer for change in found} == {SAME}
    assert all(change.constant() and change.known() for change in found)


def test_chance_alone_changes_little() -> None:
    luck = random.Random(11)

    def facts(_: int) -> Facts:
        return Facts(numbers={f"number {n}": (luck.randrange(50),) for n in range(120)})

    a, b = ([luck.randrange(50) for _ in range(400)] for _ in range(2))
    found = changes(batches(a, facts), batches(b, facts), NO_NAMES, 2.0)
    assert len(found) > 120
    assert sum(change.p < 0.05 for change in found) in range(1, 15)
    assert [change.name for change in found if change.answer == CHANGED] == []
    assert sum(change.answer == OPEN for change in found) > 100


def test_cards_are_matched_by_name_and_rare_ones_are_inconclusive() -> None:
    def facts(taken: Sequence[int], offered: Sequence[int]) -> Callable[[int], Facts]:
        return lambda k: Facts(
            offered=(tuple(offered), ()), taken=(tuple(taken) if k % 3 else (), ()), used=(tuple(taken), ())
        )

    a = batches([1] * 400, facts([1, 2], [0, 1, 2]))
    b = batches([1] * 400, facts([1], [0, 1]))
    names = {0: "Ace", 1: "King", 2: "Queen"}, {0: "Ace", 1: "Queen"}
    found = by_name([change for change in changes(a, b, names, 2.0) if change.section == CARDS])
    assert found["Queen: taken"].a == found["Queen: taken"].b == pytest.approx(266 / 400)
    assert found["Queen: taken"].answer == SAME
    assert found["Queen: wins with it"].a == pytest.approx(0.5, abs=0.01)
    assert found["King: taken"].answer == TOO_RARE
    assert math.isnan(found["King: taken"].b)
    assert found["Ace: taken"].a == 0
    assert found["Ace: wins with it"].answer == TOO_RARE


def test_decisions_that_one_action_dominates_are_found() -> None:
    def facts(passes: int) -> Callable[[int], Facts]:
        menus = {"only roll": {"roll": 4}, "buy …, pass": {"pass": passes, "buy": 40 - passes}, "buy …": {"buy": 6}}
        return lambda _: Facts(menus=menus)

    a, b = batches([1] * 200, facts(20)), batches([1] * 200, facts(39))
    found = by_name(changes(a, b, NO_NAMES, 2.0))
    assert found[FORCED].a == pytest.approx(4 / 50)
    assert found[FOREGONE].a == 0
    assert found[FOREGONE].b == pytest.approx(40 / 46)
    assert found[FOREGONE].answer == CHANGED
    assert found["pass: taken when there is a choice"].b == pytest.approx(39 / 40)
    assert found["buy: taken when there is a choice"].a == pytest.approx(26 / 46)
    assert dominated(a[0].plus(a[1])) == {}
    assert dominated(b[0]) == {"buy …, pass": "pass"}


# -- playing -----------------------------------------------------------------------------------------------------------


def test_two_versions_have_the_same_luck(coins: str, tmp_path: Path) -> None:
    pair = played(run_of(tmp_path, games=60))
    found = by_name(pair.changes(2.0))
    assert found["score"].difference.value == pytest.approx(2, abs=0.8)  # two points more in the purse
    assert found["score"].answer == CHANGED
    assert found["score"].half() < 0.5
    assert found["store: taken when there is a choice"].seen > 60
    assert [side.games() for side in pair.sides] == [60, 60]
    same = played(run_of(tmp_path, b="rich=no", games=60))
    assert all(change.constant() for change in same.changes(2.0) if not math.isnan(change.a))


@pytest.mark.slow
def test_playing_stops_when_the_differences_are_known(coins: str, tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    run = run_of(tmp_path, b="rich=no", games=5_000)
    both = versions.read(run, run.a), versions.read(run, run.b)
    a, b = (versions.plan(run, version, 2) for version in both)
    pair = measure.measure(run, (a, b), None, lambda goal, done: heard.append((goal, done)))
    assert pair.games() == 4 * BATCHES
    assert heard[-1][1] == 2 * pair.games()


def test_a_resumed_comparison_has_the_same_result(coins: str, tmp_path: Path) -> None:
    run = run_of(tmp_path / "a", games=60)
    plans = [versions.plan(run, versions.read(run, text), 2) for text in (run.a, run.b)]

    def interrupt(goal: int, done: int) -> None:
        if done == 75:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure.measure(run, (plans[0], plans[1]), None, interrupt)
    heard: list[int] = []
    resumed = measure.measure(run, (plans[0], plans[1]), None, lambda _, done: heard.append(done))
    assert heard == list(range(76, 121))
    assert resumed == played(run_of(tmp_path / "b", games=60))


def test_counts_of_other_rules_are_not_continued(coins: str, tmp_path: Path) -> None:
    played(run_of(tmp_path, games=20))
    file = next(tmp_path.glob("*.json"))
    file.write_text(re.sub(r'"proof":"\w+"', '"proof":"another"', file.read_text("utf-8")), "utf-8")
    assert played(run_of(tmp_path, games=0)).games() == 0
    file.write_text("{")
    with pytest.raises(GameError, match=file.name):
        played(run_of(tmp_path, games=0))


# -- the command and its page ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_writes_a_page(coins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "docs" / "compared.html"
    given = ["compare", coins, "current", "rich=yes", "--seats", "2", "--seats", "3", "--counts", str(tmp_path / "c")]
    given += ["--report", str(page), "--no-plots"]
    assert cli.main([*given, "--games", "60", "--workers", "2"]) == 0
    said = capsys.readouterr().out
    assert "2 players, 60 games of each version: " in said
    assert "score: " in said
    text = page.read_text("utf-8")
    assert "<h1>Coins: current and rich=yes</h1>" in text
    assert "<h2>3 players, 60 games of each version</h2>" in text
    assert f"--games 60 --seats 2 --seats 3 --counts {tmp_path / 'c'}" in text
    page.unlink()
    assert cli.main([*given, "--games", "0"]) == 0
    assert "<h2>3 players, 60 games of each version</h2>" in page.read_text("utf-8")


@pytest.mark.slow
def test_plots_are_embedded_in_the_page_and_kept_apart(coins: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from cashbox.lab.compare.plots import draw

    run = run_of(tmp_path, games=60)
    pair = played(run)
    drawn = draw(run, [pair])
    assert set(drawn) == {"changes-2", "spread-2"}
    page = report.report(run, [pair], {key: f"{key}.svg" for key in drawn}, "a <command>")
    html.write(tmp_path / "page.html", page, {f"{key}.svg": svg for key, svg in drawn.items()})
    text = (tmp_path / "page.html").read_text("utf-8")
    assert text.count("<figure") == text.count("<svg") == 2
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(names)
    assert "a &lt;command&gt;" in text
    assert "score" in text[text.index("<figure") :]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["coins", "current", "better"], "'better' isn't a version of Coins"),
        (["coins", "current", "colour=red"], "colour"),
        (["coins", "current", "rich=maybe"], "true or false"),
        (["coins", "current", "bot=nobody"], "nobody"),
        (["coins", "current", "edition=2"], "edition 1"),
        (["coins", "current", "none.toml"], "none.toml"),
        (["coins", "current", "rich=yes", "--seats", "9"], "2 to 4 players"),
        (["coins", "current", "rich=yes", "--games", "-1"], "from 0 to"),
        (["coins", "current", "rich=yes", "--within", "0"], "--within"),
        (["coins", "current", "rich=yes", "--within", "nan"], "--within"),
        (["coins", "current", "rich=yes", "--games", "0"], "There are no games"),
        (["coins", "current", "rich=yes", "--by-lot"], "Leave out --by-lot"),
        (["coins", "current", "rich=yes", "--mode", "short"], "The only mode is long"),
        (["coins", "current"], "--b"),
        (["nosuch", "current", "rich=yes"], "There is no game"),
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
    assert cli.main(["compare", *given]) == cli.FAULT
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


@pytest.mark.slow
def test_a_variant_is_compared_with_the_current_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rich.toml"
    file.write_text('[[card]]\nid = "cash-150000"\ncopies = 40\n\n[[card]]\nid = "global-recession"\nremove = true\n')
    given = ["compare", "cash", "edition=1", str(file), "--mode", "quick", "--seats", "2", "--games", "50"]
    given += ["--workers", "1", "--counts", str(tmp_path), "--report", str(tmp_path / "page.html"), "--no-plots"]
    assert cli.main(given) == 0
    said = capsys.readouterr().out
    assert "  score: " in said
    page = next(tmp_path.glob("*.html")).read_text("utf-8")
    assert ": taken" in page
    assert "odds with it" not in page
    kept = next(tmp_path.glob("*.json")).read_text("utf-8")
    assert len(set(re.findall(r'"content":"(\w+)"', kept))) == 2
    assert cli.main(given) == 0
    assert capsys.readouterr().out == said
    file.write_text('[[card]]\nid = "cash-1"\ncopies = 4\n')
    assert cli.main(given) == cli.FAULT
    assert "there is no card 'cash-1' to change" in capsys.readouterr().err


def test_a_card_keeps_its_name_if_another_is_removed(tmp_path: Path) -> None:
    run = Run("envelopes", "current", "current", seats=(2,), workers=1, counts=tmp_path)
    plan = versions.plan(run, versions.read(run, "current"), 2)
    side = measure.Side("", {}, (), 0, None)
    side.batches[0].items = {0: {}, 1: {}}
    assert measure.names_of(side, plan) == {0: "Signing-Day Brunch", 1: "Extra Envelopes"}


@pytest.mark.slow
def test_cards_are_compared_when_they_are_dealt_at_random(tmp_path: Path) -> None:
    run = Run("envelopes", "current", "bot=random", games=8, seats=(2,), by_lot=True, workers=1, counts=tmp_path)
    pair = played(run)
    found = [change for change in pair.changes(2.0) if change.section == CARDS]
    assert len(found) == 480
    assert any(change.name == "Extra Envelopes: taken" for change in found)
    took = sum(cell[0] for counts in pair.a.batches for strata in counts.items.values() for cell in strata.values())
    assert 8 * 2 * 11 <= took <= 8 * 2 * 12
    assert sum(cell[1] for cell in pair.a.total().shares["seat"].values()) == WHOLE * 8
    assert LENGTH in by_name(pair.changes(2.0))
