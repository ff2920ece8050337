"""Use cases for push subscriptions (W3C Push API)."""

from __future__ import annotations

from touchline.engagement.domain.push_messages import MAX_SUBSCRIPTIONS
from touchline.engagement.ports.push import PushSender, PushSubscriptionInfo
from touchline.engagement.ports.push_subscriptions import PushSubscriptions
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AccountId, SessionId

PUSH_DISABLED = ErrorMessage("errors.push_disabled", "Browser notifications are turned off on this site.")


class AddPushSubscription:
    """Subscribes a browser to push messages."""

    def __init__(self, push_subscriptions: PushSubscriptions, push: PushSender, clock: Clock) -> None:
        self._push_subscriptions = push_subscriptions
        self._push = push
        self._clock = clock

    def __call__(self, account_id: AccountId, session_id: SessionId, info: PushSubscriptionInfo) -> None:
        """Save the subscription and bind it to the session. It ends with the session.

        The oldest subscriptions beyond the maximum are deleted. Raises `RefusedError` if push is disabled.
        Raises `InvalidInputError` if the endpoint belongs to no known push service.
        """
        if self._push.public_key is None:
            raise RefusedError(PUSH_DISABLED)
        self._push.validate(info)
        self._push_subscriptions.save(account_id, session_id, info, self._clock.now())
        subscriptions = self._push_subscriptions.list_for_account(account_id)
        if len(subscriptions) > MAX_SUBSCRIPTIONS:
            self._push_subscriptions.delete(
                [subscription.id for subscription in subscriptions[MAX_SUBSCRIPTIONS:]]
            )


class RemovePushSubscription:
    """Removes a push subscription."""

    def __init__(self, push_subscriptions: PushSubscriptions) -> None:
        self._push_subscriptions = push_subscriptions

    def __call__(self, account_id: AccountId, endpoint: str) -> None:
        """Remove the subscription. Has no effect if the viewer has none with this endpoint."""
        self._push_subscriptions.remove(account_id, endpoint)
