"""Short texts of the effects of cards and coaches, for places too small for the printed text.

Each brief is generated from the effect that the rules run, so it always matches the card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.help import Tip
from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import vocabulary as v

if TYPE_CHECKING:
    from cashbox.games.envelopes.card_effects import Effect
    from cashbox.games.envelopes.content import Content

KEY: Final = "brief."
"""The prefix of the tips' keys, before the index of the card; coaches follow the cards."""

_POSITIONS: Final = {name: name for name in v.POSITIONS}
_REGIONS: Final = {f"region:{colour}": f"recruit from the {colour} region" for colour in v.COLOURS}
_EACH: Final = {
    "cards": "card in play",
    "culture": "Culture card in play",
    "pf": "P&F card in play",
    "fund": "Fundraising card in play",
    "recruits": "recruit",
    "border_recruits": "border-state recruit",
    "offense": "offensive recruit",
    "defense": "defensive recruit",
    "positions": "position signed",
    "regions": "region you signed a recruit from",
    "best_region": "recruit from your best region",
    "five_star": "5-star recruit",
    "bucks": "buck you have before the final campaign",
    "expired": "card that left your calendar unplayed",
    "put_month": "card put into play this month",
    "campaigns": "month with a campaign",
    "fund_regions": "region on your Fundraising cards",
    "most_of_position": "recruit at your most common position",
    **_POSITIONS,
    **_REGIONS,
    **{f"fund:{colour}": f"{colour} Fundraising card in play" for colour in v.COLOURS},
}
"""What a card counts, in the singular."""

_MANY: Final = {
    "positions": "positions signed",
    "culture": "Culture cards in play",
    "pf": "P&F cards in play",
    "five_star": "recruits with 5 stars",
    "best_region": "recruits in your best region",
    "defense": "defensive recruits",
}
"""The same in the plural, for "every 2"."""

_IF: Final = {
    "chain": "if you are the starting player",
    "trailing": "if no one has fewer stars",
    "crapped_out": "if you crapped out in Vegas this month",
    "runner_month": "if you sent a runner this month",
    "rivals_here": "if another bus is on your space",
    "special": "if you signed a K/P",
    "bus:border": "if your bus is in a border state",
    "bus:start": "if your bus is on a starting space",
    **{f"bus:{colour}": f"if your bus is in the {colour} region" for colour in v.COLOURS},
    **{f"region:{colour}": f"if you signed a recruit from the {colour} region" for colour in v.COLOURS},
}
"""Yes-or-no conditions."""

_IF_MANY: Final = {
    "signed_month": "if you signed {} this month",
    "bets": "if you have {} in Vegas",
    "waiting": "if {} are on your calendar",
    "cards": "if you have {} in play",
    "bucks": "if you have {}",
    "envelopes": "if you have {}",
    "envelope_colours": "if you have {} of envelopes",
    "positions": "if you signed {}",
    "regions": "if you signed from {}",
}
"""Conditions on a number, with a placeholder for it."""

_THINGS: Final = {
    "signed_month": "recruit", "bets": "bet", "waiting": "card", "cards": "card", "bucks": "buck",
    "envelopes": "envelope", "envelope_colours": "color", "positions": "position", "regions": "region",
}  # fmt: skip

_SQUADS: Final = {"offense": "offensive", "special": "special-teams", "defense": "defensive"}

_KIND_CARDS: Final = ("Culture card", "P&F card", "Fundraising card")

_TRIGGERS: Final = {
    v.ON_TRADE: "when you trade",
    v.ON_WIN: "when you win in Vegas",
    v.ON_CRAP: "when you crap out in Vegas",
    v.ON_RUNNER: "when you send a runner",
    v.ON_EXPIRE: "when a card leaves your calendar unplayed",
    v.ON_MONTH: "each turn",
}

