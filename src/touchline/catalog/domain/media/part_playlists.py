"""Playlists with parts (partial segments) of a live stream, for players with a low delay (RFC 8216bis).

They are playlist delta updates (6.2.5.1): the segments before the newest half minute are skipped, so their
size is the same at the end of a long event. The player completes them from the playlist without parts, which
all other players use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import takewhile

from touchline.catalog.domain.media.live_playlists import (
    MAX_PART_MS,
    LivePlaylist,
    PlaylistEntry,
    format_instant,
)

_SKIP_TARGETS = 6
"""The skip boundary in target durations: the minimum of RFC 8216bis (4.4.3.8)."""
_LISTED_TARGETS = 3
"""Parts are listed until they are this many target durations from the end (RFC 8216bis, 6.2.2)."""
_HOLD_BACK_PARTS = 3
_PART_TAG = re.compile(
    r"#EXT-X-PART:DURATION=(?P<seconds>[\d.]+),"
    r'URI="[a-z0-9]+/(?P<session>\d+)-(?P<segment>\d+)\.(?P<index>\d+)\.ts"(?P<independent>,INDEPENDENT=YES)?'
)
PART_RETENTION = timedelta(seconds=30)
"""How long a part stays available after it was published. By then, no playlist has listed it for a while."""


@dataclass(frozen=True, slots=True)
class PlaylistPart:
    """A part of a segment: the segment's session and index, and its own index in the segment.

    `is_independent`: it begins with a keyframe. `is_discontinuity`: its segment has another video format than
    the previous segment.
    """

    session_number: int
    segment_index: int
    index: int
    duration_ms: int
    is_independent: bool = False
    is_discontinuity: bool = False

    @property
    def name(self) -> str:
        """The file name in the rendition's folder, unique within the stream."""
        return f"{self.session_number}-{self.segment_index:05}.{self.index}.ts"

    def is_next_of(self, previous: PlaylistPart) -> bool:
        """Return whether this part follows `previous` in the same segment."""
        return (self.session_number, self.segment_index, self.index) == (
            previous.session_number,
            previous.segment_index,
            previous.index + 1,
        )

    def belongs_to(self, entry: PlaylistEntry) -> bool:
        """Return whether this is a part of a segment."""
        return (self.session_number, self.segment_index) == (entry.session_number, entry.index)


@dataclass
class PartPlaylist:
    """The newest parts of a live stream, in order, and the playlist of its complete segments."""

    playlist: LivePlaylist
    parts: list[PlaylistPart] = field(default_factory=list)

    def add(self, part: PlaylistPart) -> None:
        """Add the next part.

        A part whose predecessor in the segment is missing is left out: its encoder was not on air before.
        """
        if part.index and not any(part.is_next_of(previous) for previous in self.parts[-1:]):
            return
        self.parts.append(part)
        self._remove_old()

    def _remove_old(self) -> None:
        """Forget the parts that are no longer listed.

        Those before a segment without parts are not listed either: players would skip that segment. The first
        segment of a session has none.
        """
        recent = self.playlist.entries[-self._count_recent(_LISTED_TARGETS) :]
        has_parts = {(part.session_number, part.segment_index) for part in self.parts}
        listed = list(
            takewhile(lambda entry: (entry.session_number, entry.index) in has_parts, reversed(recent))
        )
        self.parts = [
            part
            for part in self.parts
            if self._is_in_progress(part) or any(part.belongs_to(entry) for entry in listed)
        ]

    def render(self, rendition: str, *, ended: bool, window: timedelta | None = None) -> str:
        """Return the media playlist of one rendition. `window` is as in `LivePlaylist.render`."""
        self._remove_old()
        playlist = self.playlist
        first = playlist.first_index(window)
        newest = max(first, len(playlist.entries) - self._count_recent(_SKIP_TARGETS))
        lines = playlist.render_header(first, window=window, version=9)
        lines += [
            f"#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL={_SKIP_TARGETS * playlist.target_duration}"
            f",PART-HOLD-BACK={_HOLD_BACK_PARTS * MAX_PART_MS / 1000:.3f}",
            f"#EXT-X-PART-INF:PART-TARGET={MAX_PART_MS / 1000:.3f}",
        ]
        lines += [f"#EXT-X-SKIP:SKIPPED-SEGMENTS={newest - first}"] if newest > first else []
        previous = playlist.entries[newest - 1] if newest > first else None
        needs_instant = True
        for entry in playlist.entries[newest:]:
            is_discontinuity = previous is not None and entry.is_discontinuous_with(previous)
            lines += ["#EXT-X-DISCONTINUITY"] if is_discontinuity else []
            has_jumped = previous is not None and entry.starts_at != previous.ends_at
            if needs_instant or is_discontinuity or has_jumped:
                lines.append(f"#EXT-X-PROGRAM-DATE-TIME:{format_instant(entry.starts_at)}")
            previous, needs_instant = entry, False
            lines += _render_parts(rendition, (part for part in self.parts if part.belongs_to(entry)))
            lines += [f"#EXTINF:{entry.duration_ms / 1000:.3f},", f"{rendition}/{entry.name}"]
        if ended:
            return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"
        in_progress = [part for part in self.parts if self._is_in_progress(part)]
        if previous is not None and in_progress and in_progress[0].is_discontinuity:
            lines += ["#EXT-X-DISCONTINUITY"]
            lines += [f"#EXT-X-PROGRAM-DATE-TIME:{format_instant(previous.ends_at)}"]
        return "\n".join([*lines, *_render_parts(rendition, in_progress)]) + "\n"

    def _is_in_progress(self, part: PlaylistPart) -> bool:
        """Return whether the segment of a part is the next one of the playlist."""
        last = self.playlist.entries[-1] if self.playlist.entries else None
        return last is not None and (part.session_number, part.segment_index) == (
            last.session_number,
            last.index + 1,
        )

    def _count_recent(self, target_durations: int) -> int:
        """Return how many segments end within the newest target durations."""
        remaining_ms = target_durations * self.playlist.target_duration * 1000
        for count, entry in enumerate(reversed(self.playlist.entries), 1):
            remaining_ms -= entry.duration_ms
            if remaining_ms <= 0:
                return count
        return len(self.playlist.entries)

    def read_in_progress(self, text: str) -> list[PlaylistPart]:
        """Return the parts of the segment in progress, as read from the output of `render`.

        They are empty if that segment is in the playlist of complete segments by now.
        """
        lines = text.splitlines()
        starts = [number for number, line in enumerate(lines, 1) if line and not line.startswith("#")]
        tail = lines[starts[-1] if starts else 0 :]
        is_discontinuity = "#EXT-X-DISCONTINUITY" in tail
        matches = [match for line in tail if (match := _PART_TAG.fullmatch(line))]
        parts = [
            PlaylistPart(
                int(match["session"]),
                int(match["segment"]),
                int(match["index"]),
                round(float(match["seconds"]) * 1000),
                bool(match["independent"]),
                is_discontinuity,
            )
            for match in matches
        ]
        return [part for part in parts if self._is_in_progress(part)]


def _render_parts(rendition: str, parts: Iterable[PlaylistPart]) -> Iterator[str]:
    for part in parts:
        independent = ",INDEPENDENT=YES" if part.is_independent else ""
        yield (
            f'#EXT-X-PART:DURATION={part.duration_ms / 1000:.3f},URI="{rendition}/{part.name}"{independent}'
        )
