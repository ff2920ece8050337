"""Moderation of clips: hide, show again, approve a name, block a creator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.clips.application.editing.count_clips import CountClips
from touchline.clips.application.highlights.arrange_highlights import UpdateReel
from touchline.clips.application.processing.job_requests import request_clip_cut, request_move
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moderation import MAX_FEATURED, NO_CREATOR, TOO_MANY_FEATURED
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.moderation import BlockedCreators, ChannelModeration, ReportedClip, Reports
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId
from touchline.shared.tasks.jobs import Jobs


@dataclass(frozen=True, slots=True)
class Decision:
    """Actor and reason of a decision, for the takedown log."""

    actor: str
    reason: str = ""


def require_clip(clip: Clip | None, clip_id: ClipId) -> Clip:
    """Return the clip. Raises `NotFoundError` with a message for the operator if there is none."""
    if clip is None:
        raise NotFoundError(f"There is no clip {clip_id} in this channel.")
    return clip


def require_creator(clip: Clip) -> AccountId:
    """Return the viewer who made a clip. Raises `RefusedError` for a clip of the channel."""
    if clip.account_id is None:
        raise RefusedError(NO_CREATOR)
    return clip.account_id


def get_clip_for_update(clips: Clips, clip_id: ClipId) -> Clip:
    """Return a clip, locked. Raises `NotFoundError` like `require_clip`."""
    return require_clip(clips.get_for_update(clip_id), clip_id)


class HideClip:
    """Hides a clip. It disappears from lists and pages when the transaction commits.

    Its URLs stop working once a job has moved the files.
    """

    def __init__(
        self,
        clips: Clips,
        channel: ChannelModeration,
        count: CountClips,
        update_reel: UpdateReel,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._update_reel = update_reel
        self._clips = clips
        self._channel = channel
        self._count_clips = count
        self._jobs = jobs
        self._clock = clock

    def __call__(self, clip_id: ClipId, decision: Decision) -> Clip:
        """Hide the clip. Has no effect on a hidden clip. Raises `NotFoundError` if there is none."""
        clip = get_clip_for_update(self._clips, clip_id)
        now = self._clock.now()
        if clip.hide(now, decision.actor, new_folder(CLIPS, now)):
            self._clips.save(clip)
            self._count_clips(clip.channel_id, clip.event_id)
            self._update_reel(clip)
            request_move(self._jobs, clip.channel_id, clip.id)
            self._channel.record("hide", "clip", clip.id, actor=decision.actor, reason=decision.reason)
        return clip


class ModerateClips:
    """Operators' decisions on clips: hide, show again, approve, feature, dismiss reports."""

    def __init__(
        self,
        clips: Clips,
        reports: Reports,
        channel: ChannelModeration,
        hide_clip: HideClip,
        count: CountClips,
        update_reel: UpdateReel,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._update_reel = update_reel
        self._clips = clips
        self._reports = reports
        self._channel = channel
        self._hide_clip = hide_clip
        self._count_clips = count
        self._jobs = jobs
        self._clock = clock

    def list_reported(self, limit: int) -> Sequence[tuple[ReportedClip, Clip | None]]:
        """List clips with open reports. The clip is None if it was deleted."""
        open_reports = self._reports.list_open(limit)
        return [(report, self._clips.get(ClipId(report.clip_id))) for report in open_reports]

    def hide(self, clip_id: ClipId, decision: Decision) -> Clip:
        """Hide a clip and resolve its reports. Raises `NotFoundError` if there is none."""
        clip = self._hide_clip(clip_id, decision)
        self._reports.resolve(clip.id, self._clock.now())
        return clip

    def show(self, clip_id: ClipId, decision: Decision) -> Clip:
        """Show a hidden clip again and resolve its reports. Raises `RefusedError` if it is not hidden."""
        clip = get_clip_for_update(self._clips, clip_id)
        if not clip.is_hidden:
            raise RefusedError(
                f"Clip {clip_id} is not hidden. To see it, run: touchline clips info {clip_id}"
            )
        clip.unhide()
        self._clips.save(clip)
        self._count_clips(clip.channel_id, clip.event_id)
        self._update_reel(clip)
        if not clip.is_finished:
            request_clip_cut(self._jobs, clip)
        self._reports.resolve(clip.id, self._clock.now())
        self._channel.record("show", "clip", clip.id, actor=decision.actor, reason=decision.reason)
        return clip

    def approve(self, clip_id: ClipId) -> Clip:
        """Let anonymous visitors read a clip's name, and resolve its reports.

        Raises `RefusedError` for a hidden clip.
        """
        clip = get_clip_for_update(self._clips, clip_id)
        if clip.is_hidden:
            raise RefusedError(f"Clip {clip_id} is hidden. Show it first: touchline clips unhide {clip_id}")
        clip.approve(self._clock.now())
        self._clips.save(clip)
        self._reports.resolve(clip.id, self._clock.now())
        return clip

    def feature(self, clip_id: ClipId) -> Clip:
        """Feature a clip on the home page, in front of all others, and approve its name.

        Everyone may then play it. Raises `RefusedError` for a hidden or failed clip, and if the home page
        features enough clips already. Raises `NotFoundError` if there is none.
        """
        clip = get_clip_for_update(self._clips, clip_id)
        if not clip.is_featured and len(self._clips.list_featured(MAX_FEATURED)) >= MAX_FEATURED:
            raise RefusedError(TOO_MANY_FEATURED.with_params(number=MAX_FEATURED))
        clip.feature(self._clock.now())
        self._clips.save(clip)
        return clip

    def unfeature(self, clip_id: ClipId) -> Clip:
        """Remove a clip from the home page. Raises `NotFoundError` if there is none."""
        clip = get_clip_for_update(self._clips, clip_id)
        clip.unfeature()
        self._clips.save(clip)
        return clip

    def dismiss_reports(self, clip_id: ClipId) -> Clip:
        """Resolve the reports of a clip, which stays as it is. Raises `NotFoundError` if there is none."""
        clip = get_clip_for_update(self._clips, clip_id)
        self._reports.resolve(clip.id, self._clock.now())
        return clip


class BlockCreators:
    """Blocks viewers from making clips, and unblocks them."""

    def __init__(self, blocked_creators: BlockedCreators, channel: ChannelModeration, clock: Clock) -> None:
        self._blocked_creators = blocked_creators
        self._channel = channel
        self._clock = clock

    def block(self, account_id: AccountId, decision: Decision) -> bool:
        """Block the viewer. Return False if they were already blocked."""
        changed = self._blocked_creators.add(account_id, self._clock.now())
        if changed:
            self._channel.record("block", "maker", account_id, actor=decision.actor, reason=decision.reason)
        return changed

    def unblock(self, account_id: AccountId, decision: Decision) -> bool:
        """Unblock the viewer. Return False if they were not blocked."""
        changed = self._blocked_creators.remove(account_id)
        if changed:
            self._channel.record("unblock", "maker", account_id, actor=decision.actor, reason=decision.reason)
        return changed

    def get_account_id(self, email: str) -> AccountId:
        """Return the account of a viewer. Raises `NotFoundError` for an unknown email address."""
        account_id = self._channel.find_account_id(email)
        if account_id is None:
            raise NotFoundError(f"There is no account for {email.strip()} in this channel.")
        return account_id
