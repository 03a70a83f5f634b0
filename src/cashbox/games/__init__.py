"""The games. Each is a folder next to this file, a folder in one of those that CASHBOX_GAMES names, or an installed
package with an entry point in the group "cashbox.games"; adding one changes nothing outside it.

A game's folder has `about.py` with `ABOUT` (what the lobby needs) and `game.py` with `load(content=None)` (the rules;
with more than one edition, `load(content=None, edition=None)`). It may have `bots`, a module or a package, with `BOTS`
(bot classes by name), and `balance.py` with `MEASURES`, which says how to measure the game. The help is in `help.md`,
or comes from `help.py` with `page(mode, content=None)`, a page for each mode. `glance.toml` describes a turn, with
pictures in `pictures/`; see `engine.glance`.
"""

from __future__ import annotations

import importlib.util
import os
import pkgutil
import traceback
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine import variant as variants
from cashbox.engine.data import ContentError
from cashbox.engine.game import CONTRACT, SPECTATOR, About, GameError
from cashbox.engine.glance import read_glance
from cashbox.engine.help import read_tips, table_tips
from cashbox.engine.variant_help import changes

if TYPE_CHECKING:
    from cashbox.engine.bot import Bot
    from cashbox.engine.game import Game
    from cashbox.engine.glance import Glance
    from cashbox.engine.guide import Guide
    from cashbox.engine.help import Page, TableTip, Tip
    from cashbox.engine.journal import Journal
    from cashbox.engine.measure import Measures
    from cashbox.engine.pieces import Pieces
    from cashbox.engine.variant import Variant

SETTING: Final = "CASHBOX_GAMES"
"""The environment variable with folders of more games, separated as in PATH."""
GROUP: Final = "cashbox.games"
"""The group of entry points by which an installed package declares a game: id = package."""

__path__.extend(str(Path(folder).absolute()) for folder in os.environ.get(SETTING, "").split(os.pathsep) if folder)


def about() -> list[About]:
    """Return the `About` of every installed game, without loading its rules, sorted by name."""
    playable = (found for _, found in _folders() if found.contract == CONTRACT)
    return sorted(playable, key=lambda found: found.name.casefold())


def about_game(game_id: str) -> About:
    """Return one game's `About`. GameError("unknown-game") with a message that lists the games."""
    return _find(game_id)[1]


def load(game_id: str, content: dict[str, Any] | None = None, edition: int | None = None) -> Game[Any]:
    """Load the rules of a game.

    Games are found at run time, so a type checker does not know the class of the result. The game's own module does:
    `cashbox.games.cash.game.load()` is a `Cash`.

    Args:
        game_id: The game.
        content: Of a journal or a variant; by default, the game's own. Without lessons, there are no guided modes.
        edition: Of the rules; by default, the newest.

    Raises:
        GameError: unknown-game, other-contract, unknown-edition, or bad-content, with a message about the error in the
            data.
    """
    package, found = _find(game_id)
    _check_contract(found)
    if edition is not None and not 1 <= edition <= found.edition:
        known = f"editions 1 to {found.edition}" if found.edition > 1 else "edition 1"
        raise GameError(
            "unknown-edition", f"{found.name} can be played by {known} of its rules here, not by {edition}."
        )
    module = importlib.import_module(f"{package}.game")
    try:
        game: Game[Any] = module.load(content, edition) if found.edition > 1 else module.load(content)
    except GameError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        if content is None and not isinstance(error, ValueError):
            raise
        raise GameError("bad-content", f"The content of {found.name} cannot be used: {error}") from error
    if content is not None and variants.LESSONS not in content:
        game.about = msgspec.structs.replace(found, modes=tuple(mode for mode in found.modes if not mode.guided))
    return game