_MODS: Final = {
    "discount_culture": "Culture cards cost {less}.",
    "discount_pf": "P&F cards cost {less}.",
    "discount_fund": "Fundraising cards cost {less}.",
    **{f"discount_{colour}": f"State recruits from the {colour} region cost {{less}}." for colour in v.COLOURS},
    "discount_border": "Border-state recruits cost {less}.",
    "trade_rate": "Trades cost {less}, but at least 2.",
    "trade_free": "Trades cost no bucks. If they already cost none, take 1 a month.",
    "wild_cards": "Use {color} as any color for cards.",
    "wild_recruits": "Use {color} as any color for recruits.",
    "bucks_pay": "Use bucks as envelopes for cards and recruits.",
    "double_position": "Double the stars of each {position} you sign.",
    "die_no_loss": "The Value Modifier Die never costs you stars.",
    "die_plus": "Add {n} to the Value Modifier Die.",
    "die_best": "Roll the Value Modifier Die twice and use the better roll.",
    "moves": "Get {n} more free moves each month.",
    "double_use": "Use {monthly} twice each month.",
    "runner_free": "Your first {runners} each month cost no bucks.",
    "runner_safe": "Get your envelopes back if someone else signs the recruit.",
    "half_up": "Round up the half value of a die.",
    "full_anywhere": "Place one die a month at full value in any of six months.",
    "deal": "Get {cards} in each draft.",
    "save": "Keep up to {envelopes} for next month.",
    "campaign_cut": "Campaigns cost {bucks} less, but at least 1.",
    "leftover_bucks": "Exchange 2 leftover envelopes for 1 buck, up to {n} bucks a month.",
    "marketing_max": "Campaigns can buy 5 stars for 12 bucks.",
}


def tips(content: Content) -> dict[str, Tip]:
    """Return the briefs of all cards and coaches by key."""
    return {f"{KEY}{card}": Tip(content.names[card], brief(content, card), "") for card in range(len(content.names))}


def brief(content: Content, card: int) -> str:
    """Return a card's effect in about 60 characters; the printed text if that is shorter, or if there are no words for
    the effect."""
    effect = content.effect[card]
    try:
        said = _lasting(effect) if effect.mod >= 0 else f"{_paid(effect)}{_does(effect)}."
    except KeyError:
        # The content of older tables may use words of the vocabulary that no card has today.
        return content.texts[card]
    return min(content.texts[card], said, key=len)


def _lasting(e: Effect) -> str:
    monthly = "a monthly card" if e.n == 1 else f"{e.n} monthly cards"
    word = v.MOD[e.mod]
    names = v.POSITIONS if word == "double_position" else v.COLOURS
    marked = names[e.mask.bit_length() - 1] if e.mask else ""
    return _MODS[word].format(
        n=e.n, envelopes=plural(e.n, "envelope"), less=f"{plural(e.n, 'envelope')} less", bucks=plural(e.n, "buck"),
        cards=plural(e.n, "extra card"), runners=plural(e.n, "runner"), monthly=monthly, color=marked, position=marked,
    )  # fmt: skip


def _paid(e: Effect) -> str:
    if not e.pays:
        return ""
    parts = [_any(e.pay_any)] if e.pay_any else []
    parts += [f"{n} {v.COLOURS[c]}" for c, n in enumerate(e.pay_env) if n]
    parts += [plural(e.pay_bucks, "buck")] if e.pay_bucks else []
    return f"Pay {listed(parts)}: "


def _any(n: int) -> str:
    return f"{plural(n, 'envelope')} of any color"


def _does(e: Effect) -> str:
    if e.do == v.DO_BOOKIE:
        return "Shift one die by 1 for your Vegas bets"
    if e.do == v.DO_FLY:
        where = {v.FLY_START: "any starting space", v.FLY_BORDER: "any border state", v.FLY_ANY: "any space"}
        return f"move to {where.get(e.to) or f'any space in the {v.COLOURS[e.to]} region'}"
    if e.do == v.DO_LATER:
        return f"put {_gains(e)} {'1 or 2' if e.n == 2 else f'1 to {e.n}'} months ahead"
    if e.do == v.DO_EXTRA_POSITION:
        return "Count one more position (up to 8)"
    if e.do == v.DO_EXTRA_REGION:
        return "Count one more recruit in your best region (up to 10)"
    said = f"Score {plural(e.stars, 'star')}" if e.stars else ""
    taken = _gains(e)
    if taken:
        said = f"{said} and take {taken}" if said else f"Take {taken}"
    said = said[0].lower() + said[1:] if e.pays else said
    said = " ".join(filter(None, (said, _when(e), _counts(e), _condition(e)))) + _at_most(e)
    since = _since(e)
    return f"{since} {said[0].lower()}{said[1:]}" if since and not e.pays else said


