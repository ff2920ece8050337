"""Packets of consecutive files, with their timestamps on one clock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import av.error
from av.codec.context import Flags2

from adapters.video.source.file_parts import FilePart
from adapters.video.source.probe import find_main_video, list_audio_streams, open_source
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from adapters.video.timing.timeline import MAX_GAP, Timeline

_HEARTBEAT_INTERVAL_PACKETS = 5_000
_DEFAULT_SAMPLE_RATE = 48_000
_OVERSKIPPING_CODECS = frozenset({"wmav1", "wmav2"})
"""Codecs whose decoders skip two frames, although only the first is padding. That would lose 43 ms of
audio."""
_PACKET_SAMPLES = {"mp2": 1152, "mp2float": 1152, "mp3": 1152, "mp3float": 1152, "ac3": 1536, "eac3": 1536}


@dataclass(frozen=True, slots=True)
class TimedPacket:
    """A packet of the video (`audio_index` is None) or of the audio track with that number. 0 is the default
    track.

    `pts` and `dts` are ticks of 1/90,000 s from the first packet. `duration` is 0 if the file does not say.
    `source_pts` is the timestamp in the file, in the same ticks. `run` counts the runs between timestamp
    jumps. `caption_index` is the index of a text stream. Packets of text streams keep their file timestamps,
    and have the run that was read last.
    """

    packet: Any
    audio_index: int | None
    pts: int
    dts: int
    duration: int
    source_pts: int
    run: int
    caption_index: int | None = None


def read_packets(
    parts: Sequence[FilePart],
    heartbeat: Callable[[], None] = lambda: None,
    max_gap: int = MAX_GAP,
    captions: Collection[int] = (),
) -> Iterator[TimedPacket]:
    """Yield the packets of the main video, of every audio track, and of the text streams with the indexes
    `captions`.

    Each part follows the previous one and starts with its first keyframe. If the reader cannot get past
    damage, the rest is left out. A pause of more than `max_gap` ticks is closed.
    """
    timeline = Timeline(max_gap)
    runs: dict[tuple[int, int], int] = {}
    count = 0
    for number, part in enumerate(parts):
        if part.is_new_file:
            timeline.start_run()
        with open_source(part) as container:
            caption_streams = [stream for stream in container.streams.subtitles if stream.index in captions]
            for timed_packet in _read_part(
                container, part, timeline, partial(_run_number, runs, number), caption_streams
            ):
                count += 1
                if count % _HEARTBEAT_INTERVAL_PACKETS == 0:
                    heartbeat()
                yield timed_packet


def _run_number(runs: dict[tuple[int, int], int], part: int, shift: int) -> int:
    return runs.setdefault((part, shift), len(runs))


def _read_part(
    container: Any,
    part: FilePart,
    timeline: Timeline,
    get_run_number: Callable[[int], int],
    caption_streams: Sequence[Any],
) -> Iterator[TimedPacket]:
    video = find_main_video(container)
    audio_indexes = {stream.index: position for position, stream in enumerate(list_audio_streams(container))}
    for index in audio_indexes:
        _disable_frame_skipping(container.streams[index].codec_context)
    waits_for_key = part.is_new_file
    stream_clocks: dict[int, StreamClock] = defaultdict(StreamClock)
    run = 0
    for packet in _demux(
        container, [video, *(container.streams[index] for index in audio_indexes), *caption_streams]
    ):
        if packet.stream in caption_streams:
            yield from _caption_packet(packet, run)
            continue
        audio_index = audio_indexes.get(packet.stream_index)
        if audio_index is None:
            waits_for_key = waits_for_key and not packet.is_keyframe
            if waits_for_key:
                continue
        pts, dts, duration = stream_clocks[packet.stream_index].read(packet)
        shift = timeline.shift("video" if audio_index is None else f"audio {audio_index}", dts, duration)
        run = get_run_number(shift)
        yield TimedPacket(packet, audio_index, pts + shift, dts + shift, duration, pts, run)


def _disable_frame_skipping(decoder: Any) -> None:
    """Make a decoder output every frame with its own timestamp, so that padding comes before the first video
    frame.
    """
    if decoder.name in _OVERSKIPPING_CODECS:
        decoder.flags2 |= Flags2.skip_manual


def _caption_packet(packet: Any, run: int) -> Iterator[TimedPacket]:
    if packet.pts is not None:
        at, duration = _ticks(packet.pts, packet.time_base), _ticks(packet.duration or 0, packet.time_base)
        yield TimedPacket(packet, None, at, at, duration, at, run, packet.stream_index)


class StreamClock:
    """Timestamps of one stream, in ticks. A packet without a timestamp follows the previous packet."""

    def __init__(self) -> None:
        self._next_timestamp = 0

    def read(self, packet: Any) -> tuple[int, int, int]:
        """Return the PTS, the DTS and the duration of a packet."""
        duration = _ticks(packet.duration or 0, packet.time_base)
        if packet.pts is None and packet.dts is None:
            pts = dts = self._next_timestamp
        else:
            pts = _ticks(packet.dts if packet.pts is None else packet.pts, packet.time_base)
            dts = pts if packet.dts is None else _ticks(packet.dts, packet.time_base)
        self._next_timestamp = dts + (duration or _default_duration(packet.stream))
        return pts, dts, duration


def _default_duration(stream: Any) -> int:
    """Return the duration of a packet without one, based on its codec."""
    if stream.type == "video":
        return round(TICKS_PER_SECOND / (stream.average_rate or stream.guessed_rate or 25))
    sample_rate = stream.codec_context.sample_rate or _DEFAULT_SAMPLE_RATE
    return round(_PACKET_SAMPLES.get(stream.codec_context.name, 1024) * TICKS_PER_SECOND / sample_rate)


def _demux(container: Any, streams: Sequence[Any]) -> Iterator[Any]:
    """Yield the packets that contain data, up to damage that stops the reader."""
    try:
        for packet in container.demux(*streams):
            if packet.size:
                yield packet
    except (av.error.InvalidDataError, av.error.EOFError):
        return


def _ticks(timestamp: int, time_base: Any) -> int:
    return int(
        (2 * timestamp * time_base.numerator * TICKS_PER_SECOND + time_base.denominator)
        // (2 * time_base.denominator)
    )
