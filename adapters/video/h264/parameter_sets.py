"""Parameter sets and IDR frames in an H.264 byte stream (ITU-T H.264, 7.3 and annex B)."""

from collections.abc import Iterator
from dataclasses import dataclass

_START_CODE = b"\0\0\1"
_SLICE, _IDR, _SPS, _PPS = 1, 5, 7, 8
_SPS_ID_OFFSET, _PPS_ID_OFFSET = 4, 1


@dataclass(frozen=True)
class ParameterSets:
    """Sequence and picture parameter sets without start codes, in order and without duplicates."""

    sps: tuple[bytes, ...]
    pps: tuple[bytes, ...]

    @property
    def next_free_id(self) -> int:
        """Return an ID that no sequence or picture parameter set uses."""
        used_ids = {_read_exp_golomb(unit, _SPS_ID_OFFSET) for unit in self.sps}
        return max(used_ids | {_read_exp_golomb(unit, _PPS_ID_OFFSET) for unit in self.pps}, default=-1) + 1

    @property
    def level(self) -> int:
        """Return the highest level among the sequence parameter sets, times ten."""
        return max((unit[3] for unit in self.sps), default=0)

    def merge(self, others: "ParameterSets") -> "ParameterSets":
        """Return both sets together, the higher level first, because a header declares the profile and level
        of the first.
        """
        first, second = (self, others) if self.level >= others.level else (others, self)
        return ParameterSets(
            tuple(dict.fromkeys(first.sps + second.sps)),
            tuple(dict.fromkeys(first.pps + second.pps)),
        )

    def to_annex_b(self) -> bytes:
        """Return the parameter sets with start codes, as encoders output them."""
        return b"".join(b"\0" + _START_CODE + unit for unit in (*self.sps, *self.pps))


def read_parameter_sets(coded_frame: bytes) -> ParameterSets:
    """Return the parameter sets before the first slice of a frame, or all of a header."""
    units = [unit for unit in _iter_nal_units(coded_frame) if unit]
    return ParameterSets(
        tuple(dict.fromkeys(unit for unit in units if unit[0] & 31 == _SPS)),
        tuple(dict.fromkeys(unit for unit in units if unit[0] & 31 == _PPS)),
    )


def is_idr(coded_frame: bytes) -> bool:
    """Return whether a coded frame is an IDR frame: no frame from here on refers to an earlier one."""
    return any(unit and unit[0] & 31 == _IDR for unit in _iter_nal_units(coded_frame))


def _iter_nal_units(coded_frame: bytes) -> Iterator[bytes]:
    """Yield the NAL units up to the first slice. Of the slice, only the first byte is included."""
    offset = coded_frame.find(_START_CODE)
    while offset >= 0:
        unit_start = offset + len(_START_CODE)
        if unit_start < len(coded_frame) and coded_frame[unit_start] & 31 in (_SLICE, _IDR):
            yield coded_frame[unit_start : unit_start + 1]
            return
        offset = coded_frame.find(_START_CODE, unit_start)
        yield coded_frame[unit_start : offset if offset >= 0 else len(coded_frame)].rstrip(b"\0")


def _read_exp_golomb(unit: bytes, offset: int) -> int:
    """Return the Exp-Golomb number that starts at a byte offset."""
    bits = "".join(f"{byte:08b}" for byte in unit.replace(b"\0\0\3", b"\0\0")[offset : offset + 8])
    zeros = len(bits) - len(bits.lstrip("0"))
    return int(bits[zeros : 2 * zeros + 1] or "0", 2) - 1
