"""What a viewer sees of a game, as JSON bytes: made once for each viewer and journal number, however many watch."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games
from cashbox.engine.game import SPECTATOR
from cashbox.engine.help import told
from cashbox.engine.seats import seats_of
from cashbox.server.problems import Closed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match

_json = msgspec.json.Encoder().encode

_HEAD: Final = (
    b'{"type":"state","number":%d,"seat":%b,"view":%b,"legal":[%b],"prompt":%b,"due":%b,"can_undo":%d,"outcome":%b,'
)

FORMS: Final = 20_000
"""The most actions of a game whose JSON is kept ready."""

TAILS: Final = 64
"""The most logs of one match that are kept ready: one for each number that a client may ask from."""


class Forms:
    """The JSON of a game's actions without their labels and facts."""

    __slots__ = ("_game", "_ready")

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._ready: dict[int, bytes] = {}

    def __getitem__(self, action: int) -> bytes:
        """`{"action":{...},"text":"...","label":`, without the end."""
        ready = self._ready.get(action)
        if ready is None:
            form, text = _json(self._game.encode(action)), _json(self._game.text(action))
            ready = b'{"action":' + form + b',"text":' + text + b',"label":'
            if len(self._ready) < FORMS:
                self._ready[action] = ready
        return ready


class Snapshots:
    """One match as its viewers see it now. `turn` must be called after every change."""

    def __init__(self, match: Match[Any], forms: Forms, names: Sequence[str]) -> None:
        self._match = match
        self._forms = forms
        self._names = names
        self._heads: dict[int, bytes] = {}
        self._tails: dict[tuple[int, int], bytes] = {}
        self._undone: list[tuple[int, int]] = []
        self._closed = False
        self._standing: list[list[int]] = [[] for _ in names]
        for entry in match.journal.entries[1:]:
            self._note(entry.n, entry.seat, entry.undo)

    def turn(self, before: int) -> None:
        """The match has new entries after number `before`."""
        self._heads.clear()
        self._tails.clear()
        for entry in self._match.journal.entries[before + 1 :]:
            self._note(entry.n, entry.seat, entry.undo)

    def close(self) -> None:
        """The operator has closed the table: nobody owes or may do anything any more."""
        self._closed = True
        self._heads.clear()

    def state(self, viewer: int, since: int, lapse: bytes = b"null") -> bytes:
        """A `State` for a seat (or SPECTATOR), with log lines after number `since`. lapse: that field's JSON."""
        head = self._heads.get(viewer)
        if head is None:
            head = self._heads[viewer] = self._head(viewer)
        tail = self._tails.get((viewer, since))
        if tail is None:
            if len(self._tails) >= TAILS:
                self._tails.clear()
            tail = self._tails[viewer, since] = self._log(viewer, since)
        return b'%b%b,"lapse":%b}' % (head, tail, lapse)

    def log(self, viewer: int, since: int) -> bytes:
        """A `Log`."""
        return b'{"number":%d,%b}' % (self._match.number, self._log(viewer, since))

    @cached_property
    def tips(self) -> bytes:
        """What the board says of the things on it, by the rules of this table, which never change: a `TableTip` by
        key."""
        game, state = self._match.game, self._match.state
        rules = getattr(game.view(state, SPECTATOR), "rules", {})
        return _json(told(games.tips(game.about.id), msgspec.to_builtins(rules)))

    def _head(self, viewer: int) -> bytes:
        match = self._match
        game, state = match.game, match.state
        seat = b"null" if viewer == SPECTATOR else b"%d" % viewer
        closed = self._closed
        legal = b",".join([self._legal(viewer, action) for action in (() if closed else match.legal(viewer))])
        due = 0 if closed else game.due(state)
        return _HEAD % (
            match.number,
            seat,
            _json(game.view(state, viewer)),
            legal,
            _json(str(Closed()) if closed else game.prompt(state, viewer, self._names)),
            _json(seats_of(due)),
            0 if viewer == SPECTATOR or closed else match.can_undo(viewer),
            _json(game.outcome(state)),
        )

    def _legal(self, viewer: int, action: int) -> bytes:
        game, state = self._match.game, self._match.state
        label, does = _json(game.label(state, viewer, action)), _json(game.does(state, viewer, action))
        return b'%b%b,"does":%b,"facts":%b}' % (
            self._forms[action],
            label,
            does,
            _json(game.facts(state, viewer, action)),
        )

    def _log(self, viewer: int, since: int) -> bytes:
        lines = self._match.log(viewer, self._names, since)
        first = since + 1
        if self._undone and self._undone[-1][0] > since:
            told = {n for n, _ in lines}
            first = min([first, *(oldest for n, oldest in self._undone if n > since and n in told)])
            if first <= since:
                lines = self._match.log(viewer, self._names, first - 1)
        return b'"log_from":%d,"log":%b' % (first, _json([{"n": n, "text": text} for n, text in lines]))

    def _note(self, n: int, seat: int, undo: int) -> None:
        """Remember which entries an undo took back: its seat's last ones that still counted."""
        standing = self._standing[seat]
        if undo:
            self._undone.append((n, standing[-undo]))
            del standing[-undo:]
        else:
            standing.append(n)
