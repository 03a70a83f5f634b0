"""The state of a game: plain classes of ints and lists of ints, fast to clone.

Numbers of cards, spaces, recruit slots, colors and positions are those of `content.py` and `vocabulary.py`; months
are 0 (March) to 11 (February). Only the functions below the classes read what is packed into one int.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cashbox.engine.fields import Fields, cached, copied, dropped, each, given, own, shared, whole
from cashbox.engine.state import BaseState, with_value
from cashbox.games.envelopes.phases import DICE, FINAL, FIRST_STEP, NO_STEP, STASH
from cashbox.games.envelopes.vocabulary import ALL_RECRUITS, BETS, MODS, NUMBERS, RECRUITS

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.lessons import Lesson
    from cashbox.games.envelopes.options import Rules


def no_envelopes() -> list[int]:
    """Return six zeros, one for each color."""
    return [0] * 6


class Step(Fields):
    """The current small decision within a turn.

    kind: a number of `phases.STEPS`. of: its subject: a card or recruit slot to pay for, a recruit to send to, the
    color traded for, a card in use, a space, a bet; -1 for none. left: the number still to choose; in a payment, the
    envelopes that a discount can still leave out. recruit: whether `of` is a recruit to pay for, not a card. counts: by
    color, what is still owed (in a payment), or what was given or sent so far; empty if nothing is counted.
    """

    kind: int = given()
    of: int = given()
    left: int = given()
    recruit: bool = whole(default=False)
    counts: list[int] = copied()


class Player(Fields):
    """One head coach's mat, calendar, and progress in the month.

    env: envelopes in supply by color. calendar: card waiting since that month, -1 for none. later: envelopes on the
    calendar, see `on_month`. play: cards in play in order, coach first; monthly: those used once per month. used,
    reused: bit masks of cards used once or twice this month. mods: sums by `vocabulary.MOD`. bets: see `bet_on`. slots:
    signed recruits, see `signed`. pre: envelopes at recruits by slot, see `sent`; prepaid: mask of such slots.
    campaign: bucks paid for this month's campaign, 0 for none; bought: its stars. choice: the current simultaneous
    choice (cards rejected; color, month, count of each die; bucks of the final campaign). gain_due: envelopes of any
    color to take when the turn starts. board: number of the Recruiting Board, -1 for none. sheet: see
    `rules/score_sheet.py`.
    tried: whether this is a copy on which a rule is tried, see `rules/mats.py`.

    Shared values rarely change: they are replaced, never changed in place.
    """

    seat: int = given()
    symbol: int = whole()
    stars: int = whole()
    bucks: int = whole()
    moves: int = whole()
    space: int = whole()
    campaign: int = whole()
    bought: int = whole()
    campaigns: int = whole()
    used: int = whole()
    reused: int = whole()
    doubles: int = whole()
    runners: int = whole()
    signed: int = whole()
    put: int = whole()
    wins: int = whole()
    crapped: int = whole()
    nbets: int = whole()
    expired: int = whole()
    pos_mask: int = whole()
    prepaid: int = whole()
    drafted: int = whole()
    gain_due: int = whole()
    board: int = whole(default=-1)
    env: list[int] = copied(factory=no_envelopes)
    hand: list[int] = shared(factory=list)
    stash: list[int] = shared(factory=list)
    choice: list[int] = shared(factory=list)
    later: list[int] = shared(factory=lambda: [0] * 72)
    calendar: list[int] = shared(factory=lambda: [-1] * 12)
    play: list[int] = shared(factory=list)
    monthly: list[int] = shared(factory=list)
    mods: list[int] = shared(factory=lambda: [0] * MODS)
    bets: list[int] = shared(factory=lambda: [0] * BETS)
    slots: list[int] = shared(factory=list)
    pre: list[int] = shared(factory=lambda: [0] * RECRUITS)
    sheet: list[int] = shared(factory=list)
    tried: bool = dropped(default=False)


class State(BaseState):
    """A whole game.

    position (by slot), value (stars on the token, by slot), cost (six ints by slot), coach_row (coaches face up or
    dealt) never change after the start. lesson: the lesson of a guided game, None in any other. free: bit mask of
    unsigned recruits. step: the current small decision, None for none. check: the dice as the Vegas check of the
    current seat sees them. checked: seats whose Vegas check is done, counted from the chain. cuts: the winner of a tie
    by cards or die. bids: by seat, the best bid in the current auction; out: mask of seats that passed in it. bubba:
    the opponent without a seat, who uses only symbol, stars, slots, pos_mask, and sheet; None if he does not play.
    deck, under: cards to deal, unordered; `under` once the deck is empty. reshuffled: by reshuffle, the mask of its
    cards.
    """

    content: Content = given("shared")
    rules: Rules = given("shared")
    lesson: Lesson | None = cached()
    position: list[int] = shared(factory=list)
    value: list[int] = shared(factory=list)
    cost: list[list[int]] = shared(factory=list)
    coach_row: list[int] = shared(factory=list)
    month: int = whole()
    chain: int = whole()
    current: int = whole()
    free: int = whole(default=ALL_RECRUITS)
    step: Step | None = own()
    checked: int = whole()
    dice: list[int] = shared(factory=no_envelopes)
    check: list[int] = shared(factory=no_envelopes)
    cuts: list[int] = shared(factory=list)
    bids: list[int] = shared(factory=list)
    out: int = whole()
    bubba: Player | None = own()
    deck: list[int] = copied()
    under: list[int] = shared(factory=list)
    pool: list[int] = shared(factory=list)
    gone: list[int] = shared(factory=list)
    reshuffled: list[int] = shared(factory=list)
    signed_by: list[int] = shared(factory=lambda: [-1] * RECRUITS)
    players: list[Player] = each()


# -- packed ints ----------------------------------------------------------------------------------------------------

_SLOT: Final = 63
_STARS: Final = 6
_COUNT: Final = 15
_BITS: Final = 4


def signed(slot: int, stars: int) -> int:
    """Encode a signed recruit, as in `Player.slots`: his slot and the stars that he scored."""
    return slot + (stars << _STARS)


def slot_of(recruit: int) -> int:
    """Return the slot of a signed recruit."""
    return recruit & _SLOT


def stars_of(recruit: int) -> int:
    """Return the stars that a recruit scored when he signed."""
    return recruit >> _STARS


def sent(p: Player, slot: int, colour: int) -> int:
    """Return a player's envelopes of a color at a recruit."""
    return p.pre[slot] >> _BITS * colour & _COUNT


