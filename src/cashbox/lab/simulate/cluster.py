"""A crew of workers on several machines, or on this one, by dask.distributed. It comes with the extra `cluster`.

The scheduler gives out chunks, and gives what a lost worker had in hand to another one. A worker plays only with the
same code and content as the machine that asks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.game import GameError
from cashbox.lab.simulate.elsewhere import pack
from cashbox.lab.simulate.plan import checked_workers
from cashbox.lab.simulate.processes import undisturbed
from cashbox.lab.simulate.sameness import make_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from distributed import Client, LocalCluster

    from cashbox.lab.simulate.crew import Chunk
    from cashbox.lab.simulate.plan import Plan

LOCAL: Final = "local"
"""Used instead of an address: workers on this machine."""

_LEAN: Final = {
    "distributed.admin.low-level-log-length": 50,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.system-monitor.log-length": 60,
}
"""What dask would watch and log of itself, the last thousand messages with all that they carry among it: it takes time,
and memory that grows for some hours."""

_SILENT: Final = logging.CRITICAL + 1
"""A level of logs that nothing has: a scheduler finds it critical that a client leaves in the middle of a run."""

_ANSWER: Final = 5.0
"""Seconds in which a scheduler answers, and in which it has a worker at the beginning."""
_RETURN: Final = 60.0
"""The seconds to wait for another worker if none is left."""
_LOOK: Final = 5.0
"""The seconds between checks of the number of workers."""


@contextmanager
def open_cluster(address: str, workers: int | None = None) -> Iterator[Cluster]:
    """Open a crew on a cluster.

    Args:
        address: Of its scheduler, or LOCAL for one that is started here.
        workers: How many are started; None for one for each processor.

    Raises:
        GameError: There is none; the sentence says what to do.
    """
    _check_installed()
    from dask import config

    with ExitStack() as stack:
        stack.enter_context(config.set(_LEAN))
        if address == LOCAL:
            started = stack.enter_context(_started(checked_workers(workers)))
            address = started.scheduler_address
        yield Cluster(stack.enter_context(_client(address)), address)


def _check_installed() -> None:
    try:
        import distributed  # noqa: F401 (asked for whether it is there)
    except ModuleNotFoundError:
        sentence = "A cluster needs dask.distributed. Install it: pip install 'cashbox[cluster]'."
        raise GameError("not-installed", sentence) from None
    # What goes wrong is said in a sentence; the library's own lines would tear the progress bar.
    for name in ("distributed", "distributed.client", "distributed.scheduler", "distributed.nanny"):
        logging.getLogger(name).setLevel(_SILENT)


@contextmanager
def _started(workers: int) -> Iterator[LocalCluster]:
    from distributed import LocalCluster

    resource_tracker.ensure_running()  # starts on its own otherwise, and lets interrupts through again when it has
    with undisturbed():
        local = LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=_SILENT
        )
    try:
        yield local
    finally:
        local.close()


@contextmanager
def _client(address: str) -> Iterator[Client]:
    from distributed import Client

    try:
        with ThreadPoolExecutor(1) as aside:  # this thread may have its own event loop
            aside.submit(asyncio.run, _answers(address)).result()
        with undisturbed():
            client = Client(address, timeout=_ANSWER, set_as_default=False)
    except ValueError as error:
        raise GameError("bad-address", f"{address!r} isn't the address of a cluster: {error}.") from None
    except (OSError, TimeoutError):
        raise GameError(
            "no-cluster",
            f"No cluster answers at {address}. `dask scheduler` starts one, and `dask worker {address}` adds a worker.",
        ) from None
    try:
        yield client
    finally:
        client.close()


async def _answers(address: str) -> None:
    """Check that a scheduler answers, otherwise OSError: a client without one could not be closed."""
    from distributed.comm import connect
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    comm = await asyncio.wait_for(connect(address, timeout=_ANSWER, **arguments), _ANSWER + 1)
    comm.abort()


class Cluster:
    """A `Crew` of the workers of a scheduler."""

    def __init__(self, client: Client, address: str) -> None:
        self.address = address
        self._client = client
        self._hands = 0
        self._looked = 0.0
        self._wait_for_somebody(_ANSWER)

    def hands(self) -> int:
        """See `Crew.hands`: workers come and go. Each plays one chunk at a time."""
        if not self._hands or time.monotonic() - self._looked > _LOOK:
            self._hands = max(1, len(self._workers()))
            self._looked = time.monotonic()
        return self._hands

    def submit(self, run: Plan, numbers: range) -> Future[Any]:
        """See `Crew.submit`."""
        wanted = msgspec.structs.astuple(make_of(run.game))
        asked = self._client.submit(_errand(), run.game, wanted, pack(run, numbers), pure=False)
        return asyncio.run_coroutine_threadsafe(self._brought(asked), self._client.loop.asyncio_loop)

    @staticmethod
    async def _brought(asked: Any) -> Any:
        """Fetch what a worker was asked for as soon as it is there, or it would be lost with the worker.

        The client's own executor checks afterwards whether the worker still has it, and fails if the worker has just
        died.
        """
        return await asked

    def collect(self, future: Future[Any]) -> Chunk:
        """See `Crew.collect`."""
        from distributed import KilledWorker

        while not wait([future], timeout=_LOOK).done:
            if not self._workers():
                self._wait_for_somebody(_RETURN)
        try:
            where, found = future.result()
        except KilledWorker as error:
            worker = getattr(error.last_worker, "address", "unknown")
            sentence = (
                f"Several workers in the cluster died while playing the same games. The last one was at {worker}."
            )
            raise GameError("workers-lost", sentence) from None
        except (CancelledError, OSError):
            raise self._lost() from None
        if isinstance(found, str):
            sentence = f"The worker at {where} {found}. Install the same version there and restart it."
            raise GameError("other-worker", sentence)
        chunk: Chunk = found
        return chunk

    def _workers(self) -> dict[str, int]:
        try:
            found: dict[str, int] = self._client.nthreads()
        except (OSError, TimeoutError):
            raise self._lost() from None
        return found

    def _wait_for_somebody(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._workers():
            if time.monotonic() > until:
                raise GameError(
                    "no-workers",
                    f"The cluster at {self.address} has no workers. `dask worker {self.address}` starts one.",
                )
            time.sleep(0.1)

    def _lost(self) -> GameError:
        return GameError("cluster-lost", f"The cluster at {self.address} no longer answers.")


def _errand() -> Callable[..., tuple[str, Chunk | str]]:
    """Build the function that a worker runs.

    A nested function travels with its code. One that travels by its name would end a worker that does not know it, and
    the scheduler would need cashbox, too.
    """

    def play(game_id: str, wanted: tuple[str, str, str], packed: bytes) -> tuple[str, Chunk | str]:
        from distributed import get_worker

        where = get_worker().address
        try:
            from cashbox.lab.simulate import elsewhere
        except ImportError as error:
            return where, f"has no working cashbox: {error}"
        return where, elsewhere.play(game_id, wanted, packed)

    return play
