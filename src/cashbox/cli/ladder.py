"""The command `ladder`: bots play each other and are rated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec.structs import replace as replaced

from cashbox import compiled
from cashbox.cli.crew import crew
from cashbox.cli.progress import progress_bar
from cashbox.cli.variant import content_of
from cashbox.engine.game import GameError
from cashbox.lab.ladder import field, play, report
from cashbox.lab.ladder import lines as judge
from cashbox.lab.simulate import MOST_GAMES
from cashbox.lab.simulate.sameness import rules_content

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from cashbox.engine.measure import Line
    from cashbox.lab.ladder.book import Book, Match
    from cashbox.lab.ladder.run import Run


def ladder(run: Run) -> None:
    """Play the remaining games of ladders, or of lines, print the results, and write the page."""
    if run.games is not None and not 0 <= run.games <= MOST_GAMES:
        raise GameError("bad-number", f"The number of games must be from 0 to {MOST_GAMES}, not {run.games}.")
    lines = run.lines or bool(run.line)
    if lines and (run.bots or run.seats):
        raise GameError("bad-option", "--bots and --seats can't be used with --lines.")
    if lines and run.content is not None:
        raise GameError("bad-option", "--content can't be used with --lines: the targets are for the game's own cards.")
    texts = _lines(run) if lines else _ladders(run)
    print("\n\n".join(texts.values()))
    if run.report is not None:
        _write(run.report, texts)
        print(f"\nThe tables are in {run.report}.")


def _ladders(run: Run) -> dict[str, str]:
    """Return the ladder of each game by the name of its place in the page."""
    content = content_of(run.game, run.content)
    matches = {game: field.ladder(run, game) for game in field.games_of(run)}
    if run.game is not None and content is not None:
        variant = rules_content(run.game, content)[:8]
        matches = {run.game: [replaced(match, variant=variant) for match in matches[run.game]]}
    books = play.open_books(run, [match for those in matches.values() for match in those], compiled.how(), content)
    _play(run, books.values())
    return {
        f"the ladder of {game}": report.ladder(
            game, field.bots_of(run, game), [books[match.file()] for match in those], _command(run, f" {game}")
        )
        for game, those in matches.items()
    }


def _lines(run: Run) -> dict[str, str]:
    """Write the table of all lines, after playing those that were asked for."""
    asked, every = field.lines(run, run.line), field.lines(replace(run, game=None))
    books = play.open_books(replace(run, older=True), _matches(run, every), compiled.how())
    if run.games != 0:
        wanted = play.open_books(run, _matches(run, asked), compiled.how())
        _play(run, wanted.values())
        books |= wanted
    found = [
        (judge.results_of(run, game, line, books), judge.results_of(run, game, line, books, longer=True))
        for game, line in every
    ]
    command = _command(run, f" --lines --budget {run.budget}")
    return {f"the lines with {run.budget}": report.lines(found, list(books.values()), command)}


def _matches(run: Run, lines: Sequence[tuple[str, Line]]) -> list[Match]:
    """Return the matches of all lines, those with more time last."""
    return [
        m for longer in (False, True) for game, line in lines for m in field.of_line(run, game, line, longer=longer)
    ]


def _play(run: Run, books: Collection[Book]) -> None:
    left = sum(max(0, book.match.games - book.games) for book in books)
    if not left:
        return
    with crew(run.cluster, run.workers) as several, progress_bar() as progress:
        bar = progress.add_task("games", total=left)

        def heard(book: Book) -> None:
            progress.update(bar, advance=1, description=book.match.title())

        play.play(books, heard, several)


def _command(run: Run, what: str) -> str:
    """Return the command that repeats this."""
    games = f" --games {run.games}" if run.games else ""
    seed = f" --seed {run.seed}" if run.seed else ""
    bots = f" --bots {run.bots}" if run.bots else ""
    seats = "".join(f" --seats {count}" for count in run.seats)
    content = f" --content {run.content}" if run.content is not None else ""
    return f"cashbox ladder{what}{content}{bots}{seats}{games}{seed} --report {run.report or 'FILE'}"


def _write(path: Path, texts: dict[str, str]) -> None:
    """Put texts into their places in a page; those without games stay unchanged. GameError if nothing has been
    played."""
    texts = {name: text for name, text in texts.items() if text != report.NOTHING}
    if not texts:
        raise GameError("nothing-played", "There are no games yet, so nothing was written. Use --games to play some.")
    try:
        page = path.read_text("utf-8") if path.exists() else ""
        for name, text in texts.items():
            page = report.put_into_page(page, name, text)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(
            "unwritable", f"{path} can't be written: {getattr(error, 'strerror', None) or error}."
        ) from None
