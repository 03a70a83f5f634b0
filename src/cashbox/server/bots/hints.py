"""Give hints to players: what the expert bot would do with what the player's seat knows."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from cashbox.bots.levels import EXPERT
from cashbox.bots.reasons import differences, main_sources, points_of
from cashbox.engine.guide import Try
from cashbox.engine.phrases import listed
from cashbox.engine.seats import has
from cashbox.server.bots.thinking import Position
from cashbox.server.bots.turns import Rank
from cashbox.server.errors import Refusal
from cashbox.server.tables.seating import check_hints
from cashbox.server.tables.wire import Advice, Hint, Source

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from cashbox.server.bots.thinking import Thinking
    from cashbox.server.tables.live import LiveTable

    Count = Callable[[LiveTable, int, str | None, str], Awaitable[None]]

SHOWN: Final = 3
"""The number of actions to show."""
TRIES: Final = 3
"""The most searches, if the player's decision changes during each of them."""
CHANGED: Final = "The game has moved on. Ask for a new hint."
FEW: Final = 8
"""With fewer simulated games than this, the hint is only a first impression."""
SPREAD: Final = 1.96
"""The number of standard errors of a 95% confidence interval."""
REFINED: Final = (2.0, 5.0)
"""The factor for the length of each further search while a hint stays open."""
STORED: Final = 200
"""The number of answers to store, so that asking about the same state again is not counted again."""


class StoredHint(NamedTuple):
    """A hint that a player has. seen: the mark of the state; choices: the tries that it compares, empty if there is
    nothing to refine; refined: how many times it was refined."""

    seen: str
    best: list[Advice]
    sureness: str
    choices: list[Try]
    refined: int = 0


class Hints:
    """Answers players' requests for hints. count: records a hint on disk, by seat, guest, and the mark of the state."""

    def __init__(self, thinking: Thinking, count: Count) -> None:
        self._thinking = thinking
        self._count = count
        self._stored: OrderedDict[tuple[str, str | None], StoredHint] = OrderedDict()
        self._asking: set[str] = set()

    async def ask(self, table: LiveTable, seat: int, mark: str | None, *, refine: bool = False) -> Hint:
        """Return the best actions for a seat now, and count the hint.

        Args:
            table: The table.
            seat: The seat that owes the decision.
            mark: Of the state that the player saw, None for any.
            refine: Search longer among the choices of the player's current hint, without counting another one.

        Raises:
            Refusal: "no-hints", "stale", "not-due", "no-answer", "not-your-seat" if the player has transferred it in
                the meantime, ...
        """
        check_hints(table.record, seat)
        guest = table.record.seats[seat].guest
        key = table.record.id, guest
        if mark is not None and not table.frames.may_act_on(seat, mark):
            raise Refusal(409, "stale", CHANGED)
        stored = self._stored.get(key)
        if stored is not None and table.frames.may_act_on(seat, stored.seen):
            return await self._refined(table, seat, stored) if refine else _hint(table, seat, stored)
        if refine:
            raise Refusal(409, "stale", CHANGED)
        if key[0] in self._asking:
            raise Refusal(409, "already", "The expert bot is still thinking. Try again in a moment.")
        self._asking.add(key[0])
        try:
            found = await self._thought(table, seat, None)
            # It is counted before it is shown.
            await self._count(table, seat, guest, found.seen)
        finally:
            self._asking.discard(key[0])
        return self._store(table, seat, found)

    async def _refined(self, table: LiveTable, seat: int, stored: StoredHint) -> Hint:
        """Search longer for an open hint, unless others wait for hints: then this is the last answer."""
        guest = table.record.seats[seat].guest
        if not _can_refine(stored) or not self._thinking.adviser_free():
            return msgspec.structs.replace(_hint(table, seat, stored), refining=False)
        found = await self._thought(table, seat, stored)
        if table.record.seats[seat].guest != guest:
            raise Refusal(409, "stale", CHANGED)
        return self._store(table, seat, found)

    def _store(self, table: LiveTable, seat: int, stored: StoredHint) -> Hint:
        key = table.record.id, table.record.seats[seat].guest
        self._stored.pop(key, None)
        self._stored[key] = stored
        if len(self._stored) > STORED:
            self._stored.popitem(last=False)
        return _hint(table, seat, stored)

    async def _thought(self, table: LiveTable, seat: int, stored: StoredHint | None) -> StoredHint:
        """Find the best actions. Search again if the player's decision has changed in the meantime. Other players'
        decisions within the same undo window do not matter.

        Args:
            table: The table.
            seat: The seat that owes the decision.
            stored: The hint to refine, None for the first one.
        """
        for _ in range(TRIES):
            check_hints(table.record, seat)
            match, seen = table.running(), _seen(table, seat)
            if stored is not None and not table.frames.may_act_on(seat, stored.seen):
                break
            if not has(match.due(), seat):
                raise Refusal(409, "not-due", "It's not your turn.")
            found = await self._best(Position(table.record.id, match, seat, match.legal(seat)), seen, stored)
            if table.frames.may_act_on(seat, seen):
                return found._replace(seen=_seen(table, seat))
        raise Refusal(409, "stale", CHANGED)

    async def _best(self, at: Position, seen: str, stored: StoredHint | None) -> StoredHint:
        game, state = at.match.game, at.match.state
        among, longer = (stored.choices, REFINED[stored.refined]) if stored is not None else ([], 1.0)
        ranked = await self._thinking.ranked(at, EXPERT.name, SHOWN, Rank.PEOPLE, among, longer)
        ranked = [one for one in ranked if one.action in at.legal]
        if not ranked:
            raise Refusal(503, "no-answer", "The hint took too long. Try again in a moment.")
        best = [
            Advice(
                game.encode(one.action),
                game.describe(state, at.seat, one.action).label,
                round(100 * min(1.0, max(0.0, one.chance))),
                game.effect_text(state, at.seat, one.action),
                None if one.ahead is None else round(one.ahead, 1),
                one.alike,
                [Source(text, round(by, 1)) for text, by in one.sources.items()],
                one.games,
                max(1, round(100 * SPREAD * one.error)),
            )
            for one in ranked
        ]
        alone, first = len(at.legal) == 1, ranked[0]
        # A plan that begins with an action is compared again, not all plans that do.
        choices = [Try(one.action, one.way) for one in ranked] if len(ranked) > 1 else []
        refined = stored.refined + 1 if stored is not None else 0
        said = explain(best, first.unit, first.until, alone=alone)
        return StoredHint(seen, said, sureness(best, first.until), choices, refined)


