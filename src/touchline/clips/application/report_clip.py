"""Reporting a clip, by a viewer or an anonymous visitor (docs/how-to/protect-students.md)."""

from __future__ import annotations

from datetime import timedelta

from touchline.clips.application.moderate_clips import HideClips
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moderation import new_report
from touchline.clips.events import ClipReported
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.footages import Footages
from touchline.clips.ports.moderation import ChannelModeration, Reports
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.principal import Principal
from touchline.shared.unit_of_work import Announce

TOLD_EVERY = timedelta(days=1)
"""Operators get at most one email about a clip in this span."""


class ReportClip:
    """Keeps a report, tells the operators, and hides the clip when enough different people reported it."""

    def __init__(
        self,
        clips: Clips,
        footages: Footages,
        reports: Reports,
        channel: ChannelModeration,
        hide: HideClips,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._clips = clips
        self._footages = footages
        self._reports = reports
        self._channel = channel
        self._hide = hide
        self._announce = announce
        self._clock = clock

    def __call__(self, principal: Principal, clip_id: ClipId, reason: str, text: str, ip: str) -> None:
        """Keep one report for each reporter; a second one changes nothing.

        `Invalid` for a wrong reason or a long text, `NotFound` for a clip that the caller cannot see.
        """
        reporter = self._channel.reporter(principal.account_id, ip)
        report = new_report(clip_id, reason, text, reporter, principal.account_id, self._clock.now())
        clip = self._visible(principal, clip_id)
        told = self._reports.any_since(clip.id, report.created_at - TOLD_EVERY)
        if not self._reports.add(report):
            return
        if not told:
            self._announce(ClipReported(principal.channel_id, clip.id, int(report.created_at.timestamp())))
        count = self._reports.count_open(clip.id)
        if self._channel.policy().hides(count):
            self._hide.by_reports(clip.id, count)

    def _visible(self, principal: Principal, clip_id: ClipId) -> Clip:
        clip = self._clips.get(clip_id)
        own = clip is not None and clip.is_of(principal.account_id)
        if clip is None or (clip.is_hidden and not own):
            raise NotFound()
        if not self._footages.rows(principal, [clip.event_id]):
            raise NotFound()
        return clip
