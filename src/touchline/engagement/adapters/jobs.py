"""Jobs of context engagement: live notifications, score alerts and cleanup."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.engagement.application.forms.send_reply import SEND_REPLY_JOB, SendReply
from touchline.engagement.application.notifications.clean_up_notifications import CleanUpNotifications
from touchline.engagement.application.notifications.live_notification_service import NOTIFY_LIVE_JOB, PUSH_JOB
from touchline.engagement.application.notifications.notify_live_viewers import NotifyLiveViewers
from touchline.engagement.application.notifications.push_stream_alerts import (
    PUSH_STREAM_ALERT_JOB,
    PushStreamAlert,
)
from touchline.engagement.application.notifications.score_alert_service import PUSH_ALERT_JOB, SEND_ALERTS_JOB
from touchline.engagement.application.notifications.send_live_pushes import SendLivePushes
from touchline.engagement.application.notifications.send_score_alerts import PushScoreAlert, SendScoreAlerts
from touchline.engagement.container import EngagementContainer
from touchline.engagement.domain.ids import RequestReplyId
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tasks.jobs import Task

CLEAN_UP_JOB = "engagement.tidy"
log = logging.getLogger(__name__)


@inject
def notify_live_viewers(
    channel_id: int = 0,
    notify_viewers: NotifyLiveViewers = Provide[EngagementContainer.notify_live_viewers],
) -> None:
    """Notify viewers with reminders about live events, in one channel or in all."""
    notified = notify_viewers(ChannelId(channel_id)) if channel_id else notify_viewers.notify_all_channels()
    if notified:
        log.info("notified %s viewers about live events", notified)


@inject
def send_live_pushes(
    channel_id: int,
    account_id: int,
    event_id: int,
    send_pushes: SendLivePushes = Provide[EngagementContainer.send_live_pushes],
) -> None:
    """Send pushes about a live event to a viewer's browsers.

    If a push service is unavailable (`PushUnavailableError`), the job fails and is retried.
    """
    delivered = send_pushes(ChannelId(channel_id), AccountId(account_id), event_id)
    log.info("sent event %s to %s browsers of account %s", event_id, delivered, account_id)


@inject
def send_score_alerts(
    channel_id: int = 0,
    event_id: int = 0,
    send_alerts: SendScoreAlerts = Provide[EngagementContainer.send_score_alerts],
) -> None:
    """Send the score alert of a game if it is due, or all that are due in every channel."""
    notified = send_alerts(ChannelId(channel_id), event_id) if event_id else send_alerts.send_all_due()
    if notified:
        log.info("sent score alerts to %s viewers", notified)


@inject
def push_score_alert(
    channel_id: int,
    account_id: int,
    event_id: int,
    number: int,
    push_alert: PushScoreAlert = Provide[EngagementContainer.push_score_alert],
) -> None:
    """Push a score alert to a viewer's browsers.

    If a push service is unavailable (`PushUnavailableError`), the job fails and is retried.
    """
    delivered = push_alert(ChannelId(channel_id), AccountId(account_id), event_id, number)
    log.info("sent score alert %s of event %s to %s browsers", number, event_id, delivered)


@inject
def push_stream_alert(
    channel_id: int,
    account_id: int,
    alert_id: int,
    push_alert: PushStreamAlert = Provide[EngagementContainer.push_stream_alert],
) -> None:
    """Push an alert about a live stream to an operator's browsers.

    If a push service is unavailable (`PushUnavailableError`), the job fails and is retried.
    """
    delivered = push_alert(ChannelId(channel_id), AccountId(account_id), alert_id)
    log.info("sent stream alert %s to %s browsers", alert_id, delivered)


@inject
def send_reply(
    channel_id: int, reply_id: int, send: SendReply = Provide[EngagementContainer.send_reply]
) -> None:
    """Send the email with a reply to a request.

    If the mail server is unavailable (`UnavailableError`), the job fails and the queue retries it.
    """
    send(ChannelId(channel_id), RequestReplyId(reply_id))


@inject
def clean_up(
    clean_up_notifications: CleanUpNotifications = Provide[EngagementContainer.clean_up_notifications],
) -> None:
    """Delete reminders and sent notifications of past events."""
    log.info("pruned notification records of %s events", clean_up_notifications())


JOBS = (
    Job(NOTIFY_LIVE_JOB, notify_live_viewers, one_transaction=False),
    Job(PUSH_JOB, send_live_pushes, one_transaction=False),
    Job(SEND_ALERTS_JOB, send_score_alerts, one_transaction=False),
    Job(PUSH_ALERT_JOB, push_score_alert, one_transaction=False),
    Job(PUSH_STREAM_ALERT_JOB, push_stream_alert, one_transaction=False),
    Job(SEND_REPLY_JOB, send_reply, one_transaction=False),
    Job(CLEAN_UP_JOB, clean_up, one_transaction=False),
)
REGULAR = (
    Task(NOTIFY_LIVE_JOB, (), unique="engagement-tell-live", timeout=600),
    Task(SEND_ALERTS_JOB, (), unique="engagement-score-alerts", timeout=600),
)
DAILY = (Task(CLEAN_UP_JOB, (), unique="engagement-tidy", timeout=600),)
