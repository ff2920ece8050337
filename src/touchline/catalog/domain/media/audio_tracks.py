"""Alternative audio: what an encoder sends besides its main audio, such as the visitors' commentary.

The main audio is in every video rendition. Each other track is a rendition of its own, without video.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

MAX_AUDIO_TRACKS = 6
"""Audio tracks of a live stream, with the main one. An encoder's further tracks are ignored."""
UNNAMED_TRACK = "Sound"
"""The name of an audio track without language and name. The player translates it."""
_RENDITION_NAME = re.compile(r"audio([2-9])")


@dataclass(frozen=True, slots=True)
class AudioTrack:
    """An audio track in the master playlist. Names are unique in a stream.

    `language` is a BCP 47 tag, or "". `playlist` is the name of its playlist, or "" for the main audio, which
    the video contains.
    """

    name: str
    language: str = ""
    playlist: str = ""


def get_track_rendition(track: int) -> str:
    """Return the name of the rendition of an audio track, counted from 0: `audio2` is that of track 1."""
    return f"audio{track + 1}"


def find_track_number(rendition: str) -> int | None:
    """Return the number of the audio track of a rendition, counted from 0; None for other renditions."""
    match = _RENDITION_NAME.fullmatch(rendition)
    return int(match[1]) - 1 if match else None


def name_audio_tracks(
    tracks: Sequence[AudioTrack], names: Sequence[str | None], numbers: Sequence[int]
) -> list[AudioTrack]:
    """Return the tracks with unique names. `names` are those that operators chose, by track number.

    `numbers` are the numbers of the tracks. A track without a chosen name keeps its own.
    """
    result: list[AudioTrack] = []
    for track, number in zip(tracks, numbers, strict=True):
        chosen = names[number] if number < len(names) else None
        name = _make_unique(chosen or track.name or UNNAMED_TRACK, {other.name for other in result})
        result.append(AudioTrack(name, track.language, track.playlist))
    return result


def _make_unique(name: str, used_names: set[str]) -> str:
    """Return the name, with a number if it is used already (RFC 8216, 4.3.4.1.1)."""
    numbered = (name, *(f"{name} {number}" for number in range(2, MAX_AUDIO_TRACKS + 2)))
    return next(candidate for candidate in numbered if candidate not in used_names)
