"""Segments on their way from the ingest process to a sender, over a pipe."""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Condition
from typing import BinaryIO

MAX_QUEUE_MS = 10_000
"""Milliseconds of video that may wait. A target that is further behind continues at the newest segment."""
_HEADER = struct.Struct(">IIB")
_CONTINUOUS, _DISCONTINUITY, _STOP = 0, 1, 2


@dataclass(frozen=True, slots=True)
class QueuedSegment:
    """An MPEG-TS segment. `is_discontinuity`: it does not continue the one before it."""

    data: bytes
    duration_ms: int
    is_discontinuity: bool


def encode_segment(segment: QueuedSegment) -> bytes:
    """Return a segment as it is written to a sender's standard input."""
    kind = _DISCONTINUITY if segment.is_discontinuity else _CONTINUOUS
    return _HEADER.pack(len(segment.data), segment.duration_ms, kind) + segment.data


def encode_stop() -> bytes:
    """Return the request to stop at once. The end of the input means: send what is left, then stop."""
    return _HEADER.pack(0, 0, _STOP)


def read_segments(file: BinaryIO) -> Iterator[QueuedSegment | None]:
    """Yield the segments of a sender's standard input, and None at the request to stop."""
    while len(header := file.read(_HEADER.size)) == _HEADER.size:
        size, duration_ms, kind = _HEADER.unpack(header)
        if kind == _STOP:
            yield None
            return
        data = file.read(size)
        if len(data) == size:
            yield QueuedSegment(data, duration_ms, kind == _DISCONTINUITY)


class SegmentQueue:
    """A queue between the thread that reads segments and the one that sends them."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._segments: deque[QueuedSegment] = deque()
        self._has_gap = False
        self._is_closed = self._is_stopped = False

    @property
    def is_stopped(self) -> bool:
        """Whether the sender shall stop at once."""
        return self._is_stopped

    def put(self, segment: QueuedSegment) -> None:
        """Add a segment. If more than `MAX_QUEUE_MS` wait, only the newest one is kept."""
        with self._changed:
            self._segments.append(segment)
            if sum(queued.duration_ms for queued in self._segments) > MAX_QUEUE_MS:
                self._segments = deque([segment])
                self._has_gap = True
            self._changed.notify()

    def close(self, *, is_stopped: bool) -> None:
        """Add no more segments. With `is_stopped`, those that wait are not sent."""
        with self._changed:
            self._is_closed = True
            self._is_stopped = self._is_stopped or is_stopped
            self._changed.notify()

    def get(self, timeout: float) -> QueuedSegment | None:
        """Return the next segment, or None if there is none within some seconds."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._segments) or self._is_closed, timeout)
            if not self._segments or self._is_stopped:
                return None
            segment = self._segments.popleft()
            has_gap, self._has_gap = self._has_gap, False
            return QueuedSegment(segment.data, segment.duration_ms, segment.is_discontinuity or has_gap)

    @property
    def is_finished(self) -> bool:
        """Whether nothing more comes."""
        return self._is_stopped or (self._is_closed and not self._segments)
