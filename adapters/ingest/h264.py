"""H.264 as encoders send it in RTMP, as the byte stream that MPEG-TS holds (ITU-T H.264, annex B)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.ingest.flv import Picture
from adapters.video.clock import CLOCK

_START = b"\0\0\0\1"
_SLICES, _SEI, _SPS, _PPS = range(1, 6), 6, 7, 8
_LENGTH_AT, _SPS_AT = 4, 5
_CAPTIONS = b"GA94"
_PROFILES = {66: "Baseline", 77: "Main", 100: "High"}
_OTHER_PROFILES = {88: "Extended", 110: "High 10", 122: "High 4:2:2", 244: "High 4:4:4 Predictive"}


class Unplayable(Exception):
    """Browsers cannot play the picture; the text is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Coded:
    """A coded picture in the form of annex B. `sequence` are the sequence parameter sets in force, `captions`
    the units that hold CEA-608 or CEA-708; instants in ticks of 1/90,000 s."""

    at: int
    dts: int
    is_key: bool
    sequence: tuple[bytes, ...]
    data: bytes
    captions: bytes = b""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a picture is like: coded width and height in pixels, the width it is shown at, and its codec as in
    RFC 6381."""

    width: int
    height: int
    shown_width: int
    codec: str


def coded(picture: Picture, at: int, dts: int) -> Coded | None:
    """The picture at its place on the timeline; None where it cannot be read."""
    try:
        size, sequence, others = _configuration(picture.configuration)
    except IndexError:
        return None
    units = _units(picture.data, size)
    if not any(unit[0] & 31 in _SLICES for unit in units):
        return None
    own = tuple(unit for unit in units if unit[0] & 31 == _SPS)
    if picture.is_key and not own:
        units = [*sequence, *others, *units]
    data = b"".join(_START + unit for unit in units)
    captions = b""
    if _CAPTIONS in data:
        captions = b"".join(_START + unit for unit in units if unit[0] & 31 == _SEI and _CAPTIONS in unit)
    return Coded(at, dts, picture.is_key, own or sequence, data, captions)


def shape(picture: Coded) -> Shape | None:
    """What a key picture is like; None where it cannot be decoded, `Unplayable` where browsers cannot."""
    if not picture.sequence or len(picture.sequence[0]) < 4:
        return None
    head = picture.sequence[0][1:4]
    if head[0] not in _PROFILES:
        name = _OTHER_PROFILES.get(head[0], f"number {head[0]}")
        raise Unplayable(
            f"The encoder sends H.264 in the profile {name}, which browsers do not play; set it to High."
        )
    frame = _first_frame(picture)
    if frame is None:
        return None
    stretch = frame.sample_aspect_ratio if hasattr(frame, "sample_aspect_ratio") else None
    shown = round(frame.width * (stretch or Fraction(1)))
    return Shape(frame.width, frame.height, shown, f"avc1.{head.hex()}")


def new_decoder() -> Any:
    """A decoder without a delay but that of the stream; its pictures have the instants of the packets."""
    decoder: Any = av.CodecContext.create("h264", "r")
    decoder.thread_count = 1
    return decoder


def packet(picture: Coded) -> Any:
    """The picture for a decoder or a file."""
    made: Any = av.Packet(picture.data)
    made.pts, made.dts, made.time_base = picture.at, picture.dts, Fraction(1, CLOCK)
    made.is_keyframe = picture.is_key
    return made


def with_captions(data: bytes, captions: bytes) -> bytes:
    """A coded picture that carries these captions, too: they stand in front of its first slice."""
    at = 0
    while captions and (at := data.find(b"\0\0\1", at)) >= 0:
        if data[at + 3] & 31 in _SLICES:
            begin = at - 1 if at and not data[at - 1] else at
            return data[:begin] + captions + data[begin:]
        at += 3
    return data


def _first_frame(picture: Coded) -> Any:
    decoder = new_decoder()
    try:
        frames = [*decoder.decode(packet(picture)), *decoder.decode(None)]
    except av.error.FFmpegError:
        return None
    return frames[0] if frames else None


def _configuration(record: bytes) -> tuple[int, tuple[bytes, ...], tuple[bytes, ...]]:
    """The bytes of a unit's length, and the parameter sets, of an AVCDecoderConfigurationRecord."""
    size, at = (record[_LENGTH_AT] & 3) + 1, _SPS_AT
    found: list[tuple[bytes, ...]] = []
    for mask in (31, 255):
        count, at = record[at] & mask, at + 1
        sets = []
        for _ in range(count):
            length = int.from_bytes(record[at : at + 2], "big")
            sets.append(record[at + 2 : at + 2 + length])
            at += 2 + length
        found.append(tuple(one for one in sets if one))
    return size, found[0], found[1]


def _units(data: bytes, size: int) -> list[bytes]:
    """The NAL units, each of which has its length in front."""
    found, at = [], 0
    while at + size < len(data):
        length = int.from_bytes(data[at : at + size], "big")
        at += size
        if length:
            found.append(data[at : at + length])
        at += length
    return [unit for unit in found if unit]
