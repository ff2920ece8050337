"""A whole recording as one MP4: its segments in a row, nothing encoded, one segment at a time in memory."""

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from adapters.video.clock import CLOCK, RunningClock
from adapters.video.mp4 import add_copied, mp4
from adapters.video.reel import DAMAGED, is_torn, opened
from touchline.clips.ports.cutting import Cut, CutRefused, OnProgress

_LOOKED_INTO = 12


def write_whole(segments: Sequence[Path], into: Path, on_progress: OnProgress) -> Cut:
    """Write the file; `CutRefused` where a segment is missing or damaged, or there is none."""
    if not segments:
        raise CutRefused(DAMAGED)
    with mp4(into, _most_packets(segments)) as file:
        with opened(segments[0]) as first:
            kinds = [*first.streams.video[:1], *first.streams.audio[:1]]
            streams = {stream.type: add_copied(file, stream) for stream in kinds}
        row = _Row(file, streams)
        for number, path in enumerate(segments):
            on_progress(number / len(segments))
            with opened(path) as container:
                row.add(container)
            if is_torn(path):
                raise CutRefused(DAMAGED)
        width, height = streams["video"].width, streams["video"].height
    on_progress(1.0)
    return Cut(round(row.end * 1000 / CLOCK), width, height, into.stat().st_size, 1.0)


def _most_packets(segments: Sequence[Path]) -> int:
    """As if all had as many as the fullest of some, and a fifth more: a recording may begin with a still
    picture, and an index that has no room spoils the file."""
    some = segments[:: max(1, len(segments) // _LOOKED_INTO)]
    return max(map(_packets, some)) * len(segments) * 6 // 5


def _packets(path: Path) -> int:
    with opened(path) as container:
        return sum(1 for packet in container.demux() if packet.size)


class _Row:
    """Segments written one after another."""

    def __init__(self, file: Any, streams: dict[str, Any]) -> None:
        self._file, self._streams = file, streams
        self._clock = RunningClock()
        self._written: dict[str, int] = {}
        self.end = 0

    def add(self, container: Any) -> None:
        """Write a segment's packets."""
        kinds = [*container.streams.video[:1], *container.streams.audio[:1]]
        packets = [packet for packet in container.demux(kinds) if packet.pts is not None]
        shown = sorted(packet.pts for packet in packets if packet.stream.type == "video")
        if not shown or any(packet.is_corrupt for packet in packets):
            raise CutRefused(DAMAGED)
        shift = self._clock.lay(shown[0], self.end)
        self._clock.go_on([packet.pts + shift for packet in packets], 0, math.inf)
        steps = [later - at for at, later in pairwise(shown)]
        self.end = shown[-1] + shift + round(median(steps) if steps else 0)
        for packet in packets:
            self._write(packet, shift)

    def _write(self, packet: Any, shift: int) -> None:
        """Sound that hangs over the end of a run gives way to that of the next."""
        kind = packet.stream.type
        packet.dts = (packet.pts if packet.dts is None else packet.dts) + shift
        packet.pts += shift
        if kind in self._streams and packet.dts > self._written.get(kind, packet.dts - 1):
            self._written[kind] = packet.dts
            packet.stream = self._streams[kind]
            self._file.mux_one(packet)
