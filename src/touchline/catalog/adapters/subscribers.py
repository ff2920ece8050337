"""Subscribers of catalog to events of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.container import CatalogContainer
from touchline.catalog.ports.events.events import ClipCounts
from touchline.clips.events import ClipsCounted
from touchline.shared.ids import EventId


@inject
def update_clip_count(
    payload: Mapping[str, Any], clip_counts: ClipCounts = Provide[CatalogContainer.events]
) -> None:
    """Update the number of clips of an event."""
    clip_counts.set_clip_count(EventId(payload["event_id"]), payload["count"], payload["at"])


SUBSCRIBERS = ((ClipsCounted.name(), update_clip_count),)
