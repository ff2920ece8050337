"""The matrix of inputs. Files are made when they are asked for and are never committed."""

from __future__ import annotations

from contracts.media import inputs_files, inputs_picture, inputs_sound, inputs_time
from contracts.media.cases import Case

CASES: tuple[Case, ...] = (
    *inputs_files.CASES,
    *inputs_sound.CASES,
    *inputs_picture.CASES,
    *inputs_time.CASES,
)
QUICK = (
    *("mp4", "mkv", "webm, vp9, opus", "mpeg-2, mp2 in ts", "hlg", "120 pictures a second"),
    *("srt in mkv", "mov_text in mp4", "only sound", "still picture", "empty file", "no video at all"),
    *("no sound", "sound from 2 s", "picture longer than sound", "ts: on, off, on", "44.1 khz"),
    *("ts: hole of 2 s", "one second"),
)
"""The cases that `make test` measures as well: about a third, less than a minute of one core."""


def find(name: str) -> Case:
    """Return the case of this name; `KeyError` where there is none."""
    return {case.name: case for case in CASES}[name]
