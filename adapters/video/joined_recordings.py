"""Joining of recordings without encoding their video again."""

import heapq
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import av
import av.error

from adapters.video.audio.gapless_audio import SAMPLE_RATE
from adapters.video.renditions.clean_stream import write_clean_stream
from adapters.video.source.analysis import analyze_source
from adapters.video.source.probe import UNREADABLE_MESSAGE, MediaSource, probe
from touchline.catalog.ports.media.video_packager import RecordedTrack, VideoRefusedError

_OPTIONS = {"fflags": "+bitexact", "mpegts_flags": "+resend_headers"}
_NUT_OPTIONS, _COPY_OPTIONS = {"fflags": "+bitexact"}, {"mpegts_copyts": "1"}
log = logging.getLogger(__name__)
_AUDIO_BITRATE = 256_000
"""Higher than in the renditions, because the audio is encoded again there."""


def join_recordings(parts: Sequence[Path], into: Path, audio_tracks: Sequence[RecordedTrack] = ()) -> None:
    """Write a file in which each part starts where the previous one ends. Frame sizes may differ between
    parts. It is MPEG-TS, or NUT with the names of the tracks if there are `audio_tracks`.

    Unreadable parts are left out. Raises `VideoRefusedError` if no part is readable. If any part has audio,
    the output has each AAC stereo track from start to end, silent where a part has no audio. If no part has
    audio, there is no audio track.
    """
    if audio_tracks:
        files = zip(*(track.files for track in audio_tracks if track.files), strict=True)
        parts = [_add_tracks(part, tracks) for part, tracks in zip(parts, files, strict=True)]
    sources = _probe_readable(parts)
    all_parts = tuple(chain.from_iterable(source.parts for source in sources))
    audio_streams = max((source.audio_streams for source in sources), key=len)[: max(1, len(audio_tracks))]
    combined = replace(sources[0], parts=all_parts, audio_streams=audio_streams)
    labels = [(track.name, track.language) for track in audio_tracks]
    container_format, options = ("nut", _NUT_OPTIONS) if audio_tracks else ("mpegts", _OPTIONS)
    try:
        result = analyze_source(combined, lambda: None)
        with av.open(str(into), "w", format=container_format, options=options) as container:
            write_clean_stream(
                *(container, combined, result),
                audio_bitrate=_AUDIO_BITRATE,
                min_audio_tracks=len(audio_tracks),
                labels=labels,
            )
    except av.error.FFmpegError as error:
        if isinstance(error, OSError) and error.errno is not None and not isinstance(error, ValueError):
            raise
        raise VideoRefusedError(UNREADABLE_MESSAGE) from error


def _add_tracks(part: Path, tracks: Sequence[Path]) -> Path:
    """Write MPEG-TS with the packets of a part, followed by further audio tracks, and return its path.

    The tracks have the same clock as the part. One whose file cannot be read stays silent.
    """
    target = part.with_name(f"{part.stem}-tracks.ts")
    with ExitStack() as stack:
        try:
            source = stack.enter_context(av.open(str(part)))
        except av.error.FFmpegError:
            return part
        output: Any = stack.enter_context(av.open(str(target), "w", format="mpegts", options=_COPY_OPTIONS))
        own_streams = (*source.streams.video[:1], *source.streams.audio[:1])
        packets = [
            _copy_packets(
                source,
                {stream: output.add_stream_from_template(stream, opaque=True) for stream in own_streams},
            )
        ]
        for track in tracks:
            stream = output.add_mux_stream("aac", rate=SAMPLE_RATE)
            with suppress(av.error.FFmpegError):
                track_source = stack.enter_context(av.open(str(track)))
                packets.append(_copy_packets(track_source, {track_source.streams.audio[0]: stream}))
        for packet in heapq.merge(*packets, key=lambda packet: packet.dts):
            output.mux_one(packet)
    return target


def _copy_packets(source: Any, outputs: Mapping[Any, Any]) -> Iterator[Any]:
    """Yield the packets of some streams, each for its output stream. Times are ticks of 1/90,000 s."""
    for packet in source.demux(*outputs):
        if packet.size and packet.dts is not None:
            packet.stream = outputs[packet.stream]
            yield packet


def _probe_readable(parts: Sequence[Path]) -> list[MediaSource]:
    """Return the readable parts. A part is unreadable if an encoder reconnected briefly and sent no complete
    frame.
    """
    result: list[MediaSource] = []
    last_error: VideoRefusedError | None = None
    for part in parts:
        try:
            result.append(probe(part))
        except VideoRefusedError as error:
            log.warning("part of the recording is missing: %s", error)
            last_error = error
    if not result:
        raise last_error or VideoRefusedError(UNREADABLE_MESSAGE)
    return result
