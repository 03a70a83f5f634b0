"""Drafting cards: deal, then draft one, or discard one and pass.

Source: V10 "Drafting Cards", FAM "Solitaire rules"; RULINGS A4, A5.6, A5.21.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import TABLE, Change, Description, Facts, change
from cashbox.engine.phrases import listed, plural
from cashbox.engine.state import note, with_value, without
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import DRAFT, ROLL
from cashbox.games.envelopes.rules import bubba, deck, idle
from cashbox.games.envelopes.rules.mats import BUBBAS_STARS, copy_of, differences, of_table
from cashbox.games.envelopes.state import Player, State, clockwise
from cashbox.games.envelopes.text.events import cards, event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent

OTHERWISE: Final = "You draft cards at the start of a month."
_SOURCES: Final = ("from hand", "from the pool", "from the stash")
_HAND, _POOL, _STASH = 0, 1, 2


def _dealt(e: LogEvent[Content]) -> str:
    if e.own:
        return f"You are dealt {cards(e, e.what)}."
    return f"{e.name} is dealt {plural(len(e.what), 'card')}."


MONTH_BEGINS: Final = event_kind(lambda e: f"{v.MONTHS[e[0]]} begins.")
DEALT: Final = event_kind(_dealt)
DRAFTED: Final = event_kind(lambda e: f"{e.name} drafts {e.content.names[e[0]]} {_SOURCES[e[1]]}.", headline=True)
PASSED: Final = event_kind(lambda e: f"{e.name} discards {e.content.names[e[0]]} to the pool.", headline=True)


def deal(s: State, chance: Chance) -> None:
    """Begin a month: deal cards to everyone, starting with the starting player, who then gets one more."""
    note(s, MONTH_BEGINS, -1, s.month)
    seat = s.chain
    for _ in range(s.seats):
        _deal_to(s, seat, s.rules.dealt, chance)
        seat = clockwise(s, seat)
    _deal_to(s, s.chain, s.rules.dealt_first, chance)
    for _ in range(s.seats):
        _deal_to(s, seat, s.players[seat].mods[v.MOD_DEAL], chance)
        seat = clockwise(s, seat)
    for seat, p in enumerate(s.players):
        p.drafted = 0
        note(s, DEALT, seat, *p.hand)
    s.phase = DRAFT
    s.current = s.chain
    s.due = 1 << s.current
    s.window += 1
    _skip_who_cannot(s)


def _deal_to(s: State, seat: int, n: int, chance: Chance) -> None:
    for _ in range(n):
        card = deck.draw(s, chance)
        if card >= 0:
            p = s.players[seat]
            p.hand = [*p.hand, card]


def may_pass(s: State, p: Player) -> bool:
    """Check whether a player may discard a card and pass."""
    return len(p.hand) > 1 and s.rules.pool


def bubba_scores(s: State, p: Player, card: int) -> int:
    """Return the stars that Bubba scores for the remaining dealt cards if this one is drafted."""
    return sum(s.content.stars[other] for other in p.hand if other != card)


class Take(Verb[State, Content]):
    """Draft a card; the rest of the hand goes to the pool, or leaves the game if there is none."""

    kind = "draft"
    otherwise = OTHERWISE

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        p = s.players[seat]
        source = _source(s, p, k)
        if source == _POOL:
            s.pool = without(s.pool, k)
        note(s, DRAFTED, seat, k, source)
        rest = [card for card in p.hand if card != k]
        for card in rest:
            deck.put_away(s, seat, card)
        if not s.rules.pool:
            bubba.score_discards(s, rest)
        _onto(s, p, k, source)
        _next(s, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        p = s.players[seat]
        mat = copy_of(p)
        source = _source(s, p, k)
        _onto(s, mat, k, source)
        rest = len(p.hand) - (source == _HAND)
        pool, gone = (rest, 0) if s.rules.pool else (0, rest)
        beside = of_table(pool=pool - (source == _POOL), gone=gone)
        if s.bubba is not None and (stars := bubba_scores(s, p, k)):
            beside += (Change(BUBBAS_STARS, stars, seat=TABLE),)
        facts = Facts(differences(p, [mat]) + beside)
        name = s.content.names[k] + idle.idle_mark(s, k)
        if s.bubba is None:
            return Description(f"Draft {name}", facts)
        stars = bubba_scores(s, s.players[seat], k)
        return Description(f"Draft {name} (Bubba scores {plural(stars, 'star')} for the rest)", facts)

    def explain(self, s: State, seat: int, k: int) -> str:
        places = ["in your hand"] + ["in the pool"] * s.rules.pool + ["in your stash"] * bool(s.players[seat].stash)
        return f"That card is neither {' nor '.join(places)}." if len(places) > 1 else f"That card is not {places[0]}."


class Pass(Verb[State, Content]):
    """Discard this card from the hand to the pool and pass."""

    kind = "pass"
    otherwise = "You can only discard a card and pass during the draft, at the start of a month."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        p = s.players[seat]
        p.hand = without(p.hand, k)
        s.pool = [*s.pool, k]
        note(s, PASSED, seat, k)
        _next(s, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        facts = Facts(change("hand", len(s.players[seat].hand), -1) + of_table(pool=1))
        then = "choose again" if s.seats == 1 else "pass"
        return Description(f"Discard {s.content.names[k]} and {then}{idle.idle_mark(s, k)}", facts)

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        if s.rules.pool:
            return ""
        return "You can't pass without a pool. Draft one card. The other cards you were dealt leave the game."

    def explain(self, s: State, seat: int, k: int) -> str:
        if not s.rules.pool:
            return self.explain_elsewhere(s, seat, k)
        hand = s.players[seat].hand
        if len(hand) < 2:
            return f"You can't pass with {plural(len(hand), 'card')} left in hand. Draft a card."
        return "You can only discard a card from your hand."


class Draft(Phase[State, Content]):
    """Take a card from hand, pool, or stash; or, with two or more in hand and a pool, discard one and pass."""

    number = DRAFT
    heading = "Drafting Cards"
    verbs = (Take(), Pass())
    task = "to draft a card"

    def legal(self, s: State, seat: int) -> list[int]:
        p = s.players[seat]
        out = [act.DRAFT + card for card in p.hand]
        out += [act.DRAFT + card for card in s.pool]
        out += [act.DRAFT + card for card in p.stash]
        if may_pass(s, p):
            out += [act.PASS + card for card in p.hand]
        return out

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        p = s.players[seat]
        sources = ("your hand", p.hand), ("the pool", s.pool), ("your stash", p.stash)
        asked = f"Draft a card for {v.MONTHS[s.month]} from {listed([name for name, held in sources if held], 'or')}"
        if not s.rules.pool:
            every = plural(bubba_scores(s, p, -1), "star")
            stash = f" ({every} if you draft from your stash)" if p.stash else ""
            return f"{asked}. Bubba scores the stars on the dealt cards that you don't take{stash}."
        if not may_pass(s, p):
            return f"{asked}."
        then = "choose again" if s.seats == 1 else "pass"
        return f"{asked}, or discard a card from your hand and {then}."


def _source(s: State, p: Player, card: int) -> int:
    return _HAND if card in p.hand else _POOL if card in s.pool else _STASH


def _onto(s: State, p: Player, card: int, source: int) -> None:
    """Put the card on the calendar to wait, and empty the hand."""
    if source == _STASH:
        p.stash = without(p.stash, card)
    p.calendar = with_value(p.calendar, s.month, card)
    p.drafted = 1
    p.hand = []


def _next(s: State, seat: int) -> None:
    s.window += 1
    s.current = clockwise(s, seat)
    _skip_who_cannot(s)


def _skip_who_cannot(s: State) -> None:
    """Go on to the next player who has not drafted, skipping those with no card to take."""
    for _ in range(s.seats):
        p = s.players[s.current]
        if not p.drafted and (p.hand or p.stash or s.pool):
            s.due = 1 << s.current
            return
        s.current = clockwise(s, s.current)
    s.due = 0
    s.phase = ROLL
