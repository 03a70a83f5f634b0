"""Determining the winner, and breaking ties: by cards, by a die, not at all, or for Bubba.

Source: V10 "Determining the Winner (and Breaking Ties)", BGA, FAM "Determining the Winner (and Breaking Ties)";
RULINGS A4, A5.20-21.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.engine.state import note
from cashbox.games.envelopes.options import BUBBAS, BY_CARDS, BY_DIE, SHARED
from cashbox.games.envelopes.text.events import event_kind
from cashbox.games.envelopes.vocabulary import NUMBERS

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import Player, State

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace")

CUT: Final = event_kind(lambda e: f"{e.name} cuts the {RANKS[e[0]]}.")
ROLLED_OFF: Final = event_kind(lambda e: f"{e.name} rolls a {e[0] + 1} to break the tie.")
WINNER: Final = event_kind(lambda e: f"{e.name} wins with {plural(e[0], 'star')}.")
BUBBA_WINS: Final = event_kind(lambda e: f"Bubba wins with {plural(e[0], 'star')}.")


def keys(s: State, p: Player) -> tuple[int, ...]:
    """Return the tiebreakers, most important first, before cards are cut or dice rolled."""
    if s.rules.ties == BY_CARDS:
        return (p.stars, p.bucks, p.pos_mask.bit_count())
    if s.rules.ties == BY_DIE:
        return (p.stars, p.bucks, len(p.slots))
    return (p.stars,)


def leaders(s: State) -> list[int]:
    """Return the seats that only luck can separate."""
    best = max(keys(s, p) for p in s.players)
    return [seat for seat, p in enumerate(s.players) if keys(s, p) == best]


def break_tie(s: State, chance: Chance) -> None:
    """Break a remaining tie: each seat cuts a deck (or rolls a die), and the highest wins; repeat until there is a
    winner."""
    if s.rules.ties in (SHARED, BUBBAS):
        return
    sides, event = (NUMBERS, ROLLED_OFF) if s.rules.ties == BY_DIE else (len(RANKS), CUT)
    tied = leaders(s)
    while len(tied) > 1:
        drawn = [chance.draw(sides) for _ in tied]
        for seat, k in zip(tied, drawn, strict=True):
            note(s, event, seat, k)
        tied = [seat for seat, k in zip(tied, drawn, strict=True) if k == max(drawn)]
        s.cuts = tied


def winners(s: State) -> list[int]:
    """Return the winning seats of a finished game, none if Bubba won, who also wins ties."""
    if s.bubba is not None and s.bubba.stars >= s.players[0].stars:
        return []
    return s.cuts or leaders(s)


def tell(s: State) -> None:
    """Log the winner, except in a game of a single player without an opponent."""
    if s.seats == 1 and s.bubba is None:
        return
    won = winners(s)
    for seat in won:
        note(s, WINNER, seat, s.players[seat].stars)
    if not won and s.bubba is not None:
        note(s, BUBBA_WINS, -1, s.bubba.stars)
