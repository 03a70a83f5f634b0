"""Whether two machines would play the same games: by their code, and by the content of the game."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import cashbox
from cashbox import games as all_games
from cashbox.engine.journal import content_hash

_PLAY = ("engine", "bots", "lab/simulate")
"""The folders of the package that, besides the game itself, determine how a game goes."""

_SHOWN = {"board", "pictures", "__pycache__", "drawing.json"}
"""Files and folders that are only displayed, or derived from the rest."""


class Make(msgspec.Struct, frozen=True):
    """The code and content with which a process plays a game.

    version: of cashbox. code: a digest of all that decides how it goes, sources and what bots have learned.
    content: see `rules_content`.
    """

    version: str
    code: str
    content: str


READ = frozenset({"drawing", "lessons", "name", "text"})
"""The parts of a content for people, at any depth, which do not affect games between bots."""


def rules_content(game_id: str, content: dict[str, Any] | None = None) -> str:
    """Return the hash of the content that decides how a game goes: the whole without what people read. content: of a
    variant.

    Raises:
        GameError: `unknown-game`.
    """
    return content_hash(_played(all_games.load(game_id, content).content))


def _played(content: Any) -> Any:
    if isinstance(content, dict):
        return {name: _played(part) for name, part in content.items() if name not in READ}
    if isinstance(content, (list, tuple)):
        return [_played(part) for part in content]
    return content


@cache
def make_of(game_id: str) -> Make:
    """Return what this process plays a game with, read once, as its modules are. GameError("unknown-game")."""
    package = Path(str(cashbox.__file__)).parent
    seen = hashlib.sha256()
    for folder in (*(package / name for name in _PLAY), all_games.folder(game_id)):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and path.suffix != ".md" and not _SHOWN & set(name.parts):
                seen.update(name.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return Make(cashbox.__version__, seen.hexdigest(), rules_content(game_id))
