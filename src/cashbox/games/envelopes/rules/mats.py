"""Mats: putting cards on them, counting what is on them, and trying a rule on a copy.

A rule that concerns one player is written for a mat. Applied to the mat itself, it is the action; tried on a copy, it
shows what would happen, which gives the facts of the action. Changes of a copy are not logged, and nothing else of the
state changes.

Source: V10 "Card Usage Symbol", "Put a card (or cards) into play".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import TABLE, Change
from cashbox.engine.state import note, with_value
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import MONTH
from cashbox.games.envelopes.state import Player, State, Step, sent_in_all

if TYPE_CHECKING:
    from collections.abc import Sequence

BUBBAS_STARS: Final = "stars of Bubba"
_MASKS = (v.MOD_WILD_CARDS, v.MOD_WILD_RECRUITS, v.MOD_DOUBLE_POSITION)


def tell(s: State, kind: int, p: Player, *what: int) -> None:
    """Log an event of a mat, unless it is a copy."""
    if s.events is not None and not p.tried:
        note(s, kind, p.seat, *what)


def copy_of(p: Player) -> Player:
    """Copy a mat to try a rule on it."""
    mat = p.clone()
    mat.tried = True
    return mat


def step_on(s: State, p: Player) -> Step:
    """Return the current small decision to modify, a copy for a copied mat."""
    assert s.step is not None
    return s.step.clone() if p.tried else s.step


def bring_into_play(s: State, p: Player, card: int) -> None:
    """Put a card or coach on the mat; its lasting changes apply from now on."""
    effect = s.content.effect[card]
    p.play = [*p.play, card]
    if effect.use == v.MONTHLY:
        p.monthly = [*p.monthly, card]
    if effect.mod in _MASKS:
        p.mods = with_value(p.mods, effect.mod, p.mods[effect.mod] | effect.mask)
    elif effect.mod >= 0:
        p.mods = with_value(p.mods, effect.mod, p.mods[effect.mod] + effect.n)
        if effect.mod == v.MOD_MOVES and s.phase == MONTH:
            p.moves += effect.n


# -- what can be counted -----------------------------------------------------------------------------------------------


def on_mat(p: Player) -> dict[str, int]:
    """Count everything of a player.

    COLOR: envelopes in supply. calendar COLOR: on the calendar. sent: at recruits. gains: of any color, still to take.
    moves: free movement left.
    """
    names = (*_HELD, *_ON_CALENDAR, *_SENT)
    return dict(zip(names, _held(p) + _on_calendar(p) + (sent_in_all(p),), strict=True))


_HELD: Final = (
    *v.COLOURS,
    *("stars", "bucks", "moves", "gains", "bets", "hand", "stash", "waiting", "in play", "recruits", "positions"),
)


def _held(p: Player) -> tuple[int, ...]:
    """Return the numbers of `_HELD`."""
    return (
        *p.env,
        p.stars,
        p.bucks,
        p.moves,
        p.gain_due,
        p.nbets,
        len(p.hand),
        len(p.stash),
        len(p.calendar) - p.calendar.count(-1),
        len(p.play),
        len(p.slots),
        p.pos_mask.bit_count(),
    )


_SENT: Final = ("sent",)
_ON_CALENDAR: Final = tuple(f"calendar {colour}" for colour in v.COLOURS)


def _on_calendar(p: Player) -> tuple[int, ...]:
    """Return the numbers of `_ON_CALENDAR`."""
    return tuple([sum(p.later[c::6]) for c in range(6)])


def on_table(s: State) -> dict[str, int]:
    """Count everything of the table. free: recruits not signed; gone: cards that left the game."""
    return {
        "deck": len(s.deck) + len(s.under),
        "pool": len(s.pool),
        "gone": len(s.gone),
        "free": s.free.bit_count(),
        BUBBAS_STARS: s.bubba.stars if s.bubba is not None else 0,
    }


def differences(p: Player, tried: Sequence[Player]) -> tuple[Change, ...]:
    """Return the changes of a mat from the copies on which a rule was tried, one for each draw that matters."""
    found = _between(_HELD, _held(p), [_held(mat) for mat in tried])
    # These take longer to count, and rarely change.
    if any(mat.later != p.later for mat in tried):
        found += _between(_ON_CALENDAR, _on_calendar(p), [_on_calendar(mat) for mat in tried])
    if any(mat.pre is not p.pre for mat in tried):
        found += _between(_SENT, (sent_in_all(p),), [(sent_in_all(mat),) for mat in tried])
    return tuple(found)


def _between(names: tuple[str, ...], before: tuple[int, ...], after: Sequence[tuple[int, ...]]) -> list[Change]:
    if len(after) == 1:
        now = zip(names, before, after[0], strict=True)
        return [Change(what, then - n, left=then) for what, n, then in now if then != n]
    found = []
    for what, n, *each in zip(names, before, *after, strict=True):
        least, most = min(each), max(each)
        if least != most:
            found.append(Change(what, least - n, most - n))
        elif least != n:
            found.append(Change(what, least - n, left=least))
    return found


def of_table(**changes: int) -> tuple[Change, ...]:
    """Return changes of the table's numbers, by name."""
    return tuple(Change(what, by, seat=TABLE) for what, by in changes.items() if by)
