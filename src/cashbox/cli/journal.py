"""The commands for journal files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox import games
from cashbox.cli.extras import server_needed
from cashbox.cli.terminal import printable
from cashbox.engine import journal as journals
from cashbox.engine import report as written
from cashbox.engine import verify as verification
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.journal import JournalError
from cashbox.engine.match import Match
from cashbox.engine.phrases import plural, with_names
from cashbox.engine.replay import ALL
from cashbox.engine.report import Given
from cashbox.engine.stand_ins import counting_outcome, sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from cashbox.engine.journal import Journal


MOST_BYTES: Final = 64 * 2**20
"""A larger file cannot be a journal."""


def replay(file: Path, seat: int | None) -> None:
    """Print a game's log as a seat saw it; None: as a spectator, or in full if it is over."""
    journal = read_journal(file)
    match = Match.replay(games.load_for(journal), journal)
    names = journal.header.players
    _check_seat(seat, names)
    print(printable(f"{match.game.about.name}: {', '.join(names)}"))
    if seat is None and match.over:
        lines = _everything(match)
    else:
        lines = (sentence for _, sentence in match.log(SPECTATOR if seat is None else seat, names))
    for sentence in lines:
        print(printable(sentence))
    print(printable(state_of_play(match)))
    for sentence in sentences(match):
        print(printable(sentence))


def serve(file: Path, port: int) -> None:
    """Show a journal in a browser, step by step, until interrupted."""
    from cashbox.server.settings import MOST_PORT, StartError

    with server_needed():
        from cashbox.cli.show_file import show

    data = _read(file)
    if not 0 <= port <= MOST_PORT:
        raise StartError(f"The port must be from 0 to {MOST_PORT}, not {port}.")
    show(data, port, lambda line: print(line, flush=True))


def report(file: Path, seat: int | None, *, watcher: bool) -> None:
    """Print a report of a game; of one that is not over, as a spectator or a seat saw it."""
    journal = read_journal(file)
    game = games.load_for(journal)
    over = Match.replay(game, journal).over
    names = journal.header.players
    _check_seat(seat, names)
    eyes = seat if seat is not None else ALL if over and not watcher else SPECTATOR
    print(written.report(game, journal, names, eyes, Given()), end="")


def verify(file: Path, heads: Sequence[str] = (), origins: Sequence[Path] = ()) -> None:
    """Print that a finished game is correct, and what that proves. GameError("not-verified") lists all faults. heads:
    chain heads (hex) saved during the game; origins: files of the games that it continues."""
    altered: list[str] = []
    journal, *others = [_summed(one, altered) for one in (file, *origins)]
    header = journal.header
    report = verification.verify(journal, games.load_for, [head.strip().lower() for head in heads], others)
    faults = [*altered, *report.faults]
    if faults:
        raise GameError("not-verified", printable(" ".join(faults)))
    game = games.load(header.game)
    content = "is the same as" if game.content_hash == header.content_hash else "differs from"
    print(f"{game.about.name}: all {report.entries} entries follow the rules.")
    if report.unchecked:
        print(
            f"Not checked: {plural(report.unchecked, 'draw')} before entry {header.taken_over}, from another game. Add "
            "its journal with --origin to check them."
        )
        print(f"The draws from entry {header.taken_over} on were repeated, and they match ({report.draws}).")
    else:
        print(f"All {report.draws} draws were repeated, and they match.")
    for sentence in report.guarantees:
        print(sentence)
    for sentence in report.stood_in:
        print(printable(sentence))
    print(f"Its content {content} the content of this version: {header.content_hash}.")
    print(f"It was played with edition {header.edition} of the rules. The newest is {game.about.edition}.")


def _summed(file: Path, altered: list[str]) -> Journal:
    """Read a journal whose checksum may be wrong; if so, the fault is added to `altered`."""
    data = _read(file)
    try:
        return journals.loads(data)
    except JournalError as error:
        if error.code != "bad-sum":
            raise
        altered.append(str(error))
        return journals.loads(data, summed=False)


def _check_seat(seat: int | None, names: Sequence[str]) -> None:
    if seat is not None and not 0 <= seat < len(names):
        raise GameError("unknown-seat", f"There is no seat {seat}. The seats are 0 to {len(names) - 1}.")


def read_journal(file: Path) -> Journal:
    """Read the journal in a file. GameError("unreadable"), or JournalError in one sentence."""
    return journals.loads(_read(file))


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise GameError("unreadable", f"{file} can't be read: {error.strerror or error}.") from None
    if len(data) > MOST_BYTES:
        raise GameError("unreadable", f"{file} is too big to be a journal.")
    return data


def _everything(match: Match[Any]) -> Iterator[str]:
    """Yield all log lines, entry by entry: as the player who acted saw them, then those that only others saw."""
    journal = match.journal
    names = journal.header.players
    seats = range(journal.header.seats)
    public = _by_entry(match.log(SPECTATOR, names))
    told = {seat: _by_entry(match.log(seat, names)) for seat in seats}
    for entry in journal.entries:
        known = public.get(entry.n, [])
        shown = told[entry.seat].get(entry.n, []) if entry.seat in told else known
        yield from shown
        for seat in seats:
            if seat != entry.seat:
                yield from (line for line in told[seat].get(entry.n, []) if line not in known and line not in shown)


def _by_entry(lines: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for n, sentence in lines:
        found.setdefault(n, []).append(sentence)
    return found


def state_of_play(match: Match[Any]) -> str:
    """Describe how the game ended, or who must act."""
    names = match.journal.header.players
    outcome = counting_outcome(match)
    if outcome is None:
        return f"The game isn't over yet. {match.game.prompt(match.state, SPECTATOR, names)}"
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=True))
    return f"{with_names(outcome.text, names)} ({scores})"
