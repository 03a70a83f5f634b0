"""Define the contract of a game, in three parts: what happens, who may know what, and what people read.

    Rules   start(options, seats, chance)       -> a state
            legal(state, seat)                  -> every action that seat may take now, as ints
            play(state, seat, action, chance)      changes the state
    Views   view(state, seat)                   -> what that seat may know, and nothing else
            sampler(state, seats)(chance)       -> a state that these seats cannot tell from the true one
    Text    describe, explain, prompt...        -> what people read of actions, decisions and events

Bots, browsers, and tests use nothing else. States are the game's own plain classes; only the game looks inside.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import msgspec

from cashbox.engine.reasons import NO_REASONS, Reasons
from cashbox.engine.seats import SPECTATOR as SPECTATOR
from cashbox.engine.seats import nothing_legal, viewer_mask

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.facts import Description
    from cashbox.engine.help import Tip
    from cashbox.engine.observation.layout import Layout
    from cashbox.engine.observation.rows import Rows
    from cashbox.engine.tale import Past, Standing, Tale

S = TypeVar("S")


CONTRACT: Final = 3
"""The version of this contract. A game's `About` says which version it was written for. A game that was written for
another version is refused with a message (docs/moving-a-game.md says how to update it)."""

Event = tuple[int, ...]
"""What happened, as flat ints: (kind, seat, ...). Each game defines its kinds; `Text.narrate` puts them in words."""


class GameError(ValueError):
    """A request that the rules do not allow; the message is one sentence for people.

    code: The machine-readable name of the fault, as in "not-legal", "unknown-option".
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error for another process, whatever the arguments of a subclass."""
        return _fault_again, (type(self), self.args, vars(self))


def _fault_again(kind: type[GameError], args: tuple[Any, ...], fields: dict[str, Any]) -> GameError:
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error


class Option(msgspec.Struct, frozen=True):
    """An option of a new table.

    kind: "switch" (true or false), "number" (from least to most), or "choice" (one of `choices`). `text` is one
    sentence for players; `heading` is the heading of its rule. modes: the modes in which it can be changed, empty for
    all. group: the collapsed heading that contains it in the form for new tables, empty for an everyday option."""

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
    """A table to play next. text: the label of the button; seats: one for the player, the others for bots."""

    text: str
    mode: str
    seats: int
    options: dict[str, bool | int | str] = {}


class Mode(msgspec.Struct, frozen=True):
    """A named preset of options. least, most: the number of players, 0 for the game's own limits. guided: whether it
    has hints for a new player; then: what to play next. minutes: the length of a game between people, by number of
    players; every text about the length uses it."""

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
    """What the lobby needs to know about a game without importing its rules.

    minutes: how long it takes, as text; `times.spans` of the modes if these state it. bots: the game's own bots, best
    first, in addition to those that play every game; bot_texts: a sentence on how each plays, by name, for bots that
    are not a level (`bots.levels`) or play differently here than their level says. sparring: bots that simulations use
    for comparison and that people are not offered. sets: options that people often set together, in any mode where each
    of them can be set; sets for different numbers of players may share an id. A set's name is the `Option.group` in
    which it is offered. unattended: default options for tables without people (simulations, bots only), so that their
    games end; brief: the greatest values of such options for random play, which makes little progress. lapses: whether
    `Game.lapse` can return an action, so that a table may limit the time for an answer; lapses_with: the switch that
    this requires, "" for none. edition: the newest edition of its rules, used by new tables; every edition from 1 on
    can still be played. contract: the version of this contract that the game was written for, see `CONTRACT`.
    perfect_information: nothing is ever hidden from anyone, not even a deck's order: all views are equal except for
    their `seat`, and a sample is the state itself.
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
    `stand_ins.without_result`; no_winner: whether only such seats would have won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    text: str
    others: dict[str, int] = {}
    abandoned: tuple[int, ...] = ()
    no_winner: bool = False

    def same_result(self, other: Outcome) -> bool:
        """Return whether another outcome has the same result; its sentence may differ."""
        return self == msgspec.structs.replace(other, text=self.text)

    def ranking(self) -> list[Ranked]:
        """Return all players by score, the best first, and winners first among equals. An opponent without a seat wins
        if no player does."""
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
        """Start a game.

        Args:
            options: Complete, as `check_options` returns them.
            seats: The number of players.
            chance: The only source of random numbers.

        Returns:
            The state in which the first seat is due.

        Raises:
            GameError: The options do not fit together.
        """

    @abstractmethod
    def legal(self, state: S, seat: int) -> list[int]:
        """List every action that a seat may take now, each once; empty for a seat that is in neither `due` nor
        `optional`."""

    @abstractmethod
    def play(self, state: S, seat: int, action: int, chance: Chance) -> None:
        """Take an action and everything that follows from it, up to the next decision.

        Args:
            state: Changed in place.
            seat: The seat that acts.
            action: One of `legal(state, seat)`; callers check that.
            chance: The only source of random numbers.
        """

    @abstractmethod
    def due(self, state: S) -> int:
        """Return the mask of the seats that owe a decision (`engine.seats` reads masks); 0 when the game is over."""

    def optional(self, state: S) -> int:  # noqa: ARG002 (few games let a seat act that owes nothing)
        """Return the mask of the seats that may act although no one is waiting for them, for example to withdraw an
        offer.

        None of them is due: no clock runs for them, and bots, simulations, and `play_at_random` skip them. Their
        actions close the undo window.
        """
        return 0

    @abstractmethod
    def window(self, state: S) -> int:
        """Return the number of the undo window.

        It grows whenever earlier actions can no longer be undone: a turn ends, a simultaneous choice is complete, or
        something hidden is revealed. (A draw from chance closes the window too; the caller handles that.) Inside one
        window, decisions of different seats do not affect each other.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result, None until the game is over."""

    @abstractmethod
    def clone(self, state: S) -> S:
        """Copy a state. The copy shares nothing mutable, and logs no events (`events` is None)."""

    @abstractmethod
    def fingerprint(self, state: S) -> bytes:
        """Encode everything in a state as bytes, which are equal if and only if the states are equal."""

    @abstractmethod
    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Complete the options of a table.

        Args:
            options: The given options, including "mode".
            seats: The number of players.

        Returns:
            All options, with the defaults of the mode filled in.

        Raises:
            GameError: "unknown-option", "bad-option", "bad-seats", in a sentence that lists what is allowed.
        """

    def play_at_random(self, state: S, chance: Chance, choosing: Sequence[Chance], most: int) -> tuple[int, int]:
        """Play random legal actions until the game is over or `most` actions have been taken.

        Args:
            state: Changed in place.
            chance: Random numbers of the game.
            choosing: By seat, the source of its choices; it draws nothing if there is only one legal action.
            most: The number of actions to stop after.

        Returns:
            The number of actions, and how many of them had an alternative.

        Raises:
            GameError: "nothing-legal" if a seat is due and has no legal action.
        """
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

    def play_on(self, state: S, seat: int, action: int, chance: Chance, asked: int) -> tuple[int, list[int]]:
        """Take an action and then every forced action, until a seat has a choice.

        Args:
            state: Changed in place.
            seat: The seat that acts; -1 to take no action first.
            action: One of its legal ones.
            chance: Random numbers of the game.
            asked: Mask of the seats to stop at even if their action is forced.

        Returns:
            The seat that must choose, the lowest of several, and its legal list; (-1, []) when the game is over.

        Raises:
            GameError: "nothing-legal" if a seat is due and has no legal action.
        """
        if seat >= 0:
            self.play(state, seat, action, chance)
        while mask := self.due(state):
            seat = (mask & -mask).bit_length() - 1
            legal = self.legal(state, seat)
            if not legal:
                raise GameError("nothing-legal", nothing_legal(seat, 0))
            if len(legal) > 1 or asked >> seat & 1:
                return seat, legal
            self.play(state, seat, legal[0], chance)
        return -1, []

    def lapse(self, state: S, seat: int) -> int | None:  # noqa: ARG002 (few games let anything lapse)
        """Return the legal action to take for a seat that keeps the others waiting if that cannot hurt the seat, such
        as "no" to an offer.

        Whether there is one follows from what every seat may know, because all of them see whose answer will time out,
        and when.

        Returns:
            An action; None if only the seat itself can decide, and always unless `About.lapses`.
        """
        return None

    def do(self, state: S, seat: int, action: int, chance: Chance) -> None:
        """Take an action without its automatic consequences.

        `Description.facts` states exactly what this changes. By default, there are no consequences, and this is `play`.
        """
        self.play(state, seat, action, chance)

    def measures(self, state: S, seat: int) -> dict[str, int]:  # noqa: ARG002 (a game may give no facts)
        """Count everything that facts may name.

        Args:
            state: Any state.
            seat: The seat; `facts.TABLE` for the table's numbers.

        Returns:
            Numbers by name; empty in a game without facts.
        """
        return {}

    def standing(self, state: S) -> Standing | None:  # noqa: ARG002 (a game may tell nothing of its end)
        """Score every player as if the game ended now, by what all seats may know.

        Returns:
            The standing; None in a game that does not explain its end, see `Text.tale`.
        """
        return None


class Views(ABC, Generic[S]):
    """Who may know what."""

    @abstractmethod
    def view(self, state: S, seat: int) -> msgspec.Struct:
        """Build the view of a seat or SPECTATOR, field by field. States that it cannot tell apart give equal bytes."""

    def views(self, state: S) -> Callable[[int], msgspec.Struct]:
        """Return a function that builds the view of any seat, for a state that does not change in the meantime.

        A game may build the part that every seat sees only once, also as JSON (`msgspec.Raw`).
        """
        return partial(self.view, state)

    def glimpse(self, state: S, seat: int) -> Any:
        """Build the input of the game's own bots, which contains nothing that the seat's view does not.

        A game may build it directly from the state if that costs less than a view.
        """
        return self.view(state, seat)

    def extents(self) -> Mapping[str, int]:
        """Count the content's cards, spaces, and so on, by the names that views use in `among`."""
        return {}

    def observer(self, layout: Layout) -> Callable[[S, int, Rows], None] | None:  # noqa: ARG002 (a game need not have one)
        """Return a function that writes a seat's observation directly from a state if that costs less than a view: the
        same numbers that `layout.write` writes from the view."""
        return None

    @abstractmethod
    def sampler(self, state: S, seats: int) -> Callable[[Chance], S]:
        """Return a function that samples states which these seats can't tell from the true one, even if they pool what
        they know: their views are byte-equal, and so are their legal lists.

        A game that continues from another one stores the sampler's draws and the results of `Chance.decide`, so how a
        sampler draws is part of an edition of the rules, except inside `decide`.

        Args:
            state: stays unchanged while the sampler is in use.
            seats: mask; 0 for a spectator.
        """

    def sample(self, state: S, seat: int, chance: Chance) -> S:
        """Sample one state that a seat (or SPECTATOR) can't tell from the true one."""
        return self.sampler(state, viewer_mask(seat))(chance)


