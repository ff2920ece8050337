"""The clips of a channel, as moderators see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.moderation import ModerationGroup
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.files import ClipUrls
from touchline.clips.ports.moderation import BlockedCreators, ChannelModeration, Reports
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal
from touchline.shared.tasks.work import WorkState

REPORTS_HIDE = "reports"
"""Who hides a clip that enough people reported (`ReportClip`)."""


class ModerationQueries:
    """Lists clips of any viewer, hidden ones too. A list needs a fixed number of queries."""

    def __init__(
        self,
        clips: Clips,
        reports: Reports,
        blocked_creators: BlockedCreators,
        channel: ChannelModeration,
        event_catalog: EventCatalog,
        urls: ClipUrls,
    ) -> None:
        self._clips = clips
        self._reports = reports
        self._blocked_creators = blocked_creators
        self._channel = channel
        self._event_catalog = event_catalog
        self._urls = urls

    def list_page(
        self, caller: Principal, group: ModerationGroup, search: str, page: PageRequest
    ) -> Page[dict[str, Any]]:
        """Return a page of a group, newest first.

        Reported clips are sorted by their newest report, featured clips as on the home page.
        """
        clips, total = self._clips.list_for_moderation(group, search, page.limit, page.offset)
        return Page(self._serialize(caller, clips), total, page.limit, page.offset)

    def serialize(self, caller: Principal, clip: Clip) -> dict[str, Any]:
        """Serialize one clip as in the list."""
        return self._serialize(caller, [clip])[0]

    def _serialize(self, caller: Principal, clips: Sequence[Clip]) -> list[dict[str, Any]]:
        creator_ids = {clip.account_id for clip in clips if clip.account_id is not None}
        names = self._channel.list_names(creator_ids)
        blocked_ids = self._blocked_creators.list_blocked(creator_ids)
        events = self._event_catalog.list_event_names({clip.event_id for clip in clips}, caller.language)
        reports = self._reports.list_open_for_clips([clip.id for clip in clips])
        return [
            {
                "id": clip.id,
                "name": clip.get_name(caller.language),
                "tags": clip.details.tags,
                "creator": {
                    "name": names.get(clip.account_id, ""),
                    "blocked": clip.account_id in blocked_ids,
                }
                if clip.account_id is not None
                else None,
                "origin": clip.origin.value,
                "event": {"id": clip.event_id, "name": events.get(clip.event_id, "")},
                "duration": clip.range.duration_ms / 1000,
                "state": clip.state.value,
                "failure_message": clip.failure_message or None if clip.state is WorkState.FAILED else None,
                "hidden": clip.is_hidden,
                "hidden_by_reports": clip.hidden_by == REPORTS_HIDE,
                "name_approved": clip.approved_at is not None,
                "featured": clip.is_featured,
                "created_at": clip.created_at,
                "poster": self._get_preview_url(caller, clip.poster_key) if clip.has_poster else None,
                "preview": self._get_preview_url(caller, clip.file_key) if clip.size else None,
                "reports": reports.get(clip.id, ()),
            }
            for clip in clips
        ]

    def _get_preview_url(self, caller: Principal, key: str) -> str:
        return self._urls.get_preview_url(key, caller.session_id)
