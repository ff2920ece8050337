"""A viewer's data is in the account export, and is deleted with the account."""

from __future__ import annotations

import io
import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from zipfile import ZipFile

import pytest
from sqlalchemy import func, select

from touchline.conftest import NOON, PASSWORD, Visitor
from touchline.engagement.adapters.jobs import CLEAN_UP_JOB
from touchline.engagement.adapters.sql.tables import FavoriteRow, ReminderRow, SentNotificationRow
from touchline.engagement.application.notifications.live_notification_service import (
    NOTIFY_LIVE_JOB,
    RETENTION,
)
from touchline.engagement.domain.targets import FavoriteType
from touchline.engagement.tests.adapters.browsers import subscribe
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.season import HOUR
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

VIEWER_TABLES = 9
"""Number of tables with viewer data."""


@pytest.fixture
def create_viewer_data(application: Application, ids: Ids, clock: FixedClock, push: FakePushSender) -> Any:
    """Return `create_viewer_data(viewer)`, which creates data in every table."""

    def create_data(viewer: Visitor) -> None:
        clock.set(NOON - 2 * HOUR)
        (library_item,) = viewer.data("/vod-media-items")
        viewer.post("/favorite", favoritable_type="group", favoritable_id=ids("group", "cedar"))
        viewer.post("/watch-position", kind="vod", item_id=library_item["id"], position=100, duration=600)
        viewer.post("/watch-settings", hide_scores=True)
        viewer.post("/news-settings", by_mail=True, by_push=True)
        viewer.post("/reminder", about_type="event", about_id=ids("event", "on-now"))
        subscribe(viewer, f"browser-{viewer.api_key}")
        fields = {"first_name": "Ada", "last_name": "M", "email": "a@example.org", "message": "Hello there"}
        response = viewer.post("/custom-forms/contacts", fields={**fields, "name": "Ada", "subject": "other"})
        assert response.status_code == 201, response.get_data(as_text=True)
        clock.set(NOON)
        application.runner.run(Task(NOTIFY_LIVE_JOB, ()))
        container: Any = application.container
        account_id = viewer.data("/profile")["id"]
        with container.database().transaction(viewer.channel.id):
            container.engagement.score_alerts().add_sent(account_id, ids("event", "on-now"), 1, NOON)

    return create_data


def count_rows(application: Application, viewer: Visitor) -> dict[str, int]:
    """Return the number of rows in each table."""
    tables = [table for table in Base.metadata.sorted_tables if table.name.startswith("engagement_")]
    viewer_tables = [table for table in tables if "account_id" in table.columns]
    assert len(viewer_tables) == VIEWER_TABLES
    with application.container.database().transaction(viewer.channel.id) as session:
        return {
            table.name: session.scalar(select(func.count()).select_from(table)) or 0
            for table in viewer_tables
        }


def test_everything_is_in_the_export(ada: Visitor, create_viewer_data: Any, ids: Ids) -> None:
    create_viewer_data(ada)
    response = ada.get("/account-export")
    exported = json.loads(ZipFile(io.BytesIO(response.data)).read("following.json"))
    two_hours_before = "2026-11-21T16:00:00Z"
    assert exported["favorites"] == [
        {"type": "group", "id": ids("group", "cedar"), "since": two_hours_before}
    ]
    (position,) = exported["watch_positions"]
    assert (position["kind"], position["position"], position["watched_at"]) == ("vod", 100, two_hours_before)
    assert exported["reminders"][0]["about_id"] == ids("event", "on-now")
    assert exported["notifications"] == [{"event_id": ids("event", "on-now"), "at": "2026-11-21T18:00:00Z"}]
    assert exported["score_alerts"] == exported["notifications"]
    assert exported["reminders"][0]["score_alerts"] is False
    assert exported["browsers"] == [{"push_service": "fcm.googleapis.com", "since": two_hours_before}]
    assert exported["watch_settings"] == {"hide_scores": True}
    assert exported["news_settings"]["by_mail"] is True
    assert ada.api_key not in json.dumps(exported)


