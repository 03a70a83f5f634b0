"""Run cashbox with rules and bots compiled by mypyc: the same games, two to three times as fast.

    python tools/compiled.py simulate envelopes --games 10000 --bots steady,steady,steady
    python tools/compiled.py balance envelopes --report docs/balance.md

The copy stands in build/compiled and is made anew when the sources have changed, which takes about a minute. It wants a
C compiler, mypy and setuptools. Nothing needs it; it is for long runs.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.written_out import Declared, opened, rules_written_out, written_out  # noqa: E402 (found beside this script)

SOURCE: Final = ROOT / "src" / "cashbox"
BUILD: Final = ROOT / "build" / "compiled"
LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "static", "templates")

HOT: Final = {
    "engine": ["chance.py", "seats.py", "state.py", "table_rules.py", "unseen.py", "verbs.py"],
    "games/envelopes": [
        "actions.py", "card_effects.py", "content.py", "options.py", "phases.py", "state.py", "vocabulary.py",
        "words/phrases.py", "rules/*.py", "eyes/look.py", "eyes/prices.py", "eyes/sample.py", "bots/*.py",
    ],
    "games/cash": [
        "actions.py", "content.py", "options.py", "state.py", "vocabulary.py", "words/phrases.py", "rules/*.py",
        "eyes/look.py", "eyes/sample.py", "bots/*.py",
    ],
    "games/consultants": [
        "actions.py", "content.py", "options.py", "state.py", "words/phrases.py", "rules/*.py", "eyes/look.py",
        "eyes/sample.py", "bots/*.py",
    ],
}  # fmt: skip
"""What is compiled, by folder. Structs, and classes that others derive from, stay as they are."""

OPTIONS: Final = [
    "--ignore-missing-imports",
    "--follow-imports=silent",
    "--explicit-package-bases",
    "--namespace-packages",
]
"""Of mypy, when it compiles."""

_MADE_BARE: Final = re.compile(r"\b(\w+)\.__new__\(\1\)")

_SETUP: Final = """
from mypyc.build import mypycify
from setuptools import setup
setup(name="compiled", packages=[], ext_modules=mypycify({options!r} + {files!r}, opt_level="3", debug_level="0"))
"""


def hot_files() -> list[str]:
    """The files to compile, as paths below `src`."""
    found = [path for folder, patterns in HOT.items() for p in patterns for path in sorted((SOURCE / folder).glob(p))]
    return [path.relative_to(SOURCE.parent).as_posix() for path in found if path.name != "__init__.py"]


def bare(source: str) -> str:
    """The text of a module where every class whose objects are also made without `__init__` (by `clone`) is one that
    mypyc lets be made so: of any other, `__new__` calls `__init__`."""
    names = set(_MADE_BARE.findall(source))
    return opened(source, names) if names else source


def digest() -> str:
    """What the copy was made from."""
    seen = hashlib.sha256(sys.version.encode())
    for tool in ("compiled.py", "written_out.py"):
        seen.update((ROOT / "tools" / tool).read_bytes())
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in (".py", ".toml"):
            seen.update(path.relative_to(SOURCE).as_posix().encode() + path.read_bytes())
    return seen.hexdigest()


def _written(name: str, source: str, known: dict[str, list[Declared]]) -> str:
    if "cashbox.engine.fields" in source:
        return written_out(source, known)
    if "cashbox.engine.table_rules" in source:
        return rules_written_out(source)
    return opened(source) if name.startswith("cashbox/engine/") else bare(source)


def write(folder: Path) -> None:
    """A copy of the sources with those to compile written out."""
    shutil.copytree(SOURCE, folder / "cashbox", ignore=LEFT_OUT)
    known: dict[str, list[Declared]] = {}
    for name in hot_files():
        path = folder / name
        path.write_text(_written(name, path.read_text("utf-8"), known), "utf-8")


def build() -> bool:
    """Make the copy where it is not up to date; whether it can be used."""
    mark = BUILD / "made-from"
    now = digest()
    if mark.exists() and mark.read_text("utf-8") == now:
        return True
    print("compiling, about a minute", file=sys.stderr)
    shutil.rmtree(BUILD, ignore_errors=True)
    write(BUILD)
    (BUILD / "setup.py").write_text(_SETUP.format(options=OPTIONS, files=hot_files()), "utf-8")
    command = [sys.executable, "setup.py", "build_ext", "--inplace", "--quiet"]
    run = subprocess.run(command, cwd=BUILD, capture_output=True, text=True, check=False)
    if run.returncode:
        print(run.stdout[-4000:], run.stderr[-4000:], sep="\n", file=sys.stderr)
        print("It could not be compiled; cashbox itself does the same, only slower.", file=sys.stderr)
        return False
    mark.write_text(now, "utf-8")
    return True


def main() -> int:
    """Build if need be, then run cashbox with the arguments given."""
    if not build():
        return 1
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(BUILD), os.environ.get("PYTHONPATH", "")])}
    return subprocess.run([sys.executable, "-m", "cashbox.cli", *sys.argv[1:]], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
