"""What the viewers of a table are sent of its running game: now, or as it was some time ago."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import games
from cashbox.engine.chain import Chain
from cashbox.engine.frames import Frames, marks_key
from cashbox.engine.journal import dumps
from cashbox.server.errors import Closed, Refusal
from cashbox.server.tables.clocks import Times
from cashbox.server.tables.views import handed, timeout_seen_by
from cashbox.server.watching.service import check_look_back

if TYPE_CHECKING:
    from cashbox.engine.frames import Feed, Forms
    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.tables.context import Context

_json = msgspec.json.Encoder().encode


class TableFeed:
    """Show a table to its viewers, up to the last entry of its match.

    record: the table as they see it. match: None before play. timeout_at: when (seconds since 1970) an answer that is
    owed lapses, None: never. changed: when something in the game last changed that everyone may see. times: the
    players' clocks.
    """

    def __init__(self, record: TableRecord, game: Game[Any], forms: Forms, context: Context, name: str) -> None:
        """Start before play. context: with the clock that these viewers go by; name: what the game is called."""
        self.record = record
        self.game = game
        self.match: Match[Any] | None = None
        self.timeout_at: int | None = None
        self.changed = record.changed
        self.times = Times(self, context)
        self._forms = forms
        self._context = context
        self._game_name = name
        self._frames: Frames | None = None
        self._chain: Chain | None = None
        self._tips: bytes | None = None

    @property
    def due(self) -> int:
        """Bit mask of the seats that owe a decision."""
        return self.match.due() if self.match is not None and self.record.status == "playing" else 0

    @property
    def number(self) -> int:
        """The number of the last entry, -1 for none."""
        return -1 if self.match is None else self.match.number

    def running(self) -> Match[Any]:
        """Return the match. Refusal ("not-started") before play."""
        if self.match is None:
            raise Refusal(
                409, "not-started", "The game hasn't started. A seat is open, or a share hasn't been revealed yet."
            )
        return self.match

    @property
    def frames(self) -> Frames:
        """What the viewers of the match see; Refusal ("not-started") before play."""
        self.running()
        assert self._frames is not None
        return self._frames

    def state(self, viewer: int, since: str) -> bytes:
        """Encode a `State`. since: the mark of what the viewer has seen, "" for nothing."""
        return self.frames.state(viewer, self.frames.place_of(viewer, since), self._more(viewer))

    def news(self, feed: Feed) -> bytes | None:
        """Encode the next `State` for a client, None where it would show nothing new."""
        also = self.timeout_at, self.times.version, self.record.owners
        return feed.news(self.frames, lambda: self._more(feed.viewer), also)

    def log(self, viewer: int, since: str) -> bytes:
        """Encode a `Log`. since: as in `state`."""
        return self.frames.log(viewer, self.frames.place_of(viewer, since))

    def tips(self) -> bytes:
        """Encode a `TableTip` by key, by the rules of this table, which never change."""
        match = self.running()
        if self._tips is None:
            self._tips = _json(games.tips_at(self.game, match.state))
        return self._tips

    def journal(self, guest: Guest | None = None) -> bytes:
        """Return the journal's text file. Refusal ("not-over") before the end, or ("players-only")."""
        if self.match is None or self.record.status != "over":
            raise Refusal(
                409, "not-over", "The journal reveals everything, so you can only get it once the game is over."
            )
        check_look_back(self.record, guest)
        return dumps(self.match.journal)

    def was_shown(self) -> None:
        """Note that one viewer has been shown the last change."""

    def show(self, match: Match[Any]) -> None:
        """Show a match, by the names and the secret of the record."""
        self.match = match
        names = [seat.name for seat in self.record.seats]
        self._frames = Frames(match, self._forms, names, marks_key(self.record.secret))
        self._chain = Chain(match.journal.header, self.record.secret)

    def show_end(self) -> None:
        """Show that the game is over or closed, where the record says so."""
        if self.match is None or self._frames is None:
            return
        if self.record.status == "over":
            self.match.finish(self.record.secret.hex())
        elif self.record.status == "closed":
            self.timeout_at = None
            self._frames.close(str(Closed(self.record.closed)))

    def _more(self, viewer: int) -> bytes:
        """Encode the fields of a `State` that neither marks nor pushes go by."""
        assert self._chain is not None
        match = self.running()
        lapse = timeout_seen_by(viewer, self.record, match, self.timeout_at, self._context.clock.now())
        moved = handed(self.record, self.frames, viewer, match.number)
        # It changes with what the viewer is told: hidden steps show in it neither by their number nor at once.
        head = self._chain.after(match.journal.entries, self.frames.last_told(viewer))
        parts = _json(moved), _json(lapse), self.times.as_json(), head.encode()
        return b'"handed":%b,"lapse":%b,"clocks":%b,"proof":"%b"' % parts
