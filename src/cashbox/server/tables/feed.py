"""What viewers see of a table and its running game, now or with a delay."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import games
from cashbox.engine.chain import Chain
from cashbox.engine.frames import Frames, marks_key
from cashbox.engine.journal import dumps
from cashbox.engine.phrases import listed, player, plural
from cashbox.engine.seats import has, seats_of
from cashbox.engine.stand_ins import decisions, sentence
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.departures.wire import StoodIn, VoteInfo
from cashbox.server.errors import ENDINGS, Closed, Refusal
from cashbox.server.moderation import bans
from cashbox.server.rematch.wire import CameFrom
from cashbox.server.tables.clocks import Times
from cashbox.server.tables.seating import BALLOTS, may_have_hints, removal_notice, seats_timing_out, voters
from cashbox.server.tables.settings import DELAY
from cashbox.server.tables.starting import without_nonce
from cashbox.server.tables.wire import Asked, Handed, Lapse, SeatInfo
from cashbox.server.watching.service import check_look_back
from cashbox.server.wire import Links, Table, You

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from cashbox.engine.frames import Feed, Forms
    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.db.records import Guest, Onlooker, SeatRecord, TableRecord, VoteRecord
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable

    Change = Callable[[LiveTable, Callable[[TableRecord], TableRecord]], Awaitable[None]]


_json = msgspec.json.Encoder().encode


class Moment(msgspec.Struct, frozen=True):
    """The current facts about a table in addition to its record. due: bit mask of the seats that owe a decision.
    changed: when something public in the game last changed. online: bit mask of the connected seats. watchers: the
    number of spectators; onlookers: some of them. then: the next table of the series, "" if unknown. away: by seat,
    when an absent player was last there. long: bit mask of the seats that have been away for the table's limit. closes:
    when the unused table will be closed, None if that is not soon. stood_in: in a finished game, the decisions of bots
    for players."""

    due: int
    changed: int
    online: int = 0
    watchers: int = 0
    onlookers: list[Onlooker] = []
    then: str = ""
    away: dict[int, int] = {}
    long: int = 0
    closes: int | None = None
    stood_in: list[StoodIn] = []


def you_at(record: TableRecord, guest: Guest | None, now: float) -> You:
    """Return a guest's role at a table at `now` (seconds since 1970)."""
    host = guest is not None and guest.id == record.host
    return You(
        record.seat_of(guest), host, record.kept_for(guest), removal_notice(record, guest, now), bans.notice(guest, now)
    )


def show_table(record: TableRecord, game_name: str, url: str, now: Moment) -> Table:
    """Return the public part of a record."""
    return Table(
        id=record.id,
        game=record.game,
        game_name=game_name,
        content=record.content_hash,
        status=record.status,
        host=record.host_name,
        seats=[_seat(n, seat, now) for n, seat in enumerate(record.seats)],
        **_chance(record),
        due=seats_of(now.due),
        watchers=now.watchers,
        onlookers=now.onlookers,
        delay=DELAY if record.settings.watching == "delayed" else 0,
        made=record.made,
        changed=max(record.changed, now.changed),
        outcome=record.outcome,
        ranking=record.outcome.ranking() if record.outcome else [],
        # A table's id is also the link to it.
        series=hash_of(record.series)[:16] if record.series else "",
        nth=record.nth,
        then=now.then,
        closed=ENDINGS[record.closed] if record.status == "closed" else "",
        closes=now.closes,
        votes=_vote_infos(record, now.long),
        stood_in=now.stood_in,
        asked=_hints_asked(record),
        hints=record.status == "playing" and may_have_hints(record),
        came_from=CameFrom(record.goes_on.step, record.goes_on.hidden) if record.goes_on else None,
        links=_links(record, url),
        **msgspec.structs.asdict(record.settings),
    )


def _chance(record: TableRecord) -> dict[str, Any]:
    """Return the public data about the source of a table's draws."""
    return {
        "format": record.format,
        "commitment": record.commitment,
        "secret": record.secret.hex() if record.status == "over" else "",
        "seals": [seat.seal for seat in record.seats],
        "nonces": [seat.nonce for seat in record.seats] if record.status in ("playing", "over") else [],
        "withheld": without_nonce(record) if record.status == "starting" else [],
        "shares": shares(record),
    }


