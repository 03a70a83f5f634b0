"""Define verbs and phases: one class per type of action, one class per question that the game asks.

A verb stands under its heading of the rulebook. It defines what the action does (`Verb.do`), its button and the numbers
that it changes (`Verb.describe`), and why it is not legal (`Verb.explain`). A phase lists the legal actions of its
verbs and words the question. `Play` combines the phases of a game.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from cashbox.engine import seats
from cashbox.engine.game import GameError
from cashbox.engine.native import mypyc_attr
from cashbox.engine.phrases import listed
from cashbox.engine.state import BaseState

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.facts import Description
    from cashbox.engine.forms import Forms

S = TypeVar("S", bound=BaseState)
C = TypeVar("C")

GAME_OVER: Final = "The game is over."
WATCHES: Final = "Only players can act."
NOT_YOUR_TURN: Final = "It's another player's turn."


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb(Generic[S, C]):
    """One type of action. In all methods, k is the offset of an action in the ints of its type.

    kind: The type, as in the game's forms. heading: The heading of its rule on the help page; by default, that of the
    phase. otherwise: The explanation in a phase that does not offer the verb. By default, that of its phase.
    """

    kind: ClassVar[str]
    heading: ClassVar[str] = ""
    otherwise: ClassVar[str] = ""

    def do(self, s: S, seat: int, k: int, chance: Chance) -> None:
        """Take a legal action.

        Clear the seat's bit in `s.due` when it has answered the whole question. What happens once no seat is due
        belongs in `Play.advance`.
        """
        raise NotImplementedError

    def describe(self, s: S, seat: int, k: int) -> Description:
        """Describe a legal action: its label, its facts, and what it does. This must not play the action to find
        out."""
        raise NotImplementedError

    def explain(self, s: S, seat: int, k: int) -> str:
        """Explain why an action is not legal although the phase asks the seat for actions of this type.

        Returns:
            One sentence; empty if every action of the verb is legal then, or if its `otherwise` says it.
        """
        return ""

    def explain_elsewhere(self, s: S, seat: int, k: int) -> str:
        """Explain why a seat cannot take actions of this type now: at this table, in this phase, or at all.

        Returns:
            One sentence; empty if `otherwise` or `Phase.explain_waiting` says it.
        """
        return ""

    def cache_keys(self, s: S, seat: int, ks: Sequence[int]) -> Sequence[Hashable | None]:
        """Return what the descriptions of these legal actions depend on, other than k and the content.

        Two actions with the same k and equal keys have the same description, so it is built and sent only once. A key
        must be complete. It pays off if it costs less than the description and repeats.

        Returns:
            One key for each of ks; None for a description that must not be cached.
        """
        return [None] * len(ks)


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[S, C]):
    """One question that the game asks.

    number: The value of `BaseState.phase`.
    verbs: The verbs that may be legal.
    task: The task, as in "to choose a card"; others read "Waiting for Ann to choose a card." otherwise: The explanation
    for its verbs in other phases.
    heading: The heading of its rule on the help page.
    """

    number: ClassVar[int]
    verbs: ClassVar[tuple[Verb[Any, Any], ...]] = ()
    task: ClassVar[str] = "to decide"
    otherwise: ClassVar[str] = ""
    heading: ClassVar[str] = ""

    def legal(self, s: S, seat: int) -> list[int]:
        """List the legal actions of a seat that owes a decision."""
        raise NotImplementedError

    def prompt(self, s: S, seat: int, names: Sequence[str]) -> str:
        """Return the question to a seat, in one or two sentences. names: of the players, by seat."""
        raise NotImplementedError

    def task_now(self, s: S) -> str:
        """Return the task. Override it if it depends on more than the phase."""
        return self.task

    def rule(self, s: S) -> str:
        """Return the heading. Override it if it depends on more than the phase."""
        return self.heading

    def explain_waiting(self, s: S, seat: int) -> str:
        """Explain to a seat that owes no decision why it cannot use a verb of this phase."""
        return NOT_YOUR_TURN


@mypyc_attr(allow_interpreted_subclasses=True)
class Play(Generic[S, C]):
    """The combined phases of a game. A game derives from it and defines how play advances (`advance`).

    phases: By number.
    verbs: By type of action. A type may have a different verb in each phase ("take a card" in a draft, and in the
    choice of a stash): the current phase's, or otherwise that of the first phase that has one.
    homes: By type of action, the phases in which it may be legal.
    ending: The heading of the help page that says who wins.
    """

    # `_asked` has the phases by number, `_acts` the verbs by number and action, `_firsts` the first int of the type of
    # each action. `legal` and `play` read them directly because they are called most often. `_flat`: whether the number
    # of the current phase is `s.phase`.
    ending: ClassVar[str] = ""

    def __init__(
        self,
        content: C,
        forms: Forms,
        phases: Sequence[Phase[S, C]],
        names: Mapping[str, Mapping[Any, str]] | None = None,
    ) -> None:
        """Combine the phases of a game.

        Args:
            content: The game's content.
            forms: The types of action; each belongs to at least one phase.
            phases: The phases.
            names: The names of values in `text`, by field, see `Forms.text`.

        Raises:
            ValueError: A type of action has no phase, or a verb has no form.
        """
        self.content = content
        self.forms = forms
        self.names = names or {}
        self.phases = {phase.number: phase for phase in phases}
        self.verbs: dict[str, Verb[S, C]] = {}
        self.homes: dict[str, list[Phase[S, C]]] = {}
        for phase in phases:
            for verb in phase.verbs:
                self.verbs.setdefault(verb.kind, verb)
                self.homes.setdefault(verb.kind, []).append(phase)
        if set(self.verbs) != set(forms.types):
            odd = ", ".join(sorted(set(self.verbs) ^ set(forms.types)))
            raise ValueError(f"verbs and forms do not match: {odd}")
        self._firsts = [0] * (max(forms.all_actions()) + 1)
        for kind in self.verbs:
            for action in forms.of_type(kind):
                self._firsts[action] = forms.of_type(kind)[0]
        self._acts: list[list[Verb[S, C] | None]] = [[] for _ in range(max(self.phases) + 1)]
        self._asked: list[Phase[S, C] | None] = [None] * len(self._acts)
        for phase in phases:
            self._acts[phase.number] = self._acts_in(phase)
            self._asked[phase.number] = phase
        self._flat = type(self).phase_number is Play.phase_number

    def _acts_in(self, phase: Phase[S, C]) -> list[Verb[S, C] | None]:
        """List the verbs of a phase by action."""
        found: list[Verb[S, C] | None] = [None] * len(self._firsts)
        for verb in phase.verbs:
            for action in self.forms.of_type(verb.kind):
                found[action] = verb
        return found

    def phase_number(self, s: S) -> int:
        """Return the number of the current phase; a game with phases inside a phase overrides it."""
        return s.phase

    def phase(self, s: S, seat: int) -> Phase[S, C] | None:
        """Return the current phase, as far as a seat or SPECTATOR may know it; None when the game is over."""
        return self.phases[self.phase_number(s)] if s.due else None

    def advance(self, s: S, chance: Chance) -> None:
        """Run the steps that need no decision, until a seat is due or the game is over. Called when no seat is due."""
        raise NotImplementedError

    def optional_actions(self, s: S, seat: int) -> list[int]:
        """List the actions that a seat may take although no one is waiting for it, see `Game.optional`."""
        return []

    # -- what happens ------------------------------------------------------------------------------------------------

    def legal(self, s: S, seat: int) -> list[int]:
        """See `Game.legal`."""
        if seat < 0 or not s.due >> seat & 1:
            return self.optional_actions(s, seat)
        phase = self._asked[s.phase if self._flat else self.phase_number(s)]
        assert phase is not None
        return phase.legal(s, seat)

    def play(self, s: S, seat: int, action: int, chance: Chance) -> None:
        """See `Game.play`."""
        verb = self._acts[s.phase if self._flat else self.phase_number(s)][action]
        assert verb is not None
        verb.do(s, seat, action - self._firsts[action], chance)
        if not s.due:
            self.advance(s, chance)

    def play_at_random(self, s: S, chance: Chance, choosing: list[Chance], most: int) -> tuple[int, int]:
        """See `Game.play_at_random`. It is here so that it is compiled together with the code that it calls."""
        actions = decisions = 0
        while actions < most and s.due:
            seat = 0
            while not s.due >> seat & 1:
                seat += 1
            legal = self.legal(s, seat)
            count = len(legal)
            actions += 1
            if count > 1:
                decisions += 1
                self.play(s, seat, legal[choosing[seat].draw(count)], chance)
            elif count:
                self.play(s, seat, legal[0], chance)
            else:
                raise GameError("nothing-legal", seats.nothing_legal(seat, actions - 1))
        return actions, decisions

    def play_on(self, s: S, seat: int, action: int, chance: Chance, asked: int) -> tuple[int, list[int]]:
        """See `Game.play_on`."""
        if seat >= 0:
            self.play(s, seat, action, chance)
        while s.due:
            seat = 0
            while not s.due >> seat & 1:
                seat += 1
            legal = self.legal(s, seat)
            if len(legal) > 1 or asked >> seat & 1:
                return seat, legal
            if not legal:
                raise GameError("nothing-legal", seats.nothing_legal(seat, 0))
            self.play(s, seat, legal[0], chance)
        return -1, []

    def do(self, s: S, seat: int, action: int, chance: Chance) -> None:
        """See `Game.do`."""
        verb = self._acts[self.phase_number(s)][action]
        assert verb is not None
        verb.do(s, seat, action - self._firsts[action], chance)

    # -- what people read --------------------------------------------------------------------------------------------

    def verb(self, s: S, seat: int, action: int) -> tuple[Verb[S, C], int]:
        """Find an action's verb in the phase as the seat knows it, and the action's offset.

        Raises:
            GameError: "unknown-action" for an int that is no action.
        """
        phase = self.phase(s, seat)
        if phase is not None and 0 <= action < len(self._firsts):
            found = self._acts[phase.number][action]
            if found is not None:
                return found, action - self._firsts[action]
        kind, k = self.forms.kind_of(action)
        return self.verbs[kind], k

    def describe(self, s: S, seat: int, action: int) -> Description:
        """See `Game.describe`."""
        verb, k = self.verb(s, seat, action)
        return verb.describe(s, seat, k)

    def cache_keys(self, s: S, seat: int, actions: Sequence[int]) -> Sequence[Hashable | None]:
        """See `Game.cache_keys`."""
        firsts, number = self._firsts, self.phase_number(s)
        found: list[Hashable | None] = []
        for verb, run in groupby(actions, self._acts[number].__getitem__):
            assert verb is not None
            found += verb.cache_keys(s, seat, [action - firsts[action] for action in run])
        # The same action may have different verbs in different phases.
        return [None if key is None else (number, key) for key in found]

    def text(self, action: int) -> str:
        """See `Game.text`."""
        return self.forms.text(action, self.names)

    def prompt(self, s: S, seat: int, names: Sequence[str]) -> str:
        """See `Game.prompt`."""
        phase = self.phase(s, seat)
        if phase is None:
            return GAME_OVER
        if seats.has(s.due, seat):
            return phase.prompt(s, seat, names)
        return f"Waiting for {listed([names[due] for due in seats.seats_of(s.due)])} {phase.task_now(s)}."

    def rule(self, s: S, seat: int) -> str:
        """See `Game.rule`."""
        phase = self.phase(s, seat)
        return self.ending if phase is None else phase.rule(s)

    def topic(self, s: S, seat: int, action: int) -> str:
        """See `Game.topic`."""
        verb, _ = self.verb(s, seat, action)
        return verb.heading or self.rule(s, seat)

    def explain(self, s: S, seat: int, action: int) -> str:
        """See `Game.explain`."""
        if action in self.legal(s, seat):
            return ""
        verb, k = self.verb(s, seat, action)
        phase = self.phase(s, seat)
        if phase is None:
            return GAME_OVER
        if seat < 0:
            return WATCHES
        offered = verb in phase.verbs
        if offered and seats.has(s.due, seat):
            return verb.explain(s, seat, k) or verb.otherwise
        if said := verb.explain_elsewhere(s, seat, k):
            return said
        return phase.explain_waiting(s, seat) if offered else verb.otherwise or self.homes[verb.kind][0].otherwise
