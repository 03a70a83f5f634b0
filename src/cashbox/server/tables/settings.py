"""The settings of a table, declared once for requests, responses, rematches, and the database."""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from typing import Self

Status = Literal["waiting", "starting", "playing", "over", "closed"]
SeatKind = Literal["guest", "open", "bot"]

Question = Literal["stand-in", "call-off", "hand-on"]
"""What players vote on: that a bot plays for a player who is away, that a game ends without a result, that the seat of
a player who is away is given to someone else. `seating.BALLOTS` says how, and what follows."""

Ending = Literal["", "operator", "called-off", "left", "unused", "host", "nobody", "deserted"]
"""Why a table was closed: by the operator, by agreement, because the last person left, because it was unused, because
its host was deleted, because all its players were deleted, or because no player came back from a stand-in. Older tables
have none: the operator."""

Hidden = Literal["kept", "anew"]
"""What happens to hidden cards in a game that continues another one: they stay as they were, or those that the players
could not know are redealt."""

Watching = Literal["nobody", "link", "public", "delayed"]
"""Who may watch a table: no one; who has its link; everyone; everyone, later than the players see it."""

LISTED_WATCHING: Final = ("public", "delayed")
"""How running tables in public lists may be watched."""

DELAY: Final = 120
"""Seconds of the delay for spectators."""

ClockKind = Literal["soft", "live", "days"]
_Seconds = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_MOST = 1_000_000_000
_TIME_LIMIT = "the time limit, in seconds, for an answer that others wait for; 0 for none"
_AWAY = "seconds after which a player who isn't connected counts as away; 0 for never"


class GameClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clocks of a table. kind: "soft" (shown, without a time limit), "live" (one sitting), or "days" (turn-based).
    step: seconds for each decision, which are used first; bank: seconds of reserve time for the whole game, used when a
    decision takes longer than its step. nights, weekends: whether the clocks run from 22:00 to 08:00 and on weekends in
    each player's time zone; only those of "days" can pause. In "soft", bank and step are 0."""

    kind: ClockKind
    step: _Seconds = 0
    bank: _Seconds = 0
    nights: bool = True
    weekends: bool = True


class CommonSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The host's choices for every new table, including one that continues another game."""

    name: Annotated[str, Meta(max_length=60, description="the table's name; empty for none")] = ""
    listed: Annotated[bool, Meta(description="whether lists show the table; a group's table is never listed")] = True
    lapse: Annotated[int, Meta(ge=0, le=_MOST, description=f"{_TIME_LIMIT}; null for the default")] | None = None
    absence: Annotated[int, Meta(ge=0, le=_MOST, description=f"{_AWAY}; null for the default")] | None = None
    max_spectators: Annotated[
        int, Meta(ge=0, le=1000, description="how many people can watch a game live at a time; 0 for no limit")
    ] = 0
    clock: Annotated[GameClock | None, Meta(description="the players' clocks; null for none")] = None
    circle: Annotated[
        str, Meta(max_length=32, description="id of the group whose members can take the open seats; empty for none")
    ] = ""


class RequestedSettings(CommonSettings, frozen=True, kw_only=True):
    """The host's choices for a new game. A game that continues another one takes the rest from there."""

    mode: Annotated[
        str, Meta(max_length=64, description=("id of the game's mode; in a request, empty for the game's first mode"))
    ] = ""
    variant: Annotated[
        str, Meta(max_length=40, description="name of the game's variant; empty for the game's own cards")
    ] = ""
    options: Annotated[
        dict[str, bool | int | str],
        Meta(description="rule options; a request needs only those that differ from the mode's"),
    ] = {}
    watching: Annotated[
        Watching,
        Meta(description="who can watch: no one, anyone with the link, everyone, or everyone with a delay"),
    ] = "link"
    open_hands: Annotated[
        bool, Meta(description="whether everyone, not only the players, can see every hand when the game is over")
    ] = True
    rated: Annotated[bool, Meta(description="whether the game counts toward the players' ratings")] = False
    analysis: Annotated[bool, Meta(description="whether the game can be analyzed here when it is over")] = True
    puzzles: Annotated[
        bool, Meta(description="whether positions of the game can become public puzzles, without names")
    ] = False


class TableSettings(RequestedSettings, frozen=True, kw_only=True):
    """The settings of a table: everything that a host chooses for it and a rematch repeats, with every default filled
    in.

    A new setting is a field of one of these classes. The record contains it, and the database stores it as JSON;
    requests and responses inherit it. Secrets and the state of a table are not settings.
    """

    lapse: Annotated[int, Meta(ge=0, le=_MOST, description=_TIME_LIMIT)] = 0
    absence: Annotated[int, Meta(ge=0, le=_MOST, description=_AWAY)] = 86400

    @classmethod
    def of(cls, source: RequestedSettings, **decided: Any) -> Self:
        """Extract the settings from a request or a response.

        Args:
            source: A struct that inherits them.
            decided: Settings that the server decides, such as defaults for null.
        """
        return cls(**{name: getattr(source, name) for name in cls.__struct_fields__} | decided)


def _without_limits(kind: Any) -> Any:
    """Return a type without the limits of requests, in the fields of a struct too."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        fields = []
        for one in msgspec.structs.fields(kind):
            made = one.default_factory
            default = one.default if made is msgspec.NODEFAULT else msgspec.field(default_factory=made)
            fields.append((one.name, _without_limits(hints[one.name]), default))
        return msgspec.defstruct(f"Stored{kind.__name__}", fields, kw_only=True)
    if isinstance(kind, UnionType):
        return reduce(or_, map(_without_limits, get_args(kind)))
    return kind


_stored = msgspec.json.Decoder(_without_limits(TableSettings))


def read_settings(document: str, **columns: Any) -> TableSettings:
    """Read stored settings, including those that requests can no longer have.

    Args:
        document: The settings as JSON.
        columns: Those stored in their own columns.

    Raises:
        ValueError: They are invalid.
    """
    stored = msgspec.structs.asdict(_stored.decode(document)) | columns
    if stored["clock"] is not None:
        stored["clock"] = GameClock(**msgspec.structs.asdict(stored["clock"]))
    return TableSettings(**stored)
