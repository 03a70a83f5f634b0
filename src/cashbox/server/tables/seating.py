"""Who sits where at a table that waits: each change gives a new record, or says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import bots
from cashbox.bots.levels import given_names
from cashbox.engine.chain import seal
from cashbox.engine.game import GameError
from cashbox.server.accounts.names import FORMER, plain, skeleton, unlike
from cashbox.server.accounts.naming import vouched
from cashbox.server.db.records import SeatRecord, TableRecord
from cashbox.server.departures.votes import without
from cashbox.server.errors import Refusal
from cashbox.server.tables.hosting import passed_on
from cashbox.server.tables.places import check_playing, check_waiting, own, seat_at, with_seat

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Why
    from cashbox.server.db.records import Ending, Guest
    from cashbox.server.wire import ChangeSeat, NewTable, Sit


def taken(record: TableRecord, guest: Guest, wish: Sit, others: Collection[str] = ()) -> TableRecord:
    """A guest takes an open seat, the one that is kept for it if it does not say which. others: skeletons of names that
    it may not have, see `naming.kept`. Refusal ("already-seated", ...)."""
    if record.seat_of(guest) is not None:
        raise Refusal(409, "already-seated", "You already have a seat at this table.")
    check_waiting(record)
    kept = record.kept_for(guest)
    number = wish.seat if wish.seat is not None else kept
    if number is None:
        number = next((n for n, seat in enumerate(record.seats) if seat.kind == "open" and not seat.asked), None)
        if number is None:
            raise Refusal(409, "no-open-seat", "Every seat at this table is taken or reserved.")
    seat = seat_at(record, number)
    if seat.kind != "open":
        raise Refusal(409, "seat-taken", "Someone else has that seat.")
    if seat.asked and number != kept:
        raise Refusal(409, "seat-kept", f"That seat is reserved for {seat.name}. The host can open it to others.")
    asked_as = "" if kept is None else record.seats[kept].name
    if kept is not None:
        record = with_seat(record, kept, SeatRecord("open"))
    people = [seat.name for seat in record.seats if seat.kind == "guest" or seat.asked]
    name = unlike(plain(wish.name) or asked_as or guest.name, people, others)
    return _bots_give_way(with_seat(record, number, _person(guest, name, wish)))


def declined(record: TableRecord, guest: Guest) -> TableRecord:
    """A guest does not want the seat that is kept for it; anybody may have it then, and the table says who declined.
    Refusal ("not-asked")."""
    check_waiting(record)
    number = record.kept_for(guest)
    if number is None:
        raise Refusal(409, "not-asked", "No seat is reserved for you at this table.")
    return with_seat(record, number, SeatRecord("open", name=record.seats[number].name))


def given_back(record: TableRecord, guest: Guest) -> TableRecord:
    """A guest stands up; where that was the host, the next person seated is. Refusal ("not-your-seat", ...)."""
    number = own(record, guest)
    check_waiting(record)
    return passed_on(with_seat(record, number, SeatRecord("open")), guest.id)


def changed(record: TableRecord, guest: Guest, wish: ChangeSeat, game: Game[Any], best: str) -> TableRecord:
    """The host gives a seat that nobody has to a bot, or takes it back. best: the bot that sits down by default.
    Refusal ("not-the-host", ...)."""
    if guest.id != record.host:
        raise Refusal(403, "not-the-host", "Only the table's host can change the seats.")
    check_waiting(record)
    if seat_at(record, wish.seat).kind == "guest":
        raise Refusal(409, "seat-taken", "Someone has that seat.")
    if wish.kind == "open":
        return with_seat(record, wish.seat, SeatRecord("open"))
    if record.settings.rated:
        raise Refusal(
            409, "rated", "This game is rated, so bots can't sit down. Wait for players, or create another table."
        )
    names = [seat.name for n, seat in enumerate(record.seats) if n != wish.seat]
    bots.check_level(record.game, bot := wish.bot or best)
    return _unattended(with_seat(record, wish.seat, seat_of_bot(bot, wish.seat, names)), game)


def stood_in(record: TableRecord, number: int, bot: str, why: Why) -> TableRecord:
    """A bot plays a player's seat until the player takes it back. Refusal ("not-playing", "no-player")."""
    check_playing(record)
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.stand_in:
        raise Refusal(409, "no-player", "There is no player in that seat now.")
    return with_seat(record, number, msgspec.structs.replace(seat, stand_in=bot, why=why))


def taken_back(record: TableRecord, guest: Guest) -> TableRecord:
    """A guest plays its own seat again. Refusal ("not-your-seat", "not-playing")."""
    number = own(record, guest)
    check_playing(record)
    if not record.seats[number].stand_in:
        return record
    return with_seat(record, number, msgspec.structs.replace(record.seats[number], stand_in="", why=""))


