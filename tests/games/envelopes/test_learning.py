"""Test how search bots learn the value of the start of a month."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.games.envelopes import learn
from cashbox.games.envelopes.bots.by_source import SOURCES
from cashbox.games.envelopes.bots.forecast import read_weights
from cashbox.games.envelopes.bots.guide import ASKED
from cashbox.games.envelopes.bots.outlook import NAMES

if TYPE_CHECKING:
    from pathlib import Path


KINDS = [f"{mode}:{seats}" for mode, seats in learn.TABLES]
ALL_KINDS = [*KINDS, *(f"{mode}:{seats}" for mode, seats in learn.ONLINE)]


def run(monkeypatch: pytest.MonkeyPatch, path: Path, *asked: str) -> dict[str, Any]:
    monkeypatch.setattr(sys, "argv", ["learn", "--out", str(path), *asked])
    learn.main()
    written: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return written


def test_packaged_weights_fit_the_game() -> None:
    packaged = json.loads(learn.WRITTEN.read_text("utf-8"))
    assert read_weights(learn.WRITTEN.read_bytes()) == packaged["weights"]
    assert list(packaged["weights"]) == KINDS
    assert sorted(packaged["how"]) == sorted(packaged["sources"]) == sorted(ALL_KINDS)
    assert {len(months) for months in packaged["weights"].values()} == {12}
    assert {len(row) for months in packaged["weights"].values() for row in months} == {len(NAMES)}


def test_sources_of_a_table_add_up_to_its_stars() -> None:
    """For each month in which a playout of a hint may end: both were learned from the same games."""
    packaged = json.loads(learn.WRITTEN.read_text("utf-8"))
    for kind in KINDS:
        for month in range(12):
            sources = packaged["sources"][kind][month]
            assert len(sources) == (len(SOURCES) if month >= ASKED else 0)
            if sources:
                sums = [sum(some) for some in zip(*sources, strict=True)]
                assert sums == pytest.approx(packaged["weights"][kind][month], abs=0.004)


@pytest.mark.slow
def test_weights_with_other_inputs_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor kept: in another order the same weights would tell nonsense."""
    packaged = json.loads(learn.WRITTEN.read_text("utf-8"))
    other = {**packaged, "names": [*NAMES[:12], NAMES[13], NAMES[12], *NAMES[14:]]}
    path = tmp_path / "outlook.json"
    path.write_text(json.dumps(other), "utf-8")
    assert read_weights(path.read_bytes()) == {}
    assert list(run(monkeypatch, path, "--games", "1", "--only", KINDS[1])["weights"]) == KINDS[1:2]
    assert list(read_weights(path.read_bytes())) == KINDS[1:2]


@pytest.mark.thorough
def test_written_weights_record_how_they_were_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the same command makes the same again, of each kind of table."""
    path = tmp_path / "outlook.json"
    first = run(monkeypatch, path, "--games", "2", "--seed", "3", "--only", KINDS[0])
    assert first["how"] == {KINDS[0]: "python -m cashbox.games.envelopes.learn --games 2 --seed 3"}
    both = run(monkeypatch, path, "--games", "1", "--only", KINDS[1])
    assert both["how"] == {**first["how"], KINDS[1]: "python -m cashbox.games.envelopes.learn --games 1 --seed 18"}
    assert both["weights"][KINDS[0]] == first["weights"][KINDS[0]]
    again = run(monkeypatch, tmp_path / "again.json", *first["how"][KINDS[0]].split()[3:], "--only", KINDS[0])
    assert again == first
