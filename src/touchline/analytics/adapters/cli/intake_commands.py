"""`touchline analytics`: what waits to be stored."""

from __future__ import annotations

import json
import time
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.drain import Drain
from touchline.analytics.ports.spool import Spool
from touchline.analytics.ports.store import AnalyticsStore
from touchline.platform.commands import Bar, json_option
from touchline.platform.db.session import Database
from touchline.platform.tables import print_table

_DAY = 86_400
_DAYS = 30
_A_FACT = 300
"""Bytes of a fact on its way, about: enough for a bar."""


@click.group("analytics")
def analytics() -> None:
    """What visitors told: what waits to be stored, and what was not kept."""


@analytics.command("drain")
@json_option
@inject
def drain(
    as_json: bool,
    drain: Drain = Provide["analytics.intake.drain"],
    spool: Spool = Provide["analytics.intake.spool"],
) -> None:
    """Store what web processes left behind that are gone; running ones store their own."""
    waiting = max(1, spool.extent().size // _A_FACT)
    stored = 0
    with Bar("Storing what visitors told", hidden=as_json) as bar:

        def show(count: int) -> None:
            nonlocal stored
            stored += count
            bar.show(min(1.0, stored / waiting))

        facts = drain.orphans(show)
        bar.show(1.0)
    left = spool.extent()
    if as_json:
        click.echo(json.dumps({"stored": facts, "files_left": left.files, "bytes_left": left.size}))
        return
    click.echo(f"Stored {facts} facts; {left.files} files of processes that run are left to them.")


@analytics.command("status")
@json_option
@inject
def status(
    as_json: bool,
    spool: Spool = Provide["analytics.intake.spool"],
    store: AnalyticsStore = Provide["analytics.store"],
    database: Database = Provide["database"],
) -> None:
    """How much waits to be stored, and what was not kept in the last 30 days."""
    extent = spool.extent()
    with database.transaction(None, unscoped=True):
        dropped = dict(store.dropped(int(time.time()) // _DAY - _DAYS + 1))
    told: dict[str, Any] = {"files": extent.files, "bytes": extent.size, "days": _DAYS, "dropped": dropped}
    if as_json:
        click.echo(json.dumps(told))
        return
    click.echo(f"{extent.files} files wait, {extent.size:,} bytes.")
    if dropped:
        print_table(("not kept", f"in {_DAYS} days"), [(why, f"{n:,}") for why, n in dropped.items()])
    else:
        click.echo(f"Nothing that was told in the last {_DAYS} days was left out.")
