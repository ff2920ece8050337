"""Cleanup of notifications across all channels, in short transactions."""

from __future__ import annotations

from touchline.engagement.application.notifications.delete_past_reminders import DeletePastReminders
from touchline.engagement.application.notifications.live_notification_service import LiveNotificationService
from touchline.engagement.application.notifications.score_alert_service import ScoreAlertService
from touchline.engagement.ports.current_channel import Channels
from touchline.shared.unit_of_work import UnitOfWorkFactory


class CleanUpNotifications:
    """The daily cleanup job."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        channels: Channels,
        service: LiveNotificationService,
        score_alerts: ScoreAlertService,
        delete_past: DeletePastReminders,
    ) -> None:
        self._uow = uow
        self._channels = channels
        self._service = service
        self._score_alerts = score_alerts
        self._delete_past = delete_past

    def __call__(self) -> int:
        """Delete expired notification records and reminders of past events.

        Return the number of notification records.
        """
        with self._uow.all_channels():
            channel_ids = self._channels.list_ids_by_slug().values()
        for channel_id in channel_ids:
            last_id: int | None = 0
            while last_id is not None:
                with self._uow(channel_id):
                    last_id = self._delete_past(last_id)
        with self._uow.all_channels():
            return self._service.delete_expired() + self._score_alerts.delete_expired()
