"""Timestamps of MPEG transport streams (ISO 13818-1), read without a video library, as web processes do."""

from __future__ import annotations

PACKET_SIZE = 188
HEAD_BYTES = 400 * PACKET_SIZE
"""Bytes of a segment in which its first frame begins."""
_SYNC = 0x47
_START_CODE = b"\x00\x00\x01"
_VIDEO_IDS = range(0xE0, 0xF0)
_HAS_PTS = 0x80


def find_video_timestamp(data: bytes) -> int | None:
    """Return the presentation timestamp of the first video frame (ticks of 1/90,000 s); None if there is no
    frame in the data, which begins at the start of a segment.
    """
    for start in range(0, len(data) - PACKET_SIZE + 1, PACKET_SIZE):
        packet = data[start : start + PACKET_SIZE]
        if packet[0] == _SYNC and packet[1] & 0x40 and packet[3] & 0x10:
            header = packet[5 + packet[4] if packet[3] & 0x20 else 4 :]
            is_video = header[:3] == _START_CODE and len(header) >= 14 and header[3] in _VIDEO_IDS
            if is_video and header[7] & _HAS_PTS:
                return _read_timestamp(header[9:14])
    return None


def _read_timestamp(field: bytes) -> int:
    """Return a timestamp of 33 bits, which marker bits divide (2.4.3.7)."""
    return (
        (field[0] >> 1 & 0x07) << 30 | field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7 | field[4] >> 1
    )
