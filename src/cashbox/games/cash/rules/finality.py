"""Which actions cannot be undone: those that show others something or draw from the deck.

Source: docs/architecture.md "What we promise". It depends only on what the acting seat knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import ChanceError, NoChance
from cashbox.games.cash.rules.cards import effective, only_asks_target

if TYPE_CHECKING:
    from cashbox.engine.verbs import Play
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.state import State

ALWAYS: Final = frozenset({"play", "discard", "again", "propose", "decline", "withdraw"})
"""Actions that show a card (unless it still needs a target), draw a card, make an offer, or close an offer."""
NEVER: Final = frozenset(
    {"offer", "give-firm", "give-named", "give-hidden", "ask-firm", "ask-named", "ask-hidden", "counter"}
)
"""Actions that build an offer, which no one else sees."""


def final(flow: Play[State, Content], s: State, seat: int, action: int) -> bool:
    """Check whether this legal action closes the undo window, by itself or by its automatic consequences."""
    kind, k = flow.forms.kind_of(action)
    if kind in ("play", "discard") and only_asks_target(s, seat, k):
        return kind == "discard" and not effective(s, seat, k)
    if kind in ALWAYS or kind in NEVER:
        return kind in ALWAYS
    after = s.clone()
    try:
        flow.play(after, seat, action, NoChance())
    except ChanceError:
        return True
    return after.window != s.window or not after.due
