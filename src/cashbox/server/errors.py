"""Refusals: rejected requests, with an HTTP status, a machine-readable code, and one sentence."""

from __future__ import annotations

import hashlib
import logging
import re
import traceback
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.server.tables.settings import Ending

_log = logging.getLogger("cashbox.server")

_STATUS: Final = {
    "stale": 409,
    "not-legal": 409,
    "chance-not-last": 409,
    "game-over": 409,
    "nothing-to-undo": 409,
    "bad-steps": 409,
    "not-over": 409,
}
"""GameErrors about the game's state; all others are bad requests."""


POLICY: Final = 1008
"""The code for closing a live channel of a client that may not continue."""

RESTART: Final = 1012
"""The code for closing live channels at shutdown, so that clients reconnect; another server may already be running."""

LONGEST: Final = 400
"""The most characters in a sentence, which may quote what a caller sent."""


class Problem(msgspec.Struct, frozen=True):
    """An error. code: for programs; message: one sentence for people."""

    code: str
    message: str


class Refusal(Exception):  # noqa: N818 (its name everywhere, on the wire too)
    """A rejected request: the response is a Problem, and nothing has changed.

    Args:
        status: The HTTP status.
        code: For programs.
        message: One sentence for people.
        retry_after: Seconds after which to retry; None if waiting does not help.
        allow: The methods that the route supports, if this one is not among them.
    """

    def __init__(
        self, status: int, code: str, message: str, retry_after: int | None = None, allow: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self.allow = allow

    @property
    def problem(self) -> Problem:
        """Return the wire form."""
        return Problem(self.code, str(self))

    @property
    def headers(self) -> dict[str, str]:
        """Return its headers."""
        found = {} if self.retry_after is None else {"retry-after": str(self.retry_after)}
        return {**found, "allow": ", ".join(self.allow)} if self.allow else found


class DiskFull(Refusal):
    """The change could not be stored, so it has not happened."""

    def __init__(self) -> None:
        super().__init__(507, "disk-full", "The server's disk is full, so nothing was changed.")


class DatabaseBusy(Refusal):
    """Another program blocks writing to the database, so the change has not happened."""

    def __init__(self) -> None:
        message = "Another program has locked the server's database, so nothing was changed. Try again in a moment."
        super().__init__(503, "database-busy", message, 2)


class DatabaseAway(Refusal):
    """The database cannot be reached. Unlike with other refusals, it is unknown whether the change has happened: the
    response may have been lost."""

    def __init__(self) -> None:
        message = (
            "The server can't reach its database. If your action was saved, you'll see it at the table. "
            "Try again in a moment."
        )
        super().__init__(503, "database-away", message, 2)


NOT_NOW: Final = (DiskFull, DatabaseBusy, DatabaseAway)
"""Refusals after which the server's automatic work retries."""


_OPERATOR: Final = "The server's operator closed this table."
ENDINGS: Final[Mapping[Ending, str]] = {
    "": _OPERATOR,
    "operator": _OPERATOR,
    "called-off": "Everyone at this table agreed to end the game without a result.",
    "left": "The last person at this table left, so the game ended without a result.",
    "unused": "This table was closed because it hadn't been used for a long time.",
    "host": "This table was closed because its host no longer exists.",
    "deserted": "All players were away, so the game ended without a result.",
    "nobody": "This table was closed because its players no longer exist.",
}
"""The message about a closed table, by the reason."""


class Closed(Refusal):
    """The table was closed. ending: why."""

    def __init__(self, ending: Ending = "") -> None:
        super().__init__(409, "closed", ENDINGS[ending])


class FolderLost(Refusal):
    """The data folder is no longer this server's, so the change has not happened."""

    def __init__(self) -> None:
        super().__init__(503, "folder-lost", "The server has lost its data folder, so nothing was changed.")


class CopyError(GameError):
    """A copy cannot be made, or is not a copy of ours; one sentence for the operator."""

    def __init__(self, message: str) -> None:
        super().__init__("no-copy", message)


class Stopping(Refusal):
    """The server is shutting down."""

    def __init__(self) -> None:
        super().__init__(503, "stopping", "The server is restarting. Try again in a moment.")


def refusal(error: GameError | Refusal) -> Refusal:
    """Convert any of our own errors to a refusal."""
    if isinstance(error, Refusal):
        return error
    message = str(error)
    if len(message) > LONGEST:
        message = f"{message[:LONGEST]}..."
    return Refusal(_STATUS.get(error.code, 400), error.code, message)


def unfit(fault: str, field: str = "") -> str:
    """Explain in a sentence what is wrong with a value in a request.

    Args:
        fault: The message of msgspec, such as "Expected `str`, got `int` - at `$.seats[0].kind`".
        field: The name of the value, if the message does not give it; "" for the whole body.
    """
    message, _, path = fault.partition(" - at `$")
    field = path.strip("`.") or field
    named = "That name" if field == "name" else f"The field `{field}`"
    what = named if field not in ("", "data") else "The request"
    for pattern, sentence in _UNFIT:
        if found := pattern.fullmatch(message):
            return sentence.format(what, *(_TYPES.get(one, one) for one in found.groups()))
    return f"{what} isn't valid: {message}."


_TYPES: Final = {
    "str": "a string",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
    "str | null": "a string or null",
    "int | null": "a whole number or null",
    "object | null": "an object or null",
    "array | null": "a list or null",
    "bool | null": "true, false, or null",
}
"""The names of msgspec's types for people."""

_UNFIT: Final = [
    (re.compile(pattern), sentence)
    for pattern, sentence in (
        (r"Expected `str` of length <= (\d+)", "{0} is too long. Use up to {1} characters."),
        (r"Expected `str` of length >= 1", "{0} can't be empty."),
        (r"Expected `str` of length >= (\d+)", "{0} is too short. Use at least {1} characters."),
        (r"Expected `(?:array|object)` of length <= (\d+)", "{0} can have up to {1} items."),
        (r"Expected `(?:array|object)` of length >= (\d+)", "{0} must have at least {1} items."),
        (r"Expected `(?:int|float)` <= (.+)", "{0} must be at most {1}."),
        (r"Expected `(?:int|float)` >= (.+)", "{0} must be at least {1}."),
        (r"Expected `str` matching regex .+", "{0} has the wrong format."),
        (r"Expected `([^`]+)`, got `([^`]+)`", "{0} must be {1}, not {2}."),
        (r"Expected `([^`]+)`", "{0} must be {1}."),
        (r"Object missing required field `([^`]+)`", "The field `{1}` is missing."),
        (r"Object contains unknown field `([^`]+)`", "There is no field `{1}`."),
        (r"Invalid (?:enum )?value (.+)", "{0} can't be {1}."),
        (r"(?:JSON is malformed|Input data was truncated).*", "The request isn't valid JSON."),
    )
]
"""The messages of msgspec, and our sentences: {0} is the value, the others are the groups of the match."""


def internal(error: BaseException) -> Refusal:
    """Log an internal error under a number, and return a refusal with the number."""
    number = number_of(error)
    _log.error("error %s", number, exc_info=error)
    return Refusal(
        500, "internal", f"Something went wrong on the server. If you report this, mention the number {number}."
    )


def number_of(error: BaseException) -> str:
    """Return the number of an error: the same for the same type at the same place, so that its log lines can be
    found."""
    return hashlib.sha256(place_of(error, 0).encode()).hexdigest()[:8]


def place_of(error: BaseException, first: int) -> str:
    """Return the type of an error and where it was raised, below one of its calls."""
    frames: list[Any] = traceback.extract_tb(error.__traceback__)[first:]
    return " ".join([type(error).__qualname__, *(f"{frame.filename}:{frame.lineno}" for frame in frames)])
