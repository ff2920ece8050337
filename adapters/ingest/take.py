"""What both adapters' takes share: reading along in the receiver's record, and telling what is wrong."""

import logging
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from adapters.ingest.program import Program
from adapters.ingest.record import NO_ROOM, Look, RecordReader, WrittenSegment
from touchline.catalog.ports.ingest import SOURCE, Rendition, Segment

log = logging.getLogger(__name__)
_PATIENCE_SECONDS = 12.0
_STEP = 100_000
_LEAST_PEAK_MS = 500
FULL = "The disk is full: there is no room for the stream."
LEFT = "The encoder left before anything could be shown."


class Recording:
    """What the receiver has written into a folder so far."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._record = RecordReader(folder)
        self._began: float | None = None
        self._segments: dict[str, list[Segment]] = {}
        self._peaks: dict[str, int] = {}
        self._bytes: dict[str, int] = {}
        self._ms = self._read = 0

    @property
    def has_begun(self) -> bool:
        """Whether the encoder has sent anything."""
        return self._record.began

    @property
    def unusable(self) -> str:
        """Why the take cannot go on."""
        return self._record.unusable

    @property
    def is_whole(self) -> bool:
        """Whether there is a segment."""
        return bool(self._record.segments)

    def read(self) -> None:
        """Look once more."""
        self._record.read()
        if self._record.began and self._began is None:
            self._began = time.monotonic()
        for segment in self._record.segments[self._read :]:
            self._add(segment)
        self._read = len(self._record.segments)

    def segments(self, rendition: str) -> Sequence[Segment]:
        """The whole segments."""
        return self._segments.get(rendition, ())

    def renditions(self) -> Sequence[Rendition]:
        """The one with the most bits first."""
        if not self.is_whole:
            return ()
        source = self._peaks[SOURCE]
        found = [self._rendition(name, look, source) for name, look in self._record.looks.items()]
        return sorted(found, key=lambda one: -one.bandwidth)

    @property
    def fault(self) -> str:
        """What the operator should change at the encoder."""
        lasts = time.monotonic() - self._began if self._began is not None else 0
        if not self.is_whole and lasts > _PATIENCE_SECONDS:
            return "The encoder sends no key frames; set its key frame interval to 2 s."
        return self._record.fault

    def _add(self, written: WrittenSegment) -> None:
        self._ms += written.ms
        for name, size in written.sizes.items():
            path = self._folder / name / f"{written.number:05}.ts"
            self._segments.setdefault(name, []).append(Segment(path, written.ms, written.breaks))
            self._bytes[name] = self._bytes.get(name, 0) + size
            if written.ms >= _LEAST_PEAK_MS or name not in self._peaks:
                peak = size * 8_000 // max(1, written.ms)
                self._peaks[name] = max(self._peaks.get(name, 0), peak)

    def _rendition(self, name: str, look: Look, source: int) -> Rendition:
        most = max(self._peaks[name], min(look.bits, source))
        average = self._bytes[name] * 8_000 // max(1, self._ms)
        bandwidth = _rounded_up(most)
        return Rendition(
            name,
            look.width,
            look.height,
            bandwidth,
            look.codecs,
            min(bandwidth, _rounded_up(average)),
            look.frame_rate,
            self._record.captions,
        )


def _rounded_up(bits: int) -> int:
    """So that the playlist does not change with each segment."""
    step = int(max(10_000, 10 ** (len(str(bits)) - 2)))
    return (bits // step + 1) * step


class RecordedTake(ABC):
    """A take (port `Take`) that a receiver writes down; how the encoder gets to it is the adapter's."""

    def __init__(self) -> None:
        self._recording: Recording | None = None
        self._unusable = ""

    def renditions(self) -> Sequence[Rendition]:
        """As the first segments have them."""
        self._look()
        return self._recording.renditions() if self._recording else ()

    def segments(self, rendition: str) -> Sequence[Segment]:
        """As the receiver's record has them."""
        self._look()
        return self._recording.segments(rendition) if self._recording else ()

    @abstractmethod
    def _look(self) -> None:
        """Read on, and notice an end. Called at each question."""

    def _read(self, program: Program) -> None:
        """Read on in the recording; `_unusable` says why the take cannot go on."""
        assert self._recording is not None
        status = program.status
        self._recording.read()
        if self._recording.unusable:
            self._unusable = self._recording.unusable
        elif status is not None and status not in (0, -9):
            self._unusable = why_it_ended(status, program.complaints(), is_whole=self._recording.is_whole)


def why_it_ended(status: int, complaints: str, *, is_whole: bool) -> str:
    """A sentence on a receiver that failed; empty where what it wrote is of use."""
    if status == NO_ROOM:
        return FULL
    log.error("a receiver ended with status %s: %s", status, last_words(complaints))
    return "" if is_whole else LEFT


def last_words(complaints: str) -> str:
    """The last line of what a program wrote, without addresses: these end in a stream key."""
    line = (complaints.splitlines() or [""])[-1]
    return re.sub(r"\brtmps?://\S+?(?=[\W_]*(\s|$))", "the stream", line)[:200]
