"""`touchline recordings …`: add video files, and list the state of their processing."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli.command_context import CommandContext
from touchline.catalog.application.media.add_media import AddMedia, VideoUpload
from touchline.catalog.application.media.media_sources import find_caption_files
from touchline.catalog.application.media.process_media import ProcessMedia
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import Asset, AssetState
from touchline.catalog.ports.media.assets import Assets
from touchline.platform.audit.declarations import changes, reads_nothing_personal
from touchline.platform.cli.commands import ProgressBar, channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.errors import NotFoundError
from touchline.shared.strings.printable import printable_name

_POLL_SECONDS = 0.5
_WORKER_HINT_SECONDS = 15.0
LoadAsset = Callable[[], Asset]


class RecordingCommandContext(CommandContext):
    """The command context with the assets and the services that make them."""

    @inject
    def __init__(
        self,
        assets: Assets = Provide[CatalogContainer.assets],
        add: AddMedia = Provide[CatalogContainer.add_media],
        process: ProcessMedia = Provide[CatalogContainer.process_media],
    ) -> None:
        super().__init__()
        self.assets = assets
        self.add_media = add
        self.process_media = process


@click.group("recordings")
def recordings() -> None:
    """Manage the videos of events and library items."""


@recordings.command("add")
@changes("recording.add")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--event", "events", multiple=True, metavar="ID|KEY", help="Event of the video; repeatable.")
@click.option(
    "--library-item", "items", multiple=True, metavar="ID|KEY", help="Library item of the video; repeatable."
)
@channel_option
@click.option("--name", default="", help="Name in the player's list. Default: the file name.")
@click.option("--replace", is_flag=True, help="Replace the other videos of the event or item.")
@click.option("--wait/--no-wait", default=True, help="Wait until the stream is ready.", show_default=True)
@click.option(
    "--inline", "in_process", is_flag=True, help="Process the video in this command, without a worker."
)
@json_option
def add_recording(
    file: Path,
    events: tuple[str, ...],
    items: tuple[str, ...],
    channel: str | None,
    name: str,
    replace: bool,
    wait: bool,
    in_process: bool,
    as_json: bool,
) -> None:
    """Add the video FILE to an event or library item and convert it to a stream.

    Caption files beside it (game.en.vtt, game.fr.srt) are added too. Exit code 0: the stream is ready (with
    --no-wait: queued); 1: processing failed, and why; 2: wrong arguments.
    """
    if not events and not items:
        raise click.UsageError("Choose an event or library item: --event or --library-item.")
    command_context = RecordingCommandContext()
    channel_id = command_context.get_channel_id(channel)
    with command_context.channel_transaction(channel_id):
        owners = tuple(
            [command_context.find_owner("event", key) for key in events]
            + [command_context.find_owner("library_item", key) for key in items]
        )
        asset = command_context.add_media(
            VideoUpload(channel_id, file, owners, find_caption_files(file), name, replace)
        )

    def load_asset() -> Asset:
        with command_context.channel_transaction(channel_id):
            loaded_asset = command_context.assets.get(asset.id)
        if loaded_asset is None:
            raise NotFoundError(f"The asset {asset.id} was deleted.")
        return loaded_asset

    with ProgressBar(printable_name(file.name), hidden=as_json) as progress_bar:
        if in_process:
            command_context.process_media(channel_id, asset.id, progress_bar.update)
        elif wait:
            _wait_until_settled(load_asset, progress_bar)
    _print_result(load_asset(), as_json)


@recordings.command("list")
@reads_nothing_personal
@channel_option
@json_option
def list_recordings(channel: str | None, as_json: bool) -> None:
    """List the videos of a channel, newest first."""
    command_context = RecordingCommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        assets = command_context.assets.list_all()
    if as_json:
        click.echo(json.dumps([_serialize_asset(asset) for asset in assets]))
        return
    rows = []
    for asset in assets:
        payload = _serialize_asset(asset)
        length = f"{payload['duration']:.0f} s" if payload["duration"] else ""
        size = f"{payload['width']}×{payload['height']}" if payload["width"] else ""
        state = f"{asset.state} {asset.progress} %" if asset.state is AssetState.PROCESSING else asset.state
        note = asset.failure_message or payload["warning"] or ""
        rows.append((str(asset.id), asset.source_name, state, length, size, note))
    print_table(("Id", "File", "State", "Length", "Size", "Note"), rows)


def _wait_until_settled(load_asset: LoadAsset, progress_bar: ProgressBar) -> None:
    hint_at = time.monotonic() + _WORKER_HINT_SECONDS
    while not (asset := load_asset()).is_finished:
        progress_bar.update(asset.progress / 100)
        if asset.state is AssetState.QUEUED and time.monotonic() > hint_at:
            click.echo("Still queued. Is a worker running (`touchline run` or `touchline worker`)?", err=True)
            hint_at += _WORKER_HINT_SECONDS * 20
        time.sleep(_POLL_SECONDS)
    progress_bar.update(asset.progress / 100)


def _print_result(asset: Asset, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_serialize_asset(asset)))
    elif asset.state is AssetState.FAILED:
        click.echo(f"{asset.source_name}: {asset.failure_message}", err=True)
    else:
        click.echo(f"{asset.source_name} is {asset.state} (asset {asset.id}).")
        if asset.package and asset.package.warning:
            click.echo(f"Warning: {asset.package.warning}", err=True)
    if asset.state is AssetState.FAILED:
        sys.exit(1)


def _serialize_asset(asset: Asset) -> dict[str, Any]:
    package = asset.package
    return {
        "id": asset.id,
        "file": asset.source_name,
        "state": asset.state.value,
        "progress": asset.progress,
        "failure_message": asset.failure_message,
        "duration": package.duration_ms / 1000 if package else None,
        "width": package.width if package else None,
        "height": package.height if package else None,
        "has_audio": package.has_audio if package else None,
        "has_captions": package.has_captions if package else None,
        "warning": (package.warning or None) if package else None,
    }
