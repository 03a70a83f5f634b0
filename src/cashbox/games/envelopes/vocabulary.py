"""The words that card data may use, and the ints the engine runs them as.

A card's `effect` in `data/cards.toml` is made of these words only; `content.py` turns it into an `Effect`. Source:
V10 "Understanding a card in Envelopes of Cash", RULINGS A3.
"""

from __future__ import annotations

from typing import Final

CARDS: Final = 120
"""Cards are numbered from 0, coaches follow from here on."""
STATES: Final = 24
BORDERS: Final = 8
RECRUITS: Final = 40
ALL_RECRUITS: Final = (1 << RECRUITS) - 1
"""The mask of every recruit."""
SPACES: Final = {"state": 1, "border": 2, "start": 0, "circle": 0}
"""The kinds of spaces, in the order in which spaces and recruits are numbered, and the recruits on a space of each."""
FIRST_BORDER: Final = 24
"""Recruit slots 0..23 stand in the states of that number; slots 24 + 2b and 25 + 2b in border state b."""
FIRST_START: Final = 32
"""Spaces: the states, the border states (24..31), from here on those where the buses start, then the circles."""
NUMBERS: Final = 6
"""What a die may show, and a token in Vegas may lie on."""
BETS: Final = 36

COLOURS: Final = ("green", "gray", "yellow", "red", "magenta", "blue")
"""Regions and envelopes, by number: Northwest, Southwest & Pacific, Texas, South, Northeast, Midwest."""

POSITIONS: Final[tuple[str, ...]] = ("QB", "OL", "RB", "WR", "K/P", "DL", "DB", "LB")
ARTICLES: Final = ("a", "an", "an", "a", "a", "a", "a", "an")
"""Of the positions: a QB, an OL."""
OFFENSE: Final = 0b00001111
SPECIAL: Final = 0b00010000
DEFENSE: Final = 0b11100000
ALL_COLOURS: Final = 0x3F
"""The mask of every colour."""
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

# What an effect does when it is used or scored.
DO: Final = ("get", "bookie", "fly", "later", "extra_position", "extra_region")
DO_GET: Final = 0
"""Pay `pay`, receive `get` (times `per`)."""
DO_BOOKIE: Final = 1
"""For the Vegas check only, shift one die by 1."""
DO_FLY: Final = 2
"""Move the bus at once to any space of the kind `to`."""
DO_LATER: Final = 3
"""Put the envelopes of `get` on one of the next `n` months of the calendar, this one not counted."""
DO_EXTRA_POSITION: Final = 4
"""At the end: count one different position more than you have, eight at most."""
DO_EXTRA_REGION: Final = 5
"""At the end: count one recruit more in the region you score, ten at most."""

# Where `fly` may lead: a colour (that region's states and borders), or one of these.
FLY: Final = (*COLOURS, "start", "border", "any")
FLY_START: Final = 6
FLY_BORDER: Final = 7
FLY_ANY: Final = 8

# When an upgrade gives something.
ON: Final = ("", "sign", "put", "campaign", "trade", "win", "crap", "runner", "expire", "month")
ON_SIGN: Final = 1
"""You sign a recruit. Filters: position or group, region, border (true: border states only, false: states only),
least / most (value printed on the token), first (your first recruit of his position)."""
ON_PUT: Final = 2
"""You put another card into play. Filters: kind, region (of a fundraising card), least (printed cost, in envelopes)."""
ON_CAMPAIGN: Final = 3
"""A campaign of yours buys at least `least` (1) stars. Not the final one."""
ON_TRADE: Final = 4
"""You trade envelopes; once a month always (RULINGS A5.15)."""
ON_WIN: Final = 5
"""A bet of yours wins in Vegas; once for each win."""
ON_CRAP: Final = 6
"""You crap out in Vegas."""
ON_RUNNER: Final = 7
"""You send a runner; once a month always."""
ON_EXPIRE: Final = 8
"""A card leaves your calendar unplayed."""
ON_MONTH: Final = 9
"""A month begins for you (as the dice have been placed)."""

