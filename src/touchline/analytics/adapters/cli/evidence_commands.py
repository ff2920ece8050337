"""`touchline analytics evidence`: who could watch an event."""

from __future__ import annotations

import json

import click
from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.cli.report_commands import channel_transaction
from touchline.analytics.application.evidence.get_evidence import GetEvidence
from touchline.analytics.application.evidence.summarize import summarize
from touchline.analytics.container import AnalyticsContainer
from touchline.platform.audit.declarations import reads_nothing_personal
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.ids import EventId


@click.command("evidence")
@reads_nothing_personal
@click.argument("event_id", type=click.IntRange(1, 2**31 - 1), metavar="EVENT")
@channel_option
@json_option
@inject
def evidence(
    event_id: int,
    channel: str | None,
    as_json: bool,
    get_evidence: GetEvidence = Provide[AnalyticsContainer.get_evidence],
) -> None:
    """Show who could watch EVENT (its id) live: outages, and what viewers lost at which side."""
    with channel_transaction(channel):
        found = get_evidence(EventId(event_id))
    if found is None:
        raise click.ClickException(f"Nothing was recorded of event {event_id}.")
    summary = summarize(found)
    if as_json:
        click.echo(json.dumps(summary, indent=2))
        return
    click.echo(
        f"{summary['viewers']} viewers, {summary['without_loss']} without any loss,"
        f" {summary['shut_out']} shut out. {'Final.' if summary['is_final'] else 'Not final yet.'}"
    )
    print_table(
        ("side", "viewers", "seconds lost"),
        [(side["side"], f"{side['viewers']:,}", f"{side['seconds']:,}") for side in summary["sides"]],
    )
    if summary["outages"]:
        print_table(
            ("outage from", "to", "side"),
            [(outage["starts_at"], outage["ends_at"], outage["side"]) for outage in summary["outages"]],
        )
