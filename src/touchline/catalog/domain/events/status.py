"""Whether an event is still to come, on now or over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class StreamStatus(StrEnum):
    """Where an event stands (product.md, section 2: the states of the event list)."""

    UPCOMING = "upcoming"
    LIVE = "live"
    FINISHED = "finished"


class LiveStatus(StrEnum):
    """What viewers see of an event that is due or on: `live_state` of the API."""

    STARTING_SOON = "starting_soon"
    DELAYED = "delayed"
    ON_AIR = "on_air"
    INTERRUPTED = "interrupted"

    @property
    def is_on_air(self) -> bool:
        """Whether the stream has come. Only then may anything say that the event is live."""
        return self in (LiveStatus.ON_AIR, LiveStatus.INTERRUPTED)


STARTING_SOON_BEFORE = timedelta(minutes=10)
"""An event that has no picture yet starts soon from so long before its start."""
DELAYED_AFTER = timedelta(minutes=10)
"""An event without a picture is delayed from so long after its start."""


@dataclass(frozen=True, slots=True)
class StreamState:
    """What the stream itself tells: whether it publishes now (also while its encoder may still come back),
    whether a recording can be played, and whether it was on and is over. `is_interrupted`: it publishes, and
    its encoder is away."""

    is_publishing: bool = False
    is_recorded: bool = False
    has_ended: bool = False
    is_interrupted: bool = False


UNKNOWN_STREAM_STATE = StreamState()


def get_stream_status(
    starts_at: datetime, ends_at: datetime, stream: StreamState, now: datetime
) -> StreamStatus:
    """The status at `now`: the stream's word counts before the clock's.

    A publishing stream is live, early or late; one that has ended and a ready recording mean finished;
    otherwise the event is upcoming before its start, live until its planned end (which is not part of it),
    and finished after.
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
    """Return what viewers see of an event that is due or on; None for any other.

    An event is on air once there is a picture, or from its start where another site carries it
    (`is_external`). The clock alone puts nothing on air.
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
