"""Small games that each break the contract in one way, marked with the check that finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from cashbox.engine.chance import Chance, ScriptedChance, SeededChance
from cashbox.engine.facts import Change, Description, Facts
from cashbox.engine.game import SPECTATOR, Event, GameError, Outcome
from cashbox.engine.observation.bounds import Seat, about
from cashbox.engine.observation.pieces import Number, OneOf
from cashbox.engine.tale import Past, Standing, Tale, TaleLine, TaleSheet, sheet
from tests.engine.coins import DID, DRAW, HIGH, LOW, PASS, STORE, State, Tiny, TinyView, shuffle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cashbox.engine.observation.layout import Layout
    from cashbox.engine.observation.rows import Rows

CAUGHT: list[tuple[str, type[Tiny]]] = []


def caught_by(check: str) -> Any:
    """Mark a broken game with the check that is to find it."""

    def mark(game: type[Tiny]) -> type[Tiny]:
        CAUGHT.append((check, game))
        return game

    return mark


@caught_by("content")
class WrongHash(Tiny):
    def __init__(self) -> None:
        super().__init__()
        self.content_hash = "0" * 64


@caught_by("content")
class ContentThatIsNotJson(Tiny):
    def __init__(self) -> None:
        super().__init__()
        self.content["pair"] = (1, 2)


@caught_by("options")
class OptionsThatFlip(Tiny):
    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        complete = super().check_options(options, seats)
        complete["rich"] = not complete["rich"]
        return complete


@caught_by("options")
class AnyNumberOfSeats(Tiny):
    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return super().check_options(options, 2)


@caught_by("owing")
class NothingToDo(Tiny):
    def legal(self, state: State, seat: int) -> list[int]:
        return [] if seat == 1 else super().legal(state, seat)


@caught_by("owing")
class OutOfTurn(Tiny):
    def legal(self, state: State, seat: int) -> list[int]:
        return super().legal(state, seat) or [PASS]


@caught_by("owing")
class OptionalAndDue(Tiny):
    def optional(self, state: State) -> int:
        return self.due(state)


@caught_by("owing")
class OptionalWithNothingToDo(Tiny):
    def optional(self, state: State) -> int:
        return 1 << (state.turn + 1) % len(state.bids) if state.turn >= 0 else 0


@caught_by("window")
class StoresOutOfTurn(OptionalWithNothingToDo):
    """What a seat does out of turn, the seat on turn could take back together with its own."""

    def optional(self, state: State) -> int:
        mask = super().optional(state)
        return mask if mask and state.purse[mask.bit_length() - 1] else 0

    def legal(self, state: State, seat: int) -> list[int]:
        return [STORE] if self.optional(state) == 1 << seat else super().legal(state, seat)


@caught_by("owing")
class ListedTwice(Tiny):
    def legal(self, state: State, seat: int) -> list[int]:
        return super().legal(state, seat) * 2


@caught_by("owing")
class SeatTooMany(Tiny):
    def due(self, state: State) -> int:
        return super().due(state) | (1 << len(state.bids) if state.rounds == 1 else 0)


@caught_by("lapsing")
class LapsesUnsaid(Tiny):
    def lapse(self, state: State, seat: int) -> int | None:
        return PASS if PASS in self.legal(state, seat) else None


class Lapsing(Tiny):
    def __init__(self) -> None:
        super().__init__()
        self.about = msgspec.structs.replace(self.about, lapses=True)


@caught_by("lapsing")
class LapsesByWhatIsNotLegal(Lapsing):
    def lapse(self, state: State, seat: int) -> int | None:
        return PASS


@caught_by("lapsing")
class LapsesForALowHand(Lapsing):
    def lapse(self, state: State, seat: int) -> int | None:
        return PASS if PASS in self.legal(state, seat) and sum(state.hands[seat]) < 8 else None


@caught_by("ending")
class DeadEnd(Tiny):
    def outcome(self, state: State) -> Outcome | None:
        return None


@caught_by("ending")
class EarlyOutcome(Tiny):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome((0,) * len(state.bids), (0,), "Over.") if state.rounds == 1 else super().outcome(state)


class OtherOutcome(Tiny):
    end = Outcome((1, 1), (0,), "Over.")

    def outcome(self, state: State) -> Outcome | None:
        return None if super().outcome(state) is None else self.end


@caught_by("ending")
class ScoresMissing(OtherOutcome):
    end = Outcome((1,), (0,), "Over.")


@caught_by("ending")
class NobodyWins(OtherOutcome):
    end = Outcome((1, 1), (), "Over.")


@caught_by("ending")
class StrangerWins(OtherOutcome):
    end = Outcome((1, 1), (5,), "Over.")


@caught_by("ending")
class TextWithStranger(OtherOutcome):
    end = Outcome((1, 1), (0,), "{5} wins.")


@caught_by("ending")
class NoText(OtherOutcome):
    end = Outcome((1, 1), (0,), "")


@caught_by("ending")
class ThousandsWithoutAComma(OtherOutcome):
    end = Outcome((1, 1), (0,), "{0} wins with 1132 points.")


@caught_by("bound")
class LongerThanItSays(Tiny):
    def __init__(self) -> None:
        super().__init__()
        self.bound = 8

    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        new.rounds = min(new.rounds, 1) if chance.draw(1) else new.rounds
        return new


@caught_by("looking")
class PromptThatShuffles(Tiny):
    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        state.deck.reverse()
        state.deck.append(0)
        return super().prompt(state, seat, names)


@caught_by("looking")
class ViewThatCounts(Tiny):
    looks = 0

    def view(self, state: State, seat: int) -> TinyView:
        self.looks += 1
        view = super().view(state, seat)
        view.rounds = self.looks
        return view


@caught_by("clones")
class SharedHands(Tiny):
    def clone(self, state: State) -> State:
        new = super().clone(state)
        new.hands = state.hands[:]
        return new


@caught_by("clones")
class SharedBids(Tiny):
    def clone(self, state: State) -> State:
        new = super().clone(state)
        new.bids = state.bids
        return new


@caught_by("clones")
class ForgetfulClone(Tiny):
    def clone(self, state: State) -> State:
        new = super().clone(state)
        new.moved = 0
        return new


@caught_by("clones")
class CloneWithEvents(Tiny):
    def clone(self, state: State) -> State:
        new = super().clone(state)
        new.events = None if state.events is None else [(DID, 0, PASS)]
        return new

    def watch(self, state: State) -> list[Event]:
        state.events = state.events or []
        return state.events


@caught_by("samples")
class SampleOfAnotherHand(Tiny):
    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        new.hands[0][0], new.deck[0] = new.deck[0], new.hands[0][0]
        return new


@caught_by("samples")
class ViewOfAllHands(Tiny):
    def view(self, state: State, seat: int) -> TinyView:
        view = super().view(state, seat)
        view.counts = [sum(hand) for hand in state.hands]
        return view


@caught_by("samples")
class ChapterOfTheDeck(Tiny):
    def chapter(self, state: State, names: Sequence[str]) -> str:
        return f"The hands hold {sum(state.hands[0])}"


@caught_by("samples")
class LegalThatPeeks(Tiny):
    def legal(self, state: State, seat: int) -> list[int]:
        legal = super().legal(state, seat)
        return [PASS] if DRAW in legal and state.deck[-1] < 4 else legal


@caught_by("samples")
class PromptThatTells(Tiny):
    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        return f"{super().prompt(state, seat, names)} Next is the {state.deck[-1] if state.deck else 0}."


@caught_by("samples")
class LabelThatTells(Tiny):
    def describe(self, state: State, seat: int, action: int) -> Description:
        said = super().describe(state, seat, action)
        return Description(f"{said.label} {state.deck[-1] if state.deck else 0}", said.facts)


@caught_by("samples")
class ReasonThatTells(Tiny):
    def explain(self, state: State, seat: int, action: int) -> str:
        why = super().explain(state, seat, action)
        return why and f"{why} Others hold {sum(state.hands[-1])}."


@caught_by("random_play")
class HurriesAstray(Tiny):
    def play_at_random(self, state: State, chance: Chance, choosing: Sequence[Chance], most: int) -> tuple[int, int]:
        return super().play_at_random(state, chance, choosing[::-1], most)


@caught_by("going_on")
class SkipsChoices(Tiny):
    def play_on(self, state: State, seat: int, action: int, chance: Chance, asked: int) -> tuple[int, list[int]]:
        seat, legal = super().play_on(state, seat, action, chance, asked)
        return (seat, legal) if seat < 0 else super().play_on(state, seat, legal[-1], chance, asked)


class ObservedView(TinyView):
    deck: Annotated[int, about(0, 12)]
    turn: Seat


class Observed(Tiny):
    def view(self, state: State, seat: int) -> ObservedView:
        view = super().view(state, seat)
        return ObservedView(**{name: getattr(view, name) for name in view.__struct_fields__})


@caught_by("observing")
class ObservesTheTopOfTheDeck(Observed):
    def observer(self, layout: Layout) -> Callable[[State, int, Rows], None]:
        def write(state: State, seat: int, out: Rows) -> None:
            Number(0, 12).put(out, state.deck[-1] if state.deck else 0)
            OneOf(layout.seats).put_seat(out, state.turn, seat, layout.seats)

        return write


class RangedView(TinyView):
    deck: Annotated[int, Meta(ge=0, le=3)]


@caught_by("observing")
class LeavesItsRange(Tiny):
    def view(self, state: State, seat: int) -> RangedView:
        view = super().view(state, seat)
        return RangedView(**{name: getattr(view, name) for name in view.__struct_fields__})


@caught_by("numbering")
class ForgetsAnAction(Tiny):
    def all_actions(self) -> Sequence[int]:
        return [LOW, HIGH, STORE, DRAW]


@caught_by("numbering")
class TwoNumbersForOne(Tiny):
    def all_actions(self) -> Sequence[int]:
        return [LOW, HIGH, STORE, DRAW, PASS, PASS]


@caught_by("sampled_play")
class SampleThatNeverEnds(Tiny):
    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        new.moved -= 1000
        return new


@caught_by("sampled_play")
class SampleThatShares(Tiny):
    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        new.chest = state.chest
        return new


@caught_by("sampled_play")
class SampleThatIsStuck(Tiny):
    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        new.moved += 1000
        return new

    def legal(self, state: State, seat: int) -> list[int]:
        return [] if state.moved >= 1000 and state.purse[seat] > 2 else super().legal(state, seat)

    def _next(self, state: State) -> None:
        if state.moved < 1000:
            super()._next(state)


@caught_by("explaining")
class NoReason(Tiny):
    def explain(self, state: State, seat: int, action: int) -> str:
        return ""


@caught_by("explaining")
class ReasonAgainstAll(Tiny):
    def explain(self, state: State, seat: int, action: int) -> str:
        return "Because."


@caught_by("explaining")
class ReasonThatChanges(Tiny):
    def explain(self, state: State, seat: int, action: int) -> str:
        why = super().explain(state, seat, action)
        if why:
            state.chest[seat] += 1
        return why


class Ticked(list[Event]):
    """A list of events that says that someone is about to play."""


@caught_by("refusing")
class LenientInTheEnd(Tiny):
    """Shows one legal list and goes by another when someone plays."""

    def watch(self, state: State) -> list[Event]:
        state.events = Ticked() if state.events is None else state.events
        return state.events

    def legal(self, state: State, seat: int) -> list[int]:
        return list(range(5)) if isinstance(state.events, Ticked) else super().legal(state, seat)


@caught_by("words")
class NoPrompt(Tiny):
    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        return " "


@caught_by("words")
class HyphenForMinus(Tiny):
    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        return "You have -5 points."


@caught_by("words")
class NoTextForPassing(Tiny):
    def text(self, action: int) -> str:
        return "" if action == PASS else super().text(action)


@caught_by("words")
class TextOfTwoLines(Tiny):
    def text(self, action: int) -> str:
        return super().text(action).replace(" ", "\n")


@caught_by("words")
class NoLabel(Tiny):
    def describe(self, state: State, seat: int, action: int) -> Description:
        return Description("", super().describe(state, seat, action).facts)


@caught_by("labels")
class LabelOfAnotherNumber(Tiny):
    def describe(self, state: State, seat: int, action: int) -> Description:
        label = f"{self.text(action)} ({state.purse[seat] + 40} in the purse)"
        return Description(label, super().describe(state, seat, action).facts)


@caught_by("labels")
class OneLabelForAll(Tiny):
    def describe(self, state: State, seat: int, action: int) -> Description:
        return Description("Do it", super().describe(state, seat, action).facts)


@caught_by("words")
class DoesWhatNoLabelSays(Tiny):
    def describe(self, state: State, seat: int, action: int) -> Description:
        said = super().describe(state, seat, action)
        return Description(said.label, said.facts, "something else")


@caught_by("words")
class FormWithoutType(Tiny):
    def encode(self, action: int) -> dict[str, Any]:
        return {"action": super().encode(action)["type"]}


@caught_by("words")
class FormsMixedUp(Tiny):
    def decode(self, form: Mapping[str, Any]) -> int:
        action = super().decode(form)
        return {STORE: PASS, PASS: STORE}.get(action, action)


@caught_by("strange_forms")
class FaultWithoutCode(Tiny):
    def decode(self, form: Mapping[str, Any]) -> int:
        try:
            return super().decode(form)
        except GameError:
            raise GameError("error", "Wrong.") from None


@caught_by("strange_forms")
class AnyForm(Tiny):
    def decode(self, form: Mapping[str, Any]) -> int:
        try:
            return super().decode(form)
        except GameError:
            return 99


@caught_by("taking_back")
class FirstComeFirstServed(Tiny):
    """Simultaneous choices that are not independent of each other."""

    def measures(self, state: State, seat: int) -> dict[str, int]:
        return {}

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        if action <= HIGH and max(state.bids) < 0:
            state.purse[seat] += 1
        super().play(state, seat, action, chance)


@caught_by("barrier")
class StoringShowsTheNextCoin(Tiny):
    def measures(self, state: State, seat: int) -> dict[str, int]:
        return {}

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        super().play(state, seat, action, chance)
        if action == STORE and state.deck:
            state.chest[seat] += state.deck[-1]


@caught_by("barrier")
class StoringTellsTheNextCoin(Tiny):
    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        return f"The next coin is the {event[3]}." if len(event) > 3 else super().narrate(event, viewer, names)

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        super().play(state, seat, action, chance)
        if action == STORE and state.deck:
            state.note(DID, seat, action, state.deck[-1])


@caught_by("telling")
class ConcernsWhoIsNotTold(Tiny):
    def concerns(self, event: Event, viewer: int, names: Sequence[str]) -> str:
        return "Something happened to you." if event[1] != viewer else ""


@caught_by("telling")
class EmptySentence(Tiny):
    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        return super().narrate(event, viewer, names) or ""


@caught_by("lockstep")
class ChanceOfItsOwn(Tiny):
    def measures(self, state: State, seat: int) -> dict[str, int]:
        return {}

    def __init__(self) -> None:
        super().__init__()
        self.own = SeededChance(1)

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        super().play(state, seat, action, chance)
        if action == PASS:
            state.purse[seat] += self.own.draw(10**6)


@caught_by("lockstep")
class DealOfItsOwn(Tiny):
    def __init__(self) -> None:
        super().__init__()
        self.own = SeededChance(1)

    def start(self, options: Mapping[str, Any], seats: int, chance: Chance) -> State:
        return super().start(options, seats, self.own)


@caught_by("replay")
class FormsThatDiffer(Tiny):
    """Each form has a number of its own, which the way back leaves out."""

    made = 0

    def encode(self, action: int) -> dict[str, Any]:
        self.made += 1
        return super().encode(action) | {"made": self.made}

    def decode(self, form: Mapping[str, Any]) -> int:
        return super().decode({key: value for key, value in form.items() if key != "made"})


@caught_by("replay")
class KnowsItsChance(Tiny):
    """Deals better when it is not being replayed."""

    def start(self, options: Mapping[str, Any], seats: int, chance: Chance) -> State:
        state = super().start(options, seats, chance)
        if isinstance(chance, ScriptedChance):
            state.deck.reverse()
        return state


@caught_by("facts")
class PromisesMore(Tiny):
    """Says that passing brings two points."""

    def describe(self, state: State, seat: int, action: int) -> Description:
        said = super().describe(state, seat, action)
        return Description(said.label, Facts((Change("purse", 2),))) if action == PASS else said


@caught_by("facts")
class SaysNothingOfTheChest(Tiny):
    """Says only what storing a point costs."""

    def describe(self, state: State, seat: int, action: int) -> Description:
        said = super().describe(state, seat, action)
        return Description(said.label, Facts((Change("purse", -1),))) if action == STORE else said


@caught_by("samples")
class TellsByFacts(Tiny):
    """The facts of drawing tell which coin it will be."""

    def describe(self, state: State, seat: int, action: int) -> Description:
        said = super().describe(state, seat, action)
        if action != DRAW or not state.deck:
            return said
        return Description(said.label, Facts(said.facts.changes, {"coin": state.deck[-1]}))


@caught_by("samples")
class OneViewForAll(Tiny):
    """What is put together for all viewers at once is what the first seat sees."""

    def views(self, state: State) -> Callable[[int], msgspec.Struct]:
        seen = self.view(state, 0)
        return lambda _: seen


@caught_by("window")
class WindowsCountedDown(Tiny):
    def window(self, state: State) -> int:
        return -state.window


@caught_by("crash")
class BreaksDown(Tiny):
    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        if action == DRAW:
            raise IndexError("no pocket")
        super().play(state, seat, action, chance)


class Discreet(Tiny):
    """Not broken: what is in the purses and chests of others, and what they store, is hidden."""

    def view(self, state: State, seat: int) -> TinyView:
        view = super().view(state, seat)
        view.purse = [view.purse[seat]] if seat >= 0 else []
        view.chest = [view.chest[seat]] if seat >= 0 else []
        return view

    def narrate(self, event: Event, viewer: int, names: Sequence[str]) -> str | None:
        if event[0] == DID and event[2] == STORE and event[1] != viewer:
            return None
        return super().narrate(event, viewer, names)


@caught_by("uncounted")
class PromptThatTellsOfSteps(Discreet):
    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        purse = f" ({state.purse[state.turn]} in the purse)" if state.turn >= 0 else ""
        return super().prompt(state, seat, names) + purse


@caught_by("alike")
class SampleOfAnotherTurn(Tiny):
    """Whose turn it is no one else should know, but what is sent says who owes a decision."""

    def view(self, state: State, seat: int) -> TinyView:
        view = super().view(state, seat)
        view.turn = -1
        return view

    def prompt(self, state: State, seat: int, names: Sequence[str]) -> str:
        return "Bid, or store points, then draw or pass; or wait."

    def chapter(self, state: State, names: Sequence[str]) -> str:
        return ""

    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        if state.turn not in (-1, seat):
            new.turn = (
                next(other for other in range(len(state.bids)) if other not in (seat, state.turn))
                if len(state.bids) > 2
                else state.turn
            )
        return new


class TellsParity(Tiny):
    """The view tells whether the next coin is odd."""

    def view(self, state: State, seat: int) -> TinyView:
        view = super().view(state, seat)
        view.deck = 100 * view.deck + (state.deck[-1] % 2 if state.deck else 0)
        return view


@caught_by("samples")
class TellsParityWithHonestSamples(TellsParity):
    pass


@caught_by("hidden")
class TellsParityWithTrueSamples(TellsParity):
    def sample(self, state: State, seat: int, chance: Chance) -> State:
        return self.clone(state)


@caught_by("hidden")
class SampleThatKeepsTheDeck(Tiny):
    """Deals the hands of others again among them, but leaves the deck in its order."""

    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        others = [one for one in range(len(state.hands)) if one != seat]
        coins = [coin for one in others for coin in state.hands[one]]
        shuffle(coins, chance)
        for one in others:
            new.hands[one] = [coins.pop() for _ in state.hands[one]]
        new.deck = state.deck[:]
        return new


@caught_by("hidden")
class SampleThatKeepsTheBids(Tiny):
    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        new.bids = state.bids[:]
        return new


class OpenView(TinyView):
    """A view of everything but the deck."""

    hands: list[list[int]]
    bids: list[int]
    coins: list[int]


class Open(Tiny):
    """Not broken: everyone sees everything."""

    def __init__(self) -> None:
        super().__init__()
        self.about = msgspec.structs.replace(self.about, perfect_information=True)

    def view(self, state: State, seat: int) -> OpenView:
        plain = msgspec.structs.asdict(super().view(state, SPECTATOR)) | {"seat": seat}
        hands = [hand[:] for hand in state.hands]
        return OpenView(**plain, hands=hands, bids=state.bids[:], coins=state.deck[:])

    def sample(self, state: State, seat: int, chance: Chance) -> State:
        return self.clone(state)


@caught_by("hidden")
class OpenUnsaid(Open):
    def __init__(self) -> None:
        super().__init__()
        self.about = msgspec.structs.replace(self.about, perfect_information=False)


@caught_by("hidden")
class OpenButForTheDeck(Open):
    def view(self, state: State, seat: int) -> OpenView:
        view = super().view(state, seat)
        view.coins = []
        return view


@caught_by("samples")
class OpenButForBids(Open):
    def view(self, state: State, seat: int) -> OpenView:
        view = super().view(state, seat)
        view.bid = state.bids[seat] if seat >= 0 else -1
        return view


@caught_by("samples")
class OpenWithOtherSamples(Open):
    def sample(self, state: State, seat: int, chance: Chance) -> State:
        return Tiny.sample(self, state, seat, chance)


@caught_by("bound")
class StoringForNothing(Tiny):
    """Storing a point leaves everything as it is."""

    def measures(self, state: State, seat: int) -> dict[str, int]:
        return {}

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        if action != STORE:
            super().play(state, seat, action, chance)


class Stuck(Tiny):
    """A seat that draws or passes still has its turn, so nothing goes on by itself."""

    def _next(self, state: State) -> None:
        pass


@caught_by("sampled_play")
class StuckInSamples(Stuck):
    pass


@caught_by("actions")
class TwoOfOneName(Tiny):
    def text(self, action: int) -> str:
        return super().text(PASS if action == STORE else action)


@caught_by("actions")
class AnyIntIsAnAction(Tiny):
    def encode(self, action: int) -> dict[str, Any]:
        return super().encode(action % 5)


@caught_by("options")
class AnyOption(Tiny):
    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return super().check_options(
            {name: options[name] for name in options if name in ("mode", "rounds", "rich")}, seats
        )


@caught_by("options")
class RefusedWithoutASentence(Tiny):
    def check_options(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        try:
            return super().check_options(options, seats)
        except GameError as error:
            raise GameError(error.code, "no") from None


@caught_by("explaining")
class ReasonThatIsNoSentence(Tiny):
    def explain(self, state: State, seat: int, action: int) -> str:
        return "not now" if super().explain(state, seat, action) else ""


class TinyHint(msgspec.Struct):
    """A hint in a view, as the page reads it."""

    say: str
    point: str
    does: dict[str, Any] | None


class HintedView(TinyView):
    hint: TinyHint | None


class Guided(Tiny):
    """Not broken: a game that is a lesson."""

    says = "{0} may do it. Press the last button."

    def __init__(self) -> None:
        super().__init__()
        self.about = msgspec.structs.replace(
            self.about, modes=tuple(msgspec.structs.replace(mode, guided=True) for mode in self.about.modes)
        )

    def view(self, state: State, seat: int) -> HintedView:
        return HintedView(**msgspec.structs.asdict(super().view(state, seat)), hint=self.hint(state, seat))

    def hint(self, state: State, seat: int) -> TinyHint | None:
        if seat < 0:
            return None
        legal = self.legal(state, seat)
        return TinyHint(self.says, "board", self.encode(legal[-1]) if legal else None)


@caught_by("hints")
class GuidedWithoutHints(Guided):
    def hint(self, state: State, seat: int) -> TinyHint | None:
        return None


@caught_by("hints")
class HintsWhereNothingIsGuided(Guided):
    def __init__(self) -> None:
        Tiny.__init__(self)


@caught_by("hints")
class HintsForSpectators(Guided):
    def hint(self, state: State, seat: int) -> TinyHint | None:
        return super().hint(state, max(seat, 0))


@caught_by("hints")
class HintThatIsNoSentence(Guided):
    says = "pass"


@caught_by("hints")
class HintThatIsALecture(Guided):
    says = f"{'First think well, and then think again. ' * 8}Press the last button."


@caught_by("hints")
class HintThatIsNotFilledIn(Guided):
    says = "You have {coins} coins."


@caught_by("hints")
class HintOfAnotherButton(Guided):
    says = "Press “Sell”."


class LedAlone(Guided):
    """Not broken: only the first seat gets hints."""

    def hint(self, state: State, seat: int) -> TinyHint | None:
        return super().hint(state, seat) if seat == 0 else None


@caught_by("hints")
class HintsThatLose(LedAlone):
    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and msgspec.structs.replace(outcome, winners=(1,))


@caught_by("hints")
class HintForSomebodyElse(Guided):
    says = "Wait for {7}."


@caught_by("hints")
class HintOfWhatIsNotLegal(Guided):
    def hint(self, state: State, seat: int) -> TinyHint | None:
        return TinyHint(self.says, "board", self.encode(PASS)) if seat >= 0 else None


class Telling(Tiny):
    """Not broken: a game that tells of its end. Only what was saved counts."""

    def standing(self, state: State) -> Standing:
        return Standing(tuple(map(sum, zip(state.purse, state.chest, strict=True))), f"Round {5 - state.rounds}")

    def outcome(self, state: State) -> Outcome | None:
        scores = self.standing(state).scores
        return None if state.rounds else Outcome(scores, (scores.index(max(scores)),), "It is over.")

    def tale(self, past: Past) -> Tale:
        return Tale("The end", "All rounds are over.", "coin", "Coins", self.sheets(past), ())

    def sheets(self, past: Past) -> tuple[TaleSheet, ...]:
        s = past.state
        return tuple(
            sheet(seat, name, [TaleLine("Purse", s.purse[seat]), TaleLine("Chest", s.chest[seat])])
            for seat, name in enumerate(past.names)
        )


@caught_by("tale")
class ForgetsTheChest(Telling):
    def sheets(self, past: Past) -> tuple[TaleSheet, ...]:
        purses = enumerate(past.state.purse)
        return tuple(sheet(seat, past.names[seat], [TaleLine("Purse", purse)]) for seat, purse in purses)


@caught_by("tale")
class TellsOfTheFirstSeatAlone(Telling):
    def sheets(self, past: Past) -> tuple[TaleSheet, ...]:
        return super().sheets(past)[:1]


@caught_by("tale")
class StandsAtNothing(Telling):
    def standing(self, state: State) -> Standing:
        return Standing((0,) * len(state.bids), "Always")
