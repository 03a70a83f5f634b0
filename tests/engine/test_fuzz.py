"""Test the fuzzer: it plays any table, and its findings open as games."""

from __future__ import annotations

from pathlib import Path

import pytest

from cashbox.engine.chance import Chance, SeededChance
from cashbox.engine.conformance import ConformanceError, Summary, run
from cashbox.engine.fuzz import fuzz, random_table
from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from tests.engine.coins import DRAW, State, Tiny


@pytest.mark.slow
def test_a_sound_game_leaves_no_file(tmp_path: Path) -> None:
    heard: list[int] = []
    summary, crashes = fuzz(Tiny(), tmp_path / "crashes", games=12, heard=lambda now: heard.append(now.games))
    assert crashes == []
    assert summary.games == 12
    assert heard == list(range(1, 13))
    assert not (tmp_path / "crashes").exists()


@pytest.mark.slow
def test_the_fuzzer_stops_at_its_time_limit(tmp_path: Path) -> None:
    summary, _ = fuzz(Tiny(), tmp_path, seconds=0.2)
    assert 0 < summary.games < 1000
    assert fuzz(Tiny(), tmp_path, seconds=0)[0] == Summary()


def test_the_fuzzer_plays_tables_of_all_kinds() -> None:
    tables = [random_table(Tiny(), SeededChance(seed)) for seed in range(200)]
    assert {seats for seats, _ in tables} == {2, 3, 4}
    assert {options["rounds"] for _, options in tables} == {1, 2, 3, 4}
    assert {options["rich"] for _, options in tables} == {True, False}


class Crashing(Tiny):
    """Breaks down when the 7 is drawn."""

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        super().play(state, seat, action, chance)
        if action == DRAW and state.hands[seat][-1] == 7:
            raise IndexError("no pocket for a seven")


def test_a_crash_file_opens_as_a_table_and_can_be_replayed(tmp_path: Path) -> None:
    _, crashes = fuzz(Crashing(), tmp_path / "new" / "folder", games=200, seed="run/1", most=2)
    assert len(crashes) == 2
    for crash in crashes:
        path = Path(crash.path)
        assert path.parent == tmp_path / "new" / "folder"
        journal = loads(path.read_bytes())
        assert "no pocket for a seven" in journal.header.comment
        assert crash.sentence in journal.header.comment
        match = Match.resume(Crashing(), journal, SeededChance(1))
        assert not match.over
        assert match.legal(next(seat for seat in range(crash.seats) if match.legal(seat)))
        with pytest.raises(ConformanceError) as caught:
            run(Crashing(), [crash.seed], crash.seats, crash.options, every=crash.every)
        assert str(caught.value) == crash.sentence


class NotStarting(Tiny):
    """Does not get as far as a first state."""

    def start(self, options: object, seats: int, chance: Chance) -> State:
        raise ZeroDivisionError("nothing to deal")


def test_a_game_that_does_not_start_leaves_a_file(tmp_path: Path) -> None:
    _, crashes = fuzz(NotStarting(), tmp_path, games=1)
    journal = loads(Path(crashes[0].path).read_bytes())
    assert "nothing to deal" in journal.header.comment
    assert journal.entries[0].n == 0
