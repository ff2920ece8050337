"""`touchline analytics`: what waits to be stored."""

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
from touchline.platform.cli.commands import ProgressBar, json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.db.session import Database

_DAY_SECONDS = 86_400
_STATUS_DAYS = 30
_RECORD_BYTES = 300
"""Bytes of a fact on its way, about: enough for a bar."""


@click.group("analytics")
def analytics() -> None:
    """What visitors told: what waits to be stored, and what was not kept."""


@analytics.command("drain")
@json_option
@inject
def drain(
    as_json: bool,
    drain: SpoolDrain = Provide[AnalyticsContainer.drain],
    spool: Spool = Provide[AnalyticsContainer.spool],
) -> None:
    """Store what web processes left behind that are gone; running ones store their own."""
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
        f"Stored {record_count} facts; {remaining.files} files of processes that run are left to them."
    )


@analytics.command("status")
@json_option
@inject
def status(
    as_json: bool,
    spool: Spool = Provide[AnalyticsContainer.spool],
    store: AnalyticsStore = Provide[AnalyticsContainer.store],
    database: Database = Provide[AnalyticsContainer.database],
) -> None:
    """How much waits to be stored, and what was not kept in the last 30 days."""
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
    click.echo(f"{usage.files} files wait, {usage.size_bytes:,} bytes.")
    if dropped:
        print_table(
            ("not kept", f"in {_STATUS_DAYS} days"),
            [(reason, f"{dropped_count:,}") for reason, dropped_count in dropped.items()],
        )
    else:
        click.echo(f"Nothing that was told in the last {_STATUS_DAYS} days was left out.")
