"""Test where compiled modules are stored, which are used, and what is reported if compiling fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cashbox import compiled
from cashbox.compiled import build
from tests.test_compiled import BUILDS, SOURCE


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package with a folder to compile, and an empty cache."""
    folder = tmp_path / "cashbox"
    (folder / "engine").mkdir(parents=True)
    (folder / "engine" / "hot.txt").write_text("seats.py\n", "utf-8")
    (folder / "engine" / "seats.py").write_text("A = 1\n", "utf-8")
    monkeypatch.setattr(compiled, "PACKAGE", folder)
    monkeypatch.setattr(compiled, "SHIPPED", folder / "_compiled")
    monkeypatch.setenv(compiled.SETTING, str(tmp_path / "cache"))
    return folder


def made(place: Path) -> Path:
    folder = place / compiled.key()
    file = compiled.file_of(folder, "cashbox.engine.seats")
    file.parent.mkdir(parents=True)
    file.write_bytes(b"compiled")
    (folder / compiled.MODULES).write_text("cashbox.engine.seats 8\n", "utf-8")
    return folder


def test_no_compiled_modules_are_found_if_there_are_none(package: Path) -> None:
    assert compiled.found() is None


def test_compiled_modules_are_found_in_the_cache_and_next_to_the_package(package: Path, tmp_path: Path) -> None:
    in_cache = made(tmp_path / "cache")
    assert compiled.found() == in_cache
    assert compiled.found() != made(package / "_compiled")  # the test has said where it is
    assert compiled.found() == package / "_compiled" / compiled.key()


@pytest.mark.parametrize("change", ["seats.py", "hot.txt", "cold.py"])
def test_modules_of_other_sources_are_not_used(package: Path, tmp_path: Path, change: str) -> None:
    made(tmp_path / "cache")
    with (package / "engine" / change).open("a") as file:
        file.write("B = 2\n")
    assert compiled.found() is None


def test_incomplete_modules_are_not_used(package: Path, tmp_path: Path) -> None:
    (made(tmp_path / "cache") / compiled.MODULES).unlink()
    assert compiled.found() is None


@pytest.mark.parametrize("left", [b"", b"comp", None])
def test_damaged_modules_are_not_used(package: Path, tmp_path: Path, left: bytes | None) -> None:
    file = compiled.file_of(made(tmp_path / "cache"), "cashbox.engine.seats")
    if left is None:
        file.unlink()
    else:
        file.write_bytes(left)
    assert compiled.found() is None


@pytest.mark.parametrize("listed", [b"", b"\xff\xfe", b"cashbox.engine.seats\n", b"cashbox.engine.nosuch 8\n"])
def test_a_damaged_list_is_not_used(package: Path, tmp_path: Path, listed: bytes) -> None:
    (made(tmp_path / "cache") / compiled.MODULES).write_bytes(listed)
    assert compiled.found() is None


def test_modules_writable_by_others_are_not_used(package: Path, tmp_path: Path) -> None:
    made(tmp_path / "cache").chmod(0o777)
    assert compiled.found() is None


def test_a_read_only_folder_is_used_and_reported(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to another user, or to a file system that only is read."""
    for place in (tmp_path / "cache", package / "_compiled"):
        made(place)

        def refuse(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "utime", refuse)
        assert build.build() == "Rules and bots are already compiled."


def test_a_used_folder_counts_as_recent(package: Path, tmp_path: Path) -> None:
    os.utime(folder := made(tmp_path / "cache"), (0, 0))
    build.build()
    assert folder.stat().st_mtime > build.KEPT_FOR


def test_an_unreadable_folder_does_not_prevent_the_use_of_others(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_cache, shipped = made(tmp_path / "cache"), made(package / "_compiled")
    read = Path.read_text

    def refused(path: Path, encoding: str) -> str:
        if path.is_relative_to(shipped):
            raise PermissionError(13, "Permission denied")
        return read(path, encoding)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_text", refused)
        assert compiled.found() == in_cache
    monkeypatch.setenv(compiled.SETTING, str(tmp_path / ("x" * 300)))
    assert compiled.found() == shipped


def test_files_that_cannot_be_removed_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, age in (("old", build.KEPT_FOR + 60), ("young", 60)):
        (folder := tmp_path / name).mkdir()
        os.utime(folder, (time.time() - age,) * 2)
    build._tidy(tmp_path / "gone")
    build._tidy(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["young"]


def test_the_cache_belongs_to_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(compiled.SETTING, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert compiled.cache() == tmp_path / "cashbox" / "compiled"


def test_a_missing_compiler_is_reported_in_one_line(tmp_path: Path) -> None:
    more = {"CC": "no-such-compiler", compiled.SETTING: str(tmp_path)}
    command = [sys.executable, "-m", "cashbox.compiled"]
    run = subprocess.run(command, env={**os.environ, **more}, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("\n") == 1
    assert "There is no C compiler (no-such-compiler)." in run.stdout


def test_a_wheel_gets_existing_compiled_modules_or_new_ones(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(build, "make", asked.append)
    monkeypatch.setattr(build, "missing", lambda: "")
    build.fill(new := tmp_path / "new")
    assert asked == [new]
    made(tmp_path / "cache")
    build.fill(filled := tmp_path / "filled")
    assert asked == [new]
    assert (filled / compiled.MODULES).read_text("utf-8") == "cashbox.engine.seats 8\n"


NOISY = """#!/bin/sh
for line in 1 2 3 4 5 6 7 8 9; do echo "In file included from seats.c:$line:" >&2; done
echo 'seats.c:7:1: fatal error: no such header' >&2
echo 'compilation terminated.' >&2
exit 1
"""


@pytest.mark.thorough
@BUILDS
def test_compiler_errors_are_in_a_file_that_one_line_names(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And that file is gone when it has been compiled."""
    shutil.copytree(SOURCE / "compiled", package / "compiled")
    (package / "games").mkdir()
    for name in ("__init__.py", "py.typed"):
        (package / name).touch()
    (noisy := tmp_path / "noisy").write_text(NOISY, "utf-8")
    noisy.chmod(0o755)
    log = tmp_path / "cache" / "compiler.log"
    monkeypatch.setenv("CC", str(noisy))
    with pytest.raises(build.CompileError) as failed:
        build.build()
    assert str(failed.value) == (
        f"The compiler failed: seats.c:7:1: fatal error: no such header (its output is in {log})"
    )
    assert {"In file included from seats.c:1:", "compilation terminated."} <= set(log.read_text("utf-8").split("\n"))
    monkeypatch.setattr(build, "make", lambda folder: 1)
    assert build.build().startswith("Compiled 1 modules in ")
    assert not log.exists()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (b"one\n\ntwo\nKilled\n", "Killed"),
        (b"", "It printed nothing."),
        (b"a.c:1: error: \xff" + b"x" * 10_000, "a.c:1: error: \N{REPLACEMENT CHARACTER}" + "x" * 285),
    ],
)
def test_any_compiler_failure_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: bytes, told: str
) -> None:
    place = tmp_path / "cache"
    monkeypatch.setenv(compiled.SETTING, str(place))
    assert build._failure(said) == f"The compiler failed: {told} (its output is in {place / 'compiler.log'})"
    assert (place / "compiler.log").read_bytes() == said
    monkeypatch.setenv(compiled.SETTING, str(place / "compiler.log"))
    sentence = build._failure(said)
    assert sentence.startswith(f"The compiler failed: {told} (its output can't be saved: ")
    assert "\n" not in sentence
