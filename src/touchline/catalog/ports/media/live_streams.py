"""Keeping live streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol, TypeVar

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.shared.errors import UnavailableError
from touchline.shared.ids import ChannelId, EventId

T = TypeVar("T")


class LiveStreamsUnavailableError(UnavailableError):
    """What keeps the streams does not answer now."""

    def __init__(self) -> None:
        super().__init__("The database is away: what comes in is shown, and nothing can be begun or ended.")


class LiveStreams(Protocol):
    """The live streams of the channel, in the present transaction."""

    def get_by_event(self, event_id: EventId) -> LiveStream | None:
        """The stream of an event, if a key for one was ever given out."""
        ...

    def get_by_folder(self, folder: str) -> LiveStream | None:
        """The stream whose files are in this folder of the storage."""
        ...

    def get_for_update(self, event_id: EventId) -> LiveStream | None:
        """The stream of an event, to be changed: nobody else changes it until the transaction ends."""
        ...

    def add(self, event_id: EventId) -> LiveStream:
        """A stream that waits, without folder or port."""
        ...

    def save(self, stream: LiveStream) -> None:
        """Keep its changes."""
        ...

    def list_all(self) -> Sequence[LiveStream]:
        """Every stream of the channel, the newest first."""
        ...

    def list_used_ports(self) -> AbstractSet[int]:
        """The ports of the streams of all channels; until the transaction ends nobody else is told."""
        ...


class LiveStreamStore(Protocol):
    """Changes a stream in a transaction of its own, for work that takes longer than a transaction may. All
    raise `LiveStreamsUnavailableError`."""

    def update(
        self, channel_id: ChannelId, stream_id: LiveStreamId, operation: Callable[[LiveStream], T]
    ) -> T:
        """Load, let `act` change it, keep and commit; whoever else would change it waits, so `act` is short.

        What `act` raises undoes the transaction and passes through. `NotFoundError` where there is no such
        stream.
        """
        ...

    def get(self, channel_id: ChannelId, stream_id: LiveStreamId) -> LiveStream | None:
        """The stream as it is now."""
        ...

    def get_by_event(self, event_id: EventId) -> LiveStream | None:
        """The stream of an event of whichever channel."""
        ...

    def list_unfinished(self) -> Sequence[LiveStream]:
        """The streams of all channels that an ingest process has to care for."""
        ...

    def list_all(self) -> Sequence[LiveStream]:
        """The streams of all channels."""
        ...
