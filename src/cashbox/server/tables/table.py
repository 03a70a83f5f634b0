"""One table in memory: its seats, its running game, its connected people. It changes only through the store."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.engine.frames import Frames, marks_key
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.journal import Journal, dumps
from cashbox.engine.seats import has, seats_of
from cashbox.server.background import shielded
from cashbox.server.problems import Closed, Refusal
from cashbox.server.storage.store import Owed
from cashbox.server.tables.gathering import Gathering
from cashbox.server.tables.heads import Heads
from cashbox.server.tables.lapses import deadline, lapsing
from cashbox.server.tables.shown import Moment, show_table
from cashbox.server.tables.starting import header_of
from cashbox.server.tables.tips import tips
from cashbox.server.wire import Acted, Lapse, Table, You

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from cashbox.engine.frames import Feed, Forms
    from cashbox.engine.game import Game
    from cashbox.engine.match import Match, Proposal
    from cashbox.server.metrics import By, Metrics
    from cashbox.server.storage.records import Guest, TableRecord
    from cashbox.server.tables.chat import TableChat
    from cashbox.server.tables.context import Context

    class Listener(Protocol):
        """Somebody who is connected. seat: None for a spectator."""

        seat: int | None

        def poke(self) -> None:
            """There is something new; must not block."""

    Done = Callable[[Acted], None]

_json = msgspec.json.Encoder().encode
_log = logging.getLogger("cashbox.tables")


class LiveTable:
    """A table. Everything that changes it goes through its lock, is stored, and only then shown.

    name: what the game is called. on_change: called after every accepted change (bots listen). busy: a bot is at
    it. seen: when (in ticks) a player was last here. on_watched: called when somebody begins to watch, or a player asks
    for something. followed: the mark of what everybody saw when a bot here last had its turn. lapses_at: when (seconds
    since 1970) an answer that is owed lapses, None: never. changed: when something in the game last changed that
    everybody may see.
    """

    def __init__(
        self,
        record: TableRecord,
        game: Game[Any],
        forms: Forms,
        chat: TableChat,
        context: Context,
        name: str,
    ) -> None:
        self.record = record
        self.game = game
        self.chat = chat
        chat.heard = self.poke
        self.match: Match[Any] | None = None
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.used = context.clock.ticks()
        self.version = 0
        self.busy = False
        self.followed = ""
        self.lapses_at: int | None = None
        self.seen = -math.inf
        self.changed = record.changed
        self.on_change: Callable[[LiveTable], None] = lambda _: None
        self.on_watched: Callable[[LiveTable], None] = lambda _: None
        self._forms = forms
        self._context = context
        self._game_name = name
        self._frames: Frames | None = None
        self._tips: bytes | None = None
        self._heads: Heads | None = None
        self._table: bytes | None = None
        self._accepted_at = 0.0
        self._gathering = Gathering(context.clock, self.refresh)

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.name for seat in self.record.seats]

    @property
    def deadline(self) -> int | None:
        """Until when (seconds since 1970) the table waits for nonces or for an answer, None: forever."""
        return self.record.reveal_by if self.record.status == "starting" else self.lapses_at

    @property
    def bots(self) -> int:
        """Bit mask of the seats that bots have."""
        return sum(1 << number for number, seat in enumerate(self.record.seats) if seat.kind == "bot")

    @property
    def only_bots(self) -> bool:
        """Whether nobody but bots sits here."""
        return all(seat.kind == "bot" for seat in self.record.seats)

    @property
    def due(self) -> int:
        """Bit mask of the seats that owe a decision."""
        return self.match.due() if self.match is not None and self.record.status == "playing" else 0

    def running(self) -> Match[Any]:
        """The match; Refusal ("not-started") while waiting."""
        if self.match is None:
            raise Refusal(409, "not-started", "The game has not started: a seat is open, or a nonce not shown yet.")
        return self.match

    @property
    def frames(self) -> Frames:
        """What the viewers of the match see; Refusal ("not-started") while waiting."""
        self.running()
        assert self._frames is not None
        return self._frames

    def state(self, viewer: int, since: str) -> bytes:
        """A `State` as JSON. since: the mark of what the viewer has seen, "" for nothing."""
        return self.frames.state(viewer, self.frames.place_of(viewer, since), self._more(viewer))

    def news(self, feed: Feed) -> bytes | None:
        """The next `State` for a client, None where it would show nothing new."""
        return feed.news(self.frames, lambda: self._more(feed.viewer), self.lapses_at)

    def _more(self, viewer: int) -> bytes:
        """The fields of a `State` that neither marks nor pushes go by."""
        assert self._heads is not None
        return b'%b,"proof":"%b"' % (self._lapse(viewer), self._heads.of(viewer).encode())

    def _lapse(self, viewer: int) -> bytes:
        """The field `lapse` of a `State`."""
        if self.lapses_at is None:
            return b'"lapse":null'
        game, state = self.game, self.running().state
        mask = lapsing(self.record, game, state)
        action = game.lapse(state, viewer) if has(mask, viewer) else None
        then = "" if action is None else game.label(state, viewer, action)
        left = max(0, math.ceil(self.lapses_at - self._context.clock.now()))
        return b'"lapse":%b' % _json(Lapse(seats_of(mask), left, then))

    def log(self, viewer: int, since: str) -> bytes:
        """A `Log` as JSON; since: as in `state`."""
        return self.frames.log(viewer, self.frames.place_of(viewer, since))

    def tips(self) -> bytes:
        """A `TableTip` by key, as JSON."""
        if self._tips is None:
            self._tips = tips(self.running())
        return self._tips

    def journal(self) -> bytes:
        """The journal's text file; Refusal ("not-over") before the end."""
        if self.match is None or self.record.status != "over":
            raise Refusal(409, "not-over", "The journal reveals everything; you can get it once the game is over.")
        journal: Journal = self.match.journal
        return dumps(journal)

    def answer(self, guest: Guest | None) -> bytes:
        """A `TableAnswer` as JSON for a guest."""
        if self._table is None:
            self._table = _json(self.shown())
        return b'{"type":"table","you":%b,"table":%b}' % (_json(self.you(guest)), self._table)

    def you(self, guest: Guest | None) -> You:
        """What a guest is at this table."""
        return You(self.record.seat_of(guest), guest is not None and guest.id == self.record.host)

    def shown(self) -> Table:
        """The table as everybody may see it."""
        online = frozenset(listener.seat for listener in self.listeners)
        watchers = sum(1 for listener in self.listeners if listener.seat is None)
        now = Moment(self.due, self.changed, online, watchers)
        return show_table(self.record, self._game_name, self._context.url, now)

    # -- connected people ----------------------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """Somebody has connected."""
        self.listeners.add(listener)
        listener.poke()
        self.present()
        self.on_watched(self)

    def visit(self, guest: Guest | None) -> None:
        """Somebody asks for something here."""
        if self.record.seat_of(guest) is not None:
            self.seen = self._context.clock.ticks()
            self.on_watched(self)

    def part(self, listener: Listener) -> None:
        """Somebody is gone."""
        self.listeners.discard(listener)
        if listener.seat is not None:
            self.seen = self._context.clock.ticks()
        self.present()

    def present(self) -> None:
        """Who is connected, or as whom, has changed."""
        self._gathering.changed(len(self.listeners))

    def refresh(self) -> None:
        """What everybody sees of the table has changed."""
        self.used = self._gathering.told = self._context.clock.ticks()
        self.version += 1
        self._table = None
        self.poke()

    def poke(self) -> None:
        """There is something new for everybody connected."""
        for listener in self.listeners:
            listener.poke()

    @property
    def metrics(self) -> Metrics:
        """What is counted, here and at all other tables."""
        return self._context.metrics

    def was_shown(self) -> None:
        """One viewer has been shown the last change."""
        self.metrics.took("show", self._context.clock.ticks() - self._accepted_at)

    # -- playing -------------------------------------------------------------------------------------------------

    def begin(self, match: Match[Any], owed: Owed) -> None:
        """Play starts, or goes on after the table was loaded."""
        self.match = match
        self.lapses_at = owed.lapses
        self.changed = owed.at
        self._frames = Frames(match, self._forms, self.names, marks_key(self.record.secret))
        self._heads = Heads(match, self.names, self.record.secret)
        if self.record.status == "over":
            match.finish(self.record.secret.hex())
        elif self.record.status == "closed":
            self.lapses_at = None
            self._frames.close(str(Closed()))

    def altered(self, record: TableRecord) -> None:
        """An operator has changed the table, and that is stored: it is closed, or somebody's name is gone."""
        names = self.names
        self.record = record
        if self.match is not None:
            if self.names != names:
                self.match.journal.header = header_of(record)
            self.begin(self.match, Owed(self.due, self.lapses_at, self.changed))
        self.refresh()
        self.on_change(self)

    async def act(
        self, seat: int, forms: Sequence[dict[str, Any]], at: str | None = None, done: Done | None = None
    ) -> Acted:
        """A seat takes all of these actions or none. Durable when it returns; who may be cancelled must shield it.

        at: the mark of the state that it decided on, None for "now". done: called with the answer as soon as it is so,
        before anybody is shown what changed.
        """
        match = self.running()
        actions = [self._decode(form) for form in forms]
        return await self._decided(seat, lambda: match.propose(seat, actions), at, done)

    async def undo(self, seat: int, steps: int | None, at: str | None = None, done: Done | None = None) -> Acted:
        """A seat takes back its last actions, None for all that it can; otherwise as `act`."""
        match = self.running()
        return await self._decided(seat, lambda: match.propose_undo(seat, steps), at, done)

    async def play(self, seat: int, action: int, at: int) -> None:
        """A bot takes an action. at: the number of the entry after which it decided."""
        match = self.running()
        await shielded(self._commit(lambda: match.propose(seat, [action], at), "bot"))

    async def lapse(self) -> None:
        """The server answers for a seat that has kept the others waiting for too long. GameError("stale") if the
        answer has come meanwhile."""
        await shielded(self._commit(self._lapsed, "lapse"))

    def _lapsed(self) -> Proposal[Any]:
        match = self.running()
        mask = lapsing(self.record, self.game, match.state)
        if self.lapses_at is None or self._context.clock.now() < self.lapses_at or not mask:
            raise GameError("stale", "The answer has come meanwhile.")
        seat = (mask & -mask).bit_length() - 1
        action = self.game.lapse(match.state, seat)
        assert action is not None
        return match.propose(seat, [action])

    def explain(self, seat: int, form: dict[str, Any]) -> str:
        """Why an action is not legal for a seat now, "" if it is."""
        match = self.running()
        return self.game.explain(match.state, seat, self._decode(form))

    def _decode(self, form: dict[str, Any]) -> int:
        try:
            return self.game.decode(form)
        except GameError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            kind = type(error).__name__
            _log.warning("%s could not read the form of an action that a client sent: %s", self.game.about.id, kind)
            raise GameError("unknown-action", "That is not an action of this game.") from None

    async def _decided(
        self, seat: int, propose: Callable[[], Proposal[Any]], at: str | None, done: Done | None
    ) -> Acted:
        """What a seat proposes becomes so, if it may still decide on the state with the mark `at`."""
        frames, answers = self.frames, []

        def checked() -> Proposal[Any]:
            if at is not None:
                frames.check(seat, at)
            return propose()

        def accepted() -> None:
            answers.append(Acted(frames.mark(seat), frames.place(seat).lines))
            if done is not None:
                done(answers[0])

        await self._commit(checked, "person", accepted)
        return answers[0]

    async def _commit(
        self, propose: Callable[[], Proposal[Any]], by: By, accepted: Callable[[], None] | None = None
    ) -> None:
        ticks, metrics = self._context.clock.ticks, self.metrics
        async with self.lock:
            match = self.running()
            if self.record.status == "closed":
                raise Closed
            began = ticks()
            proposal = propose()
            proposed = ticks()
            owed = self._owed_after(match, proposal)
            record = self.record
            if owed.due:
                await self._context.store.append(record.id, proposal.entries, owed)
            else:
                outcome = self.game.outcome(proposal.state)
                now = int(self._context.clock.now())
                record = msgspec.structs.replace(record, status="over", outcome=outcome, changed=now)
                await self._context.store.change_table(record, proposal.entries, owed)
            self._accepted_at = ticks()
            metrics.took("propose", proposed - began)
            metrics.took("write", self._accepted_at - proposed)
            metrics.acted(by)
            match.accept(proposal)
            self.lapses_at = owed.lapses
            self.changed = owed.at
            if accepted is not None:
                accepted()
            self._accepted(match, record)

    def _owed_after(self, match: Match[Any], proposal: Proposal[Any]) -> Owed:
        """What is owed after a proposal. Answering in several steps, or taking some back, gains no time; and who sees
        nothing of a step cannot find it by the time of the last change."""
        now = self._context.clock.now()
        due = self.game.due(proposal.state)
        lapses = deadline(self.record, self.game, proposal.state, now)
        same = proposal.window.opened == match.window.opened
        if same and lapses is not None and self.lapses_at is not None:
            lapses = self.lapses_at
        return Owed(due, lapses, self.changed if same and due == match.due() else int(now))

    def _accepted(self, match: Match[Any], record: TableRecord) -> None:
        self.used = self._context.clock.ticks()
        self._table = None
        if record is not self.record:
            self.record = record
            match.finish(record.secret.hex())
            self.version += 1
        self.poke()
        self.on_change(self)

    def viewer(self, guest: Guest | None) -> int:
        """The seat number whose view a guest gets."""
        seat = self.record.seat_of(guest)
        return SPECTATOR if seat is None else seat
