"""Write one whole game as text: the log, the legal actions, and some views.

The text is compared with the one stored next to this file, so that a change of rules or words is one reviewed diff.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.engine.match import Match
from cashbox.engine.phrases import with_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from cashbox.engine.game import Game

FOLDER = Path(__file__).parent
WIDTH = 120
VIEW_EVERY = 60
"""A view is written out at every so many decisions."""


def read(name: str) -> str:
    """The text that is kept."""
    return (FOLDER / f"{name}.txt").read_text("utf-8")


def is_kept(name: str, text: str) -> bool:
    """Whether a text is the one that was reviewed last; `make golden` keeps it first."""
    if os.environ.get("CASHBOX_GOLDEN") == "write":
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")
    return read(name) == text


def playthrough(
    game: Game[Any],
    seats: int,
    seed: int,
    names: Sequence[str],
    pick: Callable[[Match[Any], int, SeededChance], int],
    options: Mapping[str, Any],
) -> str:
    """A game from its start to its end. pick(match, seat, chance) chooses what a seat does."""
    return "\n".join(_lines(game, seats, seed, names, pick, options)) + "\n"


def _lines(
    game: Game[Any],
    seats: int,
    seed: int,
    names: Sequence[str],
    pick: Callable[[Match[Any], int, SeededChance], int],
    options: Mapping[str, Any],
) -> Iterator[str]:
    match = Match.start(game, options, seats, SeededChance(seed), players=names)
    chance = SeededChance(f"{seed} players")
    yield f"{game.about.name}, {seats} player{'s' if seats > 1 else ''}, seed {seed}"
    yield "; ".join(f"{name}: {value}" for name, value in options.items())
    yield from _told(match, names, -1)
    while not match.over:
        n = match.number
        due = [seat for seat in range(seats) if match.due() >> seat & 1]
        seat = due[0]
        if n % VIEW_EVERY == 0:
            yield from _view(match, (seat, SPECTATOR)[n // VIEW_EVERY % 2], names)
        legal = match.legal(seat)
        action = pick(match, seat, chance)
        yield ""
        yield _cut(f"[{n + 1}] {names[seat]}: {game.prompt(match.state, seat, names)}")
        yield _cut(f"    may: {_summary(game, legal)}")
        yield _cut(f"    {game.text(action)}  ({with_names(game.describe(match.state, seat, action).label, names)})")
        match.act(seat, [action])
        yield from _told(match, names, n)
    outcome = game.outcome(match.state)
    assert outcome is not None
    yield ""
    yield with_names(outcome.text, names)
    others = [f"{name} {score}" for name, score in outcome.others.items()]
    yield f"Scores: {', '.join([*map(str, outcome.scores), *others])}"
    yield from _view(match, SPECTATOR, names)


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 3] + "..."


def _told(match: Match[Any], names: Sequence[str], since: int) -> Iterator[str]:
    """What all are told, and in brackets what only one of them is."""
    public = [line for _, line in match.log(SPECTATOR, names, since)]
    for line in public:
        yield f"  > {line}"
    for seat, name in enumerate(names):
        for _, line in match.log(seat, names, since):
            if line not in public:
                yield f"  > [{name}] {line}"


def _summary(game: Game[Any], legal: Sequence[int]) -> str:
    """The legal list, abbreviated: how many actions of each type, and the first few by name."""
    by_type: dict[str, list[str]] = {}
    for action in legal:
        by_type.setdefault(game.encode(action)["type"], []).append(game.text(action))
    return "; ".join(
        texts[0] if len(texts) == 1 else f"{len(texts)} {kind} ({texts[0].removeprefix(kind).strip()}, ...)"
        for kind, texts in by_type.items()
    )


def _view(match: Match[Any], viewer: int, names: Sequence[str]) -> Iterator[str]:
    yield ""
    yield f"-- what {'a spectator' if viewer == SPECTATOR else names[viewer]} sees after [{match.number}]"
    fields = msgspec.to_builtins(match.view(viewer))
    players = fields.pop("players", [])
    yield from _fields(fields, "   ")
    for name, player in zip(names, players, strict=True):
        yield f"   {name}"
        yield from _fields(player, "     ")
    yield "--"


def _fields(fields: dict[str, Any], indent: str) -> Iterator[str]:
    for name, value in fields.items():
        if value not in ([], {}, None, ""):
            text = msgspec.json.encode(value).decode()
            yield f"{indent}{name}: {text}"
