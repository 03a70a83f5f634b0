"""Everything that people read about a game going on: prompts, labels of actions, the log, the result.

One word for one thing, the rulebook's: month, calendar, stash, pool, runner, recruit, buck, envelope, star.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.options import BUBBAS, BY_CARDS, BY_DIE, SHARED
from cashbox.games.envelopes.phrases import amounts
from cashbox.games.envelopes.rules import auction, bubba, dice, idle, marketing, put_card, sign, trade, winner
from cashbox.games.envelopes.telling import TELLERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Event
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State

BUBBA = "Bubba"


def recruit(s: State, slot: int) -> str:
    """As in QB of Iowa."""
    return f"{v.POSITIONS[s.position[slot]]} of {s.content.space_names[s.content.space_of[slot]]}"


# -- prompts ---------------------------------------------------------------------------------------------------


def prompt(s: State, seat: int, names: Sequence[str]) -> str:
    """What this seat is to do now, or for whom and what it waits."""
    if s.phase == st.OVER:
        return "The game is over."
    if seat < 0 or not s.due >> seat & 1:
        who = [names[k] for k in range(s.seats) if s.due >> k & 1]
        return f"Waiting for {listed(who)} {_WAITING[s.phase]}."
    if s.phase == st.MONTH:
        return _prompt_month(s, s.players[seat])
    if s.phase == st.STASH and s.rules.open_stash:
        number = len(s.players[seat].stash) + 1
        rest = "is passed on" if number < s.rules.kept else "goes to the pool"
        return f"Take card {number} of {s.rules.kept} for your stash; the rest of the pack {rest}."
    if s.phase == st.STASH:
        left = len(s.players[seat].stash) - s.rules.kept
        return f"Choose {plural(left, 'card')} to reject; the others are your Secret Stash."
    if s.phase == st.DRAFT:
        return _prompt_draft(s, s.players[seat])
    if s.phase == st.AUCTION:
        return _prompt_auction(s)
    if s.phase == st.FINAL:
        return _FINAL[s.rules.ties]
    if s.phase == st.DICE:
        return _prompt_dice(s, s.players[seat])
    return _PROMPTS[s.phase]


_WAITING = {
    st.COACHES: "to choose a head coach",
    st.HOMES: "to choose a home",
    st.STASH: "to choose a Secret Stash",
    st.DRAFT: "to draft a card",
    st.BOOKIE: "to hear what the bookie can do",
    st.DICE: "to choose dice",
    st.MONTH: "to play out the month",
    st.FINAL: "to decide on a final campaign",
    st.AUCTION: "to bid for the chain, or to sell it",
}

_PROMPTS = {
    st.COACHES: "Choose your head coach.",
    st.HOMES: "Choose your home: where your bus starts, and the colour of your first envelopes.",
    st.BOOKIE: "Your bookie may shift one die by 1 for your bets, or leave the dice as they are.",
}

_KEEP = "Run one final campaign with your left-over bucks, or keep them: they break ties."
_FINAL = {
    BY_CARDS: _KEEP,
    BY_DIE: _KEEP,
    SHARED: "Run one final campaign with your left-over bucks; what is kept is worth nothing.",
    BUBBAS: "Run one final campaign with your left-over bucks; what is kept is worth nothing.",
}


def _keeping(s: State) -> str:
    cost = max(s.bids) - 1
    return plural(cost, "buck") if cost else "nothing"


def _prompt_auction(s: State) -> str:
    bidder = auction.high(s)
    if auction.deciding(s):
        return f"Sell the chain for {plural(auction.price(s), 'buck')}, or keep it for {_keeping(s)}."
    if bidder < 0:
        return "Bid for the chain, or pass; who passes is out."
    return f"The best bid for the chain is {plural(s.bids[bidder], 'buck')}: bid more, or pass and be out."


def _prompt_draft(s: State, p: Player) -> str:
    month = v.MONTHS[s.month]
    if not s.rules.pool:
        places = "your hand or your stash" if s.rules.kept else "your hand"
        return f"Draft a card for {month} from {places}; Bubba scores the stars of what you leave."
    places = "your hand, the pool or your stash" if s.rules.kept else "your hand or the pool"
    if len(p.hand) > 1:
        return f"Draft a card for {month} from {places}, or discard one of your hand and pass."
    return f"Draft a card for {month} from {places}."


def _prompt_dice(s: State, p: Player) -> str:
    if len(p.choice) % 3 == 1:
        colour = p.choice[-1]
        die = f"Put the {v.COLOURS[colour]} {s.dice[colour]} on your calendar"
        return f"{die}: in any month." if s.rules.full_anywhere else f"{die}: all of it in its month, or half in any."
    return "Choose your first die." if not p.choice else "Choose your second die, of another colour."


def _prompt_month(s: State, p: Player) -> str:
    c = s.content
    step = s.step
    if step == st.NO_STEP:
        return f"Play out {v.MONTHS[s.month]}: any actions in any order, then end your turn."
    if step == st.GAIN:
        return f"Take {plural(s.n, 'envelope')} of any colour."
    if step == st.PAY:
        what = recruit(s, s.a) if s.b else c.names[s.a]
        if s.n:
            return f"You pay {plural(s.n, 'envelope')} less for {what}: choose which to leave out."
        return f"Still to pay for {what}: {amounts(s.owed)}. Pay as printed, or choose a substitute."
    if step == st.GIVE:
        return f"Give {plural(s.n, 'more envelope')} for 1 {v.COLOURS[s.a]}."
    if step == st.SEND:
        return f"Send envelopes to the {recruit(s, s.a)}" + ("; the runner leaves when you say so." if s.n else ".")
    if step == st.COST:
        return f"Pay {plural(s.n, 'envelope')} of any colour for {c.names[s.a]}."
    if step == st.FARE:
        return f"Choose an envelope to pay for the drive to {c.space_names[s.a]}."
    if step == st.STAKE:
        return f"Choose an envelope to stake on {v.COLOURS[s.a // 6]} {s.a % 6 + 1}."
    if step == st.FLY_TO:
        return "Choose where your bus goes."
    if step == st.LATER:
        return f"Choose a month for {amounts(c.effect[s.a].env)}."
    return f"Keep {plural(s.n, 'envelope')} for next month; the rest is discarded."


# -- labels ----------------------------------------------------------------------------------------------------


def label(s: State, seat: int, action: int) -> str:
    """What a button says, with the cost and what will be left where something is paid."""
    name, k = s.content.forms.kind_of(action)
    return _LABELS[name](s, s.players[seat], k)


def _end(s: State, p: Player, _: int) -> str:
    left = sum(p.env)
    return f"End your turn ({plural(left, 'envelope')} would be discarded)" if left else "End your turn"


def _done(s: State, p: Player, _: int) -> str:
    if s.phase == st.BOOKIE:
        return "Leave the dice as they are"
    if s.step == st.SAVE:
        return "Keep no more"
    return "Send the runner off" if s.step == st.SEND else f"Pay {amounts(s.owed)} as printed"


def _colour(s: State, p: Player, k: int) -> str:
    colour = v.COLOURS[k]
    if s.step == st.GAIN:
        return f"Take 1 {colour}, you will have {p.env[k] + 1}"
    verb = {st.GIVE: "Give", st.SEND: "Send", st.SAVE: "Keep"}.get(s.step, "Pay")
    return f"{verb} 1 {colour}, {p.env[k] - 1} left"


def _place(s: State, p: Player, k: int) -> str:
    colour = p.choice[-1]
    pips = s.dice[colour]
    count = dice.half(p, pips) if k >= 12 else pips
    there = p.later[6 * (k % 12) + colour]
    value = "half" if k >= 12 else "full"
    return f"{count} {v.COLOURS[colour]} in {v.MONTHS[k % 12]} ({value} value), {there + count} there then"


def _idle(s: State, card: int) -> str:
    """What is said besides of a card that can do nothing at this table (RULINGS D2)."""
    return ", no effect at this table" if card in idle.idle(s.content, s.rules, s.seats) else ""


def _put(s: State, p: Player, k: int) -> str:
    c = s.content
    less = put_card.discount(s, p, k)
    cost = amounts(c.cost[k]) + (f", {less} less" if less else "")
    return f"Put {c.names[k]} into play for {cost}: {plural(c.stars[k], 'star')}{_idle(s, k)}"


def _sign(s: State, p: Player, k: int) -> str:
    less = sign.discount(s, p, k)
    cost = amounts(sign.owed(s, p, k)) + (f", {less} less" if less else "")
    return f"Sign the {recruit(s, k)} ({plural(s.value[k], 'star')}) for {cost}"


def _campaign(s: State, p: Player, k: int) -> str:
    if k == 0:
        return "No final campaign"
    price = marketing.price(p, k)
    return f"Campaign: {plural(price, 'buck')} for {plural(marketing.STARS[k], 'star')}, {p.bucks - price} left"


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
    price = f"free, {p.moves - 1} free left" if p.moves else "1 envelope"
    return f"Drive to {s.content.space_names[k]} ({price})"


def _home(s: State, p: Player, k: int) -> str:
    c = s.content
    return (
        f"Take the {v.SYMBOLS[k]}: start at {c.space_names[c.start_space[k]]}, {v.COLOURS[c.home_colour[k]]} envelopes"
    )


_LABELS: dict[str, Callable[[State, Player, int], str]] = {
    "end": _end,
    "done": _done,
    "colour": _colour,
    "leave": lambda s, p, k: f"Leave out 1 {v.COLOURS[k]}",
    "buck": lambda s, p, k: f"Pay 1 buck instead of 1 {v.COLOURS[k]}, {plural(p.bucks - 1, 'buck')} left",
    "trade": _trade,
    "wild": lambda s, p, k: f"Pay 1 {v.COLOURS[k // 6]} instead of 1 {v.COLOURS[k % 6]}",
    "bet": lambda s, p, k: f"Bet on {v.COLOURS[k // 6]} {k % 6 + 1}",
    "campaign": _campaign,
    "die": lambda s, p, k: f"Take the {v.COLOURS[k]} {s.dice[k]}",
    "place": _place,
    "bookie": lambda s, p, k: f"Shift the {v.COLOURS[k // 2]} die {'up' if k % 2 else 'down'}",
    "draft": lambda s, p, k: f"{'Take' if s.phase == st.STASH else 'Draft'} {s.content.names[k]}{_idle(s, k)}",
    "pass": lambda s, p, k: f"Discard {s.content.names[k]} and pass",
    "bid": lambda s, p, k: f"Bid {plural(k, 'buck')}, {p.bucks - k} left" if k else "Pass",
    "keep": lambda s, p, k: f"Keep the chain for {_keeping(s)}",
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
