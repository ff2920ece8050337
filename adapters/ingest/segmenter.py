"""Cuts a live stream into segments: the source's pictures as they come, and every rendition at the same
instants."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from adapters.ingest import live_sound
from adapters.ingest.buffers import Packet
from adapters.ingest.flv import Sound
from adapters.ingest.h264 import Coded, Shape
from adapters.ingest.live_pictures import Ladder
from adapters.ingest.live_sound import LiveSound
from adapters.ingest.record import Look, RecordWriter, WrittenSegment
from adapters.ingest.segment_files import SegmentFiles
from adapters.video.aac import SOUND_BITS
from adapters.video.clock import CLOCK
from touchline.catalog.domain.live_playlist import LONGEST_SEGMENT_MS
from touchline.catalog.domain.renditions import SHORTER_SIDES, RenditionName, live_names
from touchline.catalog.ports.ingest import SOURCE

AUDIO = RenditionName.AUDIO.value
_LEAST = CLOCK * 45 // 100
"""Cut at every key frame but crowded ones."""
_LONGEST = LONGEST_SEGMENT_MS * CLOCK // 1000
_KEPT = 240
"""Segments that stay on the disk when nobody takes them away: some minutes."""
_USUAL_STEP = CLOCK // 25
_LONGEST_STEP = CLOCK
_LATE = CLOCK * 3 // 2
"""So long the sound may lag behind the pictures in the encoder's stream."""
_FIRST_LATE, _NEVER_LATE = CLOCK // 2, CLOCK * 15 // 100
_RATES = (
    *(Fraction(rate * 1000, 1001) for rate in (24, 30, 48, 60)),
    *(Fraction(rate) for rate in (10, 12, 15, 20, 24, 25, 30, 48, 50, 60)),
)


@dataclass
class _Segment:
    """The pictures of the source from `start` on; `end` is known when it is cut off."""

    start: int
    shape: Shape
    breaks: bool
    pictures: list[Packet] = field(default_factory=list)
    end: int = 0

    @property
    def bits(self) -> int:
        """A second."""
        size = sum(len(one.data) for one in self.pictures)
        return size * 8 * CLOCK // max(1, self.end - self.start)

    @property
    def rate(self) -> float:
        """Pictures a second, the usual number where it is next to one."""
        found = Fraction(len(self.pictures) * CLOCK, max(1, self.end - self.start))
        usual = min(_RATES, key=lambda rate: abs(rate - found))
        return round(float(usual if abs(usual - found) < usual / 50 else found), 3)


