"""Test the bots `steady` and `heedless`: their choices in simple situations, and their strength."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.games.consultants.bots import BOTS
from cashbox.games.consultants.bots.guide import ConsultantsGuide
from cashbox.lab import simulate
from tests.games.consultants.positions import Table, game, work

Form = dict[str, Any]


def thought(t: Table, name: str = "steady") -> Form:
    """What the bot does now in the place of whoever is to act."""
    seat = t.due[0]
    bot = BOTS[name](game(), seat, SeededChance(1))
    return game().encode(bot.choose(t.view(seat), game().legal(t.state, seat)))


def share(bots: list[str], games: int) -> dict[str, float]:
    """Wins of each bot by name, in hundredths of all games."""
    run = simulate.simulate(simulate.plan("consultants", games, bots, seed=7))
    found: dict[str, float] = {}
    for bot in run.seats:
        found[bot.bot] = found.get(bot.bot, 0.0) + 100 * bot.wins / games
    return found


def test_steady_takes_the_best_paid_desk() -> None:
    t = work(2).row(0, 1, 1, None, None).row(1, None, None, None, None).hand(0, "green", "red")
    form = thought(t)
    assert (form["type"], form["place"], form["desk"]) == ("assign", 0, 2)


def test_search_skips_actions_that_change_nothing() -> None:
    """Promoting a principal, for which a principal of its color is taken."""
    t = work(2).hand(0, "red*", "blue*")
    legal = t.game.legal(t.state, 0)
    guide = ConsultantsGuide(t.game, 0)
    named = {t.game.text(one.action) for one in guide.tries(t.view(0), legal)}
    same = {"promote red principal", "promote blue principal"}
    assert same < {t.game.text(action) for action in legal}
    assert named
    assert not same & named
    assert not same & {t.game.text(one.action) for one in guide.others(t.view(0), legal, [], len(legal))}


def test_steady_completes_a_project_that_pays_it() -> None:
    t = work(2, deadlines=True).row(0, 1, 0, 0, None).field(0, 1).money(0, 0).hand(0, "blue*")
    form = thought(t)
    assert (form["type"], form["place"], form["desk"]) == ("assign", 0, 3)


def test_steady_avoids_penalties_for_absence() -> None:
    t = (
        work(2, deadlines=True)
        .row(0, 1, None, None, None)
        .field(0, 5)
        .row(1, None, None, None, None)
        .field(1, 1)
        .hand(0, "yellow", "red")
    )
    form = thought(t)
    assert (form["type"], form["place"], form["desk"]) == ("assign", 0, 1)


def test_heedless_ignores_penalties() -> None:
    t = work(2, deadlines=True).row(0, 1, None, None, None).row(1, None, None, None, None).hand(0, "yellow", "red")
    usual = thought(t, "heedless")
    assert thought(t.field(0, 5), "heedless") == usual


def test_steady_passes_without_a_gain() -> None:
    t = work(2).row(0, 1, 1, 1, None).money(0, 0).hand(0, "violet")
    assert thought(t)["type"] == "pass"


@pytest.mark.thorough
def test_steady_beats_random() -> None:
    assert share(["steady", "random", "random", "random"], 40)["steady"] >= 95


@pytest.mark.thorough
def test_steady_beats_heedless_with_deadlines() -> None:
    assert share(["steady", "steady", "heedless", "heedless"], 60)["steady"] >= 55
