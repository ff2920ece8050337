"""Telling viewers that what they asked to be told of is live: once an event and viewer, never in their quiet
hours, and later where it is still live then.

It is asked for when a stream begins and each minute. Whether somebody was told is one row, written with what
makes the telling happen in one transaction: one who dies in the middle, or two at once, tell nobody twice.
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
from touchline.shared.tasks.jobs import Jobs
from touchline.shared.unit_of_work import Announce

NOTIFY_LIVE_JOB = "engagement.tell_live"
PUSH_JOB = "engagement.push"
MAIL_QUEUE = "mail"
"""Its tasks are tried again after growing pauses."""
BATCH_SIZE = 200
RETENTION = timedelta(days=60)
"""How long it is known who was told: longer than anything is live."""


@dataclass(frozen=True)
class RecipientBatch:
    """Some of those who wait: who can be told now, and the last one looked at (None: nobody is left)."""

    recipients: Sequence[Recipient]
    last_account_id: AccountId | None


class LiveNotificationService:
    """The steps of telling one channel's viewers, each for a transaction of its own."""

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
        """What is live now."""
        return self._catalog.list_ongoing_events()

    def get_batch(self, event: OngoingEvent, after: AccountId) -> RecipientBatch:
        """The next of those who were not told yet, by number."""
        found = self._reminders.list_recipients(event, after, BATCH_SIZE)
        now, zone = self._clock.now(), self._current_channel.get_details().time_zone
        reachable = (one for one in found if not one.settings.is_quiet(now, zone))
        recipients = [one for one in reachable if one.settings.by_mail or self._is_pushable(one)]
        return RecipientBatch(recipients, found[-1].account_id if found else None)

    def notify(self, event: OngoingEvent, recipient: Recipient) -> bool:
        """Tell one viewer by the ways they want; False where they were told before."""
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
        """Forget who was told of what is long over, in every channel."""
        return self._sent_notifications.delete_before(self._clock.now() - RETENTION)

    def _is_pushable(self, recipient: Recipient) -> bool:
        is_wanted = recipient.settings.by_push and recipient.has_push_subscription
        return is_wanted and self._push.public_key is not None
