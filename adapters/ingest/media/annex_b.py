"""Video frames of a transport stream, in the form of an RTMP stream (ITU-T H.264 and H.265, annex B)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adapters.ingest.media.source_packets import H264, VideoPacket

_START_CODE = re.compile(rb"\x00\x00\x01")
_SEI, _IDR, _SPS, _PPS, _DELIMITER, _FILLER = 6, 5, 7, 8, 9, 12
_RECOVERY_POINT = 6
_HEVC_RANDOM_ACCESS = range(16, 22)
_MPEG_SEQUENCE_START = b"\0\0\1\xb3"


class VideoAssembler:
    """Turns the payload of a PES packet, which holds one frame, into a packet.

    `is_random_access`: the transport stream marks the frame as one at which decoding can begin.
    """

    def __init__(self, codec: str) -> None:
        self.is_random_access = False
        self._codec = codec
        self._sps = b""
        self._pps: dict[int, bytes] = {}
        self._configuration = b""

    def read(self, payload: bytes, dts: int, pts: int) -> Iterator[VideoPacket]:
        """Yield the frame, unless nothing says yet how to decode it. Times are in milliseconds."""
        if self._codec != H264:
            yield VideoPacket(dts, pts, self._is_keyframe(payload), b"", payload, self._codec)
            return
        units = [unit for unit in split_units(payload) if unit[0] & 31 not in (_DELIMITER, _FILLER)]
        self._keep_parameter_sets(units)
        if units and self._configuration:
            data = b"".join(len(unit).to_bytes(4, "big") + unit for unit in units)
            yield VideoPacket(dts, pts, _is_h264_keyframe(units), self._configuration, data)

    def _keep_parameter_sets(self, units: list[bytes]) -> None:
        known = (self._sps, dict(self._pps))
        for unit in units:
            if unit[0] & 31 == _SPS and len(unit) > 4:
                self._sps = unit
            elif unit[0] & 31 == _PPS and len(unit) > 1:
                self._pps[unit[1]] = unit
        if self._sps and self._pps and known != (self._sps, self._pps):
            self._configuration = _build_configuration(self._sps, [*self._pps.values()])

    def _is_keyframe(self, payload: bytes) -> bool:
        if self._codec == "hevc":
            return any(unit[0] >> 1 & 63 in _HEVC_RANDOM_ACCESS for unit in split_units(payload))
        if self._codec in ("mpeg1video", "mpeg2video"):
            return _MPEG_SEQUENCE_START in payload
        return self.is_random_access


def split_units(data: bytes) -> list[bytes]:
    """Return the NAL units of a byte stream."""
    starts = [match.end() for match in _START_CODE.finditer(data)]
    ends = [*(start - 3 for start in starts[1:]), len(data)]
    units = (data[start:end].rstrip(b"\0") for start, end in zip(starts, ends, strict=False))
    return [unit for unit in units if unit]


def _is_h264_keyframe(units: list[bytes]) -> bool:
    """Return whether decoding can begin at a frame: an IDR frame, or one with a recovery point (D.1.8)."""
    kinds = {unit[0] & 31 for unit in units}
    has_recovery_point = any(
        unit[0] & 31 == _SEI and unit[1:2] == bytes((_RECOVERY_POINT,)) for unit in units
    )
    return _IDR in kinds or (has_recovery_point and _SPS in kinds)


def _build_configuration(sps: bytes, pps: list[bytes]) -> bytes:
    """Return an AVCDecoderConfigurationRecord with length fields of 4 bytes (ISO 14496-15, 5.3.3.1)."""
    record = b"\x01" + sps[1:4] + b"\xff\xe1" + len(sps).to_bytes(2, "big") + sps + bytes((len(pps),))
    return record + b"".join(len(unit).to_bytes(2, "big") + unit for unit in pps)
