"""The sound of a live stream: one AAC track without a gap, whatever the encoder sends."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.ingest.media.flv import AudioFormat, AudioPacket
from adapters.ingest.media.packet_buffers import MediaPacket, PacketBuffer
from adapters.video.audio.aac_encoder import FRAME_SAMPLES, AacEncoder
from adapters.video.audio.gapless_audio import SAMPLE_RATE, GaplessAudio
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

CODEC = "mp4a.40.2"
_FRAME_TICKS = FRAME_SAMPLES * TICKS_PER_SECOND // SAMPLE_RATE
ENCODER_DELAY = 4 * _FRAME_TICKS
"""The encoder gives out a frame when it has this much sound behind its beginning, in ticks."""
_ADTS_HEADER_SIZE = 7
_RATE_INDEX, _CHANNELS, _PROFILE = 3, 2, 1


class LiveAudioEncoder:
    """Packets of AAC at 48 kHz from the instant 0 of a timeline on, in `packets`. `start` is added to their
    instants. Instants are in ticks of 1/90,000 s."""

    def __init__(self, start: int) -> None:
        self.packets = PacketBuffer()
        self.packets.complete_until = start
        self._start = start
        self._audio = GaplessAudio()
        self._decoder: Any = None
        self._format: AudioFormat | None = None
        self._encoder = AacEncoder(av.CodecContext.create("aac", "w"))

    def next_frame_start(self, pts: int) -> int:
        """Where a frame of this row would begin at an instant or right after it."""
        return self._start - (self._start - pts) // _FRAME_TICKS * _FRAME_TICKS

    @property
    def end(self) -> int:
        """Up to where there is sound."""
        return self._start + self._audio.end

    def add(self, audio_packet: AudioPacket, pts: int) -> None:
        """Take up a packet that sounds from `at` on; of what cannot be decoded silence is made later."""
        if audio_packet.format != self._format:
            self._format, self._decoder = audio_packet.format, _create_decoder(audio_packet.format)
        packet = av.Packet(audio_packet.data)
        packet.pts, packet.time_base = audio_packet.dts, Fraction(1, 1000)
        samples = self._audio.add(_DecodablePacket(packet, self._decoder), pts - self._start)
        self._emit(self._encoder.add(samples))

    def start_run(self) -> None:
        """What comes next is put exactly in its place, without a soft correction."""
        self._audio.start_run()

    def fill(self, until: int) -> None:
        """Silence up to an instant."""
        self._emit(self._encoder.add(self._audio.fill(until - self._start)))

    def finish(self, end: int) -> None:
        """No more comes: the track lasts until `end`."""
        self._emit(self._encoder.add(self._audio.finish(end - self._start)))
        self._emit(self._encoder.finish())

    def _emit(self, packets: Iterable[Any]) -> None:
        for encoded in packets:
            pts = self._start + encoded.pts * TICKS_PER_SECOND // SAMPLE_RATE
            self.packets.add(MediaPacket(pts, pts, _add_adts_header(bytes(encoded))))
            self.packets.complete_until = pts + _FRAME_TICKS


class _DecodablePacket:
    """A packet as `GaplessAudio` wants it."""

    def __init__(self, packet: Any, decoder: Any) -> None:
        self._packet, self._decoder = packet, decoder
        self.pts = packet.pts

    def decode(self) -> list[Any]:
        """Its frames; none where nobody can decode it."""
        return list(self._decoder.decode(self._packet)) if self._decoder is not None else []


def _create_decoder(audio_format: AudioFormat) -> Any:
    try:
        decoder: Any = av.CodecContext.create(audio_format.codec, "r")
        if audio_format.configuration:
            decoder.extradata = audio_format.configuration
        if audio_format.rate:
            decoder.sample_rate = audio_format.rate
            decoder.layout = "stereo" if audio_format.channels == 2 else "mono"
    except (av.error.FFmpegError, ValueError):
        return None
    return decoder


def _add_adts_header(data: bytes) -> bytes:
    """A frame of AAC with its ADTS header (ISO 13818-7, 6.2)."""
    length = len(data) + _ADTS_HEADER_SIZE
    header = bytes(
        (
            0xFF,
            0xF1,
            _PROFILE << 6 | _RATE_INDEX << 2 | _CHANNELS >> 2,
            (_CHANNELS & 3) << 6 | length >> 11,
            length >> 3 & 0xFF,
            (length & 7) << 5 | 0x1F,
            0xFC,
        )
    )
    return header + data
