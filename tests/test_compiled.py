"""Test compiled rules and bots: the generated code is equivalent, nothing stale is used, and everything runs on it."""

from __future__ import annotations

import ast
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cashbox import compiled, games
from cashbox.compiled import build
from cashbox.compiled.written_out import write_out
from cashbox.engine.conformance import SPARING
from cashbox.engine.table_rules import TableRules
from tests.test_layers import imports_of

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "cashbox"
TABLES = sorted(path.parent.name for path in SOURCE.glob("games/*/options.py"))
FOREIGN = [ROOT / "examples" / "games", ROOT / "tests" / "extra_games"]
"""Folders of games that are not compiled."""
FOLDER = ROOT / ".venv" / "compiled"
"""Where tests have compiled modules, which `make everything` makes. A developer's own are left alone."""
LACK = build.missing()
BUILDS = pytest.mark.skipif(bool(LACK), reason=f"nothing can be compiled here: {LACK}")

TO_C = "import sys; from mypyc.build import mypycify; mypycify(sys.argv[1:])"


@pytest.mark.slow
def test_the_compiler_accepts_the_generated_code(tmp_path: Path) -> None:
    """As far as the C that it makes, which is where a change of the sources breaks it."""
    build.write(tmp_path)
    command = [sys.executable, "-c", TO_C, *build.OPTIONS, *build.hot_files()]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def rows(cls: type[TableRules]) -> dict[str, tuple[object, ...]]:
    return {name: (row.kind, row.option, row.edition, row.before) for name, row in cls.ROWS.items()}


@pytest.mark.parametrize("game", TABLES)
def test_generated_table_rules_are_the_same(game: str) -> None:
    source = (SOURCE / "games" / game / "options.py").read_text("utf-8")
    read: dict[str, type[TableRules]] = {}
    for text in (source, write_out(source, {})):
        names: dict[str, object] = {"__name__": f"{game}.options"}
        exec(compile(text, game, "exec"), names)
        rules = names["Rules"]
        assert isinstance(rules, type)
        assert issubclass(rules, TableRules)
        read[text] = rules
    plain, written = read.values()
    assert rows(plain) == rows(written)
    assert len(rows(plain)) > 1
    loaded = games.load(game)
    given = loaded.check_options(loaded.about.unattended, 2)
    assert plain(given, 2).fields() == written(given, 2).fields() == vars(plain(given, 2))


def test_undeclared_code_is_compiled_unchanged() -> None:
    for name in build.hot_files():
        source = (ROOT / "src" / name).read_text("utf-8")
        imported = {f"cashbox.engine.{word}" for word in ("fields", "table_rules")}
        if not any(of.startswith(tuple(imported)) for _, of in imports_of(ROOT / "src" / name)):
            assert write_out(source, {}) == source


def test_compiled_classes_have_only_compiled_bases() -> None:
    """A compiled class has the fields of its base in it, which it must know; but for those written out."""
    hot = {build.module_of(name) for name in build.hot_files()}
    for name in build.hot_files():
        for cls in classes(ROOT / "src" / name):
            for base in cls.bases:
                where = imported_from(ROOT / "src" / name).get(base, "")
                ours = where.startswith("cashbox.") and where != "cashbox.engine.fields"
                assert not ours or where in hot, f"{name}: {cls.name} derives from {base}, which is not compiled"


def test_sums_of_floats_start_with_a_float() -> None:
    """Compiled, `total = sum([...])` of floats may be held for an int, and fails when it is not: sum([...], 0.0)."""
    trees = {name: ast.parse((ROOT / "src" / name).read_text("utf-8")) for name in build.hot_files()}
    functions = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    floats = {node.name for node in functions if node.returns is not None and ast.unparse(node.returns) == "float"}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "sum" and len(node.args) == 1:
                called = {
                    one.func.attr if isinstance(one.func, ast.Attribute) else ast.unparse(one.func)
                    for one in ast.walk(node.args[0])
                    if isinstance(one, ast.Call)
                }
                assert not called & floats, f"{name}, line {node.lineno}: {ast.unparse(node)}"


class Found:
    """A class in a source. bases: their names, without what stands in brackets."""

    def __init__(self, name: str, bases: list[str]) -> None:
        self.name = name
        self.bases = bases


def classes(path: Path) -> list[Found]:
    tree = ast.parse(path.read_text("utf-8"))
    return [
        Found(node.name, [ast.unparse(base).partition("[")[0] for base in node.bases])
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]


def imported_from(path: Path) -> dict[str, str]:
    """By name, the module that it comes from."""
    pairs = [full.rpartition(".") for _, full in imports_of(path)]
    return {name: module for module, _, name in pairs}


