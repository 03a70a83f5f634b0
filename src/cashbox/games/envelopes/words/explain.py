"""Why an action is not legal now, in the words of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import (
    auction,
    counting,
    dice,
    flow,
    marketing,
    payment,
    put_card,
    runner,
    sign,
    trade,
    use_card,
)
from cashbox.games.envelopes.words.phrases import amounts, placing, price

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State

_PHASE_OF = {
    "coach": (st.COACHES, "Head coaches are chosen at set-up."),
    "home": (st.HOMES, "Homes are chosen at set-up, where the table lets them be chosen."),
    "reject": (st.STASH, "Cards are rejected at set-up, when the Secret Stash is chosen."),
    "draft": (st.DRAFT, "Cards are drafted at the start of a month."),
    "bid": (st.AUCTION, "Bids belong to the auction of the Starting Player Chain, between months."),
    "keep": (st.AUCTION, "The auctioneer keeps or sells the chain once the bids are in."),
    "sell": (st.AUCTION, "The auctioneer keeps or sells the chain once the bids are in."),
    "pass": (st.DRAFT, "Discarding a card and passing belongs to the draft at the start of a month."),
    "bookie": (st.BOOKIE, "The bookie shifts a die between the roll and the Vegas payout, for an owner who has bets."),
    "die": (st.DICE, "Dice are chosen after the roll, at the start of a month."),
    "place": (st.DICE, "Envelopes are put on the calendar when dice are chosen."),
}
"""Actions that belong to one phase, and what to say in any other."""

_TURN_WORDS = "That is done when you play out the month, after cards and dice."


def explain(s: State, seat: int, action: int) -> str:
    """One sentence; empty for a legal action."""
    if action in flow.legal(s, seat):
        return ""
    name, k = s.content.forms.kind_of(action)
    if s.phase == st.OVER:
        return "The game is over."
    if seat < 0:
        return "Only those who play may act."
    if name in _PHASE_OF:
        phase, otherwise = _PHASE_OF[name]
        drafting_stash = name == "draft" and s.phase == st.STASH and s.rules.open_stash
        if s.phase != phase and not drafting_stash:
            return _never(s, name) or otherwise
    if not s.due >> seat & 1:
        return _not_due(s, s.players[seat])
    if name in _PHASE_OF:
        return _in_phase(s, s.players[seat], name, k)
    if name == "campaign" and s.phase == st.FINAL:
        return _campaign(s, s.players[seat], k)
    if s.phase != st.MONTH:
        return _TURN_WORDS
    return _in_turn(s, s.players[seat], name, k)


def _not_due(s: State, p: Player) -> str:
    """Why a seat is not asked while others are."""
    if not st.choosing_together(s):
        return "It is another player's turn."
    if s.phase == st.FINAL and not p.choice:
        return "You have no bucks for a final campaign."
    return "You have chosen already."


def _never(s: State, name: str) -> str:
    """What there is none of at this table; "" for what there is at its time."""
    if name == "coach" and not s.rules.coaches_picked:
        return "Head coaches are dealt at this table."
    if name == "home" and not s.rules.homes_chosen:
        return "Homes are not chosen at this table."
    if name == "reject" and s.rules.open_stash:
        return "No card is rejected at this table: the stash is drafted openly."
    if name == "reject" and s.rules.dealt_stash == s.rules.kept:
        return _ALL_KEPT if s.rules.kept else _NO_STASH
    if name in ("bid", "keep", "sell") and not s.rules.auction:
        return "The Starting Player Chain is not put up for auction at this table."
    return _NO_PASSING if name == "pass" and not s.rules.pool else ""


_ALL_KEPT = "No card is rejected at this table: those dealt for the stash are all kept."
_NO_STASH = "No card is rejected at this table: there is no stash."
_NO_PASSING = "There is no passing without a pool: take one card, and the others dealt to you leave the game."


def _in_phase(s: State, p: Player, name: str, k: int) -> str:
    if name == "coach":
        return (
            "That head coach is taken." if 120 + k in s.coach_row else "That head coach could do nothing at this table."
        )
    if name == "home":
        return "That home is taken."
    if name == "reject":
        if s.rules.open_stash:
            return "In an open stash draft you take a card of the pack, and reject none."
        return "You have rejected that card already." if k in p.choice else "That card was not dealt to you."
    if s.phase == st.STASH:
        return "That card is not in the pack you hold."
    if name in ("bid", "keep", "sell"):
        return _in_auction(s, p, name, k)
    if name == "draft":
        places = ["in your hand"] + ["in the pool"] * s.rules.pool + ["in your stash"] * bool(p.stash)
        return f"That card is neither {' nor '.join(places)}." if len(places) > 1 else f"That card is not {places[0]}."
    if name == "pass":
        if not s.rules.pool:
            return _NO_PASSING
        if len(p.hand) < 2:
            return f"With {plural(len(p.hand), 'card')} left in hand you cannot pass, you must draft."
        return "You can discard only a card of your hand."
    if name == "die":
        if len(p.choice) % 3 == 1:
            return "First put the die you took on your calendar."
        if dice.gone(s, p, k):
            return "That die has been taken as often as it may be."
        return "The two dice must be different."
    if len(p.choice) % 3 != 1:
        return "First take a die."
    colour = p.choice[-1]
    return f"The {v.COLOURS[colour]} {s.dice[colour]} gives you {placing(s, p, colour)}."


def _in_auction(s: State, p: Player, name: str, k: int) -> str:
    if auction.deciding(s):
        return "The bids are over: sell the chain, or keep it."
    if name != "bid":
        return "The bids are not over yet."
    if k > p.bucks:
        return f"You have only {plural(p.bucks, 'buck')} to bid."
    return f"A bid must be higher than the best one, which is {plural(max(s.bids), 'buck')}."


def _in_turn(s: State, p: Player, name: str, k: int) -> str:
    if s.step:
        return _in_step(s, p, name, k)
    if name in ("colour", "leave", "buck", "wild", "done", "month", "fly"):
        return "Nothing asks for that now."
    return _REASONS[name](s, p, k)


def _in_step(s: State, p: Player, name: str, k: int) -> str:
    doing = {
        st.PAY: "paying",
        st.GIVE: "the trade",
        st.SEND: "the runner",
        st.GAIN: "taking your envelopes",
        st.COST: "paying for the card you use",
        st.FARE: "paying for the move",
        st.STAKE: "paying for the bet",
        st.FLY_TO: "choosing where the bus goes",
        st.LATER: "choosing the month",
        st.SAVE: "choosing which envelopes you keep",
    }[s.step]
    if name == "colour" and s.step == st.SEND:
        return f"The recruit wants no more {v.COLOURS[k]}, or you have none."
    if name == "colour" and s.step not in (st.PAY, st.FLY_TO, st.LATER):
        return f"You have no {v.COLOURS[k]} envelope."
    if s.step == st.PAY and name in ("leave", "buck", "wild", "done"):
        return f"You could not pay that way; still to pay: {amounts(s.owed)}."
    if s.step == st.FLY_TO and name == "fly":
        return "The card does not lead there."
    if s.step == st.LATER and name == "month":
        return "The card does not reach that month."
    return f"First finish {doing}."


def _put(s: State, p: Player, k: int) -> str:
    c = s.content
    if k not in p.calendar:
        return f"{c.names[k]} is not waiting on your calendar."
    cost = price(c.cost[k], put_card.discount(s, p, k))
    return f"{c.names[k]} costs {cost}, and you have {_to_pay_with(p, 0)}."


def _to_pay_with(p: Player, for_recruit: int) -> str:
    """What a player has for paying a card or recruit, and what may stand in for other colours."""
    wild = payment.wild_mask(p, for_recruit)
    colours = [v.COLOURS[c] for c in range(6) if wild >> c & 1 and p.env[c]]
    instead = f", of which {listed(colours)} may stand in for any colour" if colours else ""
    bucks = f" and {plural(p.bucks, 'buck')} to stand in for as many" if p.mods[v.MOD_BUCKS_PAY] and p.bucks else ""
    return f"{amounts(p.env)}{instead}{bucks}"


def _use(s: State, p: Player, k: int) -> str:
    c = s.content
    name = c.names[k] if k < len(c.names) else "That card"
    if k not in p.play:
        return f"{name} is not in play on your mat."
    if k not in p.monthly:
        return f"{name} is not used, it works by itself" + (" at the end of the game." if c.use[k] == v.END else ".")
    if not use_card.may_use_now(p, k):
        return f"{name} has been used this month."
    effect = c.effect[k]
    if effect.do == v.DO_BOOKIE:
        return f"{name} is asked between the roll and the Vegas payout."
    if effect.pays and not use_card.can_pay(p, effect):
        return f"You do not have what using {name} costs."
    if effect.cond >= 0 and not counting.met(s, p, effect):
        return f"The condition of {name} is not met now."
    return f"{name} would give you nothing now."


def _trade(s: State, p: Player, k: int) -> str:
    bucks = trade.bucks(s, p)
    price = plural(trade.rate(p), "envelope") + (f" and {plural(bucks, 'buck')}" if bucks else "")
    return f"A trade costs {price}."


def _move(s: State, p: Player, k: int) -> str:
    c = s.content
    if k >= c.spaces:
        return "There is no such space."
    if k not in c.roads[p.space]:
        return f"No road leads straight from {c.space_names[p.space]} to {c.space_names[k]}."
    return "You have no free movement and no envelope left for the drive."


def _runner(s: State, p: Player, k: int) -> str:
    if not s.free >> k & 1:
        return "That recruit has signed."
    if not sum(p.env):
        return "You have no envelope to send."
    if not runner.affordable(p):
        return "A runner costs 1 buck."
    return "You have no envelope that this recruit still wants from you."


def _sign(s: State, p: Player, k: int) -> str:
    if not s.free >> k & 1:
        return "That recruit has signed."
    if s.content.space_of[k] != p.space:
        return f"Your bus must be in {s.content.space_names[s.content.space_of[k]]} to sign him."
    wants = price(sign.owed(s, p, k), sign.discount(s, p, k))
    return f"He still wants {wants}, and you have {_to_pay_with(p, 1)}."


def _campaign(s: State, p: Player, k: int) -> str:
    if p.campaign:
        return "You may run one campaign in a month."
    if k == 0:
        return "A campaign costs at least 1 buck."
    largest = marketing.largest(s, p)
    if k > largest:
        cost = plural(marketing.price(p, largest), "buck")
        return f"Your largest campaign costs {cost} and buys {plural(marketing.STARS[largest], 'star')}."
    return f"That campaign costs {plural(marketing.price(p, k), 'buck')}, and you have {plural(p.bucks, 'buck')}."


def _bet(s: State, p: Player, k: int) -> str:
    return "A bet costs an envelope, and you have none."


_REASONS = {
    "put": _put,
    "use": _use,
    "trade": _trade,
    "move": _move,
    "runner": _runner,
    "sign": _sign,
    "campaign": _campaign,
    "bet": _bet,
}
