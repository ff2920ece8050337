"""What is looked up when somebody asks for the metrics: what waits, and what is on air."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from touchline.platform.metrics import Reading

if TYPE_CHECKING:
    from touchline.entrypoints.bootstrap import House


def readings(house: House) -> tuple[Reading, ...]:
    """The readings of a house. Of several processes and machines each answers the same: take one, or the
    highest, never their sum."""
    return (
        Reading(
            "touchline_queue_jobs",
            "Jobs that wait in a queue for a worker.",
            "queue",
            lambda: house.adapters.queue().waiting(),
        ),
        Reading(
            "touchline_outbox_waiting",
            "Events and jobs that were written and not yet handled.",
            "",
            lambda: {"": house.container.outbox().waiting()},
        ),
        Reading(
            "touchline_live_streams",
            "Live streams that are not finished, by state.",
            "state",
            lambda: _streams(house),
        ),
        Reading(
            "touchline_analytics_spool_bytes",
            "What visitors told and waits on this machine to be stored.",
            "",
            lambda: {"": _spooled(house)},
        ),
    )


def _spooled(house: House) -> float:
    container: Any = house.container
    return float(container.analytics.intake.spool().extent().size)


def _streams(house: House) -> Mapping[str, float]:
    container: Any = house.container
    found = Counter(stream.state.value for stream in container.catalog.live.ledger().unfinished())
    return {**dict.fromkeys(("waiting", "live", "interrupted", "ending"), 0), **found}
