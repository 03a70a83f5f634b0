"""Short texts of card effects, for places too small for the printed text.

Each brief is generated from the effect that the rules run, so it always matches the card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.help import Tip
from cashbox.engine.phrases import amount, listed, plural
from cashbox.games.cash import vocabulary as v

if TYPE_CHECKING:
    from cashbox.games.cash.content import Content

KEY: Final = "brief."
"""The prefix of the tips' keys, before the number of the face."""

_WORDS: Final = {
    v.LIE: "put it on your firm (nothing else works without it)",
    v.STOP: "end the round immediately",
    v.CASH: "worth {value} at the end of the round",
    v.INSURE: "insure up to {limit} of your uninsured cash",
    v.INVESTIGATE: "stop an opponent from playing cards on their firm",
    v.SETTLE: "pay your lowest uninsured cash to end any investigation",
    v.DOUBLE: "the cash on your firm counts double",
    v.TAX: "get {percent}% of each opponent's result",
    v.ACQUIT: "end an investigation for {crime}",
    v.CLEAR: "end an investigation",
    v.TAKEOVER: "take an opponent's {venture}",
    v.RUIN: "lose everything except insured cash",
    v.LOSE: "lose {lose}",
    v.PASS: "Everyone passes {passes}",
    v.EXTRA: "{again}",
}

_TAKE: Final = {
    v.LOWEST: "take opponents' lowest uninsured cash",
    v.HIGHEST: "take opponents' highest uninsured cash",
    v.EXACTLY: "take one {value} from each opponent. Anyone without one {fine}",
}
_DUMP: Final = {v.LOWEST: "lose your lowest uninsured cash card", v.HIGHEST: "lose your highest uninsured cash card"}


def tips(content: Content) -> dict[str, Tip]:
    """Return the briefs of all cards by key; {recession} is a fact of the table."""
    return {f"{KEY}{face}": Tip(content.names[face], brief(content, face), "") for face in range(content.faces)}


def brief(content: Content, face: int) -> str:
    """Return a card's effect in about 80 characters: how it takes effect, what it does, and what it costs if held."""
    c = content
    does = c.does[face]
    ventures = c.doing(v.DOUBLE)
    known = {
        "value": amount(c.value[face]),
        "limit": amount(c.limit[face]),
        "percent": c.percent[face],
        "crime": c.crime_names[c.crimes[c.crime[face]]] if c.crime[face] >= 0 else "",
        "venture": c.names[ventures[0]] if ventures else "",
        "lose": plural(c.lose[face], "turn"),
        "fine": f"loses {plural(c.fine[face], 'turn')}",
        "passes": plural(c.passes[face], "card"),
        "again": "go again" if c.extra[face] == 1 else f"take {plural(c.extra[face], 'extra turn')}",
    }
    parts = [
        _TAKE[c.take[face]] if word == v.TAKE else _DUMP[c.dump[face]] if word == v.DUMP else _WORDS[word]
        for word in does
    ]
    how = "Play" if c.when[face] == v.PLAYED else "Discard"
    fee = f" for {amount(c.fee[face])}" if c.fee[face] else ""
    sentences = [part.format(**known) for part in parts if part[0].isupper()]
    said = listed([part.format(**known) for part in parts if part[0].islower()]).replace(" and lose ", " and ")
    return f"{how}{fee}: {'. '.join([said, *sentences])}.{_held(c, face)}"


def _held(c: Content, face: int) -> str:
    """Describe what a card does in a hand at the end of the round."""
    if v.CASH in c.does[face]:
        return f" In hand: −{amount(c.value[face])}."
    if v.DOUBLE in c.does[face]:
        return " In hand: bear cards cost double."
    if c.by_option[face]:
        return f" In hand: −{{{v.BY_OPTION[c.by_option[face]]}}}."
    return f" In hand: −{amount(c.held[face])}." if c.held[face] else ""
