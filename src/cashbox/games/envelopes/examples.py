"""The worked examples on the help page: short positions that the rules play when the page is built.

Source: V10 "Understanding a card in Envelopes of Cash", "Drafting Dice", "What happens in Vegas", "Sign
Recruits", "Run a Marketing Campaign", "Positional Scoring", "Regional Scoring".
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import ScriptedChance, SeededChance
from cashbox.engine.examples import ExampleBuilder, playable
from cashbox.engine.phrases import plural
from cashbox.engine.state import with_value
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import DICE, MONTH, ROLL
from cashbox.games.envelopes.rules import counting, dice, flow, game_end, marketing, setup, sign
from cashbox.games.envelopes.rules.mats import bring_into_play
from cashbox.games.envelopes.state import bet_on, signed
from cashbox.games.envelopes.text.phrases import amounts, recruit, span, the_region

if TYPE_CHECKING:
    from cashbox.engine.examples import Example
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.options import Rules
    from cashbox.games.envelopes.state import Player, State

JUNE: Final = 3
HANDSHAKE: Final = "Hundred-Dollar Handshake"
PREGAME: Final = "National Pregame Show on Campus"
BETS: Final = (("green", 2), ("blue", 1))
ROLLED: Final = (2, 5, 3, 4, 6, 4)
"""Pips by color with which a bet on green 2 wins and one on blue 1 does not."""


def examples(content: Content, rules: Rules) -> list[Example]:
    """Build the examples of a table with these rules. A lesson is an example itself, so it has none."""
    if rules.lesson:
        return []
    made = (_card, _die, _vegas, _signing, _positions, _region)
    return [*playable(partial(one, content, rules) for one in made), _campaigns()]


# -- positions ---------------------------------------------------------------------------------------------------------


class Position:
    """A table in June on the first player's turn, who has only what an example gives."""

    def __init__(self, content: Content, rules: Rules) -> None:
        self.content = content
        self.flow = flow.Flow(content)
        self.s: State = setup.start(content, rules, 1 if rules.ties == "bubba" else 2, SeededChance("examples"))
        s = self.s
        s.phase, s.due, s.step, s.current, s.month = MONTH, 1, None, 0, JUNE
        self.p: Player = s.players[0]
        p = self.p
        p.env, p.later, p.bucks, p.play, p.monthly = [0] * 6, [0] * len(p.later), 0, [], []
        p.mods = [0] * len(p.mods)

    def do(self, action: int, *answers: int) -> None:
        """Take an action for the first player, which must be legal, with these draws."""
        if action not in self.flow.legal(self.s, 0):
            raise ValueError(self.flow.explain(self.s, 0, action))
        self.flow.play(self.s, 0, action, ScriptedChance(answers))

    def slot(self, space: str) -> int:
        """Return the recruit of a space."""
        return self.content.here[self.content.space_ids.index(space)][0]

    def signed(self, *slots: int) -> None:
        """Give the first player these signed recruits."""
        for slot in slots:
            self.p.slots = [*self.p.slots, signed(slot, self.s.value[slot])]
            self.p.pos_mask |= 1 << self.s.position[slot]


def _colour(name: str) -> int:
    return v.COLOURS.index(name)


# -- the examples ------------------------------------------------------------------------------------------------------


def _card(content: Content, rules: Rules) -> Example:
    """Show a card that waits, comes into play, and is used."""
    t = Position(content, rules)
    card = content.names.index(HANDSHAKE)
    t.p.calendar = with_value(t.p.calendar, JUNE, card)
    t.p.env = content.cost[card][:]
    before = t.p.stars

    def shown() -> dict[str, int | str]:
        return {"Stars": t.p.stars - before, "Envelopes": amounts(t.p.env)}

    example = ExampleBuilder("Understanding a card", HANDSHAKE)
    example.step(f"The card is on your calendar. It costs {amounts(content.cost[card])}, which you have.", shown())
    t.do(act.PUT + card)
    example.step("You pay and put it into play. It immediately scores its printed stars.", shown())
    t.do(act.USE + card)
    t.do(act.COLOUR + _colour("yellow"))
    example.step(
        "The calendar page means that it works once a month. You take 1 envelope of any color, here a yellow one.",
        shown(),
    )
    return example.build()


def _die(content: Content, rules: Rules) -> Example:
    """Show a green five in June."""
    t = Position(content, rules)
    green = _colour("green")
    t.s.phase = DICE
    t.s.dice = with_value([1] * 6, green, 5)
    example = ExampleBuilder("Drafting Dice", "a green 5 in June")
    full: list[int] = []
    half: list[int] = []
    for action in dice.list_placements(t.s, t.p, green):
        place = action - act.PLACE
        (half if act.is_half(place) else full).append(act.month_of(place))
    example.step("It's June, and you take the green die, which shows a 5.", {})
    counts = [dice.placed(t.s, t.p, green, place) for place in (0, act.MONTHS)]
    example.step(
        f"You can put all {counts[0]} envelopes on your calendar {span(full)}.", {_months(full): f"{counts[0]} green"}
    )
    if half:
        text = f"Or you can take half of them, rounded down, {span(half)}. That's less, but you can have it sooner."
        example.step(text, {_months(full): f"{counts[0]} green", _months(half): f"{counts[1]} green"})
    return example.build()


