"""Test the measurement of beliefs: samples agree with the past, and the command prints its figures."""

from __future__ import annotations

import argparse
import re
import sys
from math import log

import pytest

from bench import beliefs, beliefs_match
from bench.explained import GAMES, SOUND, Decided
from cashbox import games
from cashbox.engine.chance import SeededChance

EVERY = {"consultants": 20, "envelopes": 30, "cash": 40}


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_truth_explains_steadys_choices_better_than_samples(game_id: str) -> None:
    game = games.load(game_id)
    told = GAMES[game_id](game)
    worse = 0
    for state, seat, _, past in beliefs.positions(game, told, 2, 1, EVERY[game_id]):
        mine = [one for one in past if one.seat != seat and (game_id != "cash" or one.state.round == state.round)]
        shown = game.sampler(state, 0b11)(SeededChance(1))
        true = told.logs(shown, seat, past, [shown])[0]
        if game_id != "cash":  # where the order of the hand decides between choices that are level
            assert true == pytest.approx(len(mine) * log(SOUND))
        samples = [game.sample(state, seat, SeededChance(k)) for k in range(5)]
        worse += sum(one < true - 0.1 for one in told.logs(state, seat, past, samples))
    assert worse > 5


def test_a_choice_steady_would_not_make_is_unlikely() -> None:
    game = games.load("consultants")
    told = GAMES["consultants"](game)
    state, seat, _, past = next(beliefs.positions(game, told, 2, 1, 20))
    at = next(k for k, one in enumerate(past) if one.seat != seat and 291 in one.legal and one.action < 128)
    wrong = Decided(past[at].state, past[at].seat, past[at].legal, 291)
    right = told.logs(state, seat, past, [state])[0]
    other = told.logs(state, seat, [*past[:at], wrong, *past[at + 1 :]], [state])[0]
    assert right - other == pytest.approx(log(SOUND) - log((1 - SOUND) / (len(wrong.legal) - 1)))


def test_scores_are_logarithms_of_how_likely_the_truth_is() -> None:
    held = [[1, 0], [1, 2], [0, 0], [1, 0]]
    assert beliefs.score(held, [1, 0], None) == pytest.approx(2 * log(3.5 / 5))
    sure = beliefs.score(held, [1, 0], [1.0, 0.0, 0.0, 0.0])
    assert sure == pytest.approx(2 * log(0.05 * 3.5 / 5 + 0.95))
    assert beliefs.weights_of([0.0, log(0.25)], 0.5) == pytest.approx([2 / 3, 1 / 3])


def test_intervals_are_clustered_by_game() -> None:
    figures = beliefs.Figures()
    for number, value in ((0, 1.0), (0, 1.0), (1, 3.0), (1, 3.0)):
        figures.add("x", number, value)
    mean, half, count = figures.interval("x")
    assert (mean, count) == (2.0, 4)
    assert half == pytest.approx(1.96)


@pytest.mark.thorough
def test_the_command_measures_and_prints(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    short = "--games 1 --bot gentle --every 20 --samples 8 --gain --playouts 8 --judges 2"
    monkeypatch.setattr(sys, "argv", ["beliefs", "consultants", *short.split()])
    beliefs.main()
    said = capsys.readouterr().out
    assert "1 games of gentle" in said
    for words in ("nats, plain samples", "power 0.5", "worth more: weighed", "worth more: all shown"):
        assert words in said


def test_other_bots_decide_differently() -> None:
    game = games.load("consultants")
    told = GAMES["consultants"](game)
    first = [next(beliefs.positions(game, told, 2, 1, 20, bot))[0] for bot in ("steady", "steady", "gentle")]
    assert game.fingerprint(first[0]) == game.fingerprint(first[1]) != game.fingerprint(first[2])


@pytest.mark.slow
def test_each_match_is_played_from_both_seats(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["beliefs_match", "consultants", "steady", "steady", "--games", "4"])
    beliefs_match.main()
    said = capsys.readouterr().out
    assert re.search(r"won by steady against steady +0\.5000 ± 0\.0000 +\(4\)", said)


@pytest.mark.parametrize("kind", ["plain", "weighed", "shown"])
def test_samples_in_a_match_agree_with_the_seats_view(kind: str) -> None:
    given = argparse.Namespace(playouts=2, samples=5, last=4)
    table = beliefs_match.Table("consultants", [kind, "steady"], given)
    state, seat, _, past = next(beliefs.positions(table.game, table.told, 2, 1, 20))
    deal = table._dealer(kind, state, seat, past, SeededChance(1))
    for _ in range(3):
        sample = deal(SeededChance(2))
        assert table.game.view(sample, seat) == table.game.view(state, seat)
        if kind == "shown":
            assert table.told.holds(sample, 1 - seat) == table.told.holds(state, 1 - seat)
