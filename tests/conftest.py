from __future__ import annotations

import contextlib
import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

# Tests replace functions, which compiled ones would not notice; `test_compiled.py` says where they run compiled.
os.environ.setdefault("CASHBOX_COMPILED", "off")

from tests import extent, scratch
from tests.homes import Home
from tests.postgres import keeper
from tests.postgres.databases import fresh
from tests.shelves import among_the_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

scratch.use_memory()

# How long an example takes says more about what else the machine does than about what is tested.
settings.register_profile("cashbox", deadline=None)
settings.load_profile("cashbox")

LOOP_TESTS = [Path(__file__).parent / name for name in ("server", "cli")]
"""Where tests run event loops of their own."""

PROCESSES = {"server", "own_server", "browser", "cluster"}
"""Fixtures that start a program beside the test's own."""

STORAGES = ("sqlite", "postgres")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of what is stored runs on each database, unless it is about the file of SQLite."""
    if "storage" in metafunc.fixturenames:
        about_the_file = metafunc.definition.get_closest_marker("sqlite")
        metafunc.parametrize("storage", STORAGES[:1] if about_the_file else STORAGES, indirect=True, scope="session")


def pytest_configure(config: pytest.Config) -> None:
    extent.settle(config)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what `make check` leaves out, leaves out what `make test` does, and puts what takes long first."""
    for item in items:
        if PROCESSES.intersection(getattr(item, "fixturenames", ())) or on_postgres(item):
            item.add_marker(pytest.mark.slow)
    rest = extent.rest(items, on_postgres)
    # What failed is tried again, whatever a short run would choose of it.
    if extent.short() and not config.getoption("lf", default=False):
        config.hook.pytest_deselected(items=[item for item in items if item in rest])
        items[:] = [item for item in items if item not in rest]
    items.sort(key=place)


def pytest_collection_finish() -> None:
    """What a run begins with stays to its end, so nothing of it has to be looked at for what is garbage."""
    gc.collect()
    gc.freeze()


def on_postgres(item: pytest.Item) -> bool:
    return (
        isinstance(item, pytest.Function)
        and "callspec" in vars(item)
        and item.callspec.params.get("storage") == STORAGES[1]
    )


def place(item: pytest.Item) -> int:
    """What takes long comes first, so that no process is left alone with it at the end: first the tests that run event
    loops, since a browser leaves one running in its process; then the other slow ones."""
    if any(item.path.is_relative_to(folder) for folder in LOOP_TESTS):
        return 0
    return 1 if item.get_closest_marker("slow") else 2


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
