"""Delivery of push messages, outside transactions because push services can be slow."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from touchline.engagement.domain.push_messages import PushMessage, is_subscription_active
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.push import PushSender, PushUnavailableError, SubscriptionGoneError
from touchline.engagement.ports.push_subscriptions import PushSubscription, PushSubscriptions
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

log = logging.getLogger(__name__)


class ActiveSubscriptions:
    """The push subscriptions that still receive messages."""

    def __init__(self, push_subscriptions: PushSubscriptions, current_channel: CurrentChannel) -> None:
        self._push_subscriptions = push_subscriptions
        self._current_channel = current_channel

    def list_for_account(self, account_id: AccountId) -> list[PushSubscription]:
        """Return the subscriptions whose session is active, and delete the others.

        An expired session ends its subscription here, because no event announces the expiry.
        """
        open_sessions = self._current_channel.list_active_sessions(account_id)
        subscriptions = self._push_subscriptions.list_for_account(account_id)
        ended_ids = [
            subscription.id
            for subscription in subscriptions
            if not is_subscription_active(subscription.session_id, open_sessions)
        ]
        if ended_ids:
            self._push_subscriptions.delete(ended_ids)
        return [subscription for subscription in subscriptions if subscription.id not in ended_ids]

    def remove(self, subscription: PushSubscription) -> None:
        """Delete a subscription that no longer receives messages."""
        self._push_subscriptions.delete([subscription.id])


class PushDelivery:
    """Sends one message to several browsers.

    Each delivery is recorded at once, so a retried job continues with the remaining browsers.
    """

    def __init__(self, uow: UnitOfWorkFactory, sender: PushSender) -> None:
        self._uow = uow
        self._sender = sender

    def __call__(
        self,
        channel_id: ChannelId,
        message: PushMessage,
        subscriptions: Sequence[PushSubscription],
        *,
        mark_delivered: Callable[[PushSubscription], None],
        remove: Callable[[PushSubscription], None],
    ) -> int:
        """Return the number of browsers reached. `mark_delivered` and `remove` run in a transaction.

        Raises `PushUnavailableError` after all browsers were tried if any could not be reached.
        """
        delivered, unavailable = 0, 0
        for subscription in subscriptions:
            try:
                is_reached = self._send(message, subscription)
            except PushUnavailableError:
                unavailable += 1
                continue
            with self._uow(channel_id):
                (mark_delivered if is_reached else remove)(subscription)
            delivered += is_reached
        if unavailable:
            raise PushUnavailableError(f"{unavailable} of {len(subscriptions)} push services did not respond")
        return delivered

    def _send(self, message: PushMessage, subscription: PushSubscription) -> bool:
        """Return False if the browser no longer accepts pushes."""
        try:
            self._sender.send(
                subscription.info,
                message.title,
                message.body,
                message.url,
                message.tag,
                message.ttl,
                is_score=message.is_score,
            )
        except SubscriptionGoneError:
            log.info("browser %s no longer accepts pushes", subscription.id)
            return False
        return True