# Lasting changes of the rules for their owner. Each is a number that adds up over the cards in play.
MOD: Final = (
    "discount_culture", "discount_pf", "discount_fund",
    "discount_green", "discount_gray", "discount_yellow", "discount_red", "discount_magenta", "discount_blue",
    "discount_border", "trade_rate", "trade_free", "wild_cards", "wild_recruits", "bucks_pay", "double_position",
    "die_no_loss", "die_plus", "die_best", "moves", "double_use", "runner_free", "runner_safe", "half_up",
    "full_anywhere", "deal", "save", "campaign_cut", "leftover_bucks", "marketing_max",
)  # fmt: skip
MOD_DISCOUNT_CULTURE: Final = 0
"""n envelopes less for cards of the kind (culture, P&F, fundraising: three mods in the order of KINDS)."""
MOD_DISCOUNT_REGION: Final = 3
"""n envelopes less for state recruits of the region (six mods in the order of COLOURS)."""
MOD_DISCOUNT_BORDER: Final = 9
"""n envelopes less for border-state recruits."""
MOD_TRADE_RATE: Final = 10
"""Trades want one envelope fewer, never fewer than two, however many such cards are in play."""
MOD_TRADE_FREE: Final = 11
"""Trades want no buck."""
MOD_WILD_CARDS: Final = 12
"""Bit mask by colour: these envelopes pay for any colour in the cost of cards (`colour` in the data)."""
MOD_WILD_RECRUITS: Final = 13
"""The same in the cost of recruits."""
MOD_BUCKS_PAY: Final = 14
"""A buck may stand in for an envelope in the cost of cards and recruits (RULINGS A5.13)."""
MOD_DOUBLE_POSITION: Final = 15
"""Bit mask by position: such recruits count double, after the die (`position` in the data)."""
MOD_DIE_NO_LOSS: Final = 16
"""The Value Modifier Die never takes stars off."""
MOD_DIE_PLUS: Final = 17
"""n is added to what the Value Modifier Die shows."""
MOD_DIE_BEST: Final = 18
"""The Value Modifier Die is rolled twice, the better roll counts."""
MOD_MOVES: Final = 19
"""n more free movement each month."""
MOD_DOUBLE_USE: Final = 20
"""n times a month, a monthly card that has been used may be used once more."""
MOD_RUNNER_FREE: Final = 21
"""The first n runners of a month want no buck."""
MOD_RUNNER_SAFE: Final = 22
"""Envelopes sent to a recruit whom another signs come back: into this month's supply if your turn is still to come,
else on next month's calendar; in February they are lost."""
MOD_HALF_UP: Final = 23
"""Half of a die is rounded up."""
MOD_FULL_ANYWHERE: Final = 24
"""n dice a month may be placed at full value in any of the six months."""
MOD_DEAL: Final = 25
"""n more cards are dealt to you each month."""
MOD_SAVE: Final = 26
"""Up to n envelopes left at the end of your turn go to your next month."""
MOD_CAMPAIGN_CUT: Final = 27
"""A campaign costs n bucks less, never less than 1."""
MOD_LEFTOVER_BUCKS: Final = 28
"""When your turn ends, each two envelopes left over (after saving) become 1 buck, n bucks at most a month."""
MOD_MARKETING_MAX: Final = 29
"""Your campaigns may also take the step of 12 bucks for 5 stars."""
MODS: Final = len(MOD)
LARGEST_CAMPAIGN: Final = 12
"""Bucks of the largest campaign there is; some tables stop before it."""

# What `per` and `if` count, of the owner of the card, now.
COUNT: Final[tuple[str, ...]] = (
    "one", "cards", "culture", "pf", "fund",
    "fund:green", "fund:gray", "fund:yellow", "fund:red", "fund:magenta", "fund:blue",
    "monthly", "upgrade", "end",
    "recruits", "state_recruits", "border_recruits",
    "region:green", "region:gray", "region:yellow", "region:red", "region:magenta", "region:blue",
    "QB", "OL", "RB", "WR", "K/P", "DL", "DB", "LB",
    "offense", "special", "defense", "positions", "missing_positions", "regions", "best_region",
    "five_star", "four_star", "low_star",
    "bucks", "envelopes", "envelope_colours", "waiting", "expired", "chain", "crapped_out", "wins",
    "signed_month", "put_month", "runner_month", "campaign_month", "campaigns", "prepaid", "bets",
    "bus:green", "bus:gray", "bus:yellow", "bus:red", "bus:magenta", "bus:blue", "bus:border", "bus:start",
    "trailing", "rivals_here", "month", "quarter", "fund_regions", "most_of_position",
)  # fmt: skip
"""one: always 1. cards .. end: cards in play (by kind, by region of fundraising, by use; coaches never count).
recruits ..: recruits signed (region:c counts the border recruits of that region). offense .. defense: recruits of
these positions. positions: different ones; missing_positions: 8 less that. regions: regions from which you have a
recruit, each border recruit for one of his two, whichever makes them more; best_region: recruits of the region with
the most. five_star, four_star: recruits whose token shows 5, 4; low_star: whose token shows 2 or less. bucks,
envelopes, envelope_colours: what you hold now. waiting: cards on your calendar not in play; expired: cards that left
it. chain: 1 if you are starting player. crapped_out: 1 if so this month; wins: bets won this month. signed_month,
put_month, runner_month: recruits signed, cards put into play, runners sent this month; campaign_month: stars that this
month's campaign bought; campaigns: months with a campaign. prepaid: recruits with envelopes of yours beside them. bets:
tokens in Vegas. bus:c: 1 if your bus stands in that region's state or border; bus:border, bus:start: likewise.
trailing: 1 if nobody has fewer stars than you. rivals_here: other buses on your space. month: 1 (March) to 12; quarter:
1 to 4. fund_regions: different regions among your fundraising cards. most_of_position: recruits of your commonest
position."""
