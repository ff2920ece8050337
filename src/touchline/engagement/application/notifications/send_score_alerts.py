"""Score alerts across all channels.

Each viewer has a separate transaction, so completed work survives a crash.
"""

from __future__ import annotations

import logging

from touchline.engagement.application.notifications.push_delivery import PushDelivery
from touchline.engagement.application.notifications.score_alert_pushes import ScoreAlertPushes
from touchline.engagement.application.notifications.score_alert_service import ScoreAlertService
from touchline.engagement.ports.current_channel import Channels
from touchline.engagement.ports.push import PushSender
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

log = logging.getLogger(__name__)


class SendScoreAlerts:
    """The job that sends the alert of a game, and the one that every minute sends those that were missed."""

    def __init__(self, uow: UnitOfWorkFactory, channels: Channels, service: ScoreAlertService) -> None:
        self._uow = uow
        self._channels = channels
        self._service = service

    def send_all_due(self) -> int:
        """Send the due alerts of every channel. Return the number of notified viewers.

        If one game fails, the others still run, and then the job fails.
        """
        with self._uow.all_channels():
            channel_ids = self._channels.list_ids_by_slug().values()
        notified, first_error = 0, None
        for channel_id in channel_ids:
            with self._uow(channel_id):
                event_ids = self._service.list_due()
            for event_id in event_ids:
                try:
                    notified += self(channel_id, event_id)
                except Exception as error:
                    log.exception("channel %s: a score alert of event %s failed", channel_id, event_id)
                    first_error = error
        if first_error is not None:
            raise first_error
        return notified

    def __call__(self, channel_id: ChannelId, event_id: int) -> int:
        """Send the alert of a game if it is due. Return the number of notified viewers."""
        with self._uow(channel_id):
            alert = self._service.start(event_id)
        if alert is None:
            return 0
        notified, last_id = 0, AccountId(0)
        while True:
            with self._uow(channel_id):
                batch = self._service.get_batch(alert, last_id)
            if batch.last_account_id is None:
                break
            for recipient in batch.recipients:
                with self._uow(channel_id):
                    notified += self._service.notify(alert, recipient)
            last_id = batch.last_account_id
        with self._uow(channel_id):
            self._service.finish(alert)
        return notified


class PushScoreAlert:
    """The job that pushes an alert to the browsers of one viewer."""

    def __init__(self, uow: UnitOfWorkFactory, pushes: ScoreAlertPushes, sender: PushSender) -> None:
        self._uow = uow
        self._pushes = pushes
        self._deliver = PushDelivery(uow, sender)

    def __call__(self, channel_id: ChannelId, account_id: AccountId, event_id: int, number: int) -> int:
        """Return the number of browsers reached. Raises `PushUnavailableError` as `PushDelivery` does."""
        with self._uow(channel_id):
            prepared = self._pushes.prepare(account_id, event_id, number)
        if prepared is None:
            return 0
        message, subscriptions = prepared
        return self._deliver(
            channel_id,
            message,
            subscriptions,
            mark_delivered=lambda subscription: self._pushes.mark_delivered(
                account_id, event_id, number, subscription
            ),
            remove=self._pushes.remove_subscription,
        )
