"""Splits the recordings of a browser into fragments (ISO/IEC 14496-12, 8.8), wherever the chunks end."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import av
import av.error

from adapters.ingest.camera.orientation import find_turn
from adapters.ingest.media.source_packets import (
    AudioFormat,
    AudioPacket,
    UnsupportedAudioCodecError,
    UnsupportedVideoCodecError,
    VideoPacket,
)

_HEADER_SIZE, _LARGE_HEADER_SIZE = 8, 16
_MAX_BOX_BYTES = 1 << 26
_MAX_INITIALIZATION_BYTES = 1 << 20
_VIDEO_NAMES = {"hevc": "H.265 (HEVC)", "vp8": "VP8", "vp9": "VP9", "av1": "AV1"}
_AUDIO_CODECS = ("aac", "opus", "mp3", "flac")
_AVC_CONFIGURATION_VERSION = 1


class InvalidChunkError(Exception):
    """The chunks are no fragmented MP4 file."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A movie fragment with its media data, and where it begins in the chunks."""

    chunk: int
    offset: int
    data: bytes


class FragmentReader:
    """Reads one recording. `initialization` has the file type and the parameters of its streams."""

    def __init__(self, initialization: bytes = b"") -> None:
        self.initialization = initialization
        self._buffer = bytearray()
        self._starts: deque[tuple[int, int, int]] = deque()
        self._fragment = bytearray()
        self._fragment_start = (0, 0)
        self._read_bytes = self._added_bytes = 0

    def feed(self, number: int, data: bytes, offset: int = 0) -> Iterator[Fragment]:
        """Add a chunk from a position on, and yield the fragments that are complete.

        Raises `InvalidChunkError`.
        """
        self._starts.append((self._added_bytes, number, offset))
        self._buffer += data[offset:]
        self._added_bytes += len(data) - offset
        while (box := self._next_box()) is not None:
            kind, content, start = box
            if kind in (b"ftyp", b"moov"):
                self.initialization += content
                _require_size(self.initialization, _MAX_INITIALIZATION_BYTES)
            elif kind == b"moof":
                self._fragment, self._fragment_start = bytearray(content), self._locate(start)
            elif self._fragment:
                self._fragment += content
                _require_size(self._fragment, _MAX_BOX_BYTES)
                if kind == b"mdat":
                    chunk, position = self._fragment_start
                    yield Fragment(chunk, position, bytes(self._fragment))
                    self._fragment = bytearray()

    def get_end(self) -> tuple[int, int]:
        """Return the chunk and the offset in bytes at which the first incomplete fragment begins."""
        return self._fragment_start if self._fragment else self._locate(self._read_bytes)

    def _next_box(self) -> tuple[bytes, bytes, int] | None:
        if len(self._buffer) < _HEADER_SIZE:
            return None
        size, kind = int.from_bytes(self._buffer[:4], "big"), bytes(self._buffer[4:8])
        if size == 1:
            if len(self._buffer) < _LARGE_HEADER_SIZE:
                return None
            size = int.from_bytes(self._buffer[8:16], "big")
        if not _HEADER_SIZE <= size <= _MAX_BOX_BYTES:
            raise InvalidChunkError
        if len(self._buffer) < size:
            return None
        content, start = bytes(self._buffer[:size]), self._read_bytes
        del self._buffer[:size]
        self._read_bytes += size
        return kind, content, start

    def _locate(self, position: int) -> tuple[int, int]:
        """Return the chunk and the offset of a byte of the recording."""
        while len(self._starts) > 1 and self._starts[1][0] <= position:
            self._starts.popleft()
        start, number, offset = self._starts[0]
        return number, position - start + offset


def _require_size(collected: bytes | bytearray, maximum: int) -> None:
    """Raise `InvalidChunkError` for more than any phone sends, before it fills the memory."""
    if len(collected) > maximum:
        raise InvalidChunkError(f"more than {maximum} bytes")


def read_packets(initialization: bytes, fragment: Fragment) -> Iterator[VideoPacket | AudioPacket]:
    """Yield the packets of a fragment, in order of their timestamps.

    Raises `InvalidChunkError`, `UnsupportedVideoCodecError` and `UnsupportedAudioCodecError`.
    """
    turn = find_turn(initialization)
    try:
        with av.open(io.BytesIO(initialization + fragment.data), format="mp4") as container:
            file: Any = container
            audio = next(iter(file.streams.audio), None)
            video = next(iter(file.streams.video), None)
            for packet in file.demux(*filter(None, (video, audio))):
                if packet.dts is None or not packet.size:
                    continue
                yield _to_video(packet, turn) if packet.stream is video else _to_audio(packet)
    except av.error.FFmpegError as error:
        raise InvalidChunkError(str(error)) from None


def _to_video(packet: Any, turn: str) -> VideoPacket:
    codec = packet.stream.codec_context
    configuration = bytes(codec.extradata or b"")
    if codec.name != "h264":
        raise UnsupportedVideoCodecError(_VIDEO_NAMES.get(codec.name, codec.name))
    if configuration[:1] != bytes((_AVC_CONFIGURATION_VERSION,)):
        raise InvalidChunkError("no AVC configuration")
    dts, pts = _to_ms(packet.dts, packet), _to_ms(packet.pts or packet.dts, packet)
    return VideoPacket(dts, pts, bool(packet.is_keyframe), configuration, bytes(packet), turn=turn)


def _to_audio(packet: Any) -> AudioPacket:
    codec = packet.stream.codec_context
    if codec.name not in _AUDIO_CODECS:
        raise UnsupportedAudioCodecError(codec.name)
    audio_format = AudioFormat(codec.name, bytes(codec.extradata or b""))
    return AudioPacket(_to_ms(packet.dts, packet), audio_format, bytes(packet))


def _to_ms(timestamp: int, packet: Any) -> int:
    milliseconds: int = round(timestamp * packet.time_base * 1000)
    return milliseconds
