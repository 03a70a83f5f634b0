"""A PettingZoo environment: every seat is an agent, and they decide in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cashbox.rl.table import ILLEGAL, Setup, Table

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray


class TurnsEnv(AECEnv[str, Any, Any]):  # type: ignore[misc] # PettingZoo may not be there
    """All seats of a game. Simultaneous choices are made in turn, and no agent observes another's choice.
    `infos[agent]["action_mask"]` has an agent's legal actions: none unless it must decide. Any other action ends the
    game with a reward of -1, and `infos[agent]["illegal"]` says why."""

    def __init__(self, setup: Setup, max_cycles: int, render_mode: str | None) -> None:
        super().__init__()
        name = f"cashbox_{setup.game.about.id}_v1"
        self.metadata = {"name": name, "render_modes": ["human", "ansi"], "is_parallelizable": False}
        self.setup = setup
        self.layout = setup.layout
        self.actions = setup.actions
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self._rng, _ = seeding.np_random()
        self._decisions = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 (the same for all)
        return self.setup.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 (the same for all)
        return self.setup.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a game. seed: of this game and those after it; options: none are known."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.table = Table(self.setup, int(self._rng.integers(1 << 62)))
        self._decisions = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._show()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        chosen = self.actions[int(action)]
        if chosen in self.table.legal:
            self._play(chosen)
        else:
            self._lose(agent, chosen)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _play(self, chosen: int) -> None:
        self.table.play(chosen)
        self._decisions += 1
        over = self.table.outcome is not None
        self.rewards = dict(zip(self.possible_agents, self.table.earned(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        cut = not over and 0 < self.max_cycles <= self._decisions
        self.truncations = dict.fromkeys(self.agents, cut)
        self._show()

    def _lose(self, agent: str, chosen: int) -> None:
        """End the game because of an illegal action, as PettingZoo's classic games do."""
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent]["illegal"] = self.setup.game.explain(self.table.state, self.table.seat, chosen)

    def _show(self) -> None:
        """Update the deciding agent and the action masks."""
        self.agent_selection = self.possible_agents[max(0, self.table.seat)]
        self.infos = {agent: {"action_mask": self.table.mask(k)} for k, agent in enumerate(self.possible_agents)}

    def observe(self, agent: str) -> NDArray[np.float32]:
        return self.table.observation(self.possible_agents.index(agent))

    def facts(self) -> dict[int, Any]:
        """Return what each legal action changes, by its number; see `cashbox.engine.facts.Facts`."""
        return self.table.facts()

    def render(self) -> str | None:
        if self.render_mode == "human":
            print(self.table.text())  # noqa: T201 (that is what it is for)
            return None
        return self.table.text()

    def close(self) -> None:
        """Do nothing: nothing is open."""


def wrapped(env: TurnsEnv) -> AECEnv[str, Any, Any]:
    """Wrap the environment like PettingZoo's classic games: actions must be numbers of actions, and calls in order."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
