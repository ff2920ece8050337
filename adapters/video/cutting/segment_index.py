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

from adapters.video.h264.parameter_sets import ParameterSets, is_idr, read_parameter_sets
from adapters.video.timing.segment_clock import GAP_MESSAGE, TICKS_PER_SECOND, SegmentClock
from touchline.clips.ports.cutting import CutRefusedError

DAMAGED_MESSAGE = "A part of the recording in this range is damaged. Choose another range and try again."
_OUTSIDE_MESSAGE = "The recording has no picture at this time."
_ROUNDING_TOLERANCE = TICKS_PER_SECOND // 500
ENCODABLE_PIXEL_FORMATS = ("yuv420p", "yuvj420p")
"""The layouts of pixels that are encoded as they are."""
_DEFAULT_FRAME_DURATION = TICKS_PER_SECOND // 25
_AUDIO_TOLERANCE = TICKS_PER_SECOND // 20
_PACKET_SIZE, _SYNC_BYTE = 188, b"G"
_OPTIONS = {"protocol_whitelist": "file", "fpsprobesize": "0"}
_AUDIO_DECODERS_ONLY = {"codec_whitelist": "aac,aac_latm,ac3,eac3,mp2,mp2float,mp3,mp3float,opus"}
"""To begin a decoder of pictures takes ten times as long as all else that opening a file does. That of sound
tells how long each packet lasts, and so when the next one sounds."""


@dataclass(frozen=True, slots=True)
class IndexedSegment:
    """A file, the run that it belongs to, what its time stamps lack to the clock, and how many pictures come
    before its own in the order of decoding."""

    path: Path
    run: int
    shift: int
    first_order: int


@dataclass(frozen=True, slots=True)
class IndexedFrame:
    """A coded picture: when it is shown, its place in the order of decoding, and the segment it lies in.

    `parameter_sets` has the parameter sets that stand before it, `is_idr` says that nothing refers back
    across it.
    """

    pts: int
    decode_order: int
    segment: int
    is_keyframe: bool
    is_idr: bool
    parameter_sets: ParameterSets | None


@dataclass(frozen=True, slots=True)
class IndexedAudioPacket:
    """A packet of sound: when it sounds, the run that it belongs to, and its bytes."""

    pts: int
    run: int
    data: bytes


@dataclass(frozen=True)
class VideoFormat:
    """Of the pictures, as the first segment of a run says it."""

    width: int
    height: int
    pixel_format: str
    profile: str
    frame_rate: Fraction | None
    sample_aspect_ratio: Fraction


@dataclass
class SegmentIndex:
    """What was found; pictures in the order of showing, `frame_duration` the usual time between two."""

    formats: dict[int, VideoFormat] = field(default_factory=dict)
    segments: list[IndexedSegment] = field(default_factory=list)
    frames: list[IndexedFrame] = field(default_factory=list)
    audio_packets: list[IndexedAudioPacket] = field(default_factory=list)
    frame_duration: int = _DEFAULT_FRAME_DURATION

    @property
    def has_audio(self) -> bool:
        """Whether anything sounds."""
        return bool(self.audio_packets)

    @property
    def end(self) -> int:
        """When the last picture has been shown."""
        return self.frames[-1].pts + self.frame_duration if self.frames else 0

    def get_run(self, frame: IndexedFrame) -> int:
        """Pictures of two runs do not fit together without encoding."""
        return self.segments[frame.segment].run

    def run_span(self, run: int) -> tuple[int, int]:
        """From when to when the pictures of a run are shown."""
        first = bisect_left(self.frames, run, key=self.get_run)
        stop = bisect_right(self.frames, run, key=self.get_run)
        end = self.frames[stop].pts if stop < len(self.frames) else self.end
        return self.frames[first].pts, end

    def frame_number_at(self, timestamp: int) -> int:
        """The number of the picture shown at an instant; past the end, as many as there are."""
        if timestamp >= self.end - _ROUNDING_TOLERANCE:
            return len(self.frames)
        return max(
            0, bisect_right(self.frames, timestamp + _ROUNDING_TOLERANCE, key=lambda frame: frame.pts) - 1
        )


def build_segment_index(
    runs: Sequence[Sequence[Path]], start: int, end: int, heartbeat: Callable[[], None] = lambda: None
) -> SegmentIndex:
    """Look through segments until `end`; `CutRefusedError` for gaps and damage between `start` and `end`."""
    builder = _IndexBuilder(start, end)
    for run_paths in runs:
        if builder.is_done:
            break
        builder.clock.start_run()
        for path in run_paths:
            heartbeat()
            if builder.is_done:
                builder.read_trailing_audio(path)
                break
            builder.add_segment(path)
    if builder.index is None or start >= builder.index.end - _ROUNDING_TOLERANCE:
        raise CutRefusedError(_OUTSIDE_MESSAGE)
    return builder.index


def read_packets(segment: IndexedSegment, media_type: str) -> Iterator[Any]:
    """The packets of one kind (`video`, `audio`) of a segment, on the clock."""
    with open_segment(segment.path, needs_decoder=False) as container:
        streams = [stream for stream in container.streams if stream.type == media_type][:1]
        for packet in container.demux(streams) if streams else ():
            if packet.pts is None:
                continue
            composition_offset = packet.pts - (packet.pts if packet.dts is None else packet.dts)
            packet.pts += segment.shift
            packet.dts = packet.pts - composition_offset
            yield packet


