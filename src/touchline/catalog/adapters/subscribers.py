"""What the catalogue hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.ports.events import ClipCounts
from touchline.clips.events import ClipsCounted
from touchline.shared.ids import EventId


@inject
def clips_counted(told: Mapping[str, Any], counts: ClipCounts = Provide["catalog.events"]) -> None:
    """An event says how many clips it has."""
    counts.set_clip_count(EventId(told["event_id"]), told["count"], told["at"])


SUBSCRIBERS = ((ClipsCounted.name(), clips_counted),)
