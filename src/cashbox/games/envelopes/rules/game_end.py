"""End of the game: end cards, one final campaign, positions, region, Recruiting Boards.

Source: V10 "End of the Game", "End of Game Cards", "Run One Final Marketing Campaign", "Positional Scoring",
"Regional Scoring", BGA (Recruiting Boards), FAM "Run One Final Marketing Campaign", "Solitaire rules: End of Game
Scoring"; RULINGS A1, A4, A5.20-22. Who won: `winner.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts
from cashbox.engine.phrases import plural
from cashbox.engine.state import note
from cashbox.engine.verbs import Verb
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.options import BY_CARDS, BY_DIE, SHARED
from cashbox.games.envelopes.phases import FINAL, OVER, SCORE
from cashbox.games.envelopes.rules import counting, marketing, score_sheet, winner
from cashbox.games.envelopes.rules.turn import Together
from cashbox.games.envelopes.state import Player, State
from cashbox.games.envelopes.text.events import event_kind, stars_text
from cashbox.games.envelopes.text.phrases import the_region

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent

POSITIONS: Final = (0, 1, 2, 4, 8, 12, 18, 24, 32)
"""Stars by number of different positions."""
REGION: Final = (0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32)
"""Stars by number of recruits of the best region; the 18 for six in the text is a misprint for 10 (RULINGS A1)."""
BOARD_ALL: Final = 15
"""Stars for a recruit of each of the five positions on a Recruiting Board."""
BOARD_MARKED: Final = 5
"""Stars if only the marked positions are filled."""
MARKED: Final = 3
"""The number of marked positions of a Recruiting Board, which are the first ones."""
MOST_RECRUITS: Final = len(REGION) - 1
"""The most recruits of one region that count."""


def _final(e: LogEvent[Content]) -> str:
    if not e[0]:
        return f"{e.name} doesn't run a final campaign."
    return f"{e.name} spends {plural(e[0], 'buck')} on a final campaign: {plural(e[1], 'star')}."


def _told_positions(name: str, different: int, stars: int) -> str:
    if not different:
        return f"{name} signed no one: no stars for positions, and none for a region except from cards."
    signed = "1 position" if different == 1 else plural(different, "different position")
    return f"{name} scores {plural(stars, 'star')} for {signed}."


def _told_region(e: LogEvent[Content]) -> str | None:
    if not e[1]:
        return None
    where = the_region(e.content, e[0])
    return f"{e.name} scores {plural(e[2], 'star')} for {plural(e[1], 'recruit')} from {where}."


def _bubbas_region(e: LogEvent[Content]) -> str | None:
    if not e[1]:
        return None
    region = the_region(e.content, e[0])
    return f"Bubba scores {plural(e[2], 'star')} for {plural(e[1], 'recruit')} from {region}."


def _told_board(e: LogEvent[Content]) -> str:
    board = ", ".join(v.POSITIONS[position] for position in e.content.boards[e[0]])
    return f"{e.name}'s Recruiting Board ({board}) scores {stars_text(e[1])}."


SCORED_END: Final = event_kind(lambda e: f"{e.name} scores {stars_text(e[1])} from {e.content.names[e[0]]} at the end.")
FINAL_CHOSEN: Final = event_kind(lambda e: f"{e.name} has decided what to spend on a final campaign.")
FINAL_CAMPAIGN: Final = event_kind(_final)
BUCKS_DISCARDED: Final = event_kind(lambda e: f"{e.name} discards {plural(e[0], 'leftover buck')}.")
SCORED_POSITIONS: Final = event_kind(lambda e: _told_positions(e.name, e[0], e[1]))
SCORED_REGION: Final = event_kind(_told_region)
SCORED_BOARD: Final = event_kind(_told_board)
BUBBA_POSITIONS: Final = event_kind(lambda e: _told_positions("Bubba", e[0], e[1]))
BUBBA_REGION: Final = event_kind(_bubbas_region)

_TO_KEEP: Final = "Run one final campaign with your leftover bucks, or keep them to break ties."
_TO_SPEND: Final = "Run one final campaign with your leftover bucks. Any bucks you keep are worth nothing."


def last_cards(s: State, chance: Chance) -> None:
    """Score the end cards, and ask everyone with bucks about one more campaign."""
    for seat, p in enumerate(s.players):
        for card in p.play:
            stars = _by_end_card(s, p, card)
            if stars is not None:
                score_sheet.add(s, p, score_sheet.END_CARD, card, stars, score_sheet.AT_END)
                note(s, SCORED_END, seat, card, stars)
    s.window += 1
    s.phase = FINAL
    s.due = sum(1 << seat for seat, p in enumerate(s.players) if p.bucks)
    if not s.due:
        s.phase = SCORE


class LastCampaign(Verb[State, Content]):
    """Choose a final campaign, or none: hidden until all have chosen."""

    kind = "campaign"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.players[seat].choice = [k]
        note(s, FINAL_CHOSEN, seat)
        s.due &= ~(1 << seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        """Describe a final campaign, which is paid once all have chosen; see `marketing.known`."""
        return Description(
            marketing.label(s.players[seat], k) if k else "No final campaign",
            Facts(known=marketing.known(s.players[seat], k)),
        )

    def explain(self, s: State, seat: int, k: int) -> str:
        return marketing.why(s, s.players[seat], k)


class FinalCampaign(Together):
    """Choose no campaign, or any amount that the player can pay."""

    number = FINAL
    heading = "Run One Final Marketing Campaign"
    verbs = (LastCampaign(),)
    task = "to decide whether to run a final campaign"

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.CAMPAIGN, *marketing.legal(s, s.players[seat])]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return _TO_KEEP if s.rules.ties in (BY_CARDS, BY_DIE) else _TO_SPEND


def all_chosen(s: State, chance: Chance) -> None:
    """End the last choice of the game."""
    s.window += 1
    s.phase = SCORE


def final_score(s: State, chance: Chance) -> None:
    """Score final campaigns, both tables, Recruiting Boards, and ties."""
    for seat in range(s.seats):
        _final_campaign(s, seat)
    for seat, p in enumerate(s.players):
        note(s, SCORED_POSITIONS, seat, *_positions(s, p))
        _one_more(s, seat, v.DO_EXTRA_POSITION)
        note(s, SCORED_REGION, seat, *_region(s, p))
        _one_more(s, seat, v.DO_EXTRA_REGION)
        if p.board >= 0:
            _board(s, seat)
    if s.bubba is not None:
        note(s, BUBBA_POSITIONS, -1, *_positions(s, s.bubba))
        note(s, BUBBA_REGION, -1, *_region(s, s.bubba))
    winner.break_tie(s, chance)
    s.phase = OVER
    winner.tell(s)


def _final_campaign(s: State, seat: int) -> None:
    """Pay for the chosen campaign. If all who tie share the win, leftover bucks are discarded."""
    p = s.players[seat]
    n = p.choice[0] if p.choice else 0
    paid = marketing.price(p, n)
    p.bucks -= paid
    score_sheet.add(s, p, score_sheet.FINAL_CAMPAIGN, paid, marketing.STARS[n], score_sheet.AT_END)
    note(s, FINAL_CAMPAIGN, seat, paid, marketing.STARS[n])
    p.choice = []
    if s.rules.ties == SHARED and p.bucks:
        note(s, BUCKS_DISCARDED, seat, p.bucks)
        p.bucks = 0


def scored_by(table: Sequence[int], n: int) -> tuple[int, int]:
    """Return the score in a table for this many and for one more, 0 beyond the end of the table."""
    last = len(table) - 1
    return table[min(last, n)], table[n + 1] if n < last else 0


def board_stars(board: Sequence[int], positions: int) -> int:
    """Return the score of a Recruiting Board with recruits of these positions (a mask): for all five, otherwise for the
    marked ones."""
    filled = [positions >> position & 1 for position in board]
    return BOARD_ALL if all(filled) else BOARD_MARKED if all(filled[:MARKED]) else 0


def so_far(s: State, p: Player) -> int:
    """Return a player's publicly known stars if the game ended now: the scored ones, and those still to come from
    tables and end cards. Recruiting Boards are hidden, and a final campaign is unknown."""
    if s.phase in (SCORE, OVER):
        return p.stars
    stars = p.stars if s.phase == FINAL else p.stars + sum([_by_end_card(s, p, card) or 0 for card in p.play])
    stars += 0 if s.phase == FINAL else _by_waiting(s, p)
    stars += sum([_by_one_more(s, p, do)[1] for do in (v.DO_EXTRA_POSITION, v.DO_EXTRA_REGION)])
    return stars + POSITIONS[p.pos_mask.bit_count()] + REGION[_of_best_region(s, p)]


def _by_end_card(s: State, p: Player, card: int) -> int | None:
    """Return the stars of an end card as things stand; None if it gives nothing then, or at all."""
    effect = s.content.effect[card]
    if effect.use != v.END or effect.do != v.DO_GET or not counting.met(s, p, effect):
        return None
    return effect.stars * counting.times(s, p, effect)


def _by_waiting(s: State, p: Player) -> int:
    """Return the stars that end cards gain from the cards on the calendar, which leave it unplayed at the end."""
    waiting = sum(card >= 0 for card in p.calendar)
    found = 0
    for card in p.play:
        effect = s.content.effect[card]
        if effect.use == v.END and v.COUNT[effect.per] == "expired":
            then = min(effect.cap, (p.expired + waiting) // effect.each)
            found += effect.stars * (then - counting.times(s, p, effect))
    return found


def _of_best_region(s: State, p: Player) -> int:
    """Return the recruits of the best-paying region, as far as they count."""
    return min(MOST_RECRUITS, max(counting.region_counts(s, p)))


def _positions(s: State, p: Player) -> tuple[int, int]:
    """Return the number of different positions and their stars."""
    different = p.pos_mask.bit_count()
    stars = POSITIONS[different]
    score_sheet.add(s, p, score_sheet.POSITIONS_TABLE, different, stars, score_sheet.AT_END)
    return different, stars


def _region(s: State, p: Player) -> tuple[int, int, int]:
    """Return the best-paying region, its recruits, and their stars."""
    counts = counting.region_counts(s, p)
    best = max(range(6), key=lambda c: counts[c])
    recruits = _of_best_region(s, p)
    stars = REGION[recruits]
    score_sheet.add(s, p, score_sheet.REGION_TABLE, score_sheet.region_ref(best, recruits), stars, score_sheet.AT_END)
    return best, recruits, stars


def _one_more(s: State, seat: int, do: int) -> None:
    """Score a card that adds one position, or one recruit of the region."""
    p = s.players[seat]
    card, more = _by_one_more(s, p, do)
    if card >= 0:
        score_sheet.add(s, p, score_sheet.END_CARD, card, more, score_sheet.AT_END)
        note(s, SCORED_END, seat, card, more)


def _by_one_more(s: State, p: Player, do: int) -> tuple[int, int]:
    """Return such a card, and its stars as things stand; -1 and 0 if there is none."""
    card = next((card for card in p.play if s.content.effect[card].do == do), -1)
    if card < 0:
        return card, 0
    if do == v.DO_EXTRA_POSITION:
        table: tuple[int, ...] = POSITIONS
        n = p.pos_mask.bit_count()
    else:
        table = REGION
        n = _of_best_region(s, p)
    return card, table[min(len(table) - 1, n + 1)] - table[n]


def _board(s: State, seat: int) -> None:
    p = s.players[seat]
    stars = board_stars(s.content.boards[p.board], p.pos_mask)
    score_sheet.add(s, p, score_sheet.BOARD, p.board, stars, score_sheet.AT_END)
    note(s, SCORED_BOARD, seat, p.board, stars)
