"""What a table plays by, in words: facts of its rules, and templates that ask for them.

The sentences on the board (`board/help.json`) and the help page are such templates, so they follow the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.options import open_in
from cashbox.games.envelopes import vocabulary
from cashbox.games.envelopes.eyes import look
from cashbox.games.envelopes.options import OPTIONS
from cashbox.games.envelopes.rules import game_end, marketing, setup, trade

if TYPE_CHECKING:
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.options import Rules

TIES: Final = {
    "cards": "left-over bucks, then different positions, then cutting cards",
    "die": "left-over bucks, then recruits, then a die",
    "shared": "the win is shared",
    "bubba": "Bubba wins",
}

ROWS: Final = (
    ("Bucks at the start", "How to set up a game", "{start_bucks}"),
    ("Head coach", "How to set up a game", "[coach:{coach}][!coach:dealt, or picked]"),
    ("Cards in play at the start", "How to set up a game", "[given:{given}][!given:none]"),
    ("Dealt each month", "Drafting Cards", "{dealt card}[dealt_first:, the starting player {dealt_all}]"),
    ("Pool of open cards", "Drafting Cards", "[pool:yes][!pool:none]"),
    (
        "First pool",
        "How to set up a game",
        "[first_pool:{first_pool card} a player][!first_pool:[pool:[kept:what is rejected][!kept:empty]][!pool:none]]",
    ),
    ("Secret Stash", "The Secret Stash", "[dealt_stash:{dealt_stash} dealt, {kept} kept][!dealt_stash:none]"),
    ("Stash drafted openly", "Secrets about the Stash", "[open_stash:yes][!open_stash:no]"),
    ("Months that start with an envelope", "Cut-Throat Mode for Set-up", "{seeded}"),
    (
        "Stars of the states",
        "How to set up a game",
        "[shuffled_values:shuffled in each region][!shuffled_values:as printed]",
    ),
    (
        "Dice are taken",
        "Drafting Dice",
        (
            "[!exclusive:[!alone:together][alone:alone]]"
            "[exclusive=1:in turn order, each once][exclusive=2:in turn order, each at most twice]"
        ),
    ),
    (
        "A die gives",
        "Drafting Dice",
        "[full_anywhere:all in any of six months][!full_anywhere:all in the month it names, or half in any of six]",
    ),
    ("A trade costs", "Trade Envelopes of Cash", "{rate envelope}[trade_bucks: and {trade_bucks buck}]"),
    ("Free spaces by quarter", "Travel in your Recruiting Bus", "{moves.0}, {moves.1}, {moves.2}, {moves.3}"),
    ("Value Modifier Die", "Sign Recruits", "[die:yes][!die:no]"),
    (
        "Envelopes sent, if another signs",
        "Pay a Runner",
        "[rivals:[runner_back:come back, till one's last turn][!runner_back:are lost]][!rivals:nobody else signs]",
    ),
    (
        "Recruiting Boards",
        "Recruiting Board",
        "[boards:{board_all star} for all five, else {board_marked} for the marked][!boards:no]",
    ),
    ("Campaigns", "Run a Marketing Campaign", "up to {marketing buck}"),
    (
        "The chain goes",
        "End of the Month",
        "[auction:to a bidder, or it is kept][!auction:[alone:nowhere][!alone:to the left]]",
    ),
    ("Opponent without a seat", "Changes to Each Month's Play", "[bubba:Bubba][!bubba:none]"),
    ("Ties", "Determining the Winner", "{ties_text}"),
    ("Months", "Playing Out the Month", "{months}"),
)
"""What may differ between modes: a name, the rule's heading, and a template over `facts`."""


def facts(rules: Rules, content: Content | None = None) -> dict[str, Any]:
    """Everything that the templates may ask for: the view's `rules`, the fields of `Rules`, numbers that no option
    changes, can_NAME for each option that the mode leaves open, and what the mode's lesson in `content` gives: coach,
    given (cards in play), home, home_region; "" in any other mode."""
    known: dict[str, Any] = {name: getattr(rules, name) for name in rules.__slots__}
    known |= msgspec.to_builtins(look.table(rules))
    known |= {
        "dealt_all": rules.dealt + rules.dealt_first,
        "ties_text": "nobody wins or loses a lesson" if rules.lesson else TIES[known["ties"]],
        "rate": trade.RATE,
        "largest": vocabulary.LARGEST_CAMPAIGN,
        "largest_stars": marketing.STARS[vocabulary.LARGEST_CAMPAIGN],
        "positions": game_end.POSITIONS,
        "region": game_end.REGION,
        "board_all": game_end.BOARD_ALL,
        "board_marked": game_end.BOARD_MARKED,
    }
    known |= _given(rules, content)
    return known | {f"can_{option.name}": open_in(option, rules.mode) for option in OPTIONS}


def _given(rules: Rules, content: Content | None) -> dict[str, Any]:
    """What a player starts with."""
    if not rules.lesson or content is None:
        return {"start_bucks": setup.START_BUCKS, "coach": "", "given": "", "home": "", "home_region": ""}
    lesson = content.lessons[rules.lesson]
    return {
        "start_bucks": lesson.bucks,
        "coach": content.names[lesson.coach],
        "given": ", ".join(content.names[card] for card in lesson.in_play),
        "home": content.space_names[content.start_space[lesson.symbol]],
        "home_region": content.region_names[content.home_colour[lesson.symbol]],
    }
