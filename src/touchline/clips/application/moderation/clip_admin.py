"""Operators' actions on a channel's clips."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.highlights.arrange_highlights import UpdateReel
from touchline.clips.application.moderation.moderate_clips import Decision, get_clip_for_update, require_clip
from touchline.clips.application.processing.job_requests import request_clip_cut, request_clip_removal
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.moderation import ChannelModeration, Reports
from touchline.shared.clock import Clock
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.tasks.work import WorkState


class ClipAdmin:
    """Lists, retries and deletes clips of any viewer."""

    def __init__(
        self,
        clips: Clips,
        reports: Reports,
        channel: ChannelModeration,
        count: CountClips,
        update_reel: UpdateReel,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._update_reel = update_reel
        self._clips = clips
        self._reports = reports
        self._channel = channel
        self._clock = clock
        self._count_clips = count
        self._jobs = jobs

    def list_latest(self, state: WorkState | None, limit: int) -> tuple[Sequence[Clip], int]:
        """List clips in one state (None: all), newest first. Return at most `limit` and the total."""
        return self._clips.list_for_channel(state, limit)

    def get(self, clip_id: ClipId) -> Clip:
        """Return a clip. Raises `NotFoundError` if there is none."""
        return require_clip(self._clips.get(clip_id), clip_id)

    def retry(self, clip_id: ClipId) -> Clip:
        """Queue a failed clip again.

        Raises `RefusedError` for any other clip, `NotFoundError` if there is none.
        """
        clip = get_clip_for_update(self._clips, clip_id)
        clip.retry()
        self._clips.save(clip)
        request_clip_cut(self._jobs, clip)
        return clip

    def delete(self, clip_id: ClipId, decision: Decision) -> Clip:
        """Delete the clip and resolve its reports.

        A job deletes its files. Raises `NotFoundError` if there is none.
        """
        clip = get_clip_for_update(self._clips, clip_id)
        self._clips.remove(clip.id)
        self._count_clips(clip.channel_id, clip.event_id)
        self._update_reel(clip)
        request_clip_removal(self._jobs, clip)
        self._reports.resolve(clip.id, self._clock.now())
        self._channel.record("delete", "clip", clip.id, actor=decision.actor, reason=decision.reason)
        return clip
