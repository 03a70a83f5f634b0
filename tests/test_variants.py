"""Test variants: files with differences from a game's own content."""

from __future__ import annotations

import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cashbox import cli, games
from cashbox.cli import commands
from cashbox.engine import conformance
from cashbox.engine.game import GameError
from cashbox.engine.help_checks import check_help
from cashbox.engine.journal import loads
from cashbox.engine.variant import LESSONS, text_faults
from cashbox.lab import simulate as lab
from cashbox.lab.variant_file import toml_of
from tests.cases import for_each

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS = Path(__file__).parent / "fixtures" / "variants"
CLERK = """
[variant]
name = "CASH with Clerks"
text = "Six clerks join the deck."

[[card]]
id = "cash-5000"
copies = 14

[[card]]
id = "stop-trading"
remove = true

[[card]]
id = "clerk"
name = "The Clerk"
type = "commission"
copies = 6
text = "Discard it. You may take one uninsured 10,000 from each opponent. Opponents without one lose 1 turn."
effect = { when = "discarded", needs = ["license"], does = ["take"], take = "exactly", value = 10000, fine = 1 }
"""
BRUNCH = """
[[card]]
name = "Second Brunch"
kind = "culture"
cost = ["yellow", "red"]
stars = 3
use = "monthly"
text = "Take 2 bucks."
effect = { get = { bucks = 2 } }
"""
GRANTS = """
[start]
money = 10

[[event]]
id = "bonus-season"
effect = { do = "gain", who = "all", n = 3 }

[[international]]
id = "space-station"
name = "Space Station"
desks = ["red", "blue", "red", "green*"]
"""
BAD = {
    "x = 1": "my.toml, line 1: there is no key 'x'. Use one of these: card, variant.",
    "card = 3": "my.toml, line 1: card should be written as [[card]].",
    "[[card]\nid = 3": (
        "my.toml isn't valid TOML: Expected ']]' at the end of an array declaration (at line 1, column 7)."
    ),
    "": "The variant is empty. Give at least one key that differs from the original.",
    '[[card]]\nid = "cash-500"\ncopies = 3': (
        "my.toml, line 1: there is no card 'cash-500' to change. Did you mean 'cash-5000'? A new card also needs name, "
        "type, text, and effect."
    ),
    '\n[[card]]\nid = "cash-5000"\ncopies = 300': (
        "my.toml can't be used with CASH: my.toml, line 2 (card 3): copies: 300 is not a whole number from 1 to 216"
    ),
    '[[card]]\nid = "cash-5000"\ncopies = "3"': "my.toml, line 1: card.copies should be a whole number, not '3'.",
    '[[card]]\nid = "cash-5000"\ncopies = true': "my.toml, line 1: card.copies should be a whole number, not True.",
    '[[card]]\nid = "cash-5000"\ntxt = "a"': "my.toml, line 1: a card has no field 'txt'. Did you mean 'text'?",
    '[[card]]\nid = "cash-50"\nremove = true': (
        "my.toml, line 1: there is no card 'cash-50' to remove. Did you mean 'cash-5000'?"
    ),
    '[[card]]\nid = "cash-5000"\nremove = 1': "my.toml, line 1: card.remove should be true or false.",
    '[[card]]\nid = "cash-5000"\ncopies = 1\n[[card]]\nid = "cash-5000"\ncopies = 2': (
        "my.toml, line 4: card 'cash-5000' is already defined in my.toml, line 1."
    ),
    '[variant]\ngame = "chess"\n[[card]]\nid = "cash-5000"\ncopies = 3': (
        "my.toml is a variant of 'chess', not of 'cash'. Use it with 'chess'."
    ),
    "[variant]\nname = 3": "my.toml, line 1: [variant].name should be one line of text with 1 to 40 characters.",
    '[variant]\ntitle = "a"': "my.toml, line 1: [variant] has no key 'title'. It can have name, text, and game.",
    '[[card]]\nid = "cash-5000"\neffect = { when = "played", needs = [], does = ["fly"] }': (
        "my.toml can't be used with CASH: my.toml, line 1 (card 3): effect.does: 'fly' is not one of license, stop, "
        "cash, insure, investigate, settle, double, tax, acquit, take, clear, takeover, ruin, dump, lose, pass, extra"
    ),
}


def written(folder: Path, text: str) -> Path:
    path = folder / "my.toml"
    path.write_text(text, "utf-8")
    return path


def content_of(folder: Path, game: str, text: str) -> dict[str, Any]:
    return games.read_variant(game, written(folder, text)).content


