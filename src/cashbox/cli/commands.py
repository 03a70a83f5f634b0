"""The program `cashbox`: serve tables, simulate games, look into journals.

Every fault that can be expected is one sentence on stderr and exit status 2.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path  # noqa: TC003 (the command line is made from the types)
from typing import TYPE_CHECKING, Annotated

import cyclopts
from cyclopts import App, Parameter

from cashbox import __version__, compiled
from cashbox.cli.settings import Check, Fuzzing, Simulation
from cashbox.cli.terminal import print_in_any_encoding
from cashbox.engine.game import GameError
from cashbox.lab.balance.run import Run
from cashbox.lab.ladder.run import Run as LadderRun
from cashbox.server.db.data_folder import Where
from cashbox.server.settings import Serving

if TYPE_CHECKING:
    from collections.abc import Sequence

FAULT = 2
INTERRUPTED = 130

SimulationFlags = Annotated[Simulation, Parameter(name="*", negative=())]
RunFlags = Annotated[Run, Parameter(name="*", negative_iterable=())]
LadderFlags = Annotated[LadderRun, Parameter(name="*", negative=())]
CheckFlags = Annotated[Check, Parameter(name="*")]
FuzzingFlags = Annotated[Fuzzing, Parameter(name="*")]
ServingFlags = Annotated[Serving, Parameter(name="*")]
WhereFlags = Annotated[Where, Parameter(name="*")]
USUAL_CHECK = Check()
USUAL_LADDER = LadderRun()
USUAL_SERVING = Serving()
USUAL_PLACE = Where()

ForceFlag = Annotated[bool, Parameter(negative=())]

app = App(
    name="cashbox",
    help="Tabletop games about money: serve tables, simulate games, look into journals.",
    help_format="plaintext",
    version=f"{__version__}, {compiled.how()}",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)

app.command("cashbox.cli.admin:admin", name="admin", help="Look after the tables and guests of a house.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. arguments: those of the process by default."""
    print_in_any_encoding()
    try:
        status = app(sys.argv[1:] if arguments is None else list(arguments), exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except cyclopts.CycloptsError as error:
        return _fault(" ".join(str(error).split()))
    except GameError as error:
        return _fault(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has no reader either; without this, leaving would complain of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status if isinstance(status, int) else 0


def _fault(sentence: str) -> int:
    print(f"cashbox: {sentence}", file=sys.stderr)
    return FAULT


@app.command
def serve(asked: ServingFlags = USUAL_SERVING) -> None:
    """Serve tables to browsers. The defaults come from CASHBOX_HOST, CASHBOX_PORT, CASHBOX_HOME, CASHBOX_URL."""
    from cashbox.server import main as run

    run.serve(asked)


@app.command
def backup(file: Path, /, *, where: WhereFlags = USUAL_PLACE, force: ForceFlag = False) -> None:
    """Copy a house, its tables and journals, to a file, while it is being played in or not.

    Args:
        file: where to. Whoever can read it can read the secrets of running games.
        force: replace a file that is there.
        where: the house.
    """
    from cashbox.cli.house import backup as run

    run(file, where, force=force)


@app.command
def restore(file: Path, /, *, where: WhereFlags = USUAL_PLACE, force: ForceFlag = False) -> None:
    """Put a backup in the place of a house that no server uses.

    Args:
        file: a backup, of whichever database.
        force: put a house that is there aside.
        where: the house.
    """
    from cashbox.cli.house import restore as run

    run(file, where, force=force)


@app.command
def move(*, to: str, of: Annotated[str | None, Parameter(name="--from")] = None) -> None:
    """Copy a house that no server uses to another database, and compare every row. The house stays where it was, too.

    Args:
        to: a PostgreSQL without tables, postgresql://user:password@host/name, or a folder without a house.
        of: the house: an address or a folder; by default that of CASHBOX_DATABASE, and without one that of
            CASHBOX_HOME.
    """
    from cashbox.cli.house import move as run

    run(to, of)


@app.command
def check(file: Path | None = None, /, *, where: WhereFlags = USUAL_PLACE, workers: int | None = None) -> int:
    """Check a house, or a backup of one: the database, every journal by the rules it is played by, every draw. It reads
    only, so a server may be running. Run it before an upgrade.

    Args:
        file: a backup; by default the house itself.
        workers: how many processes; by default one for each processor.
        where: the house.
    """
    from cashbox.cli.house import check as run

    return run(file, where, workers)


@app.command
def simulate(asked: SimulationFlags) -> None:
    """Play many games between bots, which rotate through the seats, and print a summary."""
    from cashbox.cli.simulate import simulate as run

    run(asked)


@app.command
def balance(run: RunFlags) -> None:
    """Measure how balanced a game is: equal bots play until the 95% intervals decide. A run that was interrupted is
    continued."""
    from cashbox.cli.balance import balance as measure

    measure(run)


@app.command
def ladder(run: LadderFlags = USUAL_LADDER) -> None:
    """Let the bots of every game play each other at every number of players and rate them, or check their targets.
    A run that was interrupted is continued."""
    from cashbox.cli.ladder import ladder as play_each_other

    play_each_other(run)


@app.command
def replay(file: Path, /, *, seat: int | None = None, serve: ForceFlag = False, port: int = 0) -> None:
    """Print the game in a journal file as sentences, or show it in a browser.

    Args:
        file: a journal.
        seat: tell it as this seat saw it, counted from 0; by default as a spectator saw it, or in full once the game
            is over.
        serve: start a server for this file alone, which only this machine reaches, and print the link to the replay.
        port: the port of that server, by default any that is free.
    """
    from cashbox.cli import journal

    if serve:
        journal.serve(file, port)
    else:
        journal.replay(file, seat)


@app.command
def report(file: Path, /, *, seat: int | None = None, watcher: ForceFlag = False) -> None:
    """Print the game in a journal file as a report of the match: who played, what happened in which chapter, how it
    ended, and how that can be checked.

    Args:
        file: a journal.
        seat: tell it as this seat saw it, counted from 0; by default with all hands open.
        watcher: tell it as somebody saw it who watched.
    """
    from cashbox.cli.journal import report as run

    run(file, seat, watcher=watcher)


@app.command
def play(file: Path, /, *, seed: int = 0, against: str = "", seat: int = 0) -> None:
    """Open a journal in the terminal, for example the fuzzer's, and go on from its end, playing every seat yourself, or
    one against bots.

    Args:
        file: a journal.
        seed: of chance from there on.
        against: the bot on all other seats: gentle, steady, sharp, expert, or another one of the game.
        seat: your own where there are bots; the first is 0.
    """
    from cashbox.cli.play import play as run

    run(file, seed, against, seat)


@app.command
def verify(file: Path, /, *, head: tuple[str, ...] = (), origin: tuple[Path, ...] = ()) -> None:
    """Check a finished game: the file, every action by the rules, every draw against the secret shown at its end, and
    that nothing was changed, moved, left out or added.

    Args:
        file: a journal.
        head: a head of the journal's chain that you kept while the game ran, to check that it is the same game; may
            be given several times.
        origin: the journal of the game that this one goes on from, to check its draws, too; may be given several times
            where that one goes on from yet another.
    """
    from cashbox.cli.journal import verify as run

    run(file, head, origin)


@app.command
def conformance(asked: CheckFlags = USUAL_CHECK) -> int:
    """Check that a game keeps the contract for all games."""
    from cashbox.cli.contract import conformance as run

    return run(asked)


@app.command
def fuzz(asked: FuzzingFlags) -> int:
    """Play a game at random under all the checks of the conformance suite, and keep the journal of a failure."""
    from cashbox.cli.contract import fuzz as run

    return run(asked)


@app.command
def games(*, json: Annotated[bool, Parameter(negative=())] = False) -> None:
    """List the games with their players, bots, modes and options.

    Args:
        json: print it as JSON.
    """
    from cashbox.cli.listing import list_games

    list_games(as_json=json)


@app.command(name="compile")
def compile_modules() -> int:
    """Compile rules and bots for this user, which takes some minutes and wants a C compiler, mypy and setuptools. They
    are used from the next start, as long as no source of them changes."""
    from cashbox.compiled.build import CompileError, build

    try:
        print(build())
    except (CompileError, OSError) as error:
        return _fault(f"Rules and bots are not compiled. {error}")
    return 0


@app.command
def version() -> None:
    """Print the version, and whether rules and bots run compiled."""
    print(f"cashbox {__version__}, {compiled.how()}")
