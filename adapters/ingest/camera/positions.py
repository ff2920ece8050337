"""Which chunks the segments of a camera session were made from, so that another process can go on."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from adapters.ingest.stream_log import StreamLogWriter, WrittenSegment
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.domain.media.camera_sessions import CameraPosition

POSITIONS = "positions.jsonl"
_TOLERANCE_MS = 2


class PositionLogWriter(StreamLogWriter):
    """Writes the position after each segment before the segment itself. `start_pts` is in ticks."""

    def __init__(self, folder: Path, start_pts: int) -> None:
        super().__init__(folder)
        self._positions = os.open(folder / POSITIONS, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._keyframes: deque[tuple[int, CameraPosition]] = deque()
        self._end_ms = _to_ms(start_pts)
        self._current: tuple[CameraPosition, Callable[[], int]] | None = None
        self._final: CameraPosition | None = None

    def start_keyframe(self, position: CameraPosition, get_last_pts: Callable[[], int]) -> None:
        """Note that the stream processes a keyframe. `get_last_pts` returns its timestamp once it is added.

        The segment before the keyframe may be written while the stream processes it.
        """
        self._current = position, get_last_pts

    def finish_keyframe(self) -> None:
        """Keep the position of the keyframe that the stream has processed, if there is one."""
        if self._current is not None:
            position, get_last_pts = self._current
            self._keyframes.append((_to_ms(get_last_pts()), position))
            self._current = None

    def finish(self, position: CameraPosition) -> None:
        """Set the position after the last segment."""
        self._final = position

    def write_segment(self, segment: WrittenSegment) -> None:
        """Log the position after the segment, and the segment."""
        self._end_ms += segment.ms
        self.finish_keyframe()
        while len(self._keyframes) > 1 and self._keyframes[1][0] <= self._end_ms + _TOLERANCE_MS:
            self._keyframes.popleft()
        keyframe_ms, position = self._keyframes[0] if self._keyframes else (0, CameraPosition())
        if (
            self._final is not None
            and len(self._keyframes) <= 1
            and keyframe_ms < self._end_ms - _TOLERANCE_MS
        ):
            position = self._final
        os.write(self._positions, json.dumps(asdict(position)).encode() + b"\n")
        super().write_segment(segment)


class PositionLogReader:
    """Reads the positions while the receiver writes them."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / POSITIONS
        self._positions: list[CameraPosition] = []
        self._offset = 0

    def get(self, segment_count: int) -> CameraPosition | None:
        """Return the position after this many segments. None if there is none."""
        if segment_count > len(self._positions):
            self._read()
        return self._positions[segment_count - 1] if 0 < segment_count <= len(self._positions) else None

    def _read(self) -> None:
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._offset)
            data = file.read()
        complete = data[: data.rfind(b"\n") + 1]
        self._offset += len(complete)
        self._positions += [CameraPosition(**json.loads(line)) for line in complete.splitlines()]


def _to_ms(pts: int) -> int:
    return round(pts * 1000 / TICKS_PER_SECOND)
