"""Reporting a clip, by a viewer or an anonymous visitor (docs/how-to/protect-students.md)."""

from __future__ import annotations

from datetime import timedelta

from touchline.clips.application.moderation.moderate_clips import Decision, HideClip
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moderation import create_report
from touchline.clips.events import ClipReported
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.moderation import ChannelModeration, Reports
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.principal import Principal
from touchline.shared.unit_of_work import Announce

NOTIFICATION_INTERVAL = timedelta(days=1)
"""Minimum time between two emails to operators about one clip."""


class ReportClip:
    """Saves a report, notifies operators, and hides a clip that enough different people reported."""

    def __init__(
        self,
        clips: Clips,
        event_catalog: EventCatalog,
        reports: Reports,
        channel: ChannelModeration,
        hide_clip: HideClip,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._clips = clips
        self._event_catalog = event_catalog
        self._reports = reports
        self._channel = channel
        self._hide_clip = hide_clip
        self._announce = announce
        self._clock = clock

    def __call__(self, principal: Principal, clip_id: ClipId, reason: str, text: str, ip: str) -> None:
        """Save the report. A second report by the same reporter has no effect.

        Raises `InvalidInputError` for an unknown reason or a text that is too long. Raises `NotFoundError` if
        the caller cannot see the clip.
        """
        reporter = self._channel.get_reporter_digest(principal.account_id, ip)
        report = create_report(clip_id, reason, text, reporter, principal.account_id, self._clock.now())
        clip = self._get_visible_clip(principal, clip_id)
        was_notified = self._reports.exists_since(clip.id, report.created_at - NOTIFICATION_INTERVAL)
        if not self._reports.add(report):
            return
        if not was_notified:
            self._announce(ClipReported(principal.channel_id, clip.id, int(report.created_at.timestamp())))
        count = self._reports.count_open(clip.id)
        if self._channel.get_policy().should_hide(count):
            self._hide_clip(clip.id, Decision("reports", f"{count} reports"))

    def _get_visible_clip(self, principal: Principal, clip_id: ClipId) -> Clip:
        clip = self._clips.get(clip_id)
        if clip is None or (clip.is_hidden and not clip.is_owned_by(principal.account_id)):
            raise NotFoundError()
        if not self._event_catalog.list_event_rows(principal, [clip.event_id]):
            raise NotFoundError()
        return clip
