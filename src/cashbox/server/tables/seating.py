"""The rules of seats, hosts, and votes: each change returns a new record, or raises a refusal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cashbox import bots
from cashbox.bots.levels import given_names
from cashbox.engine.chain import seal
from cashbox.engine.game import GameError
from cashbox.engine.seats import has, mask_of
from cashbox.server.accounts.names import FORMER, is_vouched, plain, skeleton, unlike
from cashbox.server.db.records import SeatRecord, TableRecord, VoteRecord
from cashbox.server.errors import Closed, Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Why
    from cashbox.server.db.records import Guest
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.settings import Ending, Question
    from cashbox.server.wire import ChangeSeat, NewTable, Sit

    Change = Callable[[LiveTable, Callable[[TableRecord], TableRecord]], Awaitable[None]]


def seat_at(record: TableRecord, number: int) -> SeatRecord:
    """Return a seat. Refusal ("no-such-seat")."""
    if not 0 <= number < len(record.seats):
        raise Refusal(409, "no-such-seat", f"There is no seat {number}. The seats are 0 to {len(record.seats) - 1}.")
    return record.seats[number]


def with_seat(record: TableRecord, number: int, seat: SeatRecord) -> TableRecord:
    """Return the record with one seat replaced."""
    seats = (*record.seats[:number], seat, *record.seats[number + 1 :])
    return msgspec.structs.replace(record, seats=seats)


def already_playing() -> Refusal:
    """Return the refusal for taking a seat too late."""
    return Refusal(409, "already-playing", "The game has started, so seats can't be changed.")


def check_waiting(record: TableRecord) -> None:
    """Check that seats can still be taken and left. Refusal ("closed", "already-playing") otherwise."""
    if record.status == "closed":
        raise Closed(record.closed)
    if record.status != "waiting":
        raise already_playing()


def check_playing(record: TableRecord) -> None:
    """Check that a game is in progress. Refusal ("closed", "not-playing") otherwise."""
    if record.status == "closed":
        raise Closed(record.closed)
    if record.status != "playing":
        over = "The game at this table is over." if record.status == "over" else "The game hasn't started yet."
        raise Refusal(409, "not-playing", over)


def own_seat(record: TableRecord, guest: Guest) -> int:
    """Return the seat that a guest has. Refusal ("not-your-seat")."""
    number = record.seat_of(guest)
    if number is None:
        raise Refusal(403, "not-your-seat", "You don't have a seat at this table.")
    return number


def take_seat(record: TableRecord, guest: Guest, wish: Sit, others: Collection[str] = ()) -> TableRecord:
    """Seat a guest on an open seat, by default the reserved one.

    Args:
        record: The table.
        guest: The guest.
        wish: The seat and the name.
        others: Skeletons of names that the guest may not have, see `naming.kept`.

    Raises:
        Refusal: already-seated and others.
    """
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
    return _bots_give_way(with_seat(record, number, _seat_of(guest, name, wish)))


def decline_seat(record: TableRecord, guest: Guest) -> TableRecord:
    """Decline the seat that is reserved for a guest. Then anyone may take it, and the table shows who declined. Refusal
    ("not-asked")."""
    check_waiting(record)
    number = record.kept_for(guest)
    if number is None:
        raise Refusal(409, "not-asked", "No seat is reserved for you at this table.")
    return with_seat(record, number, SeatRecord("open", name=record.seats[number].name))


def give_up_seat(record: TableRecord, guest: Guest) -> TableRecord:
    """Let a guest leave the seat. If that was the host, the next seated person becomes host. Refusal
    ("not-your-seat", ...)."""
    number = own_seat(record, guest)
    check_waiting(record)
    return pass_on_host(with_seat(record, number, SeatRecord("open")), guest.id)


def change_seat(record: TableRecord, guest: Guest, wish: ChangeSeat, game: Game[Any], best: str) -> TableRecord:
    """Give an open seat to a bot, or open a bot's seat, for the host. `best` is the default bot. Refusal
    ("not-the-host", ...)."""
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
    return _with_unattended_options(with_seat(record, wish.seat, seat_of_bot(bot, wish.seat, names)), game)


def let_bot_stand_in(record: TableRecord, number: int, bot: str, why: Why) -> TableRecord:
    """Let a bot play a player's seat until the player takes it back. Refusal ("not-playing", "no-player")."""
    check_playing(record)
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.stand_in:
        raise Refusal(409, "no-player", "There is no player in that seat now.")
    return with_seat(record, number, msgspec.structs.replace(seat, stand_in=bot, why=why))


