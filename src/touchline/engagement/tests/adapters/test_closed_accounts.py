"""What is kept about a viewer is told to the viewer, and goes with the account."""

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
from touchline.engagement.adapters.jobs import TIDY
from touchline.engagement.adapters.sql.tables import FavoriteRow, ReminderRow, ToldRow
from touchline.engagement.application.tell_live import KEPT, TELL_LIVE
from touchline.engagement.domain.things import FavoriteType
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.season import HOUR
from touchline.engagement.tests.adapters.test_pushing import subscribe
from touchline.engagement.tests.fakes import FakePush
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock
from touchline.shared.jobs import Task

OF_VIEWERS = 8
"""Tables in which a viewer may have something."""


@pytest.fixture
def lives_here(house: House, ids: Ids, clock: FixedClock, push: FakePush) -> Any:
    """`lives_here(viewer)`: has something in every table."""

    def furnish(viewer: Visitor) -> None:
        clock.set(NOON - 2 * HOUR)
        (film,) = viewer.data("/vod-media-items")
        viewer.post("/favorite", favoritable_type="group", favoritable_id=ids("group", "cedar"))
        viewer.post("/watch-position", kind="vod", item_id=film["id"], position=100, duration=600)
        viewer.post("/watch-settings", hide_scores=True)
        viewer.post("/news-settings", by_mail=True, by_push=True)
        viewer.post("/reminder", about_type="event", about_id=ids("event", "on-now"))
        subscribe(viewer, f"browser-{viewer.api_key}")
        fields = {"first_name": "Ada", "last_name": "M", "email": "a@example.org", "message": "Hello there"}
        sent = viewer.post("/custom-forms/contacts", fields={**fields, "name": "Ada", "subject": "other"})
        assert sent.status_code == 201, sent.get_data(as_text=True)
        clock.set(NOON)
        house.runner.run(Task(TELL_LIVE, ()))

    return furnish


def counts(house: House, viewer: Visitor) -> dict[str, int]:
    """How many rows each table has."""
    tables = [one for one in Base.metadata.sorted_tables if one.name.startswith("engagement_")]
    of_viewers = [one for one in tables if "account_id" in one.columns]
    assert len(of_viewers) == OF_VIEWERS
    with house.container.database().transaction(viewer.channel.id) as session:
        return {one.name: session.scalar(select(func.count()).select_from(one)) or 0 for one in of_viewers}


def test_everything_is_in_the_export(ada: Visitor, lives_here: Any, ids: Ids) -> None:
    lives_here(ada)
    answer = ada.get("/account-export")
    told = json.loads(ZipFile(io.BytesIO(answer.data)).read("following.json"))
    two_hours_before = "2026-11-21T16:00:00Z"
    assert told["favorites"] == [{"type": "group", "id": ids("group", "cedar"), "since": two_hours_before}]
    (position,) = told["watch_positions"]
    assert (position["kind"], position["position"], position["watched_at"]) == ("vod", 100, two_hours_before)
    assert told["reminders"][0]["about_id"] == ids("event", "on-now")
    assert told["told"] == [{"event_id": ids("event", "on-now"), "at": "2026-11-21T18:00:00Z"}]
    assert told["browsers"] == [{"push_service": "fcm.googleapis.com", "since": two_hours_before}]
    assert told["watch_settings"] == {"hide_scores": True}
    assert told["news_settings"]["by_mail"] is True
    assert ada.api_key not in json.dumps(told)


def test_the_end_of_an_account_takes_all_of_it_and_nothing_of_others(
    ada: Visitor, bea: Visitor, house: House, lives_here: Any, transaction: Any
) -> None:
    for viewer in (ada, bea):
        lives_here(viewer)
    assert set(counts(house, ada).values()) == {2}
    account_id = ada.data("/profile")["id"]
    close(ada)
    assert counts(house, bea) == dict.fromkeys(counts(house, bea), 1)
    with transaction(ada.channel.id):  # heard twice
        container: Any = house.container
        container.engagement.forget_viewer()(account_id)
    assert set(counts(house, bea).values()) == {1}


def test_what_a_call_that_was_under_way_left_goes_within_a_day(
    ada: Visitor, bea: Visitor, house: House, ids: Ids, clock: FixedClock, transaction: Any
) -> None:
    account_id, group = ada.data("/profile")["id"], ids("group", "cedar")
    bea.post("/favorite", favoritable_type="group", favoritable_id=group)
    close(ada)
    container: Any = house.container
    with transaction(ada.channel.id):  # let in before the account was closed, written after
        container.engagement.favorites().add(account_id, FavoriteType.GROUP, group, NOON)
    assert counts(house, ada)[FavoriteRow.__tablename__] == 2
    clock.advance(timedelta(days=1))
    house.runner.run(Task("channel.tell_of_closed", ()))
    assert counts(house, ada)[FavoriteRow.__tablename__] == 1
    assert len(bea.data("/favorites")) == 1


def close(viewer: Visitor) -> None:
    """Confirm the link of the letter."""
    assert viewer.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    letters: Any = viewer.browser.get("/_outbox.json").json
    found = (re.search(r"https?://\S*/confirm-account-deletion\?\S+", one["text"]) for one in letters)
    link = next(one for one in found if one)
    answer = viewer.post("/delete-account-confirm", **dict(parse_qsl(urlsplit(link[0]).query)))
    assert answer.status_code == 204, answer.get_data(as_text=True)


def test_each_day_what_is_long_over_is_forgotten(
    ada: Visitor, house: House, lives_here: Any, ids: Ids, clock: FixedClock
) -> None:
    lives_here(ada)
    clock.set(NOON - 2 * HOUR)
    ada.post("/reminder", about_type="event", about_id=ids("event", "later"))
    ada.post("/reminder", about_type="group", about_id=ids("group", "cedar"))
    clock.set(NOON + 2 * HOUR)
    house.runner.run(Task(TIDY, ()))
    kept = [(one["about_type"], one["about_id"]) for one in ada.data("/reminders")]
    assert kept == [("group", ids("group", "cedar")), ("event", ids("event", "later"))]
    assert counts(house, ada)[ReminderRow.__tablename__] == 2
    assert counts(house, ada)[ToldRow.__tablename__] == 1
    clock.set(NOON + KEPT + timedelta(seconds=1))
    house.runner.run(Task(TIDY, ()))
    assert counts(house, ada)[ToldRow.__tablename__] == 0


def test_reminders_of_an_event_that_is_not_shown_now_wait_for_it(
    ada: Visitor, house: House, apply: Apply, lives_here: Any, clock: FixedClock
) -> None:
    lives_here(ada)
    apply(ada.channel, events=[])
    assert ada.data("/reminders") == []
    clock.set(NOON + 2 * HOUR)
    house.runner.run(Task(TIDY, ()))
    assert counts(house, ada)[ReminderRow.__tablename__] == 1
