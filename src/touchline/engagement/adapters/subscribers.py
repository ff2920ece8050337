"""Subscribers of engagement to events of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.events import EventWentLive, MomentsChanged, RecordingTrimmed, StreamFaultFound
from touchline.channel.events import AccountClosed, AccountSuspended, SessionsEnded
from touchline.engagement.application.erase_viewer import EraseViewer
from touchline.engagement.application.notifications.live_notification_service import NOTIFY_LIVE_JOB
from touchline.engagement.application.notifications.push_stream_alerts import EnqueueStreamAlerts
from touchline.engagement.application.notifications.score_alert_service import ScoreAlertService
from touchline.engagement.application.positions import MovePositions
from touchline.engagement.container import EngagementContainer
from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.ports.push_subscriptions import PushSubscriptions
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.tasks.jobs import Jobs


@inject
def account_closed(
    payload: Mapping[str, Any], erase: EraseViewer = Provide[EngagementContainer.erase_viewer]
) -> None:
    """Erase all engagement data of a closed account."""
    erase(AccountId(payload["account_id"]))


@inject
def account_suspended(
    payload: Mapping[str, Any],
    push_subscriptions: PushSubscriptions = Provide[EngagementContainer.push_subscriptions],
) -> None:
    """Stop pushes to the browsers of a suspended account."""
    push_subscriptions.delete_for_account(AccountId(payload["account_id"]))


@inject
def sessions_ended(
    payload: Mapping[str, Any],
    push_subscriptions: PushSubscriptions = Provide[EngagementContainer.push_subscriptions],
) -> None:
    """Stop pushes to browsers that subscribed in the ended sessions."""
    ended_ids = [SessionId(session_id) for session_id in payload["session_ids"]]
    push_subscriptions.delete_for_sessions(AccountId(payload["account_id"]), ended_ids)


@inject
def event_went_live(payload: Mapping[str, Any], jobs: Jobs = Provide[EngagementContainer.jobs]) -> None:
    """Enqueue notifications for viewers who wait for the event.

    The job that runs every minute notifies the rest.
    """
    channel_id = int(payload["channel_id"])
    jobs.enqueue(NOTIFY_LIVE_JOB, channel_id, unique=f"engagement-tell-live-{channel_id}", timeout=600)


@inject
def moments_changed(
    payload: Mapping[str, Any],
    score_alerts: ScoreAlertService = Provide[EngagementContainer.score_alert_service],
) -> None:
    """Plan the score alert of a game."""
    score_alerts.plan(payload["event_id"])


@inject
def stream_fault_found(
    payload: Mapping[str, Any],
    enqueue: EnqueueStreamAlerts = Provide[EngagementContainer.enqueue_stream_alerts],
) -> None:
    """Enqueue pushes to operators about a fault of a live stream."""
    account_ids = [AccountId(account_id) for account_id in payload["account_ids"]]
    enqueue(payload["alert_id"], payload["number"], account_ids)


@inject
def recording_trimmed(
    payload: Mapping[str, Any], move: MovePositions = Provide[EngagementContainer.move_positions]
) -> None:
    """Move the positions of viewers in a recording whose start or end changed."""
    kind = WatchKind.EVENT if payload["owner_kind"] == "event" else WatchKind.LIBRARY_ITEM
    durations = payload["old_duration_ms"], payload["new_duration_ms"]
    move(kind, payload["owner_id"], payload["moved_ms"], *durations)


SUBSCRIBERS = (
    (AccountClosed.name(), account_closed),
    (AccountSuspended.name(), account_suspended),
    (SessionsEnded.name(), sessions_ended),
    (EventWentLive.name(), event_went_live),
    (MomentsChanged.name(), moments_changed),
    (StreamFaultFound.name(), stream_fault_found),
    (RecordingTrimmed.name(), recording_trimmed),
)
