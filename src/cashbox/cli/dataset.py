"""The command `dataset`: write the decisions of many games, for training."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.cli.crew import crew
from cashbox.cli.progress import progress_bar
from cashbox.cli.simulate import plan
from cashbox.engine.phrases import plural
from cashbox.lab.dataset import Dataset

if TYPE_CHECKING:
    from cashbox.cli.settings import Collection


def dataset(asked: Collection) -> None:
    """Play the missing games of a dataset, and print a summary."""
    found = Dataset(plan(asked), asked.to, asked.shard)
    lacking = sum(map(len, found.missing))
    rows = 0
    if lacking:
        with crew(asked.cluster, asked.workers) as several, progress_bar() as progress:
            bar = progress.add_task("games", total=lacking)
            rows = found.write(several, lambda _: progress.advance(bar))
    print(f"{found.summary()} Added {plural(lacking, 'game')} with {rows} decisions.")
