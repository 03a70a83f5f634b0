"""Test that every score sheet adds up and follows the order of the rule text.

Source: CASH "The score"; RULINGS B2.1, B2.6-8.
"""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from tests.games.cash.positions import CARDS, CASH, Table, Which, turn
from tests.games.cash.random_players import play, play_out

STEPS = ("tabled", "doubled", "held", "bears", "taxed", "total", "before", "capital")
BEARS = {"crash": 25_000, "recession": 50_000, "bankruptcy": 150_000}


def by_hand(t: Table) -> list[dict[str, int]]:
    """What each firm makes if trading stops now, worked out from the cards that lie there."""
    lines = []
    for seat, firm in enumerate(t.view().players):
        hand = t.held(seat)
        tabled = [
            list(CARDS)[face] for face in (*firm.cash, *[face for policy in firm.policies for face in policy.cash])
        ]
        line = {"tabled": sum(int(which) for which in tabled)}
        line["doubled"] = line["tabled"] if firm.ventures else 0
        line["held"] = -sum(which for which in hand if isinstance(which, int))
        line["bears"] = -sum(BEARS.get(str(which), 0) for which in hand) * (2 if "venture" in hand else 1)
        line["taxed"] = 0
        lines.append(line)
    before = [sum(line.values()) for line in lines]
    for seat, firm in enumerate(t.view().players):
        for other, total in enumerate(before):
            if firm.taxman and other != seat:
                assert total % 10 == 0
                lines[seat]["taxed"] += total // 10
                lines[other]["taxed"] -= total // 10
    for line, firm in zip(lines, t.view().players, strict=True):
        line["total"] = sum(line[step] for step in STEPS[:5])
        line["before"] = firm.capital
        line["capital"] = firm.capital + line["total"]
    return lines


def test_the_steps_follow_the_order_of_the_rule_text() -> None:
    line = turn(2).stop()
    assert msgspec.structs.asdict(line).keys() == set(STEPS)
    assert tuple(field.name for field in msgspec.structs.fields(line)) == STEPS


@pytest.mark.parametrize("venture", ["none", "tabled", "in hand", "both"])
@pytest.mark.parametrize("taxman", [None, 0, 1])
@pytest.mark.parametrize("second", [(), (75_000,), ("bankruptcy", 5_000)])
def test_a_score_sheet_matches_a_manual_calculation(
    venture: str, taxman: int | None, second: tuple[Which, ...]
) -> None:
    hand: tuple[Which, ...] = ("crash", "recession", 10_000)
    t = turn(3).cash(0, 50_000, 5_000).insured(0, "economy", 25_000).cash(1, 150_000).hand(1, *second)
    if venture in ("tabled", "both"):
        t.venture(0)
    t.hand(0, "stop", *hand, *(("venture",) if venture in ("in hand", "both") else ()))
    if taxman is not None:
        t.taxman(taxman)
    expected = by_hand(t)
    t.play("stop")
    assert [msgspec.structs.asdict(line) for line in t.view().rounds[-1].lines] == expected


@pytest.mark.few(0, usual=4)
@pytest.mark.parametrize(("seats", "seed"), list(product((2, 3, 4), range(4))))
def test_score_sheets_add_up_in_whole_games(seats: int, seed: int) -> None:
    """Just before trading stops the sheet can be worked out; capital adds up round by round."""
    expected: list[dict[str, int]] = []
    checked = 0
    for t, _, action in play(seats, seed, {"max_rounds": 3}):
        rounds = t.view().rounds
        if len(rounds) > checked:
            checked = len(rounds)
            if rounds[-1].why == "stopped":
                assert [msgspec.structs.asdict(line) for line in rounds[-1].lines] == expected
        if action >= 0 and t.game.text(action) == "play Stop Trading":
            expected = by_hand(t)
    assert checked > 0


@pytest.mark.few(2, usual=4)
@pytest.mark.parametrize("seed", range(6))
def test_capital_is_the_sum_of_the_rounds_and_the_score(seed: int) -> None:
    t = play_out(3, f"sum {seed}", {"max_rounds": 4})
    for seat in range(3):
        lines = [one.lines[seat] for one in t.view().rounds]
        total = 0
        for line in lines:
            assert line.total == line.tabled + line.doubled + line.held + line.bears + line.taxed
            total += line.total
            assert line.capital == total
        assert t.scores()[seat] == total
    for one in t.view().rounds:
        assert sum(line.taxed for line in one.lines) == 0
        assert [line.held <= 0 and line.bears <= 0 and line.tabled >= 0 for line in one.lines] == [True] * 3
    assert [one.number for one in t.view().rounds] == list(range(1, len(t.view().rounds) + 1))


def test_a_seats_forecast_is_its_score_without_the_taxman() -> None:
    t = turn(2).cash(0, 50_000).venture(0).hand(0, 10_000, "crash").capital(0, 5_000)
    line = t.mine(0).line
    assert msgspec.structs.asdict(line) == {
        "tabled": 50_000, "doubled": 50_000, "held": -10_000, "bears": -25_000, "taxed": 0, "total": 65_000,
        "before": 5_000, "capital": 70_000,
    }  # fmt: skip
    assert t.stop().total == 65_000


def test_taxes_sum_to_zero() -> None:
    for value in CASH:
        t = turn(2).taxman(0).cash(1, value).play_stop()
        assert t.totals() == [value // 10, value - value // 10]
        assert value % 10 == 0
