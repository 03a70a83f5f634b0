"""What the expert would do, for a player who asks: thought over where bots think, from what the player's seat knows."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.bots.levels import EXPERT
from cashbox.engine.seats import has
from cashbox.server.bots.hints_wire import Advice, Hint, Source
from cashbox.server.bots.thinking import Position
from cashbox.server.bots.turns import Rank
from cashbox.server.errors import Refusal
from cashbox.server.tables.seating import check_hints

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from cashbox.server.bots.thinking import Thinking
    from cashbox.server.tables.live import LiveTable

    Count = Callable[[LiveTable, int, str | None, str], Awaitable[None]]

SHOWN: Final = 3
"""How many actions are shown."""
TRIES: Final = 3
"""How often it is thought over where bots act meanwhile."""
CHANGED: Final = "The game has moved on. Ask for a new hint."
NAMED: Final = 3
"""How many sources of a difference are named."""
FEW: Final = 8
"""Fewer simulated games than this give a first impression alone."""
SPREAD: Final = 1.96
"""So many standard errors hold the true chance in 95 of 100 cases."""
KEPT: Final = 200
"""So many answers are kept, so that asking once more about the same is not counted again."""


class Hints:
    """Answers players who ask what to do. count: counts a question of a seat and the guest who had
    it, by the mark of what was asked about, on disk."""

    def __init__(self, thinking: Thinking, count: Count) -> None:
        self._thinking = thinking
        self._count = count
        self._told: OrderedDict[tuple[str, str | None], tuple[str, list[Advice]]] = OrderedDict()
        self._asking: set[str] = set()

    async def ask(self, table: LiveTable, seat: int, mark: str | None) -> Hint:
        """What is best for a seat now; counted. mark: of what its player saw, None for anything. Refusal ("no-hints",
        "stale", "not-due", "no-answer", "not-your-seat" where the player has handed it on meanwhile, ...)."""
        check_hints(table.record, seat)
        guest = table.record.seats[seat].guest
        key = table.record.id, guest
        if mark is not None and mark != _seen(table, seat):
            raise Refusal(409, "stale", CHANGED)
        told = self._told.get(key)
        if told is not None and told[0] == _seen(table, seat):
            return Hint(told[1], table.record.seats[seat].hints, told[0], sureness(told[1]))
        if key[0] in self._asking:
            raise Refusal(409, "already", "The expert bot is still thinking. Try again in a moment.")
        self._asking.add(key[0])
        try:
            seen, best = await self._thought(table, seat)
            # It is counted before anybody sees it.
            await self._count(table, seat, guest, seen)
        finally:
            self._asking.discard(key[0])
        self._told.pop(key, None)
        self._told[key] = seen, best
        if len(self._told) > KEPT:
            self._told.popitem(last=False)
        return Hint(best, table.record.seats[seat].hints, seen, sureness(best))

    async def _thought(self, table: LiveTable, seat: int) -> tuple[str, list[Advice]]:
        """What is best, with the mark of what the player sees. Where something has happened meanwhile that the player
        sees, it is thought over again; of anything else nobody learns by it."""
        for _ in range(TRIES):
            check_hints(table.record, seat)
            match, seen = table.running(), _seen(table, seat)
            if not has(match.due(), seat):
                raise Refusal(409, "not-due", "It's not your decision right now.")
            best = await self._best(Position(table.record.id, match, seat, match.legal(seat)))
            if _seen(table, seat) == seen:
                return seen, best
        raise Refusal(409, "stale", CHANGED)

    async def _best(self, at: Position) -> list[Advice]:
        game, state = at.match.game, at.match.state
        ranked = await self._thinking.ranked(at, EXPERT.name, SHOWN, Rank.PEOPLE)
        if not ranked:
            raise Refusal(503, "no-answer", "The hint took too long. Try again in a moment.")
        best = [
            Advice(
                game.encode(one.action),
                game.label(state, at.seat, one.action),
                round(100 * min(1.0, max(0.0, one.chance))),
                game.why(state, at.seat, one.action),
                None if one.ahead is None else round(one.ahead, 1),
                one.alike,
                [Source(text, round(by, 1)) for text, by in one.sources.items()],
                one.games,
            )
            for one in ranked
            if one.action in at.legal
        ]
        return explained(best, ranked[0].unit, alone=len(at.legal) == 1)


def explained(best: Sequence[Advice], unit: str = "point", *, alone: bool = False) -> list[Advice]:
    """Compare suggested actions in their reasons, by the games that were played on after each.

    Args:
        best: The actions, the best first, each with what it changes at once as its reason, perhaps nothing.
        unit: What the score counts, one of it.
        alone: The first one is all that the player may do.

    Returns:
        The same actions. The reason of the first compares it with the second; those of the others compare them with
        the first where they change nothing at once, or where the games say where the difference comes from.
    """
    if alone:
        return [msgspec.structs.replace(one, why=one.why or "It's your only choice.") for one in best]
    return [
        msgspec.structs.replace(one, why=f"{one.why} {_compared(best, k, unit)}".strip())
        if not (k and one.why and not one.sources)
        else one
        for k, one in enumerate(best)
    ]


def sureness(best: Sequence[Advice]) -> str:
    """Say how many games the chances of some actions rest on, and how far off they may be."""
    games = min((one.games for one in best), default=0)
    if not games:
        return "The bot learned to estimate these chances by playing against itself."
    if games < FEW:
        return "The server is busy, so these chances are rough estimates."
    # A chance of 0 or 100 in a few games is not certain: the rule of succession.
    chances = [(one.chance / 100 * one.games + 1) / (one.games + 2) for one in best]
    error = 100 * SPREAD * max(math.sqrt(chance * (1 - chance) / games) for chance in chances)
    off = max(1, round(error))
    return f"These chances are based on at least {games} simulated games per choice, so they may be off by about {off}."


def _compared(best: Sequence[Advice], k: int, unit: str) -> str:
    if len(best) == 1:
        return "The expert bot found no other choice worth trying."
    one, other = best[k], best[0 if k else 1]
    chances = {each.chance for each in best}
    sources = _sources(one.sources, unit)
    if chances <= {0} or chances <= {100}:
        result = "win" if chances == {100} else "lose"
        return f"You {result} nearly every game from here, {_margin(one, other, unit)}{sources}."
    if all(each.alike for each in best[1:]) or len(chances) == 1:
        these = "Both choices" if len(best) == 2 else f"These {len(best)} choices"
        return f"{these} are equally good, as far as the expert bot can tell."
    if (one if k else other).alike:
        return f"This is about as good as “{other.label}”. You win {one.chance} of 100 games."
    games = f"{other.chance}" if other.chance != one.chance else "just as many"
    return f"You win {one.chance} of 100 games this way, and {games} with “{other.label}”{sources}."


def _margin(one: Advice, other: Advice, unit: str) -> str:
    """Say by how much a decided game is won or lost, where that differs."""
    if one.ahead is None or other.ahead is None or _points(one.ahead, unit) == _points(other.ahead, unit):
        return "whatever you choose"
    return f"by about {_points(one.ahead, unit)} this way and {_points(other.ahead, unit)} with “{other.label}”"


def _sources(sources: Sequence[Source], unit: str) -> str:
    """Name up to three sources that differ most: ": about 4 more stars from positions, 2 fewer from cards"."""
    most = sorted((one for one in sources if round(abs(one.by))), key=lambda one: -abs(one.by))[:NAMED]
    parts = []
    for one in most:
        gain = (one.by > 0) != one.text.startswith("on ")
        number = round(abs(one.by))
        if unit == "dollar":
            parts.append(f"{_points(number, unit)} {'more' if gain else 'less'} {one.text}")
        else:
            word = "more" if gain else "fewer"
            parts.append(f"{number} {word} {one.text}" if parts else f"{_points(number, unit, word)} {one.text}")
    return f": about {', '.join(parts)}" if parts else ""


def _points(number: float, unit: str, word: str = "") -> str:
    """Write an amount of points without a sign: "$12", "4 more stars"."""
    n = round(abs(number))
    return f"${n:,}" if unit == "dollar" else f"{n:,} {word}{' ' if word else ''}{unit if n == 1 else unit + 's'}"


def _seen(table: LiveTable, seat: int) -> str:
    """The mark of what the player on a seat sees."""
    return table.frames.mark(seat)
