"""Phrases for amounts and prices, recruits, and regions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import vocabulary as v

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import State

POSITION_NAMES: Final = (
    "quarterback", "offensive line", "running back", "wide receiver", "kicker or punter", "defensive line",
    "defensive back", "linebacker",
)  # fmt: skip
_GROUP_NAMES: Final = {"offense": "offense", "special": "special teams", "defense": "defense"}


def _groups() -> tuple[str, ...]:
    """Return the name of each position's group."""
    groups = v.GROUPS.items()
    return tuple(
        next(_GROUP_NAMES[group] for group, mask in groups if mask >> position & 1)
        for position in range(len(v.POSITIONS))
    )


POSITION_GROUPS: Final = _groups()
"""The part of the team that a position belongs to."""
RECRUIT_NAMES: Final = (
    "quarterback", "offensive lineman", "running back", "wide receiver", "kicker or punter", "defensive lineman",
    "defensive back", "linebacker",
)  # fmt: skip
"""The noun for a recruit, by position."""
RECRUIT_LETTERS: Final = ("A", "B")
"""The letters that distinguish the recruits of a border state."""
WITHOUT_ARTICLE: Final = ("Texas",)
"""Regions that are not called "the Midwest"."""
KIND_NAMES: Final = ("Culture", "Personnel & Facilities", "Fundraising", "Head coach")
USE_NAMES: Final = ("once a month", "always on", "end of the game")
BREAKS: Final = """
Ac-coun-tant Ac-tu-ary Ad-mis-sions Air-port Alum-ni Alum-nus Ana-lyt-ics An-gles Ar-chive As-sis-tant Ath-lete
Ath-letic Auc-tion Back-log Bag-man Bar-be-cue Base-ment Be-hind Be-lieves Bill-board Blue-chip Boil-er Book-ie
Boost-er Brag-ging Buf-fet Bur-ied Ca-bana Cam-pus Ca-sino Ca-the-dral Chap-ter Clam-bake Cof-fee Com-mit-tee
Com-part-ment Con-ces-sion Con-fer-ence Con-struc-tion Con-trac-tor Co-or-di-na-tor Co-or-di-na-tors Cor-ner
Count-er Cous-in Cous-ins Cur-rency Cut-ting Deal-er-ship De-ferred De-liv-ery De-part-ment De-vel-op-ment
Dig-its Din-ner Dip-ping Dol-lar Do-nors Dou-ble Driv-ers Duf-fel Dum-mies Ele-va-tor En-core En-dow-ment
En-ve-lopes Every-one Every-thing Every-where Eye-ball Fam-ily Fa-vor-ite Fur-ni-ture Gal-lery Gal-lon
Gen-er-a-tions Gen-tle-men Gi-gan-tic Grad-u-ate Grand-mother Grat-i-fi-ca-tion Grat-i-tude Ground-break-ing
Han-dles Hand-shake Heli-pad Hon-esty Hous-ton Hun-dred In-door In-sur-ance Is-land Jack-et Jin-gle Jump-er
Kick-ing Kick-off Laun-dro-mat Law-yer Led-ger Left-overs Leg-ends Like-ness Loan-er Loop-hole Love-ly Lum-ber
Ma-chine Mas-ter Meet-ing Mile-age Min-eral Most-ly Nam-ing Na-tional Neph-ew Nine-teenth No-body No-tary
Num-ber Of-fice Paint-er Pa-rade Pass-ing Pen-sion Pen-sions Per-pet-ual Per-son Pho-tog-ra-pher Play-ing
Pol-icy Pol-isher Pool-side Pop-corn Por-traits Po-si-tion Pot-luck Pre-game Pro-gram Pud-dle Punt-er
Pur-chas-ing Quar-ter-back Rain-bow Rea-son Re-bate Re-ceiv-ing Re-cliner Re-tired Re-union Rib-bon Roll-call
Sal-ary Sand-bag Sat-ur-days Sched-ule Sched-uler Scis-sors Scoot-er Score-board Sea-son Sea-wall Shoul-der
Side-line Sign-ing Sky-box Sleep-er Slo-gan Slo-gans Snow-plow So-ci-ety Spe-cial State-line Steak-house
Stunt-men Sun-day Sur-veyor Swag-ger Syn-di-cate Tack-ling Tail-gate Tele-vi-sion Tick-ets Tim-ber Tra-di-tion
Trea-surer Tro-phy Tues-day Ver-ses Vest-ing Wel-come When-ever Wob-bly
"""
"""Where long words of titles can be hyphenated."""


