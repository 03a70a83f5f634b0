"""Describe pages to the programs that show links (Open Graph): a title, a sentence, and a picture of the game.

A preview contains only what a stranger may see, no matter who opens the page, because it may be copied anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from cashbox import games
from cashbox.engine.glance import PICTURES, PREVIEW
from cashbox.engine.phrases import listed, plural, with_names
from cashbox.server.errors import ENDINGS
from cashbox.server.watching.service import as_seen_by

if TYPE_CHECKING:
    from cashbox.server.db.records import TableRecord
    from cashbox.server.social.wire import Person
    from cashbox.server.tables.catalog import Catalog

PICTURE: Final = f"img/{PREVIEW}"
"""The picture of all games, below web/static."""

_INVITATION: Final = "Create a table, send your friends the link, and let bots fill the empty seats. No account needed."
_LONGEST: Final = 300
"""The most characters in a description; messaging apps show fewer."""


class LinkPreview(msgspec.Struct, frozen=True):
    """The tags of a page."""

    title: str
    text: str
    picture: str
    """The complete URL of the picture."""
    alt: str
    """A description of the picture."""
    page: str = ""
    """The complete URL of the page, "" for none."""


class LinkPreviews:
    """Builds the previews of pages at an origin."""

    def __init__(self, origin: str, catalog: Catalog) -> None:
        self._origin = origin
        self._catalog = catalog

    def of_server(self) -> LinkPreview:
        """Return the preview of a page without its own, and of one that shows nothing to strangers."""
        return self._preview("Board games about money", _INVITATION)

    def of_game(self, game: str, page: str) -> LinkPreview:
        """Return the preview of a page about a game. page: its path."""
        info = self._catalog.info(game)
        least, most = info.players[0], info.players[-1]
        players = f"{least} to {most} players" if most > least else plural(least, "player")
        return self._preview(info.name, f"{info.tagline} {players.capitalize()}, {info.minutes}.", page, game)

    def of_table(self, record: TableRecord, now: float, *, replay: bool = False) -> LinkPreview:
        """Return the preview of a table or its replay, or the server's if the table has no spectators.

        Args:
            record: The table.
            now: In seconds since 1970; spectators may see the table with a delay.
            replay: Whether the page shows the replay.
        """
        if record.settings.watching == "nobody":
            return self.of_server()
        seen = as_seen_by(record, None, now)
        name = self._catalog.name_of(seen.game)
        title = f"{seen.settings.name}: {name}" if seen.settings.name else name
        players = [seat.called for seat in seen.seats if seat.kind != "open"]
        there = f" At the table: {listed(players)}." if players else ""
        return self._preview(
            f"Replay of {title}" if replay else title,
            f"{self._mode(seen)}{_status(seen)}{there}",
            f"/t/{seen.id}{'/replay' if replay else ''}",
            seen.game,
        )

    def of_person(self, person: Person, page: str) -> LinkPreview:
        """Return the preview of a person's page, as a stranger sees it. page: its path."""
        total = next((one for one in person.standings if (one.game, one.mode) == ("*", "*")), None)
        text = "Plays board games about money."
        if total is not None and total.played:
            text = f"Played {plural(total.played, 'game')} at public tables and won {total.won}."
        return self._preview(person.who.name, text, page)

    def _preview(self, title: str, text: str, page: str = "", game: str = "") -> LinkPreview:
        picture, alt = f"/static/{PICTURE}", "The boards of three games"
        if game in self._catalog.infos and (games.folder(game) / PICTURES / PREVIEW).is_file():
            picture, alt = f"/games/{game}/{PICTURES}/{PREVIEW}", f"The board of {self._catalog.name_of(game)}"
        text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
        return LinkPreview(title, text, f"{self._origin}{picture}", alt, page and f"{self._origin}{page}")

    def _mode(self, record: TableRecord) -> str:
        info = self._catalog.infos.get(record.game)
        modes = info.modes if info is not None else []
        return next((f"{mode.name}. " for mode in modes if mode.id == record.settings.mode), "")


def _status(record: TableRecord) -> str:
    """Return a table's status as a sentence."""
    if record.status == "waiting":
        free = sum(seat.kind == "open" and not seat.asked for seat in record.seats)
        seats = f"{free} of {len(record.seats)} seats {'is' if free == 1 else 'are'} open"
        return f"Waiting for players: {seats}." if free else "Waiting for players."
    if record.status == "over" and record.outcome is not None:
        return with_names(record.outcome.text, [seat.name for seat in record.seats])
    if record.status == "closed":
        return ENDINGS[record.closed]
    return "The game is about to start." if record.status == "starting" else "Game in progress."
