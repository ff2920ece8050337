"""The phone camera of an event over HTTP: chunks are stored in order, once, and as they were sent."""

from __future__ import annotations

import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.domain.media.camera_sessions import MAX_EARLY_CHUNKS
from touchline.catalog.domain.media.encoder_slots import EncoderState
from touchline.catalog.domain.media.live_streams import LiveState
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.web import MAX_BODY_BYTES
from touchline.shared.clock import FixedClock
from touchline.shared.errors import RefusedError

CAMERA = "/studio/events/later/camera"
VIDEO = b"video of two seconds"


@pytest.fixture
def operator(visitor: Visitor, application: Application, season: ChannelDetails) -> Visitor:
    """Return an owner of the channel with the small season."""
    viewer = visitor.register()
    container: Any = application.container
    with container.database().transaction(season.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    return viewer


class Phone:
    """A phone with a session."""

    def __init__(self, operator: Visitor, event: str = "later") -> None:
        self.operator, self.id = operator, str(uuid4())
        self.path = f"/api/studio/events/{event}/camera/{self.id}"

    def request(self, method: str, path: str = "", data: bytes = b"", **query: object) -> TestResponse:
        return self.operator.browser.open(
            f"{self.path}{path}",
            method=method,
            data=data,
            query_string=query,
            headers={"Authorization": f"Bearer {self.operator.api_key}"},
        )

    def start(self) -> TestResponse:
        return self.request("PUT")

    def end(self) -> TestResponse:
        return self.request("POST", "/end")

    def send(self, number: int, data: bytes = VIDEO, sha256: str | None = None) -> TestResponse:
        digest = sha256 or hashlib.sha256(data).hexdigest()
        return self.request("PUT", f"/chunks/{number}", data, recording=0, sha256=digest)


def read_code(response: TestResponse) -> tuple[int, str]:
    return response.status_code, response.json["code"]  # type: ignore[index]


def read_chunks(application: Application, phone: Phone) -> list[bytes]:
    storage: Any = application.container.catalog.storage()
    chunks = []
    for key in storage.list(f"camera/{phone.id}/"):
        with storage.open(key) as file:
            chunks.append(file.read())
    return chunks


def test_going_live_opens_the_stream_and_chunks_are_stored_in_order(
    operator: Visitor, application: Application
) -> None:
    assert operator.data(CAMERA)["status"] == {
        "state": "",
        "fault": "",
        "session": "",
        "next_number": 0,
        "published_number": 0,
        "is_ended": False,
    }
    assert operator.data(CAMERA)["url"].endswith("/studio/camera/later")
    phone = Phone(operator)
    assert phone.start().json["data"]["state"] == "waiting"  # type: ignore[index]
    for number in range(3):
        response = phone.send(number, VIDEO + bytes([number]))
        assert response.json["data"]["next_number"] == number + 1  # type: ignore[index]
    assert phone.end().json["data"]["is_ended"]  # type: ignore[index]
    assert read_chunks(application, phone) == [VIDEO + bytes([number]) for number in range(3)]
    assert operator.data(CAMERA)["status"]["session"] == phone.id


def test_a_chunk_that_is_sent_twice_is_stored_once(operator: Visitor, application: Application) -> None:
    phone = Phone(operator)
    phone.start()
    assert [phone.send(0).status_code, phone.send(0).status_code] == [200, 200]
    assert read_chunks(application, phone) == [VIDEO]
    assert read_code(phone.send(0, b"something else")) == (400, "errors.camera_chunk_changed")


def read_next(response: TestResponse) -> int:
    number: int = response.json["data"]["next_number"]  # type: ignore[index]
    return number


def test_chunks_that_are_sent_at_the_same_time_may_arrive_in_another_order(
    operator: Visitor, application: Application
) -> None:
    phone = Phone(operator)
    phone.start()
    contents = [VIDEO + bytes([number]) for number in range(5)]
    order = [2, 0, 4, 1, 3]
    assert [read_next(phone.send(number, contents[number])) for number in order] == [0, 1, 1, 3, 5]
    assert read_next(phone.send(4, contents[4])) == 5
    assert read_code(phone.send(3, b"something else")) == (400, "errors.camera_chunk_changed")
    assert read_chunks(application, phone) == contents


def test_a_different_chunk_is_refused_before_its_turn_too(operator: Visitor) -> None:
    phone = Phone(operator)
    phone.start()
    phone.send(1)
    assert read_code(phone.send(1, b"something else")) == (400, "errors.camera_chunk_changed")


def test_a_chunk_long_before_its_turn_is_refused_with_the_number_that_is_missing(operator: Visitor) -> None:
    phone = Phone(operator)
    phone.start()
    phone.send(0)
    assert phone.send(1 + MAX_EARLY_CHUNKS).status_code == 200
    response = phone.send(2 + MAX_EARLY_CHUNKS)
    assert read_code(response) == (409, "errors.camera_chunk_gap")
    assert response.json["next_number"] == 1  # type: ignore[index]


def test_a_damaged_an_empty_and_a_large_chunk_are_refused(
    operator: Visitor, application: Application
) -> None:
    phone = Phone(operator)
    phone.start()
    assert read_code(phone.send(0, VIDEO, "0" * 64)) == (400, "errors.camera_chunk_damaged")
    assert read_code(phone.send(0, b"")) == (400, "errors.camera_chunk_damaged")
    assert phone.send(0, bytes(MAX_BODY_BYTES + 1)).status_code == 413
    assert phone.send(0, VIDEO, "not a hash").status_code == 422
    assert read_chunks(application, phone) == []
    assert phone.send(0, bytes(MAX_BODY_BYTES)).status_code == 200


def test_another_event_and_an_unknown_session_are_not_found(operator: Visitor) -> None:
    phone, stranger = Phone(operator), Phone(operator)
    phone.start()
    assert stranger.send(0).status_code == 404
    assert stranger.end().status_code == 404
    stranger.path = phone.path.replace("later", "over")
    assert stranger.send(0).status_code == 404
    assert stranger.start().status_code in (400, 404)


def test_a_second_phone_may_start_once_the_first_is_silent(operator: Visitor, clock: FixedClock) -> None:
    first, second = Phone(operator), Phone(operator)
    first.start()
    first.send(0)
    assert read_code(second.start()) == (400, "errors.camera_other")
    clock.advance(timedelta(seconds=25))
    assert second.start().status_code == 200
    assert first.send(1).status_code == 200, "what the first phone kept is not lost"


def test_only_one_of_two_phones_that_start_at_the_same_time_is_accepted(
    operator: Visitor, application: Application
) -> None:
    operator.post("/studio/events/later/stream")
    container: Any = application.container
    service, transaction = container.catalog.camera_service(), container.database().transaction
    started = threading.Event()

    def start_second() -> None:
        with transaction(operator.channel.id):
            started.set()
            service.start("later", str(uuid4()))

    with ThreadPoolExecutor(1) as second_phone:
        with transaction(operator.channel.id):
            service.start("later", str(uuid4()))
            second = second_phone.submit(start_second)
            started.wait()
            wait([second], timeout=0.2)
        with pytest.raises(RefusedError, match="Another phone"):
            second.result(timeout=30)


def set_stream(operator: Visitor, application: Application, state: LiveState, encoder: EncoderState) -> None:
    """Open the stream of the event, and set its state and that of the primary encoder."""
    operator.post("/studio/events/later/stream")
    container: Any = application.container
    with container.database().transaction(operator.channel.id):
        streams = container.catalog.streams()
        [stream] = streams.list_all()
        stream.state, stream.primary_state = state, encoder
        streams.save(stream)


@pytest.mark.parametrize("state", [LiveState.LIVE, LiveState.WAITING, LiveState.INTERRUPTED])
def test_a_phone_is_refused_beside_an_encoder_even_before_viewers_see_it(
    operator: Visitor, application: Application, state: LiveState
) -> None:
    set_stream(operator, application, state, EncoderState.RECEIVING)
    assert read_code(Phone(operator).start()) == (400, "errors.camera_encoder")


@pytest.mark.parametrize("encoder", [EncoderState.WAITING, EncoderState.STALLED])
def test_a_phone_replaces_an_encoder_that_is_gone_while_viewers_still_see_its_video(
    operator: Visitor, application: Application, encoder: EncoderState
) -> None:
    set_stream(operator, application, LiveState.LIVE, encoder)
    assert Phone(operator).start().status_code == 200


def test_chunks_are_refused_after_the_end_of_the_stream(operator: Visitor) -> None:
    phone = Phone(operator)
    phone.start()
    phone.send(0)
    operator.post("/studio/events/later/stream/stop")
    assert read_code(phone.send(1)) == (400, "errors.camera_stream_closed")
    assert phone.send(0).status_code == 200, "the server has this chunk"
    phone.end()
    assert read_code(phone.send(1)) == (400, "errors.camera_ended")


def test_only_operators_have_a_camera(operator: Visitor, other_visitor: Visitor) -> None:
    phone = Phone(operator)
    phone.start()
    phone.operator = other_visitor
    assert {phone.start().status_code, phone.send(0).status_code, phone.end().status_code} == {401}


def test_a_session_of_another_channel_is_not_found(
    operator: Visitor, other_visitor: Visitor, other_channel: ChannelDetails, application: Application
) -> None:
    phone = Phone(operator)
    phone.start()
    phone.operator = other_visitor.register()
    container: Any = application.container
    with container.database().transaction(other_channel.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    assert phone.operator.get(CAMERA).status_code == 404
    assert [phone.start().status_code, phone.send(0).status_code, phone.end().status_code] == [404, 404, 404]
    assert read_chunks(application, phone) == []
