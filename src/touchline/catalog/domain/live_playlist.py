"""The playlists of a live stream (RFC 8216), which are also the record of what was published.

Whoever takes a stream over reads the source's playlist back and goes on after its last line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

TARGET_SECONDS = 4
"""The EXT-X-TARGETDURATION of every live playlist. It must never change (RFC 8216, 6.2.1)."""
LONGEST_SEGMENT_MS = TARGET_SECONDS * 1000 + 450
"""A segment whose length is rounded to the target. Ingest cuts before that."""
LINGER = timedelta(seconds=60)
"""A segment that has left the list stays so long: a player may be asking for it."""
_ENTRY = re.compile(r"[a-z0-9]+/(?P<take>\d+)-(?P<number>\d+)\.ts")
_CAPTIONS = "cc"
_HEAD = ("#EXTM3U", "#EXT-X-VERSION:6")


@dataclass(frozen=True, slots=True)
class Entry:
    """A segment: the place in its take, and the instant of its first picture. `breaks`: its pictures are of
    another size or kind than those before it in the take."""

    take: int
    number: int
    duration_ms: int
    at: datetime
    breaks: bool = False

    @property
    def name(self) -> str:
        """Its file in a rendition's folder; no two segments of a stream ever have the same."""
        return f"{self.take}-{self.number:05}.ts"

    @property
    def ends_at(self) -> datetime:
        return self.at + timedelta(milliseconds=self.duration_ms)

    def is_apart_from(self, before: Entry) -> bool:
        """Whether there is a discontinuity between the segment before it and this one."""
        return self.breaks or self.take != before.take


@dataclass
class Playlist:
    """The segments that can be played, in order. `passed` have left a sliding window already, and with them
    `breaks` discontinuities. `target` is the EXT-X-TARGETDURATION in seconds.

    It does not say EXT-X-INDEPENDENT-SEGMENTS: where an encoder sends few key frames a segment may begin
    between two, and what a live playlist once said must stay true.
    """

    entries: list[Entry] = field(default_factory=list)
    passed: int = 0
    breaks: int = 0
    target: int = TARGET_SECONDS

    @property
    def started_at(self) -> datetime | None:
        """The instant of the first picture that can be played."""
        return self.entries[0].at if self.entries else None

    def known(self, take: int) -> int:
        """How many segments of the newest take are in it."""
        last = self.entries[-1] if self.entries else None
        return last.number + 1 if last and last.take == take else 0

    def following(
        self, take: int, durations_ms: Sequence[int], first_at: datetime, breaks: Sequence[bool] = ()
    ) -> list[Entry]:
        """The entries of a take's next segments; `first_at` counts where they are its first."""
        number = self.known(take)
        at = self.entries[-1].ends_at if number else first_at
        found = []
        for place, duration in enumerate(durations_ms):
            found.append(Entry(take, number + place, duration, at, place < len(breaks) and breaks[place]))
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
            self.breaks += bool(self.entries) and self.entries[0].is_apart_from(gone[-1])
        self.passed += len(gone)
        return gone

    def text(self, rendition: str, *, ended: bool, window: timedelta | None = None) -> str:
        """The media playlist of one rendition; with a window the newest part of it alone."""
        first = self._first_in(window)
        shown = self.entries[first:]
        pairs = zip(self.entries[:first], self.entries[1 : first + 1], strict=True)
        breaks = self.breaks + sum(two.is_apart_from(one) for one, two in pairs)
        lines = [*_HEAD, f"#EXT-X-TARGETDURATION:{self.target}"]
        lines += [f"#EXT-X-MEDIA-SEQUENCE:{self.passed + first}"]
        lines += [f"#EXT-X-DISCONTINUITY-SEQUENCE:{breaks}"] if window else []
        lines += [] if window else ["#EXT-X-PLAYLIST-TYPE:EVENT"]
        before = None
        for entry in shown:
            if before is None or entry.is_apart_from(before):
                lines += ["#EXT-X-DISCONTINUITY"] if before is not None else []
                lines += [f"#EXT-X-PROGRAM-DATE-TIME:{_instant(entry.at)}"]
            before = entry
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
    duration, at, breaks = 0, datetime.fromtimestamp(0, UTC), False
    for line in text.splitlines():
        tag, _, value = line.partition(":")
        if tag == "#EXT-X-MEDIA-SEQUENCE":
            found.passed = int(value)
        elif tag == "#EXT-X-DISCONTINUITY-SEQUENCE":
            found.breaks = int(value)
        elif tag == "#EXT-X-TARGETDURATION":
            found.target = max(TARGET_SECONDS, int(value))
        elif line == "#EXT-X-DISCONTINUITY":
            breaks = True
        elif tag == "#EXT-X-PROGRAM-DATE-TIME":
            at = datetime.fromisoformat(value)
        elif tag == "#EXTINF":
            duration = round(float(value.rstrip(",")) * 1000)
        elif match := _ENTRY.fullmatch(line):
            take, number = int(match["take"]), int(match["number"])
            entry = Entry(take, number, duration, at, breaks and number > 0)
            breaks = False
            found.entries.append(entry)
            at = entry.ends_at
    return found


@dataclass(frozen=True, slots=True)
class Variant:
    """A rendition as the multivariant playlist tells it: its playlist's name, sizes in pixels (0 for sound
    alone), bits a second at most and on average, pictures a second (0: unknown), codecs as in RFC 6381."""

    name: str
    width: int
    height: int
    bandwidth: int
    average_bandwidth: int
    frame_rate: float
    codecs: str


def master_text(variants: Sequence[Variant], *, captions: bool = False) -> str:
    """The multivariant playlist, in order. `captions`: the pictures carry CEA-608 or CEA-708."""
    lines = list(_HEAD)
    if captions:
        lines.append(
            f'#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="{_CAPTIONS}",NAME="CC1",INSTREAM-ID="CC1",'
            "DEFAULT=NO,AUTOSELECT=YES"
        )
    for one in variants:
        lines += [f"#EXT-X-STREAM-INF:{_attributes(one, captions=captions)}", f"{one.name}.m3u8"]
    return "\n".join(lines) + "\n"


def _attributes(variant: Variant, *, captions: bool) -> str:
    found = [f"BANDWIDTH={variant.bandwidth}"]
    if variant.average_bandwidth:
        found.append(f"AVERAGE-BANDWIDTH={variant.average_bandwidth}")
    if variant.width:
        found.append(f"RESOLUTION={variant.width}x{variant.height}")
        if variant.frame_rate:
            found.append(f"FRAME-RATE={variant.frame_rate:.3f}")
    found.append(f'CODECS="{variant.codecs}"')
    found.append(f'CLOSED-CAPTIONS="{_CAPTIONS}"' if captions else "CLOSED-CAPTIONS=NONE")
    return ",".join(found)


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
