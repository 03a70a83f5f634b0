"""A table as somebody sees it: as it is, or with a delay."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Protocol

    from cashbox.engine.frames import Feed
    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.chat.service import TableChat
    from cashbox.server.db.records import Elsewhere, Guest, Here, TableRecord
    from cashbox.server.tables.times import Times
    from cashbox.server.watching.wire import Onlooker
    from cashbox.server.wire import Table, You

    class Seen(Protocol):
        """What a viewer gets of a table; see `table.LiveTable` and `late.LateTable`."""

        match: Match[Any] | None
        record: TableRecord

        @property
        def version(self) -> int: ...
        @property
        def line(self) -> int: ...
        def state(self, viewer: int, since: str) -> bytes: ...
        def news(self, feed: Feed) -> bytes | None: ...
        def log(self, viewer: int, since: str) -> bytes: ...
        def tips(self) -> bytes: ...
        def journal(self, guest: Guest | None = None) -> bytes: ...
        def answer(self, guest: Guest | None) -> bytes: ...
        def you(self, guest: Guest | None) -> You: ...
        def shown(self) -> Table: ...
        def was_shown(self) -> None: ...

    class Connected(Protocol):
        """Somebody who is connected. seat: None for a spectator; guest: None for nobody that is known."""

        seat: int | None

        @property
        def guest(self) -> Guest | None: ...

    class Crowd(Protocol):
        """Those who watch a table, see `audience.Audience`."""

        @property
        def count(self) -> int: ...
        @property
        def onlookers(self) -> list[Onlooker]: ...
        @property
        def presence(self) -> Here: ...
        def rest(self) -> None: ...

    class Watched(Seen, Protocol):
        """A table in memory, see `table.LiveTable`."""

        game: Game[Any]
        chat: TableChat
        changed: int
        lapses_at: int | None
        times: Times
        elsewhere: Elsewhere

        @property
        def connected(self) -> Iterable[Connected]: ...
        @property
        def number(self) -> int: ...
        @property
        def here(self) -> int: ...
        @property
        def audience(self) -> Crowd: ...
        def viewer(self, guest: Guest | None) -> int: ...
        def poke(self) -> None: ...
        def present(self) -> None: ...
        def shown(self, *, whole: bool = True) -> Table: ...
