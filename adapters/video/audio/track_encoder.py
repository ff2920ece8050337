"""One audio track of a source as AAC stereo that starts and ends with the stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adapters.video.audio.aac_encoder import AUDIO_BITRATE, AacEncoder
from adapters.video.audio.gapless_audio import SAMPLE_RATE
from adapters.video.audio.loudness import GainStage
from adapters.video.audio.track_samples import TrackSamples
from adapters.video.cutting.mp4_writer import add_audio_stream
from adapters.video.languages import iso_639_2_code
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.demuxing import TimedPacket
from adapters.video.timing.segment_clock import TICKS_PER_SECOND


class AudioTrackEncoder:
    """Encoder that adds an AAC stream to a container and encodes audio for it without gaps.

    `gain` is in dB. Peaks that it would clip are limited.
    """

    def __init__(
        self, container: Any, analysis: SourceAnalysis, bitrate: int = AUDIO_BITRATE, gain: float = 0.0
    ) -> None:
        self._stream = add_audio_stream(container)
        self._samples = TrackSamples(analysis)
        self._gain = GainStage(gain)
        self._lead_samples = round(analysis.hidden_lead * SAMPLE_RATE / TICKS_PER_SECOND)
        length = round(self._samples.end * SAMPLE_RATE / TICKS_PER_SECOND)
        self._encoder = AacEncoder(self._stream.codec_context, bitrate=bitrate, max_samples=length)

    def label(self, title: str, language: str) -> None:
        """Set the title of the track and its language (BCP 47, or ""), before the first packet."""
        self._stream.metadata["title"] = title
        if language:
            self._stream.metadata["language"] = iso_639_2_code(language)

    def add(self, timed_packet: TimedPacket) -> Iterator[Any]:
        """Encode a packet of any codec and yield the completed packets.

        Audio that extends past the video of its run is replaced by the audio of the next run.
        """
        yield from self._encode(self._gain.add(self._samples.add(timed_packet)))

    def fill(self, until: int) -> Iterator[Any]:
        """Encode silence up to a source timestamp that no audio has reached."""
        yield from self._encode(self._gain.add(self._samples.fill(until)))

    def finish(self) -> Iterator[Any]:
        """Encode the remaining audio, up to the end of the stream."""
        yield from self._encode(self._gain.add(self._samples.finish()))
        yield from self._encode(self._gain.finish())
        yield from self._assign_stream(self._encoder.finish())

    def _encode(self, chunks: Iterable[Any]) -> Iterator[Any]:
        return self._assign_stream(self._encoder.add(chunks))

    def _assign_stream(self, packets: Iterable[Any]) -> Iterator[Any]:
        for packet in packets:
            packet.stream = self._stream
            packet.pts = packet.dts = packet.pts + self._lead_samples
            yield packet
