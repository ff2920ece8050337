"""Reports at the edges: who may ask, what is refused, and in which words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result
from dependency_injector import providers

from touchline.analytics.adapters.cli.report_commands import report
from touchline.analytics.application.report_tables import Table, write_csv
from touchline.analytics.application.reports_asked import AWAY, NO_DAY, NOT_IN_ORDER, TOO_LONG
from touchline.analytics.tests.fakes import MemoryStore
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.http.requests import FOR_STAFF
from touchline.shared.errors import NotFound

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
def operator(visitor: Visitor, house: House) -> Visitor:
    """An operator of `prairie`."""
    viewer = visitor.register()
    container: Any = house.container
    with house.container.database().transaction(visitor.channel.id):
        container.channel.desk.change_operators().add(NEWCOMER["email"], unverified=True)
    return viewer


def test_the_catalogue_is_asked_for_more_things_than_one_statement_takes(
    operator: Visitor, house: House
) -> None:
    catalog: Any = house.container
    ids = range(1, 70_001)
    with house.container.database().transaction(operator.channel.id):
        reported = catalog.catalog.facade().reported
        assert reported.events(ids, "en") == {}
        assert reported.library(ids, "en") == {}


@pytest.fixture
def away(house: House) -> Iterator[None]:
    """The store of facts does not answer."""
    store = MemoryStore()
    store.away = True
    analytics: Any = house.container.analytics
    reports = [getattr(analytics.reports, name) for name in ("now", "overview", "by", "quality", "funnel")]
    with analytics.store.override(providers.Object(store)):
        for one in reports:
            one.reset()
        yield
    for one in reports:
        one.reset()


def ask(*words: str) -> Result:
    """`touchline report …`"""
    return CliRunner().invoke(report, list(words))


def refused(visitor: Visitor, path: str, **query: Any) -> tuple[int, Any]:
    """Status and refused fields, or the sentence."""
    answer: Any = visitor.get(f"/reports/{path}", **query)
    return answer.status_code, answer.json.get("errors") or answer.json["message"]


def test_nobody_but_an_operator_sees_a_report(visitor: Visitor, visit: Callable[..., Visitor]) -> None:
    viewer = visit(visitor.channel).register(email="fan@example.org")
    for path in (*REPORTS, "retention/1"):
        assert refused(visitor, path) == (401, "user must be logged in"), path
        assert refused(viewer, path) == (403, FOR_STAFF), path


def test_who_is_an_operator_no_more_sees_nothing_from_then_on(operator: Visitor, house: House) -> None:
    assert operator.get("/reports/now").status_code == 200
    container: Any = house.container
    with house.container.database().transaction(operator.channel.id):
        container.channel.desk.change_operators().remove(NEWCOMER["email"])
    assert operator.get("/reports/now").status_code == 403


def test_a_channel_that_nobody_visits_has_empty_reports(operator: Visitor) -> None:
    for path in REPORTS:
        answer = operator.get(f"/reports/{path}")
        assert answer.status_code == 200, path
        assert answer.headers["Cache-Control"] == "private, no-store"
        table = operator.get(f"/reports/{path}", format="csv")
        assert table.status_code == 200, path
        assert table.headers["Content-Disposition"].startswith('attachment; filename="report-'), path


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        pytest.param({"from": "soon"}, {"from": [NO_DAY]}, id="no-day"),
        pytest.param({"from": "2026-11-02", "to": "2026-11-01"}, {"from": [NOT_IN_ORDER]}, id="backwards"),
        pytest.param({"from": "2025-01-01", "to": "2026-11-01"}, {"from": [TOO_LONG]}, id="too-long"),
    ],
)
def test_wrong_days_are_named_at_both_edges(
    operator: Visitor, query: dict[str, str], errors: dict[str, list[str]]
) -> None:
    for path in ("overview", "by/team", "quality", "sales", "funnel"):
        assert refused(operator, path, **query) == (422, errors)
    done = ask("overview", *(word for name, day in query.items() for word in (f"--{name}", day)))
    assert done.exit_code == 2
    assert f"--from: {errors['from'][0]}" in done.stderr


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
def test_what_cannot_be_told_is_refused(
    operator: Visitor, path: str, query: dict[str, str], status: int
) -> None:
    assert refused(operator, path, **query)[0] == status


def test_a_store_that_is_away_is_told_as_that(operator: Visitor, away: None) -> None:
    for path in ("now", "overview", "by/event", "quality", "funnel"):
        assert refused(operator, path) == (503, AWAY), path
    done = ask("overview")
    assert (done.exit_code, done.stderr) == (2, f"Error: {AWAY}\n")


def test_the_terminal_names_what_it_does_not_know(channel: ChannelFacts) -> None:
    assert isinstance(ask("retention", "999").exception, NotFound)
    assert ask("by", "nothing").exit_code == 2
    wrong = ask("quality", "--thing", "game")
    assert wrong.exit_code == 2
    assert "game names nothing that is watched" in wrong.stderr
    unknown = ask("overview", "--channel", "nowhere").exception
    assert isinstance(unknown, NotFound)
    assert "nowhere" in unknown.message


def test_a_report_is_written_into_a_file(channel: ChannelFacts, tmp_path: Any) -> None:
    done = ask("funnel", "--csv", "--out", str(tmp_path / "funnel.csv"))
    assert done.exit_code == 0, done.output
    lines = (tmp_path / "funnel.csv").read_bytes().split(b"\r\n")
    heading = b"\xef\xbb\xbfstep,sessions,share,before_sessions,before_share"
    assert lines[:2] == [heading, b"visit,0,0.0,0,0.0"]
    assert ask("funnel", "--out", str(tmp_path / "funnel.txt")).exit_code == 2


def test_no_name_is_taken_for_a_formula_and_no_number_is_spoiled(tmp_path: Any) -> None:
    target = tmp_path / "table.csv"
    with target.open("w", newline="") as file:
        write_csv(file, Table(("name", "net"), (("=1+1", "-5.00"), ("@home", None))))
    assert target.read_text() == "\ufeffname,net\n'=1+1,-5.00\n'@home,\n"
