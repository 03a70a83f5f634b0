"""The state of a game: plain classes of ints and lists of ints, fast to clone.

Numbers of cards, spaces, recruit slots, colours and positions are those of `content.py` and `vocabulary.py`; months
are 0 (March) to 11 (February).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes.vocabulary import MODS

if TYPE_CHECKING:
    from cashbox.engine.game import Event
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.lessons import Lesson
    from cashbox.games.envelopes.options import Rules

# Phases in which somebody owes a decision, and (odd names) those the rules run through by themselves.
COACHES: Final = 0
STASH: Final = 1
DEAL: Final = 2
DRAFT: Final = 3
ROLL: Final = 4
BOOKIE: Final = 5
DICE: Final = 6
TURN: Final = 7
MONTH: Final = 8
MONTH_END: Final = 9
LAST_CARDS: Final = 10
FINAL: Final = 11
SCORE: Final = 12
OVER: Final = 13
AUCTION: Final = 14
REFRESH: Final = 15
HOMES: Final = 16
PHASES: Final = (
    "coach", "stash", "deal", "draft", "roll", "bookie", "dice", "turn", "month", "month_end", "last_cards", "final",
    "score", "over", "auction", "refresh", "home",
)  # fmt: skip

# The small decision inside a turn; `State.step`.
NO_STEP: Final = 0
PAY: Final = 1
GIVE: Final = 2
SEND: Final = 3
GAIN: Final = 4
COST: Final = 5
FARE: Final = 6
STAKE: Final = 7
FLY_TO: Final = 8
LATER: Final = 9
SAVE: Final = 10
STEPS: Final = ("", "pay", "give", "send", "gain", "cost", "fare", "stake", "fly", "later", "save")


def changed(values: list[int], k: int, value: int) -> list[int]:
    """The list with one value changed, as a new list: for lists that copies of a state share."""
    copy = values[:]
    copy[k] = value
    return copy


class Player:
    """One head coach's mat, calendar and what is known of the month so far.

    env: envelopes in supply by colour. calendar: card waiting since that month, -1 none. later: envelopes on the
    calendar, 6 * month + colour. play: cards in play in order, coach first; monthly: those used once a month. used,
    reused: bit masks of cards used once, twice this month. mods: sums by `vocabulary.MOD`. bets: 6 * colour + number
    - 1. slots: recruits signed, each slot + 64 * stars scored. pre: envelopes beside recruits by slot, 4 bits a
    colour; prepaid: mask of such slots. campaign: bucks paid for this month's campaign, 0 none; bought: its stars.
    choice: the simultaneous choice going on (cards rejected; colour, month, count of each die; bucks of the final
    campaign). gain_due: envelopes of any colour to take when the turn begins. board: number of the Recruiting Board, -1
    none. sheet: see `rules/score_sheet.py`.

    bets, calendar, mods, monthly, play, pre, sheet and slots change seldom: copies share them, so they are replaced,
    never changed in place.
    """

    __slots__ = (
        "bets", "board", "bought", "bucks", "calendar", "campaign", "campaigns", "choice", "crapped",
        "doubles", "drafted",
        "env", "expired",
        "gain_due", "hand", "later", "mods", "monthly", "moves", "nbets", "play", "pos_mask", "pre", "prepaid",
        "put", "reused",
        "runners", "sheet", "signed", "slots", "space", "stars", "stash", "symbol", "used", "wins",
    )  # fmt: skip

    def __init__(self) -> None:
        self.symbol = 0
        self.stars = 0
        self.bucks = 0
        self.moves = 0
        self.space = 0
        self.campaign = 0
        self.bought = 0
        self.campaigns = 0
        self.used = 0
        self.reused = 0
        self.doubles = 0
        self.runners = 0
        self.signed = 0
        self.put = 0
        self.wins = 0
        self.crapped = 0
        self.nbets = 0
        self.expired = 0
        self.pos_mask = 0
        self.prepaid = 0
        self.drafted = 0
        self.gain_due = 0
        self.board = -1
        self.env = [0] * 6
        self.hand: list[int] = []
        self.stash: list[int] = []
        self.choice: list[int] = []
        self.calendar = [-1] * 12
        self.later = [0] * 72
        self.play: list[int] = []
        self.monthly: list[int] = []
        self.mods = [0] * MODS
        self.bets = [0] * 36
        self.slots: list[int] = []
        self.pre = [0] * 40
        self.sheet: list[int] = []

    def clone(self) -> Player:
        """An independent copy."""
        p: Player = Player.__new__(Player)
        p.symbol = self.symbol
        p.stars = self.stars
        p.bucks = self.bucks
        p.moves = self.moves
        p.space = self.space
        p.campaign = self.campaign
        p.bought = self.bought
        p.campaigns = self.campaigns
        p.used = self.used
        p.reused = self.reused
        p.doubles = self.doubles
        p.runners = self.runners
        p.signed = self.signed
        p.put = self.put
        p.wins = self.wins
        p.crapped = self.crapped
        p.nbets = self.nbets
        p.expired = self.expired
        p.pos_mask = self.pos_mask
        p.prepaid = self.prepaid
        p.drafted = self.drafted
        p.gain_due = self.gain_due
        p.board = self.board
        p.env = self.env[:]
        p.hand = self.hand[:]
        p.stash = self.stash[:]
        p.choice = self.choice[:]
        p.calendar = self.calendar
        p.later = self.later[:]
        p.play = self.play
        p.monthly = self.monthly
        p.mods = self.mods
        p.bets = self.bets
        p.slots = self.slots
        p.pre = self.pre
        p.sheet = self.sheet
        return p


def held(p: Player) -> list[int]:
    """The colours of which a player has envelopes."""
    return [c for c in range(6) if p.env[c]]


def forced(p: Player, n: int) -> int:
    """The colour of the next of n envelopes to leave the supply, where there is no choice; else -1."""
    colours = held(p)
    return colours[0] if len(colours) == 1 or sum(p.env) <= n else -1


class State:
    """A whole game.

    content, rules, lesson, position (by slot), value (stars on the token, by slot), cost (six ints by slot), coach_row
    (coaches face up or dealt) never change after the start and are shared by copies. due: bit mask of seats that owe a
    decision. window: number of the undo window. free: bit mask of recruits not signed. step, a, b, n: the small
    decision going on; owed: what is still to pay. lesson: what a guided game gives and says, None in any other. check:
    the dice as the Vegas check of the current seat sees them. asked: seats whose Vegas check is done, counted from the
    chain. cuts: who won a tie by cards or die. bids: by seat, the best bid of the auction going on; out: mask of seats
    that passed in it. bubba: the opponent without a seat, of whom symbol, stars, slots, pos_mask and sheet count; None
    where he does not play. deck, under: cards to deal, in no order, `under` once the deck is empty. reshuffled: by
    reshuffle, the mask of cards that went through it. opening: the events of the set-up.

    bids, check, cuts, dice, gone, reshuffled and signed_by are shared by copies too: replaced, never changed in place.
    """

    __slots__ = (
        "a", "asked", "b", "bids", "bubba", "chain", "check", "coach_row", "content", "cost", "current", "cuts",
        "deck", "dice",
        "due", "events",
        "free", "gone", "lesson", "month", "n", "opening", "out", "owed", "phase", "players", "pool", "position",
        "reshuffled", "rules",
        "seats", "signed_by", "step",
        "under", "value", "window",
    )  # fmt: skip

    def __init__(self, content: Content, rules: Rules, seats: int) -> None:
        self.content = content
        self.rules = rules
        self.lesson: Lesson | None = content.lessons[rules.lesson] if rules.lesson else None
        self.seats = seats
        self.position: list[int] = []
        self.value = content.value
        self.cost = content.recruit_cost
        self.coach_row: list[int] = []
        self.month = 0
        self.phase = STASH
        self.chain = 0
        self.current = 0
        self.window = 0
        self.due = 0
        self.free = (1 << 40) - 1
        self.step = NO_STEP
        self.a = 0
        self.b = 0
        self.n = 0
        self.asked = 0
        self.owed = [0] * 6
        self.dice = [0] * 6
        self.check = [0] * 6
        self.cuts: list[int] = []
        self.bids = [0] * seats
        self.out = 0
        self.bubba: Player | None = None
        self.deck: list[int] = []
        self.under: list[int] = []
        self.pool: list[int] = []
        self.gone: list[int] = []
        self.reshuffled: list[int] = []
        self.signed_by = [-1] * 40
        self.players: list[Player] = []
        self.events: list[Event] | None = []
        self.opening: list[Event] = []

    def clone(self) -> State:
        """An independent copy that notes no events."""
        s: State = State.__new__(State)
        s.content = self.content
        s.rules = self.rules
        s.lesson = self.lesson
        s.seats = self.seats
        s.position = self.position
        s.value = self.value
        s.cost = self.cost
        s.coach_row = self.coach_row
        s.month = self.month
        s.phase = self.phase
        s.chain = self.chain
        s.current = self.current
        s.window = self.window
        s.due = self.due
        s.free = self.free
        s.step = self.step
        s.a = self.a
        s.b = self.b
        s.n = self.n
        s.asked = self.asked
        s.owed = self.owed[:]
        s.dice = self.dice
        s.check = self.check
        s.cuts = self.cuts
        s.bids = self.bids
        s.out = self.out
        s.bubba = self.bubba.clone() if self.bubba is not None else None
        s.deck = self.deck[:]
        s.under = self.under[:]
        s.pool = self.pool[:]
        s.gone = self.gone
        s.reshuffled = self.reshuffled
        s.signed_by = self.signed_by
        s.players = [p.clone() for p in self.players]
        s.events = None
        s.opening = []
        return s


def clockwise(s: State, seat: int) -> int:
    """The seat to the left."""
    return seat + 1 if seat + 1 < s.seats else 0


def still_to_come(s: State, seat: int) -> bool:
    """Whether a seat's turn of this month comes after the present one."""
    return (seat - s.chain) % s.seats > (s.current - s.chain) % s.seats


def choosing_together(s: State) -> bool:
    """Whether the choice going on is made by all at the same time, hidden until the last has chosen."""
    return s.phase in (STASH, FINAL) or (s.phase == DICE and not s.rules.exclusive)
