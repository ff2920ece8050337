"""Whether an event is still to come, on now or over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class StreamStatus(StrEnum):
    """Where an event stands (product.md, section 2: the states of the event list)."""

    UPCOMING = "upcoming"
    LIVE = "live"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class StreamState:
    """What the stream itself tells: whether it publishes now (also while its encoder may still come back),
    whether a recording can be played, and whether it was on and is over."""

    publishing: bool = False
    recorded: bool = False
    ended: bool = False


UNKNOWN = StreamState()


def stream_status(starts_at: datetime, ends_at: datetime, stream: StreamState, now: datetime) -> StreamStatus:
    """The status at `now`: the stream's word counts before the clock's.

    A publishing stream is live, early or late; one that has ended and a ready recording mean finished;
    otherwise the event is upcoming before its start, live until its planned end (which is not part of it),
    and finished after.
    """
    if stream.publishing:
        return StreamStatus.LIVE
    if stream.recorded or stream.ended:
        return StreamStatus.FINISHED
    if now < starts_at:
        return StreamStatus.UPCOMING
    return StreamStatus.LIVE if now < ends_at else StreamStatus.FINISHED
