"""Test the statistics of a game, which count real games at public tables with people."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import games
from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.server.social.counting import round_down, tallies
from cashbox.server.social.statistics import bars, statistics
from cashbox.server.wire import NewTable, SeatWish
from tests.cases import for_each
from tests.server.server_in_process import SetClock, serving, until, votes
from tests.server.social.test_profiles import counted, finished
from tests.server.tables_with_absent_players import refused

if TYPE_CHECKING:
    from tests.data_folders import Home

__all__ = ["votes"]

JOURNALS = sorted((Path(__file__).parents[2] / "fixtures" / "journals").glob("envelopes-*.jsonl"))


def finished_match(path: Path) -> Match[Any] | None:
    journal = loads(path.read_bytes())
    match = Match.replay(games.load_for(journal), journal)
    return match if match.over else None


@pytest.mark.thorough
@for_each("path", JOURNALS[:6], lambda path: path.name)
def test_each_card_in_play_counts_once_for_its_player(path: Path) -> None:
    match = finished_match(path)
    if match is None:
        return
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    used: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for seat, player in enumerate(match.state.players):
        for card in {card for card in player.play if card < match.state.content.cards}:
            used[card] += 1
            won[card] += seat in outcome.winners
    told = tallies(match, 600)
    assert {one.key: (one.many, one.total) for one in told if one.what == "used"} == {
        card: (used[card], won[card]) for card in used
    }
    taken = {one.key for one in told if one.what == "taken"}
    assert taken
    assert [(one.key, one.many) for one in told if one.what == "minutes"] == [(10, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_a_seat_left_to_a_bot_does_not_count_in_statistics(game: str) -> None:
    matches = (finished_match(path) for path in sorted(JOURNALS[0].parent.glob(f"{game}-*.jsonl")))
    match = next(match for match in matches if match is not None and match.journal.header.seats > 1)
    told = tallies(match, 600, abandoned=(0,))
    seats = match.journal.header.seats
    assert [one.key for one in told if one.what == "seat"] == list(range(1, seats))
    assert sum(one.many for one in told if one.what == "score") == seats - 1
    assert sum(one.many for one in tallies(match, 600) if one.what == "score") == seats


def test_at_least_one_fixture_has_cards_in_play() -> None:
    assert any(finished_match(path) is not None for path in JOURNALS[:6])


def test_many_values_are_grouped_into_few_bars() -> None:
    assert [(bar.least, bar.most, bar.many) for bar in bars({3: 2, 4: 1})] == [(3, 3, 2), (4, 4, 1)]
    wide = bars(dict.fromkeys(range(0, 1000, 7), 1) | {100_000: 1})
    assert len(wide) <= 15
    assert wide[-1].most is None
    assert sum(bar.many for bar in wide) == 144
    assert bars({}) == []
    below = bars({-20: 1, 5: 3})
    assert sum(bar.many for bar in below) == 4
    assert below[0].least <= -20 <= (below[0].most or 0)


def test_values_are_rounded_down_to_two_digits() -> None:
    assert [round_down(value) for value in (0, 7, 99, 123, 1289, -5, -123)] == [0, 7, 99, 120, 1200, -5, -130]


@pytest.mark.slow
def test_only_public_tables_with_people_count(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            for listed in (True, True, False):
                await finished(services, votes, [ann, bob], listed=listed)
            bots = NewTable(votes, [SeatWish("bot", "random")] * 2)
            alone = await services.registry.make(ann, bots)
            await until(lambda: alone.record.status == "over")
            await counted(services)
            told = await statistics(services.store, services.catalog, votes)
            assert told.games == 2
            assert told.decisions is not None
            assert told.scores is not None
            assert sum(bar.many for bar in told.scores.bars) == 4
            assert [one.games for one in told.seats] == [2, 2]
            assert (await statistics(services.store, services.catalog, votes, "", 3)).games == 0
            await refused(statistics(services.store, services.catalog, "chess"), "unknown-game")
            await refused(statistics(services.store, services.catalog, votes, "nonsense"), "unknown-mode")

    asyncio.run(run())
