"""Make analyses of finished games as the server would send them, with the game's own steps and correct sums."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import games
from cashbox.analysis.results import Analysis, AnalyzedMoment, Judged
from cashbox.analysis.sentences import errors, grading
from cashbox.analysis.summary import summaries
from cashbox.bots.search import guide_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


WHY = "About $15,000 more from projects and $4,000 less on penalties, but $1,300 less from events."


def analysis_of(replay: dict[str, Any], unit: str = "dollar") -> Analysis:
    """Make up the analysis of a game: the chances wander from even ones to the result."""
    chance = random.Random(1)
    table = replay["table"]
    seats = len(table["seats"])
    winners = table["outcome"]["winners"]
    result = tuple((seat in winners) / max(1, len(winners)) for seat in range(seats))
    texts = {line["n"]: line["text"] for line in replay["log"]}
    standing = [one for one in replay["steps"] if one["gone"] is None and not one["back"]]
    before = start = (1 / seats,) * seats
    moments = []
    for k, step in enumerate(standing, 1):
        far = k / len(standing)
        wanted = [(1 - far) / seats + far * end + (1 - far) * chance.gauss(0, 0.08) for end in result]
        total = sum(max(0.0, one) for one in wanted)
        after = result if step is standing[-1] else tuple(max(0.0, one) / total for one in wanted)
        judged = None
        effect = (0.0,) * seats
        if step["seat"] is not None and chance.random() < 0.6:
            cost = max(0.0, chance.gauss(0, 0.05))
            effect = tuple(-cost if seat == step["seat"] else cost / max(1, seats - 1) for seat in range(seats))
            label = texts.get(step["n"], "Pass")
            sources = {"from projects": 15_000.0, "on penalties": 4_000.0, "from events": -1_260.0} if cost else {}
            judged = Judged(4, label, "Pass for {0}" if cost else label, 0, cost, cost / 4, None, sources, effect, 60)
        drawn = tuple(b - a - c for a, b, c in zip(before, after, effect, strict=True))
        moments.append(
            AnalyzedMoment(step["n"], -1 if step["seat"] is None else step["seat"], after, "", (), drawn, (), judged)
        )
        before = after
    guide = guide_of(games.load(table["game"]), 0)
    return Analysis(
        game=table["game"],
        edition=1,
        content_hash="",
        players=tuple(one["name"] for one in table["seats"]),
        effort="quick",
        seed="",
        unit=unit,
        start=start,
        moments=moments,
        seats=summaries(start, result, moments, guide),
        grades=dict(guide.grades),
        grade_unit=guide.unit,
    )


class Analyzer:
    """A server's analyses, which `route` puts in its place: each look at a running one finds it further."""

    def __init__(self, analysis: Analysis, status: str = "none", *, reason: str = "") -> None:
        self.analysis = analysis
        self.status, self.reason, self.may_cancel = status, reason, True
        self.done = 0
        self.asked: list[tuple[str, Any]] = []

    def route(self, page: Page) -> None:
        page.route(re.compile("/api/(tables|replays)/[^/]+/analysis$"), self._answer)

    def _answer(self, route: Route) -> None:
        method = route.request.method
        if method == "POST":
            body: Any = route.request.post_data_json
            self.asked.append((method, body))
            self.analysis = msgspec.structs.replace(self.analysis, effort=body["effort"])
            self.status, self.done = "running", 0
        elif method == "DELETE":
            self.asked.append((method, None))
            self.status = "none"
        elif self.status == "running":
            self.done += max(1, len(self.analysis.moments) // 2)
            if self.done >= len(self.analysis.moments):
                self.status = "done"
        route.fulfill(json=self._json())

    def _json(self) -> dict[str, Any]:
        found = None
        if self.status == "done":
            found = self.analysis
        elif self.status == "running":
            found = msgspec.structs.replace(self.analysis, moments=self.analysis.moments[: self.done], seats=[])
        whole = self.status == "done" and found is not None
        return {
            "status": self.status,
            "done": self.done,
            "total": len(self.analysis.moments),
            "may_cancel": self.may_cancel and self.status == "running",
            "reason": self.reason,
            "analysis": msgspec.to_builtins(found),
            "why": {str(one.n): WHY for one in found.moments} if whole and found else {},
            "errors": [errors(one, self.analysis.grade_unit) for one in self.analysis.seats] if whole else [],
            "grading": grading(self.analysis) if whole else [],
        }
