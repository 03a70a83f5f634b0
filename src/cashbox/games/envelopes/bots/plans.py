"""The best few of what `steady` takes the best of: pairs of dice, plans of a month, cards to draft."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots import draft, month
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.dice import Chooser, _options
from cashbox.games.envelopes.bots.route import Planner

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.dice import Placing
    from cashbox.games.envelopes.bots.route import Node, Step
    from cashbox.games.envelopes.bots.sight import Sight


def pairs(sight: Sight, legal: list[int], n: int) -> list[list[Placing]]:
    chooser = Chooser(sight, [])
    options = _options(sight, [], legal)
    first = chooser.best(options)
    gains = {p: chooser._gain(p) for p in options}
    order = sorted(options, key=lambda p: -gains[p])[:16]
    found = []
    for a, one in enumerate(order):
        for two in order[a + 1 :]:
            if one[0] != two[0]:
                both = chooser._together(one, two) if one[1] == two[1] else gains[one] + gains[two]
                found.append((both, one, two))
    found.sort(key=lambda f: -f[0])
    out = [first]
    for _, one, two in found:
        if len(out) < n and {one[:3], two[:3]} != {first[0][:3], first[-1][:3]}:
            out.append([one, two])
    return out


def routes(sight: Sight, legal: list[int], n: int) -> list[list[Step]]:
    first = month._plan(sight, legal)
    uses = [a for a in legal if act.USE <= a < act.RUNNER]
    planner = Planner(sight, month._items(sight, uses), month._flight(sight.tables, uses), month._boost(sight.tables, uses))
    beam = planner._roots()
    nodes: list[Node] = list(beam)
    for _ in range(9):
        found: dict[Any, Node] = {}
        for node in beam:
            planner._expand(node, found)
        if not found:
            break
        beam = sorted(found.values(), key=lambda k: -k.rank)[:6]
        nodes += beam
    nodes.sort(key=lambda k: -k.rank)
    out = [first]
    seen = {what(first)}
    for node in nodes:
        steps = [*node.steps, *planner._last_drive(node)]
        if what(steps) not in seen and len(out) < n:
            seen.add(what(steps))
            out.append(steps)
    return out


def what(steps: list[Step]) -> frozenset[Step]:
    return frozenset(step for step in steps if step[0] in (act.SIGN, act.PUT, act.USE))


def cards(sight: Sight, legal: list[int], n: int) -> list[int]:
    first = draft.choose(sight, legal)
    if legal[0] >= act.REJECT:
        return [first, *(a for a in legal if a != first)][:n]
    appraiser = Appraiser(sight)
    since = min(sight.months - 1, sight.month + 1)
    rest = [a for a in legal if a < act.PASS and a != first]
    rest.sort(key=lambda a: -draft.price(appraiser, a - act.DRAFT, since))
    return [first, *rest[: n - 1]]
