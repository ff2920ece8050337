"""Reading the packets of files in a row, with their timestamps laid on one clock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import av.error
from av.codec.context import Flags2

from adapters.video.clock import CLOCK
from adapters.video.parts import Part
from adapters.video.probe import main_video, open_source, sound_streams
from adapters.video.timeline import LONGEST_GAP, Timeline

_TOLD_EVERY = 5_000
_USUAL_HERTZ = 48_000
_SKIPS_TOO_MUCH = frozenset({"wmav1", "wmav2"})
"""Their decoders leave out two frames, where only the first is padding: 43 ms of sound."""
_SAMPLES = {"mp2": 1152, "mp2float": 1152, "mp3": 1152, "mp3float": 1152, "ac3": 1536, "eac3": 1536}


@dataclass(frozen=True, slots=True)
class TimedPacket:
    """A packet of the picture (`sound` is None) or of the sound with that number, the default one being 0.

    `pts` and `dts` are ticks of 1/90,000 s from the first packet; `lasts` is 0 where the file does not say.
    `own` is the timestamp in the file, in the same ticks. `run` counts the pieces between which they jump.
    `caption` is the index of a text stream: its packets are not placed, and have the run that was read last.
    """

    packet: Any
    sound: int | None
    pts: int
    dts: int
    lasts: int
    own: int
    run: int
    caption: int | None = None


def read_packets(
    parts: Sequence[Part],
    alive: Callable[[], None] = lambda: None,
    longest_gap: int = LONGEST_GAP,
    captions: Collection[int] = (),
) -> Iterator[TimedPacket]:
    """Yield the packets of the main picture, of every sound and of the text streams with the indexes
    `captions`; each part follows the one before it.

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
            texts = [stream for stream in container.streams.subtitles if stream.index in captions]
            for timed in _read_part(container, part, timeline, partial(_run_of, runs, number), texts):
                count += 1
                if count % _TOLD_EVERY == 0:
                    alive()
                yield timed


def _run_of(runs: dict[tuple[int, int], int], part: int, shift: int) -> int:
    return runs.setdefault((part, shift), len(runs))


def _read_part(
    container: Any, part: Part, timeline: Timeline, run_of: Callable[[int], int], texts: Sequence[Any]
) -> Iterator[TimedPacket]:
    video = main_video(container)
    sounds = {stream.index: place for place, stream in enumerate(sound_streams(container))}
    for index in sounds:
        _keep_beginning(container.streams[index].codec_context)
    waits_for_key = part.follows
    clocks: dict[int, StreamClock] = defaultdict(StreamClock)
    run = 0
    for packet in _demux(container, [video, *(container.streams[index] for index in sounds), *texts]):
        if packet.stream in texts:
            yield from _caption(packet, run)
            continue
        sound = sounds.get(packet.stream_index)
        if sound is None:
            waits_for_key = waits_for_key and not packet.is_keyframe
            if waits_for_key:
                continue
        pts, dts, lasts = clocks[packet.stream_index].read(packet)
        shift = timeline.shift("video" if sound is None else f"audio {sound}", dts, lasts)
        run = run_of(shift)
        yield TimedPacket(packet, sound, pts + shift, dts + shift, lasts, pts, run)


def _keep_beginning(decoder: Any) -> None:
    """Let a decoder give all that it decodes, each frame with its own instant, so that padding lies before
    the first picture."""
    if decoder.name in _SKIPS_TOO_MUCH:
        decoder.flags2 |= Flags2.skip_manual


def _caption(packet: Any, run: int) -> Iterator[TimedPacket]:
    if packet.pts is not None:
        at, lasts = _ticks(packet.pts, packet.time_base), _ticks(packet.duration or 0, packet.time_base)
        yield TimedPacket(packet, None, at, at, lasts, at, run, packet.stream_index)


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