def all_sent(p: Player, slot: int) -> list[int]:
    """Return the six counts of a player's envelopes at a recruit."""
    return [*_counts(p.pre[slot])]


def sent_in_all(p: Player) -> int:
    """Return the number of a player's envelopes at all recruits."""
    return sum([sum(_counts(p.pre[slot])) for slot in recruits_sent_to(p)])


@lru_cache(maxsize=1 << 10)
def _counts(lie: int) -> tuple[int, ...]:
    return tuple([lie >> _BITS * colour & _COUNT for colour in range(6)])


def send(p: Player, slot: int, colour: int, n: int = 1) -> None:
    """Add this many envelopes at a recruit."""
    p.pre = with_value(p.pre, slot, p.pre[slot] + (n << _BITS * colour))
    p.prepaid |= 1 << slot


def unsend(p: Player, slot: int) -> None:
    """Remove all envelopes at a recruit."""
    p.pre = with_value(p.pre, slot, 0)
    p.prepaid &= ~(1 << slot)


def recruits_sent_to(p: Player) -> list[int]:
    """Return the slots of the recruits at whom a player has envelopes."""
    return slots_of(p.prepaid)


def slots_of(mask: int) -> list[int]:
    """List the slots of a mask, lowest first."""
    slots = []
    while mask:
        low = mask & -mask
        slots.append(low.bit_length() - 1)
        mask ^= low
    return slots


def on_month(month: int, colour: int) -> int:
    """Return the index in `Player.later` of a color on a month of the calendar."""
    return 6 * month + colour


def of_month(p: Player, month: int) -> list[int]:
    """Return the six counts of envelopes on a month of the calendar."""
    return p.later[6 * month : 6 * month + 6]


def bet_on(colour: int, number: int) -> int:
    """Return the index in `Player.bets` of a color and number (1..6)."""
    return NUMBERS * colour + number - 1


def bet_of(bet: int) -> tuple[int, int]:
    """Return the color and the number (1..6) of a bet."""
    return bet // NUMBERS, bet % NUMBERS + 1


def all_of(p: Player) -> tuple[Hashable, ...]:
    """Return a mat as one value, equal if and only if the mats are equal."""
    numbers = (
        p.seat, p.symbol, p.stars, p.bucks, p.moves, p.space, p.campaign, p.bought, p.campaigns, p.used, p.reused,
        p.doubles, p.runners, p.signed, p.put, p.wins, p.crapped, p.nbets, p.expired, p.pos_mask, p.prepaid, p.drafted,
        p.gain_due, p.board,
    )  # fmt: skip
    changing = tuple(p.env), tuple(p.hand), tuple(p.stash), tuple(p.choice), tuple(p.later), tuple(p.calendar)
    growing = tuple(p.play), tuple(p.monthly), tuple(p.mods), tuple(p.bets), tuple(p.slots), tuple(p.pre)
    return numbers, changing, growing, tuple(p.sheet)


# -- small queries ---------------------------------------------------------------------------------------------------


def later_by(p: Player, month: int, colour: int, n: int) -> None:
    """Add envelopes to a month of the calendar."""
    k = on_month(month, colour)
    p.later = with_value(p.later, k, p.later[k] + n)


def step_kind(s: State) -> int:
    """Return the kind of the current small decision."""
    return NO_STEP if s.step is None else s.step.kind


def phase_number(s: State) -> int:
    """Return the number of the current question: the phase, or the small decision within a turn."""
    return s.phase if s.step is None else FIRST_STEP + s.step.kind


def held(p: Player) -> list[int]:
    """List the colors of which a player has envelopes."""
    return [c for c in range(6) if p.env[c]]


def forced(p: Player, n: int) -> int:
    """Return the color of the next of n envelopes to leave the supply if it is forced, otherwise -1."""
    env = p.env
    if env.count(0) < len(env) - 1 and sum(env) > n:
        return -1
    return held(p)[0]


def clockwise(s: State, seat: int) -> int:
    """Return the seat to the left."""
    return seat + 1 if seat + 1 < s.seats else 0


def still_to_come(s: State, seat: int) -> bool:
    """Check whether a seat's turn of this month comes after the current one."""
    return (seat - s.chain) % s.seats > (s.current - s.chain) % s.seats


def choosing_together(s: State) -> bool:
    """Check whether the current choice is simultaneous, and hidden until the last player has chosen."""
    return s.phase in (STASH, FINAL) or (s.phase == DICE and not s.rules.exclusive)
