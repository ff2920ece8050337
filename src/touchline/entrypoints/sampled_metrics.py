"""Metrics that are read on request: queued jobs, pending outbox entries, live streams, spool size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from touchline.platform.observability.metrics import SampledMetric

if TYPE_CHECKING:
    from touchline.entrypoints.bootstrap import Application


def build_sampled_metrics(application: Application) -> tuple[SampledMetric, ...]:
    """Return the sampled metrics of an application.

    All processes and machines report the same values. Take one value or the maximum, never the sum.
    """
    return (
        SampledMetric(
            "touchline_queue_jobs",
            "Jobs waiting in a queue.",
            "queue",
            lambda: application.adapters.queue().count_waiting(),
        ),
        SampledMetric(
            "touchline_outbox_waiting",
            "Outbox events and jobs not yet handled.",
            "",
            lambda: {"": application.container.outbox().count_pending()},
        ),
        SampledMetric(
            "touchline_live_streams",
            "Live streams that have not ended, by state.",
            "state",
            lambda: _count_streams(application),
        ),
        SampledMetric(
            "touchline_analytics_spool_bytes",
            "Analytics data waiting on this machine.",
            "",
            lambda: {"": _get_spool_bytes(application)},
        ),
    )


def _get_spool_bytes(application: Application) -> float:
    container: Any = application.container
    return float(container.analytics.spool().measure_usage().size_bytes)


def _count_streams(application: Application) -> Mapping[str, float]:
    container: Any = application.container
    counts = Counter(stream.state.value for stream in container.catalog.stream_store().list_unfinished())
    return {**dict.fromkeys(("waiting", "live", "interrupted", "ending"), 0), **counts}
