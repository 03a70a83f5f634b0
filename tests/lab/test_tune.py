"""Test searching for numbers: their names, goals, the search, and its results."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import cli, games
from cashbox.engine.game import GameError
from cashbox.lab.balance.counts import SEAT, WHOLE, Counts
from cashbox.lab.balance.stats import Interval
from cashbox.lab.tune import goals, numbers
from cashbox.lab.tune.search import Search, Version
from cashbox.lab.tune.settings import Run
from cashbox.lab.variant_file import changed_entries, variant_text

if TYPE_CHECKING:
    from pathlib import Path

CHANGES = {
    "cash": """
[[card]]
id = "bankruptcy"
copies = 9
[[card]]
id = "stop-trading"
remove = true
[[card]]
id = "clerk"
name = "The Clerk"
type = "commission"
copies = 6
text = "Discard it."
effect = { when = "discarded", needs = ["license"], does = ["take"], take = "exactly", value = 10000, fine = 1 }
""",
    "consultants": """
[start]
money = 10
[[event]]
id = "bonus-season"
remove = true
[[regular]]
id = "harbour"
remove = true
[[regular]]
id = "canteen"
name = "One Card for Lunch"
desks = ["red", "red", "green", "blue*"]
""",
    "envelopes": """
[[card]]
number = 3
remove = true
[[card]]
number = 31
stars = 5
""",
}

COPIES = ("card.trading-license.copies=10..60", "card.bankruptcy.copies=1..40")


def read(game: str, text: str, content: dict[str, Any] | None = None) -> numbers.Number:
    rules = games.load(game, content)
    return numbers.read(rules.about, rules.content, rules.check_options({}, 2), text)


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("cash", {"card.trading-license.copies=10..40": 33, "card.bankruptcy.copies=1..8": 7}),
        ("cash", {"card.cash-5000.effect.value=1000..9000/1000": 6000}),
        (
            "consultants",
            {"start.money=0..20": 11, "silver.4.2=1..9": 5, "silver.4.3=1..9": 3, "deck.seniors=5..20": 12},
        ),
        ("consultants", {"event.bonus-season.effect.n=1..5": 4, "innovation.4=3..6": 5}),
        ("envelopes", {"card.31.stars=1..6": 5, "card.2.effect.n=1..3": 2, "coach.mileage.effect.n=1..6": 4}),
    ],
)
def test_a_variant_contains_only_the_changes(game: str, given: dict[str, int], tmp_path: Path) -> None:
    content, values = games.load(game).content, list(given.values())
    asked = [read(game, text) for text in given]
    file = tmp_path / "tuned.toml"
    about = {"name": "Tuned", "game": game}
    file.write_text(variant_text(about, content, numbers.changed(content, asked, values), ["a comment"]), "utf-8")
    found = games.read_variant(game, file).content
    assert found == numbers.changed(content, asked, values)
    assert found != numbers.changed(content, asked, [number.now for number in asked])
    assert all(read(game, text, found).now == value for text, value in given.items())


@pytest.mark.parametrize("game", ["cash", "consultants", "envelopes"])
def test_a_variant_that_was_read_can_be_written_again(game: str, tmp_path: Path) -> None:
    """Cards are changed, removed, and added; those after a removed one have other numbers then."""
    original, changed = games.load(game).content, tmp_path / "changed.toml"
    changed.write_text(CHANGES[game], "utf-8")
    variant = games.read_variant(game, changed)
    again = tmp_path / "again.toml"
    again.write_text(variant_text({"name": variant.name, "game": game}, original, variant.unnumbered), "utf-8")
    assert games.read_variant(game, again).content == variant.content
    assert len(again.read_text("utf-8")) < 2 * len(CHANGES[game]) + 200


def test_entries_without_a_name_keep_their_order() -> None:
    one, two, three = ({"cost": [n]} for n in range(3))
    assert changed_entries([one, two], [one, two, three]) == [three]
    assert changed_entries([one, two], [two]) == [{**one, "remove": True}]
    assert changed_entries([one, two], [three, two]) == [{**one, "remove": True}, {**two, "remove": True}, three, two]


def test_a_number_has_the_values_of_its_range() -> None:
    number = read("cash", "card.cash-5000.effect.value=1000..9500/2000")
    assert (number.now, list(number.values())) == (5000, [1000, 3000, 5000, 7000, 9000])


# -- goals -------------------------------------------------------------------------------------------------------------


def test_a_goal_measures_the_distance_of_a_figure() -> None:
    length = goals.read("rounds of a game=8..10")
    assert [length.distance(value) for value in (4, 8, 9, 10, 15)] == [50, 0, 0, 0, 50]
    assert goals.read("score >= 100").distance(75) == 25
    seats = goals.read("seats<=2")
    assert (seats.figure, seats.distance(5.5), seats.distance(1)) == ("seats", 3.5, 0)


def test_the_more_certain_of_two_versions_is_better() -> None:
    goal = [goals.read("rounds=8..10")]
    inside, unsure, outside = Interval(9, 8.5, 9.5), Interval(9, 7, 11), Interval(7, 6, 8)
    assert 0 == goals.loss(goal, [inside]) < goals.loss(goal, [unsure]) < goals.loss(goal, [outside])


def test_the_spread_of_seats_is_the_largest_difference() -> None:
    shares = {SEAT: {"1": [1000, 540 * WHOLE], "2": [1000, 460 * WHOLE]}, "order": {"first": [1000, 700 * WHOLE]}}
    counts = Counts(games=1000, shares=shares, numbers={"rounds": {4: 3, 6: 3}})
    assert goals.figure(counts, {"order"}, "seats").value == pytest.approx(4)
    assert goals.figure(counts, (), "seats").value == pytest.approx(20)
    assert goals.figure(counts, (), "rounds").value == 5
    with pytest.raises(GameError, match="Goals can use seats, rounds"):
        goals.figure(counts, (), "turns")


# -- searching ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Games whose length follows from the deck: longer with bankruptcies, shorter with licenses; what was played."""
    pytest.importorskip("cmaes")
    played: list[dict[str, Any]] = []

    def count(self: Search, plan: Any, heard: Any) -> Counts:
        assert plan.content is not None
        copies = {card["id"]: card["copies"] for card in plan.content["cards"]["card"]}
        played.append(plan.content)
        rounds = 4 * copies["bankruptcy"] - copies["trading-license"] + 100
        return Counts(games=plan.games, numbers={"rounds": {rounds - 1: plan.games, rounds + 1: plan.games}})

    monkeypatch.setattr(Search, "_count", count)
    return played


