"""What a channel does about clips: hide, show again, approve a name, block a maker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.clips.application.asking_to_cut import ask_to_cut, ask_to_move
from touchline.clips.application.counting import CountClips
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.folders import CLIPS, new_folder
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.moderation import BlockedMakers, ChannelModeration, ReportedClip, Reports
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import AccountId
from touchline.shared.jobs import Jobs


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decided, and why; for the log of take-downs."""

    actor: str
    reason: str = ""


def clip_to_change(clips: Clips, clip_id: ClipId) -> Clip:
    """Return a clip, locked; `NotFound` with a sentence for the operator."""
    clip = clips.held(clip_id)
    if clip is None:
        raise NotFound(f"There is no clip {clip_id} in this channel.")
    return clip


class HideClips:
    """Hides clips. They leave every list and page with the transaction; addresses that were given out stop
    working when a job has moved the files."""

    def __init__(
        self, clips: Clips, channel: ChannelModeration, count: CountClips, jobs: Jobs, clock: Clock
    ) -> None:
        self._clips = clips
        self._channel = channel
        self._count = count
        self._jobs = jobs
        self._clock = clock

    def by_operator(self, clip_id: ClipId, decision: Decision) -> Clip:
        """Hide a clip; hiding it again changes nothing. `NotFound`."""
        return self._hide(clip_id, decision)

    def by_reports(self, clip_id: ClipId, count: int) -> None:
        """Hide a clip that so many people reported."""
        self._hide(clip_id, Decision("reports", f"{count} reports"))

    def _hide(self, clip_id: ClipId, decision: Decision) -> Clip:
        clip = clip_to_change(self._clips, clip_id)
        now = self._clock.now()
        if clip.hide(now, decision.actor, new_folder(CLIPS, now)):
            self._clips.save(clip)
            self._count(clip.channel_id, clip.event_id)
            ask_to_move(self._jobs, clip.channel_id, clip.id)
            self._channel.record("hide", "clip", clip.id, actor=decision.actor, reason=decision.reason)
        return clip


class ModerateClips:
    """Decides on reports, for an operator."""

    def __init__(
        self,
        clips: Clips,
        reports: Reports,
        channel: ChannelModeration,
        hide: HideClips,
        count: CountClips,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._clips = clips
        self._reports = reports
        self._channel = channel
        self._hide = hide
        self._count = count
        self._jobs = jobs
        self._clock = clock

    def waiting(self, limit: int) -> Sequence[tuple[ReportedClip, Clip | None]]:
        """Return clips with open reports; the clip is None when it was deleted."""
        found = self._reports.waiting(limit)
        return [(one, self._clips.get(ClipId(one.clip_id))) for one in found]

    def hide(self, clip_id: ClipId, decision: Decision) -> Clip:
        """Hide a clip and decide its reports. `NotFound`."""
        clip = self._hide.by_operator(clip_id, decision)
        self._reports.resolve(clip.id, self._clock.now())
        return clip

    def show(self, clip_id: ClipId, decision: Decision) -> Clip:
        """Show a hidden clip again and decide its reports. `Refused` for one that is not hidden."""
        clip = clip_to_change(self._clips, clip_id)
        if not clip.is_hidden:
            raise Refused(f"Clip {clip_id} is not hidden. To see it, run: touchline clips info {clip_id}")
        clip.unhide()
        self._clips.save(clip)
        self._count(clip.channel_id, clip.event_id)
        if not clip.is_settled:
            ask_to_cut(self._jobs, clip)
        self._reports.resolve(clip.id, self._clock.now())
        self._channel.record("show", "clip", clip.id, actor=decision.actor, reason=decision.reason)
        return clip

    def approve(self, clip_id: ClipId) -> Clip:
        """Let anonymous visitors read a clip's name, and decide its reports. `Refused` for a hidden clip."""
        clip = clip_to_change(self._clips, clip_id)
        if clip.is_hidden:
            raise Refused(f"Clip {clip_id} is hidden. Show it first: touchline clips show {clip_id}")
        clip.approve(self._clock.now())
        self._clips.save(clip)
        self._reports.resolve(clip.id, self._clock.now())
        return clip


class BlockMakers:
    """Keeps a viewer from making clips, and lifts that."""

    def __init__(self, blocked: BlockedMakers, channel: ChannelModeration, clock: Clock) -> None:
        self._blocked = blocked
        self._channel = channel
        self._clock = clock

    def block(self, email: str, decision: Decision) -> bool:
        """Block the viewer; return False if they were blocked before. `NotFound`."""
        account_id = self._account(email)
        changed = self._blocked.add(account_id, self._clock.now())
        if changed:
            self._channel.record("block", "maker", account_id, actor=decision.actor, reason=decision.reason)
        return changed

    def unblock(self, email: str, decision: Decision) -> bool:
        """Lift the block; return False if there was none. `NotFound`."""
        account_id = self._account(email)
        changed = self._blocked.remove(account_id)
        if changed:
            self._channel.record("unblock", "maker", account_id, actor=decision.actor, reason=decision.reason)
        return changed

    def _account(self, email: str) -> AccountId:
        found = self._channel.account_of(email)
        if found is None:
            raise NotFound(f"There is no account of {email.strip()} in this channel.")
        return found