def placed(record: TableRecord, guest: Guest) -> TableRecord:
    """The nights and weekends of a guest's seat are those of its time zone, and stay so: who could move them with
    every turn would have as much time as it likes. The same record where nothing changes."""
    number = record.seat_of(guest)
    clock = record.settings.clock
    rests = clock is not None and not (clock.nights and clock.weekends) and record.status not in ("over", "closed")
    if number is None or record.seats[number].zone or not (guest.zone and rests):
        return record
    return with_seat(record, number, msgspec.structs.replace(record.seats[number], zone=guest.zone))


def check_plays(record: TableRecord, seat: int) -> None:
    """Refusal ("stand-in") where a bot plays for a seat."""
    if record.seats[seat].stand_in:
        raise Refusal(409, "stand-in", "A bot is playing for you. Take your seat back first.")


def closed(record: TableRecord, why: Ending) -> TableRecord:
    """The table at which nobody may act any more."""
    if record.status == "over":
        return record
    return msgspec.structs.replace(record, status="closed", closed=why, votes=())


def erased(record: TableRecord, guest: str, best: str) -> TableRecord:
    """The table without a guest who is deleted. A game that is over keeps the seat, and a bot takes it over in one that
    goes on; the next person seated is host. A table that is left without anybody who could be host before the game, or
    without anybody in it who has not left for good, is closed. best: the bot that sits down by default."""
    status = record.status
    for number, seat in enumerate(record.seats):
        if seat.asked == guest:
            record = with_seat(record, number, SeatRecord("open"))
        if seat.guest != guest:
            continue
        name = unlike(FORMER, [other.name for other in record.seats])
        if status == "waiting":
            gone = SeatRecord("open")
        else:
            gone = msgspec.structs.replace(seat, guest=None, name=name, salt="", zone="")
            if status in ("starting", "playing"):
                gone = msgspec.structs.replace(gone, kind="bot", bot=seat.stand_in or best, stand_in="", why="left")
        record = with_seat(record, number, gone)
        record = without(record, number)
    removed = {one: until for one, until in record.removed.items() if one != guest}
    record = passed_on(msgspec.structs.replace(record, removed=removed), guest)
    left = any(seat.kind == "guest" and seat.why != "left" for seat in record.seats)
    if status == "waiting" and record.host == guest:
        record = closed(record, "host")
    elif status in ("starting", "playing") and not left:
        record = closed(record, "nobody")
    if record.host == guest:
        record = msgspec.structs.replace(record, host="", host_name=FORMER)
    return record


def put_out(record: TableRecord, guest: str, best: str) -> TableRecord:
    """The table without a guest who may only look from now on: its seat is open again while the table waits, and a bot
    stands in where others play; a game in which nobody else does waits. The next person seated is host, and a table
    that waits and has none is closed. best: the bot that stands in. The same record where nothing changes."""
    if record.status in ("over", "closed"):
        return record
    before = record
    others = any(seat.kind == "guest" and seat.guest != guest and seat.why != "left" for seat in record.seats)
    for number, seat in enumerate(record.seats):
        if seat.asked == guest or (seat.guest == guest and record.status == "waiting"):
            record = with_seat(record, number, SeatRecord("open"))
        elif seat.guest == guest and others:
            gone = msgspec.structs.replace(seat, stand_in=seat.stand_in or best, why="left")
            record = without(with_seat(record, number, gone) if gone != seat else record, number)
    record = passed_on(record, guest)
    if record.status == "waiting" and record.host == guest:
        record = closed(record, "host")
    return before if record == before else record


def renamed(record: TableRecord, guest: Guest, name: str) -> TableRecord:
    """The table with another name for a guest. The journal's header binds the one that it played under, so that one is
    withdrawn from it."""
    for number, seat in enumerate(record.seats):
        if guest.id in (seat.guest, seat.asked):
            mine = unlike(name, [other.name for n, other in enumerate(record.seats) if n != number])
            called = msgspec.structs.replace(seat, name=mine, salt="", account=vouched(guest, mine))
            record = with_seat(record, number, called)
    if record.host == guest.id:
        seat_of_host = record.seat_of(guest)
        shown = name if seat_of_host is None else record.seats[seat_of_host].name
        record = msgspec.structs.replace(record, host_name=shown)
    return _renamed_before(record, guest.id, name) if record.earlier else record


def _renamed_before(record: TableRecord, guest: str, name: str) -> TableRecord:
    """The same in what spectators with a delay still see: an operator has taken the old name away."""
    looks = []
    for look in record.earlier:
        seats = [msgspec.structs.replace(one, name=name) if one.guest == guest else one for one in look.seats]
        host = name if look.host == guest else look.host_name
        looks.append(msgspec.structs.replace(look, host_name=host, seats=tuple(seats)))
    return msgspec.structs.replace(record, earlier=tuple(looks))


