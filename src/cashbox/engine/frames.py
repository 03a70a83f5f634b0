"""The messages to the viewers of a match, as JSON bytes, and when to send them.

A viewer's state carries a mark: an opaque string of fixed length, computed with the table's own key from only what this
viewer sees and has done: how often it has acted, the bytes of its view and everything sent with it, and the lines of
its log. So every process computes the same mark, and two worlds that a viewer cannot tell apart have the same marks. A
viewer gets a new state when its mark has changed, and at no other time.
"""

from __future__ import annotations

import base64
import hmac
import struct
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cashbox.engine.facts import Facts  # noqa: TC001 (msgspec reads it)
from cashbox.engine.game import SPECTATOR, GameError, Outcome
from cashbox.engine.phrases import slug
from cashbox.engine.recent import Recent
from cashbox.engine.seats import seats_of
from cashbox.engine.stand_ins import without_result
from cashbox.engine.viewer_log import LogPosition, ViewerLog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.engine.record import Way

_json = msgspec.json.Encoder().encode

_MARK: Final = struct.Struct(">IQ12s")
"""The parts of a mark: the number and digest of the viewer's log lines, and the seal of what it sees."""

FORMS: Final = 20_000
"""The most actions of a game whose JSON is cached."""

OFFERS: Final = 5_000
"""The most legal actions of a game that are cached as JSON, the most recently used."""

TAILS: Final = 64
"""The most logs of one match that are cached: one for each position from which a client may ask."""

PAST: Final = 64
"""The most earlier states to search for the one that a seat decided on."""


def marks_key(secret: bytes) -> bytes:
    """Derive the key of a table's marks from its secret."""
    return hmac.digest(secret, b"marks", "sha256")


class Offer(msgspec.Struct, frozen=True, gc=False):
    """One legal action as sent. action: its typed form, as JSON."""

    action: msgspec.Raw
    text: str
    label: str
    does: str
    facts: Facts


class Head(msgspec.Struct, frozen=True, gc=False):
    """Everything that a viewer sees of a state except the log, as sent."""

    seat: int | None
    view: Any
    legal: list[Offer | msgspec.Raw]
    prompt: str
    rule: str
    due: list[int]
    can_undo: int
    outcome: Outcome | None


class LogLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of a viewer's log as sent. seat: the seat that caused it; headline and you: as in `Line`."""

    text: str
    seat: int | None
    turn: int
    headline: bool = False
    you: str = ""


class Forms:
    """A game's actions as sent."""

    __slots__ = ("_game", "_offers", "_ready")

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._ready: dict[int, tuple[msgspec.Raw, str]] = {}
        self._offers = Recent[msgspec.Raw](OFFERS)

    def __getitem__(self, action: int) -> tuple[msgspec.Raw, str]:
        """Return the typed form as JSON, and the text."""
        ready = self._ready.get(action)
        if ready is None:
            ready = msgspec.Raw(_json(self._game.encode(action))), self._game.text(action)
            if len(self._ready) < FORMS:
                self._ready[action] = ready
        return ready

    def offers(self, state: Any, seat: int) -> list[Offer | msgspec.Raw]:
        """Return the legal list of a seat, ready to be encoded as JSON."""
        game, ready = self._game, self._offers
        found: list[Offer | msgspec.Raw] = []
        legal = game.legal(state, seat)
        keys = game.cache_keys(state, seat, legal) if legal else ()
        for action, key in zip(legal, keys, strict=True):
            if key is None:
                found.append(self._offer(state, seat, action))
                continue
            offer = ready.find((action, key))
            if offer is None:
                offer = ready.store((action, key), msgspec.Raw(_json(self._offer(state, seat, action))))
            found.append(offer)
        return found

    def _offer(self, state: Any, seat: int, action: int) -> Offer:
        described = self._game.describe(state, seat, action)
        return Offer(*self[action], described.label, described.does, described.facts)


class Mark(NamedTuple):
    """The parts of a mark."""

    lines: int
    digest: int
    seal: bytes

    @classmethod
    def read(cls, text: str) -> Mark | None:
        """Parse a mark; None if the text is not one."""
        try:
            return cls(*_MARK.unpack(base64.b64decode(text, b"-_", validate=True)))
        except (ValueError, struct.error):
            return None

    def __str__(self) -> str:
        return base64.urlsafe_b64encode(_MARK.pack(*self)).decode()


