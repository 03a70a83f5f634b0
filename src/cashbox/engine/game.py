"""The contract that every game keeps, in three parts: what happens, who may know what, and what people read.

    Rules   start(options, seats, chance)       -> a state
            legal(state, seat)                  -> every action that seat may take now, as ints
            play(state, seat, action, chance)      changes the state
    Views   view(state, seat)                   -> what that seat may know, and nothing else
            sampler(state, seats)(chance)       -> a state that these seats could not tell from the true one
    Text    label, explain, facts, prompt...    -> what is said of actions, decisions and events

A bot, a browser and a test use nothing else. States are the game's own plain classes; only the game looks inside.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import msgspec

from cashbox.engine.facts import NOTHING
from cashbox.engine.reasons import NO_REASONS, Reasons
from cashbox.engine.seats import nothing_legal, viewer_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.facts import Facts
    from cashbox.engine.help import Tip
    from cashbox.engine.tale import Past, Standing, Tale

S = TypeVar("S")

SPECTATOR: Final = -1
"""The seat number of somebody who watches: no hand, nothing to decide."""

CONTRACT: Final = 2
"""The version of this contract. A game says in its `About` which one it was written for, and one that was written for
another is refused in a sentence (docs/moving-a-game.md says how to move it)."""

Event = tuple[int, ...]
"""What happened, as flat ints: (kind, seat, ...). Each game defines its kinds; `Text.narrate` puts them in words."""


class GameError(ValueError):
    """Something a caller asked for cannot be; the message is one sentence for people.

    `code` is the machine-readable name of the fault, e.g. "not-legal", "unknown-option".
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it comes whole from another process, whatever a kind of it is made from."""
        return _fault_again, (type(self), self.args, vars(self))


def _fault_again(kind: type[GameError], args: tuple[Any, ...], fields: dict[str, Any]) -> GameError:
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error


class Option(msgspec.Struct, frozen=True):
    """An option of a new table.

    kind: "switch" (true or false), "number" (from least to most), or "choice" (one of `choices`). `text` is one
    sentence for players; `heading` is the heading of its rule. modes: the modes in which it can differ from the preset,
    empty for all. group: the heading that hides it when a table is made, empty for an everyday option."""

    name: str
    kind: str
    default: bool | int | str
    text: str
    heading: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    modes: tuple[str, ...] = ()
    group: str = ""


class Then(msgspec.Struct, frozen=True):
    """A table to play next. text: the label of the button; seats: one for the person and the others for bots."""

    text: str
    mode: str
    seats: int
    options: dict[str, bool | int | str] = {}


class Mode(msgspec.Struct, frozen=True):
    """A named preset of options. least, most: the number of players, 0 for the game's own limits. guided: has hints for
    a new player; then: what to play next. minutes: the length of a game between people, by number of players; every
    other statement of the length uses it."""

    id: str
    name: str
    text: str
    options: dict[str, bool | int | str] = {}
    least: int = 0
    most: int = 0
    guided: bool = False
    then: Then | None = None
    minutes: dict[int, int] = {}


class About(msgspec.Struct, frozen=True):
    """What the lobby needs to know of a game without importing its rules.

    minutes: how long it takes, in words; `times.spans` of the modes where these say it. bots: names of the game's own
    bots, best first, besides those that play every game; bot_texts: a sentence on how each plays, by name, for those
    that are no level (`bots.levels`) or play otherwise here than their level says. sparring: those of its bots that
    simulations compare others with, and that people are not offered. sets: options that people like to set together, on
    top of any mode where each of them can be set; those for different numbers of players may share an id. A set's name
    is the `Option.group` that it is offered in. unattended: options that tables set where nobody sits (simulations,
    bots among themselves) unless told otherwise, so that they end; brief: the greatest values of such options for play
    at random, which gets nowhere by itself. lapses: `Game.lapse` gives an action at times, so a table may set how long
    an answer is waited for; lapses_with: the switch without which it never does, "" for none. edition: the newest
    edition of its rules, which new tables are played by; each from 1 on can still be played. contract: the version of
    this contract that the game was written for, see `CONTRACT`. perfect_information: nothing is hidden from anybody at
    any time, not even a deck's order: all views are alike but for their `seat`, and a sample is the state itself.
    """

    id: str
    name: str
    tagline: str
    least_players: int
    most_players: int
    minutes: str
    modes: tuple[Mode, ...]
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    credits: str
    sparring: tuple[str, ...] = ()
    sets: tuple[Mode, ...] = ()
    unattended: dict[str, bool | int | str] = {}
    brief: dict[str, int] = {}
    lapses: bool = False
    lapses_with: str = ""
    edition: int = 1
    contract: int = 1
    bot_texts: dict[str, str] = {}
    perfect_information: bool = False


class Ranked(msgspec.Struct, frozen=True):
    """A player in the final ranking. seat: opponents without a seat are numbered after the seats, and have a name."""

    seat: int
    name: str
    score: int
    won: bool


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a game. scores: by seat, higher is better; winners: the seats that won (several share the win, none
    if the game itself won); text: one sentence, with {0}, {1} for the players' names; others: scores of opponents
    without a seat, by name. abandoned: seats without a result because their players left them to bots, see
    `stand_ins.without_result`; no_winner: only such seats would have won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    text: str
    others: dict[str, int] = {}
    abandoned: tuple[int, ...] = ()
    no_winner: bool = False

    def same_result(self, other: Outcome) -> bool:
        """Return whether another outcome is the same, whatever its sentence says."""
        return self == msgspec.structs.replace(other, text=self.text)

    def ranking(self) -> list[Ranked]:
        """Return all players by score, the best first, and winners first among equals. An opponent without a seat wins
        where no player does."""
        seats = [Ranked(seat, "", score, seat in self.winners) for seat, score in enumerate(self.scores)]
        others = [
            Ranked(seat, name, score, not self.winners and not self.no_winner)
            for seat, (name, score) in enumerate(self.others.items(), len(seats))
        ]
        return sorted([*seats, *others], key=lambda one: (-one.score, not one.won))

    def winning(self, names: Sequence[str]) -> list[str]:
        """Return the names of the winners, opponents without a seat included. names: of the players, by seat."""
        return [names[seat] for seat in self.winners] or [one.name for one in self.ranking() if one.won]


class Rules(ABC, Generic[S]):
    """What happens."""

    @abstractmethod
    def start(self, options: Mapping[str, Any], seats: int, chance: Chance) -> S:
        """A new game. options as `check_options` returns them. GameError where they do not fit."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> list[int]:
        """List every action that a seat may take now, none twice. Empty where the seat neither owes a decision nor is
        one of `optional`."""

    @abstractmethod
    def play(self, state: S, seat: int, action: int, chance: Chance) -> None:
        """Take an action that is on the legal list (callers check); the state changes in place."""

    @abstractmethod
    def due(self, state: S) -> int:
        """Mask of the seats that owe a decision now (`engine.seats` reads masks); 0 exactly when the game is over."""

    def optional(self, state: S) -> int:  # noqa: ARG002 (few games let a seat act that owes nothing)
        """Mask of the seats that may act although nobody waits for them, say, to withdraw an offer. None of them owes a
        decision: no clock runs for them, and bots, simulations and `play_at_random` pass them by. What they do closes
        the undo window."""
        return 0

    @abstractmethod
    def window(self, state: S) -> int:
        """Number of the undo window. It grows whenever what came before can no longer be taken back: a turn passed on,
        a simultaneous choice completed, something hidden shown. (A draw from chance also closes the window; the caller
        sees to that.) Inside one window, decisions of different seats do not affect each other."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, None while it is not over."""

    @abstractmethod
    def clone(self, state: S) -> S:
        """An independent copy (its `events` sink is None)."""

    @abstractmethod
    def fingerprint(self, state: S) -> bytes:
        """Everything in the state as bytes: equal exactly for equal states."""

    @abstractmethod
    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """The complete options of a table from those given (mode included), defaults filled in. GameError
        ("unknown-option", "bad-option", "bad-seats") in a sentence that lists what is allowed."""

    def play_at_random(self, state: S, chance: Chance, choosing: Sequence[Chance], most: int) -> tuple[int, int]:
        """Play a state on, each action at random from the legal list, until the game is over or `most` actions are
        taken; how many were, and how many of them had an alternative. choosing: by seat, what draws its choices; where
        there is no alternative it draws nothing. GameError("nothing-legal") where a seat owes a decision and has
        nothing legal."""
        actions = decisions = 0
        while actions < most and (mask := self.due(state)):
            seat = (mask & -mask).bit_length() - 1
            legal = self.legal(state, seat)
            if not legal:
                raise GameError("nothing-legal", nothing_legal(seat, actions))
            chosen = choosing[seat].draw(len(legal)) if len(legal) > 1 else 0
            actions += 1
            decisions += len(legal) > 1
            self.play(state, seat, legal[chosen], chance)
        return actions, decisions

    def lapse(self, state: S, seat: int) -> int | None:  # noqa: ARG002 (few games let anything lapse)
        """The legal action that may be taken for a seat that lets the others wait too long, where that cannot hurt it:
        "no" to an offer. None where only the seat itself can decide, and always unless `About.lapses`.

        Whether there is one follows from what everybody may know, since all are shown whose answer lapses, and when."""
        return None

    def do(self, state: S, seat: int, action: int, chance: Chance) -> None:
        """The action alone, without what follows by itself: what `Text.facts` tells of. A game in which nothing
        follows need not say it."""
        self.play(state, seat, action, chance)

    def measures(self, state: S, seat: int) -> dict[str, int]:  # noqa: ARG002 (a game may give no facts)
        """Everything of a seat that can be counted and that `Text.facts` may speak of, by name; seat -1: of the
        table. Nothing, where a game gives no facts."""
        return {}

    def standing(self, state: S) -> Standing | None:  # noqa: ARG002 (a game may tell nothing of its end)
        """How everybody stands, by what all may know; what may be counted is counted, as if the game ended now. None
        where a game tells no tale of its end, see `Text.tale`."""
        return None


