"""The command `new-game`: create a playable game that satisfies the contract and has a board."""

from __future__ import annotations

import ast
import re
import shlex
import tokenize
from io import StringIO
from keyword import iskeyword
from pathlib import Path
from typing import Final

import cashbox
from cashbox import games as all_games
from cashbox.engine.game import GameError

_ID: Final = re.compile(r"[a-z][a-z0-9_]{1,30}")
_PACKAGE: Final = Path(cashbox.__file__).parent


def example_folder() -> Path:
    """Return the folder of the example game, which has its name: in the package if it was installed from a wheel, else
    in the checkout."""
    installed = _PACKAGE / "example_games"
    parent = installed if installed.is_dir() else _PACKAGE.parents[1] / "examples" / "games"
    return next(folder for folder in parent.iterdir() if (folder / "about.py").is_file())


def new_game(name: str, folder: Path) -> None:
    """Copy the example game under a new name and print how to try it.

    Args:
        name: the id of the new game, as in "black_market".
        folder: where to put its folder; it is created if needed.

    Raises:
        GameError: ("bad-name") for a name that no package can have or that a game has; ("exists") for a folder that
            is there; ("folder") for one that can't be written.
    """
    _check(name)
    to = folder / name
    if to.exists():
        raise GameError("exists", f"{to} exists. Choose another name, or delete it first.")
    example = example_folder()
    game = _class_of(example)
    try:
        for path in sorted(example.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                _copy(path, to / path.relative_to(example), example.name, name, game)
    except OSError as error:
        raise GameError("folder", f"{to} can't be written: {error.strerror or error}.") from error
    print(
        f"{to} has a copy of {game}, ready to change. Try it:\n\n"
        f"    export CASHBOX_GAMES={shlex.quote(str(folder))}\n"
        f"    cashbox conformance {name}\n"
        f"    cashbox play {name}\n"
        f"    cashbox serve\n\n"
        'The page "Adding a game" in the docs explains each file.'
    )


def _check(name: str) -> None:
    """Refuse a name that a game can't have."""
    if not _ID.fullmatch(name) or iskeyword(name):
        raise GameError(
            "bad-name",
            f'"{name}" can\'t be the name of a game. Use 2 to 31 lowercase letters, digits, and underscores, as in '
            '"black_market".',
        )
    if any(about.id == name for about in all_games.about()):
        raise GameError("bad-name", f'There is a game named "{name}". Choose another name.')


def _copy(path: Path, to: Path, example: str, name: str, game: str) -> None:
    """Copy one file of the example under the new game's name.

    Args:
        path: the file of the example.
        to: the new file, with the example's name in it.
        example: the id of the example.
        name: the id of the new game.
        game: the class of the example, which is also its title in sentences.
    """
    to = to.with_name(to.name.replace(example, name))
    to.parent.mkdir(parents=True, exist_ok=True)
    title = name.replace("_", " ").title()
    text = path.read_text("utf-8")
    if path.suffix != ".md":
        text = re.sub(rf"\b{example}\b", name, text)
    if path.suffix == ".py":
        text = _with_class(text, game, title.replace(" ", ""))
    to.write_text(re.sub(rf"\b{game}\b", title, text), "utf-8")


def _class_of(example: Path) -> str:
    """Return the name of the class that `game.py` defines."""
    tree = ast.parse((example / "game.py").read_text("utf-8"))
    return next(node.name for node in tree.body if isinstance(node, ast.ClassDef))


def _with_class(text: str, old: str, new: str) -> str:
    """Rename a class in code, but not in comments or strings."""
    lines = text.splitlines(keepends=True)
    names = [token for token in tokenize.generate_tokens(StringIO(text).readline) if token.type == tokenize.NAME]
    for token in reversed([token for token in names if token.string == old]):
        row, start = token.start
        lines[row - 1] = lines[row - 1][:start] + new + lines[row - 1][start + len(old) :]
    return "".join(lines)
