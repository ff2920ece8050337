"""A whole recording as one MP4: its segments in a row, nothing encoded, one segment at a time in memory."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import av
import av.error

from adapters.video.clock import CLOCK, GAP, RunningClock
from adapters.video.languages import three_letters
from adapters.video.mp4 import add_copied, mp4
from adapters.video.reel import DAMAGED, is_torn, opened
from touchline.clips.ports.cutting import Cut, CutRefused, OnProgress, SoundSegments

_LOOKED_INTO = 12


def write_whole(
    segments: Sequence[Path], into: Path, on_progress: OnProgress, sounds: Sequence[SoundSegments] = ()
) -> Cut:
    """Write the file; `CutRefused` where a segment is missing or damaged, or there is none.

    Room for the index is reckoned from some of the segments. Where others hold many more packets, it is
    written again with room for all.
    """
    if not segments:
        raise CutRefused(DAMAGED)
    others = [sound for sound in sounds if sound.segments]
    rows = [segments, *(sound.segments for sound in others)]
    room = sum(map(_most_packets, rows))
    try:
        return _write(segments, into, on_progress, sounds, room)
    except CutRefused:
        counted = sum(_packets(path) for row in rows for path in row)
        if counted <= room:
            raise
        return _write(segments, into, on_progress, sounds, counted)


def _write(
    segments: Sequence[Path],
    into: Path,
    on_progress: OnProgress,
    sounds: Sequence[SoundSegments],
    room: int,
) -> Cut:
    """Write the file with room in front for an index of so many packets."""
    others = [sound for sound in sounds if sound.segments]
    with mp4(into, room) as file:
        with opened(segments[0]) as first:
            kinds = [*first.streams.video[:1], *first.streams.audio[:1]]
            streams = {stream.type: add_copied(file, stream) for stream in kinds}
        added = [_add_sound(file, sound) for sound in others]
        _name_default(streams.get("audio"), sounds)
        row = _Row(file, streams)
        for number, path in enumerate(segments):
            on_progress(number / len(segments))
            with opened(path) as container:
                row.add(container)
            if is_torn(path):
                raise CutRefused(DAMAGED)
            for sound, stream in zip(others, added, strict=True):
                if number < len(sound.segments):
                    row.add_sound(sound.segments[number], stream)
        width, height = streams["video"].width, streams["video"].height
    on_progress(1.0)
    return Cut(round(row.end * 1000 / CLOCK), width, height, into.stat().st_size, 1.0)


def _most_packets(segments: Sequence[Path]) -> int:
    """As if all had as many as the fullest of some, and a fifth more: a recording may begin with a still
    picture, and an index that has no room spoils the file."""
    some = segments[:: max(1, len(segments) // _LOOKED_INTO)]
    return max(map(_packets, some)) * len(segments) * 6 // 5


def _packets(path: Path) -> int:
    with _opened_sound(path) as container:
        return sum(1 for packet in container.demux() if packet.size)


@contextmanager
def _opened_sound(path: Path) -> Iterator[Any]:
    """A segment that may hold sound alone; `CutRefused` where it is not there, or damaged."""
    try:
        with av.open(str(path), format="mpegts", options={"protocol_whitelist": "file"}) as container:
            yield container
    except FileNotFoundError as error:
        raise CutRefused(GAP) from error
    except (av.error.InvalidDataError, av.error.EOFError) as error:
        raise CutRefused(DAMAGED) from error


def _add_sound(file: Any, sound: SoundSegments) -> Any:
    """A track for another sound, which plays when the viewer chooses it."""
    with _opened_sound(sound.segments[0]) as container:
        if not container.streams.audio:
            raise CutRefused(DAMAGED)
        stream = add_copied(file, container.streams.audio[0])
    _name(stream, sound)
    stream.disposition = av.stream.Disposition(0)
    return stream


def _name_default(stream: Any, sounds: Sequence[SoundSegments]) -> None:
    default = next((sound for sound in sounds if not sound.segments), None)
    if stream is not None and default is not None:
        _name(stream, default)
        stream.disposition = av.stream.Disposition.default


def _name(stream: Any, sound: SoundSegments) -> None:
    stream.metadata["title"] = stream.metadata["handler_name"] = sound.name
    if sound.language:
        stream.metadata["language"] = three_letters(sound.language)


class _Row:
    """Segments written one after another."""

    def __init__(self, file: Any, streams: dict[str, Any]) -> None:
        self._file, self._streams = file, streams
        self._clock = RunningClock()
        self._written: dict[Any, int] = {}
        self._shift = 0
        self.end = 0

    def add(self, container: Any) -> None:
        """Write a segment's packets."""
        kinds = [*container.streams.video[:1], *container.streams.audio[:1]]
        packets = [packet for packet in container.demux(kinds) if packet.pts is not None]
        shown = sorted(packet.pts for packet in packets if packet.stream.type == "video")
        if not shown or any(packet.is_corrupt for packet in packets):
            raise CutRefused(DAMAGED)
        shift = self._shift = self._clock.lay(shown[0], self.end)
        self._clock.go_on([packet.pts + shift for packet in packets], 0, math.inf)
        steps = [later - at for at, later in pairwise(shown)]
        self.end = shown[-1] + shift + round(median(steps) if steps else 0)
        for packet in packets:
            if packet.stream.type in self._streams:
                self._write(packet, self._streams[packet.stream.type])

    def add_sound(self, path: Path, stream: Any) -> None:
        """Write the packets of another sound that belong to the segment of pictures added last."""
        with _opened_sound(path) as container:
            for packet in container.demux(container.streams.audio[:1]):
                if packet.pts is not None:
                    self._write(packet, stream)
        if is_torn(path):
            raise CutRefused(DAMAGED)

    def _write(self, packet: Any, stream: Any) -> None:
        """Sound that hangs over the end of a run gives way to that of the next."""
        packet.dts = (packet.pts if packet.dts is None else packet.dts) + self._shift
        packet.pts += self._shift
        if packet.dts > self._written.get(stream.index, packet.dts - 1):
            self._written[stream.index] = packet.dts
            packet.stream = stream
            self._file.mux_one(packet)
