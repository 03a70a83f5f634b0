"""Test that conformance names each fault planted in a game, with its place and cause."""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from cashbox import games
from cashbox.engine import conformance
from cashbox.engine.facts import Change, Description
from cashbox.games.cash.content import Content, read_data
from cashbox.games.cash.game import Cash
from cashbox.games.cash.state import CLOSE
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.games.cash.state import State
    from cashbox.games.cash.view.view import SeatView

EXAMPLE: Final = Path(__file__).parents[2] / "examples" / "games" / "tulips"


def named(game: Game[Any], seats: int, options: dict[str, Any], every: int) -> tuple[str, str]:
    """Return the check that finds the fault of a game, and its message."""
    with pytest.raises(conformance.ConformanceError) as caught:
        conformance.run(game, range(20), seats, options, every=every)
    return caught.value.check, str(caught.value)


# -- in the example ----------------------------------------------------------------------------------------------------

CLONE: Final = """    def clone(self, state: State) -> State:
        new = state.clone()
        new.purses = state.purses
        return new

    def measures"""

EXPLAIN: Final = """    def explain(self, state: State, seat: int, action: int) -> str:
        return ""

    def measures"""

EDITS: Final[dict[str, tuple[str, str, str, str, str]]] = {
    "a view shows the favorite of another seat": (
        "view.py", "s.favorites[seat] if seat >= 0", "s.favorites[(seat + 1) % s.seats] if seat >= 0",
        "samples", "a state sampled for seat …, its view is different (`favorite` is …, not …): …`view` shows",
    ),
    "a view shows sealed bids": (
        "view.py", "s.bids[:] if over or is_open else []", "s.bids[:]",
        "barrier", "shows seat … something hidden (`view.bids[…]` is …, not … in another state",
    ),
    "a prompt tells the next bulb": (
        "rules.py", 'f"Bid for the {s.content.names[s.bulb]}."', 'f"Bid for the bulb before {s.deck[-1:]}."',
        "samples", "`prompt` depends on something that seat 0 cannot know: it is 'Bid for the bulb before [",
    ),
    "a phase without an action": (
        "rules.py", "return [KEEP, SELL]", "return []",
        "owing", "seat 0 has a decision to make ('The … is yours. Keep it, or sell …'), but `legal` gives it no",
    ),
    "facts promise two bulbs for one": (
        "rules.py", 'change("kept", sum(s.kept[seat]), 1)', 'change("kept", sum(s.kept[seat]), 2)',
        "facts", "'keep…' by seat …: the facts leave 'kept' of seat … at 2, but playing it leaves 1",
    ),
    "facts leave out what changes": (
        "rules.py", 'Facts(change("kept", sum(s.kept[seat]), 1), {', "Facts((), {",
        "facts", "'keep…' by seat …: the facts change 'kept' of seat … by 0, but playing it changes it by 1",
    ),
    "a sample has another first seat": (
        "rules.py", "    return new\n", "    new.first = chance.draw(s.seats)\n    return new\n",
        "samples", "a state sampled for seat 0, its view is different (`first` is 0, not 1): either `sample`",
    ),
    "clones share purses": (
        "game.py", "    def measures", CLONE,
        "clones", "playing on a clone changed `purses` of the true state: `clone` has to copy it",
    ),
    "a label promises a florin too many": (
        "rules.py", "to {most} florins", "to {most + 1} florins",
        "labels", "the label of 'sell…' for seat … says 10 (…), but its facts (florins +1 to 9)",
    ),
    "a label keeps a florin too many": (
        "rules.py", "keep {left}", "keep {left + 1}",
        "labels", "the label of 'bid …' for seat 0 says 11 ('Bid 0, keep 11'), but its facts (left 10)",
    ),
    "the log tells a sealed bid": (
        "rules.py", "note(s, SEALED, seat, k)", "note(s, OPENED, seat, k)",
        "overhearing", "after 'bid …' by seat …, the log tells … something hidden: '… bid …', but '… bid …' in a game",
    ),
    "a sample keeps the deck": (
        "rules.py", "new.deck = shuffled(s.deck, chance)", "new.deck = s.deck[:]",
        "hidden", "cannot know …, but `sample` keeps what it truly is (in …",
    ),
    "a refusal is empty": (
        "game.py", "    def measures", EXPLAIN,
        "explaining", "'bid …' is not legal for seat 0, but `explain` gives '', not a sentence that says why",
    ),
}  # fmt: skip
"""What is wrong: the file, what it says, what it says then; the check that finds it, and its sentence."""