def test_a_variant_changes_adds_and_removes_entries(tmp_path: Path) -> None:
    variant = games.read_variant("cash", written(tmp_path, CLERK))
    assert (variant.name, variant.text) == ("CASH with Clerks", "Six clerks join the deck.")
    before = {card["id"]: card for card in games.load("cash").content["cards"]["card"]}
    after = {card["id"]: card for card in variant.content["cards"]["card"]}
    assert set(before) - set(after) == {"stop-trading"}
    assert list(after)[-1] == "clerk"
    assert after["cash-5000"] == {**before["cash-5000"], "copies": 14}
    assert all(after[name] == before[name] for name in set(before) & set(after) - {"cash-5000"})


def test_121_cards_can_be_numbered_and_played(tmp_path: Path) -> None:
    content = content_of(tmp_path, "envelopes", BRUNCH + "[[card]]\nnumber = 5\nremove = true\n" + BRUNCH)
    assert [card["number"] for card in content["cards"]["card"]] == list(range(1, 122))
    game = games.load("envelopes", content)
    assert game.decode({"type": "draft", "card": 121}) == game.decode({"type": "draft", "card": 1}) + 120
    assert game.text(game.decode({"type": "use", "card": 122})).startswith("use 122 Coach")


@for_each("mode", ["lesson-1", "lesson-2"])
def test_a_variant_has_no_lessons(tmp_path: Path, mode: str) -> None:
    game = games.load("envelopes", content_of(tmp_path, "envelopes", BRUNCH))
    assert mode not in [one.id for one in game.about.modes]
    with pytest.raises(GameError, match="The mode must be one of"):
        game.check_options({"mode": mode}, 1)


@for_each("case", BAD.items(), lambda case: case[0])
def test_errors_name_file_line_and_remedy(tmp_path: Path, case: tuple[str, str]) -> None:
    text, sentence = case
    path = written(tmp_path, text)
    with pytest.raises(GameError) as caught:
        games.read_variant("cash", path)
    assert caught.value.code == "bad-content"
    assert str(caught.value).replace(f"{tmp_path}/", "") == sentence


def test_a_folder_is_a_variant_and_says_which_file_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "variant"
    folder.mkdir()
    with pytest.raises(GameError, match="has no TOML files"):
        games.read_variant("consultants", folder)
    (folder / "numbers.toml").write_text("[start]\nmoney = 10\n")
    (folder / "events.toml").write_text('[[event]]\nid = "bonus-season"\nname = "Bonus"\n')
    content = games.read_variant("consultants", folder).content
    assert content["projects"]["start"]["money"] == 10
    assert "Bonus" in [event["name"] for event in content["events"]["event"]]
    (folder / "more.toml").write_text("\n[start]\nmoney = 11\n")
    with pytest.raises(GameError, match=r"numbers.toml, line 1: start is also in more.toml. Keep it in one file."):
        games.read_variant("consultants", folder)


def test_missing_and_unreadable_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="There is no file"):
        games.read_variant("cash", tmp_path / "none.toml")
    path = tmp_path / "my.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(GameError, match="isn't UTF-8 text"):
        games.read_variant("cash", path)


def test_simulated_variants_keep_their_content_in_their_journals(tmp_path: Path) -> None:
    content = content_of(tmp_path, "consultants", GRANTS)
    asked = ["simulate", "consultants", "--bots", "random,random", "--games", "2", "--seed", "1", "--workers", "1"]
    asked += ["--content", str(tmp_path / "my.toml"), "--journals", str(tmp_path / "journals")]
    assert cli.main(asked) == 0
    (tmp_path / "my.toml").unlink()
    for path in (tmp_path / "journals").iterdir():
        journal = loads(path.read_bytes())
        assert journal.content == content
        assert games.load_for(journal).content_hash == journal.header.content_hash
        assert cli.main(["replay", str(path)]) == 0


@pytest.mark.slow
def test_text_that_disagrees_with_its_effect_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = CLERK.replace("one uninsured 10,000", "one uninsured 20,000")
    variant = games.read_variant("cash", written(tmp_path, text))
    fault = (
        "my.toml, line 14: card clerk (The Clerk): the text says 20,000, but the effect doesn't; the effect says "
        "10,000, but the text doesn't."
    )
    assert variant.faults == (fault,)
    asked = ["simulate", "cash", "--bots", "random,random", "--games", "1", "--workers", "1", "--content"]
    assert cli.main([*asked, str(tmp_path / "my.toml")]) == 0
    assert f"cashbox: note: {fault}\n" in capsys.readouterr().err
    assert games.read_variant("cash", written(tmp_path, CLERK)).faults == ()


