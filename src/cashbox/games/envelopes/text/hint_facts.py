"""The facts for the texts of hints, computed by the rules from what the player sees.

`lessons.FACTS` lists those that a hint may use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.phrases import plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import DICE
from cashbox.games.envelopes.rules import counting, dice, game_end, marketing, put_card, runner, sign, trade, wager
from cashbox.games.envelopes.rules.put_card import WAITS
from cashbox.games.envelopes.state import bet_of
from cashbox.games.envelopes.text import aims
from cashbox.games.envelopes.text.phrases import RECRUIT_NAMES, amounts, price, the_region

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State
    from cashbox.games.envelopes.text.aims import Aimed


def facts(s: State, p: Player, kind: str, action: int, aimed: Aimed | None) -> dict[str, Any]:
    """Return all facts for a hint now. `kind` and `action` are its recommended action, "" and -1 for none."""
    known = _always(s, p) | _of_aim(s, p, aimed)
    return known | _of_action(s, p, kind, action - s.content.forms.types[kind][0]) if action >= 0 else known


def _always(s: State, p: Player) -> dict[str, Any]:
    c = s.content
    counts = counting.region_counts(s, p)
    best = max(range(6), key=lambda colour: counts[colour])
    home = c.home_colour[p.symbol]
    return {
        "month": v.MONTHS[s.month],
        "months": s.rules.last + 1,
        "score": p.stars,
        "bucks": p.bucks,
        "envelopes": sum(p.env),
        "moves": p.moves,
        "dice": 2 - (len(p.choice) + 2) // 3 if s.phase == DICE else 0,
        "coach": c.names[p.play[0]],
        "coach_text": c.texts[p.play[0]],
        "home": the_region(c, home),
        "home_colour": v.COLOURS[home],
        "patience": WAITS,
        "rate": trade.rate(p),
        "trade_bucks": trade.bucks(s, p),
        "runner_bucks": runner.price(p),
        "bet_envelopes": wager.PRIZE,
        "bet_bucks": wager.PRIZE_BUCKS,
        "won": wager.PRIZE * p.wins,
        "won_bucks": wager.PRIZE_BUCKS * p.wins,
        "wins": p.wins,
        "sent": sum(s.step.counts) if s.step is not None else 0,
        "left": s.step.left if s.step is not None else 0,
        "positions": p.pos_mask.bit_count(),
        "position_stars": game_end.POSITIONS[p.pos_mask.bit_count()],
        "region": the_region(c, best),
        "region_recruits": counts[best],
        "region_stars": game_end.REGION[min(game_end.MOST_RECRUITS, counts[best])],
        "region_next": game_end.REGION[min(game_end.MOST_RECRUITS, counts[best] + 1)],
    }


def _of_aim(s: State, p: Player, aimed: Aimed | None) -> dict[str, Any]:
    if aimed is None:
        return {}
    short = aimed.lacks()
    lack = aimed.lack()
    known = {
        "lacks": amounts(lack) if short == sum(lack) else plural(short, "envelope") if short else "nothing",
        "when": v.MONTHS[aimed.month],
    }
    return known | (card_facts(s, p, aimed.card) if aimed.card >= 0 else recruit_facts(s, p, aimed.slot))


def card_facts(s: State, p: Player, card: int) -> dict[str, Any]:
    """Return the facts about a card."""
    c = s.content
    return {
        "card": c.names[card],
        "text": c.texts[card],
        "worth": c.stars[card],
        "cost": price(c.cost[card], put_card.discount(s, p, card)),
    }


def recruit_facts(s: State, p: Player, slot: int) -> dict[str, Any]:
    """Return the facts about a recruit; "cost" is the rest to pay."""
    c = s.content
    space = c.space_of[slot]
    colours = [colour for colour in range(6) if c.regions_of[slot] >> colour & 1]
    return {
        "recruit": RECRUIT_NAMES[s.position[slot]],
        "short": v.POSITIONS[s.position[slot]],
        "place": c.space_names[space],
        "where": " and ".join(the_region(c, colour) for colour in colours),
        "worth": s.value[slot],
        "cost": price(sign.cost_left(s, p, slot), sign.discount(s, p, slot)),
        "away": c.away[p.space][space],
    }


def placed(s: State, p: Player, k: int) -> int:
    """Return the envelopes that the k-th way to place the die in hand gives."""
    return dice.placed(s, p, p.choice[-1], k)


def _of_action(s: State, p: Player, kind: str, k: int) -> dict[str, Any]:
    if kind in ("draft", "pass", "put", "use"):
        return card_facts(s, p, k)
    if kind in ("sign", "runner"):
        return recruit_facts(s, p, k)
    if kind == "die":
        full = s.month + s.dice[k] - 1
        return {
            "colour": v.COLOURS[k],
            "pips": s.dice[k],
            "now": aims.placeable(s, p, k, s.month),
            "full": v.MONTHS[full] if full <= s.rules.last else "",
        }
    if kind == "place":
        colour = p.choice[-1]
        return {
            "colour": v.COLOURS[colour], "pips": s.dice[colour], "count": placed(s, p, k),
            "under": v.MONTHS[act.month_of(k)],
        }  # fmt: skip
    if kind == "move":
        return {"space": s.content.space_names[k]}
    if kind == "campaign":
        return {"price": marketing.price(p, k), "buys": marketing.STARS[k]}
    if kind == "bet":
        colour, number = bet_of(k)
        return {"colour": v.COLOURS[colour], "number": number}
    return {"colour": v.COLOURS[k]} if kind in ("trade", "colour") else {}
