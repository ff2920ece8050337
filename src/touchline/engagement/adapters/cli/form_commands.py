"""`touchline forms …`: the forms of a channel and their requests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

import click
from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.gateways import ChannelDirectory
from touchline.engagement.application.forms.form_request_queries import FormRequestQueries, serialize_request
from touchline.engagement.container import EngagementContainer
from touchline.platform.audit.declarations import reads_nothing_personal, reads_personal_data
from touchline.platform.cli.commands import (
    channel_option,
    json_option,
    open_output,
    out_option,
    resolve_channel,
)
from touchline.platform.cli.tables import print_table
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database
from touchline.shared.strings.spreadsheets import SpreadsheetWriter

_COLUMNS = ("id", "form", "created_at", "language")


@click.group()
def forms() -> None:
    """Manage the contact form, custom forms and their requests."""


@forms.command("list")
@reads_nothing_personal
@channel_option
@json_option
@inject
def list_forms(
    channel: str | None,
    as_json: bool,
    requests: FormRequestQueries = Provide[EngagementContainer.form_request_queries],
) -> None:
    """List the forms of a channel with their recipients and numbers of requests."""
    with _channel_transaction(channel):
        form_summaries = requests.list_forms()
    if as_json:
        click.echo(json.dumps([vars(form) for form in form_summaries], indent=2, ensure_ascii=False))
        return
    rows = []
    for form in form_summaries:
        title = form.title or "(no longer in the pack)"
        rows.append((form.alias, title, form.to or "(nobody)", str(form.fields), str(form.requests)))
    print_table(("Alias", "Title", "Recipient", "Fields", "Requests"), rows)


@forms.command("export")
@reads_personal_data("form.export", "form", "alias")
@channel_option
@click.option("--form", "alias", metavar="KEY", help="Key of one form. Default: all forms.")
@click.option("--csv/--json", "as_csv", default=True, help="CSV for spreadsheets, or JSON.")
@out_option
@inject
def export_requests(
    channel: str | None,
    alias: str | None,
    as_csv: bool,
    out: Path | None,
    requests: FormRequestQueries = Provide[EngagementContainer.form_request_queries],
) -> None:
    """Export the requests of a channel, oldest first. Times are in UTC.

    In CSV, an apostrophe protects text that a spreadsheet would read as a formula.
    """
    with _channel_transaction(channel):
        form_requests = [_serialize(serialize_request(request)) for request in requests.iterate(alias)]
        field_names = requests.list_field_names(alias) if alias else []
        with open_output(out) as target:
            if as_csv:
                _write_csv(target, form_requests, field_names)
            else:
                json.dump(form_requests, target, indent=2, ensure_ascii=False)
                target.write("\n")
    if out is not None:
        click.echo(
            f"Wrote {len(form_requests)} request{'' if len(form_requests) == 1 else 's'} to {out}.",
            err=True,
        )


def _write_csv(target: TextIO, form_requests: Iterable[dict[str, Any]], field_names: Iterable[str]) -> None:
    """Write a column for every field that has an answer. The form's current fields come first."""
    names = dict.fromkeys([*field_names, *(name for request in form_requests for name in request["answers"])])
    sheet = SpreadsheetWriter(target)
    sheet.write_row([*_COLUMNS, *names])
    for request in form_requests:
        sheet.write_row(
            [request[name] for name in _COLUMNS] + [request["answers"].get(name) for name in names]
        )


def _serialize(request: dict[str, Any]) -> dict[str, Any]:
    created_at: datetime = request["created_at"]
    return {**request, "created_at": created_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}


@contextmanager
@inject
def _channel_transaction(
    slug: str | None,
    database: Database = Provide[EngagementContainer.database],
    channels: ChannelDirectory = Provide[EngagementContainer.channel_directory],
    settings: Settings = Provide[EngagementContainer.settings],
) -> Iterator[None]:
    """Open a transaction in a channel. Without a slug, it is the default channel or the only one."""
    with database.transaction(None, unscoped=True):
        channel_ids = channels.list_ids_by_slug()
    with database.transaction(resolve_channel(slug or settings.default_channel, channel_ids)):
        yield
