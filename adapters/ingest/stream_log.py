"""What the receiver of a live stream writes down line by line, and the ingest process reads along.

Each line is a JSON object in one write, so that a receiver which is killed leaves no half segment in it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

STREAM_LOG = "record.jsonl"
DISK_FULL_STATUS = 28
"""How the receiver ends when the disk is full (ENOSPC): then nothing can be written down."""


@dataclass(frozen=True, slots=True)
class RenditionFormat:
    """What a rendition is like: pixels (0 for sound alone), pictures a second, codecs as in RFC 6381, and the
    bits a second that it is kept below (0 for those of the source, which are as they come)."""

    width: int
    height: int
    frame_rate: float
    codecs: str
    bits: int = 0


@dataclass(frozen=True, slots=True)
class WrittenSegment:
    """A segment that is whole in all renditions, with the bytes of each. `breaks`: its pictures are
    of another kind than those before it."""

    number: int
    ms: int
    breaks: bool
    sizes: Mapping[str, int]


class StreamLogWriter:
    """Appends to the record in a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / STREAM_LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def write_start(self) -> None:
        """An encoder sends."""
        self._write({"began": True})

    def write_renditions(self, renditions: Mapping[str, RenditionFormat], captions: bool) -> None:
        """What the renditions are like from here on, the source first."""
        self._write(
            {
                "looks": {name: asdict(rendition) for name, rendition in renditions.items()},
                "captions": captions,
            }
        )

    def write_segment(self, segment: WrittenSegment) -> None:
        """One more segment is whole."""
        self._write({"segment": asdict(segment)})

    def write_fault(self, fault: str) -> None:
        """A sentence for the operator; empty: nothing is wrong any more."""
        self._write({"fault": fault})

    def write_rejection(self, fault: str) -> None:
        """The stream cannot be used; the receiver ends."""
        self._write({"unusable": fault})

    def _write(self, entry: Mapping[str, Any]) -> None:
        os.write(self._file, json.dumps(entry, separators=(",", ":")).encode() + b"\n")


@dataclass
class StreamLogReader:
    """Reads a record while it grows."""

    folder: Path
    has_started: bool = False
    renditions: dict[str, RenditionFormat] = field(default_factory=dict)
    has_captions: bool = False
    segments: list[WrittenSegment] = field(default_factory=list)
    fault: str = ""
    rejection: str = ""
    _offset: int = 0

    def read(self) -> None:
        """Take up the lines that are whole."""
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

    def _apply(self, entry: dict[str, Any]) -> None:
        self.has_started = True if "began" in entry else self.has_started
        self.fault = entry.get("fault", self.fault)
        self.rejection = entry.get("unusable", self.rejection)
        if "looks" in entry:
            self.renditions = {
                name: RenditionFormat(**rendition) for name, rendition in entry["looks"].items()
            }
            self.has_captions = self.has_captions or entry["captions"]
        if "segment" in entry:
            self.segments.append(WrittenSegment(**entry["segment"]))
