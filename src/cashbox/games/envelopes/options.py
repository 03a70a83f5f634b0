"""The options of a table of Envelopes of Cash, and the numbers that follow from them.

Source: V10 "How to set up a game of Envelopes of Cash" with its side-bars, BGA, FAM, RULINGS A4 and A5.1. Each
difference between modes is listed here once, named for what it changes; the rules read the fields of `Rules` and never
the mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.engine.table_rules import TableRules, choice, follows, number, switch
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.modes import CUT_THROAT, FULL, LESSON_MONTHS, LESSONS, TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

EDITION: Final = 1
"""The newest edition of the rules; see docs/editions.md."""

FREE_MOVES: Final = {"quarterly": (3, 2, 1, 0), "three": (3, 3, 3, 3), "none": (0, 0, 0, 0)}
"""Free movement by quarter."""

# How a tie in stars is broken.
BY_CARDS: Final = "cards"
"""Leftover bucks, then different positions, then cutting cards."""
BY_DIE: Final = "die"
"""Leftover bucks, then recruits, then the higher die."""
SHARED: Final = "shared"
"""All players who tie share the win."""
BUBBAS: Final = "bubba"
"""Bubba wins."""


class Rules(TableRules):
    """The rules of one table: its options, and what follows from them and from the mode.

    The page gets the fields of `view.view.Table`.
    """

    stash: bool = switch(
        default=True,
        text="Each player starts with a Secret Stash of cards to draft when the month's deal is bad.",
        heading="The Secret Stash",
        modes=FULL,
    )
    stash_draft: bool = switch(
        default=False,
        text="Players draft the stash openly: four times, everyone takes a card and passes the rest counterclockwise.",
        heading="Secrets about the Stash",
        modes=("standard", "online"),
        group="More",
    )
    """Whether the cards of the stash are drafted openly."""
    coaches_picked: bool = choice(
        "dealt",
        ("dealt", "picked"),
        text="Head coaches are dealt, or players choose them in reverse turn order.",
        heading="How to set up a game",
        modes=FULL,
        group="More",
        name="coaches",
        read=lambda choice: choice == "picked",
    )
    """Whether head coaches are chosen face up."""
    first: int = choice(
        "lot",
        ("lot", "seat 1", "seat 2", "seat 3", "seat 4"),
        text="The player in this seat has the Starting Player Chain in March.",
        heading="How to set up a game",
        modes=TABLE,
        group="More",
        read=lambda choice: -1 if choice == "lot" else int(choice[-1]) - 1,
    )
    """The seat with the chain in March, -1 for a random one."""
    symbols: str = choice(
        "lot",
        ("lot", "by seat", "chosen"),
        text="Symbols and their homes are random, assigned by seat, or chosen in reverse turn order.",
        heading="How to set up a game",
        modes=TABLE,
        group="More",
    )
    start: str = choice(
        "circle",
        ("circle", "square", "cross"),
        text="Against Bubba, you start in Texas (circle), the Northwest (square), or the Midwest (cross).",
        heading="Solitaire: changes to setup",
        modes=("solitaire",),
    )
    shuffled_values: bool = choice(
        "printed",
        ("printed", "shuffled"),
        text="State tokens are placed as printed on the map or shuffled within each region.",
        heading="How to set up a game",
        modes=FULL,
        name="values",
        read=lambda choice: choice == "shuffled",
    )
    die: bool = switch(
        default=True,
        text="Players roll the Value Modifier Die for every recruit they sign.",
        heading="Sign Recruits",
        modes=FULL,
    )
    moves: tuple[int, ...] = choice(
        "quarterly",
        ("quarterly", "three", "none"),
        text="Each month, players get free moves: 3, 2, 1, and 0 by quarter, always 3, or none.",
        heading="Travel in your Recruiting Bus",
        modes=TABLE,
        name="movement",
        read=FREE_MOVES.__getitem__,
    )
    """Free movement by quarter."""
    trade_bucks: int = number(
        1,
        least=0,
        most=2,
        text="Trading three envelopes for one also costs this many bucks.",
        heading="Trade Envelopes of Cash",
        modes=FULL,
        group=CUT_THROAT,
    )
    seeded: int = number(
        12,
        least=0,
        most=12,
        text="The number of months, starting in March, that you begin with one envelope of your home color.",
        heading="Cut-Throat Mode for Set-up",
        modes=FULL,
        group=CUT_THROAT,
    )
    exclusive: int = choice(
        "together",
        ("together", "exclusive", "exclusive, one repeat"),
        text="Players choose dice at the same time or draft them in turn order, with each die available once or twice.",
        heading="Cut-Throat Mode for Dice Drafting",
        modes=TABLE,
        group=CUT_THROAT,
        name="dice",
        read=("together", "exclusive", "exclusive, one repeat").index,
    )
    """How many times in total a die may be taken, when dice are drafted in turn order; 0 for any number of times,
    simultaneously."""
    auction: bool = switch(
        default=False,
        text="The Starting Player Chain is auctioned off each month, starting in the second.",
        heading="Bidding for the Starting Player Chain",
        modes=TABLE,
    )

    # Fields that no option changes: RULINGS A4.
    dealt: int = follows()
    """Cards dealt to each player per month."""
    dealt_first: int = follows()
    """Additional cards for the starting player."""
    dealt_stash: int = follows()
    kept: int = follows()
    """The number of dealt cards to keep for the Secret Stash."""
    first_pool: int = follows()
    """Cards per player that open the pool, in addition to the rejected ones."""
    pool: bool = follows()
    """Whether there is a pool to draft from, and passing; without one, cards that are not drafted leave the game."""
    full_anywhere: bool = follows()
    """Whether a die gives its full value in any of six months, never half."""
    runner_back: bool = follows()
    """Whether envelopes sent to a recruit return when another player signs him."""
    boards: bool = follows()
    """Whether there are private Recruiting Boards."""
    marketing: int = follows()
    """The bucks of the largest campaign."""
    lesson: str = follows()
    """The guided game, "" for none."""
    ties: str = follows()
    bubba: bool = follows()
    """Whether the opponent without a seat plays."""
    symbol: int = follows()
    """The symbol of a single player, -1 for a random one."""
    months: int = follows()
    last: int = follows()
    """The last month."""

    def follow(self) -> None:
        family = self.mode == "family"
        online = self.mode == "online"
        solo = self.mode == "solitaire"
        self.dealt = 4 if solo else 3 if family else 2
        self.dealt_first = 0 if solo else 1
        self.dealt_stash = 0 if not self.stash else 5 if family else 6
        self.kept = 0 if not self.stash else 5 if family else 4
        self.first_pool = 2 if family else 0
        self.pool = not solo
        self.full_anywhere = family
        self.runner_back = family
        self.boards = online
        self.marketing = 12 if online else 8
        self.lesson = self.mode if self.mode in LESSONS else ""
        self.ties = BUBBAS if solo else SHARED if family or self.lesson else BY_DIE if online else BY_CARDS
        self.bubba = solo
        self.symbol = v.SYMBOLS.index(self.start) if solo else -1
        self.months = LESSON_MONTHS if self.lesson else len(v.MONTHS)
        self.last = self.months - 1

    @property
    def symbols_by_seat(self) -> bool:
        """Whether seats determine the symbols."""
        return self.symbols == "by seat"

    @property
    def homes_chosen(self) -> bool:
        """Whether players choose symbols, and with them their homes."""
        return self.symbols == "chosen"

    @property
    def alone(self) -> bool:
        """Whether there is only one player."""
        return self.bubba or bool(self.lesson)

    @property
    def rivals(self) -> bool:
        """Whether another player or Bubba may sign recruits."""
        return not self.lesson


OPTIONS: Final = Rules.options()
SINCE: Final = Rules.editions()
BEFORE: Final = Rules.before()


def refuse(full: Mapping[str, Any], seats: int) -> None:
    """Check that options go together. GameError ("bad-option") otherwise."""
    if full["first"] != "lot" and int(full["first"][-1]) > seats:
        raise GameError("bad-option", f"With {seats} players, “first” must be lot or seat 1 to seat {seats}.")
    if full["stash_draft"] and not full["stash"]:
        raise GameError("bad-option", "There is no stash to draft. Turn the stash on or the stash draft off.")
    if full["dice"] == "exclusive" and seats == 4:
        allowed = "“together” or “exclusive, one repeat”"
        raise GameError(
            "bad-option",
            f"Four players take eight dice, but there are only six, so “dice” must be {allowed}.",
        )


ROWS: Final = (
    ("Starting bucks", "How to set up a game", "{start_bucks}"),
    ("Head coach", "How to set up a game", "[coach:{coach}][!coach:dealt or chosen]"),
    ("Starting cards in play", "How to set up a game", "[given:{given}][!given:none]"),
    ("Cards dealt each month", "Drafting Cards", "{dealt card}[dealt_first:, {dealt_all} to the starting player]"),
    ("Open pool of cards", "Drafting Cards", "[pool:yes][!pool:no]"),
    (
        "Starting pool",
        "How to set up a game",
        "[first_pool:{first_pool card} per player][!first_pool:[pool:[kept:rejected cards][!kept:empty]][!pool:none]]",
    ),
    ("Secret Stash", "The Secret Stash", "[dealt_stash:{dealt_stash} dealt, {kept} kept][!dealt_stash:none]"),
    ("Open stash draft", "Secrets about the Stash", "[stash_draft:yes][!stash_draft:no]"),
    ("Months with a starting envelope", "Cut-Throat Mode for Set-up", "{seeded}"),
    (
        "State tokens",
        "How to set up a game",
        "[shuffled_values:shuffled within each region][!shuffled_values:as printed]",
    ),
    (
        "Dice draft",
        "Drafting Dice",
        (
            "[!exclusive:[!alone:at the same time][alone:just you]]"
            "[exclusive=1:in turn order, each once][exclusive=2:in turn order, each up to twice]"
        ),
    ),
    (
        "Value of a die",
        "Drafting Dice",
        (
            "[full_anywhere:full value in any of six months]"
            "[!full_anywhere:full value in the month that it shows, or half in any of six months]"
        ),
    ),
    ("Price of a trade", "Trade Envelopes of Cash", "{rate envelope}[trade_bucks: and {trade_bucks buck}]"),
    ("Free moves by quarter", "Travel in your Recruiting Bus", "{moves.0}, {moves.1}, {moves.2}, {moves.3}"),
    ("Value Modifier Die", "Sign Recruits", "[die:yes][!die:no]"),
    (
        "Envelopes sent to a recruit who signs with another player",
        "Pay a Runner",
        "[rivals:[runner_back:returned until your last turn][!runner_back:lost]][!rivals:no other players]",
    ),
    (
        "Recruiting Boards",
        "Recruiting Board",
        "[boards:{board_all star} for all five, or {board_marked} for the marked ones][!boards:none]",
    ),
    ("Largest campaign", "Run a Marketing Campaign", "{marketing buck}"),
    (
        "Starting Player Chain",
        "End of the Month",
        "[auction:put up for auction][!auction:[alone:not used][!alone:passed to the left]]",
    ),
    ("Automatic opponent", "Changes to Each Month's Play", "[bubba:Bubba][!bubba:none]"),
    ("Ties", "Determining the Winner", "{ties_text}"),
    ("Number of months", "Playing Out the Month", "{months}"),
)
"""The rows of the table of rules, for what modes can change: a name, the rule's heading, and a template over
`help.facts`."""
