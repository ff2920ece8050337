"""Push messages to operators about faults of a live stream."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from touchline.engagement.application.notifications.push_delivery import ActiveSubscriptions, PushDelivery
from touchline.engagement.domain.push_messages import PushMessage
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.push import PushSender
from touchline.engagement.ports.push_subscriptions import PushSubscription
from touchline.engagement.ports.stream_alerts import StreamAlerts
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

PUSH_STREAM_ALERT_JOB = "engagement.push_stream_alert"
_TTL = timedelta(minutes=10)


@dataclass(frozen=True)
class EnqueueStreamAlerts:
    """Enqueues the push of an alert for each operator. Repeated calls enqueue it once."""

    jobs: Jobs
    current_channel: CurrentChannel
    push: PushSender

    def __call__(self, alert_id: int, number: int, account_ids: Collection[AccountId]) -> None:
        """Enqueue the pushes, if push is configured."""
        if self.push.public_key is None:
            return
        channel_id = self.current_channel.get_details().id
        for account_id in account_ids:
            name = f"engagement-stream-alert-{channel_id}-{alert_id}-{number}-{account_id}"
            self.jobs.enqueue(
                PUSH_STREAM_ALERT_JOB, channel_id, account_id, alert_id, queue=MAIL_QUEUE, unique=name
            )


class PushStreamAlert:
    """The job that pushes an alert to the browsers of one operator.

    Operators chose the alerts of this stream, so quiet hours and the settings of viewers do not apply. A
    browser replaces a message that it gets twice, because both have the same tag.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        alerts: StreamAlerts,
        subscriptions: ActiveSubscriptions,
        current_channel: CurrentChannel,
        sender: PushSender,
    ) -> None:
        self._uow = uow
        self._alerts = alerts
        self._subscriptions = subscriptions
        self._current_channel = current_channel
        self._deliver = PushDelivery(uow, sender)

    def __call__(self, channel_id: ChannelId, account_id: AccountId, alert_id: int) -> int:
        """Return the number of browsers reached. Raises `PushUnavailableError` as `PushDelivery` does."""
        with self._uow(channel_id):
            prepared = self._prepare(account_id, alert_id)
        if prepared is None:
            return 0
        message, subscriptions = prepared
        return self._deliver(
            channel_id,
            message,
            subscriptions,
            mark_delivered=lambda _subscription: None,
            remove=self._subscriptions.remove,
        )

    def _prepare(
        self, account_id: AccountId, alert_id: int
    ) -> tuple[PushMessage, list[PushSubscription]] | None:
        """Return the message and its browsers.

        None for a closed account, an operator who no longer manages streams, and a deleted alert.
        """
        if not self._current_channel.can_manage_streams(account_id):
            return None
        language = self._current_channel.get_language(account_id)
        text = self._alerts.write(alert_id, language) if language is not None else None
        if text is None:
            return None
        tag, ttl = f"stream-alert-{alert_id}", int(_TTL.total_seconds())
        message = PushMessage(text.event_name, text.message, text.path, tag, ttl)
        return message, self._subscriptions.list_for_account(account_id)
