# ruff: noqa: E501 - long lines of SVG, one element after the other
"""Draw data/drawing.json as a web page, with every token in its place, to look at while arranging.

python tools/map/preview.py board.html [--width 1600] [--bare]
"""

from __future__ import annotations

import argparse
import html
import json
import tomllib
from pathlib import Path

GAME = Path(__file__).resolve().parents[2] / "src/cashbox/games/envelopes"
LIGHT = {
    "green": "#b9d0a8",
    "gray": "#cdc9c0",
    "yellow": "#efd98f",
    "red": "#e7b39c",
    "magenta": "#dcb6cf",
    "blue": "#aecbe0",
}
STRONG = {
    "green": "#3f7d3a",
    "gray": "#6d6a64",
    "yellow": "#c99a12",
    "red": "#b5442a",
    "magenta": "#a03b83",
    "blue": "#2f6ea5",
}
PAPER = {"sea": "#e6ecec", "land": "#f3efe3", "ink": "#3a352d", "road": "#7b7263", "card": "#fffdf6"}
POSITIONS = ["QB", "OL", "RB", "WR", "K/P", "DL", "DB", "LB"]


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--width", type=int, default=1600)
    parser.add_argument("--bare", action="store_true", help="without tokens")
    args = parser.parse_args()
    top = tomllib.loads((GAME / "data/map.toml").read_text())
    board = json.loads((GAME / "data/drawing.json").read_text())
    state = {s["id"]: s for s in top["state"]}
    border = {b["id"]: b for b in top["border"]}
    out: list[str] = []
    w, h = board["width"], board["height"]
    out.append(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{args.width}" font-family="Georgia, serif" style="display:block">'
    )
    out.append("<defs>")
    for b in border.values():
        one, two = b["regions"]
        out.append(
            f'<pattern id="h-{b["id"]}" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            f'<rect width="14" height="14" fill="{LIGHT[one]}"/><rect width="7" height="14" fill="{LIGHT[two]}"/></pattern>'
        )
    out.append("</defs>")
    out.append(f'<rect width="{w}" height="{h}" fill="{PAPER["sea"]}"/>')
    out.append(f'<path d="{board["land"]}" fill="{PAPER["land"]}" stroke="#d9d2c0" fill-rule="evenodd"/>')
    coast = "".join(shape["path"] for shape in board["shapes"])
    for width, colour in ((26, "#dfe8e9"), (17, "#d5e1e3"), (8, "#c9d8dc")):
        out.append(f'<path d="{coast}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>')
    out.append(f'<path d="{board["land"]}" fill="{PAPER["land"]}" fill-rule="evenodd"/>')
    for inset in board["insets"]:
        out.append(
            f'<path id="inset-{inset["id"]}" d="{inset["path"]}" fill="{PAPER["sea"]}" stroke="#a99f8a" stroke-width="1.5"/>'
        )
    for shape in board["shapes"]:
        i = shape["id"]
        fill = LIGHT[state[i]["region"]] if i in state else f"url(#h-{i})"
        out.append(
            f'<path d="{shape["path"]}" fill="{fill}" stroke="#fffdf6" stroke-width="1.6" stroke-linejoin="round" fill-rule="evenodd"/>'
        )
    for region in board["regions"]:
        out.append(
            f'<path d="{region["path"]}" fill="none" stroke="{STRONG[region["id"]]}" stroke-width="2.6" stroke-linejoin="round" stroke-opacity=".8"/>'
        )
    for road in board["roads"]:
        dash = ' stroke-dasharray="2 8"' if road.get("lane") else ""
        out.append(
            f'<path d="{road["path"]}" fill="none" stroke="{PAPER["card"]}" stroke-width="7" stroke-linecap="round" stroke-opacity=".85"/>'
        )
        out.append(
            f'<path d="{road["path"]}" fill="none" stroke="{PAPER["road"]}" stroke-width="3.4" stroke-linecap="round"{dash}/>'
        )
    for leader in board["leaders"]:
        out.append(f'<path d="{leader}" fill="none" stroke="{PAPER["ink"]}" stroke-width="1"/>')
    for i, p in board["spaces"].items():
        x, y = p["x"], p["y"]
        if i in state:
            c = STRONG[state[i]["region"]]
            out.append(
                f'<rect x="{x - 10}" y="{y - 10}" width="20" height="20" rx="3" fill="{PAPER["card"]}" stroke="{c}" stroke-width="3"/>'
            )
        elif i in border:
            one, two = (STRONG[r] for r in border[i]["regions"])
            out.append(
                f'<rect x="{x - 15}" y="{y - 9}" width="30" height="18" rx="3" fill="{PAPER["card"]}" stroke="{one}" stroke-width="3"/>'
                f'<path d="M{x} {y - 9}h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12" fill="none" stroke="{two}" stroke-width="3"/>'
            )
        elif i.startswith("start"):
            s = next(s for s in top["start"] if s["id"] == i)
            glyph = {"circle": "●", "triangle": "▲", "square": "■", "cross": "✚"}[s["seat"]]
            c = STRONG[s["region"]]
            out.append(
                f'<circle cx="{x}" cy="{y}" r="17" fill="{c}" stroke="{PAPER["card"]}" stroke-width="3"/>'
                f'<text x="{x}" y="{y + 7}" font-size="20" text-anchor="middle" fill="#fff" font-family="DejaVu Sans">{glyph}</text>'
            )
        else:
            out.append(
                f'<circle cx="{x}" cy="{y}" r="8" fill="{PAPER["card"]}" stroke="{PAPER["road"]}" stroke-width="2.6"/>'
            )
    for note in board["notes"]:
        out.append(
            f'<text x="{note["x"]}" y="{note["y"]}" font-size="{note["size"]}" text-anchor="middle" fill="#8b978f" font-style="italic"'
            f' letter-spacing="{note["size"] / 17:.1f}">{note["text"]}</text>'
        )
    for v in board["labels"].values():
        for n, line in enumerate(v["lines"]):
            out.append(
                f'<text x="{v["x"]}" y="{v["y"] + n * v["size"] * 1.05:.1f}" font-size="{v["size"]}" text-anchor="middle" fill="{PAPER["ink"]}"'
                f' stroke="{PAPER["card"]}" stroke-opacity=".6" stroke-width="3" paint-order="stroke">{html.escape(line)}</text>'
            )
    k = 0
    for i, ts in board["tokens"].items():
        for n, t in enumerate([] if args.bare else ts):
            x, y = t["x"] - 23, t["y"] - 17
            if i in state:
                stars, cost = state[i]["stars"], [(STRONG[state[i]["region"]], 46)]
                price = str(stars - 1)
            else:
                stars, price = border[i]["stars"][n], "2+2"
                cost = [(STRONG[r], 23) for r in border[i]["regions"]]
            out.append(
                f'<rect x="{x}" y="{y}" width="46" height="34" rx="4" fill="{PAPER["card"]}" stroke="{PAPER["ink"]}" stroke-width="1.2"/>'
            )
            sx = x
            for colour, width in cost:
                out.append(f'<rect x="{sx + 1}" y="{y + 22}" width="{width - 2}" height="11" rx="2" fill="{colour}"/>')
                sx += width
            out.append(
                f'<text x="{x + 23}" y="{y + 31}" font-size="10" text-anchor="middle" fill="#fff" font-family="sans-serif" font-weight="700">{price}</text>'
            )
            out.append(
                f'<text x="{x + 5}" y="{y + 17}" font-size="13" font-weight="700" fill="{PAPER["ink"]}" font-family="sans-serif">{POSITIONS[k % 8]}</text>'
            )
            out.append(
                f'<text x="{x + 42}" y="{y + 16}" font-size="11" text-anchor="end" fill="{PAPER["ink"]}" font-family="sans-serif">{stars}★</text>'
            )
            k += 1
    out.append("</svg>")
    args.out.write_text('<!doctype html><meta charset="utf-8"><body style="margin:0;background:#fff">' + "\n".join(out))


if __name__ == "__main__":
    main()
