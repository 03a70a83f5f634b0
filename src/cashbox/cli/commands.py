"""The program `cashbox`: serve tables, simulate games, look into journals.

Every expected error is one sentence on stderr and exit status 2.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import cyclopts
from cyclopts import App, Parameter

from cashbox import __version__, compiled
from cashbox.cli.extras import server_needed
from cashbox.cli.settings import Check, Collection, Fuzzing, Simulation
from cashbox.cli.terminal import print_in_any_encoding
from cashbox.engine.game import GameError
from cashbox.lab.balance.run import Run
from cashbox.lab.compare.run import Run as CompareRun
from cashbox.lab.ladder.run import Run as LadderRun
from cashbox.lab.tune.settings import Run as TuneRun
from cashbox.server.settings import Serving, Where

if TYPE_CHECKING:
    from collections.abc import Sequence

FAULT = 2
INTERRUPTED = 130

CollectionFlags = Annotated[Collection, Parameter(name="*")]
SimulationFlags = Annotated[Simulation, Parameter(name="*", negative=())]
RunFlags = Annotated[Run, Parameter(name="*", negative_iterable=())]
CompareFlags = Annotated[CompareRun, Parameter(name="*", negative_iterable=())]
TuneFlags = Annotated[TuneRun, Parameter(name="*", negative_iterable=())]
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
    help="Board games about money: serve tables, simulate games, and check journals.",
    help_format="plaintext",
    version=f"{__version__}, {compiled.how()}",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)

app.command("cashbox.cli.admin:admin", name="admin", help="Manage a server's tables and guests.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status. arguments: those of the process by default."""
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
        # Buffered output has no reader either; without this, Python would report an error at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status if isinstance(status, int) else 0


def _fault(sentence: str) -> int:
    print(f"cashbox: {sentence}", file=sys.stderr)
    return FAULT


@app.command
def serve(asked: ServingFlags = USUAL_SERVING) -> None:
    """Start a server. Defaults come from CASHBOX_HOST, CASHBOX_PORT, CASHBOX_HOME, and CASHBOX_URL."""
    with server_needed():
        from cashbox.server import main as run

    run.serve(asked)


@app.command
def backup(file: Path, /, *, where: WhereFlags = USUAL_PLACE, force: ForceFlag = False) -> None:
    """Back up all data to a file. The server may be running.

    Args:
        file: the file to write. Anyone who can read it can read the secrets of games in progress.
        force: replace an existing file.
        where: the data.
    """
    with server_needed():
        from cashbox.cli.data import backup as run

    run(file, where, force=force)


@app.command
def restore(file: Path, /, *, where: WhereFlags = USUAL_PLACE, force: ForceFlag = False) -> None:
    """Restore a backup. The server must be stopped.

    Args:
        file: a backup of either kind of database.
        force: set existing data aside.
        where: the data.
    """
    with server_needed():
        from cashbox.cli.data import restore as run

    run(file, where, force=force)


@app.command
def move(*, to: str, of: Annotated[str | None, Parameter(name="--from")] = None) -> None:
    """Copy all data to another database and compare every row. The server must be stopped. The original stays in place.

    Args:
        to: an empty PostgreSQL database, postgresql://user:password@host/name, or a folder without data.
        of: a database URL or a folder; by default, CASHBOX_DATABASE, or else CASHBOX_HOME.
    """
    with server_needed():
        from cashbox.cli.data import move as run

    run(to, of)


@app.command
def check(file: Path | None = None, /, *, where: WhereFlags = USUAL_PLACE, workers: int | None = None) -> int:
    """Check the data of a server or a backup: the database, every journal against its rules, and every draw. It only
    reads, so the server may be running. Run it before an upgrade.

    Args:
        file: a backup; by default, the server's own data.
        workers: the number of processes; by default, one per processor.
        where: the data.
    """
    with server_needed():
        from cashbox.cli.data import check as run

    return run(file, where, workers)


