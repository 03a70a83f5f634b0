"""What may be set at a table of Envelopes of Cash, and the numbers that follow from it.

Source: V10 "How to set up a game of Envelopes of Cash" with its side-bars, BGA, FAM, RULINGS A4 and A5.1. Each
difference between ways to play stands here once, named for what it changes; the rules read the fields of `Rules` and
never ask for the mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError, Mode, Option, Then

if TYPE_CHECKING:
    from collections.abc import Mapping

EDITION: Final = 2
"""The newest edition of the rules."""
SINCE: Final = {"border_once": 2, "bubba_counts_used": 2, "idle_coaches_out": 2, "no_card_after_the_end": 2}
"""Each difference between editions, a switch of `Rules`, and the edition that it came with; see docs/editions.md."""
BEFORE: Final = {
    "border_once": "A border recruit counts for both of his regions where different regions are counted.",
    "bubba_counts_used": "When Bubba asks who stands alone, he leaves out the border states where he has been.",
    "idle_coaches_out": "Coaches who can do nothing at a table are dealt, too.",
    "no_card_after_the_end": "A lesson, which ends in May, deals a card to the pool after its last month.",
}
"""How it was played before each of them, for people."""

_TABLE: Final = ("standard", "online", "family")
"""Modes with several players."""
_FULL: Final = (*_TABLE, "solitaire")
"""Modes of a full game; in a lesson everything is given."""

LESSONS: Final = ("lesson-1", "lesson-2")
LESSON_MONTHS: Final = 3

MODES: Final = (
    Mode(
        id="standard",
        name="Standard",
        text="The full game: twelve months, tough choices between money now and more money later.",
        least=2,
        most=4,
    ),
    Mode(
        id="online",
        name="Online",
        text="The full game with private Recruiting Boards, bigger campaigns and tie-breaks of its own.",
        least=2,
        most=4,
    ),
    Mode(
        id="family",
        name="Family",
        text="Gentler: more cards, dice at full value in any of six months, cheap trades, three free spaces a month.",
        options={"die": False, "movement": "three", "trade_bucks": 0},
        least=2,
        most=4,
    ),
    Mode(
        id="solitaire",
        name="Solitaire",
        text="You alone against Bubba, who owns the South, leaves nothing to chance and always recruits.",
        options={"movement": "none"},
        least=1,
        most=1,
    ),
    Mode(
        id="lesson-1",
        name="First lesson",
        text="Never played? Three months with hints: calendar, dice and cards. About ten minutes, alone.",
        options={"stash": False},
        least=1,
        most=1,
        guided=True,
        then=Then("Second lesson: on the road", "lesson-2", 1),
    ),
    Mode(
        id="lesson-2",
        name="Second lesson",
        text="On the road, with hints: the bus, recruits, runners and Vegas in three months. About ten minutes, alone.",
        options={"stash": False},
        least=1,
        most=1,
        guided=True,
        then=Then("A full game against two bots", "standard", 3, {"stash": False}),
    ),
)

_CUT_THROAT: Final = "Cut-throat"

OPTIONS: Final = (
    Option(
        name="stash",
        kind="switch",
        default=True,
        text="Each coach starts with a Secret Stash: cards for months when the deal is poor.",
        heading="The Secret Stash",
        modes=_FULL,
    ),
    Option(
        name="stash_draft",
        kind="switch",
        default=False,
        text="The stash is drafted openly: take one card of six and pass the rest counter-clockwise, four times.",
        heading="Secrets about the Stash",
        modes=("standard", "online"),
        group="More",
    ),
    Option(
        name="coaches",
        kind="choice",
        default="dealt",
        choices=("dealt", "picked"),
        text="Head coaches are dealt, or picked face up in reverse turn order.",
        heading="How to set up a game",
        modes=_FULL,
        group="More",
    ),
    Option(
        name="first",
        kind="choice",
        default="lot",
        choices=("lot", "seat 1", "seat 2", "seat 3", "seat 4"),
        text="Who holds the Starting Player Chain in March.",
        heading="How to set up a game",
        modes=_TABLE,
        group="More",
    ),
    Option(
        name="symbols",
        kind="choice",
        default="lot",
        choices=("lot", "by seat", "chosen"),
        text="Symbols, and with them the homes, go by lot or by seat, or are chosen in reverse turn order.",
        heading="How to set up a game",
        modes=_TABLE,
        group="More",
    ),
    Option(
        name="start",
        kind="choice",
        default="circle",
        choices=("circle", "square", "cross"),
        text="Where you start against Bubba: circle Texas, square Northwest, cross Midwest; the South is his.",
        heading="Solitaire: changes to set up",
        modes=("solitaire",),
    ),
    Option(
        name="values",
        kind="choice",
        default="printed",
        choices=("printed", "shuffled"),
        text="The tokens of the states lie where the map prints them, or are shuffled inside each region.",
        heading="How to set up a game",
        modes=_FULL,
    ),
    Option(
        name="die",
        kind="switch",
        default=True,
        text="The Value Modifier Die is rolled for every recruit whom a player signs.",
        heading="Sign Recruits",
        modes=_FULL,
    ),
    Option(
        name="movement",
        kind="choice",
        default="quarterly",
        choices=("quarterly", "three", "none"),
        text="Free movement: 3, 2, 1 and 0 spaces by quarter, three in every month, or none.",
        heading="Travel in your Recruiting Bus",
        modes=_TABLE,
    ),
    Option(
        name="trade_bucks",
        kind="number",
        default=1,
        least=0,
        most=2,
        text="What a trade of three envelopes for one costs besides, in bucks.",
        heading="Trade Envelopes of Cash",
        modes=_FULL,
        group=_CUT_THROAT,
    ),
    Option(
        name="seeded",
        kind="number",
        default=12,
        least=0,
        most=12,
        text="How many months, from March on, start with one envelope of your home colour.",
        heading="Cut-Throat Mode for Set-up",
        modes=_FULL,
        group=_CUT_THROAT,
    ),
    Option(
        name="dice",
        kind="choice",
        default="together",
        choices=("together", "exclusive", "exclusive, one repeat"),
        text="Dice are chosen together, or drafted in turn order: each die once, or at most twice in all.",
        heading="Cut-Throat Mode for Dice Drafting",
        modes=_TABLE,
        group=_CUT_THROAT,
    ),
    Option(
        name="auction",
        kind="switch",
        default=False,
        text="From the second month on the Starting Player Chain is put up for auction.",
        heading="Bidding for the Starting Player Chain",
        modes=_TABLE,
    ),
)

_HARDEST: Final[dict[str, bool | int | str]] = {"seeded": 0, "trade_bucks": 2, "movement": "none"}

SETS: Final = (
    Mode(
        id="cut-throat",
        name=_CUT_THROAT,
        text="No envelopes to start with, each die taken once, trades for 2 bucks, movement free by cards and coaches "
        "only.",
        options={**_HARDEST, "dice": "exclusive"},
        least=2,
        most=3,
    ),
    Mode(
        id="cut-throat",
        name=_CUT_THROAT,
        text="No envelopes to start with, each die taken at most twice, trades for 2 bucks, movement free by cards and "
        "coaches only.",
        options={**_HARDEST, "dice": "exclusive, one repeat"},
        least=4,
        most=4,
    ),
)
"""The side-bars "Cut-Throat Mode" of V10, all at once."""

FREE_MOVES: Final = {"quarterly": (3, 2, 1, 0), "three": (3, 3, 3, 3), "none": (0, 0, 0, 0)}
"""Free movement by quarter."""

# How a tie in stars is broken.
BY_CARDS: Final = 0
"""Left-over bucks, then different positions, then cutting cards."""
BY_DIE: Final = 1
"""Left-over bucks, then recruits, then the higher die."""
SHARED: Final = 2
"""All who are tied share the win."""
BUBBAS: Final = 3
"""Bubba wins."""
TIES: Final = ("cards", "die", "shared", "bubba")

MONTHS: Final = 12


class Rules:
    """The options of one table as the rules read them; never changed once made.

    dealt: cards for each player a month; dealt_first: how many more for the starting player. dealt_stash, kept: cards
    dealt for the Secret Stash and kept in it; open_stash: they are drafted openly. first_pool: cards for each player
    that open the pool, besides those rejected. pool: there is a pool to draft from, and passing; without one, what is
    not drafted leaves the game. exclusive: how often a die may be taken in all, drafted in turn order; 0 for any
    number of times, all at once. full_anywhere: a die gives its full value in any of six months, never half.
    free_moves: free movement by quarter. trade_bucks: what a trade costs besides envelopes. die: the Value Modifier
    Die is rolled. runner_back: envelopes sent to a recruit whom another signs come back. boards: private Recruiting
    Boards. lesson: the guided game that is played, "" for none. marketing: the most bucks a campaign takes. seeded: how
    many months start with one home-colour envelope. auction: bids for the chain. ties: see `TIES`. bubba: the opponent
    without a seat plays. symbol: the one of a single player, -1 by lot. last: the last month.

    What depends on the edition (`SINCE`): border_once: a border recruit is in one region in each tally (RULINGS D5).
    bubba_counts_used: a position stands alone for Bubba among the recruits of border states he has used, too (D1).
    idle_coaches_out: coaches who could do nothing are not dealt (D2). no_card_after_the_end: the pool gets no card
    after the last month, which in a lesson is May (A5.5).
    """

    __slots__ = (
        "auction", "boards", "border_once", "bubba", "bubba_counts_used", "coaches_picked", "dealt", "dealt_first",
        "dealt_stash", "die", "exclusive", "first", "first_pool", "free_moves", "full_anywhere", "given",
        "homes_chosen", "idle_coaches_out", "kept", "last", "lesson", "marketing", "mode", "no_card_after_the_end",
        "open_stash", "pool", "runner_back", "seeded", "shuffled_values", "symbol", "symbols_by_seat", "ties",
        "trade_bucks",
    )  # fmt: skip

    def __init__(self, given: Mapping[str, Any], edition: int = EDITION) -> None:
        self.border_once = edition >= SINCE["border_once"]
        self.bubba_counts_used = edition >= SINCE["bubba_counts_used"]
        self.idle_coaches_out = edition >= SINCE["idle_coaches_out"]
        self.no_card_after_the_end = edition >= SINCE["no_card_after_the_end"]
        self.given = dict(given)
        self.mode: str = given["mode"]
        self._mode(given["stash"])
        self.open_stash: bool = given["stash_draft"]
        self.exclusive = ("together", "exclusive", "exclusive, one repeat").index(given["dice"])
        self.free_moves = FREE_MOVES[given["movement"]]
        self.trade_bucks: int = given["trade_bucks"]
        self.die: bool = given["die"]
        self.seeded: int = given["seeded"]
        self.auction: bool = given["auction"]
        self.shuffled_values = given["values"] == "shuffled"
        self.coaches_picked: bool = given["coaches"] == "picked"
        self.symbols_by_seat: bool = given["symbols"] == "by seat"
        self.homes_chosen: bool = given["symbols"] == "chosen"
        self.first = -1 if given["first"] == "lot" else int(given["first"][-1]) - 1

    def _mode(self, stash: bool) -> None:
        """What no option changes: RULINGS A4."""
        family = self.mode == "family"
        online = self.mode == "online"
        solo = self.mode == "solitaire"
        self.dealt = 4 if solo else 3 if family else 2
        self.dealt_first = 0 if solo else 1
        self.dealt_stash = 0 if not stash else 5 if family else 6
        self.kept = 0 if not stash else 5 if family else 4
        self.first_pool = 2 if family else 0
        self.pool = not solo
        self.full_anywhere = family
        self.runner_back = family
        self.boards = online
        self.marketing = 12 if online else 8
        self.lesson = self.mode if self.mode in LESSONS else ""
        self.ties = BUBBAS if solo else SHARED if family or self.lesson else BY_DIE if online else BY_CARDS
        self.bubba = solo
        self.symbol = {"circle": 0, "square": 2, "cross": 3}[self.given["start"]] if solo else -1
        self.last = (LESSON_MONTHS if self.lesson else MONTHS) - 1

    def plain(self) -> dict[str, Any]:
        """What they are, for fingerprints of states."""
        return self.given

    @property
    def alone(self) -> bool:
        """Whether one person plays."""
        return self.bubba or bool(self.lesson)


def refuse(full: Mapping[str, Any], seats: int) -> None:
    """GameError ("bad-option") for options that do not go together."""
    if full["first"] != "lot" and int(full["first"][-1]) > seats:
        raise GameError("bad-option", f"With {seats} players the option first is one of lot, seat 1 .. seat {seats}.")
    if full["stash_draft"] and not full["stash"]:
        raise GameError("bad-option", "Without a stash there is none to draft: turn stash on, or stash draft off.")
    if full["dice"] == "exclusive" and seats == 4:
        allowed = "'together' or 'exclusive, one repeat'"
        raise GameError(
            "bad-option", f"Four players take eight dice of six, so with them the option dice is {allowed}."
        )