@pytest.mark.parametrize("fault", EDITS)
def test_faults_in_the_example_game_are_named(fault: str, tmp_path: Path) -> None:
    file, old, new, check, sentence = EDITS[fault]
    copy = tmp_path / "tulips"
    shutil.copytree(EXAMPLE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    text = (copy / file).read_text("utf-8")
    assert text.count(old) >= 1
    (copy / file).write_text(text.replace(old, new), "utf-8")
    with among_the_games(tmp_path):
        found, message = named(games.load("tulips"), 3, {"mode": "short"}, 2)
    assert found == check, message
    says(message, sentence)
    # a leak is found in a short run
    says(message, f"(tulips, mode short, 3 seats, seed {'0' if check in ('hidden', 'overhearing') else ''}")


def says(message: str, sentence: str) -> None:
    """Check that a message has a sentence, in which "…" stands for anything."""
    assert re.search(".*".join(map(re.escape, sentence.split("…"))), message), message


# -- in CASH -----------------------------------------------------------------------------------------------------------


class Leaks(Cash):
    """A seat sees a card of the next one."""

    def view(self, state: State, seat: int) -> SeatView:
        view = super().view(state, seat)
        if view.mine is not None:
            hand = state.players[(seat + 1) % state.seats].hand
            view.mine.hand += [self.tables.face[card] for card in hand[:1]]
        return view

    def views(self, state: State) -> Callable[[int], SeatView]:
        return partial(self.view, state)


class Sticks(Cash):
    """After it has played a card a seat can do nothing."""

    def legal(self, state: State, seat: int) -> list[int]:
        return [] if state.phase == CLOSE else super().legal(state, seat)


class PromisesCash(Cash):
    """Facts say 5,000 more than what a card brings."""

    def describe(self, state: State, seat: int, action: int) -> Description:
        said = super().describe(state, seat, action)
        changes = [
            Change("open", one.by + 5_000, seat=one.seat) if one.what == "open" and one.by > 0 else one
            for one in said.facts.changes
        ]
        return Description(said.label, msgspec.structs.replace(said.facts, changes=tuple(changes)), said.does)


class DealsTheHandAgain(Cash):
    """A sample gives a seat another hand than its own."""

    def sample(self, state: State, seat: int, chance: Chance) -> State:
        new = super().sample(state, seat, chance)
        p = new.players[max(seat, 0)]
        p.hand, new.deck = [*p.hand[:-1], new.deck[-1]], [*new.deck[:-1], p.hand[-1]]
        return new


class SharesTheDeck(Cash):
    """A clone draws from the deck of the true state."""

    def clone(self, state: State) -> State:
        new = super().clone(state)
        new.players = state.players
        return new


class LabelsTooMuch(Cash):
    """The label of a cash card has another number than the card."""

    def describe(self, state: State, seat: int, action: int) -> Description:
        said = super().describe(state, seat, action)
        label, does = (text.replace("25,000", "26,000") for text in (said.label, said.does))
        return Description(label, said.facts, does)


class RefusesInSilence(Cash):
    """No one is told why an offer cannot be made."""

    def explain(self, state: State, seat: int, action: int) -> str:
        why = super().explain(state, seat, action)
        return "" if "offer" in why else why


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(
    ("broken", "check", "sentence"),
    [
        (Leaks, "samples", "in a state sampled for seat …, its view is different (`mine.hand[…]` is …, not …)"),
        (Sticks, "owing", "seat … has a decision to make ('…'), but `legal` gives it no action, so the game is stuck"),
        (PromisesCash, "facts", "by seat …: the facts change 'open' of seat … by …000, but playing it changes it by"),
        (DealsTheHandAgain, "samples", "in a state sampled for seat …, its view is different (`mine.hand"),
        (SharesTheDeck, "clones", "on a clone changed …`players[…` of the true state: `clone` has to copy it"),
        (LabelsTooMuch, "labels", "for seat … says 26000 ('…26,000…'), but its facts (…) and what happens don't have"),
        (RefusesInSilence, "explaining", "is not legal for seat …, but `explain` gives '', not a sentence"),
    ],
)
def test_faults_in_cash_are_named(broken: type[Cash], check: str, sentence: str) -> None:
    found, message = named(broken(Content(read_data())), 3, {"max_rounds": 1, "max_turns": 6}, 12)
    assert found == check, message
    says(message, sentence)
    says(message, "(cash, mode standard, 3 seats, seed ")