@app.command
def export(
    folder: Path, /, *, where: WhereFlags = USUAL_PLACE, names: Annotated[bool, Parameter(negative=())] = False
) -> int:
    """Export a server's finished games, including private ones: one journal per game, a CSV file with their content,
    players, scores, and length, and another with the players' feedback. The server can keep running.

    Args:
        folder: the folder to write to.
        where: the data.
        names: keep people's names in the journals.
    """
    with server_needed():
        from cashbox.cli.data import export as run

    return run(folder, where, names=names)


@app.command
def simulate(asked: SimulationFlags) -> None:
    """Have bots play many games, rotating through the seats, and print a summary."""
    from cashbox.cli.simulate import simulate as run

    run(asked)


@app.command
def dataset(asked: CollectionFlags) -> None:
    """Have bots play many games, and write every decision to Parquet files: what the seat observed, what was legal,
    what it chose, and how the game ended. Run the command again to continue an interrupted run."""
    from cashbox.cli.dataset import dataset as run

    run(asked)


@app.command
def balance(run: RunFlags) -> None:
    """Measure a game's balance. Identical bots play until the 95% intervals give an answer. Run the command again to
    continue an interrupted run."""
    from cashbox.cli.balance import balance as measure

    measure(run)


@app.command
def compare(run: CompareFlags) -> None:
    """Compare two versions of a game: identical bots play both with the same luck until the differences are known. Run
    the command again to continue an interrupted run."""
    from cashbox.cli.compare import compare as play_both

    play_both(run)


@app.command
def tune(run: TuneFlags) -> None:
    """Tune numbers in a game's content until they meet a goal: bots play one version after another on the same seeds.
    Run the command again to continue an interrupted search."""
    from cashbox.cli.tune import tune as search

    search(run)


@app.command
def ladder(run: LadderFlags = USUAL_LADDER) -> None:
    """Rate every game's bots by having them play each other at every player count, or check them against their targets.
    Run the command again to continue an interrupted run."""
    from cashbox.cli.ladder import ladder as play_each_other

    play_each_other(run)


@app.command
def replay(file: Path, /, *, seat: int | None = None, serve: ForceFlag = False, port: int = 0) -> None:
    """Print the log of the game in a journal file, or replay the game in a browser.

    Args:
        file: a journal.
        seat: show the game as this seat saw it; the first seat is 0. By default, show it as a spectator saw it, or in
            full if it is over.
        serve: start a server for this file that only this machine can reach, and print the link to the replay.
        port: the port of that server; by default, any free port.
    """
    from cashbox.cli import journal

    if serve:
        journal.serve(file, port)
    else:
        journal.replay(file, seat)


@app.command
def report(file: Path, /, *, seat: int | None = None, watcher: ForceFlag = False) -> None:
    """Print a match report for a journal: who played, what happened in each chapter, how the game ended, and how to
    check it.

    Args:
        file: a journal.
        seat: show the game as this seat saw it; the first seat is 0. By default, all hands are open.
        watcher: show the game as a spectator saw it.
    """
    from cashbox.cli.journal import report as run

    run(file, seat, watcher=watcher)


