"""Plays the games of a run one after the other.

Each game's chance comes from the run's seed and the game's number alone, so it does not matter which process plays it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from cashbox import bots as all_bots
from cashbox import games as all_games
from cashbox.bots.random import RandomBot
from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import RecordingChance, SeededChance
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.repetition import LAST, Trail
from cashbox.engine.seats import nothing_legal, seats_of
from cashbox.lab.simulate.decisions import Deciding, Numbering
from cashbox.lab.simulate.menus import Menus
from cashbox.lab.simulate.recording import Recorder, journal_file
from cashbox.lab.simulate.results import Played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.bot import Bot
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.engine.measure import Measures, Observer
    from cashbox.lab.simulate.plan import Plan


def seed_of(run_seed: int, number: int, what: str) -> int:
    """Derive a 64-bit seed for one purpose in one game of a run."""
    return int.from_bytes(hashlib.sha256(f"{run_seed}/{number}/{what}".encode()).digest()[:8], "big")


def seat_bots(game: Game[Any], names: Sequence[str], run_seed: int, number: int = 0) -> list[Bot]:
    """Create the bots of one game of a run, each with its own stream of chance. `names` are by seat."""
    return [
        all_bots.make(name, game, seat, SeededChance(seed_of(run_seed, number, f"seat {seat}")))
        for seat, name in enumerate(names)
    ]


def play_out(
    game: Game[Any], state: Any, bots: Sequence[Bot], chance: Chance, observer: Observer | None = None
) -> tuple[int, int]:
    """Play a state to its end with the bots by seat; how many actions that took, and how many of them were decisions.

    observer: is told of each action before it is taken. An action without an alternative is taken without asking.
    GameError: "endless" where the game does not end within its bound; "nothing-legal" where it leads nowhere; "bad-bot"
    where a bot picks what it was not offered.
    """
    if observer is None and all(type(bot) is RandomBot for bot in bots):
        actions, decisions = game.play_at_random(state, chance, [bot.chance for bot in bots], game.bound)
        if game.due(state):
            raise endless(game, state, bots, chance)
        return actions, decisions
    due, legal, play = game.due, game.legal, game.play
    needs_samples = [bot.needs_samples for bot in bots]
    decisions = 0
    for actions in range(game.bound + 1):
        mask = due(state)
        if not mask:
            return actions, decisions
        seat = (mask & -mask).bit_length() - 1
        choices = legal(state, seat)
        if len(choices) > 1:
            decisions += 1
            if needs_samples[seat]:
                bots[seat].samples = samples_of(game, state, seat)
            action = decide(bots[seat], game, state, choices)
            if action not in choices:
                sentence = f"The bot {bots[seat].name} picked {action}, which isn't legal."
                raise GameError("bad-bot", sentence)
        elif choices:
            action = choices[0]
        else:
            raise GameError("nothing-legal", nothing_legal(seat, actions))
        if observer is not None:
            observer.before(state, seat, action)
        play(state, seat, action, chance)
    raise endless(game, state, bots, chance)


def endless(game: Game[Any], state: Any, bots: Sequence[Bot], chance: Chance) -> GameError:
    """Build the error of a game that has reached its limit of actions. It is played on at random for a while to see
    which decision repeats."""
    trail = Trail(game)
    for _ in range(LAST):
        seat = seats_of(game.due(state))[0]
        legal = game.legal(state, seat)
        if not legal:
            return GameError("nothing-legal", nothing_legal(seat, game.bound))
        action = legal[bots[seat].chance.draw(len(legal))]
        trail.record(seat, action, legal)
        game.play(state, seat, action, chance)
        if not game.due(state):
            return GameError(
                "endless", f"{game.about.name} has games that are longer than its bound of {game.bound} actions."
            )
    repeats = trail.repeats(state)
    return GameError("endless", f"{game.about.name} doesn't end within its bound of {game.bound} actions: {repeats}.")


def sittings(bots: Sequence[str]) -> int:
    """Count the different seatings of a run's bots as they rotate."""
    return next(n for n in range(1, len(bots) + 1) if (*bots[n:], *bots[:n]) == tuple(bots))


class Table:
    """A game with its rules loaded, and a run's plan for it."""

    def __init__(self, run: Plan) -> None:
        self.run = run
        self.measures: Measures | None = all_games.own_measures(run.game) if run.observed else None
        self.game = all_games.load(run.game, run.content, run.edition)
        self._numbering = Numbering(self.game, run.options, len(run.bots)) if run.decisions else None
        self._games_of_luck = sittings(run.bots) if run.paired else 1

    def play(self, number: int) -> Played:
        """Play one game of the run."""
        run, game = self.run, self.game
        seats = len(run.bots)
        sitting = tuple((seat - number) % seats for seat in range(seats))
        bots = self._bots([run.bots[i] for i in sitting], number)
        chance: Chance = SeededChance(seed_of(run.seed, number // self._games_of_luck, "table"))
        recorded = RecordingChance(chance) if run.journals else None
        chance = recorded or chance
        state = game.start(run.options, seats, chance)
        observer: Any = self.measures.watch(game, seats) if self.measures is not None else None
        if run.menus:
            observer = Menus(game, observer)
        if self._numbering is not None:
            observer = Deciding(self._numbering)
        recorder: Recorder | None = None
        if recorded is not None:
            recorder = Recorder(game, run, [run.bots[i] for i in sitting], recorded)
            recorder.inner, observer = observer, recorder
        actions, decisions = play_out(game, state, bots, chance, observer)
        outcome = game.outcome(state)
        if outcome is None:
            raise GameError("dead-end", "No seat has a decision to make, but the game has no outcome.")
        if recorder is not None:
            recorder.write(journal_file(run, number), outcome)
        note: Any = run.look(game.view(state, SPECTATOR)) if run.look is not None else None
        if observer is not None and (self.measures is not None or run.menus or run.decisions):
            note = observer.ended(state)
        return Played(number, sitting, outcome.scores, outcome.winners, actions, decisions, note, outcome.others)

    def _bots(self, names: Sequence[str], number: int) -> list[Bot]:
        run = self.run
        bots = seat_bots(self.game, names, run.seed, number)
        if self.measures is None or not run.by_lot:
            return bots
        lots = [SeededChance(seed_of(run.seed, number, f"lots {seat}")) for seat in range(len(bots))]
        return [self.measures.by_lot(bot, run.by_lot, lot) for bot, lot in zip(bots, lots, strict=True)]
