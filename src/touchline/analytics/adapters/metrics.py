"""What the intake counts for Prometheus."""

from __future__ import annotations

from touchline.analytics.domain.facts import Batch, Fact, Happening, Session, ViewFact
from touchline.platform.metrics import Counter

_KINDS: dict[type[Fact], str] = {Session: "session", Happening: "happening", ViewFact: "view"}

FACTS = Counter("touchline_analytics_facts", "Facts that were stored.", ["kind"])
DROPPED = Counter("touchline_analytics_dropped", "What visitors told and was not kept.", ["reason"])


def count(batch: Batch) -> None:
    """Count a batch that was stored."""
    for kind, name in _KINDS.items():
        FACTS.labels(name).inc(sum(isinstance(fact, kind) for fact in batch.facts))
    for (_, reason), times in batch.dropped.items():
        DROPPED.labels(reason).inc(times)
