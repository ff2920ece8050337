"""Port for turning the chunks of a phone camera into segments."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from touchline.catalog.domain.media.camera_sessions import CameraPosition
from touchline.catalog.ports.media.ingest import IngestSession


class CameraIngestSession(IngestSession, Protocol):
    """An ingest session whose encoder is a phone camera."""

    @property
    def waiting_count(self) -> int:
        """The number of chunks that were added and are not read yet."""
        ...

    def add(self, number: int, recording: int, data: bytes) -> None:
        """Add the next chunk, or the first chunk of its recording before it."""
        ...

    def finish(self) -> None:
        """End the session once all chunks that were added are in segments. The state becomes `ENDED`."""
        ...

    def get_position(self, segment_count: int) -> CameraPosition | None:
        """Return where the video after the first `segment_count` segments begins. None if there are none."""
        ...


class CameraIngest(Protocol):
    """The receiver of phone cameras."""

    def open(
        self, folder: Path, renditions: Sequence[str], start: CameraPosition, *, exactly: bool
    ) -> CameraIngestSession:
        """Start an ingest session that writes segments to `folder` (empty, on this machine).

        `renditions` and `exactly` are as in `Ingest.listen`. `start` is where the video begins.
        """
        ...
