"""Cached responses: who gets them, and that nobody gets an outdated one."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from prometheus_client import generate_latest
from sqlalchemy import text, update

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import Database
from touchline.platform.observability import metrics
from touchline.shared.clock import FixedClock

LIST_URL, START = "/events", "/channel-bootstrap-data"
CACHED_SECONDS = (
    LIST_URL,
    START,
    "/events/with_clip",
    "/events-for-homepage",
    "/events-categories",
    "/events-locations",
    "/participants",
    "/participant-groups",
    "/participant-group-properties",
    "/vod-media-items",
    "/vod-media-categories",
    "/vod-media-rails",
    "/settings",
    "/menu",
    "/slides/web",
    "/pages",
    "/color-settings/web",
    "/faq",
    "/static-data",
    "/popups",
    "/packages",
    "/subscriptions",
)


@pytest.fixture
def other_process_database(database_url: str, season: ChannelDetails) -> Iterator[Database]:
    """Yield a separate connection to the database, as another process has."""
    database = Database(database_url)
    yield database
    database.close()


def rename_events(database: Database, channel: ChannelDetails, title: str) -> None:
    """Change the title of every event, which all event lists contain."""
    with database.transaction(channel.id) as session:
        session.execute(update(EventRow).values(title={"en": title}))


def test_a_cached_response_is_served_to_the_next_visitor_without_a_query(
    visit: Callable[..., Visitor], season: ChannelDetails, queries: Callable[[], Any]
) -> None:
    for path in CACHED_SECONDS:
        first, other = visit(season), visit(season)
        payload = first.get(path)
        with queries() as sent:
            again = other.get(path)
        assert (again.status_code, again.data, sent) == (200, payload.data, []), path
        assert get_stable_headers(again) == get_stable_headers(payload), path


def get_stable_headers(response: Any) -> dict[str, str]:
    return {name: value for name, value in response.headers if name not in ("X-Request-Id", "Date")}


@pytest.mark.parametrize("path", [LIST_URL, START], ids=["list", "start"])
def test_a_change_by_another_process_invalidates_the_cache_at_once(
    visitor: Visitor, season: ChannelDetails, other_process_database: Database, path: str
) -> None:
    before = visitor.get(path).data
    with other_process_database.transaction(None, unscoped=True) as session:
        session.execute(text("UPDATE channel SET name = 'Another'"))
        session.execute(update(EventRow).values(title={"en": "Another"}))
    after = visitor.get(path)
    assert after.data != before and b"Another" in after.data


def test_a_change_that_was_rolled_back_is_not_served(
    visitor: Visitor, season: ChannelDetails, other_process_database: Database, queries: Callable[[], Any]
) -> None:
    before = visitor.get(LIST_URL).data
    with pytest.raises(ZeroDivisionError), other_process_database.transaction(season.id) as session:
        session.execute(update(EventRow).values(title={"en": "Another"}))
        raise ZeroDivisionError
    with queries() as sent:
        assert visitor.get(LIST_URL).data == before
    assert sent == []


def test_writes_of_each_visit_do_not_invalidate_the_cache(
    visitor: Visitor, visit: Callable[..., Visitor], season: ChannelDetails, queries: Callable[[], Any]
) -> None:
    visitor.get(LIST_URL)
    viewer = visit(season).register()
    viewer.post("/favorite", favoritable_id=1, favoritable_type="participant")
    with queries() as sent:
        visitor.get(LIST_URL)
    assert sent == []


def test_a_key_that_was_logged_out_is_refused_at_once(visitor: Visitor, season: ChannelDetails) -> None:
    viewer = visitor.register()
    assert [viewer.get(LIST_URL).status_code for _ in range(2)] == [200, 200]
    viewer.post("/auth/logout")
    assert viewer.get(LIST_URL).status_code == 403
    assert visitor.get(LIST_URL).status_code == 403  # logging in replaced this key


def test_a_key_that_expired_is_refused(visitor: Visitor, season: ChannelDetails, clock: FixedClock) -> None:
    visitor.get(LIST_URL)
    clock.advance(timedelta(days=31))
    assert visitor.get(LIST_URL).status_code == 403


def test_no_viewer_gets_the_response_of_another(
    visit: Callable[..., Visitor], season: ChannelDetails
) -> None:
    def list_access_reasons(requester: Visitor) -> set[str]:
        return {event["access_reason"] for event in requester.data(LIST_URL)}

    anonymous = visit(season)
    viewer = visit(season).register()
    for _ in range(2):
        assert "login_required" in list_access_reasons(
            anonymous
        ) and "purchase_required" not in list_access_reasons(anonymous)
        assert "purchase_required" in list_access_reasons(
            viewer
        ) and "login_required" not in list_access_reasons(viewer)


def test_each_channel_has_its_own_cached_responses(
    visitor: Visitor, other_visitor: Visitor, season: ChannelDetails, other_channel: ChannelDetails
) -> None:
    assert visitor.data(LIST_URL) and other_visitor.data(LIST_URL) == []
    assert visitor.data("/settings")["slug"] != other_visitor.data("/settings")["slug"]


@pytest.mark.parametrize("source", ["query", "header"])
def test_each_language_and_url_has_its_own_cached_response(
    visitor: Visitor, season: ChannelDetails, source: str
) -> None:
    def fetch(language: str) -> bytes:
        if source == "query":
            return visitor.get(LIST_URL, lang=language).get_data()
        return visitor.get(LIST_URL, headers={"Accept-Language": language}).get_data()

    english, french = fetch("en"), fetch("fr")
    assert english != french and (fetch("en"), fetch("fr")) == (english, french)
    other_process_database = visitor.get(LIST_URL, headers={"Host": "other.localhost"})
    assert b"http://other.localhost/watch/" in other_process_database.data


def test_an_event_becomes_live_although_nothing_was_written(
    visitor: Visitor, season: ChannelDetails, clock: FixedClock
) -> None:
    def list_statuses() -> list[str]:
        return [event["stream_status"] for event in visitor.data(LIST_URL)]

    clock.advance(timedelta(hours=5) - timedelta(seconds=1))
    list_statuses()  # not cached: this request records that the key was used
    before = list_statuses()
    clock.advance(timedelta(seconds=1))
    assert list_statuses().count("upcoming") == before.count("upcoming") - 1


def test_a_list_is_cached_until_an_event_starts_or_ends_and_a_viewers_list_for_a_second(
    visitor: Visitor,
    visit: Callable[..., Visitor],
    season: ChannelDetails,
    clock: FixedClock,
    queries: Callable[[], Any],
) -> None:
    viewer = visit(season).register()
    for requester in (visitor, viewer):
        requester.get(LIST_URL)
    clock.advance(timedelta(seconds=30))
    with queries() as visitor_queries:
        visitor.get(LIST_URL)
    with queries() as viewer_queries:
        viewer.get(LIST_URL)
    assert visitor_queries == [] and viewer_queries


def test_an_unchanged_response_is_not_sent_again(visitor: Visitor, season: ChannelDetails) -> None:
    complete = visitor.get(START, headers={"Accept-Encoding": "gzip"})
    tag = complete.headers["ETag"]
    again = visitor.get(START, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert "Content-Length" not in again.headers and "Content-Type" not in again.headers
    other = visitor.get(START, headers={"If-None-Match": '"something else"'})
    assert other.status_code == 200 and other.data == gzip.decompress(complete.data)


def test_a_head_request_has_only_headers(visitor: Visitor, season: ChannelDetails) -> None:
    complete = visitor.get(LIST_URL)
    head = visitor.browser.head(f"/api{LIST_URL}", query_string={"api_key": visitor.api_key})
    assert (head.status_code, head.data) == (200, b"")
    assert get_stable_headers(head) == get_stable_headers(complete)


def test_a_conditional_head_request_gets_304(visitor: Visitor, season: ChannelDetails, app: Flask) -> None:
    tag = visitor.get(START).headers["ETag"]
    app.extensions["response_cache"].clear()
    params = {"api_key": visitor.api_key}
    head = visitor.browser.head(f"/api{START}", query_string=params, headers={"If-None-Match": tag})
    assert (head.status_code, head.headers["ETag"]) == (304, tag)


def test_each_response_has_its_own_request_id_log_line_and_count(
    visitor: Visitor, season: ChannelDetails, caplog: pytest.LogCaptureFixture
) -> None:
    visitor.get(LIST_URL)
    counted = get_list_request_count()
    caplog.clear()
    with caplog.at_level(logging.INFO, "touchline.access"):
        response = visitor.get(LIST_URL, headers={"X-Request-Id": "mine-1234"})
    assert response.headers["X-Request-Id"] == "mine-1234"
    assert [record.message.split(" ")[:3] for record in caplog.records] == [["GET", "/api/events", "200"]]
    assert visitor.api_key not in caplog.text
    assert get_list_request_count() == counted + 1
    assert visitor.get(LIST_URL).headers["X-Request-Id"] != "mine-1234"


def get_list_request_count() -> float:
    text = generate_latest(metrics.build_registry()).decode()
    query = 'touchline_http_requests_total{endpoint="events.list_events",method="GET",status="200"}'
    return next(float(line.split(" ")[-1]) for line in text.splitlines() if line.startswith(query))


def test_nothing_is_cached_while_the_database_is_unavailable(
    visitor: Visitor, season: ChannelDetails, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.get(LIST_URL)
    prepared_queries = application.container.database().prepared_queries
    prepared_queries.close()
    monkeypatch.setattr(prepared_queries, "connect", lambda: 1 / 0)
    rename_events(application.container.database(), season, "Told")
    assert b"Told" in visitor.get(LIST_URL).data
