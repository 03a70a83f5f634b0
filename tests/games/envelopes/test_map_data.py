"""Test the data of the board: its contents, its fairness, and that its drawing shows everything legibly."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

GAME = Path(__file__).resolve().parents[3] / "src/cashbox/games/envelopes"
REGIONS = ["green", "gray", "yellow", "red", "magenta", "blue"]
KINDS = ("state", "border", "start", "circle")
BORDERS = {
    frozenset(pair)
    for pair in (
        ("yellow", "red"),
        ("yellow", "gray"),
        ("yellow", "green"),
        ("green", "gray"),
        ("green", "blue"),
        ("blue", "red"),
        ("blue", "magenta"),
        ("magenta", "red"),
    )
}
TOKEN_WIDTH, TOKEN_HEIGHT = 46, 34
MARK = {"state": 12, "border": 13, "start": 17, "circle": 9}

Box = tuple[float, float, float, float]


@cache
def topology() -> dict[str, Any]:
    return tomllib.loads((GAME / "data/map.toml").read_text())


@cache
def drawing() -> dict[str, Any]:
    result: dict[str, Any] = json.loads((GAME / "data/drawing.json").read_text())
    return result


@cache
def kinds() -> dict[str, str]:
    return {entry["id"]: kind for kind in KINDS for entry in topology()[kind]}


@cache
def roads() -> dict[str, set[str]]:
    result: dict[str, set[str]] = {name: set() for name in kinds()}
    for road in topology()["road"]:
        a, b = road["between"]
        result[a].add(b)
        result[b].add(a)
    return result


@cache
def distances(start: str) -> dict[str, int]:
    found = {start: 0}
    queue = [start]
    for here in queue:
        for there in roads()[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def worth() -> list[tuple[str, frozenset[str], int]]:
    """Every recruit's place: space, regions it counts for, stars."""
    states = [(s["id"], frozenset([s["region"]]), s["stars"]) for s in topology()["state"]]
    return states + [(b["id"], frozenset(b["regions"]), n) for b in topology()["border"] for n in b["stars"]]


# ------------------------------------------------------------------------------------------ what is on the board


def test_regions_come_in_the_order_of_the_colors() -> None:
    assert [region["id"] for region in topology()["region"]] == REGIONS


@pytest.mark.parametrize("region", REGIONS)
def test_each_region_has_one_state_of_each_value(region: str) -> None:
    assert sorted(s["stars"] for s in topology()["state"] if s["region"] == region) == [2, 3, 4, 5]


def test_known_states_match_the_rules() -> None:
    states = {s["id"]: (s["region"], s["stars"]) for s in topology()["state"]}
    assert states["iowa"] == ("blue", 4)
    assert states["wisconsin"] == ("blue", 5)


def test_border_states_match_the_rules() -> None:
    borders = topology()["border"]
    assert len(borders) == 8
    assert {frozenset(b["regions"]) for b in borders} == BORDERS
    assert all(len(b["stars"]) == 2 and b["stars"][0] != b["stars"][1] for b in borders)
    assert sum(sum(b["stars"]) for b in borders) == 3 * 16


def test_forty_recruits_and_ten_for_each_home_region() -> None:
    assert len(worth()) == 40
    for start in topology()["start"]:
        assert sum(start["region"] in regions for _, regions, _ in worth()) == 10


def test_starts_come_in_the_order_of_seats() -> None:
    assert [(s["seat"], s["region"]) for s in topology()["start"]] == [
        ("circle", "yellow"),
        ("triangle", "red"),
        ("square", "green"),
        ("cross", "blue"),
    ]


def test_ids_and_names_are_unique_and_short() -> None:
    entries = [entry for kind in KINDS for entry in topology()[kind]]
    assert max(Counter(e["id"] for e in entries).values()) == 1
    assert max(Counter(e["name"] for e in entries).values()) == 1
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", e["id"]) for e in entries)
    assert all(len(e["name"]) <= 19 for e in entries)


# ------------------------------------------------------------------------------------------ the roads


