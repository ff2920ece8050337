"""The API for restream targets and restreams: who may do what, keys, and the choice for an event."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import pytest
from sqlalchemy import text

from touchline.catalog.application.live.restreams.target_admin import RestreamTargetAdmin
from touchline.catalog.domain.media.restreams import (
    MAX_TARGETS,
    RestreamFailure,
    RestreamProgress,
    RestreamService,
    RestreamState,
)
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import NEW_VIEWER, NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import EventId

TARGETS = "/studio/restream-targets"
RESTREAMS = "/studio/events/later/restreams"
KEY = "abcd-1234-secret"
TARGET = {
    "name": "YouTube",
    "service": "youtube",
    "server_url": "rtmps://a.rtmps.youtube.com/live2",
    "key": KEY,
}


@pytest.fixture
def log_in_as(
    visitor: Visitor, application: Application, season: ChannelDetails
) -> Callable[[Role], Visitor]:
    """Return a function that logs in with a role."""

    def log_in(role: Role) -> Visitor:
        viewer = visitor.register()
        container: Any = application.container
        with container.database().transaction(season.id):
            container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True, role=role)
        return viewer

    return log_in


@pytest.fixture
def owner(log_in_as: Callable[[Role], Visitor]) -> Visitor:
    """Return an owner of the channel."""
    return log_in_as(Role.OWNER)


def send(visitor: Visitor, method: str, path: str, **body: Any) -> Any:
    """Send a request and return its response."""
    request = getattr(visitor.browser, method)
    return request(f"/api{path}", json={"api_key": visitor.api_key, **body})


def add(visitor: Visitor, **changes: Any) -> Any:
    """Create a target, and return it."""
    response = visitor.post(TARGETS, **{**TARGET, **changes})
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    return response.json["data"]


def test_a_target_is_created_and_never_returned_with_its_key(owner: Visitor) -> None:
    created = add(owner)
    assert (created["name"], created["service"]) == ("YouTube", "youtube")
    response = owner.get(TARGETS)
    assert [row["id"] for row in response.json["data"]] == [created["id"]]  # type: ignore[index]
    assert KEY not in response.get_data(as_text=True)
    assert KEY not in owner.get(RESTREAMS).get_data(as_text=True)


def test_the_database_has_no_key_in_plain_text(owner: Visitor, application: Application) -> None:
    add(owner)
    with application.container.database().transaction(None, unscoped=True) as session:
        (row,) = session.execute(text("SELECT * FROM catalog_restream_target"))
    assert KEY not in str(row)
    assert "a.rtmps.youtube.com" in str(row)


def test_an_owner_can_reveal_the_key_and_the_log_records_it(
    owner: Visitor, application: Application, season: ChannelDetails
) -> None:
    target = add(owner)
    data = owner.post(f"{TARGETS}/{target['id']}/reveal-key").json["data"]  # type: ignore[index]
    assert data == {"key": KEY, "passphrase": ""}
    log = owner.get("/studio/activity")
    actions = [entry["action"] for entry in log.json["data"]]  # type: ignore[index]
    assert {"restream_target.create", "restream_target.reveal_key"} <= set(actions)
    assert KEY not in log.get_data(as_text=True)


@pytest.mark.parametrize("role", [Role.PRODUCER, Role.SUPPORT])
def test_only_owners_may_see_and_change_targets(log_in_as: Callable[[Role], Visitor], role: Role) -> None:
    person = log_in_as(role)
    assert person.get(TARGETS).status_code == 403
    assert person.post(TARGETS, **TARGET).status_code == 403
    assert person.post(f"{TARGETS}/1/reveal-key").status_code == 403


def test_a_producer_may_choose_targets_for_an_event(
    log_in_as: Callable[[Role], Visitor], application: Application, season: ChannelDetails
) -> None:
    target_id = create_target(application, season)
    producer = log_in_as(Role.PRODUCER)
    assert [(row["state"], row["is_on"]) for row in producer.data(RESTREAMS)] == [("off", False)]
    response = send(producer, "put", f"{RESTREAMS}/{target_id}", is_on=True)
    assert response.json["data"]["state"] == "waiting"
    assert producer.data(RESTREAMS)[0]["is_on"]


def test_viewers_and_strangers_are_refused(visitor: Visitor, season: ChannelDetails) -> None:
    for path in (TARGETS, RESTREAMS):
        assert visitor.get(path).status_code == 401
    viewer = visitor.register()
    for path in (TARGETS, RESTREAMS):
        assert viewer.get(path).status_code == 403


def test_a_target_of_another_channel_is_not_found(
    owner: Visitor, application: Application, other_channel: ChannelDetails
) -> None:
    target_id = create_target(application, other_channel)
    assert owner.data(TARGETS) == owner.data(RESTREAMS) == []
    assert send(owner, "patch", f"{TARGETS}/{target_id}", name="Mine").status_code == 404
    assert send(owner, "delete", f"{TARGETS}/{target_id}").status_code == 404
    assert owner.post(f"{TARGETS}/{target_id}/reveal-key").status_code == 404
    assert send(owner, "put", f"{RESTREAMS}/{target_id}", is_on=True).status_code == 404


def test_invalid_input_is_refused_by_field(owner: Visitor) -> None:
    response = owner.post(TARGETS, name="", server_url="rtmp://192.168.1.1/live", key="")
    assert response.status_code == 422
    assert response.json is not None
    codes = {name: code["code"] for name, (code,) in response.json["error_codes"].items()}
    assert codes == {
        "name": "errors.restream_name_required",
        "server_url": "errors.private_restream_url",
        "key": "errors.restream_key_required",
    }


def test_a_target_is_changed_without_its_key_but_a_new_server_needs_it(owner: Visitor) -> None:
    target = add(owner)
    path = f"{TARGETS}/{target['id']}"
    assert send(owner, "patch", path, name="Main channel").json["data"]["name"] == "Main channel"
    assert owner.post(f"{path}/reveal-key").json["data"]["key"] == KEY  # type: ignore[index]
    assert send(owner, "patch", path, server_url="rtmp://other.example.org/live").status_code == 422
    changed = send(owner, "patch", path, server_url="rtmp://other.example.org/live", key="new")
    assert changed.json["data"]["server_url"] == "rtmp://other.example.org/live"
    assert owner.post(f"{path}/reveal-key").json["data"]["key"] == "new"  # type: ignore[index]


def test_the_secrets_of_an_srt_server_are_replaced_together(owner: Visitor) -> None:
    url = "srt://ingest.example.org:9000"
    target = add(owner, server_url=url, key="gym-1", passphrase="harvest-moon-42")
    path = f"{TARGETS}/{target['id']}"

    def reveal() -> tuple[str, str]:
        data = owner.post(f"{path}/reveal-key").json["data"]  # type: ignore[index]
        return data["key"], data["passphrase"]

    assert "passphrase" not in target
    assert reveal() == ("gym-1", "harvest-moon-42")
    assert send(owner, "patch", path, name="Gym", server_url=url).status_code == 200
    assert reveal() == ("gym-1", "harvest-moon-42")
    assert send(owner, "patch", path, server_url="srt://other.example.org:9000").status_code == 422
    assert send(owner, "patch", path, passphrase="north-window-58").status_code == 200
    assert reveal() == ("", "north-window-58")


def test_a_channel_has_at_most_ten_targets(owner: Visitor) -> None:
    for number in range(MAX_TARGETS):
        add(owner, name=f"Target {number}")
    assert owner.post(TARGETS, **TARGET).status_code == 400


def test_a_deleted_target_is_gone_from_events(owner: Visitor) -> None:
    target = add(owner, is_always=True)
    assert [row["state"] for row in owner.data(RESTREAMS)] == ["waiting"]
    send(owner, "put", f"{RESTREAMS}/{target['id']}", is_on=False)
    assert [row["state"] for row in owner.data(RESTREAMS)] == ["off"]
    assert send(owner, "delete", f"{TARGETS}/{target['id']}").status_code == 204
    assert owner.data(RESTREAMS) == owner.data(TARGETS) == []


def test_a_rehearsal_is_sent_to_no_target(
    owner: Visitor, application: Application, season: ChannelDetails, ids: Callable[[str, str], int]
) -> None:
    add(owner, is_always=True)
    catalog: Any = application.container.catalog
    with application.container.database().transaction(season.id):
        rehearsal = catalog.facade().rehearsal_events.create("rehearsal-1", is_paid=False)
        assert list(catalog.restreams().list_by_event(rehearsal)) == []
        assert len(catalog.restreams().list_by_event(EventId(ids("event", "later")))) == 1


def test_the_progress_is_shown_while_the_stream_is_served(
    owner: Visitor, application: Application, season: ChannelDetails, ids: Callable[[str, str], int]
) -> None:
    target = add(owner, is_always=True)
    owner.post("/studio/events/later/stream")
    catalog: Any = application.container.catalog
    event_id = EventId(ids("event", "later"))
    progress = RestreamProgress()
    for _ in range(3):
        progress.record_failure(RestreamFailure.KEY_REFUSED, "NetStream.Publish.BadName", NOON, 0)
    with application.container.database().transaction(season.id):
        catalog.restreams().save_progress(event_id, target["id"], progress)
    assert owner.data(RESTREAMS)[0]["state"] == "waiting"
    with application.container.database().transaction(season.id):
        stream = catalog.streams().get_by_event(event_id)
        stream.claim("ours", NOON)
        catalog.streams().save(stream)
    (row,) = owner.data(RESTREAMS)
    assert (row["state"], row["failure"], row["detail"], row["attempt"]) == (
        "failed",
        "key_refused",
        "NetStream.Publish.BadName",
        3,
    )
    again = owner.post(f"{RESTREAMS}/{target['id']}/retry").json["data"]  # type: ignore[index]
    assert (again["state"], again["failure"], again["attempt"]) == (RestreamState.WAITING, None, 0)


def test_the_progress_is_stored_whatever_the_server_answers(
    owner: Visitor, application: Application, season: ChannelDetails, ids: Callable[[str, str], int]
) -> None:
    target, event_id, progress = (
        add(owner, is_always=True),
        EventId(ids("event", "later")),
        RestreamProgress(),
    )
    progress.record_failure(RestreamFailure.KEY_REFUSED, "Bad\0Name\n" + "x" * 300, NOON, 0)
    catalog: Any = application.container.catalog
    with application.container.database().transaction(season.id):
        catalog.restreams().save_progress(event_id, target["id"], progress)
    with application.container.database().transaction(season.id):
        stored = catalog.restreams().get(event_id, target["id"]).progress
    assert stored.detail == "BadName" + "x" * 193


def test_the_ingest_process_and_an_operator_may_write_the_first_row_at_the_same_time(
    application: Application, season: ChannelDetails, ids: Callable[[str, str], int]
) -> None:
    target_id, event_id = create_target(application, season), EventId(ids("event", "later"))
    container: Any = application.container
    restreams, transaction = container.catalog.restreams(), container.database().transaction
    started = threading.Event()

    def save_progress() -> None:
        with transaction(season.id):
            started.set()
            restreams.save_progress(event_id, target_id, RestreamProgress(bytes_sent=1_000))

    with ThreadPoolExecutor(1) as ingest_process:
        with transaction(season.id):
            restream = restreams.get(event_id, target_id)
            restream.is_enabled = True
            restreams.save_choice(restream)
            progress = ingest_process.submit(save_progress)
            started.wait()
            wait([progress], timeout=0.2)
        progress.result(timeout=30)
    with transaction(season.id):
        stored = restreams.get(event_id, target_id)
    assert (stored.is_enabled, stored.progress.bytes_sent) == (True, 1_000)


def create_target(application: Application, channel: ChannelDetails) -> int:
    """Create a target in a channel, and return its id."""
    container: Any = application.container
    with container.database().transaction(channel.id):
        admin: RestreamTargetAdmin = container.catalog.restream_target_admin()
        return admin.create(
            name="Twitch",
            service=RestreamService.TWITCH,
            server_url="rtmp://live.twitch.tv/app",
            key=KEY,
        ).id
