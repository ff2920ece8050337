"""Export of a viewer's data."""

from __future__ import annotations

from typing import Any

from touchline.clips.domain.clip import Clip
from touchline.clips.ports.clips import Clips, Downloads
from touchline.clips.ports.moderation import Reports
from touchline.shared.ids import AccountId

_MAX_EXPORTED = 100_000


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
