"""The result of a game in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes.options import BY_DIE
from cashbox.games.envelopes.rules import winner

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State

BUBBA: Final = "Bubba"


def outcome(s: State, winners: tuple[int, ...]) -> str:
    """Describe who won and, after a tie, the tiebreaker."""
    if s.bubba is not None:
        return _against_bubba(s, s.bubba, bool(winners))
    first = s.players[winners[0]]
    if s.lesson is not None:
        return f"{{0}} finishes the {s.lesson.name} with {plural(first.stars, 'star')}."
    if len(winners) > 1:
        names = [f"{{{seat}}}" for seat in winners]
        return f"{listed(names)} share the win with {plural(first.stars, 'star')}."
    how = f"{{{winners[0]}}} wins with {plural(first.stars, 'star')}"
    tied = [p for p in s.players if p.stars == first.stars]
    if len(tied) == 1:
        return f"{how}."
    level = [p for p in tied if p.bucks == first.bucks]
    if len(level) == 1:
        return f"{how}, with more leftover bucks."
    third, luck = ("recruits", "a die roll") if s.rules.ties == BY_DIE else ("different positions", "cutting the deck")
    if len(winner.leaders(s)) == 1:
        return f"{how}, with the same leftover bucks and more {third}."
    return f"{how}. Everything else was tied, so {luck} decided."


def _against_bubba(s: State, opponent: Player, won: bool) -> str:
    stars, his = plural(s.players[0].stars, "star"), plural(opponent.stars, "star")
    if won:
        return f"{{0}} beats {BUBBA}, {stars} to {opponent.stars}."
    if s.players[0].stars == opponent.stars:
        return f"{BUBBA} wins the tie at {stars}."
    return f"{BUBBA} wins with {his}. {{0}} has {stars}."
