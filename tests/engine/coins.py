"""A complete small game for tests: Coins.

A deck holds the coins 1 to 12. In each round, all players secretly choose to bid low or high. After the last choice,
the highest seat that bid high begins (seat 0 if none did). In turn, each seat can first move points from its purse to
its chest, one at a time. Then it draws a coin into its hidden hand or passes, which gives one point. After three
rounds, a seat's score is its hand, its chest, and its purse.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.facts import NOTHING, TABLE, Change, Description, Facts, change
from cashbox.engine.game import CONTRACT, SPECTATOR, About, Event, Game, GameError, Mode, Option, Outcome
from cashbox.engine.journal import content_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.journal import Journal

LOW, HIGH, STORE, DRAW, PASS = range(5)
FORMS: Final[list[dict[str, Any]]] = [
    {"type": "bid", "high": False},
    {"type": "bid", "high": True},
    {"type": "store"},
    {"type": "draw"},
    {"type": "pass"},
]
TEXTS: Final = ["bid low", "bid high", "store a point", "draw a coin", "pass"]
CHOSE, STARTS, DID, DREW, DEALT = range(5)
ABOUT: Final = About(
    id="coins",
    name="Coins",
    tagline="Twelve coins, three rounds.",
    least_players=2,
    most_players=4,
    minutes="1 minute",
    modes=(Mode("long", "Long", "Four rounds.", {"rounds": 4}),),
    options=(
        Option("rounds", "number", 3, "How many rounds are played.", least=1, most=4),
        Option("rich", "switch", default=False, text="Everybody begins with three points."),
    ),
    bots=(),
    credits="",
    contract=CONTRACT,
)


class State:
    """rounds: left, this one included. bids: by seat, -1 while open. turn: the seat to move, -1 while bidding."""

    def __init__(self) -> None:
        self.rounds = 0
        self.deck: list[int] = []
        self.hands: list[list[int]] = []
        self.purse: list[int] = []
        self.chest: list[int] = []
        self.bids: list[int] = []
        self.turn = -1
        self.moved = 0
        self.window = 0
        self.events: list[Event] | None = None

    def note(self, *event: int) -> None:
        if self.events is not None:
            self.events.append(event)


class TinyView(msgspec.Struct):
    seat: int
    hand: list[int]
    counts: list[int]
    purse: list[int]
    chest: list[int]
    deck: int
    bid: int
    chosen: list[bool]
    turn: int
    rounds: int


class Tiny(Game[State]):
    def __init__(self, coins: int = 12) -> None:
        self.about = ABOUT
        self.content = {"coins": list(range(1, coins + 1)), "title": "Münzen"}
        self.content_hash = content_hash(self.content)
        self.bound = 60

    @classmethod
    def load(cls, content: dict[str, Any]) -> Tiny:
        return cls(len(content["coins"]))

    @classmethod
    def of(cls, journal: Journal) -> Tiny:
        return cls.load(journal.content)

    def start(self, options: Mapping[str, Any], seats: int, chance: Chance) -> State:
        state = State()
        state.rounds = options["rounds"]
        state.deck = list(self.content["coins"])
        shuffle(state.deck, chance)
        state.hands = [[state.deck.pop()] for _ in range(seats)]
        state.purse = [3 if options["rich"] else 1] * seats
        state.chest = [0] * seats
        state.bids = [-1] * seats
        state.events = [(DEALT, seat, hand[0]) for seat, hand in enumerate(state.hands)]
        return state

    def legal(self, state: State, seat: int) -> list[int]:
        if not self.due(state) >> seat & 1:
            return []
        if state.turn < 0:
            return [LOW, HIGH]
        actions = [STORE] if state.purse[seat] else []
        return actions + ([DRAW, PASS] if state.deck else [PASS])

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        if action <= HIGH:
            state.bids[seat] = action
            state.note(CHOSE, seat, action)
            if -1 not in state.bids:
                state.turn = max((s for s, bid in enumerate(state.bids) if bid), default=0)
                state.window += 1
                state.note(STARTS, state.turn)
            return
        state.note(DID, seat, action)
        if action == STORE:
            state.purse[seat] -= 1
            state.chest[seat] += 1
            return
        if action == DRAW:
            at = chance.draw(len(state.deck))
            coin = state.deck.pop(at)
            state.hands[seat].append(coin)
            state.note(DREW, seat, coin)
        else:
            state.purse[seat] += 1
        self._next(state)

    def _next(self, state: State) -> None:
        state.window += 1
        state.moved += 1
        seats = len(state.bids)
        if state.moved < seats:
            state.turn = (state.turn + 1) % seats
            return
        state.moved = 0
        state.turn = -1
        state.bids = [-1] * seats
        state.rounds -= 1

    def view(self, state: State, seat: int) -> TinyView:
        mine = seat != SPECTATOR
        return TinyView(
            seat=seat,
            hand=sorted(state.hands[seat]) if mine else [],
            counts=[len(hand) for hand in state.hands],
            purse=list(state.purse),
            chest=list(state.chest),
            deck=len(state.deck),
            bid=state.bids[seat] if mine and state.turn < 0 else -1,
            chosen=[bid >= 0 for bid in state.bids],
            turn=state.turn,
            rounds=state.rounds,
        )

    def due(self, state: State) -> int:
        if state.rounds == 0:
            return 0
        if state.turn >= 0:
            return 1 << state.turn
        return sum(1 << seat for seat, bid in enumerate(state.bids) if bid < 0)

    def clone(self, state: State) -> State:
        new = State()
        new.rounds = state.rounds
        new.deck = state.deck[:]
        new.hands = [hand[:] for hand in state.hands]
        new.purse = state.purse[:]
        new.chest = state.chest[:]
        new.bids = state.bids[:]
        new.turn = state.turn
        new.moved = state.moved
        new.window = state.window
        return new

    def measures(self, state: State, seat: int) -> dict[str, int]:
        if seat < 0:
            return {"deck": len(state.deck)}
        return {"hand": len(state.hands[seat]), "purse": state.purse[seat], "chest": state.chest[seat]}

    def describe(self, state: State, seat: int, action: int) -> Description:
        label = f"{TEXTS[action]} ({state.purse[seat]} in the purse)"
        return Description(label, self._facts(state, seat, action))

    def _facts(self, state: State, seat: int, action: int) -> Facts:
        purse, chest = state.purse[seat], state.chest[seat]
        if action == STORE:
            return Facts((*change("purse", purse, -1), *change("chest", chest, 1)))
        if action == DRAW:
            return Facts((*change("hand", len(state.hands[seat]), 1), Change("deck", -1, seat=TABLE)))
        return Facts(change("purse", purse, 1)) if action == PASS else NOTHING

    def window(self, state: State) -> int:
        return state.window

    def outcome(self, state: State) -> Outcome | None:
        if state.rounds:
            return None
        scores = tuple(sum(hand) + p + c for hand, p, c in zip(state.hands, state.purse, state.chest, strict=True))
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Outcome(scores, winners, f"{{{winners[0]}}} wins with {max(scores)}.")

    def explain(self, state: State, seat: int, action: int) -> str:
        if action in self.legal(state, seat):
            return ""
        if state.rounds == 0:
            return "The game is over."
        if not self.due(state) >> seat & 1:
            return "It is not your turn."
        if (action <= HIGH) != (state.turn < 0):
            return "Bids are made before the turns." if action <= HIGH else "Everybody bids first."
        return "There is nothing left to take."

    def sampler(self, state: State, seats: int) -> Callable[[Chance], State]:
        return partial(self._sample, state, seats)

    def _sample(self, state: State, seats: int, chance: Chance) -> State:
        new = self.clone(state)
        others = [s for s in range(len(state.hands)) if not seats >> s & 1]
        hidden = state.deck + [coin for s in others for coin in state.hands[s]]
        shuffle(hidden, chance)
        for s in others:
            new.hands[s] = [hidden.pop() for _ in state.hands[s]]
            if state.turn < 0 and state.bids[s] >= 0:
                new.bids[s] = chance.draw(2)
        new.deck = hidden
        return new

    def fingerprint(self, state: State) -> bytes:
        fields = {name: value for name, value in vars(state).items() if name != "events"}
        return msgspec.json.encode(fields)

    def encode(self, action: int) -> dict[str, Any]:
        if not 0 <= action < len(FORMS):
            raise GameError("unknown-action", f"There is no action {action}.")
        return dict(FORMS[action])

    def decode(self, form: Mapping[str, Any]) -> int:
        if form not in FORMS:
            raise GameError("unknown-action", "That is not an action of this game.")
        return FORMS.index(dict(form))

    def all_actions(self) -> Sequence[int]:
        return range(-1, len(FORMS) + 1)

    def text(self, action: int) -> str:
        return TEXTS[action]

    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        if state.rounds == 0:
            return "The game is over."
        if seat != SPECTATOR and self.due(state) >> seat & 1:
            return "Bid low or high." if state.turn < 0 else "Store points, then draw or pass."
        return "Waiting for the bids." if state.turn < 0 else f"Waiting for {names[state.turn]}."

    def watch(self, state: State) -> list[Event]:
        if state.events is None:
            state.events = []
        return state.events

    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        kind, seat = event[0], event[1]
        if kind == STARTS:
            return f"{names[seat]} begins."
        if kind == CHOSE:
            return f"You {TEXTS[event[2]]}." if viewer == seat else None
        if kind in (DREW, DEALT):
            return f"You get the {event[2]}." if viewer == seat else None
        return f"{names[seat]}: {TEXTS[event[2]]}."

    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        if not ABOUT.least_players <= seats <= ABOUT.most_players:
            raise GameError("bad-seats", "Coins is for 2 to 4 players.")
        complete: dict[str, Any] = {option.name: option.default for option in ABOUT.options}
        chosen = dict(options)
        if "mode" in chosen:
            if chosen.pop("mode") != "long":
                raise GameError("bad-option", "The only mode is long.")
            complete |= ABOUT.modes[0].options
        if unknown := set(chosen) - set(complete):
            raise GameError("unknown-option", f"There is no option {min(unknown)}; there are rounds and rich.")
        complete |= chosen
        if (
            type(complete["rounds"]) is not int
            or not 1 <= complete["rounds"] <= 4
            or type(complete["rich"]) is not bool
        ):
            raise GameError("bad-option", "The option rounds is 1 to 4, and rich is true or false.")
        return complete


def shuffle(items: list[int], chance: Chance) -> None:
    for last in range(len(items) - 1, 0, -1):
        other = chance.draw(last + 1)
        items[last], items[other] = items[other], items[last]
