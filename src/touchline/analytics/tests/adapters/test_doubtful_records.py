"""Forged beacons do not change a figure, on the whole app (ADR 58)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from touchline.analytics.adapters.cli.report_commands import reports
from touchline.analytics.adapters.sql.tables import SessionUsageRow
from touchline.analytics.application.ingest.report_tokens import ACCESS_DENIED, INVALID_SESSION
from touchline.analytics.domain.rate_limits import AddressRateLimit
from touchline.analytics.domain.records import ContentKind
from touchline.analytics.domain.report_tokens import SESSION_TOKEN_SECONDS, VIEW_TOKEN_SECONDS
from touchline.analytics.tests.ingest_fakes import (
    CHROME,
    PAGE_VISIT,
    PROFILE_KEY,
    SESSION_HASH,
    VIEW_ID,
    VIEWING,
)
from touchline.analytics.tests.small_pack import small_pack
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, NOON, Visitor
from touchline.entrypoints.bootstrap import Application

FROM = {"User-Agent": CHROME}
OTHER = "fedcba9876543210fedcba9876543210"


@pytest.fixture
def page(
    analytics_channel: ChannelDetails, visit: Callable[[ChannelDetails], Visitor], application: Application
) -> Visitor:
    """Return a page of a channel that shows free games."""
    container: Any = application.container
    with application.container.database().transaction(analytics_channel.id):
        container.catalog.facade().apply_pack(small_pack(NOON - timedelta(minutes=30)))
    return visit(analytics_channel)


@pytest.fixture
def event(page: Visitor) -> int:
    """Return the id of a game that everyone may watch."""
    events = page.data("/events", limit=50)
    return next(int(row["id"]) for row in events if row["has_access"])


@pytest.fixture
def operator(page: Visitor, visit: Callable[[ChannelDetails], Visitor], application: Application) -> Visitor:
    """Return an operator, who reads the reports."""
    viewer = visit(page.channel).register()
    container: Any = application.container
    with application.container.database().transaction(page.channel.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    return viewer


@pytest.fixture
def send_reports(client: FlaskClient, ingest: Any) -> Callable[..., None]:
    """Return `send_reports(path, *bodies)`, which posts the beacons in one request and stores them."""

    def send(path: str, *bodies: dict[str, Any], address: str = "203.0.113.7") -> None:
        response = client.post(
            f"/datalake/{path}/",
            data=json.dumps(bodies),
            headers=FROM,
            environ_overrides={"REMOTE_ADDR": address},
        )
        assert (response.status_code, response.get_data()) == (202, b"{}")
        ingest.drain().drain_own_files()

    return send


def request_token(
    page: Visitor, session: str = SESSION_HASH, event: int | None = None, kind: str = "live"
) -> str:
    """Return the report token that the page receives."""
    content = {"stream_type": kind, "stream_id": event} if event else {}
    token: str = page.data("/report-token", session=session, **content)["token"]
    return token


def viewing_beacon(event: int, view_id: str = VIEW_ID, **more: Any) -> dict[str, Any]:
    """Return a first-frame beacon of the game."""
    body = {**VIEWING, "stream_id": event, "stream_type": "live", "video_view_uuid": view_id}
    del body["viewing_time"]
    return {**body, **more}


def get_totals(operator: Visitor) -> dict[str, Any]:
    """Return the totals of the overview report."""
    report_data: dict[str, Any] = operator.data("/reports/overview")["totals"]
    return report_data


NONE = {"sessions": 0, "page_visits": 0, "views": 0, "minutes": 0.0, "viewers": 0}


def test_beacons_of_an_honest_page_count(
    page: Visitor, event: int, operator: Visitor, send_reports: Callable[..., None]
) -> None:
    session_token, view_token = request_token(page), request_token(page, event=event)
    send_reports("session", {"profile": PROFILE_KEY, "session": SESSION_HASH, "token": session_token})
    send_reports("event", {**PAGE_VISIT, "token": session_token})
    send_reports("video/event", viewing_beacon(event, token=view_token))
    send_reports("video/viewing", viewing_beacon(event, viewing_time=10, token=view_token))
    assert get_totals(operator) == {
        "sessions": 1,
        "page_visits": 1,
        "views": 1,
        "minutes": 0.2,
        "viewers": 1,
    }
    assert operator.data("/reports/overview")["left_out"] == 0


@pytest.mark.parametrize("token_case", ["missing", "forged", "too long", "not a text", "of the session only"])
def test_forged_beacons_change_no_report(
    page: Visitor, event: int, operator: Visitor, send_reports: Callable[..., None], token_case: str
) -> None:
    own_token = request_token(page)
    tokens: dict[str, dict[str, Any]] = {
        "missing": {},
        "forged": {"token": own_token[:-1] + ("A" if own_token[-1] != "A" else "B")},
        "too long": {"token": own_token * 3},
        "not a text": {"token": [own_token]},
        "of the session only": {"token": own_token},
    }
    token_fields, before = tokens[token_case], get_totals(operator)
    views = [viewing_beacon(event, f"{number:032}", **token_fields) for number in range(50)]
    send_reports("video/event", *views)
    send_reports("video/viewing", *({**view, "viewing_time": 120} for view in views))
    if token_case != "of the session only":
        send_reports(
            "event",
            *({**PAGE_VISIT, "session_uuid": f"{number:032}", **token_fields} for number in range(50)),
        )
        send_reports(
            "session",
            *({"profile": PROFILE_KEY, "session": f"{index:032}", **token_fields} for index in range(50)),
        )
    assert get_totals(operator) == before == NONE
    assert operator.data("/reports/overview")["left_out"] == (100 if "only" in token_case else 200)
    assert operator.data("/reports/by/event")["rows"] == []
    assert operator.data("/reports/quality")["views"] == 0
    assert operator.data("/reports/now")["viewers"] == 0


def test_a_forger_with_a_valid_token_counts_as_one_viewer(
    page: Visitor, event: int, operator: Visitor, send_reports: Callable[..., None]
) -> None:
    session_token, view_token = request_token(page), request_token(page, event=event)
    send_reports("event", *[{**PAGE_VISIT, "token": session_token}] * 50)
    send_reports("event", *[{**PAGE_VISIT, "token": session_token}] * 50)
    send_reports(
        "video/event", *(viewing_beacon(event, f"{number:032}", token=view_token) for number in range(50))
    )
    send_reports(
        "video/viewing", *(viewing_beacon(event, viewing_time=120, token=view_token) for _ in range(50))
    )
    totals = get_totals(operator)
    assert (totals["sessions"], totals["viewers"], totals["views"]) == (1, 1, 2)
    assert totals["minutes"] <= 2
    assert totals["page_visits"] == 100


def test_a_replayed_beacon_adds_no_minutes(
    page: Visitor, event: int, operator: Visitor, send_reports: Callable[..., None]
) -> None:
    view_token = request_token(page, event=event)
    beacon = viewing_beacon(event, viewing_time=100, token=view_token)
    for _ in range(5):
        send_reports("video/viewing", beacon)
        send_reports("video/event", viewing_beacon(event, token=view_token))
    totals = get_totals(operator)
    assert (totals["views"], totals["minutes"], totals["viewers"]) == (1, 1.7, 1)
    assert operator.data("/reports/overview")["left_out"] == 4


@pytest.mark.parametrize("difference", ["session", "channel", "event", "kind"])
def test_a_token_of_another_session_channel_or_item_is_doubtful(
    page: Visitor,
    event: int,
    operator: Visitor,
    send_reports: Callable[..., None],
    other_channel: ChannelDetails,
    visit: Callable[[ChannelDetails], Visitor],
    difference: str,
) -> None:
    events = page.data("/events", limit=50)
    other_game = next(row["id"] for row in events if row["has_access"] and row["id"] != event)
    token = {
        "session": lambda: request_token(page, OTHER, event),
        "channel": lambda: request_token(visit(other_channel), SESSION_HASH),
        "event": lambda: request_token(page, event=other_game),
        "kind": lambda: request_token(page),
    }[difference]()
    send_reports("video/event", viewing_beacon(event, token=token))
    if difference == "channel":
        send_reports("event", {**PAGE_VISIT, "token": token})
    assert get_totals(operator) == NONE


@pytest.mark.parametrize(
    ("seconds", "counts"), [(0, 1), (VIEW_TOKEN_SECONDS - 1, 1), (VIEW_TOKEN_SECONDS, 0)]
)
def test_a_view_token_is_valid_for_six_hours(
    page: Visitor,
    event: int,
    operator: Visitor,
    ingest: Any,
    send_reports: Callable[..., None],
    seconds: int,
    counts: int,
) -> None:
    old = ingest.report_tokens().issue(
        page.channel.id, SESSION_HASH, (ContentKind.EVENT, event), int(NOON.timestamp()) - seconds
    )
    send_reports("video/event", viewing_beacon(event, token=old))
    assert get_totals(operator)["views"] == counts


def test_an_expired_or_future_token_is_doubtful(
    page: Visitor, operator: Visitor, ingest: Any, send_reports: Callable[..., None]
) -> None:
    now = int(NOON.timestamp())
    for issued_at in (now - SESSION_TOKEN_SECONDS, now + 86_400):
        send_reports(
            "event",
            {
                **PAGE_VISIT,
                "token": ingest.report_tokens().issue(page.channel.id, SESSION_HASH, None, issued_at),
            },
        )
    assert get_totals(operator) == NONE


def test_beacons_over_the_address_limit_are_doubtful(
    page: Visitor,
    operator: Visitor,
    send_reports: Callable[..., None],
    ingest: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ingest.ingest_beacon(), "_rate_limit", AddressRateLimit(3, 10))
    token, other_token = request_token(page), request_token(page, OTHER)
    send_reports("event", {**PAGE_VISIT, "token": token}, {**PAGE_VISIT, "token": token})
    send_reports("event", {**PAGE_VISIT, "token": token}, {**PAGE_VISIT, "token": token})
    send_reports("event", {**PAGE_VISIT, "session_uuid": OTHER, "token": other_token}, address="198.51.100.4")
    assert get_totals(operator)["page_visits"] == 3
    assert operator.data("/reports/overview")["left_out"] == 2


def test_csv_and_terminal_reports_show_the_doubtful_count(
    page: Visitor, operator: Visitor, send_reports: Callable[..., None]
) -> None:
    send_reports("event", {**PAGE_VISIT, "token": request_token(page)}, PAGE_VISIT, PAGE_VISIT, PAGE_VISIT)
    response = operator.get("/reports/overview", format="csv")
    csv_rows = list(csv.DictReader(io.StringIO(response.get_data(as_text=True)[1:])))
    assert sum(int(row["left_out"]) for row in csv_rows) == 3
    for command in (["overview"], ["breakdown", "event"], ["quality"], ["funnel"]):
        result = CliRunner().invoke(reports, [*command, "--channel", "prairie"])
        assert "Excluded: 3 doubtful events" in result.stdout, result.output


def test_a_robot_is_neither_counted_nor_doubtful(
    page: Visitor, operator: Visitor, client: FlaskClient, ingest: Any
) -> None:
    client.post("/datalake/event/", json=PAGE_VISIT, headers={"User-Agent": "Googlebot/2.1"})
    ingest.drain().drain_own_files()
    assert operator.data("/reports/overview")["left_out"] == 0


def test_a_token_needs_a_session_and_access_to_the_video(page: Visitor, event: int) -> None:
    assert page.get("/report-token").status_code == 422
    for invalid in ("short", "a b c d e f g h", "x" * 65):
        response = page.get("/report-token", session=invalid)
        assert response.json is not None
        assert (response.status_code, response.json["errors"]) == (422, {"session": [INVALID_SESSION]})
    assert page.get("/report-token", session=SESSION_HASH, stream_type="film", stream_id=1).status_code == 422
    for kind, number in (("event", 999_999), ("vod", 999_999), ("clip", 999_999), ("live", 999_999)):
        response = page.get("/report-token", session=SESSION_HASH, stream_type=kind, stream_id=number)
        assert response.json is not None
        assert (response.status_code, response.json["message"]) == (403, ACCESS_DENIED)
    stored_rows = page.data("/events", limit=50)
    paid_event_ids = [row["id"] for row in stored_rows if not row["has_access"]]
    assert paid_event_ids
    assert (
        page.get(
            "/report-token", session=SESSION_HASH, stream_type="live", stream_id=paid_event_ids[0]
        ).status_code
        == 403
    )


def test_session_usage_is_deleted_after_two_days(
    page: Visitor, application: Application, send_reports: Callable[..., None], rows: Any, ingest: Any
) -> None:
    send_reports("event", {**PAGE_VISIT, "token": request_token(page)})
    (usage_rows,) = rows(SessionUsageRow)
    assert (usage_rows.minute_points, usage_rows.hour_points, usage_rows.watched) == (1, 1, 0)
    now = int(NOON.timestamp())
    for second, remaining in ((now, 1), (now + 1, 0)):
        with application.container.database().transaction(None, unscoped=True):
            ingest.session_usages().delete_before(second)
        assert len(rows(SessionUsageRow)) == remaining
