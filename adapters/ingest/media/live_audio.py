"""The audio of a live stream: one AAC track without gaps, whatever the encoder sends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

import av
import av.error

from adapters.ingest.media.packet_buffers import MediaPacket, PacketBuffer
from adapters.ingest.media.source_packets import AudioFormat, AudioPacket
from adapters.video.audio.aac_encoder import FRAME_SAMPLES, AacEncoder
from adapters.video.audio.gapless_audio import SAMPLE_RATE, GaplessAudio, Samples
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

CODEC = "mp4a.40.2"
_FRAME_TICKS = FRAME_SAMPLES * TICKS_PER_SECOND // SAMPLE_RATE
ENCODER_DELAY = 4 * _FRAME_TICKS
"""Audio in ticks that the encoder needs after the start of a frame before it outputs that frame."""
_ADTS_HEADER_SIZE = 7
_RATE_INDEX, _CHANNELS, _PROFILE = 3, 2, 1


class LiveAudioEncoder:
    """Encodes AAC packets at 48 kHz into `packets`, from time 0 of a timeline.

    `start` is added to their timestamps. Times are in ticks of 1/90,000 s. `measure` sees the samples.
    """

    def __init__(self, start: int, measure: Callable[[Iterable[Samples]], Iterator[Samples]] = iter) -> None:
        self._measure = measure
        self.packets = PacketBuffer()
        self.packets.complete_until = start
        self._start = start
        self._audio = GaplessAudio()
        self._decoder: Any = None
        self._format: AudioFormat | None = None
        self._encoder = AacEncoder(av.CodecContext.create("aac", "w"))

    def next_frame_start(self, pts: int) -> int:
        """Return the start of the first frame of this track at or after `pts`."""
        return self._start - (self._start - pts) // _FRAME_TICKS * _FRAME_TICKS

    @property
    def end(self) -> int:
        """Return the end of the audio so far."""
        return self._start + self._audio.end

    def add(self, audio_packet: AudioPacket, pts: int) -> None:
        """Add a packet that starts at `pts`. Audio that cannot be decoded is replaced by silence later."""
        if audio_packet.format != self._format:
            self._format, self._decoder = audio_packet.format, _create_decoder(audio_packet.format)
        packet = av.Packet(audio_packet.data)
        packet.pts, packet.time_base = audio_packet.dts, Fraction(1, 1000)
        samples = self._audio.add(_DecodablePacket(packet, self._decoder), pts - self._start)
        self._emit(self._encoder.add(self._measure(samples)))

    def start_run(self) -> None:
        """Place the next packet at its exact time, without gradual correction."""
        self._audio.start_run()

    def fill(self, until: int) -> None:
        """Add silence up to `until`."""
        self._emit(self._encoder.add(self._audio.fill(until - self._start)))

    def finish(self, end: int) -> None:
        """End the track at `end`."""
        self._emit(self._encoder.add(self._audio.finish(end - self._start)))
        self._emit(self._encoder.finish())

    def _emit(self, packets: Iterable[Any]) -> None:
        for encoded in packets:
            pts = self._start + encoded.pts * TICKS_PER_SECOND // SAMPLE_RATE
            self.packets.add(MediaPacket(pts, pts, _add_adts_header(bytes(encoded))))
            self.packets.complete_until = pts + _FRAME_TICKS


class _DecodablePacket:
    """A packet in the form that `GaplessAudio` takes."""

    def __init__(self, packet: Any, decoder: Any) -> None:
        self._packet, self._decoder = packet, decoder
        self.pts = packet.pts

    def decode(self) -> list[Any]:
        """Return the decoded frames. Empty if there is no decoder for the format."""
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
    """Return an AAC frame with its ADTS header (ISO 13818-7, 6.2)."""
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
