"""Summaries of an event: playlists of ranges over the segments that exist (docs/decisions/0084)."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.playback.footage_queries import FootageQueries
from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.application.scoring.summary_captions import SummaryCaptions, SummaryTracks
from touchline.catalog.application.scoring.timed_segments import get_media_folder, list_timed_segments
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.media.caption_tracks import write_tracks
from touchline.catalog.domain.media.footage import FootageRendition
from touchline.catalog.domain.media.range_playlists import (
    SegmentTimes,
    TimedSegment,
    list_ranges,
    render_range_master,
    render_range_playlist,
)
from touchline.catalog.domain.scoring.moments import list_key_moments
from touchline.catalog.domain.scoring.scoreboard import fold
from touchline.catalog.domain.scoring.summaries import SummaryKind, choose_moments, choose_running_time
from touchline.catalog.ports.current_channel import CurrentChannel
from touchline.catalog.ports.media.assets import Assets
from touchline.catalog.ports.media.delivery import PUBLIC_SESSION, TokenScope, UrlSigner
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.scoring.timelines import Timelines
from touchline.shared.clock import Clock
from touchline.shared.errors import ForbiddenError
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal

_PREFIX = "summary-"


@dataclass(frozen=True)
class ShowSummary:
    """Query: a summary of an event that the viewer may watch.

    Its playlists are files beside the segments, named after their content. So nginx and CDNs deliver them
    like all other files of the folder, behind the same token and the same check of the right to watch.
    """

    footage: FootageQueries
    viewer_events: ViewerEvents
    timelines: Timelines
    assets: Assets
    sports: EventSports
    storage: Storage
    captions: SummaryCaptions
    signer: UrlSigner
    current_channel: CurrentChannel
    clock: Clock

    def __call__(
        self, principal: Principal, event_id: EventId, kind: SummaryKind, media_id: int | None
    ) -> JsonObject | None:
        """Return the summary of a media item; None if there is nothing to show, or if the viewer may not
        watch it. Without `media_id`, use the recording.

        Raises `NotFoundError` if the event has no such video.
        """
        try:
            footage = self.footage(principal, event_id, media_id)
        except ForbiddenError:
            return None
        if principal.session_id == PUBLIC_SESSION or (footage.origin is not None and not footage.is_live):
            return None  # a simulation shows the recording as live, and nobody sees ahead of it
        event = self.viewer_events.get(principal, event_id)
        renditions = list_timed_segments(self.assets, event, footage)
        if not renditions:
            return None
        times = SegmentTimes(next(iter(renditions.values())))
        indexes = self._choose(event, kind, times)
        if not indexes:
            return None
        folder = get_media_folder(footage.renditions[0])
        tracks = self.captions.build(event_id, footage, indexes)
        path = self._store(folder, footage.renditions, renditions, indexes, tracks)
        blackouts = self.current_channel.get_details().blackouts
        until = event.get_playback_end(self.clock.now(), principal.country, blackouts)
        signed = self.signer.sign(path, principal.session_id, TokenScope.FOLDER, footage.region, until=until)
        return {
            "kind": kind.value,
            "url": signed.url,
            "expires_at": signed.expires_at,
            "duration_ms": times.get_duration_ms(indexes),
            "ranges": [
                {"start_ms": it.start_ms, "end_ms": it.end_ms, "at_ms": it.at_ms, "until_ms": it.until_ms}
                for it in list_ranges(times.segments, indexes)
            ],
        }

    def _choose(self, event: Event, kind: SummaryKind, times: SegmentTimes) -> list[int]:
        sport = self.sports.get(event)
        snapshots = fold(sport, (item.entry for item in self.timelines.list_entries(event.id)))
        if kind is SummaryKind.CONDENSED:
            return choose_running_time(sport, snapshots, times)
        return choose_moments(list_key_moments(sport, snapshots), times)

    def _store(
        self,
        folder: str,
        renditions: Sequence[FootageRendition],
        segments: Mapping[str, Sequence[TimedSegment]],
        indexes: Sequence[int],
        captions: SummaryTracks,
    ) -> str:
        """Store the playlists, the master playlist last. Return its path. Raises `StorageFullError`."""
        media = {name: render_range_playlist(each, indexes) for name, each in segments.items()}
        content = "".join([*media.values(), *captions.files.values()])
        base = _PREFIX + hashlib.sha256(content.encode()).hexdigest()[:16]
        master = f"{folder}/{base}.m3u8"
        try:
            self.storage.stat(master)
        except StoredFileNotFoundError:
            variants = [(it.attributes, f"{base}-{it.name}.m3u8") for it in renditions]
            texts = {f"{base}-{name}.m3u8": text for name, text in media.items()}
            tracks = [replace(track, uri=f"{base}-{track.uri}") for track in captions.tracks]
            texts |= {
                f"{base}-{name}": text.replace("captions-", f"{base}-captions-")
                if name.endswith(".m3u8")
                else text
                for name, text in captions.files.items()
            }
            master_text = write_tracks(render_range_master(variants), tracks)
            with self.storage.workspace(f"{_PREFIX}{uuid.uuid4().hex}") as workspace:
                for name, text in {**texts, f"{base}.m3u8": master_text}.items():
                    (workspace / name).write_text(text, encoding="utf-8")
                    self.storage.put(f"{folder}/{name}", workspace / name)
        return master