def amounts(counts: Sequence[int]) -> str:
    """Format six counts by color: "2 red and 1 blue", "nothing"."""
    parts = [f"{n} {v.COLOURS[c]}" for c, n in enumerate(counts) if n]
    return listed(parts)


def with_bucks(envelopes: int, bucks: int) -> str:
    """Format an amount: "3 envelopes and 1 buck", "3 envelopes"."""
    return plural(envelopes, "envelope") + (f" and {plural(bucks, 'buck')}" if bucks else "")


def the_region(content: Content, colour: int) -> str:
    """Name a region: "the Midwest", "Texas"."""
    name = content.region_names[colour]
    return name if name in WITHOUT_ARTICLE else f"the {name}"


def price(owed: Sequence[int], less: int) -> str:
    """Format a price and what a discount leaves out: "2 red and 2 blue (minus 1 envelope)"."""
    if less >= sum(owed):
        return "nothing"
    return amounts(owed) + (f" (minus {plural(less, 'envelope')})" if less else "")


def at_price(owed: Sequence[int], less: int) -> str:
    """Format a payment, as in "for 2 red and 2 blue (minus 1 envelope)" or "for free"."""
    return "for free" if less >= sum(owed) else f"for {price(owed, less)}"


def recruit(s: State, slot: int) -> str:
    """Name a recruit: "QB from Iowa", or "4-star QB from Missouri/Arkansas" if there is another one there."""
    where = s.content.space_names[s.content.space_of[slot]]
    return recruit_of(s.position[slot], twin_stars(s, slot), where)


def recruit_of(position: int, stars: int, where: str) -> str:
    """Name a recruit by position and state, and by his token's stars unless they are 0."""
    return f"{f'{stars}-star ' if stars else ''}{v.POSITIONS[position]} from {where}"


def twin_stars(s: State, slot: int) -> int:
    """Return the stars that distinguish a recruit of a border state from the other one of his position there, 0 if
    there is no other."""
    other = slot ^ 1
    return s.value[slot] if slot >= v.FIRST_BORDER and s.position[slot] == s.position[other] else 0


def recruit_name(content: Content, slot: int) -> str:
    """Name a recruit by his state; border recruits say which of the two."""
    name = content.space_names[content.space_of[slot]]
    return f"{name} {RECRUIT_LETTERS[slot % 2]}" if slot >= v.FIRST_BORDER else name


def card_name(content: Content, card: int) -> str:
    """Name a card: "088 Hundred-Dollar Handshake"."""
    return f"{card + 1:03d} {content.names[card]}"


def in_actions(content: Content) -> dict[str, dict[Any, str]]:
    """Return the names of fields' values for one-line texts of actions, see `Forms.text`."""
    homes = [content.space_names[space] for space in content.start_space]
    return {
        "card": {k + 1: card_name(content, k) for k in range(len(content.names))},
        "coach": dict(zip(content.coach_ids, content.names[content.cards :], strict=True)),
        "half": {False: "full", True: "half"},
        "owed": {colour: f"for {colour}" for colour in v.COLOURS},
        "recruit": {slot: recruit_name(content, slot) for slot in range(v.RECRUITS)},
        "space": dict(zip(content.space_ids, content.space_names, strict=True)),
        "symbol": dict(zip(v.SYMBOLS, homes, strict=True)),
        "up": {False: "down", True: "up"},
    }


def span(months: list[int]) -> str:
    """Format months: "in May or June", "in any month from March through August"."""
    first, last = v.MONTHS[months[0]], v.MONTHS[months[-1]]
    if len(months) < 3:
        return f"in {first}" if first == last else f"in {first} or {last}"
    return f"in any month from {first} through {last}"
