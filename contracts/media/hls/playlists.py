"""A reader of HLS playlists (RFC 8216) that keeps errors for the rules to find.

It shares no code with the product's own readers and writers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_ATTRIBUTE = re.compile(r'([A-Z0-9-]+)=("[^"\r\n]*"|[^",\s][^,]*)(?:,|$)')


@dataclass(frozen=True)
class Violation:
    """A broken rule: its name, the playlist or segment, and the problem."""

    rule: str
    location: str
    message: str

    def __str__(self) -> str:
        return f"{self.location}: {self.message} ({self.rule})"


@dataclass(frozen=True)
class Tag:
    """A line that starts with `#EXT`. `value` is the text after the colon, or ""."""

    name: str
    value: str
    line: int

    @property
    def attributes(self) -> dict[str, str]:
        """Return the attribute list, including the quotes of quoted strings."""
        return dict(_ATTRIBUTE.findall(self.value))

    def get_attribute(self, attribute: str) -> str:
        """Return an attribute without quotes; "" if it is missing."""
        return self.attributes.get(attribute, "").strip('"')

    @property
    def is_attribute_list(self) -> bool:
        """Return whether the value follows the grammar of RFC 8216, section 4.2, with unique names."""
        attributes = _ATTRIBUTE.findall(self.value)
        rendered = ",".join(f"{name}={value}" for name, value in attributes)
        return rendered == self.value and len({name for name, _ in attributes}) == len(attributes)


@dataclass(frozen=True)
class Variant:
    """An `EXT-X-STREAM-INF` tag and the URI below it ("" if there is none)."""

    tag: Tag
    uri: str

    def get_number(self, attribute: str) -> float | None:
        """Return an attribute as a number; None if it is missing or not a number."""
        return parse_number(self.tag.get_attribute(attribute))


@dataclass
class MasterPlaylist:
    """A master playlist."""

    text: str
    tags: list[Tag] = field(default_factory=list)
    variants: list[Variant] = field(default_factory=list)

    def find_tags(self, name: str) -> list[Tag]:
        """Return the tags of this name."""
        return [tag for tag in self.tags if tag.name == name]

    @property
    def has_independent_segments(self) -> bool:
        """Return whether all segments declare that they start with a keyframe."""
        return bool(self.find_tags("EXT-X-INDEPENDENT-SEGMENTS"))

    def find_group(self, kind: str, group_id: str) -> list[Tag]:
        """Return the renditions of a group."""
        media = self.find_tags("EXT-X-MEDIA")
        return [
            tag
            for tag in media
            if (tag.get_attribute("TYPE"), tag.get_attribute("GROUP-ID")) == (kind, group_id)
        ]


@dataclass(frozen=True)
class Segment:
    """A media segment of a playlist: its length in seconds, and its byte range as (first, length); None for
    all bytes.
    """

    uri: str
    seconds: float | None
    sequence: int
    byte_range: tuple[int, int] | None = None
    is_discontinuity: bool = False
    is_gap: bool = False


@dataclass
class MediaPlaylist:
    """A media playlist."""

    text: str
    tags: list[Tag] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)

    def find_tags(self, name: str) -> list[Tag]:
        """Return the tags of this name."""
        return [tag for tag in self.tags if tag.name == name]

    def get_value(self, name: str) -> str:
        """Return the value of the first tag of this name, or ""."""
        return next((tag.value for tag in self.find_tags(name)), "")

    def has_tag(self, name: str) -> bool:
        """Return whether the playlist has a tag of this name."""
        return any(tag.name == name for tag in self.tags)

    @property
    def target_duration(self) -> int:
        """Return the target duration in seconds; 0 if it is missing or not a whole number."""
        value = self.get_value("EXT-X-TARGETDURATION")
        return int(value) if re.fullmatch(r"[0-9]+", value) else 0

    @property
    def media_sequence(self) -> int:
        """Return the media sequence number of the first segment."""
        return int(parse_number(self.get_value("EXT-X-MEDIA-SEQUENCE")) or 0)

    @property
    def discontinuity_sequence(self) -> int:
        """Return the discontinuity sequence number of the first segment."""
        return int(parse_number(self.get_value("EXT-X-DISCONTINUITY-SEQUENCE")) or 0)

    @property
    def seconds(self) -> float:
        """Return the length of all segments in seconds."""
        return sum(segment.seconds or 0 for segment in self.segments)

    @property
    def has_ended(self) -> bool:
        """Return whether the playlist is complete."""
        return self.has_tag("EXT-X-ENDLIST")

    def runs(self) -> list[list[Segment]]:
        """Return the segments, one list for each run without a discontinuity."""
        runs: list[list[Segment]] = []
        for segment in self.segments:
            if segment.is_discontinuity or not runs:
                runs.append([])
            runs[-1].append(segment)
        return runs


def parse_number(text: str) -> float | None:
    """Return a decimal number of a playlist, or None if the text is not a number."""
    return float(text) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) else None


def read_tags(text: str) -> list[Tag]:
    """Return all tags of a playlist, in order."""
    tags = []
    for line, content in enumerate(text.splitlines(), 1):
        if content.startswith("#EXT"):
            name, _, value = content[1:].partition(":")
            tags.append(Tag(name, value, line))
    return tags


def read_master(text: str) -> MasterPlaylist:
    """Read a master playlist."""
    playlist = MasterPlaylist(text, read_tags(text))
    lines = text.splitlines()
    for tag in playlist.find_tags("EXT-X-STREAM-INF"):
        below = lines[tag.line] if tag.line < len(lines) else ""
        playlist.variants.append(Variant(tag, "" if below.startswith("#") else below.strip()))
    return playlist


def read_media(text: str) -> MediaPlaylist:
    """Read a media playlist."""
    playlist = MediaPlaylist(text, read_tags(text))
    pending: dict[str, str] = {}
    next_offsets: dict[str, int] = {}
    for line in text.splitlines():
        if line.startswith("#EXT"):
            name, _, value = line[1:].partition(":")
            pending[name] = value
        elif line.strip() and not line.startswith("#"):
            playlist.segments.append(
                _build_segment(line.strip(), pending, next_offsets, len(playlist.segments))
            )
            pending = {}
    first = playlist.media_sequence
    playlist.segments = [
        _with_sequence(item, first + position) for position, item in enumerate(playlist.segments)
    ]
    return playlist


def _build_segment(uri: str, pending: dict[str, str], next_offsets: dict[str, int], position: int) -> Segment:
    byte_range = None
    if "EXT-X-BYTERANGE" in pending:
        length, _, first = pending["EXT-X-BYTERANGE"].partition("@")
        start = int(first) if first else next_offsets.get(uri, 0)
        byte_range = (start, int(length))
        next_offsets[uri] = start + int(length)
    seconds = parse_number(pending.get("EXTINF", "").split(",")[0])
    return Segment(
        uri, seconds, position, byte_range, "EXT-X-DISCONTINUITY" in pending, "EXT-X-GAP" in pending
    )


def _with_sequence(segment: Segment, sequence: int) -> Segment:
    return Segment(
        segment.uri, segment.seconds, sequence, segment.byte_range, segment.is_discontinuity, segment.is_gap
    )


def summarize_names(names: Sequence[str], max_names: int = 5) -> str:
    """Return some names for a sentence, and the number of further names."""
    remaining_count = len(names) - max_names
    return ", ".join(names[:max_names]) + (f" and {remaining_count} more" if remaining_count > 0 else "")
