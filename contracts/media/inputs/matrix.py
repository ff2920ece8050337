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
        "truncated at 93 %",
        "trimmed by an edit list",
        "only audio",
        "still image",
        "empty file",
        "no video at all",
    ),
    *(
        "no audio",
        "audio from 2 s",
        "audio longer than video",
        "sessions: audio on, off, on",
        "sessions: audio off, on",
        "ts: audio off, on",
    ),
    *("two languages, second default", "ts: size grows", "sessions: size grows", "phone"),
    *("60.05 frames per second", "interlaced, 50 fields", "pq without primaries"),
    *("ts: gap of 2 s", "one second"),
)
"""The cases that `make test` also measures: about a third, less than a minute of one core."""


def find_case(name: str) -> MediaCase:
    """Return the case of this name. Raises `KeyError` if there is none."""
    return {case.name: case for case in CASES}[name]
