"""Reports over HTTP and the CLI: permissions, errors and their messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result
from dependency_injector import providers

from touchline.analytics.adapters.cli.report_commands import reports
from touchline.analytics.application.reports.queries import (
    INVALID_DAY,
    PERIOD_TOO_LONG,
    REPORTS_UNAVAILABLE,
    REVERSED_PERIOD,
)
from touchline.analytics.application.reports.tables import Table, write_csv
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.errors import NotFoundError

OPERATORS_ONLY = "Only operators of this channel can see this. Log in with an operator account."
REPORTS = (
    "now",
    "overview",
    "by/event",
    "by/library",
    "by/team",
    "by/school",
    "by/sport",
    "by/country",
    "by/device",
    "quality",
    "sales",
    "funnel",
    "dropped",
)


@pytest.fixture
def operator(visitor: Visitor, application: Application) -> Visitor:
    """Return an operator of `prairie`."""
    viewer = visitor.register()
    container: Any = application.container
    with application.container.database().transaction(visitor.channel.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    return viewer


@pytest.mark.nightly
def test_catalog_lookups_take_more_ids_than_one_statement_can(
    operator: Visitor, application: Application
) -> None:
    catalog: Any = application.container
    ids = range(1, 70_001)
    with application.container.database().transaction(operator.channel.id):
        reported_items = catalog.catalog.facade().reported_items
        assert reported_items.list_events(ids, "en") == {}
        assert reported_items.list_library_titles(ids, "en") == {}


@pytest.fixture
def make_store_unavailable(application: Application) -> Iterator[None]:
    """Make the analytics store unavailable."""
    store = InMemoryAnalyticsStore()
    store.is_unavailable = True
    analytics: Any = application.container.analytics
    reports = [
        getattr(analytics, name) for name in ("realtime", "overview", "breakdown", "quality", "funnel")
    ]
    with analytics.store.override(providers.Object(store)):
        for report in reports:
            report.reset()
        yield
    for report in reports:
        report.reset()


def run_reports(*args: str) -> Result:
    """Run `touchline reports …`."""
    return CliRunner().invoke(reports, list(args))


def get_error(visitor: Visitor, path: str, **query: Any) -> tuple[int, Any]:
    """Return the status, and the invalid fields or the message."""
    response: Any = visitor.get(f"/reports/{path}", **query)
    return response.status_code, response.json.get("errors") or response.json["message"]


def test_only_an_operator_sees_reports(visitor: Visitor, visit: Callable[..., Visitor]) -> None:
    viewer = visit(visitor.channel).register(email="fan@example.org")
    for path in (*REPORTS, "retention/1"):
        assert get_error(visitor, path) == (401, "user must be logged in"), path
        assert get_error(viewer, path) == (
            403,
            "Only operators of this channel can see this. Log in with an operator account.",
        ), path


def test_a_former_operator_sees_no_reports(operator: Visitor, application: Application) -> None:
    assert operator.get("/reports/now").status_code == 200
    container: Any = application.container
    with application.container.database().transaction(operator.channel.id):
        container.channel.operator_admin().remove(NEW_VIEWER["email"])
    assert operator.get("/reports/now").status_code == 403


def test_a_channel_without_visits_has_empty_reports(operator: Visitor) -> None:
    for path in REPORTS:
        response = operator.get(f"/reports/{path}")
        assert response.status_code == 200, path
        assert response.headers["Cache-Control"] == "private, no-store"
        csv_response = operator.get(f"/reports/{path}", format="csv")
        assert csv_response.status_code == 200, path
        assert csv_response.headers["Content-Disposition"].startswith('attachment; filename="report-'), path


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        pytest.param({"from": "soon"}, {"from": [INVALID_DAY]}, id="no-day"),
        pytest.param({"from": "2026-11-02", "to": "2026-11-01"}, {"from": [REVERSED_PERIOD]}, id="backwards"),
        pytest.param({"from": "2025-01-01", "to": "2026-11-01"}, {"from": [PERIOD_TOO_LONG]}, id="too-long"),
    ],
)
def test_invalid_days_are_named_by_api_and_cli(
    operator: Visitor, query: dict[str, str], errors: dict[str, list[str]]
) -> None:
    for path in ("overview", "by/team", "quality", "sales", "funnel"):
        assert get_error(operator, path, **query) == (422, errors)
    result = run_reports(
        "overview", *(argument for name, day in query.items() for argument in (f"--{name}", day))
    )
    assert result.exit_code == 2
    assert f"--from: {errors['from'][0]}" in result.stderr


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("by/nothing", {}, 404),
        ("overview", {"compare": "ever"}, 422),
        ("overview", {"format": "xls"}, 422),
        ("quality", {"thing": "event:12x"}, 422),
        ("quality", {"thing": "event:12\n"}, 422),
        ("retention/999", {}, 404),
    ],
    ids=["dimension", "compare", "format", "thing", "line", "event"],
)
def test_unknown_reports_are_rejected(
    operator: Visitor, path: str, query: dict[str, str], status: int
) -> None:
    assert get_error(operator, path, **query)[0] == status


def test_an_unavailable_store_is_503(operator: Visitor, make_store_unavailable: None) -> None:
    for path in ("now", "overview", "by/event", "quality", "funnel"):
        assert get_error(operator, path) == (503, REPORTS_UNAVAILABLE), path
    result = run_reports("overview")
    assert (result.exit_code, result.stderr) == (2, f"Error: {REPORTS_UNAVAILABLE}\n")


def test_the_cli_names_unknown_arguments(channel: ChannelDetails) -> None:
    assert isinstance(run_reports("retention", "999").exception, NotFoundError)
    assert run_reports("breakdown", "nothing").exit_code == 2
    invalid = run_reports("quality", "--item", "game")
    assert invalid.exit_code == 2
    assert "game is not an item" in invalid.stderr
    unknown = run_reports("overview", "--channel", "nowhere").exception
    assert isinstance(unknown, NotFoundError)
    assert "nowhere" in unknown.message


def test_a_report_is_written_into_a_file(channel: ChannelDetails, tmp_path: Any) -> None:
    result = run_reports("funnel", "--csv", "--out", str(tmp_path / "funnel.csv"))
    assert result.exit_code == 0, result.output
    lines = (tmp_path / "funnel.csv").read_bytes().split(b"\r\n")
    heading = b"\xef\xbb\xbfstep,sessions,share,before_sessions,before_share"
    assert lines[:2] == [heading, b"visit,0,0.0,0,0.0"]
    assert run_reports("funnel", "--out", str(tmp_path / "funnel.txt")).exit_code == 2


def test_csv_escapes_formulas_and_keeps_numbers(tmp_path: Any) -> None:
    target = tmp_path / "table.csv"
    with target.open("w", newline="") as file:
        write_csv(file, Table(("name", "net"), (("=1+1", "-5.00"), ("@home", None))))
    assert target.read_text() == "\ufeffname,net\n'=1+1,-5.00\n'@home,\n"
