"""Deletion of a viewer's data when the account is closed."""

from __future__ import annotations

from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.processing.job_requests import request_clip_removal
from touchline.clips.ports.clips import Clips, Downloads
from touchline.clips.ports.moderation import BlockedCreators, Reports
from touchline.clips.ports.sharing import SharedRanges
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tasks.jobs import Jobs


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
