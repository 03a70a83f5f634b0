"""Verbs and phases: all that one type of action is stands in one class, all that is asked at one time in another.

A verb stands under its heading of the rulebook: what it does, what it changes (`facts`), what its button says, why it
may not be legal. A phase says what is legal, for all its verbs together, and what people are asked. `Play` is made from
the phases of a game and answers `legal`, `play`, `explain`, `label`, `prompt`, `text` and `facts` for it.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from cashbox.engine import seats
from cashbox.engine.facts import NOTHING, Facts
from cashbox.engine.game import GameError
from cashbox.engine.native import mypyc_attr
from cashbox.engine.phrases import listed
from cashbox.engine.state import BaseState

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.forms import Forms

S = TypeVar("S", bound=BaseState)
C = TypeVar("C")

GAME_OVER: Final = "The game is over."
WATCHES: Final = "Only players can act."
NOT_YOUR_TURN: Final = "It's another player's turn."


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb(Generic[S, C]):
    """One type of action. k is always the offset of an action in the run of ints of its type.

    kind: the type, as the game's forms name it. otherwise: what is said in a phase where it is never legal; by default
    the phase that it belongs to says it.
    """

    kind: ClassVar[str]
    otherwise: ClassVar[str] = ""

    def do(self, s: S, seat: int, k: int, chance: Chance) -> None:
        """Take the action, which is legal. A seat that has done all it owed is not due any more; what follows by itself
        once nobody is belongs to `Play.go_on`."""
        raise NotImplementedError

    def facts(self, s: S, seat: int, k: int) -> Facts:
        """What the action, which is legal, changes at once; worked out without playing it."""
        return NOTHING

    def label(self, s: S, seat: int, k: int) -> str:
        """What the button of the action, which is legal, says; players stand in it as `phrases.player` has them."""
        raise NotImplementedError

    def does(self, s: S, seat: int, k: int) -> str:
        """What it does now, where that is a part of the label which a board shows by itself; else empty."""
        return ""

    def depends(self, s: S, seat: int, ks: Sequence[int]) -> Sequence[Hashable | None]:
        """For each of these actions, which are legal, what label, `does` and facts follow from in this content, besides
        k; None for one that is always made anew. It has to be complete, and is worth it where it costs less than they
        do and comes again."""
        return [None] * len(ks)

    def text(self, content: C, k: int) -> str:
        """One short line that names the action, for logs and journals, where `Forms.text` does not put it well; else
        empty."""
        return ""

    def never(self, s: S) -> str:
        """Why there is no such action at this table at all; else empty."""
        return ""

    def elsewhere(self, s: S, seat: int, k: int) -> str:
        """What is said in a phase where it is never legal, where there is more to say than `otherwise`; else empty."""
        return ""

    def why(self, s: S, seat: int, k: int) -> str:
        """Why it is not legal for a seat that is asked, in a phase of its own."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[S, C]):
    """What is asked at one time.

    number: `BaseState.phase`. verbs: those that may be legal. waiting: what the others wait for, as in "to choose a
    card", where that is to be said. otherwise: what is said of its verbs in other phases. heading: of the help page,
    under which its rule stands.
    """

    number: ClassVar[int]
    verbs: ClassVar[tuple[Verb[Any, Any], ...]] = ()
    waiting: ClassVar[str] = "to decide"
    otherwise: ClassVar[str] = ""
    heading: ClassVar[str] = ""

    def legal(self, s: S, seat: int) -> list[int]:
        """Every action of a seat that is asked."""
        raise NotImplementedError

    def prompt(self, s: S, seat: int, names: Sequence[str]) -> str:
        """What a seat is asked. names: the players', by seat."""
        raise NotImplementedError

    def waits(self, s: S, names: Sequence[str]) -> str:
        """For whom and for what the others wait."""
        return self.waits_for(s, names, self.waiting)

    def waits_for(self, s: S, names: Sequence[str], what: str) -> str:
        """The sentence for it. what: as in "to choose a card"."""
        return f"Waiting for {listed([names[seat] for seat in seats.seats_of(s.due)])} {what}."

    def rule(self, s: S) -> str:
        """The heading of the rule of what is asked, where that depends on more than the phase."""
        return self.heading

    def not_asked(self, s: S, seat: int) -> str:
        """What is said to a seat that is not asked in this phase, whose verb it wants to use."""
        return NOT_YOUR_TURN


