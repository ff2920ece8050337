"""The job that updates the captions of an event's clips after those of its recording have changed."""

from __future__ import annotations

from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.processing.job_requests import (
    request_clip_cut,
    request_folder_removal,
    request_highlights,
)
from touchline.clips.domain.clip import Clip, ClipOrigin
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips, EventFiles
from touchline.clips.ports.files import FileGoneError
from touchline.clips.ports.highlights import Reels
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory


class UpdateCaptions:
    """Gives clips the captions that their footage has now: late and corrected ones, none that were removed.

    The files of changed clips are cut again, and the reel is made anew. The file of the whole event is
    removed; the next request makes it. Safe to run twice and to be killed at any point.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        clips: Clips,
        event_files: EventFiles,
        reels: Reels,
        folders: CaptionFolders,
        jobs: Jobs,
    ) -> None:
        self._uow = uow
        self._clips = clips
        self._event_files = event_files
        self._reels = reels
        self._folders = folders
        self._jobs = jobs

    def __call__(self, channel_id: ChannelId, event_id: EventId) -> None:
        """Update all clips of the event."""
        with self._uow(channel_id):
            clip_ids = self._clips.list_ids_for_event(event_id)
            for file in self._event_files.list_for_event(event_id):
                self._event_files.remove(file.id)
                request_folder_removal(self._jobs, channel_id, file.folder)
        changed = [clip for clip_id in clip_ids if (clip := self._update(channel_id, clip_id))]
        if any(clip.origin is ClipOrigin.HIGHLIGHT for clip in changed):
            with self._uow(channel_id):
                self._update_reel(event_id)

    def _update(self, channel_id: ChannelId, clip_id: ClipId) -> Clip | None:
        """Return the clip if its captions have changed. A clip whose files are gone is left out."""
        try:
            with self._uow(channel_id):
                clip = self._clips.get(clip_id)
                captions = self._folders.list_current(clip) if clip else None
            change = self._folders.plan(clip, captions) if clip and captions is not None else None
        except FileGoneError:
            return None
        if change is None:
            return None
        # Queued before the change, so that the file is cut again even if this process dies now. Queued after
        # it, because a worker may have read the earlier captions in the meantime.
        self._queue(channel_id, clip_id)
        self._folders.apply(change)
        self._queue(channel_id, clip_id)
        return clip

    def _queue(self, channel_id: ChannelId, clip_id: ClipId) -> None:
        with self._uow(channel_id):
            clip = self._clips.get_for_update(clip_id)
            if clip is not None:
                clip.queue_file()
                self._clips.save(clip)
                request_clip_cut(self._jobs, clip)

    def _update_reel(self, event_id: EventId) -> None:
        reel = self._reels.get(event_id)
        if reel is not None:
            reel.content = ""
            self._reels.save(reel)
            self._reels.mark_stale(event_id)
            request_highlights(self._jobs, is_change=True)
