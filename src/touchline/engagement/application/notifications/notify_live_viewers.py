"""Live notifications across all channels.

Each viewer has a separate transaction, so completed work survives a crash.
"""

from __future__ import annotations

import logging

from touchline.engagement.application.notifications.live_notification_service import LiveNotificationService
from touchline.engagement.domain.reminders import OngoingEvent
from touchline.engagement.ports.current_channel import Channels
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

log = logging.getLogger(__name__)


class NotifyLiveViewers:
    """The job that notifies viewers every minute."""

    def __init__(self, uow: UnitOfWorkFactory, channels: Channels, service: LiveNotificationService) -> None:
        self._uow = uow
        self._channels = channels
        self._service = service

    def notify_all_channels(self) -> int:
        """Notify viewers in every channel. Return the number of notified viewers.

        If one channel fails, the others still run, and then the job fails.
        """
        with self._uow.all_channels():
            channel_ids = self._channels.list_ids_by_slug().values()
        notified, first_error = 0, None
        for channel_id in channel_ids:
            try:
                notified += self(channel_id)
            except Exception as error:
                log.exception("channel %s: some live notifications failed", channel_id)
                first_error = error
        if first_error is not None:
            raise first_error
        return notified

    def __call__(self, channel_id: ChannelId) -> int:
        """Notify viewers in one channel. Return the number of notified viewers."""
        with self._uow(channel_id):
            events = self._service.list_ongoing_events()
        return sum(self._notify_event(channel_id, event) for event in events)

    def _notify_event(self, channel_id: ChannelId, event: OngoingEvent) -> int:
        notified, last_id = 0, AccountId(0)
        while True:
            with self._uow(channel_id):
                batch = self._service.get_batch(event, last_id)
            if batch.last_account_id is None:
                return notified
            for recipient in batch.recipients:
                with self._uow(channel_id):
                    notified += self._service.notify(event, recipient)
            last_id = batch.last_account_id
