"""How to measure CASH: the tables to play, and what to record at each.

Source: RULINGS B1; the number of copies in the deck is our own design: a game should come to its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.measure import SHARES, Facts, Line, Measures, Observer, Setting
from cashbox.games.cash import actions as act
from cashbox.games.cash.about import ABOUT
from cashbox.games.cash.state import ACT, NO_CARDS, STOPPED, TURNS

if TYPE_CHECKING:
    from cashbox.engine.game import Game
    from cashbox.games.cash.state import Sheet, State

LONG: Final = 40
LONG_GAME: Final = f"passes {LONG} rounds"
ROUNDS: Final = "rounds of a game"
TURNS_OF_A_ROUND: Final = "turns of a round"
"""The turns of all players together, including lost ones."""
TURNS_PLAYED: Final = "turns played in a game"
"""The turns of all players together, without lost ones: the length of a game (RULINGS D7, `length.py`)."""

_SEATS: Final = (2, 3, 4, 6, 8)
_MODES: Final = ("standard", "advanced", "quick")
_LENGTH_GAMES: Final = 300
"""The games to play at a table that is only measured for its length."""
_RARE: Final = 0.001
"""At most one game in a thousand may exceed 40 trading rounds."""
_ORDER: Final = tuple(f"plays {n}" for n in ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"))
"""The grouping by turn order in the first trading round."""
_WHY: Final = {
    STOPPED: "rounds that a player stopped", NO_CARDS: "rounds that ran out of cards",
    TURNS: "rounds that ran out of turns",
}  # fmt: skip


class Watcher(Observer):
    """Counts the turns of each trading round."""

    def __init__(self, seats: int) -> None:
        self.first = -1
        self.held = [0] * seats
        self.placed = [0] * seats
        self.round = 1
        self.seen = 0
        self.turns: list[int] = []
        self.played = 0

    def before(self, state: State, seat: int, action: int) -> None:
        """See `Observer.before`."""
        if self.first < 0:
            self.first = state.first
        if state.phase == ACT and action < act.INSURE:
            self.played += 1
            for card in state.players[seat].hand:
                self.held[seat] |= 1 << state.content.face[card]
            if action < act.DISCARD:
                self.placed[seat] |= 1 << action - act.PLAY
        if state.round != self.round:
            self.turns.append(self.seen)
            self.round = state.round
        self.seen = state.turns

    def ended(self, state: State) -> Facts:
        """See `Observer.ended`."""
        order = tuple(_ORDER[(seat - self.first) % state.seats] for seat in range(state.seats))
        numbers = {
            ROUNDS: (len(state.sheets),),
            TURNS_OF_A_ROUND: (*self.turns, self.seen),
            TURNS_PLAYED: (self.played,),
            **_totals(state.sheets),
        }
        for why, name in _WHY.items():
            numbers[name] = (sum(sheet.why == why for sheet in state.sheets),)
        happened = (LONG_GAME,) if len(state.sheets) > LONG else ()
        offered, taken = (tuple(map(_faces, masks)) for masks in (self.held, self.placed))
        return Facts(groups={"order": order}, numbers=numbers, happened=happened, offered=offered, taken=taken)


def _faces(mask: int) -> tuple[int, ...]:
    return tuple(face for face in range(mask.bit_length()) if mask >> face & 1)


def _totals(sheets: list[Sheet]) -> dict[str, tuple[int, ...]]:
    """Return the result of a trading round, in thousands of dollars, for the player who stopped it and for each of the
    others."""
    stopped = [sheet for sheet in sheets if sheet.stopper >= 0]
    own = tuple(sheet.lines[sheet.stopper].total // 1_000 for sheet in stopped)
    rest = tuple(
        line.total // 1_000 for sheet in stopped for seat, line in enumerate(sheet.lines) if seat != sheet.stopper
    )
    bears = tuple(line.bears // 1_000 for sheet in sheets for line in sheet.lines)
    return {
        "thousands made by the player who stops": own,
        "thousands made by the other players in that round": rest,
        "thousands lost by bear cards in hand": bears,
    }


class CashMeasures(Measures):
    """Measures the standard game between equal bots at small and large tables, and the length of each mode by number of
    players."""

    items = ""
    spreads = (ROUNDS, TURNS_OF_A_ROUND)
    ladder = "quick"
    lines = (
        Line("cash-2", ("expert", "steady"), 0.65, "quick"),
        Line("cash-4", ("expert", "steady", "steady", "steady"), 0.40, "quick"),
        Line("sharp-cash", ("sharp", "steady"), 0.65, "quick"),
    )

    def settings(self) -> tuple[Setting, ...]:
        """See `Measures.settings`."""
        every = [(mode, n) for mode in _MODES for n in range(ABOUT.least_players, ABOUT.most_players + 1)]
        return tuple(
            Setting(mode, n, "steady", rare={LONG_GAME: _RARE}, judged=(SHARES,))
            if mode == "standard" and n in _SEATS
            else Setting(mode, n, "steady", least=_LENGTH_GAMES, judged=())
            for mode, n in every
        )

    def watch(self, game: Game[Any], seats: int) -> Watcher:
        """See `Measures.watch`."""
        return Watcher(seats)

    def item_name(self, game: Game[Any], item: int) -> str:
        """See `Measures.item_name`: the name of a face. A card that was held could have been played."""
        name: str = game.tables.names[item]  # type: ignore[attr-defined]
        return name


MEASURES: Final = CashMeasures()
