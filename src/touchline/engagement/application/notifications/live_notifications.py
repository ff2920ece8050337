"""Content of notifications about a live event: push messages and emails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from touchline.engagement.application.notifications.push_delivery import ActiveSubscriptions
from touchline.engagement.application.reminders import TargetNames
from touchline.engagement.domain.push_messages import PushMessage
from touchline.engagement.domain.reminders import OngoingEvent
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeClaim, UnsubscribeTokens
from touchline.engagement.ports.catalog import Catalog
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.preferences import Preferences
from touchline.engagement.ports.push import PushUnavailableError
from touchline.engagement.ports.push_subscriptions import PushSubscription, PushSubscriptions
from touchline.engagement.ports.reminders import Reminders, SentNotifications
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.strings.localized import LocalText, localize

LIVE_TEXT: LocalText = {"en": "Live now on {channel}", "fr": "En direct sur {channel}"}
QUIET_HOURS_ACTIVE = "The viewer's quiet hours are in effect."
MIN_TTL, MAX_TTL = timedelta(minutes=10), timedelta(hours=4)
"""Limits of how long a push service keeps a message for a browser that is offline."""


@dataclass(frozen=True)
class LiveNotification:
    """Content of an email: the event, its page (a path), the reminder's target, an unsubscribe token.

    It contains no score.
    """

    event_id: int
    event_name: str
    path: str
    target_type: str
    target_id: int
    target_name: str
    token: str


class GetLiveNotification:
    """Returns the content of an email about a live event."""

    def __init__(
        self,
        reminders: Reminders,
        preferences: Preferences,
        catalog: Catalog,
        target_names: TargetNames,
        current_channel: CurrentChannel,
        tokens: UnsubscribeTokens,
    ) -> None:
        self._reminders = reminders
        self._preferences = preferences
        self._catalog = catalog
        self._target_names = target_names
        self._current_channel = current_channel
        self._tokens = tokens

    def __call__(self, account_id: AccountId, event_id: int, language: str) -> LiveNotification | None:
        """Return the content.

        Return None if the event is over, the reminder is gone, or the viewer has turned off emails.
        """
        if not self._preferences.get_notification_settings(account_id).by_mail:
            return None
        ongoing_event = find_ongoing_event(self._catalog, event_id)
        target = (
            self._reminders.find_most_specific(account_id, ongoing_event.targets) if ongoing_event else None
        )
        event = self._catalog.list_events([event_id], language).get(event_id)
        if target is None or event is None:
            return None
        token = self._tokens.issue(
            UnsubscribeClaim(self._current_channel.get_details().id, account_id, target)
        )
        name = self._target_names([target], language).get(target, event.name)
        path = _watch_path(event_id)
        return LiveNotification(event_id, event.name, path, target.type.value, target.id, name, token)


class LivePushService:
    """Push messages to one viewer about one event, at most one for each browser if possible."""

    def __init__(
        self,
        reminders: Reminders,
        sent_notifications: SentNotifications,
        subscriptions: PushSubscriptions,
        preferences: Preferences,
        catalog: Catalog,
        current_channel: CurrentChannel,
        clock: Clock,
    ) -> None:
        self._reminders = reminders
        self._sent_notifications = sent_notifications
        self._active_subscriptions = ActiveSubscriptions(subscriptions, current_channel)
        self._preferences = preferences
        self._catalog = catalog
        self._current_channel = current_channel
        self._clock = clock

    def prepare(
        self, account_id: AccountId, event_id: int
    ) -> tuple[PushMessage, list[PushSubscription]] | None:
        """Return the message and the subscriptions that have not received it.

        Return None if the event is over, the message is no longer wanted, or the account is closed. Raises
        `PushUnavailableError` if a delayed message falls into quiet hours. The job then retries later, while
        the event is live.
        """
        delivered = self._sent_notifications.list_delivered(account_id, event_id)
        ongoing_event = find_ongoing_event(self._catalog, event_id)
        language = self._current_channel.get_language(account_id)
        if (
            delivered is None
            or ongoing_event is None
            or language is None
            or not self._is_push_wanted(account_id, ongoing_event)
        ):
            return None
        subscriptions = [
            subscription
            for subscription in self._active_subscriptions.list_for_account(account_id)
            if subscription.id not in delivered
        ]
        event = self._catalog.list_events([event_id], language).get(event_id)
        return (self._build_message(ongoing_event, event.name, language), subscriptions) if event else None

    def mark_delivered(self, account_id: AccountId, event_id: int, subscription: PushSubscription) -> None:
        """Record that a browser received the message."""
        self._sent_notifications.add_delivery(account_id, event_id, subscription.id)

    def remove_subscription(self, subscription: PushSubscription) -> None:
        """Delete a subscription that no longer receives messages."""
        self._active_subscriptions.remove(subscription)

    def _is_push_wanted(self, account_id: AccountId, ongoing_event: OngoingEvent) -> bool:
        settings = self._preferences.get_notification_settings(account_id)
        if (
            not settings.by_push
            or self._reminders.find_most_specific(account_id, ongoing_event.targets) is None
        ):
            return False
        if settings.is_quiet(self._clock.now(), self._current_channel.get_details().time_zone):
            raise PushUnavailableError(QUIET_HOURS_ACTIVE)
        return True

    def _build_message(self, ongoing_event: OngoingEvent, name: str, language: str) -> PushMessage:
        channel = self._current_channel.get_details()
        ttl = min(max(ongoing_event.ends_at - self._clock.now(), MIN_TTL), MAX_TTL)
        body = localize(LIVE_TEXT, language, channel.language).format(channel=channel.name)
        tag = f"live-{ongoing_event.event_id}"
        return PushMessage(name, body, _watch_path(ongoing_event.event_id), tag, int(ttl.total_seconds()))


def find_ongoing_event(catalog: Catalog, event_id: int) -> OngoingEvent | None:
    """Return the event if it is live now; None otherwise."""
    return next(
        (
            ongoing_event
            for ongoing_event in catalog.list_ongoing_events()
            if ongoing_event.event_id == event_id
        ),
        None,
    )


def _watch_path(event_id: int) -> str:
    return f"/watch/{event_id}"
