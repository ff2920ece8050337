"""Answers that are kept as bytes: who gets them, and that nobody gets one that is not so any more."""

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

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform import metrics
from touchline.platform.db.session import Database
from touchline.shared.clock import FixedClock

LIST, START = "/events", "/channel-bootstrap-data"
KEPT = (
    LIST,
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
def elsewhere(database_url: str, season: ChannelFacts) -> Iterator[Database]:
    """The same database as another process has it."""
    database = Database(database_url)
    yield database
    database.close()


def rename(database: Database, channel: ChannelFacts, title: str) -> None:
    """Change something that every list of events tells."""
    with database.transaction(channel.id) as session:
        session.execute(update(EventRow).values(title={"en": title}))


def test_what_was_answered_is_given_to_the_next_visitor_without_a_query(
    visit: Callable[..., Visitor], season: ChannelFacts, queries: Callable[[], Any]
) -> None:
    for path in KEPT:
        first, other = visit(season), visit(season)
        told = first.get(path)
        with queries() as sent:
            again = other.get(path)
        assert (again.status_code, again.data, sent) == (200, told.data, []), path
        assert kept_headers(again) == kept_headers(told), path


def kept_headers(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers if name not in ("X-Request-Id", "Date")}


@pytest.mark.parametrize("path", [LIST, START], ids=["list", "start"])
def test_a_change_by_another_process_is_told_at_once(
    visitor: Visitor, season: ChannelFacts, elsewhere: Database, path: str
) -> None:
    before = visitor.get(path).data
    with elsewhere.transaction(None, unscoped=True) as session:
        session.execute(text("UPDATE channel SET name = 'Another'"))
        session.execute(update(EventRow).values(title={"en": "Another"}))
    after = visitor.get(path)
    assert after.data != before and b"Another" in after.data


def test_a_change_that_was_rolled_back_is_told_to_nobody(
    visitor: Visitor, season: ChannelFacts, elsewhere: Database, queries: Callable[[], Any]
) -> None:
    before = visitor.get(LIST).data
    with pytest.raises(ZeroDivisionError), elsewhere.transaction(season.id) as session:
        session.execute(update(EventRow).values(title={"en": "Another"}))
        raise ZeroDivisionError
    with queries() as sent:
        assert visitor.get(LIST).data == before
    assert sent == []


def test_what_is_written_with_each_visit_empties_nothing(
    visitor: Visitor, visit: Callable[..., Visitor], season: ChannelFacts, queries: Callable[[], Any]
) -> None:
    visitor.get(LIST)
    viewer = visit(season).register()
    viewer.post("/favorite", favoritable_id=1, favoritable_type="participant")
    with queries() as sent:
        visitor.get(LIST)
    assert sent == []


def test_a_key_that_was_logged_out_is_refused_at_once(visitor: Visitor, season: ChannelFacts) -> None:
    viewer = visitor.register()
    assert [viewer.get(LIST).status_code for _ in range(2)] == [200, 200]
    viewer.post("/auth/logout")
    assert viewer.get(LIST).status_code == 403
    assert visitor.get(LIST).status_code == 403  # logging in gave another key in its place


def test_a_key_that_expired_is_refused(visitor: Visitor, season: ChannelFacts, clock: FixedClock) -> None:
    visitor.get(LIST)
    clock.advance(timedelta(days=31))
    assert visitor.get(LIST).status_code == 403


def test_no_viewer_gets_what_was_said_to_another(visit: Callable[..., Visitor], season: ChannelFacts) -> None:
    def reasons(asking: Visitor) -> set[str]:
        return {event["access_reason"] for event in asking.data(LIST)}

    nobody = visit(season)
    viewer = visit(season).register()
    for _ in range(2):
        assert "login_required" in reasons(nobody) and "purchase_required" not in reasons(nobody)
        assert "purchase_required" in reasons(viewer) and "login_required" not in reasons(viewer)


def test_each_channel_has_its_own(
    visitor: Visitor, stranger: Visitor, season: ChannelFacts, other_channel: ChannelFacts
) -> None:
    assert visitor.data(LIST) and stranger.data(LIST) == []
    assert visitor.data("/settings")["slug"] != stranger.data("/settings")["slug"]


@pytest.mark.parametrize("how", ["query", "header"])
def test_each_language_and_address_has_its_own(visitor: Visitor, season: ChannelFacts, how: str) -> None:
    def asked(language: str) -> bytes:
        if how == "query":
            return visitor.get(LIST, lang=language).get_data()
        return visitor.get(LIST, headers={"Accept-Language": language}).get_data()

    english, french = asked("en"), asked("fr")
    assert english != french and (asked("en"), asked("fr")) == (english, french)
    elsewhere = visitor.get(LIST, headers={"Host": "other.localhost"})
    assert b"http://other.localhost/watch/" in elsewhere.data


def test_a_game_begins_although_nothing_was_written(
    visitor: Visitor, season: ChannelFacts, clock: FixedClock
) -> None:
    def states() -> list[str]:
        return [event["stream_status"] for event in visitor.data(LIST)]

    clock.advance(timedelta(hours=5) - timedelta(seconds=1))
    states()  # of this one it is noted that the key was used, so it is not kept
    before = states()
    clock.advance(timedelta(seconds=1))
    assert states().count("upcoming") == before.count("upcoming") - 1


def test_a_list_is_kept_until_a_game_begins_or_ends_and_a_viewers_for_its_second(
    visitor: Visitor,
    visit: Callable[..., Visitor],
    season: ChannelFacts,
    clock: FixedClock,
    queries: Callable[[], Any],
) -> None:
    viewer = visit(season).register()
    for asking in (visitor, viewer):
        asking.get(LIST)
    clock.advance(timedelta(seconds=30))
    with queries() as none:
        visitor.get(LIST)
    with queries() as some:
        viewer.get(LIST)
    assert none == [] and some


def test_what_one_has_already_is_not_sent_again(visitor: Visitor, season: ChannelFacts) -> None:
    whole = visitor.get(START, headers={"Accept-Encoding": "gzip"})
    tag = whole.headers["ETag"]
    again = visitor.get(START, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert "Content-Length" not in again.headers and "Content-Type" not in again.headers
    other = visitor.get(START, headers={"If-None-Match": '"something else"'})
    assert other.status_code == 200 and other.data == gzip.decompress(whole.data)


def test_a_head_has_the_headers_alone(visitor: Visitor, season: ChannelFacts) -> None:
    whole = visitor.get(LIST)
    head = visitor.browser.head(f"/api{LIST}", query_string={"api_key": visitor.api_key})
    assert (head.status_code, head.data) == (200, b"")
    assert kept_headers(head) == kept_headers(whole)


def test_a_head_of_what_one_has_and_nothing_keeps_says_so(
    visitor: Visitor, season: ChannelFacts, app: Flask
) -> None:
    tag = visitor.get(START).headers["ETag"]
    app.extensions["remembered"].clear()
    asked = {"api_key": visitor.api_key}
    head = visitor.browser.head(f"/api{START}", query_string=asked, headers={"If-None-Match": tag})
    assert (head.status_code, head.headers["ETag"]) == (304, tag)


def test_each_answer_has_its_own_id_its_line_and_its_count(
    visitor: Visitor, season: ChannelFacts, caplog: pytest.LogCaptureFixture
) -> None:
    visitor.get(LIST)
    counted = count_of_lists()
    with caplog.at_level(logging.INFO, "touchline.access"):
        answer = visitor.get(LIST, headers={"X-Request-Id": "mine-1234"})
    assert answer.headers["X-Request-Id"] == "mine-1234"
    assert [record.message.split(" ")[:3] for record in caplog.records] == [["GET", "/api/events", "200"]]
    assert visitor.api_key not in caplog.text
    assert count_of_lists() == counted + 1
    assert visitor.get(LIST).headers["X-Request-Id"] != "mine-1234"


def count_of_lists() -> float:
    text = generate_latest(metrics.registry()).decode()
    wanted = 'touchline_http_requests_total{endpoint="events.list_events",method="GET",status="200"}'
    return next(float(line.split(" ")[-1]) for line in text.splitlines() if line.startswith(wanted))


def test_of_a_database_that_does_not_answer_nothing_is_kept(
    visitor: Visitor, season: ChannelFacts, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.get(LIST)
    questions = house.container.database().questions
    questions.close()
    monkeypatch.setattr(questions, "_connect", lambda: 1 / 0)
    rename(house.container.database(), season, "Told")
    assert b"Told" in visitor.get(LIST).data
