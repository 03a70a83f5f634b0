"""Check the observations at one entry of a game; part of the conformance suite."""

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError, Rules
from cashbox.engine.observation.layout import Layout, row_of

if TYPE_CHECKING:
    from cashbox.engine.probe import Probe


def observing(probe: Probe[Any]) -> None:
    """Check that a view stays within its declared ranges, and that a game's observer writes the same numbers as its
    layout, in the true state and in a sampled one. States that the seat cannot tell apart must give equal numbers."""
    game, state = probe.game, probe.match.state
    view = game.view(state, 0)
    try:
        layout = Layout(type(view), len(probe.seats), game.extents())
    except GameError:
        return  # Its views declare no ranges, so it is not observed.
    observe = game.observer(layout)
    for seat in probe.seats:
        view = game.view(state, seat)
        try:
            msgspec.convert(msgspec.to_builtins(view), type(view))
        except msgspec.ValidationError as error:
            probe.fail("observing", f"the view of {probe.name_of(seat)} is outside a range that it declares: {error}")
        if observe is None:
            continue
        for name, one in (("the true state", state), ("a sampled state", probe.sampled(seat))):
            found = array("f", row_of(layout, observe, one, seat))
            due = array("f", layout.row(game.view(one, seat), seat))
            wrong = [field.name for field in layout.fields if _part(field, found) != _part(field, due)]
            if wrong:
                probe.fail(
                    "observing",
                    f"what `observer` writes for {probe.name_of(seat)} of {name} differs from its view in {wrong[0]!r}",
                )


def _part(field: Any, row: array[float]) -> array[float]:
    return row[field.start : field.start + field.size]


def numbering(probe: Probe[Any]) -> None:
    """Check that every legal action is exactly once among all actions, which number it, and that winners can share a
    reward of 1."""
    game, state = probe.game, probe.match.state
    numbered = game.all_actions()
    if len({*numbered}) != len(numbered):
        probe.fail("numbering", "`all_actions` lists an action twice, which gives it two numbers")
    for seat in probe.acting() if numbered else ():
        unknown = [action for action in game.legal(state, seat) if action not in numbered]
        if unknown:
            probe.fail("numbering", f"{game.text(unknown[0])!r} is legal for seat {seat}, but not in `all_actions`")
    outcome = game.outcome(state)
    if outcome is not None and len({*outcome.winners}) != len(outcome.winners):
        probe.fail("numbering", f"the outcome names a winner twice: {outcome.winners}")


def going_on(probe: Probe[Any]) -> None:
    """Check that `play_on`, which skips to the next choice, reaches the same state as playing from the legal lists."""
    game, state = probe.game, probe.match.state
    for asked in (0, -1):
        came = []
        for play_on in (partial(Rules.play_on, game), game.play_on):
            after, chance = game.clone(state), SeededChance(probe.step)
            found = play_on(after, -1, 0, chance, asked)
            for _ in range(3):
                if found[0] < 0:
                    break
                found = play_on(after, found[0], found[1][0], chance, asked)
            came.append((found, game.fingerprint(after), chance.mark()))
        if came[0] != came[1]:
            probe.fail("going_on", "`play_on` gives a different result than playing action by action")
