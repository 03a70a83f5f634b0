"""The end of the game, Signing Day: where each star of every player came from, and awards.

Source: V10 "End of the Game", "Determining the Winner (and Breaking Ties)"; every entry of a score sheet is public.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cashbox.engine.help import read_tips
from cashbox.engine.phrases import listed, plural
from cashbox.engine.tale import Award, Tale, TaleItem, award, each, line, most, sheet, sum_lines
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import (
    bubba,
    counting,
    game_end,
    marketing,
    put_card,
    score_sheet,
    sign,
    travel,
    vegas,
    winner,
)
from cashbox.games.envelopes.rules.wager import PRIZE_BUCKS
from cashbox.games.envelopes.state import slot_of, stars_of
from cashbox.games.envelopes.text.phrases import recruit, the_region
from cashbox.games.envelopes.text.result import BUBBA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.tale import Past, TaleSheet
    from cashbox.games.envelopes.state import Player, State

_CARDS: Final = (score_sheet.PRINTED, score_sheet.CARD, score_sheet.END_CARD)
_RECRUITS: Final = (score_sheet.RECRUIT, score_sheet.DIE, score_sheet.DOUBLE)
_CAMPAIGNS: Final = (score_sheet.CAMPAIGN, score_sheet.FINAL_CAMPAIGN)
_STARS: Final = {
    sign.SIGNED: (4, 1), put_card.PUT: (3, 1), marketing.CAMPAIGNED: (3, 1), counting.GAINED_STARS: (3, 1),
    game_end.FINAL_CAMPAIGN: (3, 1), game_end.SCORED_BOARD: (3, 1),
    bubba.BUBBA_DISCARDS: (2, 1), bubba.BUBBA_SIGNED: (3, 1),
    game_end.SCORED_END: (3, 0), game_end.SCORED_POSITIONS: (3, 0), game_end.SCORED_REGION: (4, 0),
    game_end.BUBBA_POSITIONS: (3, 0), game_end.BUBBA_REGION: (4, 0),
    winner.WINNER: (2, 0), winner.BUBBA_WINS: (2, 0),
}  # fmt: skip
"""See `Tale.given`."""


def tale(past: Past) -> Tale:
    """See `Game.tale`."""
    s: State = past.state
    sheets = [_sheet(s, seat, past.names[seat], p) for seat, p in enumerate(s.players)]
    if s.bubba is not None:
        sheets.append(_sheet(s, s.seats, BUBBA, s.bubba))
    return Tale(
        title="Signing Day",
        opening=f"{v.MONTHS[s.rules.last]} is over. Time to count the stars.",
        unit="star",
        measure="Score over time",
        sheets=tuple(sheets),
        awards=tuple(found for give in AWARDS if (found := give(past)) is not None),
        given=_STARS,
    )


# -- the sheets ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _sources() -> list[str]:
    """Return the names of the sources, by number."""
    tips = read_tips("cashbox.games.envelopes")
    return [tips[f"score.{source}"].name for source in score_sheet.SOURCES]


def _sheet(s: State, seat: int, name: str, p: Player) -> TaleSheet:
    """Build a player's score sheet: stars by source, each with its entries."""
    items: dict[int, list[TaleItem]] = defaultdict(list)
    for entry in p.sheet:
        at, source, ref, stars = score_sheet.read(entry)
        items[source].append(TaleItem(_entry(s, at, source, ref), stars))
    lines = [
        line(called, sum_lines(items[source]) if source in _CARDS else items[source])
        for source, called in enumerate(_sources())
    ]
    return sheet(seat, name, lines)


def _entry(s: State, at: int, source: int, ref: int) -> str:
    """Describe an entry."""
    if source in _CARDS:
        return s.content.names[ref]
    if source in _RECRUITS:
        return recruit(s, ref)
    if source in _CAMPAIGNS:
        when = "" if at == score_sheet.AT_END else f" in {v.MONTHS[at]}"
        return f"for {plural(ref, 'buck')}{when}"
    if source == score_sheet.POSITIONS_TABLE:
        return f"{ref} different"
    if source == score_sheet.REGION_TABLE:
        region, recruits = score_sheet.of_region(ref)
        return f"{plural(recruits, 'recruit')} from {the_region(s.content, region)}"
    if source == score_sheet.BOARD:
        return ", ".join(v.POSITIONS[position] for position in s.content.boards[ref])
    return v.MONTHS[ref]


# -- awards ----------------------------------------------------------------------------------------------------------


def _rivals(past: Past) -> list[Player]:
    """Return the players by seat, followed by Bubba if he plays."""
    s: State = past.state
    return s.players if s.bubba is None else [*s.players, s.bubba]


def _beats_bubba(past: Past, counts: Sequence[int]) -> bool:
    """Return whether a player has more of something than Bubba; true if he does not play. counts: in the order of
    `_rivals`."""
    seats = len(past.names)
    return len(counts) == seats or max(counts[:seats]) > counts[seats]


def scout(past: Past) -> Award | None:
    """Award the most recruits."""
    counts = [len(p.slots) for p in _rivals(past)]
    if not _beats_bubba(past, counts):
        return None
    return award(
        "Top recruiter",
        past.names,
        counts[: len(past.names)],
        lambda who, n, each: f"{who} signed {plural(n, 'recruit')}{each}.",
    )


def catch(past: Past) -> Award | None:
    """Award the recruit with the most stars."""
    s: State = past.state
    best = [max(p.slots, key=stars_of, default=0) for p in _rivals(past)]
    counts = [stars_of(one) for one in best]
    seats = most(counts[: s.seats])
    if not seats or not _beats_bubba(past, counts):
        return None
    made = [f"{past.names[seat]} signed the {recruit(s, slot_of(best[seat]))}" for seat in seats]
    return Award("Biggest catch", seats, f"{listed(made)}: {plural(stars_of(best[seats[0]]), 'star')}{each(seats)}.")


def month(past: Past) -> Award | None:
    """Award the most stars in one month."""
    s: State = past.state
    scored = [[0] * len(v.MONTHS) for _ in _rivals(past)]
    for p, months in zip(_rivals(past), scored, strict=True):
        for entry in p.sheet:
            at, _, _, stars = score_sheet.read(entry)
            if at != score_sheet.AT_END:
                months[at] += stars
    best = [max(months) for months in scored]
    seats = most(best[: s.seats])
    if not seats or not _beats_bubba(past, best):
        return None
    made = [f"{past.names[seat]} in {v.MONTHS[scored[seat].index(best[seat])]}" for seat in seats]
    return Award("Best month", seats, f"{plural(best[seats[0]], 'star')}: {listed(made)}.")


def builder(past: Past) -> Award | None:
    """Award the most cards put into play."""
    counts = past.counted(put_card.PUT)
    return award("Builder", past.names, counts, lambda who, n, each: f"{who}{each} put {plural(n, 'card')} into play.")


def driver(past: Past) -> Award | None:
    """Award the most drives of the bus."""
    counts = past.counted(travel.MOVED)
    return award("Road warrior", past.names, counts, lambda who, n, each: f"{who} drove {plural(n, 'time')}{each}.")


def gambler(past: Past) -> Award | None:
    """Award the most bucks won in Vegas."""
    won = [0] * len(past.names)
    for one in past.events_of(vegas.WON):
        won[one.event[1]] += PRIZE_BUCKS * one.event[4]
    return award("High roller", past.names, won, lambda who, n, each: f"{who} won {plural(n, 'buck')} in Vegas{each}.")


AWARDS: Final = (scout, catch, month, builder, driver, gambler)
