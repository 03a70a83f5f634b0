"""The installed games: their infos for the lobby, and their rules, loaded once for each content and edition."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import bots, games
from cashbox.bots.levels import levels
from cashbox.engine.contents import RulesKey
from cashbox.engine.glance import Glance
from cashbox.engine.journal import content_hash
from cashbox.engine.times import duration_text, order_modes
from cashbox.server.errors import Refusal
from cashbox.server.lobby.wire import GameInfo, VariantInfo

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cashbox.engine.game import Game
    from cashbox.engine.variant import Variant
    from cashbox.server.db.records import TableRecord
    from cashbox.server.db.store import Store

_log = logging.getLogger("cashbox.server")
_json = msgspec.json.Encoder(order="sorted").encode


class Catalog:
    """Games by id, with content hash and edition of the rules. infos, glances: their data for pages, by id."""

    def __init__(self, store: Store, variants: Path | None = None) -> None:
        """Find the games, and the variants of them in a folder. GameError("no-such-folder")."""
        self._store = store
        self._variants = {(one.game, one.name): one for one in _offered(variants)}
        self.infos = {about.id: _info(about.id, self._variants.values()) for about in games.about()}
        self.glances = {game: _glance(game) for game in self.infos}
        self._current: dict[tuple[str, str], Game[Any]] = {}
        self._games: dict[RulesKey, Game[Any]] = {}
        self._contents = {content_hash(one.content): _json(one.content) for one in self._variants.values()}
        self._loading = asyncio.Lock()

    def info(self, game: str) -> GameInfo:
        """Return a game's info. Refusal ("unknown-game")."""
        found = self.infos.get(game)
        if found is None:
            known = ", ".join(sorted(self.infos)) or "none"
            raise Refusal(404, "unknown-game", f"There is no game {game[:64]!r}. The games are: {known}.")
        return found

    def name_of(self, game: str) -> str:
        """Return a game's name, or its id if it is no longer installed."""
        found = self.infos.get(game)
        return found.name if found is not None else game

    def titled(self, record: TableRecord) -> str:
        """Return the name of a table's game, with its variant."""
        name, variant = self.name_of(record.game), record.settings.variant
        return f"{name} · {variant}" if variant else name

    async def current(self, game: str, variant: str = "") -> Game[Any]:
        """Load a game with the content that new tables get. Refusal ("unknown-game", "unknown-variant")."""
        info = self.info(game)
        if variant and (game, variant) not in self._variants:
            known = ", ".join(one.name for one in info.variants) or "none"
            message = f"This server doesn't have the variant {variant!r} of {info.name}. Its variants are: {known}."
            raise Refusal(404, "unknown-variant", message)
        async with self._loading:
            if (game, variant) not in self._current:
                content = self._variants[game, variant].content if variant else None
                loaded = await asyncio.to_thread(games.load, game, content)
                self._current[game, variant] = loaded
                self._games[RulesKey(game, loaded.content_hash, loaded.edition)] = loaded
                self._contents[loaded.content_hash] = _json(loaded.content)
            return self._current[game, variant]

    async def game(self, game: str, content_hash: str, edition: int) -> Game[Any]:
        """Load a game with the content and the edition that a table was created with. Refusal ("no-such-content")."""
        wanted = RulesKey(game, content_hash, edition)
        if wanted in self._games:
            return self._games[wanted]
        body = await self.content(game, content_hash)
        async with self._loading:
            if wanted not in self._games:
                self._games[wanted] = await asyncio.to_thread(games.load, game, msgspec.json.decode(body), edition)
        return self._games[wanted]

    async def content(self, game: str, content_hash: str) -> bytes:
        """Encode a content as JSON. Refusal ("no-such-content") if no table was created with it and no new one would
        be."""
        await self.current(game)
        if content_hash in self._contents:
            return self._contents[content_hash]
        body = await self._store.content(content_hash)
        if body is None:
            raise Refusal(404, "no-such-content", "This server doesn't have that content.")
        return body

    def best_bot(self, game: str) -> str:
        """Return the bot that takes a seat by default."""
        return self.info(game).bots[0]


def _offered(folder: Path | None) -> list[Variant]:
    """Read the variants of a folder. One that can't be used is logged and left out."""
    if folder is None:
        return []
    found, faults = games.variants_in(folder)
    for fault in faults:
        _log.error("could not offer a variant: %s", fault)
    for variant in found:
        for fault in variant.faults:
            _log.warning("in the variant %s, a text disagrees with its effect: %s", variant.name, fault)
    return found


def _glance(game: str) -> Glance:
    try:
        return games.glance(game)
    except ValueError as error:
        # The game can still be played.
        _log.error("could not show the page for game %s: %s", game, error)
        return Glance()


def _info(game: str, variants: Iterable[Variant]) -> GameInfo:
    about = games.about_game(game)
    seats = range(about.least_players, about.most_players + 1)
    return GameInfo(
        id=about.id,
        name=about.name,
        tagline=about.tagline,
        players=list(seats),
        minutes=about.minutes,
        modes=list(about.modes),
        options=list(about.options),
        sets=list(about.sets),
        bots=list(bots.names(game)),
        levels=list(levels(game)),
        credits=about.credits,
        help=f"/rules/{about.id}",
        lapses=about.lapses,
        lapses_with=about.lapses_with,
        lengths={
            mode.id: {players: duration_text(minutes) for players, minutes in mode.minutes.items()}
            for mode in about.modes
            if mode.minutes
        },
        offered={players: [mode.id for mode in order_modes(about.modes, players)] for players in seats},
        variants=[VariantInfo(one.name, one.text, content_hash(one.content)) for one in variants if one.game == game],
    )
