"""Putting recordings in a row without encoding their pictures again."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import av
import av.error

from adapters.video.feed import write_clean
from adapters.video.parts import parts_of
from adapters.video.probe import BROKEN, probe
from adapters.video.survey import survey
from touchline.catalog.ports.video import VideoRefused

_OPTIONS = {"fflags": "+bitexact", "mpegts_flags": "+resend_headers"}
_SOUND_BITS = 256_000
"""More than in the renditions: the sound is encoded again there."""


def join(parts: Sequence[Path], into: Path) -> None:
    """Write MPEG-TS in which each part begins where the one before it ended; sizes may differ between them.

    Sound is one AAC stereo track from start to end, silent where a part has none, if any part has sound.
    """
    sources = [probe(part) for part in parts]
    everything = tuple(chain.from_iterable(parts_of(part) for part in parts))
    heard = max((source.sounds for source in sources), key=len)[:1]
    whole = replace(sources[0], parts=everything, sounds=heard)
    try:
        found = survey(whole, lambda: None)
        with av.open(str(into), "w", format="mpegts", options=_OPTIONS) as out:
            write_clean(out, whole, found, sound_bits=_SOUND_BITS)
    except av.error.FFmpegError as error:
        if isinstance(error, OSError) and error.errno is not None and not isinstance(error, ValueError):
            raise
        raise VideoRefused(BROKEN) from error
