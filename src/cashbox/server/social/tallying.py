"""What a finished public table adds to the statistics of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox import games
from cashbox.engine.match import Match
from cashbox.server.social.results_store import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from cashbox.engine.journal import Entry
    from cashbox.engine.measure import Facts


def stood_in(entries: Iterable[Entry], seats: int) -> list[int]:
    """How many decisions bots made for the players of a game, by seat."""
    found = [0] * seats
    for entry in entries:
        if entry.by == "stand-in":
            found[entry.seat] += 1
    return found


def tallies(match: Match[Any], seconds: int, abandoned: Sequence[int] = ()) -> list[Tally]:
    """Return what a match that is over adds to the statistics. seconds: how long it took; abandoned: seats without a
    result, of which nothing is added."""
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    decided = sum(entry.do is not None and record.stands for entry, record in _told(match))
    minutes = round(seconds / 60)
    seats = [seat for seat in range(len(outcome.scores)) if seat not in abandoned]
    found = [
        Tally("games", 0, 1),
        Tally("decisions", rounded(decided), 1, decided),
        Tally("minutes", rounded(minutes), 1, minutes),
        *(Tally("score", rounded(outcome.scores[seat]), 1, outcome.scores[seat]) for seat in seats),
        *(Tally("seat", seat, 1, seat in outcome.winners) for seat in seats),
    ]
    facts = _facts(match)
    for what, items in (("taken", facts.taken), ("used", facts.used)) if facts is not None else ():
        found += _items(what, {seat: some for seat, some in enumerate(items) if seat in seats}, outcome.winners)
    return _together(found)


def rounded(value: int) -> int:
    """A whole number by its two first figures, down, so that there are not too many different ones."""
    step: int = 10 ** max(0, len(str(abs(value))) - 2)
    return value // step * step


def _items(what: str, items: Mapping[int, Sequence[int]], winners: Sequence[int]) -> Iterator[Tally]:
    for seat, some in items.items():
        for item in sorted(set(some)):
            yield Tally(what, item, 1, seat in winners)


def _facts(match: Match[Any]) -> Facts | None:
    """What the game's own observer notes when the game is played again; None where the game has none."""
    measures = games.own_measures(match.game.about.id)
    if measures is None:
        return None
    header = match.journal.header
    observer = measures.watch(match.game, header.seats)
    again = Match.replay(match.game, match.journal, 0)
    for entry, record in [*_told(match)][1:]:
        if entry.do is not None and record.stands:
            observer.before(again.state, entry.seat, match.game.decode(entry.do))
        again.follow(entry)
    return observer.ended(again.state)


def _told(match: Match[Any]) -> Iterator[Any]:
    return zip(match.journal.entries, match.records, strict=True)


def _together(some: Sequence[Tally]) -> list[Tally]:
    found: dict[tuple[str, int], Tally] = {}
    for one in some:
        before = found.get((one.what, one.key), Tally(one.what, one.key, 0))
        found[one.what, one.key] = Tally(one.what, one.key, before.many + one.many, before.total + one.total)
    return [found[key] for key in sorted(found)]
