"""What operators do about the clips of a channel."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.clips.application.asking_to_cut import ask_to_cut, remove_files_of
from touchline.clips.application.counting import CountClips
from touchline.clips.application.moderate_clips import Decision
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.moderation import ChannelModeration, Reports
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.jobs import Jobs
from touchline.shared.work import WorkState


class ClipDesk:
    """Looks at clips, has them cut once more, deletes them; whoever made them."""

    def __init__(
        self,
        clips: Clips,
        reports: Reports,
        channel: ChannelModeration,
        count: CountClips,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._clips = clips
        self._reports = reports
        self._channel = channel
        self._clock = clock
        self._count = count
        self._jobs = jobs

    def latest(self, state: WorkState | None, limit: int) -> tuple[Sequence[Clip], int]:
        """The newest clips first, of one state or of all, and how many there are."""
        return self._clips.of_channel(state, limit)

    def one(self, clip_id: ClipId) -> Clip:
        """One clip; `NotFound`."""
        return _there(self._clips.get(clip_id), clip_id)

    def retry(self, clip_id: ClipId) -> Clip:
        """Queue a clip that failed; `Refused` for another, `NotFound`."""
        clip = _there(self._clips.held(clip_id), clip_id)
        clip.retry()
        self._clips.save(clip)
        ask_to_cut(self._jobs, clip)
        return clip

    def delete(self, clip_id: ClipId, decision: Decision) -> Clip:
        """Forget it, and its files by a job; its reports are decided. `NotFound`."""
        clip = _there(self._clips.held(clip_id), clip_id)
        self._clips.remove(clip.id)
        self._count(clip.channel_id, clip.event_id)
        remove_files_of(self._jobs, clip)
        self._reports.resolve(clip.id, self._clock.now())
        self._channel.record("delete", "clip", clip.id, actor=decision.actor, reason=decision.reason)
        return clip


def _there(clip: Clip | None, clip_id: ClipId) -> Clip:
    if clip is None:
        raise NotFound(f"There is no clip {clip_id} in this channel.")
    return clip
