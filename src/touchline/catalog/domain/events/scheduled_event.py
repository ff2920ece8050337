"""Events with only the fields that passes need, light enough to load a whole season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.domain.events.availability import Availability, get_availability
from touchline.catalog.domain.events.blackouts import Blackout, combine_blackouts, list_intervals
from touchline.catalog.domain.events.remainder import Remainder, get_remainder
from touchline.catalog.domain.events.replay import ALWAYS, ReplayWindow
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.score import Ending
from touchline.catalog.domain.events.status import StreamState, get_stream_status
from touchline.catalog.domain.passes import PassType
from touchline.shared.geo import GeoRule
from touchline.shared.ids import EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledEvent:
    """An event without its texts.

    `has_replay`: besides its recording, the event has media that show it after its end. `blackouts` include
    those of its category.
    """

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
    replay: ReplayWindow = ALWAYS
    ending: Ending = Ending.REGULATION
    has_live: bool = True
    has_video: bool = True
    blackouts: tuple[Blackout, ...] = ()

    def get_availability(self, now: datetime) -> Availability:
        """Return whether there is, or will be, anything to watch (see `get_availability` in
        `domain.events.availability`).
        """
        status = get_stream_status(self.starts_at, self.ends_at, self.stream, now)
        return get_availability(
            status,
            self.stream,
            self.schedule,
            self.replay,
            now,
            has_replay=self.has_replay,
            ending=self.ending,
            has_live=self.has_live,
        )

    def get_remainder(
        self, now: datetime, country: str | None, channel_blackouts: Sequence[Blackout] = ()
    ) -> Remainder:
        """Return what viewers in a country can still watch of the event."""
        return get_remainder(
            self.starts_at,
            self.ends_at,
            get_stream_status(self.starts_at, self.ends_at, self.stream, now),
            self.replay,
            list_intervals(combine_blackouts(channel_blackouts, self.blackouts), country, self.ends_at),
            now,
            has_live=self.has_live,
        )