@contextmanager
def open_segment(path: Path, *, needs_decoder: bool = True) -> Iterator[Any]:
    """A segment; `CutRefusedError` where it is not there, or no MPEG-TS with pictures. Where nothing of it is
    decoded, of its pictures no more is known than how large they are."""
    options = _OPTIONS | ({} if needs_decoder else _AUDIO_DECODERS_ONLY)
    try:
        with av.open(str(path), format="mpegts", options=options) as container:
            if not container.streams.video or not container.streams.video[0].codec_context.width:
                raise CutRefusedError(DAMAGED_MESSAGE)
            yield container
    except FileNotFoundError as error:
        raise CutRefusedError(GAP_MESSAGE) from error
    except (av.error.InvalidDataError, av.error.EOFError) as error:
        raise CutRefusedError(DAMAGED_MESSAGE) from error


def is_truncated(path: Path) -> bool:
    """Whether the packets of 188 bytes (ISO 13818-1, 2.4.3.2) do not stand in a row to the end. Readers skip
    what is lost so, and pictures would go on as if they had all they refer to."""
    data = path.read_bytes()
    return len(data) % _PACKET_SIZE != 0 or data[::_PACKET_SIZE].strip(_SYNC_BYTE) != b""


class _IndexBuilder:
    """The state of going through segments in order."""

    def __init__(self, start: int, end: int) -> None:
        self._start, self._end = start, end
        self.index: SegmentIndex | None = None
        self.clock = SegmentClock()

    @property
    def is_done(self) -> bool:
        """Whether the picture that ends the range is known."""
        return self.index is not None and self.index.end >= self._end - _ROUNDING_TOLERANCE

    def read_trailing_audio(self, path: Path) -> None:
        """Where pictures are coded ahead of the sound, its end for the range lies in the next segment."""
        if (
            self.index
            and self.index.audio_packets
            and self.index.audio_packets[-1].pts < self._end - _AUDIO_TOLERANCE
        ):
            with suppress(CutRefusedError):
                self.add_segment(path)

    def add_segment(self, path: Path) -> None:
        """Take in a segment."""
        with open_segment(path, needs_decoder=False) as container:
            frames, audio_packets, is_damaged = _scan_packets(container)
            is_damaged = is_damaged or is_truncated(path)
        if not frames:
            raise CutRefusedError(DAMAGED_MESSAGE)
        index = self.index = self.index or SegmentIndex()
        shift = self.clock.compute_shift(min(frame.pts for frame in frames), index.end)
        timestamps = [
            pts + shift for pts in (*(item.pts for item in frames), *(item.pts for item in audio_packets))
        ]
        if is_damaged and max(timestamps) >= self._start and min(timestamps) < self._end:
            raise CutRefusedError(DAMAGED_MESSAGE)
        self.clock.check_gaps(timestamps, self._start, self._end)
        run = self.clock.run
        if run not in index.formats:
            with open_segment(path) as container:
                index.formats[run] = _read_format(container.streams.video[0])
        index.audio_packets += [
            IndexedAudioPacket(item.pts + shift, run, item.data) for item in audio_packets
        ]
        _add_to_index(index, IndexedSegment(path, self.clock.run, shift, len(index.frames)), frames)


def _add_to_index(index: SegmentIndex, segment: IndexedSegment, frames: Sequence[IndexedFrame]) -> None:
    number = len(index.segments)
    index.segments.append(segment)
    shift, first_order = segment.shift, segment.first_order
    indexed_frames = [
        IndexedFrame(
            item.pts + shift,
            first_order + item.decode_order,
            number,
            item.is_keyframe,
            item.is_idr,
            item.parameter_sets,
        )
        for item in frames
    ]
    index.frames += sorted(indexed_frames, key=lambda frame: frame.pts)
    timestamps = [frame.pts for frame in index.frames[-2 * len(indexed_frames) :]]
    durations = [next_pts - pts for pts, next_pts in pairwise(timestamps) if next_pts > pts]
    index.frame_duration = round(median(durations)) if durations else index.frame_duration


def _scan_packets(container: Any) -> tuple[list[IndexedFrame], list[IndexedAudioPacket], bool]:
    """Pictures in the order of decoding, the sound, and whether something is broken."""
    frames: list[IndexedFrame] = []
    audio_packets: list[IndexedAudioPacket] = []
    is_damaged = False
    for packet in container.demux([*container.streams.video[:1], *container.streams.audio[:1]]):
        if packet.pts is None:
            continue
        is_damaged = is_damaged or packet.is_corrupt
        if packet.stream.type == "audio":
            audio_packets.append(IndexedAudioPacket(packet.pts, 0, bytes(packet)))
        else:
            frames.append(_index_frame(packet, len(frames)))
    return frames, audio_packets, is_damaged


def _index_frame(packet: Any, decode_order: int) -> IndexedFrame:
    data = bytes(packet) if packet.is_keyframe else b""
    parameter_sets = read_parameter_sets(data) if data else None
    return IndexedFrame(packet.pts, decode_order, 0, packet.is_keyframe, is_idr(data), parameter_sets)


def _read_format(stream: Any) -> VideoFormat:
    codec = stream.codec_context
    sample_aspect_ratio = stream.sample_aspect_ratio or Fraction(0)
    pixel_format, profile = codec.pix_fmt or "", codec.profile or ""
    return VideoFormat(codec.width, codec.height, pixel_format, profile, codec.framerate, sample_aspect_ratio)
