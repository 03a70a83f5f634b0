"""Test the content of a wheel, and that it runs compiled on its own."""

from __future__ import annotations

import json
import subprocess
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import compiled
from cashbox.cli.new_game import example_folder
from cashbox.server.web.files import packed_files, read_bundle
from tests.test_compiled import BUILDS, fast
from tests.wheels import INSTALLS, WHEELS, bare, built, installed

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["fast"]

PLAYED = ("simulate", "consultants", "--bots", "steady,random", "--games", "2", "--workers", "1", "--json")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A wheel that was built where nothing can be compiled, and what was said."""
    folder = tmp_path_factory.mktemp("plain")
    return built(folder / "dist", CC="no-such-compiler", **{compiled.SETTING: str(folder / "nothing")})


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as opened:
        return set(opened.namelist())


@pytest.mark.thorough
@WHEELS
def test_a_wheel_without_a_compiler_is_for_all_machines_and_says_why(plain: tuple[Path, str]) -> None:
    wheel, said = plain
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "This wheel has no compiled modules. There is no C compiler (no-such-compiler)." in said
    assert not any(name.startswith(f"cashbox/{compiled.SHIPPED.name}/") for name in names(wheel))


@WHEELS
@pytest.mark.slow
@pytest.mark.skipif(read_bundle() is None, reason="the pages are not packed; `make bundle` does it")
def test_a_wheel_contains_the_bundled_pages(plain: tuple[Path, str]) -> None:
    found = names(plain[0])
    assert {f"cashbox/web/bundle/{path.name}" for path in packed_files()} <= found
    assert "cashbox/web/bundle/manifest.json" in found


@WHEELS
@pytest.mark.slow
def test_a_wheel_contains_the_template_for_new_games(plain: tuple[Path, str]) -> None:
    example = {path.relative_to(example_folder()).as_posix() for path in example_folder().rglob("*") if path.is_file()}
    wanted = {f"cashbox/example_games/{example_folder().name}/{name}" for name in example if "__pycache__" not in name}
    assert wanted <= names(plain[0])
    assert not any("__pycache__" in name for name in names(plain[0]))


@BUILDS
@WHEELS
@INSTALLS
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_wheel_is_compiled_and_runs(fast: dict[str, str], tmp_path: Path) -> None:
    """It gets the modules that the tests have of exactly these sources, and they are used as long as its own are these:
    then the same games are played from the sources."""
    wheel, _ = built(tmp_path / "dist", **{compiled.SETTING: fast[compiled.SETTING]})
    assert "linux" in wheel.name
    packages = installed(wheel, tmp_path / "env")
    assert (
        run(tmp_path, "python", "-c", "import cashbox; print(cashbox.__file__)") == f"{packages}/cashbox/__init__.py\n"
    )
    assert run(tmp_path, "cashbox", "--version").endswith(", compiled\n")
    quick = played(tmp_path)
    with (packages / "cashbox" / "engine" / "chance.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert run(tmp_path, "cashbox", "--version").endswith(", not compiled\n")
    assert played(tmp_path) == quick


def run(folder: Path, program: str, *asked: str) -> str:
    """What a program of the new environment says, whose user has nothing compiled."""
    where = {**bare(), "XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder)}
    command = [str(folder / "env" / "bin" / program), *asked]
    done = subprocess.run(command, env=where, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def played(folder: Path) -> dict[str, Any]:
    """What came of some games, without how long they took."""
    said: dict[str, Any] = json.loads(run(folder, "cashbox", *PLAYED))
    assert said["games"] == 2
    return {name: value for name, value in said.items() if "second" not in name}
