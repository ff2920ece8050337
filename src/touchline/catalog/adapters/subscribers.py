"""Subscribers of catalog to events of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.application.playback.device_limits import DeviceLimits
from touchline.catalog.container import CatalogContainer
from touchline.catalog.ports.events.events import ClipCounts
from touchline.catalog.ports.media.stream_alerts import AlertRecipients
from touchline.channel.events import AccountClosed, SessionsEnded
from touchline.clips.events import ClipsCounted
from touchline.shared.ids import AccountId, ChannelId, EventId, SessionId


@inject
def update_clip_count(
    payload: Mapping[str, Any], clip_counts: ClipCounts = Provide[CatalogContainer.events]
) -> None:
    """Update the number of clips of an event."""
    clip_counts.set_clip_count(EventId(payload["event_id"]), payload["count"], payload["at"])


@inject
def account_closed(
    payload: Mapping[str, Any],
    recipients: AlertRecipients = Provide[CatalogContainer.alert_recipients],
) -> None:
    """Delete the alerts that a closed account chose."""
    recipients.delete_for_account(AccountId(payload["account_id"]))


@inject
def sessions_ended(
    payload: Mapping[str, Any], device_limits: DeviceLimits = Provide[CatalogContainer.device_limits]
) -> None:
    """Free the places of devices that logged out, among those that may watch at once."""
    ended = {SessionId(session_id) for session_id in payload["session_ids"]}
    device_limits.release(ChannelId(payload["channel_id"]), AccountId(payload["account_id"]), ended)


SUBSCRIBERS = (
    (ClipsCounted.name(), update_clip_count),
    (AccountClosed.name(), account_closed),
    (SessionsEnded.name(), sessions_ended),
)
