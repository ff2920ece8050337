"""Export of a viewer's data, and its deletion when the account is closed."""

from __future__ import annotations

from typing import Any

from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.processing.job_requests import request_clip_removal
from touchline.clips.domain.clip import Clip
from touchline.clips.ports.clips import Clips, Downloads
from touchline.clips.ports.moderation import BlockedCreators, Reports
from touchline.clips.ports.sharing import SharedRanges
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tasks.jobs import Jobs

_MAX_EXPORTED = 100_000


class EraseViewer:
    """Deletes a viewer's clips with their files and their downloads, and anonymizes their reports."""

    def __init__(
        self,
        clips: Clips,
        downloads: Downloads,
        reports: Reports,
        blocked_creators: BlockedCreators,
        shared_ranges: SharedRanges,
        count: CountClips,
        jobs: Jobs,
    ) -> None:
        self._clips = clips
        self._downloads = downloads
        self._reports = reports
        self._blocked_creators = blocked_creators
        self._shared_ranges = shared_ranges
        self._count_clips = count
        self._jobs = jobs

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Delete the viewer's data. Idempotent.

        Events are counted in a fixed order, so that two deletions at the same time do not deadlock.
        """
        deleted = self._clips.remove_for_account(account_id)
        self._downloads.delete_for_account(account_id)
        self._reports.anonymize_reporter(account_id)
        self._blocked_creators.remove(account_id)
        self._shared_ranges.delete_for_account(account_id)
        for clip in deleted:
            request_clip_removal(self._jobs, clip)
        for event_id in sorted({clip.event_id for clip in deleted}):
            self._count_clips(channel_id, event_id)


class ExportClips:
    """Export of everything that this context stores about a viewer."""

    def __init__(self, clips: Clips, downloads: Downloads, reports: Reports) -> None:
        self._clips = clips
        self._downloads = downloads
        self._reports = reports

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """Return the viewer's clips, downloads and reports. Datetimes are timezone-aware."""
        created, _total = self._clips.list_for_account(account_id, _MAX_EXPORTED, 0)
        downloads_taken = self._downloads.list_for_account(account_id)
        return {
            "clips": [_serialize_clip(clip) for clip in created],
            "downloads": [
                {"kind": kind, "id": item_id, "at": downloaded_at}
                for kind, item_id, downloaded_at in downloads_taken
            ],
            "clip_reports": [
                {
                    "clip_id": report.clip_id,
                    "reason": report.reason.value,
                    "text": report.text,
                    "at": report.created_at,
                }
                for report in self._reports.list_for_account(account_id)
            ],
        }


def _serialize_clip(clip: Clip) -> dict[str, Any]:
    return {
        "id": clip.id,
        "event_id": clip.event_id,
        "name": clip.details.name,
        "tags": list(clip.details.tags),
        "start_time": clip.range.start_ms / 1000,
        "duration": clip.range.duration_ms / 1000,
        "state": clip.state.value,
        "size": clip.size,
        "created_at": clip.created_at,
        "hidden_at": clip.hidden_at,
    }
