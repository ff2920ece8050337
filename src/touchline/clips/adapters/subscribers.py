"""What clips hear of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.events import RecordingDeleted
from touchline.channel.events import AccountClosed
from touchline.clips.application.erasure.delete_event_clips import DeleteEventClips
from touchline.clips.application.erasure.erase_viewer import EraseViewer
from touchline.shared.ids import AccountId, ChannelId, EventId


@inject
def account_closed(event: Mapping[str, Any], erase: EraseViewer = Provide["clips.erase_viewer"]) -> None:
    """A viewer is gone: their clips, the files of them, and what they took away go too."""
    erase(ChannelId(event["channel_id"]), AccountId(event["account_id"]))


@inject
def recording_deleted(
    event: Mapping[str, Any], erase: DeleteEventClips = Provide["clips.delete_event_clips"]
) -> None:
    """The recording of an event is deleted: its clips and their files go, and the file of the event."""
    erase(ChannelId(event["channel_id"]), EventId(event["event_id"]))


SUBSCRIBERS = (
    (AccountClosed.name(), account_closed),
    (RecordingDeleted.name(), recording_deleted),
)
