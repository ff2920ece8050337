"""`touchline clips reports|hide|show|approve|block|unblock`: what a channel does about clips."""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.clips.adapters.cli.clip_commands import clip_argument, clips, inside
from touchline.clips.application.moderate_clips import BlockMakers, Decision, ModerateClips
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.moderation import ReportedClip
from touchline.platform.commands import by_option, channel_option, json_option, reason_option
from touchline.platform.tables import print_table

_COLUMNS = ("Id", "Name", "Reports", "Reasons", "Last", "State", "Texts")
email_argument = click.argument("email", metavar="EMAIL")


@clips.command("reports")
@channel_option
@click.option("--limit", type=click.IntRange(1, 10_000), default=100, show_default=True)
@json_option
@inject
def list_reports(
    channel: str | None, limit: int, as_json: bool, moderate: ModerateClips = Provide["clips.moderate"]
) -> None:
    """List clips with reports that nobody has decided on, those with the most reports first."""
    with inside(channel):
        found = moderate.waiting(limit)
    if as_json:
        click.echo(json.dumps([_plain(*one) for one in found], ensure_ascii=False))
        return
    print_table(_COLUMNS, [_cells(*one) for one in found])
    if found:
        click.echo("Decide with: touchline clips hide ID, show ID, approve ID or delete ID", err=True)


@clips.command("hide")
@clip_argument
@channel_option
@reason_option
@by_option
@inject
def hide_clip(
    clip_id: int,
    channel: str | None,
    reason: str,
    actor: str,
    moderate: ModerateClips = Provide["clips.moderate"],
) -> None:
    """Hide a clip at once: from lists, its page, share links and downloads. Its reports are decided."""
    with inside(channel):
        clip = moderate.hide(ClipId(clip_id), Decision(actor, reason))
    click.echo(f"{clip.words.name} (clip {clip.id}) is hidden.")


@clips.command("show")
@clip_argument
@channel_option
@reason_option
@by_option
@inject
def show_clip(
    clip_id: int,
    channel: str | None,
    reason: str,
    actor: str,
    moderate: ModerateClips = Provide["clips.moderate"],
) -> None:
    """Show a hidden clip again. Its reports are decided; later reports can hide it again."""
    with inside(channel):
        clip = moderate.show(ClipId(clip_id), Decision(actor, reason))
    click.echo(f"{clip.words.name} (clip {clip.id}) is shown again.")


@clips.command("approve")
@clip_argument
@channel_option
@inject
def approve_clip(
    clip_id: int, channel: str | None, moderate: ModerateClips = Provide["clips.moderate"]
) -> None:
    """Let anonymous visitors read a clip's name and tags, until its maker changes them. Its reports are
    decided."""
    with inside(channel):
        clip = moderate.approve(ClipId(clip_id))
    click.echo(f"{clip.words.name} (clip {clip.id}) is approved.")


@clips.command("block")
@email_argument
@channel_option
@reason_option
@by_option
@inject
def block_maker(
    email: str,
    channel: str | None,
    reason: str,
    actor: str,
    makers: BlockMakers = Provide["clips.block_makers"],
) -> None:
    """Stop the viewer EMAIL from making clips. Clips that exist stay."""
    with inside(channel):
        changed = makers.block(email, Decision(actor, reason))
    click.echo(f"{email} can make no clips{'' if changed else ' already'}.")


@clips.command("unblock")
@email_argument
@channel_option
@reason_option
@by_option
@inject
def unblock_maker(
    email: str,
    channel: str | None,
    reason: str,
    actor: str,
    makers: BlockMakers = Provide["clips.block_makers"],
) -> None:
    """Let the viewer EMAIL make clips again."""
    with inside(channel):
        changed = makers.unblock(email, Decision(actor, reason))
    click.echo(f"{email} can make clips again." if changed else f"{email} was not blocked.")


def _plain(reported: ReportedClip, clip: Clip | None) -> dict[str, Any]:
    return {
        "clip_id": reported.clip_id,
        "name": clip.words.name if clip else None,
        "event_id": clip.event_id if clip else None,
        "account_id": clip.account_id if clip else None,
        "hidden": clip.is_hidden if clip else None,
        "reports": reported.reports,
        "reasons": reported.reasons,
        "texts": list(reported.texts),
        "first_at": reported.first_at.isoformat(),
        "last_at": reported.last_at.isoformat(),
    }


def _cells(reported: ReportedClip, clip: Clip | None) -> tuple[str, ...]:
    state = "deleted" if clip is None else "hidden" if clip.is_hidden else "shown"
    return (
        str(reported.clip_id),
        clip.words.name if clip else "",
        str(reported.reports),
        ", ".join(f"{reason} {count}" for reason, count in reported.reasons.items()),
        reported.last_at.strftime("%Y-%m-%d %H:%M"),
        state,
        " | ".join(reported.texts),
    )
