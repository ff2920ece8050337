"""Samples of a source's keyframes: their size, format, color, and whether they are interlaced."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.video.source.color import Color
from adapters.video.source.demuxing import TimedPacket
from adapters.video.source.probe import MediaSource, display_size
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_INTERVAL = 10 * TICKS_PER_SECOND
_START_CODES = (b"\0\0\1", b"\0\0\0\1")
_PARAMETER_SET_TYPES = {"h264": (0x1F, 0, frozenset({7, 8})), "hevc": (0x3F, 1, frozenset({32, 33, 34}))}
"""By codec: mask and shift of a unit's type, and the types of its parameter sets."""
_MAX_SEARCH_BYTES = 2_000


class KeyframeSampler:
    """Sampler that decodes a keyframe if its parameter sets are new, and one every ten seconds."""

    def __init__(self, source: MediaSource) -> None:
        self._source = source
        self._seen_parameter_sets: set[bytes] = set()
        self._next_pts = 0
        self._decoder: Any = None
        self._current_run = -1
        self._formats: set[tuple[int, int, Fraction, str]] = set()
        self.sizes: set[tuple[int, int]] = set()
        self.is_interlaced = False
        self.color = Color()

    @property
    def has_single_encoding(self) -> bool:
        """Return whether all frames share one set of parameters, as far as the frames contain them."""
        return len(self._seen_parameter_sets) <= 1

    @property
    def has_uniform_format(self) -> bool:
        """Return whether all sampled frames have the same size, sample aspect ratio and pixel format."""
        return len(self._formats) <= 1

    def sample(self, timed_packet: TimedPacket) -> None:
        """Decode a keyframe if it may contain something new."""
        parameter_sets = _read_parameter_sets(timed_packet.packet)
        is_new = bool(parameter_sets) and parameter_sets not in self._seen_parameter_sets
        if timed_packet.run == self._current_run and not is_new and timed_packet.pts < self._next_pts:
            return
        self._seen_parameter_sets.add(parameter_sets)
        self._next_pts = timed_packet.pts + _INTERVAL
        if timed_packet.run != self._current_run or is_new:
            self._current_run, self._decoder = timed_packet.run, _create_decoder(timed_packet.packet.stream)
        frame = _decode_single(self._decoder, timed_packet.packet)
        if frame is not None:
            self._add_frame(frame, timed_packet.packet.stream)

    def _add_frame(self, frame: Any, stream: Any) -> None:
        sample_aspect_ratio = self._decoder.sample_aspect_ratio or stream.sample_aspect_ratio or Fraction(0)
        frame_format = (frame.width, frame.height, sample_aspect_ratio, frame.format.name)
        if frame_format not in self._formats:
            self._formats.add(frame_format)
            self.sizes.add(
                display_size(frame.width, frame.height, sample_aspect_ratio, self._source.rotation)
            )
        self.is_interlaced = self.is_interlaced or bool(frame.interlaced_frame)
        color = Color.from_frame(frame, stream.codec_context)
        if color.is_hdr or not self.color.is_hdr:
            self.color = color


def _create_decoder(stream: Any) -> Any:
    source_context = stream.codec_context
    decoder: Any = av.CodecContext.create(source_context.codec.name, "r")
    if source_context.extradata:
        decoder.extradata = source_context.extradata
    decoder.thread_count = 1
    return decoder


def _decode_single(decoder: Any, packet: Any) -> Any:
    """Return the frame of one packet, or None if the packet cannot be decoded alone."""
    try:
        frames = [*decoder.decode(packet), *decoder.decode(None)]
        decoder.flush_buffers()
    except av.error.FFmpegError:
        return None
    return next(iter(frames), None)


def _read_parameter_sets(packet: Any) -> bytes:
    """Return the parameter sets before a frame, if its codec and format put them there."""
    type_rule = _PARAMETER_SET_TYPES.get(packet.stream.codec_context.name)
    data = bytes(memoryview(packet)[:_MAX_SEARCH_BYTES]) if type_rule else b""
    if type_rule is None or not data.startswith(_START_CODES):
        return b""
    mask, shift, set_types = type_rule
    units = [unit for unit in data.split(b"\0\0\1")[1:] if unit]
    return b"".join(unit.rstrip(b"\0") for unit in units if unit[0] >> shift & mask in set_types)
