"""Video and audio packets from an MPEG transport stream (ISO 13818-1), as SRT carries it.

Streams may appear later, and the program map may change: each map says which streams are read from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from adapters.ingest.media.annex_b import VideoAssembler
from adapters.ingest.media.audio_frames import AudioFrames, split_opus
from adapters.ingest.media.program_map import Program, ProgramStream, read_program, read_section, read_streams
from adapters.ingest.media.source_packets import AudioFormat, AudioPacket, VideoPacket

_PACKET_SIZE, _SYNC_BYTE = 188, 0x47
_PAT_PID = 0
_CLOCK_MODULUS, _TICKS_PER_MS, _TICKS_PER_SECOND = 1 << 33, 90, 90_000
_PES_START = b"\0\0\1"
_PES_HEADER_SIZE = 9
_MAX_PES_BYTES = 1 << 24
"""More than a frame of any encoder, before it fills the memory."""

PacketBatch = Iterator[VideoPacket | AudioPacket]


@dataclass
class _Pes:
    """The PES packets of one stream. `data` is the one that has begun."""

    stream: ProgramStream
    track: int
    data: bytearray = field(default_factory=bytearray)
    continuity_counter: int | None = None
    has_begun: bool = False
    frames: AudioFrames | None = None
    video: VideoAssembler | None = None
    next_audio: Fraction = Fraction(0)
    last_dts: int | None = None
    frame_ticks: int = 0

    def discard(self) -> None:
        """Drop what has begun: bytes are missing."""
        self.has_begun = False
        self.data.clear()
        if self.frames is not None:
            self.frames = AudioFrames(self.stream.codec)

    @property
    def is_complete(self) -> bool:
        """Return whether the packet states its length and has all its bytes."""
        length = int.from_bytes(self.data[4:6], "big") if len(self.data) >= 6 else 0
        return bool(length) and len(self.data) >= 6 + length


class TransportStreamReader:
    """Reads a transport stream from its bytes, in pieces of any size."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._program: Program | None = None
        self._sections: dict[int, bytearray] = {}
        self._streams: tuple[ProgramStream, ...] = ()
        self._pes: dict[int, _Pes] = {}
        self._clock: int | None = None

    def feed(self, data: bytes) -> Iterator[PacketBatch]:
        """Yield the packets of each PES packet that is complete now."""
        self._buffer += data
        offset = 0
        while offset + _PACKET_SIZE <= len(self._buffer):
            if self._buffer[offset] != _SYNC_BYTE:
                offset = self._buffer.find(_SYNC_BYTE, offset + 1)
                if offset < 0:
                    offset = len(self._buffer)
                continue
            yield from self._read_packet(bytes(self._buffer[offset : offset + _PACKET_SIZE]))
            offset += _PACKET_SIZE
        del self._buffer[:offset]

    def finish(self) -> Iterator[PacketBatch]:
        """Yield the packets whose end nothing marked."""
        for pes in self._pes.values():
            yield self._end_pes(pes)

    def _read_packet(self, packet: bytes) -> Iterator[PacketBatch]:
        is_start, pid = bool(packet[1] & 0x40), (packet[1] & 0x1F) << 8 | packet[2]
        has_error, has_payload = bool(packet[1] & 0x80), bool(packet[3] & 0x10)
        start = 4 + (1 + packet[4] if packet[3] & 0x20 else 0)
        if has_error or not has_payload or start >= _PACKET_SIZE:
            return
        is_random_access = start > 5 and bool(packet[5] & 0x40)
        if pid == _PAT_PID or (self._program is not None and pid == self._program.map_pid):
            yield from self._read_table(pid, packet[start:], is_start=is_start)
        elif pid in self._pes:
            pes = self._pes[pid]
            counter = packet[3] & 15
            is_restart = start > 5 and bool(packet[5] & 0x80)
            if pes.continuity_counter == counter and not is_restart:
                return  # a repeated packet
            if pes.continuity_counter is not None and counter != (pes.continuity_counter + 1) & 15:
                pes.discard()
            pes.continuity_counter = counter
            if is_start:
                yield self._end_pes(pes)
                pes.has_begun = True
                if pes.video is not None:
                    pes.video.is_random_access = is_random_access
            if pes.has_begun:
                pes.data += packet[start:]
                if len(pes.data) > _MAX_PES_BYTES:
                    pes.discard()
                elif pes.is_complete:
                    yield self._end_pes(pes)

    def _read_table(self, pid: int, payload: bytes, *, is_start: bool) -> Iterator[PacketBatch]:
        if is_start:
            self._sections[pid] = bytearray()
        if pid not in self._sections:
            return
        self._sections[pid] += payload
        section = read_section(bytes(self._sections[pid]))
        if section is None:
            return
        del self._sections[pid]
        if pid == _PAT_PID:
            self._program = read_program(section) or self._program
            return
        streams = read_streams(section, self._program) if self._program is not None else None
        if streams is not None and streams != self._streams:
            yield from self.finish()
            self._set_streams(streams)

    def _set_streams(self, streams: tuple[ProgramStream, ...]) -> None:
        """Read the first video stream and all audio streams from here on."""
        self._streams = streams
        video = [stream for stream in streams if stream.is_video][:1]
        audio = [stream for stream in streams if not stream.is_video]
        previous, self._pes = self._pes, {}
        for track, stream in (*((0, stream) for stream in video), *enumerate(audio)):
            known = previous.get(stream.pid)
            pes = known if known is not None and known.stream == stream else _create_pes(stream)
            pes.track = track
            self._pes[stream.pid] = pes

    def _end_pes(self, pes: _Pes) -> PacketBatch:
        data, is_complete = bytes(pes.data), pes.has_begun
        pes.data.clear()
        pes.has_begun = False
        if not is_complete or data[:3] != _PES_START or len(data) < _PES_HEADER_SIZE:
            return iter(())
        payload = data[_PES_HEADER_SIZE + data[8] :]
        pts = self._read_time(data, 9) if data[7] & 0x80 else None
        dts = self._read_time(data, 14) if data[7] & 0xC0 == 0xC0 else pts
        if pes.video is not None:
            return _read_video(pes, pes.video, payload, pts, dts)
        return _read_audio(pes, payload, pts)

    def _read_time(self, data: bytes, offset: int) -> int | None:
        """Return a timestamp in ticks, which goes on where its 33 bits wrap."""
        field_bytes = data[offset : offset + 5]
        if len(field_bytes) < 5:
            return None
        value = (
            (field_bytes[0] >> 1 & 7) << 30
            | field_bytes[1] << 22
            | (field_bytes[2] >> 1) << 15
            | field_bytes[3] << 7
            | field_bytes[4] >> 1
        )
        if self._clock is None:
            self._clock = value
        half = _CLOCK_MODULUS // 2
        self._clock += (value - self._clock + half) % _CLOCK_MODULUS - half
        return self._clock