def handover_notices(record: TableRecord, frames: Frames, viewer: int, number: int) -> list[Handed]:
    """Return the seats that changed hands, with the position in a viewer's log. number: of the newest entry that the
    viewer may know."""
    return [
        Handed(seat, frames.lines_before(viewer, one.since))
        for seat, one in enumerate(record.seats)
        if 0 < one.since <= number + 1
    ]


def _seat(number: int, seat: SeatRecord, now: Moment) -> SeatInfo:
    return SeatInfo(
        number,
        "" if seat.kind == "open" else seat.name,
        seat.kind,
        taken=seat.kind != "open",
        online=seat.kind == "bot" or has(now.online, number),
        bot=seat.bot,
        level=seat.level,
        stand_in=seat.stand_in,
        why=seat.why,
        kept_for=seat.name if seat.asked else "",
        declined=seat.name if seat.kind == "open" and not seat.asked else "",
        nudged=seat.nudged,
        guest=seat.guest is not None and not seat.account,
        away=now.away.get(number),
    )


def _links(record: TableRecord, url: str) -> Links:
    page, api = f"/t/{record.id}", f"/api/tables/{record.id}"
    return Links(
        invite=f"{url}{page}",
        page=page,
        live=f"{api}/live",
        state=f"{api}/state",
        content=f"/api/games/{record.game}/content/{record.content_hash}",
        journal=f"{api}/journal",
        tips=f"{api}/tips",
    )


def shares(record: TableRecord) -> str:
    """Describe which seats contributed to the draws and which did not, including bots. "" before play."""
    if record.status not in ("playing", "over"):
        return ""
    inside, late, without = _by_nonce(record.seats)
    told = [f"The draws depend on shares from {_names(inside)}." if inside else "No player has a share in the draws."]
    if late:
        told.append(f"Not revealed in time: {_names(late)}.")
    if without:
        told.append(f"No share: {_names(without)}.")
    return " ".join(told)


def _by_nonce(seats: Sequence[SeatRecord]) -> tuple[list[int], list[int], list[int]]:
    """Return the seats that revealed a nonce, those that did not in time, and those that gave none."""
    inside = [number for number, seat in enumerate(seats) if seat.nonce]
    late = [number for number, seat in enumerate(seats) if seat.seal and not seat.nonce]
    return inside, late, [number for number, seat in enumerate(seats) if not seat.seal and not seat.nonce]


def _names(seats: Sequence[int]) -> str:
    return listed([player(seat) for seat in seats])


def count_stand_ins(match: Match[Any], record: TableRecord) -> list[StoodIn]:
    """Return the decisions of bots by player, for players with any."""
    return [
        StoodIn(one.seat, one.bot, one.of, sentence(one, record.seats[one.seat].name))
        for one in decisions(match.journal.header, match.journal.entries)
        if one.bot
    ]


def timeout_seen_by(
    viewer: int, record: TableRecord, match: Match[Any], timeout_at: int | None, now: float
) -> Lapse | None:
    """Return what a viewer may know about an answer that times out, None if there is none."""
    if timeout_at is None:
        return None
    game, state = match.game, match.state
    mask = seats_timing_out(record, game, state)
    action = game.lapse(state, viewer) if has(mask, viewer) else None
    then = "" if action is None else game.describe(state, viewer, action).label
    return Lapse(seats_of(mask), max(0, math.ceil(timeout_at - now)), then)


def _vote_infos(record: TableRecord, away: int) -> list[VoteInfo]:
    """Return the votes of a running game as everyone may see them."""
    if record.status != "playing":
        return []
    return [_vote_info(record, vote, voters(record, vote, away)) for vote in record.votes]


def _vote_info(record: TableRecord, vote: VoteRecord, here: list[int]) -> VoteInfo:
    by = [seat for seat in vote.by if seat in here]
    whom = "" if vote.seat < 0 else record.seats[vote.seat].name
    wish = BALLOTS[vote.what].wish.format(name=whom)
    who = f" ({listed([record.seats[seat].name for seat in by])})" if by else ""
    want = "wants" if len(by) == 1 else "want"
    text = f"{len(by)} of {len(here)}{who} {want} {wish}."
    return VoteInfo(vote.what, vote.seat, by, here, text, 2 * len(by) > len(here))


def _hints_asked(record: TableRecord) -> list[Asked]:
    """Return the number of hints of a finished game's players, and of the earlier players in their seats."""
    if record.status != "over":
        return []
    return [
        Asked(n, times, f"{who} used {plural(times, 'hint')}.")
        for n, seat in enumerate(record.seats)
        for who, times in ((seat.name, seat.hints), (f"The previous player in {seat.name}'s seat", seat.hints_before))
        if times
    ]


