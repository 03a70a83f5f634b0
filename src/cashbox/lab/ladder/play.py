"""Play the remaining games of matches, one match after the other, and store each game as it ends."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import bots as all_bots
from cashbox.lab import simulate as lab
from cashbox.lab.ladder.book import Book, Kind, uses_time
from cashbox.lab.simulate.sameness import make_of, rules_content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cashbox.lab.ladder.book import Match
    from cashbox.lab.ladder.run import Run


def open_books(run: Run, matches: Iterable[Match], how: str, content: dict[str, Any] | None = None) -> dict[str, Book]:
    """Open the books of matches, by file. Of matches that differ only in the number of games, the one with the most
    counts.

    `how` says whether this program is compiled; `content` is of a variant. GameError if a match cannot be played.
    """
    most: dict[str, Match] = {}
    for match in matches:
        if match.file() not in most or match.games > most[match.file()].games:
            most[match.file()] = match
    checked: dict[tuple[str, str, int], lab.Plan] = {}
    contents: dict[str, str] = {}
    books = {}
    for file, match in most.items():
        where = match.game, match.mode, len(match.bots)
        if where not in checked:
            mode = {"mode": match.mode} if match.mode else {}
            checked[where] = lab.plan(match.game, 1, match.bots, run.seed, mode, run.workers, content)
            contents[match.game] = contents.get(match.game) or rules_content(match.game, content)
        books[file] = _book(run, match, checked[where], contents[match.game], how)
    return books


def _book(run: Run, match: Match, plan: lab.Plan, content: str, how: str) -> Book:
    """Open the book of a match. `plan` is that of any match in its place."""
    for name in match.bots:
        all_bots.check(match.game, name)
    changed = msgspec.structs.replace(plan, bots=match.bots, games=match.games, seed=match.seed, paired=True)
    how = how if any(uses_time(name) for name in match.bots) else ""
    kind = Kind(match.game, content, plan.options, match.bots, match.seed, make_of(match.game).code, how)
    return Book(match, changed, kind, run.out, older=run.older)


def play(books: Iterable[Book], heard: Callable[[Book], None] | None = None, crew: lab.Crew | None = None) -> None:
    """Play the remaining games. heard: is called with every game. crew: see `lab.stream`."""
    open_ones = [book for book in books if book.games < book.match.games]
    with closing(lab.streams([book.remaining() for book in open_ones], crew)) as games:
        for which, played in games:
            book = open_ones[which]
            book.add(played)
            if heard is not None:
                heard(book)
