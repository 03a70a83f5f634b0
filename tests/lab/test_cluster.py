"""Test games on the workers of a cluster: they equal those of one process, even if workers are killed."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import cli
from cashbox.engine.game import GameError
from cashbox.lab import simulate as lab
from cashbox.lab.balance.run import Run
from cashbox.lab.simulate import cluster as clusters
from cashbox.lab.simulate import crew, elsewhere, sameness
from tests.extra_game_folders import among_the_games

distributed = pytest.importorskip("distributed")

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS = (["simulate", "cash", "--bots", "random,random"], ["balance", "cash"], ["ladder", "cash"])
EXTRA = Path(__file__).parent.parent / "extra_games"
WORKERS = 4


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """A scheduler with four workers, which know the tiny game."""
    with pytest.MonkeyPatch.context() as patch, among_the_games(EXTRA):
        patch.setenv("CASHBOX_GAMES", str(EXTRA))
        with distributed.LocalCluster(
            n_workers=WORKERS, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
        ) as started:
            yield started


def without_times(result: lab.Result) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(result)
    return {key: value for key, value in found.items() if "second" not in key}


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert cli.main([str(one) for one in arguments]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


# -- With workers ----------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_killed_worker_costs_only_time(local: Any) -> None:
    run = lab.plan("consultants", 160, ["random", "random", "random"], seed=8, options={"mode": "basic"})
    with distributed.Client(local, set_as_default=False) as client:
        processes = client.run(os.getpid)
    assert len(processes) == WORKERS
    victim = processes.popitem()[1]
    numbers: list[int] = []

    def watch(played: lab.Played) -> None:
        if played.number == 20:
            os.kill(victim, signal.SIGKILL)
        numbers.append(played.number)

    with lab.open_cluster(local.scheduler_address) as several:
        together = lab.simulate(run, watch, several)
    assert not Path(f"/proc/{victim}").exists()
    assert numbers == list(range(160))
    assert without_times(together) == without_times(lab.simulate(run))


@pytest.mark.thorough
def test_a_worker_can_die_after_its_games_are_fetched(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fetch, lost = distributed.Client._gather, []

    async def then_lose(client: Any, asked: Any, **how: Any) -> Any:
        found = await fetch(client, asked, **how)
        for one in asked if isinstance(asked, list) else [asked]:
            one._state.lose()
            lost.append(one.key)
        return found

    monkeypatch.setattr(distributed.Client, "_gather", then_lose)
    run = lab.plan("coins", 60, ["random", "random"], seed=8)
    with lab.open_cluster(local.scheduler_address) as several:
        assert [played.number for played in lab.stream(run, several)] == list(range(60))
    assert lost


@pytest.mark.thorough
def test_a_canceled_run_prints_nothing(local: Any, caplog: pytest.LogCaptureFixture) -> None:
    run = lab.plan("coins", 100_000, ["random", "random"], seed=2)
    for _ in range(3):
        with lab.open_cluster(local.scheduler_address) as several:
            games = lab.stream(run, several)
            assert [next(games).number for _ in range(30)] == list(range(30))
            games.close()  # type: ignore[attr-defined]
        gc.collect()
    assert not caplog.text


@pytest.mark.thorough
def test_many_games_leave_no_data_behind(local: Any) -> None:
    """Neither here nor at the scheduler: what is kept is what is out, however many games there are."""
    run = lab.plan("coins", 6000, ["random", "random"], seed=2)
    most = 0
    with lab.open_cluster(local.scheduler_address) as several:
        for played in lab.stream(run, several):
            if played.number % 50 == 0:
                most = max(most, len(local.scheduler.tasks))
    assert 0 < most <= 2 * crew.CHUNKS_AHEAD * WORKERS
    until = time.monotonic() + 10
    while local.scheduler.tasks and time.monotonic() < until:
        time.sleep(0.05)
    assert not local.scheduler.tasks


@pytest.mark.slow
def test_commands_print_and_write_the_same(local: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = local.scheduler_address
    asked = ["simulate", "coins", "--games", 300, "--bots", "greedy,random", "--seed", 4, "--json"]
    alone, together = (
        msgspec.json.decode(said(capsys, *asked, *where), type=lab.Result)
        for where in (["--workers", 1], ["--cluster", address])
    )
    assert without_times(alone) == without_times(together)
    asked = ["balance", "coins", "--games", 90, "--seats", 2, "--no-plots", "--report", tmp_path / "balance.md"]
    pages, counts = [], []
    for name, where in (("alone", ["--workers", 1]), ("together", ["--cluster", address])):
        said(capsys, *asked, "--counts", tmp_path / name, *where)
        pages.append((tmp_path / "balance.md").read_bytes())
        counts.append([file.read_bytes() for file in sorted((tmp_path / name).iterdir())])
    assert pages[0] == pages[1]
    assert counts[0] == counts[1]


@pytest.mark.thorough
def test_a_ladder_is_the_same_though_a_worker_is_killed(
    local: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["ladder", "coins", "--bots", "greedy,random,expert:n=4", "--games", 30, "--seats", 2]
    alone = said(capsys, *asked, "--out", tmp_path / "alone", "--workers", 1)
    with distributed.Client(local, set_as_default=False) as client:
        victim = client.run(os.getpid).popitem()[1]

    def kill() -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and not list(tmp_path.glob("together/*")):
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    together = said(capsys, *asked, "--out", tmp_path / "together", "--cluster", local.scheduler_address)
    killer.join()
    assert not Path(f"/proc/{victim}").exists()
    assert alone == together
    files = [{file.name: file.read_bytes() for file in (tmp_path / k).iterdir()} for k in ("alone", "together")]
    assert files[0] == files[1]


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"code": "f" * 64}, "code ffffffff. Install the same version there"),
        ({"version": "99.1"}, "but this machine has 99.1, code"),
        ({"content": "e" * 64}, "but this machine has eeeeeeee. Install the same version there"),
    ],
)
def test_a_worker_with_other_code_or_content_refuses(
    local: Any, other: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = msgspec.structs.replace(sameness.make_of("coins"), **other)
    monkeypatch.setattr(clusters, "make_of", lambda _: make)
    run = lab.plan("coins", 30, ["random", "random"])
    with lab.open_cluster(local.scheduler_address) as several, pytest.raises(GameError, match=sentence) as caught:
        lab.simulate(run, crew=several)
    assert caught.value.code == "other-worker"
    assert "The worker at tcp://" in str(caught.value)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="looks for the program's processes where Linux shows them")
def test_an_interrupt_ends_a_cluster_that_was_started_for_a_run() -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from cashbox.cli import main; raise SystemExit(main())"
    )
    asked = ["simulate", "envelopes", "--bots", "random,random", "--games", "1000000"]
    command = [sys.executable, "-c", code, *asked, "--cluster", "local", "--workers", "2"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    children = Path(f"/proc/{process.pid}/task")
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if sum(len(file.read_text("utf-8").split()) for file in children.glob("*/children")) >= 3:
                break
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert (process.returncode, out, err) == (130, "", "")


# -- Without -----------------------------------------------------------------------------------------------------------


class Fake:
    """A client of a cluster that answers what a test wants."""

    def __init__(self, *answers: dict[str, int] | Exception) -> None:
        self.answers = list(answers)

    def nthreads(self) -> dict[str, int]:
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def crew_of(*answers: dict[str, int] | Exception) -> clusters.Cluster:
    return clusters.Cluster(Fake(*answers), "tcp://there:8786")


def ended_with(error: BaseException) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


class Endless:
    """A crew that counts how many chunks are out, and how large they were."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.out = self.most = 0
        self.sizes: list[int] = []

    def hands(self) -> int:
        return 3

    def submit(self, run: lab.Plan, numbers: range) -> Future[Any]:
        self.out += 1
        self.most = max(self.most, self.out)
        future: Future[Any] = Future()
        played = [lab.Played(number, (0,), (1,), (0,), 1, 1) for number in numbers]
        future.set_result(crew.Chunk(played, self.seconds * len(played)))
        return future

    def collect(self, future: Future[Any]) -> crew.Chunk:
        self.out -= 1
        chunk: crew.Chunk = future.result()
        self.sizes.append(len(chunk.played))
        return chunk


