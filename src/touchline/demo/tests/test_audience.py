"""Every figure of every report, checked against a season with independently computed totals."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from touchline.analytics.adapters.cli.report_commands import reports as report_group
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.domain.report_tokens import VIEW_TOKEN_SECONDS
from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.demo.audience import BOT_USER_AGENT, USER_AGENTS, AudienceSimulation, WatchItem
from touchline.demo.audience_payloads import build_beacons
from touchline.demo.cli import demos
from touchline.demo.tests.audience_scenario import (
    CLIP_SAMPLES,
    DAYS,
    DROPPED_COUNTS,
    ENDS_AT,
    PREVIOUS_DAYS,
    PROFILE,
    AudienceScenario,
    build_channel_part,
    build_scenario,
)
from touchline.demo.tests.expected_reports import DateRange, ExpectedReports, JsonObject
from touchline.entrypoints.bootstrap import Application
from touchline.platform.tests.db.snapshots import DatabaseSnapshots
from touchline.shared.errors import RefusedError

SPAN: dict[str, Any] = {"from": str(DAYS.first), "to": str(DAYS.last)}
DIMENSIONS = ("event", "library", "team", "school", "sport", "country", "device")
EMAIL = "operator@example.org"
MAX_QUERIES = 14
PATHS = {
    BeaconType.SESSION: "/datalake/session/",
    BeaconType.EVENT: "/datalake/event/",
    BeaconType.VIDEO: "/datalake/video/event/",
    BeaconType.VIEWING: "/datalake/video/viewing/",
}


@pytest.fixture
def prairie(snapshots: DatabaseSnapshots, add_channel: Callable[..., ChannelDetails]) -> ChannelDetails:
    """Return the channel `prairie`, whose visits are counted."""
    return snapshots.restore_or_create(
        "counted channel", lambda: add_channel("prairie", channel=build_channel_part())
    )


@pytest.fixture
def other_channel(
    snapshots: DatabaseSnapshots, prairie: ChannelDetails, add_channel: Callable[..., ChannelDetails]
) -> ChannelDetails:
    """Return the channel `atelier`, which exists beside `prairie`."""
    return snapshots.restore_or_create("other channel", lambda: add_channel("atelier"))


@pytest.fixture
def scenario(
    application: Application,
    snapshots: DatabaseSnapshots,
    prairie: ChannelDetails,
    other_channel: ChannelDetails,
) -> AudienceScenario:
    """Return a season of the channel. Shared data is created once."""
    return snapshots.restore_or_create("send-audience", lambda: build_scenario(application, prairie.id))


@pytest.fixture
def operator(
    application: Application, prairie: ChannelDetails, visit: Callable[[ChannelDetails], Visitor]
) -> Visitor:
    """Return the operator of the channel."""
    viewer = visit(prairie).register(email=EMAIL)
    container: Any = application.container
    with application.container.database().transaction(prairie.id):
        container.channel.operator_admin().add(EMAIL, unverified=True)
    return viewer


@pytest.fixture
def expected_reports(scenario: AudienceScenario) -> dict[str, JsonObject]:
    """Return the expected response of each report over days."""
    reports = ExpectedReports(scenario.visits)
    breakdowns = {
        f"by/{dimension}": reports.build_breakdown(
            DAYS, PREVIOUS_DAYS, partial(scenario.list_parts, dimension)
        )
        for dimension in DIMENSIONS
    }
    return {
        "overview": reports.build_overview(DAYS, PREVIOUS_DAYS),
        **breakdowns,
        "quality": reports.build_quality(DAYS, PREVIOUS_DAYS),
        "sales": scenario.build_sales_report(),
        "funnel": reports.build_funnel(DAYS, PREVIOUS_DAYS),
    }


def test_every_report_of_days_matches_the_expected_list_numbers(
    expected_reports: dict[str, JsonObject], operator: Visitor
) -> None:
    assert expected_reports["overview"]["totals"]["views"] > 50
    assert (
        expected_reports["quality"]["stalls"]["count"]
        > 10
        < expected_reports["quality"]["failures"]["views"] * 5
    )
    assert len(expected_reports["by/event"]["rows"]) > 8
    for path, expected in expected_reports.items():
        assert operator.data(f"/reports/{path}", **SPAN) == expected, path


@pytest.mark.nightly
def test_a_spreadsheet_has_the_same_figures(
    expected_reports: dict[str, JsonObject], operator: Visitor
) -> None:
    rows = {"overview": "days", "quality": "days", "funnel": "steps"}
    for path, expected in expected_reports.items():
        response = operator.get(f"/reports/{path}", format="csv", **SPAN)
        assert response.content_type == "text/csv; charset=utf-8"
        assert f"{DAYS.first}-{DAYS.last}.csv" in response.headers["Content-Disposition"]
        body = response.get_data().decode("utf-8")
        assert body.startswith("\N{ZERO WIDTH NO-BREAK SPACE}")
        table = list(csv.DictReader(io.StringIO(body[1:])))
        expected_rows = expected[rows.get(path, "rows")]
        assert len(table) == len(expected_rows)
        for row, expected_row in zip(table, expected_rows, strict=True):
            assert {name: row[name] for name in expected_row} == {
                name: format_cell(value) for name, value in expected_row.items()
            }


def get_command(path: str) -> list[str]:
    """Return the command of a report, such as `breakdown team` for `by/team`."""
    return [{"by": "breakdown", "now": "realtime"}.get(part, part) for part in path.split("/")]


@pytest.mark.nightly
def test_the_terminal_has_the_same_figures(expected_reports: dict[str, JsonObject]) -> None:
    options = ["--channel", "prairie", "--from", SPAN["from"], "--to", SPAN["to"]]
    for path, expected in expected_reports.items():
        result = CliRunner().invoke(report_group, [*get_command(path), *options, "--json"])
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout) == expected, path
        text_result = CliRunner().invoke(report_group, [*get_command(path), *options])
        assert text_result.exit_code == 0, text_result.output
        assert f"{DAYS.first} to {DAYS.last}, America/Chicago" in text_result.stdout


def test_one_game_has_figures_of_its_own(scenario: AudienceScenario, operator: Visitor) -> None:
    reports, game = ExpectedReports(scenario.visits), scenario.items[3]
    quality = operator.data("/reports/quality", thing=f"event:{game.id}", **SPAN)
    assert quality == reports.build_quality(DAYS, PREVIOUS_DAYS, game)
    retention = operator.data(f"/reports/retention/{game.id}")
    last = retention["points"][-1]["position"]
    views, points = reports.build_retention(game, retention["step"], last)
    assert (retention["views"], retention["points"]) == (views, points)
    assert (retention["step"], retention["event"]["duration"], views > 5) == (60, 7200, True)
    assert [
        (moment["name"], moment["position"], moment["seconds"], moment["clips"])
        for moment in retention["moments"]
    ] == [*CLIP_SAMPLES]
    assert reports.build_retention(game, 60, last + 60)[1][-1]["views"] == 0


def test_current_viewers_are_reported_by_the_minute(scenario: AudienceScenario, operator: Visitor) -> None:
    realtime = operator.data("/reports/now")
    assert realtime == ExpectedReports(scenario.visits).build_now(ENDS_AT, scenario.names)
    assert realtime["viewers"] > 0


def test_dropped_events_are_counted(scenario: AudienceScenario, operator: Visitor) -> None:
    rows = operator.data("/reports/dropped")["rows"]
    assert {row["reason"]: row["count"] for row in rows} == DROPPED_COUNTS


def test_an_operator_of_another_channel_finds_nothing_of_the_season(
    scenario: AudienceScenario, operator: Visitor, other_visitor: Visitor, application: Application
) -> None:
    other_operator = other_visitor.register(email=EMAIL)
    assert other_operator.get("/reports/overview").status_code == 403
    container: Any = application.container
    with application.container.database().transaction(other_operator.channel.id):
        container.channel.operator_admin().add(EMAIL, unverified=True)
    for path in ("overview", "quality", "sales", "funnel", *(f"by/{dimension}" for dimension in DIMENSIONS)):
        assert set(list_numbers(other_operator.data(f"/reports/{path}", **SPAN))) <= {0, 28}, path
    assert other_operator.data("/reports/now")["things"] == []
    assert other_operator.get(f"/reports/retention/{scenario.items[3].id}").status_code == 404


def format_cell(value: object) -> str:
    """Return a value as a spreadsheet shows it."""
    if value is None:
        return ""
    return f"'{value}" if str(value).startswith("=") else str(value)


def list_numbers(value: Any) -> Iterator[float]:
    """Yield every number of a response."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from list_numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from list_numbers(inner)
    elif isinstance(value, (int, float)):
        yield value


