"""Measures how balanced a game is: plays its settings until the yardsticks decide, and keeps the counts.

The counts of a setting are kept in a file, so that a run that was stopped goes on where it was and a report can be
written without playing. They count only for the same content, options, seed and, as its first games tell when they are
played again, the same rules and bots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots as all_bots
from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.engine.measure import Facts, Setting
from cashbox.lab import kept as kept_files
from cashbox.lab.balance import judge
from cashbox.lab.balance.counts import Counts
from cashbox.lab.kept import PROOF
from cashbox.lab.simulate import plan, stream
from cashbox.lab.simulate.sameness import rules_content

if TYPE_CHECKING:
    from pathlib import Path

    from cashbox.lab.balance.run import Run
    from cashbox.lab.simulate import Crew, Plan, Played

_SAVE_EVERY: Final = 250

Progress = Callable[[Setting, int], None]
"""Called with the number of games of a setting played so far."""


class Kept(msgspec.Struct):
    """The stored counts of one setting, and what identifies it. proof: a digest of the first games' results. variant:
    the start of a variant's hash."""

    game: str
    content: str
    setting: Setting
    options: dict[str, Any]
    seed: int
    proof: str = ""
    counts: Counts = msgspec.field(default_factory=Counts)
    variant: str = ""

    def same_table(self, other: Kept) -> bool:
        """Check whether both are of the same kind of table, by everything that is known without playing."""
        return self._table() == other._table()

    def _table(self) -> tuple[Any, ...]:
        setting = self.setting
        return self.game, self.content, self.options, self.seed, setting.seats, setting.bot, setting.by_lot


def settings(game_id: str) -> tuple[Setting, ...]:
    """List the tables of a game's report: its own choice, otherwise every mode at every number of players with its best
    bot. GameError("unknown-game")."""
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


def _with_others(run: Run) -> list[Setting]:
    """List the tables of the report, with bots from other packages if a run names any. GameError as `bots.check`."""
    others = [bot for bot in run.bot if all_bots.is_external(bot, run.game)]
    for bot in others:
        all_bots.check(run.game, bot)
    tables = dict.fromkeys((one.mode, one.seats) for one in settings(run.game))
    return [Setting(mode, seats, bot) for bot in others for mode, seats in tables]


def choose(run: Run) -> list[Setting]:
    """Return the settings of its game's report that a run asks for. GameError("unknown-setting") in a sentence that
    lists them if none is left."""
    every = [*settings(run.game), *_with_others(run)]
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
                raise GameError(
                    "unknown-setting", f"There is no {what} {asked_for!r} to measure. Use one of these: {allowed}."
                )
    if not found:
        allowed = ", ".join(name(setting) for setting in every)
        raise GameError("unknown-setting", f"There is no table like that to measure. Use one of these: {allowed}.")
    return found


def name(setting: Setting) -> str:
    """Build a short name for files: mode, seats, bot, and whether it takes items at random."""
    parts = (setting.mode, str(setting.seats), setting.bot, "by-lot" if setting.by_lot else "")
    return "-".join(part for part in parts if part)


def measure(
    run: Run,
    setting: Setting,
    heard: Progress | None = None,
    crew: Crew | None = None,
    content: dict[str, Any] | None = None,
) -> Kept:
    """Play games of a setting until the yardsticks are decided or the run's games are played, and return the counts.

    A run continues from what its folder has stored for the setting. With no games, nothing is played except the proof.
    `crew` as for `stream`; `content` of a variant. GameError if something cannot be played.
    """
    contest = _contest(run, setting, content)
    kept = _read(contest, setting, run.counts)
    last = min(run.games, setting.most)
    if kept.counts.games >= last:
        return kept
    points = [n for n in judge.looks(setting, last) if n >= kept.counts.games]
    if points[0] == kept.counts.games and judge.decided(judge.judge(kept.counts, setting)):
        return kept
    first: list[Played] = []
    for played in stream(msgspec.structs.replace(contest, games=last, first=kept.counts.games), crew):
        facts = played.note
        kept.counts.add(played, facts if isinstance(facts, Facts) else Facts())
        games = kept.counts.games
        if games <= PROOF:
            first.append(played)
            kept.proof = kept_files.digest(first)
        if heard is not None:
            heard(setting, games)
        at_look = games in points
        if at_look or games % _SAVE_EVERY == 0:
            kept_files.write(_path(kept, run.counts), kept)
        if at_look and judge.decided(judge.judge(kept.counts, setting)):
            break
    return kept


def _contest(run: Run, setting: Setting, content: dict[str, Any] | None) -> Plan:
    """Build the watched games of a setting, with its table, bots, and seed."""
    given: dict[str, Any] = {**setting.options, **({"mode": setting.mode} if setting.mode else {})}
    games = plan(run.game, 1, [setting.bot] * setting.seats, run.seed, given, run.workers, content)
    return msgspec.structs.replace(games, observed=True, by_lot=setting.by_lot)


def _fresh(contest: Plan, setting: Setting) -> Kept:
    content = rules_content(contest.game, contest.content)
    variant = "" if contest.content is None else content[:8]
    return Kept(contest.game, content, setting, contest.options, contest.seed, variant=variant)


def _path(kept: Kept, folder: Path) -> Path:
    parts = (kept.game, kept.variant, name(kept.setting))
    return folder / f"{'-'.join(part for part in parts if part)}.json"


def _read(contest: Plan, setting: Setting, folder: Path) -> Kept:
    """Read the stored counts of the same table if its first games still end the same way, otherwise start from zero."""
    fresh = _fresh(contest, setting)
    kept = kept_files.read(_path(fresh, folder), Kept)
    if kept is None or not kept.same_table(fresh) or kept.counts.games < PROOF:
        return fresh
    again = list(stream(msgspec.structs.replace(contest, games=PROOF, workers=1)))
    if kept_files.digest(again) != kept.proof:
        return fresh
    kept.setting = fresh.setting
    return kept
