"""The same season in ClickHouse: the figures are identical to the last digit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adapters.analytics_store.clickhouse_client import ClickHouseClient
from adapters.analytics_store.tests.clickhouse_server import build_url, is_chdb_installed, run_server
from touchline.analytics.adapters.cli.report_commands import reports
from touchline.conftest import channel_part, create_test_application
from touchline.demo.tests.audience_scenario import (
    DAYS,
    ENDS_AT,
    PREVIOUS_DAYS,
    build_channel_part,
    build_scenario,
)
from touchline.demo.tests.expected_reports import ExpectedReports
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import bind_channel

SPAN = ("--from", str(DAYS.first), "--to", str(DAYS.last))


@pytest.fixture(params=["chdb"] if is_chdb_installed() else [])
def clickhouse(tmp_path: Path) -> Iterator[Application]:
    """Return an application that stores its analytics events in ClickHouse."""
    database = f"sqlite:///{tmp_path / 'touchline.sqlite'}"
    with run_server(tmp_path / "clickhouse") as port:
        ClickHouseClient(build_url(port, "default"), 20, ()).execute("CREATE DATABASE season")
        url = build_url(port, "season")
        with create_test_application(
            tmp_path / "var", database, analytics_store="clickhouse", clickhouse_url=url
        ) as application:
            yield application


@pytest.mark.nightly
def test_every_report_matches_the_expected_figures(clickhouse: Application) -> None:
    facade = clickhouse.container.channel.facade()
    with clickhouse.container.database().transaction(None):
        channel_id = facade.ensure_channel("prairie", "Prairie")
        bind_channel(channel_id)
        facade.apply_pack(channel_part("prairie", channel=build_channel_part()), {})
    scenario = build_scenario(clickhouse, channel_id)
    reports, event = ExpectedReports(scenario.visits), scenario.items[3]
    assert get_report("overview", *SPAN) == reports.build_overview(DAYS, PREVIOUS_DAYS)
    for dimension in ("event", "library", "team", "school", "sport", "country", "device"):
        parts = partial(scenario.list_parts, dimension)
        assert get_report("breakdown", dimension, *SPAN) == reports.build_breakdown(
            DAYS, PREVIOUS_DAYS, parts
        ), dimension
    assert get_report("quality", *SPAN) == reports.build_quality(DAYS, PREVIOUS_DAYS)
    assert get_report("quality", "--item", f"event:{event.id}", *SPAN) == reports.build_quality(
        DAYS, PREVIOUS_DAYS, event
    )
    assert get_report("funnel", *SPAN) == reports.build_funnel(DAYS, PREVIOUS_DAYS)
    assert get_report("realtime") == reports.build_now(ENDS_AT, scenario.names)
    retention = get_report("retention", str(event.id))
    assert (retention["views"], retention["points"]) == reports.build_retention(
        event, 60, retention["points"][-1]["position"]
    )


def get_report(*arguments: str) -> Any:
    """Return the JSON output of a `touchline reports` command."""
    result = CliRunner().invoke(reports, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)
