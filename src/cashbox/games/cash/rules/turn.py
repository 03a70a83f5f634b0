"""A turn: draw, play or discard one card, the hand check, and the next player.

Source: CASH "Turn breakdown", "Round breakdown", "Dividend Yield", "Premium Earnings"; RULINGS B2.10, B2.11, B2.13,
B2.14. A player who has lost a turn loses the next one, even an extra turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from cashbox.engine.facts import Description
from cashbox.engine.seats import only
from cashbox.engine.state import note
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.cash import actions as act
from cashbox.games.cash.content import Content
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules import cards
from cashbox.games.cash.rules.aiming import discard_it, play_it
from cashbox.games.cash.rules.counting import Tally
from cashbox.games.cash.rules.drawing import draw, faces, find, holds, missing
from cashbox.games.cash.rules.needs import OF_THE_FIRM, standing, unmet, why_not_played
from cashbox.games.cash.rules.offers import partners
from cashbox.games.cash.rules.trading import MAKE_OFFER, in_turn
from cashbox.games.cash.state import ACT, AGAIN, CHECK, CLOSE, NO_CARDS, TURNS, State
from cashbox.games.cash.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.facts import Facts

TURN: Final = event_kind(lambda e: f"{e.name} takes another turn." if e[0] else None)
"""1 if it is an extra turn."""
LOST_TURN: Final = event_kind(lambda e: f"{e.name} loses this turn.", headline=True)
"""The number of turns still to lose."""
EXTRA_LOST: Final = event_kind(lambda e: f"{e.name} uses an extra turn to cancel a lost one.")
RESTED: Final = event_kind(lambda e: f"{e.name} skips an extra turn.")

# -- from turn to turn -----------------------------------------------------------------------------------------------


def next_turn(s: State, chance: Chance) -> None:
    """Start the turn of the next player clockwise who has no turn to lose, or end the round after its last turn."""
    while not s.last_turn():
        s.active = (s.active + 1) % s.seats
        p = s.players[s.active]
        if not p.lost:
            begin(s, chance, extra=0)
            return
        s.turns += 1
        p.lost -= 1
        note(s, LOST_TURN, s.active, p.lost)
    s.ended = TURNS


def begin(s: State, chance: Chance, extra: int) -> None:
    """Start a turn: draw a card and ask the player to act."""
    s.turns += 1
    s.window += 1
    s.players[s.active].offers = [0] * s.seats
    note(s, TURN, s.active, extra)
    s.turn_over = False
    if draw(s, s.active, 1, chance):
        s.phase = s.stage = ACT
        s.due = only(s.active)
    else:
        s.ended = NO_CARDS


def continue_turn(s: State, chance: Chance) -> None:
    """Ask the question of this stage of the turn. After the hand check, the turn is over."""
    if not s.turn_over:
        if s.stage == CLOSE and not partners(s):
            s.stage = CHECK
        if s.stage != CHECK or len(s.players[s.active].hand) > HAND:
            s.phase = s.stage
            s.due = only(s.active)
            return
        s.turn_over = True
        fill_hand(s, chance)
    if s.ended < 0:
        _end(s, chance)


def fill_hand(s: State, chance: Chance) -> None:
    """Draw up to seven cards in the hand check."""
    few = HAND - len(s.players[s.active].hand)
    if few > 0 and not draw(s, s.active, few, chance):
        s.ended = NO_CARDS


def _end(s: State, chance: Chance) -> None:
    """Start the player's extra turn if there is one that is not lost; otherwise go on to the next player."""
    p = s.players[s.active]
    while p.extra and p.lost:
        p.extra -= 1
        p.lost -= 1
        note(s, EXTRA_LOST, s.active)
    if p.extra and not s.last_turn():
        s.phase = AGAIN
        s.due = only(s.active)
    else:
        next_turn(s, chance)


# -- the card of a turn ----------------------------------------------------------------------------------------------

_CHECK_FIRST: Final = "Your turn ends after the hand check."


class OfTheHand(Verb[State, Content]):
    """Use a card of the hand."""

    word: ClassVar[str]

    def using(self, s: State, k: int, does: str, facts: Facts) -> Description:
        """Describe the use of a card. does: its effect, as a part of a sentence."""
        joint = " " if does.startswith("against ") else " with " if does.startswith("no effect") else ": "
        return Description(f"{self.word} {s.content.names[k]}{joint}{does}", facts, does)

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return in_turn(s, seat)


class PlayCard(OfTheHand):
    """Play a card onto the firm, the cash, or (with a target to choose next) an opponent's license."""

    kind = "play"
    word = "Play"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.due = 0
        if cards.only_asks_target(s, seat, k):
            cards.apply(s, seat, k, find(s, s.players[seat].hand, k), chance)
        else:
            cards.apply(s, seat, k, play_it(s, seat, k), chance)

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally = Tally(s, seat)
        if not cards.only_asks_target(s, seat, k):
            cards.count(s, seat, k, tally, works=True)
        return self.using(s, k, cards.tell(s, seat, k), tally.facts())

    def explain(self, s: State, seat: int, k: int) -> str:
        return why_not_played(s, seat, k) if holds(s, s.players[seat], k) else missing(s, k)


