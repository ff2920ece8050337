"""Frame numbers of coded frames that refer only to the one before them (ITU-T H.264, 7.3.2.1 and 7.3.3).

A GOP of such frames can be restarted at any frame: that frame is encoded again as an IDR frame, and the
frames after it are copied. Only their `frame_num` changes, which counts from the last IDR frame.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.video.h264.parameter_sets import ParameterSets

_START_CODE, _NON_IDR_SLICE = b"\0\0\1", 1
_P_SLICE_TYPES = frozenset((0, 5))
_HIGH_PROFILES = frozenset((44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244))
_CHROMA_420, _DECODE_ORDER = 1, 2
_HEADER_BYTES = 32
_NEEDS_EMULATION_PREVENTION = re.compile(rb"\0\0(?=[\0-\3])")


@dataclass(frozen=True, slots=True)
class FrameNumbering:
    """Reader and writer of frame numbers with `frame_num_bits` bits."""

    frame_num_bits: int

    @property
    def max_frame_num(self) -> int:
        """Return the number at which the count wraps to 0."""
        return 1 << self.frame_num_bits

    @classmethod
    def from_parameter_sets(cls, parameter_sets: ParameterSets) -> FrameNumbering | None:
        """Return the numbering that the only sequence parameter set declares.

        Returns None if frames may refer to others than the one before them, or if presentation order differs
        from decoding order.
        """
        if len(parameter_sets.sps) != 1:
            return None
        bit_reader = _BitReader(_remove_emulation_prevention(parameter_sets.sps[0]))
        profile = bit_reader.read_bits(32) >> 16 & 255
        bit_reader.read_ue()
        if profile in _HIGH_PROFILES and not _is_8_bit_420(bit_reader):
            return None
        frame_num_bits, pic_order_cnt_type = bit_reader.read_ue() + 4, bit_reader.read_ue()
        if pic_order_cnt_type != _DECODE_ORDER or bit_reader.read_ue() != 1:
            return None
        bit_reader.read_bits(1)
        bit_reader.read_ue()
        bit_reader.read_ue()
        return cls(frame_num_bits) if bit_reader.read_bits(1) else None

    def read_frame_num(self, coded_frame: bytes) -> int | None:
        """Return the number of a frame, or None if the frame refers to no other or no other can refer to
        it."""
        result = {
            self._read_slice_frame_num(unit) for unit in _split_nal_units(coded_frame) if unit[0] & 31 <= 5
        }
        return result.pop() if len(result) == 1 else None

    def with_frame_num(self, coded_frame: bytes, frame_num: int) -> bytes:
        """Return the same frame with another number."""
        units = [
            self._rewrite_slice(unit, frame_num) if unit[0] & 31 == _NON_IDR_SLICE else unit
            for unit in _split_nal_units(coded_frame)
        ]
        return b"".join(b"\0" + _START_CODE + unit for unit in units)

    def _read_slice_frame_num(self, unit: bytes) -> int | None:
        bit_reader = _BitReader(_remove_emulation_prevention(unit[:_HEADER_BYTES]))
        if unit[0] & 31 != _NON_IDR_SLICE or not unit[0] >> 5 or not self._skip_to_frame_num(bit_reader):
            return None
        return bit_reader.read_bits(self.frame_num_bits)

    def _skip_to_frame_num(self, bit_reader: _BitReader) -> bool:
        """Advance to the frame number. Returns whether the slice is a P slice."""
        bit_reader.read_bits(8)
        bit_reader.read_ue()
        slice_type = bit_reader.read_ue()
        bit_reader.read_ue()
        return slice_type in _P_SLICE_TYPES

    def _rewrite_slice(self, unit: bytes, frame_num: int) -> bytes:
        header_end = _HEADER_BYTES
        while unit[:header_end].endswith((b"\0", b"\0\0\3")) and header_end < len(unit):
            header_end += 1
        header = _remove_emulation_prevention(unit[:header_end])
        bit_reader = _BitReader(header)
        self._skip_to_frame_num(bit_reader)
        return (
            _NEEDS_EMULATION_PREVENTION.sub(
                b"\0\0\3", bit_reader.with_replaced_bits(self.frame_num_bits, frame_num % self.max_frame_num)
            )
            + unit[header_end:]
        )


class _BitReader:
    """Reader of bits, the most significant first."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._bit_length = len(data) * 8
        self._value = int.from_bytes(data)
        self._position = 0

    def read_bits(self, count: int) -> int:
        """Read the given number of bits as an unsigned number."""
        self._position += count
        return self._value >> max(0, self._bit_length - self._position) & ((1 << count) - 1)

    def read_ue(self) -> int:
        """Read an unsigned Exp-Golomb number."""
        zeros = 0
        while not self.read_bits(1) and self._position < self._bit_length:
            zeros += 1
        return (1 << zeros | self.read_bits(zeros)) - 1

    def with_replaced_bits(self, count: int, frame_num: int) -> bytes:
        """Return all bytes, with `frame_num` in the next bits."""
        trailing_bits = self._bit_length - self._position - count
        mask = (1 << count) - 1 << trailing_bits
        return (self._value & ~mask | frame_num << trailing_bits).to_bytes(len(self._data))


def _is_8_bit_420(bit_reader: _BitReader) -> bool:
    """Return whether the video is 8-bit 4:2:0 without its own scaling matrices."""
    result = (
        bit_reader.read_ue(),
        bit_reader.read_ue(),
        bit_reader.read_ue(),
        bit_reader.read_bits(1),
        bit_reader.read_bits(1),
    )
    return result == (_CHROMA_420, 0, 0, 0, 0)


def _split_nal_units(coded_frame: bytes) -> Sequence[bytes]:
    return [unit for unit in (part.rstrip(b"\0") for part in coded_frame.split(_START_CODE)[1:]) if unit]


def _remove_emulation_prevention(unit: bytes) -> bytes:
    """Return the NAL unit without emulation prevention bytes."""
    return unit.replace(b"\0\0\3", b"\0\0")