def test_roads_connect_known_spaces_once() -> None:
    pairs = [frozenset(road["between"]) for road in topology()["road"]]
    assert all(len(pair) == 2 and pair <= set(kinds()) for pair in pairs)
    assert len(set(pairs)) == len(pairs)


def test_every_space_can_be_reached_within_sixteen() -> None:
    assert all(len(distances(name)) == len(kinds()) for name in kinds())
    assert max(max(distances(name).values()) for name in kinds()) == 16


def test_only_the_furthest_states_are_dead_ends() -> None:
    assert {name for name, ends in roads().items() if len(ends) == 1} == {"guam-samoa", "maine"}


# ------------------------------------------------------------------------------------------ fairness


def folds() -> list[dict[str, str]]:
    """The ways to fold the board that carry the first start to each of the others."""
    return [fold_to(other) for other in ("start-south", "start-northwest", "start-midwest")]


def fold_to(other: str) -> dict[str, str]:
    """One such fold, found by walking the board from both starts at once."""
    value = {entry["id"]: repr(entry["stars"]) for kind in ("state", "border") for entry in topology()[kind]}
    order = list(distances("start-texas"))

    def extend(fold: dict[str, str]) -> dict[str, str] | None:
        if len(fold) == len(order):
            return fold
        here = order[len(fold)]
        for there in set(order) - set(fold.values()):
            same = kinds()[here] == kinds()[there] and value.get(here) == value.get(there)
            if same and all((n in roads()[here]) == (m in roads()[there]) for n, m in fold.items()):
                found = extend({**fold, here: there})
                if found:
                    return found
        return None

    found = extend({"start-texas": other})
    assert found, f"no way to fold start-texas onto {other}"
    return found


def test_the_board_is_symmetric_for_every_start() -> None:
    """Each fold keeps roads, kinds and stars, so distances from one start are the distances from any other."""
    for fold in folds():
        assert {fold[name] for name in fold} == set(kinds())
        for name, ends in roads().items():
            assert {fold[end] for end in ends} == roads()[fold[name]]


def test_each_symmetry_maps_regions_to_regions() -> None:
    for fold in folds():
        region = {s["id"]: s["region"] for s in topology()["state"]}
        pairs = {(region[name], region[fold[name]]) for name in region}
        assert len(pairs) == 6
        carried = dict(pairs)
        border = {b["id"]: set(b["regions"]) for b in topology()["border"]}
        assert all({carried[r] for r in border[name]} == border[fold[name]] for name in border)
        home = {s["id"]: s["region"] for s in topology()["start"]}
        assert all(carried[home[name]] == home[fold[name]] for name in home)


def test_all_starts_have_equal_distances() -> None:
    for start in topology()["start"]:
        away = distances(start["id"])
        own = {(s["stars"], away[s["id"]]) for s in topology()["state"] if s["region"] == start["region"]}
        assert own == {(2, 1), (3, 2), (4, 2), (5, 3)}
        within = [sum(away[space] <= reach for space, _, _ in worth()) for reach in (3, 5, 7)]
        assert within == [11, 24, 35]
        assert sorted(away[s["id"]] for s in topology()["start"]) == [0, 6, 6, 8]


def test_neutral_regions_are_equally_far_from_all_starts() -> None:
    for region, near in (("gray", ("start-texas", "start-northwest")), ("magenta", ("start-south", "start-midwest"))):
        far = [[distances(s)[e["id"]] for e in topology()["state"] if e["region"] == region] for s in near]
        assert far[0] == far[1] == [3, 4, 5, 7]


# ------------------------------------------------------------------------------------------ the drawing


def test_the_drawing_shows_everything() -> None:
    board = drawing()
    outlined = [e["id"] for kind in ("state", "border") for e in topology()[kind]]
    assert [shape["id"] for shape in board["shapes"]] == outlined
    assert [region["id"] for region in board["regions"]] == REGIONS
    assert set(board["spaces"]) == set(kinds())
    assert set(board["labels"]) == set(board["tokens"]) == set(outlined)
    assert {k: len(v) for k, v in board["tokens"].items()} == {k: 2 if kinds()[k] == "border" else 1 for k in outlined}
    assert [road["between"] for road in board["roads"]] == [road["between"] for road in topology()["road"]]


