"""Pushes about a live event to a viewer's browsers."""

from __future__ import annotations

from touchline.engagement.application.notifications.live_notifications import LivePushService
from touchline.engagement.application.notifications.push_delivery import PushDelivery
from touchline.engagement.ports.push import PushSender
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class SendLivePushes:
    """The job that sends pushes for one viewer and one event."""

    def __init__(self, uow: UnitOfWorkFactory, push_service: LivePushService, sender: PushSender) -> None:
        self._uow = uow
        self._push_service = push_service
        self._deliver = PushDelivery(uow, sender)

    def __call__(self, channel_id: ChannelId, account_id: AccountId, event_id: int) -> int:
        """Return the number of browsers reached.

        Raises `PushUnavailableError` in quiet hours, or after all browsers were tried if any could not be
        reached. The queue then retries the job.
        """
        with self._uow(channel_id):
            prepared = self._push_service.prepare(account_id, event_id)
        if prepared is None:
            return 0
        message, subscriptions = prepared
        return self._deliver(
            channel_id,
            message,
            subscriptions,
            mark_delivered=lambda subscription: self._push_service.mark_delivered(
                account_id, event_id, subscription
            ),
            remove=self._push_service.remove_subscription,
        )
