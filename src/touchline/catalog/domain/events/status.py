"""Status of an event: upcoming, live or finished."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class StreamStatus(StrEnum):
    """The status of an event (product.md, section 2: the states of the event list)."""

    UPCOMING = "upcoming"
    LIVE = "live"
    FINISHED = "finished"


class LiveStatus(StrEnum):
    """The live status that viewers see of an event that is due or on: `live_state` in the API."""

    STARTING_SOON = "starting_soon"
    DELAYED = "delayed"
    ON_AIR = "on_air"
    INTERRUPTED = "interrupted"

    @property
    def is_on_air(self) -> bool:
        """Whether the stream has started. Only then may an event be shown as live."""
        return self in (LiveStatus.ON_AIR, LiveStatus.INTERRUPTED)


STARTING_SOON_BEFORE = timedelta(minutes=10)
"""Time before its start from which an event without video counts as starting soon."""
DELAYED_AFTER = timedelta(minutes=10)
"""Time after its start from which an event without video counts as delayed."""


@dataclass(frozen=True, slots=True)
class StreamState:
    """The state that the stream reports.

    `is_publishing` stays true while the encoder may still reconnect. `is_interrupted`: the encoder is
    disconnected. `is_recorded`: a recording can be played. `has_ended`: the stream started and has ended.
    """

    is_publishing: bool = False
    is_recorded: bool = False
    has_ended: bool = False
    is_interrupted: bool = False


UNKNOWN_STREAM_STATE = StreamState()


def get_stream_status(
    starts_at: datetime, ends_at: datetime, stream: StreamState, now: datetime
) -> StreamStatus:
    """Return the status at `now`. The stream takes precedence over the schedule.

    An event with a publishing stream is live, even before its start or after its end. A stream that has ended
    or a ready recording means finished. Otherwise the event is upcoming before its start, live until its
    planned end (exclusive), and finished after it.
    """
    if stream.is_publishing:
        return StreamStatus.LIVE
    if stream.is_recorded or stream.has_ended:
        return StreamStatus.FINISHED
    if now < starts_at:
        return StreamStatus.UPCOMING
    return StreamStatus.LIVE if now < ends_at else StreamStatus.FINISHED


def get_live_status(
    starts_at: datetime, ends_at: datetime, stream: StreamState, now: datetime, *, is_external: bool
) -> LiveStatus | None:
    """Return the live status that viewers see; None if the event is neither due nor on.

    An event is on air once there is video, or from its start if another site carries it (`is_external`). The
    schedule alone never puts an event on air.
    """
    if stream.is_publishing:
        return LiveStatus.INTERRUPTED if stream.is_interrupted else LiveStatus.ON_AIR
    status = get_stream_status(starts_at, ends_at, stream, now)
    if status is StreamStatus.FINISHED:
        return None
    if is_external:
        return LiveStatus.ON_AIR if status is StreamStatus.LIVE else None
    if now < starts_at - STARTING_SOON_BEFORE or starts_at >= ends_at:
        return None
    return LiveStatus.DELAYED if now >= starts_at + DELAYED_AFTER else LiveStatus.STARTING_SOON
