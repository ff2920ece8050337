"""Shared parts of both adapters' sessions: reading the receiver's log, and reporting faults."""

import logging
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from adapters.ingest.health.files import find_preview, read_health
from adapters.ingest.receiver_process import ReceiverProcess
from adapters.ingest.stream_log import (
    DISK_FULL_STATUS,
    PARTS_FOLDER,
    RenditionFormat,
    StreamLogReader,
    WrittenSegment,
)
from adapters.video.languages import language_name, language_tag
from touchline.catalog.domain.media.stream_health import EncoderHealth
from touchline.catalog.ports.media.ingest import SOURCE, IngestedPart, IngestedRendition, IngestedSegment

log = logging.getLogger(__name__)
_KEYFRAME_TIMEOUT_SECONDS = 12.0
_MIN_PEAK_SEGMENT_MS = 500
DISK_FULL = "The disk is full. Free some space for the stream."
ENCODER_LEFT = "The encoder disconnected before any video arrived."


class ReceivedStream:
    """The content that the receiver has written to a folder so far."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = StreamLogReader(folder)
        self._started_at: float | None = None
        self._segments: dict[str, list[IngestedSegment]] = {}
        self._peaks: dict[str, int] = {}
        self._bytes: dict[str, int] = {}
        self._total_ms = self._segments_read = 0

    @property
    def has_started(self) -> bool:
        """Return whether the encoder has sent anything."""
        return self._log.has_started

    @property
    def rejection(self) -> str:
        """Why the session cannot continue."""
        return self._log.rejection

    @property
    def has_segments(self) -> bool:
        """Return whether at least one segment is complete."""
        return bool(self._log.segments)

    @property
    def idle_seconds(self) -> float:
        """Return the seconds since the encoder last sent anything."""
        return self._log.idle_seconds

    def refresh(self) -> None:
        """Read new log entries."""
        self._log.read()
        if self._log.has_started and self._started_at is None:
            self._started_at = time.monotonic()
        for segment in self._log.segments[self._segments_read :]:
            self._add_segment(segment)
        self._segments_read = len(self._log.segments)

    def segments(self, rendition: str) -> Sequence[IngestedSegment]:
        """Return the complete segments."""
        return self._segments.get(rendition, ())

    def take_parts(self) -> Sequence[IngestedPart]:
        """Return the parts that were written since the last call."""
        written_parts = self._log.take_parts()
        return [
            IngestedPart(
                part.segment,
                part.index,
                part.ms,
                {
                    name: self._folder / PARTS_FOLDER / name / f"{part.segment:05}.{part.index}.ts"
                    for name in self._log.renditions
                },
                part.is_independent,
                part.is_discontinuity,
            )
            for part in written_parts
        ]

    def renditions(self) -> Sequence[IngestedRendition]:
        """Return the renditions, highest bandwidth first."""
        if not self.has_segments:
            return ()
        source = self._peaks[SOURCE]
        described = [
            self._rendition(name, rendition_format, source)
            for name, rendition_format in self._log.renditions.items()
        ]
        return sorted(described, key=lambda rendition: -rendition.bandwidth)

    @property
    def fault(self) -> str:
        """What the operator should change at the encoder."""
        elapsed = time.monotonic() - self._started_at if self._started_at is not None else 0
        if not self.has_segments and elapsed > _KEYFRAME_TIMEOUT_SECONDS:
            return "The encoder sends no keyframes. Set its keyframe interval to 2 s."
        return self._log.fault

    def read_health(self) -> EncoderHealth | None:
        """Return the latest measured values."""
        return read_health(self._folder)

    def find_preview(self) -> Path | None:
        """Return the latest preview."""
        return find_preview(self._folder)

    def _add_segment(self, entry: WrittenSegment) -> None:
        self._total_ms += entry.ms
        for name, size in entry.sizes.items():
            path = self._folder / name / f"{entry.number:05}.ts"
            self._segments.setdefault(name, []).append(
                IngestedSegment(path, entry.ms, entry.is_discontinuity)
            )
            self._bytes[name] = self._bytes.get(name, 0) + size
            if entry.ms >= _MIN_PEAK_SEGMENT_MS or name not in self._peaks:
                peak = size * 8_000 // max(1, entry.ms)
                self._peaks[name] = max(self._peaks.get(name, 0), peak)

    def _rendition(self, name: str, rendition_format: RenditionFormat, source: int) -> IngestedRendition:
        peak_bitrate = max(self._peaks[name], min(rendition_format.max_bitrate, source))
        average = self._bytes[name] * 8_000 // max(1, self._total_ms)
        bandwidth = _round_up(peak_bitrate)
        language = language_tag(rendition_format.language)
        return IngestedRendition(
            name,
            rendition_format.width,
            rendition_format.height,
            bandwidth,
            rendition_format.codecs,
            min(bandwidth, _round_up(average)),
            rendition_format.frame_rate,
            self._log.has_captions,
            language,
            language_name(language),
        )


def _round_up(bitrate: int) -> int:
    """Round up a bitrate, so that the playlist does not change with each segment."""
    step = int(max(10_000, 10 ** (len(str(bitrate)) - 2)))
    return (bitrate // step + 1) * step


class LoggedSession(ABC):
    """A session (port `IngestSession`) based on a receiver's log.

    The adapter decides how the encoder reaches the receiver.
    """

    def __init__(self) -> None:
        self._received: ReceivedStream | None = None
        self._rejection = ""

    @property
    def idle_seconds(self) -> float:
        """Return the seconds since the encoder last sent anything; 0 before it connects."""
        self._refresh()
        return self._received.idle_seconds if self._received else 0.0

    def renditions(self) -> Sequence[IngestedRendition]:
        """Return the renditions, as measured from the first segments."""
        self._refresh()
        return self._received.renditions() if self._received else ()

    def segments(self, rendition: str) -> Sequence[IngestedSegment]:
        """Return the segments in the receiver's log."""
        self._refresh()
        return self._received.segments(rendition) if self._received else ()

    def take_parts(self) -> Sequence[IngestedPart]:
        """Return the new parts in the receiver's log."""
        self._refresh()
        return self._received.take_parts() if self._received else ()

    @property
    def health(self) -> EncoderHealth | None:
        """Return the values that the receiver measured last."""
        self._refresh()
        return self._received.read_health() if self._received else None

    def preview(self) -> Path | None:
        """Return the receiver's latest preview."""
        self._refresh()
        return self._received.find_preview() if self._received else None

    @abstractmethod
    def _refresh(self) -> None:
        """Read new log entries and detect the end. Called by each property and method."""

    def _read_log(self, process: ReceiverProcess) -> None:
        """Read new log entries. Sets `_rejection` if the session cannot continue."""
        assert self._received is not None
        status = process.exit_status
        self._received.refresh()
        if self._received.rejection:
            self._rejection = self._received.rejection
        elif status is not None and status not in (0, -9):
            self._rejection = explain_exit(
                status, process.read_stderr(), has_segments=self._received.has_segments
            )


def explain_exit(status: int, stderr: str, *, has_segments: bool) -> str:
    """Return a message about a failed receiver, or an empty string if its output is usable."""
    if status == DISK_FULL_STATUS:
        return DISK_FULL
    log.error("a receiver ended with status %s: %s", status, last_stderr_line(stderr))
    return "" if has_segments else ENCODER_LEFT


def last_stderr_line(stderr: str) -> str:
    """Return the last line of a program's output, without URLs, because they end in a stream key."""
    line = (stderr.splitlines() or [""])[-1]
    return re.sub(r"\brtmps?://\S+?(?=[\W_]*(\s|$))", "the stream", line)[:200]