# -- what runs on it -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def fast() -> dict[str, str]:
    """The environment of programs that run compiled; compiles where it has not been done. Of several processes that
    test, one compiles and the others wait."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CASHBOX_")}
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    foreign = {"CASHBOX_GAMES": os.pathsep.join(map(str, FOREIGN))}
    environment = {**kept, "PYTHONPATH": path, compiled.SETTING: str(FOLDER), **foreign}
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "asked-for").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = subprocess.run(
            [sys.executable, "-m", "cashbox.compiled"], env=environment, capture_output=True, text=True, check=False
        )
    assert "ompiled" in run.stdout, run.stderr
    assert "slower" not in run.stdout, run.stdout
    return environment


def out(environment: dict[str, str], *arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, *arguments], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@BUILDS
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_program_says_that_it_runs_compiled(fast: dict[str, str]) -> None:
    assert out(fast, "-m", "cashbox.cli", "version").endswith(", compiled\n")
    off = {**fast, compiled.SETTING: compiled.OFF}
    assert out(off, "-m", "cashbox.cli", "version").endswith(", not compiled\n")


CONTRACT = """
import sys
from cashbox import compiled, games
from cashbox.engine import conformance
assert compiled.in_use()
game = games.load(sys.argv[1])
summary = conformance.run_for(game, float(sys.argv[2]), int(sys.argv[3]), every=int(sys.argv[4]))
print(summary.games, summary.samples, summary.differing)
"""

LONG = {"cash": 60, "consultants": 60}
"""How many steps apart games are looked at whose samples take long, since they have hands that wander."""

SEED = 6
"""Of games of four consultants in which a sample takes a third of the time that it takes in others."""


@pytest.mark.few(0, usual=2)
@BUILDS
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", [*TABLES, "tulips", "coins"])
def test_compiled_games_keep_the_contract(fast: dict[str, str], game: str) -> None:
    """Those from other folders too, whose classes derive from compiled ones."""
    every = LONG.get(game, SPARING)
    played, samples, differing = map(int, out(fast, "-c", CONTRACT, game, "2", str(SEED), str(every)).split())
    assert played > 1
    assert samples >= differing > played


@BUILDS
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_golden_games_are_the_same(fast: dict[str, str]) -> None:
    said = out(fast_alone(fast), "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/golden")
    assert " passed" in said


def fast_alone(fast: dict[str, str]) -> dict[str, str]:
    """The same without games from other folders."""
    return {name: value for name, value in fast.items() if name != "CASHBOX_GAMES"}


HELP = """
from cashbox import compiled, games
assert compiled.in_use()
for about in games.about():
    for mode in [one.id for one in about.modes] or [""]:
        print(games.help_page(about.id, mode))
"""


@BUILDS
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_rule_pages_are_the_same(fast: dict[str, str]) -> None:
    assert out(fast, "-c", HELP) == out(
        {**fast, compiled.SETTING: compiled.OFF}, "-c", HELP.replace("assert compiled.in_use()", "")
    )


PLAYED = """
import sys
from cashbox import bots, games
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
for about in games.about():
    game, seats = games.load(about.id), min(3, about.most_players)
    options = game.check_options(about.unattended, seats)
    for seed in range(3):
        chance = SeededChance(seed)
        state = game.start(options, seats, chance)
        players = [bots.make(about.bots[0], game, seat, SeededChance(seat)) for seat in range(seats)]
        while due := game.due(state):
            seat = due.bit_length() - 1
            action = decide(players[seat], game, state, game.legal(state, seat))
            game.play(state, seat, action, chance)
        print(about.id, seed, game.outcome(state).scores, game.fingerprint(state).hex())
"""


@BUILDS
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_bots_play_the_same_games(fast: dict[str, str]) -> None:
    """Every decision of theirs, and every draw: the states at the end say it."""
    assert out(fast_alone(fast), "-c", PLAYED) == out(
        {**fast_alone(fast), compiled.SETTING: compiled.OFF}, "-c", PLAYED
    )


PICKLED = """
import pickle, sys
from cashbox import compiled, games
from tests.test_pickled_states import MODES, states
if sys.argv[1] == "send":
    sent = {one: list(states(games.load(one[0]), one[1], 5, every=40)) for one in MODES}
    pickle.dump(sent, open(sys.argv[2], "wb"))
else:
    sent = pickle.load(open(sys.argv[2], "rb"))
for (game, mode), found in sent.items():
    for state in found:
        print(game, mode, games.load(game).fingerprint(state).hex())
"""


@BUILDS
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_states_move_between_compiled_and_uncompiled_processes(fast: dict[str, str], tmp_path: Path) -> None:
    """From each kind of process to each: what is read is what was sent."""
    plain = {**fast_alone(fast), compiled.SETTING: compiled.OFF}
    told = set()
    for name, sender in (("fast", fast_alone(fast)), ("plain", plain)):
        file = str(tmp_path / name)
        told.add(out(sender, "-c", PICKLED, "send", file))
        told.update(out(reader, "-c", PICKLED, "read", file) for reader in (fast_alone(fast), plain))
    assert len(told) == 1
    assert told.pop().count("\n") > 60


@pytest.mark.few(0, usual=1)
@BUILDS
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", TABLES)
def test_a_compiled_ladder_is_the_same(fast: dict[str, str], game: str, tmp_path: Path) -> None:
    """So it does not matter which machines of a cluster run compiled."""
    asked = ("ladder", game, "--bots", "steady,expert:n=1", "--seats", "2", "--games", "1", "--workers", "1")
    kept = []
    for name, environment in (("compiled", fast), ("not", {**fast, compiled.SETTING: compiled.OFF})):
        out(environment, "-m", "cashbox.cli", *asked, "--out", str(tmp_path / name))
        kept.append({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()})
    assert len(kept[0]) == 1
    assert kept[0] == kept[1]
