"""One audio track of a source as AAC stereo that starts and ends with the stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adapters.video.audio.aac_encoder import AUDIO_BITRATE, AacEncoder
from adapters.video.audio.gapless_audio import SAMPLE_RATE, GaplessAudio
from adapters.video.cutting.mp4_writer import add_audio_stream
from adapters.video.languages import iso_639_2_code
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.demuxing import TimedPacket
from adapters.video.timing.segment_clock import TICKS_PER_SECOND


class AudioTrackEncoder:
    """Encoder that adds an AAC stream to a container and encodes audio for it without gaps."""

    def __init__(self, container: Any, analysis: SourceAnalysis, bitrate: int = AUDIO_BITRATE) -> None:
        self._stream = add_audio_stream(container)
        self._analysis, self._end = analysis, analysis.end - analysis.start
        self._lead_samples = round(analysis.hidden_lead * SAMPLE_RATE / TICKS_PER_SECOND)
        length = round(self._end * SAMPLE_RATE / TICKS_PER_SECOND)
        self._encoder = AacEncoder(self._stream.codec_context, bitrate=bitrate, max_samples=length)
        self._gapless_audio = GaplessAudio()
        self._run = 0

    def label(self, title: str, language: str) -> None:
        """Set the title of the track and its language (BCP 47, or ""), before the first packet."""
        self._stream.metadata["title"] = title
        if language:
            self._stream.metadata["language"] = iso_639_2_code(language)

    def add(self, timed_packet: TimedPacket) -> Iterator[Any]:
        """Encode a packet of any codec and yield the completed packets.

        Audio that extends past the video of its run is replaced by the audio of the next run.
        """
        if timed_packet.run != self._run:
            self._run = timed_packet.run
            self._gapless_audio.start_run()
        next_run_start = self._analysis.run_starts.get(timed_packet.run + 1)
        until = None if next_run_start is None else next_run_start - self._analysis.start
        chunks = self._gapless_audio.add(timed_packet.packet, self._to_output_time(timed_packet.pts), until)
        yield from self._assign_stream(self._encoder.add(chunks))

    def fill(self, until: int) -> Iterator[Any]:
        """Encode silence up to a source timestamp that no audio has reached."""
        chunks = self._gapless_audio.fill(min(self._to_output_time(until), self._end))
        yield from self._assign_stream(self._encoder.add(chunks))

    def finish(self) -> Iterator[Any]:
        """Encode the remaining audio, up to the end of the stream."""
        yield from self._assign_stream(self._encoder.add(self._gapless_audio.finish(self._end)))
        yield from self._assign_stream(self._encoder.finish())

    def _to_output_time(self, timestamp: int) -> int:
        return timestamp + self._analysis.grid.offset_at(timestamp) - self._analysis.start

    def _assign_stream(self, packets: Iterable[Any]) -> Iterator[Any]:
        for packet in packets:
            packet.stream = self._stream
            packet.pts = packet.dts = packet.pts + self._lead_samples
            yield packet
