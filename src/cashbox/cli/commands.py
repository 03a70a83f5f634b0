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
from cashbox.cli.settings import Simulation
from cashbox.engine.game import GameError
from cashbox.lab.balance.run import Run

if TYPE_CHECKING:
    from collections.abc import Sequence

FAULT = 2
INTERRUPTED = 130
MOST_PORT = 65535

SimulationFlags = Annotated[Simulation, Parameter(name="*", negative=())]
RunFlags = Annotated[Run, Parameter(name="*", negative_iterable=())]
USUAL_RUN = Run()

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
    """Serve tables to browsers. The defaults come from CASHBOX_HOST, CASHBOX_PORT, CASHBOX_HOME, CASHBOX_URL.

    Args:
        host: the address to listen on, by default only this machine; 0.0.0.0 lets others on the network in.
        port: the port to listen on, by default 8000.
        home: the folder that keeps everything; by default one in the user's data directory.
        url: what invitation links begin with, if that is not the address it listens on.
    """
    if port is not None and not 0 <= port <= MOST_PORT:
        raise GameError("bad-number", f"A port is from 0 to {MOST_PORT}, not {port}.")
    from cashbox.server import run

    run.serve(host, port, home, url)


@app.command
def simulate(game: str, /, asked: SimulationFlags) -> None:
    """Play many games between bots, which rotate through the seats, and print a summary.

    Args:
        game: which game; `cashbox games` lists them.
        asked: the flags.
    """
    from cashbox.cli.lab import simulate as run

    run(game, asked)


@app.command
def balance(game: str, /, run: RunFlags = USUAL_RUN) -> None:
    """Measure how balanced a game is: equal bots play until the 95% intervals decide. An interrupted run is continued.

    Args:
        game: which game.
        run: the flags.
    """
    from cashbox.cli.balance import balance as measure

    measure(game, run)


@app.command
def replay(file: Path, /, *, seat: int | None = None) -> None:
    """Print the game in a journal file as sentences.

    Args:
        file: a journal.
        seat: tell it as this seat saw it, counted from 0; by default as a spectator saw it, or in full once the game
            is over.
    """
    from cashbox.cli.journal import replay as run

    run(file, seat)


@app.command
def play(file: Path, /, *, seed: int = 0) -> None:
    """Open a journal in the terminal, for example the fuzzer's, and go on from its end, playing every seat yourself.

    Args:
        file: a journal.
        seed: of chance from there on.
    """
    from cashbox.cli.play import play as run

    run(file, seed)


@app.command
def verify(file: Path, /) -> None:
    """Check a finished game: the file, every action by the rules, every draw against the secret shown at its end.

    Args:
        file: a journal.
    """
    from cashbox.cli.journal import verify as run

    run(file)


@app.command
def conformance(game: str | None = None, /, *, seconds: float = 45.0, games: int | None = None, seed: int = 0) -> int:
    """Check that a game keeps the contract for all games.

    Args:
        game: which game; by default all of them.
        seconds: how long to play each game; each mode is played with the fewest and the most players in any case.
        games: play this many for each mode and number of seats instead, however long it takes.
        seed: the same seed plays the same games.
    """
    from cashbox.cli.lab import conformance as run

    return run(game, seconds, games, seed)


@app.command
def fuzz(game: str, /, *, seconds: float = 60.0, seed: int = 0, out: Path = Path()) -> int:
    """Play a game at random under all the checks of the conformance suite, and keep the journal of a failure.

    Args:
        game: which game.
        seconds: how long.
        seed: where to start; the same seed plays the same games.
        out: the folder for the journal of a broken game.
    """
    from cashbox.cli.lab import fuzz as run

    return run(game, seconds, seed, out)


@app.command
def games(*, json: Annotated[bool, Parameter(negative=())] = False) -> None:
    """List the games with their players, bots, modes and options.

    Args:
        json: print it as JSON.
    """
    from cashbox.cli.lab import list_games

    list_games(as_json=json)


@app.command
def version() -> None:
    """Print the version."""
    print(f"cashbox {__version__}")
