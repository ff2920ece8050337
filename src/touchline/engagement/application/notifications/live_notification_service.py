"""Notifying viewers when an event with a reminder goes live.

Each viewer is notified once for each event, never in their quiet hours. If the event is still live
afterwards, they are notified then.

The job runs when a stream starts and once a minute. One row records a notification. It is written in the same
transaction that schedules the delivery. A crash or two concurrent runs therefore notify nobody twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from touchline.engagement.domain.reminders import OngoingEvent
from touchline.engagement.events import ReminderDue
from touchline.engagement.ports.catalog import Catalog
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.push import PushSender
from touchline.engagement.ports.reminders import Recipient, Reminders, SentNotifications
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs
from touchline.shared.unit_of_work import Announce

NOTIFY_LIVE_JOB = "engagement.tell_live"
PUSH_JOB = "engagement.push"
BATCH_SIZE = 200
RETENTION = timedelta(days=60)
"""How long sent notifications are recorded: longer than any event is live."""


@dataclass(frozen=True)
class RecipientBatch:
    """A batch of waiting viewers: those to notify now, and the last account id checked (None: done)."""

    recipients: Sequence[Recipient]
    last_account_id: AccountId | None


class LiveNotificationService:
    """Steps of notifying a channel's viewers. Each step runs in its own transaction."""

    def __init__(
        self,
        reminders: Reminders,
        sent_notifications: SentNotifications,
        catalog: Catalog,
        current_channel: CurrentChannel,
        push: PushSender,
        announce: Announce,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._reminders = reminders
        self._sent_notifications = sent_notifications
        self._catalog = catalog
        self._current_channel = current_channel
        self._push = push
        self._announce = announce
        self._jobs = jobs
        self._clock = clock

    def list_ongoing_events(self) -> Sequence[OngoingEvent]:
        """List the events that are live now."""
        return self._catalog.list_ongoing_events()

    def get_batch(self, event: OngoingEvent, after: AccountId) -> RecipientBatch:
        """Return the next batch of viewers who were not notified yet, by account id."""
        candidates = self._reminders.list_recipients(event, after, BATCH_SIZE)
        now, zone = self._clock.now(), self._current_channel.get_details().time_zone
        reachable = (recipient for recipient in candidates if not recipient.settings.is_quiet(now, zone))
        recipients = [
            recipient for recipient in reachable if recipient.settings.by_mail or self._is_pushable(recipient)
        ]
        return RecipientBatch(recipients, candidates[-1].account_id if candidates else None)

    def notify(self, event: OngoingEvent, recipient: Recipient) -> bool:
        """Notify a viewer in the ways they chose. Return False if they were already notified."""
        if not self._sent_notifications.add(recipient.account_id, event.event_id, self._clock.now()):
            return False
        channel_id, account_id, target = (
            self._current_channel.get_details().id,
            recipient.account_id,
            recipient.target,
        )
        if recipient.settings.by_mail:
            self._announce(ReminderDue(channel_id, account_id, event.event_id, target.type.value, target.id))
        if self._is_pushable(recipient):
            name = f"engagement-push-{channel_id}-{event.event_id}-{account_id}"
            self._jobs.enqueue(
                PUSH_JOB, channel_id, account_id, event.event_id, queue=MAIL_QUEUE, unique=name
            )
        return True

    def delete_expired(self) -> int:
        """Delete old records of sent notifications in all channels."""
        return self._sent_notifications.delete_before(self._clock.now() - RETENTION)

    def _is_pushable(self, recipient: Recipient) -> bool:
        is_wanted = recipient.settings.by_push and recipient.has_push_subscription
        return is_wanted and self._push.public_key is not None
