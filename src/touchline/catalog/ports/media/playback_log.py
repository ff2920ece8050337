"""The log of what the server sent to viewers, and of when a live event had video."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from touchline.shared.ids import AccountId, ChannelId, EventId


class MediaRequestKind(StrEnum):
    """A kind of request of a viewer.

    `FETCHED`: a segment was sent. `POLLED`: a playlist was sent. `CHECKED`: a proxy asked whether the viewer
    may play. `FAILED`: the server could not answer. `ATTEMPTED`: the viewer opened the page of the event.
    """

    FETCHED = "fetched"
    POLLED = "polled"
    CHECKED = "checked"
    FAILED = "failed"
    ATTEMPTED = "attempted"


@dataclass(frozen=True, slots=True)
class LiveViewer:
    """An account that watches a live event."""

    channel_id: ChannelId
    event_id: EventId
    account_id: AccountId


class PlaybackLog(Protocol):
    """Records requests and video. No call blocks, queries the database or fails."""

    def record_request(self, viewer: LiveViewer, kind: MediaRequestKind, at: datetime) -> None:
        """Record a request of a viewer."""
        ...

    def record_supervision(self, channel_id: ChannelId, event_id: EventId, at: datetime) -> None:
        """Record that the ingest waits for the encoders of an event, or receives."""
        ...

    def record_video(
        self, channel_id: ChannelId, event_id: EventId, until: datetime, length: timedelta
    ) -> None:
        """Record that viewers got video of this length, which ends at `until`."""
        ...


class NoPlaybackLog:
    """`PlaybackLog` that records nothing."""

    def record_request(self, viewer: LiveViewer, kind: MediaRequestKind, at: datetime) -> None:
        """Do nothing."""

    def record_supervision(self, channel_id: ChannelId, event_id: EventId, at: datetime) -> None:
        """Do nothing."""

    def record_video(
        self, channel_id: ChannelId, event_id: EventId, until: datetime, length: timedelta
    ) -> None:
        """Do nothing."""