class DiscardCard(OfTheHand):
    """Discard a card, in the turn or at the hand check; with a license on the table, it takes effect. Known:
    "works", whether it takes effect."""

    kind = "discard"
    word = "Discard"
    otherwise = "You can discard a card instead of playing one, or at the hand check."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.due = 0
        works = cards.effective(s, seat, k)
        if works and cards.only_asks_target(s, seat, k):
            cards.apply(s, seat, k, find(s, s.players[seat].hand, k), chance)
            return
        card = discard_it(s, seat, k, works=works)
        if works:
            cards.apply(s, seat, k, card, chance)

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally, works = Tally(s, seat), cards.effective(s, seat, k)
        if not works or not cards.only_asks_target(s, seat, k):
            cards.count(s, seat, k, tally, works=works)
        tally.known["works"] = int(works)
        return self.using(s, k, cards.tell_discard(s, seat, k), tally.facts())

    def explain(self, s: State, seat: int, k: int) -> str:
        return missing(s, k)


class Finish(Verb[State, Content]):
    """Finish offering and go on to the hand check."""

    kind = "finish"
    otherwise = "You have to play or discard a card before you can end your turn."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.stage = CHECK
        s.due = 0
        fill_hand(s, chance)

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally = Tally(s, seat)
        over = len(s.players[seat].hand) - HAND
        if over < 0:
            tally.known["short"] = -over - tally.draw(-over)
        elif over:
            tally.known["over"] = over
        facts = tally.facts()
        if "over" in facts.known:
            return Description(f"End turn: discard {facts.known['over']}", facts)
        drawn = facts.by("hand")
        if facts.known.get("short"):
            return Description(f"End turn: draw {drawn}, and the round ends because no cards are left", facts)
        return Description(f"End turn: draw {drawn}" if drawn else "End turn", facts)

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        checks = seat == s.active and s.phase == CHECK
        return _CHECK_FIRST if checks else in_turn(s, seat)


DISCARD_CARD: Final = DiscardCard()


class Acting(Phase[State, Content]):
    """The active player, after the draw, plays or discards a card, and may make offers."""

    number = ACT
    heading = "Drawing, playing, and discarding"
    verbs = (PlayCard(), DISCARD_CARD, MAKE_OFFER)
    task = "to play or discard a card"
    otherwise = "You can play one card each turn, after you draw."

    def legal(self, s: State, seat: int) -> list[int]:
        p, content = s.players[seat], s.content
        found, lacking = [], ~standing(p)
        for face in faces(s, p.hand):
            left = content.to_play[face] & lacking
            if not left or not (left & OF_THE_FIRM or unmet(s, seat, face, left)):
                found.append(act.PLAY + face)
            found.append(act.DISCARD + face)
        return found + [act.OFFER + other for other in partners(s)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        if any(action < act.DISCARD for action in self.legal(s, seat)):
            return "Your turn: play or discard a card."
        return "Your turn: discard a card. You can't play any right now."


class Closing(Phase[State, Content]):
    """The active player, after playing or discarding a card, makes offers or goes on to the hand check."""

    number = CLOSE
    heading = "Turn breakdown"
    verbs = (Finish(), MAKE_OFFER)
    task = "to end the turn"

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.FINISH] + [act.OFFER + other for other in partners(s)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "Make an offer or end your turn."


class Checking(Phase[State, Content]):
    """The hand check: discard down to seven cards."""

    number = CHECK
    heading = "Turn breakdown"
    verbs = (DISCARD_CARD,)
    task = "to discard down to 7 cards"

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.DISCARD + face for face in faces(s, s.players[seat].hand)]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        effect = "Cards that take effect when discarded do so here, too."
        if s.players[seat].license < 0:
            effect = "Without a license, your discards have no effect."
        return f"Hand check: discard down to {HAND} cards. {effect}"


# -- another turn ----------------------------------------------------------------------------------------------------


class Again(Verb[State, Content]):
    """Take another turn."""

    kind = "again"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.players[seat].extra -= 1
        s.due = 0
        begin(s, chance, extra=1)

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally = Tally(s, seat)
        tally.add("extra", -1)
        for other, made in enumerate(s.players[seat].offers):
            tally.add("offers", -made, other)
        tally.draw(1)
        return Description("Take another turn", tally.facts())


class Rest(Verb[State, Content]):
    """Decline an extra turn."""

    kind = "rest"
    otherwise = "You have no extra turn to skip right now."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.players[seat].extra -= 1
        s.due = 0
        note(s, RESTED, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally = Tally(s, seat)
        tally.add("extra", -1)
        facts = tally.facts()
        left = facts.left("extra")
        return Description(f"Skip this extra turn ({left} left after it)" if left else "Skip the extra turn", facts)


class Another(Phase[State, Content]):
    """Take or decline another turn."""

    number = AGAIN
    heading = "Dividend Yield"
    verbs = (Again(), Rest())
    task = "to decide whether to take another turn"
    otherwise = "Dividend Yield and Premium Earnings give you another turn after this one."

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.AGAIN, act.REST]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "You may take another turn."
