"""Ingest sessions whose encoder is a phone camera (port `CameraIngest`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from adapters.ingest.camera.chunk_folder import ChunkFolder, FolderChunk
from adapters.ingest.camera.positions import PositionLogReader
from adapters.ingest.receiver_process import ReceiverProcess
from adapters.ingest.sessions import LoggedSession, ReceivedStream
from adapters.ingest.stream_log import STREAM_LOG
from touchline.catalog.domain.media.camera_sessions import CameraPosition
from touchline.catalog.ports.media.ingest import IngestSessionState

_DRAIN_TIMEOUT_SECONDS = 20.0
"""Seconds without output after which a receiver is killed, once its chunks have ended."""


class ChunkIngest:
    """Starts a receiver for each camera session. `has_parts`: segments are also written in parts."""

    def __init__(self, *, has_parts: bool = True) -> None:
        self._has_parts = has_parts

    def open(
        self, folder: Path, renditions: Sequence[str], start: CameraPosition, *, exactly: bool
    ) -> ChunkSession:
        """Start the receiver."""
        return ChunkSession(folder, renditions, start, exactly=exactly, has_parts=self._has_parts)


class ChunkSession(LoggedSession):
    """A session that gets chunks with `add`."""

    def __init__(
        self,
        folder: Path,
        renditions: Sequence[str],
        start: CameraPosition,
        *,
        exactly: bool,
        has_parts: bool,
    ) -> None:
        super().__init__()
        self._is_finished = False
        self._folder = folder
        self._chunks = ChunkFolder(folder / "chunks")
        config = {
            "folder": str(folder),
            "renditions": list(renditions),
            "exactly": exactly,
            "has_parts": has_parts,
            "chunks": str(folder / "chunks"),
            "start": asdict(start),
        }
        self._process = ReceiverProcess(config, folder / "stderr.txt")
        self._received = ReceivedStream(folder)
        self._positions = PositionLogReader(folder)

    @property
    def state(self) -> IngestSessionState:
        """Return the state. `RECEIVING` once the first chunk was read."""
        self._refresh()
        if self._is_finished:
            return IngestSessionState.ENDED
        has_started = self._received is not None and self._received.has_started
        return IngestSessionState.RECEIVING if has_started else IngestSessionState.WAITING

    @property
    def fault(self) -> str:
        """Return a fault of the stream, or the reason for its end."""
        self._refresh()
        return self._rejection or (self._received.fault if self._received else "")

    def require_renditions(self, renditions: Sequence[str]) -> None:
        """Do nothing: the receiver reads from the start, and another session follows if it has other ones."""

    @property
    def waiting_count(self) -> int:
        """Return the number of chunks that the receiver has not read."""
        return self._chunks.count()

    def add(self, number: int, recording: int, data: bytes) -> None:
        """Give a chunk to the receiver."""
        self._chunks.add(FolderChunk(number, recording, data))

    def finish(self) -> None:
        """Let the receiver end after the last chunk."""
        self._chunks.end()

    def get_position(self, segment_count: int) -> CameraPosition | None:
        """Return the position that the receiver has logged with a segment."""
        return self._positions.get(segment_count)

    def close(self) -> None:
        """Let the receiver write what it has, and end it."""
        if not self._is_finished:
            self.finish()
            self._process.finish(_DRAIN_TIMEOUT_SECONDS, self._get_log_size)
            self._refresh()
        self._is_finished = True

    def _refresh(self) -> None:
        if self._is_finished or self._received is None:
            return
        has_exited = self._process.has_exited
        self._read_log(self._process)
        if self._rejection:
            self._process.kill()
        self._is_finished = has_exited or bool(self._rejection)

    def _get_log_size(self) -> int:
        log_path = self._folder / STREAM_LOG
        return log_path.stat().st_size if log_path.exists() else 0
