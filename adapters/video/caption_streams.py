"""Text streams of a source on the clock of its pictures, whose timestamps may jump, pause or begin late."""

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

from adapters.video.clock import CLOCK
from adapters.video.demuxing import TimedPacket, read_packets
from adapters.video.probe import CaptionStream, Source, open_source
from adapters.video.survey import Survey

_ENDINGS = {"mov_text": "mp4", "eia_608": "mov", "cc_dec": "mov"}
"""Files for the codecs that Matroska does not have."""


@dataclass
class _Run:
    """Pictures between two jumps: their first and last timestamp in the file, and the ticks added to them."""

    first: int
    last: int
    shift: int

    def distance(self, instant: int) -> int:
        """How far a timestamp of the file lies outside."""
        return max(0, self.first - instant, instant - self.last)


def extract_captions(
    source: Source, found: Survey, into: Path, alive: Callable[[], None]
) -> dict[CaptionStream, Path]:
    """Write each text stream of a source into a file in the folder `into`, its cues placed as its pictures.

    A damaged stream is left out. All of the source is read, which may take minutes; `alive` is called
    meanwhile.
    """
    runs: dict[int, _Run] = {}
    cues: dict[int, list[TimedPacket]] = defaultdict(list)
    wanted = {stream.index: stream for stream in source.captions}
    for timed in read_packets(source.parts, alive, source.longest_gap, captions=wanted):
        if timed.caption is not None:
            cues[timed.caption].append(timed)
        elif timed.sound is None:
            run = runs.setdefault(timed.run, _Run(timed.own, timed.own, timed.pts - timed.own))
            run.first, run.last = min(run.first, timed.own), max(run.last, timed.own)
    files = {}
    for index, row in cues.items():
        ending = _ENDINGS.get(wanted[index].codec, "mkv")
        target = into / f"{index}.{ending}"
        try:
            files[wanted[index]] = _write(source, index, _placed(row, runs, found), target)
        except av.error.FFmpegError as error:
            if error.errno == errno.ENOSPC:
                raise
    return files


def _placed(row: list[TimedPacket], runs: dict[int, _Run], found: Survey) -> list[tuple[int, int, Any]]:
    """Instant, length and packet of each cue in ticks of the stream, in order of time."""
    placed = []
    for cue in row:
        number = min(runs, key=lambda each: (runs[each].distance(cue.own), abs(each - cue.run)))
        at = cue.own + runs[number].shift
        at += found.grid.move(at) - found.begin
        first, end = max(0, at), min(at + cue.lasts, found.end - found.begin)
        if first < end:
            placed.append((first, end - first, cue.packet))
    return sorted(placed, key=lambda each: each[0])


def _write(source: Source, index: int, cues: list[tuple[int, int, Any]], target: Path) -> Path:
    with open_source(source.parts[0]) as template, av.open(str(target), "w") as out:
        stream = out.add_stream_from_template(template.streams[index])
        for at, lasts, packet in cues:
            packet.stream, packet.time_base = stream, Fraction(1, CLOCK)
            packet.pts = packet.dts = at
            packet.duration = lasts
            out.mux_one(packet)
    return target
