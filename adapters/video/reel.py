"""Segments laid on one clock: which pictures they hold, without decoding any."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import av
import av.error

from adapters.video.clock import CLOCK, GAP, RunningClock
from adapters.video.parameter_sets import ParameterSets, is_refresh, parameter_sets
from touchline.clips.ports.cutting import CutRefused

DAMAGED = "A part of the recording in this range is damaged. Choose another range and try again."
_OUTSIDE = "The recording has no picture at this time."
_ROUNDED = CLOCK // 500
PLAIN = ("yuv420p", "yuvj420p")
"""The layouts of pixels that are encoded as they are."""
_USUAL_STEP = CLOCK // 25
_SOUND_STEP = CLOCK // 20
_PACKET, _SYNC = 188, b"G"
_OPTIONS = {"protocol_whitelist": "file", "fpsprobesize": "0"}
_SOUND_ALONE = {"codec_whitelist": "aac,aac_latm,ac3,eac3,mp2,mp2float,mp3,mp3float,opus"}
"""To begin a decoder of pictures takes ten times as long as all else that opening a file does. That of sound
tells how long each packet lasts, and so when the next one sounds."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A file, the run that it belongs to, what its time stamps lack to the clock, and how many pictures come
    before its own in the order of decoding."""

    path: Path
    run: int
    shift: int
    before: int


@dataclass(frozen=True, slots=True)
class Picture:
    """A coded picture: when it is shown, its place in the order of decoding, and the segment it lies in.

    `sets` has the parameter sets that stand before it, `refresh` says that nothing refers back across it.
    """

    at: int
    order: int
    segment: int
    key: bool
    refresh: bool
    sets: ParameterSets | None


@dataclass(frozen=True, slots=True)
class Sound:
    """A packet of sound: when it sounds, the run that it belongs to, and its bytes."""

    at: int
    run: int
    coded: bytes


@dataclass(frozen=True)
class Format:
    """Of the pictures, as the first segment of a run says it."""

    width: int
    height: int
    pixels: str
    profile: str
    rate: Fraction | None
    stretch: Fraction


@dataclass
class Reel:
    """What was found; pictures in the order of showing, `step` the usual time between two."""

    formats: dict[int, Format] = field(default_factory=dict)
    segments: list[Segment] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    sounds: list[Sound] = field(default_factory=list)
    step: int = _USUAL_STEP

    @property
    def has_sound(self) -> bool:
        """Whether anything sounds."""
        return bool(self.sounds)

    @property
    def end(self) -> int:
        """When the last picture has been shown."""
        return self.pictures[-1].at + self.step if self.pictures else 0

    def run_of(self, picture: Picture) -> int:
        """Pictures of two runs do not fit together without encoding."""
        return self.segments[picture.segment].run

    def lasts(self, run: int) -> tuple[int, int]:
        """From when to when the pictures of a run are shown."""
        first = bisect_left(self.pictures, run, key=self.run_of)
        past = bisect_right(self.pictures, run, key=self.run_of)
        end = self.pictures[past].at if past < len(self.pictures) else self.end
        return self.pictures[first].at, end

    def shown(self, instant: int) -> int:
        """The number of the picture shown at an instant; past the end, as many as there are."""
        if instant >= self.end - _ROUNDED:
            return len(self.pictures)
        return max(0, bisect_right(self.pictures, instant + _ROUNDED, key=lambda picture: picture.at) - 1)


def read_reel(
    takes: Sequence[Sequence[Path]], begin: int, end: int, alive: Callable[[], None] = lambda: None
) -> Reel:
    """Look through segments until `end`; `CutRefused` for gaps and damage between `begin` and `end`."""
    reading = _Reading(begin, end)
    for take in takes:
        if reading.is_done:
            break
        reading.clock.begin_run()
        for path in take:
            alive()
            if reading.is_done:
                reading.hear_out(path)
                break
            reading.read(path)
    if reading.reel is None or begin >= reading.reel.end - _ROUNDED:
        raise CutRefused(_OUTSIDE)
    return reading.reel


def packets(segment: Segment, kind: str) -> Iterator[Any]:
    """The packets of one kind (`video`, `audio`) of a segment, on the clock."""
    with opened(segment.path, decodes=False) as container:
        streams = [stream for stream in container.streams if stream.type == kind][:1]
        for packet in container.demux(streams) if streams else ():
            if packet.pts is None:
                continue
            lag = packet.pts - (packet.pts if packet.dts is None else packet.dts)
            packet.pts += segment.shift
            packet.dts = packet.pts - lag
            yield packet


@contextmanager
def opened(path: Path, *, decodes: bool = True) -> Iterator[Any]:
    """A segment; `CutRefused` where it is not there, or no MPEG-TS with pictures. Where nothing of it is
    decoded, of its pictures no more is known than how large they are."""
    options = _OPTIONS | ({} if decodes else _SOUND_ALONE)
    try:
        with av.open(str(path), format="mpegts", options=options) as container:
            if not container.streams.video or not container.streams.video[0].codec_context.width:
                raise CutRefused(DAMAGED)
            yield container
    except FileNotFoundError as error:
        raise CutRefused(GAP) from error
    except (av.error.InvalidDataError, av.error.EOFError) as error:
        raise CutRefused(DAMAGED) from error


def is_torn(path: Path) -> bool:
    """Whether the packets of 188 bytes (ISO 13818-1, 2.4.3.2) do not stand in a row to the end. Readers skip
    what is lost so, and pictures would go on as if they had all they refer to."""
    data = path.read_bytes()
    return len(data) % _PACKET != 0 or data[::_PACKET].strip(_SYNC) != b""


class _Reading:
    """The state of going through segments in order."""

    def __init__(self, begin: int, end: int) -> None:
        self._begin, self._end = begin, end
        self.reel: Reel | None = None
        self.clock = RunningClock()

    @property
    def is_done(self) -> bool:
        """Whether the picture that ends the range is known."""
        return self.reel is not None and self.reel.end >= self._end - _ROUNDED

    def hear_out(self, path: Path) -> None:
        """Where pictures are coded ahead of the sound, its end for the range lies in the next segment."""
        if self.reel and self.reel.sounds and self.reel.sounds[-1].at < self._end - _SOUND_STEP:
            with suppress(CutRefused):
                self.read(path)

    def read(self, path: Path) -> None:
        """Take in a segment."""
        with opened(path, decodes=False) as container:
            coded, sound, broken = _look_through(container)
            broken = broken or is_torn(path)
        if not coded:
            raise CutRefused(DAMAGED)
        reel = self.reel = self.reel or Reel()
        shift = self.clock.lay(min(picture.at for picture in coded), reel.end)
        times = [at + shift for at in (*(one.at for one in coded), *(one.at for one in sound))]
        if broken and max(times) >= self._begin and min(times) < self._end:
            raise CutRefused(DAMAGED)
        self.clock.go_on(times, self._begin, self._end)
        run = self.clock.run
        if run not in reel.formats:
            with opened(path) as container:
                reel.formats[run] = _format(container.streams.video[0])
        reel.sounds += [Sound(one.at + shift, run, one.coded) for one in sound]
        _keep(reel, Segment(path, self.clock.run, shift, len(reel.pictures)), coded)


def _keep(reel: Reel, segment: Segment, coded: Sequence[Picture]) -> None:
    number = len(reel.segments)
    reel.segments.append(segment)
    shift, before = segment.shift, segment.before
    found = [
        Picture(one.at + shift, before + one.order, number, one.key, one.refresh, one.sets) for one in coded
    ]
    reel.pictures += sorted(found, key=lambda picture: picture.at)
    times = [picture.at for picture in reel.pictures[-2 * len(found) :]]
    steps = [later - at for at, later in pairwise(times) if later > at]
    reel.step = round(median(steps)) if steps else reel.step


def _look_through(container: Any) -> tuple[list[Picture], list[Sound], bool]:
    """Pictures in the order of decoding, the sound, and whether something is broken."""
    coded: list[Picture] = []
    sound: list[Sound] = []
    broken = False
    for packet in container.demux([*container.streams.video[:1], *container.streams.audio[:1]]):
        if packet.pts is None:
            continue
        broken = broken or packet.is_corrupt
        if packet.stream.type == "audio":
            sound.append(Sound(packet.pts, 0, bytes(packet)))
        else:
            coded.append(_picture(packet, len(coded)))
    return coded, sound, broken


def _picture(packet: Any, order: int) -> Picture:
    data = bytes(packet) if packet.is_keyframe else b""
    sets = parameter_sets(data) if data else None
    return Picture(packet.pts, order, 0, packet.is_keyframe, is_refresh(data), sets)


def _format(stream: Any) -> Format:
    codec = stream.codec_context
    stretch = stream.sample_aspect_ratio or Fraction(0)
    pixels, profile = codec.pix_fmt or "", codec.profile or ""
    return Format(codec.width, codec.height, pixels, profile, codec.framerate, stretch)
