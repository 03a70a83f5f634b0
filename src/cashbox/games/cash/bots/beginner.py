"""A bot that knows the rules but has no strategy, for comparison in simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.bot import Bot
from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.content import Content
from cashbox.games.cash.view.glimpse import Glimpse, of_view
from cashbox.games.cash.view.view import SeatView

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

_MUCH: Final = 100_000
"""Dollars of uninsured cash above which it plays insurance."""
_WANTED: Final = (v.LIE, v.EXTRA, v.CASH, v.DOUBLE, v.TAKE, v.TAX, v.INVESTIGATE, v.INSURE)
"""The cards that it plays first."""
_KEPT: Final = (v.STOP, v.EXTRA, v.INSURE, v.DOUBLE, v.TAKE, v.INVESTIGATE)
"""The cards that it does not discard."""


class BeginnerBot(Bot):
    """Tables its highest cash, insures when much cash is uninsured, and stops when it is ahead. It never trades."""

    name = "beginner"
    picks = True

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        content = getattr(game, "tables", None)
        if not isinstance(content, Content):
            raise TypeError("this bot beginner plays CASH only")
        self.content = content

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert isinstance(view, SeatView)
        return self.pick(of_view(view), legal)

    def pick(self, view: Any, legal: list[int]) -> int:
        """See `Bot.pick`."""
        assert isinstance(view, Glimpse)
        phase = view.phase
        if phase in ("act", "check"):
            return self._card(view, legal)
        if phase == "insure":
            return max([action for action in legal if action != act.DONE], default=act.DONE)
        if phase == "target":
            return max(legal, key=lambda action: _tabled(view, action))
        if phase == "pass":
            return act.PASS + self._worst([action - act.PASS for action in legal])
        usual = (act.DECLINE, act.FINISH, act.TAKE, act.CLEAR, act.AGAIN, act.PROPOSE, act.ASK_HIDDEN)
        return next((action for action in usual if action in legal), legal[0])

    def _card(self, view: Glimpse, legal: list[int]) -> int:
        """Choose the card of a turn."""
        content, me = self.content, view.players[view.seat]
        others = max(firm.tabled for seat, firm in enumerate(view.players) if seat != view.seat)
        uses = [action for action in legal if action < act.INSURE and self._works(view, action)]
        for action in uses:
            does = content.does[action % act.DISCARD]
            if v.STOP in does and view.total > max(0, others):
                return action
            if me.probe >= 0 and not {v.ACQUIT, v.SETTLE, v.CLEAR}.isdisjoint(does):
                return action
        much = sum([content.value[face] for face in me.cash]) >= _MUCH
        for word in (v.INSURE, *_WANTED) if much else _WANTED:
            fit = [action for action in uses if word in content.does[action % act.DISCARD]]
            if fit:
                return max(fit, key=lambda action: (content.value[action % act.DISCARD], action))
        discards = [action - act.DISCARD for action in legal if act.DISCARD <= action < act.INSURE]
        return act.DISCARD + self._worst(discards) if discards else legal[0]

    def _works(self, view: Glimpse, action: int) -> bool:
        """Return whether it considers a card useful now."""
        content, me = self.content, view.players[view.seat]
        face = action % act.DISCARD
        does = content.does[face]
        if action < act.DISCARD:
            return not (v.LIE in does and me.license) and not (v.DOUBLE in does and me.ventures)
        if content.when[face] == v.PLAYED or content.held[face] or not me.license:
            return False
        if v.ACQUIT in does:
            return me.probe >= 0 and content.crime[face] == content.crime[me.probe]
        if v.TAKEOVER in does or (content.needs[face] & v.NO_INVESTIGATION and me.probe >= 0):
            return False
        return any(firm.cash for seat, firm in enumerate(view.players) if seat != view.seat) or v.EXTRA in does

    def _worst(self, faces: list[int]) -> int:
        """Choose what to discard first: bear cards, then other cards that it does not keep, then the lowest cash."""
        content = self.content

        def worth(face: int) -> tuple[int, int]:
            if content.held[face]:
                return 0, content.held[face]
            if content.is_cash[face]:
                return 2, content.value[face]
            return (3 if not set(_KEPT).isdisjoint(content.does[face]) else 1), face

        return min(faces, key=worth)


def _tabled(view: Glimpse, action: int) -> int:
    """Return the cash on a target's firm; negative if there is no target."""
    return view.players[action - act.TARGET].tabled if act.TARGET <= action < act.TAKE else -1