def search_in(folder: Path, goal: str, given: tuple[str, ...] = COPIES, tries: int = 60) -> Search:
    return Search(Run("cash", number=given, goal=(goal,), counts=folder, tries=tries, workers=1))


def closest(versions: list[Version]) -> Version:
    return min(versions, key=lambda version: version.loss)


def test_a_search_comes_close_to_its_goal(fake: list[dict[str, Any]], tmp_path: Path) -> None:
    found = list(search_in(tmp_path, "rounds=220..222").versions())
    assert 60 <= len(found) == len(fake) <= 66
    assert found[0].values == (20, 2)
    assert len({version.values for version in found}) == len(found)
    assert closest(found).figures[0].value == pytest.approx(221, abs=4)
    alone = list(search_in(tmp_path, "rounds=196..198", COPIES[1:], tries=20).versions())
    assert closest(alone).values[0] == pytest.approx(29, abs=2)


def test_a_small_number_of_versions_is_played_completely(fake: list[dict[str, Any]], tmp_path: Path) -> None:
    found = list(search_in(tmp_path, "rounds=95", ("card.bankruptcy.copies=1..4",)).versions())
    assert sorted(version.values for version in found) == [(1,), (2,), (3,), (4,)]


def test_a_resumed_search_has_the_same_result(fake: list[dict[str, Any]], tmp_path: Path) -> None:
    whole = list(search_in(tmp_path / "a", "rounds=221").versions())
    begun = search_in(tmp_path / "b", "rounds=221").versions()
    for _ in range(20):
        next(begun)
    fake.clear()
    assert list(search_in(tmp_path / "b", "rounds=221").versions()) == whole
    assert len(fake) == len(whole) - 20
    fake.clear()
    other = search_in(tmp_path / "b", "rounds=150")
    assert other.play(other.now()).figures == whole[0].figures
    assert fake == []


def test_an_unplayable_version_is_skipped(tmp_path: Path) -> None:
    search = search_in(tmp_path, "rounds=221", ("card.trading-license.copies=-3..60",))
    version = search.play((-3,))
    assert "copies" in version.fault
    assert version.loss > 1e5


@pytest.mark.slow
def test_the_result_of_the_command_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("cmaes")
    file = tmp_path / "out" / "tuned.toml"
    given = ["tune", "cash", "--mode", "quick", "--seats", "2", "--games", "10", "--tries", "6", "--workers", "1"]
    given += ["--number", COPIES[0], "--number", COPIES[1], "--goal", "rounds of a game=6..7", "--goal", "seats<=3"]
    given += ["--counts", str(tmp_path), "--to", str(file)]
    assert cli.main(given) == 0
    said = capsys.readouterr().out
    assert re.search(r"rounds of a game=6\.\.7: [\d.]+ \([\d.]+ to [\d.]+\) → ", said)
    assert "averages over 40 games" in said
    assert cli.main(given) == 0
    assert capsys.readouterr().out == said
    play = ["simulate", "cash", "--mode", "quick", "--bots", "steady,steady", "--games", "2", "--workers", "1"]
    assert cli.main([*play, "--content", str(file)]) == 0


