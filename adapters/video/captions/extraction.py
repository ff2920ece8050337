"""Text streams of a source, timed to its video, whose timestamps may jump, pause or start late."""

from __future__ import annotations

import errno
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import av.error

from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.demuxing import TimedPacket, read_packets
from adapters.video.source.probe import CaptionStream, MediaSource, open_source
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_FILE_SUFFIXES = {"mov_text": "mp4", "eia_608": "mov", "cc_dec": "mov"}
"""Containers for the codecs that Matroska does not support."""


@dataclass
class _TimestampRun:
    """Frames between two jumps: their first and last timestamp in the file, and the ticks to add to them."""

    first: int
    last: int
    shift: int

    def distance(self, timestamp: int) -> int:
        """Return how far a file timestamp is outside of the run."""
        return max(0, self.first - timestamp, timestamp - self.last)


def extract_captions(
    source: MediaSource, analysis: SourceAnalysis, into: Path, heartbeat: Callable[[], None]
) -> dict[CaptionStream, Path]:
    """Write each text stream of a source to a file in the folder `into`, with cues timed to the video.

    Damaged streams are left out. The whole source is read, which may take minutes. `heartbeat` is called
    during that time.
    """
    runs: dict[int, _TimestampRun] = {}
    cues: dict[int, list[TimedPacket]] = defaultdict(list)
    streams = {stream.index: stream for stream in source.caption_streams}
    for timed_packet in read_packets(source.parts, heartbeat, source.max_gap, captions=streams):
        if timed_packet.caption_index is not None:
            cues[timed_packet.caption_index].append(timed_packet)
        elif timed_packet.audio_index is None:
            run = runs.setdefault(
                timed_packet.run,
                _TimestampRun(
                    timed_packet.source_pts,
                    timed_packet.source_pts,
                    timed_packet.pts - timed_packet.source_pts,
                ),
            )
            run.first, run.last = (
                min(run.first, timed_packet.source_pts),
                max(run.last, timed_packet.source_pts),
            )
    files = {}
    for index, cue_packets in cues.items():
        suffix = _FILE_SUFFIXES.get(streams[index].codec, "mkv")
        target = into / f"{index}.{suffix}"
        try:
            files[streams[index]] = _write_stream(
                source, index, _place_cues(cue_packets, runs, analysis), target
            )
        except av.error.FFmpegError as error:
            if error.errno == errno.ENOSPC:
                raise
    return files


def _place_cues(
    cue_packets: list[TimedPacket], runs: dict[int, _TimestampRun], analysis: SourceAnalysis
) -> list[tuple[int, int, Any]]:
    """Yield the start, duration and packet of each cue in ticks of the stream, ordered by time."""
    placed_cues = []
    for cue in cue_packets:
        run_number = min(
            runs, key=lambda number: (runs[number].distance(cue.source_pts), abs(number - cue.run))
        )
        pts = cue.source_pts + runs[run_number].shift
        pts += analysis.grid.offset_at(pts) - analysis.start
        first, end = max(0, pts), min(pts + cue.duration, analysis.end - analysis.start)
        if first < end:
            placed_cues.append((first, end - first, cue.packet))
    return sorted(placed_cues, key=lambda placed_cue: placed_cue[0])


def _write_stream(source: MediaSource, index: int, cues: list[tuple[int, int, Any]], target: Path) -> Path:
    with open_source(source.parts[0]) as template, av.open(str(target), "w") as out:
        stream = out.add_stream_from_template(template.streams[index])
        for pts, duration, packet in cues:
            packet.stream, packet.time_base = stream, Fraction(1, TICKS_PER_SECOND)
            packet.pts = packet.dts = pts
            packet.duration = duration
            out.mux_one(packet)
    return target