def take_back_seat(record: TableRecord, guest: Guest) -> TableRecord:
    """Let a guest play its own seat again. Refusal ("not-your-seat", "not-playing")."""
    number = own_seat(record, guest)
    check_playing(record)
    if not record.seats[number].stand_in:
        return record
    return with_seat(record, number, msgspec.structs.replace(record.seats[number], stand_in="", why=""))


def set_time_zone(record: TableRecord, guest: Guest) -> TableRecord:
    """Set the time zone of a guest's seat permanently, for quiet hours.

    Returns the same record if nothing changes. A player who could change it every turn would have unlimited time.
    """
    number = record.seat_of(guest)
    clock = record.settings.clock
    rests = clock is not None and not (clock.nights and clock.weekends) and record.status not in ("over", "closed")
    if number is None or record.seats[number].zone or not (guest.zone and rests):
        return record
    return with_seat(record, number, msgspec.structs.replace(record.seats[number], zone=guest.zone))


def check_plays(record: TableRecord, seat: int) -> None:
    """Check that no bot plays for a seat. Refusal ("stand-in") otherwise."""
    if record.seats[seat].stand_in:
        raise Refusal(409, "stand-in", "A bot is playing for you. Take your seat back first.")


def close(record: TableRecord, why: Ending) -> TableRecord:
    """Return the record as closed, so that no one can act."""
    if record.status == "over":
        return record
    return msgspec.structs.replace(record, status="closed", closed=why, votes=())


def without_guest(record: TableRecord, guest: str, best: str) -> TableRecord:
    """Return the record without a deleted guest.

    A finished game keeps the seat, and in a running one, a bot takes it over. The next seated person becomes host. The
    table is closed if no one is left who could be host before the game, or if everyone has left permanently. `best` is
    the default bot.
    """
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
        record = without_votes(record, number)
    removed = {one: until for one, until in record.removed.items() if one != guest}
    record = pass_on_host(msgspec.structs.replace(record, removed=removed), guest)
    left = any(seat.kind == "guest" and seat.why != "left" for seat in record.seats)
    if status == "waiting" and record.host == guest:
        record = close(record, "host")
    elif status in ("starting", "playing") and not left:
        record = close(record, "nobody")
    if record.host == guest:
        record = msgspec.structs.replace(record, host="", host_name=FORMER)
    return record


def without_banned(record: TableRecord, guest: str, best: str) -> TableRecord:
    """Return the record without a guest who may only watch from now on, or the same record if nothing changes.

    While the table waits, the seat is open again. Where others play, the bot `best` stands in; a game without other
    people waits. The next seated person becomes host, and a waiting table without one is closed.
    """
    if record.status in ("over", "closed"):
        return record
    before = record
    others = any(seat.kind == "guest" and seat.guest != guest and seat.why != "left" for seat in record.seats)
    for number, seat in enumerate(record.seats):
        if seat.asked == guest or (seat.guest == guest and record.status == "waiting"):
            record = with_seat(record, number, SeatRecord("open"))
        elif seat.guest == guest and others:
            gone = msgspec.structs.replace(seat, stand_in=seat.stand_in or best, why="left")
            record = without_votes(with_seat(record, number, gone) if gone != seat else record, number)
    record = pass_on_host(record, guest)
    if record.status == "waiting" and record.host == guest:
        record = close(record, "host")
    return before if record == before else record


def rename_guest(record: TableRecord, guest: Guest, name: str) -> TableRecord:
    """Return the record with another name for a guest. The journal's header binds the earlier name, so that one is
    withdrawn there."""
    for number, seat in enumerate(record.seats):
        if guest.id in (seat.guest, seat.asked):
            mine = unlike(name, [other.name for n, other in enumerate(record.seats) if n != number])
            called = msgspec.structs.replace(seat, name=mine, salt="", account=is_vouched(guest, mine))
            record = with_seat(record, number, called)
    if record.host == guest.id:
        seat_of_host = record.seat_of(guest)
        shown = name if seat_of_host is None else record.seats[seat_of_host].name
        record = msgspec.structs.replace(record, host_name=shown)
    return _rename_for_late_viewers(record, guest.id, name) if record.earlier else record


def _rename_for_late_viewers(record: TableRecord, guest: str, name: str) -> TableRecord:
    """Rename a guest in what spectators with a delay still see, because an operator has removed the old name."""
    looks = []
    for look in record.earlier:
        seats = [msgspec.structs.replace(one, name=name) if one.guest == guest else one for one in look.seats]
        host = name if look.host == guest else look.host_name
        looks.append(msgspec.structs.replace(look, host_name=host, seats=tuple(seats)))
    return msgspec.structs.replace(record, earlier=tuple(looks))


