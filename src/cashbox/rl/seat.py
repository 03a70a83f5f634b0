"""A Gymnasium environment: one seat learns, and bots play the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium

from cashbox.engine.game import GameError
from cashbox.rl.table import ILLEGAL, Setup, Table, seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game. `info["action_mask"]` has its legal actions; any other action ends the game with a reward of
    -1. `info["seat"]` is its seat."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self, setup: Setup, opponents: Sequence[str], seat: int | None, max_steps: int, render_mode: str | None
    ) -> None:
        check_seat(setup, seat)
        seated(setup, opponents, 0, 0)
        self.setup = setup
        self.layout = setup.layout
        self.actions = setup.actions
        self.observation_space = setup.observation_space
        self.action_space = setup.action_space
        self.opponents = opponents
        self.learner = seat
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.table: Table | None = None
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._steps = 0
        self.table, self.seat = new_table(self.setup, self.opponents, self.learner, self.np_random)
        return self._seen()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        table = self._playing()
        chosen = self.actions[int(action)]
        if chosen not in table.legal:
            observation, info = self._seen()
            text = self.setup.game.explain(table.state, self.seat, chosen)
            self.table = None
            return observation, ILLEGAL, True, False, {**info, "illegal": text}
        table.play(chosen)
        self._steps += 1
        over = table.outcome is not None
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return observation, table.earned()[self.seat], over, not over and 0 < self.max_steps <= self._steps, info

    def _playing(self) -> Table:
        if self.table is None or self.table.outcome is not None:
            raise gymnasium.error.ResetNeeded("The game is over or hasn't begun. Call reset() first.")
        return self.table

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        assert self.table is not None
        return self.table.observation(self.seat), {"action_mask": self.table.mask(self.seat), "seat": self.seat}

    def facts(self) -> dict[int, Any]:
        """Return what each legal action changes, by its number; see `cashbox.engine.facts.Facts`."""
        return self._playing().facts()

    def render(self) -> Any:
        text = self.table.text() if self.table is not None else ""
        if self.render_mode == "human":
            print(text)  # noqa: T201 (that is what it is for)
            return None
        return text


def check_seat(setup: Setup, seat: int | None) -> None:
    """Check a seat. GameError("bad-seats") if it does not exist."""
    if seat is not None and not 0 <= seat < setup.seats:
        raise GameError("bad-seats", f"The seat must be from 0 to {setup.seats - 1}, not {seat}.")


def new_table(
    setup: Setup, opponents: Sequence[str], learner: int | None, rng: np.random.Generator
) -> tuple[Table, int]:
    """Start games until one leaves the learner a decision; return it and the learner's seat."""
    while True:
        seed = int(rng.integers(1 << 62))
        seat = seed % setup.seats if learner is None else learner
        table = Table(setup, seed, seated(setup, opponents, seat, seed))
        if table.outcome is None:
            return table, seat
