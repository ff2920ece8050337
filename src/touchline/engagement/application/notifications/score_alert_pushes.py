"""Content of score alerts: push messages, and the email with the final."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.engagement.application.notifications.push_delivery import ActiveSubscriptions
from touchline.engagement.application.reminders import TargetNames
from touchline.engagement.domain.push_messages import PushMessage
from touchline.engagement.domain.score_alerts import AlertMoment
from touchline.engagement.domain.targets import ReminderTarget
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeClaim, UnsubscribeTokens
from touchline.engagement.ports.catalog import Catalog
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.preferences import Preferences
from touchline.engagement.ports.push_subscriptions import PushSubscription
from touchline.engagement.ports.score_alerts import Games, ScoreAlerts
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class WantedAlert:
    """The latest moment for which a viewer gets an alert, and the reminder for which they chose alerts."""

    moment: AlertMoment
    target: ReminderTarget


class FindWantedAlert:
    """Finds the alert that a viewer gets for a game now. Each message checks again before it is sent."""

    def __init__(
        self, score_alerts: ScoreAlerts, games: Games, preferences: Preferences, clock: Clock
    ) -> None:
        self._score_alerts = score_alerts
        self._games = games
        self._preferences = preferences
        self._clock = clock

    def __call__(self, account_id: AccountId, event_id: int) -> WantedAlert | None:
        """Return the alert.

        None if it is too late, if the viewer hides scores or no longer wants alerts, or if they are not a
        member of a private game.
        """
        game, now = self._games.get(event_id), self._clock.now()
        if game is None or self._preferences.get_hide_scores(account_id):
            return None
        seen = [moment for moment in game.moments if moment.shown_at <= now]
        target = self._score_alerts.find_target(account_id, game.targets)
        if not seen or not seen[-1].is_news(now) or target is None:
            return None
        if game.is_private and not self._games.is_member(account_id, event_id):
            return None
        return WantedAlert(seen[-1], target)


class ScoreAlertPushes:
    """Push messages with the score to one viewer. A newer message of a game replaces the older one."""

    def __init__(
        self,
        find_alert: FindWantedAlert,
        score_alerts: ScoreAlerts,
        subscriptions: ActiveSubscriptions,
        games: Games,
        preferences: Preferences,
        current_channel: CurrentChannel,
        clock: Clock,
    ) -> None:
        self._find_alert = find_alert
        self._score_alerts = score_alerts
        self._subscriptions = subscriptions
        self._games = games
        self._preferences = preferences
        self._current_channel = current_channel
        self._clock = clock

    def prepare(
        self, account_id: AccountId, event_id: int, number: int
    ) -> tuple[PushMessage, list[PushSubscription]] | None:
        """Return the message and the subscriptions that have not received it.

        None if a later alert has replaced it, if its moment was undone, if it is too late or no longer
        wanted, in quiet hours, and for a closed account.
        """
        sent = self._score_alerts.get_sent(account_id, event_id)
        language = self._current_channel.get_language(account_id)
        wanted = self._find_alert(account_id, event_id)
        if sent is None or sent.number != number or language is None or wanted is None:
            return None
        if not self._is_push_wanted(account_id) or self._is_undone(event_id, number, wanted.moment):
            return None
        text = self._games.write_alert(event_id, wanted.moment.id, language)
        if text is None:
            return None
        ttl = int((wanted.moment.expires_at - self._clock.now()).total_seconds())
        message = PushMessage(
            text.title, text.body, f"/watch/{event_id}", f"score-{event_id}", max(ttl, 1), is_score=True
        )
        subscriptions = self._subscriptions.list_for_account(account_id)
        return message, [item for item in subscriptions if item.id not in sent.delivered]

    def mark_delivered(
        self, account_id: AccountId, event_id: int, number: int, subscription: PushSubscription
    ) -> None:
        """Record that a browser received the message."""
        self._score_alerts.add_delivery(account_id, event_id, number, subscription.id)

    def remove_subscription(self, subscription: PushSubscription) -> None:
        """Delete a subscription that no longer receives messages."""
        self._subscriptions.remove(subscription)

    def _is_push_wanted(self, account_id: AccountId) -> bool:
        settings = self._preferences.get_notification_settings(account_id)
        zone = self._current_channel.get_details().time_zone
        return settings.by_push and not settings.is_quiet(self._clock.now(), zone)

    def _is_undone(self, event_id: int, number: int, latest: AlertMoment) -> bool:
        """Return whether the moment of the alert is gone, so that the latest one is older."""
        progress = self._score_alerts.get(event_id)
        return progress.number == number and latest.at_ms < progress.at_ms


@dataclass(frozen=True)
class FinalNotification:
    """Content of an email with the final: the result, the event's page (a path), the reminder's target, and a
    token that turns off score alerts of this target.
    """

    event_id: int
    result: str
    details: str
    path: str
    target_type: str
    target_id: int
    target_name: str
    token: str


class GetFinalNotification:
    """Returns the content of an email with the final."""

    def __init__(
        self,
        find_alert: FindWantedAlert,
        games: Games,
        preferences: Preferences,
        catalog: Catalog,
        target_names: TargetNames,
        current_channel: CurrentChannel,
        tokens: UnsubscribeTokens,
    ) -> None:
        self._find_alert = find_alert
        self._games = games
        self._preferences = preferences
        self._catalog = catalog
        self._target_names = target_names
        self._current_channel = current_channel
        self._tokens = tokens

    def __call__(self, account_id: AccountId, event_id: int, language: str) -> FinalNotification | None:
        """Return the content. None if the game goes on, or if the viewer may not or does not want to know."""
        wanted = self._find_alert(account_id, event_id)
        if wanted is None or not wanted.moment.is_final:
            return None
        if not self._preferences.get_notification_settings(account_id).by_mail:
            return None
        text = self._games.write_alert(event_id, wanted.moment.id, language)
        if text is None:
            return None
        target, channel_id = wanted.target, self._current_channel.get_details().id
        event = self._catalog.list_events([event_id], language).get(event_id)
        name = self._target_names([target], language).get(target, event.name if event else "")
        token = self._tokens.issue(UnsubscribeClaim(channel_id, account_id, target, is_score_alerts=True))
        return FinalNotification(
            event_id, text.title, text.body, f"/watch/{event_id}", target.type.value, target.id, name, token
        )
