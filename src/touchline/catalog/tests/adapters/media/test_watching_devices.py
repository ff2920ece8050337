"""How many devices watch at once, on the real app: the places, the list, and stopping a device."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from touchline.billing.facade import BillingFacade, EntitlementKind, EventAccess
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.application.playback.device_limits import DeviceLimits
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.tests.adapters.media.test_media_delivery import SEGMENT
from touchline.catalog.tests.adapters.media.test_media_delivery import folder as folder
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.shared_state import RedisState
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AssetId

Ids = Callable[[str, str], int]
MINUTE = timedelta(seconds=60)


@pytest.fixture
def event_id(
    application: Application,
    season: ChannelDetails,
    folder: str,
    ids: Ids,
    monkeypatch: pytest.MonkeyPatch,
) -> int:
    """Return a paid event with a recording. Every viewer has bought it, for two devices at once."""
    event_id = ids("event", "over")
    with application.container.database().transaction(season.id) as session:
        session.execute(update(EventRow).where(EventRow.id == event_id).values(pass_type="ppv"))
    access = EventAccess(kind=EntitlementKind.PURCHASED, streams=2)
    monkeypatch.setattr(
        BillingFacade,
        "get_event_access",
        lambda _self, _account, events: {event.id: access for event in events},
    )
    return event_id


@pytest.fixture
def devices(
    visit: Callable[[ChannelDetails], Visitor], season: ChannelDetails, event_id: int
) -> list[Visitor]:
    """Return a viewer on three devices."""
    first = visit(season).register()
    return [first, *(visit(season).log_in() for _ in range(2))]


def play(device: Visitor, event_id: int) -> Callable[[], int]:
    """Return a function that requests a segment and returns the status."""
    media = device.data(f"/events/{event_id}")["media"]
    url = next(link["url"] for link in media if link["type"] == 3)
    segment = str(url).replace("master.m3u8", SEGMENT)
    return lambda: device.browser.get(segment).status_code


def list_devices(device: Visitor, event_id: int) -> dict[str, Any]:
    answer: dict[str, Any] = device.data("/watching_devices", event_id=event_id)
    return answer


def test_the_third_device_is_refused_until_another_one_stops(devices: list[Visitor], event_id: int) -> None:
    first, second, third = (play(device, event_id) for device in devices)
    assert (first(), second(), third()) == (200, 200, 403)
    shown = list_devices(devices[2], event_id)
    assert (shown["admission"], shown["limit"]) == ("full", 2)
    assert [device["is_current"] for device in shown["devices"]] == [False, False]
    title = devices[2].data(f"/events/{event_id}")["name"]
    assert {device["title"] for device in shown["devices"]} == {title}
    session_id = shown["devices"][0]["session_id"]
    assert devices[2].delete(f"/watching_devices/{session_id}").status_code == 204
    assert (third(), first(), second()) == (200, 403, 200)
    assert list_devices(devices[0], event_id)["admission"] == "stopped"


def test_a_stopped_device_resumes_when_a_place_is_free(
    devices: list[Visitor], event_id: int, clock: FixedClock
) -> None:
    first, second, _ = (play(device, event_id) for device in devices)
    assert (first(), second()) == (200, 200)
    stopped = next(
        device["session_id"]
        for device in list_devices(devices[0], event_id)["devices"]
        if device["is_current"]
    )
    devices[1].delete(f"/watching_devices/{stopped}")
    clock.advance(timedelta(seconds=20))
    assert first() == 403
    assert devices[0].post("/watching_devices/resume").status_code == 204
    assert list_devices(devices[0], event_id)["admission"] == "allowed"
    assert first() == 200


def test_a_closed_page_frees_its_place(devices: list[Visitor], event_id: int, clock: FixedClock) -> None:
    first, second, third = (play(device, event_id) for device in devices)
    assert (first(), second(), third()) == (200, 200, 403)
    assert devices[0].post("/watching_devices/leave").status_code == 204
    clock.advance(timedelta(seconds=25))
    assert third() == 200


def test_a_reload_and_another_tab_of_a_closed_page_keep_the_place(
    devices: list[Visitor], event_id: int, clock: FixedClock
) -> None:
    first, second, third = (play(device, event_id) for device in devices)
    assert (first(), second(), third()) == (200, 200, 403)
    for _ in range(4):
        assert devices[0].post("/watching_devices/leave").status_code == 204
        clock.advance(timedelta(seconds=10))
        assert first() == 200
        clock.advance(timedelta(seconds=16))
        assert (first(), second(), third()) == (200, 200, 403)


@pytest.mark.parametrize("requests_panel_first", [True, False], ids=["panel", "video"])
def test_a_device_that_logs_out_frees_its_place_at_once(
    devices: list[Visitor], event_id: int, *, requests_panel_first: bool
) -> None:
    first, second, third = (play(device, event_id) for device in devices)
    assert (first(), second(), third()) == (200, 200, 403)
    assert devices[0].post("/auth/logout").status_code == 204
    if requests_panel_first:
        shown = list_devices(devices[2], event_id)
        assert (shown["admission"], len(shown["devices"])) == ("allowed", 1)
    assert (third(), second(), first()) == (200, 200, 403)


def test_places_of_ended_sessions_are_free_before_their_end_is_announced(
    devices: list[Visitor], event_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = (play(device, event_id) for device in devices)
    assert (first(), second()) == (200, 200)
    with monkeypatch.context() as announcement:
        announcement.setattr(DeviceLimits, "release", lambda *_: None)
        assert devices[0].post("/auth/logout").status_code == 204
    assert third() == 200


def test_a_device_that_requests_nothing_for_a_minute_loses_its_place(
    devices: list[Visitor], event_id: int, clock: FixedClock
) -> None:
    first, second, third = (play(device, event_id) for device in devices)
    assert (first(), second(), third()) == (200, 200, 403)
    clock.advance(MINUTE)
    assert third() == 200


def test_a_viewer_cannot_stop_the_device_of_another_viewer(
    devices: list[Visitor], event_id: int, visit: Callable[[ChannelDetails], Visitor], clock: FixedClock
) -> None:
    first = play(devices[0], event_id)
    assert first() == 200
    session_id = list_devices(devices[0], event_id)["devices"][0]["session_id"]
    other = visit(devices[0].channel).register(email="eve@example.org", phone="")
    assert other.delete(f"/watching_devices/{session_id}").status_code == 404
    clock.advance(timedelta(seconds=20))
    assert first() == 200
    assert list_devices(other, event_id)["devices"] == []


def test_free_events_have_no_limit(
    application: Application, devices: list[Visitor], event_id: int, season: ChannelDetails
) -> None:
    with application.container.database().transaction(season.id) as session:
        session.execute(update(EventRow).where(EventRow.id == event_id).values(pass_type="free"))
    assert [play(device, event_id)() for device in devices] == [200, 200, 200]


def test_a_free_event_with_the_same_recording_does_not_lift_the_limit(
    application: Application,
    devices: list[Visitor],
    event_id: int,
    season: ChannelDetails,
    ids: Ids,
) -> None:
    with application.container.database().transaction(season.id) as session:
        other = ids("event", "later")
        session.execute(update(EventRow).where(EventRow.id == other).values(pass_type="free"))
    assert [play(device, event_id)() for device in devices] == [200, 200, 403]


def test_everybody_may_watch_while_the_shared_state_is_unavailable(
    application: Application, devices: list[Visitor], event_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = application.container.catalog.device_limits()
    monkeypatch.setattr(limits, "_state", RedisState("unix:///nowhere/valkey.sock"))
    assert [play(device, event_id)() for device in devices] == [200, 200, 200]
    assert list_devices(devices[2], event_id)["admission"] == "allowed"


def test_a_library_item_has_places_and_a_title_in_the_list(
    application: Application,
    devices: list[Visitor],
    season: ChannelDetails,
    folder: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (item,) = [item for item in devices[0].data("/vod-media-items") if item["pass_type"] == "paid"]
    item_id = item["id"]
    access = EventAccess(kind=EntitlementKind.SUBSCRIBED, streams=2)
    monkeypatch.setattr(BillingFacade, "get_event_access", lambda *_: {})
    monkeypatch.setattr(BillingFacade, "get_library_access", lambda *_: access)
    media: Any = application.container.catalog
    with application.container.database().transaction(season.id):
        asset_id = AssetId(int(folder.removeprefix("assets/").split("-", 1)[0]))
        media.media_items().attach(MediaOwner("library_item", item_id), asset_id, "Whole video")

    def request_segment(device: Visitor) -> int:
        links = device.data(f"/vod-media-items/{item_id}")["media"]
        url = next(str(link["url"]) for link in links if link["type"] == 3)
        return device.browser.get(url.replace("master.m3u8", SEGMENT)).status_code

    assert [request_segment(device) for device in devices] == [200, 200, 403]
    shown = devices[2].data("/watching_devices", vod_id=item_id)
    assert (shown["admission"], shown["limit"]) == ("full", 2)
    assert [device["title"] for device in shown["devices"]] == ["Friday desk"] * 2
    assert devices[2].get("/watching_devices", vod_id=item_id + 100).status_code == 404
