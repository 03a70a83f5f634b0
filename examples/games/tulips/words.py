"""Everything that people read about a game of Tulips: prompts, buttons, refusals, the log, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural

from . import rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Event

    from .content import Content
    from .state import State


def text(action: int) -> str:
    """The action in one line."""
    if action <= rules.MOST:
        return f"bid {plural(action, 'florin')}"
    return "keep the bulb" if action == rules.KEEP else "sell the bulb"


def label(s: State, seat: int, action: int) -> str:
    """What a button says, with what will be left, or what may come."""
    if action <= rules.MOST:
        return f"Bid {action}, keep {s.purses[seat] - action}"
    if action == rules.KEEP:
        owned = s.kept[seat][s.bulb]
        more = (s.content.worth[owned + 1] - s.content.worth[owned]) * (1 + (s.favourites[seat] == s.bulb))
        return f"Keep it: worth {more} at the end"
    return f"Sell it: {min(s.content.prices)} to {max(s.content.prices)} florins"


def prompt(s: State, seat: int, names: Sequence[str]) -> str:
    """What this seat is to do, or whom it waits for."""
    if not s.due:
        return "The game is over."
    bulb = s.content.names[s.bulb]
    if seat < 0 or not s.due >> seat & 1:
        waiting = listed([name for one, name in enumerate(names) if s.due >> one & 1])
        return f"Waiting for {waiting} to {'bid' if s.buyer < 0 else 'keep or sell the bulb'}."
    return f"Seal a bid for the {bulb}." if s.buyer < 0 else f"The {bulb} is yours: keep it, or sell it to the crowd."


def explain(s: State, seat: int, action: int) -> str:
    """Why an action is not legal now; empty for one that is."""
    if action in rules.legal(s, seat):
        return ""
    if not s.due:
        return "The game is over."
    if s.buyer >= 0:
        return "The bids are open." if action <= rules.MOST else "Only the buyer keeps or sells the bulb."
    if action > rules.MOST:
        return "First the bulb has to be bought."
    return "Your bid is sealed." if s.bids[seat] >= 0 else f"You have {plural(s.purses[seat], 'florin')}."


def narrate(content: Content, event: Event, viewer: int, names: Sequence[str]) -> str | None:
    """An event as a sentence; None where the viewer is not told."""
    kind, seat, what = event[:3]
    who = names[seat]
    if kind == rules.FAVOURITE:
        return f"Your favourite is the {content.names[what]}." if viewer == seat else None
    if kind == rules.SEALED:
        return f"You bid {what} under seal." if viewer == seat else f"{who} has sealed a bid."
    if kind == rules.OPENED:
        return f"{who} has bid {what}."
    bulb = content.names[what]
    return {
        rules.LOT: f"A {bulb} comes under the hammer.",
        rules.UNSOLD: f"Nobody wants the {bulb}.",
        rules.BOUGHT: f"{who} buys the {bulb} for {event[-1]}.",
        rules.KEPT: f"{who} keeps the {bulb}.",
        rules.SOLD: f"{who} sells the {bulb}; the crowd pays {event[-1]}.",
    }[kind]


def outcome(scores: Sequence[int], winners: Sequence[int]) -> str:
    """Who won, with {0}, {1}.. for the names."""
    who = listed([f"{{{seat}}}" for seat in winners])
    return f"{who} {'wins' if len(winners) == 1 else 'share the win'} with {plural(max(scores), 'florin')}."
