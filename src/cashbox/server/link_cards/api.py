"""What a messenger shows of a link to a page: a title, a sentence and a picture (Open Graph). Whoever opens the page,
its card is what a stranger would see, for it is copied to where nobody can say who reads it."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath

from cashbox.engine.phrases import amount, listed, with_names
from cashbox.server.db.queries import records
from cashbox.server.db.schema import TABLES
from cashbox.server.errors import ENDINGS, Refusal
from cashbox.server.link_cards.scene import Row, Scene
from cashbox.server.watching.service import as_seen_by, no_such_table
from cashbox.server.web.callers import Bytes, Call, count, services
from cashbox.server.web.origins import origin_of
from cashbox.server.web.quotas import PREVIEW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import SeatRecord, TableRecord
    from cashbox.server.lobby.wire import GameInfo
    from cashbox.server.services import Services

HOUSE: Final = "Board games about money"
_INVITES: Final = "Create a table, send your friends the link, and let bots fill the empty seats. No account needed."
_MANY: Final = 3
"""The most games in the picture of the house."""

_LONGEST: Final = 300
"""The most characters of a card's sentence; messengers show fewer."""


class Card(msgspec.Struct, frozen=True):
    """A link preview. title, text: in words; picture: its complete address; alt: a description of the picture; page:
    the complete address of the page, "" for none."""

    title: str
    text: str
    picture: str
    alt: str
    page: str = ""


def of_house(request: Call) -> Card:
    """The card of every page that has no other, and of every address where there is nothing for a stranger."""
    return _card(request, _house(services(request)), "/card.png")


def of_game(request: Call, game: GameInfo, page: str) -> Card:
    """The card of a page about a game. page: its path."""
    return _card(request, _game(game), f"/games/{game.id}/card.png", page)


def of_table(request: Call, record: TableRecord, *, replay: bool = False) -> Card:
    """The card of a table's page, or of the one where its game is seen again; the house's where nobody may watch."""
    found = services(request)
    seen = for_strangers(record, found.store.clock.now())
    if seen is None:
        return of_house(request)
    title = (
        f"{seen.settings.name}: {found.catalog.called(seen.game)}"
        if seen.settings.name
        else found.catalog.called(seen.game)
    )
    card = _card(request, _table(found, seen), f"/t/{seen.id}/card.png", f"/t/{seen.id}{'/replay' if replay else ''}")
    return msgspec.structs.replace(card, title=f"Replay of {title}" if replay else title)


async def of_person(request: Call, handle: str) -> Card:
    """The card of a person's page; the house's where that is kept from strangers."""
    try:
        scene = await _person(services(request), handle)
    except Refusal:
        return of_house(request)
    return _card(request, scene, f"/p/{handle}/card.png", f"/p/{handle}")


def for_strangers(record: TableRecord, now: float) -> TableRecord | None:
    """Return what a spectator may know about a table now (seconds since 1970), None for nothing."""
    return None if record.settings.watching == "nobody" else as_seen_by(record, None, now)


# -- what is on it -------------------------------------------------------------------------------------------------


