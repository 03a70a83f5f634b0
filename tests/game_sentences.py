"""Collect the sentences that games show to people: `python -m tests.game_sentences GAME` prints them.

Bots play the game in every mode and with every number of players. Sentences are collected once per pattern, in which
names, numbers, and cards are placeholders.
"""

from __future__ import annotations

import random
import re
import sys
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots, games
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.match import Match
from cashbox.engine.phrases import with_names
from cashbox.engine.replay import Replay
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.game import Game, Mode

NAMES: Final = ("Ann", "Bert", "Cleo", "Dan", "Eve", "Finn", "Gail", "Hank")
_NUMBER: Final = re.compile(r"[−+]?\$?\d[\d,]*")
_NAME: Final = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")
_NAMES: Final = re.compile(r"@(?:(?:, | and |, and | or |, or )@)+")


class Spoken:
    """What a game said. found: by pattern, the first sentence of it."""

    def __init__(self, game: Game[Any]) -> None:
        self.found: dict[str, str] = {}
        things = sorted(set(_names(game.content)), key=len, reverse=True)
        self._thing = re.compile("|".join(re.escape(thing) for thing in things) or "(?!)")

    def add(self, kind: str, text: str | None) -> None:
        """Keep a sentence if no other one has its pattern. kind: what it is, as in "log"."""
        if text:
            pattern = _NAMES.sub("@", _NAME.sub("@", _NUMBER.sub("#", self._thing.sub("*", text))))
            self.found.setdefault(f"{kind}: {pattern}", f"{kind}: {text}")


def _names(content: Any) -> Iterator[str]:
    if isinstance(content, dict):
        name = content.get("name")
        yield from [name] if isinstance(name, str) and len(name) > 3 else []
        content = list(content.values())
    if isinstance(content, (list, tuple)):
        for part in content:
            yield from _names(part)


def play(game: Game[Any], mode: Mode, seats: int, seed: int, spoken: Spoken, *, steps: int = 4000) -> None:
    """Play one game of bots, and keep what people read. Half of the seats choose at random."""
    given = {} if mode.guided else {**game.about.unattended, **game.about.brief}
    options = game.check_options({"mode": mode.id, **given}, seats)
    match = Match.start(game, options, seats, SeededChance(seed), players=NAMES[:seats])
    kinds = ["random" if (seat + seed) % 2 else "steady" for seat in range(seats)]
    players = [bots.make(kind, game, seat, SeededChance(f"{seed} {seat}")) for seat, kind in enumerate(kinds)]
    rand = random.Random(seed)
    everything = list(game.all_actions())
    for _ in range(steps):
        if match.over:
            break
        now(match, spoken, rand.sample(everything, min(len(everything), 12)))
        seat = seats_of(match.due())[0]
        legal = match.legal(seat)
        action = players[seat].choose(game.view(match.state, seat), legal) if len(legal) > 1 else legal[0]
        match.act(seat, [action])
    now(match, spoken, everything[:50])
    outcome = game.outcome(match.state)
    if outcome is not None:
        spoken.add("outcome", with_names(outcome.text, NAMES))
        told = Replay(game, match.journal, NAMES[:seats]).ending()
        if told is not None:
            for text in texts(msgspec.to_builtins(told)):
                spoken.add("ending", text)


def now(match: Match[Any], spoken: Spoken, others: list[int]) -> None:
    """Keep what people read of the last action and of what can be done now. others: actions that are tried."""
    game, names = match.game, NAMES[: match.journal.header.seats]
    due = seats_of(match.due())
    for viewer in (*range(len(names)), SPECTATOR):
        spoken.add("prompt", game.prompt(match.state, viewer, names))
        for _, text in match.log(viewer, names, match.number - 1):
            spoken.add("log", text)
    spoken.add("chapter", game.chapter(match.state, names))
    for seat in due:
        for action in match.legal(seat):
            spoken.add("label", with_names(game.describe(match.state, seat, action).label, names))
            spoken.add("why", with_names(game.effect_text(match.state, seat, action), names))
    for seat in {*due, 0}:
        for action in others:
            spoken.add("refusal", game.explain(match.state, seat, action))


def texts(found: Any) -> Iterator[str]:
    """Return all texts in plain values."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        yield from (
            text for key, value in found.items() if key not in ("id", "key", "drawing") for text in texts(value)
        )
    elif isinstance(found, (list, tuple)):
        yield from (text for value in found for text in texts(value))


def still(game_id: str) -> Iterator[tuple[str, str]]:
    """Return what people read of a game without playing it: about, help, tips, first look, content."""
    game = games.load(game_id)
    for text in texts(msgspec.to_builtins(game.about)):
        yield "about", text
    for mode in game.about.modes:
        page = games.help_page(game_id, mode.id)
        if page is not None:
            yield from (("help", line) for line in page.everything.splitlines())
    for text in texts(msgspec.to_builtins(games.tips_of(game))):
        yield "tip", text
    for text in texts(msgspec.to_builtins(games.glance(game_id))):
        yield "glance", text
    for text in texts(game.content):
        yield "content", text


def spoken_of(game_id: str, *, seeds: int = 1) -> list[str]:
    """Return what people read in games of every mode and number of players, once per pattern."""
    game = games.load(game_id)
    spoken = Spoken(game)
    for kind, text in still(game_id):
        spoken.found.setdefault(f"{kind}: {text}", f"{kind}: {text}")
    for mode in game.about.modes:
        least, most = mode.least or game.about.least_players, mode.most or game.about.most_players
        for seats in sorted({least, min(most, 3), most}):
            for seed in range(seeds):
                try:
                    play(game, mode, seats, seed, spoken)
                except GameError as error:
                    spoken.add("error", str(error))
    return list(spoken.found.values())


if __name__ == "__main__":
    print("\n".join(sorted(spoken_of(sys.argv[1]))))
