"""Putting recordings in a row without encoding their pictures again."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import av
import av.error

from adapters.video.feed import write_clean
from adapters.video.probe import BROKEN, Source, probe
from adapters.video.survey import survey
from touchline.catalog.ports.video import VideoRefused

_OPTIONS = {"fflags": "+bitexact", "mpegts_flags": "+resend_headers"}
log = logging.getLogger(__name__)
_SOUND_BITS = 256_000
"""More than in the renditions: the sound is encoded again there."""


def join(parts: Sequence[Path], into: Path) -> None:
    """Write MPEG-TS in which each part begins where the one before it ended; sizes may differ between them.

    A part that cannot be read is left out; `VideoRefused` where none can. If any part has sound, there is one
    AAC stereo track from start to end, silent where a part has none; if none has, there is no track.
    """
    sources = _readable(parts)
    everything = tuple(chain.from_iterable(source.parts for source in sources))
    heard = max((source.sounds for source in sources), key=len)[:1]
    whole = replace(sources[0], parts=everything, sounds=heard)
    try:
        found = survey(whole, lambda: None)
        with av.open(str(into), "w", format="mpegts", options=_OPTIONS) as out:
            write_clean(out, whole, found, sound_bits=_SOUND_BITS, least_sounds=0)
    except av.error.FFmpegError as error:
        if isinstance(error, OSError) and error.errno is not None and not isinstance(error, ValueError):
            raise
        raise VideoRefused(BROKEN) from error


def _readable(parts: Sequence[Path]) -> list[Source]:
    """What can be read: an encoder may come back for a moment and send no whole picture."""
    found: list[Source] = []
    refused: VideoRefused | None = None
    for part in parts:
        try:
            found.append(probe(part))
        except VideoRefused as error:
            log.warning("a part of the recording is left out: %s", error)
            refused = error
    if not found:
        raise refused or VideoRefused(BROKEN)
    return found
