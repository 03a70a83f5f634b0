"""V10 "How to set up a game of Envelopes of Cash" (a border state counts in either region) and "Regional Scoring" (but
only in one); RULINGS D5: each tally is worth as much as possible."""

from __future__ import annotations

from itertools import product

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting
from cashbox.games.envelopes.rules.game_end import REGION
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import Table, month

OF_REGIONS = {"regions", "best_region", *(word for word in v.COUNT if word.startswith("region:"))}
CARDS = [
    card
    for card, effect in enumerate(game().tables.effect)
    if v.COUNT[effect.per] in OF_REGIONS or (effect.cond >= 0 and v.COUNT[effect.cond] in OF_REGIONS)
]
"""Every card and coach that has to do with the regions of recruits."""


def tallies(t: Table, slots: list[int]) -> list[list[int]]:
    """Recruits by region, for every way to put each border recruit in one of his two regions."""
    where = [[c for c in range(6) if t.tables.regions_of[slot] >> c & 1] for slot in slots]
    return [[regions.count(c) for c in range(6)] for regions in product(*where)]


def counted(word: str, tally: list[int]) -> int:
    """What a word counts in one tally."""
    if word == "regions":
        return sum(n > 0 for n in tally)
    return max(tally) if word == "best_region" else tally[v.COLOURS.index(word.removeprefix("region:"))]


def classes(count: int) -> list[Table]:
    """February with so many random recruiting classes, most of them from border states."""
    found = []
    for seed in range(count):
        chance = SeededChance(f"class {seed}")
        t = month(2, "February").bucks(0, 0).bucks(1, 0)
        slots = {(24 + chance.draw(16)) if chance.draw(3) else chance.draw(24) for _ in range(1 + chance.draw(9))}
        found.append(t.signed(0, *sorted(slots)))
    return found


def slots_of(t: Table) -> list[int]:
    return [recruit.slot for recruit in t.mat(0).recruits]


def test_cards_and_a_coach_count_by_region() -> None:
    assert 66 - 1 in CARDS
    assert 120 + game().tables.coach_ids.index("everywhere") in CARDS
    assert len(CARDS) >= 9


def test_three_border_recruits_can_count_for_three_regions() -> None:
    t = month(2, "February").bucks(0, 0).bucks(1, 0).coach(0, "everywhere").play_card(0, 66)
    t.signed(0, t.slot("missouri-arkansas"), t.slot("nevada-utah"), t.slot("michigan-ohio")).end_game()
    assert dict(t.sheet(0, "end_card")) == {120 + t.tables.coach_ids.index("everywhere"): 6}


@pytest.mark.parametrize("word", sorted(OF_REGIONS))
def test_a_count_is_the_most_of_all_placements_of_border_recruits(word: str) -> None:
    for t in classes(60):
        most = max(counted(word, tally) for tally in tallies(t, slots_of(t)))
        assert counting.count(t.state, t.player(0), v.COUNT.index(word)) == most


@pytest.mark.parametrize("card", CARDS)
def test_a_card_or_coach_is_worth_the_most_of_all_placements(card: int) -> None:
    effect = game().tables.effect[card]
    for t in classes(25):
        player = t.player(0)
        best = (False, 0)
        for tally in tallies(t, slots_of(t)):
            met = effect.cond < 0 or effect.cond_least <= counted(v.COUNT[effect.cond], tally) <= effect.cond_most
            per = v.COUNT[effect.per]
            times = 1 if effect.per == 0 else min(effect.cap, counted(per, tally) // effect.each)
            best = max(best, (met, times))
        assert (counting.met(t.state, player, effect), counting.times(t.state, player, effect)) == best


def test_regional_scoring_is_worth_the_most_of_all_placements() -> None:
    for t in classes(60):
        most = max(REGION[min(10, max(tally))] for tally in tallies(t, slots_of(t)))
        t.end_game()
        assert sum(stars for _, stars in t.sheet(0, "region")) == most
