"""Endurance tests of a server, and their results.

    python bench/campaign.py kills 300      kill -9 under load, and compare what was acknowledged with what is on disk
    python bench/campaign.py full 100       the same with a disk that is full for a while
    python bench/campaign.py cut 100        the same with links that break
    python bench/campaign.py processes 100  kill -9 either of two processes that share a PostgreSQL
    python bench/campaign.py database 100   kill -9 that PostgreSQL
    python bench/campaign.py restarts 20    replace both processes, one after the other
    python bench/campaign.py hostile 1000000    requests and messages that no one should send
    python bench/campaign.py notices 50     kill -9 while notices are sent, 2,000 for each kill
    python bench/campaign.py soak 45        so many minutes of ordinary play
    python bench/campaign.py agreement 1000     journals, true and as many forged, judged by the engine and by the page
    python bench/campaign.py many 1000000       games on a cluster's four workers; one is killed every 20 seconds
    python bench/campaign.py samples 100        positions, 20,000 samples of each: whether they lean to the truth
    python bench/campaign.py swaps 100000       positions: whether samples by counting and by long Markov chains agree
    python bench/campaign.py report         write the counts into docs/notes/campaigns.md

A number says how much there is to be in all: what a former run has done counts, so a run that was broken off is gone on
with (hostile, notices, soak, agreement and many begin anew). The counts are in bench/campaign.json, by version.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # to allow running it as a file
    sys.path.insert(0, str(ROOT))

from bench.campaigns import agreement, hostile, losses, many, notices, samples, soak, swaps  # noqa: E402
from cashbox import __version__  # noqa: E402

PAGE = ROOT / "docs" / "notes" / "campaigns.md"
COUNTS = ROOT / "bench" / "campaign.json"
BEGIN, END = "<!-- the counts, written by bench/campaign.py -->", "<!-- end of the counts -->"

UNIT = {
    "kills": "kills",
    "full": "full",
    "cut": "rounds",
    "processes": "killed",
    "database": "crashes",
    "restarts": "restarts",
    "hostile": "",
    "notices": "",
    "soak": "",
    "agreement": "",
    "many": "",
    "samples": "positions",
    "swaps": "positions",
}
"""What measures the progress of a campaign; "" if it always starts over."""


class Counts:
    """The counts of one campaign, kept in a file after each step."""

    def __init__(self, file: Path, kind: str) -> None:
        self._file = file
        self._kind = kind
        self._all = kept(file)
        if self._all.get("version") != __version__:
            self._all = {"version": __version__}
        if not UNIT[kind]:
            self._all.pop(kind, None)
        self.now: dict[str, float] = self._all.setdefault(kind, {})

    def add(self, counts: dict[str, float]) -> None:
        """Add counts, store them, and print them."""
        for name, count in {"rounds": 1, **counts}.items():
            self.now[name] = round(self.now.get(name, 0) + count, 1)
        self._file.write_text(json.dumps(self._all, indent=2) + "\n", "utf-8")
        shown = ", ".join(f"{name} {count:g}" for name, count in self.now.items() if name != "rounds")
        print(f"\r{self._kind}: {shown}", end="" if sys.stdout.isatty() else "\n", flush=True)


def faults(kind: str, counts: dict[str, float]) -> list[str]:
    """List the violations."""
    found = [
        f"{kind}: {counts[name]:g} {name}"
        for name in (
            "lost",
            "tracebacks",
            "5xx",
            "unready",
            "away too long",
            "judged otherwise",
            "leaning",
            "impossible",
        )
        if counts.get(name)
    ]
    for before, after, most in _MEMORY:
        if counts.get(before) and counts[after] > most * counts[before]:
            found.append(f"{kind}: from {counts[before]:g} to {counts[after]:g} MB")
    return found


_MEMORY = [
    ("megabytes before", "megabytes after", 1.10),
    ("megabytes middle third", "megabytes last third", 1.05),
]
"""Which memory figures are compared, and the permitted growth."""


async def run(kind: str, number: float, game: str, seed: int, file: Path) -> list[str]:
    """Run one campaign. Returns the violations."""
    counts = Counts(file, kind)
    done = int(counts.now.get(UNIT[kind], 0)) if UNIT[kind] else 0
    if kind == "hostile":
        await hostile.campaign(int(number), seed, counts.add)
    elif kind == "notices":
        await notices.campaign(int(number), seed, counts.add)
    elif kind == "agreement":
        await agreement.campaign(int(number), seed, counts.add)
    elif kind == "many":
        await many.campaign(int(number), seed, counts.add)
    elif kind == "soak":
        await soak.campaign(number, game, seed, counts.add)
    elif kind == "samples":
        await samples.campaign(max(0, int(number) - done), seed + done, counts.add)
    elif kind == "swaps":
        await swaps.campaign(max(0, int(number) - done), seed + done, counts.add)
    elif number > done:
        await losses.campaign(kind, game, int(number) - done, seed + done, counts.add)
    print()
    return faults(kind, counts.now)


def kept(file: Path) -> dict[str, Any]:
    """Return all stored counts, by campaign."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return found


def report(file: Path) -> str:
    """Format the counts as a Markdown table."""
    all_of = kept(file)
    lines = ["| campaign | counts |", "| --- | --- |"]
    for kind in UNIT:
        if kind in all_of:
            told = ", ".join(f"{name} {count:,.10g}" for name, count in all_of[kind].items() if name != "rounds")
            lines.append(f"| {kind} | {told} |")
    return "\n".join(lines)


def written(page: str, file: Path) -> str:
    """Put the counts between the marks of a page."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{report(file)}\n{END}{after}"


def main() -> int:
    """Run one campaign. Returns 1 if there was a violation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=[*UNIT, "report"])
    parser.add_argument("number", type=float, nargs="?", default=10)
    parser.add_argument("--game", default="envelopes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--counts", type=Path, default=COUNTS)
    given = parser.parse_args()
    if given.kind == "report":
        PAGE.write_text(written(PAGE.read_text("utf-8"), given.counts), "utf-8")
        return 0
    found = asyncio.run(run(given.kind, given.number, given.game, given.seed, given.counts))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
