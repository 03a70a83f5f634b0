"""What people read about a game going on: labels of actions, the log, the result. What they are asked: `prompts.py`.

One word for one thing, the rulebook's: month, calendar, stash, pool, runner, recruit, buck, envelope, star.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.options import BY_DIE
from cashbox.games.envelopes.rules import (
    auction,
    bubba,
    dice,
    draft,
    idle,
    marketing,
    put_card,
    sign,
    trade,
    vegas,
    winner,
)
from cashbox.games.envelopes.words.phrases import amounts, ending, keeping, price, recruit, turn_end, wagered
from cashbox.games.envelopes.words.telling import TELLERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Event
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State

BUBBA = "Bubba"


# -- labels ----------------------------------------------------------------------------------------------------


def label(s: State, seat: int, action: int) -> str:
    """What a button says, with the cost and what will be left where something is paid."""
    name, k = s.content.forms.kind_of(action)
    return _LABELS[name](s, s.players[seat], k)


def _end(s: State, p: Player, _: int) -> str:
    what = turn_end(s, p)
    return f"End your turn ({what})" if what else "End your turn"


def _done(s: State, p: Player, _: int) -> str:
    if s.phase == st.BOOKIE:
        return "Leave the dice as they are"
    if s.step == st.SAVE:
        return f"Keep no more ({ending(p, 0)})"
    return "Send the runner off" if s.step == st.SEND else f"Pay {amounts(s.owed)} as printed"


def _colour(s: State, p: Player, k: int) -> str:
    colour = v.COLOURS[k]
    if s.step == st.GAIN:
        return f"Take 1 {colour}, you will have {p.env[k] + 1}"
    verb = {st.GIVE: "Give", st.SEND: "Send", st.SAVE: "Keep"}.get(s.step, "Pay")
    return f"{verb} 1 {colour}, {p.env[k] - 1} left"


def _place(s: State, p: Player, k: int) -> str:
    colour = p.choice[-1]
    count = dice.placed(s, p, colour, k)
    there = p.later[6 * (k % 12) + colour]
    value = "half" if k >= 12 else "full"
    return f"{count} {v.COLOURS[colour]} in {v.MONTHS[k % 12]} ({value} value), {there + count} there then"


def _idle(s: State, card: int) -> str:
    """What is said besides of a card that can do nothing at this table (RULINGS D2)."""
    return ", no effect at this table" if card in idle.idle(s.content, s.rules, s.seats) else ""


def _put(s: State, p: Player, k: int) -> str:
    c = s.content
    cost = price(c.cost[k], put_card.discount(s, p, k))
    return f"Put {c.names[k]} into play for {cost}: {plural(c.stars[k], 'star')}{_idle(s, k)}"


def _sign(s: State, p: Player, k: int) -> str:
    cost = price(sign.owed(s, p, k), sign.discount(s, p, k))
    return f"Sign the {recruit(s, k)} ({plural(s.value[k], 'star')}) for {cost}"


def _campaign(s: State, p: Player, k: int) -> str:
    if k == 0:
        return "No final campaign"
    cost = marketing.price(p, k)
    return f"Campaign: {plural(cost, 'buck')} for {plural(marketing.STARS[k], 'star')}, {p.bucks - cost} left"


def _trade(s: State, p: Player, k: int) -> str:
    bucks = trade.bucks(s, p)
    return (
        f"Trade {trade.rate(p)} envelopes"
        + (f" and {plural(bucks, 'buck')}" if bucks else "")
        + f" for 1 {v.COLOURS[k]}"
    )


def _runner(s: State, p: Player, k: int) -> str:
    free = p.runners < p.mods[v.MOD_RUNNER_FREE]
    return f"Runner to the {recruit(s, k)} ({'no buck' if free else f'1 buck, {p.bucks - 1} left'})"


def _move(s: State, p: Player, k: int) -> str:
    fare = f"free, {p.moves - 1} free left" if p.moves else "1 envelope"
    return f"Drive to {s.content.space_names[k]} ({fare})"


def _home(s: State, p: Player, k: int) -> str:
    c = s.content
    colour = v.COLOURS[c.home_colour[k]]
    first = f"{colour} envelopes" if s.rules.seeded else f"{colour} region"
    return f"Take the {v.SYMBOLS[k]}: start at {c.space_names[c.start_space[k]]}, {first}"


def _bookie(s: State, p: Player, k: int) -> str:
    colour, up = divmod(k, 2)
    to = vegas.shifted(s, colour, up)
    tokens = p.bets[6 * colour + to - 1]
    wins = f": {plural(tokens, 'bet')} on it" if tokens else ""
    return f"Shift the {v.COLOURS[colour]} die {'up' if up else 'down'} from {s.check[colour]} to {to}{wins}"


def _draft(s: State, p: Player, k: int) -> str:
    name = s.content.names[k] + _idle(s, k)
    if s.phase == st.STASH:
        return f"Take {name}"
    if s.bubba is None:
        return f"Draft {name}"
    return f"Draft {name}: Bubba scores {plural(draft.bubba_scores(s, p, k), 'star')} for what you leave"


def _pass(s: State, p: Player, k: int) -> str:
    then = "choose again" if s.seats == 1 else "pass"
    return f"Discard {s.content.names[k]} and {then}{_idle(s, k)}"


def _bid(s: State, p: Player, k: int) -> str:
    if not k:
        return "Pass"
    cost = auction.price_of(s, s.players.index(p), k)
    then = f"you pay {cost} and have {p.bucks - cost} left"
    return f"Bid {plural(k, 'buck')}: {then}, if nobody bids more and the chain is sold"


_LABELS: dict[str, Callable[[State, Player, int], str]] = {
    "end": _end,
    "done": _done,
    "colour": _colour,
    "leave": lambda s, p, k: f"Leave out 1 {v.COLOURS[k]}",
    "buck": lambda s, p, k: f"Pay 1 buck instead of 1 {v.COLOURS[k]}, {plural(p.bucks - 1, 'buck')} left",
    "trade": _trade,
    "wild": lambda s, p, k: f"Pay 1 {v.COLOURS[k // 6]} instead of 1 {v.COLOURS[k % 6]}",
    "bet": lambda s, p, k: f"Bet on {v.COLOURS[k // 6]} {k % 6 + 1}{wagered(s)}",
    "campaign": _campaign,
    "die": lambda s, p, k: f"Take the {v.COLOURS[k]} {s.dice[k]}",
    "place": _place,
    "bookie": _bookie,
    "draft": _draft,
    "pass": _pass,
    "bid": _bid,
    "keep": lambda s, p, k: f"Keep the chain for {keeping(s)}",
    "sell": lambda s, p, k: f"Sell the chain for {plural(auction.price(s), 'buck')}",
    "reject": lambda s, p, k: f"Reject {s.content.names[k]}{_idle(s, k)}",
    "put": _put,
    "use": lambda s, p, k: f"Use {s.content.names[k]}",
    "runner": _runner,
    "sign": _sign,
    "move": _move,
    "fly": lambda s, p, k: f"Go to {s.content.space_names[k]}",
    "coach": lambda s, p, k: f"Choose {s.content.names[120 + k]}",
    "home": _home,
    "month": lambda s, p, k: f"In {v.MONTHS[k]}",
}


# -- the log and the result ------------------------------------------------------------------------------------


def narrate(content: Content, event: Event, viewer: int, names: Sequence[str]) -> str | None:
    """One sentence for one event; None where this viewer is not told."""
    seat = event[1]
    return TELLERS[event[0]](content, names[seat] if seat >= 0 else "", seat == viewer, event[2:])


def outcome(s: State, winners: tuple[int, ...]) -> str:
    """Who won and, after a tie, by what."""
    if s.bubba is not None:
        return _against_bubba(s, s.bubba, bool(winners))
    first = s.players[winners[0]]
    if s.lesson is not None:
        return f"{{0}} ends the {s.lesson.name} with {plural(first.stars, 'star')}."
    if len(winners) > 1:
        names = [f"{{{seat}}}" for seat in winners]
        return f"{listed(names)} share the win with {plural(first.stars, 'star')}."
    how = f"{{{winners[0]}}} wins with {plural(first.stars, 'star')}"
    tied = [p for p in s.players if p.stars == first.stars]
    if len(tied) == 1:
        return f"{how}."
    level = [p for p in tied if p.bucks == first.bucks]
    if len(level) == 1:
        return f"{how}, by more left-over bucks."
    third, luck = ("recruits", "a die") if s.rules.ties == BY_DIE else ("different positions", "cutting cards")
    if len(winner.leaders(s)) == 1:
        return f"{how}, by as many left-over bucks and more {third}."
    return f"{how}, after a tie in everything, by {luck}."


def _against_bubba(s: State, opponent: Player, won: bool) -> str:
    stars, his = plural(s.players[0].stars, "star"), plural(opponent.stars, "star")
    if won:
        return f"{{0}} beats {BUBBA}, {stars} to {opponent.stars}."
    if s.players[0].stars == opponent.stars:
        return f"{BUBBA} wins the tie at {stars}."
    return f"{BUBBA} wins with {his}; {{0}} has {stars}."


def bubba_next(s: State) -> tuple[int, str]:
    """The recruit whom Bubba takes next as things stand (-1 none), and why, in a sentence."""
    assert s.bubba is not None
    slots = bubba.tier(s)
    slot = bubba.target(s)
    if slot < 0:
        return slot, f"{BUBBA} finds nobody any more: every border state that is left he has used."
    who = f"{BUBBA} takes the {recruit(s, slot)} next"
    if slot < 24:
        return slot, f"{who}: he is worth the most stars left in the South."
    near = "next to the South" if s.content.regions_of[slot] >> bubba.SOUTH & 1 else "away from the South"
    return slot, f"{who}, of the border states {near}: {_wanted(s, slots, slot)}{_before_equals(s, slots, slot)}."


def _wanted(s: State, slots: list[int], slot: int) -> str:
    """Why he wants a border recruit: whether he lacks the position, and whether nobody else of it is left there."""
    assert s.bubba is not None
    position = v.POSITIONS[s.position[slot]]
    lacks = not s.bubba.pos_mask >> s.position[slot] & 1
    need = f"he lacks {v.ARTICLES[s.position[slot]]} {position}" if lacks else "he lacks none of those he may take"
    only = f"the only {position} left there" if bubba.alone(s, slots, slot) else ""
    if lacks and only:
        return f"{need}, and this is {only}"
    return f"{need}; this is {only}" if only else need


def _before_equals(s: State, slots: list[int], slot: int) -> str:
    """What decides where he wants several alike."""
    best = bubba.rank(s, slots, slot)
    equals = [rank for other in slots if other != slot and (rank := bubba.rank(s, slots, other))[0] == best[0]]
    if not equals:
        return ""
    if max(rank[1] for rank in equals) < best[1]:
        return "; of several like that, his token shows the most stars"
    return "; of several like that with as many stars, his state comes first"