class Text(ABC, Generic[S]):
    """What people read of actions, decisions and events."""

    @abstractmethod
    def encode(self, action: int) -> dict[str, Any]:
        """Write an action as typed JSON: {"type": ..., ...}.

        Raises:
            GameError: "unknown-action" for an int that is no action.
        """

    @abstractmethod
    def decode(self, form: Mapping[str, Any]) -> int:
        """Read an action from typed JSON.

        Raises:
            GameError: "unknown-action", in a sentence that says what is wrong with the form.
        """

    def all_actions(self) -> Sequence[int]:
        """List every action, for tests that try what is not legal; a game may leave it empty."""
        return ()

    @abstractmethod
    def text(self, action: int) -> str:
        """Describe an action in one short line ("draft 088 Hundred-Dollar Handshake"), for logs and journals."""

    @abstractmethod
    def describe(self, state: S, seat: int, action: int) -> Description:
        """Describe a legal action: its label, its facts, and what it does.

        The label says what the action costs and what is left, where that matters. Facts state only what the seat may
        know; a game may give none. This must not play the action to find out.
        """

    def cache_keys(self, state: S, seat: int, actions: Sequence[int]) -> Sequence[Hashable | None]:  # noqa: ARG002
        """Return what the descriptions of these legal actions depend on, other than the action and the content.

        An action with the same key as before has the same description as before, so the cached one is used.

        Returns:
            One key for each action; None for a description that must not be cached.
        """
        return [None] * len(actions)

    reasons: ClassVar[Reasons] = NO_REASONS
    """How the game words facts in the reasons for a hint."""

    def effect_text(self, state: S, seat: int, action: int) -> str:
        """Describe what a legal action changes right away, in one sentence made from its facts, with {0}, {1}.. for
        names.

        Returns:
            Empty if nothing changes.
        """
        return self.reasons.of(self.describe(state, seat, action).facts)

    @abstractmethod
    def explain(self, state: S, seat: int, action: int) -> str:
        """Explain why an action is not legal, in one sentence in the words of the rules.

        Args:
            state: Any state.
            seat: Any seat, or SPECTATOR.
            action: Any int that `decode` can return.

        Returns:
            Empty for a legal action.
        """

    @abstractmethod
    def prompt(self, state: S, seat: int, names: Sequence[str]) -> str:
        """Return the question to a seat, or whom the seat waits for and why. names: of the players, by seat."""

    def rule(self, state: S, seat: int) -> str:  # noqa: ARG002 (a game may have no headings)
        """Return the heading on the help page for the current question, as far as the seat may know it; "" for none."""
        return ""

    def topic(self, state: S, seat: int, action: int) -> str:  # noqa: ARG002 (one rule for each question is enough)
        """Return the heading of the help page for an action, by which a player's decisions are sorted; "" for none. By
        default, it is that of the question."""
        return self.rule(state, seat)

    @abstractmethod
    def watch(self, state: S) -> list[Event]:
        """Make a state log events from now on.

        Returns:
            The list that events are added to, which the caller may empty. Right after `start`, it already contains the
            events of the setup. A clone logs none.
        """

    @abstractmethod
    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        """Describe an event to a seat or SPECTATOR in one sentence; None if that viewer does not learn of it."""

    def lapse_event(self, event: Event) -> Event:
        """Return the event to log instead of one that an action of `Rules.lapse` caused.

        It differs if the usual sentence would say that a player decided.
        """
        return event

    def concerns(self, event: Event, viewer: int, names: Sequence[str]) -> str:  # noqa: ARG002 (a game may say nothing)
        """Tell a seat how another player's action affected it or replied to it.

        Returns:
            One sentence that says no more than `narrate` does, as in "Ann takes 50,000 from you."; empty if the event
            does not concern the seat.
        """
        return ""

    def tips(self) -> Mapping[str, Tip]:
        """Return sentences about the content, by key; the board shows them like those of `board/help.json`."""
        return {}

    def headline(self, event: Event) -> bool:  # noqa: ARG002 (a game may have no headlines)
        """Return whether this event alone summarizes a turn, as the play of a card does."""
        return False

    def tale(self, past: Past) -> Tale | None:  # noqa: ARG002 (a game may tell nothing of its end)
        """Explain the end of a game to all viewers: where every point came from, and awards.

        Returns:
            None in a game that does not explain its end.
        """
        return None


