"""What is told of a viewer to themselves, and forgotten when they close their account."""

from __future__ import annotations

from typing import Any

from touchline.clips.application.asking_to_cut import remove_files_of
from touchline.clips.application.counting import CountClips
from touchline.clips.domain.clip import Clip
from touchline.clips.ports.clips import Clips, Downloads
from touchline.clips.ports.moderation import BlockedMakers, Reports
from touchline.clips.ports.sharing import SharedRanges
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.jobs import Jobs

_ALL = 100_000


class ForgetViewer:
    """Forgets the clips of a viewer, their files, what they took away, and who reported clips."""

    def __init__(
        self,
        clips: Clips,
        downloads: Downloads,
        reports: Reports,
        blocked: BlockedMakers,
        ranges: SharedRanges,
        count: CountClips,
        jobs: Jobs,
    ) -> None:
        self._clips = clips
        self._downloads = downloads
        self._reports = reports
        self._blocked = blocked
        self._ranges = ranges
        self._count = count
        self._jobs = jobs

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Done twice it is done once. Events are counted in one order, so that two who leave at the same
        moment do not wait for each other."""
        gone = self._clips.remove_all_of(account_id)
        self._downloads.forget(account_id)
        self._reports.forget(account_id)
        self._blocked.remove(account_id)
        self._ranges.forget(account_id)
        for clip in gone:
            remove_files_of(self._jobs, clip)
        for event_id in sorted({clip.event_id for clip in gone}):
            self._count(channel_id, event_id)


class ExportClips:
    """Everything that is held about a viewer here."""

    def __init__(self, clips: Clips, downloads: Downloads, reports: Reports) -> None:
        self._clips = clips
        self._downloads = downloads
        self._reports = reports

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """What they made, took away and reported; instants are aware."""
        made, _total = self._clips.of_account(account_id, _ALL, 0)
        taken = self._downloads.of_account(account_id)
        return {
            "clips": [_told(clip) for clip in made],
            "downloads": [{"kind": kind, "id": thing_id, "at": at} for kind, thing_id, at in taken],
            "clip_reports": [
                {"clip_id": one.clip_id, "reason": one.reason.value, "text": one.text, "at": one.created_at}
                for one in self._reports.of_account(account_id)
            ],
        }


def _told(clip: Clip) -> dict[str, Any]:
    return {
        "id": clip.id,
        "event_id": clip.event_id,
        "name": clip.words.name,
        "tags": list(clip.words.tags),
        "start_time": clip.range.start_ms / 1000,
        "duration": clip.range.duration_ms / 1000,
        "state": clip.state.value,
        "size": clip.size,
        "created_at": clip.created_at,
        "hidden_at": clip.hidden_at,
    }
