"""Announcing how many clips an event has."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.clips.events import ClipsCounted
from touchline.clips.ports.clips import ClipLocks, Clips
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.unit_of_work import Announce

_MICROSECOND = timedelta(microseconds=1)


class CountClips:
    """Counts an event's clips under a lock, so that the last announced count is correct."""

    def __init__(self, clips: Clips, locks: ClipLocks, announce: Announce, clock: Clock) -> None:
        self._clips = clips
        self._locks = locks
        self._announce = announce
        self._clock = clock

    def __call__(self, channel_id: ChannelId, event_id: EventId) -> None:
        """Count the clips and announce the number, after a clip was added or deleted."""
        self._locks.lock_event(event_id)
        count = self._clips.count_for_event(event_id)
        self._announce(ClipsCounted(channel_id, event_id, count, _to_microseconds(self._clock.now())))


def _to_microseconds(instant: datetime) -> int:
    return (instant - datetime.fromtimestamp(0, instant.tzinfo)) // _MICROSECOND
