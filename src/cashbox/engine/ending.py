"""The ending of a game as players see it: score sheets from last place to first, the score over time, turning points,
and awards. All of it is computed from the journal and was visible to spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.game import SPECTATOR
from cashbox.engine.phrases import points, with_names
from cashbox.engine.stand_ins import counting_outcome
from cashbox.engine.tale import Award, Happened, Past, Standing, TaleSheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game, Outcome
    from cashbox.engine.match import Match
    from cashbox.engine.tale import Tale

MOMENTS: Final = 3
"""The most turning points to show."""

LINES: Final = 3
"""The most events that explain a turning point."""


class CurvePoint(msgspec.Struct, frozen=True):
    """All players' scores after a step. n: the step's number in the replay; scores: as in `Standing`; part: the
    position in the list of parts."""

    n: int
    scores: tuple[int, ...]
    part: int


class Swing(msgspec.Struct, frozen=True):
    """A step that changed one player's score more than the others'. n: its number in the replay; by: the player's gain,
    negative for a loss; apart: the gain minus the others' average gain, rounded; before, after: the player's score;
    part: the part of the game, as text; lines: the reasons, as sentences."""

    n: int
    seat: int
    by: int
    apart: int
    before: int
    after: int
    part: str
    lines: tuple[str, ...]


class GameEnding(msgspec.Struct, frozen=True):
    """The end of a finished game. title: of the final scene; opening: what started it; result: who won, as a sentence;
    names: the players by seat, then the opponents without one; winners: their positions in names. sheets: last place
    first. unit: the noun that is counted, in the singular; measure: what the curve shows; parts: the parts of the game,
    in order; curve: the scores after each step that changed one, and at the end; swings: the biggest, in order; awards:
    may be empty."""

    title: str
    opening: str
    result: str
    names: tuple[str, ...]
    winners: tuple[int, ...]
    sheets: tuple[TaleSheet, ...]
    unit: str
    measure: str
    parts: tuple[str, ...]
    curve: tuple[CurvePoint, ...]
    swings: tuple[Swing, ...]
    awards: tuple[Award, ...]


def ending(
    game: Game[Any], match: Match[Any], standings: Sequence[Standing], names: Sequence[str]
) -> GameEnding | None:
    """Build the ending of a replayed match, or return None if the game is not over or has none to show.

    `standings` are the standings after each of its entries.
    """
    outcome = counting_outcome(match)
    if outcome is None or len(standings) != match.number + 1:
        return None
    stood = [record.n for record in match.records if record.stands and not record.takes_back]
    left = {(kind, seat) for kind in game.wins for seat in outcome.abandoned}
    events = [Happened(n, event) for n in stood for event in match.records[n].events if event[:2] not in left]
    past = Past(match.state, names, events, standings, stood)
    tale = game.tale(past)
    return None if tale is None else _ending(game, past, tale, outcome)


def _ending(game: Game[Any], past: Past, tale: Tale, outcome: Outcome) -> GameEnding:
    ranking = outcome.ranking()
    sheets = {sheet.seat: sheet for sheet in tale.sheets}
    parts = list(dict.fromkeys(standing.part for standing in past.standings))
    return GameEnding(
        title=tale.title,
        opening=tale.opening,
        result=with_names(outcome.text, past.names),
        names=(*past.names, *outcome.others),
        winners=tuple(sorted(one.seat for one in ranking if one.won)),
        sheets=tuple(sheets[one.seat] for one in reversed(ranking)),
        unit=tale.unit,
        measure=tale.measure,
        parts=tuple(parts),
        curve=tuple(_curve(past, parts)),
        swings=tuple(_swing(game, past, tale, *swing) for swing in greatest(past)),
        awards=tuple(award for award in tale.awards if not set(award.seats) <= set(outcome.abandoned)),
    )


def _curve(past: Past, parts: Sequence[str]) -> list[CurvePoint]:
    places = {part: place for place, part in enumerate(parts)}
    points: list[CurvePoint] = []
    for n in past.stood:
        scores, part = past.standings[n]
        if not points or n == past.stood[-1] or (scores, places[part]) != (points[-1].scores, points[-1].part):
            points.append(CurvePoint(n, scores, places[part]))
    return points


def apart(before: Sequence[int], after: Sequence[int], seat: int) -> int:
    """Return how much more a step gave one player than the others on average, times the number of the others."""
    gained = [new - old for old, new in zip(before, after, strict=True)]
    others = max(1, len(gained) - 1)
    return gained[seat] * others - (sum(gained) - gained[seat])


def greatest(past: Past) -> list[tuple[int, int, int]]:
    """Find the biggest swings, at most one for each step.

    A swing belongs to a player who gained, and more than the others, or lost, and more than they did. Among equal
    swings, gains come first, then earlier ones.

    Returns: for each swing, the seat, the number of its step, and the number of the step before it.
    """
    found: list[tuple[tuple[int, bool, int], tuple[int, int, int]]] = []
    for before, n in zip(past.stood, past.stood[1:], strict=False):
        old, new = past.standings[before].scores, past.standings[n].scores
        if old == new:
            continue
        sizes = {seat: apart(old, new, seat) for seat in range(len(new))}
        moved = [seat for seat, size in sizes.items() if size * (new[seat] - old[seat]) > 0]
        if moved:
            seat = max(moved, key=lambda one: (abs(sizes[one]), sizes[one] > 0))
            found.append(((-abs(sizes[seat]), sizes[seat] < 0, n), (seat, n, before)))
    return [swing for _, swing in sorted(found)[:MOMENTS]]


def _swing(game: Game[Any], past: Past, tale: Tale, seat: int, n: int, before: int) -> Swing:
    old, new = past.standings[before].scores, past.standings[n].scores
    others = max(1, len(new) - 1)
    size = round(apart(old, new, seat) / others)
    part = past.standings[before].part
    lines = _explanation(game, past, tale, seat, n, old[seat], new[seat])
    return Swing(n, seat, new[seat] - old[seat], size, old[seat], new[seat], part, tuple(lines))


def _explanation(game: Game[Any], past: Past, tale: Tale, seat: int, n: int, before: int, after: int) -> list[str]:
    """Explain a swing in sentences whose figures add up to it, or that give no figure."""
    events = [one.event for one in past.events if one.n == n]
    own = [event for event in events if event[1] == (seat if seat < len(past.names) else SPECTATOR)]
    settled = [tale.settled[event[0]](event, past.names[seat], before) for event in own if event[0] in tale.settled]
    if settled:
        return settled
    by = after - before
    reasons = _reasons(tale, own, by)
    if reasons:
        rest = by - sum(tale.points_of(event) for event in reasons)
        return [*_told(game, reasons, past.names), *([_rest(rest, tale.unit)] if rest else [])]
    silent = [event for event in events if event[0] not in tale.given]
    lines = _told(game, [event for event in own if event in silent], past.names) or _told(game, silent, past.names)
    return lines[:LINES]


def _reasons(tale: Tale, events: Sequence[tuple[int, ...]], by: int) -> list[tuple[int, ...]]:
    """Choose the events that give the most of a gain, or take the most of a loss; none if no event states a figure."""
    right = [k for k, event in enumerate(events) if tale.points_of(event) * by > 0]
    most = sorted(right, key=lambda k: -abs(tale.points_of(events[k])))[:LINES]
    return [events[k] for k in sorted(most)]


def _rest(rest: int, unit: str) -> str:
    """State how much of a swing has other reasons."""
    return f"Everything else: {points(rest, unit)}."


def _told(game: Game[Any], events: Sequence[tuple[int, ...]], names: Sequence[str]) -> list[str]:
    """Return some events' sentences as spectators read them."""
    found = [game.narrate(event, SPECTATOR, names) for event in events]
    return [sentence for sentence in found if sentence]