def reveal_nonce(record: TableRecord, guest: Guest, nonce: str) -> TableRecord:
    """Record a guest's nonce, which must match its commitment. Refusal ("not-your-seat", ...)."""
    number = own_seat(record, guest)
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


def new_seats(guest: Guest, wish: NewTable, game: str, best: str) -> tuple[SeatRecord, ...]:
    """Build the seats of a new table. GameError ("bad-seats", ...) if they do not fit."""
    wishes = wish.seats
    if sum(1 for wish in wishes if wish.kind == "me") > 1:
        raise GameError("bad-seats", "You can only have one seat at a table.")
    seats: list[SeatRecord] = []
    mine = [guest.name] if any(wish.kind == "me" for wish in wishes) else []
    for number, one in enumerate(wishes):
        if one.kind == "me":
            seats.append(_seat_of(guest, guest.name, wish))
        elif one.kind == "bot":
            bots.check_level(game, bot := one.bot or best)
            seats.append(seat_of_bot(bot, number, mine + [seat.name for seat in seats]))
        else:
            seats.append(SeatRecord("open"))
    return tuple(seats)


def complete_options(wish: NewTable, game: Game[Any]) -> dict[str, Any]:
    """Complete the options of a requested table. GameError if they do not fit."""
    if wish.mode and wish.mode not in {one.id for one in game.about.modes}:
        known = ", ".join(one.id for one in game.about.modes) or "none"
        raise GameError("unknown-mode", f"There is no mode {wish.mode!r}. The modes are: {known}.")
    asked = {"mode": wish.mode, **wish.options} if wish.mode else wish.options
    if all(seat.kind == "bot" for seat in wish.seats):
        asked = {**game.about.unattended, **asked}
    return game.check_options(asked, len(wish.seats))


def _seat_of(guest: Guest, name: str, wish: NewTable | Sit) -> SeatRecord:
    """Build a guest's seat. A nonce sent in plain text counts as committed and revealed at once."""
    if wish.nonce and wish.seal:
        raise GameError("bad-nonce", "Give either your nonce or its hash, not both.")
    given = seal(wish.nonce) if wish.nonce else wish.seal
    seat = SeatRecord("guest", guest.id, name, nonce=wish.nonce, seal=given)
    return msgspec.structs.replace(seat, zone=guest.zone, account=is_vouched(guest, name))


def seat_of_bot(bot: str, number: int, names: Sequence[str]) -> SeatRecord:
    """Give a seat to a bot, with a name unlike the others at the table."""
    taken = {*map(skeleton, names)}
    mine = given_names(bot, number)
    free = next((name for name in mine if skeleton(name) not in taken), mine[0])
    return SeatRecord("bot", name=unlike(free, names), bot=bot)


def _bots_give_way(record: TableRecord) -> TableRecord:
    """Rename bots that have the same name as a new person. Only before the game, because its log has names."""
    for number, seat in enumerate(record.seats):
        names = [other.name for n, other in enumerate(record.seats) if n != number]
        if seat.kind == "bot" and skeleton(seat.name) in {*map(skeleton, names)}:
            record = with_seat(record, number, seat_of_bot(seat.bot, number, names))
    return record


def _with_unattended_options(record: TableRecord, game: Game[Any]) -> TableRecord:
    """Set the options that make a game without people end, if a bot has taken the last seat and they were not set."""
    about = game.about
    if record.goes_on is not None or any(seat.kind != "bot" for seat in record.seats):
        return record
    now = record.settings.options
    mode = {"mode": now["mode"]} if "mode" in now else {}
    usual = game.check_options(mode, len(record.seats))
    chosen = {name: value for name, value in now.items() if value != usual[name]}
    options = game.check_options({**about.unattended, **mode, **chosen}, len(record.seats))
    return record.with_settings(options=options)


REMOVED_FOR: Final = 600
"""Seconds for which a removed guest may not take a seat again."""

REMOVED_KEPT: Final = 20
"""The most removed guests to remember at a table: the last ones."""


def remove_guest(record: TableRecord, guest: Guest, number: int, now: int) -> TableRecord:
    """Remove a guest from a waiting table, for the host. Refusal ("not-the-host", ...)."""
    _check_host(record, guest)
    check_waiting(record)
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.guest is None:
        raise Refusal(409, "nobody-there", "There is no one in that seat.")
    if seat.guest == guest.id:
        raise Refusal(409, "own-seat", "That is your own seat. To leave it, stand up.")
    kept = {one: until for one, until in record.removed.items() if until > now and one != seat.guest}
    kept[seat.guest] = now + REMOVED_FOR
    kept = dict([*kept.items()][-REMOVED_KEPT:])
    return msgspec.structs.replace(with_seat(record, number, SeatRecord("open")), removed=kept)


