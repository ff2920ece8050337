"""Playlists of a live stream (RFC 8216), which also record what was published.

A process that takes over a stream reads the source rendition's playlist and continues after its last line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from touchline.catalog.domain.media.audio_tracks import AudioTrack
from touchline.catalog.domain.media.playlist_tags import MEDIA_TAG, VARIANT_TAG, parse_attributes

TARGET_DURATION_SECONDS = 4
"""The EXT-X-TARGETDURATION of every live playlist, in seconds. It must never change (RFC 8216, 6.2.1)."""
MAX_SEGMENT_MS = TARGET_DURATION_SECONDS * 1000 + 450
"""Maximum segment duration, in milliseconds, that still rounds to the target. Ingest cuts before that."""
MAX_PART_MS = 560
"""The PART-TARGET of every live playlist with parts, in milliseconds: half a second and one or two frames."""
WINDOW_RETENTION = timedelta(seconds=60)
"""How long a segment stays available after it leaves the playlist. A player may still request it."""
_MAX_CLOCK_ERROR = timedelta(seconds=1)
"""Difference up to which a segment follows the one before it without a break in time."""
_MAX_OVERLAP = timedelta(milliseconds=300)
"""How much of a segment viewers may see twice when another encoder goes on air. Clocks are not more exact."""
_SEGMENT_URI = re.compile(r"[a-z0-9]+/(?P<session>\d+)-(?P<number>\d+)\.ts")
PARTS_DATA_ID = "org.touchline.parts"
_CAPTIONS_GROUP, _AUDIO_GROUP = "cc", "sounds"
_AUDIO_TAG = f"{MEDIA_TAG}TYPE=AUDIO"
_VERSION = 6


@dataclass(frozen=True, slots=True)
class PlaylistEntry:
    """A segment: its index in the ingest session and the time of its first frame.

    `is_discontinuity`: its frames differ in size or encoding from the previous ones of the session.
    """

    session_number: int
    index: int
    duration_ms: int
    starts_at: datetime
    is_discontinuity: bool = False

    @property
    def name(self) -> str:
        """The file name in the rendition's folder, unique within the stream."""
        return f"{self.session_number}-{self.index:05}.ts"

    @property
    def ends_at(self) -> datetime:
        return self.starts_at + timedelta(milliseconds=self.duration_ms)

    def is_discontinuous_with(self, previous: PlaylistEntry) -> bool:
        """Return whether there is a discontinuity between the previous segment and this one."""
        return self.is_discontinuity or not self.follows(previous)

    def follows(self, previous: PlaylistEntry) -> bool:
        """Return whether this segment is the next one of the same ingest session."""
        return (self.session_number, self.index) == (previous.session_number, previous.index + 1)