def _can_refine(stored: StoredHint) -> bool:
    return bool(stored.choices) and stored.refined < len(REFINED)


def _hint(table: LiveTable, seat: int, stored: StoredHint) -> Hint:
    return Hint(stored.best, table.record.seats[seat].hints, stored.seen, stored.sureness, _can_refine(stored))


def explain(best: Sequence[Advice], unit: str = "point", until: str = "", *, alone: bool = False) -> list[Advice]:
    """Compare suggested actions in their reasons, by the games simulated after each.

    Args:
        best: The actions, best first, each with its immediate changes (if any) as its reason.
        unit: The unit of the score, in the singular.
        until: When the simulated games stop, as in "the end of the round"; empty if they run to their end.
        alone: Whether the first one is the player's only legal action.

    Returns:
        The same actions. The reason of the first compares it with the second; the reasons of the others compare them
        with the first if they change nothing right away, or if the simulated games show where the difference comes
        from.
    """
    if alone:
        return [msgspec.structs.replace(one, why=one.why or "It's your only choice.") for one in best]
    ranks = _told_apart(best)
    return [
        msgspec.structs.replace(
            one,
            why=one.why
            if k and one.why and not one.sources
            else f"{one.why} {_compared(best, k, unit, until)}".strip(),
            odds=f"{one.chance} of 100" if ranks else "",
        )
        for k, one in enumerate(best)
    ]


def sureness(best: Sequence[Advice], until: str = "") -> str:
    """Describe how many games the chances of some actions are based on, and their margin of error."""
    games = min(one.games for one in best)
    if games < FEW:
        return "The server is busy, so these chances are rough estimates."
    simulated = f"games per choice, simulated to {until}" if until else "simulated games per choice"
    off = max(one.error for one in best)
    return f"These chances are based on at least {games} {simulated}, so they may be off by about {off}."


def _told_apart(best: Sequence[Advice]) -> bool:
    """Return whether chances distinguish actions: not if they are equal within their error, or if the game is already
    decided."""
    chances = {one.chance for one in best}
    if len(best) == 1:
        return not chances & {0, 100}
    return len(chances) > 1 and not all(one.alike for one in best[1:])


def _compared(best: Sequence[Advice], k: int, unit: str, until: str) -> str:
    if len(best) == 1:
        return "The expert bot found no other choice worth trying."
    one, other = best[k], best[0 if k else 1]
    chances = {each.chance for each in best}
    alike = (one if k else other).alike
    sources = _sources(one.sources, unit)
    by_then = f"by {until}, " if until else ""
    if chances <= {0} or chances <= {100}:
        result = "win" if chances == {100} else "lose"
        if alike or one.ahead is None or other.ahead is None or _lead(one, unit) == _lead(other, unit):
            return f"You {result} nearly every game from here, whatever you choose."
        leads = f"{_lead(one, unit)} this way and {_lead(other, unit)} with “{other.label}”"
        leads += f": {sources}" if sources else ""
        return f"You {result} nearly every game from here. {by_then.capitalize() or 'In the end, '}you are {leads}."
    tie = all(each.alike for each in best[1:]) or (len(chances) == 1 and not sources)
    if tie and not k:
        these = "Both choices" if len(best) == 2 else f"These {len(best)} choices"
        games = min(each.games for each in best)
        known = f" from {games} simulated games each" if games >= FEW else ""
        found = f" Compared with “{other.label}”: {by_then}{sources}." if sources else ""
        return f"{these} are equally good, as far as the expert bot can tell{known}.{found}"
    if tie or alike:
        won = "" if tie else f" You win {one.chance} of 100 games."
        found = f" The difference{' by ' + until if until else ''}: {sources}." if sources else ""
        return f"This is about as good as “{other.label}”.{won}{found}"
    as_many = f"{other.chance}" if other.chance != one.chance else "just as many"
    found = f": {by_then}{sources}" if sources else ""
    return f"You win {one.chance} of 100 games this way, and {as_many} with “{other.label}”{found}."


def _lead(one: Advice, unit: str) -> str:
    """Describe how far a player is ahead or behind, as in "about $9,000 behind"."""
    assert one.ahead is not None
    if not round(one.ahead):
        return "level"
    return f"about {points_of(one.ahead, unit)} {'ahead' if one.ahead > 0 else 'behind'}"


def _sources(sources: Sequence[Source], unit: str) -> str:
    """Name the sources that differ most: "about 4 more stars from positions and 2 fewer from cards"."""
    parts = differences(main_sources({one.text: one.by for one in sources}).items(), unit)
    return f"about {listed(parts)}" if parts else ""


def _seen(table: LiveTable, seat: int) -> str:
    """Return the mark of what a seat's player sees."""
    return table.frames.mark(seat)
