"""Test that every star is an entry of the score sheet and every entry has an event behind it.

Source: V10, the headings for each kind of entry.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import score_sheet
from tests.games.envelopes.random_players import play, play_out

if TYPE_CHECKING:
    from cashbox.games.envelopes.view.view import Seat
    from tests.games.envelopes.positions import Table

GAMES = [(seats, seed) for seats in (2, 3, 4) for seed in (0, 1, 2, 7)]
POSITIONAL = (0, 1, 2, 4, 8, 12, 18, 24, 32)
REGIONAL = (0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32)
CAMPAIGN = (0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5)


@pytest.mark.few(6, usual=8)
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_the_entries_add_up_to_the_stars_at_every_moment(seats: int, seed: int) -> None:
    lengths = [0] * seats
    for t, _, _ in play(seats, seed):
        for seat in range(seats):
            p = t.player(seat)
            if len(p.sheet) != lengths[seat] or not t.due:
                lengths[seat] = len(p.sheet)
                mat = t.mat(seat)
                assert sum(entry.stars for entry in mat.sheet) == mat.stars
                for source, stars in zip(score_sheet.SOURCES, mat.scored, strict=True):
                    assert sum(entry.stars for entry in mat.sheet if entry.source == source) == stars


@pytest.mark.few(7, usual=11)
@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_each_entry_can_be_traced(seats: int, seed: int) -> None:
    t = play_out(seats, seed)
    for mat in t.view().players:
        _trace_cards(t, mat)
        _trace_recruits(t, mat)
        _trace_tables(t, mat)
        for entry in mat.sheet:
            if entry.source in ("campaign", "final_campaign"):
                assert entry.stars in {CAMPAIGN[n] for n in (entry.ref, min(12, entry.ref + _cut(t, mat)))}
        assert [entry.month for entry in mat.sheet] == sorted(entry.month for entry in mat.sheet)


def _cut(t: Table, mat: Seat) -> int:
    """How many bucks less the player pays for a campaign by the end."""
    return sum(t.tables.effect[one.card].mod == v.MOD_CAMPAIGN_CUT for one in mat.in_play)


def _trace_cards(t: Table, mat: Seat) -> None:
    in_play = {one.card for one in mat.in_play}
    printed = [(entry.ref, entry.stars) for entry in mat.sheet if entry.source == "printed"]
    assert sorted(printed) == sorted((card, t.tables.stars[card]) for card in in_play if card < 120)
    assert {entry.ref for entry in mat.sheet if entry.source in ("card", "end_card")} <= in_play


def _trace_recruits(t: Table, mat: Seat) -> None:
    worth: Counter[int] = Counter()
    for entry in mat.sheet:
        if entry.source in ("recruit", "die", "double"):
            worth[entry.ref] += entry.stars
        if entry.source == "recruit":
            assert entry.stars == t.view().values[entry.ref]
    assert worth == {one.slot: one.stars for one in mat.recruits}


def _trace_tables(t: Table, mat: Seat) -> None:
    different = len({one.position for one in mat.recruits})
    assert [(entry.ref, entry.stars) for entry in mat.sheet if entry.source == "positions"] == (
        [(different, POSITIONAL[different])] if different else []
    )
    counts = [sum(t.tables.regions_of[one.slot] >> c & 1 for one in mat.recruits) for c in range(6)]
    for entry in mat.sheet:
        if entry.source == "region":
            assert counts[entry.region] == entry.ref == max(counts)
            assert entry.stars == REGIONAL[entry.ref]


@pytest.mark.slow
def test_these_games_have_entries_of_every_kind() -> None:
    kinds: Counter[str] = Counter()
    for seats, seed in GAMES:
        for mat in play_out(seats, seed).view().players:
            kinds.update(entry.source for entry in mat.sheet)
    assert set(kinds) >= {
        "printed", "card", "recruit", "die", "campaign", "end_card", "final_campaign", "positions", "region",
    }  # fmt: skip
