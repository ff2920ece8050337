"""Fakes of live streams and their ingest, with sessions that tests control."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.application.live.stream_keys import BACKUP_KEY_PREFIX
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.domain.media.stream_health import EncoderHealth
from touchline.catalog.ports.media.ingest import (
    DEFAULT_LIVE_RENDITIONS,
    LOW_BANDWIDTH,
    SOURCE,
    IngestedPart,
    IngestedRendition,
    IngestedSegment,
    IngestEndpoint,
    IngestSessionState,
)
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.tests.media_fakes import CHANNEL
from touchline.shared.errors import NotFoundError, UnavailableError
from touchline.shared.ids import ChannelId, EventId

T = TypeVar("T")
RENDITIONS = (
    IngestedRendition(SOURCE, 1280, 720, 3_000_000, "avc1.64001f,mp4a.40.2"),
    IngestedRendition(LOW_BANDWIDTH, 640, 360, 800_000, "avc1.64001e,mp4a.40.2"),
)
AWAY_TRACK = IngestedRendition(
    "audio2", 0, 0, 150_000, "mp4a.40.2", 130_000, language="fr", language_name="Français"
)
"""A second audio track. Sessions have it if their `rendition_names` do."""
_ALL_RENDITIONS = (*RENDITIONS, AWAY_TRACK)


@dataclass
class FakeIngestSession:
    """`IngestSession` that waits until `receive` is called.

    Each further call of `receive` adds segments.
    """

    endpoint: IngestEndpoint
    folder: Path
    state: IngestSessionState = IngestSessionState.WAITING
    fault: str = ""
    is_closed: bool = False
    requested_renditions: Sequence[str] = DEFAULT_LIVE_RENDITIONS
    exactly: bool = False
    idle_seconds: float = 0.0
    rendition_names: Sequence[str] = DEFAULT_LIVE_RENDITIONS
    discontinuities: set[int] = field(default_factory=set)
    durations_ms: list[int] = field(default_factory=list)
    new_parts: list[IngestedPart] = field(default_factory=list)
    health: EncoderHealth | None = None
    preview_path: Path | None = None
    has_captions: bool = False

    def receive(self, *durations_ms: int) -> None:
        """Receive complete segments of these durations, in all renditions."""
        self.state, self.idle_seconds = IngestSessionState.RECEIVING, 0.0
        for duration in durations_ms:
            for rendition in _ALL_RENDITIONS:
                self._path(rendition.name, len(self.durations_ms)).write_bytes(
                    f"{self.folder.name} {rendition.name} {len(self.durations_ms)}\n".encode()
                )
            self.durations_ms.append(duration)

    def receive_part(self, index: int, duration_ms: int) -> None:
        """Receive a complete part of the next segment, in both renditions."""
        segment = len(self.durations_ms)
        paths = {
            rendition.name: self.folder / f"{rendition.name}-{segment}.{index}.ts" for rendition in RENDITIONS
        }
        for name, path in paths.items():
            path.write_bytes(f"{self.folder.name} {name} {segment}.{index}\n".encode())
        self.new_parts.append(IngestedPart(segment, index, duration_ms, paths, is_independent=not index))

    def take_parts(self) -> Sequence[IngestedPart]:
        taken, self.new_parts = self.new_parts, []
        return taken

    def end(self) -> None:
        """Disconnect the encoder."""
        self.state = IngestSessionState.ENDED

    def renditions(self) -> Sequence[IngestedRendition]:
        found = [
            replace(rendition, has_captions=self.has_captions)
            for rendition in _ALL_RENDITIONS
            if rendition.name in self.rendition_names
        ]
        return found if self.durations_ms else ()

    def segments(self, rendition: str) -> Sequence[IngestedSegment]:
        return [
            IngestedSegment(self._path(rendition, index), duration_ms, index in self.discontinuities)
            for index, duration_ms in enumerate(self.durations_ms)
        ]

    def preview(self) -> Path | None:
        return self.preview_path

    def require_renditions(self, renditions: Sequence[str]) -> None:
        self.requested_renditions, self.exactly = renditions, True

    def close(self) -> None:
        self.state, self.is_closed = IngestSessionState.ENDED, True

    def _path(self, rendition: str, index: int) -> Path:
        return self.folder / f"{rendition}-{index}.ts"


@dataclass
class FakeIngest:
    """`Ingest` that records its sessions, those of backup encoders separately.

    `listen` fails for a port in `busy_ports`.
    """

    ports: Sequence[int] = (19350, 19351)
    sessions: list[FakeIngestSession] = field(default_factory=list)
    backup_sessions: list[FakeIngestSession] = field(default_factory=list)
    busy_ports: set[int] = field(default_factory=set)

    def get_server_url(self, endpoint: IngestEndpoint) -> str:
        return f"rtmp://ingest.example:{endpoint.port}/live"

    def get_srt_url(self, endpoint: IngestEndpoint) -> str | None:
        return f"srt://ingest.example:{endpoint.port}?streamid={endpoint.stream_key}"

    def listen(
        self,
        endpoint: IngestEndpoint,
        folder: Path,
        renditions: Sequence[str] = DEFAULT_LIVE_RENDITIONS,
        *,
        exactly: bool = False,
    ) -> FakeIngestSession:
        if endpoint.port in self.busy_ports:
            raise UnavailableError(f"Port {endpoint.port} is taken by another program.")
        is_backup = BACKUP_KEY_PREFIX in endpoint.stream_key
        sessions = self.backup_sessions if is_backup else self.sessions
        sessions.append(FakeIngestSession(endpoint, folder, requested_renditions=renditions, exactly=exactly))
        return sessions[-1]


class FakeLiveStreams(LiveStreamStore):
    """`LiveStreams` and the live stream store in memory.

    Reads return copies, so only saved changes last. The store fails while `is_unavailable` is set.
    """

    def __init__(self, *, is_test: bool = False) -> None:
        self.is_test = is_test
        self.planned_end: datetime | None = None
        self.is_unavailable = False
        self.streams: dict[LiveStreamId, LiveStream] = {}
        self.is_changing = False

    def get_by_event(self, event_id: EventId) -> LiveStream | None:
        return next(
            (copy.copy(stream) for stream in self.streams.values() if stream.event_id == event_id), None
        )

    def get_by_folder(self, folder: str) -> LiveStream | None:
        return next((copy.copy(stream) for stream in self.streams.values() if stream.folder == folder), None)

    def get_for_update(self, event_id: EventId) -> LiveStream | None:
        return self.get_by_event(event_id)

    def add(self, event_id: EventId) -> LiveStream:
        stream = LiveStream(LiveStreamId(len(self.streams) + 1), CHANNEL, event_id, is_test=self.is_test)
        self.save(stream)
        return stream

    def save(self, stream: LiveStream) -> None:
        stream.planned_end = self.planned_end
        self.streams[stream.id] = copy.copy(stream)

    def list_all(self) -> Sequence[LiveStream]:
        return [copy.copy(stream) for stream in self.streams.values()]

    def list_used_ports(self) -> AbstractSet[int]:
        return {stream.port for stream in self.streams.values() if stream.port is not None}

    def update(
        self, channel_id: ChannelId, stream_id: LiveStreamId, operation: Callable[[LiveStream], T]
    ) -> T:
        if self.is_unavailable:
            raise LiveStreamsUnavailableError
        stream = self.get(channel_id, stream_id)
        if stream is None:
            raise NotFoundError
        self.is_changing = True
        try:
            result = operation(stream)
        finally:
            self.is_changing = False
        self.save(stream)
        return result

    def get(self, channel_id: ChannelId, stream_id: LiveStreamId) -> LiveStream | None:
        found = self.streams.get(stream_id)
        return copy.copy(found) if found and found.channel_id == channel_id else None

    def list_unfinished(self) -> Sequence[LiveStream]:
        if self.is_unavailable:
            raise LiveStreamsUnavailableError
        return [stream for stream in self.list_all() if stream.state is not LiveState.FINISHED]
