"""6) Sign recruits: pay, roll the Value Modifier Die, score.

Source: V10 "Sign Recruits", FAM "Sign Recruits"; RULINGS A1, A4, A5.11, A5.16-17.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import Chance, NoChance
from cashbox.engine.facts import TABLE, Change
from cashbox.engine.phrases import plural, signed_amount
from cashbox.engine.state import note, with_value
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, payment, score_sheet
from cashbox.games.envelopes.rules.mats import tell
from cashbox.games.envelopes.rules.turn import OnMat
from cashbox.games.envelopes.state import all_sent, later_by, signed, slot_of, still_to_come, unsend
from cashbox.games.envelopes.text.events import event_kind, the_recruit
from cashbox.games.envelopes.text.phrases import at_price, price, recruit, twin_stars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.log_events import LogEvent
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State, Step

FACES: Final = (-2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2)
"""The Value Modifier Die."""
NO_DIE: Final = 9
"""Stands for the die's addition if none is rolled."""


def _signed(e: LogEvent[Content]) -> str:
    die = "" if e[1] == NO_DIE else f" ({signed_amount(e[1])} from the die)"
    return f"{e.name} signs {the_recruit(e, e[0], e[3], e[4])}: {plural(e[2], 'star')}{die}."


def _envelopes(n: int) -> str:
    return "the envelope" if n == 1 else f"the {n} envelopes"


SIGNED: Final = event_kind(_signed, headline=True)
LOST_PREPAID: Final = event_kind(
    lambda e: f"{e.name} loses {_envelopes(e[1])} sent to {the_recruit(e, e[0], e[2], e[3])}.",
    lambda e: f"You lose {_envelopes(e[1])} sent to {the_recruit(e, e[0], e[2], e[3])}." if e.own else "",
)
RETURNED_PREPAID: Final = event_kind(
    lambda e: f"{e.name} gets back {_envelopes(e[1])} sent to {the_recruit(e, e[0], e[2], e[3])}.",
    lambda e: f"You get back {_envelopes(e[1])} sent to {the_recruit(e, e[0], e[2], e[3])}." if e.own else "",
)


class Shows(Chance):
    """A source of chance that rolls this face of the Value Modifier Die and allows no other draw."""

    def __init__(self, face: int) -> None:
        self._answer = FACES.index(face)

    def draw(self, n: int) -> int:
        """See `Chance.draw`."""
        return self._answer


_ANSWERS: Final = tuple(Shows(face) for face in sorted(set(FACES)))
_NO_ROLL: Final = (NoChance(),)


def outcomes(s: State) -> Sequence[Chance]:
    """Return the possible faces of the die."""
    return _ANSWERS if s.rules.die else _NO_ROLL


def legal(s: State, p: Player, out: list[int]) -> None:
    """List the actions for payable recruits on the bus's space."""
    for slot in s.content.here[p.space]:
        if s.free >> slot & 1 and can_pay(s, p, slot):
            out.append(act.SIGN + slot)


def cost_left(s: State, p: Player, slot: int) -> list[int]:
    """Return the rest of the printed cost after the envelopes at the recruit."""
    cost = s.cost[slot]
    if not p.prepaid >> slot & 1:
        return cost[:]
    return [want - have if want > have else 0 for want, have in zip(cost, all_sent(p, slot), strict=True)]


def discount(s: State, p: Player, slot: int) -> int:
    """Return the number of envelopes that a player need not pay for this recruit."""
    if slot >= v.FIRST_BORDER:
        return p.mods[v.MOD_DISCOUNT_BORDER]
    return p.mods[v.MOD_DISCOUNT_REGION + s.content.regions_of[slot].bit_length() - 1]


def can_pay(s: State, p: Player, slot: int) -> bool:
    """Check whether a player has the rest of the recruit's cost."""
    return payment.payable(p, cost_left(s, p, slot), discount(s, p, slot), p.mods[v.MOD_WILD_RECRUITS])


def bill(s: State, p: Player, slot: int) -> Step:
    """Build the payment for a recruit."""
    return payment.bill(slot, cost_left(s, p, slot), discount(s, p, slot), recruit=True)