def test_a_long_run_has_no_more_games_in_flight_than_a_short_one(coins: str) -> None:
    endless = Endless()
    games = lab.stream(lab.plan(coins, 10**9, ["random", "random"]), endless)
    assert [next(games).number for _ in range(5000)] == list(range(5000))
    assert endless.most <= 3 * crew.CHUNKS_AHEAD
    assert max(endless.sizes) == crew.LARGEST_CHUNK


def test_workers_stay_busy_between_runs(coins: str) -> None:
    """The games of the next runs are begun before those of a run have all come back."""
    endless = Endless(60.0)
    run = lab.plan(coins, 3, ["random", "random"])
    games = lab.streams([run, msgspec.structs.replace(run, first=3), *[run] * 8], endless)
    found = [next(games)]
    assert endless.most == 3 * crew.CHUNKS_AHEAD
    found += games
    assert found == [(which, played) for which in (0, *range(2, 10)) for _, played in lab.streams([run], Endless())]
    assert endless.most == 3 * crew.CHUNKS_AHEAD


@pytest.mark.parametrize(("seconds", "largest"), [(60.0, 1), (0.1, 5), (0.01, 50)])
def test_a_chunk_takes_about_half_a_second(coins: str, seconds: float, largest: int) -> None:
    endless = Endless(seconds)
    assert [p.number for p in lab.stream(lab.plan(coins, 5000, ["random", "random"]), endless)] == list(range(5000))
    assert max(endless.sizes) == largest
    assert endless.sizes[-1] == 1


