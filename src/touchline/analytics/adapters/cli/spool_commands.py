"""`touchline analytics …`: data that waits to be stored."""

from __future__ import annotations

import json
import time
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.analytics.application.ingest.spool_drain import SpoolDrain
from touchline.analytics.container import AnalyticsContainer
from touchline.analytics.ports.spool import Spool
from touchline.analytics.ports.store import AnalyticsStore
from touchline.platform.audit.declarations import outside_channels
from touchline.platform.cli.commands import ProgressBar, json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.db.session import Database

_DAY_SECONDS = 86_400
_STATUS_DAYS = 30
_RECORD_BYTES = 300
"""Approximate bytes of a spooled record, to estimate progress."""


@click.group("analytics")
def analytics() -> None:
    """Manage analytics data that waits to be stored or was discarded."""


@analytics.command("drain")
@outside_channels
@json_option
@inject
def drain(
    as_json: bool,
    drain: SpoolDrain = Provide[AnalyticsContainer.drain],
    spool: Spool = Provide[AnalyticsContainer.spool],
) -> None:
    """Store the analytics data of web processes that have ended. Running processes store their own."""
    estimated_total = max(1, spool.measure_usage().size_bytes // _RECORD_BYTES)
    stored = 0
    with ProgressBar("Storing analytics data", hidden=as_json) as bar:

        def show_progress(count: int) -> None:
            nonlocal stored
            stored += count
            bar.update(min(1.0, stored / estimated_total))

        record_count = drain.drain_orphaned_files(show_progress)
        bar.update(1.0)
    remaining = spool.measure_usage()
    if as_json:
        click.echo(
            json.dumps(
                {"stored": record_count, "files_left": remaining.files, "bytes_left": remaining.size_bytes}
            )
        )
        return
    click.echo(
        f"Stored {record_count} events. {remaining.files} files belong to running processes, "
        "which store them."
    )


@analytics.command("status")
@outside_channels
@json_option
@inject
def status(
    as_json: bool,
    spool: Spool = Provide[AnalyticsContainer.spool],
    store: AnalyticsStore = Provide[AnalyticsContainer.store],
    database: Database = Provide[AnalyticsContainer.database],
) -> None:
    """Show how much analytics data waits to be stored, and what was discarded in the last 30 days."""
    usage = spool.measure_usage()
    with database.transaction(None, unscoped=True):
        dropped = dict(store.count_dropped(int(time.time()) // _DAY_SECONDS - _STATUS_DAYS + 1))
    summary: dict[str, Any] = {
        "files": usage.files,
        "bytes": usage.size_bytes,
        "days": _STATUS_DAYS,
        "dropped": dropped,
    }
    if as_json:
        click.echo(json.dumps(summary))
        return
    click.echo(f"{usage.files} files ({usage.size_bytes:,} bytes) wait to be stored.")
    if dropped:
        print_table(
            ("discarded", f"in {_STATUS_DAYS} days"),
            [(reason, f"{dropped_count:,}") for reason, dropped_count in dropped.items()],
        )
    else:
        click.echo(f"No analytics data was discarded in the last {_STATUS_DAYS} days.")
