"""Envelopes of Cash as a game of the engine: each call of the contract goes to the responsible module.

Source: the texts V10 and BGA, settled by RULINGS A.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cashbox.engine.game import Outcome
from cashbox.engine.phased import PhasedGame
from cashbox.engine.tale import Past, Standing, Tale
from cashbox.games.envelopes import options
from cashbox.games.envelopes.about import ABOUT
from cashbox.games.envelopes.content import Content, read_data
from cashbox.games.envelopes.phases import COACHES, FINAL, HOMES, LAST_CARDS, OVER, SCORE
from cashbox.games.envelopes.rules import draft, end_turn, game_end, mats, setup, trade, winner
from cashbox.games.envelopes.rules.flow import Flow
from cashbox.games.envelopes.state import State
from cashbox.games.envelopes.text import briefs, ending, result
from cashbox.games.envelopes.text.events import event_kind
from cashbox.games.envelopes.text.phrases import with_bucks
from cashbox.games.envelopes.text.reasons import REASONS
from cashbox.games.envelopes.view import cached, glimpse, look, sample
from cashbox.games.envelopes.view.observer import Observer
from cashbox.games.envelopes.vocabulary import COLOURS, MONTHS, RECRUITS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.help import Tip
    from cashbox.engine.observation.layout import Layout
    from cashbox.engine.observation.rows import Rows
    from cashbox.games.envelopes.view.glimpse import Glimpse
    from cashbox.games.envelopes.view.view import SeatView


class Envelopes(PhasedGame[State, Content]):
    """The rules bound to one content and one edition."""

    about = ABOUT
    bound = 20_000
    event_kinds = event_kind
    reasons = REASONS
    openings = frozenset({draft.MONTH_BEGINS})
    wins = frozenset({winner.WINNER})

    def __init__(self, content: Content, edition: int = options.EDITION) -> None:
        super().__init__(content, Flow(content), edition)

    def begin(self, given: Mapping[str, Any], seats: int, chance: Chance) -> State:
        return setup.start(self.tables, options.Rules(given, self.edition), seats, chance)

    def check_options(self, options_: Mapping[str, Any], seats: int) -> dict[str, Any]:
        full = super().check_options(options_, seats)
        options.refuse(full, seats)
        return full

    def view(self, state: State, seat: int) -> SeatView:
        """See `Views.view`; the shape is `view.SeatView`."""
        return look.look(state, seat)

    def views(self, state: State) -> Callable[[int], SeatView]:
        """See `Views.views`."""
        return cached.views(state)

    def glimpse(self, state: State, seat: int) -> Glimpse:
        """See `Views.glimpse`."""
        return glimpse.glimpse(state, seat)

    def extents(self) -> Mapping[str, int]:
        return {
            "cards": len(self.tables.names),
            "spaces": self.tables.spaces,
            "boards": len(self.tables.boards),
            "recruits": RECRUITS,
        }

    def observer(self, layout: Layout) -> Callable[[State, int, Rows], None]:
        """See `Views.observer`."""
        return Observer(self.tables, layout.seats).write

    def sampler(self, state: State, seats: int) -> Callable[[Chance], State]:
        return partial(sample.sample, state, seats)

    def effect_text(self, state: State, seat: int, action: int) -> str:
        """See `Text.effect_text`; the rules themselves word the end of a turn and choices that come next."""
        kind, k = self.flow.forms.kind_of(action)
        p = state.players[seat] if seat >= 0 else None
        if kind == "end" and p is not None:
            left = end_turn.turn_end(state, p)
            return f"This ends your turn: {left}." if left else "This ends your turn."
        if kind == "trade" and p is not None:
            return f"You give {with_bucks(trade.rate(p), trade.bucks(state, p))} for 1 {COLOURS[k]} envelope."
        return super().effect_text(state, seat, action)

    def measures(self, state: State, seat: int) -> dict[str, int]:
        """See `mats.on_mat` and `mats.on_table`."""
        return mats.on_table(state) if seat < 0 else mats.on_mat(state.players[seat])

    def chapter(self, state: State, names: Sequence[str]) -> str:  # noqa: ARG002 (a month is everyone's)
        """Name the month."""
        if state.phase in (COACHES, HOMES):
            return "Set-up"
        return "End of the game" if state.phase in (LAST_CARDS, FINAL, SCORE, OVER) else MONTHS[state.month]

    def standing(self, state: State) -> Standing:
        """Return the stars if the game ended now, including Bubba's."""
        players = state.players if state.bubba is None else [*state.players, state.bubba]
        return Standing(tuple([game_end.so_far(state, p) for p in players]), self.chapter(state, ()))

    def tips(self) -> Mapping[str, Tip]:
        """Return short texts of the cards' effects, see `text/briefs.py`."""
        return briefs.tips(self.tables)

    def tale(self, past: Past) -> Tale:
        """See `text/ending.py`."""
        return ending.tale(past)

    def outcome(self, state: State) -> Outcome | None:
        """Return the stars by seat and the winner; the text says how a tie was broken."""
        if state.phase != OVER:
            return None
        winners = tuple(winner.winners(state))
        others = {result.BUBBA: state.bubba.stars} if state.bubba is not None else {}
        return Outcome(tuple(p.stars for p in state.players), winners, result.outcome(state, winners), others)


def load(content: dict[str, Any] | None = None, edition: int | None = None) -> Envelopes:
    """Load the game from the packaged data or a journal's content, with the newest edition of its rules or the given
    one. ContentError if the data is damaged."""
    return Envelopes(Content(read_data() if content is None else content), edition or options.EDITION)
