"""Test the plots of balance reports with invented counts; they need matplotlib."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from cashbox import games
from cashbox.engine.game import GameError
from cashbox.engine.measure import ODDS, SHARES
from cashbox.lab.balance import measure, plots
from cashbox.lab.balance.counts import SCORE, WHOLE, Counts
from cashbox.lab.balance.measure import Kept
from cashbox.lab.balance.run import Run

if TYPE_CHECKING:
    from cashbox.engine.measure import Setting

LARGEST = 60_000
"""Bytes."""
LINES = 4
IMAGES = Path(__file__).parents[2] / "docs" / "notes" / "images"
ITEMS = 122
GROUPS = {
    "seat": "1234",
    "start": ["circle", "square", "cross", "triangle"],
    "order in March": [f"moves {n}" for n in ("1st", "2nd", "3rd", "4th")],
}


def made_up(game: str, setting: Setting) -> Kept:
    """Counts as they might be, the same every time."""
    counts = Counts(games=3_000, decisions=900_000, won=3_000)
    if SHARES in setting.judged:
        for grouping, groups in GROUPS.items():
            counts.shares[grouping] = {
                group: [3_000, (900 + 61 * k) * WHOLE] for k, group in enumerate(groups[: setting.seats])
            }
    for k, name in enumerate([SCORE, "rounds of a game", "turns of a round"]):
        counts.numbers[name] = {n: 1 + (n * (7 + k) + 31 * setting.seats) % 97 for n in range(60, 260)}
    if ODDS in setting.judged and setting.by_lot:
        counts.items = {
            item: {0: [900, (300 + item * 37 % 200) * WHOLE, 900, (300 + item * 53 % 100) * WHOLE]}
            for item in range(ITEMS)
        }
    return Kept(game, "content", setting, {}, 0, counts=counts)


def drawn(game: str, folder: Path, most: int | None = None) -> dict[str, Path]:
    """most: so many settings, where it does not matter how much there is in a plot."""
    pytest.importorskip("matplotlib")
    return plots.draw(game, [made_up(game, setting) for setting in measure.choose(Run(game))[:most]], folder)


def heavy(files: list[Path]) -> dict[str, tuple[int, int]]:
    """Bytes and lines of those that have too many."""
    found = {file.name: (file.stat().st_size, file.read_bytes().count(b"\n")) for file in files}
    return {name: (size, lines) for name, (size, lines) in found.items() if size > LARGEST or lines > LINES}


def test_the_plots_of_the_pages_are_small() -> None:
    plots_of_pages = sorted(IMAGES.glob("balance-*"))
    assert plots_of_pages
    assert heavy(plots_of_pages) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("game", [about.id for about in games.about()])
def test_every_plot_is_small(game: str, tmp_path: Path) -> None:
    files = drawn(game, tmp_path)
    assert {"shares", "scores"} <= set(files)
    assert heavy(list(files.values())) == {}
    assert all(ET.parse(file).getroot().tag.endswith("svg") for file in files.values())


@pytest.mark.thorough
def test_the_same_counts_give_the_same_bytes(tmp_path: Path) -> None:
    once, again = drawn("cash", tmp_path / "once", 3), drawn("cash", tmp_path / "again", 3)
    assert {"shares", "scores"} <= set(once)
    assert [file.read_bytes() for file in once.values()] == [file.read_bytes() for file in again.values()]


@pytest.mark.thorough
def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "images").write_text("no folder", "utf-8")
    with pytest.raises(GameError) as caught:
        drawn("cash", tmp_path / "images", 1)
    assert caught.value.code == "unwritable"


def test_without_matplotlib_plots_are_refused_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(GameError, match="--no-plots") as caught:
        plots.draw("envelopes", [], tmp_path)
    assert caught.value.code == "no-matplotlib"
