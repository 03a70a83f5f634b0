"""What is written out for the compiler (tools/compiled.py): that it takes it, and that it says the same."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cashbox import games
from cashbox.engine.table_rules import TableRules
from tools.compiled import OPTIONS, SOURCE, hot_files, write
from tools.written_out import rules_written_out

if TYPE_CHECKING:
    from pathlib import Path

TABLES = sorted(path.parent.name for path in SOURCE.glob("games/*/options.py"))


TO_C = "import sys; from mypyc.build import mypycify; mypycify(sys.argv[1:])"


@pytest.mark.slow
def test_the_compiler_takes_what_is_written_out(tmp_path: Path) -> None:
    """As far as the C that it makes, which is where a change of the sources breaks it."""
    write(tmp_path)
    command = [sys.executable, "-c", TO_C, *OPTIONS, *hot_files()]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def rows(cls: type[TableRules]) -> dict[str, tuple[object, ...]]:
    return {name: (row.kind, row.option, row.edition, row.before) for name, row in cls.ROWS.items()}


@pytest.mark.parametrize("game", TABLES)
def test_the_rules_of_a_table_written_out_are_the_same(game: str) -> None:
    source = (SOURCE / "games" / game / "options.py").read_text("utf-8")
    read: dict[str, type[TableRules]] = {}
    for text in (source, rules_written_out(source)):
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
    assert vars(plain(given, 2)) == vars(written(given, 2))
