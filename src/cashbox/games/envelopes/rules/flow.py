"""The order of play: which phases ask, which are automatic, and their order.

Source: V10 "Playing out each of the 12 months (March through February)" (rules summary).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.verbs import Phase, Play
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import (
    AUCTION,
    BOOKIE,
    COACHES,
    DEAL,
    DICE,
    FINAL,
    FIRST_STEP,
    HOMES,
    LAST_CARDS,
    MONTH,
    MONTH_END,
    OVER,
    REFRESH,
    ROLL,
    SCORE,
    STASH,
    TURN,
)
from cashbox.games.envelopes.rules import (
    auction,
    dice,
    draft,
    end_turn,
    game_end,
    month,
    month_end,
    runner,
    setup,
    stash,
    trade,
    travel,
    use_card,
    vegas,
    wager,
    ways_to_pay,
)
from cashbox.games.envelopes.state import State, phase_number
from cashbox.games.envelopes.text.phrases import in_actions

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance

PHASES: Final[tuple[Phase[State, Content], ...]] = (
    setup.Coaches(),
    setup.Homes(),
    draft.Draft(),
    stash.Stash(),
    dice.Dice(),
    month.Month(),
    ways_to_pay.Pay(),
    trade.Give(),
    runner.Send(),
    month.Gain(),
    use_card.Cost(),
    travel.Fare(),
    wager.Stake(),
    use_card.FlyTo(),
    use_card.Later(),
    end_turn.Save(),
    vegas.Bookie(),
    auction.Auction(),
    game_end.FinalCampaign(),
)
"""The phases that ask, including the small decisions within a turn."""

RUNS: Final[dict[int, Callable[[State, Chance], None]]] = {
    COACHES: setup.open_homes,
    HOMES: setup.homes_chosen,
    STASH: stash.all_chosen,
    DEAL: draft.deal,
    ROLL: dice.roll,
    BOOKIE: vegas.check_seats,
    DICE: dice.place_all,
    TURN: month.begin_turn,
    MONTH_END: month_end.run,
    AUCTION: auction.ask_next_bidder,
    REFRESH: month_end.continue_month_end,
    LAST_CARDS: game_end.last_cards,
    FINAL: game_end.all_chosen,
    SCORE: game_end.final_score,
}
"""By phase, in the order of play: the function that runs automatically, or once all have answered."""

_BY_NUMBER: Final = {phase.number: phase for phase in PHASES}


def asking_phase(s: State) -> Phase[State, Content]:
    """Return the phase that asks now, in a game that is not over."""
    return _BY_NUMBER[phase_number(s)]


class Flow(Play[State, Content]):
    """The combined phases of the game."""

    ending = "Determining the Winner"

    def __init__(self, content: Content) -> None:
        super().__init__(content, content.forms, PHASES, in_actions(content))

    def phase_number(self, s: State) -> int:
        return phase_number(s)

    def legal(self, s: State, seat: int) -> list[int]:
        if seat < 0 or not s.due >> seat & 1:
            return []
        step = s.step
        phase = self._asked[s.phase if step is None else FIRST_STEP + step.kind]
        assert phase is not None
        return phase.legal(s, seat)

    def play(self, s: State, seat: int, action: int, chance: Chance) -> None:
        """Play an action, then ask about envelopes of any color that the active player is owed.

        This and `legal` find the phase directly because they are called most often.
        """
        step = s.step
        verb = self._acts[s.phase if step is None else FIRST_STEP + step.kind][action]
        assert verb is not None
        verb.do(s, seat, action - self._firsts[action], chance)
        if not s.due:
            advance(s, chance)
        elif s.step is None and s.phase == MONTH and s.players[seat].gain_due:
            month.collect(s)

    def advance(self, s: State, chance: Chance) -> None:
        advance(s, chance)


def advance(s: State, chance: Chance) -> None:
    """Run automatic phases, and those in which all have answered, until a seat owes a decision or the game is over."""
    while not s.due and s.phase != OVER:
        RUNS[s.phase](s, chance)
