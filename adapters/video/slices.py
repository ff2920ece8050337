"""How coded pictures are counted that refer to the one before them alone (ITU-T H.264, 7.3.2.1 and 7.3.3).

A row of such pictures can be opened at any of them: that one is encoded anew, as an IDR picture, and those
behind it are copied. Nothing is changed in them but their number, which counts from the last IDR picture.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.video.parameter_sets import ParameterSets

_START, _SLICE = b"\0\0\1", 1
_PREDICTED = frozenset((0, 5))
_HIGH = frozenset((44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244))
_ONE_FOR_TWO, _AS_DECODED = 1, 2
_HEAD = 32
_TO_STOP = re.compile(rb"\0\0(?=[\0-\3])")


@dataclass(frozen=True, slots=True)
class Counting:
    """Numbers of so many bits."""

    bits: int

    @property
    def wraps(self) -> int:
        """The number that is 0 again."""
        return 1 << self.bits

    @classmethod
    def of(cls, sets: ParameterSets) -> Counting | None:
        """As the one sequence parameter set says; None where pictures may refer to others than the one before
        them, or are shown in another order than that of decoding."""
        if len(sets.sequence) != 1:
            return None
        bits = _Bits(_plain(sets.sequence[0]))
        profile = bits.fixed(32) >> 16 & 255
        bits.counted()
        if profile in _HIGH and not _has_plain_colours(bits):
            return None
        wide, order = bits.counted() + 4, bits.counted()
        if order != _AS_DECODED or bits.counted() != 1:
            return None
        bits.fixed(1)
        bits.counted()
        bits.counted()
        return cls(wide) if bits.fixed(1) else None

    def number(self, coded: bytes) -> int | None:
        """A picture's number; None where it refers to none, or none can refer to it."""
        found = {self._found(unit) for unit in _units(coded) if unit[0] & 31 <= 5}
        return found.pop() if len(found) == 1 else None

    def renumbered(self, coded: bytes, number: int) -> bytes:
        """The same picture under another number."""
        units = [self._changed(unit, number) if unit[0] & 31 == _SLICE else unit for unit in _units(coded)]
        return b"".join(b"\0" + _START + unit for unit in units)

    def _found(self, unit: bytes) -> int | None:
        bits = _Bits(_plain(unit[:_HEAD]))
        if unit[0] & 31 != _SLICE or not unit[0] >> 5 or not self._reach(bits):
            return None
        return bits.fixed(self.bits)

    def _reach(self, bits: _Bits) -> bool:
        """Go on to the number; whether the slice is a predicted one."""
        bits.fixed(8)
        bits.counted()
        kind = bits.counted()
        bits.counted()
        return kind in _PREDICTED

    def _changed(self, unit: bytes, number: int) -> bytes:
        past = _HEAD
        while unit[:past].endswith((b"\0", b"\0\0\3")) and past < len(unit):
            past += 1
        head = _plain(unit[:past])
        bits = _Bits(head)
        self._reach(bits)
        return _TO_STOP.sub(b"\0\0\3", bits.replaced(self.bits, number % self.wraps)) + unit[past:]


class _Bits:
    """Reads from the most significant bit on."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._length = len(data) * 8
        self._value = int.from_bytes(data)
        self._at = 0

    def fixed(self, bits: int) -> int:
        """A number of so many bits."""
        self._at += bits
        return self._value >> max(0, self._length - self._at) & ((1 << bits) - 1)

    def counted(self) -> int:
        """An Exp-Golomb number."""
        zeros = 0
        while not self.fixed(1) and self._at < self._length:
            zeros += 1
        return (1 << zeros | self.fixed(zeros)) - 1

    def replaced(self, bits: int, number: int) -> bytes:
        """All, with another number in the next bits."""
        behind = self._length - self._at - bits
        mask = (1 << bits) - 1 << behind
        return (self._value & ~mask | number << behind).to_bytes(len(self._data))


def _has_plain_colours(bits: _Bits) -> bool:
    """Whether it is 4:2:0 with 8 bits and no matrices of its own."""
    found = bits.counted(), bits.counted(), bits.counted(), bits.fixed(1), bits.fixed(1)
    return found == (_ONE_FOR_TWO, 0, 0, 0, 0)


def _units(coded: bytes) -> Sequence[bytes]:
    return [unit for unit in (part.rstrip(b"\0") for part in coded.split(_START)[1:]) if unit]


def _plain(unit: bytes) -> bytes:
    """Without the bytes that keep data from looking like a start."""
    return unit.replace(b"\0\0\3", b"\0\0")
