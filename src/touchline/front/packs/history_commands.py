"""`touchline channels history` and `touchline channels revert`: the revisions of a channel's document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from touchline.channel.domain.document.entries import ABSENT, EntryChange, EntryRef
from touchline.channel.domain.document.merge import Side
from touchline.channel.domain.document.revisions import Revision, RevisionSummary
from touchline.channel.facade import ChannelFacade
from touchline.front.packs.document.contents import is_order
from touchline.front.packs.refusal_output import REMOVED, report_refusals
from touchline.front.packs.revert_output import serialize_preview
from touchline.front.packs.revert_revision import RevertPreview, RevertResult, RevertRevision
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.front.withdrawals.effect_output import print_effects, print_withdrawal, withdrawal_as_json
from touchline.front.withdrawals.event_commands import refund_option, yes_option
from touchline.platform.audit.declarations import changes, reads_nothing_personal
from touchline.platform.cli.commands import actor_option, channel_option, json_option, resolve_channel
from touchline.platform.cli.tables import print_table
from touchline.shared.ids import ChannelId

COLUMNS = ("Revision", "When", "Who", "How", "Entries")
MAX_VALUE = 100
HINT = "Add --keep-later-changes to leave these fields alone, or --force to restore them, too."


def find_channel(application: Any, slug: str | None) -> tuple[str, ChannelId]:
    """Return the slug and id of the chosen channel, or of the only one."""
    with application.container.database().transaction(None, unscoped=True):
        channels = application.container.channel.facade().list_channels()
    ids = {channel.slug: channel.id for channel in channels}
    channel_id = resolve_channel(slug or application.settings.default_channel, ids)
    return next(slug for slug, known_id in ids.items() if known_id == channel_id), channel_id


@click.command()
@reads_nothing_personal
@click.argument("revision", type=int, required=False)
@channel_option
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Maximum number of rows."
)
@json_option
@click.pass_obj
def history(application: Any, revision: int | None, channel: str | None, limit: int, as_json: bool) -> None:
    """List the latest revisions of a channel, or show every change of REVISION."""
    _, channel_id = find_channel(application, channel)
    facade: ChannelFacade = application.container.channel.facade()
    with application.container.database().transaction(channel_id):
        if revision is not None:
            _print_revision(facade.document_history.get(revision), as_json)
            return
        summaries = facade.document_history.list(limit)
    if as_json:
        click.echo(json.dumps([_summary_as_json(summary) for summary in summaries], ensure_ascii=False))
        return
    print_table(COLUMNS, (_to_row(summary) for summary in summaries))


@click.command()
@changes("revision.revert", "revision", "revision")
@click.argument("revision", type=int)
@channel_option
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--keep-later-changes", is_flag=True, help="Leave fields alone that were changed again since.")
@click.option("--force", is_flag=True, help="Also restore fields that were changed again since.")
@refund_option
@yes_option
@actor_option
@json_option
@click.pass_obj
def revert(application: Any, /, **options: Any) -> None:
    """Undo REVISION. Later changes of other fields stay.

    If a field was changed again since, the command lists these fields and changes nothing, unless you add
    --keep-later-changes or --force.
    """
    if options["force"] and options["keep_later_changes"]:
        raise click.UsageError("Use either --keep-later-changes or --force.")
    prefer = Side.PACK if options["force"] else Side.CURRENT if options["keep_later_changes"] else None
    slug, channel_id = find_channel(application, options["channel"])
    revision, as_json = options["revision"], options["as_json"]
    use_case: RevertRevision = application.container.front.revert_revision()
    with report_refusals(Path(), as_json, ("restore", "current"), HINT):
        if options["dry_run"]:
            preview = use_case.preview(channel_id, revision, prefer or Side.CURRENT)
            _print_preview(preview, revision, slug, prefer, as_json=as_json)
        else:
            confirmation = Confirmation(options["yes"], options["refund"])
            result = use_case(channel_id, revision, options["actor"], confirmation, prefer)
            _print_result(result, revision, slug, as_json=as_json)


def _print_preview(
    preview: RevertPreview, revision: int, slug: str, prefer: Side | None, *, as_json: bool
) -> None:
    if as_json:
        values = {"ok": True, **serialize_preview(preview)}
        click.echo(json.dumps(values, ensure_ascii=False, default=float))
        return
    if preview.changes:
        click.echo(f"Undoing revision {revision} in {slug} would change:")
        _print_changes(preview.changes)
    elif preview.conflicts:
        click.echo("Nothing changes back, because later changes replaced everything.")
    else:
        click.echo(f"Revision {revision} is undone already.")
    if preview.conflicts:
        click.echo("Changed again since:")
        for conflict in preview.conflicts:
            name = ".".join((_name(conflict.ref), *conflict.path))
            click.echo(f"{name}: {_shorten(conflict.current)}, before the revision {_shorten(conflict.pack)}")
    if preview.effects:
        print_effects(preview.effects)
    hint = HINT if preview.conflicts and prefer is None else ""
    click.echo(f"Nothing was changed. {hint}".strip())


def _print_result(result: RevertResult, revision: int, slug: str, *, as_json: bool) -> None:
    if as_json:
        orders = withdrawal_as_json(result.withdrawal, result.pending_refunds)
        changes = [_change_as_json(change) for change in result.changes]
        values = {"ok": True, "revision": result.revision, "changes": changes, "orders": orders}
        click.echo(json.dumps(values, ensure_ascii=False, default=float))
    elif result.revision is None:
        click.echo(f"Revision {revision} is undone already. Nothing was changed.")
    else:
        click.echo(f"Undid revision {revision} in {slug}, as revision {result.revision}:")
        _print_changes(result.changes)
        print_withdrawal(result.withdrawal, result.pending_refunds, slug)


def _print_revision(revision: Revision, as_json: bool) -> None:
    if as_json:
        values = {
            "id": revision.id,
            "at": revision.at.isoformat(),
            "author": revision.author,
            "source": revision.source.value,
            "reverts": revision.reverts,
            "changes": [_change_as_json(change) for change in revision.changes],
        }
        click.echo(json.dumps(values, ensure_ascii=False, default=float))
        return
    click.echo(f"Revision {revision.id}, {revision.at:%Y-%m-%d %H:%M} UTC, {revision.author}")
    _print_changes(revision.changes)


def _print_changes(changes: Any) -> None:
    for change in changes:
        if is_order(change.ref):
            click.echo(f"{change.ref.section}: order of the entries")
        elif change.before is None or change.after is None:
            click.echo(f"{_name(change.ref)}: {'created' if change.before is None else 'removed'}")
        else:
            for field in change.list_fields():
                name = ".".join((_name(change.ref), *field.path))
                click.echo(f"{name}: {_shorten(field.before)} → {_shorten(field.after)}")


def _name(ref: EntryRef) -> str:
    return str(ref) if ref.key else ref.section


def _shorten(value: Any) -> str:
    if value is ABSENT:
        return REMOVED
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=float)
    line = " ".join(text.split())
    return line if len(line) <= MAX_VALUE else f"{line[:MAX_VALUE]}…"


def _to_row(summary: RevisionSummary) -> tuple[str, ...]:
    names = ", ".join(_name(ref) for ref in summary.entries if not is_order(ref))
    rest = summary.count - len(summary.entries)
    how = f"{summary.source} of {summary.reverts}" if summary.reverts else str(summary.source)
    return (
        str(summary.id),
        f"{summary.at:%Y-%m-%d %H:%M}",
        summary.author,
        how,
        f"{names} and {rest} more" if rest else names,
    )


def _summary_as_json(summary: RevisionSummary) -> dict[str, Any]:
    return {
        "id": summary.id,
        "at": summary.at.isoformat(),
        "author": summary.author,
        "source": summary.source.value,
        "reverts": summary.reverts,
        "count": summary.count,
        "entries": [{"section": ref.section, "key": ref.key} for ref in summary.entries],
    }


def _change_as_json(change: EntryChange) -> dict[str, Any]:
    return {
        "section": change.ref.section,
        "key": change.ref.key,
        "before": change.before,
        "after": change.after,
    }
