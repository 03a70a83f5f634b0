"""Drafting dice: six are rolled, and everyone takes two different ones, simultaneously or in turn order.

Source: V10 "Drafting Dice", "When Do I Get My Envelopes?", "Cut-Throat Mode for Dice Drafting", FAM "Drafting Dice";
RULINGS A4, A5.7-8.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts
from cashbox.engine.phrases import listed
from cashbox.engine.state import note
from cashbox.engine.verbs import Verb
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import BOOKIE, COACHES, DEAL, DICE, DRAFT, HOMES, ROLL, STASH, TURN
from cashbox.games.envelopes.rules.turn import Together
from cashbox.games.envelopes.state import Player, State, clockwise, later_by, no_envelopes, of_month, on_month
from cashbox.games.envelopes.text.events import event_kind
from cashbox.games.envelopes.text.phrases import span

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cashbox.engine.chance import Chance

SPAN: Final = 6
"""The number of months, beginning with this one, on which half a die may be placed."""
EACH: Final = 2
"""The number of dice that each player takes per month."""
_ENTRIES: Final = 3
"""The number of entries of a die in `Player.choice`: its color, the month, and the count."""
_BEFORE_PLACED: Final = (COACHES, HOMES, STASH, DEAL, DRAFT, ROLL, BOOKIE, DICE)

ROLLED: Final = event_kind(
    lambda e: f"The dice show {listed([f'{v.COLOURS[k]} {pips}' for k, pips in enumerate(e.what)])}."
)
DIE_TAKEN: Final = event_kind(lambda e: f"{e.name} puts {e[2]} {v.COLOURS[e[0]]} in {v.MONTHS[e[1]]}.")
DICE_CHOSEN: Final = event_kind(lambda e: f"{e.name} has chosen two dice.")


def roll(s: State, chance: Chance) -> None:
    """Roll all six dice; the Vegas check comes next."""
    s.dice = s.lesson.dice[s.month] if s.lesson is not None else [chance.draw(v.NUMBERS) + 1 for _ in range(6)]
    note(s, ROLLED, -1, *s.dice)
    s.window += 1
    s.checked = 0
    s.check = s.dice
    s.phase = BOOKIE


def open_choice(s: State) -> None:
    """Ask everyone for two dice simultaneously or, beginning with the starting player, for one at a time."""
    s.phase = DICE
    s.current = s.chain
    s.due = 1 << s.current if s.rules.exclusive else (1 << s.seats) - 1
    s.window += 1


def in_hand(p: Player) -> int:
    """Return the color of the die that has been taken and not placed yet, -1 for none."""
    return p.choice[-1] if len(p.choice) % _ENTRIES == 1 else -1


def has_chosen(p: Player) -> bool:
    """Check whether all the dice of a month are placed."""
    return len(p.choice) == EACH * _ENTRIES


def placed_dice(p: Player) -> list[tuple[int, int, int]]:
    """Return the dice placed in the current choice: color, month, and count of each."""
    entries = p.choice[: len(p.choice) // _ENTRIES * _ENTRIES]
    return [(entries[k], entries[k + 1], entries[k + 2]) for k in range(0, len(entries), _ENTRIES)]


def taken(s: State, colour: int) -> int:
    """Count how often a die has been taken in the current choice."""
    return sum(colour in p.choice[::_ENTRIES] for p in s.players)


def is_used_up(s: State, colour: int) -> bool:
    """Check whether a die has been taken as often as it may be."""
    most = s.rules.exclusive
    return most > 0 and taken(s, colour) >= most


def is_gone(s: State, p: Player, colour: int) -> bool:
    """Check whether others have taken a die as often as it may be."""
    return colour not in p.choice[::_ENTRIES] and is_used_up(s, colour)


def half(p: Player, pips: int) -> int:
    """Return half of a die: rounded down (up with the card for it), never below 1."""
    return max(1, (pips + (p.mods[v.MOD_HALF_UP] > 0)) // 2)


def placed(s: State, p: Player, colour: int, place: int) -> int:
    """Return the envelopes that a die gives: its pips, or half of them if half its value is placed."""
    pips = s.dice[colour]
    return half(p, pips) if place >= act.MONTHS else pips


def months_in_reach(s: State) -> range:
    """Return the months in which a die may be placed."""
    return range(s.month, min(s.rules.last + 1, s.month + SPAN))


def envelopes_of_month(s: State, p: Player, month: int) -> list[int]:
    """Return the envelopes of a month before the current dice: on the calendar, and in hand for this month."""
    waiting = of_month(p, month)
    return [a + b for a, b in zip(waiting, p.env, strict=True)] if month == s.month else waiting


def list_placements(s: State, p: Player, colour: int) -> list[int]:
    """List the places for a die: full value in the month given by the pips, counting this month as 1; half in any of
    six months; none after February.

    In the family rules, full value in any of six months. If half equals the full value (a 1, or a 1 rounded up), only
    one of the two is offered.
    """
    pips = s.dice[colour]
    if s.rules.full_anywhere:
        return [act.PLACE + month for month in months_in_reach(s)]
    return [*_places(pips, half(p, pips), s.month, s.rules.last, _full_left(s, p) > 0)]


@lru_cache(maxsize=1 << 10)
def _places(pips: int, halved: int, month: int, last: int, anywhere: bool) -> tuple[int, ...]:
    months = range(month, min(last + 1, month + SPAN))
    full_at = month + pips - 1
    out = []
    if anywhere:
        out += [act.PLACE + month for month in months]
    elif full_at <= last:
        out.append(act.PLACE + full_at)
    same = halved == pips
    if not (anywhere and same):
        out += [act.PLACE_HALF + month for month in months if not (same and month == full_at)]
    return tuple(out)


def _full_left(s: State, p: Player) -> int:
    left = p.mods[v.MOD_FULL_ANYWHERE]
    if left and len(p.choice) in (_ENTRIES, _ENTRIES + 1):
        colour, month, count = p.choice[:_ENTRIES]
        if count == s.dice[colour] and month != s.month + s.dice[colour] - 1 and half(p, count) != count:
            left -= 1
    return left


def placing(s: State, p: Player, colour: int) -> str:
    """Describe what a die can give a player: "4 in June, or 2 in any month from March through August"."""
    pips = s.dice[colour]
    return _placing(tuple(list_placements(s, p, colour)), pips, half(p, pips))


@lru_cache(maxsize=1 << 10)
def _placing(actions: tuple[int, ...], pips: int, halved: int) -> str:
    by_count: dict[int, list[int]] = {}
    for action in actions:
        place = action - act.PLACE
        by_count.setdefault(halved if act.is_half(place) else pips, []).append(act.month_of(place))
    counts: dict[str, list[int]] = {}
    for count, months in by_count.items():
        counts.setdefault(span(sorted(months)), []).append(count)
    return ", or ".join(f"{' or '.join(map(str, given))} {where}" for where, given in counts.items())


def is_gathered(s: State) -> bool:
    """Check whether this month's envelopes have been taken off the calendars."""
    return s.phase not in _BEFORE_PLACED


