"""Make data/drawing.json: outlines of the spaces, and everything that is drawn on them.

    python tools/map/build.py [--atlas FOLDER]

The outlines come from us-atlas, the faint land around them from world-atlas. The places of marks,
names, tokens and bends are set by hand in layout.toml, because a person sees best what reads well;
this script checks that nothing lies on anything else. See README.md.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union
from spaces import INSETS, STATES, TEXAS, texas

HERE = Path(__file__).resolve().parent
GAME = HERE.parents[1] / "src/cashbox/games/envelopes"
ATLAS = HERE.parents[1] / ".node/atlas/node_modules"
WIDTH, HEIGHT = 1600, 1000
# The lower 48 states fill this frame: left, top, right.
FRAME = (272.0, 62.0, 1530.0)

Point = tuple[float, float]
Projection = Callable[[float, float], Point]


# ---------------------------------------------------------------------------------------------- outlines


def arcs_of(topology: dict[str, Any]) -> list[list[Point]]:
    """Return the arcs of a TopoJSON file as lists of longitude and latitude."""
    (kx, ky), (dx, dy) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for px, py in arc:
            x, y = x + px, y + py
            points.append((x * kx + dx, y * ky + dy))
        arcs.append(points)
    return arcs


def polygons_of(geometry: dict[str, Any], arcs: list[list[Point]]) -> list[list[list[Point]]]:
    """Convert a geometry to polygons, each a list of rings."""

    def ring(indices: list[int]) -> list[Point]:
        points: list[Point] = []
        for index in indices:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points += arc if not points else arc[1:]
        return points

    if geometry["type"] == "Polygon":
        return [[ring(r) for r in geometry["arcs"]]]
    if geometry["type"] == "MultiPolygon":
        return [[ring(r) for r in polygon] for polygon in geometry["arcs"]]
    return []


def shape_of(polygons: list[list[list[Point]]], project: Projection) -> Any:
    """Project the polygons to the sheet, mended where they cross themselves."""
    parts = []
    for rings in polygons:
        projected = [[project(*point) for point in ring] for ring in rings]
        part = Polygon(projected[0], projected[1:])
        parts.append(part if part.is_valid else part.buffer(0))
    return unary_union(parts)


def albers(lon0: float, lat0: float, lat1: float, lat2: float) -> Projection:
    """Equal areas, in radii of the Earth, y downwards."""
    s1, s2 = math.sin(math.radians(lat1)), math.sin(math.radians(lat2))
    n = (s1 + s2) / 2
    c = math.cos(math.radians(lat1)) ** 2 + 2 * n * s1

    def rho(lat: float) -> float:
        return math.sqrt(max(c - 2 * n * math.sin(math.radians(lat)), 0.0)) / n

    origin = rho(lat0)

    def project(lon: float, lat: float) -> Point:
        turn = (lon - lon0 + 540) % 360 - 180
        angle, r = n * math.radians(turn), rho(lat)
        return r * math.sin(angle), r * math.cos(angle) - origin

    return project


def placed(project: Projection, scale: float, x: float, y: float) -> Projection:
    """Scale and move a projection to its place on the sheet."""

    def at(lon: float, lat: float) -> Point:
        px, py = project(lon, lat)
        return px * scale + x, py * scale + y

    return at


def without_crumbs(shape: Any, least: float) -> Any:
    """Remove islands and holes too small to be seen."""
    parts = [p for p in getattr(shape, "geoms", [shape]) if p.area >= least]
    parts = [Polygon(p.exterior, [h for h in p.interiors if Polygon(h).area >= least]) for p in parts]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def path_of(shape: Any, digits: int = 1) -> str:
    """Convert the shape to an SVG path."""

    def number(value: float) -> str:
        text = f"{value:.{digits}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text

    out: list[str] = []
    for polygon in getattr(shape, "geoms", [shape]):
        for ring in (polygon.exterior, *polygon.interiors):
            points = list(dict.fromkeys((number(x), number(y)) for x, y in ring.coords))
            if len(points) > 2:
                out.append("M" + "L".join(f"{x} {y}" for x, y in points) + "Z")
    return "".join(out)


# The far shores of the Great Lakes, longitude and latitude, walked by hand: the atlas knows only the near ones.
LAKES: list[list[Point]] = [
    [(-92.2, 46.7), (-90.6, 47.6), (-89.5, 48.0), (-89.2, 48.45), (-88.3, 48.9), (-87.2, 48.75), (-86.3, 48.7),
     (-85.8, 47.95), (-84.9, 47.9), (-84.7, 47.3), (-84.55, 46.5), (-84.9, 46.2), (-87.0, 46.2), (-88.5, 46.8),
     (-90.5, 46.4)],
    [(-84.4, 46.45), (-83.6, 46.25), (-82.6, 46.15), (-81.6, 46.05), (-80.8, 45.9), (-80.4, 45.55), (-80.05, 45.2),
     (-79.75, 44.8), (-80.1, 44.5), (-80.9, 44.65), (-81.0, 44.95), (-81.6, 45.25), (-81.35, 44.6), (-81.75, 44.1),
     (-81.7, 43.5), (-82.4, 43.0), (-83.8, 43.6), (-83.3, 45.0), (-84.9, 45.6), (-84.7, 46.0)],
    [(-83.1, 42.25), (-82.6, 41.95), (-82.4, 42.0), (-81.9, 42.3), (-81.2, 42.65), (-80.5, 42.6), (-80.05, 42.6),
     (-80.2, 42.78), (-79.5, 42.87), (-78.9, 42.9), (-79.2, 42.4), (-81.5, 41.3), (-83.6, 41.5)],
    [(-79.05, 43.25), (-79.5, 43.2), (-79.8, 43.32), (-79.4, 43.65), (-78.7, 43.88), (-77.9, 43.97), (-77.2, 43.88),
     (-76.9, 43.95), (-76.4, 44.2), (-76.0, 44.2), (-76.1, 43.4), (-77.5, 43.1), (-79.0, 43.1)],
    [(-82.45, 42.65), (-82.4, 42.3), (-82.9, 42.3), (-82.9, 42.65)],
]  # fmt: skip


class Atlas:
    """The outlines as the two atlases give them."""

    def __init__(self, modules: Path) -> None:
        self.counties = json.loads((modules / "us-atlas/counties-10m.json").read_text())
        self.arcs = arcs_of(self.counties)
        self.states = {g["id"]: g for g in self.counties["objects"]["states"]["geometries"]}
        self.world = json.loads((modules / "world-atlas/countries-50m.json").read_text())

    def state(self, fips: str, project: Projection) -> Any:
        return shape_of(polygons_of(self.states[fips], self.arcs), project)

    def texas(self, project: Projection) -> dict[str, Any]:
        pieces: dict[str, list[Any]] = {}
        for county in self.counties["objects"]["counties"]["geometries"]:
            if not county["id"].startswith(TEXAS):
                continue
            polygons = polygons_of(county, self.arcs)
            middle = shape_of(polygons, lambda lon, lat: (lon, lat)).representative_point()
            pieces.setdefault(texas(middle.x, middle.y), []).append(shape_of(polygons, project))
        return {name: unary_union(parts) for name, parts in pieces.items()}

    def neighbours(self, project: Projection) -> Any:
        """Canada, Mexico and the islands, cut to the sheet, without the Great Lakes."""
        arcs = arcs_of(self.world)
        wanted = {"Canada", "Mexico", "Cuba", "Bahamas", "Guatemala", "Belize"}
        sheet = box(0, 0, WIDTH, HEIGHT)
        parts = []
        for country in self.world["objects"]["countries"]["geometries"]:
            if country["properties"]["name"] in wanted:
                for rings in polygons_of(country, arcs):
                    if max(lat for _, lat in rings[0]) > 15 and min(lat for _, lat in rings[0]) < 72:
                        ring = [project(*p) for p in rings[0]]
                        shape = Polygon(ring).buffer(0)
                        if shape.intersects(sheet.buffer(100)):
                            parts.append(shape.intersection(sheet.buffer(60)))
        land = unary_union(parts).buffer(3).buffer(-1)
        lakes = unary_union([Polygon([project(*p) for p in lake]).buffer(0) for lake in LAKES])
        land = land.difference(lakes).intersection(sheet.buffer(4))
        return without_crumbs(land.simplify(1.0), 25)


def outlines(atlas: Atlas) -> tuple[dict[str, Any], Projection]:
    """Return the shapes of all spaces that have one, on the sheet."""
    flat = albers(-96, 37.5, 29.5, 45.5)
    shapes = {name: unary_union([atlas.state(f, flat) for f in fips]) for name, fips in STATES.items()}
    shapes.update(atlas.texas(flat))
    left, top, right, _ = shapely.total_bounds(list(shapes.values()))
    scale = (FRAME[2] - FRAME[0]) / (right - left)
    project = placed(flat, scale, FRAME[0] - left * scale, FRAME[1] - top * scale)
    shapes = {
        name: shapely.transform(shape, lambda c: c * scale + [FRAME[0] - left * scale, FRAME[1] - top * scale])
        for name, shape in shapes.items()
    }
    shapes = {name: without_crumbs(shape, 14) for name, shape in shapes.items()}
    # One simplification for all of them together, so that neighbors keep a common border.
    simple = shapely.coverage_simplify(list(shapes.values()), 1.7)
    shapes = dict(zip(shapes, simple, strict=True))
    return {name: without_crumbs(shape, 14) for name, shape in shapes.items()}, project


def fitted(parts: list[Any], frame: tuple[float, float, float, float]) -> list[Any]:
    """Fit the parts together into the frame, as large as it allows."""
    left, top, right, bottom = shapely.total_bounds(parts)
    x0, y0, x1, y1 = frame
    scale = min((x1 - x0) / (right - left), (y1 - y0) / (bottom - top))
    dx = (x0 + x1) / 2 - (left + right) / 2 * scale
    dy = (y0 + y1) / 2 - (top + bottom) / 2 * scale
    return [shapely.transform(p, lambda c: c * scale + [dx, dy]) for p in parts]


def inset_outlines(atlas: Atlas, layout: dict[str, Any]) -> dict[str, Any]:
    """Fit the far states, each in its own projection, into their frames."""
    frames, far = layout["island_frames"], INSETS
    alaska = without_crumbs(atlas.state(far["alaska"][0], albers(-154, 50, 55, 65)), 2e-5)
    hawaii = atlas.state(far["hawaii"][0], albers(-157, 20, 18, 22))
    hawaii = without_crumbs(hawaii.intersection(box(-0.075, -1, 1, 1)), 1e-6)
    out = {
        "alaska": fitted([alaska], frames["alaska"])[0].simplify(0.7),
        "hawaii": fitted([hawaii], frames["hawaii"])[0].simplify(0.5),
    }
    # Guam and Samoa lie an ocean apart and are drawn large: each island group in a frame of its own.
    guam = atlas.state(far["guam-samoa"][0], albers(144.8, 13.4, 13, 14))
    samoa = without_crumbs(atlas.state(far["guam-samoa"][2], albers(-170.7, -14.3, -15, -14)), 0)
    samoa = max(getattr(samoa, "geoms", [samoa]), key=lambda p: p.area)
    saipan = atlas.state(far["guam-samoa"][1], albers(145.7, 15, 14, 16))
    saipan = MultiPolygon(sorted(saipan.geoms, key=lambda p: -p.area)[:2])
    out["guam-samoa"] = unary_union(
        [
            fitted([shape], frames[name])[0].simplify(0.6)
            for name, shape in (("guam", guam), ("samoa", samoa), ("saipan", saipan))
        ]
    )
    return {name: without_crumbs(shape, 3) for name, shape in out.items()}


# ------------------------------------------------------------------------------------------ what lies on it

TOKEN = (46, 34)
MARK = {"state": 12.0, "border": 13.0, "start": 17.0, "circle": 9.0}


def label_box(label: dict[str, Any]) -> Any:
    """About the room that a name takes: the lines are centerd on x, the first baseline is at y."""
    size, lines = label["size"], label["lines"]
    half = max(len(line) for line in lines) * size * 0.27
    return box(
        label["x"] - half,
        label["y"] - size * 0.8,
        label["x"] + half,
        label["y"] + size * (len(lines) - 1) * 1.05 + size * 0.2,
    )


def road_path(a: Point, b: Point, bend: Any) -> str:
    """Draw a road as one curve, bowed by a part of its length or pulled by one or two points."""

    def n(value: float) -> str:
        return f"{value:.1f}".removesuffix(".0")

    if isinstance(bend, list):  # corner points of a long way
        points = [a, *[(float(x), float(y)) for x, y in bend], b]
        if len(points) == 4:
            return f"M{n(a[0])} {n(a[1])}C" + " ".join(f"{n(x)} {n(y)}" for x, y in points[1:])
        (x1, y1) = points[1]
        return f"M{n(a[0])} {n(a[1])}Q{n(x1)} {n(y1)} {n(b[0])} {n(b[1])}"
    dx, dy = b[0] - a[0], b[1] - a[1]
    cx, cy = (a[0] + b[0]) / 2 - dy * bend, (a[1] + b[1]) / 2 + dx * bend
    return f"M{n(a[0])} {n(a[1])}Q{n(cx)} {n(cy)} {n(b[0])} {n(b[1])}"


def road_line(path: str) -> Any:
    """Convert the drawn curve to a line of short pieces, to see what it runs over."""
    text = path.replace("M", "").replace("Q", " ").replace("C", " ").split()
    numbers = [float(t) for t in text]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    out = []
    for step in range(41):
        t = step / 40
        level = points
        while len(level) > 1:
            level = [((1 - t) * p[0] + t * q[0], (1 - t) * p[1] + t * q[1]) for p, q in pairwise(level)]
        out.append(level[0])
    return shapely.LineString(out)


def complaints(board: dict[str, Any], kinds: dict[str, str]) -> Iterable[str]:
    """Everything that lies on something else."""
    tokens = {
        f"token {i}/{n}": box(
            t["x"] - TOKEN[0] / 2, t["y"] - TOKEN[1] / 2, t["x"] + TOKEN[0] / 2, t["y"] + TOKEN[1] / 2
        )
        for i, ts in board["tokens"].items()
        for n, t in enumerate(ts)
    }
    labels = {f"name {i}": label_box(v) for i, v in board["labels"].items()}
    marks = {f"mark {i}": shapely.Point(p["x"], p["y"]).buffer(MARK[kinds[i]]) for i, p in board["spaces"].items()}
    notes = {f"note {n['text']}": label_box({**n, "lines": [n["text"]]}) for n in board["notes"]}
    free = {
        f"free place {k}": box(f["x"], f["y"], f["x"] + f["width"], f["y"] + f["height"])
        for k, f in enumerate(board["free"])
    }
    things = {**tokens, **labels, **marks, **notes, **free}
    names = list(things)
    sheet = box(4, 4, WIDTH - 4, HEIGHT - 4)
    for k, one in enumerate(names):
        if not sheet.contains(things[one]):
            yield f"{one} leaves the sheet"
        for other in names[k + 1 :]:
            if things[one].buffer(1.5).intersects(things[other]):
                yield f"{one} lies on {other}"
    lines = [(road["between"], road_line(road["path"])) for road in board["roads"]]
    for ends, line in lines:
        for name, thing in things.items():
            if name.startswith("mark ") and name[5:] in ends:
                continue
            length = line.intersection(thing).length
            if length > 0:
                yield f"road {' - '.join(ends)} runs {length:.0f} over {name}"
    for k, (ends, line) in enumerate(lines):
        for others, crossed in lines[k + 1 :]:
            if not set(ends) & set(others) and line.crosses(crossed):
                yield f"road {' - '.join(ends)} crosses {' - '.join(others)}"


def main() -> int:
    """Write the drawing and tell what is wrong with it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--atlas", type=Path, default=ATLAS, help="folder with us-atlas and world-atlas")
    parser.add_argument("--out", type=Path, default=GAME / "data/drawing.json")
    args = parser.parse_args()

    topology = tomllib.loads((GAME / "data/map.toml").read_text())
    layout = tomllib.loads((HERE / "layout.toml").read_text())
    kinds = {entry["id"]: kind for kind in MARK for entry in topology[kind]}
    atlas = Atlas(args.atlas)
    shapes, project = outlines(atlas)
    insets = inset_outlines(atlas, layout)

    order = [entry["id"] for kind in ("state", "border") for entry in topology[kind]]
    every = {**shapes, **insets}
    spaces = {entry["id"]: layout["space"][entry["id"]] for kind in MARK for entry in topology[kind]}
    point = {name: (float(p["at"][0]), float(p["at"][1])) for name, p in spaces.items()}
    bends = {frozenset(b["between"]): b for b in layout["bend"]}

    regions = []
    for region in topology["region"]:
        own = [shapes[s["id"]] for s in topology["state"] if s["region"] == region["id"] and s["id"] in shapes]
        apart = [insets[s["id"]] for s in topology["state"] if s["region"] == region["id"] and s["id"] in insets]
        merged = unary_union([*own]).buffer(0.05).buffer(-0.05)
        regions.append(
            {"id": region["id"], "path": path_of(without_crumbs(merged, 14)) + "".join(path_of(a) for a in apart)}
        )

    board: dict[str, Any] = {
        "width": WIDTH,
        "height": HEIGHT,
        "land": path_of(atlas.neighbours(project), 0),
        "shapes": [{"id": name, "path": path_of(every[name])} for name in order],
        "regions": regions,
        "insets": [{"id": f["id"], "path": f["path"]} for f in layout["inset"]],
        "leaders": [leader["path"] for leader in layout.get("leader", [])],
        "notes": [{"x": n["at"][0], "y": n["at"][1], "size": n["size"], "text": n["text"]} for n in layout["note"]],
        "free": layout["free"],
        "spaces": {name: {"x": x, "y": y} for name, (x, y) in point.items()},
        "labels": {
            name: {"x": p["name"][0], "y": p["name"][1], "size": p["name"][2], "lines": p["lines"]}
            for name, p in spaces.items()
            if "lines" in p
        },
        "tokens": {name: [{"x": x, "y": y} for x, y in p["tokens"]] for name, p in spaces.items() if "tokens" in p},
        "roads": [],
    }
    for road in topology["road"]:
        a, b = road["between"]
        bend = bends.get(frozenset((a, b)), {})
        how = bend.get("via", bend.get("bend", 0.0))
        if isinstance(how, list) and bend["between"][0] != a:
            how = how[::-1]
        elif bend and bend["between"][0] != a:
            how = -how
        entry: dict[str, Any] = {"between": [a, b], "path": road_path(point[a], point[b], how)}
        if bend.get("lane"):
            entry["lane"] = True
        board["roads"].append(entry)

    args.out.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for key, value in board.items():
        if isinstance(value, list) and value:
            body = ",\n".join("  " + json.dumps(v, separators=(",", ":")) for v in value)
            lines.append(f"{json.dumps(key)}:[\n{body}\n]")
        elif isinstance(value, dict):
            body = ",\n".join(f"  {json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in value.items())
            lines.append(f"{json.dumps(key)}:{{\n{body}\n}}")
        else:
            lines.append(f"{json.dumps(key)}:{json.dumps(value)}")
    args.out.write_text("{" + ",\n".join(lines) + "}\n")
    print(f"{args.out.name}: {args.out.stat().st_size / 1024:.0f} KB")
    found = list(complaints(board, kinds))
    for line in found:
        print(line)
    return 1 if any(" lies on " in f or "leaves the sheet" in f for f in found) else 0


if __name__ == "__main__":
    sys.exit(main())
