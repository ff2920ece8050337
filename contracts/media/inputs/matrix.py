"""The matrix of inputs. Files are created on demand and are never committed."""

from __future__ import annotations

from contracts.media.cases import MediaCase
from contracts.media.inputs import audio, files, timestamps, video

CASES: tuple[MediaCase, ...] = (
    *files.CASES,
    *audio.CASES,
    *video.CASES,
    *timestamps.CASES,
)
QUICK = (
    *(
        "mp4",
        "ts",
        "mkv from 10 s",
        "avi, mpeg-4, mp3",
        "webm, vp9, opus",
        "mpeg-2, mp2 in ts",
        "srt in mkv, an hour's jump",
    ),
    *(
        "cut off at 93 %",
        "trimmed by an edit list",
        "only sound",
        "still picture",
        "empty file",
        "no video at all",
    ),
    *(
        "no sound",
        "sound from 2 s",
        "sound longer than picture",
        "takes: on, off, on",
        "takes: off, on",
        "ts: off, on",
    ),
    *("two languages, second default", "ts: size grows", "takes: size grows", "telephone"),
    *("60.05 pictures a second", "interlaced, 50 fields", "pq without primaries"),
    *("ts: hole of 2 s", "one second"),
)
"""The cases that `make test` also measures: about a third, less than a minute of one core."""


def find_case(name: str) -> MediaCase:
    """Return the case of this name. Raises `KeyError` if there is none."""
    return {case.name: case for case in CASES}[name]
