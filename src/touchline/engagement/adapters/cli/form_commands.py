"""`touchline forms …`: what was written into the forms of a channel."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

import click
from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.gateways import ChannelNames
from touchline.engagement.application.form_requests import FormRequests, told
from touchline.platform.commands import channel_of, channel_option, json_option, out_option, written_to
from touchline.platform.db.session import Database
from touchline.platform.settings import Settings
from touchline.platform.tables import print_table
from touchline.shared.spreadsheets import SpreadsheetWriter

_COLUMNS = ("id", "form", "created_at", "language")


@click.group()
def forms() -> None:
    """The contact form and the channel's own, and what was written into them."""


@forms.command("list")
@channel_option
@json_option
@inject
def list_forms(
    channel: str | None, as_json: bool, requests: FormRequests = Provide["engagement.forms.requests"]
) -> None:
    """List the forms of a channel: where requests are mailed to, and how many there are."""
    with _inside(channel):
        found = requests.counts()
    if as_json:
        click.echo(json.dumps([vars(one) for one in found], indent=2, ensure_ascii=False))
        return
    rows = []
    for one in found:
        title = one.title or "(no longer in the pack)"
        rows.append((one.alias, title, one.to or "(nobody)", str(one.fields), str(one.requests)))
    print_table(("Alias", "Title", "Mailed to", "Fields", "Requests"), rows)


@forms.command("export")
@channel_option
@click.option("--form", "alias", metavar="ALIAS", help="One form; all of them if not given.")
@click.option("--csv/--json", "as_csv", default=True, help="A table for spreadsheets, or JSON.")
@out_option
@inject
def export_requests(
    channel: str | None,
    alias: str | None,
    as_csv: bool,
    out: Path | None,
    requests: FormRequests = Provide["engagement.forms.requests"],
) -> None:
    """Write the requests of a channel, oldest first; times are in UTC.

    In CSV, a text that a spreadsheet would take for a formula has an apostrophe before it.
    """
    with _inside(channel):
        found = [_plain(told(one)) for one in requests.each(alias)]
        first = requests.names(alias) if alias else []
        with written_to(out) as target:
            if as_csv:
                _write_csv(target, found, first)
            else:
                json.dump(found, target, indent=2, ensure_ascii=False)
                target.write("\n")
    if out is not None:
        click.echo(f"Wrote {len(found)} request{'' if len(found) == 1 else 's'} to {out}.", err=True)


def _write_csv(target: TextIO, found: Iterable[dict[str, Any]], first: Iterable[str]) -> None:
    """A column for every question that was ever answered; those of the form as it is now come first."""
    names = dict.fromkeys([*first, *(name for one in found for name in one["answers"])])
    sheet = SpreadsheetWriter(target)
    sheet.row([*_COLUMNS, *names])
    for one in found:
        sheet.row([one[name] for name in _COLUMNS] + [one["answers"].get(name) for name in names])


def _plain(request: dict[str, Any]) -> dict[str, Any]:
    when: datetime = request["created_at"]
    return {**request, "created_at": when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}


@contextmanager
@inject
def _inside(
    slug: str | None,
    database: Database = Provide["database"],
    channels: ChannelNames = Provide["engagement.forms.channel_names"],
    settings: Settings = Provide["settings"],
) -> Iterator[None]:
    """A transaction in a channel; in the default one, or the only one there is, where none is named."""
    with database.transaction(None, unscoped=True):
        found = channels.ids()
    with database.transaction(channel_of(slug or settings.default_channel, found)):
        yield
