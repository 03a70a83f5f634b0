"""Test the skill on a profile, from a player's analyzed games: shown to others only if the player allows it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.analysis.results import Analysis, AnalyzedMoment, Judged
from cashbox.server.accounts import own_data_store
from cashbox.server.analysis.store import StoredAnalysis, keep_analysis
from cashbox.server.ops.upkeep import drop_tables
from cashbox.server.social import charts
from cashbox.server.social.skill import skills
from cashbox.server.social.skill_store import JudgedDecision, JudgedGame
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.social.test_profiles import counted, finished

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]


def decided(n: int, seat: int, error: float, kind: str = "", by: str = "") -> AnalyzedMoment:
    judged = Judged(2, "a", "b", 1, error, margin=100 * error, kind=kind)
    return AnalyzedMoment(n, seat, (0.5, 0.5), by, judged=judged)


async def analyzed(services: Services, table: str, moments: list[AnalyzedMoment]) -> None:
    analysis = Analysis(
        game="g", edition=1, content_hash="", players=(), effort="quick", seed="", unit="dollar", start=(0.5, 0.5),
        moments=moments, seats=[], grades={"expert": 5.0}, grade_unit="dollar",
    )  # fmt: skip
    row = StoredAnalysis("quick", True, msgspec.json.encode(analysis), 5)
    assert await services.store.writer.do(partial(keep_analysis, table=table, one=row))


@pytest.mark.databases
def test_a_profile_shows_errors_by_game_and_kind_to_others_only_if_allowed(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            public = await finished(services, votes, [ann, bob])
            private = await finished(services, votes, [ann, bob], listed=False)
            await counted(services)
            moments = [decided(n, 0, 0.01 * (n % 3), "Draft") for n in range(1, 13)]
            # Decisions of Bob, or of a bot in Ann's seat, don't count as hers.
            await analyzed(services, public, [*moments, decided(20, 1, 0.5), decided(21, 0, 0.5, "Draft", "stand-in")])
            await analyzed(services, private, [decided(1, 0, 0.1, "Trade"), decided(2, 0, 0.02)])
            persons = services.persons
            who = await persons.me(ann)
            (mine,) = (await persons.skill(who, ann)).skills
            assert [(one.kind, one.decisions, one.error) for one in mine.kinds] == [
                ("Draft", 12, 0.01),
                ("Trade", 1, 0.1),
            ]
            assert {(one.table, one.decisions, one.error) for one in mine.games} == {
                (public, 12, 0.01),
                (private, 2, 0.06),
            }
            assert mine.text.startswith("Error per decision: 1.71 points, or $1.71. Based on 14 decisions in 2 ")
            assert mine.grade == "expert"
            for viewer in (bob, None):
                assert (await persons.skill(who, viewer)).skills == []
            await persons.show(ann, skill=True)
            who = await persons.me(ann)
            assert (who.shows_skill, who.hidden) == (True, False)
            (others,) = (await persons.skill(who, bob)).skills
            assert [one.table for one in others.games] == [public]
            exported = await services.store.read(own_data_store.some_tables, [private], ann.id, lambda record: record)
            assert exported[0]["analysis"] == [
                {"step": 1, "kind": "Trade", "error": 0.1},
                {"step": 2, "kind": "", "error": 0.02},
            ]
            await services.store.writer.do(partial(drop_tables, tables=[private]))
            (mine,) = (await persons.skill(who, ann)).skills
            assert [one.table for one in mine.games] == [public]
            await services.erasing.guest(ann.id)
            assert (await persons.skill(who, ann)).skills == []

    asyncio.run(run())


def test_older_analyses_show_no_kinds_and_no_points() -> None:
    old = JudgedGame("t", "g", 5, {}, "", [JudgedDecision(n, "", 0.02, 3.0) for n in range(20)])
    (one,) = skills([old, JudgedGame("u", "g", 4, {}, "", [])], str.upper)
    assert (one.game_name, one.kinds, one.grade, len(one.games)) == ("G", [], "", 1)
    assert one.text == "Error per decision: 2.00 points. Based on 20 decisions in 1 analyzed game."


def test_a_trend_is_drawn_within_its_picture() -> None:
    picture: Any = charts.trend([0.0, 0.05, 0.02], "June 1", "June 3", "what")
    assert picture.count("<circle") == 3
    assert 'cx="44.0" cy="146.0"' in picture
    assert 'cx="416.0"' in picture
    assert "5.00" in picture
    # If every decision is nearly right, the line stays low.
    assert "1.00" in charts.trend([0.0, 0.001], "a", "b", "what")
