"""Who sits where at a table that waits: each change gives a new record, or says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import bots
from cashbox.engine.chain import seal
from cashbox.engine.game import GameError
from cashbox.server.people.names import FORMER, plain, unlike
from cashbox.server.problems import Closed, Refusal
from cashbox.server.storage.records import SeatRecord, TableRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game
    from cashbox.server.storage.records import Guest
    from cashbox.server.wire import ChangeSeat, NewTable, Sit


def taken(record: TableRecord, guest: Guest, wish: Sit) -> TableRecord:
    """A guest takes an open seat. Refusal ("already-seated", ...)."""
    if record.seat_of(guest) is not None:
        raise Refusal(409, "already-seated", "You already have a seat at this table.")
    _waiting(record)
    number = wish.seat
    if number is None:
        number = next((n for n, seat in enumerate(record.seats) if seat.kind == "open"), None)
        if number is None:
            raise Refusal(409, "no-open-seat", "Every seat at this table is taken.")
    if _seat(record, number).kind != "open":
        raise Refusal(409, "seat-taken", "Somebody else has that seat.")
    name = unlike(plain(wish.name) or guest.name, [seat.name for seat in record.seats])
    return _with_seat(record, number, _person(guest, name, wish))


def given_back(record: TableRecord, guest: Guest) -> TableRecord:
    """A guest stands up. Refusal ("not-your-seat", ...)."""
    number = record.seat_of(guest)
    if number is None:
        raise Refusal(403, "not-your-seat", "You have no seat at this table.")
    _waiting(record)
    return _with_seat(record, number, SeatRecord("open"))


def changed(record: TableRecord, guest: Guest, wish: ChangeSeat, game: Game[Any], best: str) -> TableRecord:
    """The host gives a seat that nobody has to a bot, or takes it back. best: the bot that sits down by default.
    Refusal ("not-the-host", ...)."""
    if guest.id != record.host:
        raise Refusal(403, "not-the-host", "Only the host may change the seats of this table.")
    _waiting(record)
    if _seat(record, wish.seat).kind == "guest":
        raise Refusal(409, "seat-taken", "Somebody has that seat.")
    if wish.kind == "open":
        return _with_seat(record, wish.seat, SeatRecord("open"))
    names = [seat.name for n, seat in enumerate(record.seats) if n != wish.seat]
    return _unattended(_with_seat(record, wish.seat, _bot(record.game, wish.bot or best, names)), game)


def closed(record: TableRecord) -> TableRecord:
    """The table at which nobody may act any more."""
    return record if record.status == "over" else msgspec.structs.replace(record, status="closed")


def erased(record: TableRecord, guest: str, best: str) -> TableRecord:
    """The table without a guest who is deleted. A game that is over keeps the seat, and a bot takes it over in one that
    goes on; a table that is left without its host before the game, or without anybody in it, is closed. best: the bot
    that sits down by default."""
    status = record.status
    for number, seat in enumerate(record.seats):
        if seat.guest != guest:
            continue
        name = unlike(FORMER, [other.name for other in record.seats])
        if status == "waiting":
            gone = SeatRecord("open")
        else:
            gone = msgspec.structs.replace(seat, guest=None, name=name, salt="")
            if status in ("starting", "playing"):
                gone = msgspec.structs.replace(gone, kind="bot", bot=best)
        record = _with_seat(record, number, gone)
    left = any(seat.kind == "guest" for seat in record.seats)
    if (status == "waiting" and record.host == guest) or (status in ("starting", "playing") and not left):
        record = msgspec.structs.replace(record, status="closed")
    if record.host == guest:
        record = msgspec.structs.replace(record, host="", host_name=FORMER)
    return record


def revealed(record: TableRecord, guest: Guest, nonce: str) -> TableRecord:
    """A guest shows the nonce of which it gave the seal. Refusal ("not-your-seat", ...)."""
    number = record.seat_of(guest)
    if number is None:
        raise Refusal(403, "not-your-seat", "You have no seat at this table.")
    seat = record.seats[number]
    if not seat.seal:
        raise Refusal(409, "no-seal", "You gave no hash of a nonce when you sat down, so there is none to show.")
    if seal(nonce) != seat.seal:
        raise Refusal(409, "wrong-nonce", "That is not the nonce whose hash you gave when you sat down.")
    if seat.nonce:
        return record
    if record.status == "waiting":
        raise Refusal(409, "too-early", "Keep your nonce until every seat is taken and the table asks for it.")
    if record.status != "starting":
        raise Refusal(409, "too-late", "The game has begun without your nonce.")
    return _with_seat(record, number, msgspec.structs.replace(seat, nonce=nonce))


def wished(guest: Guest, wish: NewTable, game: str, best: str) -> tuple[SeatRecord, ...]:
    """The seats of a new table. GameError ("bad-seats", ...) where they cannot be."""
    wishes = wish.seats
    if sum(1 for wish in wishes if wish.kind == "me") > 1:
        raise GameError("bad-seats", "You can have only one seat at a table.")
    seats: list[SeatRecord] = []
    mine = [guest.name] if any(wish.kind == "me" for wish in wishes) else []
    for one in wishes:
        if one.kind == "me":
            seats.append(_person(guest, guest.name, wish))
        elif one.kind == "bot":
            seats.append(_bot(game, one.bot or best, mine + [seat.name for seat in seats]))
        else:
            seats.append(SeatRecord("open"))
    return tuple(seats)


def options(wish: NewTable, game: Game[Any]) -> dict[str, Any]:
    """The complete options of a table that somebody asks for. GameError where they cannot be."""
    if wish.mode and wish.mode not in {one.id for one in game.about.modes}:
        known = ", ".join(one.id for one in game.about.modes) or "none"
        raise GameError("unknown-mode", f"There is no mode {wish.mode!r}; the modes are: {known}.")
    asked = {"mode": wish.mode, **wish.options} if wish.mode else wish.options
    if all(seat.kind == "bot" for seat in wish.seats):
        asked = {**game.about.unattended, **asked}
    return game.check_options(asked, len(wish.seats))


def _person(guest: Guest, name: str, wish: NewTable | Sit) -> SeatRecord:
    """A guest's seat. A nonce that comes in the clear counts as given and shown at once."""
    if wish.nonce and wish.seal:
        raise GameError("bad-nonce", "Give the hash of your nonce and keep the nonce, or give the nonce: not both.")
    given = seal(wish.nonce) if wish.nonce else wish.seal
    return SeatRecord("guest", guest.id, name, nonce=wish.nonce, seal=given)


