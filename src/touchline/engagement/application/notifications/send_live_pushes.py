"""Pushes to a viewer's browsers, sent outside transactions because push services can be slow."""

from __future__ import annotations

import logging

from touchline.engagement.application.notifications.live_notifications import LivePushService
from touchline.engagement.domain.push_messages import PushMessage
from touchline.engagement.ports.push import PushSender, PushUnavailableError, SubscriptionGoneError
from touchline.engagement.ports.push_subscriptions import PushSubscription
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

log = logging.getLogger(__name__)


class SendLivePushes:
    """The job that sends pushes for one viewer and one event.

    Each delivery is recorded at once, so a retried job continues with the remaining browsers.
    """

    def __init__(self, uow: UnitOfWorkFactory, push_service: LivePushService, sender: PushSender) -> None:
        self._uow = uow
        self._push_service = push_service
        self._sender = sender

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
        delivered, unavailable = 0, 0
        for subscription in subscriptions:
            try:
                delivered += self._send_one(channel_id, account_id, event_id, message, subscription)
            except PushUnavailableError:
                unavailable += 1
        if unavailable:
            raise PushUnavailableError(f"{unavailable} of {len(subscriptions)} push services did not respond")
        return delivered

    def _send_one(
        self,
        channel_id: ChannelId,
        account_id: AccountId,
        event_id: int,
        message: PushMessage,
        subscription: PushSubscription,
    ) -> bool:
        try:
            self._sender.send(
                subscription.info, message.title, message.body, message.url, message.tag, message.ttl
            )
        except SubscriptionGoneError:
            log.info("a browser of account %s no longer accepts pushes", account_id)
            with self._uow(channel_id):
                self._push_service.remove_subscription(subscription)
            return False
        with self._uow(channel_id):
            self._push_service.mark_delivered(account_id, event_id, subscription)
        return True
