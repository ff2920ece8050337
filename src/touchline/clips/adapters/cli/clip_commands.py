"""`touchline clips …`: list, show, retry and delete clips."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.clips.adapters.gateways import ChannelDirectory
from touchline.clips.application.moderation.clip_admin import ClipAdmin
from touchline.clips.application.moderation.moderate_clips import Decision
from touchline.clips.container import ClipsContainer
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.platform.audit.declarations import changes, reads_personal_data
from touchline.platform.cli.commands import (
    actor_option,
    channel_option,
    json_option,
    reason_option,
    resolve_channel,
)
from touchline.platform.cli.tables import print_record, print_table
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database
from touchline.shared.tasks.work import WorkState

_COLUMNS = ("Id", "Name", "Event", "Viewer", "Length", "State", "Size", "Created", "Error")
clip_argument = click.argument("clip_id", metavar="ID", type=click.IntRange(min=1))


@click.group()
def clips() -> None:
    """Manage a channel's clips. Exit code 1: there is no such clip, or its state does not allow this."""


@clips.command("list")
@reads_personal_data("clip.list")
@channel_option
@click.option(
    "--state", type=click.Choice([state.value for state in WorkState]), help="Only clips in this state."
)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Maximum number of rows."
)
@json_option
@inject
def list_clips(
    channel: str | None,
    state: str | None,
    limit: int,
    as_json: bool,
    admin: ClipAdmin = Provide[ClipsContainer.clip_admin],
) -> None:
    """List the newest clips."""
    with channel_transaction(channel):
        latest_clips, count = admin.list_latest(WorkState(state) if state else None, limit)
    if as_json:
        click.echo(json.dumps({"clips": [_serialize_clip(clip) for clip in latest_clips], "count": count}))
        return
    print_table(_COLUMNS, [_format_row(clip) for clip in latest_clips])
    if count > len(latest_clips):
        click.echo(f"Showing {len(latest_clips)} of {count} clips. Raise --limit to see more.", err=True)


@clips.command("info")
@reads_personal_data("clip.view", "clip", "clip_id")
@clip_argument
@channel_option
@json_option
@inject
def print_clip(
    clip_id: int, channel: str | None, as_json: bool, admin: ClipAdmin = Provide[ClipsContainer.clip_admin]
) -> None:
    """Show a clip."""
    with channel_transaction(channel):
        record = _serialize_clip(admin.get(ClipId(clip_id)))
    if as_json:
        click.echo(json.dumps(record))
        return
    print_record(
        {name: ", ".join(value) if isinstance(value, list) else str(value) for name, value in record.items()}
    )


@clips.command("retry")
@changes("clip.retry", "clip", "clip_id")
@clip_argument
@channel_option
@inject
def retry_clip(
    clip_id: int, channel: str | None, admin: ClipAdmin = Provide[ClipsContainer.clip_admin]
) -> None:
    """Retry a failed clip."""
    with channel_transaction(channel):
        clip = admin.retry(ClipId(clip_id))
    click.echo(f"{clip.details.name} (clip {clip.id}) is queued.")


@clips.command("delete")
@changes("clip.delete", "clip", "clip_id")
@clip_argument
@channel_option
@reason_option
@actor_option
@inject
def delete_clip(
    clip_id: int,
    channel: str | None,
    reason: str,
    actor: str,
    admin: ClipAdmin = Provide[ClipsContainer.clip_admin],
) -> None:
    """Delete a clip, its files and all links to it. This cannot be undone."""
    with channel_transaction(channel):
        clip = admin.delete(ClipId(clip_id), Decision(actor, reason))
    click.echo(f"{clip.details.name} (clip {clip.id}) was deleted.")


def _format_row(clip: Clip) -> tuple[str, ...]:
    record = _serialize_clip(clip)
    state = _format_state(clip)
    size = f"{clip.size / 1e6:.1f} MB" if clip.size else ""
    length = f"{record['duration']:.1f} s"
    columns = (str(clip.event_id), _format_creator(clip))
    return (
        str(clip.id),
        clip.details.name,
        *columns,
        length,
        state,
        size,
        record["created_at"],
        clip.failure_message,
    )


def _format_creator(clip: Clip) -> str:
    return clip.origin.value if clip.account_id is None else str(clip.account_id)


def _format_state(clip: Clip) -> str:
    if clip.is_hidden:
        return "hidden"
    return f"{clip.state} {clip.progress} %" if clip.state is WorkState.PROCESSING else clip.state.value


def _serialize_clip(clip: Clip) -> dict[str, Any]:
    return {
        "id": clip.id,
        "name": clip.details.name,
        "tags": list(clip.details.tags),
        "event_id": clip.event_id,
        "event_media_id": clip.media_id,
        "account_id": clip.account_id,
        "origin": clip.origin.value,
        "start_time": clip.range.start_ms / 1000,
        "duration": clip.range.duration_ms / 1000,
        "state": clip.state.value,
        "progress": clip.progress,
        "attempts": clip.attempts,
        "failure_message": clip.failure_message,
        "size": clip.size,
        "folder": clip.folder,
        "hidden_at": _format_instant(clip.hidden_at),
        "hidden_by": clip.hidden_by,
        "approved_at": _format_instant(clip.approved_at),
        "created_at": _format_instant(clip.created_at),
    }


def _format_instant(instant: datetime | None) -> str | None:
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if instant else None


@contextmanager
@inject
def channel_transaction(
    slug: str | None,
    database: Database = Provide[ClipsContainer.database],
    channels: ChannelDirectory = Provide[ClipsContainer.channel_directory],
    settings: Settings = Provide[ClipsContainer.settings],
) -> Iterator[None]:
    """Open a transaction in a channel. Without a slug, use the default channel or the only one."""
    with database.transaction(None, unscoped=True):
        channel_ids = channels.list_ids_by_slug()
    with database.transaction(resolve_channel(slug or settings.default_channel, channel_ids)):
        yield