def numbers_of(effect: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in effect.items() if isinstance(effect, dict) else enumerate(effect):
        if isinstance(value, (dict, list)):
            yield from numbers_of(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield effect, key


@pytest.mark.slow
@for_each("game", ["cash", "consultants", "envelopes"])
def test_nearly_every_changed_number_in_an_effect_is_noticed(game: str) -> None:
    original = games.load(game).content
    changed = copy.deepcopy(original)
    assert text_faults(original, changed) == []
    entries = [
        entry
        for part in changed.values()
        for found in part.values()
        if isinstance(found, list)
        for entry in found
        if isinstance(entry, dict) and "text" in entry and "effect" in entry
    ]
    places = [place for entry in entries for place in numbers_of(entry["effect"])]
    missed = 0
    for effect, key in places:
        effect[key] += 3
        missed += not text_faults(original, changed)
        effect[key] -= 3
    assert len(places) > 15
    assert missed <= 0.04 * len(places)


VALUES = st.recursive(
    st.one_of(
        st.booleans(), st.integers(), st.integers(-3, 300), st.text(max_size=20),
        st.sampled_from(["clerk", "cash-5000", "license", "played", "take", "stop", "1979-05-27"]),
    ),
    lambda some: st.lists(some, max_size=3) | st.dictionaries(st.sampled_from(["when", "does", "n", "value"]), some),
    max_leaves=6,
)  # fmt: skip
FIELDS = st.sampled_from(["id", "name", "type", "text", "copies", "effect", "remove", "value", "number"])


def toml(value: Any) -> str:
    """What could stand in a file; None is a date."""
    if isinstance(value, float):
        return repr(value)
    return "1979-05-27" if value is None else toml_of(value)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.dictionaries(FIELDS, VALUES | st.none() | st.floats(), max_size=6), max_size=3), st.text(max_size=30)
)
def test_any_file_is_read_or_refused_with_a_sentence(tmp_path: Path, entries: list[dict[str, Any]], rest: str) -> None:
    tables = ["".join(["[[card]]\n", *(f"{k} = {toml(one)}\n" for k, one in entry.items())]) for entry in entries]
    for text in ("".join(tables), "".join(tables) + rest):
        path = tmp_path / "my.toml"
        path.write_bytes(text.encode("utf-8", "replace"))
        try:
            games.load("cash", games.read_variant("cash", path).content)
        except GameError as error:
            assert error.code == "bad-content"  # noqa: PT017
            assert "object" not in str(error), text  # noqa: PT017


@pytest.mark.slow
@pytest.mark.parametrize("cards", [24, 240])
def test_decks_at_the_limits_can_be_played(cards: int) -> None:
    content = copy.deepcopy({key: part for key, part in games.load("envelopes").content.items() if key != LESSONS})
    deck = content["cards"]["card"]
    content["cards"]["card"] = [{**copy.deepcopy(deck[k % 120]), "number": k + 1} for k in range(cards)]
    content["coaches"]["coach"] = content["coaches"]["coach"][:4]
    content["boards"]["board"] = content["boards"]["board"][:4]
    for mode, seats in (("standard", 4), ("online", 4), ("family", 3), ("solitaire", 1)):
        run = lab.plan("envelopes", 1, ["steady", "random", "random", "random"][:seats], 1, {"mode": mode}, 1, content)
        assert len(next(lab.stream(run)).scores) == seats


def test_a_deck_beyond_the_limits_is_refused_with_a_sentence() -> None:
    content = copy.deepcopy(games.load("envelopes").content)
    deck = content["cards"]["card"]
    for cards in (23, 241):
        content["cards"]["card"] = [{**deck[k % 120], "number": k + 1} for k in range(cards)]
        with pytest.raises(GameError, match=rf"has {cards} \[\[card\]\] entries, but should have 24 to 240"):
            games.load("envelopes", content)


# -- rules pages -------------------------------------------------------------------------------------------------------

REWORKED = {
    "cash": CLERK,
    "consultants": GRANTS,
    "envelopes": BRUNCH,
}