def _bot(game: str, bot: str, names: Sequence[str]) -> SeatRecord:
    bots.check(game, bot)
    return SeatRecord("bot", name=unlike(bot.capitalize(), names), bot=bot)


def _unattended(record: TableRecord, game: Game[Any]) -> TableRecord:
    """The record, with options that make the game end where a bot has taken its last seat, if they were not set."""
    about = game.about
    if any(seat.kind != "bot" for seat in record.seats):
        return record
    mode = {"mode": record.options["mode"]} if "mode" in record.options else {}
    usual = game.check_options(mode, len(record.seats))
    chosen = {name: value for name, value in record.options.items() if value != usual[name]}
    options = game.check_options({**about.unattended, **mode, **chosen}, len(record.seats))
    return msgspec.structs.replace(record, options=options)


def _waiting(record: TableRecord) -> None:
    if record.status == "closed":
        raise Closed
    if record.status != "waiting":
        raise Refusal(409, "already-playing", "The game at this table has begun; its seats stay as they are.")


def _seat(record: TableRecord, number: int) -> SeatRecord:
    if not 0 <= number < len(record.seats):
        raise Refusal(409, "no-such-seat", f"There is no seat {number}; the seats are 0 to {len(record.seats) - 1}.")
    return record.seats[number]


def _with_seat(record: TableRecord, number: int, seat: SeatRecord) -> TableRecord:
    seats = (*record.seats[:number], seat, *record.seats[number + 1 :])
    return msgspec.structs.replace(record, seats=seats)
