"""The playlists of live captions: one for each language, beside those of the renditions (RFC 8216)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from touchline.catalog.domain.media.live_playlists import LivePlaylist, PlaylistEntry
from touchline.catalog.domain.media.playlist_tags import MEDIA_TAG, VARIANT_TAG, parse_attributes

GROUP = "live"
"""The GROUP-ID of live captions. The player knows by it that they are not those of the picture."""
EMPTY_NAME = "empty.vtt"
"""The file name of the captions of segments from before a language was added."""
_SEGMENT = re.compile(r"^(captions-[^/\n]+/)(\d+-\d+)\.ts$", re.MULTILINE)
_SEQUENCE = re.compile(r"^#EXT-X-MEDIA-SEQUENCE:(\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CaptionLanguage:
    """A language of captions: its BCP 47 tag, and its name in itself."""

    tag: str
    name: str


@dataclass(frozen=True, slots=True)
class PublishedRange:
    """What a published playlist lists, as media sequence numbers: the first segment with a file of its own,
    and the first one that is not listed yet.
    """

    first: int
    end: int


def get_folder(language: str) -> str:
    """Return the name of a language's folder. Its playlist has the same name."""
    return f"captions-{language}"


def get_segment_name(entry: PlaylistEntry) -> str:
    """Return the file name of the captions of a segment."""
    return entry.name.removesuffix(".ts") + ".vtt"


def render_playlist(
    playlist: LivePlaylist, language: str, listed: PublishedRange, window: timedelta | None, *, ended: bool
) -> str:
    """Return the playlist of a language, with the same segments as the video up to `listed.end`."""
    visible = replace(playlist, entries=playlist.entries[: max(0, listed.end - playlist.media_sequence)])
    text = visible.render(get_folder(language), ended=ended, window=window)
    found_sequence = _SEQUENCE.search(text)
    number = int(found_sequence[1]) if found_sequence else 0

    def rename(segment: re.Match[str]) -> str:
        nonlocal number
        name = EMPTY_NAME if number < listed.first else f"{segment[2]}.vtt"
        number += 1
        return segment[1] + name

    return _SEGMENT.sub(rename, text)


def parse_playlist(text: str) -> PublishedRange:
    """Return what a playlist of captions lists."""
    found_sequence = _SEQUENCE.search(text)
    start = int(found_sequence[1]) if found_sequence else 0
    uris = [line for line in text.splitlines() if line.endswith(".vtt")]
    empty = sum(uri.endswith(f"/{EMPTY_NAME}") for uri in uris)
    return PublishedRange(start + empty, start + len(uris))


def add_languages(master: str, languages: Sequence[CaptionLanguage]) -> str:
    """Return the master playlist of a live stream with its caption languages."""
    if not languages:
        return master
    lines = master.splitlines()
    first_variant = next(number for number, line in enumerate(lines) if line.startswith(VARIANT_TAG))
    tags = [
        f'{MEDIA_TAG}TYPE=SUBTITLES,GROUP-ID="{GROUP}",NAME="{language.name}",LANGUAGE="{language.tag}",'
        f'DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="{get_folder(language.tag)}.m3u8"'
        for language in languages
    ]
    variants = [
        f'{line},SUBTITLES="{GROUP}"' if line.startswith(VARIANT_TAG) else line
        for line in lines[first_variant:]
    ]
    return "\n".join([*lines[:first_variant], *tags, *variants]) + "\n"


def list_languages(master: str) -> list[CaptionLanguage]:
    """Return the caption languages of a live stream's master playlist."""
    tags = [parse_attributes(line.removeprefix(MEDIA_TAG)) for line in master.splitlines() if _is_tag(line)]
    return [CaptionLanguage(tag["LANGUAGE"], tag["NAME"]) for tag in tags if tag.get("GROUP-ID") == GROUP]


def _is_tag(line: str) -> bool:
    return line.startswith(f"{MEDIA_TAG}TYPE=SUBTITLES,")
