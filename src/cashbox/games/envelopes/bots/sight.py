"""A seat's assessment of its glimpse: its cards' lasting changes, and the worth of each recruit to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots import bubba
from cashbox.games.envelopes.bots.tables import pack
from cashbox.games.envelopes.rules.game_end import BOARD_ALL, BOARD_MARKED, MARKED, POSITIONS, REGION
from cashbox.games.envelopes.vocabulary import FIRST_BORDER, RECRUITS

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.view.glimpse import Glimpse, Own

BUCK: Final = 0.8
"""The worth of a buck in stars: like in a campaign, because it may be needed before."""
ANY: Final = 0.8
"""The worth of an envelope of any color during the month, in stars."""
LEFT: Final = 0.5
"""The worth of a spare envelope in stars: a bet in Vegas, a road, half a card."""
NOTHING_LEFT: Final = 0.03
"""The same in February, when bets no longer pay off."""
MOVE: Final = 0.3

_POSITION_SHARE: Final = 4.0
_REGION_SHARE: Final = 4.2
_SECOND_REGION: Final = 0.4
_BY_ITSELF: Final = 0.2
_MASKS: Final = (v.MOD_WILD_CARDS, v.MOD_WILD_RECRUITS, v.MOD_DOUBLE_POSITION)
_RECRUIT_COUNTS: Final = frozenset(range(v.COUNT.index("recruits"), v.COUNT.index("defense") + 1)) | {
    v.COUNT.index(word) for word in ("five_star", "four_star", "low_star")
}
"""The counters of end cards that rise with some recruits."""


class Sight:
    """An assessment of one glimpse.

    mods: sums of lasting changes. spare: the worth of a leftover envelope. effects: those of the coach and cards in
    play. have: recruits by region. new_position, region_step: what the next, the second next, and so on, new position
    or recruit of the target region adds. board[position]: what the first recruit of a position adds for the Recruiting
    Board. worth[slot]: stars of a recruit in addition to these three, -1 if he is signed. doomed: by slot, the month
    after which the opponent of a solitaire game takes the recruit.
    """

    def __init__(self, view: Glimpse, tables: Tables, border: float = 0.0) -> None:
        """border: additional stars at which to value a recruit from a border state."""
        self.view = view
        self.tables = tables
        self.border = border
        self.months = view.rules.months
        self.me: Own = view.me
        self.month = view.month
        self.left = self.months - 1 - view.month
        self.spare = LEFT if self.left else NOTHING_LEFT
        effects = tables.content.effect
        self.effects: list[Effect] = [effects[card] for card in self.me.in_play]
        self.mods = [0] * v.MODS
        for effect in self.effects:
            if effect.mod in _MASKS:
                self.mods[effect.mod] |= effect.mask
            elif effect.mod >= 0:
                self.mods[effect.mod] += effect.n
        self.position_mask = 0
        self.have = [0] * 6
        for slot in self.me.slots:
            self.position_mask |= 1 << view.recruits[slot]
            for c in tables.region_list[slot]:
                self.have[c] += 1
        self._late = (view.month / max(1, self.months - 1)) ** 2
        self.prepaid = {slot: pack(counts) for slot, counts in self.me.prepaid.items()}
        self.home = tables.content.home_colour[self.me.symbol]
        self.doomed = bubba.doomed(view, tables) if view.bubba else {}
        self.region = self._choose_region()
        self.board = self._board_steps()
        self.new_position = self._position_steps()
        self.region_step = self._region_steps()
        self.worth = self._worth()

    def free_moves(self, month: int) -> int:
        """Return a month's free movement, given the coach and cards in play."""
        return self.view.rules.moves[month // 3] + self.mods[v.MOD_MOVES]

    def first(self, position: int) -> float:
        """Return what one recruit of a position adds for positions and the board together."""
        return 0.0 if self.position_mask >> position & 1 else self.new_position[0] + self.board[position]

    # -- final scoring -------------------------------------------------------------------------------------

    def _choose_region(self) -> int:
        """Choose the target region: where signed and near unsigned recruits promise the most."""
        tables = self.tables
        dist = tables.dist[self.me.space]
        signed_by = self.view.signed_by
        promise = [float(n) for n in self.have]
        time = min(1.0, (self.left + 1) * 0.18)
        for slot in range(RECRUITS):
            if signed_by[slot] < 0 and slot not in self.doomed:
                near = time * max(0.2, 1 - 0.05 * dist[tables.space[slot]])
                for c in tables.region_list[slot]:
                    promise[c] += near
        return max(range(6), key=lambda c: (min(10.0, promise[c]) + 0.5 * self.have[c], c == self.home))

    def _position_steps(self) -> list[float]:
        got = self.position_mask.bit_count()
        late = self._late
        return [(1 - late) * _POSITION_SHARE + late * (POSITIONS[k + 1] - POSITIONS[k]) for k in range(got, 8)] + [
            0.0
        ] * (got + 9)

    def _board_steps(self) -> list[float]:
        """Return, by position, what the Recruiting Board still pays, spread over the missing positions; less in spring,
        because most of them come without effort."""
        steps = [0.0] * 8
        if self.me.board < 0:
            return steps
        board = self.tables.content.boards[self.me.board]
        missing = [p for p in board if not self.position_mask >> p & 1]
        marked = [p for p in board[:MARKED] if p in missing]
        urgent = _BY_ITSELF * (1 - self._late) + self._late
        for position in missing:
            steps[position] = urgent * (BOARD_ALL if marked else BOARD_ALL - BOARD_MARKED) / len(missing)
        for position in marked:
            steps[position] = max(steps[position], urgent * BOARD_MARKED / len(marked))
        return steps

    def _region_steps(self) -> list[float]:
        got = min(10, self.have[self.region])
        late = self._late
        return [(1 - late) * _REGION_SHARE + late * (REGION[k + 1] - REGION[k]) for k in range(got, 10)] + [0.0] * 40

    # -- recruits ----------------------------------------------------------------------------------------------------

    def _worth(self) -> list[float]:
        view, tables = self.view, self.tables
        worth = [-1.0] * RECRUITS
        lift = self._lift()
        doubled = self.mods[v.MOD_DOUBLE_POSITION]
        bonuses = self._bonuses()
        denied = self._rivals_counts()
        second = _SECOND_REGION * (1 - self._late)
        for slot in range(RECRUITS):
            if view.signed_by[slot] >= 0:
                continue
            stars = view.values[slot] + lift
            if doubled >> view.recruits[slot] & 1:
                stars *= 2
            if tables.regions[slot] & ~(1 << self.region):
                stars += second
            for mask, first, more in bonuses:
                if mask >> slot & 1 and not (first and self.position_mask >> view.recruits[slot] & 1):
                    stars += more
            for mask, more in denied:
                if mask >> slot & 1:
                    stars += more
            if self.border and slot >= FIRST_BORDER:
                stars += self.border * bubba.grudge(view, tables, slot)
            worth[slot] = stars
        return worth

    def _bonuses(self) -> list[tuple[int, bool, float]]:
        """List what the cards in play add for recruits: which recruits (a mask), whether only the first of a position,
        and the stars."""
        marks = self.tables.marks(self.view.recruits, self.view.values)
        found: list[tuple[int, bool, float]] = []
        for card, effect in zip(self.me.in_play, self.effects, strict=True):
            if effect.on == v.ON_SIGN:
                found.append((marks.fitting(card), bool(effect.f_first), gain(effect)))
            elif effect.use == v.END and effect.per:
                found.append((marks.counted(effect.per), False, effect.stars / effect.each))
        return found

    def _rivals_counts(self) -> list[tuple[int, float]]:
        """List the recruits that others' end cards count (a mask), and the worth of denying one: a star that one rival
        does not get benefits all other players."""
        view, tables = self.view, self.tables
        found: dict[int, float] = {}
        for rival in view.rivals:
            for card in [*rival.in_play, *[card for card in rival.calendar if card >= 0]]:
                effect = tables.content.effect[card]
                if effect.use == v.END and effect.per in _RECRUIT_COUNTS:
                    found[effect.per] = found.get(effect.per, 0.0) + effect.stars / effect.each / (view.seats - 1)
        marks = tables.marks(view.recruits, view.values)
        return [(marks.counted(what), share) for what, share in found.items()]

    def _lift(self) -> float:
        """Return the average of the Value Modifier Die."""
        if not self.view.rules.die:
            return 0.0
        lift = 0.05 + self.mods[v.MOD_DIE_PLUS] + 0.45 * bool(self.mods[v.MOD_DIE_NO_LOSS])
        return lift + 0.55 * bool(self.mods[v.MOD_DIE_BEST])


def gain(effect: Effect) -> float:
    """Return the worth of an effect's single gift, in stars."""
    return effect.stars + BUCK * effect.bucks + ANY * effect.any + MOVE * effect.moves + 0.65 * sum(effect.env)
