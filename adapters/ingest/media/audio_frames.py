"""Splits the audio of a transport stream into frames, which MPEG-TS packs together and cuts apart."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

_ADTS_RATES = (96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000)
_AC3_RATES = (48_000, 44_100, 32_000)
_AC3_BITRATES = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640)
_EAC3_BLOCKS = (1, 2, 3, 6)
_MPEG_RATES = (44_100, 48_000, 32_000)
_LAYER_2_BITRATES = (0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384)
_LAYER_3_BITRATES = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_LOW_RATE_BITRATES = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_HEADER_SIZE = 8
_OPUS_PREFIX = 0x7FE0
_OPUS_FRAME_MS = {0: (10, 20, 40, 60), 1: (10, 20), 2: (2.5, 5, 10, 20)}
_LATM_FRAME = Fraction(1024, 48_000)

FrameHeader = tuple[int, Fraction]
"""Size of a frame in bytes and its duration in seconds."""


class AudioFrames:
    """Collects the bytes of one audio stream and returns its complete frames."""

    def __init__(self, codec: str) -> None:
        self._read_header = _HEADERS[codec]
        self._data = b""

    def add(self, data: bytes) -> list[tuple[Fraction, bytes]]:
        """Return each frame that is complete now, with its duration in seconds."""
        self._data += data
        frames, offset = [], 0
        while offset + _HEADER_SIZE <= len(self._data):
            header = self._read_header(self._data[offset : offset + 64])
            if header is None:
                offset += 1
                continue
            size, duration = header
            if offset + size > len(self._data):
                break
            frames.append((duration, self._data[offset : offset + size]))
            offset += size
        self._data = self._data[offset:]
        return frames

    @property
    def is_inside_frame(self) -> bool:
        """Return whether a frame has begun, which the next bytes continue."""
        return bool(self._data)


def _read_adts(data: bytes) -> FrameHeader | None:
    """Read an ADTS header (ISO 14496-3, 1.A.3.2)."""
    if data[0] != 0xFF or data[1] & 0xF6 != 0xF0:
        return None
    size, rate_index = (data[3] & 3) << 11 | data[4] << 3 | data[5] >> 5, (data[2] >> 2) & 15
    if size < 7 or rate_index >= len(_ADTS_RATES):
        return None
    return size, Fraction(1024 * ((data[6] & 3) + 1), _ADTS_RATES[rate_index])


def _read_latm(data: bytes) -> FrameHeader | None:
    """Read the header of an audio sync stream (ISO 14496-3, 1.7.2)."""
    if data[0] != 0x56 or data[1] & 0xE0 != 0xE0:
        return None
    return 3 + ((data[1] & 0x1F) << 8 | data[2]), _LATM_FRAME


def _read_ac3(data: bytes) -> FrameHeader | None:
    """Read the header of AC-3 or E-AC-3 (ETSI TS 102 366, 4.3 and E.1.2)."""
    if data[:2] != b"\x0b\x77":
        return None
    rate_index = data[4] >> 6
    if data[5] >> 3 > 10:
        size = (((data[2] & 7) << 8 | data[3]) + 1) * 2
        if rate_index == 3:
            return size, Fraction(1536, 24_000)
        return size, Fraction(256 * _EAC3_BLOCKS[(data[4] >> 4) & 3], _AC3_RATES[rate_index])
    size_code = data[4] & 63
    if rate_index == 3 or size_code >= len(_AC3_BITRATES) * 2:
        return None
    rate, bitrate = _AC3_RATES[rate_index], _AC3_BITRATES[size_code // 2] * 1000
    words = bitrate * 96 // rate + (size_code & 1 if rate == 44_100 else 0)
    return words * 2, Fraction(1536, rate)


def _read_mpeg(data: bytes) -> FrameHeader | None:
    """Read the header of MPEG audio, layer 2 or 3 (ISO 11172-3, 2.4.1)."""
    version, layer = (data[1] >> 3) & 3, 4 - ((data[1] >> 1) & 3)
    bitrate_index, rate_index = data[2] >> 4, (data[2] >> 2) & 3
    if data[0] != 0xFF or data[1] & 0xE0 != 0xE0 or version == 1 or layer not in (2, 3):
        return None
    if bitrate_index in (0, 15) or rate_index == 3:
        return None
    is_low = version != 3
    rate = _MPEG_RATES[rate_index] // {3: 1, 2: 2, 0: 4}[version]
    bitrates = _LOW_RATE_BITRATES if is_low else (_LAYER_2_BITRATES if layer == 2 else _LAYER_3_BITRATES)
    samples = 576 if is_low and layer == 3 else 1152
    size = samples * bitrates[bitrate_index] * 125 // rate + ((data[2] >> 1) & 1)
    return size, Fraction(samples, rate)


_HEADERS: dict[str, Callable[[bytes], FrameHeader | None]] = {
    "aac": _read_adts,
    "aac_latm": _read_latm,
    "ac3": _read_ac3,
    "eac3": _read_ac3,
    "mp2": _read_mpeg,
}


def split_opus(data: bytes) -> list[tuple[Fraction, bytes]]:
    """Return the Opus packets of a PES packet, with their durations in seconds (ETSI TS 103 491, 4.2)."""
    packets, offset = [], 0
    while offset + 3 <= len(data):
        flags = data[offset] << 8 | data[offset + 1]
        if flags & 0xFFE0 != _OPUS_PREFIX:
            break
        offset, size = offset + 2, 0
        while offset < len(data):
            size, offset = size + data[offset], offset + 1
            if data[offset - 1] != 0xFF:
                break
        offset += 2 * bool(flags & 0x10) + 2 * bool(flags & 0x08)
        if flags & 0x04 and offset < len(data):
            offset += 1 + data[offset]
        packet = data[offset : offset + size]
        if packet:
            packets.append((_opus_duration(packet), packet))
        offset += size
    return packets


def _opus_duration(packet: bytes) -> Fraction:
    """Return the duration of an Opus packet in seconds (RFC 6716, 3.1)."""
    configuration, code = packet[0] >> 3, packet[0] & 3
    mode = 0 if configuration < 12 else 1 if configuration < 16 else 2
    durations = _OPUS_FRAME_MS[mode]
    count = {0: 1, 1: 2, 2: 2}.get(code, packet[1] & 63 if len(packet) > 1 else 1)
    return Fraction(durations[configuration % len(durations)]) * count / 1000
