"""Test short forms of the campaigns. The long ones run before a release, with counts in bench/campaign.json."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from bench import campaign
from bench.campaigns import samples, swaps
from bench.campaigns.house import House
from bench.campaigns.players import Player, compare
from cashbox import games
from cashbox.engine.hidden_cards.counting import Choice

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cashbox.engine.chance import Chance


NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed; `make test` installs it")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "number", "least"),
    [
        ("kills", 2, {"kills": 2, "acknowledged": 40}),
        ("full", 1, {"full": 1, "acknowledged": 20}),
        ("cut", 2, {"cuts": 5, "acknowledged": 10}),
        ("processes", 1, {"killed": 1, "acknowledged": 40}),
        ("database", 1, {"crashes": 1, "acknowledged": 40}),
        ("restarts", 1, {"restarts": 1, "acknowledged": 40}),
        ("hostile", 2500, {"requests": 1600, "messages": 800, "4xx": 900}),
        ("notices", 2, {"kills": 2, "queued": 4000, "counted": 4000}),
        ("soak", 0.15, {"tables": 6, "acknowledged": 100}),
        ("many", 1000, {"games": 1000}),
        pytest.param("agreement", 60, {"true": 60, "gone on": 12, "forged": 60, "found": 40}, marks=NODE),
    ],
)
def test_a_short_campaign_finds_no_faults(tmp_path: Path, kind: str, number: float, least: dict[str, int]) -> None:
    file = tmp_path / "counts.json"
    asyncio.run(campaign.run(kind, number, "envelopes", 1, file))
    found = campaign.kept(file)[kind]
    # Memory use means nothing in such a short run.
    assert [fault for fault in campaign.faults(kind, found) if not fault.endswith("MB")] == []
    for name, count in least.items():
        assert found[name] >= count


@pytest.mark.thorough
def test_samples_of_some_positions_are_not_biased(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "SAMPLES", 300)
    file = tmp_path / "counts.json"
    assert asyncio.run(campaign.run("samples", 12, "envelopes", 0, file)) == []
    found = campaign.kept(file)["samples"]
    assert found["positions"] == 12
    assert found["tests"] > 200


@pytest.mark.thorough
def test_counting_and_swapping_agree_on_some_positions(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    assert asyncio.run(campaign.run("swaps", 20, "cash", 0, file)) == []
    found = campaign.kept(file)["swaps"]
    assert found["positions"] == 20
    assert found["tests"] > 200


@pytest.mark.thorough
def test_the_campaign_detects_wrong_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The likelier class gets too much weight."""
    right = Choice.weight
    monkeypatch.setattr(Choice, "weight", lambda self, whole: right(self, whole) ** 3)
    monkeypatch.setattr(swaps, "SAMPLES", 200)
    monkeypatch.setattr(swaps, "TOGETHER", 6)
    counts: Counter[str] = Counter()
    asyncio.run(swaps.campaign(6, 30, counts.update))
    assert counts["leaning"] + counts["rough"] > 0


@pytest.mark.slow
def test_the_campaign_detects_biased_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sampler returns the true state half of the time."""
    monkeypatch.setattr(samples, "SAMPLES", 300)
    cash = type(games.load("cash"))
    honest = cash.sampler

    def leaning(game: Any, state: Any, seats: int) -> Callable[[Chance], Any]:
        deal = honest(game, state, seats)
        return lambda chance: deal(chance) if chance.draw(2) else game.clone(state)

    monkeypatch.setattr(cash, "sampler", leaning)
    found = asyncio.run(campaign.run("samples", 1, "envelopes", 0, tmp_path / "counts.json"))
    assert len(found) == 1
    assert found[0].endswith(" leaning")


def test_lost_entries_server_errors_and_memory_growth_are_faults() -> None:
    assert campaign.faults("kills", {"acknowledged": 3, "lost": 1}) == ["kills: 1 lost"]
    assert campaign.faults("hostile", {"5xx": 2, "4xx": 9}) == ["hostile: 2 5xx"]
    assert campaign.faults("hostile", {"megabytes before": 100, "megabytes after": 109}) == []
    assert campaign.faults("hostile", {"megabytes before": 100, "megabytes after": 111}) == [
        "hostile: from 100 to 111 MB"
    ]


def test_counts_of_several_runs_are_added_up(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    campaign.Counts(file, "kills").add({"kills": 1, "acknowledged": 9})
    campaign.Counts(file, "kills").add({"kills": 1, "acknowledged": 5})
    campaign.Counts(file, "soak").add({"minutes": 3})
    campaign.Counts(file, "soak").add({"minutes": 2})
    assert campaign.kept(file)["kills"] == {"rounds": 2, "kills": 2, "acknowledged": 14}
    assert campaign.kept(file)["soak"]["minutes"] == 2
    assert "| kills | kills 2, acknowledged 14 |" in campaign.report(file)


@pytest.mark.few(3, usual=3)
@pytest.mark.parametrize(
    ("on_disk", "lost"),
    [
        (["a", "b", 1, "c"], 0),
        (["a", "b", "x", 1, "c", "d"], 0),
        (["a", "b", "c"], 1),
        (["b", "a", 1, "c"], 1),
        ([], 4),
    ],
)
def test_acknowledged_actions_missing_or_out_of_order_are_lost(tmp_path: Path, on_disk: list[Any], lost: int) -> None:
    player = Player(House(tmp_path), "table", 1, "", random.Random(1))
    player.acked = ["a", "b", 1, "c"]
    found = compare([player], {("table", 1): on_disk, ("table", 0): ["a", "b", 1, "c"]})
    assert (found.acknowledged, found.lost) == (4, lost)


def test_the_page_about_campaigns_shows_the_stored_counts() -> None:
    page = campaign.PAGE.read_text("utf-8")
    assert campaign.written(page, campaign.COUNTS) == page
    for kind, counts in campaign.kept(campaign.COUNTS).items():
        if kind != "version":
            assert campaign.faults(kind, counts) == []
