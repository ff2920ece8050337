"""What both adapters' takes share: reading along in ffmpeg's playlists, and telling what is wrong."""

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from adapters.ingest.beginning import begin_with_the_picture
from adapters.ingest.command import PLAYLIST, SMALL_BITS
from adapters.ingest.probe import Facts, Unusable, probe
from touchline.catalog.ports.ingest import SMALL, SOURCE, Rendition, Segment

_LONG_MS = 3_500
_PATIENCE_SECONDS = 12.0
_STEP = 100_000
_LEAST_PEAK_MS = 500
NO_PICTURE = "matches no streams"
_NO_ROOM = ("No space left on device", "Disk quota exceeded")


class Track:
    """The whole segments of one rendition. What has left ffmpeg's playlist since stays known here."""

    def __init__(self, folder: Path) -> None:
        self._playlist = folder / PLAYLIST
        self._read = 0
        self.segments: list[Segment] = []
        self.peak = 0

    def read(self) -> None:
        """Take up what has been finished since the last time."""
        try:
            changed = self._playlist.stat().st_mtime_ns
        except FileNotFoundError:
            return
        if changed == self._read:
            return
        lines = self._playlist.read_text().splitlines()
        self._read = changed
        lengths = [float(each[8:].split(",")[0]) for each in lines if each.startswith("#EXTINF:")]
        names = [each for each in lines if each and not each.startswith("#")]
        first = next(int(each[22:]) for each in lines if each.startswith("#EXT-X-MEDIA-SEQUENCE:"))
        new = list(zip(names, lengths, strict=True))[max(0, len(self.segments) - first) :]
        for name, seconds in new:
            self._add(Segment(self._playlist.with_name(name), round(seconds * 1000)))

    def _add(self, segment: Segment) -> None:
        self.segments.append(segment)
        if segment.duration_ms >= _LEAST_PEAK_MS or not self.peak:
            size = segment.path.stat().st_size
            self.peak = max(self.peak, size * 8_000 // max(1, segment.duration_ms))


class Recording:
    """What ffmpeg has written into a folder so far. `Unusable` from `read` ends a take."""

    def __init__(self, folder: Path) -> None:
        self._tracks = {name: Track(folder / name) for name in (SOURCE, SMALL)}
        self._facts: dict[str, Facts] = {}
        self._began = time.monotonic()

    def read(self) -> None:
        """Look once more; `Unusable` when the first segment is something that browsers do not play."""
        for name, track in self._tracks.items():
            track.read()
            if track.segments and name not in self._facts:
                begin_with_the_picture(track.segments[0].path)
                self._facts[name] = probe(track.segments[0].path)

    @property
    def is_whole(self) -> bool:
        """Whether there is a segment of each rendition."""
        return len(self._facts) == len(self._tracks)

    def segments(self, rendition: str) -> Sequence[Segment]:
        """The whole segments, none before there is one of each rendition."""
        return self._tracks[rendition].segments if self.is_whole else ()

    def renditions(self) -> Sequence[Rendition]:
        """Source first."""
        if not self.is_whole:
            return ()
        least = {SOURCE: 0, SMALL: SMALL_BITS}
        return [
            Rendition(
                name,
                self._facts[name].width,
                self._facts[name].height,
                (max(track.peak, least[name]) // _STEP + 1) * _STEP,
                self._facts[name].codecs,
            )
            for name, track in self._tracks.items()
        ]

    @property
    def fault(self) -> str:
        """What the operator should change at the encoder."""
        segments = self._tracks[SOURCE].segments
        if segments and segments[-1].duration_ms > _LONG_MS:
            seconds = segments[-1].duration_ms / 1000
            return (
                f"The encoder sends a key frame only every {seconds:.0f} s; "
                "set its key frame interval to 2 s, or viewers see the game later."
            )
        if not segments and time.monotonic() - self._began > _PATIENCE_SECONDS:
            return "The encoder sends no key frames; set its key frame interval to 2 s."
        return ""


def why_it_ended(complaints: str) -> str:
    """A sentence on a stream that ended before its first segment was whole."""
    if NO_PICTURE in complaints:
        return "The encoder sends no picture, only sound."
    if any(sign in complaints for sign in _NO_ROOM):
        return "The disk is full: there is no room for the stream."
    said = last_words(complaints)
    return "The encoder left before anything could be shown." + (f" (ffmpeg: {said})" if said else "")


def last_words(complaints: str) -> str:
    """The last line of what ffmpeg wrote, without the parts it names and without addresses: these end in a
    stream key."""
    line = re.sub(r"^(\[[^\]]*\] )+", "", (complaints.splitlines() or [""])[-1])
    return re.sub(r"\brtmps?://\S+?(?=[\W_]*(\s|$))", "the stream", line)[:200]


class RecordedTake(ABC):
    """A take (port `Take`) that a program writes down; how the encoder gets to it is the adapter's."""

    def __init__(self) -> None:
        self._recording: Recording | None = None
        self._unusable = ""

    def renditions(self) -> Sequence[Rendition]:
        """As the first segments have them."""
        self._look()
        return self._recording.renditions() if self._recording and not self._unusable else ()

    def segments(self, rendition: str) -> Sequence[Segment]:
        """As the program's playlists have them."""
        self._look()
        return self._recording.segments(rendition) if self._recording and not self._unusable else ()

    @abstractmethod
    def _look(self) -> None:
        """Read on, and notice an end. Called at each question."""

    def _read(self) -> None:
        """Read on in the recording; `_unusable` says why the take cannot go on."""
        assert self._recording is not None
        try:
            self._recording.read()
        except Unusable as wrong:
            self._unusable = str(wrong)
