from __future__ import annotations

import contextlib
import gc
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

# Tests replace functions, which compiled ones would not notice; `test_compiled.py` says where they run compiled.
os.environ.setdefault("CASHBOX_COMPILED", "off")

from tests import memory_folder as scratch
from tests import tiers
from tests.data_folders import Home
from tests.extra_game_folders import among_the_games
from tests.postgres import keeper
from tests.postgres.databases import fresh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

scratch.use_memory()

# How long an example takes says more about what else the machine does than about what is tested.
settings.register_profile("cashbox", deadline=None)
settings.load_profile("cashbox")

LOOP_TESTS = [Path(__file__).parent / name for name in ("server", "cli")]
"""Where tests run event loops of their own."""

STORAGES = ("sqlite", "postgres")

QUICK = 0.5
"""Seconds of processor time that a test of `make check` may take."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test of stored data on each database, unless it is about SQLite's file."""
    if "storage" in metafunc.fixturenames:
        about_the_file = metafunc.definition.get_closest_marker("sqlite")
        metafunc.parametrize("storage", STORAGES[:1] if about_the_file else STORAGES, indirect=True, scope="session")


def pytest_report_header() -> str:
    """Say which games random play plays."""
    given = os.environ.get(tiers.SEED)
    return f"{tiers.SEED}={given}" if given else ""


def pytest_configure(config: pytest.Config) -> None:
    tiers.settle(config)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the command leaves to a longer one, and put long tests first."""
    left_out = tiers.left_out(items, on_postgres)
    # A failed test is tried again whatever the command.
    if left_out and not config.getoption("lf", default=False):
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=rank)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from scanning what stays for the whole run."""
    gc.collect()
    gc.freeze()


def on_postgres(item: pytest.Item) -> bool:
    return (
        isinstance(item, pytest.Function)
        and "callspec" in vars(item)
        and item.callspec.params.get("storage") == STORAGES[1]
    )


def rank(item: pytest.Item) -> int:
    """Return when a test runs.

    Tests with event loops come first, since a browser leaves one running in its process; then the other slow ones, so
    that no worker is left alone with one at the end.
    """
    if any(item.path.is_relative_to(folder) for folder in LOOP_TESTS):
        return 0
    return 1 if tiers.is_slow(item) else 2


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note how much processor time a test takes."""
    begun = time.process_time()
    try:
        return (yield)
    finally:
        item.user_properties.append(("processor", time.process_time() - begun))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests of `make check` that are not quick."""
    if tiers.tier() != tiers.CHECK:
        return
    spent = {
        report.nodeid: dict(report.user_properties).get("processor", 0.0)
        for report in terminalreporter.getreports("passed")
        if report.when == "call"
    }
    for name, seconds in sorted(spent.items(), key=lambda one: -one[1]):
        if seconds > QUICK:
            terminalreporter.line(f"Mark it slow: {name} took {seconds:.2f} s of processor time.")


@pytest.fixture
def coins() -> Iterator[str]:
    """The id of the tiny game, which is among the games for the time of one test."""
    with among_the_games(Path(__file__).parent / "extra_games"):
        yield "coins"


@pytest.fixture(scope="session")
def storage(request: pytest.FixtureRequest) -> str:
    """Which of the databases a test runs on."""
    chosen: str = request.param
    return chosen


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where PostgreSQL can be asked for databases; there is one for all processes of the run."""
    own = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):
        return keeper.shared(own.parent, os.getppid())
    return keeper.shared(own, os.getpid())


def pytest_unconfigure(config: pytest.Config) -> None:
    """PostgreSQL ends with the run; where that is killed, the keeper notices."""
    if not hasattr(config, "workerinput"):
        keeper.end(config._tmp_path_factory.getbasetemp())  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def new_home(
    request: pytest.FixtureRequest, storage: str, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], AbstractContextManager[Home]]:
    """Makes places where a server may keep everything, on each database in turn."""
    cluster: str = request.getfixturevalue("cluster") if storage == STORAGES[1] else ""

    @contextlib.contextmanager
    def made() -> Iterator[Home]:
        folder = tmp_path_factory.mktemp("home")
        with fresh(cluster) if cluster else contextlib.nullcontext("") as database:
            yield Home(folder, database)

    return made


@pytest.fixture
def home(new_home: Callable[[], AbstractContextManager[Home]]) -> Iterator[Home]:
    """A place for a single test."""
    with new_home() as made:
        yield made