def check_admission(record: TableRecord, guest: Guest, now: float) -> TableRecord:
    """Return the record if the host has not just removed this guest. Refusal ("removed") otherwise."""
    message = removal_notice(record, guest, now)
    if message:
        raise Refusal(403, "removed", message, math.ceil(record.removed[guest.id] - now))
    return record


def check_removed(record: TableRecord, guest: Guest, now: float) -> None:
    """Refuse ("removed") a seat in a running game to a guest whom the host has recently removed."""
    if record.removed.get(guest.id, 0) > now:
        raise Refusal(403, "removed", "The host removed you from this table, so you can't take a seat here.")


def removal_notice(record: TableRecord, guest: Guest | None, now: float) -> str:
    """Return the message for a guest whom the host has removed, "" for everyone else."""
    left = record.removed.get(guest.id, 0) - now if guest is not None else 0
    if left <= 0 or record.status != "waiting":
        return ""
    wait = f"{math.ceil(left / 60)} minutes" if left > 60 else "a minute"
    return f"The host removed you from this table. You can sit down here again in {wait}."


def with_host(record: TableRecord, guest: Guest, number: int) -> TableRecord:
    """Make another seated person the host. Refusal ("not-the-host", ...)."""
    _check_host(record, guest)
    if record.status == "closed":
        raise Closed(record.closed)
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.guest is None or seat.stand_in:
        raise Refusal(409, "no-player", "Only a person at the table can be the host.")
    return msgspec.structs.replace(record, host=seat.guest, host_name=seat.name)


def pass_on_host(record: TableRecord, guest: str) -> TableRecord:
    """Transfer the host's role if the host was this guest, who is leaving. People who play in person come first."""
    if record.host != guest:
        return record
    others = [seat for seat in record.seats if seat.kind == "guest" and seat.guest not in (None, guest)]
    heirs = [seat for seat in others if not seat.stand_in] + others
    if not heirs or heirs[0].guest is None:
        return record
    return msgspec.structs.replace(record, host=heirs[0].guest, host_name=heirs[0].name)


def _check_host(record: TableRecord, guest: Guest) -> None:
    if guest.id != record.host:
        raise Refusal(403, "not-the-host", "Only the table's host can do that.")


def people_at(record: TableRecord) -> list[int]:
    """List the seats where a person plays."""
    return [number for number, seat in enumerate(record.seats) if seat.kind == "guest" and not seat.stand_in]


def _stand_in(record: TableRecord, vote: VoteRecord, bot: str, _now: float) -> TableRecord:
    seat = msgspec.structs.replace(record.seats[vote.seat], stand_in=bot, why="vote")
    return without_votes(with_seat(record, vote.seat, seat), vote.seat)


def _call_off(record: TableRecord, _vote: VoteRecord, _bot: str, _now: float) -> TableRecord:
    return msgspec.structs.replace(record, status="closed", closed="called-off", votes=())


class Ballot(NamedTuple):
    """Something that players can vote on.

    Attributes:
        wish: What the voters want, to follow "want". `{name}` is the player whom it is about.
        unanimous: All players have to agree who haven't left. Otherwise, more than half of the other players have to
            who aren't away for long.
        carry_out: What happens once they agree: it takes the table, the vote, the bot that stands in, and the time
            (seconds since 1970), and returns the new table. None: someone has to act on the result.
    """

    wish: str
    unanimous: bool = False
    carry_out: Callable[[TableRecord, VoteRecord, str, float], TableRecord] | None = None


BALLOTS: Final[Mapping[Question, Ballot]] = {
    "stand-in": Ballot("a bot to play for {name}", carry_out=_stand_in),
    "call-off": Ballot("to end this game without a result", unanimous=True, carry_out=_call_off),
    "hand-on": Ballot("to replace {name}"),
}


def voters(record: TableRecord, vote: VoteRecord, away: int) -> list[int]:
    """List the seats that count in a vote. `away` is a mask of those that are away for long."""
    if BALLOTS[vote.what].unanimous:
        # A player whose time was up is still someone who would lose the game.
        players = [(number, seat) for number, seat in enumerate(record.seats) if seat.kind == "guest"]
        return [n for n, seat in players if seat.why != "left" and not (seat.stand_in and has(away, n))]
    return [seat for seat in people_at(record) if seat != vote.seat and not has(away, seat)]