def revealed(record: TableRecord, guest: Guest, nonce: str) -> TableRecord:
    """A guest shows the nonce of which it gave the seal. Refusal ("not-your-seat", ...)."""
    number = own(record, guest)
    seat = record.seats[number]
    if not seat.seal:
        raise Refusal(
            409, "no-seal", "You didn't give the hash of a nonce when you sat down, so there is none to reveal."
        )
    if seal(nonce) != seat.seal:
        raise Refusal(409, "wrong-nonce", "That nonce doesn't match the hash that you gave when you sat down.")
    if seat.nonce:
        return record
    if record.status == "waiting":
        raise Refusal(
            409,
            "too-early",
            "It's too early to reveal your nonce. Wait until every seat is taken and the table asks for it.",
        )
    if record.status != "starting":
        raise Refusal(409, "too-late", "The game has started without your nonce.")
    return with_seat(record, number, msgspec.structs.replace(seat, nonce=nonce))


def wished(guest: Guest, wish: NewTable, game: str, best: str) -> tuple[SeatRecord, ...]:
    """The seats of a new table. GameError ("bad-seats", ...) where they cannot be."""
    wishes = wish.seats
    if sum(1 for wish in wishes if wish.kind == "me") > 1:
        raise GameError("bad-seats", "You can only have one seat at a table.")
    seats: list[SeatRecord] = []
    mine = [guest.name] if any(wish.kind == "me" for wish in wishes) else []
    for number, one in enumerate(wishes):
        if one.kind == "me":
            seats.append(_person(guest, guest.name, wish))
        elif one.kind == "bot":
            bots.check_level(game, bot := one.bot or best)
            seats.append(seat_of_bot(bot, number, mine + [seat.name for seat in seats]))
        else:
            seats.append(SeatRecord("open"))
    return tuple(seats)


def options(wish: NewTable, game: Game[Any]) -> dict[str, Any]:
    """The complete options of a table that somebody asks for. GameError where they cannot be."""
    if wish.mode and wish.mode not in {one.id for one in game.about.modes}:
        known = ", ".join(one.id for one in game.about.modes) or "none"
        raise GameError("unknown-mode", f"There is no mode {wish.mode!r}. The modes are: {known}.")
    asked = {"mode": wish.mode, **wish.options} if wish.mode else wish.options
    if all(seat.kind == "bot" for seat in wish.seats):
        asked = {**game.about.unattended, **asked}
    return game.check_options(asked, len(wish.seats))


def _person(guest: Guest, name: str, wish: NewTable | Sit) -> SeatRecord:
    """A guest's seat. A nonce that comes in the clear counts as given and shown at once."""
    if wish.nonce and wish.seal:
        raise GameError("bad-nonce", "Give either your nonce or its hash, not both.")
    given = seal(wish.nonce) if wish.nonce else wish.seal
    seat = SeatRecord("guest", guest.id, name, nonce=wish.nonce, seal=given)
    return msgspec.structs.replace(seat, zone=guest.zone, account=vouched(guest, name))


def seat_of_bot(bot: str, number: int, names: Sequence[str]) -> SeatRecord:
    """Give a seat to a bot, with a name that is unlike the others at the table."""
    taken = {*map(skeleton, names)}
    mine = given_names(bot, number)
    free = next((name for name in mine if skeleton(name) not in taken), mine[0])
    return SeatRecord("bot", name=unlike(free, names), bot=bot)


def _bots_give_way(record: TableRecord) -> TableRecord:
    """Give bots other names where a person has come who is called the same. Only before the game: its log has names."""
    for number, seat in enumerate(record.seats):
        names = [other.name for n, other in enumerate(record.seats) if n != number]
        if seat.kind == "bot" and skeleton(seat.name) in {*map(skeleton, names)}:
            record = with_seat(record, number, seat_of_bot(seat.bot, number, names))
    return record


def _unattended(record: TableRecord, game: Game[Any]) -> TableRecord:
    """The record, with options that make the game end where a bot has taken its last seat, if they were not set."""
    about = game.about
    if record.goes_on is not None or any(seat.kind != "bot" for seat in record.seats):
        return record
    now = record.settings.options
    mode = {"mode": now["mode"]} if "mode" in now else {}
    usual = game.check_options(mode, len(record.seats))
    chosen = {name: value for name, value in now.items() if value != usual[name]}
    options = game.check_options({**about.unattended, **mode, **chosen}, len(record.seats))
    return record.with_settings(options=options)
