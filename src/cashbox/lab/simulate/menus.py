"""Record for each decision which kinds of actions were legal, and which was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.measure import Facts

if TYPE_CHECKING:
    from cashbox.engine.game import Game
    from cashbox.engine.measure import Observer

ONLY: Final = "only "
"""Prefix of the menu of a step with a single legal action."""
SEVERAL: Final = " …"
"""Suffix of a kind with several legal actions."""
BETWEEN: Final = ", "


class Menus:
    """Records the menu of each decision of one game. An observer that wraps another one."""

    def __init__(self, game: Game[Any], inner: Observer | None) -> None:
        self.game = game
        self.inner = inner
        self._kinds: dict[int, str] = {}
        self._names: dict[tuple[tuple[str, bool], ...], str] = {}
        self._taken: dict[str, dict[str, int]] = {}

    def before(self, state: Any, seat: int, action: int) -> None:
        """Record an action that is about to be taken."""
        if self.inner is not None:
            self.inner.before(state, seat, action)
        taken = self._taken.setdefault(self._menu(self.game.legal(state, seat)), {})
        kind = self._kind(action)
        taken[kind] = taken.get(kind, 0) + 1

    def ended(self, state: Any) -> Facts:
        """Return the other observer's facts, with the menus added."""
        facts = Facts() if self.inner is None else self.inner.ended(state)
        return msgspec.structs.replace(facts, menus=self._taken)

    def _kind(self, action: int) -> str:
        found = self._kinds.get(action)
        if found is None:
            found = self._kinds[action] = str(self.game.encode(action)["type"])
        return found

    def _menu(self, legal: list[int]) -> str:
        if len(legal) == 1:
            return ONLY + self._kind(legal[0])
        several: dict[str, bool] = {}
        for action in legal:
            kind = self._kind(action)
            several[kind] = kind in several
        key = tuple(sorted(several.items()))
        found = self._names.get(key)
        if found is None:
            found = self._names[key] = BETWEEN.join(kind + SEVERAL * more for kind, more in key)
        return found