@pytest.mark.slow
def test_a_search_can_start_from_a_variant_and_choose_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun, file = tmp_path / "clerk.toml", tmp_path / "tuned.toml"
    begun.write_text(CHANGES["cash"], "utf-8")
    given = ["tune", "cash", "--mode", "quick", "--seats", "2", "--games", "4", "--workers", "1"]
    given += ["--number", "card.clerk.copies=6..7", "--number", "option.max_rounds=1..2"]
    given += ["--goal", "rounds of a game<=1", "--counts", str(tmp_path), "--content", str(begun)]
    assert cli.main([*given, "--to", str(file)]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^option\.max_rounds: \d+ → 1$", said, re.M)
    assert f"--content {file} --option max_rounds=1 to a command" in said
    before, after = (games.read_variant("cash", one) for one in (begun, file))
    (copies,) = re.findall(r"^card\.clerk\.copies: (?:6 → )?(\d)", said, re.M)
    cards = {card["id"]: card for card in after.content["cards"]["card"]}
    assert cards.pop("clerk")["copies"] == int(copies)
    assert cards == {card["id"]: card for card in before.content["cards"]["card"] if card["id"] != "clerk"}
    play = ["simulate", "cash", "--mode", "quick", "--bots", "steady,steady", "--games", "2", "--workers", "1"]
    assert cli.main([*play, "--content", str(file), "--option", "max_rounds=1"]) == 0


@pytest.mark.slow
def test_a_search_for_options_alone_writes_no_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["tune", "cash", "--mode", "quick", "--seats", "2", "--games", "4", "--workers", "1"]
    given += ["--number", "option.max_rounds=1..2", "--goal", "rounds of a game<=1", "--counts", str(tmp_path)]
    assert cli.main(given) == 0
    assert "To use these options, add --option max_rounds=1 to a command." in capsys.readouterr().out
    assert cli.main([*given, "--to", str(tmp_path / "tuned.toml")]) == cli.FAULT
    assert "a variant can't contain options" in capsys.readouterr().err


NUMBER = ("--number", "card.bankruptcy.copies=1..8")
GOAL = ("--goal", "seats<=2")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([*GOAL], "--number"),
        ([*NUMBER], "--goal"),
        (["--number", "copies", *GOAL], "isn't a number with a range"),
        (["--number", "card.bankruptcy.copies=8..1", *GOAL], "from the lowest to the highest"),
        (["--number", "card.bankruptcy.copies=1..90000000", *GOAL], "2 to 10,000 values"),
        (["--number", "deck.copies=1..8", *GOAL], "The content has no 'deck'"),
        (["--number", "card.bankrupt.copies=1..8", *GOAL], "card has no 'bankrupt'. It has trading-license"),
        (["--number", "card.bankruptcy.cost=1..8", *GOAL], "has no 'cost'. It has id, name"),
        (["--number", "card.bankruptcy.name=1..8", *GOAL], "should be a whole number"),
        (["--number", "card.bankruptcy.copies.x=1..8", *GOAL], "card.bankruptcy.copies has no 'x'"),
        ([*NUMBER, *NUMBER, *GOAL], "twice"),
        (["--number", "option.speed=1..8", *GOAL], "no numeric option 'speed'. It has target"),
        (["--number", "option.max_rounds=1..900", *GOAL], "must be from 0 to 200"),
        ([*NUMBER, *GOAL, "--content", "missing.toml"], "There is no file missing.toml"),
        ([*NUMBER, "--goal", "balanced"], "isn't a goal"),
        ([*NUMBER, "--goal", "seats<=2..3"], "isn't a goal"),
        ([*NUMBER, "--goal", "score=9..3"], "the first number can't be larger than the second"),
        ([*NUMBER, "--goal", "beauty>=3", "--games", "1", "--mode", "quick"], "There is no figure 'beauty'"),
        ([*NUMBER, *GOAL, "--tries", "0"], "tries must be from 1"),
        ([*NUMBER, *GOAL, "--games", "0"], "games must be from 1"),
        ([*NUMBER, *GOAL, "--seats", "9"], "2 to 8 players"),
        ([*NUMBER, *GOAL, "--workers", "0"], "workers"),
    ],
)
def test_invalid_arguments_are_refused_with_one_sentence(
    given: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    workers = [] if "--workers" in given else ["--workers", "1"]
    assert cli.main(["tune", "cash", *given, *workers]) == cli.FAULT
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
