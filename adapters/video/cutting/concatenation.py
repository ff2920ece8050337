"""Concatenation of a recording's segments into one MP4 without encoding, one segment in memory at a time."""

import heapq
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import av
import av.error

from adapters.video.cutting.mp4_writer import add_copied_stream, open_mp4
from adapters.video.cutting.segment_index import DAMAGED_MESSAGE, is_truncated, open_segment
from adapters.video.cutting.text_tracks import add_text_stream, count_samples, disable_text_tracks
from adapters.video.languages import iso_639_2_code
from adapters.video.timing.segment_clock import GAP_MESSAGE, TICKS_PER_SECOND, SegmentClock
from touchline.clips.ports.cutting import (
    AudioTrackSegments,
    CutRefusedError,
    CutResult,
    OnProgress,
    TextTrack,
)

_SAMPLED_SEGMENTS = 12


def concatenate_segments(
    segments: Sequence[Path],
    into: Path,
    on_progress: OnProgress,
    audio_tracks: Sequence[AudioTrackSegments] = (),
    text_tracks: Sequence[TextTrack] = (),
) -> CutResult:
    """Write the file. Raises `CutRefusedError` if there are no segments, or if one is missing or damaged.

    The space reserved for the index is estimated from some of the segments. If others contain many more
    packets, the file is written again with space for all.
    """
    if not segments:
        raise CutRefusedError(DAMAGED_MESSAGE)
    extra_tracks = [audio_track for audio_track in audio_tracks if audio_track.segments]
    segment_lists = [segments, *(audio_track.segments for audio_track in extra_tracks)]
    text_capacity = count_samples(text_tracks)
    packet_capacity = sum(map(_estimate_packets, segment_lists)) + text_capacity
    try:
        return _write(segments, into, on_progress, audio_tracks, text_tracks, packet_capacity)
    except CutRefusedError:
        packet_count = sum(_count_packets(path) for paths in segment_lists for path in paths) + text_capacity
        if packet_count <= packet_capacity:
            raise
        return _write(segments, into, on_progress, audio_tracks, text_tracks, packet_count)


def _write(
    segments: Sequence[Path],
    into: Path,
    on_progress: OnProgress,
    audio_tracks: Sequence[AudioTrackSegments],
    text_tracks: Sequence[TextTrack],
    packet_capacity: int,
) -> CutResult:
    """Write the file with space reserved at the front for an index of `packet_capacity` packets."""
    extra_tracks = [audio_track for audio_track in audio_tracks if audio_track.segments]
    with open_mp4(into, packet_capacity) as file:
        with open_segment(segments[0]) as first:
            template_streams = [*first.streams.video[:1], *first.streams.audio[:1]]
            streams = {stream.type: add_copied_stream(file, stream) for stream in template_streams}
        extra_streams = [_add_audio_track(file, audio_track) for audio_track in extra_tracks]
        _label_default_track(streams.get("audio"), audio_tracks)
        texts = [add_text_stream(file, track) for track in text_tracks]
        concatenator = _SegmentConcatenator(file, streams, [text.make_packets() for text in texts])
        for number, path in enumerate(segments):
            on_progress(number / len(segments))
            with open_segment(path) as container:
                concatenator.add_segment(container)
            if is_truncated(path):
                raise CutRefusedError(DAMAGED_MESSAGE)
            for audio_track, stream in zip(extra_tracks, extra_streams, strict=True):
                if number < len(audio_track.segments):
                    concatenator.add_audio(audio_track.segments[number], stream)
            concatenator.add_text()
        width, height = streams["video"].width, streams["video"].height
    disable_text_tracks(into)
    on_progress(1.0)
    return CutResult(
        round(concatenator.end * 1000 / TICKS_PER_SECOND), width, height, into.stat().st_size, 1.0
    )


