"""Short transactions for the ingest process and the recording job, which take long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.media.live_streams import IngestStreams
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.unit_of_work import UnitOfWorkFactory

T = TypeVar("T")


class LiveStreamStore:
    """Reads and changes live streams in units of work of their own.

    All methods raise `LiveStreamsUnavailableError`.
    """

    def __init__(self, uow: UnitOfWorkFactory, streams: IngestStreams) -> None:
        self._uow = uow
        self._streams = streams

    def update(
        self, channel_id: ChannelId, stream_id: LiveStreamId, operation: Callable[[LiveStream], T]
    ) -> T:
        """Load a stream, apply `operation`, save and commit. Other writers wait, so `operation` must be
        short.

        An exception in `operation` rolls the transaction back and propagates. Raises `NotFoundError` if there
        is no such stream.
        """
        with self._uow(channel_id):
            stream = self._streams.get_by_id_for_update(stream_id)
            if stream is None:
                raise NotFoundError(f"There is no live stream {stream_id}.")
            result = operation(stream)
            self._streams.save(stream)
            return result

    def get(self, channel_id: ChannelId, stream_id: LiveStreamId) -> LiveStream | None:
        """Return the stream as it is now; None if there is none."""
        with self._uow(channel_id):
            return self._streams.get(stream_id)

    def get_by_event(self, event_id: EventId) -> LiveStream | None:
        """Return the stream of an event in any channel, since a stream key does not name its channel."""
        with self._uow.all_channels():
            return self._streams.get_by_event(event_id)

    def list_unfinished(self) -> Sequence[LiveStream]:
        """Return the streams of all channels that an ingest process has to supervise."""
        with self._uow.all_channels():
            return self._streams.list_unfinished()

    def list_all(self) -> Sequence[LiveStream]:
        """Return the streams of all channels."""
        with self._uow.all_channels():
            return self._streams.list_all()
