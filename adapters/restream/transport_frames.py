"""Frames of MPEG-TS segments, and the one transport stream that they become, without encoding."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import av

TICKS_PER_SECOND = 90_000
VIDEO, AUDIO = 0, 1
_TIME_BASE = Fraction(1, TICKS_PER_SECOND)
_ANY = 16
"""The muxer wants sizes and a rate, but writes none: they are in the frames."""
_MUXER_OPTIONS = {"max_delay": "700000", "max_interleave_delta": "100000", "flush_packets": "1"}
"""Microseconds: frames arrive this long before they are due, and a frame of one track waits this long for
one of the other.
"""


@dataclass(frozen=True, slots=True)
class TransportFrame:
    """A frame as the segment has it. `delay` is from decoding it to showing it, in ticks."""

    kind: int
    timestamp: int
    body: bytes
    is_keyframe: bool
    delay: int

    @property
    def is_header(self) -> bool:
        """False: parameter sets are in the keyframes."""
        return False

    def move(self, timestamp: int) -> TransportFrame:
        """Return the frame with another timestamp."""
        return replace(self, timestamp=timestamp)


def read_frames(segment: bytes) -> Sequence[TransportFrame]:
    """Return the frames of a segment with H.264 and AAC. Raises `av.FFmpegError` if it cannot be read."""
    frames = []
    with av.open(io.BytesIO(segment), "r", format="mpegts") as source:
        streams = [*source.streams.video[:1], *source.streams.audio[:1]]
        for packet in source.demux(streams):
            if packet.dts is None or packet.pts is None:
                continue
            is_video = packet.stream.type == "video"
            frames.append(
                TransportFrame(
                    VIDEO if is_video else AUDIO,
                    packet.dts,
                    bytes(packet),
                    is_video and packet.is_keyframe,
                    packet.pts - packet.dts,
                )
            )
    return frames


class TransportMuxer:
    """Writes frames into one transport stream, whose counters and clock continue across segments."""

    def __init__(self) -> None:
        self._output = _Output()
        self._container = av.open(self._output, "w", format="mpegts", options=_MUXER_OPTIONS)
        self._streams: dict[int, Any] = {
            VIDEO: self._container.add_mux_stream("h264", width=_ANY, height=_ANY),
            AUDIO: self._container.add_mux_stream("aac", rate=_ANY),
        }

    def write(self, frame: TransportFrame) -> bytes:
        """Add a frame, and return the packets that are complete. They may be of earlier frames."""
        stream = self._streams[frame.kind]
        packet = av.Packet(frame.body)
        packet.stream, packet.time_base = stream, _TIME_BASE
        packet.dts, packet.pts = frame.timestamp, frame.timestamp + frame.delay
        packet.is_keyframe = frame.is_keyframe
        self._container.mux_one(packet)
        return self._output.pop()

    def finish(self) -> bytes:
        """Return the last packets."""
        self._container.close()
        return self._output.pop()


class _Output:
    """A file that cannot seek, and whose content is taken bit by bit."""

    def __init__(self) -> None:
        self._data = bytearray()

    def write(self, data: bytes) -> int:
        self._data += data
        return len(data)

    def pop(self) -> bytes:
        data = bytes(self._data)
        self._data.clear()
        return data
