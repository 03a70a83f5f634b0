"""Test Tulips, the example of a game in one folder, and the page that explains it.

Adding a game takes only a folder. Here the example plays everywhere, found through CASHBOX_GAMES or as an installed
package.
"""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import cli, games
from cashbox.cli.new_game import new_game
from cashbox.engine import conformance, fuzz
from cashbox.engine.chance import ScriptedChance, SeededChance
from cashbox.engine.data import ContentError
from cashbox.engine.game import SPECTATOR, Game, GameError, Rules, Text, Views
from cashbox.engine.journal import dumps
from cashbox.engine.match import Match
from cashbox.engine.verbs import Phase, Verb
from tests.data_folders import Home
from tests.extra_game_folders import among_the_games
from tests.server.conftest import Server, running

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "examples" / "games"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
NAMES = ("Ann", "Bob", "Cleo")
RED, WHITE, BLACK = range(3)


@pytest.fixture(autouse=True)
def tulips() -> Iterator[Game[Any]]:
    """The rules, found in their folder."""
    with among_the_games(FOLDER):
        yield games.load("tulips")


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CASHBOX_", "PYTHONPATH"))}
    return {**kept, **more}


def ended(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The program, once it has run in a process of its own."""
    command = [sys.executable, "-m", "cashbox.cli", *arguments]
    return subprocess.run(
        command,
        env=environment(**more),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def run(*arguments: str, **more: str) -> str:
    """What the program prints."""
    done = ended(*arguments, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refused(folders: str) -> str:
    """What the program says of games that it cannot use, with nothing else."""
    done = ended("games", CASHBOX_GAMES=folders)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


class Table:
    """A game whose deck and favorites are as given."""

    def __init__(self, game: Game[Any], deck: Sequence[int], seats: int = 3, **options: int) -> None:
        self.game = game
        self.state = game.start(game.check_options({"lots": len(deck), **options}, seats), seats, SeededChance(1))
        self.state.deck = [*reversed(deck[1:])]
        self.state.bulb = deck[0]
        self.state.favorites = list(range(6))
        self.state.first = 0

    def bid(self, *bids: int) -> None:
        for seat, bid in enumerate(bids):
            self.take(seat, {"type": "bid", "florins": bid})

    def take(self, seat: int, form: dict[str, Any], *answers: int) -> None:
        action = self.game.decode(form)
        assert action in self.game.legal(self.state, seat)
        chance = ScriptedChance(answers)
        self.game.play(self.state, seat, action, chance)
        assert not chance.left

    def view(self, seat: int = SPECTATOR) -> Any:
        return self.game.view(self.state, seat)


# -- its rules ---------------------------------------------------------------------------------------------------------


def test_a_bid_is_at_most_the_purse(tulips: Game[Any]) -> None:
    table = Table(tulips, [RED, RED, RED], purse=5)
    assert [tulips.encode(action) for action in tulips.legal(table.state, 1)] == [
        {"type": "bid", "florins": florins} for florins in range(6)
    ]
    assert tulips.explain(table.state, 1, 6) == "You have 5 florins."


def test_the_highest_bidder_pays_and_keeps_the_bulb(tulips: Game[Any]) -> None:
    table = Table(tulips, [WHITE, RED, RED])
    table.bid(2, 4, 3)
    assert (table.view().phase, table.view().buyer, table.view().bids) == ("decide", 1, [2, 4, 3])
    table.take(1, {"type": "keep"})
    assert (table.view().purses, table.view().kept[1][WHITE]) == ([15, 11, 15], 1)
    assert (table.view().phase, table.view().bulb, table.view().lots, table.view().first) == ("bid", RED, 2, 1)


def test_the_first_clockwise_of_equal_bids_wins(tulips: Game[Any]) -> None:
    table = Table(tulips, [RED, RED, RED])
    table.state.first = 1
    table.bid(5, 1, 5)
    assert table.view().buyer == 2


def test_the_crowd_pays_at_random(tulips: Game[Any]) -> None:
    table = Table(tulips, [RED, RED, RED])
    table.bid(1, 0, 0)
    table.take(0, {"type": "sell"}, 5)
    assert table.view().purses == [15 - 1 + 9, 15, 15]
    assert not any(table.view().kept[0])


def test_a_bulb_without_bids_is_discarded(tulips: Game[Any]) -> None:
    table = Table(tulips, [RED, WHITE, RED])
    table.bid(0, 0, 0)
    assert (table.view().phase, table.view().bulb, table.view().lots) == ("bid", WHITE, 2)


def test_kept_bulbs_count_by_sort_and_the_favorite_twice(tulips: Game[Any]) -> None:
    table = Table(tulips, [RED, RED, WHITE])
    for _ in range(3):
        table.bid(2, 0, 0)
        table.take(0, {"type": "keep"})
    assert table.view().phase == "over"
    outcome = tulips.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == (15 - 6 + 2 * 6 + 2, 15, 15)
    assert outcome.text.format(*NAMES) == "Ann wins with 23 florins."


def test_favorites_and_sealed_bids_are_secret(tulips: Game[Any]) -> None:
    table = Table(tulips, [RED, RED, RED])
    before = table.view(1)
    table.state.favorites[0], table.state.favorites[4] = table.state.favorites[4], table.state.favorites[0]
    assert table.view(1) == before
    table.bid(7)
    assert (table.view(0).bid, table.view(0).favorite) == (7, 4)
    assert (table.view(1).bid, table.view(1).bids, table.view(1).sealed) == (-1, [], [True, False, False])


def test_an_error_in_its_data_names_file_entry_and_field(tulips: Game[Any]) -> None:
    content = importlib.import_module("cashbox.games.tulips.content")
    data = content.read_data()
    data["tulips"]["bulb"][2]["copies"] = 0
    with pytest.raises(ContentError, match=r"tulips\.toml bulb 3\.copies: 0 is not a whole number from 2 to 9"):
        content.Content(data)
    data = content.read_data()
    data["tulips"]["worth"] = [2, 6]
    with pytest.raises(ContentError, match="needs a number for each of 4 copies"):
        content.Content(data)


# -- everywhere --------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_example_keeps_the_contract(tulips: Game[Any], tmp_path: Path) -> None:
    summary = conformance.run(tulips, range(2), every=2)
    assert summary.games == 2 * 2 * 4
    assert summary.differing > summary.samples // 2
    _, crashes = fuzz.fuzz(tulips, tmp_path, games=30)
    assert crashes == []


@pytest.mark.thorough
def test_the_example_bot_beats_random() -> None:
    said = run("simulate", "tulips", "--games", "60", "--bots", "gardener,random", "--workers", "2", "--seed", "3",
               CASHBOX_GAMES=str(FOLDER))  # fmt: skip
    shares = dict(re.findall(r"^(gardener|random) +[\d.]+ +([\d.]+)%", said, re.MULTILINE))
    assert float(shares["gardener"]) > 90


def test_the_example_can_be_played_at_the_terminal(
    tulips: Game[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.start(tulips, {"lots": 3}, 2, SeededChance(1), players=["Ann", "Bob"])
    file = tmp_path / "tulips.journal"
    file.write_bytes(dumps(match.journal))
    monkeypatch.setattr("sys.stdin", StringIO("4\n2\n1\nq\n"))
    assert cli.main(["play", str(file)]) == 0
    said = capsys.readouterr().out
    assert "Bid 3, keep 12" in said
    assert re.search(r"Ann buys the \w+ \w+ for 3 florins\.", said)
    assert re.search(r"You keep the \w+ \w+\.", said)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(Home(tmp_path_factory.mktemp("tulips")), CASHBOX_GAMES=str(FOLDER)) as server:
        yield server


def test_the_example_can_be_played_on_a_server(server: Server) -> None:
    ann = server.guest()
    (about,) = [game for game in ann.http.get("/api/games").json() if game["id"] == "tulips"]
    assert about["bots"] == ["gardener", "gentle", "sharp", "expert", "random"]
    table = ann.table("me", "gardener", game="tulips", options={"mode": "short"})
    with ann.live(table) as live:
        state = live.owing()
        while not state["outcome"]:
            live.act(state, len(state["legal"]) // 2)
            state = live.owing()
    assert len(state["outcome"]["scores"]) == 2


def test_the_server_sends_its_board_and_help(server: Server) -> None:
    ann = server.guest()
    for file in ("board.js", "board.css"):
        answer = ann.http.get(f"/games/tulips/board/{file}")
        assert answer.content == (FOLDER / "tulips" / "board" / file).read_bytes()
    assert "you can bid 0" in ann.http.get("/rules/tulips").text


# -- where games come from ---------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_game_is_found_in_a_configured_folder() -> None:
    both = os.pathsep.join(["examples/games", str(ROOT / "tests" / "extra_games")])
    found = run("games", CASHBOX_GAMES=both, PYTHONPATH=str(ROOT))
    assert "tulips: Tulips" in found
    assert "coins: Coins" in found
    assert "tulips" not in run("games")


def test_a_setting_without_a_folder_is_refused_with_a_sentence() -> None:
    assert refused("nosuch") == f"cashbox: CASHBOX_GAMES names {ROOT / 'nosuch'}, which is not a folder.\n"


@pytest.mark.thorough
def test_an_installed_package_declares_a_game_by_an_entry_point(tmp_path: Path) -> None:
    point = re.search(r"```toml\n(\[project\.entry-points.*?)```", PAGE, re.DOTALL)
    assert point is not None
    group, name, package = re.findall(r'"([\w.]+)"\]\n(\w+) = "(\w+)"', point[1])[0]
    installed = tmp_path / "cashbox_tulips-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: cashbox-tulips\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(f"[{group}]\n{name} = {package}\n")
    path = os.pathsep.join([str(tmp_path), str(FOLDER)])
    assert "tulips: Tulips" in run("games", PYTHONPATH=path)
    assert "satisfies the contract" in run("conformance", "tulips", "--games", "1", PYTHONPATH=path)


def test_no_file_outside_its_folder_names_the_game() -> None:
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.js"), ROOT / "pyproject.toml"]:
        assert "tulip" not in path.read_text("utf-8").lower(), path


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def roses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for games in which the page starts its own."""
    folder = tmp_path_factory.mktemp("my-games")
    new_game("roses", folder)
    return folder


def test_the_page_walks_through_every_file(roses: Path) -> None:
    files = [path for path in (roses / "roses").rglob("*") if path.is_file()]
    for path in files:
        assert f"`{path.relative_to(roses / 'roses').as_posix()}`" in PAGE, path


def test_the_page_is_short() -> None:
    assert len(PAGE.split()) <= 1_500


VERBS = (ROOT / "docs" / "verbs.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(?:python|js) (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("file", "block"), BLOCKS)
def test_code_on_the_page_is_in_the_file(roses: Path, file: str, block: str) -> None:
    """Pieces, where a line of three dots stands for what is left out."""
    text = (roses / file).read_text("utf-8")
    at = 0
    for piece in re.split(r"^ *\.\.\.\n", block, flags=re.MULTILINE):
        assert piece.strip("\n") in text[at:], piece
        at = text.index(piece.strip("\n"), at)


def test_all_code_on_the_page_names_its_file() -> None:
    assert BLOCKS
    assert not re.search(r"^```(python|js) *$", PAGE + VERBS, re.MULTILINE)


def test_the_page_on_verbs_names_everything_a_game_can_define() -> None:
    named = set(re.findall(r"`(?:\w+\.)?(\w+)`", VERBS))
    for kind in (Verb, Phase):
        asked = {name for name in [*vars(kind), *kind.__annotations__] if not name.startswith("_")}
        assert asked - {"kind", "number", "verbs", "prompt", "rule", "heading"} <= named


def test_code_on_the_page_on_verbs_is_in_the_file() -> None:
    for file, block in re.findall(r"^```python (\S+)\n(.*?)^```$", VERBS, re.MULTILINE | re.DOTALL):
        assert block.strip("\n") in (ROOT / file).read_text("utf-8"), block


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    "line", re.findall(r"^    cashbox ((?:conformance|play|simulate|fuzz).*?)(?: +#.*)?$", PAGE, re.MULTILINE)
)
def test_commands_on_the_page_run(roses: Path, line: str, tmp_path: Path) -> None:
    short = {
        "conformance": ["--seconds", "1"],
        "fuzz": ["--seconds", "1", "--out", str(tmp_path)],
        "simulate": ["--games", "20"],
    }
    arguments = shlex.split(line)
    run(*arguments, *short.get(arguments[0], []), CASHBOX_GAMES=str(roses))


VARIANTS = (ROOT / "docs" / "variants.md").read_text("utf-8")


@pytest.mark.slow
def test_the_page_on_variants_creates_a_variant(tmp_path: Path) -> None:
    assert len(VARIANTS.split()) <= 1_100
    for line in re.findall(r"^    ((?:mkdir|touch|cp) .*)$", VARIANTS, re.MULTILINE):
        subprocess.run(shlex.split(line.replace("my-games", str(tmp_path)).replace("src/", f"{ROOT}/src/")), check=True)
    for file, block in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", VARIANTS, re.MULTILINE | re.DOTALL):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        with (tmp_path / file).open("a", encoding="utf-8") as out:
            out.write(f"\n{block}")
    variant = games.read_variant("cash", tmp_path / "my-variants" / "clerks.toml")
    assert (variant.name, variant.faults) == ("with Clerks", ())
    with among_the_games(tmp_path):
        game = games.load("cash_clerks")
        assert (game.about.name, game.content["cards"]["card"][-1]["name"]) == ("CASH with Clerks", "The Clerk")
        assert "steady" in games.own_bots("cash_clerks")
        conformance.run(game, [1], 3, {"mode": "quick", "max_rounds": 1, "max_turns": 8})
        page = games.help_page("cash_clerks", "quick")
        assert page is not None
        assert page.title == "CASH with Clerks: quick"
        assert any(entry.title == "The Clerk" for section in page.sections for entry in section.entries)
        assert games.tips("cash_clerks") == games.tips("cash")


def test_the_page_on_variants_names_the_content_of_each_game() -> None:
    rows = dict(re.findall(r"^\| ([A-Z].*?) \| (`.*?`) \|$", VARIANTS, re.MULTILINE))
    for game in (games.load(about.id) for about in games.about() if about.name in rows):
        assert set(re.findall(r"`(\w+)`", rows.pop(game.about.name))) == {*game.content} - {"lessons"}
    assert not rows


# -- a game that was written for an older contract ---------------------------------------------------------------------

OLD = """
from cashbox.engine.game import About

ABOUT = About("nim", "Nim", "Take the last match.", 2, 2, "2 minutes", (), (), (), "")
"""


def test_a_game_for_another_contract_is_refused_with_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "nim"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "about.py").write_text(OLD, "utf-8")
    with among_the_games(tmp_path):
        assert "nim" not in [about.id for about in games.about()]
        with pytest.raises(GameError, match=r"Nim was written for version 1 of the contract .* docs/moving-a-game\.md"):
            games.load("nim")


def test_the_page_on_moving_names_the_parts_of_the_contract() -> None:
    page = (ROOT / "docs" / "moving-a-game.md").read_text("utf-8")
    named = set(re.findall(r"`(?:Game\.)?(\w+)(?:\([^`]*\))?`", page))
    asked = {name for name in vars(Rules) | vars(Views) | vars(Text) if not name.startswith("_")}
    assert asked - {"all_actions"} <= named


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import nosuch_module", "ModuleNotFoundError: No module named 'nosuch_module' ({file}, line 1)."),
        ("x = 1\ny = x / 0", "ZeroDivisionError: division by zero ({file}, line 2)."),
        ("def", "SyntaxError: invalid syntax (about.py, line 1)."),
        ("ABOUT = 1", "{file} has no ABOUT."),
    ],
)
def test_an_unusable_game_is_named_in_a_sentence(tmp_path: Path, source: str, reason: str) -> None:
    file = tmp_path / "bad" / "about.py"
    file.parent.mkdir()
    (file.parent / "__init__.py").touch()
    file.write_text(source, encoding="utf-8")
    assert refused(str(tmp_path)) == f"cashbox: The game 'bad' cannot be used: {reason.format(file=file)}\n"
