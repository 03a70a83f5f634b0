"""Decks that were kept before cards said what they need and do: their effects are completed when they are loaded.

What stands here is how the thirty cards of edition 1 play, whatever the packaged deck says today; see docs/editions.md.
"""

from __future__ import annotations

from typing import Any, Final

_TABLED: Final = {"when": "played", "needs": ["license", "no-investigation"]}
_USED: Final = {"when": "discarded", "needs": ["license"]}
_BY_TYPE: Final[dict[str, dict[str, Any]]] = {
    "license": {"when": "played", "needs": [], "does": ["license"]},
    "stop": {**_TABLED, "does": ["stop"]},
    "cash": {**_TABLED, "does": ["cash"]},
    "insurance": {**_TABLED, "does": ["insure"]},
    "investigation": {**_TABLED, "does": ["investigate"]},
    "acquittal": {**_USED, "does": ["acquit"]},
    "settlement": {"when": "played", "needs": ["license"], "does": ["settle"]},
    "commission": {"when": "discarded", "needs": [*_TABLED["needs"]], "does": ["take"], "take": "exactly"},
    "taxman": {**_TABLED, "does": ["tax"]},
}
_BY_ID: Final[dict[str, dict[str, Any]]] = {
    "dividend-yield": {**_USED, "does": ["take", "clear", "extra"]},
    "premium-earnings": {**_USED, "does": ["take", "clear", "extra"]},
    "venture-capital": {**_TABLED, "does": ["double"]},
    "takeover": {"when": "discarded", "needs": [*_TABLED["needs"]], "does": ["takeover"]},
    "market-crash": {**_USED, "does": ["lose", "dump", "pass"]},
    "global-recession": {**_USED, "does": ["lose", "dump", "pass"], "option": "recession"},
    "bankruptcy": {**_USED, "does": ["lose", "ruin"]},
}
_SAID: Final[dict[str, dict[str, object]]] = {
    "dividend-yield": {"clear": True},
    "premium-earnings": {"clear": True},
    "bankruptcy": {"dump": "all", "pass": 0},
}
"""Words of the time that are in `does` now."""


def completed(entry: dict[str, Any], effect: dict[str, Any]) -> dict[str, Any]:
    """The effect of a card, completed where the deck is an old one."""
    if "does" in effect:
        return effect
    name, kind = entry.get("id"), entry.get("type")
    known = _BY_ID.get(str(name)) or _BY_TYPE.get(str(kind), {})
    said = _SAID.get(str(name), {})
    rest = {word: what for word, what in effect.items() if word not in said or said[word] != what}
    if kind == "commission" and "lose" in rest:
        rest["fine"] = rest.pop("lose")
    return {**known, **rest}
