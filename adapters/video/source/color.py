"""Video color (ITU-T H.273), and the filters that convert it to BT.709 in 8 bit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_UNSPECIFIED = frozenset({0, 2})
_BT2020_PRIMARIES = 9
_BT2020_MATRICES = frozenset({9, 10})
_BT2020_TRANSFERS = frozenset({14, 15})
_HDR_TRANSFERS = {16: "smpte2084", 18: "arib-std-b67"}
_TO_SDR = (
    "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,"
    "zscale=t=bt709:m=bt709:r=tv,format=yuv420p"
)
_TO_BT709 = "zscale=p=bt709:t=bt709:m=bt709:r=tv,format=yuv420p"
_FULL_RANGE = 2


@dataclass(frozen=True)
class Color:
    """Color primaries, transfer and matrix as numbers of H.273. 0 and 2 mean unspecified."""

    primaries: int = 2
    transfer: int = 2
    matrix: int = 2
    range: int = 0

    @classmethod
    def from_frame(cls, frame: Any, context: Any) -> Color:
        """Return the color of a decoded frame. Unspecified values come from its decoder or file."""
        return cls(
            _first_specified(frame.color_primaries, context.color_primaries),
            _first_specified(frame.color_trc, context.color_trc),
            _first_specified(frame.colorspace, context.colorspace),
            int(frame.color_range or context.color_range or 0),
        )

    @property
    def is_hdr(self) -> bool:
        """Return whether the color is PQ (HDR10) or HLG."""
        return self.transfer in _HDR_TRANSFERS

    @property
    def is_bt2020(self) -> bool:
        """Return whether the color gamut is wider than BT.709."""
        return self.primaries == _BT2020_PRIMARIES or self.matrix in _BT2020_MATRICES

    def build_filters(self) -> list[str]:
        """Return the filters that convert the color to BT.709, or none if screens show it correctly as it is.

        Values that the file leaves out are set first: PQ, HLG and wide color mean BT.2020 throughout.
        """
        if not self.is_hdr and not self.is_bt2020:
            return []
        transfer = _HDR_TRANSFERS.get(self.transfer, "bt2020-10")
        if self.transfer not in _HDR_TRANSFERS and self.transfer not in _UNSPECIFIED | _BT2020_TRANSFERS:
            transfer = "bt709"
        matrix = "bt2020c" if self.matrix == max(_BT2020_MATRICES) else "bt2020nc"
        color_range = "pc" if self.range == _FULL_RANGE else "tv"
        set_params = (
            f"setparams=color_primaries=bt2020:color_trc={transfer}:colorspace={matrix}:range={color_range}"
        )
        return [set_params, _TO_SDR if self.is_hdr else _TO_BT709]


def _first_specified(*values: Any) -> int:
    return next((int(value) for value in values if value and int(value) not in _UNSPECIFIED), 2)
