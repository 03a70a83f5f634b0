"""Complete a table's options from the presets of its mode and the defaults, and explain invalid ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.game import GameError
from cashbox.engine.phrases import amount

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.game import About, Mode, Option


def complete(about: About, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Complete the options of a game, "mode" first if it has modes.

    The game may check the result further.

    Raises:
        GameError: bad-seats, unknown-option, or bad-option, with a sentence that lists what is allowed.
    """
    known = {option.name: option for option in about.options}
    for name in given:
        if name not in known and not (name == "mode" and about.modes):
            names = ", ".join(["mode", *known] if about.modes else known) or "none"
            raise GameError("unknown-option", f"There is no option {name!r}. The options are: {names}.")
    mode = _mode(about.modes, given.get("mode")) if about.modes else None
    _check_seats(about, mode, seats)
    full: dict[str, Any] = {"mode": mode.id} if mode else {}
    for option in about.options:
        preset = mode.options.get(option.name, option.default) if mode else option.default
        value = given.get(option.name, preset)
        _check_value(option, value)
        if mode and value != preset and not open_in(option, mode.id):
            allowed = " or ".join(option.modes)
            raise GameError(
                "bad-option", f"You can set the {option.name} option only in {allowed} mode, not in {mode.id}."
            )
        full[option.name] = value
    return full


def open_in(option: Option, mode: str) -> bool:
    """Check whether an option may differ from a mode's preset."""
    return not option.modes or mode in option.modes


def _mode(modes: Sequence[Mode], wanted: object) -> Mode:
    found = next((mode for mode in modes if wanted in (None, mode.id)), None)
    if found is None:
        raise GameError(
            "bad-option", f"The mode must be one of {', '.join(mode.id for mode in modes)}, not {wanted!r}."
        )
    return found


def _check_seats(about: About, mode: Mode | None, seats: int) -> None:
    least = (mode and mode.least) or about.least_players
    most = (mode and mode.most) or about.most_players
    if not least <= seats <= most:
        what = about.name if mode is None or not mode.most else f"{about.name}, mode {mode.id},"
        players = f"{least} to {most} players" if most > least else f"{most} player{'s' if most > 1 else ''}"
        raise GameError("bad-seats", f"{what} is for {players}, not {seats}.")


def _check_value(option: Option, value: object) -> None:
    name = option.name
    if option.kind == "switch" and not isinstance(value, bool):
        raise GameError("bad-option", f"The option {name} must be true or false, not {value!r}.")
    if option.kind == "choice" and value not in option.choices:
        choices = ", ".join(repr(choice) if "," in choice else choice for choice in option.choices)
        raise GameError("bad-option", f"The option {name} must be one of {choices}, not {value!r}.")
    if option.kind == "number":
        fits = isinstance(value, int) and not isinstance(value, bool) and option.least <= value <= option.most
        if not fits:
            allowed = f"a whole number from {amount(option.least)} to {amount(option.most)}"
            raise GameError("bad-option", f"The option {name} must be {allowed}, not {value!r}.")
