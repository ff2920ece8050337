"""Deleting an event's clips and its file together with its recording."""

from __future__ import annotations

from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.processing.clean_up_files import CLEAN_UP_JOB
from touchline.clips.application.processing.job_requests import request_clip_removal
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.highlights import Highlights, Reels
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.jobs import Jobs


class DeleteEventClips:
    """Deletes the clips of an event and their files. Idempotent."""

    def __init__(
        self, clips: Clips, highlights: Highlights, reels: Reels, count: CountClips, jobs: Jobs
    ) -> None:
        self._clips = clips
        self._highlights = highlights
        self._reels = reels
        self._count_clips = count
        self._jobs = jobs

    def __call__(self, channel_id: ChannelId, event_id: EventId) -> None:
        """Delete all clips of the event. The cleanup job deletes the event's file."""
        self._highlights.remove_for_event(event_id)
        self._reels.remove_for_event(event_id)
        for clip in self._clips.remove_for_event(event_id):
            request_clip_removal(self._jobs, clip)
        self._count_clips(channel_id, event_id)
        self._jobs.enqueue(CLEAN_UP_JOB, unique=f"clips-tidy-{channel_id}-{event_id}", timeout=3600)
