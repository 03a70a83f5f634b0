"""Test notebooks: how games, views, matches, journals, and boards are displayed, and that the tutorial runs."""

from __future__ import annotations

import ast
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cashbox import games
from cashbox.engine import notebook
from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.engine.seats import seats_of

TUTORIAL = Path(__file__).parent.parent / "examples" / "design_a_variant.ipynb"
EMPTY = {"br", "circle", "path"}


class Reader(HTMLParser):
    """Reads a piece of a page; every element has to be closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in EMPTY

    def handle_data(self, data: str) -> None:
        self.text += f"{data}\n"


def begun(game_id: str, *names: str) -> Match[Any]:
    game = games.load(game_id)
    options = game.check_options({}, len(names))
    match = Match.start(game, options, len(names), SeededChance(3), players=names)
    for _ in range(30):
        seat = seats_of(match.due())[0]
        match.accept(match.propose(seat, [game.legal(match.state, seat)[0]]))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["cash", "consultants", "envelopes"])
def test_games_views_matches_journals_and_boards_have_a_notebook_form(game_id: str) -> None:
    match = begun(game_id, "Ann <b>", "Bob")
    game: Any = match.game
    shown = Reader(game._repr_html_()).text
    assert game.about.name in shown
    assert all(mode.id in shown for mode in game.about.modes)
    assert "Ann <b>" in Reader(match._repr_html_()).text
    assert "in progress" in match._repr_html_()
    journal = Reader(match.journal._repr_html_()).text
    assert "Ann <b>, Bob" in journal
    assert f"{len(match.journal.entries):,}" in journal
    view: Any = game.view(match.state, 0)
    seen = Reader(view._repr_html_()).text.split("\n")
    assert set(view.__struct_fields__) <= set(seen)


def test_scores_are_shown_when_they_exist() -> None:
    class End:
        scores = (12_000, -3_000)
        winners = (0,)

    text = Reader(notebook.scores(("Ann",), End())).text.split()
    assert text == ["player", "score", "won", "Ann", "12,000", "★", "1", "−3,000"]


@pytest.mark.slow
def test_the_tutorial_runs(capsys: pytest.CaptureFixture[str]) -> None:
    book = json.loads(TUTORIAL.read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 4)
    known: dict[str, Any] = {}
    shown = []
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            shown.append(value_of("".join(cell["source"]), known))
    draws = [getattr(value, "_repr_svg_", None) or getattr(value, "_repr_html_", None) for value in shown]
    pages = [Reader(draw()).text for draw in draws if draw is not None]
    assert len(pages) == 6
    assert "Montana" in pages[1]
    assert "The game is over." in pages[2]
    assert "score" in pages[5]
    assert "→" in capsys.readouterr().out


def value_of(source: str, known: dict[str, Any]) -> Any:
    """Run a cell; what its last line is worth."""
    *lines, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(compile(source, "cell", "exec"), known)
        return None
    exec(compile(ast.Module(lines, []), "cell", "exec"), known)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), known)
