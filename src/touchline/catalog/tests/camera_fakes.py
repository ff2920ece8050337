"""Fakes of phone cameras: their sessions in memory, and a receiver that makes one segment of each chunk."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from touchline.catalog.domain.media.camera_sessions import CameraChunk, CameraPosition, CameraSession
from touchline.catalog.domain.media.stream_health import EncoderHealth
from touchline.catalog.ports.media.ingest import (
    IngestedPart,
    IngestedRendition,
    IngestedSegment,
    IngestSessionState,
)
from touchline.catalog.tests.live_fakes import RENDITIONS
from touchline.shared.ids import ChannelId, EventId

CHUNK_MS = 2000


@dataclass
class FakeCameraSessions:
    """`CameraSessions` in memory. `fail` is raised by each unit of work while it is set."""

    rows: dict[str, CameraSession] = field(default_factory=dict)
    chunks: dict[str, list[CameraChunk]] = field(default_factory=dict)
    fail: Exception | None = None

    def __call__(self, channel_id: ChannelId) -> AbstractContextManager[None]:
        return self.all_channels()

    def all_channels(self) -> AbstractContextManager[None]:
        if self.fail is not None:
            raise self.fail
        return nullcontext()

    def get(self, session_id: str) -> CameraSession | None:
        return copy.copy(self.rows.get(session_id))

    def get_for_update(self, session_id: str) -> CameraSession | None:
        return self.get(session_id)

    def add(self, session: CameraSession) -> None:
        self.rows[session.id] = copy.copy(session)

    def save(self, session: CameraSession) -> None:
        self.rows[session.id] = copy.copy(session)

    def list_by_event(self, event_id: EventId) -> Sequence[CameraSession]:
        return [copy.copy(row) for row in self.rows.values() if row.event_id == event_id]

    def get_chunk(self, session_id: str, number: int) -> CameraChunk | None:
        return next((chunk for chunk in self.chunks.get(session_id, []) if chunk.number == number), None)

    def add_chunk(self, session_id: str, chunk: CameraChunk) -> None:
        self.chunks.setdefault(session_id, []).append(chunk)

    def list_chunks(self, session_id: str, first: int, limit: int) -> Sequence[CameraChunk]:
        chunks = [chunk for chunk in self.chunks.get(session_id, []) if chunk.number >= first]
        return sorted(chunks, key=lambda chunk: chunk.number)[:limit]

    def get_first_chunk(self, session_id: str, recording: int) -> CameraChunk | None:
        chunks = self.chunks.get(session_id, [])
        return next((chunk for chunk in chunks if chunk.recording == recording), None)

    def delete_chunks(self, session_id: str, before: int) -> Sequence[CameraChunk]:
        deleted = [chunk for chunk in self.chunks.get(session_id, []) if chunk.number < before]
        newest = deleted[-1].recording if deleted else None
        kept = self.get_first_chunk(session_id, newest) if newest is not None else None
        deleted = [chunk for chunk in deleted if chunk is not kept]
        self.chunks[session_id] = [chunk for chunk in self.chunks.get(session_id, []) if chunk not in deleted]
        return deleted

    def list_old(self, before: datetime) -> Sequence[CameraSession]:
        return [row for row in self.rows.values() if row.last_seen_at < before]

    def delete(self, session_id: str) -> None:
        del self.rows[session_id]
        self.chunks.pop(session_id, None)


@dataclass
class FakeCameraIngestSession:
    """`CameraIngestSession` whose segments have the bytes of their chunks. `is_broken`: it makes none."""

    folder: Path
    start: CameraPosition
    is_broken: bool = False
    state: IngestSessionState = IngestSessionState.WAITING
    fault: str = ""
    waiting_count: int = 0
    idle_seconds: float = 0.0
    health: EncoderHealth | None = None
    parameters: list[bytes] = field(default_factory=list)
    received: list[tuple[int, bytes]] = field(default_factory=list)

    def add(self, number: int, recording: int, data: bytes) -> None:
        if number < self.start.chunk:
            self.parameters.append(data)
            return
        self.state = IngestSessionState.ENDED if self.is_broken else IngestSessionState.RECEIVING
        for rendition in RENDITIONS:
            self._path(rendition.name, len(self.received)).write_bytes(data)
        self.received.append((number, data))

    def preview(self) -> Path | None:
        return None

    def require_renditions(self, renditions: Sequence[str]) -> None:
        pass

    def take_parts(self) -> Sequence[IngestedPart]:
        return ()

    def finish(self) -> None:
        self.state = IngestSessionState.ENDED

    def close(self) -> None:
        self.state = IngestSessionState.ENDED

    def get_position(self, segment_count: int) -> CameraPosition | None:
        return CameraPosition(self.received[segment_count - 1][0] + 1) if segment_count else None

    def renditions(self) -> Sequence[IngestedRendition]:
        return RENDITIONS if self.received and not self.is_broken else ()

    def segments(self, rendition: str) -> Sequence[IngestedSegment]:
        numbers = range(0 if self.is_broken else len(self.received))
        return [IngestedSegment(self._path(rendition, number), CHUNK_MS) for number in numbers]

    def _path(self, rendition: str, number: int) -> Path:
        return self.folder / f"{rendition}-{number}.ts"


@dataclass
class FakeCameraIngest:
    """`CameraIngest` that records its sessions."""

    sessions: list[FakeCameraIngestSession] = field(default_factory=list)
    is_broken: Callable[[], bool] = lambda: False

    def open(
        self, folder: Path, renditions: Sequence[str], start: CameraPosition, *, exactly: bool
    ) -> FakeCameraIngestSession:
        self.sessions.append(FakeCameraIngestSession(folder, start, self.is_broken()))
        return self.sessions[-1]
