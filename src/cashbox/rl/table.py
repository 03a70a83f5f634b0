"""A single game, as every environment plays it: observations, actions, and rewards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from cashbox import bots as all_bots
from cashbox import games
from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.observation.layout import Layout, row_of
from cashbox.engine.seats import mask_of, seats_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from numpy.typing import NDArray

    from cashbox.engine.bot import Bot
    from cashbox.engine.facts import Facts
    from cashbox.engine.game import Game, Outcome
    from cashbox.engine.observation.rows import Rows

REWARDS: Final = ("win", "score", "standing")
ILLEGAL: Final = -1.0
"""The reward for an illegal action, which ends the game, as in PettingZoo's classic games."""


class Setup:
    """What all games of an environment have in common.

    game: the rules. seats: the number of players. options: of the table, complete. actions: every action of the game in
    the order of its ints; the number of an action is its index in this list. number: of each action. layout: of an
    observation; observe: writes a seat's observation of a state into rows. given: the arguments that it was created
    from.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int = 0,
        mode: str = "",
        options: Mapping[str, Any] | None = None,
        reward: str = "win",
        skip_forced: bool = True,
        content: str | PathLike[str] | Mapping[str, Any] | None = None,
    ) -> None:
        """Load a game and check the arguments.

        Args:
            game: the id of a game.
            seats: the number of players; by default, as few as the mode allows.
            mode: of the game; by default, its first one.
            options: of the table, by name, on top of those of the mode and those of tables without people.
            reward: "win": at the end 1 for the winner, or shares of it; "score": the final score; "standing": after
                each decision, the change of the score relative to the average of the other players.
            skip_forced: take an action that is the only legal one without asking.
            content: a variant of the game, as a file, a folder, or a whole content.

        Raises:
            GameError: There is no such game, mode, option, reward or variant, or it has no numbers.
        """
        content = games.content_of(game, content)
        self.given = {"game": game, "seats": seats, "mode": mode, "options": options, "reward": reward}
        self.given |= {"skip_forced": skip_forced, "content": content}
        self.game = games.load(game, content)
        about = self.game.about
        if reward not in REWARDS:
            raise GameError("bad-reward", f"The reward must be one of {', '.join(REWARDS)}, not {reward!r}.")
        given = {**about.unattended, **({"mode": mode} if mode else {}), **(options or {})}
        wanted = next((one for one in about.modes if one.id == given.get("mode", about.modes[0].id)), None)
        self.seats = seats or (wanted.least if wanted and wanted.least else about.least_players)
        self.options = self.game.check_options(given, self.seats)
        self.reward = reward
        self.skip_forced = skip_forced
        self.actions = [*self.game.all_actions()]
        if not self.actions:
            raise GameError("no-actions", f"{about.name} doesn't list its actions, so they have no numbers.")
        self.number = {action: k for k, action in enumerate(self.actions)}
        state = self.game.start(self.options, self.seats, SeededChance(0))
        if reward == "standing" and self.game.standing(state) is None:
            raise GameError("bad-reward", f"{about.name} has no standing before its end; use the reward win or score.")
        self.layout = Layout(type(self.game.view(state, 0)), self.seats, self.game.extents())
        self.observe = self.game.observer(self.layout) or self._observe_view
        self.observation_space = _box(self.layout)
        self.action_space = spaces.Discrete(len(self.actions))

    def _observe_view(self, state: Any, seat: int, rows: Rows) -> None:
        self.layout.write(self.game.view(state, seat), seat, rows)

    def observation(self, state: Any, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation of a state."""
        return np.frombuffer(row_of(self.layout, self.observe, state, seat), np.float32).copy()

    def asked_if_forced(self, seats: int) -> int:
        """Return which of some seats are asked even about forced actions, both as masks."""
        return 0 if self.skip_forced else seats

    def mask(self, legal: Sequence[int]) -> NDArray[np.int8]:
        """Return which actions are legal, by their numbers."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[[self.number[action] for action in legal]] = 1
        return mask

    def rewards(self, outcome: Outcome) -> list[float]:
        """Return each seat's reward for the end of a game, for "win" and "score"."""
        if self.reward == "score":
            return [float(score) for score in outcome.scores]
        share = 1.0 / max(1, len(outcome.winners))
        return [share if seat in outcome.winners else 0.0 for seat in range(self.seats)]

    def standing(self, state: Any) -> tuple[int, ...]:
        """Return the scores for the reward "standing"; empty for the others."""
        if self.reward != "standing":
            return ()
        standing = self.game.standing(state)
        return standing.scores[: self.seats] if standing is not None else (0,) * self.seats

    def earned(self, before: Sequence[int], now: Sequence[int], outcome: Outcome | None) -> list[float]:
        """Return each seat's reward between two moments.

        Args:
            before: the standing at the first.
            now: at the second.
            outcome: of a finished game.
        """
        if self.reward != "standing":
            return [0.0] * self.seats if outcome is None else self.rewards(outcome)
        gains = [float(score - then) for score, then in zip(now, before, strict=True)]
        others = max(1, len(gains) - 1)
        return [gain - (sum(gains) - gain) / others for gain in gains]


