"""The program `cashbox`: serve tables, simulate games, look into journals.

Every fault that can be expected is one sentence on stderr and exit status 2.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import cyclopts
from cyclopts import App, Parameter

from cashbox import __version__
from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

FAULT = 2
INTERRUPTED = 130
MOST_PORT = 65535

app = App(
    name="cashbox",
    help="Tabletop games about money: serve tables, simulate games, look into journals.",
    help_format="plaintext",
    version=__version__,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. arguments: those of the process by default."""
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
def serve(
    *, host: str | None = None, port: int | None = None, home: Path | None = None, url: str | None = None
) -> None:
    """Serve tables to browsers. What is not given comes from CASHBOX_HOST, CASHBOX_PORT, CASHBOX_HOME, CASHBOX_URL.

    Args:
        host: the address to listen at, by default this machine's own; 0.0.0.0 lets others on the network in.
        port: the port to listen at, by default 8000.
        home: the folder that keeps everything; by default one in the user's data directory.
        url: what invitation links begin with, where the address is not seen from here.
    """
    if port is not None and not 0 <= port <= MOST_PORT:
        raise GameError("bad-number", f"A port is from 0 to {MOST_PORT}, not {port}.")
    from cashbox.server import run

    run.serve(host, port, home, url)


@app.command
def simulate(
    game: str,
    /,
    *,
    games: int = 100,
    bots: str,
    mode: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    option: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Play many games between bots, which rotate through the seats, and sum them up.

    Args:
        game: which game; `cashbox games` lists them.
        games: how many.
        bots: one for each seat, with commas between: steady,random,random.
        mode: a mode of the game; `cashbox games` lists them.
        seed: the same seed gives the same games.
        workers: how many processes; by default one for each processor.
        option: an option of the table, name=value; may be given several times.
        json: print the result as JSON.
    """
    from cashbox import cli_lab

    given = option if mode is None else (f"mode={mode}", *option)
    cli_lab.simulate(game, games, bots, seed, workers, given, as_json=json)


@app.command
def balance(
    game: str,
    /,
    *,
    games: int = 20_000,
    mode: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    seats: Annotated[tuple[int, ...], Parameter(negative=())] = (),
    bot: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    seed: int = 0,
    workers: int | None = None,
    counts: Path = Path("build/balance"),
    report: Path | None = None,
    plots: bool = True,
) -> None:
    """Measure how balanced a game is: between equal bots, until the 95% intervals decide. A run goes on where it was
    stopped.

    Args:
        game: which game.
        games: the most that are played of each table; 0 reports what has been played.
        mode: a mode to play, by default each; may be given several times.
        seats: a number of players to play with, by default each; may be given several times.
        bot: a bot to play with, by default those that the game names; may be given several times.
        seed: the same seed plays the same games.
        workers: how many processes; by default one for each processor.
        counts: the folder that keeps what was counted.
        report: the Markdown file to write; plots go into the folder images beside it.
        plots: draw plots, for which matplotlib has to be installed.
    """
    from cashbox import cli_balance

    cli_balance.balance(
        game,
        games=games,
        modes=mode,
        seats=seats,
        bots=bot,
        seed=seed,
        workers=workers,
        counts=counts,
        report=report,
        plots=plots,
    )


@app.command
def replay(file: Path, /, *, seat: int | None = None) -> None:
    """Print the game of a journal file as sentences.

    Args:
        file: a journal.
        seat: tell it as this seat saw it, counted from 0; by default as a spectator, and with everything once the
            game is over.
    """
    from cashbox import cli_journal

    cli_journal.replay(file, seat)


@app.command
def play(file: Path, /, *, seed: int = 0) -> None:
    """Open a journal at the terminal and play on from where it stops, every seat yourself: what the fuzzer keeps, say.

    Args:
        file: a journal.
        seed: what chance answers from there on.
    """
    from cashbox import cli_play

    cli_play.play(file, seed)


@app.command
def verify(file: Path, /) -> None:
    """Check a finished game: the file, every action by the rules, every draw against the secret shown at its end.

    Args:
        file: a journal.
    """
    from cashbox import cli_journal

    cli_journal.verify(file)


@app.command
def conformance(game: str | None = None, /, *, games: int = 5, seed: int = 0) -> int:
    """Check that a game keeps the contract that every game must keep.

    Args:
        game: which game; by default all of them.
        games: how many are played for each mode and number of seats.
        seed: the same seed plays the same games.
    """
    from cashbox import cli_lab

    return cli_lab.conformance(game, games, seed)


@app.command
def fuzz(game: str, /, *, seconds: float = 60.0, seed: int = 0, out: Path = Path()) -> int:
    """Play a game at random under all the checks of the conformance suite and keep what breaks.

    Args:
        game: which game.
        seconds: how long.
        seed: where to start; the same seed plays the same games.
        out: the folder that the journal of a broken game is written to.
    """
    from cashbox import cli_lab

    return cli_lab.fuzz(game, seconds, seed, out)


@app.command
def games(*, json: Annotated[bool, Parameter(negative=())] = False) -> None:
    """List what there is: games with their players, bots, modes and options.

    Args:
        json: print it as JSON.
    """
    from cashbox import cli_lab

    cli_lab.list_games(as_json=json)


@app.command
def version() -> None:
    """Print the version."""
    print(f"cashbox {__version__}")


if __name__ == "__main__":
    sys.exit(main())
