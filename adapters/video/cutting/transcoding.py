"""Decoding of frames, and encoding with the settings of the renditions.

Frames encoded with the settings in `renditions` have the same parameter sets as Touchline's renditions, so
copied frames can follow in the same file. Timestamps do not pass through the encoder. As for the renditions,
it counts frames, and each coded frame then gets its own timestamp back.
"""

from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import av
import av.error
from av.codec.context import Flags
from av.video.frame import PictureType

from adapters.video.cutting.frame_range import FrameRange
from adapters.video.cutting.segment_index import (
    DAMAGED_MESSAGE,
    ENCODABLE_PIXEL_FORMATS,
    SegmentIndex,
    VideoFormat,
    read_packets,
)
from adapters.video.h264.parameter_sets import ParameterSets, read_parameter_sets
from adapters.video.renditions.ladder import compute_max_bitrate, frames_per_gop
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.clips.ports.cutting import CutRefusedError

_HIGH_QUALITY = {"qmax": "12"}
_SINGLE_THREAD_FRAMES = 50
"""Up to this many frames are decoded by one thread. Several threads would use a sixth more CPU time in
all."""
_PROFILES = {"Constrained Baseline": "baseline", "Baseline": "baseline", "Main": "main"}


def decode_frames(index: SegmentIndex, start: int, stop: int) -> Iterator[Any]:
    """Yield the decoded frames from `start` up to, not including, `stop`, in presentation order."""
    while start < stop:
        run = index.get_run(index.frames[start])
        end = start
        while end < stop and index.get_run(index.frames[end]) == run:
            end += 1
        yield from _decode_run(index, start, end)
        start = end


def _decode_run(index: SegmentIndex, start: int, stop: int) -> Iterator[Any]:
    wanted_pts = deque(frame.pts for frame in index.frames[start:stop])
    decoder: Any = av.CodecContext.create("h264", "r")
    decoder.thread_type = "AUTO" if stop - start > _SINGLE_THREAD_FRAMES else "NONE"
    try:
        for packet in (*_read_packets(index, start, stop), None):
            for frame in decoder.decode(packet):
                if wanted_pts and frame.pts == wanted_pts[0]:
                    yield frame
                    wanted_pts.popleft()
                elif wanted_pts and frame.pts > wanted_pts[0]:
                    raise CutRefusedError(DAMAGED_MESSAGE)
    except av.error.InvalidDataError as error:
        raise CutRefusedError(DAMAGED_MESSAGE) from error
    if wanted_pts:
        raise CutRefusedError(DAMAGED_MESSAGE)


def _read_packets(index: SegmentIndex, start: int, stop: int) -> Iterator[Any]:
    """Yield the packets from the keyframe before `start` to the last frame, in decoding order."""
    run = index.get_run(index.frames[start])
    first_frame = next(
        (
            frame
            for frame in reversed(index.frames[: start + 1])
            if frame.is_keyframe or index.get_run(frame) != run
        ),
        index.frames[0],
    )
    last_order = max(frame.decode_order for frame in index.frames[start:stop])
    for segment in index.segments[first_frame.segment : index.frames[stop - 1].segment + 1]:
        if segment.run != run:
            continue
        for order, packet in enumerate(read_packets(segment, "video"), segment.first_order):
            if first_frame.decode_order <= order <= last_order:
                yield packet


def create_encoder() -> Any:
    """Return a new codec context."""
    return av.CodecContext.create("libx264", "w")


class FrameEncoder:
    """Frame encoder with the settings of the renditions. `context` is a codec context that is not open
    yet."""

    def __init__(
        self,
        frame_range: FrameRange,
        template_frame: Any,
        context: Any,
        parameter_set_id: int = 0,
        *,
        high_quality: bool = False,
    ) -> None:
        """Open the codec context.

        `template_frame` is a decoded frame, and `parameter_set_id` the ID of the parameter sets. With
        `high_quality`, encoded frames look the same as their source, and so do the copied frames that refer
        to them.
        """
        video_format, self.frame_rate = frame_range.format, frame_range.frame_rate
        self._context, self._frames_sent = context, 0
        self._frame_times: deque[tuple[int, int]] = deque()
        context.width, context.height = video_format.width // 2 * 2, video_format.height // 2 * 2
        context.pix_fmt = (
            video_format.pixel_format
            if video_format.pixel_format in ENCODABLE_PIXEL_FORMATS
            else ENCODABLE_PIXEL_FORMATS[0]
        )
        context.time_base, context.framerate = 1 / self.frame_rate, self.frame_rate
        context.sample_aspect_ratio = video_format.sample_aspect_ratio
        context.color_range, context.colorspace = template_frame.color_range, template_frame.colorspace
        context.color_primaries, context.color_trc = template_frame.color_primaries, template_frame.color_trc
        context.flags |= Flags.global_header | Flags.closed_gop
        context.options = _encoder_options(video_format, self.frame_rate, parameter_set_id) | (
            _HIGH_QUALITY if high_quality else {}
        )
        context.open()

    @property
    def parameter_sets(self) -> ParameterSets:
        """Return the parameter sets that decoders need for the encoded frames."""
        return read_parameter_sets(self._context.extradata or b"")

    def encode(self, frame: Any, pts: int, duration: int) -> Iterator[Any]:
        """Encode a frame and yield the completed packets with their own timestamps on the clock of the
        index."""
        self._frame_times.append((pts, duration))
        frame = frame.reformat(self._context.width, self._context.height, self._context.pix_fmt)
        frame.pict_type = PictureType.NONE
        frame.pts, frame.time_base = self._frames_sent, 1 / self.frame_rate
        self._frames_sent += 1
        return self._encode_with_times(frame)

    def finish(self) -> Iterator[Any]:
        """Yield the packets that are still in the encoder."""
        return self._encode_with_times(None)

    def _encode_with_times(self, frame: Any) -> Iterator[Any]:
        for packet in self._context.encode(frame):
            packet.time_base = Fraction(1, TICKS_PER_SECOND)
            packet.pts, packet.duration = self._frame_times.popleft()
            packet.dts = packet.pts
            yield packet


def _encoder_options(
    video_format: VideoFormat, frame_rate: Fraction, parameter_set_id: int
) -> dict[str, str]:
    max_bitrate = compute_max_bitrate(video_format.width, video_format.height, frame_rate)
    gop_frames = str(frames_per_gop(frame_rate))
    options = {
        **{"preset": "veryfast", "crf": "22", "profile": _PROFILES.get(video_format.profile, "high")},
        **{"bf": "0", "sc_threshold": "0", "g": gop_frames, "keyint_min": gop_frames},
        **{"maxrate": str(max_bitrate), "bufsize": str(max_bitrate * 2)},
    }
    return options | ({"x264-params": f"sps-id={parameter_set_id}"} if parameter_set_id else {})
