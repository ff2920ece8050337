"""`touchline clips list-reports|hide|unhide|approve|feature|unfeature|block-viewer|unblock-viewer`."""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.clips.adapters.cli.clip_commands import channel_transaction, clip_argument, clips
from touchline.clips.application.moderation.moderate_clips import BlockCreators, Decision, ModerateClips
from touchline.clips.container import ClipsContainer
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.moderation import ReportedClip
from touchline.platform.audit.declarations import changes, reads_personal_data
from touchline.platform.cli.commands import actor_option, channel_option, json_option, reason_option
from touchline.platform.cli.tables import print_table

_COLUMNS = ("Id", "Name", "Reports", "Reasons", "Last", "State", "Texts")
email_argument = click.argument("email", metavar="EMAIL")


@clips.command("list-reports")
@reads_personal_data("clip.list_reports")
@channel_option
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Maximum number of rows."
)
@json_option
@inject
def list_reports(
    channel: str | None,
    limit: int,
    as_json: bool,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
) -> None:
    """List clips with open reports, most reported first."""
    with channel_transaction(channel):
        reports = moderate_clips.list_reported(limit)
    if as_json:
        click.echo(json.dumps([_serialize_report(*report) for report in reports], ensure_ascii=False))
        return
    print_table(_COLUMNS, [_format_row(*report) for report in reports])
    if reports:
        click.echo("Next: touchline clips hide ID, unhide ID, approve ID or delete ID", err=True)


@clips.command("hide")
@changes("clip.hide", "clip", "clip_id")
@clip_argument
@channel_option
@reason_option
@actor_option
@inject
def hide_clip(
    clip_id: int,
    channel: str | None,
    reason: str,
    actor: str,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
) -> None:
    """Hide a clip from lists, its page, share links and downloads. This closes its reports."""
    with channel_transaction(channel):
        clip = moderate_clips.hide(ClipId(clip_id), Decision(actor, reason))
    click.echo(f"{clip.details.name} (clip {clip.id}) was hidden.")


@clips.command("unhide")
@changes("clip.show", "clip", "clip_id")
@clip_argument
@channel_option
@reason_option
@actor_option
@inject
def unhide_clip(
    clip_id: int,
    channel: str | None,
    reason: str,
    actor: str,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
) -> None:
    """Show a hidden clip again. This closes its reports; new reports can hide it again."""
    with channel_transaction(channel):
        clip = moderate_clips.show(ClipId(clip_id), Decision(actor, reason))
    click.echo(f"{clip.details.name} (clip {clip.id}) is visible again.")


@clips.command("approve")
@changes("clip.approve", "clip", "clip_id")
@clip_argument
@channel_option
@inject
def approve_clip(
    clip_id: int, channel: str | None, moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips]
) -> None:
    """Show a clip's name and tags to visitors without an account, until its maker changes them. This closes
    its reports."""
    with channel_transaction(channel):
        clip = moderate_clips.approve(ClipId(clip_id))
    click.echo(f"{clip.details.name} (clip {clip.id}) was approved.")


@clips.command("feature")
@changes("clip.feature", "clip", "clip_id")
@clip_argument
@channel_option
@inject
def feature_clip(
    clip_id: int, channel: str | None, moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips]
) -> None:
    """Feature a clip on the home page, in front of the others. Everyone can then play it."""
    with channel_transaction(channel):
        clip = moderate_clips.feature(ClipId(clip_id))
    click.echo(f"{clip.details.name} (clip {clip.id}) is featured.")


@clips.command("unfeature")
@changes("clip.unfeature", "clip", "clip_id")
@clip_argument
@channel_option
@inject
def unfeature_clip(
    clip_id: int, channel: str | None, moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips]
) -> None:
    """Remove a clip from the home page."""
    with channel_transaction(channel):
        clip = moderate_clips.unfeature(ClipId(clip_id))
    click.echo(f"{clip.details.name} (clip {clip.id}) is no longer featured.")


@clips.command("block-viewer")
@changes("clip_creator.block", "account", "email")
@email_argument
@channel_option
@reason_option
@actor_option
@inject
def block_creator(
    email: str,
    channel: str | None,
    reason: str,
    actor: str,
    block_creators: BlockCreators = Provide[ClipsContainer.block_creators],
) -> None:
    """Block the viewer EMAIL from creating clips. Existing clips stay."""
    with channel_transaction(channel):
        changed = block_creators.block(block_creators.get_account_id(email), Decision(actor, reason))
    click.echo(f"{email} is{'' if changed else ' already'} blocked from creating clips.")


@clips.command("unblock-viewer")
@changes("clip_creator.unblock", "account", "email")
@email_argument
@channel_option
@reason_option
@actor_option
@inject
def unblock_creator(
    email: str,
    channel: str | None,
    reason: str,
    actor: str,
    block_creators: BlockCreators = Provide[ClipsContainer.block_creators],
) -> None:
    """Let the viewer EMAIL create clips again."""
    with channel_transaction(channel):
        changed = block_creators.unblock(block_creators.get_account_id(email), Decision(actor, reason))
    click.echo(f"{email} can create clips again." if changed else f"{email} was not blocked.")


def _serialize_report(reported: ReportedClip, clip: Clip | None) -> dict[str, Any]:
    return {
        "clip_id": reported.clip_id,
        "name": clip.details.name if clip else None,
        "event_id": clip.event_id if clip else None,
        "account_id": clip.account_id if clip else None,
        "hidden": clip.is_hidden if clip else None,
        "reports": reported.reports,
        "reasons": reported.reasons,
        "texts": list(reported.texts),
        "first_at": reported.first_at.isoformat(),
        "last_at": reported.last_at.isoformat(),
    }


def _format_row(reported: ReportedClip, clip: Clip | None) -> tuple[str, ...]:
    state = "deleted" if clip is None else "hidden" if clip.is_hidden else "shown"
    return (
        str(reported.clip_id),
        clip.details.name if clip else "",
        str(reported.reports),
        ", ".join(f"{reason} {count}" for reason, count in reported.reasons.items()),
        reported.last_at.strftime("%Y-%m-%d %H:%M"),
        state,
        " | ".join(reported.texts),
    )