def _estimate_packets(segments: Sequence[Path]) -> int:
    """Estimate the packet count: the highest count of a sample of segments for each segment, plus a fifth.

    A recording may start with a still image, and too little space for the index breaks the file.
    """
    sample = segments[:: max(1, len(segments) // _SAMPLED_SEGMENTS)]
    return max(map(_count_packets, sample)) * len(segments) * 6 // 5


def _count_packets(path: Path) -> int:
    with _open_audio_segment(path) as container:
        return sum(1 for packet in container.demux() if packet.size)


@contextmanager
def _open_audio_segment(path: Path) -> Iterator[Any]:
    """Open a segment that may contain audio only. Raises `CutRefusedError` if it is missing or damaged."""
    try:
        with av.open(str(path), format="mpegts", options={"protocol_whitelist": "file"}) as container:
            yield container
    except FileNotFoundError as error:
        raise CutRefusedError(GAP_MESSAGE) from error
    except (av.error.InvalidDataError, av.error.EOFError) as error:
        raise CutRefusedError(DAMAGED_MESSAGE) from error


def _add_audio_track(file: Any, audio_track: AudioTrackSegments) -> Any:
    """Add an alternate audio track, which plays if the viewer chooses it."""
    with _open_audio_segment(audio_track.segments[0]) as container:
        if not container.streams.audio:
            raise CutRefusedError(DAMAGED_MESSAGE)
        stream = add_copied_stream(file, container.streams.audio[0])
    _label_track(stream, audio_track)
    stream.disposition = av.stream.Disposition(0)
    return stream


def _label_default_track(stream: Any, audio_tracks: Sequence[AudioTrackSegments]) -> None:
    default = next((audio_track for audio_track in audio_tracks if not audio_track.segments), None)
    if stream is not None and default is not None:
        _label_track(stream, default)
        stream.disposition = av.stream.Disposition.default


def _label_track(stream: Any, audio_track: AudioTrackSegments) -> None:
    stream.metadata["title"] = stream.metadata["handler_name"] = audio_track.name
    if audio_track.language:
        stream.metadata["language"] = iso_639_2_code(audio_track.language)


class _SegmentConcatenator:
    """Writer of consecutive segments."""

    def __init__(self, file: Any, streams: dict[str, Any], texts: Sequence[Iterator[Any]] = ()) -> None:
        self._file, self._streams = file, streams
        self._texts = heapq.merge(*texts, key=lambda packet: packet.dts)
        self._next_text = next(self._texts, None)
        self._segment_clock = SegmentClock()
        self._last_dts: dict[Any, int] = {}
        self._shift = 0
        self.end = 0

    def add_segment(self, container: Any) -> None:
        """Write the packets of a segment."""
        template_streams = [*container.streams.video[:1], *container.streams.audio[:1]]
        packets = [packet for packet in container.demux(template_streams) if packet.pts is not None]
        frame_pts = sorted(packet.pts for packet in packets if packet.stream.type == "video")
        if not frame_pts or any(packet.is_corrupt for packet in packets):
            raise CutRefusedError(DAMAGED_MESSAGE)
        shift = self._shift = self._segment_clock.compute_shift(frame_pts[0], self.end)
        self._segment_clock.check_gaps([packet.pts + shift for packet in packets], 0, math.inf)
        durations = [next_pts - pts for pts, next_pts in pairwise(frame_pts)]
        self.end = frame_pts[-1] + shift + round(median(durations) if durations else 0)
        for packet in packets:
            if packet.stream.type in self._streams:
                self._write_packet(packet, self._streams[packet.stream.type])

    def add_audio(self, path: Path, stream: Any) -> None:
        """Write the alternate audio packets that belong to the video segment added last."""
        with _open_audio_segment(path) as container:
            for packet in container.demux(container.streams.audio[:1]):
                if packet.pts is not None:
                    self._write_packet(packet, stream)
        if is_truncated(path):
            raise CutRefusedError(DAMAGED_MESSAGE)

    def add_text(self) -> None:
        """Write the captions that begin in the segments added so far."""
        while self._next_text is not None and self._next_text.dts < self.end:
            self._file.mux_one(self._next_text)
            self._next_text = next(self._texts, None)

    def _write_packet(self, packet: Any, stream: Any) -> None:
        """Write a packet. Audio that extends past the end of a run is replaced by the audio of the next
        run."""
        packet.dts = (packet.pts if packet.dts is None else packet.dts) + self._shift
        packet.pts += self._shift
        if packet.dts > self._last_dts.get(stream.index, packet.dts - 1):
            self._last_dts[stream.index] = packet.dts
            packet.stream = stream
            self._file.mux_one(packet)
