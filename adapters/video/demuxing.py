"""Reading the packets of files in a row, with their timestamps laid on one clock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import av.error

from adapters.video.clock import CLOCK
from adapters.video.parts import Part
from adapters.video.probe import main_video, open_source, sound_streams
from adapters.video.timeline import LONGEST_GAP, Timeline

_TOLD_EVERY = 5_000
_USUAL_HERTZ = 48_000
_SAMPLES = {"mp2": 1152, "mp2float": 1152, "mp3": 1152, "mp3float": 1152, "ac3": 1536, "eac3": 1536}


@dataclass(frozen=True, slots=True)
class TimedPacket:
    """A packet of the picture (`sound` is None) or of the sound with that number, the default one being 0.

    `pts` and `dts` are ticks of 1/90,000 s from the first packet; `lasts` is 0 where the file does not say.
    `own` is the timestamp in the file, in the same ticks. `run` counts the pieces between which they jump.
    """

    packet: Any
    sound: int | None
    pts: int
    dts: int
    lasts: int
    own: int
    run: int


def read_packets(
    parts: Sequence[Part], alive: Callable[[], None] = lambda: None, longest_gap: int = LONGEST_GAP
) -> Iterator[TimedPacket]:
    """Yield the packets of the main picture and of every sound; each part follows the one before it.

    A part begins with its first key picture. What follows damage that the reader cannot get past is left
    out. A pause of more than `longest_gap` ticks is closed.
    """
    timeline = Timeline(longest_gap)
    runs: dict[tuple[int, int], int] = {}
    count = 0
    for number, part in enumerate(parts):
        if part.follows:
            timeline.begin_run()
        with open_source(part) as container:
            for timed in _read_part(container, part, timeline, partial(_run_of, runs, number)):
                count += 1
                if count % _TOLD_EVERY == 0:
                    alive()
                yield timed


def _run_of(runs: dict[tuple[int, int], int], part: int, shift: int) -> int:
    return runs.setdefault((part, shift), len(runs))


def _read_part(
    container: Any, part: Part, timeline: Timeline, run_of: Callable[[int], int]
) -> Iterator[TimedPacket]:
    video = main_video(container)
    sounds = {stream.index: place for place, stream in enumerate(sound_streams(container))}
    waits_for_key = part.follows
    clocks: dict[int, StreamClock] = defaultdict(StreamClock)
    for packet in _demux(container, [video, *(container.streams[index] for index in sounds)]):
        sound = sounds.get(packet.stream_index)
        if sound is None:
            waits_for_key = waits_for_key and not packet.is_keyframe
            if waits_for_key:
                continue
        pts, dts, lasts = clocks[packet.stream_index].read(packet)
        shift = timeline.shift("video" if sound is None else f"audio {sound}", dts, lasts)
        yield TimedPacket(packet, sound, pts + shift, dts + shift, lasts, pts, run_of(shift))


class StreamClock:
    """The timestamps of one stream, in ticks. A packet that has none follows the one before it."""

    def __init__(self) -> None:
        self._next = 0

    def read(self, packet: Any) -> tuple[int, int, int]:
        """Return presentation and decoding time of a packet, and how long it lasts."""
        lasts = _ticks(packet.duration or 0, packet.time_base)
        if packet.pts is None and packet.dts is None:
            pts = dts = self._next
        else:
            pts = _ticks(packet.dts if packet.pts is None else packet.pts, packet.time_base)
            dts = pts if packet.dts is None else _ticks(packet.dts, packet.time_base)
        self._next = dts + (lasts or _usual_length(packet.stream))
        return pts, dts, lasts


def _usual_length(stream: Any) -> int:
    """How long a packet lasts that does not say it: as its codec has it."""
    if stream.type == "video":
        return round(CLOCK / (stream.average_rate or stream.guessed_rate or 25))
    hertz = stream.codec_context.sample_rate or _USUAL_HERTZ
    return round(_SAMPLES.get(stream.codec_context.name, 1024) * CLOCK / hertz)


def _demux(container: Any, streams: Sequence[Any]) -> Iterator[Any]:
    """Packets that hold something, up to damage that ends the reading."""
    try:
        for packet in container.demux(*streams):
            if packet.size:
                yield packet
    except (av.error.InvalidDataError, av.error.EOFError):
        return


def _ticks(instant: int, base: Any) -> int:
    return int((2 * instant * base.numerator * CLOCK + base.denominator) // (2 * base.denominator))
