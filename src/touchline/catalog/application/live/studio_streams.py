"""The stream of an event as an operator sees it in the studio: its state, its server and its key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.live.stream_commands import OpenStream, ReopenStream, StopStream
from touchline.catalog.application.live.stream_keys import StreamKeys
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.media.ingest import Ingest, IngestEndpoint
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId


@dataclass(frozen=True, slots=True)
class StreamHealth:
    """The state of a stream, without its key.

    `state` is empty if no key was ever issued. `is_supervised`: an ingest process serves the stream now.
    """

    state: str = ""
    server: str | None = None
    fault: str = ""
    started_at: datetime | None = None
    finished_at: datetime | None = None
    is_supervised: bool = False


@dataclass(frozen=True, slots=True)
class StreamAccess:
    """What an encoder needs: the server and the stream key. Treat the key as a password.

    `srt_url` has the key and a passphrase in it. None if the ingest does not receive SRT.
    """

    server: str
    stream_key: str
    health: StreamHealth
    srt_url: str | None = None


@dataclass(frozen=True)
class StudioStreams:
    """Use cases of operators for the stream of an event, by its key."""

    events: EventMediaLookup
    streams: LiveStreams
    open_stream: OpenStream
    stop_stream: StopStream
    reopen_stream: ReopenStream
    keys: StreamKeys
    ingest: Ingest
    clock: Clock

    def get_health(self, key: str) -> StreamHealth:
        """Return the state of the stream. Raises `NotFoundError`."""
        stream = self.streams.get_by_event(self._find(key))
        return StreamHealth() if stream is None else self._describe(stream)

    def open(self, key: str, *, new_key: bool) -> StreamAccess:
        """Open the stream, and return its server and key. An open stream keeps its key unless a new one is
        requested. Raises `NotFoundError` and `RefusedError`.
        """
        return self._grant(self.open_stream(self._find(key), new_key=new_key))

    def reopen(self, key: str) -> StreamAccess:
        """Resume a stream that has ended. Raises `NotFoundError` and `RefusedError`."""
        return self._grant(self.reopen_stream(self._find(key)))

    def stop(self, key: str) -> StreamHealth:
        """End the stream and make its recording. Raises `NotFoundError` and `RefusedError`."""
        return self._describe(self.stop_stream(self._find(key)))

    def _find(self, key: str) -> EventId:
        event_id = self.events.find_id(key)
        if event_id is None:
            raise NotFoundError
        return event_id

    def _grant(self, stream: LiveStream) -> StreamAccess:
        endpoint = self._get_endpoint(stream)
        return StreamAccess(
            self.ingest.get_server_url(endpoint),
            endpoint.stream_key,
            self._describe(stream),
            self.ingest.get_srt_url(endpoint),
        )

    def _describe(self, stream: LiveStream) -> StreamHealth:
        return StreamHealth(
            stream.state.value,
            self.ingest.get_server_url(self._get_endpoint(stream)) if stream.is_open else None,
            stream.fault,
            stream.started_at,
            stream.finished_at,
            stream.is_supervised(self.clock.now()),
        )

    def _get_endpoint(self, stream: LiveStream) -> IngestEndpoint:
        return self.keys.get_endpoint(stream)