def _create_pes(stream: ProgramStream) -> _Pes:
    pes = _Pes(stream, 0)
    if stream.is_video:
        pes.video = VideoAssembler(stream.codec)
    elif stream.codec != "opus":
        pes.frames = AudioFrames(stream.codec)
    return pes


def _read_video(
    pes: _Pes, assembler: VideoAssembler, payload: bytes, pts: int | None, dts: int | None
) -> PacketBatch:
    """Return the packets of a frame. One without timestamps follows the previous one (2.7.4)."""
    if pts is None or dts is None:
        if pes.last_dts is None:
            return iter(())
        pts = dts = pes.last_dts + pes.frame_ticks
    elif pes.last_dts is not None and 0 < dts - pes.last_dts <= _TICKS_PER_SECOND:
        pes.frame_ticks = dts - pes.last_dts
    pes.last_dts = dts
    return assembler.read(payload, round(dts / _TICKS_PER_MS), round(pts / _TICKS_PER_MS))


def _read_audio(pes: _Pes, payload: bytes, pts: int | None) -> PacketBatch:
    start = Fraction(pts, _TICKS_PER_SECOND) if pts is not None else pes.next_audio
    continues_frame = pes.frames is not None and pes.frames.is_inside_frame
    position = pes.next_audio if continues_frame else start
    audio_format = AudioFormat(pes.stream.codec, pes.stream.configuration)
    for duration, frame in pes.frames.add(payload) if pes.frames is not None else split_opus(payload):
        yield AudioPacket(round(position * 1000), audio_format, frame, pes.track, pes.stream.language)
        position += duration
        if continues_frame:
            position, continues_frame = start, False
    pes.next_audio = position
