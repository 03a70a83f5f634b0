"""The aim of a lesson's hint: the card or recruit that its action serves, what that still needs, and how far it is.

Source: the costs of V10 "Put a card (or cards) into play" and "Sign Recruits"; all of it is visible to the player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.lessons import NEAR, WAITING
from cashbox.games.envelopes.phases import DICE, DRAFT, GIVE, MONTH
from cashbox.games.envelopes.rules import counting, dice, put_card, sign, trade
from cashbox.games.envelopes.state import all_sent

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.envelopes.lessons import Aim
    from cashbox.games.envelopes.state import Player, State


class Aimed:
    """An aim as things stand. card, slot: -1 for none. month: the month in which to pay for it; owed: its cost then,
    minus the envelopes at the recruit; discount: envelopes that can be left out; have: envelopes in that month."""

    __slots__ = ("card", "discount", "have", "month", "owed", "slot", "wild")

    def __init__(self, s: State, p: Player, month: int, *, card: int = -1, slot: int = -1) -> None:
        self.card = card
        self.slot = slot
        self.month = month
        self.have = stock(s, p, month)
        if card >= 0:
            self.owed = s.content.cost[card]
            self.discount = put_card.discount(s, p, card)
            self.wild = p.mods[v.MOD_WILD_CARDS]
        else:
            self.owed = sign.cost_left(s, p, slot)
            self.discount = sign.discount(s, p, slot)
            self.wild = p.mods[v.MOD_WILD_RECRUITS]

    def lack(self) -> list[int]:
        """Return the missing part of the printed cost, by color."""
        return [max(0, self.owed[c] - self.have[c]) for c in range(6)]

    def spare(self) -> list[int]:
        """Return the envelopes that it does not need, by color."""
        return [max(0, self.have[c] - self.owed[c]) for c in range(6)]

    def lacks(self) -> int:
        """Return the number of missing envelopes after discounts and substitutes; 0 if it can be paid."""
        spare = self.spare()
        stand_in = sum(spare[c] for c in range(6) if self.wild >> c & 1)
        return max(0, sum(self.lack()) - self.discount - stand_in)


def stock(s: State, p: Player, month: int) -> list[int]:
    """Return the envelopes that a player will have in a month as things stand: in hand, on the calendar,
    dice placed."""
    have = dice.envelopes_of_month(s, p, month)
    if s.phase == DICE:
        for colour, at, count in dice.placed_dice(p):
            if at == month:
                have[colour] += count
    return have


def find(s: State, p: Player, aim: Aim) -> Aimed | None:
    """Find the card or recruit of an aim, None if there is none now."""
    if aim.card == WAITING:
        waiting = [Aimed(s, p, s.month, card=card) for card in p.calendar if card >= 0]
        return min(waiting, key=lambda one: (one.lacks(), -s.content.stars[one.card], one.card), default=None)
    if aim.card >= 0:
        month = _month_of(s, p, aim)
        return None if month < 0 else Aimed(s, p, month, card=aim.card)
    if aim.place == NEAR:
        slots = [slot for slot in within_reach(s, p) if s.content.space_of[slot] != p.space]
    else:
        slots = free_at(s, aim.place)
    if not slots or 0 <= aim.by < s.month:
        return None
    return Aimed(s, p, s.month if aim.by < 0 else aim.by, slot=slots[0])


def _month_of(s: State, p: Player, aim: Aim) -> int:
    """Return the month in which to pay for a card, -1 if it is not where the aim says."""
    where: dict[str, Callable[[], bool]] = {
        "waits": lambda: aim.card in p.calendar,
        "offered": lambda: s.phase == DRAFT and (aim.card in p.hand or aim.card in s.pool),
        "played": lambda: aim.card in p.play,
    }
    if aim.is_ == "coming":
        return _coming(s, p, aim.card)
    return s.month if where[aim.is_]() else -1


def _coming(s: State, p: Player, card: int) -> int:
    """Return the month in which the lesson will deal a card, -1 for none."""
    deal = s.lesson.deal if s.lesson is not None else []
    left = [one for one in deal if one in s.deck]
    if card not in left:
        return -1
    month = s.month + 1 + left.index(card) // (s.rules.dealt + s.rules.dealt_first + p.mods[v.MOD_DEAL])
    return month if month <= s.rules.last else -1


def free_at(s: State, space: int) -> list[int]:
    """List the unsigned recruits of a space, most stars first."""
    return sorted((slot for slot in s.content.here[space] if s.free >> slot & 1), key=lambda slot: -s.value[slot])


def within_reach(s: State, p: Player) -> list[int]:
    """List the unsigned recruits whom a player can reach with free movement and pay now: most stars first, then nearest
    first."""
    if s.phase != MONTH or s.step is not None:
        return []
    away = s.content.away[p.space]
    found = [
        slot for slot in range(v.RECRUITS)
        if s.free >> slot & 1 and 0 <= away[s.content.space_of[slot]] <= p.moves and sign.can_pay(s, p, slot)
    ]  # fmt: skip
    return sorted(found, key=lambda slot: (-s.value[slot], away[s.content.space_of[slot]]))


def count(s: State, p: Player, word: str, aimed: Aimed) -> int:
    """Count a word of `lessons.ABOUT_AIM`."""
    if word == "lacks":
        return aimed.lacks()
    if word == "untraded":
        return max(0, aimed.lacks() - _trades(s, p, aimed))
    if word == "trades_for_it":
        return int(s.step is not None and s.step.kind == GIVE and aimed.owed[s.step.of] > 0)
    if aimed.slot < 0:
        return 0
    if word == "beside":
        return sum(all_sent(p, aimed.slot))
    if word == "best_region_too":
        counts = counting.region_counts(s, p)
        best = max(range(6), key=lambda c: counts[c])
        return s.content.regions_of[aimed.slot] >> best & 1
    away = s.content.away[p.space][s.content.space_of[aimed.slot]]
    return away if word == "away" else max(0, away - p.moves)


def _trades(s: State, p: Player, aimed: Aimed) -> int:
    """Count the trades that a player can make without giving what the aim needs."""
    most = sum(aimed.spare()) // trade.rate(p)
    price = trade.bucks(s, p)
    return min(most, p.bucks // price) if price else most


def placeable(s: State, p: Player, colour: int, month: int) -> int:
    """Return the most envelopes that a die can give in a month."""
    actions = [action - act.PLACE for action in dice.list_placements(s, p, colour)]
    counts = [dice.placed(s, p, colour, k) for k in actions if act.month_of(k) == month]
    return max(counts, default=0)
