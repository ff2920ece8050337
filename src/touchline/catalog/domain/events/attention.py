"""What an event lacks shortly before or after it takes place, for the team of a channel."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import ScheduleStatus
from touchline.catalog.domain.events.status import StreamStatus

ATTENTION_WINDOW = timedelta(days=7)
"""Time before and after its start in which an event can need attention."""


class Missing(StrEnum):
    """What an event lacks: a new start, a stream that has received video, or a recording."""

    START = "start"
    STREAM = "stream"
    RECORDING = "recording"


@dataclass(frozen=True, slots=True)
class EventMedia:
    """The media of an event.

    `has_stream`: a stream key was issued. `is_stream_used`: an encoder has sent video. `is_external`: another
    site carries the video. `has_replay`: media besides its own recording show it after its end.
    """

    has_stream: bool = False
    is_stream_used: bool = False
    is_external: bool = False
    has_replay: bool = False


def find_missing(event: Event, media: EventMedia, now: datetime) -> Missing | None:
    """Return what an event of this week lacks; None if it lacks nothing."""
    in_window = now - ATTENTION_WINDOW <= event.starts_at < now + ATTENTION_WINDOW
    if not in_window or event.schedule.status is ScheduleStatus.CANCELED:
        return None
    if event.schedule.status is ScheduleStatus.POSTPONED:
        return Missing.START
    if not event.is_time_known and event.get_status(now) is StreamStatus.UPCOMING:
        return Missing.START
    if event.stream.is_recorded or media.has_replay:
        return None
    if event.get_status(now) is StreamStatus.FINISHED:
        return Missing.RECORDING
    return None if _has_live_video(event, media) else Missing.STREAM


def is_overdue(event: Event, media: EventMedia, now: datetime) -> bool:
    """Return whether an event should have started, and no video of it has arrived."""
    has_video = _has_live_video(event, media) or event.stream.is_recorded or media.has_replay
    return event.takes_place and event.starts_at <= now and not has_video


def _has_live_video(event: Event, media: EventMedia) -> bool:
    return event.stream.is_publishing or media.is_stream_used or media.is_external