@app.command
def analyze(
    file: Path,
    /,
    *,
    deep: ForceFlag = False,
    seed: int = 0,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Say how much of a finished game was luck: each player's chance of winning after every draw and decision, and what
    the costliest decisions would have gained.

    Args:
        file: the journal of a finished game.
        deep: make five times as many playouts.
        seed: the same seed gives the same analysis.
        json: print JSON.
    """
    from cashbox.cli.analyze import analyze as run

    run(file, "deep" if deep else "quick", seed, json=json)


@app.command
def play(
    what: str,
    /,
    *,
    mode: str = "",
    players: int = 0,
    seed: int = 0,
    against: str = "",
    seat: int = 0,
    content: Path | None = None,
) -> None:
    """Play a game in the terminal, or continue a journal from its end. You play every seat, or one seat against bots.

    Args:
        what: a game, or a journal file.
        mode: the mode of a new game; by default, the first one.
        players: the number of players in a new game; by default, as few as it allows.
        seed: the seed for all draws from there on.
        against: the bot in all other seats: gentle, casual, steady, sharp, expert, or another bot of the game.
        seat: your seat when you play against bots; the first is 0.
        content: a variant of a new game, a TOML file or a folder; see docs/variants.md.
    """
    from cashbox.cli.play import play as run

    run(what, seed, against, seat, mode, players, content)


@app.command
def verify(file: Path, /, *, head: tuple[str, ...] = (), origin: tuple[Path, ...] = ()) -> None:
    """Check a finished game: the file, every action against the rules, and every draw against the revealed secret.
    Also check that nothing was changed, moved, left out, or added.

    Args:
        file: a journal.
        head: a chain head that you saved during the game, to check that the journal is from that game. Can be given
            several times.
        origin: the journal of the game that this one continues, to check its draws, too. Can be given several times
            if that game continues another one.
    """
    from cashbox.cli.journal import verify as run

    run(file, head, origin)


@app.command
def conformance(asked: CheckFlags = USUAL_CHECK) -> int:
    """Check that a game satisfies the contract for games, or that its board does."""
    from cashbox.cli.contract import conformance as run

    return run(asked)


@app.command
def fuzz(asked: FuzzingFlags) -> int:
    """Play random games with every conformance check on, and save the journal of any game that fails."""
    from cashbox.cli.contract import fuzz as run

    return run(asked)


@app.command
def games(*, json: Annotated[bool, Parameter(negative=())] = False) -> None:
    """List the games with their players, bots, modes, and options.

    Args:
        json: print JSON.
    """
    from cashbox.cli.listing import list_games

    list_games(as_json=json)


@app.command
def cards(
    game: str,
    /,
    *,
    csv: Path | None = None,
    read: Path | None = None,
    to: Path | None = None,
    list: str = "",  # noqa: A002 (the name of the option)
    content: Path | None = None,
) -> int:
    """Write a game's cards as CSV for a spreadsheet, or read them from CSV and write a variant.

    Args:
        game: the game; `cashbox games` lists them.
        csv: the CSV file to write; by default, standard output.
        read: a CSV file to read instead, with commas, semicolons, or tabs.
        to: the variant to write, a TOML file with only what differs from the original.
        list: which list to use, such as coach; by default, the first one.
        content: write the cards of this variant, a TOML file or a folder; see docs/variants.md.
    """
    from cashbox.cli import cards as run

    if read is None and to is None:
        run.write_cards(game, list, content, csv)
    elif read is not None and to is not None and csv is None and content is None:
        run.read_cards(game, list, read, to)
    else:
        return _fault("--read needs --to, and neither works with --csv or --content.")
    return 0


@app.command(name="print")
def print_game(game: str, /, *, to: Path, paper: str = "a4", content: Path | None = None, backs: bool = True) -> None:
    """Write a game's cards and boards to a PDF file, nine cards to a page, with cut marks. This needs reportlab.

    Args:
        game: the game; `cashbox games` lists them.
        to: the PDF file to write.
        paper: a4 or letter.
        content: a variant of the game, a TOML file or a folder; see docs/variants.md.
        backs: add a page of backs after each page of cards, for double-sided printing.
    """
    from cashbox.cli.printing import print_game as run

    run(game, to, paper, content, backs=backs)


@app.command
def new_game(name: str, /, *, to: Path = Path()) -> None:
    """Start a new game: a copy of the example game, ready to play and to change.

    Args:
        name: the id of the game: lowercase letters, digits, and underscores, as in black_market.
        to: the folder for games; by default, the current one.
    """
    from cashbox.cli.new_game import new_game as run

    run(name, to)


@app.command(name="compile")
def compile_modules() -> int:
    """Compile rules and bots for this user. This takes a minute or two and needs a C compiler, mypy, and setuptools.
    The result is used from the next start until a source file changes."""
    from cashbox.compiled.build import CompileError, build

    try:
        print(build())
    except (CompileError, OSError) as error:
        return _fault(f"Rules and bots weren't compiled. {error}")
    return 0


@app.command
def version() -> None:
    """Print the version, and whether rules and bots are compiled."""
    print(f"cashbox {__version__}, {compiled.how()}")