def test_closing_an_account_deletes_all_of_its_data_and_nothing_else(
    ada: Visitor, bea: Visitor, application: Application, create_viewer_data: Any, transaction: Any
) -> None:
    for viewer in (ada, bea):
        create_viewer_data(viewer)
    assert set(count_rows(application, ada).values()) == {2}
    account_id = ada.data("/profile")["id"]
    close_account_by_email(ada)
    assert count_rows(application, bea) == dict.fromkeys(count_rows(application, bea), 1)
    with transaction(ada.channel.id):  # the event is delivered twice
        container: Any = application.container
        container.engagement.erase_viewer()(account_id)
    assert set(count_rows(application, bea).values()) == {1}


def test_data_of_a_concurrent_request_is_deleted_within_a_day(
    ada: Visitor, bea: Visitor, application: Application, ids: Ids, clock: FixedClock, transaction: Any
) -> None:
    account_id, group = ada.data("/profile")["id"], ids("group", "cedar")
    bea.post("/favorite", favoritable_type="group", favoritable_id=group)
    close_account_by_email(ada)
    container: Any = application.container
    with transaction(ada.channel.id):  # authorized before the account was closed, written afterwards
        container.engagement.favorites().add(account_id, FavoriteType.GROUP, group, NOON)
    assert count_rows(application, ada)[FavoriteRow.__tablename__] == 2
    clock.advance(timedelta(days=1))
    application.runner.run(Task("channel.tell_of_closed", ()))
    assert count_rows(application, ada)[FavoriteRow.__tablename__] == 1
    assert len(bea.data("/favorites")) == 1


def close_account_by_email(viewer: Visitor) -> None:
    """Close the viewer's account with the link in the email."""
    assert viewer.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    emails: Any = viewer.browser.get("/_outbox.json").json
    matches = (re.search(r"https?://\S*/confirm-account-deletion\?\S+", email["text"]) for email in emails)
    link = next(match for match in matches if match)
    response = viewer.post("/delete-account-confirm", **dict(parse_qsl(urlsplit(link[0]).query)))
    assert response.status_code == 204, response.get_data(as_text=True)


def test_old_data_is_deleted_daily(
    ada: Visitor, application: Application, create_viewer_data: Any, ids: Ids, clock: FixedClock
) -> None:
    create_viewer_data(ada)
    clock.set(NOON - 2 * HOUR)
    ada.post("/reminder", about_type="event", about_id=ids("event", "later"))
    ada.post("/reminder", about_type="group", about_id=ids("group", "cedar"))
    clock.set(NOON + 2 * HOUR)
    application.runner.run(Task(CLEAN_UP_JOB, ()))
    reminders = [(reminder["about_type"], reminder["about_id"]) for reminder in ada.data("/reminders")]
    assert reminders == [("group", ids("group", "cedar")), ("event", ids("event", "later"))]
    assert count_rows(application, ada)[ReminderRow.__tablename__] == 2
    assert count_rows(application, ada)[SentNotificationRow.__tablename__] == 1
    clock.set(NOON + RETENTION + timedelta(seconds=1))
    application.runner.run(Task(CLEAN_UP_JOB, ()))
    assert count_rows(application, ada)[SentNotificationRow.__tablename__] == 0


def test_reminders_of_a_temporarily_hidden_event_are_kept(
    ada: Visitor, application: Application, apply: Apply, create_viewer_data: Any, clock: FixedClock
) -> None:
    create_viewer_data(ada)
    apply(ada.channel, events=[])
    assert ada.data("/reminders") == []
    clock.set(NOON + 2 * HOUR)
    application.runner.run(Task(CLEAN_UP_JOB, ()))
    assert count_rows(application, ada)[ReminderRow.__tablename__] == 1
