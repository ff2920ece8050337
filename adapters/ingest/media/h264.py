"""Converts H.264 from the RTMP form to the byte stream of MPEG-TS (ITU-T H.264, annex B)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.ingest.media.source_packets import VideoPacket
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_START_CODE = b"\0\0\0\1"
_SLICES, _IDR, _SEI, _SPS, _PPS = range(1, 6), 5, 6, 7, 8
_LENGTH_SIZE_OFFSET, _SPS_OFFSET = 4, 5
_CAPTIONS_MARKER = b"GA94"
_PROFILES = {66: "Baseline", 77: "Main", 100: "High"}
_UNPLAYABLE_PROFILES = {88: "Extended", 110: "High 10", 122: "High 4:2:2", 244: "High 4:4:4 Predictive"}


class UnplayableVideoError(Exception):
    """Browsers cannot play the video. The text is a message for the operator."""


@dataclass(frozen=True, slots=True)
class CodedFrame:
    """A coded video frame in annex B format, with timestamps in ticks of 1/90,000 s.

    `sequence_parameter_sets` are the sets in effect. `captions` holds the units with CEA-608 or CEA-708.
    """

    pts: int
    dts: int
    is_keyframe: bool
    sequence_parameter_sets: tuple[bytes, ...]
    data: bytes
    captions: bytes = b""


@dataclass(frozen=True, slots=True)
class VideoFormat:
    """A video format: coded width and height in pixels, display width in pixels, and codec as in RFC 6381."""

    width: int
    height: int
    display_width: int
    codec: str


def convert_frame(packet: VideoPacket, position: int, dts: int) -> CodedFrame | None:
    """Return the frame with its timestamps on the timeline, or None if it cannot be read."""
    try:
        length_size, sps, pps = _parse_avc_config(packet.configuration)
    except IndexError:
        return None
    units = _split_nal_units(packet.data, length_size)
    if not any(unit[0] & 31 in _SLICES for unit in units):
        return None
    own_sps = tuple(unit for unit in units if unit[0] & 31 == _SPS)
    if packet.is_keyframe and not own_sps:
        units = [*sps, *pps, *units]
    data = b"".join(_START_CODE + unit for unit in units)
    captions = b""
    if _CAPTIONS_MARKER in data:
        captions = b"".join(
            _START_CODE + unit for unit in units if unit[0] & 31 == _SEI and _CAPTIONS_MARKER in unit
        )
    return CodedFrame(position, dts, packet.is_keyframe, own_sps or sps, data, captions)


def detect_format(coded_frame: CodedFrame) -> VideoFormat | None:
    """Return the format of a keyframe, or None if it cannot be decoded.

    Raises `UnplayableVideoError` if browsers cannot play it.
    """
    if not coded_frame.sequence_parameter_sets or len(coded_frame.sequence_parameter_sets[0]) < 4:
        return None
    profile_bytes = coded_frame.sequence_parameter_sets[0][1:4]
    if profile_bytes[0] not in _PROFILES:
        name = _UNPLAYABLE_PROFILES.get(profile_bytes[0], f"number {profile_bytes[0]}")
        raise UnplayableVideoError(
            f"The encoder uses the H.264 profile {name}, which browsers cannot play. Set it to High."
        )
    frame = _decode_first_frame(coded_frame)
    if frame is None:
        return None
    display_width = round(frame.width * (get_sample_aspect_ratio(frame) or Fraction(1)))
    return VideoFormat(frame.width, frame.height, display_width, f"avc1.{profile_bytes.hex()}")


def get_sample_aspect_ratio(frame: Any) -> Fraction | None:
    """Return the width of a decoded frame's pixels by their height; None if the stream does not say it."""
    ratio: Fraction | None = getattr(frame, "sample_aspect_ratio", None)
    return ratio


def is_playable(coded_frame: CodedFrame) -> bool:
    """Return whether browsers can play the profile of a keyframe."""
    return all(unit[1] in _PROFILES for unit in coded_frame.sequence_parameter_sets if len(unit) > 1)


def may_have_leading_frames(coded_frame: CodedFrame) -> bool:
    """Return whether frames that are decoded after a keyframe may be shown before it (an open GOP)."""
    data, position = coded_frame.data, 0
    while (position := data.find(b"\0\0\1", position) + 3) >= 3 and position < len(data):
        if data[position] & 31 in _SLICES:
            return data[position] & 31 != _IDR
    return False


def create_decoder() -> Any:
    """Return a decoder that adds no delay beyond that of the stream. Its frames keep the packets'
    timestamps."""
    decoder: Any = av.CodecContext.create("h264", "r")
    decoder.thread_count = 1
    return decoder


def to_av_packet(coded_frame: CodedFrame) -> Any:
    """Return the frame as an `av.Packet` for a decoder or a file."""
    av_packet: Any = av.Packet(coded_frame.data)
    av_packet.pts, av_packet.dts, av_packet.time_base = (
        coded_frame.pts,
        coded_frame.dts,
        Fraction(1, TICKS_PER_SECOND),
    )
    av_packet.is_keyframe = coded_frame.is_keyframe
    return av_packet


def insert_captions(data: bytes, captions: bytes) -> bytes:
    """Return a coded frame with the captions inserted before its first slice."""
    position = 0
    while captions and (position := data.find(b"\0\0\1", position)) >= 0:
        if data[position + 3] & 31 in _SLICES:
            start = position - 1 if position and not data[position - 1] else position
            return data[:start] + captions + data[start:]
        position += 3
    return data


def _decode_first_frame(coded_frame: CodedFrame) -> Any:
    decoder = create_decoder()
    try:
        frames = [*decoder.decode(to_av_packet(coded_frame)), *decoder.decode(None)]
    except av.error.FFmpegError:
        return None
    return frames[0] if frames else None


def _parse_avc_config(record: bytes) -> tuple[int, tuple[bytes, ...], tuple[bytes, ...]]:
    """Return the NAL length size in bytes and the parameter sets of an AVCDecoderConfigurationRecord."""
    length_size, position = (record[_LENGTH_SIZE_OFFSET] & 3) + 1, _SPS_OFFSET
    parameter_sets: list[tuple[bytes, ...]] = []
    for mask in (31, 255):
        count, position = record[position] & mask, position + 1
        sets = []
        for _ in range(count):
            length = int.from_bytes(record[position : position + 2], "big")
            sets.append(record[position + 2 : position + 2 + length])
            position += 2 + length
        parameter_sets.append(tuple(nal_unit for nal_unit in sets if nal_unit))
    return length_size, parameter_sets[0], parameter_sets[1]


def _split_nal_units(data: bytes, length_size: int) -> list[bytes]:
    """Return the NAL units of length-prefixed data."""
    units, position = [], 0
    while position + length_size < len(data):
        length = int.from_bytes(data[position : position + length_size], "big")
        position += length_size
        if length:
            units.append(data[position : position + length])
        position += length
    return [unit for unit in units if unit]
