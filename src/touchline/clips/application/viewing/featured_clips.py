"""The clips that the home page features. They are the same for every viewer."""

from __future__ import annotations

from touchline.clips.application.viewing.clip_serializer import CLIP_ENDING_STATES, ClipPayload
from touchline.clips.domain.moderation import MAX_FEATURED
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.files import ClipUrls


class ListFeaturedClips:
    """Lists the featured clips of the current channel, with a fixed number of queries."""

    def __init__(self, clips: Clips, event_catalog: EventCatalog, urls: ClipUrls) -> None:
        self._clips = clips
        self._event_catalog = event_catalog
        self._urls = urls

    def __call__(self, language: str) -> list[ClipPayload]:
        """Return the clips, the last featured first.

        Clips of private events, of events without video, and of recordings that are withdrawn or deleted, are
        left out.
        """
        clips = self._clips.list_featured(MAX_FEATURED)
        events = self._event_catalog.list_public_event_rows({clip.event_id for clip in clips}, language)
        return [
            {
                "id": clip.id,
                "event_id": clip.event_id,
                "event": event,
                "name": clip.get_name(language),
                "duration": clip.range.duration_ms / 1000,
                "poster": self._urls.get_poster_url(clip.poster_key) if clip.has_poster else None,
            }
            for clip in clips
            if (event := events.get(clip.event_id))
            and event["has_video"]
            and event["recording_state"] not in CLIP_ENDING_STATES
        ]
