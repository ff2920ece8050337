"""The captions of a summary: text files beside its playlists, with its cuts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from touchline.catalog.application.playback.range_captions import ListRangeCaptions
from touchline.catalog.application.scoring.timed_segments import list_shared_segments
from touchline.catalog.domain.media.caption_tracks import CaptionTrack
from touchline.catalog.domain.media.footage import Footage, FootageSegment
from touchline.catalog.domain.media.range_captions import CaptionRange, RangeCaptions
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.shared.files.transport_streams import HEAD_BYTES, find_video_timestamp
from touchline.shared.ids import EventId
from touchline.shared.webvtt import TICKS_PER_MS, TimestampMap, render_caption_playlist, render_webvtt


@dataclass(frozen=True, slots=True)
class SummaryTracks:
    """The caption tracks of a summary, and the texts of their files by name."""

    tracks: Sequence[CaptionTrack]
    files: Mapping[str, str]


@dataclass(frozen=True)
class SummaryCaptions:
    """Finds the captions of a summary and renders them."""

    captions: ListRangeCaptions
    storage: Storage

    def build(self, event_id: EventId, footage: Footage, indexes: Sequence[int]) -> SummaryTracks:
        """Return the captions of some segments that all renditions have. The indexes are in order."""
        segments = next(iter(list_shared_segments(footage).values()), ())
        runs = _split([(index, segments[index]) for index in indexes])
        ranges = [self._build_range(footage, run) for run in runs]
        tracks: list[CaptionTrack] = []
        files: dict[str, str] = {}
        for number, found in enumerate(self.captions(event_id, footage.media_id, ranges) or ()):
            names = [f"captions-{number}-{index}.vtt" for index in range(len(ranges))]
            files |= dict(zip(names, _render(found, ranges), strict=True))
            durations = [it.duration_ms for it in ranges]
            uri = f"captions-{number}.m3u8"
            files[uri] = render_caption_playlist(list(zip(names, durations, strict=True)))
            tracks.append(CaptionTrack(found.language, found.name, uri))
        return SummaryTracks(tracks, files)

    def _build_range(self, footage: Footage, run: Sequence[FootageSegment]) -> CaptionRange:
        first, duration_ms = run[0], sum(segment.duration_ms for segment in run)
        starts_at = None
        if footage.is_live and footage.origin is not None:
            starts_at = footage.origin + timedelta(milliseconds=first.start_ms)
        return CaptionRange(self._read_timestamp(footage, first), duration_ms, starts_at)

    def _read_timestamp(self, footage: Footage, segment: FootageSegment) -> int:
        """Return the timestamp of the first frame of a segment. A recording has one clock, so that its first
        segment is enough.
        """
        if footage.is_live:
            return self._read(segment.key)
        first = footage.renditions[0].segments[0]
        return self._read(first.key) + (segment.start_ms - first.start_ms) * TICKS_PER_MS

    def _read(self, key: str) -> int:
        try:
            with self.storage.open(key) as file:
                return find_video_timestamp(file.read(HEAD_BYTES)) or 0
        except StoredFileNotFoundError:
            return 0


def _split(segments: Sequence[tuple[int, FootageSegment]]) -> list[list[FootageSegment]]:
    """Return the segments in runs without a cut and without a discontinuity."""
    runs = [[segments[0][1]]] if segments else []
    for (before, previous), (index, segment) in pairwise(segments):
        if index != before + 1 or previous.discontinuity != segment.discontinuity:
            runs.append([])
        runs[-1].append(segment)
    return runs


def _render(found: RangeCaptions, ranges: Sequence[CaptionRange]) -> list[str]:
    return [
        render_webvtt(cues, TimestampMap(it.start_pts)) for cues, it in zip(found.cues, ranges, strict=True)
    ]