@pytest.mark.parametrize(
    ("game", "mode", "listed"),
    [
        (
            "cash",
            "standard",
            [
                ("5,000", "", "Changed: copies 12 → 14"),
                ("The Clerk", "Discard it. You may take one", "New · copies: 6"),
                ("Stop Trading", "", "Removed"),
            ],
        ),
        ("consultants", "real", [("Start", "money: 8 → 10.", "")]),
        ("envelopes", "standard", [("Second Brunch", "Take 2 bucks.", "New")]),
    ],
)
def test_the_rules_page_of_a_variant_has_its_cards_and_lists_what_differs(
    game: str, mode: str, listed: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    content = content_of(tmp_path, game, REWORKED[game])
    original, page = games.help_page(game, mode), games.help_page(game, mode, content)
    assert original is not None
    assert page is not None
    first = page.sections[0]
    found = {one.title: one for one in first.entries}
    for title, text, aside in listed:
        assert title in found
        assert found[title].text.startswith(text)
        assert found[title].aside.startswith(aside)
    assert {one.id for one in page.sections} >= {one.id for one in original.sections}
    assert page.everything.count(listed[0][0]) > 1 or game == "consultants"
    assert games.help_page(game, mode) == original
    lesson = next(one.id for one in games.about_game(game).modes if one.guided)
    with pytest.raises(GameError, match="has no mode"):
        games.help_page(game, lesson, content)


@pytest.mark.parametrize(
    ("game", "mode", "many"), [("cash", "standard", 3), ("consultants", "real", 6), ("envelopes", "standard", 7)]
)
def test_the_rules_page_of_the_original_has_all_examples(game: str, mode: str, many: int) -> None:
    page = games.help_page(game, mode)
    assert page is not None
    assert sum(len(section.examples) for section in page.sections) == many


@pytest.mark.slow
@pytest.mark.parametrize("game", ["cash", "consultants"])
def test_a_rules_page_can_be_built_without_any_one_card(game: str) -> None:
    original = {name: part for name, part in games.load(game).content.items() if name != LESSONS}
    built = 0
    for part, tables in original.items():
        for key, entries in tables.items():
            for k in range(len(entries) if isinstance(entries, list) and isinstance(entries[0], dict) else 0):
                content = copy.deepcopy(original)
                gone = content[part][key].pop(k)
                try:
                    games.load(game, content)
                except GameError:
                    continue  # some card has to be there
                page = games.help_page(game, "", content)
                assert page is not None
                assert [(one.title, one.aside) for one in page.sections[0].entries] == [(gone["name"], "Removed")]
                built += 1
    assert built > 25


# -- the contract ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [("consultants", {"mode": "real"}, 2), ("envelopes", {"mode": "online"}, 2)],
)
def test_a_variant_with_another_map_other_boards_and_cards_keeps_the_contract(
    game: str, options: dict[str, Any], seats: int
) -> None:
    """Cards, boards, roads, projects, and numbers are changed, added, and removed in these files."""
    found = games.read_variant(game, VARIANTS / f"{game}.toml")
    assert found.faults == ()
    rules = games.load(game, found.content)
    check_help(rules, partial(games.help_page, game, content=found.content), games.tips_of(rules))
    assert conformance.run(rules, ["variant"], seats, options, every=100).games == 1
    plan = lab.plan(game, 4, ["steady"] * seats, 1, options, 1, found.content)
    assert len([*lab.stream(plan)]) == 4


# -- commands ----------------------------------------------------------------------------------------------------------

WITHOUT_CONTENT = {
    "the data of a server": ("admin", "backup", "check", "export", "move", "restore"),
    "a journal, which has the content of its game": ("analyze", "replay", "report", "verify"),
    "no game": ("compile", "games", "new-game", "version"),
    "versions, each of which can be a variant": ("compare",),
    "all variants of a folder: --variants": ("serve",),
}
"""Commands that take no `--content`, by what they take instead."""

WITH_CONTENT = {
    "balance": ["cash"],
    "cards": ["cash"],
    "conformance": ["cash"],
    "dataset": ["cash", "--bots", "steady,steady", "--to", "data"],
    "fuzz": ["cash"],
    "ladder": ["cash"],
    "play": ["cash"],
    "print": ["cash", "--to", "cards.pdf"],
    "simulate": ["cash", "--bots", "steady,steady"],
    "tune": ["cash", "--number", "card.bankruptcy.copies=1..8", "--goal", "seats<=2"],
}
"""All other commands, with the arguments that they need."""


def test_every_command_that_takes_a_game_takes_a_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A new command has to take `--content`, or to stand above with what it takes instead."""
    without = [name for names in WITHOUT_CONTENT.values() for name in names]
    assert WITH_CONTENT.keys() | {*without} == {name for name in commands.app if not name.startswith("-")}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.toml").write_text('[[card]]\nid = "bankruptcy"\nprice = 3\n', "utf-8")
    for name, arguments in WITH_CONTENT.items():
        assert cli.main([name, *arguments, "--content", "wrong.toml"]) == cli.FAULT, name
        assert "wrong.toml, line 1: a card has no field 'price'" in capsys.readouterr().err, name