def read_variant(game_id: str, path: Path) -> Variant:
    """Read a variant of a game's content from a file or folder, see `engine.variant`. Load the game with its `content`.

    GameError("unknown-game"), or ("bad-content") with a message that names the file, the line or entry, and what to do.
    """
    found, original = about_game(game_id), load(game_id).content
    try:
        variant = variants.read_variant(path, original)
    except ContentError as error:
        raise GameError("bad-content", str(error)) from None
    if variant.game not in ("", game_id):
        sentence = f"{path} is a variant of {variant.game!r}, not of {game_id!r}. Use it with {variant.game!r}."
        raise GameError("bad-content", sentence)
    try:
        load(game_id, variant.content)
    except GameError as error:
        fault = str(error.__cause__ or error)
        raise GameError("bad-content", f"{path} can't be used with {found.name}: {variant.located(fault)}") from None
    return variant.with_faults(original)


def content_of(game_id: str, variant: str | os.PathLike[str] | Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return the content to load a game with, given as a variant's file or folder or as the content itself; None for
    the game's own. GameError as `read_variant`."""
    if variant is None:
        return None
    return dict(variant) if isinstance(variant, Mapping) else read_variant(game_id, Path(variant)).content


def variants_in(folder: Path) -> tuple[list[Variant], list[str]]:
    """Read the variants in a folder: its TOML files, and its folders.

    Each must name its game. Returns: the playable ones, by name, and a sentence for each other one.
    GameError("no-such-folder").
    """
    if not folder.is_dir():
        raise GameError("no-such-folder", f"{folder} isn't a folder.")
    found: dict[tuple[str, str], Variant] = {}
    faults = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not (path.is_dir() or path.suffix == ".toml"):
            continue
        try:
            variant = read_variant(variants.game_of(path), path)
            if (variant.game, variant.name) in found:
                raise ContentError(
                    f"Another variant has the same name as {path}, {variant.name!r}. Choose another name."
                )
            found[variant.game, variant.name] = variant
        except (ContentError, GameError) as error:
            faults.append(str(error))
    return sorted(found.values(), key=lambda one: one.name.casefold()), faults


def _check_contract(found: About) -> None:
    if found.contract != CONTRACT:
        raise GameError(
            "other-contract",
            f"{found.name} was written for version {found.contract} of the contract for games, and this program keeps "
            f"version {CONTRACT}; docs/moving-a-game.md says how to move it.",
        )


def load_for(journal: Journal) -> Game[Any]:
    """Load the rules that a journal was played by, with its content. GameError as `load`."""
    header = journal.header
    return load(header.game, journal.content, header.edition)


def own_bots(game_id: str) -> dict[str, type[Bot]]:
    """Return a game's own bots, by name. GameError("unknown-game")."""
    package, found = _find(game_id)
    if not found.bots:
        return {}
    bots: dict[str, type[Bot]] = importlib.import_module(f"{package}.bots").BOTS
    return bots


def own_guide(game_id: str) -> type[Guide] | None:
    """Return a game's guide for the search bot: `GUIDE` in its `bots`, None if it has none.
    GameError("unknown-game")."""
    package, found = _find(game_id)
    if not found.bots:
        return None
    guide: type[Guide] | None = getattr(importlib.import_module(f"{package}.bots"), "GUIDE", None)
    return guide


def own_measures(game_id: str) -> Measures | None:
    """Return how to measure a game, None if it does not say. GameError("unknown-game")."""
    package, _ = _find(game_id)
    if importlib.util.find_spec(f"{package}.balance") is None:
        return None
    measures: Measures = importlib.import_module(f"{package}.balance").MEASURES
    return measures


def pieces(game: Game[Any]) -> Pieces:
    """Return a game's printable cards and boards.

    Raises:
        GameError: `no-pieces` if it has no `pieces.py`.
    """
    package, found = _find(game.about.id)
    if importlib.util.find_spec(f"{package}.pieces") is None:
        raise GameError(
            "no-pieces", f"{found.name} can't be printed: it doesn't define its cards and boards for print."
        )
    drawn: Pieces = importlib.import_module(f"{package}.pieces").pieces(game)
    return drawn


def help_page(game_id: str, mode: str, content: dict[str, Any] | None = None) -> Page | None:
    """Return the rules page of a mode, None if the game has no `help.py`.

    Args:
        game_id: The game.
        mode: The mode; "" is the game's first one.
        content: Of a variant; its page begins with a list of what differs from the original.

    Raises:
        GameError: unknown-game, or unknown-mode with a message that lists the modes.
    """
    package, found = _find(game_id)
    modes = [one.id for one in found.modes if content is None or not one.guided]
    if mode and mode not in modes:
        known = f"the modes are {', '.join(modes)}" if modes else "it has no modes"
        raise GameError("unknown-mode", f"{found.name} has no mode {mode[:64]!r}; {known}.")
    if importlib.util.find_spec(f"{package}.help") is None:
        return None
    module = importlib.import_module(f"{package}.help")
    here = mode or (modes[0] if modes else "")
    page: Page = module.page(here) if content is None else module.page(here, content)
    if content is None:
        return page
    first = changes(load(game_id).content, content, page.sections[0].chapter if page.sections else "")
    return msgspec.structs.replace(page, sections=(first, *page.sections))


def tips(game_id: str) -> dict[str, Tip]:
    """Return the tips that a game's board shows, by key, none without `board/help.json`.
    GameError("unknown-game")."""
    package, _ = _find(game_id)
    return read_tips(package) if (folder(game_id) / "board" / "help.json").is_file() else {}


def tips_of(game: Game[Any]) -> dict[str, Tip]:
    """Return the tips that a game's board shows, including those about its content, by key."""
    return {**tips(game.about.id), **game.tips()}


def tips_at(game: Game[Any], state: Any) -> dict[str, TableTip]:
    """Return a board's tips for the rules of one table, which never change during its game."""
    rules = getattr(game.view(state, SPECTATOR), "rules", {})
    return table_tips(tips_of(game), msgspec.to_builtins(rules))


def glance(game_id: str) -> Glance:
    """Return the introduction to a game. GameError("unknown-game"); ValueError if it cannot be
    read."""
    return read_glance(folder(game_id))


def folder(game_id: str) -> Path:
    """Return the folder of a game. GameError("unknown-game")."""
    package, _ = _find(game_id)
    return Path(str(importlib.import_module(package).__file__)).parent


def _folders() -> list[tuple[str, About]]:
    """List the package and `About` of each game in a folder, and of each installed game; the first one with an id
    counts."""
    for path in __path__:
        if not Path(path).is_dir():
            raise GameError("no-such-folder", f"{SETTING} names {path}, which is not a folder.")
    here = [f"{__name__}.{entry.name}" for entry in pkgutil.iter_modules(__path__) if entry.ispkg]
    found: dict[str, tuple[str, About]] = {}
    for package in (*here, *_installed()):
        one = _about_in(package, maybe=package in here)
        if one is not None:
            found.setdefault(one.id, (package, one))
    return list(found.values())


def _about_in(package: str, *, maybe: bool) -> About | None:
    """Load a package's `About`; None if the package is not a game, which is allowed only in a folder.
    GameError("broken-game") with a message that says where it fails. maybe: whether it may not be a game."""
    game = package.rpartition(".")[2]
    try:
        if maybe and importlib.util.find_spec(f"{package}.about") is None:
            return None
        module = importlib.import_module(f"{package}.about")
    except Exception as error:  # a game's own code can fail in any way
        reason = f"{type(error).__name__}: {error}"
        if not isinstance(error, SyntaxError):  # its message already says where it is
            at = traceback.extract_tb(error.__traceback__)[-1]
            reason += f" ({at.filename}, line {at.lineno})"
        raise GameError("broken-game", f"The game {game!r} cannot be used: {reason}.") from error
    one = getattr(module, "ABOUT", None)
    if not isinstance(one, About):
        raise GameError("broken-game", f"The game {game!r} cannot be used: {module.__file__} has no ABOUT.")
    return one


@lru_cache(maxsize=1)
def _installed() -> list[str]:
    """List the packages that installed distributions declare as games."""
    return sorted({point.value for point in entry_points(group=GROUP)})


def _find(game_id: str) -> tuple[str, About]:
    folders = _folders()
    for package, found in folders:
        if found.id == game_id:
            return package, found
    known = ", ".join(sorted(found.id for _, found in folders)) or "none"
    raise GameError("unknown-game", f"There is no game {game_id!r}. The games are: {known}.")
