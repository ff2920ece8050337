"""The headers of Enhanced RTMP 2: codecs by name, and several tracks in one message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

AUDIO_TRACKS, VIDEO_TRACKS = 5, 6
"""Packet types of messages with several tracks."""
_MODIFIER = 7
_FOURCC_SIZE = 4
_ONE_TRACK, _MANY_TRACKS_MANY_CODECS = 0, 2


@dataclass(frozen=True, slots=True)
class ExtendedTrack:
    """A track's part of a message: the data is from `offset` to `end`."""

    track: int
    packet_type: int
    fourcc: bytes
    offset: int
    end: int


def read_extended_tracks(body: bytes, multitrack_type: int) -> Iterator[ExtendedTrack]:
    """Yield the tracks of a message. One whose packet type is not `multitrack_type` has only track 0."""
    packet_type, offset = body[0] & 15, 1
    while packet_type == _MODIFIER and offset < len(body):
        size, offset = body[offset] + 1, offset + 1
        if size == 256:
            size, offset = int.from_bytes(body[offset : offset + 2], "big") + 1, offset + 2
        offset += size
        packet_type, offset = (body[offset] & 15 if offset < len(body) else 0), offset + 1
    if packet_type != multitrack_type:
        fourcc = body[offset : offset + _FOURCC_SIZE]
        yield ExtendedTrack(0, packet_type, fourcc, offset + _FOURCC_SIZE, len(body))
    elif offset < len(body):
        yield from _read_tracks(body, offset)


def _read_tracks(body: bytes, offset: int) -> Iterator[ExtendedTrack]:
    track_type, packet_type, offset = body[offset] >> 4, body[offset] & 15, offset + 1
    fourcc = b""
    if track_type != _MANY_TRACKS_MANY_CODECS:
        fourcc, offset = body[offset : offset + _FOURCC_SIZE], offset + _FOURCC_SIZE
    while offset < len(body):
        if track_type == _MANY_TRACKS_MANY_CODECS:
            fourcc, offset = body[offset : offset + _FOURCC_SIZE], offset + _FOURCC_SIZE
        track, offset = body[offset : offset + 1], offset + 1
        end = len(body)
        if track_type != _ONE_TRACK:
            size, offset = int.from_bytes(body[offset : offset + 3], "big"), offset + 3
            end = offset + size
        if track and offset <= end <= len(body):
            yield ExtendedTrack(track[0], packet_type, fourcc, offset, end)
        offset = end
