"""Subscribers of clips to events of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.events import CaptionsChanged, MomentsChanged, RecordingDeleted
from touchline.channel.events import AccountClosed
from touchline.clips.application.erasure.delete_event_clips import DeleteEventClips
from touchline.clips.application.erasure.erase_viewer import EraseViewer
from touchline.clips.application.highlights.sync_highlights import SyncHighlights
from touchline.clips.application.processing.job_requests import request_captions
from touchline.clips.container import ClipsContainer
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.tasks.jobs import Jobs


@inject
def account_closed(
    event: Mapping[str, Any], erase: EraseViewer = Provide[ClipsContainer.erase_viewer]
) -> None:
    """Delete the clips, files and downloads of a closed account."""
    erase(ChannelId(event["channel_id"]), AccountId(event["account_id"]))


@inject
def recording_deleted(
    event: Mapping[str, Any], delete_clips: DeleteEventClips = Provide[ClipsContainer.delete_event_clips]
) -> None:
    """Delete the clips, their files and the event file of a deleted recording."""
    delete_clips(ChannelId(event["channel_id"]), EventId(event["event_id"]))


@inject
def captions_changed(event: Mapping[str, Any], jobs: Jobs = Provide[ClipsContainer.jobs]) -> None:
    """Update the captions of an event's clips in a job."""
    request_captions(jobs, ChannelId(event["channel_id"]), EventId(event["event_id"]))


@inject
def moments_changed(
    event: Mapping[str, Any], sync: SyncHighlights = Provide[ClipsContainer.sync_highlights]
) -> None:
    """Add, rename, move or remove the highlights of an event."""
    sync(ChannelId(event["channel_id"]), EventId(event["event_id"]))


SUBSCRIBERS = (
    (AccountClosed.name(), account_closed),
    (CaptionsChanged.name(), captions_changed),
    (MomentsChanged.name(), moments_changed),
    (RecordingDeleted.name(), recording_deleted),
)
