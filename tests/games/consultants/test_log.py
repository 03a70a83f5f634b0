"""Test the log: one sentence with figures for each event, and secrets only for their owners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.game import SPECTATOR
from cashbox.games.consultants.rules.complete import REWARD
from cashbox.games.consultants.rules.rewards import LATE, PAYDAY
from tests.games.consultants.positions import Table, consultant, work

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE: list[tuple[Callable[[Table], object], list[str]]] = [
    (lambda t: t.hand(0, "red").assign("red", 0, 0), ["P0 seats a red senior at the first desk of {0}."]),
    (lambda t: t.hand(0, "red*").assign("red*", 1, 0), ["P0 seats a red principal at the first desk of {1}."]),
    (
        lambda t: t.row(0, 0).row(1, 1).sit(2, 0, "red", by=1).move(0, 0, 3, 0),
        ["P0 moves a red senior from {0} to the first desk of {3}."],
    ),
    (lambda t: t.hand(0, "red").promote("red"), ["P0 promotes a red senior."]),
    (
        lambda t: t.without("violet*").promote("violet"),
        ["P0 shows a violet senior, but no principal of that color is left."],
    ),
    (
        lambda t: t.train("violet", "red"),
        ["P0 looks through the seniors.", "P0 trains, swapping a senior for a senior."],
    ),
    (
        lambda t: t.hand(0, "red*").recruit("red*", "blue"),
        ["P0 looks through the principals.", "P0 recruits, swapping a principal for a principal."],
    ),
    (lambda t: t.pass_(), ["P0 passes."]),
    (
        lambda t: t.field(0, 2).row(0, 1, 2, 1).hand(0, "blue*").assign("blue*", 0, 3),
        [
            "P0 seats a blue principal at the fourth desk of {0}.",
            "P0 completes {0}.",
            "P0 gets $9 from {0}, including $3 for being on time.",
            "P1 gets $7 from {0}, including $3 for being on time.",
            "P2 gets $5 from {0}, including $3 for being on time.",
            "P1 gets $4 from {0}, including $3 for being on time.",
            "New international project: {new}.",
        ],
    ),
    (
        lambda t: t.stock(1).field(0, 3).row(0, 1, None, 1).hand(0, "blue*").assign("blue*", 0, 3),
        [
            "P0 seats a blue principal at the fourth desk of {0}.",
            "P0 completes {0}.",
            "P0 gets $6 from {0}.",
            "P1 gets $4 from {0}.",
            "P1 gets $2 from {0}.",
            "New international project: {new}.",
            "That was the last international project, so this is the last round.",
        ],
    ),
    (
        lambda t: t.stock(0).field(0, 3).row(0, None, None, 0).hand(0, "blue*").assign("blue*", 0, 3),
        [
            "P0 seats a blue principal at the fourth desk of {0}.",
            "P0 completes {0}.",
            "P0 gets $6 from {0}.",
            "P0 gets $4 from {0}.",
            "There are no international projects left, so the spot stays empty.",
        ],
    ),
]


@pytest.mark.parametrize(("action", "sentences"), AT_ONCE)
def test_each_event_has_its_sentence(action: Callable[[Table], object], sentences: list[str]) -> None:
    t = work(3, deadlines=True).quiet()
    projects = [t.tables.projects[place.project].name for place in t.view().places]
    action(t)
    new = t.place(0).project
    told = [sentence.format(*projects, new=t.tables.projects[new].name if new >= 0 else "") for sentence in sentences]
    assert t.said() == told
    assert t.said(2) == told


def test_a_player_who_searches_a_deck_sees_its_cards_and_the_exchange() -> None:
    t = work(2).keep("principals", 0).hand(0, "red").without("red").do("train", **consultant("red"))
    n = [t.deck("seniors").count(colour) for colour in ("red", "yellow", "green", "blue", "violet")]
    assert t.said(0) == [
        f"You look through the seniors: {n[0]} red, {n[1]} yellow, {n[2]} green, {n[3]} blue, and {n[4]} violet."
    ]
    t.quiet().do("take", colour="blue")
    assert t.said(0)[0] == "P0 trains, swapping a red senior for a blue senior."
    assert t.said(1)[0] == "P0 trains, swapping a senior for a senior."


def test_a_player_who_recruits_sees_the_colors() -> None:
    t = work(2).hand(0, "red").recruit("red", "blue")
    assert t.said(0)[-1] == "P0 recruits, swapping a red senior for a blue principal."
    assert t.said(1)[-1] == t.said(SPECTATOR)[-1] == "P0 recruits, swapping a senior for a principal."


def test_the_log_reports_a_round_in_order() -> None:
    t = work(2, deadlines=True, innovation=True).money(1, 9).field(0, 4).row(0, 1).row(4, 0)
    t.top("red", "yellow", "green", "blue").passed(1).quiet().pass_()
    project = t.tables.projects[t.place(0).project].name
    assert t.said(0) == [
        "P0 passes.",
        f"P1 gets $6 from {project}.",
        "P0 gets $1 from the Innovation Project.",
        f"P0 pays $2 because {project} is late. P0 owes $4 more.",
        "Payday for round 2: P0 −$5 and P1 $6.",
        "P0 takes back a red senior from the Innovation Project.",
        "All deadlines get closer.",
        "Round 3.",
        "You are dealt 1 red senior and 1 yellow senior.",
        "P1 is dealt 2 consultants.",
    ]
    assert t.said(SPECTATOR)[-2:] == ["P0 is dealt 2 consultants.", "P1 is dealt 2 consultants."]
    t.quiet().do("starter", player=1)
    assert t.said() == [
        "With the least money, P0 chooses P1 to start.",
        "A Quiet Quarter: Nothing happens. Everyone is grateful.",
    ]


def test_the_log_counts_consultants_in_the_right_number() -> None:
    t = work(2).keep("seniors", 1).quiet().end_round()
    assert "P0 is dealt 1 consultant." in t.said()
    assert "P1 is dealt 0 consultants." in t.said()
    assert "P1 is dealt 0 consultants." in t.said(1)


def test_the_log_reports_setup() -> None:
    t = Table(2, {"mode": "basic"}, seed=3)
    told = t.said(0)
    assert told[1] == "P1 is dealt 4 consultants."
    assert told[0].startswith("You are dealt ")
    assert told[2] == "Round 1."
    assert any(line.endswith(" is the starting player.") for line in told)


def test_the_log_reports_event_payments_and_debts() -> None:
    t = work(2).money(10, 1).end_round().next_event("software-audit", "quiet-quarter").quiet().do("starter", player=0)
    assert t.said()[-2:] == ["P0 pays $2.", "P1 pays $1. P1 owes $1 more."]


def test_the_log_reports_a_press_release() -> None:
    t = work(2).row(0, 1, 1, 1).end_round().next_event("press-release", "quiet-quarter").do("starter", player=0)
    t.quiet().hand(0, "blue*").assign("blue*", 0, 3)
    assert "P0 gets $4." in t.said()


def test_the_log_reports_recalls_and_declined_events() -> None:
    t = work(2).row(0, 0, 1).end_round().next_event("homesick", "quiet-quarter").do("starter", player=0).quiet()
    project = t.tables.projects[t.place(0).project].name
    t.do("recall", place=0, desk=0).do("stay")
    assert t.said() == [f"P0 takes back a red senior from {project}.", "P1 turns down the event's offer."]


def test_the_log_names_the_winner() -> None:
    t = work(3).money(4, 9, 9).next_event().quiet().end_round()
    assert t.said()[-2:] == ["P1 wins with $9.", "P2 wins with $9."]


def test_prompts_say_what_to_do() -> None:
    t = work(2).hand(0, "red").row(0, 0)

    def prompt(seat: int) -> str:
        return t.game.prompt(t.state, seat, t.names)

    assert prompt(0) == "Let's work! Take one action or pass for the rest of the round."
    assert prompt(1) == prompt(SPECTATOR) == "Waiting for P0 to act."
    t.do("lift", place=0, desk=0)
    assert (prompt(0), prompt(1)) == ("Choose a desk on another project.", "Waiting for P0 to move a consultant.")
    t.do("seat", place=1, desk=0).do("train", **consultant("violet"))
    assert prompt(1) == "Choose a senior from the deck. No one else sees which one."
    assert prompt(0) == "Waiting for P1 to choose a consultant from a deck."
    t.do("take", colour="red").end_round()
    assert prompt(t.due[0]) == "You have the least money. Choose this round's starting player."
    assert prompt(SPECTATOR) == f"Waiting for P{t.due[0]} to choose the starting player."
    t.next_event("homesick").do("starter", player=0)
    assert prompt(0) == "Homesick: You may take back one of your consultants from a project."
    assert prompt(1) == "Waiting for P0 to respond to the event."
    t.do("stay").end_round()
    assert prompt(0) == prompt(SPECTATOR) == "The game is over."


def test_labels_state_costs_and_gains() -> None:
    t = work(2).money(7, 7).hand(0, "red", "blue*").row(0, 0, 1, 1).quiet()
    labels = {t.game.describe(t.state, 0, action).label for action in t.game.legal(t.state, 0)}
    home, other = (t.tables.projects[t.place(k).project].name for k in (0, 1))
    for label in (
        f"Seat a blue principal at the fourth desk of {home}: completes the project and earns you $7",
        f"Seat a red senior at the first desk of {other}: $6 at the end of the round, as things stand",
        f"Move your consultant from the first desk of {home} (1 move left after this)",
        "Train: swap a red senior for any senior ($2, $5 left)",
        "Promote: show a red senior and take a red principal ($2, $5 left)",
        "Recruit: swap a blue principal for any principal ($6, $1 left)",
        "Pass for the rest of the round",
    ):
        assert label in labels


def test_a_player_sees_what_others_do_to_them() -> None:
    """Completing a project pays everyone on it."""
    t = work(2).hand(0, "blue*").row(0, 1, 1, 1).quiet()
    t.log.clear()
    t.assign("blue*", 0, 3)
    name = t.tables.projects[0].name
    assert [line.startswith("You get ") for line in t.concerning(1)] == [True] * 3
    assert all(line.endswith(f" from {name}.") for line in t.concerning(1)), t.concerning(1)
    late = (LATE, 1, 0, 0, 6, 2)
    assert t.game.concerns(late, 1, t.names) == f"You pay $4 and owe $2 more because {name} is late."
    assert t.game.concerns(late, 0, t.names) == ""


def test_the_log_does_not_repeat_the_payday_sheet() -> None:
    t = work(2, deadlines=True).row(0, 0, 1, 1).field(0, 4)
    t.log.clear()
    t.end_round()
    kinds = [event[0] for event in t.log]
    assert (kinds.count(REWARD), LATE in kinds, PAYDAY in kinds) == (3, True, True)
    assert t.concerning(0) == t.concerning(1) == []