@dataclass
class LivePlaylist:
    """The playable segments, in order.

    `media_sequence` segments have already left a sliding window, and with them `discontinuity_sequence`
    discontinuities. `target_duration` is the EXT-X-TARGETDURATION in seconds.

    The playlist does not declare EXT-X-INDEPENDENT-SEGMENTS. If an encoder sends few keyframes, a segment
    may begin between two of them, and a live playlist must not retract a declaration.
    """

    entries: list[PlaylistEntry] = field(default_factory=list)
    media_sequence: int = 0
    discontinuity_sequence: int = 0
    target_duration: int = TARGET_DURATION_SECONDS

    @property
    def started_at(self) -> datetime | None:
        """The time of the first playable frame; None if there are no segments."""
        return self.entries[0].starts_at if self.entries else None

    @property
    def ends_at(self) -> datetime | None:
        """The time at which the last segment ends; None if there are no segments."""
        return self.entries[-1].ends_at if self.entries else None

    def get_length_after(self, instant: datetime | None) -> timedelta:
        """Return the total length of the last segments that end after an instant, or of all."""
        length_ms = 0
        for entry in reversed(self.entries):
            if instant is not None and entry.ends_at <= instant:
                break
            length_ms += entry.duration_ms
        return timedelta(milliseconds=length_ms)

    def count_segments(self, session_number: int) -> int:
        """Return the index of the first segment of an ingest session that may still be published."""
        for entry in reversed(self.entries):
            if entry.session_number == session_number:
                return entry.index + 1
        return 0

    def find_first_index(self, session_number: int, starts: Sequence[datetime]) -> int:
        """Return the index of the first segment to publish when another encoder goes on air.

        `starts` are the times at which the session's segments start. Viewers see nothing twice, and miss less
        than a segment.
        """
        first = self.count_segments(session_number)
        if self.ends_at is None:
            return first
        earliest = self.ends_at - _MAX_OVERLAP
        return next((index for index in range(first, len(starts)) if starts[index] >= earliest), len(starts))

    def build_entries(
        self,
        session_number: int,
        durations_ms: Sequence[int],
        first_start: datetime,
        discontinuities: Sequence[bool] = (),
        first_index: int | None = None,
    ) -> list[PlaylistEntry]:
        """Return entries for the next segments of an ingest session.

        `first_index` is the first of them, by default the one after those that are published. `first_start`
        is when it starts. The clock never goes back, and small differences are ignored.
        """
        number = self.count_segments(session_number) if first_index is None else first_index
        starts_at, last = first_start, self.entries[-1] if self.entries else None
        if last is not None:
            is_next = (last.session_number, last.index + 1) == (session_number, number)
            is_late = first_start - last.ends_at > (_MAX_CLOCK_ERROR if is_next else timedelta(0))
            starts_at = first_start if is_late else last.ends_at
        result = []
        for index, duration in enumerate(durations_ms):
            result.append(
                PlaylistEntry(
                    session_number,
                    number + index,
                    duration,
                    starts_at,
                    index < len(discontinuities) and discontinuities[index],
                )
            )
            starts_at = result[-1].ends_at
        return result

    def list_runs(self) -> list[list[PlaylistEntry]]:
        """Return the segments in runs, each of which has consecutive segments of one ingest session."""
        runs: list[list[PlaylistEntry]] = []
        for entry in self.entries:
            if runs and entry.follows(runs[-1][-1]):
                runs[-1].append(entry)
            else:
                runs.append([entry])
        return runs

    def remove_expired(self, window: timedelta) -> list[PlaylistEntry]:
        """Remove the segments that are older than the window and `WINDOW_RETENTION`, and return them."""
        total = sum(entry.duration_ms for entry in self.entries)
        max_length_ms = (window.total_seconds() + WINDOW_RETENTION.total_seconds()) * 1000
        removed: list[PlaylistEntry] = []
        while self.entries and total - self.entries[0].duration_ms >= max_length_ms:
            removed.append(self.entries.pop(0))
            total -= removed[-1].duration_ms
            self.discontinuity_sequence += bool(self.entries) and self.entries[0].is_discontinuous_with(
                removed[-1]
            )
        self.media_sequence += len(removed)
        return removed

    def render(self, rendition: str, *, ended: bool, window: timedelta | None = None) -> str:
        """Return the media playlist of one rendition; with a `window`, only its newest part."""
        first = self.first_index(window)
        lines = self.render_header(first, window=window)
        previous = None
        for entry in self.entries[first:]:
            is_discontinuous = previous is not None and entry.is_discontinuous_with(previous)
            lines += ["#EXT-X-DISCONTINUITY"] if is_discontinuous else []
            if previous is None or is_discontinuous or entry.starts_at != previous.ends_at:
                lines += [f"#EXT-X-PROGRAM-DATE-TIME:{format_instant(entry.starts_at)}"]
            previous = entry
            lines += [f"#EXTINF:{entry.duration_ms / 1000:.3f},", f"{rendition}/{entry.name}"]
        lines += ["#EXT-X-ENDLIST"] if ended else []
        return "\n".join(lines) + "\n"

    def render_header(self, first: int, *, window: timedelta | None, version: int = _VERSION) -> list[str]:
        """Return the lines before the segments, if the entry number `first` is the first one."""
        pairs = zip(self.entries[:first], self.entries[1 : first + 1], strict=True)
        discontinuities = self.discontinuity_sequence + sum(
            second_entry.is_discontinuous_with(first_entry) for first_entry, second_entry in pairs
        )
        return [
            "#EXTM3U",
            f"#EXT-X-VERSION:{version}",
            f"#EXT-X-TARGETDURATION:{self.target_duration}",
            f"#EXT-X-MEDIA-SEQUENCE:{self.media_sequence + first}",
            f"#EXT-X-DISCONTINUITY-SEQUENCE:{discontinuities}" if window else "#EXT-X-PLAYLIST-TYPE:EVENT",
        ]

    def first_index(self, window: timedelta | None) -> int:
        """Return the number of the first entry in the playlist; with a `window`, in its newest part."""
        if window is None:
            return 0
        remaining_ms = window.total_seconds() * 1000
        for index in range(len(self.entries) - 1, -1, -1):
            remaining_ms -= self.entries[index].duration_ms
            if remaining_ms < 0:
                return index + 1 if index + 1 < len(self.entries) else index
        return 0


def parse_playlist(text: str) -> LivePlaylist:
    """Return the playlist parsed from the output of `LivePlaylist.render`."""
    result = LivePlaylist()
    duration, starts_at, is_discontinuity = 0, datetime.fromtimestamp(0, UTC), False
    for line in text.splitlines():
        tag, _, value = line.partition(":")
        if tag == "#EXT-X-MEDIA-SEQUENCE":
            result.media_sequence = int(value)
        elif tag == "#EXT-X-DISCONTINUITY-SEQUENCE":
            result.discontinuity_sequence = int(value)
        elif tag == "#EXT-X-TARGETDURATION":
            result.target_duration = max(TARGET_DURATION_SECONDS, int(value))
        elif line == "#EXT-X-DISCONTINUITY":
            is_discontinuity = True
        elif tag == "#EXT-X-PROGRAM-DATE-TIME":
            starts_at = datetime.fromisoformat(value)
        elif tag == "#EXTINF":
            duration = round(float(value.rstrip(",")) * 1000)
        elif match := _SEGMENT_URI.fullmatch(line):
            session_number, number = int(match["session"]), int(match["number"])
            entry = PlaylistEntry(session_number, number, duration, starts_at)
            if is_discontinuity and result.entries and entry.follows(result.entries[-1]):
                entry = replace(entry, is_discontinuity=True)
            is_discontinuity = False
            result.entries.append(entry)
            starts_at = entry.ends_at
    return result


