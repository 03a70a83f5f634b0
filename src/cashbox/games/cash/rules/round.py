"""A trading round: its setup, its end, and when it ends the game.

Source: CASH "Setup", "Round breakdown", "Objective", "Advanced variant"; RULINGS B2.6, B2.13-15, B2.17, B2.18.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.game import Outcome
from cashbox.engine.lessons import PUPIL
from cashbox.engine.phrases import amount, listed, player
from cashbox.engine.state import note
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules import score
from cashbox.games.cash.rules.drawing import draw
from cashbox.games.cash.state import DECK, NO_CARDS, NOT_ENDED, OVER, STOPPED, State, all_in_deck, new_state
from cashbox.games.cash.text.events import event_kind

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.options import Rules
    from cashbox.games.cash.state import Sheet


def _scored(e: LogEvent[Content]) -> str:
    made = f"loses {amount(-e[0])}" if e[0] < 0 else f"makes {amount(e[0]) if e[0] else 'nothing'}"
    return f"{e.name} {made} this round. Capital: {amount(e[1])}."


def _taxed(e: LogEvent[Content]) -> str:
    return f"The Taxman {'earns' if e[0] > 0 else 'costs'} {e.name} {amount(abs(e[0]))}."


ROUND: Final = event_kind(lambda e: f"Trading round {e[0]}: {e.name} plays first.")
TRADING_STOPPED: Final = event_kind(lambda e: f"{e.name} stops trading.", headline=True)
ROUND_OVER: Final = event_kind(
    lambda e: (
        "No cards are left. The trading round ends." if e[0] == 1 else "That was the last turn. The trading round ends."
    )
)
"""The reason, as in `state.py`."""
SCORED: Final = event_kind(_scored)
TAXED: Final = event_kind(_taxed)
WINS: Final = event_kind(lambda e: f"{e.name} wins with {amount(e[0])}.")
GAME_TIED: Final = event_kind(lambda e: f"The lead is tied at {amount(e[0])}, so there is another trading round.")
"""The capital of the players who tie for first; they play on."""


def start(content: Content, rules: Rules, seats: int, chance: Chance) -> State:
    """Set up a new game. The first player is drawn at random, except in a lesson."""
    s = new_state(content, rules, seats)
    s.events = s.opening
    s.first = PUPIL if s.lesson is not None else chance.draw(seats)
    begin(s, chance)
    return s


def begin(s: State, chance: Chance) -> None:
    """Shuffle all cards and deal licenses and hands. The first turn is next."""
    s.round += 1
    s.turns = 0
    s.dump = []
    s.deck = list(range(s.content.size))
    s.unseen = all_in_deck(s.content, s.seats)
    s.window += 1
    note(s, ROUND, s.first, s.round)
    for p in s.players:
        p.new_round()
    if s.rules.license:
        for p, card in zip(s.players, s.content.licenses, strict=False):
            p.license = card
            s.unseen.lay_open(card, DECK)
            s.deck.remove(card)
    for seat in range(s.seats):
        draw(s, seat, HAND, chance)
    s.active = (s.first - 1) % s.seats
    s.turn_over = True


def end(s: State) -> None:
    """Score the round; then the game is over, or the first-player marker moves on."""
    why, s.ended = s.ended, NOT_ENDED
    if why == STOPPED:
        note(s, TRADING_STOPPED, s.active)
    else:
        note(s, ROUND_OVER, -1, why)
    sheet = score.sheet(s, why, s.active if why == STOPPED else -1)
    s.sheets = [*s.sheets, sheet]
    for seat, p in enumerate(s.players):
        own = sheet.lines[seat]
        if own.taxed:
            note(s, TAXED, seat, own.taxed)
        p.capital = own.capital
        note(s, SCORED, seat, own.total, own.capital)
    s.steps = []
    s.offer = s.countered = None
    if _over(s):
        s.phase = OVER
        s.window += 1
    else:
        s.first = (s.first + 1) % s.seats


def end_reason(sheet: Sheet) -> str:
    """Explain why a round ended, with players as `phrases.player` writes them."""
    if sheet.why == STOPPED:
        return f"{player(sheet.stopper)} stopped trading"
    return "no cards were left" if sheet.why == NO_CARDS else "no turns were left"


def _over(s: State) -> bool:
    """Return whether one player alone has reached the target, or the last round has been played."""
    leaders = _leaders(s)
    best = s.players[leaders[0]].capital
    last = bool(s.rules.max_rounds) and s.round >= s.rules.max_rounds
    if not last and best < s.rules.target:
        return False
    if not last and len(leaders) > 1:
        note(s, GAME_TIED, -1, best)
        return False
    for seat in leaders:
        note(s, WINS, seat, best)
    return True


def _leaders(s: State) -> list[int]:
    """Return the seats with the highest capital."""
    best = max([p.capital for p in s.players])
    return [seat for seat, p in enumerate(s.players) if p.capital == best]


def outcome(s: State) -> Outcome:
    """Return the capital by seat, and the seats with the most."""
    winners = _leaders(s)
    return Outcome(tuple([p.capital for p in s.players]), tuple(winners), _result(s, winners))


def _result(s: State, winners: list[int]) -> str:
    best = s.players[winners[0]].capital
    names = [player(seat) for seat in winners]
    if len(winners) > 1:
        return f"{listed(names)} share the win with {amount(best)} after the last trading round."
    when = "" if best >= s.rules.target else " after the last trading round"
    return f"{names[0]} wins with {amount(best)}{when}."