class Segmenter:
    """Writes the segments of a take. Instants are in ticks of 1/90,000 s and never go back.

    `wanted` names the renditions. Those that are no smaller than the source are left out, but for one; where
    `exactly` is set all of them are made, because a playlist of each exists already.
    """

    def __init__(self, folder: Path, wanted: Sequence[str], record: RecordWriter, *, exactly: bool) -> None:
        self._folder, self._wanted, self._exactly, self._record = folder, wanted, exactly, record
        self._files: dict[str, SegmentFiles] = {}
        self._ladder: Ladder | None = None
        self._sound: LiveSound | None = None
        self._next_sound: int | None = None
        self._heard: int | None = None
        self._segment: _Segment | None = None
        self._waiting: deque[_Segment] = deque()
        self._held: list[Coded] = []
        self._number = 0
        self._newest = self._step = self._last_dts = 0
        self._sequence: tuple[bytes, ...] = ()
        self._looks: dict[str, Look] = {}
        self._has_captions = self._announced = False

    @property
    def is_open(self) -> bool:
        """Whether pictures are being received; if not, `open` comes first."""
        return self._segment is not None

    @property
    def end(self) -> int:
        """Where the last picture ends."""
        return self._newest + (self._step or _USUAL_STEP)

    def open(self, picture: Coded, shape: Shape) -> None:
        """Begin with a key picture, at the beginning or after a pause."""
        breaks = bool(self._sequence) and picture.sequence != self._sequence
        self._sequence = picture.sequence
        if self._ladder is None:
            self._choose(shape)
        elif self._number or self._waiting:
            self._ladder.open(shape)
            self._ladder.cut(picture.at)
        start = self._next_sound if self._next_sound is not None else picture.at
        self._sound, self._heard = LiveSound(start), None
        self._segment = _Segment(picture.at, shape, breaks)
        self._last_dts = picture.dts - _USUAL_STEP
        self._newest = picture.at - _USUAL_STEP
        self._add(picture)

    def needs_shape(self, picture: Coded) -> bool:
        """Whether the picture is of another kind than those before it."""
        return picture.is_key and picture.sequence != self._sequence

    def add_picture(self, picture: Coded, shape: Shape | None = None) -> None:
        """The next picture; with its shape where that is another one."""
        assert self._segment is not None
        step = picture.dts - self._last_dts
        self._step = step if 0 < step <= _LONGEST_STEP else self._step
        start, is_later = self._segment.start, picture.at > self._newest
        length = picture.at - start
        if shape is not None:
            self._cut(picture.at, shape, breaks=True)
            self._sequence = picture.sequence
        elif picture.is_key and _LEAST <= length <= _LONGEST:
            self._cut(picture.at, self._segment.shape)
        elif is_later and length + self._step > _LONGEST:
            at = min(picture.at, self.end) if length <= _LONGEST else start + _LONGEST
            self._cut(max(at, start + 1), self._segment.shape)
        self._add(picture)
        self._write_what_is_ready(picture.at)

    def add_sound(self, sound: Sound, at: int) -> None:
        """A packet of sound, that sounds from this instant on."""
        if self._sound is not None:
            self._heard = max(at, self._heard or at)
            self._sound.add(sound, at)

    def begin_sound_run(self) -> None:
        """The timestamps of the sound have jumped: what comes next is put exactly in its place."""
        if self._sound is not None:
            self._sound.begin_run()

    def pause(self) -> None:
        """Write all there is; `open` may follow."""
        if self._segment is None or self._sound is None or self._ladder is None:
            return
        segment, self._segment = self._segment, None
        segment.end = max(self.end, segment.start + 1)
        self._waiting.append(segment)
        self._begin_encoding(segment)
        self._ladder.finish()
        self._sound.finish(segment.end)
        while self._waiting:
            self._write(self._waiting.popleft())
        self._next_sound, self._sound = self._sound.next_start(segment.end), None

    def _choose(self, shape: Shape) -> None:
        """Which renditions are made."""
        listed = [name for name in SHORTER_SIDES if name in self._wanted]
        chosen = listed if self._exactly else live_names(self._wanted, shape.shown_width, shape.height)
        encoded = [name.value for name in chosen]
        names = [SOURCE, *encoded, *([AUDIO] if AUDIO in self._wanted else [])]
        self._files = {name: SegmentFiles(self._folder / name) for name in names}
        self._ladder = Ladder(encoded)

    def _add(self, picture: Coded) -> None:
        assert self._segment is not None and self._ladder is not None
        self._has_captions = self._has_captions or bool(picture.captions)
        self._newest, self._last_dts = max(self._newest, picture.at), picture.dts
        self._segment.pictures.append(Packet(picture.at, picture.dts, picture.data, picture.is_key))
        if not self._number and not self._waiting:
            self._held.append(picture)
        else:
            self._ladder.add(picture)

    def _cut(self, at: int, shape: Shape, *, breaks: bool = False) -> None:
        assert self._segment is not None and self._ladder is not None
        segment = self._segment
        segment.end = at
        self._begin_encoding(segment)
        self._ladder.limit(segment.bits)
        if breaks:
            self._ladder.open(shape)
        self._ladder.cut(at)
        self._waiting.append(segment)
        self._segment = _Segment(at, shape, breaks)

    def _begin_encoding(self, segment: _Segment) -> None:
        """Encode the first segment once its bits are known: no rendition may have more than the source."""
        assert self._ladder is not None
        held, self._held = self._held, []
        if held:
            self._ladder.limit(segment.bits)
            self._ladder.open(segment.shape)
            for picture in held:
                self._ladder.add(picture)

    def _write_what_is_ready(self, now: int) -> None:
        while self._waiting and self._is_ready(self._waiting[0], now):
            self._write(self._waiting.popleft())

    def _is_ready(self, segment: _Segment, now: int) -> bool:
        assert self._ladder is not None and self._sound is not None
        if any(one.packets.reached < segment.end for one in self._ladder.renditions):
            return False
        if self._sound.packets.reached < segment.end:
            if now - segment.end < self._patience(segment):
                return False
            self._sound.fill(segment.end + live_sound.AHEAD)
        return self._sound.packets.reached >= segment.end

    def _patience(self, segment: _Segment) -> int:
        """How long to wait for the sound of a segment."""
        if self._heard is None:
            return _NEVER_LATE if self._number else _FIRST_LATE
        return _LATE if self._heard > segment.end - CLOCK else _NEVER_LATE

    def _write(self, segment: _Segment) -> None:
        assert self._ladder is not None and self._sound is not None
        sound = self._sound.packets.take(segment.end)
        pictures = {SOURCE: segment.pictures, AUDIO: []}
        for rendition in self._ladder.renditions:
            pictures[rendition.name] = rendition.packets.take(segment.end)
        self._describe(segment)
        sizes = {
            name: files.write(self._number, pictures[name], sound) for name, files in self._files.items()
        }
        ms = _milliseconds(segment.end) - _milliseconds(segment.start)
        self._record.segment(WrittenSegment(self._number, ms, segment.breaks, sizes))
        for files in self._files.values():
            files.path(self._number - _KEPT).unlink(missing_ok=True)
        self._number += 1

    def _describe(self, segment: _Segment) -> None:
        """Write down what the renditions are like, where that is new."""
        if self._looks and not segment.breaks and self._has_captions == self._announced:
            return
        self._announced = self._has_captions
        assert self._ladder is not None
        shape = segment.shape
        looks = {SOURCE: Look(shape.width, shape.height, segment.rate, f"{shape.codec},{live_sound.CODEC}")}
        for one in self._ladder.renditions:
            codecs = f"{one.codec},{live_sound.CODEC}"
            rate = segment.rate if segment.rate < 33.4 else round(segment.rate / 2, 3)
            looks[one.name] = Look(one.size.width, one.size.height, rate, codecs, one.bits + SOUND_BITS)
        if AUDIO in self._files:
            looks[AUDIO] = Look(0, 0, 0, live_sound.CODEC, 0)
        self._looks = looks
        self._record.looks(looks, self._has_captions)


def _milliseconds(at: int) -> int:
    return round(at * 1000 / CLOCK)
