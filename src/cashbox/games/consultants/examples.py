"""The worked examples on the help page: short positions that the rules play when the page is built.

Source: ITS "Assign", "Rewards", "Deadlines Phase 3: Complete a project", "Deadline Phase 4: Rewards", "Innovation
Project Phase 4: Rewards".
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from cashbox.engine.examples import ExampleBuilder, playable
from cashbox.engine.phrases import listed
from cashbox.games.consultants.content import COLOURS
from cashbox.games.consultants.rules import complete, desks, money, rewards
from cashbox.games.consultants.state import INNOVATION, NO_TRACK, new_place, new_state
from cashbox.games.consultants.text.phrases import in_dollars

if TYPE_CHECKING:
    from cashbox.engine.examples import Example
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.options import Rules
    from cashbox.games.consultants.state import Place, State

NAMES: Final = ("Ann", "Bob", "Cem", "Dee")
_TURNS: Final = ("rightmost", "next", "third", "fourth")


def examples(content: Content, rules: Rules) -> list[Example]:
    """Build the examples of a table with these rules."""
    made = [_open_desks, _rewards]
    if rules.deadlines:
        made += [_completed, _absent, _leftmost]
    if rules.innovation:
        made.append(_innovation)
    return playable(partial(one, content, rules) for one in made)


# -- positions ---------------------------------------------------------------------------------------------------------


def _table(content: Content, rules: Rules, seats: int, field: int = NO_TRACK) -> State:
    """Create a table of players without money, with the first regular project with four desks. field: of its deadline
    marker."""
    s = new_state(content, rules, seats)
    for p in s.players:
        p.money = 0
    four = next(k for k, one in enumerate(content.projects) if one.regular and len(one.desks) == 4)
    s.places = [new_place(four, 4, field)]
    s.stock = [len(content.projects) - 1, len(content.projects) - 2]
    return s


def _sit(s: State, place: Place, desk: int, seat: int) -> None:
    """Seat a matching consultant at a desk."""
    project = s.content.projects[place.project] if place.project != INNOVATION else None
    colour = desks.colours(s, place)[desk]
    kind = 2 * colour + int(project is not None and project.wants[desk])
    taken = {card for one in s.places for card in one.cards}
    card = next(card for card, one in enumerate(s.content.kind) if one == kind and card not in taken)
    desks.sit_down(s, place, desk, card, seat)


def _named(s: State, what: list[int]) -> dict[str, int | str]:
    return {NAMES[seat]: n for seat, n in zip(range(s.seats), what, strict=True)}


def _money(s: State) -> dict[str, int | str]:
    """Return each player's money."""
    return _named(s, [p.worth() for p in s.players])


def _who_sits(place: Place) -> str:
    """List the owners at the desks, as in Bob, Bob, and Ann from left to right."""
    return listed([NAMES[owner] for owner in place.owners if owner >= 0])


# -- the examples ------------------------------------------------------------------------------------------------------


def _open_desks(content: Content, rules: Rules) -> Example:
    """Show which desks can be taken."""
    s = _table(content, rules, 2)
    place = s.places[0]
    example = ExampleBuilder("Assign", "which desks are open")

    def shown() -> dict[str, int | str]:
        free = desks.open_desks(place)
        states = ["taken" if card >= 0 else "open" if desk in free else "–" for desk, card in enumerate(place.cards)]
        names = [f"Desk {desk + 1}, {COLOURS[colour]}" for desk, colour in enumerate(desks.colours(s, place))]
        return dict(zip(names, states, strict=True))

    example.step("No one works on this project yet. Only the leftmost desk is open.", shown())
    _sit(s, place, 0, 0)
    example.step("Ann seats a consultant there. Now the next desk to the right is open.", shown())
    _sit(s, place, 1, 1)
    example.step("Bob takes it. Again, only the next desk is open.", shown())
    desks.leave(s, place, 0)
    text = "Ann moves her consultant to another project. Her old desk is open, too: it's left of the rightmost one."
    example.step(text, shown())
    return example.build()


