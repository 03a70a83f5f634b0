"""The command that starts a new game: a folder that plays, keeps the contract, and shows a board at once."""

from __future__ import annotations

import re
import shlex
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
    try:
        for path in sorted(example.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                _copy(path, to / path.relative_to(example), example.name, name)
    except OSError as error:
        raise GameError("folder", f"{to} can't be written: {error.strerror or error}.") from error
    print(
        f"{to} has a copy of {example.name.title()}, ready to change. Try it:\n\n"
        f"    export CASHBOX_GAMES={shlex.quote(str(folder))}\n"
        f"    cashbox conformance {name}\n"
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


def _copy(path: Path, to: Path, example: str, name: str) -> None:
    """Copy one file of the example under the new game's name."""
    to = to.with_name(to.name.replace(example, name))
    to.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text("utf-8")
    title = name.replace("_", " ").title()
    if path.suffix != ".md":
        text = re.sub(rf"\b{example}\b", name, text)
        # where the name is that of the class
        of_class = r"(?<=class ){0}\b|(?<=import ){0}\b|\b{0}(?=[(\[)]|:$)".format(example.title())
        text = re.sub(of_class, title.replace(" ", ""), text, flags=re.MULTILINE)
    to.write_text(re.sub(rf"\b{example.title()}\b", title, text), "utf-8")
