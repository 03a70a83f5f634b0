"""Test `cashbox dataset`: it writes the decisions of many games as Parquet, the same for any number of workers."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from pyarrow import parquet

from cashbox import rl
from cashbox.cli.commands import main
from cashbox.lab.simulate.table import seed_of
from cashbox.rl.table import Table

if TYPE_CHECKING:
    from pathlib import Path

GAME = {"bots": "steady,random", "games": 5, "shard": 2, "seed": 3, "workers": 1}


def asked(folder: Path, **flags: object) -> list[str]:
    """Return the command for a dataset of a few games, with some of its flags changed."""
    given = {**GAME, "to": folder, **flags}
    return ["dataset", "consultants", *(f"--{name}={value}" for name, value in given.items() if value is not None)]


def written(folder: Path, **flags: object) -> dict[str, bytes]:
    """Write the dataset, and return its files by name."""
    assert main(asked(folder, **flags)) == 0
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(capsys: pytest.CaptureFixture[str], folder: Path, **flags: object) -> str:
    assert main(asked(folder, **flags)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.mark.slow
def test_rows_equal_the_environments_data(tmp_path: Path) -> None:
    written(tmp_path)
    rows = parquet.read_table(tmp_path).to_pylist()
    assert [row["number"] for row in rows] == sorted(row["number"] for row in rows)
    assert {row["number"] for row in rows} == set(range(5))
    setup = rl.Setup("consultants", seats=2)
    for number in (0, 3):
        table = Table(setup, seed_of(3, number, "table"))
        mine = [row for row in rows if row["number"] == number]
        for row in mine:
            assert (row["game"], row["seed"], row["seat"]) == ("consultants", 3, table.seat)
            assert row["bot"] == ("steady", "random")[(table.seat - number) % 2]
            assert np.array_equal(np.array(row["observation"], np.float32), table.observation(table.seat))
            assert np.array_equal(row["mask"], table.mask(table.seat))
            table.play(setup.actions[row["action"]])
        assert table.outcome is not None
        for row in mine:
            assert row["score"] == table.outcome.scores[row["seat"]]
            assert row["win"] == setup.rewards(table.outcome)[row["seat"]]


@pytest.mark.slow
def test_a_resumed_run_and_any_number_of_workers_write_the_same(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole")
    assert sorted(whole) == ["_dataset.json", *(f"shard-{k:06}.parquet" for k in range(3))]
    folder = tmp_path / "parts"
    written(folder, workers=2, games=3)
    half = folder / "shard-000000.parquet"
    half.write_bytes(half.read_bytes()[:-9])
    (folder / "_shard-000001.parquet.part").write_bytes(b"PAR1")
    untouched = (folder / "shard-000001.parquet").stat().st_mtime_ns
    assert written(folder, workers=2) == whole
    assert (folder / "shard-000001.parquet").stat().st_mtime_ns != untouched, "it had one of its two games"
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    written(folder)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


@pytest.mark.thorough
def test_a_cluster_writes_the_same(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    assert written(tmp_path / "a", cluster="local", workers=2) == written(tmp_path / "b")


@pytest.mark.slow
def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = tmp_path / "dataset"
    before = written(here, games=2)
    assert "has a different dataset (seed 3)" in refused(capsys, here, seed=4)
    assert "has a different dataset (bots" in refused(capsys, here, bots="random,random")
    assert "has a different dataset (different options)" in refused(capsys, here, mode="basic")
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before
    (here / "_dataset.json").write_text("{", "utf-8")
    assert "isn't a dataset description" in refused(capsys, here)
    (here / "_dataset.json").unlink()
    assert "has other files in it" in refused(capsys, here)
    file = here / "shard-000000.parquet"
    assert "can't be used for a dataset: " in refused(capsys, file)


@pytest.mark.slow
def test_a_full_disk_keeps_what_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = os.fsync

    def full(file: Any) -> None:
        if len(list(tmp_path.glob("shard-*"))) == 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        synced(file)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert "can't be written: No space left on device. Free up space, and run" in refused(capsys, tmp_path)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["_dataset.json", "shard-000000.parquet"]
    assert main(asked(tmp_path)) == 0
    assert "Added 3 games" in capsys.readouterr().out


@pytest.mark.slow
def test_a_missing_package_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new"
    assert "must be from 1 to" in refused(capsys, new, shard=0)
    assert "There is no bot 'nobody'" in refused(capsys, new, bots="nobody,random")
    assert not new.exists()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install 'cashbox[dataset]'" in refused(capsys, new)


@pytest.mark.thorough
def test_an_unreachable_cluster_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    said = refused(capsys, tmp_path / "new", cluster="tcp://127.0.0.1:9", workers=None)
    assert "No cluster answers" in said
