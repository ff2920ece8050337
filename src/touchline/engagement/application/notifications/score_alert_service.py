"""Score alerts: messages about goals and finals after the video has shown them.

A game has at most one alert at a time. One row records its number and its moment, and one row for each
viewer the number that they got. Both are written in the transaction that schedules the delivery. A crash, a
retry or two concurrent runs therefore notify nobody twice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from touchline.engagement.application.notifications.live_notification_service import BATCH_SIZE, RETENTION
from touchline.engagement.domain.score_alerts import AlertProgress, find_due_time, find_moment
from touchline.engagement.events import FinalScoreDue
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.push import PushSender
from touchline.engagement.ports.reminders import Recipient
from touchline.engagement.ports.score_alerts import AlertGame, Games, ScoreAlerts
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs
from touchline.shared.unit_of_work import Announce

SEND_ALERTS_JOB = "engagement.send_score_alerts"
PUSH_ALERT_JOB = "engagement.push_score_alert"


@dataclass(frozen=True)
class Alert:
    """An alert of a game that is being sent."""

    event_id: int
    number: int
    is_final: bool
    game: AlertGame


@dataclass(frozen=True)
class AlertBatch:
    """A batch of viewers: those to notify now, and the last account id checked (None: done)."""

    recipients: Sequence[Recipient]
    last_account_id: AccountId | None


class ScoreAlertService:
    """Steps of sending an alert. Each step runs in its own transaction."""

    def __init__(
        self,
        score_alerts: ScoreAlerts,
        games: Games,
        current_channel: CurrentChannel,
        push: PushSender,
        announce: Announce,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._score_alerts = score_alerts
        self._games = games
        self._current_channel = current_channel
        self._push = push
        self._announce = announce
        self._jobs = jobs
        self._clock = clock

    def plan(self, event_id: int) -> None:
        """Plan the next alert of a game whose moments have changed."""
        self._plan(event_id, self._score_alerts.lock(event_id, self._clock.now()))

    def list_due(self) -> Sequence[int]:
        """List the events with an alert that is due."""
        return self._score_alerts.list_due(self._clock.now())

    def start(self, event_id: int) -> Alert | None:
        """Start the alert of a game if it is due, or go on with one that was interrupted.

        The timeline is read again: an undone moment has no alert, and a corrected one the corrected text.
        """
        now = self._clock.now()
        progress = self._score_alerts.lock(event_id, now)
        if progress.due_at is None or progress.due_at > now:
            return None
        game = self._games.get(event_id)
        moment = find_moment(game.moments, progress, now) if game else None
        due_at = find_due_time(game.moments, progress, now, game.delay) if game else None
        if game is None or moment is None or (due_at is not None and due_at > now):
            self._save(event_id, replace(progress, due_at=due_at, is_sending=False))
            return None
        started = progress.start(moment)
        self._score_alerts.save(event_id, started, now)
        return Alert(event_id, started.number, moment.is_final, game)

    def get_batch(self, alert: Alert, after: AccountId) -> AlertBatch:
        """Return the next batch of viewers who have not got the alert, by account id.

        Viewers in quiet hours are left out: when the hours end, the alert is no longer news.
        """
        candidates = self._score_alerts.list_recipients(
            alert.event_id, alert.number, alert.game.targets, after, BATCH_SIZE
        )
        recipients = [recipient for recipient in candidates if self._is_reachable(alert, recipient)]
        return AlertBatch(recipients, candidates[-1].account_id if candidates else None)

    def notify(self, alert: Alert, recipient: Recipient) -> bool:
        """Tell a viewer in the ways they chose. Return False if they already got the alert.

        Only the final is sent by email, too.
        """
        account_id, event_id = recipient.account_id, alert.event_id
        if not self._score_alerts.add_sent(account_id, event_id, alert.number, self._clock.now()):
            return False
        channel_id = self._current_channel.get_details().id
        if alert.is_final and recipient.settings.by_mail:
            self._announce(FinalScoreDue(channel_id, account_id, event_id))
        if self._is_pushable(recipient):
            name = f"engagement-score-alert-{channel_id}-{event_id}-{account_id}-{alert.number}"
            self._jobs.enqueue(
                PUSH_ALERT_JOB, channel_id, account_id, event_id, alert.number, queue=MAIL_QUEUE, unique=name
            )
        return True

    def finish(self, alert: Alert) -> None:
        """Record that all viewers got the alert, and plan the next one."""
        progress = self._score_alerts.lock(alert.event_id, self._clock.now())
        if progress.number == alert.number:
            self._plan(alert.event_id, replace(progress, is_sending=False, due_at=None))

    def delete_expired(self) -> int:
        """Delete old records in all channels."""
        return self._score_alerts.delete_before(self._clock.now() - RETENTION)

    def _plan(self, event_id: int, progress: AlertProgress) -> None:
        """Plan the next alert of a game whose progress is locked, from its current timeline."""
        game, now = self._games.get(event_id), self._clock.now()
        due_at = find_due_time(game.moments, progress, now, game.delay) if game else None
        if due_at is None and progress.is_sending:
            due_at = progress.due_at
        self._save(event_id, replace(progress, due_at=due_at))

    def _save(self, event_id: int, progress: AlertProgress) -> None:
        """Save the progress and enqueue the job of the next alert.

        The name of the job has the time, because a job cannot enqueue itself by the same name.
        """
        now, due_at = self._clock.now(), progress.due_at
        self._score_alerts.save(event_id, progress, now)
        if due_at is None:
            return
        channel_id = self._current_channel.get_details().id
        name = f"engagement-score-alerts-{channel_id}-{event_id}-{math.ceil(due_at.timestamp())}"
        delay = max(0, math.ceil((due_at - now).total_seconds()))
        self._jobs.enqueue(SEND_ALERTS_JOB, channel_id, event_id, unique=name, timeout=600, delay=delay)

    def _is_reachable(self, alert: Alert, recipient: Recipient) -> bool:
        settings = recipient.settings
        if settings.is_quiet(self._clock.now(), self._current_channel.get_details().time_zone):
            return False
        if not (self._is_pushable(recipient) or (alert.is_final and settings.by_mail)):
            return False
        return not alert.game.is_private or self._games.is_member(recipient.account_id, alert.event_id)

    def _is_pushable(self, recipient: Recipient) -> bool:
        is_wanted = recipient.settings.by_push and recipient.has_push_subscription
        return is_wanted and self._push.public_key is not None