@mypyc_attr(allow_interpreted_subclasses=True)
class Play(Generic[S, C]):
    """The phases of a game at work. Games derive from it and say what follows by itself (`go_on`).

    phases: by number, of the seats' phases. homes: by type of action, the phases in which it may be legal. A type may
    be another verb in each phase ("take a card" while drafting, and while a stash is chosen): it is the one of the
    phase that is on, and in any other that of the first phase that has one. ending: the heading of the help page that
    tells who wins. By number, `_asked` has the phases and `_acts` the verbs of each action; `_flat`: the number of a
    phase is that of the state. `legal` and `play` look there themselves, since nothing is asked more often.
    """

    ending: ClassVar[str] = ""

    def __init__(
        self,
        content: C,
        forms: Forms,
        phases: Sequence[Phase[S, C]],
        names: Mapping[str, Mapping[Any, str]] | None = None,
    ) -> None:
        """Every type of action of the forms belongs to a phase at least. names: see `Forms.text`. ValueError where a
        type has no phase."""
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
        self._flat = type(self).number is Play.number

    def _acts_in(self, phase: Phase[S, C]) -> list[Verb[S, C] | None]:
        """By action, its verb in a phase."""
        found: list[Verb[S, C] | None] = [None] * len(self._firsts)
        for verb in phase.verbs:
            for action in self.forms.of_type(verb.kind):
                found[action] = verb
        return found

    def number(self, s: S) -> int:
        """The number of the phase that is on; a game in which small decisions are phases of their own says theirs."""
        return s.phase

    def go_on(self, s: S, chance: Chance) -> None:
        """Nobody owes a decision: run what runs by itself, until somebody does or the game is over."""
        raise NotImplementedError

    def at_will(self, s: S, seat: int) -> list[int]:
        """List what a seat that owes no decision may do all the same, see `Game.optional`."""
        return []

    def phase(self, s: S, seat: int) -> Phase[S, C] | None:
        """What is asked now, as far as this seat (or a spectator) may know; None when the game is over."""
        return self.phases[self.number(s)] if s.due else None

    # -- what happens ------------------------------------------------------------------------------------------------

    def legal(self, s: S, seat: int) -> list[int]:
        """See `Game.legal`."""
        if seat < 0 or not s.due >> seat & 1:
            return self.at_will(s, seat)
        phase = self._asked[s.phase if self._flat else self.number(s)]
        assert phase is not None
        return phase.legal(s, seat)

    def play(self, s: S, seat: int, action: int, chance: Chance) -> None:
        """See `Game.play`."""
        verb = self._acts[s.phase if self._flat else self.number(s)][action]
        assert verb is not None
        verb.do(s, seat, action - self._firsts[action], chance)
        if not s.due:
            self.go_on(s, chance)

    def play_at_random(self, s: S, chance: Chance, choosing: list[Chance], most: int) -> tuple[int, int]:
        """See `Game.play_at_random`. It stands here so that it is compiled together with what it calls."""
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

    def do(self, s: S, seat: int, action: int, chance: Chance) -> None:
        """The action alone, without what follows by itself: what `facts` tells of."""
        verb = self._acts[self.number(s)][action]
        assert verb is not None
        verb.do(s, seat, action - self._firsts[action], chance)

    # -- what people read --------------------------------------------------------------------------------------------

    def verb(self, s: S, seat: int, action: int) -> tuple[Verb[S, C], int]:
        """What an action is to a seat now, and its offset. GameError("unknown-action") where it is none."""
        phase = self.phase(s, seat)
        if phase is not None and 0 <= action < len(self._firsts):
            found = self._acts[phase.number][action]
            if found is not None:
                return found, action - self._firsts[action]
        kind, k = self.forms.kind_of(action)
        return self.verbs[kind], k

    def facts(self, s: S, seat: int, action: int) -> Facts:
        """See `Game.facts`."""
        verb, k = self.verb(s, seat, action)
        return verb.facts(s, seat, k)

    def label(self, s: S, seat: int, action: int) -> str:
        """See `Game.label`."""
        verb, k = self.verb(s, seat, action)
        return verb.label(s, seat, k)

    def does(self, s: S, seat: int, action: int) -> str:
        """See `Game.does`."""
        verb, k = self.verb(s, seat, action)
        return verb.does(s, seat, k)

    def said(self, s: S, seat: int, action: int) -> tuple[str, str, Facts]:
        """See `Game.said`."""
        verb, k = self.verb(s, seat, action)
        return verb.label(s, seat, k), verb.does(s, seat, k), verb.facts(s, seat, k)

    def depends(self, s: S, seat: int, actions: Sequence[int]) -> Sequence[Hashable | None]:
        """See `Game.depends`."""
        firsts, number = self._firsts, self.number(s)
        found: list[Hashable | None] = []
        for verb, run in groupby(actions, self._acts[number].__getitem__):
            assert verb is not None
            found += verb.depends(s, seat, [action - firsts[action] for action in run])
        # The same action may be another verb in another phase.
        return [None if about is None else (number, about) for about in found]

    def text(self, action: int) -> str:
        """See `Game.text`."""
        kind, k = self.forms.kind_of(action)
        return self.verbs[kind].text(self.content, k) or self.forms.text(action, self.names)

    def prompt(self, s: S, seat: int, names: Sequence[str]) -> str:
        """See `Game.prompt`."""
        phase = self.phase(s, seat)
        if phase is None:
            return GAME_OVER
        return phase.prompt(s, seat, names) if seats.has(s.due, seat) else phase.waits(s, names)

    def rule(self, s: S, seat: int) -> str:
        """See `Game.rule`."""
        phase = self.phase(s, seat)
        return self.ending if phase is None else phase.rule(s)

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
        if never := verb.never(s):
            return never
        if verb not in phase.verbs:
            return verb.elsewhere(s, seat, k) or verb.otherwise or self.homes[verb.kind][0].otherwise
        return verb.why(s, seat, k) if seats.has(s.due, seat) else phase.not_asked(s, seat)
