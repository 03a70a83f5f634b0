"""Metrics for operators: counts and times, in the Prometheus format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Stage = Literal["propose", "write", "show"]
By = Literal["person", "bot", "lapse"]

BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""The buckets of histograms, in seconds."""


class Metrics:
    """The metrics of one server. Nothing in them identifies tables or people."""

    def __init__(self) -> None:
        self._kept = CollectorRegistry()
        ProcessCollector(registry=self._kept)
        self._actions = Counter(
            "cashbox_actions", "Accepted changes, including undos, by kind of player", ["by"], registry=self._kept
        )
        self._refusals = Counter("cashbox_refusals", "Refused requests and messages", ["code"], registry=self._kept)
        self._stages = Histogram(
            "cashbox_stage_seconds",
            "Seconds that an accepted change takes: to be played by the rules (propose), to be written to "
            "disk (write), and to be sent to one viewer (show)",
            ["stage"],
            buckets=BUCKETS,
            registry=self._kept,
        )
        self._notices = Counter(
            "cashbox_notices",
            "Notifications by channel and outcome: sent, failed, or dropped because they were no longer "
            "relevant or a day old",
            ["channel", "result"],
            registry=self._kept,
        )
        # Looking up a label costs more than counting.
        self._took = {stage: self._stages.labels(stage) for stage in get_args(Stage)}
        self._by = {by: self._actions.labels(by) for by in get_args(By)}

    def took(self, stage: Stage, seconds: float) -> None:
        """Record how long one stage of a change took."""
        self._took[stage].observe(seconds)

    def acted(self, by: By) -> None:
        """Count an accepted change."""
        self._by[by].inc()

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self._refusals.labels(code).inc()

    def count_notification(self, channel: str, result: str) -> None:
        """Count a notification by its channel and its result."""
        self._notices.labels(channel, result).inc()

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Register a value that is read on request."""
        Gauge(name, meaning, registry=self._kept).set_function(value)

    def text(self) -> bytes:
        """Return all metrics as text."""
        return generate_latest(self._kept)


def together(texts: Mapping[str, str]) -> bytes:
    """Merge the metrics of several processes into one text in which each sample names its process."""
    kept = CollectorRegistry()
    kept.register(_Collected(texts))
    return generate_latest(kept)


class _Collected(Collector):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        for process, text in sorted(self._texts.items()):
            for family in text_string_to_metric_families(text):
                known = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    known.add_sample(sample.name, {**sample.labels, "process": process}, sample.value)
        yield from families.values()