def _rewards(content: Content, rules: Rules) -> Example:
    """Show three consultants who are paid at the end of a round."""
    s = _table(content, rules, 2)
    place = s.places[0]
    for desk, seat in enumerate((1, 1, 0)):
        _sit(s, place, desk, seat)
    example = ExampleBuilder("Rewards", "three consultants on one project")
    track = listed([str(n) for n in content.projects[place.project].pay])
    example.step(
        f"From left to right, the consultants belong to {_who_sits(place)}. The project's track pays {track}.",
        _money(s),
    )
    for turn, (desk, dollars) in enumerate(desks.pay(s, place)):
        owner = place.owners[desk]
        money.receive(s, owner, dollars)
        example.step(f"The {_TURNS[turn]} consultant is {NAMES[owner]}'s and earns {in_dollars(dollars)}.", _money(s))
    return example.build()


def _completed(content: Content, rules: Rules) -> Example:
    """Show a project that is completed in time."""
    s = _table(content, rules, 3, field=1)
    place = s.places[0]
    for desk, seat in enumerate((1, 2, 1)):
        _sit(s, place, desk, seat)
    example = ExampleBuilder("Deadlines Phase 3: Complete a project", "a project completed on time")
    who = _who_sits(place)
    text = f"The consultants belong to {who}. The marker is on space 1, and Ann has a principal for the last desk."
    example.step(text, _money(s))
    _sit(s, place, 3, 0)
    more = complete.bonus(place)
    example.step(
        f"Ann seats the principal and completes the project on time. Each consultant earns ${more} more.", _money(s)
    )
    for desk, dollars in desks.pay(s, place):
        owner = place.owners[desk]
        money.receive(s, owner, dollars + more)
        example.step(f"{NAMES[owner]} earns ${dollars} + ${more} = {in_dollars(dollars + more)}.", _money(s))
    return example.build()


def _absent(content: Content, rules: Rules) -> Example:
    """Show players without a consultant on a late project."""
    s = _table(content, rules, 4, field=4)
    place = s.places[0]
    for desk, seat in enumerate((1, 2)):
        _sit(s, place, desk, seat)
    example = ExampleBuilder("Deadline Phase 4: Rewards", "a late project with some players missing")
    return _penalty(example, s, "The marker is on space 4. {here} are on the project, but the others aren't.")


def _leftmost(content: Content, rules: Rules) -> Example:
    """Show a late project with consultants of all players."""
    s = _table(content, rules, 3, field=5)
    place = s.places[0]
    for desk, seat in enumerate((0, 1, 2)):
        _sit(s, place, desk, seat)
    example = ExampleBuilder("Deadline Phase 4: Rewards", "a late project with everyone on it")
    return _penalty(example, s, "The marker is on space 5. From left to right, the consultants belong to {here}.")


def _penalty(example: ExampleBuilder, s: State, text: str) -> Example:
    place = s.places[0]
    for p in s.players:
        p.money = 12
    here = [NAMES[owner] for owner in place.owners if owner >= 0]
    example.step(text.format(here=listed(here)), _money(s))
    late = rewards.late(s, place)
    dollars = rewards.PENALTY[place.deadline]
    for desk, earned in desks.pay(s, place):
        money.receive(s, place.owners[desk], earned)
    example.step("First, everyone on the project is paid as usual.", _money(s))
    for seat in late:
        money.charge(s, seat, dollars)
    who = listed([NAMES[seat] for seat in late])
    why = "have no one here" if len(late) > 1 else "sits farthest left"
    pays = "pay" if len(late) > 1 else "pays"
    example.step(f"{who} {why} and {pays} ${dollars}{' each' if len(late) > 1 else ''}.", _money(s))
    return example.build()


def _innovation(content: Content, rules: Rules) -> Example:
    """Show consultants who return from the Innovation Project."""
    s = _table(content, rules, 2)
    place = new_place(INNOVATION, content.innovation_desks[2], NO_TRACK)
    s.places.append(place)
    for desk, seat in enumerate((0, 1)):
        _sit(s, place, desk, seat)

    def shown() -> dict[str, int | str]:
        return {
            f"{NAMES[seat]}'s {what}": n
            for seat, p in enumerate(s.players)
            for what, n in (("dollars", p.worth()), ("hand", len(p.hand)))
        }

    example = ExampleBuilder("Innovation Project Phase 4: Rewards", "the end of a round there")
    example.step("Ann and Bob each have a consultant on the Innovation Project.", shown())
    rewards.run(s)
    example.step("The round ends. Both players are paid and take their consultants back into their hands.", shown())
    return example.build()