class Frames:
    """One match as its viewers see it now, encoded once for each viewer, no matter how many clients watch.

    names: of the players, by seat. key: see `marks_key`. It follows the match by itself.
    """

    def __init__(self, match: Match[Any], forms: Forms, names: Sequence[str], key: bytes) -> None:
        self._match = match
        self._forms = forms
        self._names = names
        self._key = key
        self._at = match.number
        self._closed = ""
        self._views: Callable[[int], msgspec.Struct] | None = None
        self._heads: dict[int, bytes] = {}
        self._marks: dict[int, str] = {}
        self._tails: dict[tuple[int, int], bytes] = {}
        self._told: dict[int, ViewerLog] = {}
        self._shown: dict[int, tuple[tuple[int, int], dict[bytes, None]]] = {}
        self._past: dict[int, tuple[tuple[int, int], dict[Way, bytes]]] = {}

    def fork(self, match: Match[Any]) -> Frames:
        """Return a copy for a match that continues separately."""
        copy = Frames(match, self._forms, self._names, self._key)
        copy._told = {viewer: told.fork(match) for viewer, told in self._told.items()}
        return copy

    def close(self, why: str) -> None:
        """Close the table: no seat owes a decision or may act. `why` replaces every prompt."""
        self._closed = why
        self._heads.clear()
        self._marks.clear()

    def mark(self, viewer: int) -> str:
        """Return the mark of a seat, or SPECTATOR."""
        self._follow()
        mark = self._marks.get(viewer)
        if mark is None:
            seal, place = self._seal(viewer, self._head(viewer)), self._telling(viewer).now()
            mark = self._marks[viewer] = str(Mark(place.lines, place.digest, seal))
            if viewer != SPECTATOR:
                self._keep_seal(viewer, seal)
        return mark

    def last_told(self, viewer: int) -> int:
        """Return the number of the last entry that a viewer was told about, -1 for none."""
        return self._telling(viewer).last()

    def lines_before(self, viewer: int, number: int) -> int:
        """Return how many lines of the log a viewer was told before an entry."""
        return self._telling(viewer).before(number)

    def drop_cached(self) -> None:
        """Drop messages from memory that can be encoded again, because every viewer is up to date."""
        self._views = None
        self._heads.clear()
        self._tails.clear()

    def position(self, viewer: int) -> LogPosition:
        """Return how far a viewer has been told the log so far."""
        return self._telling(viewer).now()

    def position_at(self, viewer: int, since: str) -> LogPosition:
        """Return how far a viewer had been told the log at a mark. That is the beginning if those lines no longer stand
        or the mark is not from this table."""
        told, mark = self._telling(viewer), Mark.read(since)
        return (mark and told.stands(mark.lines, mark.digest)) or LogPosition(0, told.now().chain)

    def state(self, viewer: int, since: LogPosition, more: bytes) -> bytes:
        """Build the message that shows a viewer the game.

        Args:
            viewer: A seat, or SPECTATOR.
            since: How far the viewer has been told the log before.
            more: Further fields, as JSON, which affect neither marks nor whether there is news.
        """
        acted = _json(self._telling(viewer).acted())
        parts = self.mark(viewer).encode(), self._head(viewer), self._tail(viewer, since), acted, more
        return b'{"type":"state","mark":"%b",%b,%b,"acted":%b,%b}' % parts

    def log(self, viewer: int, since: LogPosition) -> bytes:
        """Build a message with the log alone and the viewer's mark."""
        return b'{"mark":"%b",%b}' % (self.mark(viewer).encode(), self._tail(viewer, since))

    def check(self, seat: int, at: str) -> None:
        """Check that a seat may still act on the state with that mark. GameError("stale") otherwise."""
        if not self.may_act_on(seat, at):
            raise GameError("stale", "The game has moved on. Check the table and try again.")

    def may_act_on(self, seat: int, at: str) -> bool:
        """Return whether a seat may still act on the state with that mark: the game has not moved on to another window
        since, and the seat has not acted. Decisions of other seats in the meantime do not matter."""
        if at == self.mark(seat):
            return True
        mark = Mark.read(at)
        return mark is not None and (self._was_shown(seat, mark) or mark.seal in self._seals(seat))

    def head(self, viewer: int, state: Any) -> bytes:
        """Encode what a viewer would see of a state of the match, except its log."""
        match, game = self._match, self._match.game
        mine, due = viewer != SPECTATOR and not self._closed, 0 if self._closed else game.due(state)
        outcome, journal = game.outcome(state), match.journal
        head = Head(
            None if viewer == SPECTATOR else viewer,
            self._view(viewer, state),
            self._forms.offers(state, viewer) if mine else [],
            self._closed or game.prompt(state, viewer, self._names),
            slug(game.rule(state, viewer)),
            seats_of(due),
            match.can_undo(viewer) if mine else 0,
            None if outcome is None else without_result(outcome, journal.header, journal.entries),
        )
        # The message's own braces.
        return _json(head)[1:-1]

    def _view(self, viewer: int, state: Any) -> msgspec.Struct:
        game = self._match.game
        if state is not self._match.state:
            return game.view(state, viewer)
        self._follow()
        if self._views is None:
            self._views = game.views(state)
        return self._views(viewer)

    def _head(self, viewer: int) -> bytes:
        self._follow()
        head = self._heads.get(viewer)
        if head is None:
            head = self._heads[viewer] = self.head(viewer, self._match.state)
        return head

    def _follow(self) -> None:
        if self._at != self._match.number:
            self._at = self._match.number
            self._marks.clear()
            self.drop_cached()

    def _seal(self, viewer: int, head: bytes) -> bytes:
        done = self._match.taken[viewer] if viewer != SPECTATOR else 0
        return hmac.digest(self._key, b"%d %d " % (viewer, done) + head, "sha256")[:12]

    def _span(self, seat: int) -> tuple[int, int]:
        """Return a value that stays the same as long as a seat may act on what it saw."""
        return self._match.window.opened, self._match.taken[seat]

    def _keep_seal(self, seat: int, seal: bytes) -> None:
        """Remember a seal that a seat may have been sent, so that `check` need not search for its state."""
        span = self._span(seat)
        before, seals = self._shown.get(seat, (span, {}))
        if before != span:
            seals = {}
        seals[seal] = None
        if len(seals) > PAST:
            del seals[next(iter(seals))]
        self._shown[seat] = span, seals

    def _was_shown(self, seat: int, mark: Mark) -> bool:
        span, seals = self._shown.get(seat, (None, {}))
        return span == self._span(seat) and mark.seal in seals

    def _seals(self, seat: int) -> set[bytes]:
        """Return the seals of what a seat sees now and of the earlier states that it may still act on."""
        match, span = self._match, self._span(seat)
        before, known = self._past.get(seat, (span, {}))
        if before != span:
            known = {}
        self._past[seat] = span, known
        found = {self._seal(seat, self._head(seat))}
        for way in match.past(seat, PAST):
            if way not in known:
                known[way] = self._seal(seat, self.head(seat, match.after(way)))
            found.add(known[way])
        return found

    def _telling(self, viewer: int) -> ViewerLog:
        told = self._told.get(viewer)
        if told is None:
            told = self._told[viewer] = ViewerLog(self._match, viewer, self._names, self._key)
        return told

    def _tail(self, viewer: int, since: LogPosition) -> bytes:
        self._follow()
        told = self._telling(viewer)
        first = told.common(since)
        tail = self._tails.get((viewer, first))
        if tail is None:
            if len(self._tails) >= TAILS:
                self._tails.clear()
            lines = [
                LogLine(line.text, None if line.seat == SPECTATOR else line.seat, turn, line.headline, line.you)
                for line, turn in told.lines(first)
            ]
            tail = self._tails[viewer, first] = b'"log_from":%d,"log":%b' % (first, _json(lines))
        return tail


class Feed:
    """The stream of messages to one client. since: the mark of the newest state that the client already has, "" for
    none."""

    def __init__(self, viewer: int, since: str = "") -> None:
        self.viewer = viewer
        self._since = since
        self._place: LogPosition | None = None
        self._sent: tuple[str, object] | None = None

    def news(self, frames: Frames, more: Callable[[], bytes], also: object = None) -> bytes | None:
        """Build the next message, or return None if it would show nothing new.

        Args:
            frames: The frames of the match.
            more: Returns the further fields of `Frames.state`.
            also: The part of those fields whose change is worth a message.
        """
        viewer = self.viewer
        now = frames.mark(viewer), also
        if now == self._sent:
            return None
        before = self._place or frames.position_at(viewer, self._since)
        self._sent, self._place = now, frames.position(viewer)
        return frames.state(viewer, before, more())
