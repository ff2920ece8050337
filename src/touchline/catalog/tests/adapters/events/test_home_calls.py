"""`GET /events-for-homepage` on the real app (api.md, Catalog)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

Ids = Callable[[str, str], int]
MarkRecorded = Callable[[ChannelDetails], None]


@pytest.fixture
def mark_recorded(application: Application, transaction: Any) -> MarkRecorded:
    """Return `mark_recorded(channel)`, which marks every event that has ended as recorded."""

    def mark_all(channel: ChannelDetails) -> None:
        with transaction(channel.id):
            statement = update(EventRow).where(EventRow.ends_at <= NOON)
            application.container.session()().execute(statement.values(recorded=True))

    return mark_all


def test_the_home_page_has_rails_by_status_and_the_replays_of_each_category(
    visitor: Visitor, season: ChannelDetails, ids: Ids, mark_recorded: MarkRecorded
) -> None:
    mark_recorded(season)
    rails = visitor.data("/events-for-homepage")
    shown = [(rail["kind"], rail["title"], len(rail["events"]), rail["total"]) for rail in rails]
    assert shown == [
        ("due", "Starting soon", 1, 1),
        ("upcoming", "Coming up", 3, 3),
        ("finished", "Replays", 2, 2),
        ("category", "Boys hockey", 1, 1),
        ("category", "Girls soccer", 1, 1),
    ]
    assert [rail["id"] for rail in rails] == [1, 2, 3, 4, 5]
    assert rails[3]["more_url"] == f"/vod?event_category_id={ids('category', 'boys-hockey')}"


def test_an_event_without_a_recording_is_not_among_the_replays(
    visitor: Visitor, season: ChannelDetails
) -> None:
    assert {rail["kind"] for rail in visitor.data("/events-for-homepage")} == {"due", "upcoming"}


def test_an_event_is_live_on_the_home_page_once_its_stream_has_started(
    application: Application, visitor: Visitor, season: ChannelDetails, transaction: Any
) -> None:
    with transaction(season.id):
        statement = update(EventRow).where(EventRow.key == "on-now").values(publishing=True)
        application.container.session()().execute(statement)
    live = visitor.data("/events-for-homepage")[0]
    assert (live["kind"], live["more_url"], live["total"]) == ("live", "/live", 1)
    assert live["events"][0]["live_state"] == "on_air"


def test_the_home_page_of_a_category_has_only_its_events(
    visitor: Visitor, season: ChannelDetails, ids: Ids, mark_recorded: MarkRecorded
) -> None:
    mark_recorded(season)
    soccer = ids("category", "girls-soccer")
    rails = visitor.data("/events-for-homepage", event_category_id=soccer, lang="fr")
    assert [(rail["kind"], rail["title"], rail["total"]) for rail in rails] == [
        ("upcoming", "À venir", 1),
        ("finished", "Rediffusions", 1),
    ]
    assert rails[0]["more_url"] == f"/upcoming?event_category_id={soccer}"


def test_a_rail_shows_the_newest_replays_and_their_total(
    visitor: Visitor, season: ChannelDetails, apply: Callable[..., Any], ids: Ids, mark_recorded: MarkRecorded
) -> None:
    apply(season, events=[event_entry(f"g-{days}", NOON - timedelta(days=days)) for days in range(1, 15)])
    mark_recorded(season)
    finished, hockey = visitor.data("/events-for-homepage")
    assert [row["id"] for row in finished["events"]] == [ids("event", f"g-{days}") for days in range(1, 13)]
    assert (len(hockey["events"]), hockey["total"]) == (12, 14)
    assert hockey["events"] == finished["events"]


def test_an_empty_channel_has_no_rails(visitor: Visitor) -> None:
    assert visitor.data("/events-for-homepage") == []


@pytest.mark.parametrize("category", [-1, "x"])
def test_an_invalid_category_is_reported(visitor: Visitor, category: Any) -> None:
    assert visitor.get("/events-for-homepage", event_category_id=category).status_code == 422
