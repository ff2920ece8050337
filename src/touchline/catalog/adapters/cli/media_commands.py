"""`touchline media …`: an operator adds video files and sees what became of them."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli import recording_commands
from touchline.catalog.adapters.cli.desk import Desk
from touchline.catalog.application.add_media import AddMedia, VideoFile
from touchline.catalog.application.media_sources import captions_beside
from touchline.catalog.application.process_media import ProcessMedia
from touchline.catalog.domain.media import Asset, AssetState
from touchline.catalog.ports.media import Assets
from touchline.platform.commands import Bar, channel_option, json_option
from touchline.platform.tables import print_table
from touchline.shared.errors import NotFound
from touchline.shared.printable import printable_name

_BETWEEN_LOOKS = 0.5
_PATIENCE = 15.0
Look = Callable[[], Asset]


class MediaDesk(Desk):
    """The desk with the assets, and what makes them."""

    @inject
    def __init__(
        self,
        assets: Assets = Provide["catalog.media.assets"],
        add: AddMedia = Provide["catalog.media.add"],
        process: ProcessMedia = Provide["catalog.media.process"],
    ) -> None:
        super().__init__()
        self.assets = assets
        self.add = add
        self.process = process


@click.group("media")
def media() -> None:
    """Video files of events and library items."""


for _each in recording_commands.COMMANDS:
    media.add_command(_each)


@media.command("add")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--event", "events", multiple=True, metavar="ID|KEY", help="Event that shows it; repeatable.")
@click.option("--library-item", "items", multiple=True, metavar="ID|KEY", help="Library item; repeatable.")
@channel_option
@click.option("--name", default="", help="Name in the player's list; the file's name if not given.")
@click.option("--replace", is_flag=True, help="Take the other videos off the event or item.")
@click.option("--wait/--no-wait", default=True, help="Wait until the stream is made.", show_default=True)
@click.option("--here", is_flag=True, help="Do the work in this process; no worker is needed.")
@json_option
def add_media(
    file: Path,
    events: tuple[str, ...],
    items: tuple[str, ...],
    channel: str | None,
    name: str,
    replace: bool,
    wait: bool,
    here: bool,
    as_json: bool,
) -> None:
    """Make a stream of FILE for an event or library item.

    Caption files beside it (game.en.vtt, game.fr.srt) are taken along. Exit code 0: it is ready (or queued,
    with --no-wait); 1: it failed, and the sentence says why; 2: the command was not understood.
    """
    if not events and not items:
        raise click.UsageError("Say what shows the file: --event or --library-item.")
    desk = MediaDesk()
    channel_id = desk.channel(channel)
    with desk.inside(channel_id):
        owners = tuple(
            [desk.owner("event", key) for key in events] + [desk.owner("library_item", key) for key in items]
        )
        asset = desk.add(VideoFile(channel_id, file, owners, captions_beside(file), name, replace))

    def look() -> Asset:
        with desk.inside(channel_id):
            found = desk.assets.get(asset.id)
        if found is None:
            raise NotFound(f"The asset {asset.id} is gone.")
        return found

    with Bar(printable_name(file.name), hidden=as_json) as bar:
        if here:
            desk.process(channel_id, asset.id, bar.show)
        elif wait:
            _wait(look, bar)
    _tell(look(), as_json)


@media.command("list")
@channel_option
@json_option
def list_media(channel: str | None, as_json: bool) -> None:
    """List the video files of a channel, the newest first."""
    desk = MediaDesk()
    with desk.inside(desk.channel(channel)):
        assets = desk.assets.all()
    if as_json:
        click.echo(json.dumps([_plain(asset) for asset in assets]))
        return
    rows = []
    for asset in assets:
        told = _plain(asset)
        length = f"{told['duration']:.0f} s" if told["duration"] else ""
        size = f"{told['width']}×{told['height']}" if told["width"] else ""
        state = f"{asset.state} {asset.progress} %" if asset.state is AssetState.PROCESSING else asset.state
        note = asset.failure_message or told["warning"] or ""
        rows.append((str(asset.id), asset.source_name, state, length, size, note))
    print_table(("Id", "File", "State", "Length", "Size", "Note"), rows)


def _wait(look: Look, bar: Bar) -> None:
    patience = time.monotonic() + _PATIENCE
    while not (asset := look()).is_settled:
        bar.show(asset.progress / 100)
        if asset.state is AssetState.QUEUED and time.monotonic() > patience:
            click.echo("Still queued. Is a worker running (`touchline run` or `touchline worker`)?", err=True)
            patience += _PATIENCE * 20
        time.sleep(_BETWEEN_LOOKS)
    bar.show(asset.progress / 100)


def _tell(asset: Asset, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_plain(asset)))
    elif asset.state is AssetState.FAILED:
        click.echo(f"{asset.source_name}: {asset.failure_message}", err=True)
    else:
        click.echo(f"{asset.source_name} is {asset.state} (asset {asset.id}).")
        if asset.made and asset.made.warning:
            click.echo(f"Warning: {asset.made.warning}", err=True)
    if asset.state is AssetState.FAILED:
        sys.exit(1)


def _plain(asset: Asset) -> dict[str, Any]:
    made = asset.made
    return {
        "id": asset.id,
        "file": asset.source_name,
        "state": asset.state.value,
        "progress": asset.progress,
        "failure_message": asset.failure_message,
        "duration": made.duration_ms / 1000 if made else None,
        "width": made.width if made else None,
        "height": made.height if made else None,
        "has_audio": made.has_audio if made else None,
        "has_captions": made.has_captions if made else None,
        "warning": (made.warning or None) if made else None,
    }
