"""A PettingZoo environment in which all seats that must decide do so in the same step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.seats import nothing_legal, seats_of
from cashbox.rl.table import ILLEGAL, Setup, text_of

if TYPE_CHECKING:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    Told = dict[str, dict[str, Any]]


class TogetherEnv(ParallelEnv[str, Any, Any]):  # type: ignore[misc] # PettingZoo may not be there
    """All seats of a game. `infos[agent]["action_mask"]` has an agent's legal actions; it is all zeros while an agent
    has nothing to decide, and its action does not matter then. An illegal action ends the game with a reward of
    -1 for its agent, and `infos[agent]["illegal"]` says why.

    In one step, every seat that owes a decision at its start makes one. Seats that choose simultaneously, such as bids
    or cards to pass, do not observe the others' choices.
    """

    def __init__(self, setup: Setup, max_cycles: int, render_mode: str | None) -> None:
        self.metadata = {"name": f"cashbox_{setup.game.about.id}_v1", "render_modes": ["human", "ansi"]}
        self.setup = setup
        self.layout = setup.layout
        self.actions = setup.actions
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self._rng, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 (the same for all)
        return self.setup.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 (the same for all)
        return self.setup.action_space

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, NDArray[np.float32]], Told]:
        """Start a game. seed: of this game and those after it; options: unused."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.chance = SeededChance(int(self._rng.integers(1 << 62)))
        self.state = self.setup.game.start(self.setup.options, self.setup.seats, self.chance)
        self._scores = self.setup.standing(self.state)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self._go_on()
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, NDArray[np.float32]], dict[str, float], dict[str, bool], dict[str, bool], Told]:
        if not self.agents:
            raise gymnasium.error.ResetNeeded("The game is over or hasn't begun. Call reset() first.")
        chosen = {seat: self.actions[int(actions[self.possible_agents[seat]])] for seat in self.legal}
        illegal = {seat: action for seat, action in chosen.items() if action not in self.legal[seat]}
        outcome = None
        if not illegal:
            self._play(chosen)
            self._go_on()
            outcome = self.setup.game.outcome(self.state)
        self._steps += 1
        before, self._scores = self._scores, self.setup.standing(self.state)
        earned = [0.0] * self.setup.seats if illegal else self.setup.earned(before, self._scores, outcome)
        infos = self._infos()
        for seat, action in illegal.items():
            earned[seat] = ILLEGAL
            infos[self.possible_agents[seat]]["illegal"] = self.setup.game.explain(self.state, seat, action)
        over = bool(illegal) or outcome is not None
        cut = not over and 0 < self.max_cycles <= self._steps
        observations, agents = self._observations(), self.agents
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        rewards = dict(zip(self.possible_agents, earned, strict=True))
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _go_on(self) -> None:
        """Take forced actions until every due seat has a choice, and record the legal actions of each."""
        game, state = self.setup.game, self.state
        self.legal: dict[int, list[int]] = {}
        while game.due(state):
            asked = {seat: game.legal(state, seat) for seat in seats_of(game.due(state))}
            stuck = [seat for seat, legal in asked.items() if not legal]
            if stuck:
                raise GameError("nothing-legal", nothing_legal(stuck[0], 0))
            forced = {seat: legal[0] for seat, legal in asked.items() if len(legal) == 1 and self.setup.skip_forced}
            if not forced:
                self.legal = asked
                return
            self._play(forced)

    def _play(self, chosen: dict[int, int]) -> None:
        """Take one action for each of some seats, unless earlier ones have ended the question."""
        game, state = self.setup.game, self.state
        for seat, action in chosen.items():
            if game.due(state) >> seat & 1 and action in game.legal(state, seat):
                game.play(state, seat, action, self.chance)

    def _observations(self) -> dict[str, NDArray[np.float32]]:
        return {agent: self.setup.observation(self.state, seat) for seat, agent in enumerate(self.agents)}

    def _infos(self) -> Told:
        masks = [self.setup.mask(self.legal.get(seat, [])) for seat in range(self.setup.seats)]
        return {agent: {"action_mask": mask} for agent, mask in zip(self.possible_agents, masks, strict=True)}

    def render(self) -> str | None:
        text = text_of(self.setup, self.state, self.legal)
        if self.render_mode == "human":
            print(text)  # noqa: T201 (that is what it is for)
            return None
        return text

    def close(self) -> None:
        """Do nothing: nothing is open."""