def _months(months: list[int]) -> str:
    first, last = v.MONTHS[months[0]], v.MONTHS[months[-1]]
    return first if first == last else f"{first} to {last}"


def _vegas(content: Content, rules: Rules) -> Example:
    """Show two bets, of which one wins."""
    t = Position(content, rules)
    for colour, number in BETS:
        field = bet_on(_colour(colour), number)
        t.p.bets = with_value(t.p.bets, field, 1)
        t.p.nbets += 1

    def shown() -> dict[str, int | str]:
        return {"Envelopes": amounts(t.p.env), "Bucks": t.p.bucks, "Bets": t.p.nbets}

    example = ExampleBuilder("What Happens in Vegas", "two bets")
    placed = ", and one is on ".join(f"{colour} {number}" for colour, number in BETS)
    example.step(f"Last month, you bet two envelopes. One token is on {placed}.", shown())
    t.s.phase, t.s.due = ROLL, 0
    flow.advance(t.s, ScriptedChance([pips - 1 for pips in ROLLED]))
    shows = [f"the {colour} die shows a {ROLLED[_colour(colour)]}" for colour, _ in BETS]
    example.step(f"Now {shows[0]}, so that bet wins. But {shows[1]}, so the other bet loses.", shown())
    return example.build()


def _signing(content: Content, rules: Rules) -> Example:
    """Show a recruit who is signed with a card that pays for him."""
    t = Position(content, rules)
    slot = t.slot("iowa")
    t.p.space = content.space_of[slot]
    t.p.env = t.s.cost[slot][:]
    bring_into_play(t.s, t.p, content.names.index(PREGAME))
    before = t.p.stars

    def shown() -> dict[str, int | str]:
        return {"Stars": t.p.stars - before, "Envelopes": amounts(t.p.env)}

    example = ExampleBuilder("Sign Recruits", f"the {recruit(t.s, slot)}")
    text = (
        f"Your bus is here. The recruit costs {amounts(t.s.cost[slot])} and is worth {plural(t.s.value[slot], 'star')}."
    )
    example.step(f"{text} Your card {PREGAME} is in play.", shown())
    t.do(act.SIGN + slot, *([sign.FACES.index(1)] if rules.die else []))
    die = "The Value Modifier Die shows +1. " if rules.die else ""
    example.step(f"You pay, and he signs. {die}Your card gives you 1 more star.", shown())
    return example.build()


def _campaigns() -> Example:
    """Show that two small campaigns are worth more than a large one."""
    example = ExampleBuilder("Run a Marketing Campaign", "six bucks, in one month or over two")
    at_once = marketing.STARS[6]
    each = marketing.STARS[3]
    example.step(
        "You spend 6 bucks on one campaign. That counts as 5, the next lower step.", {"Bucks": 6, "Stars": at_once}
    )
    example.step("Or you spend 3 bucks this month.", {"Bucks": 3, "Stars": each})
    example.step("Then you spend 3 bucks next month. In total, that's one more star.", {"Bucks": 6, "Stars": 2 * each})
    return example.build()


def _positions(content: Content, rules: Rules) -> Example:
    """Show that the same position counts once."""
    t = Position(content, rules)
    example = ExampleBuilder("Positional Scoring", "the same position twice")
    played: list[int] = []
    texts = (
        "Your first recruit is {} {}.",
        "The next one is {} {}, a second position.",
        "The third one is {} {} again, which adds nothing.",
    )
    slots = sorted(range(v.FIRST_BORDER), key=lambda slot: t.s.position[slot])
    first, again = slots[0], slots[1]
    other = next(slot for slot in slots if t.s.position[slot] != t.s.position[first])
    for text, slot in zip(texts, (first, other, again), strict=True):
        played.append(slot)
        t.signed(slot)
        different = t.p.pos_mask.bit_count()
        shown = {"Recruits": len(played), "Different positions": different, "Stars": game_end.POSITIONS[different]}
        position = t.s.position[slot]
        example.step(text.format(v.ARTICLES[position], v.POSITIONS[position]), dict(shown))
    return example.build()


def _region(content: Content, rules: Rules) -> Example:
    """Show three recruits from one region, and one from its border."""
    t = Position(content, rules)
    south = _colour("red")
    own = [slot for slot in range(v.FIRST_BORDER) if content.regions_of[slot] == 1 << south][:3]
    border = t.slot("missouri-arkansas")
    other = next(slot for slot in range(v.FIRST_BORDER) if content.regions_of[slot] == 1 << _colour("blue"))

    def shown() -> dict[str, int | str]:
        counts = counting.region_counts(t.s, t.p)
        best = max(counts)
        names = {f"{content.region_names[c]}": n for c, n in enumerate(counts) if n}
        return {**names, "Stars": game_end.REGION[min(game_end.MOST_RECRUITS, best)]}

    example = ExampleBuilder("Regional Scoring", "three recruits and one from a border state")
    t.signed(*own)
    example.step(f"You have three recruits from {the_region(content, south)}.", shown())
    t.signed(border)
    where = content.space_names[content.space_of[border]]
    example.step(f"Your recruit from {where} can count for either of his regions. Here, he is the fourth.", shown())
    t.signed(other)
    example.step("A recruit from elsewhere changes nothing. Only your best region scores.", shown())
    return example.build()
