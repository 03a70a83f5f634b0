"""Test stated game lengths: measured turns for each number of players, at 20 seconds per turn (RULINGS D7)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cashbox.engine.times import EVENING, order_modes
from cashbox.games.cash.about import ABOUT
from cashbox.games.cash.balance import TURNS_PLAYED
from cashbox.games.cash.length import SECONDS, TURNS
from cashbox.lab import simulate

REPORT = Path(__file__).parents[3] / "docs" / "notes" / "balance-cash.md"
PLAYERS = range(2, 9)
BY_ID = {mode.id: mode for mode in ABOUT.modes}


def test_a_turn_is_assumed_to_take_twenty_seconds() -> None:
    assert SECONDS == 20
    for mode, turns in TURNS.items():
        assert {n: round(count * 20 / 60) for n, count in turns.items()} == BY_ID[mode].minutes
        assert list(turns) == list(PLAYERS)


@pytest.mark.parametrize("mode", TURNS)
def test_turns_per_game_match_the_report(mode: str) -> None:
    found: dict[int, int] = {}
    heads: list[str] = []
    for line in REPORT.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == mode:
            heads = cells
        elif cells[0] == TURNS_PLAYED and heads:
            for head, cell in zip(heads[1:], cells[1:], strict=True):
                found[int(head.split()[0])] = round(float(cell.split()[0].replace(",", "")))
            heads = []
    assert found == TURNS[mode]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("mode", "players"), [("quick", 2), ("quick", 8), ("standard", 3), ("advanced", 4)])
def test_bot_games_take_about_the_stated_number_of_turns(mode: str, players: int) -> None:
    run = simulate.plan("cash", 16, ["steady"] * players, 5, {"mode": mode})
    played = [one.note for one in simulate.stream(msgspec.structs.replace(run, observed=True))]
    mean = sum(note.numbers[TURNS_PLAYED][0] for note in played) / len(played)
    assert mean == pytest.approx(TURNS[mode][players], rel=0.4)


def test_eight_players_take_hours_so_quick_mode_comes_first() -> None:
    standard, quick = BY_ID["standard"], BY_ID["quick"]
    assert standard.minutes[8] > EVENING
    assert quick.minutes[8] < EVENING
    whole = [mode for mode in ABOUT.modes if not mode.guided]
    assert [mode.id for mode in order_modes(whole, 8)] == ["quick", "standard", "advanced"]
    assert [mode.id for mode in order_modes(whole, 2)] == ["standard", "advanced", "quick"]
    for players in PLAYERS:
        first = order_modes(ABOUT.modes, players)[0]
        assert (first is quick) == (standard.minutes[players] > EVENING)
