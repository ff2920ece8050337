"""Joining of recordings without encoding their video again."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import av
import av.error

from adapters.video.renditions.clean_stream import write_clean_stream
from adapters.video.source.analysis import analyze_source
from adapters.video.source.probe import UNREADABLE_MESSAGE, MediaSource, probe
from touchline.catalog.ports.media.video_packager import VideoRefusedError

_OPTIONS = {"fflags": "+bitexact", "mpegts_flags": "+resend_headers"}
log = logging.getLogger(__name__)
_AUDIO_BITRATE = 256_000
"""Higher than in the renditions, because the audio is encoded again there."""


def join_recordings(parts: Sequence[Path], into: Path) -> None:
    """Write MPEG-TS in which each part starts where the previous one ends. Frame sizes may differ between
    parts.

    Unreadable parts are left out. Raises `VideoRefusedError` if no part is readable. If any part has audio,
    the output has one AAC stereo track from start to end, silent where a part has no audio. If no part has
    audio, there is no audio track.
    """
    sources = _probe_readable(parts)
    all_parts = tuple(chain.from_iterable(source.parts for source in sources))
    audio_streams = max((source.audio_streams for source in sources), key=len)[:1]
    combined = replace(sources[0], parts=all_parts, audio_streams=audio_streams)
    try:
        result = analyze_source(combined, lambda: None)
        with av.open(str(into), "w", format="mpegts", options=_OPTIONS) as container:
            write_clean_stream(container, combined, result, audio_bitrate=_AUDIO_BITRATE, min_audio_tracks=0)
    except av.error.FFmpegError as error:
        if isinstance(error, OSError) and error.errno is not None and not isinstance(error, ValueError):
            raise
        raise VideoRefusedError(UNREADABLE_MESSAGE) from error


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
