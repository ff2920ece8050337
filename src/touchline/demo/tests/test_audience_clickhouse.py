"""The same season in a ClickHouse: the same figures, to the last digit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adapters.analytics_store.clickhouse_line import Line
from adapters.analytics_store.tests.clickhouse_server import address, clickhouse_is_here, running
from touchline.analytics.adapters.cli.report_commands import report
from touchline.conftest import channel_part, furnished
from touchline.demo.tests.audience_truth import Truth
from touchline.demo.tests.season import BEFORE, DAYS, UNTIL, part_of_channel, stage
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.session import scope_to

SPAN = ("--from", str(DAYS.first), "--to", str(DAYS.last))


@pytest.fixture(params=["chdb"] if clickhouse_is_here() else [])
def clickhouse(tmp_path: Path) -> Iterator[House]:
    """A house whose facts are kept in a ClickHouse."""
    database = f"sqlite:///{tmp_path / 'touchline.sqlite'}"
    with running(tmp_path / "clickhouse") as port:
        Line(address(port, "default"), 20, ()).do("CREATE DATABASE season")
        url = address(port, "season")
        with furnished(tmp_path / "var", database, analytics_store="clickhouse", clickhouse_url=url) as house:
            yield house


@pytest.mark.nightly
def test_every_report_tells_the_truth(clickhouse: House) -> None:
    facade = clickhouse.container.channel.facade()
    with clickhouse.container.database().transaction(None):
        channel_id = facade.open_channel("prairie", "Prairie")
        scope_to(channel_id)
        facade.apply_pack(channel_part("prairie", channel=part_of_channel()), {})
    scene = stage(clickhouse, channel_id)
    truth, game = Truth(scene.visits), scene.shows[3]
    assert told("overview", *SPAN) == truth.overview(DAYS, BEFORE)
    for dimension in ("event", "library", "team", "school", "sport", "country", "device"):
        parts = partial(scene.counts_for, dimension)
        assert told("by", dimension, *SPAN) == truth.by(DAYS, BEFORE, parts), dimension
    assert told("quality", *SPAN) == truth.quality(DAYS, BEFORE)
    assert told("quality", "--thing", f"event:{game.id}", *SPAN) == truth.quality(DAYS, BEFORE, game)
    assert told("funnel", *SPAN) == truth.funnel(DAYS, BEFORE)
    assert told("now") == truth.now(UNTIL, scene.names)
    far = told("retention", str(game.id))
    assert (far["views"], far["points"]) == truth.retention(game, 60, far["points"][-1]["position"])


def told(*words: str) -> Any:
    """What `touchline report` answers."""
    done = CliRunner().invoke(report, [*words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)