class Game(Rules[S], Views[S], Text[S]):
    """One game, bound to one content (cards, map...) and one edition of its rules. Holds no state of any table.

    about: What the lobby shows.
    content: The data of the game as plain JSON values, enough for `load` to create the same Game again.
    content_hash: SHA-256 (hex) of its canonical JSON.
    edition: Of the rules, from 1 to `about.edition`.
    bound: The most actions that a complete game can have.
    openings: The kinds of events that begin a chapter; by default, a chapter begins after a player's action.
    wins: The kinds of events that say, at the end of a game, that a seat won.
    """

    about: About
    content: dict[str, Any]
    content_hash: str
    edition: int = 1
    bound: int
    openings: frozenset[int] = frozenset()
    wins: frozenset[int] = frozenset()

    def _repr_html_(self) -> str:
        """Show the game in a notebook."""
        from cashbox.engine.notebook import of_game

        return of_game(self)

    def chapter(self, state: S, names: Sequence[str]) -> str:
        """Name the part of the game that a state is in ("April", "Round 3"), from what every seat may know.

        When the name changes, a chapter of the replay begins. By default, a chapter is the turn of the only seat that
        is due.

        Returns:
            Empty if the previous chapter continues.
        """
        due = self.due(state)
        return "" if not due or due & (due - 1) else f"{names[due.bit_length() - 1]}'s turn"
