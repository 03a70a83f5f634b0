"""The command `simulate`: bots play many games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox import games as all_games
from cashbox.cli.crew import crew
from cashbox.cli.progress import progress_bar
from cashbox.cli.terminal import print_json
from cashbox.cli.variant import content_of
from cashbox.engine.game import GameError
from cashbox.lab import simulate as lab
from cashbox.lab.simulate.options import read_options
from cashbox.lab.simulate.recording import open_folder, table_of

if TYPE_CHECKING:
    from cashbox.cli.settings import Collection, Simulation


def simulate(asked: Simulation) -> None:
    """Play a run, and print the result."""
    run = plan(asked)
    if asked.journals is not None:
        if asked.cluster not in (None, lab.LOCAL):
            raise GameError("bad-option", "The workers of a cluster can't write journals here; leave out --cluster.")
        open_folder(asked.journals)
        run = msgspec.structs.replace(run, journals=str(asked.journals.absolute()))
    with (
        table_of(run, asked.csv) as add,
        crew(asked.cluster, asked.workers) as several,
        progress_bar() as progress,
    ):
        bar = progress.add_task("games", total=run.games)

        def played(one: lab.Played) -> None:
            add(one)
            progress.advance(bar)

        result = lab.simulate(run, played, several)
    if asked.json:
        print_json(result)
    else:
        _print_result(result)


def plan(asked: Simulation | Collection) -> lab.Plan:
    """Build the requested run. GameError if it cannot be played."""
    names = [name.strip() for name in asked.bots.split(",")]
    given = asked.option if asked.mode is None else (f"mode={asked.mode}", *asked.option)
    options = read_options(all_games.about_game(asked.game), given)
    content = content_of(asked.game, asked.content)
    return lab.plan(asked.game, asked.games, names, asked.seed, options, asked.workers, content)


def _print_result(result: lab.Result) -> None:
    print(
        f"{result.games} games of {result.game} in {result.seconds} s: {result.games_per_second:g} games and "
        f"{result.decisions_per_second:.0f} decisions per second, "
        f"{result.decisions / result.games:.0f} decisions per game"
    )
    width = max(3, *(len(seat.bot) for seat in result.seats), *(len(other.name) for other in result.others))
    print(f"{'bot':{width}} {'wins':>9} {'share':>7} {'mean':>8} {'sd':>7} {'min':>5} {'max':>5}")
    for seat in result.seats:
        wins = f"{seat.wins:9.2f} {seat.wins / result.games:7.1%}"
        print(f"{seat.bot:{width}} {wins} {seat.mean:8.2f} {seat.sd:7.2f} {seat.min:5} {seat.max:5}")
    for other in result.others:
        print(f"{other.name:{width}} {'':17} {other.mean:8.2f} {other.sd:7.2f} {other.min:5} {other.max:5}")
