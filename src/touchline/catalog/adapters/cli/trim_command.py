"""`touchline recordings trim`: choose the range of a recording that viewers see."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli.command_context import CommandContext
from touchline.catalog.application.media.trims import ApplyTrim, TrimService
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import Asset, OwnerKind
from touchline.catalog.domain.media.trims import format_length, parse_time
from touchline.catalog.ports.media.assets import Assets
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_text
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AssetId

_KINDS: tuple[OwnerKind, ...] = ("event", "library_item")


class TrimCommandContext(CommandContext):
    """The command context with the videos and their trims."""

    @inject
    def __init__(
        self,
        assets: Assets = Provide[CatalogContainer.assets],
        service: TrimService = Provide[CatalogContainer.trim_service],
        apply_trim: ApplyTrim = Provide[CatalogContainer.apply_trim],
    ) -> None:
        super().__init__()
        self.assets = assets
        self.service = service
        self.apply_trim = apply_trim

    def find_video(self, subject: str, video_id: int | None) -> AssetId:
        """Return the video of an event or library item. Raises `NotFoundError`, and `RefusedError` if it has
        several and none was chosen.
        """
        videos = self.assets.list_for_owner(self._find_subject(subject))
        chosen = [video for video in videos if video_id in (None, video.id)]
        if not chosen:
            raise NotFoundError(
                f"{subject} has no video." if video_id is None else f"{subject} has no video {video_id}."
            )
        if len(chosen) > 1:
            names = ", ".join(f"{video.id} ({video.source_name})" for video in chosen)
            raise RefusedError(f"{subject} has {len(chosen)} videos. Choose one with --video: {names}.")
        return chosen[0].id

    def _find_subject(self, subject: str) -> Any:
        for kind in _KINDS:
            owner = self._owners.find(kind, subject)
            if owner is not None:
                return owner
        raise NotFoundError(f"There is no event or library item {subject} in this channel.")


@click.command("trim")
@changes("video.trim")
@click.argument("subject", metavar="EVENT|ITEM")
@click.option("--start", metavar="TIME", help="First moment that viewers see, as h:mm:ss. Default: 0:00:00.")
@click.option("--end", metavar="TIME", help="Last moment that viewers see, as h:mm:ss. Default: the end.")
@click.option("--full-length", is_flag=True, help="Undo the trim. Viewers see the whole recording again.")
@click.option("--video", type=int, metavar="ID", help="Which video, if there are several.")
@channel_option
@json_option
def trim_recording(
    subject: str,
    start: str | None,
    end: str | None,
    full_length: bool,
    video: int | None,
    channel: str | None,
    as_json: bool,
) -> None:
    """Show viewers only a part of the recording of EVENT or library ITEM (key or ID).

    Times count from the start of the full recording. The cut is at the nearest segment boundary, up to about
    2 seconds away; the command prints the exact times. Nothing is deleted: --full-length undoes it.
    """
    if full_length == bool(start or end):
        raise click.UsageError("Choose --start, --end or both, or --full-length.")
    command_context = TrimCommandContext()
    channel_id = command_context.get_channel_id(channel)
    with command_context.channel_transaction(channel_id):
        video_id = command_context.find_video(subject, video)
        if full_length:
            command_context.service.restore(video_id)
        else:
            command_context.service.trim(video_id, parse_time(start or "0"), parse_time(end) if end else None)
    command_context.apply_trim(channel_id, video_id)
    with command_context.channel_transaction(channel_id):
        asset = command_context.assets.get(video_id)
    if asset is None:
        raise NotFoundError(f"The asset {video_id} was deleted.")
    _print_result(asset, as_json)


def _print_result(asset: Asset, as_json: bool) -> None:
    package = asset.package
    if package is None:
        return
    trim, full_ms = package.trim, package.full_length.duration_ms
    if as_json:
        payload = {
            "id": asset.id,
            "file": asset.source_name,
            "trimmed": trim is not None,
            "start": (trim.start_ms if trim else 0) / 1000,
            "end": (trim.end_ms if trim else full_ms) / 1000,
            "duration": package.duration_ms / 1000,
            "full_duration": full_ms / 1000,
            "failure_message": asset.trim_failure,
        }
        click.echo(json.dumps(payload))
    elif asset.trim_failure:
        click.echo(asset.trim_failure, err=True)
    elif trim:
        start, end = format_length(trim.start_ms), format_length(trim.end_ms)
        print_text(
            f"{asset.source_name}: viewers see {start} to {end} of {format_length(full_ms)}. "
            f"The new length is {format_length(trim.duration_ms)}."
        )
    else:
        print_text(f"{asset.source_name} has its full length again: {format_length(full_ms)}.")
    if asset.trim_failure:
        sys.exit(1)
