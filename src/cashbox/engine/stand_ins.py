"""Determine who decided in a game, its players or bots that stood in for them, and which seats therefore have no
result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cashbox.engine.phrases import listed, player

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cashbox.engine.game import Outcome
    from cashbox.engine.journal import Entry, Header
    from cashbox.engine.match import Match


class Decisions(NamedTuple):
    """The decisions of one seat that stand. bot: those of a bot that stood in; of: all of them; lapsed: those that the
    server made because the answer timed out, which count neither way; left: whether a bot made all of the seat's
    decisions, at least one, in the last third of the game."""

    seat: int
    bot: int
    of: int
    lapsed: int = 0
    left: bool = False

    @property
    def abandoned(self) -> bool:
        """Return whether the seat ends without a result: its player made fewer than half of its decisions, or none in
        the last third of the game (RULINGS, E5)."""
        return self.left or 2 * self.bot > self.of - self.lapsed


def decisions(header: Header, entries: Iterable[Entry]) -> list[Decisions]:
    """Count the decisions of each seat. Undone decisions do not count, nor those taken over from another game."""
    standing: list[list[Entry]] = [[] for _ in range(header.seats)]
    for entry in entries:
        if entry.n < header.taken_over:
            continue
        if entry.undo:
            del standing[entry.seat][-entry.undo :]
        elif entry.do is not None:
            standing[entry.seat].append(entry)
    numbers = sorted(entry.n for seat in standing for entry in seat if entry.by != "lapse")
    last_third = numbers[2 * len(numbers) // 3] if numbers else 0
    return [_counted(seat, own, last_third) for seat, own in enumerate(standing)]


def is_late_decision(header: Header, entries: Sequence[Entry], seat: int, since: int) -> bool:
    """Return whether the player of a seat, who has had it since entry number `since`, made fewer than half of its
    decisions."""
    whole = decisions(header, entries)[seat].of
    before = decisions(header, [entry for entry in entries if entry.n < since])[seat].of
    return 2 * (whole - before) < whole


def without_result(outcome: Outcome, header: Header, entries: Iterable[Entry]) -> Outcome:
    """Return the outcome that counts: seats that their players left to bots have no result and cannot win.
    outcome: by the rules alone."""
    abandoned = tuple(one.seat for one in decisions(header, entries) if one.abandoned)
    if not abandoned:
        return outcome
    winners = tuple(seat for seat in outcome.winners if seat not in abandoned)
    lost = [player(seat) for seat in outcome.winners if seat in abandoned]
    text = outcome.text
    if lost and winners:
        text = (
            f"{listed([player(seat) for seat in winners])} {'wins' if len(winners) == 1 else 'win'}. {_played(lost)}."
        )
    elif lost:
        text = f"{_played(lost)}, so no one wins this game."
    return msgspec.structs.replace(
        outcome, winners=winners, text=text, abandoned=abandoned, no_winner=bool(lost and not winners)
    )


def counting_outcome(match: Match[Any]) -> Outcome | None:
    """Return the outcome of a match that counts, None while it is running."""
    outcome = match.game.outcome(match.state)
    return None if outcome is None else without_result(outcome, match.journal.header, match.journal.entries)


def sentence(one: Decisions, name: str) -> str:
    """Return a sentence about the decisions that bots made for a player."""
    counts = f"A bot made {one.bot} of {one.of} decisions for {name}"
    if not one.abandoned:
        return f"{counts}."
    all_late = one.left and 2 * one.bot <= one.of - one.lapsed
    late = ", including all of those in the last third of the game" if all_late else ""
    return f"{counts}{late}, so this game has no result for {name}."


def sentences(match: Match[Any]) -> list[str]:
    """Return a sentence for each player whose bot made any decision."""
    names = match.journal.header.players
    found = decisions(match.journal.header, match.journal.entries)
    return [sentence(one, names[one.seat]) for one in found if one.bot]


def _counted(seat: int, entries: Sequence[Entry], last_third: int) -> Decisions:
    """Count the decisions of a seat. last_third: the number of the first entry in the last third of the game."""
    made = [entry for entry in entries if entry.by != "lapse"]
    bot = [entry.by == "stand-in" for entry in made]
    late = [stood_in for stood_in, entry in zip(bot, made, strict=True) if entry.n >= last_third]
    return Decisions(seat, sum(bot), len(entries), len(entries) - len(made), bool(late) and all(late))


def _played(names: Sequence[str]) -> str:
    return f"{'A bot' if len(names) == 1 else 'Bots'} played for {listed(names)}"
