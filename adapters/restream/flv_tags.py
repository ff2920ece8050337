"""FLV tags from MPEG-TS segments, without encoding (Adobe's FLV 10.1, annex E)."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import av

AUDIO, VIDEO, METADATA = 8, 9, 18
_FILE_HEADER_SIZE, _TAG_HEADER_SIZE, _BACK_POINTER_SIZE = 9, 11, 4
_HEADER, _AVC_END = 0, 2
_KEYFRAME = 1
_PARAMETER_SETS_OFFSET = 10
_MUXER_OPTIONS = {"flvflags": "no_duration_filesize+no_sequence_end"}
TICKS_PER_SECOND = 1000


@dataclass(frozen=True, slots=True)
class FlvTag:
    """A frame, a sequence header, or the metadata. `timestamp` is in milliseconds."""

    kind: int
    timestamp: int
    body: bytes

    @property
    def is_header(self) -> bool:
        """Whether the tag configures the decoder."""
        return self.kind == METADATA or self.body[1] == _HEADER

    @property
    def is_keyframe(self) -> bool:
        """Whether decoding can begin here."""
        return self.kind == VIDEO and self.body[0] >> 4 == _KEYFRAME and not self.is_header

    def move(self, timestamp: int) -> FlvTag:
        """Return the tag with another timestamp."""
        return replace(self, timestamp=timestamp)


class _Writer:
    """A file that cannot seek, so that the muxer does not update its header."""

    def __init__(self) -> None:
        self._file = io.BytesIO()

    def write(self, data: bytes) -> int:
        return self._file.write(data)

    def get_value(self) -> bytes:
        return self._file.getvalue()


def read_tags(segment: bytes) -> Sequence[FlvTag]:
    """Return the tags of a segment with H.264 and AAC. Headers come before the frames that need them.

    Raises `av.FFmpegError` if the segment cannot be read.
    """
    output = _Writer()
    with (
        av.open(io.BytesIO(segment), "r", format="mpegts") as source,
        av.open(output, "w", format="flv", options=_MUXER_OPTIONS) as target,
    ):
        streams = [*source.streams.video[:1], *source.streams.audio[:1]]
        copies: dict[int, Any] = {stream.index: target.add_stream_from_template(stream) for stream in streams}
        for packet in source.demux(streams):
            if packet.dts is not None:
                packet.stream = copies[packet.stream.index]
                target.mux(packet)
    return [_trim_header(tag) for tag in _split(output.get_value()) if not _is_empty(tag)]


def _split(data: bytes) -> Iterator[FlvTag]:
    offset = _FILE_HEADER_SIZE + _BACK_POINTER_SIZE
    while offset + _TAG_HEADER_SIZE <= len(data):
        size = int.from_bytes(data[offset + 1 : offset + 4], "big")
        timestamp = int.from_bytes(data[offset + 4 : offset + 7], "big") | data[offset + 7] << 24
        start = offset + _TAG_HEADER_SIZE
        yield FlvTag(data[offset], timestamp, data[start : start + size])
        offset = start + size + _BACK_POINTER_SIZE


def _is_empty(tag: FlvTag) -> bool:
    """Return whether a tag carries nothing: the muxer writes the audio header once before it knows it."""
    if len(tag.body) <= 2:
        return True
    return tag.kind == VIDEO and tag.body[1] == _AVC_END


def _trim_header(tag: FlvTag) -> FlvTag:
    """Remove zeros after the parameter sets, so that the headers of equal streams are equal.

    MPEG-TS allows them, and whether they are there differs from segment to segment (ISO 14496-10, B.1).
    """
    if tag.kind != VIDEO or not tag.is_header:
        return tag
    body, offset = tag.body, _PARAMETER_SETS_OFFSET
    result = body[:offset]
    for mask in (0x1F, 0xFF):  # sequence parameter sets, then picture parameter sets
        result += body[offset : offset + 1]
        count, offset = body[offset] & mask, offset + 1
        for _ in range(count):
            end = offset + 2 + int.from_bytes(body[offset : offset + 2], "big")
            parameter_set = body[offset + 2 : end].rstrip(b"\0")
            result += len(parameter_set).to_bytes(2, "big") + parameter_set
            offset = end
    return replace(tag, body=result + body[offset:])
