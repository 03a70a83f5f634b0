"""The tables of the ladder and the lines, as Markdown, and their places in a page."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

import cashbox
from cashbox import games as all_games
from cashbox.lab.balance import words
from cashbox.lab.ladder import lines as judge
from cashbox.lab.ladder.book import uses_time
from cashbox.lab.ladder.rating import Cell, rate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cashbox.lab.balance.stats import Interval
    from cashbox.lab.ladder.book import Book
    from cashbox.lab.ladder.lines import Found


NOTHING: Final = "No games have been played yet."


def put_into_page(page: str, name: str, text: str) -> str:
    """Put a text between the marks with this name in a page, or at its end if it has none."""
    begin, end = f"<!-- {name}, written by cashbox ladder -->", f"<!-- end of {name} -->"
    if begin not in page or end not in page:
        page = f"{page.rstrip()}\n\n{begin}\n{end}\n".lstrip()
    before, _, rest = page.partition(begin)
    return f"{before}{begin}\n\n{text.strip()}\n\n{end}{rest.partition(end)[2]}"


# -- The ladder --------------------------------------------------------------------------------------------------------


def cell(book: Book) -> Cell | None:
    """Return the result of a match of two bots, None before its first game."""
    if not book.games:
        return None
    names = tuple(dict.fromkeys(book.match.bots))
    seats, wins = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    for found in book.tally.result(1.0).seats:
        seats[found.bot] += 1
        wins[found.bot] += found.wins
    one, other = names
    return Cell((one, other), (seats[one], seats[other]), (wins[one], wins[other]))


def ladder(game: str, bots: Sequence[str], books: Sequence[Book], command: str) -> str:
    """Write the ladder of one game. `bots` start with the anchor; `books` are of its matches."""
    about = all_games.about_game(game)
    own = [name for name in about.bots if name in bots]
    anchor = own[0] if own else bots[0]
    by_seats: dict[int, list[Cell]] = defaultdict(list)
    for book in books:
        of_match = cell(book)
        if of_match is not None:
            by_seats[len(book.match.bots)].append(of_match)
    if not by_seats:
        return NOTHING
    everything = [one for cells in by_seats.values() for one in cells]
    overall = rate(everything, anchor)
    columns = [rate(cells, anchor) for cells in by_seats.values()]
    ranked = sorted((name for name in bots if name in overall), key=lambda name: -overall[name].value)
    rows = [["bot", "all", *(f"{seats} players" for seats in by_seats)]]
    rows += [[f"`{name}`", *(_points(rated, name, anchor) for rated in (overall, *columns))] for name in ranked]
    played = [book for book in books if book.games]
    rows.append(["games", *_counts(played, by_seats)])
    least = min(by_seats)
    mode = next((one.name for one in about.modes if one.id == books[0].match.mode), "")
    return "\n".join(
        [
            f"### The ladder of {about.name}",
            "",
            f"{f'Mode: {mode}. ' * bool(mode)}Elo points above `{anchor}`, and the 95% interval.",
            "",
            *words.table(rows),
            "",
            f"Win shares with {least} players, for the bot on the left against the one at the top:",
            "",
            *words.table(_shares(ranked, by_seats[least])),
            "",
            _provenance(played, command),
        ]
    )


def _counts(books: Iterable[Book], by_seats: Iterable[int]) -> list[str]:
    """Describe how many games were played, and with how many players."""
    games = Counter[int]()
    for book in books:
        games[len(book.match.bots)] += book.games
    return [f"{count:,}" for count in (games.total(), *(games[seats] for seats in by_seats))]


def _points(rated: dict[str, Interval], name: str, anchor: str) -> str:
    if name not in rated:
        return "–"
    found = rated[name]
    value, low, high = (f"{round(points):+d}" for points in (found.value, found.low, found.high))
    return "0" if name == anchor else f"{value} ({low} to {high})"


def _shares(names: Sequence[str], cells: Iterable[Cell]) -> list[list[str]]:
    """Write the bots' shares of wins against each other."""
    wins: dict[tuple[str, str], float] = defaultdict(float)
    for one in cells:
        for k in (0, 1):
            wins[one.bots[k], one.bots[1 - k]] += one.wins[k]
    rows = [["", *(f"`{name}`" for name in names)]]
    for name in names:
        shares = []
        for other in names:
            games = wins[name, other] + wins[other, name]
            shares.append(f"{wins[name, other] / games:.0%}" if games else "–")
        rows.append([f"`{name}`", *shares])
    return rows


# -- The lines ---------------------------------------------------------------------------------------------------------


def lines(every: Sequence[tuple[Found, Found]], books: Sequence[Book], command: str) -> str:
    """Write the results of the lines, each with the usual time and with more. Those without results are named."""
    left = [f"`{short.line.name}`" for short, longer in every if not short.games and not longer.games]
    rows = [["line", "who", "games", "win share", "target", "", "five times as long"]]
    for short, longer in every:
        if not short.games and not longer.games:
            continue
        rows.append(
            [
                short.line.name,
                who(short),
                f"{short.games}",
                *((_share(short), _wanted(short)) if short.games else ("–", _wanted(short))),
                short.verdict(),
                f"{longer.games}: {_share(longer)}, {judge.against(short, longer)}" if longer.games else "–",
            ]
        )
    if len(rows) == 1:
        return NOTHING
    missing = [f"Nothing to show yet: {', '.join(left)}.", ""] if left else []
    return "\n".join([*words.table(rows), "", *missing, _provenance([book for book in books if book.games], command)])


def who(found: Found) -> str:
    """Describe a match: "expert:0.3 against 3 × steady, quick, CASH"."""
    first, *others = found.match.bots
    heap = [f"{len(others)} × " * (len(others) > 1) + name for name in dict.fromkeys(others)]
    about = all_games.about_game(found.match.game)
    where = ", ".join(part for part in (about.name, found.match.mode) if part)
    return f"{where}: `{first}`" + (f" against {' and '.join(heap)}" if heap else "")


def _share(found: Found) -> str:
    ahead = f", {words.mean(found.ahead)} points ahead" if found.ahead is not None else ""
    return words.percent(found.share) + ahead


def _wanted(found: Found) -> str:
    line = found.line
    return f"{line.wanted:.1%}" + (f", {line.ahead:g} points more than `{line.of}`" if line.of else "")


def _provenance(books: Sequence[Book], command: str) -> str:
    """Describe how it was made, and whether it is reproducible."""
    codes = sorted({f"`{book.kind.code[:8]}`" for book in books})
    text = f"Written by `{command}`; cashbox {cashbox.__version__}, code {', '.join(codes) or 'none'}."
    if any(uses_time(name) for book in books for name in book.match.bots):
        how = " and ".join(sorted({book.kind.how for book in books if book.kind.how}))
        text += (
            f" Played {how}. Bots that think for a number of seconds play differently on other or "
            "busier machines, so these exact games can't be repeated."
        )
    elif len(codes) > 1:
        text += " The same code plays the same games on any machine. Another version might not."
    else:
        text += " The same command plays the same games on any machine."
    return text
