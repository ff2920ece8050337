"""Query: the captions of ranges of an event's footage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.domain.live_captions.captions import MAX_DURATION
from touchline.catalog.domain.media.assets import Asset, MediaItem, MediaOwner, MediaType
from touchline.catalog.domain.media.caption_tracks import list_tracks
from touchline.catalog.domain.media.range_captions import (
    CaptionRange,
    RangeCaptions,
    cut_file,
    cut_live,
    cut_recorded,
    has_recorded,
)
from touchline.catalog.ports.media.assets import Assets, MediaItems
from touchline.catalog.ports.media.live_captions import LiveCaptions
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.ids import EventId
from touchline.shared.webvtt import TextCue

_Cut = Callable[[str], tuple[tuple[TextCue, ...], ...]]


@dataclass(frozen=True)
class ListRangeCaptions:
    """Lists the captions of ranges, in the order in which viewers see the languages.

    Ranges of a live stream have the captions that were sent so far, at their exact times. Once the recording
    is ready, they have those of the recording. An operator can replace and remove these.

    Does not check who may watch.
    """

    assets: Assets
    media_items: MediaItems
    live_captions: LiveCaptions
    storage: Storage

    def __call__(
        self, event_id: EventId, media_id: int, ranges: Sequence[CaptionRange]
    ) -> Sequence[RangeCaptions] | None:
        """Return the languages that have captions in the ranges; None if the event no longer has the video.

        `media_id` is the recording or the live stream that the ranges are from.
        """
        if not ranges:
            return ()
        if all(it.starts_at is not None for it in ranges):
            return self._list_stream(event_id, ranges)
        media = self.media_items.list_for_owners("event", [event_id]).get(event_id, ())
        recording = next((it for it in media if it.id == media_id), None)
        if recording is None or recording.package is None or recording.type is not MediaType.VOD:
            return None
        return self._list_recorded(recording, partial(cut_file, ranges=ranges))

    def _list_stream(self, event_id: EventId, ranges: Sequence[CaptionRange]) -> Sequence[RangeCaptions]:
        for asset in self.assets.list_for_owner(MediaOwner("event", event_id)):
            anchors = asset.clock_anchors
            if asset.package and has_recorded(anchors, asset.package.full_length.duration_ms, ranges):
                return self._list_recorded(asset, partial(cut_recorded, anchors=anchors, ranges=ranges))
        return self._list_live(event_id, ranges)

    def _list_live(self, event_id: EventId, ranges: Sequence[CaptionRange]) -> Sequence[RangeCaptions]:
        languages = list(self.live_captions.list_languages(event_id))
        if not languages:
            return ()
        start = min(it.starts_at for it in ranges if it.starts_at)
        end = max(it.ends_at for it in ranges if it.ends_at)
        captions = self.live_captions.list_between(event_id, start - MAX_DURATION, end)
        known = {language.tag for language in languages}
        others = {it.language for it in captions} - known
        languages += [CaptionLanguage(tag, tag) for tag in sorted(others)]
        found = [
            RangeCaptions(
                language.tag,
                language.name,
                cut_live([it for it in captions if it.language == language.tag], ranges),
            )
            for language in languages
        ]
        return [it for it in found if not it.is_empty]

    def _list_recorded(self, video: Asset | MediaItem, cut: _Cut) -> Sequence[RangeCaptions]:
        """Return captions of the full length, because ranges may be from before a trim."""
        package = video.package
        if package is None or not package.has_captions:
            return ()
        folder = package.full_length.folder
        found = [
            RangeCaptions(track.language, track.name, cut(self._read_file(folder, track.uri)))
            for track in list_tracks(self._read(f"{folder}/{MASTER}"))
        ]
        return [it for it in found if not it.is_empty]

    def _read_file(self, folder: str, playlist_uri: str) -> str:
        """Return the file that the playlist of a caption track names. It is as long as the video."""
        playlist = f"{folder}/{playlist_uri}"
        lines = self._read(playlist).splitlines()
        name = next((line for line in lines if line and not line.startswith("#")), "")
        return self._read(f"{playlist.rpartition('/')[0]}/{name}") if name else ""

    def _read(self, key: str) -> str:
        try:
            with self.storage.open(key) as file:
                return file.read().decode()
        except StoredFileNotFoundError:
            return ""
