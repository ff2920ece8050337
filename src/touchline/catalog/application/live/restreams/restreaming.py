"""Sends live streams on to their targets, in the process that holds the streams.

It runs in a thread of its own, reads only what was published, and changes nothing of a stream. So whatever
happens here cannot delay or stop the channel's own stream.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from touchline.catalog.application.live.restreams.published_segments import PublishedSegments
from touchline.catalog.application.live.restreams.restream_connection import (
    ConnectionServices,
    RestreamConnection,
)
from touchline.catalog.application.live.restreams.restream_store import RestreamStore
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.restreams import Restream
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.storage import Storage, StorageUnavailableError

log = logging.getLogger(__name__)


class Restreaming:
    """Starts and ends the restreams of all streams that this process holds."""

    def __init__(self, store: RestreamStore, storage: Storage, services: ConnectionServices) -> None:
        self._store = store
        self._storage = storage
        self._services = services
        self._streams: dict[LiveStreamId, _RestreamedStream] = {}

    def step(self, streams: Sequence[LiveStream]) -> None:
        """Do what is due now. `streams` are those that this process holds. Call it once or twice a second.

        A failure in one stream is logged and does not affect the others.
        """
        held = {stream.id: stream for stream in streams if not stream.is_test and stream.folder}
        for stream_id in set(self._streams) - set(held):
            self._run_guarded(stream_id, self._streams.pop(stream_id).close)
        for stream_id, stream in held.items():
            restreamed = self._streams.get(stream_id)
            if restreamed is None or restreamed.folder != stream.folder:
                restreamed = _RestreamedStream(stream, self._store, self._storage, self._services)
                self._streams[stream_id] = restreamed
            self._run_guarded(stream_id, restreamed.step)

    def close(self) -> None:
        """End all restreams. Another process starts them again."""
        self.step(())

    def _run_guarded(self, stream_id: LiveStreamId, operation: Callable[[], None]) -> None:
        try:
            operation()
        except (LiveStreamsUnavailableError, StorageUnavailableError) as error:
            log.warning("restreams of stream %s: %s", stream_id, error.message)
        except Exception:
            log.exception("restreams of stream %s", stream_id)


class _RestreamedStream:
    """One stream and its connections. If the database is unavailable, they continue as they are."""

    def __init__(
        self, stream: LiveStream, store: RestreamStore, storage: Storage, services: ConnectionServices
    ) -> None:
        self._stream = stream
        self.folder = stream.folder
        self._store = store
        self._services = services
        self._segments = PublishedSegments(storage, stream)
        self._connections: dict[int, RestreamConnection] = {}
        self._restreams: Sequence[Restream] = ()

    def step(self) -> None:
        segments = self._segments.read_new()
        try:
            self._restreams = self._store.list_by_stream(self._stream)
        except LiveStreamsUnavailableError:
            log.warning("the restreams of stream %s could not be read", self._stream.id)
        wanted = {restream.target.id: restream for restream in self._restreams if restream.is_on}
        for target_id in set(self._connections) - set(wanted):
            self._connections.pop(target_id).close()
        for target_id, restream in wanted.items():
            connection = self._connections.get(target_id)
            if connection is None or not connection.is_for(restream):
                is_changed = connection is not None
                if connection is not None:
                    connection.close()
                connection = RestreamConnection(
                    self._stream, restream, self._store, self._services, is_changed=is_changed
                )
                self._connections[target_id] = connection
            try:
                connection.step(segments)
            except Exception:  # The other targets receive the segments all the same.
                log.exception("restream of stream %s to target %s", self._stream.id, target_id)

    def close(self) -> None:
        """Let the targets receive the last segments, and end the connections."""
        for connection in self._connections.values():
            connection.close(is_drained=True)
        self._connections.clear()
