"""What stands in the bytes of H.264 (ITU-T H.264, 7.3 and annex B): parameter sets, and where decoding may
begin."""

from collections.abc import Iterator
from dataclasses import dataclass

_START = b"\0\0\1"
_SLICE, _IDR, _SPS, _PPS = 1, 5, 7, 8
_SPS_ID_AT, _PPS_ID_AT = 4, 1


@dataclass(frozen=True)
class ParameterSets:
    """Sequence and picture parameter sets, without start codes, each once and in order."""

    sequence: tuple[bytes, ...]
    picture: tuple[bytes, ...]

    @property
    def free_id(self) -> int:
        """A number that neither kind uses."""
        used = {_number(unit, _SPS_ID_AT) for unit in self.sequence}
        return max(used | {_number(unit, _PPS_ID_AT) for unit in self.picture}, default=-1) + 1

    @property
    def level(self) -> int:
        """The highest level that they ask of a decoder, times ten."""
        return max((unit[3] for unit in self.sequence), default=0)

    def with_others(self, others: "ParameterSets") -> "ParameterSets":
        """Both together; a header tells the profile and level of the first, so the higher level leads."""
        first, second = (self, others) if self.level >= others.level else (others, self)
        return ParameterSets(
            tuple(dict.fromkeys(first.sequence + second.sequence)),
            tuple(dict.fromkeys(first.picture + second.picture)),
        )

    def as_header(self) -> bytes:
        """With start codes, as encoders give it."""
        return b"".join(b"\0" + _START + unit for unit in (*self.sequence, *self.picture))


def parameter_sets(coded: bytes) -> ParameterSets:
    """Those before the first slice of a picture (or all of a header)."""
    units = [unit for unit in _units(coded) if unit]
    return ParameterSets(
        tuple(dict.fromkeys(unit for unit in units if unit[0] & 31 == _SPS)),
        tuple(dict.fromkeys(unit for unit in units if unit[0] & 31 == _PPS)),
    )


def is_refresh(coded: bytes) -> bool:
    """Whether no picture from here on refers to one before (an IDR picture)."""
    return any(unit and unit[0] & 31 == _IDR for unit in _units(coded))


def _units(coded: bytes) -> Iterator[bytes]:
    """NAL units up to the first slice, of which only the beginning is given."""
    at = coded.find(_START)
    while at >= 0:
        begin = at + len(_START)
        if begin < len(coded) and coded[begin] & 31 in (_SLICE, _IDR):
            yield coded[begin : begin + 1]
            return
        at = coded.find(_START, begin)
        yield coded[begin : at if at >= 0 else len(coded)].rstrip(b"\0")


def _number(unit: bytes, at: int) -> int:
    """The Exp-Golomb number that begins at a byte."""
    bits = "".join(f"{byte:08b}" for byte in unit.replace(b"\0\0\3", b"\0\0")[at : at + 8])
    zeros = len(bits) - len(bits.lstrip("0"))
    return int(bits[zeros : 2 * zeros + 1] or "0", 2) - 1