def test_the_drawing_has_full_names() -> None:
    names = {e["id"]: e["name"] for kind in ("state", "border") for e in topology()[kind]}
    for name, label in drawing()["labels"].items():
        assert " ".join(label["lines"]).replace("/ ", "/") == names[name]


def test_roads_start_and_end_at_their_spaces() -> None:
    board = drawing()
    for road in board["roads"]:
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", road["path"])]
        ends = [(board["spaces"][e]["x"], board["spaces"][e]["y"]) for e in road["between"]]
        assert [tuple(numbers[:2]), tuple(numbers[-2:])] == ends


def boxes() -> dict[str, Box]:
    """The room taken by each token, mark and name; names are measured roughly, as a serif face runs."""
    board = drawing()
    result: dict[str, Box] = {}

    def put(name: str, x: float, y: float, half_width: float, half_height: float) -> None:
        result[name] = (x - half_width, y - half_height, x + half_width, y + half_height)

    for name, tokens in board["tokens"].items():
        for k, token in enumerate(tokens):
            put(f"token {name} {k}", token["x"], token["y"], TOKEN_WIDTH / 2, TOKEN_HEIGHT / 2)
    for name, space in board["spaces"].items():
        size = MARK[kinds()[name]]
        put(f"mark {name}", space["x"], space["y"], size - 2, size - 2)
    for name, label in board["labels"].items():
        size, lines = label["size"], label["lines"]
        half_width = max(len(line) for line in lines) * size * 0.26
        top, bottom = label["y"] - size * 0.75, label["y"] + size * (len(lines) - 1) + size * 0.15
        put(f"name {name}", label["x"], (top + bottom) / 2, half_width, (bottom - top) / 2)
    return result


def test_drawn_items_stay_on_the_sheet_and_do_not_overlap() -> None:
    placed = list(boxes().items())
    for k, (name, (x0, y0, x1, y1)) in enumerate(placed):
        assert min(x0, y0) >= 0, name
        assert x1 <= drawing()["width"], name
        assert y1 <= drawing()["height"], name
        for other, (u0, v0, u1, v1) in placed[k + 1 :]:
            assert not (x0 < u1 and u0 < x1 and y0 < v1 and v0 < y1), f"{name} overlaps {other}"


@pytest.mark.thorough
def test_roads_avoid_tokens_and_other_spaces() -> None:
    obstacles = {name: box for name, box in boxes().items() if not name.startswith("name ")}
    for road in drawing()["roads"]:
        for x, y in curve(road["path"]):
            for name, (x0, y0, x1, y1) in obstacles.items():
                if name.removeprefix("mark ") not in road["between"]:
                    assert not (x0 + 1 < x < x1 - 1 and y0 + 1 < y < y1 - 1), f"{road['between']} runs over {name}"


def curve(path: str) -> list[tuple[float, float]]:
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    result = []
    for step in range(101):
        level = points
        while len(level) > 1:
            t = step / 100
            level = [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in pairwise(level)]
        result.append(level[0])
    return result


def test_every_us_state_is_in_one_space() -> None:
    pieces = runpy.run_path(str(Path(__file__).resolve().parents[3] / "tools/map/spaces.py"))
    codes = [code for group in (pieces["STATES"], pieces["INSETS"]) for codes in group.values() for code in codes]
    unused = {3, 7, 14, 43, 52}  # numbers that the census never gave to a state
    union = {f"{n:02}" for n in range(1, 57) if n not in unused} - {pieces["TEXAS"]}
    territories = {"60", "66", "69"}
    assert Counter(codes) == Counter(union | territories)
    outlined = {"west-texas", "north-texas", "gulf-texas", *pieces["STATES"], *pieces["INSETS"]}
    assert outlined == {shape["id"] for shape in drawing()["shapes"]}
    assert {pieces["texas"](*p) for p in ((-102, 32), (-97, 33), (-95, 29.7))} == {
        "west-texas",
        "north-texas",
        "gulf-texas",
    }


def test_the_drawing_is_small_enough_to_send() -> None:
    assert (GAME / "data/drawing.json").stat().st_size < 150_000
