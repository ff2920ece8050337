"""The playlists of a live stream (RFC 8216), which are also the record of what was published.

Whoever takes a stream over reads the source's playlist back and goes on after its last line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

LEAST_TARGET_MS = 2000
LINGER = timedelta(seconds=60)
"""A segment that has left the list stays so long: a player may be asking for it."""
_ENTRY = re.compile(r"[a-z]+/(?P<take>\d+)-(?P<number>\d+)\.ts")
_HEAD = ("#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS")


@dataclass(frozen=True, slots=True)
class Entry:
    """A segment: the place in its take, and the instant of its first picture."""

    take: int
    number: int
    duration_ms: int
    at: datetime

    @property
    def name(self) -> str:
        """Its file in a rendition's folder; no two segments of a stream ever have the same."""
        return f"{self.take}-{self.number:05}.ts"

    @property
    def ends_at(self) -> datetime:
        return self.at + timedelta(milliseconds=self.duration_ms)


@dataclass
class Playlist:
    """The segments that can be played, in order. `passed` have left a sliding window already, and with them
    `breaks` discontinuities."""

    entries: list[Entry] = field(default_factory=list)
    passed: int = 0
    breaks: int = 0

    @property
    def started_at(self) -> datetime | None:
        """The instant of the first picture that can be played."""
        return self.entries[0].at if self.entries else None

    def known(self, take: int) -> int:
        """How many segments of the newest take are in it."""
        last = self.entries[-1] if self.entries else None
        return last.number + 1 if last and last.take == take else 0

    def following(self, take: int, durations_ms: Sequence[int], first_at: datetime) -> list[Entry]:
        """The entries of a take's next segments; `first_at` counts where they are its first."""
        number = self.known(take)
        at = self.entries[-1].ends_at if number else first_at
        found = []
        for place, duration in enumerate(durations_ms):
            found.append(Entry(take, number + place, duration, at))
            at = found[-1].ends_at
        return found

    def slide(self, window: timedelta) -> list[Entry]:
        """Let go of what lies before the window; answers what nobody needs any more."""
        total = sum(entry.duration_ms for entry in self.entries)
        most = (window.total_seconds() + LINGER.total_seconds()) * 1000
        gone: list[Entry] = []
        while self.entries and total - self.entries[0].duration_ms >= most:
            gone.append(self.entries.pop(0))
            total -= gone[-1].duration_ms
            self.breaks += bool(self.entries) and self.entries[0].take != gone[-1].take
        self.passed += len(gone)
        return gone

    def text(self, rendition: str, *, ended: bool, window: timedelta | None = None) -> str:
        """The media playlist of one rendition; with a window the newest part of it alone."""
        first = self._first_in(window)
        shown = self.entries[first:]
        longest = max((entry.duration_ms for entry in shown), default=0)
        pairs = zip(self.entries[:first], self.entries[1 : first + 1], strict=True)
        breaks = self.breaks + sum(one.take != two.take for one, two in pairs)
        lines = [*_HEAD, f"#EXT-X-TARGETDURATION:{(max(longest, LEAST_TARGET_MS) + 500) // 1000}"]
        lines += [f"#EXT-X-MEDIA-SEQUENCE:{self.passed + first}"]
        lines += [f"#EXT-X-DISCONTINUITY-SEQUENCE:{breaks}"] if window else []
        lines += [] if window else ["#EXT-X-PLAYLIST-TYPE:EVENT"]
        take = None
        for entry in shown:
            if entry.take != take:
                lines += ["#EXT-X-DISCONTINUITY"] if take is not None else []
                lines += [f"#EXT-X-PROGRAM-DATE-TIME:{_instant(entry.at)}"]
                take = entry.take
            lines += [f"#EXTINF:{entry.duration_ms / 1000:.3f},", f"{rendition}/{entry.name}"]
        lines += ["#EXT-X-ENDLIST"] if ended else []
        return "\n".join(lines) + "\n"

    def _first_in(self, window: timedelta | None) -> int:
        if window is None:
            return 0
        left = window.total_seconds() * 1000
        for place in range(len(self.entries) - 1, -1, -1):
            left -= self.entries[place].duration_ms
            if left < 0:
                return place + 1 if place + 1 < len(self.entries) else place
        return 0


def read_playlist(text: str) -> Playlist:
    """A media playlist that `Playlist.text` wrote."""
    found = Playlist()
    duration, at = 0, datetime.fromtimestamp(0, UTC)
    for line in text.splitlines():
        tag, _, value = line.partition(":")
        if tag == "#EXT-X-MEDIA-SEQUENCE":
            found.passed = int(value)
        elif tag == "#EXT-X-DISCONTINUITY-SEQUENCE":
            found.breaks = int(value)
        elif tag == "#EXT-X-PROGRAM-DATE-TIME":
            at = datetime.fromisoformat(value)
        elif tag == "#EXTINF":
            duration = round(float(value.rstrip(",")) * 1000)
        elif match := _ENTRY.fullmatch(line):
            entry = Entry(int(match["take"]), int(match["number"]), duration, at)
            found.entries.append(entry)
            at = entry.ends_at
    return found


def master_text(variants: Sequence[tuple[str, int, int, int, str]]) -> str:
    """The multivariant playlist of `(name, width, height, bandwidth, codecs)`, the first one first."""
    lines = list(_HEAD)
    for name, width, height, bandwidth, codecs in variants:
        lines.append(f'#EXT-X-STREAM-INF:BANDWIDTH={bandwidth},RESOLUTION={width}x{height},CODECS="{codecs}"')
        lines.append(f"{name}.m3u8")
    return "\n".join(lines) + "\n"


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
