"""The caption tracks of a recording in its master playlist (RFC 8216, 4.3.4.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from touchline.catalog.domain.media.playlist_tags import MEDIA_TAG, VARIANT_TAG, parse_attributes

_GROUP = "captions"
_GROUP_ATTRIBUTE = re.compile(r',SUBTITLES="[^"]*"')


@dataclass(frozen=True, slots=True)
class CaptionTrack:
    """Captions that viewers can choose.

    `language` is a BCP 47 tag, or "" if unknown. `uri` is the path of the playlist in the video's folder.
    """

    language: str
    name: str
    uri: str


def list_tracks(master: str) -> list[CaptionTrack]:
    """Return the caption tracks of a master playlist."""
    tags = (parse_attributes(line) for line in master.splitlines() if _is_track(line))
    return [CaptionTrack(tag.get("LANGUAGE", ""), tag.get("NAME", ""), tag.get("URI", "")) for tag in tags]


def write_tracks(master: str, tracks: Sequence[CaptionTrack]) -> str:
    """Return the master playlist with these caption tracks instead of its own."""
    lines = [line for line in master.splitlines() if not _is_track(line)]
    first_variant = next(number for number, line in enumerate(lines) if line.startswith(VARIANT_TAG))
    group = f',SUBTITLES="{_GROUP}"' if tracks else ""
    variants = [
        _GROUP_ATTRIBUTE.sub("", line) + group if line.startswith(VARIANT_TAG) else line
        for line in lines[first_variant:]
    ]
    languages = [track.language for track in tracks]
    tags = [
        _format_track(track, is_first=not track.language or track.language not in languages[:number])
        for number, track in enumerate(tracks)
    ]
    return "\n".join([*lines[:first_variant], *tags, *variants]) + "\n"


def _is_track(line: str) -> bool:
    return line.startswith(f"{MEDIA_TAG}TYPE=SUBTITLES,")


def _format_track(track: CaptionTrack, *, is_first: bool) -> str:
    """Return the tag of a track. Players may select only the first one of a language automatically."""
    language = f'LANGUAGE="{track.language}",' if track.language else ""
    return (
        f'{MEDIA_TAG}TYPE=SUBTITLES,GROUP-ID="{_GROUP}",NAME="{track.name}",{language}'
        f'DEFAULT=NO,AUTOSELECT={"YES" if is_first else "NO"},FORCED=NO,URI="{track.uri}"'
    )
