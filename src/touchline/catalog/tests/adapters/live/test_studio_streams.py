"""The stream of an event in the studio: health without the key, and the key for an encoder."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.catalog.domain.media.encoder_slots import EncoderState
from touchline.catalog.domain.media.live_streams import LiveState
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

STREAM = "/studio/events/later/stream"


def test_the_key_is_shown_on_request_and_stays_until_a_new_one(operator: Visitor) -> None:
    assert (operator.data(STREAM)["state"], operator.data(STREAM)["server"]) == ("", None)
    first, again, new = (
        operator.post(STREAM, **body).json["data"]  # type: ignore[index]
        for body in ({}, {}, {"new_key": True})
    )
    assert first["stream_key"] == again["stream_key"] != new["stream_key"]
    assert first["server"].startswith("rtmp://") and first["qr"].startswith("<svg xmlns=")
    health = operator.data(STREAM)
    assert (health["state"], health["server"]) == ("waiting", first["server"])
    assert "stream_key" not in health
    rows = {row["key"]: row["has_stream"] for row in operator.data("/studio/events")}
    assert (rows["later"], rows["over"]) == (True, False)


def test_a_stream_is_ended_and_reopened(operator: Visitor) -> None:
    assert operator.post(f"{STREAM}/stop").status_code == 400
    operator.post(STREAM)
    assert operator.post(f"{STREAM}/stop").json["data"]["state"] == "ending"  # type: ignore[index]
    assert operator.post(f"{STREAM}/reopen").status_code == 400
    assert operator.get("/studio/events/unknown/stream").status_code == 404


@pytest.mark.parametrize(("body", "is_discarded"), [({}, False), ({"discard_held": True}, True)])
def test_an_operator_chooses_whether_viewers_get_what_is_held_back(
    operator: Visitor,
    application: Application,
    season: ChannelDetails,
    body: dict[str, bool],
    is_discarded: bool,
) -> None:
    operator.post(STREAM)
    operator.post(f"{STREAM}/stop", **body)
    catalog: Any = application.container.catalog
    with application.container.database().transaction(season.id):
        event_id = catalog.facade().list_ids_by_key("event")["later"]
        assert catalog.streams().get_by_event(event_id).discard_held is is_discarded


def test_each_encoder_has_a_key_and_a_state(operator: Visitor) -> None:
    access = operator.post(STREAM).json["data"]  # type: ignore[index]
    assert access["backup_key"] != access["stream_key"]
    assert access["backup_qr"] != access["qr"]
    assert operator.data(STREAM)["encoders"] == [
        {"slot": "primary", "state": "waiting", "fault": "", "is_on_air": False},
        {"slot": "backup", "state": "waiting", "fault": "", "is_on_air": False},
    ]


def test_an_operator_puts_an_encoder_on_air_that_sends_video(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    assert operator.post(f"{STREAM}/on-air", slot="backup").status_code == 400
    operator.post(STREAM)
    refused = operator.post(f"{STREAM}/on-air", slot="backup")
    assert (refused.status_code, "sends no video" in refused.text) == (400, True)
    assert operator.post(f"{STREAM}/on-air", slot="third").status_code == 422
    catalog: Any = application.container.catalog
    with application.container.database().transaction(season.id):
        event_id = catalog.facade().list_ids_by_key("event")["later"]
        stream = catalog.streams().get_for_update(event_id)
        stream.state, stream.backup_state = LiveState.LIVE, EncoderState.RECEIVING
        catalog.streams().save(stream)
    health = operator.post(f"{STREAM}/on-air", slot="backup").json["data"]  # type: ignore[index]
    assert health["preferred_slot"] == "backup"
    assert [encoder["state"] for encoder in health["encoders"]] == ["waiting", "receiving"]
    assert operator.post(f"{STREAM}/safety-delay", seconds=10).status_code == 400


def test_the_safety_delay_is_set_before_the_video_arrives(operator: Visitor) -> None:
    assert operator.post(f"{STREAM}/safety-delay", seconds=30).status_code == 400
    operator.post(STREAM)
    assert operator.post(f"{STREAM}/safety-delay", seconds=121).status_code == 422
    health = operator.post(f"{STREAM}/safety-delay", seconds=30).json["data"]  # type: ignore[index]
    assert health["safety_delay_seconds"] == operator.data(STREAM)["safety_delay_seconds"] == 30
