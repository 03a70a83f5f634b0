"""How to measure Envelopes of Cash: the tables to play, and what to record at each.

Source: RULINGS A6, the targets for what we designed ourselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.bot import Bot
from cashbox.engine.measure import ODDS, SHARES, Facts, Line, Measures, Observer, Setting
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.about import ABOUT
from cashbox.games.envelopes.phases import DRAFT
from cashbox.games.envelopes.rules import score_sheet
from cashbox.games.envelopes.rules.counting import region_counts
from cashbox.games.envelopes.view.view import SeatView

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game, Mode
    from cashbox.games.envelopes.state import Player, State

BUBBAS_STARS: Final = "Bubba's stars"
PRINTED: Final = "stars printed on the cards played"

_YARDSTICK: Final = "steady"
_BUBBAS_GAMES: Final = 1_000
_BY_LOT: Final = 7
ORDER_IN_MARCH: Final = "order in March"
"""The turn order in March is random, and its effect follows from the rules: the chain goes around for twelve months, so
with three players, the last player in March is the first in February."""
_ORDER: Final = ("moves 1st", "moves 2nd", "moves 3rd", "moves 4th")
_RECRUIT_SOURCES: Final = (score_sheet.RECRUIT, score_sheet.DIE, score_sheet.DOUBLE)
_STARS: Final = {
    "stars from cards in use": (score_sheet.CARD,),
    "stars from end cards": (score_sheet.END_CARD,),
    "stars from recruits": _RECRUIT_SOURCES,
    "stars from campaigns": (score_sheet.CAMPAIGN, score_sheet.FINAL_CAMPAIGN),
    "stars for positions": (score_sheet.POSITIONS_TABLE,),
    "stars for the region": (score_sheet.REGION_TABLE,),
}
"""The sources of stars on the score sheet."""


class Watcher(Observer):
    """Records who could have drafted what: the cards of hand, pool, and stash whenever a seat drafts."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self.game = game
        self.chain = -1
        self.offered = [0] * seats
        self.taken = [0] * seats

    def before(self, state: State, seat: int, action: int) -> None:
        """See `Observer.before`."""
        if self.chain < 0:
            self.chain = state.chain
        if state.phase != DRAFT:
            return
        p = state.players[seat]
        for cards in (p.hand, state.pool, p.stash):
            for card in cards:
                self.offered[seat] |= 1 << card
        if act.DRAFT <= action < act.PASS:
            self.taken[seat] |= 1 << action - act.DRAFT

    def ended(self, state: State) -> Facts:
        """See `Observer.ended`."""
        seats = range(state.seats)
        groups = {}
        if state.bubba is None:
            groups["start"] = tuple(v.SYMBOLS[p.symbol] for p in state.players)
            groups[ORDER_IN_MARCH] = tuple(_ORDER[(seat - self.chain) % state.seats] for seat in seats)
        numbers = _numbers(state)
        if state.bubba is not None:
            numbers[BUBBAS_STARS] = (state.bubba.stars,)
            numbers["Bubba's stars from discards"] = (_stars(state.bubba, (score_sheet.DISCARD,)),)
        return Facts(
            groups=groups,
            numbers=numbers,
            offered=tuple(_bits(mask) for mask in self.offered),
            taken=tuple(_bits(mask) for mask in self.taken),
            used=tuple(tuple(card for card in p.play if card < state.content.cards) for p in state.players),
        )


def _numbers(state: State) -> dict[str, tuple[int, ...]]:
    """Return the numbers of each seat, by name."""
    players = state.players
    found = {
        "recruits signed": tuple(len(p.slots) for p in players),
        "different positions": tuple(p.pos_mask.bit_count() for p in players),
        "recruits from the best region": tuple(max(region_counts(state, p)) for p in players),
        "cards played": tuple(sum(card < state.content.cards for card in p.play) for p in players),
        PRINTED: tuple(_stars(p, (score_sheet.PRINTED,)) for p in players),
    }
    found |= {name: tuple(_stars(p, sources) for p in players) for name, sources in _STARS.items()}
    if state.rules.boards:
        found["stars for the Recruiting Board"] = tuple(_stars(p, (score_sheet.BOARD,)) for p in players)
    found["leftover bucks"] = tuple(p.bucks for p in players)
    found["month of the first recruit (March is 1)"] = tuple(_first_recruit(p) for p in players)
    for quarter, month in enumerate(("May", "August", "November", "February")):
        found[f"stars by the end of {month}"] = tuple(_stars_by(p, 3 * quarter + 2) for p in players)
    return found


