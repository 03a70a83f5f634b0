"""How well `steady` explains what others did, if what a sample says of their hands is true; for `bench.beliefs`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.games.cash import state as cash
from cashbox.games.cash.bots.steady import SteadyBot as CashBot
from cashbox.games.consultants import actions as its_act
from cashbox.games.consultants import state as its
from cashbox.games.consultants.bots.light import KINDS, Light, Prices
from cashbox.games.envelopes import actions as env_act
from cashbox.games.envelopes import phases as env_phases
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.draft import price
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.tables import tables_of
from cashbox.games.envelopes.view.glimpse import glimpse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.hidden_cards.knowledge import CardHistory

SOUND: Final = 0.8
"""How often they choose as `steady` does; all else shares the rest."""
_MIDDLE: Final = 3
"""The month for which `steady` chooses a stash."""


class Decided(NamedTuple):
    """The true state before someone decided, and what it was."""

    state: Any
    seat: int
    legal: list[int]
    action: int


def likely(sound: bool, choices: int) -> float:
    """Return the logarithm of a choice's probability."""
    if choices < 2:
        return 0.0
    return log(SOUND if sound else (1 - SOUND) / (choices - 1))


class Explained(ABC):
    """What a game knows of it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @abstractmethod
    def tells(self, state: Any) -> bool:
        """Whether what is decided now tells of hidden cards."""

    def searched(self, state: Any, legal: list[int]) -> bool:  # noqa: ARG002 (where most are)
        """Whether `expert` searches here."""
        return True

    @abstractmethod
    def holds(self, state: Any, seat: int) -> list[int]:
        """Count what is asked of a hidden hand: how many of each kind of card it has."""

    @abstractmethod
    def logs(self, state: Any, eye: int, past: Sequence[Decided], samples: Sequence[Any]) -> list[float]:
        """By sample, the logarithm of how likely it makes what the others decided."""


class ByEvents(Explained):
    """A game whose samples say what happened to each card, and so who held what when."""

    def logs(self, state: Any, eye: int, past: Sequence[Decided], samples: Sequence[Any]) -> list[float]:
        moments = [e[0] for e in state.unseen.past if e[2] != e[3] or e[4] >> eye & 1]
        when = []
        for one in past:
            if one.seat != eye and self.recent(one.state, state):
                clock = one.state.unseen.clock
                when.append((sum([1 for moment in moments if moment <= clock]), one))
        scratch = [(number, one, self.game.clone(one.state)) for number, one in when]
        return [self._log(sample.unseen, scratch) for sample in samples]

    def _log(self, told: CardHistory, when: Sequence[tuple[int, Decided, Any]]) -> float:
        events, where, at = told.past, list(told.start), 0
        found = 0.0
        for number, one, state in when:
            while at < number:
                where[events[at][1]] = events[at][3]
                at += 1
            self.put(state, one.seat, where)
            following = events[number][1] if number < len(events) else -1
            action = self.as_told(one, following)
            legal = self.game.legal(state, one.seat)
            if action in legal:
                found += likely(self.steady(state, one.seat, legal) == action, len(legal))
        return found

    def recent(self, before: Any, now: Any) -> bool:  # noqa: ARG002 (in most games all cards stay)
        """Whether the cards of then are those of now."""
        return True

    @abstractmethod
    def put(self, state: Any, seat: int, where: list[int]) -> None:
        """Let the seat hold what it held by this list of the holders of cards."""

    def as_told(self, one: Decided, following: int) -> int:  # noqa: ARG002 (where all see what is done)
        """Return what was done if this was the next card that moved."""
        return one.action

    @abstractmethod
    def steady(self, state: Any, seat: int, legal: list[int]) -> int:
        """Choose as `steady` does."""


class Consultants(ByEvents):
    """IT's all in the game."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.kind: list[int] = game.tables.kind  # type: ignore[attr-defined]
        self.lights: list[Light] = [Light(game.tables, Prices(seats)) for seats in (2, 2, 2, 3, 4)]  # type: ignore[attr-defined]

    def tells(self, state: Any) -> bool:
        """All but the choice of a start player."""
        return bool(state.phase != its.START)

    def searched(self, state: Any, legal: list[int]) -> bool:  # noqa: ARG002 (whatever is legal)
        """Do the same."""
        return bool(state.phase != its.START)

    def holds(self, state: Any, seat: int) -> list[int]:
        """By kind."""
        hand = [self.kind[card] for card in state.players[seat].hand]
        return [hand.count(kind) for kind in range(KINDS)]

    def put(self, state: Any, seat: int, where: list[int]) -> None:
        state.players[seat].hand = [card for card, holder in enumerate(where) if holder == seat]
        state.seniors = [card for card, holder in enumerate(where) if holder == its.SENIORS]
        state.principals = [card for card, holder in enumerate(where) if holder == its.PRINCIPALS]

    def as_told(self, one: Decided, following: int) -> int:
        """Take the color of what is given or taken face down from the sample."""
        action = one.action
        for base, stop in (
            (its_act.TRAIN, its_act.PROMOTE),
            (its_act.RECRUIT, its_act.TAKE),
            (its_act.GIVE, its_act.STAY),
        ):
            if base <= action < stop:
                return base + self.kind[following]
        if its_act.TAKE <= action < its_act.PASS:
            return its_act.TAKE + self.kind[following] // 2
        return action

    def steady(self, state: Any, seat: int, legal: list[int]) -> int:  # noqa: ARG002 (it knows what it may do)
        light: Light = self.lights[state.seats]
        return light.choose(state, seat)


