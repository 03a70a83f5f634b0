"""The words of the card data, and the ints that stand for them in the rules.

A card's `effect` in `data/cards.toml` consists only of these words; `content.py` turns it into an `Effect`. Source:
V10 "Understanding a card in Envelopes of Cash", RULINGS A3.
"""

from __future__ import annotations

from typing import Final

STATES: Final = 24
BORDERS: Final = 8
RECRUITS: Final = 40
ALL_RECRUITS: Final = (1 << RECRUITS) - 1
"""The mask of every recruit."""
SPACES: Final = {"state": 1, "border": 2, "start": 0, "circle": 0}
"""The kinds of spaces, in the order in which spaces and recruits are numbered, with the number of recruits on a space
of each kind."""
FIRST_BORDER: Final = 24
"""Recruit slots 0..23 are in the states with that number; slots 24 + 2b and 25 + 2b in border state b."""
FIRST_START: Final = 32
"""The first start space: spaces are the states, the border states (24..31), the starts of the buses, then the
circles."""
NUMBERS: Final = 6
"""The numbers on a die, and for tokens in Vegas."""
BETS: Final = 36

COLOURS: Final = ("green", "gray", "yellow", "red", "magenta", "blue")
"""Regions and envelopes, by number: Northwest, Southwest & Pacific, Texas, South, Northeast, Midwest."""

POSITIONS: Final[tuple[str, ...]] = ("QB", "OL", "RB", "WR", "K/P", "DL", "DB", "LB")
ARTICLES: Final = ("a", "an", "an", "a", "a", "a", "a", "an")
"""The articles of the positions: a QB, an OL."""
OFFENSE: Final = 0b00001111
SPECIAL: Final = 0b00010000
DEFENSE: Final = 0b11100000
ALL_COLOURS: Final = 0x3F
"""The mask of every color."""
GROUPS: Final[dict[str, int]] = {"offense": OFFENSE, "special": SPECIAL, "defense": DEFENSE}

KINDS: Final = ("culture", "pf", "fund", "coach")
CULTURE: Final = 0
PF: Final = 1
FUND: Final = 2
COACH: Final = 3

USES: Final = ("monthly", "upgrade", "end")
MONTHLY: Final = 0
UPGRADE: Final = 1
END: Final = 2

SYMBOLS: Final = ("circle", "triangle", "square", "cross")
MONTHS: Final = (
    "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December", "January", "February",
)  # fmt: skip

DO_WORDS: Final[dict[str, str]] = {
    "get": "Pay what `pay` says, and get what `get` says, multiplied by `per`. This is the default.",
    "bookie": "In this month's Vegas check, shift one die by 1.",
    "fly": "Move the bus to any space that `to` names.",
    "later": "Put the envelopes in `get` on one of the next `n` months of the calendar.",
    "extra_position": "At the end, count one more position than you have, up to eight.",
    "extra_region": "At the end, count one more recruit in the region that you score, up to ten.",
}
"""What an effect does when it is used or scored. docs/card-effects.md is generated from this dict and those below."""
DO: Final = tuple(DO_WORDS)
DO_GET: Final = 0
DO_BOOKIE: Final = 1
DO_FLY: Final = 2
DO_LATER: Final = 3
DO_EXTRA_POSITION: Final = 4
DO_EXTRA_REGION: Final = 5

# The destinations of `fly`: a color (that region's states and borders), or one of these.
FLY: Final = (*COLOURS, "start", "border", "any")
FLY_START: Final = 6
FLY_BORDER: Final = 7
FLY_ANY: Final = 8

ON_WORDS: Final[dict[str, str]] = {
    "sign": "You sign a recruit. Filters: `position` or `group`, `region`, `border` (true: border states only, false: "
    "states only), `least` and `most` (stars on the token), and `first` (your first recruit of that position).",
    "put": "You put another card into play. Filters: `kind`, `region` (of a fundraising card), and `least` (envelopes "
    "in its printed cost).",
    "campaign": "Your campaign scores at least `least` stars (1 by default). The final campaign doesn't count.",
    "trade": "You trade envelopes, once a month.",
    "win": "You win a bet in Vegas, once per win.",
    "crap": "You crap out in Vegas.",
    "runner": "You send a runner, once a month.",
    "expire": "A card leaves your calendar unplayed.",
    "month": "A month begins, after the dice are placed.",
}
"""When an upgrade gives something."""
ON: Final = ("", *ON_WORDS)
ON_SIGN: Final = 1
ON_PUT: Final = 2
ON_CAMPAIGN: Final = 3
ON_TRADE: Final = 4
ON_WIN: Final = 5
ON_CRAP: Final = 6
ON_RUNNER: Final = 7
ON_EXPIRE: Final = 8
ON_MONTH: Final = 9

