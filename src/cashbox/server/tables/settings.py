"""Declare the settings of a table once, for requests, answers, rematches, and the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from cashbox.server.tables.clocks_wire import GameClock  # noqa: TC001 (msgspec reads the types)
from cashbox.server.watching.wire import Watching  # noqa: TC001

if TYPE_CHECKING:
    from typing import Self

_MOST = 1_000_000_000
_LAPSE = "the time limit, in seconds, for an answer that others wait for; 0 for none"
_ABSENCE = "seconds after which a player who isn't connected counts as away; 0 for never"


class CommonSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Hold what a host chooses for every new table, also for one that continues another game."""

    name: Annotated[str, Meta(max_length=60, description="the table's name; empty for none")] = ""
    listed: Annotated[bool, Meta(description="whether lists show the table; never, if it is a group's")] = True
    lapse: Annotated[int, Meta(ge=0, le=_MOST, description=f"{_LAPSE}; null for the default")] | None = None
    absence: Annotated[int, Meta(ge=0, le=_MOST, description=f"{_ABSENCE}; null for the default")] | None = None
    clock: Annotated[GameClock | None, Meta(description="the players' clocks; null for none")] = None
    circle: Annotated[
        str, Meta(max_length=32, description="id of the group whose members can take the open seats; empty: no group")
    ] = ""


class RequestedSettings(CommonSettings, frozen=True, kw_only=True):
    """Hold what a host chooses for a new game. A game that continues another one takes the rest from there."""

    mode: Annotated[str, Meta(max_length=64, description="id of the game's mode; empty in a request: its first")] = ""
    options: Annotated[
        dict[str, bool | int | str],
        Meta(description="options of the rules; in a request only those that differ from the mode's"),
    ] = {}
    watching: Annotated[
        Watching,
        Meta(description="who can watch: no one, anyone with the link, everyone, or everyone with a delay"),
    ] = "link"
    open_hands: Annotated[
        bool, Meta(description="whether everyone can see every hand when the game is over, not only the players")
    ] = True
    rated: Annotated[bool, Meta(description="whether the game counts toward the players' ratings")] = False


class TableSettings(RequestedSettings, frozen=True, kw_only=True):
    """Hold the settings of a table: all that a host chooses for it and a rematch repeats, with every default filled in.

    A new setting is a field of one of these classes. The record contains it, and the database stores it as JSON;
    requests and answers inherit it. Secrets and the state of a table are no settings.
    """

    lapse: Annotated[int, Meta(ge=0, le=_MOST, description=_LAPSE)] = 0
    absence: Annotated[int, Meta(ge=0, le=_MOST, description=_ABSENCE)] = 86400

    @classmethod
    def of(cls, source: RequestedSettings, **decided: Any) -> Self:
        """Take the settings out of a request or an answer.

        Args:
            source: A struct that inherits them.
            decided: Settings that the server decides, such as defaults in place of null.
        """
        return cls(**{name: getattr(source, name) for name in cls.__struct_fields__} | decided)