class Cash(ByEvents):
    """CASH, without what is passed on face down and without offers. Between choices that are level `steady` takes the
    first of its hand, whose order no sample knows."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.content: Any = game.tables  # type: ignore[attr-defined]
        self.bots = [CashBot(game, seat, SeededChance(0)) for seat in range(game.about.most_players)]

    def tells(self, state: Any) -> bool:
        """Choose in a turn, at the hand check, and when insuring."""
        return state.phase in (cash.ACT, cash.CHECK, cash.INSURE)

    def recent(self, before: Any, now: Any) -> bool:
        """Each round all cards are shuffled."""
        return bool(before.round == now.round)

    def holds(self, state: Any, seat: int) -> list[int]:
        """By face."""
        hand = [self.content.face[card] for card in state.players[seat].hand]
        return [hand.count(face) for face in range(self.content.faces)]

    def put(self, state: Any, seat: int, where: list[int]) -> None:
        state.players[seat].hand = [card for card, holder in enumerate(where) if holder == seat]
        state.deck = [card for card, holder in enumerate(where) if holder == cash.DECK]

    def steady(self, state: Any, seat: int, legal: list[int]) -> int:
        return decide(self.bots[seat], self.game, state, legal)


class Envelopes(Explained):
    """Envelopes of Cash: the stash, of which cards were rejected, and cards drafted from elsewhere."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.tables = tables_of(game.tables)  # type: ignore[attr-defined]

    def tells(self, state: Any) -> bool:
        """Cards."""
        return state.phase in (env_phases.STASH, env_phases.DRAFT)

    def searched(self, state: Any, legal: list[int]) -> bool:
        """Cards, pairs of dice, the plan of a turn."""
        if state.phase == env_phases.DRAFT:
            return True
        if state.phase == env_phases.DICE:
            return legal[0] < env_act.PLACE and not state.players[(state.due & -state.due).bit_length() - 1].choice
        return bool(state.phase == env_phases.MONTH and state.step is None)

    def holds(self, state: Any, seat: int) -> list[int]:
        """By card, whether it is in the stash."""
        stash = state.players[seat].stash
        return [int(card in stash) for card in range(state.content.cards)]

    def logs(self, state: Any, eye: int, past: Sequence[Decided], samples: Sequence[Any]) -> list[float]:
        found = [0.0] * len(samples)
        for other in range(state.seats):
            if other == eye:
                continue
            done = [one for one in past if one.seat == other]
            rejected = {one.action - env_act.REJECT for one in done if one.state.phase == env_phases.STASH}
            drafts = [one for one in done if one.state.phase == env_phases.DRAFT]
            first = next((one for one in done if one.state.phase == env_phases.STASH), None)
            out = [one.action - env_act.DRAFT for one in drafts]
            out = [
                card if card in one.state.players[other].stash else -1 for card, one in zip(out, drafts, strict=True)
            ]
            prices = [self._prices(one.state, other) for one in drafts]
            start = self._prices(first.state, other) if first else []
            for number, sample in enumerate(samples):
                stash = [*sample.players[other].stash, *[card for card in out if card >= 0]]
                if start:
                    found[number] += _rejecting(start, stash, rejected)
                for one, its_prices, card in zip(drafts, prices, out, strict=True):
                    found[number] += _drafting(one, its_prices, stash)
                    if card >= 0:
                        stash.remove(card)
        return found

    def _prices(self, state: Any, seat: int) -> list[float]:
        """Return what each card is worth to a seat now."""
        sight = Sight(glimpse(state, seat), self.tables)
        if state.phase == env_phases.STASH:
            since = _MIDDLE
        else:
            waiting = any(card >= 0 for card in sight.me.calendar)
            since = min(sight.months - 1, sight.month + waiting)
        appraiser = Appraiser(sight)
        return [price(appraiser, card, since) for card in range(state.content.cards)]


def _rejecting(prices: Sequence[float], stash: Sequence[int], rejected: set[int]) -> float:
    """Reject the worst cards, one after the other."""
    found, there = 0.0, {*stash, *rejected}
    for card in sorted(rejected, key=prices.__getitem__):
        found += likely(min(prices[one] for one in there) >= prices[card], len(there))
        there.discard(card)
    return found


def _drafting(one: Decided, prices: Sequence[float], stash: Sequence[int]) -> float:
    """Draft the best card; one of the stash has to be better by a star, where there is time to use it later."""
    p, taken = one.state.players[one.seat], one.action - env_act.DRAFT
    left = one.state.rules.months - 1 - one.state.month
    keep = 1.0 if left > len(stash) else 0.0
    worth = {card: prices[card] for card in (*p.hand, *one.state.pool)} | {card: prices[card] - keep for card in stash}
    return likely(worth[taken] >= max(worth.values()), len(worth))


GAMES: Final[dict[str, type[Explained]]] = {"envelopes": Envelopes, "consultants": Consultants, "cash": Cash}
