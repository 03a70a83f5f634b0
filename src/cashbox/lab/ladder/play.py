"""Plays what is left of matches, one after the other, and keeps each game as it ends."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import msgspec

from cashbox.lab import simulate as lab
from cashbox.lab.ladder.book import Book
from cashbox.lab.simulate.plan import checked_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cashbox.lab.ladder.book import Match
    from cashbox.lab.ladder.run import Run


def open_books(run: Run, matches: Iterable[Match], how: str) -> dict[str, Book]:
    """What has been played of matches, by their files: of those that differ in nothing but the number of games, that
    with most. how: whether this program is compiled. GameError where one cannot be played."""
    most: dict[str, Match] = {}
    for match in matches:
        if match.file() not in most or match.games > most[match.file()].games:
            most[match.file()] = match
    return {file: Book(match, run.out, how, older=run.older) for file, match in most.items()}


def play(
    run: Run, books: Iterable[Book], heard: Callable[[Book], None] | None = None, crew: lab.Crew | None = None
) -> None:
    """Play what is left. heard: is told of every game. crew: see `lab.stream`."""
    open_ones = [book for book in books if book.games < book.match.games]
    workers = checked_workers(run.workers)
    runs = [msgspec.structs.replace(book.left(), workers=workers) for book in open_ones]
    with closing(lab.streams(runs, crew)) as games:
        for which, played in games:
            book = open_ones[which]
            book.add(played)
            if heard is not None:
                heard(book)
