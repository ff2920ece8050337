"""Events as far as passes look at them: light enough to read a whole season."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.domain.events.availability import Availability, get_availability
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.status import StreamState, get_stream_status
from touchline.catalog.domain.passes import PassType
from touchline.shared.geo import GeoRule
from touchline.shared.ids import EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledEvent:
    """An event without its texts. `has_replay`: it has media that show it after its end besides its
    recording."""

    id: EventId
    pass_type: PassType
    category_id: int | None
    participant_ids: tuple[int, ...]
    starts_at: datetime
    ends_at: datetime
    stream: StreamState
    geo: GeoRule
    schedule: ScheduleStatus = ScheduleStatus.SCHEDULED
    has_replay: bool = False

    def get_availability(self, now: datetime) -> Availability:
        """Return whether there is anything to watch (`domain.get_availability`)."""
        status = get_stream_status(self.starts_at, self.ends_at, self.stream, now)
        return get_availability(status, self.stream, self.schedule, has_replay=self.has_replay)