class Views(ABC, Generic[S]):
    """Who may know what."""

    @abstractmethod
    def view(self, state: S, seat: int) -> msgspec.Struct:
        """What a seat (or SPECTATOR) may see, built field by field; equal bytes for states it cannot tell apart."""

    def views(self, state: S) -> Callable[[int], msgspec.Struct]:
        """What `view` gives, by seat, to be made JSON, of a state that nobody changes meanwhile. A game may put
        together once what everybody sees, and make it JSON once (`msgspec.Raw`)."""
        return partial(self.view, state)

    def glimpse(self, state: S, seat: int) -> Any:
        """What the game's own bots read of a seat's view, for those that `pick`: nothing that the view does not hold. A
        game may make it straight from the state, where that costs less than a view."""
        return self.view(state, seat)

    @abstractmethod
    def sampler(self, state: S, seats: int) -> Callable[[Chance], S]:
        """Return a function that samples states which these seats can't tell from the true one, even if they pool what
        they know: their views are byte-equal, and so are their legal lists.

        A game that continues from another one stores the draws, and in their place what `Chance.decide` returned, so
        everything else that a sampler draws is part of an edition of the rules.

        Args:
            state: stays unchanged while the sampler is in use.
            seats: mask; 0 for a spectator.
        """

    def sample(self, state: S, seat: int, chance: Chance) -> S:
        """Sample one state that a seat (or SPECTATOR) can't tell from the true one."""
        return self.sampler(state, viewer_mask(seat))(chance)