MOD_WORDS: Final[dict[str, str]] = {
    "discount_culture": "Culture cards cost `n` fewer envelopes.",
    "discount_pf": "P&F cards cost `n` fewer envelopes.",
    "discount_fund": "Fundraising cards cost `n` fewer envelopes.",
    **{
        f"discount_{colour}": f"Recruits in the states of the {colour} region cost `n` fewer envelopes."
        for colour in ("green", "gray", "yellow", "red", "magenta", "blue")
    },
    "discount_border": "Recruits in border states cost `n` fewer envelopes.",
    "trade_rate": "A trade takes one fewer envelope, but never fewer than two.",
    "trade_free": "Trades cost no bucks.",
    "wild_cards": "In the cost of a card, envelopes of one color count as any color.",
    "wild_recruits": "In the cost of a recruit, envelopes of one color count as any color.",
    "bucks_pay": "A buck can replace an envelope in the cost of a card or recruit.",
    "double_position": "Recruits of `position` count double, after the die.",
    "die_no_loss": "The Value Modifier Die never takes away stars.",
    "die_plus": "The Value Modifier Die shows `n` more.",
    "die_best": "Roll the Value Modifier Die twice, and use the better roll.",
    "moves": "You have `n` more free moves each month.",
    "double_use": "`n` times a month, you can use a monthly card a second time.",
    "runner_free": "Your first `n` runners each month cost no bucks.",
    "runner_safe": "If another player signs a recruit, the envelopes that you sent come back: to this month's supply "
    "if your turn is still to come, and to next month's calendar otherwise. In February, they are lost.",
    "half_up": "When you take half of a die's envelopes, round up.",
    "full_anywhere": "`n` dice a month can be placed at full value in any of the six months.",
    "deal": "You are dealt `n` more cards each month.",
    "save": "You keep up to `n` envelopes at the end of your turn for your next month.",
    "campaign_cut": "A campaign costs `n` fewer bucks, but never less than 1.",
    "leftover_bucks": "At the end of your turn, every two leftover envelopes become 1 buck, up to `n` bucks.",
    "marketing_max": "You can run the 12-buck campaign for 5 stars.",
}
"""Lasting changes of the rules for their owner. Each is a number that is summed over the cards in play, or a mask."""
MOD: Final = tuple(MOD_WORDS)
MOD_DISCOUNT_CULTURE: Final = 0
"""Three mods in the order of KINDS."""
MOD_DISCOUNT_REGION: Final = 3
"""Six mods in the order of COLOURS."""
MOD_DISCOUNT_BORDER: Final = 9
MOD_TRADE_RATE: Final = 10
MOD_TRADE_FREE: Final = 11
MOD_WILD_CARDS: Final = 12
"""A bit mask by color."""
MOD_WILD_RECRUITS: Final = 13
"""A bit mask by color."""
MOD_BUCKS_PAY: Final = 14
MOD_DOUBLE_POSITION: Final = 15
"""A bit mask by position."""
MOD_DIE_NO_LOSS: Final = 16
MOD_DIE_PLUS: Final = 17
MOD_DIE_BEST: Final = 18
MOD_MOVES: Final = 19
MOD_DOUBLE_USE: Final = 20
MOD_RUNNER_FREE: Final = 21
MOD_RUNNER_SAFE: Final = 22
MOD_HALF_UP: Final = 23
MOD_FULL_ANYWHERE: Final = 24
MOD_DEAL: Final = 25
MOD_SAVE: Final = 26
MOD_CAMPAIGN_CUT: Final = 27
MOD_LEFTOVER_BUCKS: Final = 28
MOD_MARKETING_MAX: Final = 29
MODS: Final = len(MOD)
LARGEST_CAMPAIGN: Final = 12
"""Bucks of the largest campaign; some tables have a lower limit."""

COUNT_WORDS: Final[dict[str, str]] = {
    "one": "always 1",
    "cards": "cards in play, without coaches",
    "culture": "culture cards in play",
    "pf": "P&F cards in play",
    "fund": "fundraising cards in play",
    **{f"fund:{colour}": f"fundraising cards of the {colour} region in play" for colour in COLOURS},
    "monthly": "monthly cards in play",
    "upgrade": "upgrades in play",
    "end": "end cards in play",
    "recruits": "recruits signed",
    "state_recruits": "recruits signed in states",
    "border_recruits": "recruits signed in border states",
    **{f"region:{colour}": f"recruits of the {colour} region, with its border-state recruits" for colour in COLOURS},
    **{position: f"recruits at {position}" for position in POSITIONS},
    "offense": "offensive recruits",
    "special": "special teams recruits",
    "defense": "defensive recruits",
    "positions": "different positions",
    "missing_positions": "8 minus the number of different positions",
    "regions": "regions with a recruit; a border-state recruit counts for one of its two, whichever gives more",
    "best_region": "recruits of the region where you have the most recruits",
    "five_star": "recruits whose token shows 5 stars",
    "four_star": "recruits whose token shows 4 stars",
    "low_star": "recruits whose token shows 2 stars or fewer",
    "bucks": "bucks you have now",
    "envelopes": "envelopes you have now",
    "envelope_colours": "different colors among your envelopes",
    "waiting": "cards on your calendar that are not in play",
    "expired": "cards that left your calendar unplayed",
    "chain": "1 if you are the starting player",
    "crapped_out": "1 if you crapped out this month",
    "wins": "bets won this month",
    "signed_month": "recruits signed this month",
    "put_month": "cards put into play this month",
    "runner_month": "runners sent this month",
    "campaign_month": "stars scored by this month's campaign",
    "campaigns": "months with a campaign",
    "prepaid": "recruits that you have sent envelopes to",
    "bets": "tokens in Vegas",
    **{f"bus:{colour}": f"1 if your bus is in the {colour} region or on its border" for colour in COLOURS},
    "bus:border": "1 if your bus is in a border state",
    "bus:start": "1 if your bus is on a starting space",
    "trailing": "1 if no one has fewer stars than you",
    "rivals_here": "other buses on your space",
    "month": "1 (March) to 12",
    "quarter": "1 to 4",
    "fund_regions": "different regions among your fundraising cards",
    "most_of_position": "recruits at your most common position",
}
"""What `per` and `if` count for the owner of the card now."""
COUNT: Final = tuple(COUNT_WORDS)
