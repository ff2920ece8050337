"""Ports for storing live streams."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.shared.errors import UnavailableError
from touchline.shared.ids import EventId


class LiveStreamsUnavailableError(UnavailableError):
    """Raised when the database of the live streams does not respond."""

    def __init__(self) -> None:
        super().__init__(
            "The database is unavailable. Open streams continue, but streams cannot start or end."
        )


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


class IngestStreams(Protocol):
    """The live streams as the ingest process needs them, in the current transaction.

    The transaction sees one channel or all channels.
    """

    def get(self, stream_id: LiveStreamId) -> LiveStream | None:
        """Return a stream; None if there is none."""
        ...

    def get_by_event(self, event_id: EventId) -> LiveStream | None:
        """Return the stream of an event; None if there is none."""
        ...

    def get_by_id_for_update(self, stream_id: LiveStreamId) -> LiveStream | None:
        """Return the current state of a stream and lock it; None if there is none."""
        ...

    def save(self, stream: LiveStream) -> None:
        """Save the changes to a stream."""
        ...

    def list_unfinished(self) -> Sequence[LiveStream]:
        """Return the streams that an ingest process has to supervise, oldest first."""
        ...

    def list_all(self) -> Sequence[LiveStream]:
        """Return every stream, newest first."""
        ...
