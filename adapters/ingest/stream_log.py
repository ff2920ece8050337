"""The log that the receiver of a live stream writes line by line, and that the ingest process reads.

Each line is a JSON object in one write, so a killed receiver leaves no partial segment in the log.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

STREAM_LOG = "record.jsonl"
PARTS_FOLDER = "parts"
"""The folder of the files of parts: `parts/source/00017.2.ts`."""
DISK_FULL_STATUS = 28
"""Exit status of the receiver when the disk is full (ENOSPC). It cannot write to the log then."""

_ACTIVITY_INTERVAL_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class RenditionFormat:
    """The format of a rendition: size in pixels (0 for audio only), frames per second, and codecs as in RFC
    6381.

    `max_bitrate` is its maximum bitrate in bits per second. 0 for the source, whose bitrate is not limited.
    `language` is that of its audio, as the encoder names it, or "".
    """

    width: int
    height: int
    frame_rate: float
    codecs: str
    max_bitrate: int = 0
    language: str = ""


@dataclass(frozen=True, slots=True)
class WrittenSegment:
    """A segment that is complete in all renditions, with the size of each in bytes.

    `is_discontinuity`: its video has another format than the previous segment.
    """

    number: int
    ms: int
    is_discontinuity: bool
    sizes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class WrittenPart:
    """A part of a segment that is complete in all renditions, before the segment is.

    `segment` is the segment's number, and `index` the part's position in it. `is_independent`: it begins with
    a keyframe. `is_discontinuity`: its segment has another video format than the previous segment.
    """

    segment: int
    index: int
    ms: int
    is_independent: bool
    is_discontinuity: bool


class StreamLogWriter:
    """Appends to the stream log in a folder."""

    def __init__(self, folder: Path) -> None:
        self._active_at = 0.0
        self._file = os.open(folder / STREAM_LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def write_start(self) -> None:
        """Log that an encoder sends."""
        self._write({"started": True})

    def write_renditions(self, renditions: Mapping[str, RenditionFormat], captions: bool) -> None:
        """Log the formats of the renditions from here on, the source first."""
        self._write(
            {
                "renditions": {name: asdict(rendition) for name, rendition in renditions.items()},
                "captions": captions,
            }
        )

    def write_segment(self, segment: WrittenSegment) -> None:
        """Log a complete segment."""
        self._write({"segment": asdict(segment)})

    def write_part(self, part: WrittenPart) -> None:
        """Log a complete part of a segment."""
        self._write({"part": asdict(part)})

    def write_fault(self, fault: str) -> None:
        """Log a message for the operator. Empty: there is no fault any more."""
        self._write({"fault": fault})

    def write_rejection(self, fault: str) -> None:
        """Log that the stream cannot be used. The receiver then ends."""
        self._write({"rejection": fault})

    def mark_activity(self) -> None:
        """Note that the encoder sends. The time of the log's last change is that of the last activity."""
        now = time.monotonic()
        if now - self._active_at >= _ACTIVITY_INTERVAL_SECONDS:
            self._active_at = now
            os.utime(self._file)

    def _write(self, entry: Mapping[str, Any]) -> None:
        os.write(self._file, json.dumps(entry, separators=(",", ":")).encode() + b"\n")


@dataclass
class StreamLogReader:
    """Reads a stream log while it grows."""

    folder: Path
    has_started: bool = False
    renditions: dict[str, RenditionFormat] = field(default_factory=dict)
    has_captions: bool = False
    segments: list[WrittenSegment] = field(default_factory=list)
    fault: str = ""
    rejection: str = ""
    _parts: list[WrittenPart] = field(default_factory=list)
    _offset: int = 0

    @property
    def idle_seconds(self) -> float:
        """Seconds since the receiver's last sign of activity; 0 before the encoder sends."""
        if not self.has_started:
            return 0.0
        try:
            return max(0.0, time.time() - (self.folder / STREAM_LOG).stat().st_mtime)
        except FileNotFoundError:
            return 0.0

    def read(self) -> None:
        """Read the lines that are complete."""
        try:
            with (self.folder / STREAM_LOG).open("rb") as file:
                file.seek(self._offset)
                data = file.read()
        except FileNotFoundError:
            return
        complete = data[: data.rfind(b"\n") + 1]
        self._offset += len(complete)
        for entry in complete.splitlines():
            self._apply(json.loads(entry))

    def take_parts(self) -> list[WrittenPart]:
        """Return the parts that were read since the last call."""
        taken, self._parts = self._parts, []
        return taken

    def _apply(self, entry: dict[str, Any]) -> None:
        self.has_started = True if "started" in entry else self.has_started
        self.fault = entry.get("fault", self.fault)
        self.rejection = entry.get("rejection", self.rejection)
        if "renditions" in entry:
            self.renditions = {
                name: RenditionFormat(**rendition) for name, rendition in entry["renditions"].items()
            }
            self.has_captions = self.has_captions or entry["captions"]
        if "segment" in entry:
            self.segments.append(WrittenSegment(**entry["segment"]))
        if "part" in entry:
            self._parts.append(WrittenPart(**entry["part"]))
