"""The samples of one audio track of a source, from the start of the stream to its end."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.video.audio.gapless_audio import GaplessAudio, Samples
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.demuxing import TimedPacket


class TrackSamples:
    """Decodes the packets of an audio track into stereo audio without gaps, as long as the stream.

    `end` is the length of the stream in ticks.
    """

    def __init__(self, analysis: SourceAnalysis) -> None:
        self._analysis, self.end = analysis, analysis.end - analysis.start
        self._gapless_audio = GaplessAudio()
        self._run = 0

    def add(self, timed_packet: TimedPacket) -> Iterator[Samples]:
        """Decode a packet of any codec and yield the completed samples.

        Audio that extends past the video of its run is replaced by the audio of the next run.
        """
        if timed_packet.run != self._run:
            self._run = timed_packet.run
            self._gapless_audio.start_run()
        next_run_start = self._analysis.run_starts.get(timed_packet.run + 1)
        until = None if next_run_start is None else next_run_start - self._analysis.start
        yield from self._gapless_audio.add(timed_packet.packet, self._to_output_time(timed_packet.pts), until)

    def fill(self, until: int) -> Iterator[Samples]:
        """Yield silence up to a source timestamp that no audio has reached."""
        yield from self._gapless_audio.fill(min(self._to_output_time(until), self.end))

    def finish(self) -> Iterator[Samples]:
        """Yield the remaining samples, and silence up to the end of the stream."""
        yield from self._gapless_audio.finish(self.end)

    def _to_output_time(self, timestamp: int) -> int:
        return timestamp + self._analysis.grid.offset_at(timestamp) - self._analysis.start
