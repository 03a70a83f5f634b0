"""One running game: its state, its journal, what can be undone, and each viewer's log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec

from cashbox.engine.chain import last_head, new_header
from cashbox.engine.chance import (
    ChanceError,
    NoChance,
    RecordedDeal,
    RecordingChance,
    ScriptedChance,
    StoredDeal,
    TentativeChance,
)
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.journal import Close, Entry, Journal, JournalError
from cashbox.engine.journal_faults import anew_fault
from cashbox.engine.live_chance import fits
from cashbox.engine.phrases import plural
from cashbox.engine.playing_again import check_fits, deal_again
from cashbox.engine.record import Moment, Record, Step, Window, log_lines, stood
from cashbox.engine.seats import has, seats_of
from cashbox.engine.stand_ins import without_result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.chain import Proof
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.engine.journal import By, Why
    from cashbox.engine.record import Way

S = TypeVar("S")

_ONLY_LAST: Final = "Only the last action in a list can make a random draw, reveal something hidden, or end the turn."


class Proposal(Generic[S]):
    """A proposed change of a match: store `entries`, then pass it to `Match.accept`. Nothing has changed yet.

    seat: the seat that acts. entries: the new journal entries, numbered. state: the resulting state. The rest is for
    the match: window, records, and mark, the resulting position of chance (None if nothing was drawn).
    """

    __slots__ = ("entries", "mark", "records", "seat", "state", "window")

    def __init__(
        self,
        seat: int,
        entries: tuple[Entry, ...],
        state: S,
        window: Window[S],
        records: tuple[Record, ...],
        mark: tuple[object] | None = None,
    ) -> None:
        self.seat = seat
        self.entries = entries
        self.state = state
        self.window = window
        self.records = records
        self.mark = mark


class Match(Generic[S]):
    """One running game. Make one with `start`, `replay` or `resume`.

    `state` is replaced and never changed in place, so a reference to an old one is a snapshot. chance: the source of
    further draws. window: what can be undone now. records: each entry's log lines, by number. taken: the number of
    entries that each seat has made.
    """

    __slots__ = ("_last", "chance", "game", "journal", "records", "state", "taken", "window")

    def __init__(self, game: Game[S], journal: Journal, state: S, chance: Chance) -> None:
        """Create a match right after entry 0, for `start` and `replay`."""
        self.game = game
        self.journal = journal
        self.state = state
        self.chance = chance
        self.window = Window(state, 0, game.window(state), ())
        self._last = [0] * journal.header.seats
        self.taken = [0] * journal.header.seats
        self.records = [Record(0, SPECTATOR, tuple(game.watch(state)))]

    # -- creating a match ----------------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: Game[S],
        options: Mapping[str, Any],
        seats: int,
        chance: Chance,
        *,
        players: Sequence[str],
        proof: Proof | None = None,
    ) -> Match[S]:
        """Start a new game.

        Args:
            game: The game.
            options: Its complete options.
            seats: The number of players.
            chance: Where draws come from.
            players: Names, by seat.
            proof: What binds the draws of a live game; `chance` is made from the same.

        Raises:
            GameError: Options or seats do not fit.
        """
        complete = game.check_options(options, seats)
        if len(players) != seats:
            raise GameError("bad-players", f"There are {seats} seats, but {len(players)} names.")
        recorder = RecordingChance(chance)
        state = game.start(complete, seats, recorder)
        header = new_header(game, complete, players, proof)
        return cls(game, Journal(header, game.content, [Entry(0, chance=tuple(recorder.drawn))]), state, chance)

    @classmethod
    def replay(cls, game: Game[S], journal: Journal, upto: int | None = None) -> Match[S]:
        """Replay a journal up to entry number `upto`, with its recorded draws.

        The match gets its own journal and has no source of chance, see `resume`.

        Raises:
            JournalError: The journal does not fit the game.
        """
        check_fits(game, journal.header)
        state = deal_again(game, journal)
        match = cls(game, Journal(journal.header, journal.content, journal.entries[:1]), state, NoChance())
        for entry in journal.entries[1:] if upto is None else journal.entries[1 : max(upto, 0) + 1]:
            match.follow(entry)
        if journal.end is not None and len(match.journal.entries) == len(journal.entries):
            outcome = game.outcome(match.state)
            if outcome is None or not journal.end.tells(outcome):
                raise JournalError("The game did not end the way the journal says.")
            match.journal.end = journal.end
        return match

    @classmethod
    def resume(cls, game: Game[S], journal: Journal, chance: Chance) -> Match[S]:
        """Replay, then continue with a source of chance that has made `journal.drawn` draws."""
        match = cls.replay(game, journal)
        match.chance = chance
        return match

    def fork(self, chance: Chance, state: S | None = None) -> Match[S]:
        """Return a copy of the match that continues independently.

        Args:
            chance: Its source of chance.
            state: A state to continue from instead; nothing before it can be undone.
        """
        copy: Match[S] = Match.__new__(Match)
        copy.game, copy.state, copy.chance, copy.window = self.game, self.state, chance, self.window
        copy.journal = Journal(self.journal.header, self.journal.content, self.journal.entries[:])
        # Only decisions in this window can still be undone.
        opened = self.window.opened
        copy.records = [*self.records[:opened], *(record.copy() for record in self.records[opened:])]
        copy.taken = self.taken[:]
        copy._last = self._last[:]
        if state is not None:
            copy.state, copy.window = state, Window(state, self.number, self.game.window(state), ())
        return copy

    def moment(self) -> Moment[S]:
        """Return what `at` needs to restore the current position."""
        return Moment(self.number, self.state, self.window, tuple(self.taken), tuple(self._last))

    def at(self, moment: Moment[S]) -> Match[S]:
        """Return the match as it was at an earlier moment, with its log at the time. It has no source of chance."""
        n, window = moment.number, moment.window
        copy: Match[S] = self.fork(NoChance())
        copy.state, copy.window, copy.taken, copy._last = moment.state, window, [*moment.taken], [*moment.last]
        copy.journal.entries, copy.journal.end = self.journal.entries[: n + 1], None
        standing = {step.n for step in window.steps}
        copy.records = self.records[: window.opened + 1]
        for record in self.records[window.opened + 1 : n + 1]:
            copy.records.append(record.copy())
            copy.records[-1].stands = record.n in standing or bool(record.takes_back)
        return copy

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.records) - 1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.due(self.state) == 0

    def _repr_html_(self) -> str:
        """Show the match in a notebook."""
        from cashbox.engine.notebook import of_match

        return of_match(self)

    def due(self) -> int:
        """Bit mask of the seats that owe a decision."""
        return self.game.due(self.state)

    def legal(self, seat: int) -> list[int]:
        """List a seat's legal actions, none for a spectator."""
        if seat == SPECTATOR:
            return []
        self._check_seat(seat)
        return self.game.legal(self.state, seat)

    def view(self, viewer: int) -> msgspec.Struct:
        """Return what a seat, or SPECTATOR, may see now."""
        if viewer != SPECTATOR:
            self._check_seat(viewer)
        return self.game.view(self.state, viewer)

    def can_undo(self, seat: int) -> int:
        """Count a seat's own decisions that it can undo now."""
        return sum(1 for step in self.window.steps if step.seat == seat)

    def past(self, seat: int, most: int) -> list[Way]:
        """List earlier states of this window that the seat may still act on: those since its own last action, at most
        `most`, newest first."""
        since = max(self.window.opened, self._last[seat])
        return stood(self.game, self.journal.entries, self.window.opened, since)[1 : most + 1]

    def after(self, way: Way) -> S:
        """Return the state in this window in which exactly these decisions stand."""
        state = self.game.clone(self.window.base)
        for seat, action in way:
            self.game.play(state, seat, action, NoChance())
        return state

    def log(self, viewer: int, names: Sequence[str], since: int = -1) -> list[tuple[int, str]]:
        """Return the log of a viewer, as (entry number, sentence), without entries that were undone.

        Args:
            viewer: A seat, or SPECTATOR.
            names: By seat; see `phrases.address` for a viewer who is called "you".
            since: Only lines after this entry.
        """
        return log_lines(self.game, self.records, viewer, names, since)

    # -- changing the game
    # ------------------------------------------------------------------------------------------------

    def propose(
        self, seat: int, actions: Sequence[int], at: int | None = None, by: By = "", why: Why = ""
    ) -> Proposal[S]:
        """Compute the result of a seat's next actions. Nothing changes.

        Args:
            seat: The seat that acts.
            actions: The actions, in order.
            at: The number of the last entry that the caller had seen; None for the newest.
            by: Who decided, see `Entry`.
            why: Why a bot decided instead of the player, see `Entry`.

        Raises:
            GameError: unknown-seat, game-over, unknown-number, stale, no-action, unknown-action, not-legal,
                chance-not-last.
        """
        self._check_command(seat, at)
        if not actions:
            raise GameError("no-action", "Send at least one action.")
        return self._play(seat, actions, self.chance, by, why)

    def propose_undo(self, seat: int, steps: int | None = None, at: int | None = None) -> Proposal[S]:
        """Compute the result of undoing a seat's last decisions. Other seats' decisions in the same window stay.

        Args:
            seat: The seat.
            steps: The number of decisions; None for all that can be undone.
            at: The number of the last entry that the caller had seen; None for the newest.

        Raises:
            GameError: As `propose`, nothing-to-undo, bad-steps.
        """
        self._check_command(seat, at)
        window = self.window
        own = [step.n for step in window.steps if step.seat == seat]
        if not own:
            raise GameError("nothing-to-undo", "There is nothing to undo.")
        count = len(own) if steps is None else steps
        if not 1 <= count <= len(own):
            raise GameError("bad-steps", f"You can undo 1 to {len(own)} steps right now, not {count}.")
        gone = tuple(own[-count:])
        kept = tuple(step for step in window.steps if step.n not in gone)
        state = self.after(tuple((step.seat, step.action) for step in kept))
        n = self.number + 1
        bot, since = self._decides(seat, n)
        record = Record(n, seat, (), gone, bot=bot, since=since)
        return Proposal(seat, (Entry(n, seat, undo=count),), state, window.with_steps(kept), (record,))

    def propose_anew(self, seats: int, chance: Chance) -> Proposal[S]:
        """Propose to redeal everything that these seats (mask) can't know, which closes the window. Draws are made from
        `chance` at once. GameError: bad-anew, game-over."""
        recorder = RecordedDeal(chance)
        state = self._redealt(seats, recorder)
        entry = Entry(self.number + 1, chance=tuple(recorder.drawn), anew=seats, dealt=tuple(recorder.dealt))
        return self._redeal(entry, state)

    def _redealt(self, seats: int, chance: Chance) -> S:
        """Return the state after a redeal."""
        n = self.number + 1
        header = self.journal.header
        if fault := anew_fault(n, seats, header.seats, header.taken_over):
            raise GameError("bad-anew", f"{fault[0].upper()}{fault[1:]}.")
        if self.over:
            raise GameError("game-over", "The game is over.")
        return self.game.sampler(self.state, seats)(chance)

    def _redeal(self, entry: Entry, state: S) -> Proposal[S]:
        window = Window(state, entry.n, self.game.window(state), ())
        return Proposal(SPECTATOR, (entry,), state, window, (Record(entry.n, SPECTATOR, (), anew=entry.anew),))

    def accept(self, proposal: Proposal[S]) -> None:
        """Apply a proposal. GameError("stale") if another one has been accepted since this one was computed."""
        if proposal.entries[0].n != self.number + 1:
            raise GameError("stale", "The game has moved on. Check the table and try again.")
        if proposal.mark is not None:
            self.chance.reset(proposal.mark[0])
        self._adopt(proposal)

    def act(self, seat: int, actions: Sequence[int], at: int | None = None, by: By = "", why: Why = "") -> Proposal[S]:
        """Propose and accept."""
        proposal = self.propose(seat, actions, at, by, why)
        self.accept(proposal)
        return proposal

    def undo(self, seat: int, steps: int | None = None, at: int | None = None) -> Proposal[S]:
        """Propose to undo, and accept."""
        proposal = self.propose_undo(seat, steps, at)
        self.accept(proposal)
        return proposal

    def follow(self, entry: Entry) -> None:
        """Apply the next entry of a journal with its recorded draws. JournalError if it does not fit."""
        if entry.n != self.number + 1:
            raise JournalError(f"Entry {entry.n} is where entry {self.number + 1} should be.")
        try:
            proposal = self._following(entry, ScriptedChance(entry.chance))
        except (GameError, ChanceError) as error:
            raise JournalError(f"Entry {entry.n} is invalid: {error}") from error
        if proposal.entries[0] != entry:
            raise JournalError(f"Entry {entry.n} is invalid: its action isn't in canonical form.")
        self._adopt(proposal)

    def finish(self, secret: str = "") -> Close:
        """Close the journal of a game that is over. secret: hex of the committed secret."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            raise GameError("not-over", "The game is not over yet.")
        header = self.journal.header
        if not fits(secret, header.commitment):
            raise GameError("wrong-secret", "The secret doesn't match the commitment.")
        head = last_head(self.journal, bytes.fromhex(secret)) if secret else ""
        end = Close(scores=outcome.scores, winners=outcome.winners, others=outcome.others, secret=secret, head=head)
        self.journal.end = end
        return end

    # -- internals -----------------------------------------------------------------------------------------------------

    def _following(self, entry: Entry, script: ScriptedChance) -> Proposal[S]:
        """Return the proposal that an entry of a journal makes."""
        if entry.undo:
            return self.propose_undo(entry.seat, entry.undo)
        if entry.anew:
            return self._follow_redeal(entry)
        self._check_command(entry.seat, None)
        actions = (self.game.decode(entry.do or {}),)
        proposal = self._play(entry.seat, actions, script, entry.by, entry.why, follows=True)
        if script.left:
            raise ChanceError(f"it has {plural(script.left, 'draw')} that the game did not ask for")
        return proposal

    def _follow_redeal(self, entry: Entry) -> Proposal[S]:
        """Return the proposal that a journal's redeal makes.

        How cards are drawn is not part of the format, so the entry records the deal. Its seats must see no difference.
        ChanceError if it does not fit.
        """
        deal = StoredDeal(entry.dealt)
        state = self._redealt(entry.anew, deal)
        if deal.left:
            raise ChanceError(f"the entry deals {plural(deal.left, 'card')} too many")
        for seat in seats_of(entry.anew):
            before, after = (msgspec.json.encode(self.game.view(one, seat)) for one in (self.state, state))
            if before != after:
                raise ChanceError(f"it changes what seat {seat} sees")
        return self._redeal(entry, state)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self._last):
            raise GameError("unknown-seat", f"There is no seat {seat}. The seats are 0 to {len(self._last) - 1}.")

    def _check_command(self, seat: int, at: int | None) -> None:
        self._check_seat(seat)
        if at is not None:
            if at > self.number or at < 0:
                raise GameError("unknown-number", f"There is no entry {at}. The last one is {self.number}.")
            if at < self.window.opened or at < self._last[seat]:
                raise GameError("stale", "The game has moved on. Check the table and try again.")
        if self.over:
            raise GameError("game-over", "The game is over.")

    def _play(
        self, seat: int, actions: Sequence[int], source: Chance, by: By = "", why: Why = "", *, follows: bool = False
    ) -> Proposal[S]:
        """Build the proposal of these actions. Chance is reset to where it was, unless the match follows a journal."""
        game = self.game
        state = game.clone(self.state)
        sink = game.watch(state)
        window = self.window
        chance = TentativeChance(source)
        entries: list[Entry] = []
        records: list[Record] = []
        n = self.number
        bot, since = self._decides(seat, n + 1, by)
        closed = False
        try:
            for action in actions:
                # One sentence for both cases, before the next action is checked: which case it is, and whether the next
                # action is legal, may reveal a draw or others' choices that no one has seen yet.
                if closed:
                    raise GameError("chance-not-last", _ONLY_LAST)
                self._check_legal(state, seat, action)
                n += 1
                game.play(state, seat, action, chance)
                entries.append(Entry(n, seat, game.encode(action), chance=tuple(chance.drawn), by=by, why=why))
                alone = game.due(window.base) == 1 << seat or has(game.optional(window.base), seat)
                records.append(Record(n, seat, tuple(sink), alone=alone, by=by, bot=bot, since=since, why=why))
                sink.clear()
                number = game.window(state)
                closed = bool(chance.drawn) or number != window.number or game.due(state) == 0
                if closed:
                    base = state if len(entries) == len(actions) else game.clone(state)
                    window = Window(base, n, number, ())
                else:
                    window = window.with_steps((*window.steps, Step(n, seat, action)))
            mark = (source.mark(),) if chance.drawn and not follows else None
            outcome = game.outcome(state) if closed else None
            if outcome is not None:
                counts = without_result(outcome, self.journal.header, [*self.journal.entries, *entries])
                records[-1].result = counts.text if counts.text != outcome.text else ""
        finally:
            if not follows:
                chance.back()
        return Proposal(seat, tuple(entries), state, window, tuple(records), mark)

    def _decides(self, seat: int, n: int, by: By = "") -> tuple[bool, int]:
        """Return whether a bot stands in for a seat at entry `n`, and since which entry. Answers by the server for a
        player change nothing, nor do entries taken over from another game."""
        before = self.records[self._last[seat]]
        bot = before.bot if by == "lapse" else by == "stand-in" and n >= self.journal.header.taken_over
        return bot, before.since if bot == before.bot else n

    def _check_legal(self, state: S, seat: int, action: int) -> None:
        if action not in self.game.legal(state, seat):
            self.game.encode(action)
            raise GameError("not-legal", self.game.explain(state, seat, action) or "You can't do that right now.")

    def _adopt(self, proposal: Proposal[S]) -> None:
        self.state = proposal.state
        self.window = proposal.window
        if proposal.seat != SPECTATOR:
            self._last[proposal.seat] = proposal.entries[-1].n
            self.taken[proposal.seat] += len(proposal.entries)
        self.journal.entries.extend(proposal.entries)
        self.records.extend(proposal.records)
        for n in proposal.records[-1].takes_back:
            self.records[n].stands = False
        if self.number + 1 == self.journal.header.taken_over:
            # Decisions of the other game cannot be undone here.
            self.window = Window(self.state, self.number, self.game.window(self.state), ())