def with_vote(record: TableRecord, what: Question, about: int, seat: int, now: int, *, on: bool) -> TableRecord:
    """Record or withdraw (`on`) a seat's vote. `about` is the seat that it concerns, -1 for all."""
    found = next((vote for vote in record.votes if (vote.what, vote.seat) == (what, about)), None)
    others = tuple(vote for vote in record.votes if vote is not found)
    vote = found or VoteRecord(what, about, (), now)
    by = tuple(one for one in vote.by if one != seat)
    vote = msgspec.structs.replace(vote, by=(*by, seat) if on else by)
    return msgspec.structs.replace(record, votes=(*others, vote) if vote.by else others)


def without_votes(record: TableRecord, seat: int) -> TableRecord:
    """Remove the votes of a seat and those about it, because its player changes or is back."""
    if not record.votes:
        return record
    kept = [
        msgspec.structs.replace(vote, by=tuple(one for one in vote.by if one != seat))
        for vote in record.votes
        if vote.seat != seat
    ]
    return msgspec.structs.replace(record, votes=tuple(vote for vote in kept if vote.by))


def without_votes_on(record: TableRecord, seat: int) -> TableRecord:
    """Remove the votes about a seat whose player is back. The same record if there are none."""
    kept = tuple(vote for vote in record.votes if vote.seat != seat)
    return record if len(kept) == len(record.votes) else msgspec.structs.replace(record, votes=kept)


def with_votes_settled(record: TableRecord, away: int, bot: str, now: float) -> TableRecord:
    """Carry out everything that players agreed on.

    Args:
        record: The table.
        away: Bit mask of the seats whose players are away for long.
        bot: The bot that stands in for players.
        now: Seconds since 1970.
    """
    if record.status != "playing":
        return msgspec.structs.replace(record, votes=())
    for vote in record.votes:
        carry_out = BALLOTS[vote.what].carry_out
        if carry_out is None:
            continue
        if vote.seat >= 0 and vote.seat not in people_at(record):
            record = without_votes(record, vote.seat)
        elif _is_agreed(record, vote, away):
            others = tuple(other for other in record.votes if other is not vote)
            agreed = carry_out(msgspec.structs.replace(record, votes=others), vote, bot, now)
            return with_votes_settled(agreed, away, bot, now)
    return record


def may_give_away(record: TableRecord, seat: int, by: int | None, away: int) -> bool:
    """Return whether more than half agree to give a seat away, including the player in a seat (by)."""
    vote = next((vote for vote in record.votes if (vote.what, vote.seat) == ("hand-on", seat)), None)
    return vote is not None and by in vote.by and _is_agreed(record, vote, away)


def _is_agreed(record: TableRecord, vote: VoteRecord, away: int) -> bool:
    """Return whether enough of the seats that count in a vote agree."""
    here = voters(record, vote, away)
    agree = sum(1 for seat in vote.by if seat in here)
    return agree == len(here) > 0 if BALLOTS[vote.what].unanimous else 2 * agree > len(here)


def may_have_hints(record: TableRecord) -> bool:
    """Check whether hints are allowed: the game is not rated, and bots have all seats but one person's."""
    return not record.settings.rated and sum(seat.kind != "bot" for seat in record.seats) == 1


def check_hints(record: TableRecord, seat: int) -> None:
    """Check that a seat's player may ask for a hint. Refusal ("not-playing", "closed", "no-hints", "stand-in")
    otherwise."""
    check_playing(record)
    if record.settings.rated:
        raise Refusal(409, "no-hints", "Hints aren't available in rated games.")
    if not may_have_hints(record):
        raise Refusal(409, "no-hints", "Hints aren't available in games with other people.")
    check_plays(record, seat)


def with_hint(record: TableRecord, seat: int, guest: str | None, mark: str) -> TableRecord:
    """Count one more hint of a player, unless the last was about the same position.

    Args:
        record: The table.
        seat: The seat.
        guest: The seat's player at the request.
        mark: Of the position.

    Raises:
        Refusal: As `check_hints`, or "not-your-seat" if another player has the seat now.
    """
    check_hints(record, seat)
    if record.seats[seat].guest != guest:
        raise Refusal(403, "not-your-seat", "You handed over your seat.")
    one = record.seats[seat]
    if one.hinted == mark:
        return record
    return with_seat(record, seat, msgspec.structs.replace(one, hints=one.hints + 1, hinted=mark))


def seats_timing_out(record: TableRecord, game: Game[Any], state: Any) -> int:
    """Return the bit mask of the people's seats whose answers time out at this table."""
    if not record.settings.lapse:
        return 0
    due = game.due(state)
    people = [seat for seat, one in enumerate(record.seats) if has(due, seat) and not one.played_by]
    return mask_of(seat for seat in people if game.lapse(state, seat) is not None)