def _card(request: Call, scene: Scene, picture: str, page: str = "") -> Card:
    origin = origin_of(request)
    under = f"{scene.under}. " if scene.under else ""
    text = f"{under}{scene.status}"
    names = [row.name for row in scene.rows if row.name]
    there = f" At the table: {listed(names)}." if names else ""
    mark = hashlib.sha256(msgspec.json.encode(scene)).hexdigest()[:12]
    return Card(
        title=scene.title,
        text=_cut(f"{text}{there}"),
        picture=f"{origin}{picture}?v={mark}",
        alt=_cut(f"{scene.title}. {text}"),
        page=f"{origin}{page}" if page else "",
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _house(found: Services) -> Scene:
    return Scene(HOUSE, "", _INVITES, tuple(found.catalog.infos)[:_MANY])


def _game(game: GameInfo) -> Scene:
    least, most = game.players[0], game.players[-1]
    players = f"{least} to {most} players" if most > least else f"{least} player{'s' if least > 1 else ''}"
    return Scene(game.name, f"{players}, {game.minutes}", game.tagline, (game.id,))


async def _person(found: Services, handle: str) -> Scene:
    """Refusal ("no-such-person")."""
    person = await found.persons.page(await found.persons.find(handle, None), None)
    total = next((one for one in person.standings if (one.game, one.mode) == ("*", "*")), None)
    games = tuple(dict.fromkeys(one.game for one in person.standings if one.game in found.catalog.infos))
    played, won = (total.played, total.won) if total is not None else (0, 0)
    told = f"Played {played} game{'' if played == 1 else 's'} at public tables and won {won}." if played else ""
    return Scene(person.who.name, "", told or "Plays board games about money.", games[:_MANY])


def _table(found: Services, record: TableRecord) -> Scene:
    name = found.catalog.called(record.game)
    info = found.catalog.infos.get(record.game)
    mode = next((mode.name for mode in info.modes if mode.id == record.settings.mode), "") if info is not None else ""
    under = [name] if record.settings.name else []
    games = (record.game,) if info is not None else ()
    return Scene(
        record.settings.name or name,
        " · ".join([*under, *filter(None, [mode])]),
        _status(record),
        games,
        tuple(_rows(record)),
    )


def _status(record: TableRecord) -> str:
    """How things stand, in a sentence."""
    if record.status == "waiting":
        free = sum(seat.kind == "open" and not seat.asked for seat in record.seats)
        seats = f"{free} of {len(record.seats)} seats {'is' if free == 1 else 'are'} open"
        return f"Waiting for players: {seats}." if free else "Waiting for players."
    if record.status == "over" and record.outcome is not None:
        return with_names(record.outcome.text, [seat.name for seat in record.seats])
    if record.status == "closed":
        return ENDINGS[record.closed]
    return "The game is about to start." if record.status == "starting" else "Game in progress."


def _rows(record: TableRecord) -> list[Row]:
    """Those who are there by seat, or from the best to the last once the game is over."""
    if record.status == "over" and record.outcome is not None:
        return [
            Row(
                0 if one.name else one.seat + 1,
                one.name or _called(record.seats, one.seat),
                amount(one.score),
                one.won,
            )
            for one in record.outcome.ranking()
        ]
    return [
        Row(number, _called(record.seats, number - 1), "kept" if seat.asked and seat.kind == "open" else "")
        for number, seat in enumerate(record.seats, 1)
    ]


def _called(seats: Sequence[SeatRecord], seat: int) -> str:
    """Who has a seat, "" for nobody. For whom one is kept is told to those alone who are at the table."""
    found = seats[seat]
    if found.kind == "open":
        return ""
    return found.called


# -- the pictures --------------------------------------------------------------------------------------------------


@get("/card.png", include_in_schema=False)
async def house_picture(request: Call) -> Bytes:
    """The picture of the house."""
    count(request, None, "look", PREVIEW)
    return await _picture(request, _house(services(request)))


@get("/games/{game:str}/card.png", include_in_schema=False)
async def game_picture(request: Call, game: FromPath[str]) -> Bytes:
    """The picture of a game."""
    count(request, None, "look", PREVIEW)
    return await _picture(request, _game(services(request).catalog.info(game)))


@get("/t/{table:str}/card.png", include_in_schema=False)
async def table_picture(request: Call, table: FromPath[str]) -> Bytes:
    """The picture of a table as a stranger sees it, whoever asks. Refusal ("no-such-table")."""
    found = services(request)
    count(request, None, "look", PREVIEW)
    read = await found.store.read(_record, table)
    seen = for_strangers(read, found.store.clock.now()) if read is not None else None
    if seen is None:
        raise no_such_table()
    return await _picture(request, _table(found, seen))


@get("/p/{handle:str}/card.png", include_in_schema=False)
async def person_picture(request: Call, handle: FromPath[str]) -> Bytes:
    """The picture of a person's page as a stranger sees it. Refusal ("no-such-person")."""
    count(request, None, "look", PREVIEW)
    return await _picture(request, await _person(services(request), handle))


def _record(connection: Connection, table_id: str) -> TableRecord | None:
    return next(iter(records(connection, TABLES.c.id == table_id)), None)


async def _picture(request: Call, scene: Scene) -> Bytes:
    body = await services(request).pictures.of(scene)
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    # Soon it may be another game's state, or nobody's to see; the address changes with what is shown.
    headers = {"etag": tag, "cache-control": "public, max-age=300"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(body, media_type="image/png", headers=headers)


ROUTES: Final = Router(
    path="/", route_handlers=[house_picture, game_picture, table_picture, person_picture], include_in_schema=False
)
