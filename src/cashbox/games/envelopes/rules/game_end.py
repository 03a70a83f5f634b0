"""End of the game: end cards, one final campaign, positions, region, Recruiting Boards.

Source: V10 "End of the Game", "End of Game Cards", "Run One Final Marketing Campaign", "Positional Scoring",
"Regional Scoring", BGA (Recruiting Boards), FAM "Run One Final Marketing Campaign", "Solitaire rules: End of Game
Scoring"; RULINGS A1, A4, A5.20-22. Who won: `winner.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.options import SHARED
from cashbox.games.envelopes.rules import counting, marketing, score_sheet, winner
from cashbox.games.envelopes.state import FINAL, OVER, SCORE, Player, State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance

POSITIONS: Final = (0, 1, 2, 4, 8, 12, 18, 24, 32)
"""Stars by different positions."""
REGION: Final = (0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32)
"""Stars by recruits of the best region; the 18 for six in the text is a misprint for 10 (RULINGS A1)."""
BOARD_ALL: Final = 15
"""Stars for a recruit of each of the five positions of one's Recruiting Board."""
BOARD_MARKED: Final = 5
"""Stars where not all are filled but the first three, the marked ones, are."""


def last_cards(s: State) -> None:
    """Score the end cards; then everybody with bucks may run one more campaign."""
    for seat, p in enumerate(s.players):
        for card in p.play:
            effect = s.content.effect[card]
            if effect.use == v.END and effect.do == v.DO_GET and counting.met(s, p, effect):
                stars = effect.stars * counting.times(s, p, effect)
                score_sheet.add(s, p, score_sheet.END_CARD, card, stars, score_sheet.AT_END)
                ev.note(s, ev.SCORED_END, seat, card, stars)
    s.window += 1
    s.phase = FINAL
    s.due = sum(1 << seat for seat, p in enumerate(s.players) if p.bucks)
    if not s.due:
        s.phase = SCORE


def legal_final(s: State, p: Player) -> list[int]:
    """No campaign, or any amount a player can pay."""
    return [act.CAMPAIGN, *marketing.legal(s, p)]


def play_final(s: State, seat: int, action: int) -> None:
    """Choose, hidden until all have."""
    s.players[seat].choice = [action - act.CAMPAIGN]
    ev.note(s, ev.FINAL_CHOSEN, seat)
    s.due &= ~(1 << seat)
    if not s.due:
        s.window += 1
        s.phase = SCORE


def final_score(s: State, chance: Chance) -> None:
    """Final campaigns, both tables, Recruiting Boards, ties."""
    for seat in range(s.seats):
        _final_campaign(s, seat)
    for seat, p in enumerate(s.players):
        ev.note(s, ev.SCORED_POSITIONS, seat, *_positions(s, p))
        _one_more(s, seat, v.DO_EXTRA_POSITION)
        ev.note(s, ev.SCORED_REGION, seat, *_region(s, p))
        _one_more(s, seat, v.DO_EXTRA_REGION)
        if p.board >= 0:
            _board(s, seat)
    if s.bubba is not None:
        ev.note(s, ev.BUBBA_POSITIONS, -1, *_positions(s, s.bubba))
        ev.note(s, ev.BUBBA_REGION, -1, *_region(s, s.bubba))
    winner.break_tie(s, chance)
    s.phase = OVER
    winner.tell(s)


def _final_campaign(s: State, seat: int) -> None:
    """What was chosen is spent; where all who are tied share the win, bucks that are left are discarded."""
    p = s.players[seat]
    n = p.choice[0] if p.choice else 0
    paid = marketing.price(p, n)
    p.bucks -= paid
    score_sheet.add(s, p, score_sheet.FINAL_CAMPAIGN, paid, marketing.STARS[n], score_sheet.AT_END)
    ev.note(s, ev.FINAL_CAMPAIGN, seat, paid, marketing.STARS[n])
    p.choice = []
    if s.rules.ties == SHARED and p.bucks:
        ev.note(s, ev.BUCKS_DISCARDED, seat, p.bucks)
        p.bucks = 0


def _positions(s: State, p: Player) -> tuple[int, int]:
    """Different positions and their stars."""
    different = p.pos_mask.bit_count()
    stars = POSITIONS[different]
    score_sheet.add(s, p, score_sheet.POSITIONS_TABLE, different, stars, score_sheet.AT_END)
    return different, stars


def _region(s: State, p: Player) -> tuple[int, int, int]:
    """The region that pays most, its recruits and their stars."""
    counts = counting.region_counts(s, p)
    best = max(range(6), key=lambda c: counts[c])
    recruits = min(10, counts[best])
    stars = REGION[recruits]
    score_sheet.add(s, p, score_sheet.REGION_TABLE, 16 * best + recruits, stars, score_sheet.AT_END)
    return best, recruits, stars


def _one_more(s: State, seat: int, do: int) -> None:
    """A card that counts one more position, or one more recruit of the region, than there is."""
    p = s.players[seat]
    card = next((card for card in p.play if s.content.effect[card].do == do), -1)
    if card < 0:
        return
    if do == v.DO_EXTRA_POSITION:
        table: tuple[int, ...] = POSITIONS
        n = p.pos_mask.bit_count()
    else:
        table = REGION
        n = min(10, max(counting.region_counts(s, p)))
    more = table[min(len(table) - 1, n + 1)] - table[n]
    score_sheet.add(s, p, score_sheet.END_CARD, card, more, score_sheet.AT_END)
    ev.note(s, ev.SCORED_END, seat, card, more)


def _board(s: State, seat: int) -> None:
    """15 stars for all five positions of the Recruiting Board, else 5 for the marked three."""
    p = s.players[seat]
    filled = [p.pos_mask >> position & 1 for position in s.content.boards[p.board]]
    stars = BOARD_ALL if all(filled) else BOARD_MARKED if all(filled[:3]) else 0
    score_sheet.add(s, p, score_sheet.BOARD, p.board, stars, score_sheet.AT_END)
    ev.note(s, ev.SCORED_BOARD, seat, p.board, stars)
