"""What clips hear of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.events import RecordingDeleted
from touchline.channel.events import AccountClosed
from touchline.clips.application.forget_event import ForgetEvent
from touchline.clips.application.forget_viewer import ForgetViewer
from touchline.shared.ids import AccountId, ChannelId, EventId


@inject
def account_closed(told: Mapping[str, Any], forget: ForgetViewer = Provide["clips.forget_viewer"]) -> None:
    """A viewer is gone: their clips, the files of them, and what they took away go too."""
    forget(ChannelId(told["channel_id"]), AccountId(told["account_id"]))


@inject
def recording_deleted(told: Mapping[str, Any], forget: ForgetEvent = Provide["clips.forget_event"]) -> None:
    """The recording of an event is deleted: its clips and their files go, and the file of the event."""
    forget(ChannelId(told["channel_id"]), EventId(told["event_id"]))


SUBSCRIBERS = (
    (AccountClosed.name(), account_closed),
    (RecordingDeleted.name(), recording_deleted),
)