@dataclass(frozen=True, slots=True)
class VariantStream:
    """A rendition in the master playlist.

    `name` is the name of its playlist. Sizes are in pixels (0 for audio only), bandwidths are peak and
    average bits per second, `frame_rate` is in frames per second (0: unknown), and `codecs` are as in RFC
    6381.
    """

    name: str
    width: int
    height: int
    bandwidth: int
    average_bandwidth: int
    frame_rate: float
    codecs: str


def build_master_playlist(
    variants: Sequence[VariantStream],
    audio_tracks: Sequence[AudioTrack] = (),
    *,
    has_captions: bool = False,
    has_parts: bool = False,
) -> str:
    """Return the master playlist, with the variants in the given order.

    `audio_tracks` are those that viewers can choose, the main one first. `has_captions`: the video contains
    CEA-608 or CEA-708 captions. `has_parts`: each variant has a playlist with parts. Only the player of the
    site reads that.
    """
    lines = ["#EXTM3U", f"#EXT-X-VERSION:{_VERSION}"]
    if has_parts:
        lines.append(f'#EXT-X-SESSION-DATA:DATA-ID="{PARTS_DATA_ID}",VALUE="YES"')
    if has_captions:
        lines.append(
            f'#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="{_CAPTIONS_GROUP}",NAME="CC1",INSTREAM-ID="CC1",'
            "DEFAULT=NO,AUTOSELECT=YES"
        )
    lines += [_format_audio_tag(track, audio_tracks) for track in audio_tracks]
    group = f',AUDIO="{_AUDIO_GROUP}"' if audio_tracks else ""
    for variant in variants:
        attributes = _format_attributes(variant, has_captions=has_captions)
        lines += [f"{VARIANT_TAG}{attributes}{group}", f"{variant.name}.m3u8"]
    return "\n".join(lines) + "\n"


def has_closed_captions(master: str) -> bool:
    """Return whether a live master playlist announces captions in the picture."""
    return f"{MEDIA_TAG}TYPE=CLOSED-CAPTIONS," in master


def list_playlists(master: str) -> list[str]:
    """Return the names of the playlists of the renditions and audio tracks that a live master playlist
    lists.
    """
    uris = [line for line in master.splitlines() if line and not line.startswith("#")]
    tracks = [track.playlist for track in list_audio_tracks(master) if track.playlist]
    return [*(uri.removesuffix(".m3u8") for uri in uris), *tracks]


def list_audio_tracks(master: str) -> list[AudioTrack]:
    """Return the audio tracks that a live master playlist lists, the main one first."""
    tags = [parse_attributes(line) for line in master.splitlines() if line.startswith(_AUDIO_TAG)]
    return [
        AudioTrack(tag["NAME"], tag.get("LANGUAGE", ""), tag.get("URI", "").removesuffix(".m3u8"))
        for tag in tags
    ]


def _format_audio_tag(track: AudioTrack, group: Sequence[AudioTrack]) -> str:
    """Return the EXT-X-MEDIA tag of an audio track. Players may select only the first one of a language
    automatically.
    """
    is_first = next(other for other in group if other.language == track.language) is track
    name = track.name.replace('"', "")
    attributes = [f'GROUP-ID="{_AUDIO_GROUP}",NAME="{name}"']
    attributes += [f'LANGUAGE="{track.language}"'] if track.language else []
    default = "NO" if track.playlist else "YES"
    autoselect = "YES" if is_first or not track.language else "NO"
    attributes += [f'DEFAULT={default},AUTOSELECT={autoselect},CHANNELS="2"']
    attributes += [f'URI="{track.playlist}.m3u8"'] if track.playlist else []
    return f"{_AUDIO_TAG},{','.join(attributes)}"


def _format_attributes(variant: VariantStream, *, has_captions: bool) -> str:
    result = [f"BANDWIDTH={variant.bandwidth}"]
    if variant.average_bandwidth:
        result.append(f"AVERAGE-BANDWIDTH={variant.average_bandwidth}")
    if variant.width:
        result.append(f"RESOLUTION={variant.width}x{variant.height}")
        if variant.frame_rate:
            result.append(f"FRAME-RATE={variant.frame_rate:.3f}")
    result.append(f'CODECS="{variant.codecs}"')
    result.append(f'CLOSED-CAPTIONS="{_CAPTIONS_GROUP}"' if has_captions else "CLOSED-CAPTIONS=NONE")
    return ",".join(result)


def format_instant(starts_at: datetime) -> str:
    """Return a time as EXT-X-PROGRAM-DATE-TIME has it."""
    return starts_at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
