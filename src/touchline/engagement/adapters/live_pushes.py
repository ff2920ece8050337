"""Pushing to a viewer's browsers, outside of transactions: a push service takes its time."""

from __future__ import annotations

import logging

from touchline.engagement.application.notifications.live_notifications import LivePushService
from touchline.engagement.domain.push_messages import PushMessage
from touchline.engagement.ports.push import PushSender, PushUnavailableError, SubscriptionGoneError
from touchline.engagement.ports.push_subscriptions import PushSubscription
from touchline.platform.db.session import Database
from touchline.shared.ids import AccountId, ChannelId

log = logging.getLogger(__name__)


class SendLivePushes:
    """One viewer, one event. What was reached is noted at once, so a job that runs again goes on with the
    rest."""

    def __init__(self, database: Database, push_service: LivePushService, sender: PushSender) -> None:
        self._database = database
        self._push_service = push_service
        self._sender = sender

    def __call__(self, channel_id: ChannelId, account_id: AccountId, event_id: int) -> int:
        """How many browsers were reached. `PushUnavailableError` once all were tried, where any could not
        be, and in quiet hours: the queue tries again."""
        with self._database.transaction(channel_id):
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
            raise PushUnavailableError(f"{unavailable} of {len(subscriptions)} browsers could not be reached")
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
            log.info("a browser of account %s takes no pushes any more", account_id)
            with self._database.transaction(channel_id):
                self._push_service.remove_subscription(subscription)
            return False
        with self._database.transaction(channel_id):
            self._push_service.mark_delivered(account_id, event_id, subscription)
        return True
