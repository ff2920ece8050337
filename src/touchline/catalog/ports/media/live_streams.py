"""Ports for storing live streams."""

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
    """Raised when the database of the live streams does not respond."""

    def __init__(self) -> None:
        super().__init__("The database is away: what comes in is shown, and nothing can be begun or ended.")


class LiveStreams(Protocol):
    """The live streams of the channel, in the current transaction."""

    def get_by_event(self, event_id: EventId) -> LiveStream | None:
        """Return the stream of an event; None if no stream key was ever issued for it."""
        ...

    def get_by_folder(self, folder: str) -> LiveStream | None:
        """Return the stream whose files are in this storage folder; None if there is none."""
        ...

    def get_for_update(self, event_id: EventId) -> LiveStream | None:
        """Return the stream of an event and lock it until the transaction ends; None if there is none."""
        ...

    def add(self, event_id: EventId) -> LiveStream:
        """Return a new waiting stream, without folder or port."""
        ...

    def save(self, stream: LiveStream) -> None:
        """Save the changes to a stream."""
        ...

    def list_all(self) -> Sequence[LiveStream]:
        """Return every stream of the channel, newest first."""
        ...

    def list_used_ports(self) -> AbstractSet[int]:
        """Return the ports that streams of any channel use.

        The call takes a lock that is held until the transaction ends, so that no other caller sees the same
        ports.
        """
        ...


class LiveStreamStore(Protocol):
    """Storage of live streams with a transaction for each call, for work that is too long for a single
    transaction.

    All methods raise `LiveStreamsUnavailableError`.
    """

    def update(
        self, channel_id: ChannelId, stream_id: LiveStreamId, operation: Callable[[LiveStream], T]
    ) -> T:
        """Load a stream, apply `operation`, save and commit. Other writers wait, so `operation` must be
        short.

        An exception in `operation` rolls the transaction back and propagates. Raises `NotFoundError` if there
        is no such stream.
        """
        ...

    def get(self, channel_id: ChannelId, stream_id: LiveStreamId) -> LiveStream | None:
        """Return the stream as it is now; None if there is none."""
        ...

    def get_by_event(self, event_id: EventId) -> LiveStream | None:
        """Return the stream of an event in any channel; None if there is none."""
        ...

    def list_unfinished(self) -> Sequence[LiveStream]:
        """Return the streams of all channels that an ingest process has to supervise."""
        ...

    def list_all(self) -> Sequence[LiveStream]:
        """Return the streams of all channels."""
        ...