class Text(ABC, Generic[S]):
    """What is said of actions, decisions and events."""

    @abstractmethod
    def encode(self, action: int) -> dict[str, Any]:
        """The typed JSON form of an action: {"type": ..., ...}. GameError("unknown-action") for other ints."""

    @abstractmethod
    def decode(self, form: Mapping[str, Any]) -> int:
        """The action of a typed JSON form. GameError("unknown-action") naming what is wrong with it."""

    def all_actions(self) -> Sequence[int]:
        """Ints among which every action is, for tests that try what is not legal now. A game may leave it empty."""
        return ()

    @abstractmethod
    def text(self, action: int) -> str:
        """One short line that names the action ("draft 088 Hundred-Dollar Handshake"), for logs and journals."""

    @abstractmethod
    def label(self, state: S, seat: int, action: int) -> str:
        """What a button for this legal action says now, with costs and what will be left where that matters; {0}, {1}..
        stand for the players' names."""

    def does(self, state: S, seat: int, action: int) -> str:  # noqa: ARG002 (a label may be all there is to say)
        """What this legal action does now, for a board that shows it beside the thing that the label names: a part of
        the label. Empty where the label is all there is to say."""
        return ""

    def facts(self, state: S, seat: int, action: int) -> Facts:  # noqa: ARG002 (a game may give none)
        """What this legal action changes at once, as numbers; only what the seat may know, and nothing that it would
        have to play to find out. A game that gives none says nothing."""
        return NOTHING

    def said(self, state: S, seat: int, action: int) -> tuple[str, str, Facts]:
        """What `label`, `does` and `facts` say, at once."""
        return self.label(state, seat, action), self.does(state, seat, action), self.facts(state, seat, action)

    def depends(self, state: S, seat: int, actions: Sequence[int]) -> Sequence[Hashable | None]:  # noqa: ARG002
        """For each of these actions, the legal ones of a seat, what its label, `does` and facts follow from in this
        game, besides the action: where that is equal, so are they, and they are not made again. None for one that is
        always made anew."""
        return [None] * len(actions)

    reasons: ClassVar[Reasons] = NO_REASONS
    """How the game speaks of facts where it says what speaks for an action."""

    def why(self, state: S, seat: int, action: int) -> str:
        """Say what this legal action changes at once, in one sentence of its facts; empty where nothing changes. {0},
        {1}.. stand for the players' names."""
        return self.reasons.of(self.facts(state, seat, action))

    @abstractmethod
    def explain(self, state: S, seat: int, action: int) -> str:
        """Why an action is not legal now, one sentence in the words of the rules (any int that `decode` can give, any
        seat). For a legal action the empty string."""

    @abstractmethod
    def prompt(self, state: S, seat: int, names: Sequence[str]) -> str:
        """What this seat is to do now, or whom it waits for and for what. names: the players' names by seat."""

    def rule(self, state: S, seat: int) -> str:  # noqa: ARG002 (a game may have no headings)
        """The heading of the game's help page that tells of what is asked now, as far as this seat may know what that
        is; "" where there is none."""
        return ""

    @abstractmethod
    def watch(self, state: S) -> list[Event]:
        """Make the state note events from now on; the list they go to, which the caller may empty. A clone notes
        none.

        For a state fresh from `start` the list already holds what happened at set-up.
        """

    @abstractmethod
    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        """The event as one sentence for a viewer (a seat, or SPECTATOR); None where that viewer is not told."""

    def lapsed(self, event: Event) -> Event:
        """Say as what an event of an answer that lapsed is told, see `Rules.lapse`. It is another one where the usual
        words would say that somebody decided."""
        return event

    def concerns(self, event: Event, viewer: int, names: Sequence[str]) -> str:  # noqa: ARG002 (a game may say nothing)
        """Tell a seat what another one's action did to it or answered, as in "Ann takes 50,000 from you."; empty where
        the event does not concern it. It says no more than `narrate` does."""
        return ""

    def tips(self) -> Mapping[str, Tip]:
        """Return sentences that the game writes about its content, by key; the board shows them like those of
        `board/help.json`."""
        return {}

    def headline(self, event: Event) -> bool:  # noqa: ARG002 (a game may have no headlines)
        """Return whether a turn that is told in short is told by this event, as by the play of a card."""
        return False

    def tale(self, past: Past) -> Tale | None:  # noqa: ARG002 (a game may tell nothing of its end)
        """What there is to tell of a game that is over, to all who might watch it: where every point came from, and
        awards. None for nothing."""
        return None


class Game(Rules[S], Views[S], Text[S]):
    """One game, bound to one content (cards, map...) and one edition of its rules. Holds no state of any table.

    about: what it is. content: the data it was made from, as plain JSON values, enough for `load` to make the same
    Game again. content_hash: SHA-256 (hex) of its canonical JSON. edition: of the rules, 1 to `about.edition`. bound:
    no complete game has more actions than this. openings: the kinds of events with which a chapter begins; by default
    it begins after what a player does. wins: the kinds of events that say that a seat won, at the end of a game.
    """

    about: About
    content: dict[str, Any]
    content_hash: str
    edition: int = 1
    bound: int
    openings: frozenset[int] = frozenset()
    wins: frozenset[int] = frozenset()

    def chapter(self, state: S, names: Sequence[str]) -> str:
        """The part of the game that a state is in, in the game's own words ("April", "Round 3"), from nothing but what
        everybody may know; where it changes, a chapter of the replay begins. Empty where the one before goes on. By
        default a chapter is a turn: of the seat that owes a decision alone."""
        due = self.due(state)
        return "" if not due or due & (due - 1) else f"{names[due.bit_length() - 1]}'s turn"