def _gains(e: Effect) -> str:
    """Describe what an effect gives, except its stars."""
    parts = [_any(e.any)] if e.any else []
    parts += [f"{n} {v.COLOURS[c]}" for c, n in enumerate(e.env) if n]
    parts += [plural(e.bucks, "buck")] if e.bucks else []
    parts += [plural(e.moves, "free move")] if e.moves else []
    return listed(parts) if parts else ""


def _when(e: Effect) -> str:
    """Describe what triggers a card that is always on."""
    if e.on == v.ON_SIGN:
        return f"for each {_signed(e)}"
    if e.on == v.ON_PUT:
        kinds = [name for k, name in enumerate(_KIND_CARDS) if e.f_kinds >> k & 1]
        return f"for each {kinds[0] if len(kinds) == 1 else 'card'} you put into play"
    if e.on == v.ON_CAMPAIGN:
        return f"when a campaign buys {max(e.f_least, 1)}+ stars" if e.f_least > 1 else "when a campaign buys stars"
    return _TRIGGERS[e.on] + (", once a month" if e.once else "") if e.on else ""


def _signed(e: Effect) -> str:
    """Describe the recruits whose signing triggers a card."""
    if e.f_first:
        return "new position you sign"
    for group, mask in v.GROUPS.items():
        if e.f_positions == mask:
            return f"{_SQUADS[group]} recruit you sign"
    if e.f_positions != 0xFF:
        return f"{v.POSITIONS[e.f_positions.bit_length() - 1]} you sign"
    if e.f_border >= 0:
        return f"{'border-state' if e.f_border else 'state'} recruit you sign"
    if e.f_regions != v.ALL_COLOURS:
        return f"recruit you sign from the {v.COLOURS[e.f_regions.bit_length() - 1]} region"
    if e.f_least:
        return f"recruit you sign with {e.f_least}+ stars"
    return "recruit you sign" if e.f_most == 99 else f"recruit you sign with {e.f_most} or fewer stars"


def _counts(e: Effect) -> str:
    """Describe the multiplier of an effect."""
    if not e.per:
        return ""
    word = v.COUNT[e.per]
    if word == "quarter":
        later = _months(e)[1:]
        return f"({', '.join(f'{k} from {month} on' for k, month in enumerate(later, 2))})" if later else ""
    return f"for each {_EACH[word]}" if e.each == 1 else f"for every {e.each} {_MANY[word]}"


def _months(e: Effect) -> list[str]:
    """List the months from which an effect that grows by the quarter gives one more each."""
    return [v.MONTHS[3 * (quarter - 1)] for quarter in range(e.each, 5, e.each)][: e.cap]


def _since(e: Effect) -> str:
    """Name the month from which an effect works, if it is not the first."""
    if e.per and v.COUNT[e.per] == "quarter":
        return f"From {_months(e)[0]} on,"
    if e.cond >= 0 and v.COUNT[e.cond] == "quarter":
        return f"From {v.MONTHS[3 * (e.cond_least - 1)]} on,"
    return ""


def _at_most(e: Effect) -> str:
    most = e.cap * max(e.stars, e.bucks, e.any, e.moves, *e.env)
    # Stars and bucks can be mistaken for the counted thing; envelopes cannot, and their sentences are long.
    unit = " stars" if e.stars else " bucks" if e.bucks else ""
    return f" (up to {most}{unit})" if e.per and e.cap < 99 and v.COUNT[e.per] != "quarter" else ""


def _condition(e: Effect) -> str:
    if e.cond < 0:
        return ""
    word = v.COUNT[e.cond]
    if word == "quarter":
        return ""  # `_since` says it first.
    if word in _IF:
        return _IF[word]
    thing = _THINGS[word]
    if e.cond_most == 0:
        return _IF_MANY[word].format(f"no {thing}s")
    least = f"a {thing}" if e.cond_least == 1 else f"{e.cond_least}+ {thing}s"
    return _IF_MANY[word].format(least)
