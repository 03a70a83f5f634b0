"""Measures how balanced a game is: plays its settings until the yardsticks decide, and keeps the counts.

The counts of a setting are kept in a file, so that a run that was stopped goes on where it was and a report can be
written without playing. They count only for the same content, options, seed and, as its first games tell when they are
played again, the same rules and bots.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.engine.measure import Facts, Setting
from cashbox.lab import simulate
from cashbox.lab.balance import judge
from cashbox.lab.balance.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cashbox.lab.balance.run import Run

PROOF: Final = 8
"""So many first games are played again before kept counts are believed."""

_SAVE_EVERY: Final = 250

Progress = Callable[[Setting, int], None]
"""Is told how many games of a setting have been played."""


class Kept(msgspec.Struct):
    """The counts of one setting, and what they are counts of. proof: a digest of the first games as they ended."""

    game: str
    content: str
    setting: Setting
    options: dict[str, Any]
    seed: int
    proof: str = ""
    counts: Counts = msgspec.field(default_factory=Counts)

    def same_table(self, other: Kept) -> bool:
        """Whether both are of one kind of table, by everything that can be told without playing."""
        return self._table() == other._table()

    def _table(self) -> tuple[Any, ...]:
        setting = self.setting
        return self.game, self.content, self.options, self.seed, setting.seats, setting.bot, setting.by_lot


def settings(game_id: str) -> tuple[Setting, ...]:
    """The tables of a game's report, as it says itself; else every mode at every number of players, with its best bot.
    GameError("unknown-game")."""
    own = all_games.own_measures(game_id)
    if own is not None:
        return own.settings()
    about = all_games.about_game(game_id)
    bot = (*about.bots, "random")[0]
    modes = [(mode.id, mode.least, mode.most) for mode in about.modes] or [("", 0, 0)]
    return tuple(
        Setting(mode, seats, bot)
        for mode, least, most in modes
        for seats in range(least or about.least_players, (most or about.most_players) + 1)
    )


def choose(game_id: str, run: Run) -> list[Setting]:
    """The settings of a game's report that a run asks for. GameError("unknown-setting") where none is left, in a
    sentence that lists them."""
    every = settings(game_id)
    found = [
        setting
        for setting in every
        if (not run.mode or setting.mode in run.mode)
        and (not run.seats or setting.seats in run.seats)
        and (not run.bot or setting.bot in run.bot)
    ]
    asked = {"mode": (run.mode, {s.mode for s in every}), "bot": (run.bot, {s.bot for s in every})}
    for what, (given, known) in asked.items():
        for asked_for in given:
            if asked_for not in known:
                allowed = ", ".join(sorted(known))
                raise GameError("unknown-setting", f"No {what} {asked_for!r} is measured; these are: {allowed}.")
    if not found:
        allowed = ", ".join(name(setting) for setting in every)
        raise GameError("unknown-setting", f"No such table is measured; these are: {allowed}.")
    return found


def name(setting: Setting) -> str:
    """A short name, good for files: mode, seats, bot, and whether it takes items by lot."""
    parts = (setting.mode, str(setting.seats), setting.bot, "by-lot" if setting.by_lot else "")
    return "-".join(part for part in parts if part)


def measure(game_id: str, setting: Setting, run: Run, heard: Progress | None = None) -> Kept:
    """The counts of a setting, played until the yardsticks decide or the run's games are played; what its folder keeps
    of the setting is gone on from. With no games nothing is played but for the proof. GameError where something cannot
    be."""
    kept = _read(_fresh(game_id, setting, run.seed), run.counts)
    last = min(run.games, setting.most)
    if kept.counts.games >= last:
        return kept
    points = [n for n in judge.looks(setting, last) if n >= kept.counts.games]
    if points[0] == kept.counts.games and judge.decided(judge.judge(kept.counts, setting)):
        return kept
    first: list[simulate.Played] = []
    observed = simulate.Observed(setting.by_lot)
    workers = simulate.default_workers() if run.workers is None else run.workers
    for played in simulate.stream(_plan(kept, last), workers, observed=observed, first=kept.counts.games):
        facts = played.note
        kept.counts.add(played, facts if isinstance(facts, Facts) else Facts())
        games = kept.counts.games
        if games <= PROOF:
            first.append(played)
            kept.proof = _digest(first)
        if heard is not None:
            heard(setting, games)
        at_look = games in points
        if at_look or games % _SAVE_EVERY == 0:
            _write(kept, run.counts)
        if at_look and judge.decided(judge.judge(kept.counts, setting)):
            break
    return kept


def _fresh(game_id: str, setting: Setting, seed: int) -> Kept:
    given: dict[str, Any] = {**setting.options, **({"mode": setting.mode} if setting.mode else {})}
    run = simulate.plan(game_id, 1, [setting.bot] * setting.seats, seed, given)
    return Kept(game_id, all_games.load(game_id).content_hash, setting, run.options, seed)


def _plan(kept: Kept, games: int) -> simulate.Plan:
    setting = kept.setting
    return simulate.Plan(kept.game, games, (setting.bot,) * setting.seats, kept.seed, kept.options)


def _digest(first: Sequence[simulate.Played]) -> str:
    lines = [f"{p.number} {p.scores} {p.winners} {p.actions} {p.decisions}\n" for p in first]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _path(kept: Kept, folder: Path) -> Path:
    return folder / f"{kept.game}-{name(kept.setting)}.json"


def _read(fresh: Kept, folder: Path) -> Kept:
    """What is kept of the same table, where its first games still end as they did; else the fresh one."""
    try:
        kept = msgspec.json.decode(_path(fresh, folder).read_bytes(), type=Kept)
    except FileNotFoundError:
        return fresh
    except (OSError, msgspec.MsgspecError) as error:
        sentence = f"{_path(fresh, folder)} cannot be read: {error}. Remove it to count anew."
        raise GameError("unreadable", sentence) from None
    if not kept.same_table(fresh) or kept.counts.games < PROOF:
        return fresh
    again = list(simulate.stream(_plan(kept, PROOF), observed=simulate.Observed(kept.setting.by_lot)))
    if _digest(again) != kept.proof:
        return fresh
    kept.setting = fresh.setting
    return kept


def _write(kept: Kept, folder: Path) -> None:
    path = _path(kept, folder)
    beside = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(msgspec.json.encode(kept))
        beside.replace(path)
    except OSError as error:
        raise GameError("unwritable", f"{path} cannot be written: {error.strerror or error}.") from None
