"""When each part of the recording of an event was live."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.wall_clock import ClockAnchor
from touchline.catalog.ports.media.assets import Assets


def find_recording_anchors(assets: Assets, event: Event) -> Sequence[ClockAnchor]:
    """Return when each part of the recording was live, as viewers see it. One query.

    A file that was never live begins at the planned start of the event.
    """
    found = assets.list_for_owner(MediaOwner("event", event.id))
    ready = next((asset for asset in found if asset.package), None)
    anchors = ready.get_shown_anchors() if ready else []
    return anchors or [ClockAnchor(0, int(event.starts_at.timestamp() * 1000))]
