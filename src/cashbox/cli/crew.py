"""The crew of a command: processes on this machine, or the cluster named by `--cluster`."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from cashbox.cli.progress import progress_bar
from cashbox.engine.game import GameError
from cashbox.lab import simulate as lab

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def crew(cluster: str | None, workers: int | None) -> Iterator[lab.Crew | None]:
    """Open the crew of a command, None if it names no cluster and each run has its own processes. GameError if there is
    no such cluster."""
    if cluster is None:
        yield None
        return
    if cluster != lab.LOCAL and workers is not None:
        raise GameError(
            "bad-option",
            f"The cluster at {cluster} has its own workers. --workers only works with --cluster {lab.LOCAL}.",
        )
    with ExitStack() as stack:
        with progress_bar() as progress:
            progress.add_task("cluster", total=None)
            opened = stack.enter_context(lab.open_cluster(cluster, workers))
        yield opened