@pytest.mark.thorough
def test_without_the_extra_the_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for command in COMMANDS:
        assert cli.main([*command, "--cluster", "local"]) == cli.FAULT
        err = capsys.readouterr().err
        assert "pip install 'cashbox[cluster]'" in err
        assert err.count("\n") == 1


def test_an_unreachable_address_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clusters, "_ANSWER", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for address, sentence in (
            (f"127.0.0.1:{silent.getsockname()[1]}", "No cluster answers at 127.0.0.1"),
            ("tcp://127.0.0.1:1", "No cluster answers at tcp://127.0.0.1:1. `dask scheduler` starts one"),
            ("there", "'there' isn't the address of a cluster"),
            ("http://there", "'http://there' isn't the address of a cluster"),
        ):
            assert cli.main(["simulate", "cash", "--bots", "random,random", "--cluster", address]) == cli.FAULT
            err = capsys.readouterr().err
            assert sentence in err
            assert err.count("\n") == 1


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--cluster", "there:8786", "--workers", "3"], "--workers only works with --cluster local"),
        (["--cluster", "local", "--workers", "0"], "from 1 to"),
    ],
)
def test_invalid_arguments_are_refused(given: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert cli.main([*command, *given]) == cli.FAULT
        assert sentence in capsys.readouterr().err


def test_a_cluster_without_workers_says_how_to_start_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_ANSWER", 0.0)
    with pytest.raises(GameError, match="`dask worker tcp://there:8786` starts one"):
        crew_of({})
    assert crew_of({"a": 1}, {"a": 1, "b": 8}).hands() == 2


def test_a_lost_cluster_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameError, match="no longer answers"):
        crew_of(OSError("gone"))
    for error in (CancelledError(), distributed.comm.CommClosedError("in the middle of an answer")):
        with pytest.raises(GameError, match="no longer answers"):
            crew_of({"a": 1}).collect(ended_with(error))
    monkeypatch.setattr(clusters, "_LOOK", 0.0)
    monkeypatch.setattr(clusters, "_RETURN", 0.0)
    with pytest.raises(GameError, match="has no workers"):
        crew_of({"a": 1}, {}).collect(Future())


def test_games_that_kill_every_worker_are_given_up() -> None:
    worker = type("Worker", (), {"address": "tcp://there:4"})()
    killed = distributed.KilledWorker("a task", worker, 3)
    with pytest.raises(GameError, match=r"while playing the same games\. The last one was at tcp://there:4"):
        crew_of({"a": 1}).collect(ended_with(killed))


def test_a_worker_plays_its_games_or_says_why_not(coins: str) -> None:
    run = lab.plan(coins, 9, ["greedy", "random"], seed=3)
    wanted = msgspec.structs.astuple(sameness.make_of(coins))
    chunk = elsewhere.play(coins, wanted, elsewhere.pack(run, range(2, 5)))
    assert isinstance(chunk, crew.Chunk)
    assert chunk.played == list(lab.stream(run))[2:5]
    assert "can't play nosuch: There is no game" in str(elsewhere.play("nosuch", wanted, b""))


def test_messages_can_be_read_without_cashbox() -> None:
    """A scheduler has none, and a worker that has none says so instead of ending."""
    from distributed.protocol import pickle

    code = (
        "import sys, distributed; from distributed.protocol import pickle; sys.modules['cashbox'] = None\n"
        "distributed.get_worker = lambda: type('W', (), {'address': 'here'})\n"
        "print(pickle.loads(sys.stdin.buffer.read())('envelopes', (), b''))"
    )
    errand = pickle.dumps(clusters._errand())
    done = subprocess.run([sys.executable, "-c", code], input=errand, capture_output=True, check=True)
    assert "'here'" in done.stdout.decode()
    assert "has no working cashbox: No module named 'cashbox" in done.stdout.decode()


def test_code_and_content_tell_machines_apart(coins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    makes = {game: sameness.make_of(game) for game in (coins, "cash", "consultants")}
    assert len({make.code for make in makes.values()}) == len({make.content for make in makes.values()}) == 3
    assert Run("cash").cluster is None
