"""The command that opens a journal as a table at the terminal: one person plays every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox import games
from cashbox.cli.journal import printable, read_journal, state_of_play
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.match import Match
from cashbox.engine.phrases import with_names
from cashbox.engine.seats import has

if TYPE_CHECKING:
    from pathlib import Path

LINES_BEFORE: Final = 10
"""Lines of the log that are shown at first."""

HELP: Final = "Type a number to take that action; u undoes a step, s N goes on with seat N, l shows the log, q quits."


class Table:
    """A match with a person in front of it. seat: the one that is asked next."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.names = match.journal.header.players
        self.seat = 0

    def run(self) -> None:
        """Ask and play until the game is over or the person leaves."""
        log = [sentence for _, sentence in self.match.log(SPECTATOR, self.names)]
        self._say(*log[-LINES_BEFORE:], HELP)
        while not self.match.over:
            due = self.match.due()
            if not due >> self.seat & 1:
                self.seat = (due & -due).bit_length() - 1
            legal = self._ask()
            try:
                line = input("> ").strip()
            except EOFError:
                return
            if line == "q":
                return
            try:
                self._obey(line, legal)
            except GameError as error:
                self._say(str(error))
        self._say(state_of_play(self.match))

    def _ask(self) -> list[int]:
        """Show what the seat may do; the actions in the order shown."""
        match, seat = self.match, self.seat
        legal = match.legal(seat)
        self._say("", f"{self.names[seat]} (seat {seat}): {match.game.prompt(match.state, seat, self.names)}")
        labels = [with_names(match.game.label(match.state, seat, action), self.names) for action in legal]
        self._say(*(f"{k:4} {label}" for k, label in enumerate(labels, 1)))
        return legal

    def _obey(self, line: str, legal: list[int]) -> None:
        before = self.match.number
        word, _, rest = line.partition(" ")
        if word == "u":
            self.match.undo(self.seat, 1)
        elif word == "l":
            self._say(*(sentence for _, sentence in self.match.log(self.seat, self.names)))
        elif word == "s" and rest.strip().isdecimal():
            self._sit(int(rest))
        elif word.isdecimal() and 1 <= int(word) <= len(legal):
            self.match.act(self.seat, [legal[int(word) - 1]])
        else:
            raise GameError("unknown-command", HELP)
        self._say(*(sentence for _, sentence in self.match.log(self.seat, self.names, before)))

    def _sit(self, seat: int) -> None:
        if not has(self.match.due(), seat):
            raise GameError("not-due", f"Seat {seat} owes no decision now.")
        self.seat = seat

    def _say(self, *lines: str) -> None:
        for line in lines:
            print(printable(line))


def play(file: Path, seed: int) -> None:
    """Open a journal where it stops. seed: of what chance answers from there on."""
    journal = read_journal(file)
    game = games.load_for(journal)
    if journal.header.comment:
        print(printable(journal.header.comment))
    Table(Match.resume(game, journal, SeededChance(f"{seed}/{journal.drawn}"))).run()