class Sign(OnMat):
    """Sign a recruit where the bus is. If there is a choice of how to pay for him, that comes next."""

    kind = "sign"
    heading = "Sign Recruits"

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        step = bill(s, p, k)
        if not payment.settle(s, p, step):
            return step
        paid(s, p, k, chance)
        return None

    def outcomes(self, s: State) -> Sequence[Chance]:
        return outcomes(s)

    def side_effects(self, s: State, p: Player, mat: Player) -> tuple[Change, ...]:
        return side_effects(s, p, mat)

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Return known numbers. token: the stars on the recruit's token, to which the die adds."""
        return {"token": s.value[k]}

    def label(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        cost = at_price(cost_left(s, p, k), discount(s, p, k))
        return f"Sign the {recruit(s, k)} ({plural(s.value[k], 'star')}) {cost}"

    def explain(self, s: State, seat: int, k: int) -> str:
        c, p = s.content, s.players[seat]
        if not s.free >> k & 1:
            return "That recruit has already signed."
        if c.space_of[k] != p.space:
            return f"Drive your bus to {c.space_names[c.space_of[k]]} to sign this recruit."
        wants = price(cost_left(s, p, k), discount(s, p, k))
        return f"This recruit wants {wants}. You have {payment.to_pay_with(p, recruit=True)}."


def paid(s: State, p: Player, slot: int, chance: Chance) -> None:
    """Sign a recruit: token and recruit move to the mat, others' envelopes at him are lost, and the die modifies his
    stars."""
    unsend(p, slot)
    first = not p.pos_mask >> s.position[slot] & 1
    p.pos_mask |= 1 << s.position[slot]
    p.signed += 1
    modifier = roll(s, p, chance) if s.rules.die else 0
    stars = _score(s, p, slot, modifier)
    p.slots = [*p.slots, signed(slot, stars)]
    tell(s, SIGNED, p, slot, modifier if s.rules.die else NO_DIE, stars, s.position[slot], twin_stars(s, slot))
    if not p.tried:
        leave_market(s, p.seat, slot)
    for card in p.play:
        effect = s.content.effect[card]
        if effect.on == v.ON_SIGN and _fits(s, effect, slot, first):
            counting.fire(s, p, card)


def roll(s: State, p: Player, chance: Chance) -> int:
    """Roll the Value Modifier Die as this player's cards read it."""
    modifier = _face(s, p, chance)
    if p.mods[v.MOD_DIE_BEST]:
        modifier = max(modifier, FACES[chance.draw(len(FACES))])
    if p.mods[v.MOD_DIE_NO_LOSS]:
        modifier = max(0, modifier)
    return modifier + p.mods[v.MOD_DIE_PLUS]


def _face(s: State, p: Player, chance: Chance) -> int:
    """Roll the die. In a lesson, the faces for the first recruits are fixed."""
    if p.tried or s.lesson is None or len(p.slots) >= len(s.lesson.faces):
        return FACES[chance.draw(len(FACES))]
    s.window += 1
    return s.lesson.faces[len(p.slots)]


def _score(s: State, p: Player, slot: int, modifier: int) -> int:
    """Score the token's stars, then the die, never below 1, then doubling."""
    base = s.value[slot]
    stars = max(1, base + modifier)
    score_sheet.add(s, p, score_sheet.RECRUIT, slot, base)
    score_sheet.add(s, p, score_sheet.DIE, slot, stars - base)
    if p.mods[v.MOD_DOUBLE_POSITION] >> s.position[slot] & 1:
        score_sheet.add(s, p, score_sheet.DOUBLE, slot, stars)
        stars *= 2
    return stars


def _fits(s: State, effect: Effect, slot: int, first: bool) -> bool:
    """Return whether a recruit passes the filters of an upgrade."""
    return (
        effect.f_positions >> s.position[slot] & 1 == 1
        and effect.f_regions & s.content.regions_of[slot] != 0
        and (effect.f_border < 0 or effect.f_border == int(slot >= v.FIRST_BORDER))
        and effect.f_least <= s.value[slot] <= effect.f_most
        and (first or not effect.f_first)
    )


# -- consequences for others --------------------------------------------------------------------------------------


def leave_market(s: State, seat: int, slot: int) -> None:
    """Make a recruit who signed with this seat or Bubba unavailable to the others: the envelopes that they sent are
    lost, or return by the family rules or a card."""
    s.free &= ~(1 << slot)
    s.signed_by = with_value(s.signed_by, slot, seat)
    for other in s.players:
        if other.seat != seat and other.prepaid >> slot & 1:
            amounts = all_sent(other, slot)
            unsend(other, slot)
            event = RETURNED_PREPAID if _comes_back(s, other) else LOST_PREPAID
            note(s, event, other.seat, slot, sum(amounts), s.position[slot], twin_stars(s, slot))
            if event == RETURNED_PREPAID:
                _give_back(s, other, amounts)


def _comes_back(s: State, p: Player) -> bool:
    """Return whether a player's envelopes return when another player signs the recruit."""
    safe = s.rules.runner_back or p.mods[v.MOD_RUNNER_SAFE] > 0
    return safe and (s.month < s.rules.last or still_to_come(s, p.seat))


def _give_back(s: State, p: Player, amounts: list[int]) -> None:
    """Return envelopes to the supply if the player's turn is still to come, otherwise to the next month."""
    for c in range(6):
        if still_to_come(s, p.seat):
            p.env[c] += amounts[c]
        else:
            later_by(p, s.month + 1, c, amounts[c])


def side_effects(s: State, p: Player, mat: Player) -> tuple[Change, ...]:
    """Return the changes outside a copied mat on which a recruit was signed."""
    if len(mat.slots) == len(p.slots):
        return ()
    slot = slot_of(mat.slots[-1])
    found = [Change("free", -1, seat=TABLE)]
    for other in s.players:
        if other.seat != p.seat and other.prepaid >> slot & 1:
            found += _given_up(s, other, slot)
    return tuple(found)


def _given_up(s: State, p: Player, slot: int) -> list[Change]:
    amounts = all_sent(p, slot)
    found = [Change("sent", -sum(amounts), seat=p.seat)]
    if _comes_back(s, p):
        where = "" if still_to_come(s, p.seat) else "calendar "
        found += [Change(where + v.COLOURS[c], n, seat=p.seat) for c, n in enumerate(amounts) if n]
    return found
