"""The page of today in the studio: what each role sees, what waits, and the events of a scorekeeper."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from touchline.analytics.application.reports.audience import CountLiveViewers
from touchline.analytics.ports.store import StoreUnavailableError
from touchline.billing.application.checkout.suspicions import DECLINED_CARDS_OF_CHANNEL
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.library.library_tables import LibraryItemRow
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media.upload_tables import UploadRow
from touchline.catalog.ports.events.today_lookup import CatalogSetup
from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.engagement.adapters.sql.form_tables import FormRequestRow, RequestReplyRow
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId, EventId

Join = Callable[..., Visitor]
HOUR = timedelta(hours=1)


@pytest.fixture
def join(application: Application, site: ChannelDetails, visit: Callable[[ChannelDetails], Visitor]) -> Join:
    """Return a function that returns an operator with a role."""
    container: Any = application.container

    def add(role: Role, *event_ids: int) -> Visitor:
        email = f"{role.value}@example.org"
        visitor = visit(site).register(email=email)
        with container.database().transaction(site.id):
            container.channel.operator_admin().add(email, role, unverified=True)
            account_id = AccountId(visitor.data("/profile")["id"])
            container.channel.operators().set_events(account_id, [EventId(id) for id in event_ids])
        return visitor

    return add


@pytest.fixture
def ids(application: Application, site: ChannelDetails) -> dict[str, int]:
    """Return the ids of the events by key."""
    with application.container.database().transaction(site.id):
        return dict(application.container.catalog.facade().list_ids_by_key("event"))


def list_keys(rows: list[dict[str, Any]]) -> list[str]:
    return [row["key"] for row in rows]


def test_today_shows_what_starts_and_what_did_not_with_what_each_lacks(join: Join) -> None:
    today = join(Role.OWNER).data("/studio/today")
    overdue, coming = today["planned"]
    assert (overdue["key"], overdue["is_overdue"], overdue["missing"]) == ("on-now", True, "stream")
    assert (coming["key"], coming["is_overdue"]) == ("later-soccer", False)
    assert (coming["has_price"], overdue["has_price"], coming["has_picture"]) == (False, True, False)
    assert coming["picture"] == f"/pictures/events/{coming['id']}.png"
    assert (today["live"], today["next_event"], today["assigned"]) == ([], None, None)


def test_a_live_event_shows_its_stream_and_viewers_and_is_not_overdue(
    join: Join, application: Application, site: ChannelDetails, ids: dict[str, int]
) -> None:
    producer, analyst = join(Role.PRODUCER), join(Role.ANALYST)
    with application.container.database().transaction(site.id) as session:
        session.get_one(EventRow, ids["on-now"]).publishing = True
        session.add(
            LiveStreamRow(event_id=ids["on-now"], state="live", started_at=NOON, fault="Two encoders.")
        )
    today = producer.data("/studio/today")
    (live,) = today["live"]
    assert (live["key"], live["viewers"], live["stream"]["fault"]) == ("on-now", 0, "Two encoders.")
    assert list_keys(today["planned"]) == ["later-soccer"] and today["steps"] is None
    seen = analyst.data("/studio/today")
    assert seen["live"][0]["stream"] is None
    assert (seen["planned"], seen["steps"], seen["waiting"], seen["failed_videos"]) == (None, None, [], [])


def test_a_calm_day_shows_the_next_event(join: Join, application: Application, site: ChannelDetails) -> None:
    with application.container.database().transaction(site.id):
        events = [event_entry(key, NOON + days * 24 * HOUR) for key, days in (("far", 9), ("next", 3))]
        application.container.catalog.facade().apply_pack(pack_part(events=events))
    today = join(Role.PRODUCER).data("/studio/today")
    assert (today["planned"], today["next_event"]["key"]) == ([], "next")


def test_each_role_sees_what_waits_for_it(
    join: Join, application: Application, site: ChannelDetails, ids: dict[str, int]
) -> None:
    with application.container.database().transaction(site.id) as session:
        session.add(FormRequestRow(alias="contact", answers={}, language="en", created_at=NOON))
        session.add(
            UploadRow(owner_kind="event", owner_id=ids["over"], file_name="a.mp4", size=1, replace=False,
                      state="failed", created_at=NOON, expires_at=NOON)
        )  # fmt: skip
    support, producer = join(Role.SUPPORT), join(Role.PRODUCER)
    today = support.data("/studio/today")
    assert today["waiting"] == [{"kind": "requests", "count": 1}]
    assert (today["live"], today["planned"], today["failed_videos"]) == (None, None, [])
    today = producer.data("/studio/today")
    assert (today["waiting"], list_keys(today["failed_videos"])) == ([], ["over"])


def test_library_items_with_a_failed_upload_wait_for_those_who_edit_media(
    join: Join, application: Application, site: ChannelDetails
) -> None:
    with application.container.database().transaction(site.id) as session:
        item_id, key = session.execute(select(LibraryItemRow.id, LibraryItemRow.key)).all()[0]
        session.add(
            UploadRow(owner_kind="library_item", owner_id=item_id, file_name="a.mp4", size=1, replace=False,
                      state="failed", created_at=NOON, expires_at=NOON)
        )  # fmt: skip
    (failed,) = join(Role.PRODUCER).data("/studio/today")["failed_library_videos"]
    assert (failed["id"], failed["key"]) == (item_id, key) and failed["title"]
    assert join(Role.SUPPORT).data("/studio/today")["failed_library_videos"] == []


def test_requests_whose_latest_reply_was_not_sent_wait_for_those_who_answer(
    join: Join, application: Application, site: ChannelDetails
) -> None:
    def reply(session: Any, *states: tuple[str, timedelta]) -> int:
        request = FormRequestRow(alias="contact", answers={}, language="en", created_at=NOON)
        session.add(request)
        session.flush()
        for state, age in states:
            at = NOON - age
            session.add(
                RequestReplyRow(
                    request_id=request.id, text="Hi", state=state, created_at=at, queued_at=at, failure=None
                )
            )
            session.flush()
        return request.id

    with application.container.database().transaction(site.id) as session:
        failed = reply(session, ("failed", HOUR))
        given_up = reply(session, ("queued", 26 * HOUR))
        for states in [
            (("queued", 24 * HOUR),),
            (("failed", 3 * HOUR), ("sent", HOUR)),
            (("failed", 31 * 24 * HOUR),),
            (("sent", HOUR),),
        ]:
            reply(session, *states)
    assert join(Role.SUPPORT).data("/studio/today")["failed_replies"] == [given_up, failed]
    assert join(Role.PRODUCER).data("/studio/today")["failed_replies"] == []


def test_the_steps_of_a_new_channel_are_ticked_from_its_own_content(
    add_channel: Callable[..., ChannelDetails], application: Application, visitor: Visitor
) -> None:
    container: Any = application.container
    empty_library: dict[str, list[Any]] = {"categories": [], "items": [], "rails": []}
    with container.database().transaction(add_channel("full").id):
        container.catalog.facade().apply_pack(pack_part())
    with container.database().transaction(visitor.channel.id):
        lookup = container.catalog.today_lookup()
        assert lookup.get_setup() == CatalogSetup(has_teams=False, has_events=False)
        assert not lookup.has_video() and not lookup.has_price()
        container.catalog.facade().apply_pack(pack_part(library=empty_library))
    owner = visitor.register(email="owner@example.org")
    with container.database().transaction(visitor.channel.id):
        container.channel.operator_admin().add("owner@example.org", unverified=True)
    steps = owner.data("/studio/today")["steps"]
    assert {step["kind"]: step["is_done"] for step in steps} == {
        "brand": False, "teams": True, "events": True, "price": True, "video": False,
    }  # fmt: skip


def test_a_scorekeeper_sees_the_assigned_events_alone(join: Join, ids: dict[str, int]) -> None:
    scorekeeper = join(Role.SCOREKEEPER, ids["later"], ids["over"])
    today = scorekeeper.data("/studio/today")
    assert list_keys(today["assigned"]) == ["over", "later"]
    score = today["assigned"][0]["score"]
    assert (score["away"], score["home"], score["ending"]) == (2, 3, "overtime")
    assert (today["live"], today["planned"], today["steps"], today["waiting"]) == (None, None, None, [])
    assert scorekeeper.data(f"/studio/assigned-events/{ids['later']}")["key"] == "later"
    assert scorekeeper.get(f"/studio/assigned-events/{ids['on-now']}").status_code == 403
    assert scorekeeper.get("/studio/events").status_code == 403
    assert join(Role.PRODUCER).get("/studio/assigned-events/999999").status_code == 404


def test_a_longer_day_costs_no_more_queries(
    join: Join, application: Application, site: ChannelDetails, queries: Callable[[], Any]
) -> None:
    owner = join(Role.OWNER)

    def count_queries(numbers: range) -> int:
        with application.container.database().transaction(site.id):
            events = [event_entry(f"g-{n}", NOON + n * HOUR / 2, **{"pass": "paid"}) for n in numbers]
            application.container.catalog.facade().apply_pack(pack_part(events=events))
        with queries() as sent:
            assert len(owner.data("/studio/today")["planned"]) == len(numbers)
        return len(sent)

    assert count_queries(range(-10, 40)) <= count_queries(range(1, 2))


def test_viewers_are_unknown_while_the_store_is_away() -> None:
    class UnavailableStore:
        def count_viewers_since(self, *_: Any) -> Any:
            raise StoreUnavailableError

    store: Any = UnavailableStore()
    assert CountLiveViewers(store, FixedClock(NOON))(ChannelId(1)) is None


def test_many_declined_cards_are_shown_to_those_who_manage_orders(
    join: Join, application: Application, site: ChannelDetails
) -> None:
    throttle = application.container.channel.throttle()
    for _ in range(DECLINED_CARDS_OF_CHANNEL.times - 1):
        throttle.hit(DECLINED_CARDS_OF_CHANNEL, site.id)
    support, producer = join(Role.SUPPORT), join(Role.PRODUCER)
    assert support.data("/studio/today")["waiting"] == []
    throttle.hit(DECLINED_CARDS_OF_CHANNEL, site.id)
    assert support.data("/studio/today")["waiting"] == [
        {"kind": "declined_cards", "count": DECLINED_CARDS_OF_CHANNEL.times}
    ]
    assert producer.data("/studio/today")["waiting"] == []