def _stars(p: Player, sources: tuple[int, ...]) -> int:
    return sum(stars for _, source, _, stars in map(score_sheet.read, p.sheet) if source in sources)


def _stars_by(p: Player, last: int) -> int:
    return sum(stars for month, _, _, stars in map(score_sheet.read, p.sheet) if month <= last)


def _first_recruit(p: Player) -> int:
    """Return the month of the first recruit, 13 if there is none."""
    return min(
        (month + 1 for month, source, _, _ in map(score_sheet.read, p.sheet) if source == score_sheet.RECRUIT),
        default=13,
    )


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(k for k in range(mask.bit_length()) if mask >> k & 1)


class DraftsByLot(Bot):
    """Plays like another bot, but makes this many of ten drafts at random."""

    def __init__(self, bot: Bot, tenths: int, chance: Chance) -> None:
        super().__init__(bot.game, bot.seat, chance)
        self.name = bot.name
        self.bot = bot
        self.tenths = tenths

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert isinstance(view, SeatView)
        if view.phase == "draft" and self.chance.draw(10) < self.tenths:
            cards = [action for action in legal if action < act.PASS]
            return cards[self.chance.draw(len(cards))]
        return self.bot.choose(view, legal)


class EnvelopesMeasures(Measures):
    """Measures every mode of a full game: equal bots at each number of players and, alone against Bubba, each bot."""

    lines = (
        Line("envelopes-2", ("expert", "steady"), 0.80, "standard"),
        Line("envelopes-3", ("expert", "steady", "steady"), 0.55, "standard"),
        Line("solitaire", ("expert",), 117 / 120, "solitaire", ahead=30.0, of="steady"),
        Line("sharp-envelopes", ("sharp", "steady"), 0.65, "standard"),
    )

    def settings(self) -> tuple[Setting, ...]:
        """See `Measures.settings`."""
        found: list[Setting] = []
        for mode in ABOUT.modes:
            if mode.guided:
                continue
            found += _alone(mode) if mode.most == 1 else _together(mode)
        return tuple(found)

    def watch(self, game: Game[Any], seats: int) -> Watcher:
        """See `Measures.watch`."""
        return Watcher(game, seats)

    def by_lot(self, bot: Bot, tenths: int, chance: Chance) -> Bot:
        """See `Measures.by_lot`."""
        return DraftsByLot(bot, tenths, chance)

    def item_name(self, game: Game[Any], item: int) -> str:
        """Return the printed number and the name."""
        return f"{item + 1:03d} {game.tables.names[item]}"  # type: ignore[attr-defined]


def _together(mode: Mode) -> list[Setting]:
    """Return the settings with several players: seats and starts where the bots play their best, cards where they draft
    at random. Twelve played cards should give 12 to 30 stars (RULINGS A6)."""
    seats = range(mode.least or 2, (mode.most or ABOUT.most_players) + 1)
    best = [
        Setting(mode.id, n, _YARDSTICK, bounds={PRINTED: (12, 30)}, judged=(SHARES,), noted=(ORDER_IN_MARCH,))
        for n in seats
    ]
    return best + [Setting(mode.id, n, _YARDSTICK, by_lot=_BY_LOT, judged=(ODDS,)) for n in seats]


def _alone(mode: Mode) -> list[Setting]:
    """Return the settings against Bubba, who should finish between 150 and 200 against any player (RULINGS A6)."""
    bots = dict.fromkeys([*ABOUT.bots, "random"])
    bounds = {BUBBAS_STARS: (150.0, 200.0)}
    return [Setting(mode.id, 1, bot, least=_BUBBAS_GAMES, bounds=bounds, judged=()) for bot in bots]


MEASURES: Final = EnvelopesMeasures()
