"""End of the game: end cards, one final campaign, positions, region, and who won.

Source: V10 "End of the Game", "End of Game Cards", "Run One Final Marketing Campaign", "Positional Scoring",
"Regional Scoring", "Determining the Winner (and Breaking Ties)"; RULINGS A1, A5.20.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import score
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, marketing
from cashbox.games.envelopes.state import FINAL, OVER, SCORE, Player, State

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance

POSITIONS: Final = (0, 1, 2, 4, 8, 12, 18, 24, 32)
"""Stars by different positions."""
REGION: Final = (0, 1, 2, 3, 5, 7, 10, 14, 19, 25, 32)
"""Stars by recruits of the best region; the 18 for six in the text is a misprint for 10 (RULINGS A1)."""


def last_cards(s: State) -> None:
    """Score the end cards; then everybody with bucks may run one more campaign."""
    for seat, p in enumerate(s.players):
        for card in p.play:
            effect = s.content.effect[card]
            if effect.use == v.END and effect.do == v.DO_GET and counting.met(s, p, effect):
                stars = effect.stars * counting.times(s, p, effect)
                score.add(s, p, score.END_CARD, card, stars, score.AT_END)
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
    """Final campaigns, both tables, ties."""
    for seat, p in enumerate(s.players):
        n = p.choice[0] if p.choice else 0
        if n:
            p.bucks -= marketing.price(p, n)
            score.add(s, p, score.FINAL_CAMPAIGN, n, marketing.STARS[n], score.AT_END)
        ev.note(s, ev.FINAL_CAMPAIGN, seat, n, marketing.STARS[n])
        p.choice = []
    for seat in range(s.seats):
        _positions(s, seat)
        _region(s, seat)
    _cut(s, chance)
    s.phase = OVER
    for seat in winners(s):
        ev.note(s, ev.WINNER, seat, s.players[seat].stars)


def _extra(s: State, p: Player, do: int) -> int:
    """The card that counts one more, -1 where there is none."""
    return next((card for card in p.play if s.content.effect[card].do == do), -1)


def _positions(s: State, seat: int) -> None:
    p = s.players[seat]
    different = p.pos_mask.bit_count()
    stars = POSITIONS[different]
    score.add(s, p, score.POSITIONS_TABLE, different, stars, score.AT_END)
    ev.note(s, ev.SCORED_POSITIONS, seat, different, stars)
    card = _extra(s, p, v.DO_EXTRA_POSITION)
    if card >= 0:
        more = POSITIONS[min(8, different + 1)] - stars
        score.add(s, p, score.END_CARD, card, more, score.AT_END)
        ev.note(s, ev.SCORED_END, seat, card, more)


def _region(s: State, seat: int) -> None:
    p = s.players[seat]
    counts = counting.region_counts(s, p)
    best = max(range(6), key=lambda c: counts[c])
    recruits = min(10, counts[best])
    stars = REGION[recruits]
    score.add(s, p, score.REGION_TABLE, 16 * best + recruits, stars, score.AT_END)
    ev.note(s, ev.SCORED_REGION, seat, best, recruits, stars)
    card = _extra(s, p, v.DO_EXTRA_REGION)
    if card >= 0:
        more = REGION[min(10, recruits + 1)] - stars
        score.add(s, p, score.END_CARD, card, more, score.AT_END)
        ev.note(s, ev.SCORED_END, seat, card, more)


def leaders(s: State) -> list[int]:
    """Seats that stars, then left-over bucks, then different positions leave in front."""
    keys = [(p.stars, p.bucks, p.pos_mask.bit_count()) for p in s.players]
    best = max(keys)
    return [seat for seat in range(s.seats) if keys[seat] == best]


def _cut(s: State, chance: Chance) -> None:
    """Still tied: each cuts a deck, the highest rank wins; repeat until there is a winner."""
    tied = leaders(s)
    while len(tied) > 1:
        ranks = [chance.draw(13) for _ in tied]
        for seat, rank in zip(tied, ranks, strict=True):
            ev.note(s, ev.CUT, seat, rank)
        tied = [seat for seat, rank in zip(tied, ranks, strict=True) if rank == max(ranks)]
        s.cuts = tied


def winners(s: State) -> list[int]:
    """The seat that won, of a game that is over."""
    return s.cuts or leaders(s)
