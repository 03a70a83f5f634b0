"""What a match records about its entries: who made them, their log lines, and which can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from cashbox.engine.game import SPECTATOR
from cashbox.engine.phrases import listed, second_person, with_names
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Event, Game
    from cashbox.engine.journal import By, Entry, Why

S = TypeVar("S")

Way = tuple[tuple[int, int], ...]
"""Decisions that stand in a window, as (seat, action), oldest first."""


class Step(NamedTuple):
    """A decision that can be undone: the number of its entry, the seat, the action."""

    n: int
    seat: int
    action: int


class Window(Generic[S]):
    """An undo window. base: the state when it opened, which no one changes. opened: the number of the entry that opened
    it. number: the result of `Rules.window` within it. steps: the decisions since then that stand, oldest first."""

    __slots__ = ("base", "number", "opened", "steps")

    def __init__(self, base: S, opened: int, number: int, steps: tuple[Step, ...]) -> None:
        self.base = base
        self.opened = opened
        self.number = number
        self.steps = steps

    def with_steps(self, steps: tuple[Step, ...]) -> Window[S]:
        """Return the same window with other decisions in it."""
        return Window(self.base, self.opened, self.number, steps)


class Moment(NamedTuple, Generic[S]):
    """A moment of a match. number: of its last entry; taken: the number of entries that each seat had made; last: the
    number of each seat's last entry."""

    number: int
    state: S
    window: Window[S]
    taken: tuple[int, ...]
    last: tuple[int, ...]


_REASONS: Final[dict[Why, str]] = {
    "time": "{0} ran out of time. A bot takes over.",
    "host": "The host gives {0}'s seat to a bot.",
    "vote": "The players vote to let a bot play for {0}.",
    "left": "{0} left the game. A bot takes over.",
    "": "A bot takes over for {0}.",
}
"""The log line when a bot takes over from a player, by the reason in the journal."""

BEFORE: Final = -1
"""The position of a line that is about who decides rather than an event of its entry."""


class Line(NamedTuple):
    """A sentence of a viewer's log. seat: the seat that acted, SPECTATOR if there is none or it is hidden; at: the
    index of its event among those of the entry, or BEFORE; you: what another seat's action means for the viewer;
    headline: whether it summarizes a turn."""

    text: str
    seat: int
    at: int = 0
    you: str = ""
    headline: bool = False


class Record:
    """The record of one entry for the log. takes_back: numbers of the entries that it undid. alone: whether no one else
    owed a decision when its window opened, so that everyone knows who acted. anew: the seats (a mask) for which it
    redeals. by, why: as in `Entry`. stands: whether it has not been undone itself. bot: whether a bot stands in for its
    seat, as far as decisions show; since: the number of the entry with which that began, 0 if from the start. result:
    the outcome at this entry if it differs from the rules' own, see `stand_ins.without_result`."""

    __slots__ = ("alone", "anew", "bot", "by", "events", "n", "result", "seat", "since", "stands", "takes_back", "why")

    def __init__(
        self,
        n: int,
        seat: int,
        events: tuple[Event, ...],
        takes_back: tuple[int, ...] = (),
        *,
        alone: bool = False,
        anew: int = 0,
        by: By = "",
        bot: bool = False,
        since: int = 0,
        why: Why = "",
    ) -> None:
        self.n = n
        self.seat = seat
        self.events = events
        self.takes_back = takes_back
        self.alone = alone
        self.anew = anew
        self.by = by
        self.bot = bot
        self.since = since
        self.why = why
        self.result = ""
        self.stands = True

    def copy(self) -> Record:
        """Return a copy whose `stands` may differ."""
        copy = Record(self.n, self.seat, self.events, self.takes_back, alone=self.alone, anew=self.anew, by=self.by)
        copy.bot, copy.since, copy.why, copy.result = self.bot, self.since, self.why, self.result
        copy.stands = self.stands
        return copy


def stood(game: Game[Any], entries: Sequence[Entry], opened: int, since: int) -> list[Way]:
    """List which decisions stood in a window after each entry from number `since` on, newest first, without repeats.
    `opened` is the number of the entry that opened the window."""
    ways: dict[Way, None] = {}
    standing: list[tuple[int, int]] = []
    for entry in entries[opened:]:
        within = entry.n > opened
        if within and entry.do is not None:
            standing.append((entry.seat, game.decode(entry.do)))
        for _ in range(entry.undo if within else 0):
            last = max(at for at, (seat, _) in enumerate(standing) if seat == entry.seat)
            del standing[last]
        if entry.n >= since:
            way = tuple(standing)
            ways.pop(way, None)
            ways[way] = None
    return [*reversed(ways)]