class TableFeed:
    """Encodes a table for its viewers, up to the last entry of its match.

    record: the table as they see it. match: None before play. timeout_at: when (seconds since 1970) an owed answer
    times out, None for never. changed: when something public in the game last changed. times: the players' clocks.
    """

    def __init__(self, record: TableRecord, game: Game[Any], forms: Forms, context: Context, name: str) -> None:
        """Start before play. context: with the clock of these viewers; name: of the game."""
        self.record = record
        self.game = game
        self.match: Match[Any] | None = None
        self.timeout_at: int | None = None
        self.changed = record.changed
        self.times = Times(self, context)
        self._forms = forms
        self._context = context
        self._game_name = name
        self._frames: Frames | None = None
        self._chain: Chain | None = None
        self._tips: bytes | None = None

    @property
    def due(self) -> int:
        """Bit mask of the seats that owe a decision."""
        return self.match.due() if self.match is not None and self.record.status == "playing" else 0

    @property
    def number(self) -> int:
        """The number of the last entry, -1 for none."""
        return -1 if self.match is None else self.match.number

    def running(self) -> Match[Any]:
        """Return the match. Refusal ("not-started") before play."""
        if self.match is None:
            raise Refusal(
                409, "not-started", "The game hasn't started. A seat is open, or a share hasn't been revealed yet."
            )
        return self.match

    @property
    def frames(self) -> Frames:
        """The frames of the match. Refusal ("not-started") before play."""
        self.running()
        assert self._frames is not None
        return self._frames

    def state(self, viewer: int, since: str) -> bytes:
        """Encode a `State`. since: the mark of the newest state that the viewer has seen, "" for none."""
        return self.frames.state(viewer, self.frames.position_at(viewer, since), self._more(viewer))

    def news(self, feed: Feed) -> bytes | None:
        """Encode the next `State` for a client, None if it would show nothing new."""
        also = self.timeout_at, self.times.version, self.record.owners
        return feed.news(self.frames, lambda: self._more(feed.viewer), also)

    def log(self, viewer: int, since: str) -> bytes:
        """Encode a `Log`. since: as in `state`."""
        return self.frames.log(viewer, self.frames.position_at(viewer, since))

    def tips(self) -> bytes:
        """Encode a `TableTip` by key, by the rules of this table, which never change."""
        match = self.running()
        if self._tips is None:
            self._tips = _json(games.tips_at(self.game, match.state))
        return self._tips

    def journal(self, guest: Guest | None = None) -> bytes:
        """Return the journal's text file. Refusal ("not-over") before the end, or ("players-only")."""
        if self.match is None or self.record.status != "over":
            raise Refusal(
                409, "not-over", "The journal reveals everything, so you can only get it once the game is over."
            )
        check_look_back(self.record, guest)
        return dumps(self.match.journal)

    def was_shown(self) -> None:
        """Record that a viewer has been sent the last change."""

    def show(self, match: Match[Any]) -> None:
        """Show a match, with the names and the secret of the record."""
        self.match = match
        names = [seat.name for seat in self.record.seats]
        self._frames = Frames(match, self._forms, names, marks_key(self.record.secret))
        self._chain = Chain(match.journal.header, self.record.secret)

    def show_end(self) -> None:
        """Show that the game is over or closed, if the record says so."""
        if self.match is None or self._frames is None:
            return
        if self.record.status == "over":
            self.match.finish(self.record.secret.hex())
        elif self.record.status == "closed":
            self.timeout_at = None
            self._frames.close(str(Closed(self.record.closed)))

    def _more(self, viewer: int) -> bytes:
        """Encode the fields of a `State` that affect neither marks nor pushes."""
        assert self._chain is not None
        match = self.running()
        lapse = timeout_seen_by(viewer, self.record, match, self.timeout_at, self._context.clock.now())
        moved = handover_notices(self.record, self.frames, viewer, match.number)
        # It changes only with what the viewer sees: hidden steps show neither by number nor by time.
        head = self._chain.after(match.journal.entries, self.frames.last_told(viewer))
        parts = _json(moved), _json(lapse), self.times.as_json(), head.encode()
        return b'"handed":%b,"lapse":%b,"clocks":%b,"proof":"%b"' % parts
