"""Test that the conformance suite passes a sound game and catches each fault with the right check."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine import conformance
from cashbox.engine.conformance import ALWAYS, SOMETIMES, ConformanceError, run, run_for
from cashbox.engine.counterfactual import Evidence
from cashbox.engine.game import GameError, Mode
from cashbox.engine.settings import tables
from tests.engine.broken import CAUGHT, Guided, Open, OpenUnsaid, Stuck, TellsParityWithTrueSamples
from tests.engine.coins import ABOUT, Tiny

if TYPE_CHECKING:
    from collections.abc import Mapping


@pytest.mark.thorough
def test_a_sound_game_passes() -> None:
    heard: list[int] = []
    summary = run(Tiny(), range(8), heard=lambda now: heard.append(now.games))
    assert summary.games == 24
    assert heard == list(range(1, 25))
    assert summary.undos > 0
    assert summary.draws > 0
    assert summary.samples == summary.differing > 0
    assert 0 < summary.longest <= Tiny().bound
    assert summary.actions == 5


SHORT = Mode("short", "Short", "One round.", {"rounds": 1}, least=3)


class TwoModes(Tiny):
    def __init__(self) -> None:
        super().__init__()
        self.about = msgspec.structs.replace(ABOUT, modes=(*ABOUT.modes, SHORT))

    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        if options.get("mode") != SHORT.id:
            return super().check_options(options, seats)
        if seats < SHORT.least:
            raise GameError("bad-seats", "The short mode is for 3 or 4 players.")
        return {"mode": SHORT.id}


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int | str]]:
    """Mode, number of players and seed of each game that is asked for; nothing is played."""
    found: list[tuple[str, int, int | str]] = []

    def play(
        game: Tiny, options: dict[str, Any], seats: int, seed: int | str, every: int, summary: conformance.Summary
    ) -> None:
        found.append((options["mode"], seats, seed))
        summary.games += 1

    monkeypatch.setattr(conformance, "play", play)
    return found


ENDS = [("long", 2), ("long", 4), ("short", 3), ("short", 4)]


def test_without_time_each_mode_is_played_with_the_fewest_and_most_players(
    played: list[tuple[str, int, int | str]],
) -> None:
    assert run_for(TwoModes(), 0.0, 7).games == 4
    assert played == [(*table, 7) for table in ENDS]


def test_play_ends_with_the_first_game_after_the_time(played: list[tuple[str, int, int | str]]) -> None:
    """By a clock that goes on by a second with every game."""
    summary = run_for(TwoModes(), 7.5, clock=lambda: float(len(played)))
    assert summary.games == 8
    every = [("long", 2), ("long", 3), ("long", 4), ("short", 3), ("short", 4)]
    assert played == [*((*table, 0) for table in (*ENDS, ("long", 3))), *((*table, 1) for table in every[:3])]


def test_the_requested_number_of_games_is_played_at_every_table(played: list[tuple[str, int, int | str]]) -> None:
    summary = run(TwoModes(), range(2))
    assert summary.games == len(played) == 10
    assert set(played) == {(o["mode"], seats, seed) for o, seats in tables(TwoModes()) for seed in range(2)}


def test_the_same_seed_plays_the_same_games() -> None:
    found = [run_for(Tiny(), 0.0, seed) for seed in (1, 1, 2)]
    entries = [summary.entries for summary in found]
    assert entries[0] == entries[1]
    assert (found[0].samples, entries[0]) != (found[2].samples, entries[2])


@pytest.mark.thorough
def test_every_entry_can_be_checked_thoroughly() -> None:
    run(Tiny(), range(4), [2, 4], {"mode": "long", "rich": True}, every=1)


BY_ACCIDENT = [(check, broken) for check, broken in CAUGHT if check != "hidden"]
LEAKS = [broken for check, broken in CAUGHT if check == "hidden"]


@pytest.mark.few(10, usual=10)
@pytest.mark.parametrize(("check", "broken"), BY_ACCIDENT, ids=lambda value: getattr(value, "__name__", value))
def test_each_fault_is_caught(check: str, broken: type[Tiny]) -> None:
    met: list[ConformanceError] = []
    for seed in range(100):
        error = breach(broken(), seed)
        met += [error] if error else []
        if error and error.check == check:
            break
    assert check in {error.check for error in met}, [str(error) for error in met]
    assert str(met[-1]).startswith(f"{check}: ")
    assert f"seed {met[-1].seed!r}, entry {met[-1].step})" in str(met[-1])


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("leak", LEAKS)
def test_samples_that_keep_hidden_values_are_found(monkeypatch: pytest.MonkeyPatch, leak: type[Tiny]) -> None:
    """It takes several trials, so more of them are made in each game than usual."""
    monkeypatch.setattr(conformance, "SECRETS", 100)
    with pytest.raises(ConformanceError) as caught:
        run(leak(), range(20), every=20)
    assert caught.value.check == "hidden"


@pytest.mark.slow
def test_a_leak_is_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "SECRETS", 100)
    with pytest.raises(ConformanceError) as caught:
        run(TellsParityWithTrueSamples(), range(20), every=20)
    assert re.match(r"(seat \d|a spectator) cannot know .*, but `sample` keeps what it truly is", caught.value.sentence)
    assert caught.value.journal is not None
    with pytest.raises(ConformanceError, match=r"sampled states is the true one: .*\(perfect_information=True\)"):
        run(OpenUnsaid(), range(3))


@pytest.mark.thorough
def test_honest_samples_keep_few_hidden_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands, bids and the order of the deck are all looked for."""
    monkeypatch.setattr(conformance, "SECRETS", 100)
    hidden = run(Tiny(), range(14), every=20).hidden
    assert {"what others see as 'hand'", "what others see as 'bid'", "'hand' after 'draw'"} <= hidden.keys()
    for what, evidence in hidden.items():
        assert evidence.trials > 3, what
        assert evidence.kept <= evidence.trials / 2, what


@pytest.mark.parametrize(
    ("trials", "kept", "damning"), [(19, 19, False), (20, 20, True), (200, 60, False), (200, 150, True)]
)
def test_few_trials_prove_nothing(trials: int, kept: int, damning: bool) -> None:
    assert Evidence(trials, kept).damning == damning


@pytest.mark.thorough
def test_a_game_without_secrets_passes_if_it_says_so() -> None:
    assert not run(Open(), range(3), every=2).hidden


def test_a_game_with_hints_passes() -> None:
    assert run(Guided(), [1], 2).games == 1


def test_a_decision_that_repeats_is_named() -> None:
    with pytest.raises(ConformanceError) as caught:
        run(Stuck(), [1])
    repeats = r"seat \d made 60 of the last 60 decisions, (each among .*, )?most recently .*, and has to decide again$"
    assert re.search(f"continues after 60 decisions, .*: {repeats}", caught.value.sentence)


def breach(game: Tiny, seed: int) -> ConformanceError | None:
    """What the suite says of a game; a fault may be met by another check first, depending on the seed."""
    try:
        run(game, [seed], every=1 + seed % 3)
    except ConformanceError as error:
        return error
    return None


def test_every_check_has_a_game_that_fails_it() -> None:
    named = {check.__name__ for check in (*ALWAYS, *SOMETIMES)}
    named |= {"sampled_play", "random_play", "going_on", "strange_forms", "actions", "barrier", "telling"}
    named |= {"hidden", "content", "options", "tale", "bound", "lockstep", "window", "replay", "crash"}
    assert {check for check, _ in CAUGHT} == named