class TakeDie(Verb[State, Content]):
    """Take the die of this color; if there is only one place for it, it goes there."""

    kind = "die"
    otherwise = "You choose dice at the start of each month, after the roll."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        p = s.players[seat]
        p.choice = [*p.choice, k]
        options = list_placements(s, p, k)
        if len(options) == 1:
            _place(s, seat, options[0] - act.PLACE)

    def cache_keys(self, s: State, seat: int, ks: Sequence[int]) -> Sequence[Hashable | None]:
        return [s.dice[k] for k in ks]

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(f"Take the {v.COLOURS[k]} {s.dice[k]}", Facts(known={"die": s.dice[k]}))

    def explain(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        if in_hand(p) >= 0:
            return "First, put the die you took on your calendar."
        if is_gone(s, p, k):
            return "That die can't be taken again."
        return "Your two dice have to be different colors."


class PlaceDie(Verb[State, Content]):
    """Place the die's full value, or half of it, on a month."""

    kind = "place"
    otherwise = "You put envelopes on your calendar when you choose dice."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        _place(s, seat, k)

    def describe(self, s: State, seat: int, k: int) -> Description:
        """Describe placing a die. count: the envelopes that it gives once all have chosen; there: the resulting number
        there."""
        p = s.players[seat]
        colour = in_hand(p)
        count = placed(s, p, colour, k)
        month = act.month_of(k)
        total = p.later[on_month(month, colour)] + count
        value = "half" if act.is_half(k) else "full"
        label = f"Put {count} {v.COLOURS[colour]} in {v.MONTHS[month]} ({value} value, {total} total)"
        return Description(label, Facts(known={"count": count, "there": total}))

    def cache_keys(self, s: State, seat: int, ks: Sequence[int]) -> Sequence[Hashable | None]:
        p = s.players[seat]
        colour = in_hand(p)
        return [(colour, placed(s, p, colour, k), p.later[on_month(act.month_of(k), colour)]) for k in ks]

    def explain(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        colour = in_hand(p)
        if colour < 0:
            return "Take a die first."
        return f"The {v.COLOURS[colour]} {s.dice[colour]} gives you {placing(s, p, colour)}."


class Dice(Together):
    """Choose a die, then its place."""

    number = DICE
    heading = "Drafting Dice"
    verbs = (TakeDie(), PlaceDie())
    task = "to choose dice"

    def legal(self, s: State, seat: int) -> list[int]:
        p = s.players[seat]
        choice = p.choice
        if len(choice) % _ENTRIES == 1:
            return list_placements(s, p, choice[-1])
        own = choice[0] if choice else -1
        return [act.DIE + c for c in range(6) if c != own and not is_used_up(s, c)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        p = s.players[seat]
        colour = in_hand(p)
        if colour >= 0:
            return f"Put the {v.COLOURS[colour]} {s.dice[colour]} on your calendar: {placing(s, p, colour)}."
        return "Choose your second die, in a different color." if p.choice else "Choose your first die."


def _place(s: State, seat: int, place: int) -> None:
    p = s.players[seat]
    p.choice = [*p.choice, place % act.MONTHS, placed(s, p, p.choice[-1], place)]
    if s.rules.exclusive:
        _next_drafter(s, seat)
    elif has_chosen(p):
        note(s, DICE_CHOSEN, seat)
        s.due &= ~(1 << seat)


def _next_drafter(s: State, seat: int) -> None:
    """Ask the next player for a die: clockwise, in two rounds, openly."""
    note(s, DIE_TAKEN, seat, *s.players[seat].choice[-_ENTRIES:])
    s.window += 1
    s.current = clockwise(s, seat)
    s.due = 0 if has_chosen(s.players[s.current]) else 1 << s.current


def place_all(s: State, chance: Chance) -> None:
    """Put everyone's envelopes onto the calendars once all have chosen, and take off this month's."""
    for seat, p in enumerate(s.players):
        for colour, month, count in placed_dice(p):
            later_by(p, month, colour, count)
            if not s.rules.exclusive:
                note(s, DIE_TAKEN, seat, colour, month, count)
        p.choice = []
        first = on_month(s.month, 0)
        for c in range(6):
            p.env[c] += p.later[first + c]
        p.later = [*p.later[:first], *no_envelopes(), *p.later[first + 6 :]]
    s.window += 1
    s.current = s.chain
    s.phase = TURN
