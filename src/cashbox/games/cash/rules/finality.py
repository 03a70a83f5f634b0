"""Which actions cannot be taken back: what has been seen by others or drawn from the deck stays.

Source: docs/architecture.md "What we promise". Everything that decides it is known to the seat that acts.
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
"""A card is shown, unless it is still to be aimed, a card is drawn, an offer is made, an offer is closed."""
NEVER: Final = frozenset(
    {"offer", "give-firm", "give-named", "give-hidden", "ask-firm", "ask-named", "ask-hidden", "counter"}
)
"""No one else sees an offer that is being put together."""


def final(flow: Play[State, Content], s: State, seat: int, action: int) -> bool:
    """Check whether this legal action closes the undo window, by itself or by what follows without a decision."""
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
