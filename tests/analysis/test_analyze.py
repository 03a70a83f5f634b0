"""Test luck and skill in finished games: the sum holds, and decisions are judged by what their seat knew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import cli, games
from cashbox.analysis import analyze as module
from cashbox.analysis import decisions
from cashbox.analysis.analyze import Analyzer, Effort
from cashbox.analysis.decisions import Decision
from cashbox.analysis.results import Analysis, AnalyzedMoment, Judged, SeatSummary
from cashbox.analysis.sentences import PERCENT, errors, grading
from cashbox.analysis.summary import GRADED, summaries
from cashbox.analysis.values import Value, Values, brief_guide, precise
from cashbox.bots.search import PlainGuide, guide_of
from cashbox.engine import journal as journals
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from tests.sample_bias import positions

if TYPE_CHECKING:
    from cashbox.engine.journal import Journal

JOURNALS = Path(__file__).parent.parent / "fixtures" / "journals"
SHORT = "cash-last-round-shared.jsonl"
JUDGED = 2
"""Decisions of each game."""


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(module.EFFORTS, "quick", Effort(1, 2, 4))


def read(name: str) -> Journal:
    return journals.loads((JOURNALS / name).read_bytes())


def ended(analyzer: Analyzer, last: int) -> list[AnalyzedMoment]:
    """Analyze the last moments of a game; before them, all chances are even."""
    even = tuple(1 / analyzer.seats for _ in range(analyzer.seats))
    early = analyzer.played[: max(0, len(analyzer.played) - last)]
    done = [AnalyzedMoment(n, seat, even) for n, seat in [(-1, -1), (0, -1), *((one.n, one.seat) for one in early)]]
    return [*done, *analyzer.steps(done)]


@pytest.mark.few(1, usual=3)
@pytest.mark.parametrize(
    ("name", "last"),
    [
        (SHORT, 6),
        ("cash-sealed-gone-on.jsonl", 20),  # with a redeal
        ("cash-round-stopped.jsonl", 20),  # with undos
        ("consultants-debt.jsonl", 6),
        ("envelopes-bubba-wins.jsonl", 3),  # won by an opponent without a seat
        ("envelopes-tie-recruits.jsonl", 3),
    ],
)
def test_start_luck_and_decisions_add_up_to_the_result(name: str, last: int) -> None:
    journal = read(name)
    analyzer = Analyzer(journal)
    analysis = analyzer.whole(ended(analyzer, last))
    end = journal.end
    assert end is not None
    for seat, one in enumerate(analysis.seats):
        assert one.start + one.luck + one.own + one.others == pytest.approx(one.result, abs=1e-9)
        assert one.result == (1 / len(end.winners) if seat in end.winners else 0)
    assert len(analysis.moments) == len(analyzer.played) + 1
    assert any(moment.judged for moment in analysis.moments)


@pytest.mark.slow
def test_an_analysis_that_was_interrupted_ends_with_the_same_result() -> None:
    journal = read(SHORT)
    whole = list(Analyzer(journal).steps())
    assert len(whole) == Analyzer(journal).total
    for stopped in (1, 2, 5):
        rest = list(Analyzer(journal).steps(whole[:stopped]))
        assert [*whole[:stopped], *rest] == whole


@pytest.mark.slow
def test_another_seed_gives_different_playouts() -> None:
    journal = read(SHORT)
    assert list(Analyzer(journal, seed="one").steps()) != list(Analyzer(journal, seed="two").steps())


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("game", "seats"), [("cash", 3), ("consultants", 3), ("envelopes", 3)])
def test_indistinguishable_states_give_the_same_judgment(game: str, seats: int) -> None:
    judged = differing = 0
    for k, (rules, state, viewer) in enumerate(positions(game, seats, 24, seed=4, every=7)):
        legal = rules.legal(state, viewer) if viewer >= 0 else []
        if len(legal) < 2 or judged == JUDGED:
            continue
        other = rules.sample(state, viewer, SeededChance(k))
        differing += rules.fingerprint(other) != rules.fingerprint(state)
        one, two = (
            Decision(Values(rules, seats, 1, "v"), truth, viewer, legal[-1], "d").judge(4, 4)
            for truth in (state, other)
        )
        assert msgspec.json.encode(one) == msgspec.json.encode(two)
        judged += 1
    assert judged == JUDGED
    assert differing


@pytest.mark.slow
def test_steadys_choice_has_no_effect_and_a_blunder_has_an_error() -> None:
    """The network of CASH tells which choice is the worst."""
    blunders = 0
    for rules, state, viewer in positions("cash", 2, 40, seed=1, every=11):
        values = Values(rules, 2, 2, "v")
        legal = rules.legal(state, viewer) if viewer >= 0 else []
        if len(legal) < 2 or blunders:
            continue
        plain = Decision(values, state, viewer, values.plain(state, viewer), "d").judge(4, 4)
        assert not plain.effect
        decision = Decision(values, state, viewer, legal[0], "d")
        known = dict(decision.guide.chances(rules.view(state, viewer), legal))
        if not known:
            continue
        worst = min(known, key=lambda action: known[action])
        found = Decision(values, state, viewer, worst, "d").judge(4, 4)
        assert found.error == max(known.values()) - known[worst]
        assert (found.best != found.played) == (found.error > 0)
        blunders += found.error > 0.01
    assert blunders


@pytest.mark.few(1, usual=2)
@pytest.mark.parametrize("game", ["consultants", "cash", "envelopes"])
def test_a_large_error_has_choices_with_the_best_and_the_one_played(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "PUZZLE", -1)
    monkeypatch.setattr(decisions, "DOUBT", -99)
    for rules, state, viewer in positions(game, 2, 40, seed=2, every=7):
        legal = rules.legal(state, viewer) if viewer >= 0 else []
        if len(legal) < 4:
            continue
        found = Decision(Values(rules, 2, 1, "v"), state, viewer, legal[-1], "d").judge(8, 4)
        if found.best == found.played:
            assert not found.choices
            continue
        labels = [one.label for one in found.choices]
        assert len({*labels}) == len(labels) <= decisions.MORE + 2
        by_label = {one.label: one for one in found.choices}
        assert (by_label[found.best].action, by_label[found.best].loss) == (found.action, 0)
        assert (by_label[found.played].action, by_label[found.played].loss) == (legal[-1], max(0.0, found.error))
        assert all(one.loss >= 0 for one in found.choices)
        order = [legal.index(one.action) for one in found.choices]
        assert order == sorted(order)
        break
    else:
        raise AssertionError("no decision with choices")


def test_a_game_without_moments_has_no_luck() -> None:
    (alone,) = summaries([0.25], [0.25], [])
    assert (alone.luck, alone.own, alone.others, alone.decisions, alone.error) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("game", ["cash", "consultants", "envelopes"])
def test_chances_computed_together_equal_single_ones(game: str) -> None:
    """Where a brief playout ends, and in Envelopes and CASH that is before the end of the game."""
    found = positions(game, 3, 8, seed=4, every=3)
    rules, state, viewer = next(one for one in found if one[2] >= 0 and one[0].legal(one[1], one[2]))
    guides = [brief_guide(rules, seat) for seat in range(3)]
    legal = rules.legal(state, viewer)
    guides[viewer].playout(state, guides[viewer].tries(rules.view(state, viewer), legal)[0], 1)
    assert (rules.outcome(state) is None) == (game != "consultants")
    assert guides[viewer].standings(state, 3) == [(guide.won(state), guide.ahead(state)) for guide in guides]
    assert sum(Values(rules, 3, 1, "v").read(state).chances) == pytest.approx(1)


def test_a_value_is_precise_when_its_chances_differ_little() -> None:
    def values(*chances: float) -> list[Value]:
        return [Value((chance, 1 - chance), ()) for chance in chances]

    assert precise(values(*[1.0] * 200))
    assert not precise(values(*[1.0] * 40))  # the next game may be lost
    assert not precise(values(*[0.0, 1.0] * 200))
    assert precise(values(*[0.40, 0.41, 0.42, 0.43] * 5))


def decided(n: int, lost: float) -> AnalyzedMoment:
    """A decision of seat 0 that lost so many points."""
    judged = Judged(2, "a", "b", 1, 0.0, 0.0, lost or None)
    return AnalyzedMoment(n, 0, (0.5, 0.5), judged=judged)


def test_a_grade_follows_from_the_mean_loss_in_a_decision() -> None:
    guide = PlainGuide(games.load("consultants"), 0)
    guide.grades = {"expert": 2.0, "advanced": 6.0}
    for lost, grade in ((0.0, "expert"), (2.0, "expert"), (5.0, "advanced"), (7.0, "beginner")):
        # Every other decision loses nothing.
        moments = [decided(n, 2 * lost * (n % 2)) for n in range(GRADED)]
        player, other = summaries([0.5, 0.5], [0.5, 0.5], moments, guide)
        assert (player.lost, player.grade) == (lost, grade)
        assert other.grade == ""
        few, _ = summaries([0.5, 0.5], [0.5, 0.5], moments[1:], guide)
        assert few.grade == ""
    guide.grades = {}
    assert summaries([0.5, 0.5], [0.5, 0.5], moments, guide)[0].grade == ""


def test_sentences_say_what_decisions_cost_and_what_grades_mean() -> None:
    one = SeatSummary(0.5, 0, 0, 0, 0, 0.5, 45, 3, 0.0125, lost=7.3)
    said = "Error per decision: 1.25 points, or $7.30. 3 of 45 decisions cost 1 point or more."
    assert errors(one, "dollar") == said
    assert errors(one, PERCENT) == errors(one, "") == said.replace(", or $7.30", "")
    assert ", or 7.3 stars. No decisions cost" in errors(msgspec.structs.replace(one, mattered=0), "star")
    assert errors(msgspec.structs.replace(one, decisions=0), "dollar") == "No decisions to judge."
    analysis = Analysis(
        game="g", edition=1, content_hash="", players=(), effort="quick", seed="", unit="dollar", start=(), moments=[],
        seats=[], grades={"expert": 5.0, "advanced": 10.5}, grade_unit="dollar",
    )  # fmt: skip
    assert "expert up to $5, advanced up to $10.50, and beginner above that." in grading(analysis)[0]
    assert grading(msgspec.structs.replace(analysis, grades={})) == []


def test_grades_begin_with_the_best() -> None:
    for game in ("cash", "consultants", "envelopes"):
        grades = guide_of(games.load(game), 0).grades
        assert list(grades.values()) == sorted(grades.values())
        assert all(name in ("expert", "advanced", "intermediate") for name in grades)


def test_only_finished_games_of_limited_length_are_analyzed(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = read(SHORT)
    begun = msgspec.structs.replace(journal, entries=journal.entries[:-1], end=None)
    with pytest.raises(GameError, match="Only finished games") as error:
        Analyzer(begun)
    assert error.value.code == "not-over"
    monkeypatch.setattr(module, "MOST_ENTRIES", 3)
    with pytest.raises(GameError, match="up to 3") as error:
        Analyzer(journal)
    assert error.value.code == "too-long"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = cli.main([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.mark.slow
def test_the_command_shows_the_sum_of_each_player(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "analyze", JOURNALS / SHORT)
    assert (status, err) == (0, "")
    names = read(SHORT).header.players
    for name in names:
        (row,) = [line for line in out.splitlines() if line.startswith(f"{name} ")]
        start, luck, own, others, result = (float(word) for word in row.removeprefix(name).split()[:5])
        assert start + luck + own + others == pytest.approx(result, abs=0.3)
        assert f"{name}: " in out
    assert "Without luck, " in out
    grades = guide_of(games.load("cash"), 0).grades
    assert ", ".join(f"{name} up to {most:g} points" for name, most in grades.items()) in out


@pytest.mark.slow
def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "analyze", JOURNALS / SHORT, "--json", "--seed", "7")
    found: dict[str, Any] = json.loads(out)
    assert (found["game"], found["effort"], found["seed"]) == ("cash", "quick", "7")
    assert len(found["moments"]) == Analyzer(read(SHORT)).total - 1
    assert found["grades"] == dict(guide_of(games.load("cash"), 0).grades)
    assert found["grade_unit"] == "percentage point"
    assert all({"lost", "grade"} <= set(seat) for seat in found["seats"])


def test_the_command_refuses_a_game_that_is_not_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = read(SHORT)
    begun = msgspec.structs.replace(journal, entries=journal.entries[:-1], end=None)
    file = tmp_path / "begun.jsonl"
    file.write_bytes(journals.dumps(begun))
    status, out, err = run(capsys, "analyze", file)
    assert (status, out) == (2, "")
    assert err == "cashbox: This game isn't over. Only finished games can be analyzed.\n"
