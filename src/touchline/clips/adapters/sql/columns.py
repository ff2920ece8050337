"""Conversion of clips and event files to and from columns."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from touchline.clips.adapters.sql.tables import ClipRow, EventFileRow, WorkColumns
from touchline.clips.domain.clip import Clip, ClipDetails, ClipOrigin, Range
from touchline.clips.domain.event_file import EventFile
from touchline.clips.domain.ids import ClipId, EventFileId
from touchline.shared.ids import AccountId, ChannelId, EventId
from touchline.shared.tasks.work import Work, WorkState

_WORK_COLUMNS = ("progress", "failure_message", "failure_code", "attempts", "lease", "leased_until")


def clip_columns(clip: Clip) -> dict[str, Any]:
    """Return all columns of a clip except id, channel and version."""
    return {
        **_work_columns(clip),
        "account_id": clip.account_id,
        "event_id": clip.event_id,
        "media_id": clip.media_id,
        "uuid": str(clip.uuid),
        "name": clip.details.name,
        "tags": list(clip.details.tags),
        "start_ms": clip.range.start_ms,
        "duration_ms": clip.range.duration_ms,
        "folder": clip.folder,
        "offset_ms": clip.offset_ms,
        "width": clip.width,
        "height": clip.height,
        "frame_rate": clip.frame_rate,
        "size": clip.size,
        "has_poster": clip.has_poster,
        "created_at": clip.created_at,
        "hidden_at": clip.hidden_at,
        "hidden_by": clip.hidden_by,
        "approved_at": clip.approved_at,
        "featured_at": clip.featured_at,
        "former_folders": list(clip.former_folders) or None,
        "origin": clip.origin.value,
        "names": dict(clip.names) or None,
    }


def to_clip(row: ClipRow) -> Clip:
    """Return the clip of a row."""
    return Clip(
        id=ClipId(row.id),
        channel_id=ChannelId(row.channel_id),
        account_id=AccountId(row.account_id) if row.account_id is not None else None,
        event_id=EventId(row.event_id),
        media_id=row.media_id,
        uuid=UUID(row.uuid),
        details=ClipDetails(row.name, tuple(row.tags)),
        range=Range(row.start_ms, row.duration_ms),
        folder=row.folder,
        offset_ms=row.offset_ms,
        width=row.width,
        height=row.height,
        frame_rate=row.frame_rate,
        created_at=row.created_at,
        size=row.size,
        has_poster=row.has_poster,
        hidden_at=row.hidden_at,
        hidden_by=row.hidden_by,
        approved_at=row.approved_at,
        featured_at=row.featured_at,
        former_folders=tuple(row.former_folders or ()),
        origin=ClipOrigin(row.origin),
        names=row.names or {},
        version=row.version,
        **_work_fields(row),
    )


def event_file_columns(file: EventFile) -> dict[str, Any]:
    """Return all columns of an event file except id, channel and version."""
    return {
        **_work_columns(file),
        "event_id": file.event_id,
        "media_id": file.media_id,
        "source": file.source,
        "folder": file.folder,
        "size": file.size,
        "created_at": file.created_at,
        "wanted_at": file.requested_at,
        "failure_told": file.is_failure_reported,
    }


def to_event_file(row: EventFileRow) -> EventFile:
    """Return the event file of a row."""
    return EventFile(
        id=EventFileId(row.id),
        channel_id=ChannelId(row.channel_id),
        event_id=EventId(row.event_id),
        media_id=row.media_id,
        source=row.source,
        folder=row.folder,
        created_at=row.created_at,
        requested_at=row.wanted_at,
        size=row.size,
        is_failure_reported=row.failure_told,
        version=row.version,
        **_work_fields(row),
    )


def _work_columns(work: Work) -> dict[str, Any]:
    return {"state": work.state.value, **{name: getattr(work, name) for name in _WORK_COLUMNS}}


def _work_fields(row: WorkColumns) -> dict[str, Any]:
    return {"state": WorkState(row.state), **{name: getattr(row, name) for name in _WORK_COLUMNS}}
