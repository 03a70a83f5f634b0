"""Test the ending of IT's all in the game: where each dollar came from, and awards.

Source: ITS "Phase 4: Rewards", "When does the game end?".
"""

from __future__ import annotations

from tests.endings import awards_of, ending_of, sheet_of


def test_the_breakdown_lists_projects_by_income() -> None:
    ending = ending_of("consultants-last-project")
    assert ending.opening == "The game ended after round 10 because the last international project was on the table."
    assert [(sheet.name, sheet.total) for sheet in ending.sheets] == [("Cid", 183), ("Ann", 271), ("Bob", 367)]
    for sheet in ending.sheets:
        start, *projects, besides, people = sheet.lines
        assert (start.text, start.items) == ("Starting money", ())
        assert (besides.text, people.text) == ("Events and passing first", "Training, promoting, and recruiting")
        gave = [project.by for project in projects]
        assert gave == sorted(gave, reverse=True)
        assert people.by < 0
    items = {item.text: item.by for line in sheet_of(ending, "Cid").lines for item in line.items}
    assert any(text.endswith(", on-time bonus") and by > 0 for text, by in items.items())
    assert any(text.endswith(", penalty") and by < 0 for text, by in items.items())


def test_awards_name_an_achievement_and_its_count() -> None:
    assert awards_of(ending_of("consultants-last-project")) == {
        "Closer": "Bob completed 6 projects.",
        "Best payday": "Bob earned $64 from projects in round 5.",
        "Always on time": "Cid earned $21 for being on time.",
        "Late again": "Penalties cost Cid $100.",
        "Best school": "Bob trained, promoted, or recruited 11 consultants.",
    }


def test_a_loss_names_its_penalties() -> None:
    swing = ending_of("consultants-last-project").swings[0]
    assert (swing.by, swing.apart, swing.part) == (-9, -42, "Round 4")
    assert swing.lines == (
        "Cid pays $10 because Tickets for Everything is late.",
        "Cid pays $10 because One File per Patient is late.",
        "Everything else: $11.",
    )
