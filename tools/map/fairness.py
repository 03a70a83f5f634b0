"""How fair the four starts are, measured on data/map.toml alone.

    python tools/map/fairness.py

The proof comes first: the roads are searched for the ways to fold the whole board onto itself that keep
stars, kinds of spaces and roads. When such a fold carries one start to another, no figure that counts
only distances and stars can tell the two apart. The figures follow, for people.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

MAP = Path(__file__).resolve().parents[2] / "src/cashbox/games/envelopes/data/map.toml"


class Board:
    """The spaces as a graph, with the distance between any two."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.kind: dict[str, tuple[Any, ...]] = {}
        for entry in data["state"]:
            self.kind[entry["id"]] = ("state", entry["stars"])
        for entry in data["border"]:
            self.kind[entry["id"]] = ("border", *sorted(entry["stars"]))
        for kind in ("start", "circle"):
            for entry in data[kind]:
                self.kind[entry["id"]] = (kind,)
        self.roads: dict[str, set[str]] = {name: set() for name in self.kind}
        for road in data["road"]:
            a, b = road["between"]
            self.roads[a].add(b)
            self.roads[b].add(a)
        self.regions = {e["id"]: {e["region"]} for e in data["state"]} | {
            e["id"]: set(e["regions"]) for e in data["border"]
        }
        self.starts = [e["id"] for e in data["start"]]
        self.home = {e["id"]: e["region"] for e in data["start"]}
        self.away = {name: self.distances(name) for name in self.kind}

    def distances(self, start: str) -> dict[str, int]:
        found = {start: 0}
        queue = [start]
        for here in queue:
            for there in sorted(self.roads[here]):
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def recruits(self) -> Iterator[tuple[str, int]]:
        for entry in self.data["state"]:
            yield entry["id"], entry["stars"]
        for entry in self.data["border"]:
            for stars in entry["stars"]:
                yield entry["id"], stars

    def folds(self) -> list[dict[str, str]]:
        """Every one-to-one map of the spaces that keeps roads, kinds, stars and regions together."""
        order = [self.starts[0]]
        for here in order:
            order += [there for there in sorted(self.roads[here]) if there not in order]
        found: list[dict[str, str]] = []

        def sees(name: str) -> tuple[Any, ...]:
            return (
                self.kind[name],
                len(self.roads[name]),
                sorted((self.kind[n], d) for n, d in self.away[name].items()),
            )

        look = {name: repr(sees(name)) for name in order}

        def extend(fold: dict[str, str], k: int) -> None:
            if k == len(order):
                if self.keeps_regions(fold):
                    found.append(dict(fold))
                return
            name = order[k]
            known = [fold[n] for n in self.roads[name] if n in fold]
            candidates = set.intersection(*(self.roads[n] for n in known)) if known else set(order)
            for other in sorted(candidates - set(fold.values())):
                if look[name] == look[other] and all(
                    (n in self.roads[name]) == (fold[n] in self.roads[other]) for n in fold
                ):
                    fold[name] = other
                    extend(fold, k + 1)
                    del fold[name]

        extend({}, 0)
        return found

    def keeps_regions(self, fold: dict[str, str]) -> bool:
        colour: dict[str, str] = {}
        for entry in self.data["state"]:
            if (
                colour.setdefault(entry["region"], *self.regions[fold[entry["id"]]])
                not in self.regions[fold[entry["id"]]]
            ):
                return False
        borders = (e["id"] for e in self.data["border"])
        homes = all(colour[self.home[s]] == self.home[fold[s]] for s in self.starts)
        return homes and all({colour[r] for r in self.regions[b]} == self.regions[fold[b]] for b in borders)

    def figures(self, start: str) -> dict[str, Any]:
        """Return what one start is worth, row by row."""
        away, home = self.away[start], self.home[start]
        own = sorted((away[i], stars) for i, stars in self.recruits() if home in self.regions[i])
        every = [(away[i], stars) for i, stars in self.recruits()]
        return {
            "own states, stars:spaces": " ".join(
                f"{e['stars']}:{away[e['id']]}" for e in self.data["state"] if e["region"] == home
            ),
            "own borders, stars:spaces": " ".join(
                sorted(
                    f"{'+'.join(map(str, e['stars']))}:{away[e['id']]}"
                    for e in self.data["border"]
                    if home in e["regions"]
                )
            ),
            "stars at home per space": round(sum(s / d for d, s in own), 2),
            "recruits within 3 / 5 / 7 spaces": " / ".join(str(sum(d <= n for d, _ in every)) for n in (3, 5, 7)),
            "stars within 3 / 5 / 7 spaces": " / ".join(str(sum(s for d, s in every if d <= n)) for n in (3, 5, 7)),
            "all stars by (distance + 2)": round(sum(s / (d + 2) for d, s in every), 3),
            "to the other starts": " ".join(str(away[s]) for s in self.starts if s != start),
            "to Southwest, nearest / sum": self.region(away, "gray"),
            "to Northeast, nearest / sum": self.region(away, "magenta"),
            "furthest space": max(away.values()),
        }

    def region(self, away: dict[str, int], region: str) -> str:
        """How far a region is: its nearest state, and all four together."""
        far = [away[e["id"]] for e in self.data["state"] if e["region"] == region]
        return f"{min(far)} / {sum(far)}"


def main() -> int:
    """Print the proof and the figures; fail when a start cannot be carried to another."""
    board = Board(tomllib.loads(MAP.read_text()))
    folds = board.folds()
    reach = {fold[board.starts[0]] for fold in folds}
    furthest = max(max(away.values()) for away in board.away.values())
    print(f"{len(board.kind)} spaces, {len(board.data['road'])} roads, furthest apart {furthest}")
    print(f"{len(folds)} folds; the first start is carried to: {', '.join(s for s in board.starts if s in reach)}")
    table = {start: board.figures(start) for start in board.starts}
    width = max(len(row) for row in table[board.starts[0]])
    print(f"{'':{width}}  " + "  ".join(f"{s.removeprefix('start-'):>17}" for s in board.starts))
    for row in table[board.starts[0]]:
        print(f"{row:{width}}  " + "  ".join(f"{table[s][row]!s:>17}" for s in board.starts))
    return 0 if reach == set(board.starts) else 1


if __name__ == "__main__":
    sys.exit(main())
