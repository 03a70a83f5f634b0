"""Table options given on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import About, Option

_TRUE: Final = ("true", "yes", "on", "1")
_FALSE: Final = ("false", "no", "off", "0")


def read_options(about: About, given: Sequence[str]) -> dict[str, bool | int | str]:
    """Options of a table from name=value texts. GameError("bad-option") where a text is none or says no such value;
    names and ranges are left to the game."""
    kinds = {option.name: option for option in about.options}
    found: dict[str, bool | int | str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise GameError("bad-option", f"Write an option as name=value, not {text!r}.")
        if name in found:
            raise GameError("bad-option", f"You gave the option {name} twice.")
        found[name] = _value(kinds[name], value) if name in kinds else value
    return found


def _value(option: Option, text: str) -> bool | int | str:
    if option.kind == "switch":
        if text.lower() in _TRUE:
            return True
        if text.lower() in _FALSE:
            return False
        raise GameError("bad-option", f"The option {option.name} must be true or false, not {text!r}.")
    if option.kind == "number":
        try:
            return int(text)
        except ValueError:
            allowed = f"a number from {option.least} to {option.most}"
            raise GameError("bad-option", f"The option {option.name} must be {allowed}, not {text!r}.") from None
    return text
