"""Test hints in 60 positions of each game: they name the sources of the difference between their choices."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cashbox import games
from cashbox.engine.guide import RIVAL
from cashbox.lab import hints
from cashbox.server.bots.hints import explain
from cashbox.server.tables.wire import Advice, Source

FILES = Path(__file__).parent / "hints"
GAMES = ("cash", "consultants", "envelopes")
FEW = {"cash": 24, "consultants": 60, "envelopes": 18}
"""Playouts of a hint in a quick look."""


@cache
def kept(game_id: str) -> hints.File:
    return msgspec.json.decode((FILES / f"{game_id}.json").read_bytes(), type=hints.File)


@cache
def positions(game_id: str) -> list[tuple[Any, int]]:
    game = games.load(game_id)
    return [one for played in kept(game_id).played for one in hints.positions(game, played)]


def reasons(game_id: str, number: int) -> list[str]:
    """What a hint says in a position."""
    game, (state, seat) = games.load(game_id), positions(game_id)[number]
    told = hints.prepare_hint(game, state, seat, FEW[game_id]).ranked()[:3]
    best = [
        Advice(
            {},
            game.describe(state, seat, one.action).label,
            round(100 * one.chance),
            game.effect_text(state, seat, one.action),
            one.ahead,
            one.alike,
            [Source(text, by) for text, by in one.sources.items()],
            one.games,
        )
        for one in told
    ]
    return [one.why for one in explain(best, told[0].unit, told[0].until)]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_sixty_positions_of_each_game_can_be_replayed(game_id: str) -> None:
    """If the rules have changed, `python -m cashbox.lab.hints FILE --make GAME` chooses other positions."""
    game, found = games.load(game_id), positions(game_id)
    assert len(found) == 60
    assert all(len(game.legal(state, seat)) > 1 for state, seat in found)
    for played, some in zip(kept(game_id).played, (found[:20], found[20:40], found[40:]), strict=True):
        for reference, (state, seat) in zip(played.found, some, strict=False):
            assert {reference.first, reference.second} <= set(game.legal(state, seat))


@pytest.mark.few(0, usual=6)
@pytest.mark.parametrize("number", range(60))
@pytest.mark.parametrize("game_id", GAMES)
def test_every_reason_compares_or_says_what_changes(game_id: str, number: int) -> None:
    found = reasons(game_id, number)
    assert len(found) > 1
    for reason in found:
        assert reason.endswith(".")
        assert "at once" not in reason
    compares = ("of 100 games", "equally good", "nearly every game", "as good as", "no other choice")
    assert any(words in found[0] for words in compares), found[0]


@pytest.mark.slow
def test_a_hint_is_made_again_with_as_many_playouts_of_its_two_choices() -> None:
    game, (state, seat) = games.load("consultants"), positions("consultants")[4]
    comparison = hints.prepare_hint(game, state, seat, 90)
    told = comparison.ranked()
    assert hints.playouts_of_two(len(comparison.tries), 90) == told[0].games == told[1].games
    pair = told[0].action, told[1].action
    before = hints.Reference(*pair, 10.0, True, {"from projects": 9.0, "from events": 0.3}, {}, 90, False)
    after = hints.made_again(game, state, seat, before)
    assert (after.first, after.second, after.sources) == (*pair, {"from projects": 9.0})
    assert set(after.named) <= {*comparison.guide.sources, RIVAL}


@pytest.mark.slow
def test_positions_of_a_variant_are_kept_with_its_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant, file = tmp_path / "rich.toml", tmp_path / "rich.json"
    variant.write_text("[start]\nmoney = 9\n", "utf-8")
    monkeypatch.setitem(hints.TABLES, "consultants", (("basic", 2),))
    monkeypatch.setattr(hints, "EACH", 1)
    arguments = ["--playouts", "8", "--seconds", "0.01", "--first", "1"]
    hints.main([str(file), "--make", "consultants", "--content", str(variant), *arguments])
    found = msgspec.json.decode(file.read_bytes(), type=hints.File)
    assert found.content == games.read_variant("consultants", variant).content
    hints.main([str(file), *arguments])
    assert msgspec.json.decode(file.read_bytes(), type=hints.File).content == found.content
    with pytest.raises(SystemExit):
        hints.main([str(file), "--content", str(variant)])
