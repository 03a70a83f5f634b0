"""Count what cards refer to, and apply the gifts of effects.

Source: V10 "Card Benefit", "Use a card that is already in play", RULINGS A3, D5; the words are those of
`vocabulary.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import score_sheet
from cashbox.games.envelopes.rules.mats import tell
from cashbox.games.envelopes.state import slot_of
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.log_events import LogEvent
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State


def _gained(e: LogEvent[Content]) -> str:
    source = f" from {e.content.names[e[2]]}" if e[2] >= 0 else ""
    return f"{e.name} takes {e[1]} {v.COLOURS[e[0]]}{source}."


GAINED_STARS: Final = event_kind(lambda e: f"{e.name} scores {plural(e[1], 'star')} from {e.content.names[e[0]]}.")
GAINED_BUCKS: Final = event_kind(lambda e: f"{e.name} takes {plural(e[1], 'buck')} from {e.content.names[e[0]]}.")
GAINED_ENVELOPES: Final = event_kind(_gained)
GAINED_MOVES: Final = event_kind(
    lambda e: f"{e.name} gets {plural(e[1], 'more free move')} from {e.content.names[e[0]]}."
)
GAINS_ANY: Final = event_kind(
    lambda e: f"{e.content.names[e[0]]} gives {e.name} {plural(e[1], 'envelope')} of any color."
)

_CARDS = 1
_KINDS = 2
_FUND_REGION = 5
_USES = 11
_RECRUITS = 14
_REGION = 17
_POSITION = 23
_OFFENSE = 31
_FIVE_STAR = 38
_BUCKS = 41
_BUS_REGION = v.COUNT.index("bus:green")


def count(s: State, p: Player, what: int) -> int:
    """Count a word of `vocabulary.COUNT` for a player now."""
    if what == 0:
        return 1
    if what < _RECRUITS:
        return _count_cards(s, p, what)
    if what < _BUCKS:
        return _count_recruits(s, p, what)
    if what >= _BUS_REGION:
        return _count_place(s, p, what)
    return _count_month(p, v.COUNT[what], s)


def _count_cards(s: State, p: Player, what: int) -> int:
    c = s.content
    cards = [card for card in p.play if card < c.cards]
    if what == _CARDS:
        return len(cards)
    if what < _FUND_REGION:
        return sum(c.kind[card] == what - _KINDS for card in cards)
    if what < _USES:
        return sum(c.fund_region[card] == what - _FUND_REGION for card in cards)
    return sum(c.use[card] == what - _USES for card in cards)


def region_counts(s: State, p: Player) -> list[int]:
    """Count, for each region, the recruits who can count for it: a border recruit counts in both of his regions."""
    return by_region([s.content.regions_of[slot_of(recruit)] for recruit in p.slots])


def by_region(masks: Sequence[int]) -> list[int]:
    """Count for each region the recruits whose mask of regions has it."""
    counts = [0] * 6
    for mask in masks:
        for c in range(6):
            counts[c] += mask >> c & 1
    return counts


def regions(s: State, p: Player) -> int:
    """Return the largest number of different regions that a player's recruits can represent, each border recruit one of
    his two.

    V10 "Regional Scoring", RULINGS D5.
    """
    return most_regions([s.content.regions_of[slot_of(recruit)] for recruit in p.slots])


def most_regions(masks: Sequence[int]) -> int:
    """Return the largest number of different regions that recruits can represent, each one region of his mask."""
    reached = {0}
    for mask in masks:
        reached = {so_far | 1 << c for so_far in reached for c in range(6) if mask >> c & 1}
    return max([found.bit_count() for found in reached])


def _count_recruits(s: State, p: Player, what: int) -> int:
    slots = [slot_of(recruit) for recruit in p.slots]
    word = v.COUNT[what]
    if word == "recruits":
        return len(slots)
    if word == "border_recruits":
        return sum(slot >= v.FIRST_BORDER for slot in slots)
    if word == "state_recruits":
        return sum(slot < v.FIRST_BORDER for slot in slots)
    if what < _POSITION:
        return region_counts(s, p)[what - _REGION]
    if what < _OFFENSE:
        return sum(s.position[slot] == what - _POSITION for slot in slots)
    if what < _OFFENSE + 3:
        mask = tuple(v.GROUPS.values())[what - _OFFENSE]
        return sum(mask >> s.position[slot] & 1 for slot in slots)
    if word == "positions":
        return p.pos_mask.bit_count()
    if word == "missing_positions":
        return 8 - p.pos_mask.bit_count()
    if word == "regions":
        return regions(s, p)
    if word == "best_region":
        return max(region_counts(s, p))
    values = [s.value[slot] for slot in slots]
    if word == "low_star":
        return sum(value <= 2 for value in values)
    return values.count(5 if what == _FIVE_STAR else 4)


def _count_month(p: Player, word: str, s: State) -> int:
    if word == "bucks":
        return p.bucks
    if word == "envelopes":
        return sum(p.env)
    if word == "envelope_colours":
        return sum(n > 0 for n in p.env)
    if word == "waiting":
        return sum(card >= 0 for card in p.calendar)
    if word == "chain":
        return int(s.chain == p.seat)
    if word == "prepaid":
        return p.prepaid.bit_count()
    plain = {
        "expired": p.expired,
        "crapped_out": p.crapped,
        "wins": p.wins,
        "signed_month": p.signed,
        "put_month": p.put,
        "runner_month": p.runners,
        "campaign_month": p.bought,
        "campaigns": p.campaigns,
        "bets": p.nbets,
    }
    return plain[word]


def _count_place(s: State, p: Player, what: int) -> int:
    if what < _BUS_REGION + 6:
        return s.content.space_regions[p.space] >> (what - _BUS_REGION) & 1
    word = v.COUNT[what]
    if word == "bus:border":
        return int(v.FIRST_BORDER <= p.space < v.FIRST_START)
    if word == "bus:start":
        return int(p.space in s.content.start_space)
    if word == "trailing":
        others = s.players if s.bubba is None else [*s.players, s.bubba]
        return int(all(p.stars <= other.stars for other in others if other.seat != p.seat))
    if word == "rivals_here":
        return sum(other.space == p.space for other in s.players if other.seat != p.seat)
    if word == "month":
        return s.month + 1
    if word == "quarter":
        return s.month // 3 + 1
    if word == "fund_regions":
        return len({s.content.fund_region[card] for card in p.play if s.content.fund_region[card] >= 0})
    counts = [0] * 8
    for recruit in p.slots:
        counts[s.position[slot_of(recruit)]] += 1
    return max(counts)


def met(s: State, p: Player, effect: Effect) -> bool:
    """Check whether the condition of an effect holds."""
    return effect.cond < 0 or effect.cond_least <= count(s, p, effect.cond) <= effect.cond_most


def times(s: State, p: Player, effect: Effect) -> int:
    """Return how many times the effect gives its gift now."""
    if effect.per == 0:
        return 1
    return min(effect.cap, count(s, p, effect.per) // effect.each)


def receive(s: State, p: Player, card: int, effect: Effect, k: int) -> None:
    """Give an effect's gift k times. The owner chooses envelopes of any color in their own turn."""
    if effect.stars:
        score_sheet.add(s, p, score_sheet.CARD, card, effect.stars * k)
        tell(s, GAINED_STARS, p, card, effect.stars * k)
    if effect.bucks:
        p.bucks += effect.bucks * k
        tell(s, GAINED_BUCKS, p, card, effect.bucks * k)
    for c in range(6):
        if effect.env[c]:
            p.env[c] += effect.env[c] * k
            tell(s, GAINED_ENVELOPES, p, c, effect.env[c] * k, card)
    if effect.moves:
        p.moves += effect.moves * k
        tell(s, GAINED_MOVES, p, card, effect.moves * k)
    if effect.any:
        p.gain_due += effect.any * k
        if effect.use == v.UPGRADE:
            tell(s, GAINS_ANY, p, card, effect.any * k)


def trigger(s: State, p: Player, on: int) -> None:
    """Trigger a player's upgrades, for a trigger without filters."""
    for card in p.play:
        if s.content.effect[card].on == on:
            fire(s, p, card)


def fire(s: State, p: Player, card: int) -> None:
    """Let one triggered upgrade give its gift, if its condition holds and its limit of once per month allows it."""
    effect = s.content.effect[card]
    if effect.once and p.used >> card & 1:
        return
    if not met(s, p, effect):
        return
    k = times(s, p, effect)
    if k:
        if effect.once:
            p.used |= 1 << card
        receive(s, p, card, effect, k)