def log_lines(
    game: Game[Any], records: Sequence[Record], viewer: int, names: Sequence[str], since: int
) -> list[tuple[int, str]]:
    """Return the sentences after entry `since` for one viewer, as (entry number, sentence)."""
    told = lines_since(game, records, viewer, names, since)
    return [(n, line.text) for n, line in told]


def lines_since(
    game: Game[Any], records: Sequence[Record], viewer: int, names: Sequence[str], since: int
) -> list[tuple[int, Line]]:
    """Return the lines after entry `since` for one viewer, as (entry number, line)."""
    return [
        (record.n, line)
        for record in records[max(since + 1, 0) :]
        for line in lines_of(game, records, record, viewer, names)
    ]


def lines_of(
    game: Game[Any], records: Sequence[Record], record: Record, viewer: int, names: Sequence[str]
) -> list[Line]:
    """Return the lines of a record for one viewer, none if it was undone or undoes others.

    `names` are by seat; see `phrases.address` for a viewer who is called "you".
    """
    return lines_told(game, records, record, viewer, names) if record.stands and not record.takes_back else []


def own_lines(game: Game[Any], records: Sequence[Record], record: Record, viewer: int, names: Sequence[str]) -> int:
    """Count the lines of a viewer's own record that only describe what the viewer did.

    If others decide at the same time, the consequences of all decisions describe the others too.
    """
    if record.alone:
        return len(lines_of(game, records, record, viewer, names))
    count = 0
    for event in record.events:
        if event[1] != viewer:
            break
        count += game.narrate(event, viewer, names) is not None
    return count


def lines_told(
    game: Game[Any], records: Sequence[Record], record: Record, viewer: int, names: Sequence[str]
) -> list[Line]:
    """Return the lines of a record for one viewer, including the line about an undo."""
    if record.takes_back:
        told = sum(1 for n in record.takes_back if _told(game, records[n], viewer, names))
        steps = "a step" if told == 1 else f"{told} steps"
        return [Line(second_person(f"{names[record.seat]} undoes {steps}."), record.seat)] if told else []
    if record.anew:
        seats = sorted(seats_of(record.anew), key=lambda seat: seat != viewer)
        whose = listed([names[seat] for seat in seats])
        return [Line(second_person(f"The cards hidden from {whose} are redealt."), SPECTATOR)]
    return [*_handover(game, records, record, viewer, names), *_told(game, record, viewer, names)]


def _handover(
    game: Game[Any], records: Sequence[Record], record: Record, viewer: int, names: Sequence[str]
) -> list[Line]:
    """Return the line that a bot took over from a player or that the player came back, if one of the records is the
    first of theirs that the viewer sees. So the line reveals no decision that the viewer did not see."""

    def told(first: int, last: int) -> bool:
        return any(
            one.seat == record.seat and one.alone and (one.stands or not record.stands)
            and bool(_told(game, one, viewer, names))
            for one in records[first:last]
        )  # fmt: skip

    if not record.since or not record.alone or told(record.since, record.n) or not _told(game, record, viewer, names):
        return []
    name = names[record.seat]
    if record.bot:
        return [Line(second_person(_REASONS[record.why].format(name)), SPECTATOR, BEFORE)]
    before = next(one for one in reversed(records[: record.since]) if one.seat == record.seat)
    if not told(before.since, record.since):
        return []
    # The seat may have a different player now.
    return [Line(second_person(f"{name} takes over from the bot."), SPECTATOR, BEFORE)]


def _told(game: Game[Any], record: Record, viewer: int, names: Sequence[str]) -> list[Line]:
    """Once a sentence is about someone else or no one (a round ends, dice are rolled for all), the following ones are
    no longer attributed to the seat that acted."""
    lines, seat = [], record.seat if record.alone else SPECTATOR
    events = [game.lapse_event(event) for event in record.events] if record.by == "lapse" else record.events
    others = viewer not in (SPECTATOR, record.seat)
    for at, event in enumerate(events):
        if record.result and event[0] in game.wins:
            continue
        sentence = game.narrate(event, viewer, names)
        if sentence is not None:
            seat = seat if event[1] == seat else SPECTATOR
            you = second_person(game.concerns(event, viewer, names)) if others else ""
            lines.append(Line(second_person(sentence), seat, at, you, game.headline(event)))
    if record.result:
        lines.append(Line(second_person(with_names(record.result, names)), SPECTATOR, len(record.events)))
    return lines


def turning(game: Game[Any], record: Record, lines: Sequence[Line]) -> int:
    """Return the event of an entry that opens the next chapter, if there is one: the first of a kind in
    `Game.openings`, otherwise the first that these lines of the entry do not attribute to its seat."""
    named = next((at for at, event in enumerate(record.events) if event[0] in game.openings), None)
    if named is not None:
        return named
    return next((line.at for line in lines if line.seat != record.seat and line.at != BEFORE), len(record.events))
