"""The worth of a card: printed stars, and its effect for the remaining months, in stars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots.sight import gain
from cashbox.games.envelopes.rules.counting import most_regions

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.sight import Sight
    from cashbox.games.envelopes.card_effects import Effect

MOD_MONTH: Final[dict[int, float]] = {
    v.MOD_DISCOUNT_CULTURE: 0.35, v.MOD_DISCOUNT_CULTURE + 1: 0.25, v.MOD_DISCOUNT_CULTURE + 2: 0.2,
    v.MOD_DISCOUNT_BORDER: 0.45, v.MOD_TRADE_RATE: 0.25, v.MOD_TRADE_FREE: 0.4, v.MOD_WILD_CARDS: 0.25,
    v.MOD_WILD_RECRUITS: 0.35, v.MOD_BUCKS_PAY: 0.8, v.MOD_DIE_NO_LOSS: 0.45, v.MOD_DIE_PLUS: 1.3,
    v.MOD_DIE_BEST: 0.7, v.MOD_MOVES: 0.3, v.MOD_DOUBLE_USE: 0.5, v.MOD_RUNNER_FREE: 0.25, v.MOD_RUNNER_SAFE: 0.02,
    v.MOD_HALF_UP: 0.45, v.MOD_FULL_ANYWHERE: 0.9, v.MOD_DEAL: 0.1, v.MOD_SAVE: 0.3, v.MOD_CAMPAIGN_CUT: 0.35,
    v.MOD_LEFTOVER_BUCKS: 0.12, v.MOD_MARKETING_MAX: 0.0,
}  # fmt: skip
"""The worth of a lasting change in stars per month (without region discounts and double positions)."""

_FED: Final = -2.0
"""Stars per month of one more card dealt if Bubba scores the others."""

# The value of a counter in an ordinary month m (0..11): start + rate * m.
_TYPICAL: Final[dict[str, tuple[float, float]]] = {
    "one": (1, 0), "cards": (0.5, 0.6), "culture": (0.2, 0.2), "pf": (0.2, 0.2), "fund": (0.2, 0.2),
    "monthly": (0.3, 0.3), "upgrade": (0.2, 0.2), "end": (0, 0.12), "recruits": (0.5, 1.5),
    "state_recruits": (0.5, 0.9), "border_recruits": (0, 0.6), "offense": (0.2, 0.75), "special": (0.1, 0.18),
    "defense": (0.2, 0.57), "positions": (1, 0.75), "missing_positions": (7, -0.75), "regions": (1, 0.45),
    "best_region": (0.5, 0.75), "five_star": (0, 0.17), "four_star": (0.1, 0.35), "low_star": (0.4, 0.3),
    "bucks": (5, -0.3), "envelopes": (5, 0.5), "envelope_colours": (2.4, 0.12), "waiting": (2, 0.05),
    "expired": (0, 0.15), "crapped_out": (0.3, 0), "wins": (0.3, 0), "signed_month": (0.8, 0.05),
    "put_month": (0.5, 0), "runner_month": (0.2, 0), "campaign_month": (0.6, 0), "campaigns": (0, 0.7),
    "prepaid": (0.4, 0), "bets": (1.2, 0.05), "bus:border": (0.35, 0), "bus:start": (0.1, 0), "trailing": (0.1, 0),
    "rivals_here": (0.06, 0), "month": (1, 1), "quarter": (1, 0.3), "fund_regions": (0.2, 0.17),
    "most_of_position": (0.8, 0.22),
}  # fmt: skip

_CHANCES: Final[dict[str, float]] = {
    "bets": 0.6, "trailing": 0.1, "crapped_out": 0.35, "signed_month": 0.7, "put_month": 0.5, "runner_month": 0.4,
    "bus:border": 0.4, "bus:start": 0.15, "rivals_here": 0.06, "envelopes": 0.55, "bucks": 0.3,
}  # fmt: skip
"""How often a condition on the month holds."""


class Appraiser:
    """Appraises cards for one seat."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.content = sight.tables.content
        held = [card for card in sight.me.in_play if card < self.content.cards]
        self.monthlies = sum(self.content.use[card] == v.MONTHLY for card in held)
        self.now = {
            "cards": len(held),
            "culture": sum(self.content.kind[card] == v.CULTURE for card in held),
            "pf": sum(self.content.kind[card] == v.PF for card in held),
            "fund": sum(self.content.kind[card] == v.FUND for card in held),
            "recruits": len(sight.me.slots),
            "best_region": max(sight.have),
            "positions": sight.position_mask.bit_count(),
            "regions": most_regions([sight.tables.regions[slot] for slot in sight.me.slots]),
            "border_recruits": sum([slot >= v.FIRST_BORDER for slot in sight.me.slots]),
            "fund_regions": len({self.content.fund_region[card] for card in held} - {-1}),
        }

    def value(self, card: int, since: int) -> float:
        """Return the stars of a card that comes into play in month `since`, without its cost."""
        stars = float(self.content.stars[card])
        return stars if card in self.sight.view.idle else stars + self.benefit(self.content.effect[card], since)

    def benefit(self, effect: Effect, since: int) -> float:
        """Return the worth of an effect from a month to the end."""
        months = max(0.0, float(self.sight.months - since))
        if effect.use == v.END:
            return self._at_end(effect)
        if effect.mod >= 0:
            return months * self._of_mod(effect)
        if effect.on:
            return self._triggered(effect, since, months)
        return self._monthly(effect, since, months)

    def _at_end(self, effect: Effect) -> float:
        if effect.do == v.DO_EXTRA_POSITION:
            return 5.0 if self.sight.position_mask.bit_count() >= 3 else 3.0
        if effect.do == v.DO_EXTRA_REGION:
            return 4.5
        end = float(self.sight.months)
        return effect.stars * self._times(effect, end) * self._chance(effect, end)

    def _of_mod(self, effect: Effect) -> float:
        mod = effect.mod
        if v.MOD_DISCOUNT_REGION <= mod < v.MOD_DISCOUNT_BORDER:
            return 0.4 if mod - v.MOD_DISCOUNT_REGION == self.sight.region else 0.2
        if mod == v.MOD_DOUBLE_POSITION:
            return 0.45
        if mod == v.MOD_DOUBLE_USE:
            return 0.25 + 0.35 * min(2, self.monthlies)
        if mod == v.MOD_TRADE_FREE and not self.sight.view.rules.trade_bucks:
            return 0.0
        if mod == v.MOD_DEAL and self.sight.view.bubba:
            return _FED * effect.n
        return MOD_MONTH.get(mod, 0.0) * min(2, effect.n)

    def _triggered(self, effect: Effect, since: int, months: float) -> float:
        middle = (since + self.sight.months) / 2
        once = gain(effect) * self._times(effect, middle) * self._chance(effect, middle)
        if effect.on == v.ON_SIGN:
            return once * self._signings(effect) * min(1.0, months / self.sight.months)
        often = {
            v.ON_PUT: 0.6, v.ON_CAMPAIGN: 0.75, v.ON_TRADE: 0.25, v.ON_WIN: 0.25, v.ON_CRAP: 0.35, v.ON_RUNNER: 0.4,
            v.ON_EXPIRE: 0.15, v.ON_MONTH: 1.0,
        }[effect.on]  # fmt: skip
        if effect.on == v.ON_PUT:
            often *= effect.f_kinds.bit_count() / 3
        if effect.on == v.ON_CAMPAIGN and effect.f_least > 1:
            often *= 0.4
        return once * often * months

    def _signings(self, effect: Effect) -> float:
        """Return the expected number of recruits in a whole game that trigger an upgrade."""
        sight = self.sight
        if effect.f_first:
            return 7.0
        share = effect.f_positions.bit_count() / 8
        if effect.f_regions != 0x3F:
            share *= 0.45 if effect.f_regions >> sight.region & 1 else 0.2
        if effect.f_border >= 0:
            share *= 0.4 if effect.f_border else 0.6
        if effect.f_least > 3:
            share *= 0.4
        if effect.f_most < 3:
            share *= 0.3
        return 14 * share

    def _monthly(self, effect: Effect, since: int, months: float) -> float:
        middle = (since + self.sight.months - 1) / 2
        if effect.do == v.DO_BOOKIE:
            return 0.35 * months
        if effect.do == v.DO_FLY:
            return (0.55 if effect.to >= v.FLY_BORDER else 0.3) * months
        price = 1.1 * effect.pay_bucks + 0.75 * effect.pay_any + 0.75 * sum(effect.pay_env)
        if effect.do == v.DO_LATER:
            return max(0.0, 0.8 * sum(effect.env) - price) * (months - 1)
        once = effect.stars + 0.65 * effect.bucks + 0.95 * effect.any + 0.25 * effect.moves
        once += sum(n * (0.9 if c == self.sight.region else 0.55) for c, n in enumerate(effect.env))
        times = self._times(effect, middle)
        return max(0.0, once * times - price) * self._chance(effect, middle) * months

    def _times(self, effect: Effect, month: float) -> float:
        if effect.per == 0:
            return 1.0
        count = self._expected(v.COUNT[effect.per], month) / effect.each
        return min(float(effect.cap), max(0.0, count - (0.3 if effect.each > 1 else 0.0)))

    def _chance(self, effect: Effect, month: float) -> float:
        if effect.cond < 0:
            return 1.0
        word = v.COUNT[effect.cond]
        if word == "chain":
            return 1 / self.sight.view.seats
        if word.startswith("bus:") and word[4:] in v.COLOURS:
            return 0.75 if v.COLOURS.index(word[4:]) == self.sight.region else 0.15
        fixed = _CHANCES.get(word)
        if fixed is not None:
            return fixed * (0.55 if effect.cond_least > 1 and word in ("signed_month", "bets") else 1.0)
        count = self._expected(word, month)
        if effect.cond_most < 99:
            return 0.4
        return min(1.0, max(0.0, 0.5 + 0.35 * (count - effect.cond_least)))

    def _expected(self, word: str, month: float) -> float:
        """Estimate a counter in a month: its value now, and the usual growth."""
        sight = self.sight
        if word.startswith("region:"):
            c = v.COLOURS.index(word[7:])
            return sight.have[c] + (0.7 if c == sight.region else 0.25) * max(0.0, month - sight.month)
        if word.startswith("fund:"):
            return 0.07 * month
        if word in v.POSITIONS:
            return 0.19 * month
        start, rate = _TYPICAL.get(word, (1.0, 0.0))
        if word in self.now:
            return self.now[word] + rate * max(0.0, month - sight.month)
        return start + rate * month