def _box(layout: Layout) -> spaces.Box:
    low, high = np.zeros(layout.size, np.float32), np.ones(layout.size, np.float32)
    for field in layout.fields:
        scale = max(abs(field.low), abs(field.high), 1)
        part = slice(field.start, field.start + field.size)
        low[part], high[part] = field.low / scale, field.high / scale
    return spaces.Box(low, high, dtype=np.float32)


class Table:
    """A game in progress. seat: the deciding seat, -1 once the game is over; legal: its actions, as ints of the game.
    bots: by seat; None for the environment's agents. outcome: once the game is over."""

    def __init__(self, setup: Setup, seed: int, bots: Mapping[int, Bot] | None = None) -> None:
        self.setup = setup
        self.chance = SeededChance(seed)
        self.bots = bots or {}
        self.state = setup.game.start(setup.options, setup.seats, self.chance)
        self.outcome: Outcome | None = None
        self.seat = -1
        self.legal: list[int] = []
        self._forced = setup.asked_if_forced(mask_of(set(range(setup.seats)) - {*self.bots}))
        self._scores = self._standing()
        self.play(-1)

    def play(self, action: int) -> None:
        """Take a legal action of the deciding seat, and everything up to the next decision."""
        game, state, chance, forced = self.setup.game, self.state, self.chance, self._forced
        seat, legal = game.play_on(state, self.seat, action, chance, forced)
        while seat in self.bots:
            seat, legal = game.play_on(
                state, seat, chosen_by(self.bots[seat], game, state, seat, legal), chance, forced
            )
        self.seat, self.legal = seat, legal
        if seat < 0:
            self.outcome = game.outcome(state)

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return a seat's current observation."""
        return self.setup.observation(self.state, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return a seat's current legal actions."""
        return self.setup.mask(self.legal if seat == self.seat else [])

    def earned(self) -> list[float]:
        """Return each seat's reward since the last call."""
        before, self._scores = self._scores, self._standing()
        return self.setup.earned(before, self._scores, self.outcome)

    def _standing(self) -> tuple[int, ...]:
        return self.setup.standing(self.state)

    def facts(self) -> dict[int, Facts]:
        """Return what each legal action changes, by its number."""
        setup = self.setup
        described = [setup.game.describe(self.state, self.seat, action) for action in self.legal]
        return {setup.number[action]: one.facts for action, one in zip(self.legal, described, strict=True)}

    def text(self) -> str:
        """Describe the question and the standing."""
        return text_of(self.setup, self.state, {self.seat: self.legal})


def text_of(setup: Setup, state: Any, legal: Mapping[int, list[int]]) -> str:
    """Describe the question and the standing. legal: the seats' legal actions."""
    game, names = setup.game, [f"player_{seat}" for seat in range(setup.seats)]
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.text.format(*names)
    standing = game.standing(state)
    lines = [game.chapter(state, names)]
    if standing is not None:
        scores = zip(names, standing.scores, strict=False)
        lines.append(", ".join(f"{name}: {score}" for name, score in scores))
    lines += [f"{names[seat]}: {game.prompt(state, seat, names)}" for seat in seats_of(game.due(state))]
    lines += [f"  {setup.number[action]}: {game.text(action)}" for actions in legal.values() for action in actions]
    return "\n".join(lines)


def chosen_by(bot: Bot, game: Game[Any], state: Any, seat: int, legal: list[int]) -> int:
    """Return a bot's decision."""
    if bot.needs_samples:
        bot.samples = samples_of(game, state, seat)
    return decide(bot, game, state, legal)


def seated(setup: Setup, opponents: Sequence[str], learner: int, seed: int) -> dict[int, Bot]:
    """Put bots in all seats except the learner's. opponents: their names, in turn from the learner's left."""
    if not opponents and setup.seats > 1:
        raise GameError("no-opponents", "Name at least one bot as an opponent.")
    found = {}
    for k in range(1, setup.seats):
        seat = (learner + k) % setup.seats
        name = opponents[(k - 1) % len(opponents)]
        found[seat] = all_bots.make(name, setup.game, seat, SeededChance(f"{seed}/{seat}"))
    return found
