"""Index of the frames in segments on one clock, made without decoding any frame."""

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
from touchline.shared.error_messages import ErrorMessage

DAMAGED_MESSAGE = ErrorMessage(
    "errors.recording_damaged",
    "A part of the recording in this range is damaged. Choose another range and try again.",
)
_OUTSIDE_MESSAGE = ErrorMessage(
    "errors.outside_recording", "The recording has no video at this time. Choose another time."
)
_ROUNDING_TOLERANCE = TICKS_PER_SECOND // 500
ENCODABLE_PIXEL_FORMATS = ("yuv420p", "yuvj420p")
"""Pixel formats that are encoded without conversion."""
_DEFAULT_FRAME_DURATION = TICKS_PER_SECOND // 25
_AUDIO_TOLERANCE = TICKS_PER_SECOND // 20
_PACKET_SIZE, _SYNC_BYTE = 188, b"G"
_OPTIONS = {"protocol_whitelist": "file", "fpsprobesize": "0"}
_AUDIO_DECODERS_ONLY = {"codec_whitelist": "aac,aac_latm,ac3,eac3,mp2,mp2float,mp3,mp3float,opus"}
"""Opening a video decoder takes ten times as long as the rest of opening a file. The audio decoder is needed
for packet durations, which give the start of the next packet.
"""


@dataclass(frozen=True, slots=True)
class IndexedSegment:
    """A segment file on the clock.

    `run` is its run, and `shift` the ticks to add to its timestamps. `first_order` is the number of frames
    before its own in decoding order.
    """

    path: Path
    run: int
    shift: int
    first_order: int


@dataclass(frozen=True, slots=True)
class IndexedFrame:
    """A coded frame: its PTS, its position in decoding order, and its segment.

    `parameter_sets` has the parameter sets that precede the frame. `is_idr` means that no frame from here on
    refers to an earlier one.
    """

    pts: int
    decode_order: int
    segment: int
    is_keyframe: bool
    is_idr: bool
    parameter_sets: ParameterSets | None


@dataclass(frozen=True, slots=True)
class IndexedAudioPacket:
    """An audio packet: its PTS, its run, and its bytes."""

    pts: int
    run: int
    data: bytes


@dataclass(frozen=True)
class VideoFormat:
    """Format of the video, as the first segment of a run declares it."""

    width: int
    height: int
    pixel_format: str
    profile: str
    frame_rate: Fraction | None
    sample_aspect_ratio: Fraction


@dataclass
class SegmentIndex:
    """The indexed segments, frames and audio packets.

    Frames are in presentation order. `frame_duration` is the usual time between two frames.
    """

    formats: dict[int, VideoFormat] = field(default_factory=dict)
    segments: list[IndexedSegment] = field(default_factory=list)
    frames: list[IndexedFrame] = field(default_factory=list)
    audio_packets: list[IndexedAudioPacket] = field(default_factory=list)
    frame_duration: int = _DEFAULT_FRAME_DURATION

    @property
    def has_audio(self) -> bool:
        """Return whether there is any audio."""
        return bool(self.audio_packets)

    @property
    def end(self) -> int:
        """Return the end time of the last frame."""
        return self.frames[-1].pts + self.frame_duration if self.frames else 0

    def get_run(self, frame: IndexedFrame) -> int:
        """Return the run of a frame. Frames of two runs cannot be joined without encoding."""
        return self.segments[frame.segment].run

    def run_span(self, run: int) -> tuple[int, int]:
        """Return when the first frame of a run starts and when its last frame ends."""
        first = bisect_left(self.frames, run, key=self.get_run)
        stop = bisect_right(self.frames, run, key=self.get_run)
        end = self.frames[stop].pts if stop < len(self.frames) else self.end
        return self.frames[first].pts, end

    def frame_number_at(self, timestamp: int) -> int:
        """Return the number of the frame shown at a timestamp. Past the end, return the number of frames."""
        if timestamp >= self.end - _ROUNDING_TOLERANCE:
            return len(self.frames)
        return max(
            0, bisect_right(self.frames, timestamp + _ROUNDING_TOLERANCE, key=lambda frame: frame.pts) - 1
        )


def build_segment_index(
    runs: Sequence[Sequence[Path]], start: int, end: int, heartbeat: Callable[[], None] = lambda: None
) -> SegmentIndex:
    """Index segments up to `end`. Raises `CutRefusedError` for gaps and damage between `start` and `end`."""
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
    """Yield the packets of one media type (`video`, `audio`) of a segment, with timestamps on the clock."""
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
    """Open a segment. Raises `CutRefusedError` if it is missing, or is not MPEG-TS with video.

    Without `needs_decoder`, the dimensions are all that is known of the video.
    """
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
    """Return whether the sequence of 188-byte packets (ISO 13818-1, 2.4.3.2) breaks before the end of the
    file.

    Readers skip the lost data, and decoding would continue with frames whose references are missing.
    """
    data = path.read_bytes()
    return len(data) % _PACKET_SIZE != 0 or data[::_PACKET_SIZE].strip(_SYNC_BYTE) != b""


class _IndexBuilder:
    """State while the segments are indexed in order."""

    def __init__(self, start: int, end: int) -> None:
        self._start, self._end = start, end
        self.index: SegmentIndex | None = None
        self.clock = SegmentClock()

    @property
    def is_done(self) -> bool:
        """Return whether the frame that ends the range is known."""
        return self.index is not None and self.index.end >= self._end - _ROUNDING_TOLERANCE

    def read_trailing_audio(self, path: Path) -> None:
        """Read the end of the range's audio from the next segment. This is needed if video is multiplexed
        ahead of audio.
        """
        if (
            self.index
            and self.index.audio_packets
            and self.index.audio_packets[-1].pts < self._end - _AUDIO_TOLERANCE
        ):
            with suppress(CutRefusedError):
                self.add_segment(path)

    def add_segment(self, path: Path) -> None:
        """Add a segment to the index."""
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
    """Return the frames in decoding order, the audio packets, and whether anything is damaged."""
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
