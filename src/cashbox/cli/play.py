"""The command `play`: play a new game or a journal in the terminal, every seat or one against bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cashbox import bots, games
from cashbox.bots.levels import seconds
from cashbox.bots.search import Budget, ExpertBot
from cashbox.cli.journal import read_journal, state_of_play
from cashbox.cli.terminal import printable, read_in_any_encoding
from cashbox.cli.variant import content_of
from cashbox.engine.bot import samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.match import Match
from cashbox.engine.phrases import address, with_names
from cashbox.engine.seats import has

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.engine.bot import Bot
    from cashbox.engine.game import Game

LINES_BEFORE: Final = 10
"""The number of log lines to show at the start."""

HELP: Final = (
    "Type a number to take that action, u to undo a step, s N to switch to seat N, l for the log, or q to quit."
)


class Table:
    """A match played in the terminal. seat: the next to decide. bots: by seat."""

    def __init__(self, match: Match[Any], seat: int = 0, bots: Mapping[int, Bot] = {}) -> None:
        self.match = match
        self.names = match.journal.header.players
        self.seat = seat
        self.bots = bots

    def run(self) -> None:
        """Prompt and play until the game is over or the person leaves."""
        viewer = self.seat if self.bots else SPECTATOR
        log = [sentence for _, sentence in self.match.log(viewer, address(self.names, viewer))]
        self._say(*log[-LINES_BEFORE:], HELP)
        while not self.match.over:
            due = self.match.due()
            if playing := [bot for seat, bot in self.bots.items() if has(due, seat)]:
                self._let_play(playing[0])
                continue
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

    def _let_play(self, bot: Bot) -> None:
        match, before = self.match, self.match.number
        legal = match.legal(bot.seat)
        bot.samples = samples_of(match.game, match.state, bot.seat)
        match.act(bot.seat, [legal[0] if len(legal) == 1 else bot.choose(match.view(bot.seat), legal)])
        self._say(*(sentence for _, sentence in match.log(self.seat, address(self.names, self.seat), before)))

    def _ask(self) -> list[int]:
        """Show the seat's legal actions. Returns them in the order shown."""
        match, seat = self.match, self.seat
        legal = match.legal(seat)
        self._say("", f"{self.names[seat]} (seat {seat}): {match.game.prompt(match.state, seat, self.names)}")
        labels = [with_names(match.game.describe(match.state, seat, action).label, self.names) for action in legal]
        self._say(*(f"{k:4} {label}" for k, label in enumerate(labels, 1)))
        return legal

    def _obey(self, line: str, legal: list[int]) -> None:
        before = self.match.number
        word, _, rest = line.partition(" ")
        if word == "u":
            self.match.undo(self.seat, 1)
        elif word == "l":
            self._say(*(sentence for _, sentence in self.match.log(self.seat, address(self.names, self.seat))))
        elif word == "s" and rest.strip().isdecimal():
            self._sit(int(rest))
        elif word.isdecimal() and 1 <= int(word) <= len(legal):
            self.match.act(self.seat, [legal[int(word) - 1]])
        else:
            raise GameError("unknown-command", HELP)
        self._say(*(sentence for _, sentence in self.match.log(self.seat, address(self.names, self.seat), before)))

    def _sit(self, seat: int) -> None:
        if seat in self.bots or not has(self.match.due(), seat):
            raise GameError("not-due", f"Seat {seat} has no decision to make now.")
        self.seat = seat

    def _say(self, *lines: str) -> None:
        for line in lines:
            print(printable(line))


def play(
    what: str,
    seed: int,
    against: str = "",
    seat: int = 0,
    mode: str = "",
    players: int = 0,
    content: Path | None = None,
) -> None:
    """Play a new game, or continue a journal where it stops.

    Args:
        what: the id of a game, or the path of a journal.
        seed: of all draws from there on.
        against: the bot on all seats but one, "" for none.
        seat: the one without a bot.
        mode: of a new game, "" for the first one.
        players: of a new game, 0 for the fewest.
        content: the variant of a new game.

    Raises:
        GameError: ("unknown-bot") listing the bots; ("bad-seat"); those of the game for its mode and players.
    """
    file = Path(what)
    if file.is_file() or file.suffix or file.name != what:
        if content is not None:
            raise GameError("bad-option", "A journal has its own content. --content only works with a new game.")
        journal = read_journal(file)
        game = games.load_for(journal)
        match = Match.resume(game, journal, SeededChance(f"{seed}/{journal.drawn}"))
    else:
        game = games.load(what, content_of(what, content))
        options = {"mode": mode} if mode else {}
        seats = (
            players or next((one.least for one in game.about.modes if one.id == mode), 0) or game.about.least_players
        )
        match = Match.start(game, options, seats, SeededChance(seed), players=[f"Player {n + 1}" for n in range(seats)])
    seats = match.journal.header.seats
    if against:
        bots.check_level(game.about.id, against)
        if not 0 <= seat < seats:
            raise GameError("bad-seat", f"The seats in this game are 0 to {seats - 1}.")
    others = {one: bot_at(against, game, one, seed) for one in range(seats) if against and one != seat}
    read_in_any_encoding()
    if match.journal.header.comment:
        print(printable(match.journal.header.comment))
    Table(match, seat, others).run()


def bot_at(level: str, game: Game[Any], seat: int, seed: int) -> Bot:
    """Create a bot with the thinking time of its level."""
    bot = bots.make(level, game, seat, SeededChance(f"{seed}/seat {seat}"))
    if isinstance(bot, ExpertBot):
        bot.budget = Budget(0, seconds(level))
    return bot
