"""What the catalogue hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.ports.events.events import ClipCounts
from touchline.clips.events import ClipsCounted
from touchline.shared.ids import EventId


@inject
def update_clip_count(
    payload: Mapping[str, Any], clip_counts: ClipCounts = Provide["catalog.events"]
) -> None:
    """An event says how many clips it has."""
    clip_counts.set_clip_count(EventId(payload["event_id"]), payload["count"], payload["at"])


SUBSCRIBERS = ((ClipsCounted.name(), update_clip_count),)
