"""Test how `cashbox ladder` writes its tables into docs/notes/ladder.md from the games in bench/ladder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cashbox import cli
from cashbox import games as all_games
from cashbox.lab.ladder import report

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "notes" / "ladder.md"
KEPT = ROOT / "bench" / "ladder"


def test_a_new_table_replaces_the_old_one() -> None:
    page = report.put_into_page("# Bots\n\nText.\n", "the lines", "old")
    page = report.put_into_page(page, "the ladder of cash", "other")
    assert report.put_into_page(page, "the lines", "new") == page.replace("old", "new")
    assert report.put_into_page(page, "the lines", "old") == page
    assert page.startswith("# Bots\n\nText.\n")


def test_the_page_of_bots_has_a_place_for_each() -> None:
    page = PAGE.read_text("utf-8")
    for name in (
        "the lines with 0.3",
        "the lines with n=60",
        *(f"the ladder of {game}" for game in ("cash", "consultants", "envelopes")),
    ):
        changed = report.put_into_page(page, name, "anything")
        assert changed.count("written by cashbox ladder") == page.count("written by cashbox ladder")


def without_version(page: str) -> str:
    return re.sub(r"; cashbox [^,]+, code", "; cashbox, code", page)


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize("game", [about.id for about in all_games.about()])
def test_the_page_shows_the_stored_games(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    copy = tmp_path / PAGE.relative_to(ROOT)
    copy.parent.mkdir(parents=True)
    copy.write_bytes(PAGE.read_bytes())
    asked = ["ladder", game, "--games", "0", "--older", "--out", str(KEPT), "--report", "docs/notes/ladder.md"]
    assert cli.main(asked) == 0, capsys.readouterr().err
    page = copy.read_text("utf-8")
    assert report.NOTHING not in page
    assert without_version(page) == without_version(PAGE.read_text("utf-8"))


@pytest.mark.slow
def test_a_table_stays_if_there_is_no_new_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(report.put_into_page("", "the ladder of cash", "Played long ago."), "utf-8")
    before = page.read_bytes()
    asked = ["ladder", "cash", "--games", "0", "--out", str(tmp_path / "none"), "--report", str(page)]
    assert cli.main(asked) == cli.FAULT
    assert "There are no games yet, so nothing was written. Use --games to play some." in capsys.readouterr().err
    assert page.read_bytes() == before
