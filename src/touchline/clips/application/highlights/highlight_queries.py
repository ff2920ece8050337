"""The highlights and the reel of an event, as viewers and as operators see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from touchline.clips.application.viewing.clip_serializer import (
    CLIP_ENDING_STATES,
    ClipPayload,
    ClipSerializer,
)
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.highlight import Highlight, Reel, sort_highlights
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.files import ClipUrls
from touchline.clips.ports.highlights import Highlights, Reels
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal
from touchline.shared.tasks.work import WorkState


class ListHighlights:
    """Lists what viewers see of the highlights of an event. The number of queries is fixed."""

    def __init__(
        self,
        highlights: Highlights,
        reels: Reels,
        clips: Clips,
        event_catalog: EventCatalog,
        serializer: ClipSerializer,
    ) -> None:
        self._highlights = highlights
        self._reels = reels
        self._clips = clips
        self._event_catalog = event_catalog
        self._serializer = serializer

    def __call__(self, principal: Principal, event_id: EventId) -> dict[str, Any]:
        """Return the highlights in order, and the reel or None.

        There are none if the recording is withdrawn or deleted. Raises `NotFoundError` if the channel does
        not show the event to this viewer.
        """
        event = self._event_catalog.list_event_rows(principal, [event_id]).get(event_id)
        if event is None:
            raise NotFoundError()
        if event["recording_state"] in CLIP_ENDING_STATES:
            return {"highlights": [], "reel": None}
        made = [it for it in sort_highlights(self._highlights.list_for_event(event_id)) if it.clip_id]
        reel = self._reels.get(event_id)
        payloads = self._serialize(principal, [*(it.clip_id for it in made), reel.clip_id if reel else None])
        return {
            "highlights": [
                {**payload, "at_ms": it.at_ms}
                for it in made
                if it.clip_id and (payload := payloads.get(it.clip_id))
            ],
            "reel": payloads.get(reel.clip_id) if reel and reel.clip_id else None,
        }

    def _serialize(
        self, principal: Principal, clip_ids: Sequence[ClipId | None]
    ) -> dict[ClipId, ClipPayload]:
        clips = self._clips.list_by_ids([clip_id for clip_id in clip_ids if clip_id is not None])
        shown = [clip for clip in clips.values() if not clip.is_hidden]
        if not shown:
            return {}
        return {payload["id"]: payload for payload in self._serializer.serialize_list(principal, shown)}


class ListStudioHighlights:
    """Lists the highlights of an event for operators, dropped ones too, and the state of the reel."""

    def __init__(
        self,
        highlights: Highlights,
        reels: Reels,
        clips: Clips,
        event_catalog: EventCatalog,
        urls: ClipUrls,
    ) -> None:
        self._highlights = highlights
        self._reels = reels
        self._clips = clips
        self._event_catalog = event_catalog
        self._urls = urls

    def __call__(self, caller: Principal, event_id: EventId) -> dict[str, Any]:
        """Return the highlights in order, and the reel or None. The number of queries is fixed.

        Raises `NotFoundError`.
        """
        if not self._event_catalog.list_event_names([event_id], caller.language):
            raise NotFoundError()
        ordered = sort_highlights(self._highlights.list_for_event(event_id))
        reel = self._reels.get(event_id)
        ids = [*(it.clip_id for it in ordered), reel.clip_id if reel else None]
        clips = self._clips.list_by_ids([clip_id for clip_id in ids if clip_id is not None])
        return {
            "highlights": [
                self._serialize_highlight(caller, it, clips.get(it.clip_id) if it.clip_id else None)
                for it in ordered
                if it.clip_id is None or it.clip_id in clips
            ],
            "reel": self._serialize_reel(caller, reel, clips.get(reel.clip_id) if reel.clip_id else None)
            if reel
            else None,
        }

    def _serialize_highlight(
        self, caller: Principal, highlight: Highlight, clip: Clip | None
    ) -> dict[str, Any]:
        name = highlight.names.get(caller.language) or next(iter(highlight.names.values()), "")
        return {
            "id": highlight.id,
            "name": name,
            "at_ms": highlight.at_ms,
            "clip": self._serialize_clip(caller, clip) if clip else None,
        }

    def _serialize_reel(self, caller: Principal, reel: Reel, clip: Clip | None) -> dict[str, Any]:
        return {"waiting": reel.is_stale, "clip": self._serialize_clip(caller, clip) if clip else None}

    def _serialize_clip(self, caller: Principal, clip: Clip) -> dict[str, Any]:
        is_failed = clip.state is WorkState.FAILED
        return {
            "id": clip.id,
            "name": clip.get_name(caller.language),
            "duration": clip.range.duration_ms / 1000,
            "state": clip.state.value,
            "progress": clip.progress,
            "failure_message": clip.failure_message or None if is_failed else None,
            "hidden": clip.is_hidden,
            "featured": clip.is_featured,
            "poster": self._urls.get_preview_url(clip.poster_key, caller.session_id)
            if clip.has_poster
            else None,
            "share_url": None if clip.is_hidden else self._urls.get_share_url(clip.id, str(clip.uuid)),
        }