def test_the_demo_sends_a_season_to_its_own_games_once(
    prairie: ChannelDetails, operator: Visitor, application: Application
) -> None:
    with application.container.database().transaction(prairie.id):
        application.container.catalog.facade().apply_pack(pack_part())
    options = ["send-audience", "--channel", "prairie", "--days", "3", "--visits", "5"]
    result = CliRunner().invoke(demos, [*options, "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["stored"] > 50
    rows = operator.data("/reports/by/event")["rows"]
    assert {row["name"].partition(" (")[0].partition(", ")[0] for row in rows} == {
        "Harlan Falls @ Cedar Ridge"
    }
    assert len({row["name"] for row in rows}) == len(rows)
    second = CliRunner().invoke(demos, options)
    assert isinstance(second.exception, RefusedError)
    assert "--force" in second.exception.message
    assert CliRunner().invoke(demos, [*options, "--force"]).exit_code == 0


def test_the_demo_sends_nothing_to_a_channel_without_analytics(channel: ChannelDetails) -> None:
    error = CliRunner().invoke(demos, ["send-audience", "--channel", "prairie"]).exception
    assert isinstance(error, RefusedError)
    assert "analytics_key" in error.message


def test_a_report_sends_few_queries_however_much_there_is(
    scenario: AudienceScenario, operator: Visitor, queries: Callable[[], Any]
) -> None:
    assert len(scenario.items) > 15
    for path in (
        "now",
        "overview",
        *(f"by/{dimension}" for dimension in DIMENSIONS),
        "quality",
        "sales",
        "funnel",
    ):
        with queries() as sent:
            operator.data(f"/reports/{path}", **SPAN)
        assert len(sent) <= MAX_QUERIES, path


def find_item(payload: dict[str, Any]) -> tuple[ContentKind, int] | None:
    """Return the item that a payload is about, or None if it is not about a view."""
    if "stream_id" not in payload:
        return None
    kind = ContentKind.EVENT if payload["stream_type"] == "live" else ContentKind(payload["stream_type"])
    return kind, payload["stream_id"]


def test_events_sent_over_http_appear_in_the_reports(
    operator: Visitor, prairie: ChannelDetails, client: FlaskClient, application: Application
) -> None:
    today = DAYS.to_date(ENDS_AT)
    simulation = AudienceSimulation(
        [WatchItem("event", 7, 0, 1200)], DAYS.zone, today, ENDS_AT, visits_per_day=16
    )
    visits = [visit for visit in simulation.generate_visits() if not visit.delay_seconds]
    container: Any = application.container
    analytics, earliest = container.analytics, ENDS_AT - VIEW_TOKEN_SECONDS + 1
    for visit in visits:
        user_agent = BOT_USER_AGENT if visit.is_bot else USER_AGENTS[visit.device]
        for at, beacon_type, payload in build_beacons(visit, PROFILE):
            token = analytics.report_tokens().issue(
                prairie.id, visit.session, find_item(payload), max(visit.at, earliest)
            )
            body = json.dumps({**payload, "at": at * 1000, "token": token})
            client.post(PATHS[beacon_type], data=body, headers={"User-Agent": user_agent})
    analytics.drain().drain_own_files()
    one_day = DateRange(today, today, DAYS.zone)
    yesterday = DateRange(today - timedelta(days=1), today - timedelta(days=1), DAYS.zone)
    overview = operator.data("/reports/overview", **{"from": today, "to": today})
    assert overview == ExpectedReports(visits).build_overview(one_day, yesterday)
    assert overview["totals"]["views"] > 3
