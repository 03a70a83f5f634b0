"""6) Sign recruits: pay, roll the Value Modifier Die, score.

Source: V10 "Sign Recruits", FAM "Sign Recruits"; RULINGS A1, A4, A5.11, A5.16-17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, payment, score_sheet
from cashbox.games.envelopes.rules.runner import sent
from cashbox.games.envelopes.state import changed, still_to_come

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.state import Player, State

FACES: Final = (-2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2)
"""The Value Modifier Die."""


def legal(s: State, p: Player, out: list[int]) -> None:
    """Add the recruits on the bus's space who can be paid."""
    for slot in s.content.here[p.space]:
        if s.free >> slot & 1 and can_pay(s, p, slot):
            out.append(act.SIGN + slot)


def owed(s: State, p: Player, slot: int) -> list[int]:
    """What is left of the printed cost once the envelopes beside the recruit are counted."""
    cost = s.cost[slot]
    if not p.prepaid >> slot & 1:
        return cost[:]
    return [max(0, cost[c] - sent(p, slot, c)) for c in range(6)]


def discount(s: State, p: Player, slot: int) -> int:
    """Envelopes that a player need not pay for this recruit."""
    if slot >= 24:
        return p.mods[v.MOD_DISCOUNT_BORDER]
    return p.mods[v.MOD_DISCOUNT_REGION + s.content.regions_of[slot].bit_length() - 1]


def can_pay(s: State, p: Player, slot: int) -> bool:
    """Whether a player has what the recruit still wants."""
    return payment.payable(p, owed(s, p, slot), discount(s, p, slot), p.mods[v.MOD_WILD_RECRUITS])


def play(s: State, seat: int, slot: int, chance: Chance) -> None:
    """Begin to pay for a recruit."""
    p = s.players[seat]
    if payment.begin(s, p, slot, 1, owed(s, p, slot), discount(s, p, slot)):
        paid(s, seat, slot, chance)


def paid(s: State, seat: int, slot: int, chance: Chance) -> None:
    """He signs: token and recruit come to the mat, others' envelopes beside him are lost, the die decides his worth."""
    p = s.players[seat]
    s.free &= ~(1 << slot)
    s.signed_by = changed(s.signed_by, slot, seat)
    p.pre = changed(p.pre, slot, 0)
    p.prepaid &= ~(1 << slot)
    first = not p.pos_mask >> s.position[slot] & 1
    p.pos_mask |= 1 << s.position[slot]
    p.signed += 1
    modifier = roll(s, p, chance) if s.rules.die else ev.NO_DIE
    stars = _score(s, p, slot, modifier if s.rules.die else 0)
    p.slots = [*p.slots, slot + 64 * stars]
    ev.note(s, ev.SIGNED, seat, slot, modifier, stars, s.position[slot])
    drop_others(s, seat, slot)
    for card in p.play:
        effect = s.content.effect[card]
        if effect.on == v.ON_SIGN and _fits(s, effect, slot, first):
            counting.fire(s, seat, card, effect)


def roll(s: State, p: Player, chance: Chance) -> int:
    """The Value Modifier Die as this player's cards read it."""
    modifier = _face(s, p, chance)
    if p.mods[v.MOD_DIE_BEST]:
        modifier = max(modifier, FACES[chance.draw(12)])
    if p.mods[v.MOD_DIE_NO_LOSS]:
        modifier = max(0, modifier)
    return modifier + p.mods[v.MOD_DIE_PLUS]


def _face(s: State, p: Player, chance: Chance) -> int:
    """What is rolled; in a lesson the faces for the first recruits are given, and seen now, as if rolled."""
    if s.lesson is None or len(p.slots) >= len(s.lesson.faces):
        return FACES[chance.draw(12)]
    s.window += 1
    return s.lesson.faces[len(p.slots)]


def _score(s: State, p: Player, slot: int, modifier: int) -> int:
    """The token's stars, then the die, never below 1, then doubling."""
    base = s.value[slot]
    stars = max(1, base + modifier)
    score_sheet.add(s, p, score_sheet.RECRUIT, slot, base)
    score_sheet.add(s, p, score_sheet.DIE, slot, stars - base)
    if p.mods[v.MOD_DOUBLE_POSITION] >> s.position[slot] & 1:
        score_sheet.add(s, p, score_sheet.DOUBLE, slot, stars)
        stars *= 2
    return stars


def _fits(s: State, effect: Effect, slot: int, first: bool) -> bool:
    """Whether a recruit passes the filters of an upgrade."""
    return (
        effect.f_positions >> s.position[slot] & 1 == 1
        and effect.f_regions & s.content.regions_of[slot] != 0
        and (effect.f_border < 0 or effect.f_border == int(slot >= 24))
        and effect.f_least <= s.value[slot] <= effect.f_most
        and (first or not effect.f_first)
    )


def drop_others(s: State, seat: int, slot: int) -> None:
    """All but the seat that signed him give up the envelopes they sent."""
    for other in range(s.seats):
        if other != seat and s.players[other].prepaid >> slot & 1:
            _drop_prepaid(s, other, slot)


def _drop_prepaid(s: State, seat: int, slot: int) -> None:
    """Another signed him: the envelopes beside him are lost, or come back by the family rules or a card."""
    p = s.players[seat]
    amounts = [sent(p, slot, c) for c in range(6)]
    p.pre = changed(p.pre, slot, 0)
    p.prepaid &= ~(1 << slot)
    safe = s.rules.runner_back or p.mods[v.MOD_RUNNER_SAFE]
    if not safe or (s.month == s.rules.last and not still_to_come(s, seat)):
        ev.note(s, ev.LOST_PREPAID, seat, slot, sum(amounts))
        return
    ev.note(s, ev.RETURNED_PREPAID, seat, slot, sum(amounts))
    for c in range(6):
        if still_to_come(s, seat):
            p.env[c] += amounts[c]
        else:
            p.later[6 * (s.month + 1) + c] += amounts[c]
